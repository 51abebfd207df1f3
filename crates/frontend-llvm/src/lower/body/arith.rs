//! Arithmetic, comparison and selection, lane by lane.

use super::{Lowerer, Lowering};
use crate::ll::{self, ArithFlags, Operand};
use trine_ir::{BinaryOp, FloatPredicate, IntPredicate, Op, Type, Value};

impl Lowerer<'_> {
    pub(super) fn float_neg(&mut self, operand: &Operand) -> Lowering<Vec<Value>> {
        let lanes = self.operand(operand)?;
        Ok(lanes
            .into_iter()
            .map(|lane| self.emit_value(Op::FloatNeg(lane), self.function.type_of(lane)))
            .collect())
    }

    pub(super) fn binary(
        &mut self,
        op: ll::BinaryOp,
        flags: ArithFlags,
        lhs: &Operand,
        rhs: &ll::Value,
    ) -> Lowering<Vec<Value>> {
        let op = binary_op(op);
        if self.is_wide(lhs.ty) {
            return self.wide_binary(op, lhs, rhs);
        }
        let no_signed_wrap = flags.nsw && matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
        self.lane_wise(lhs, rhs, |a, b, ty| (Op::Binary { op, no_signed_wrap, a, b }, ty))
    }

    pub(super) fn int_compare(
        &mut self,
        predicate: ll::IntPredicate,
        lhs: &Operand,
        rhs: &ll::Value,
    ) -> Lowering<Vec<Value>> {
        if self.is_wide(lhs.ty) {
            return self.wide_compare(int_predicate(predicate), lhs, rhs);
        }
        let predicate = int_predicate(predicate);
        self.lane_wise(lhs, rhs, |a, b, _| (Op::IntCompare(predicate, a, b), Type::BOOL))
    }

    pub(super) fn float_compare(
        &mut self,
        predicate: ll::FloatPredicate,
        lhs: &Operand,
        rhs: &ll::Value,
    ) -> Lowering<Vec<Value>> {
        let predicate = float_predicate(predicate);
        self.lane_wise(lhs, rhs, |a, b, _| (Op::FloatCompare(predicate, a, b), Type::BOOL))
    }

    /// Applies an operation to the lanes of two operands of one type.
    fn lane_wise(
        &mut self,
        lhs: &Operand,
        rhs: &ll::Value,
        op: impl Fn(Value, Value, Type) -> (Op, Type),
    ) -> Lowering<Vec<Value>> {
        let (a, b) = (self.operand(lhs)?, self.value(lhs.ty, rhs)?);
        let pairs = a.into_iter().zip(b);
        Ok(pairs
            .map(|(a, b)| {
                let (op, ty) = op(a, b, self.function.type_of(a));
                self.emit_value(op, ty)
            })
            .collect())
    }

    pub(super) fn select(
        &mut self,
        condition: &Operand,
        on_true: &Operand,
        on_false: &Operand,
    ) -> Lowering<Vec<Value>> {
        let conditions = self.operand(condition)?;
        let (then, otherwise) = (self.operand(on_true)?, self.operand(on_false)?);
        if let [cond] = conditions[..]
            && let Some(params) = self.hidden_select(cond, &then, &otherwise)
        {
            return Ok(params);
        }
        let lanes = then.into_iter().zip(otherwise).enumerate();
        lanes
            .map(|(i, (then, otherwise))| {
                let cond = if conditions.len() == 1 { conditions.first() } else { conditions.get(i) };
                let cond = *cond.ok_or_else(|| self.error("damaged IR: select of unequal vectors"))?;
                Ok(self.select_value(cond, then, otherwise))
            })
            .collect()
    }

    /// `cond ? then : otherwise`.
    pub(super) fn select_value(&mut self, cond: Value, then: Value, otherwise: Value) -> Value {
        if then == otherwise {
            return then;
        }
        let ty = self.function.type_of(then);
        self.emit_value(Op::Select { cond, then, otherwise }, ty)
    }

    /// `a op b`, wrapping.
    pub(super) fn arith(&mut self, op: BinaryOp, a: Value, b: Value) -> Value {
        let ty = self.function.type_of(a);
        self.emit_value(Op::Binary { op, no_signed_wrap: false, a, b }, ty)
    }

    /// `a predicate b`.
    pub(super) fn compare(&mut self, predicate: IntPredicate, a: Value, b: Value) -> Value {
        self.emit_value(Op::IntCompare(predicate, a, b), Type::BOOL)
    }
}

fn binary_op(op: ll::BinaryOp) -> BinaryOp {
    use ll::BinaryOp as L;
    match op {
        L::Add => BinaryOp::Add,
        L::Sub => BinaryOp::Sub,
        L::Mul => BinaryOp::Mul,
        L::UDiv => BinaryOp::UDiv,
        L::SDiv => BinaryOp::SDiv,
        L::URem => BinaryOp::URem,
        L::SRem => BinaryOp::SRem,
        L::Shl => BinaryOp::Shl,
        L::LShr => BinaryOp::LShr,
        L::AShr => BinaryOp::AShr,
        L::And => BinaryOp::And,
        L::Or => BinaryOp::Or,
        L::Xor => BinaryOp::Xor,
        L::FAdd => BinaryOp::FAdd,
        L::FSub => BinaryOp::FSub,
        L::FMul => BinaryOp::FMul,
        L::FDiv => BinaryOp::FDiv,
        L::FRem => BinaryOp::FRem,
    }
}

fn int_predicate(predicate: ll::IntPredicate) -> IntPredicate {
    use ll::IntPredicate as L;
    match predicate {
        L::Eq => IntPredicate::Eq,
        L::Ne => IntPredicate::Ne,
        L::Ugt => IntPredicate::Ugt,
        L::Uge => IntPredicate::Uge,
        L::Ult => IntPredicate::Ult,
        L::Ule => IntPredicate::Ule,
        L::Sgt => IntPredicate::Sgt,
        L::Sge => IntPredicate::Sge,
        L::Slt => IntPredicate::Slt,
        L::Sle => IntPredicate::Sle,
    }
}

fn float_predicate(predicate: ll::FloatPredicate) -> FloatPredicate {
    use ll::FloatPredicate as L;
    match predicate {
        L::False => FloatPredicate::False,
        L::Oeq => FloatPredicate::Oeq,
        L::Ogt => FloatPredicate::Ogt,
        L::Oge => FloatPredicate::Oge,
        L::Olt => FloatPredicate::Olt,
        L::Ole => FloatPredicate::Ole,
        L::One => FloatPredicate::One,
        L::Ord => FloatPredicate::Ord,
        L::Ueq => FloatPredicate::Ueq,
        L::Ugt => FloatPredicate::Ugt,
        L::Uge => FloatPredicate::Uge,
        L::Ult => FloatPredicate::Ult,
        L::Ule => FloatPredicate::Ule,
        L::Une => FloatPredicate::Une,
        L::Uno => FloatPredicate::Uno,
        L::True => FloatPredicate::True,
    }
}
