//! Floating-point arithmetic and comparison on bit patterns: `f32` and `f64` as x86-64 SSE
//! computes them, `f80` in software.

use crate::float80;
use trine_ir::{BinaryOp, FloatPredicate, Type};

/// `op(a, b)` in `f64`.
#[inline(always)]
pub(crate) fn double(op: BinaryOp, a: u64, b: u64) -> u64 {
    let (a, b) = (f64::from_bits(a), f64::from_bits(b));
    let result = match op {
        BinaryOp::FAdd => a + b,
        BinaryOp::FSub => a - b,
        BinaryOp::FMul => a * b,
        BinaryOp::FDiv => a / b,
        _ => a % b,
    };
    result.to_bits()
}

/// `op(a, b)` in `f32`.
#[inline(always)]
pub(crate) fn single(op: BinaryOp, a: u64, b: u64) -> u64 {
    let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
    let result = match op {
        BinaryOp::FAdd => a + b,
        BinaryOp::FSub => a - b,
        BinaryOp::FMul => a * b,
        BinaryOp::FDiv => a / b,
        _ => a % b,
    };
    u64::from(result.to_bits())
}

/// `op(a, b)` in type `ty`.
pub(crate) fn binary(op: BinaryOp, ty: Type, a: u128, b: u128) -> u128 {
    match ty {
        Type::F32 => u128::from(single(op, a as u64, b as u64)),
        Type::F80 => float80::binary(op, a, b),
        _ => u128::from(double(op, a as u64, b as u64)),
    }
}

/// The value of a float's bits; an f80 is rounded to nearest.
pub(crate) fn to_f64(ty: Type, bits: u128) -> f64 {
    match ty {
        Type::F32 => f64::from(f32::from_bits(bits as u32)),
        Type::F80 => float80::to_f64(bits),
        _ => f64::from_bits(bits as u64),
    }
}

/// The bits of `value` in type `ty`.
pub(crate) fn from_f64(ty: Type, value: f64) -> u128 {
    match ty {
        Type::F32 => u128::from((value as f32).to_bits()),
        Type::F80 => float80::from_f64(value),
        _ => u128::from(value.to_bits()),
    }
}

/// Whether `predicate` holds for numbers in the order `order` (`None`: one is NaN).
#[inline(always)]
pub(crate) fn holds(predicate: FloatPredicate, order: Option<std::cmp::Ordering>) -> bool {
    use FloatPredicate as P;
    use std::cmp::Ordering::{Equal, Greater, Less};
    let Some(order) = order else {
        return matches!(predicate, P::Ueq | P::Ugt | P::Uge | P::Ult | P::Ule | P::Une | P::Uno | P::True);
    };
    match predicate {
        P::False | P::Uno => false,
        P::Ord | P::True => true,
        P::Oeq | P::Ueq => order == Equal,
        P::Ogt | P::Ugt => order == Greater,
        P::Oge | P::Uge => order != Less,
        P::Olt | P::Ult => order == Less,
        P::Ole | P::Ule => order != Greater,
        P::One | P::Une => order != Equal,
    }
}

/// How `a` and `b` of type `ty` compare.
pub(crate) fn compare(ty: Type, a: u128, b: u128) -> Option<std::cmp::Ordering> {
    match ty {
        Type::F80 => float80::compare(a, b),
        _ => to_f64(ty, a).partial_cmp(&to_f64(ty, b)),
    }
}
