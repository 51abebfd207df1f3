//! x87 extended precision (80 bits) in software, on bit patterns: sign and exponent in bits
//! 64..80, the significand with its explicit leading bit in bits 0..64.
//!
//! Add, subtract, multiply, divide, remainder, comparison and conversions round to nearest
//! even in full precision (LLVM's APFloat, ported); so does [`sqrt`], by integers.

use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended as Extended};
use rustc_apfloat::{Float, FloatConvert, Round};
use std::cmp::Ordering;
use trine_ir::BinaryOp;

fn read(bits: u128) -> Extended {
    Extended::from_bits(bits & ((1 << 80) - 1))
}

/// `op(a, b)`; the remainder is that of `fmod`.
#[must_use]
pub fn binary(op: BinaryOp, a: u128, b: u128) -> u128 {
    let (a, b) = (read(a), read(b));
    let result = match op {
        BinaryOp::FAdd => a + b,
        BinaryOp::FSub => a - b,
        BinaryOp::FMul => a * b,
        BinaryOp::FDiv => a / b,
        _ => a % b,
    };
    result.value.to_bits()
}

/// `-a`.
#[must_use]
pub fn negate(a: u128) -> u128 {
    a ^ 1 << 79
}

/// How `a` and `b` compare; `None` when one is NaN.
#[must_use]
pub fn compare(a: u128, b: u128) -> Option<Ordering> {
    read(a).partial_cmp(&read(b))
}

/// `a * b + c`, rounded once.
#[must_use]
pub fn fused_multiply_add(a: u128, b: u128, c: u128) -> u128 {
    read(a).mul_add(read(b), read(c)).value.to_bits()
}

/// Rounded to an integer in the direction given.
#[must_use]
pub fn round(a: u128, direction: Round) -> u128 {
    read(a).round_to_integral(direction).value.to_bits()
}

/// The square root, rounded to nearest: that of an integer of 127 or 128 bits, which has the 64 bits
/// of the result.
#[must_use]
pub fn sqrt(a: u128) -> u128 {
    const NAN: u128 = 0xFFFF_C000_0000_0000_0000;
    const INTEGER_BIT: u64 = 1 << 63;
    let (negative, exponent, significand) = (a >> 79 & 1 != 0, (a >> 64) as i32 & 0x7FFF, a as u64);
    let quiet = 1 << 62;
    match (exponent, significand) {
        (_, 0) if exponent == 0 => return a,
        (0x7FFF, fraction) if fraction << 1 != 0 => return a | quiet,
        _ if negative => return NAN,
        (0x7FFF, _) => return a,
        (1.., fraction) if fraction & INTEGER_BIT == 0 => return NAN,
        _ => {}
    }
    let shift = significand.leading_zeros();
    // The value is `normal` times two to the power of `scale`.
    let (normal, scale) = (u128::from(significand << shift), exponent.max(1) - 16_383 - 63 - shift as i32);
    let widened = if scale % 2 == 0 { 64 } else { 63 };
    let square = normal << widened;
    let root = square.isqrt();
    // A root never lies in the middle of two integers.
    let rounded = root + u128::from(square - root * root > root);
    let result_exponent = (scale - widened) / 2 + 63 + 16_383;
    (result_exponent as u128) << 64 | rounded
}

/// The nearest `f64`.
#[must_use]
pub fn to_f64(a: u128) -> f64 {
    f64::from_bits(to_f64_bits(a) as u64)
}

/// The bits of the nearest `f64`.
#[must_use]
pub fn to_f64_bits(a: u128) -> u128 {
    let converted: Double = read(a).convert(&mut false).value;
    converted.to_bits()
}

/// The bits of the nearest `f32`.
#[must_use]
pub fn to_f32(a: u128) -> u128 {
    let converted: Single = read(a).convert(&mut false).value;
    converted.to_bits()
}

/// The same value.
#[must_use]
pub fn from_f64(value: f64) -> u128 {
    let converted: Extended = Double::from_bits(u128::from(value.to_bits())).convert(&mut false).value;
    converted.to_bits()
}

/// The same value as the `f32` with these bits.
#[must_use]
pub fn from_f32(bits: u128) -> u128 {
    let converted: Extended = Single::from_bits(bits & 0xFFFF_FFFF).convert(&mut false).value;
    converted.to_bits()
}

/// The nearest value to an integer.
#[must_use]
pub fn from_int(bits: u128, signed: bool) -> u128 {
    let converted = if signed { Extended::from_i128(bits as i128) } else { Extended::from_u128(bits) };
    converted.value.to_bits()
}

/// Truncated to an integer of `width` bits. Out of range gives 0x80… of the conversion that
/// `fistp` offers: 16 bits for up to 16, 32 for up to 32, else 64; unsigned goes one size up.
#[must_use]
pub fn to_int(a: u128, width: u32, signed: bool) -> u128 {
    let through = match (width, signed) {
        (0..=16, true) | (0..=15, false) => 16,
        (17..=32, true) | (16..=31, false) => 32,
        (33..=64, true) | (32..=63, false) => 64,
        _ => 128,
    };
    if through == 128 && !signed {
        return read(a).to_u128_r(width as usize, Round::TowardZero, &mut false).value;
    }
    let converted = read(a).to_i128_r(through, Round::TowardZero, &mut false);
    let invalid = converted.status.contains(rustc_apfloat::Status::INVALID_OP);
    if invalid { 1 << (through - 1) } else { converted.value as u128 }
}
