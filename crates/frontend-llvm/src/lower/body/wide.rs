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
//! aggregate; shifts by constants and conversions move bits between limbs; sums, differences, products and
//! comparisons carry from limb to limb through integers of 128 bits. Not handled: division, shifts by variable
//! amounts, conversions to floats (`_BitInt(256)` needs them).
//! Cost: a few instructions per limb, for a product per pair of limbs.

use super::{Lowerer, Lowering};
use crate::ll::{self, Operand, TypeId};
use crate::lower::types;
use trine_ir::{BinaryOp, CastOp, IntPredicate, Op, Type, Value};

/// What holds the product of two limbs and two carries.
const DOUBLE: Type = Type::Int(128);
const LIMB: Type = Type::Int(64);

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
        if matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul) {
            return Ok(self.wide_arith(op, a, b));
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

    /// The sum, difference or product, as long as the operands are.
    fn wide_arith(&mut self, op: BinaryOp, a: Vec<Value>, b: Vec<Value>) -> Vec<Value> {
        let targets: Vec<Type> = a.iter().map(|limb| self.function.type_of(*limb)).collect();
        let widen = |this: &mut Self, limbs: Vec<Value>| -> Vec<Value> {
            limbs.into_iter().map(|limb| this.resize(limb, DOUBLE)).collect()
        };
        let (a, b) = (widen(self, a), widen(self, b));
        let limbs = match op {
            BinaryOp::Mul => self.product(&a, &b),
            _ => self.sum(&a, &b, op == BinaryOp::Sub),
        };
        let parts = limbs.into_iter().zip(targets);
        parts.map(|(limb, ty)| self.resize(limb, ty)).collect()
    }

    /// `a + b`, or `a - b` as `a + !b + 1`; limbs in 128 bits each.
    fn sum(&mut self, a: &[Value], b: &[Value], subtracts: bool) -> Vec<Value> {
        let mut carry = self.bits(DOUBLE, u128::from(subtracts));
        let all = self.bits(DOUBLE, u128::from(u64::MAX));
        let mut limbs = Vec::new();
        for (&a, &b) in a.iter().zip(b) {
            let b = if subtracts { self.arith(BinaryOp::Xor, b, all) } else { b };
            let sum = self.arith(BinaryOp::Add, a, b);
            let sum = self.arith(BinaryOp::Add, sum, carry);
            let (low, high) = self.halves(sum);
            limbs.push(low);
            carry = high;
        }
        limbs
    }

    /// The lower limbs of a product, limb by limb; limbs in 128 bits each.
    fn product(&mut self, a: &[Value], b: &[Value]) -> Vec<Value> {
        let zero = self.bits(DOUBLE, 0);
        let mut limbs = vec![zero; a.len()];
        for (i, &a) in a.iter().enumerate() {
            let mut carry = zero;
            for (j, &b) in b.iter().take(limbs.len() - i).enumerate() {
                // At most (2^64 - 1)^2 + 2 (2^64 - 1), which is 2^128 - 1.
                let product = self.arith(BinaryOp::Mul, a, b);
                let sum = self.arith(BinaryOp::Add, product, limbs[i + j]);
                let sum = self.arith(BinaryOp::Add, sum, carry);
                (limbs[i + j], carry) = self.halves(sum);
            }
        }
        limbs
    }

    /// The lower and the upper 64 bits, in 128 bits each.
    fn halves(&mut self, value: Value) -> (Value, Value) {
        let low = self.resize(value, LIMB);
        let low = self.resize(low, DOUBLE);
        let by = self.bits(DOUBLE, 64);
        (low, self.arith(BinaryOp::LShr, value, by))
    }

    /// `a predicate b`: the highest limbs that differ decide.
    pub(super) fn wide_compare(
        &mut self,
        predicate: IntPredicate,
        lhs: &Operand,
        rhs: &ll::Value,
    ) -> Lowering<Vec<Value>> {
        use IntPredicate as P;
        let (a, b) = (self.operand(lhs)?, self.value(lhs.ty, rhs)?);
        // Lower limbs have no sign.
        let (strict, below) = match predicate {
            P::Ugt | P::Uge => (P::Ugt, P::Ugt),
            P::Ult | P::Ule => (P::Ult, P::Ult),
            P::Sgt | P::Sge => (P::Sgt, P::Ugt),
            P::Slt | P::Sle => (P::Slt, P::Ult),
            P::Eq | P::Ne => (P::Ne, P::Ne),
        };
        let of_equal = matches!(predicate, P::Eq | P::Uge | P::Ule | P::Sge | P::Sle);
        let mut holds = self.bits(Type::BOOL, u128::from(of_equal));
        let last = a.len().saturating_sub(1);
        for (position, (&a, &b)) in a.iter().zip(&b).enumerate() {
            let differ = self.compare(P::Ne, a, b);
            let decided = match predicate {
                P::Eq => self.bits(Type::BOOL, 0),
                P::Ne => self.bits(Type::BOOL, 1),
                _ => self.compare(if position == last { strict } else { below }, a, b),
            };
            holds = self.select_value(differ, decided, holds);
        }
        Ok(vec![holds])
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
