//! Floating-point numbers from text and `math.h` against the native library.
//!
//! `double` and `float` functions are the native ones by construction; here is what stands
//! around them, and `long double` functions, which are called by hand.

use super::{Library, c_string, native_errno, random_text};
use crate::float80;
use crate::shims::libc::libm::extended;
use trine_base::Stream;
use trine_ir::Type;

type P = *const u8;

unsafe extern "C" {
    fn strtod(a: P, end: *mut P) -> f64;
    fn strtof(a: P, end: *mut P) -> f32;
    fn strtold();
    fn atof(a: P) -> f64;
    fn modf(x: f64, whole: *mut f64) -> f64;
    fn frexp(x: f64, exponent: *mut i32) -> f64;
    fn nan(payload: P) -> f64;
    fn log(x: f64) -> f64;
    fn __signbit(x: f64) -> i32;
    fn __signbitf(x: f32) -> i32;
    fn __isinf(x: f64) -> i32;
    fn __isnan(x: f64) -> i32;
    fn __finite(x: f64) -> i32;
    fn __fpclassify(x: f64) -> i32;
    fn __fpclassifyf(x: f32) -> i32;
}

const EDGES: &[&str] = &[
    "",
    "-",
    "+.",
    ".",
    "e5",
    "1e",
    "1e+",
    "1e5",
    "1.e5",
    ".5",
    "-.5e-3x",
    "0x",
    "0x.",
    "0x.p1",
    "0x.8",
    "0x1p",
    "0x1p+",
    "0x1p-3",
    "0X1.8P3",
    "0x1.fffffffffffff8p0",
    "0x1.fffffffffffff7p0",
    "0x0.00001p-1070",
    "inf",
    "INF",
    "-infinity",
    "infinit",
    "in",
    "nan",
    "-NaN",
    "nan(",
    "nan()",
    "nan(123)",
    "nan(0x7f)",
    "nan(ab_9)",
    "nan(a-b)",
    "1e308",
    "1.8e308",
    "1.7976931348623157e308",
    "1.7976931348623159e308",
    "-1e400",
    "1e-400",
    "4.9e-324",
    "2.4e-324",
    "2.5e-324",
    "2.2250738585072014e-308",
    "2.2250738585072011e-308",
    "1e-310",
    "3.4028235e38",
    "3.4028236e38",
    "1e39",
    "1e-46",
    "1.17549435e-38",
    "1.4e-45",
    "1e4932",
    "1.2e4932",
    "1e-4951",
    "1e-5000",
    "9007199254740993",
    "9007199254740992.5000000000000000000001",
    "0.1",
    "123456789012345678901234567890",
    "0e999999999999",
    "1e999999999999",
    "1e-999999999999",
    "  \t12.5abc",
    "0.000000000000000000000000001e27",
    "16777217",
    "16777219",
    "18446744073709551617",
    "5e-324",
    "1e-45",
    "7e-46",
    "8e-46",
];

/// Value, end and `errno` of the three native functions.
fn native(text: &[u8]) -> [(u128, u64, i32); 3] {
    let text = c_string(text);
    let start = text.as_ptr();
    let mut end = start;
    native_errno();
    // SAFETY: a string and a place for its end.
    unsafe {
        let double = u128::from(strtod(start, &raw mut end).to_bits());
        let double = (double, end as u64 - start as u64, native_errno());
        let float = u128::from(strtof(start, &raw mut end).to_bits());
        let float = (float, end as u64 - start as u64, native_errno());
        let long = long_from_text(start, &raw mut end);
        let long = (long, end as u64 - start as u64, native_errno());
        [double, float, long]
    }
}

/// `strtold`, of which Rust has no declaration.
unsafe fn long_from_text(start: P, end: *mut P) -> u128 {
    let mut result = 0_u128;
    // SAFETY: the stack is aligned for the call, and what it may change is declared so.
    unsafe {
        std::arch::asm!(
            "mov r12, rsp",
            "and rsp, -16",
            "call {function}",
            "fstp tbyte ptr [r13]",
            "mov rsp, r12",
            function = sym strtold,
            in("r13") &raw mut result,
            in("rdi") start,
            in("rsi") end,
            out("r12") _,
            clobber_abi("C"),
        );
    }
    result
}

#[test]
fn numbers_are_read_like_the_native_library_reads_them() {
    let mut stream = Stream::new(20, "floats");
    let mut library = Library::new();
    let mut texts: Vec<Vec<u8>> = EDGES.iter().map(|text| text.as_bytes().to_vec()).collect();
    texts.extend((0..4000).map(|_| random_text(&mut stream, b"0123459.eExp+-", 14)));
    texts.extend((0..3000).map(|_| format!("{:e}", f64::from_bits(stream.bits())).into_bytes()));
    texts.extend((0..3000).map(|_| {
        let digits: String =
            (0..stream.below(30)).map(|_| char::from(b'0' + stream.below(10) as u8)).collect();
        format!("{digits}.{digits}5e{}", stream.below(700) as i64 - 350).into_bytes()
    }));
    texts.extend((0..3000).map(|_| {
        format!(
            "0x{:x}.{:x}p{}",
            stream.bits() >> stream.below(64),
            stream.bits(),
            stream.below(2400) as i64 - 1250
        )
        .into_bytes()
    }));
    for text in texts {
        library.reset();
        let (x, end) = (library.string(&text), library.object(&[0; 8]));
        let ours = ["strtod", "strtof", "strtold"].map(|name| {
            let value = library.call(name, &[x, end]).unwrap();
            (value, library.pointer(end) - x, library.errno())
        });
        assert_eq!(ours, native(&text), "{:?}", String::from_utf8_lossy(&text));
    }
    let x = library.string(b"2.5");
    // SAFETY: a string.
    assert_eq!(library.word("atof", &[x]), unsafe { atof(c"2.5".as_ptr().cast()) }.to_bits());
}

fn samples(stream: &mut Stream) -> Vec<f64> {
    let mut values = vec![
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        2.5,
        -3.5,
        1e10,
        -1e300,
        1e-300,
        5e-324,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];
    values.extend((0..500).map(|_| (stream.unit() - 0.5) * 200.0));
    values.extend((0..500).map(|_| f64::from_bits(stream.bits())));
    values
}

#[test]
fn parts_and_classes_of_doubles_are_the_native_ones() {
    let mut library = Library::new();
    let place = library.object(&[0; 8]);
    for x in samples(&mut Stream::new(21, "parts")) {
        let (mut whole, mut exponent) = (0.0, 0);
        // SAFETY: each writes one number.
        let (fraction, significand) = unsafe { (modf(x, &raw mut whole), frexp(x, &raw mut exponent)) };
        let args = [(Type::F64, u128::from(x.to_bits())), (Type::Ptr, u128::from(place))];
        let same = |ours: u128, native: f64| {
            let ours = f64::from_bits(ours as u64);
            assert!(
                ours.to_bits() == native.to_bits() || ours.is_nan() && native.is_nan(),
                "{x}: {ours} {native}"
            );
        };
        same(library.call_typed("modf", &args, 2).unwrap(), fraction);
        same(u128::from(library.pointer(place)), whole);
        same(library.call_typed("frexp", &args, 2).unwrap(), significand);
        if x.is_finite() {
            assert_eq!(library.pointer(place) as i32, exponent);
        }
        // SAFETY: functions of a number.
        let native = unsafe { [__signbit(x), __isinf(x), __isnan(x), __finite(x), __fpclassify(x)] };
        let names = ["__signbit", "__isinf", "__isnan", "__finite", "__fpclassify"];
        let ours = names.map(|name| library.call_typed(name, &args[..1], 1).unwrap() as i32);
        assert_eq!(ours, native, "{x}");
        let short = x as f32;
        let args = [(Type::F32, u128::from(short.to_bits()))];
        // SAFETY: functions of a number.
        let native = unsafe { [__signbitf(short), __fpclassifyf(short)] };
        let ours =
            ["__signbitf", "__fpclassifyf"].map(|name| library.call_typed(name, &args, 1).unwrap() as i32);
        assert_eq!(ours, native, "{short}");
    }
}

#[test]
fn functions_give_the_native_bits_and_errors() {
    let mut library = Library::new();
    for x in samples(&mut Stream::new(22, "log")) {
        native_errno();
        // SAFETY: a function of a number.
        let native = unsafe { log(x) };
        let error = native_errno();
        let args = [(Type::F64, u128::from(x.to_bits()))];
        let ours = library.call_typed("log", &args, 1).unwrap() as u64;
        assert_eq!((ours, library.errno()), (native.to_bits(), error), "{x}");
    }
    let text = library.string(b"77");
    // SAFETY: a string.
    assert_eq!(library.word("nan", &[text]), unsafe { nan(c"77".as_ptr().cast()) }.to_bits());
}

#[test]
fn long_double_functions_agree_with_arithmetic() {
    let mut library = Library::new();
    let long = |x: f64| (Type::F80, float80::from_f64(x));
    for (name, args, expected) in [
        ("sqrtl", vec![long(6.25)], 2.5),
        ("floorl", vec![long(-2.5)], -3.0),
        ("fmodl", vec![long(7.5), long(2.0)], 1.5),
        ("powl", vec![long(2.0), long(10.0)], 1024.0),
        ("fmal", vec![long(2.0), long(3.0), long(4.0)], 10.0),
        ("ldexpl", vec![long(1.5), (Type::Int(32), 4)], 24.0),
        ("copysignl", vec![long(1.5), long(-0.0)], -1.5),
    ] {
        assert_eq!(
            library.call_typed(name, &args, args.len()).unwrap(),
            float80::from_f64(expected),
            "{name}"
        );
    }
    assert_eq!(library.call_typed("lroundl", &[long(-2.5)], 1).unwrap() as i64, -3);
    let place = library.object(&[0; 16]);
    let args = [long(12.0), (Type::Ptr, u128::from(place))];
    assert_eq!(library.call_typed("frexpl", &args, 2).unwrap(), float80::from_f64(0.75));
    assert_eq!(library.pointer(place), 4);
    let args = [long(-2.75), (Type::Ptr, u128::from(place))];
    assert_eq!(library.call_typed("modfl", &args, 2).unwrap(), float80::from_f64(-0.75));
    // A value that no double has: a third, in 64 bits.
    let third = float80::binary(trine_ir::BinaryOp::FDiv, float80::from_f64(1.0), float80::from_f64(3.0));
    let cube = extended::lookup("cbrtl").unwrap();
    // SAFETY: a function of one long double.
    let root = unsafe { extended::call(cube, [third, 0, 0], 0) };
    assert_eq!(library.call_typed("cbrtl", &[(Type::F80, third)], 1).unwrap(), root);
    assert_ne!(root, float80::from_f64(float80::to_f64(root)));
}
