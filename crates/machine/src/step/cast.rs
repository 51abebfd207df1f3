//! Conversions.
//!
//! Float to integer follows what LLVM generates for x86-64: a conversion to fewer than 32 bits
//! (unsigned: up to 31) goes through `cvttsd2si` of 32 bits, one to 33..63 bits through that of
//! 64 bits, and both give 0x80… when the value does not fit. Unsigned 64 bits use two
//! conversions. 128 bits are clamped, as compiler-rt does.

use super::arith::wide;
use super::float::{from_f64, to_f64};
use crate::float80;
use trine_ir::{CastOp, Type};

/// The bits of `value` converted; `from` and `to` fit `op`.
pub(crate) fn cast(op: CastOp, from: Type, to: Type, value: u128) -> u128 {
    let result = match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Bitcast => value,
        CastOp::SExt => wide::signed(value, from.bits()) as u128,
        CastOp::FpToSi => to_signed(from, value, to.bits()),
        CastOp::FpToUi => to_unsigned(from, value, to.bits()),
        CastOp::SiToFp => from_signed(to, wide::signed(value, from.bits())),
        CastOp::UiToFp => from_unsigned(to, value),
        CastOp::FpTrunc | CastOp::FpExt => float_to_float(from, to, value),
    };
    result & wide::mask(to.bits())
}

/// `cvttsd2si` with a 32-bit result.
fn indefinite32(value: f64) -> i32 {
    let truncated = value.trunc();
    let fits = truncated >= f64::from(i32::MIN) && truncated <= f64::from(i32::MAX);
    if fits { truncated as i32 } else { i32::MIN }
}

/// `cvttsd2si` with a 64-bit result.
fn indefinite64(value: f64) -> i64 {
    let fits = (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&value);
    if fits { value as i64 } else { i64::MIN }
}

fn to_signed(from: Type, bits: u128, width: u32) -> u128 {
    if from == Type::F80 {
        return float80::to_int(bits, width, true);
    }
    let value = to_f64(from, bits);
    match width {
        0..=32 => indefinite32(value) as u128,
        33..=64 => indefinite64(value) as u128,
        _ => value as i128 as u128,
    }
}

fn to_unsigned(from: Type, bits: u128, width: u32) -> u128 {
    if from == Type::F80 {
        return float80::to_int(bits, width, false);
    }
    let value = to_f64(from, bits);
    match width {
        0..=31 => indefinite32(value) as u128,
        32..=63 => indefinite64(value) as u128,
        64 => {
            let low = indefinite64(value);
            // For f32 sources the subtraction happens in f32.
            let shifted = match from {
                Type::F32 => f64::from(f32::from_bits(bits as u32) - 9_223_372_036_854_775_808.0_f32),
                _ => value - 9_223_372_036_854_775_808.0,
            };
            (low | indefinite64(shifted) & (low >> 63)) as u64 as u128
        }
        _ => value as u128,
    }
}

fn from_signed(to: Type, value: i128) -> u128 {
    match to {
        Type::F32 => u128::from((value as f32).to_bits()),
        Type::F80 => float80::from_int(value as u128, true),
        _ => u128::from((value as f64).to_bits()),
    }
}

fn from_unsigned(to: Type, value: u128) -> u128 {
    match to {
        Type::F32 => u128::from((value as f32).to_bits()),
        Type::F80 => float80::from_int(value, false),
        _ => u128::from((value as f64).to_bits()),
    }
}

fn float_to_float(from: Type, to: Type, value: u128) -> u128 {
    match (from, to) {
        (Type::F80, Type::F32) => float80::to_f32(value),
        (Type::F80, _) => float80::to_f64_bits(value),
        (Type::F32, Type::F80) => float80::from_f32(value),
        (_, Type::F80) => float80::from_f64(f64::from_bits(value as u64)),
        _ => from_f64(to, to_f64(from, value)),
    }
}
