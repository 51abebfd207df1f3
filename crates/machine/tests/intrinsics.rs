//! Integer intrinsics against counting, and memory intrinsics.

mod common;

use common::{function_text, machine};
use trine_machine::{FaultKind, Machine};

fn edge_values(width: u32) -> Vec<u128> {
    let mask = u128::MAX >> (128 - width);
    let top = 1u128 << (width - 1);
    [0, 1, 2, 0x5A, top, top - 1, top + 1, mask, mask - 1, 0x0123_4567_89AB_CDEF_FEDC_BA98_7654_3210]
        .map(|value| value & mask)
        .into()
}

fn signed(value: u128, width: u32) -> i128 {
    (value << (128 - width)) as i128 >> (128 - width)
}

fn load(name: &str, width: u32, operands: usize, results: &str) -> Machine {
    let params: Vec<String> = (0..operands).map(|i| format!("v{i}: i{width}")).collect();
    let types = vec![format!("i{width}"); operands].join(", ");
    let args: Vec<String> = (0..operands).map(|i| format!("v{i}")).collect();
    let (defs, values, out) = match results {
        "overflow" => (format!("v8: i{width}, v9: i1"), "v8, v9", format!("i{width}, i1")),
        _ => (format!("v8: i{width}"), "v8", format!("i{width}")),
    };
    let body = format!(
        "block0({}):\n {defs} = intrinsic.{name}({})\n return {values}",
        params.join(", "),
        args.join(", ")
    );
    // Registers are numbered by appearance; the parser accepts gaps.
    machine(&function_text(&format!("({types}) -> ({out})"), &body))
}

fn call(machine: &mut Machine, args: &[u128]) -> Vec<u128> {
    common::run(machine, "f", args).returns.iter().collect()
}

#[test]
fn bits_are_counted_and_turned_around() {
    for width in [8, 16, 32, 64, 128] {
        let mask = u128::MAX >> (128 - width);
        for value in edge_values(width) {
            let bits: Vec<bool> = (0..width).map(|bit| value >> bit & 1 == 1).collect();
            let ones = bits.iter().filter(|bit| **bit).count() as u128;
            let trailing = bits.iter().take_while(|bit| !**bit).count() as u128;
            let leading = bits.iter().rev().take_while(|bit| !**bit).count() as u128;
            let reversed: u128 = bits.iter().rev().enumerate().map(|(at, &bit)| u128::from(bit) << at).sum();
            let mut checks = vec![
                ("count_ones", ones),
                ("trailing_zeros", trailing),
                ("leading_zeros", leading),
                ("bit_reverse", reversed),
            ];
            if width > 8 {
                let bytes = value.to_le_bytes()[..width as usize / 8].to_vec();
                checks.push(("byte_swap", bytes.iter().fold(0, |all, &byte| all << 8 | u128::from(byte))));
            }
            checks.push(("abs", signed(value, width).unsigned_abs() & mask));
            for (name, expected) in checks {
                assert_eq!(
                    call(&mut load(name, width, 1, ""), &[value]),
                    [expected],
                    "{name} i{width} {value:#x}"
                );
            }
        }
    }
}

/// The exact result as a sign and a magnitude, for widths up to 64.
fn exact(op: &str, width: u32, is_signed: bool, a: u128, b: u128) -> i128 {
    let read = |value: u128| if is_signed { signed(value, width) } else { value as i128 };
    match op {
        "add" => read(a) + read(b),
        "sub" => read(a) - read(b),
        // 64-bit unsigned products stay below 2^128 but not below 2^127: see the test.
        _ => read(a).wrapping_mul(read(b)),
    }
}

#[test]
fn overflow_is_told_and_saturation_stops_at_the_limits() {
    for width in [8, 16, 32, 63] {
        let mask = u128::MAX >> (128 - width);
        for is_signed in [true, false] {
            let sign = if is_signed { "s" } else { "u" };
            let (low, high) = if is_signed {
                (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1)
            } else {
                (0, mask as i128)
            };
            for op in ["add", "sub", "mul"] {
                let mut overflow = load(&format!("{sign}{op}_overflow"), width, 2, "overflow");
                let mut saturating = (op != "mul").then(|| load(&format!("{sign}{op}_sat"), width, 2, ""));
                for a in edge_values(width) {
                    for b in edge_values(width) {
                        let exact = exact(op, width, is_signed, a, b);
                        let outside = u128::from(exact < low || exact > high);
                        let expected = [exact as u128 & mask, outside];
                        assert_eq!(
                            call(&mut overflow, &[a, b]),
                            expected,
                            "{sign}{op} i{width} {a:#x} {b:#x}"
                        );
                        if let Some(machine) = &mut saturating {
                            let clamped = exact.clamp(low, high) as u128 & mask;
                            assert_eq!(
                                call(machine, &[a, b]),
                                [clamped],
                                "{sign}{op} i{width} {a:#x} {b:#x}"
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn funnel_shifts_take_a_window_of_the_two_words() {
    for width in [8, 32, 64] {
        let mask = u128::MAX >> (128 - width);
        let (mut left, mut right) = (load("funnel_shl", width, 3, ""), load("funnel_shr", width, 3, ""));
        for a in edge_values(width) {
            for b in edge_values(width) {
                for amount in 0..=u128::from(width) + 1 {
                    let both = a << width | b;
                    let steps = (amount % u128::from(width)) as u32;
                    // The high word after the shift; bits above both words are cut.
                    let high = if steps == 0 { a } else { both >> (width - steps) & mask };
                    assert_eq!(call(&mut left, &[a, b, amount & mask]), [high]);
                    assert_eq!(call(&mut right, &[a, b, amount & mask]), [both >> steps & mask]);
                }
            }
        }
    }
}

#[test]
fn minimum_and_maximum_follow_the_sign() {
    for width in [8, 33, 64, 128] {
        for a in edge_values(width) {
            for b in edge_values(width) {
                let order = signed(a, width).cmp(&signed(b, width));
                let (small, large) = if order.is_le() { (a, b) } else { (b, a) };
                assert_eq!(call(&mut load("smin", width, 2, ""), &[a, b]), [small]);
                assert_eq!(call(&mut load("smax", width, 2, ""), &[a, b]), [large]);
                assert_eq!(call(&mut load("umin", width, 2, ""), &[a, b]), [a.min(b)]);
                assert_eq!(call(&mut load("umax", width, 2, ""), &[a, b]), [a.max(b)]);
            }
        }
    }
}

#[test]
fn memory_is_copied_set_and_measured() {
    let text = r#"program
global0: "from" size 8 align 8 = "0102030405060708"
global1: "to" size 8 align 8
fn0: "f"() -> (i64, i64, i64) defined
body fn0 = function "f"() -> (i64, i64, i64) {
block0:
    intrinsic.mem_set(@global1, 0xAA:i8, 8:i64)
    v0: ptr = ptradd @global1+0 + 2
    intrinsic.mem_copy(v0, @global0, 4:i64)
    v1: i64 = load @global1
    intrinsic.mem_move(v0, @global1, 6:i64)
    v2: i64 = load @global1
    intrinsic.mem_copy(null, null, 0:i64)
    intrinsic.mem_copy(@global1, @global1, 8:i64)
    v3: i64 = intrinsic.object_size(v0, 0:i1)
    return v1, v2, v3
}
"#;
    let outcome = common::run(&mut machine(text), "f", &[]);
    let got: Vec<u128> = outcome.returns.iter().collect();
    assert_eq!(got, [0xAAAA_0403_0201_AAAA, 0x0403_0201_AAAA_AAAA, 6]);
}

#[test]
fn copies_between_blocks_that_overlap_are_faults_unless_they_are_moves_or_the_same() {
    let body = "block0(v0: i64, v1: i64):
    v2: ptr = ptradd @global0+0 + v0 * 1 + 0
    intrinsic.mem_copy(v2, @global0, v1)
    return v0";
    let text = format!(
        "program\nglobal0: \"row\" size 16 align 8\nfn0: \"f\"(i64, i64) -> (i64) defined\n\
         body fn0 = function \"f\"(i64, i64) -> (i64) {{\n{body}\n}}\n"
    );
    let mut copies = machine(&text);
    for (apart, length) in [(0, 16), (4, 4), (8, 8), (4, 0)] {
        assert_eq!(common::result(&mut copies, "f", &[apart, length]), apart, "{apart} {length}");
    }
    for (apart, length) in [(4, 5), (1, 15)] {
        let fault = common::fault(&mut copies, "f", &[apart, length]);
        assert!(matches!(&fault, FaultKind::Library { message } if message.contains("overlap")), "{fault:?}");
    }
    let fault = common::fault(&mut copies, "f", &[1, 16]);
    assert!(matches!(fault, FaultKind::OutOfBounds { .. }), "{fault:?}");
    let mut moves = machine(&text.replace("mem_copy", "mem_move"));
    assert_eq!(common::result(&mut moves, "f", &[1, 15]), 1);
}

#[test]
fn zeros_of_zero_are_counted_only_where_their_number_is_defined() {
    for (name, of_eight) in [("leading_zeros", 28), ("trailing_zeros", 3)] {
        let mut strict = load(&format!("{name}_of_nonzero"), 32, 1, "");
        assert_eq!(call(&mut strict, &[8]), [of_eight]);
        assert_eq!(common::fault(&mut strict, "f", &[0]), FaultKind::ZeroCounted);
        assert_eq!(call(&mut load(name, 32, 1, ""), &[0]), [32]);
    }
}
