//! The predicates that comparisons of terms ask for, and their branch distance.

use super::{float, int};
use trine_expr::{CompareOp, FloatCompareOp, Format, Metric};
use trine_ir::{FloatPredicate, IntPredicate};

/// What holds exactly when `op` is `wanted`.
#[must_use]
pub fn int_predicate(op: CompareOp, wanted: bool) -> IntPredicate {
    let predicate = match op {
        CompareOp::Eq => IntPredicate::Eq,
        CompareOp::Ult => IntPredicate::Ult,
        CompareOp::Slt => IntPredicate::Slt,
    };
    if wanted { predicate } else { int::negated(predicate) }
}

/// What holds exactly when `op` is `wanted`.
#[must_use]
pub fn float_predicate(op: FloatCompareOp, wanted: bool) -> FloatPredicate {
    let predicate = match op {
        FloatCompareOp::Eq => FloatPredicate::Oeq,
        FloatCompareOp::Lt => FloatPredicate::Olt,
        FloatCompareOp::Le => FloatPredicate::Ole,
        FloatCompareOp::Unordered => FloatPredicate::Uno,
    };
    if wanted { predicate } else { float::negated(predicate) }
}

/// The predicate that a number is negative, or that it is not.
#[must_use]
pub fn sign_predicate(wanted: bool) -> IntPredicate {
    if wanted { IntPredicate::Slt } else { IntPredicate::Sge }
}

/// The distances of this module as a metric of terms.
#[derive(Clone, Copy, Debug)]
pub struct BranchDistance;

impl Metric for BranchDistance {
    const CHOICES: u32 = 12;

    fn compare(&self, op: CompareOp, width: u32, [a, b]: [u128; 2], wanted: bool) -> f64 {
        int::to_hold(int_predicate(op, wanted), width, a, b)
    }

    fn float_compare(&self, op: FloatCompareOp, format: Format, operands: [u128; 2], wanted: bool) -> f64 {
        let [a, b] = operands.map(|bits| trine_expr::float::to_f64(format, bits));
        // Operands that print alike may still differ as floats of their format: never 0 for what does not hold.
        float::to_hold(float_predicate(op, wanted), a, b).max(f64::MIN_POSITIVE)
    }

    fn sign(&self, width: u32, number: u128, wanted: bool) -> f64 {
        int::to_hold(sign_predicate(wanted), width, number, 0)
    }
}
