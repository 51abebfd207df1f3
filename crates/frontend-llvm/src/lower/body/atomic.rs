//! Atomic operations. The machine runs one thread, so orderings do not matter.
//!
//! Operations the IR lacks are a load, a computation and a store.

use super::{Lowerer, Lowering};
use crate::ll::{AtomicRmw, AtomicRmwOp, CmpXchg};
use trine_ir::{AtomicOp, BinaryOp, IntPredicate, Intrinsic, Op, Type, Value};

impl Lowerer<'_> {
    pub(super) fn compare_exchange(&mut self, exchange: &CmpXchg) -> Lowering<Vec<Value>> {
        let ptr = self.scalar(&exchange.pointer)?;
        let (expected, replacement) = (self.scalar(&exchange.expected)?, self.scalar(&exchange.new)?);
        let old = self.function.new_value(self.function.type_of(expected));
        let success = self.function.new_value(Type::BOOL);
        self.push(Op::CompareExchange { ptr, expected, replacement }, vec![old, success]);
        Ok(vec![old, success])
    }

    pub(super) fn atomic_update(&mut self, update: &AtomicRmw) -> Lowering<Vec<Value>> {
        let (ptr, value) = (self.scalar(&update.pointer)?, self.scalar(&update.value)?);
        let ty = self.function.type_of(value);
        if let Some(op) = atomic_op(update.op) {
            return Ok(vec![self.emit_value(Op::AtomicUpdate { op, ptr, value }, ty)]);
        }
        let old = self.load_at(ptr, 0, ty);
        let new = self.updated(update.op, old, value);
        self.emit(Op::Store { ptr, value: new, volatile: update.volatile });
        Ok(vec![old])
    }

    /// What an operation without a counterpart in the IR writes.
    fn updated(&mut self, op: AtomicRmwOp, old: Value, value: Value) -> Value {
        let ty = self.function.type_of(old);
        let (zero, one) = (self.bits(ty, 0), self.bits(ty, 1));
        match op {
            AtomicRmwOp::FMax | AtomicRmwOp::FMaximum => {
                self.emit_value(Op::Intrinsic(Intrinsic::FMax, vec![old, value]), ty)
            }
            AtomicRmwOp::FMin | AtomicRmwOp::FMinimum => {
                self.emit_value(Op::Intrinsic(Intrinsic::FMin, vec![old, value]), ty)
            }
            AtomicRmwOp::USubSat => self.emit_value(Op::Intrinsic(Intrinsic::USubSat, vec![old, value]), ty),
            AtomicRmwOp::USubCond => {
                let less = self.arith(BinaryOp::Sub, old, value);
                let fits = self.compare(IntPredicate::Uge, old, value);
                self.select_value(fits, less, old)
            }
            AtomicRmwOp::UDecWrap => {
                let less = self.arith(BinaryOp::Sub, old, one);
                let at_zero = self.compare(IntPredicate::Eq, old, zero);
                let beyond = self.compare(IntPredicate::Ugt, old, value);
                let wraps = self.arith(BinaryOp::Or, at_zero, beyond);
                self.select_value(wraps, value, less)
            }
            // The only one left is `uinc_wrap`; all others have a counterpart.
            _ => {
                let more = self.arith(BinaryOp::Add, old, one);
                let wraps = self.compare(IntPredicate::Uge, old, value);
                self.select_value(wraps, zero, more)
            }
        }
    }
}

fn atomic_op(op: AtomicRmwOp) -> Option<AtomicOp> {
    Some(match op {
        AtomicRmwOp::Xchg => AtomicOp::Exchange,
        AtomicRmwOp::Add => AtomicOp::Add,
        AtomicRmwOp::Sub => AtomicOp::Sub,
        AtomicRmwOp::And => AtomicOp::And,
        AtomicRmwOp::Nand => AtomicOp::Nand,
        AtomicRmwOp::Or => AtomicOp::Or,
        AtomicRmwOp::Xor => AtomicOp::Xor,
        AtomicRmwOp::Max => AtomicOp::Max,
        AtomicRmwOp::Min => AtomicOp::Min,
        AtomicRmwOp::UMax => AtomicOp::UMax,
        AtomicRmwOp::UMin => AtomicOp::UMin,
        AtomicRmwOp::FAdd => AtomicOp::FAdd,
        AtomicRmwOp::FSub => AtomicOp::FSub,
        _ => return None,
    })
}
