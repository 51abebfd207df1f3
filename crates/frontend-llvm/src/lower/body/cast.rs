//! Conversions, lane by lane; addresses go through 64-bit integers.

use super::{Lowerer, Lowering};
use crate::ll::{self, Operand, TypeId};
use trine_ir::{CastOp, Op, Type, Value};

impl Lowerer<'_> {
    pub(super) fn cast(&mut self, op: ll::CastOp, operand: &Operand, to: TypeId) -> Lowering<Vec<Value>> {
        let values = self.operand(operand)?;
        let targets: Vec<Type> = self.lanes(to)?.iter().map(|lane| lane.ty).collect();
        if op == ll::CastOp::BitCast {
            return self.bitcast(values, &targets);
        }
        if self.is_wide(operand.ty) || self.is_wide(to) {
            return self.wide_cast(op, values, &targets);
        }
        if values.len() != targets.len() {
            return self.unsupported("damaged IR: conversion between unequal vectors");
        }
        let lanes = values.into_iter().zip(targets);
        Ok(lanes.map(|(value, to)| self.cast_lane(op, value, to)).collect())
    }

    fn cast_lane(&mut self, op: ll::CastOp, value: Value, to: Type) -> Value {
        use ll::CastOp as L;
        let op = match op {
            L::AddrSpaceCast | L::BitCast => return value,
            L::PtrToInt | L::PtrToAddr => {
                let address = self.emit_value(Op::Cast(CastOp::PtrToInt, value), Type::Int(64));
                return self.resize(address, to);
            }
            L::IntToPtr => {
                let address = self.resize(value, Type::Int(64));
                return self.emit_value(Op::Cast(CastOp::IntToPtr, address), to);
            }
            L::Trunc => CastOp::Trunc,
            L::ZExt => CastOp::ZExt,
            L::SExt => CastOp::SExt,
            L::FpTrunc => CastOp::FpTrunc,
            L::FpExt => CastOp::FpExt,
            L::FpToUi => CastOp::FpToUi,
            L::FpToSi => CastOp::FpToSi,
            L::UiToFp => CastOp::UiToFp,
            L::SiToFp => CastOp::SiToFp,
        };
        self.emit_value(Op::Cast(op, value), to)
    }
}
