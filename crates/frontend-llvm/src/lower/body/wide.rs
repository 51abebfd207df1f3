//! Integers of more than 128 bits, as limbs.
//!
//! clang reads and writes bit-fields through one integer as wide as the whole run of fields, up to
//! several hundred bits in packed structs. Such an integer is lanes of 64 bits, the lowest first, the
//! last one with what is left:
//!
//! ```text
//!  i168   | limb 0: i64 at byte 0 | limb 1: i64 at byte 8 | limb 2: i40 at byte 16 |
//! ```
//!
//! Loads, stores, phis, selections and bitwise operators work lane by lane like those of any
//! aggregate; shifts by constants and conversions move bits between limbs. Not handled: arithmetic,
//! comparison, shifts by variable amounts, conversions to floats (`_BitInt(256)` needs them).
//! Cost: a few instructions per limb.

use super::{Lowerer, Lowering};
use crate::ll::{self, Operand, TypeId};
use crate::lower::types;
use trine_ir::{BinaryOp, CastOp, Op, Type, Value};

impl Lowerer<'_> {
    /// Whether values of the type are split into limbs.
    pub(super) fn is_wide(&self, ty: TypeId) -> bool {
        matches!(types::resolved(self.module, ty), ll::Type::Int(129..))
    }

    /// A binary operation on limbs.
    pub(super) fn wide_binary(
        &mut self,
        op: BinaryOp,
        lhs: &Operand,
        rhs: &ll::Value,
    ) -> Lowering<Vec<Value>> {
        let (a, b) = (self.operand(lhs)?, self.value(lhs.ty, rhs)?);
        let total = self.bits_of(&a);
        if matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor) {
            return Ok(a.into_iter().zip(b).map(|(a, b)| self.arith(op, a, b)).collect());
        }
        if !matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr) {
            return self.unsupported(format!("arithmetic on integers of {total} bits"));
        }
        let amount = b.first().and_then(|limb| self.function.constant_bits(*limb));
        match amount.and_then(|amount| u32::try_from(amount).ok()).filter(|amount| *amount < total) {
            Some(amount) => Ok(self.wide_shift(op, a, amount)),
            None => self.unsupported(format!("shift of an integer of {total} bits by a variable amount")),
        }
    }

    /// `limbs` shifted by `amount`, less than their width.
    fn wide_shift(&mut self, op: BinaryOp, mut limbs: Vec<Value>, amount: u32) -> Vec<Value> {
        let targets: Vec<Type> = limbs.iter().map(|limb| self.function.type_of(*limb)).collect();
        if op == BinaryOp::Shl {
            let mut widened = self.zeros(amount);
            widened.append(&mut limbs);
            return self.cut(&widened, 0, &targets);
        }
        let fill = if op == BinaryOp::AShr { self.signs(&limbs, amount) } else { self.zeros(amount) };
        limbs.extend(fill);
        self.cut(&limbs, amount, &targets)
    }

    /// A conversion from or to limbs.
    pub(super) fn wide_cast(
        &mut self,
        op: ll::CastOp,
        mut values: Vec<Value>,
        targets: &[Type],
    ) -> Lowering<Vec<Value>> {
        let (from, to) = (self.bits_of(&values), targets.iter().map(|ty| ty.bits()).sum::<u32>());
        let fill = match op {
            ll::CastOp::Trunc => Vec::new(),
            ll::CastOp::ZExt => self.zeros(to.saturating_sub(from)),
            ll::CastOp::SExt => self.signs(&values, to.saturating_sub(from)),
            _ => return self.unsupported(format!("conversion of an integer of {} bits", from.max(to))),
        };
        values.extend(fill);
        Ok(self.cut(&values, 0, targets))
    }

    fn bits_of(&self, values: &[Value]) -> u32 {
        values.iter().map(|value| self.function.type_of(*value).bits()).sum()
    }

    /// Lanes of `targets` from bit `start` of `values` on.
    fn cut(&mut self, values: &[Value], mut start: u32, targets: &[Type]) -> Vec<Value> {
        let mut lanes = Vec::new();
        for target in targets {
            lanes.push(self.gather(values, start, *target));
            start += target.bits();
        }
        lanes
    }

    /// `bits` zero bits.
    fn zeros(&mut self, bits: u32) -> Vec<Value> {
        widths(bits).map(|ty| self.bits(ty, 0)).collect()
    }

    /// `bits` copies of the highest bit of `values`.
    fn signs(&mut self, values: &[Value], bits: u32) -> Vec<Value> {
        let Some(&last) = values.last() else { return Vec::new() };
        let ty = self.function.type_of(last);
        let highest = self.bits(ty, u128::from(ty.bits() - 1));
        let sign = self
            .emit_value(Op::Binary { op: BinaryOp::AShr, no_signed_wrap: false, a: last, b: highest }, ty);
        widths(bits).map(|ty| self.resize_with(sign, ty, CastOp::SExt)).collect()
    }
}

/// Limbs that make up `bits` bits.
fn widths(bits: u32) -> impl Iterator<Item = Type> {
    let rest = bits % 64;
    (0..bits / 64).map(|_| Type::Int(64)).chain((rest > 0).then_some(Type::Int(rest as u8)))
}
