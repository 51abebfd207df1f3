//! Reinterpreting bits: lanes of one shape as lanes of another, `<2 x float>` as `i64`.
//!
//! ```text
//!  source lanes  |  f32 a  |  f32 b  |         i64 = zext(bits a) | zext(bits b) << 32
//!  target lanes  |       i64         |         lane 0 stands in the lowest bits (little endian)
//! ```

use super::{Lowerer, Lowering};
use trine_ir::{BinaryOp, CastOp, Op, Type, Value};

impl Lowerer<'_> {
    /// The bits of `values`, cut into lanes of `targets`.
    pub(super) fn bitcast(&mut self, values: Vec<Value>, targets: &[Type]) -> Lowering<Vec<Value>> {
        let types: Vec<Type> = values.iter().map(|value| self.function.type_of(*value)).collect();
        if types == targets {
            return Ok(values);
        }
        let total = |types: &[Type]| types.iter().map(|ty| ty.bits()).sum::<u32>();
        if total(&types) != total(targets) {
            return self.unsupported("damaged IR: bitcast between types of different widths");
        }
        let mut start = 0;
        let mut lanes = Vec::new();
        for target in targets {
            lanes.push(self.gather(&values, start, *target));
            start += target.bits();
        }
        Ok(lanes)
    }

    /// The lane of type `target` that starts at bit `start` of `values`.
    pub(super) fn gather(&mut self, values: &[Value], start: u32, target: Type) -> Value {
        let end = start + target.bits();
        let int = Type::Int(target.bits() as u8);
        let mut result = None;
        let mut at = 0;
        for value in values {
            let ty = self.function.type_of(*value);
            let (from, to) = (at, at + ty.bits());
            at = to;
            if to <= start || from >= end {
                continue;
            }
            let mut part = self.as_int(*value);
            if from < start {
                part = self.shift(BinaryOp::LShr, part, start - from);
            }
            part = self.resize(part, int);
            if from > start {
                part = self.shift(BinaryOp::Shl, part, from - start);
            }
            result = Some(match result {
                Some(before) => self.arith(BinaryOp::Or, before, part),
                None => part,
            });
        }
        let result = result.unwrap_or_else(|| self.bits(int, 0));
        match target {
            Type::Int(_) => result,
            Type::Ptr => self.emit_value(Op::Cast(CastOp::IntToPtr, result), target),
            _ => self.emit_value(Op::Cast(CastOp::Bitcast, result), target),
        }
    }

    fn as_int(&mut self, value: Value) -> Value {
        let ty = self.function.type_of(value);
        let int = Type::Int(ty.bits() as u8);
        match ty {
            Type::Int(_) => value,
            Type::Ptr => self.emit_value(Op::Cast(CastOp::PtrToInt, value), int),
            _ => self.emit_value(Op::Cast(CastOp::Bitcast, value), int),
        }
    }

    fn shift(&mut self, op: BinaryOp, value: Value, amount: u32) -> Value {
        let amount = self.bits(self.function.type_of(value), u128::from(amount));
        self.arith(op, value, amount)
    }
}
