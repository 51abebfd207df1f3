//! Float arithmetic on bit patterns, as the processor does it: rounding to nearest even.
//!
//! The same operations on the same bits as the machine's, so that a term evaluates to what the
//! run computed.

use crate::node::{FloatBinaryOp, FloatCompareOp, FloatUnaryOp, Format, MathFunction};

/// The value of a float's bits; exact.
#[must_use]
pub fn to_f64(format: Format, bits: u128) -> f64 {
    match format {
        Format::F32 => f64::from(f32::from_bits(bits as u32)),
        Format::F64 => f64::from_bits(bits as u64),
    }
}

/// The bits of `value`, rounded to `format`.
#[must_use]
pub fn from_f64(format: Format, value: f64) -> u128 {
    match format {
        Format::F32 => u128::from((value as f32).to_bits()),
        Format::F64 => u128::from(value.to_bits()),
    }
}

/// Whether the bits are not a number.
#[must_use]
pub fn is_nan(format: Format, bits: u128) -> bool {
    to_f64(format, bits).is_nan()
}

macro_rules! in_format {
    ($format:expr, $float:ident, [$($name:ident = $bits:expr),+] $body:expr) => {
        match $format {
            Format::F32 => {
                type $float = f32;
                $(let $name = f32::from_bits($bits as u32);)+
                u128::from($body.to_bits())
            }
            Format::F64 => {
                type $float = f64;
                $(let $name = f64::from_bits($bits as u64);)+
                u128::from($body.to_bits())
            }
        }
    };
}

/// `op(a)`.
#[must_use]
pub fn unary(op: FloatUnaryOp, format: Format, a: u128) -> u128 {
    in_format!(format, F, [x = a] {
        let result: F = match op {
            FloatUnaryOp::Sqrt => x.sqrt(),
            FloatUnaryOp::Floor => x.floor(),
            FloatUnaryOp::Ceil => x.ceil(),
            FloatUnaryOp::Trunc => x.trunc(),
            FloatUnaryOp::Round => x.round(),
            FloatUnaryOp::RoundEven => x.round_ties_even(),
        };
        result
    })
}

/// `op(a, b)`.
#[must_use]
pub fn binary(op: FloatBinaryOp, format: Format, a: u128, b: u128) -> u128 {
    in_format!(format, F, [x = a, y = b] {
        let result: F = match op {
            FloatBinaryOp::Add => x + y,
            FloatBinaryOp::Sub => x - y,
            FloatBinaryOp::Mul => x * y,
            FloatBinaryOp::Div => x / y,
            FloatBinaryOp::Rem => x % y,
            FloatBinaryOp::Min if x.is_nan() || y < x => y,
            FloatBinaryOp::Max if x.is_nan() || y > x => y,
            FloatBinaryOp::Min | FloatBinaryOp::Max => x,
        };
        result
    })
}

/// Whether `op(a, b)` holds.
#[must_use]
pub fn compare(op: FloatCompareOp, format: Format, a: u128, b: u128) -> bool {
    let (x, y) = (to_f64(format, a), to_f64(format, b));
    match op {
        FloatCompareOp::Eq => x == y,
        FloatCompareOp::Lt => x < y,
        FloatCompareOp::Le => x <= y,
        FloatCompareOp::Unordered => x.is_nan() || y.is_nan(),
    }
}

/// `a * b + c`, rounded once.
#[must_use]
pub fn fma(format: Format, a: u128, b: u128, c: u128) -> u128 {
    in_format!(format, F, [x = a, y = b, z = c] {
        let result: F = x.mul_add(y, z);
        result
    })
}

/// A float of another format.
#[must_use]
pub fn convert(from: Format, to: Format, bits: u128) -> u128 {
    if from == to { bits } else { from_f64(to, to_f64(from, bits)) }
}

/// The integer of `width` bits (at most 64) as a float.
#[must_use]
pub fn from_int(signed: bool, width: u32, to: Format, bits: u128) -> u128 {
    let value = if signed { crate::bits::signed(bits, width) } else { bits as i128 };
    match to {
        Format::F32 => u128::from((value as f32).to_bits()),
        Format::F64 => u128::from((value as f64).to_bits()),
    }
}

/// The float truncated to a signed integer of `width` bits; 0x80… when it does not fit.
#[must_use]
pub fn to_int(from: Format, width: u32, bits: u128) -> u128 {
    let truncated = to_f64(from, bits).trunc();
    let limit = 2f64.powi(width as i32 - 1);
    let value =
        if (-limit..limit).contains(&truncated) { truncated as i128 } else { -(1i128 << (width - 1)) };
    value as u128 & crate::bits::mask(width)
}

/// A function of the mathematical library.
#[must_use]
pub fn math(function: MathFunction, format: Format, a: u128, b: u128) -> u128 {
    in_format!(format, F, [x = a, y = b] {
        let result: F = match function {
            MathFunction::Sin => x.sin(),
            MathFunction::Cos => x.cos(),
            MathFunction::Tan => x.tan(),
            MathFunction::Asin => x.asin(),
            MathFunction::Acos => x.acos(),
            MathFunction::Atan => x.atan(),
            MathFunction::Sinh => x.sinh(),
            MathFunction::Cosh => x.cosh(),
            MathFunction::Tanh => x.tanh(),
            MathFunction::Asinh => x.asinh(),
            MathFunction::Acosh => x.acosh(),
            MathFunction::Atanh => x.atanh(),
            MathFunction::Exp => x.exp(),
            MathFunction::Exp2 => x.exp2(),
            MathFunction::Expm1 => x.exp_m1(),
            MathFunction::Log => x.ln(),
            MathFunction::Log2 => x.log2(),
            MathFunction::Log10 => x.log10(),
            MathFunction::Log1p => x.ln_1p(),
            MathFunction::Cbrt => x.cbrt(),
            MathFunction::Pow => x.powf(y),
            MathFunction::Atan2 => x.atan2(y),
            MathFunction::Hypot => x.hypot(y),
        };
        result
    })
}
