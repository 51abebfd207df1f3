//! Floating point: conversions against the processor's own instructions, f80 against known
//! values, intrinsics against the standard library.

mod common;

use common::{function_text, machine, result};
use trine_machine::float80;

const VALUES: [f64; 22] = [
    0.0,
    -0.0,
    0.5,
    -0.5,
    1.5,
    -1.5,
    2.5,
    -1.0,
    255.0,
    256.7,
    -129.0,
    65_536.5,
    2_147_483_647.5,
    2_147_483_648.0,
    -2_147_483_649.0,
    4_294_967_296.0,
    9.2e18,
    1.0e19,
    1.9e19,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
];

fn converted(op: &str, from: &str, to: &str, bits: u128) -> u128 {
    let body = format!("block0(v0: {from}):\n v1: {to} = {op} v0\n return v1");
    result(&mut machine(&function_text(&format!("({from}) -> ({to})"), &body)), "f", &[bits])
}

#[cfg(target_arch = "x86_64")]
#[test]
fn float_to_integer_is_what_the_processor_computes() {
    use std::arch::x86_64::{_mm_cvttsd_si32, _mm_cvttsd_si64, _mm_set_sd};
    for value in VALUES {
        // SAFETY: SSE2 is part of x86-64.
        let (int, long) = unsafe { (_mm_cvttsd_si32(_mm_set_sd(value)), _mm_cvttsd_si64(_mm_set_sd(value))) };
        let bits = u128::from(value.to_bits());
        assert_eq!(converted("fptosi", "f64", "i32", bits), u128::from(int as u32), "{value}");
        assert_eq!(converted("fptosi", "f64", "i16", bits), u128::from(int as u16), "{value}");
        assert_eq!(converted("fptosi", "f64", "i8", bits), u128::from(int as u8), "{value}");
        assert_eq!(converted("fptoui", "f64", "i8", bits), u128::from(int as u8), "{value}");
        assert_eq!(converted("fptosi", "f64", "i64", bits), u128::from(long as u64), "{value}");
        assert_eq!(converted("fptoui", "f64", "i32", bits), u128::from(long as u32), "{value}");
    }
}

#[test]
fn float_to_unsigned_long_is_exact_in_range_and_as_generated_code_outside() {
    for (value, expected) in [
        (0.5, 0),
        (1.0e19, 10_000_000_000_000_000_000),
        (9_223_372_036_854_775_808.0, 1 << 63),
        (-1.0, u64::MAX),
        (f64::NAN, 1 << 63),
        (3.0e19, u64::MAX),
    ] {
        let got = converted("fptoui", "f64", "i64", u128::from(f64::to_bits(value)));
        // Outside the range both conversions are indefinite: 0x80… in each.
        let expected = if value == 3.0e19 { 1 << 63 } else { expected };
        assert_eq!(got, u128::from(expected), "{value}");
    }
}

#[test]
fn integers_become_the_nearest_float() {
    for value in [0u128, 1, 16_777_217, 1 << 53 | 1, u128::from(u64::MAX), 1 << 63] {
        let (signed, unsigned) = (value as u64 as i64, value as u64);
        assert_eq!(converted("sitofp", "i64", "f64", value), u128::from((signed as f64).to_bits()));
        assert_eq!(converted("uitofp", "i64", "f64", value), u128::from((unsigned as f64).to_bits()));
        assert_eq!(converted("sitofp", "i64", "f32", value), u128::from((signed as f32).to_bits()));
        let through = converted("sitofp", "i64", "f80", value);
        assert_eq!(converted("fptosi", "f80", "i64", through), value, "f80 holds 64 bits exactly");
    }
}

#[test]
fn f80_has_its_known_patterns() {
    let one = 0x3FFF_8000_0000_0000_0000;
    assert_eq!(float80::from_f64(1.0), one);
    assert_eq!(float80::negate(one), 0xBFFF_8000_0000_0000_0000);
    let third = float80::binary(trine_ir::BinaryOp::FDiv, one, float80::from_f64(3.0));
    assert_eq!(third, 0x3FFD_AAAA_AAAA_AAAA_AAAB);
    assert_eq!(float80::compare(third, one), Some(std::cmp::Ordering::Less));
    assert_eq!(float80::compare(third, float80::from_f64(f64::NAN)), None);
    for value in VALUES.into_iter().filter(|value| !value.is_nan()) {
        assert_eq!(float80::to_f64(float80::from_f64(value)).to_bits(), value.to_bits());
    }
}

#[test]
fn f80_out_of_range_is_the_indefinite_integer_of_fistp() {
    let huge = float80::from_f64(1.0e30);
    assert_eq!(converted("fptosi", "f80", "i64", huge), 1 << 63);
    assert_eq!(converted("fptosi", "f80", "i32", huge), 1 << 31);
    assert_eq!(converted("fptosi", "f80", "i64", float80::from_f64(-2.75)), u128::from(-2i64 as u64));
}

#[test]
fn float_predicates_tell_nan_apart() {
    let predicates = [
        "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
        "uno", "true",
    ];
    // LLVM numbers the predicates by the cases they accept: equal 1, greater 2, less 4, NaN 8.
    let codes = [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 8, 15];
    for ty in ["f32", "f64", "f80"] {
        for (predicate, code) in predicates.iter().zip(codes) {
            let body = format!(
                "site0: branch\nblock0(v0: {ty}, v1: {ty}):\n v2: i1 = fcmp.{predicate} v0, v1\n \
                 v3: i1 = fcmp.{predicate} v0, v1\n branch v3, block1(v2), block2(v2), site0\n\
                 block1(v4: i1):\n return v4, 1:i1\nblock2(v5: i1):\n return v5, 0:i1"
            );
            let mut machine = machine(&function_text(&format!("({ty}, {ty}) -> (i1, i1)"), &body));
            for (a, b, case) in
                [(1.0, 1.0, 1), (2.0, 1.0, 2), (1.0, 2.0, 4), (f64::NAN, 1.0, 8), (-0.0, 0.0, 1)]
            {
                let bits = |value: f64| match ty {
                    "f32" => u128::from((value as f32).to_bits()),
                    "f64" => u128::from(value.to_bits()),
                    _ => float80::from_f64(value),
                };
                let outcome = common::run(&mut machine, "f", &[bits(a), bits(b)]);
                let expected = u128::from(code & case != 0);
                let got: Vec<u128> = outcome.returns.iter().collect();
                assert_eq!(got, [expected; 2], "{ty} {a} {predicate} {b}");
            }
        }
    }
}

#[test]
fn float_intrinsics_agree_with_the_standard_library() {
    type Unary = (&'static str, fn(f64) -> f64);
    let unary: [Unary; 7] = [
        ("fabs", f64::abs),
        ("sqrt", f64::sqrt),
        ("floor", f64::floor),
        ("ceil", f64::ceil),
        ("ftrunc", f64::trunc),
        ("round", f64::round),
        ("round_even", f64::round_ties_even),
    ];
    for (name, reference) in unary {
        let text = |ty| {
            let body = format!("block0(v0: {ty}):\n v1: {ty} = intrinsic.{name}(v0)\n return v1");
            function_text(&format!("({ty}) -> ({ty})"), &body)
        };
        let (mut double, mut extended) = (machine(&text("f64")), machine(&text("f80")));
        for value in VALUES {
            let got = f64::from_bits(result(&mut double, "f", &[u128::from(value.to_bits())]) as u64);
            let expected = reference(value);
            assert!(
                got.to_bits() == expected.to_bits() || got.is_nan() && expected.is_nan(),
                "{name} {value}"
            );
            let got = float80::to_f64(result(&mut extended, "f", &[float80::from_f64(value)]));
            assert!(
                got.to_bits() == expected.to_bits() || got.is_nan() && expected.is_nan(),
                "{name} {value}"
            );
        }
    }
}

#[test]
fn minimum_and_maximum_prefer_numbers_and_order_zeros() {
    let text = function_text(
        "(f64, f64) -> (f64, f64)",
        "block0(v0: f64, v1: f64):\n v2: f64 = intrinsic.fmin(v0, v1)\n v3: f64 = intrinsic.fmax(v0, v1)\n \
         return v2, v3",
    );
    let mut machine = machine(&text);
    for (a, b, min, max) in
        [(1.0, 2.0, 1.0, 2.0), (f64::NAN, 2.0, 2.0, 2.0), (3.0, f64::NAN, 3.0, 3.0), (0.0, -0.0, -0.0, 0.0)]
    {
        let args = [a, b].map(|value: f64| u128::from(value.to_bits()));
        let outcome = common::run(&mut machine, "f", &args);
        let got: Vec<u64> = outcome.returns.iter().map(|bits| bits as u64).collect();
        assert_eq!(got, [f64::to_bits(min), f64::to_bits(max)], "{a} {b}");
    }
}
