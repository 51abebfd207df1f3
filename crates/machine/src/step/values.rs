//! The fast operations that compute a register from registers.

use super::arith::{self, narrow};
use super::session::RunContext;
use super::{Frame, cast, float};
use crate::code::op::{FloatTest, IntTest, Slot};
use crate::domain::{Binary, Cast, Domain, FloatCompare, IntCompare, Operand, Select};
use crate::fault::Stop;
use crate::observer::Observer;
use trine_ir::{BinaryOp, CastOp, Type};

impl<D: Domain, O: Observer<D>> RunContext<'_, D, O> {
    /// `dst = op(a, b)` on integers: of the registers `[dst, a, b]`.
    #[inline(always)]
    pub fn int_binary(
        &mut self,
        frame: &mut Frame,
        op: BinaryOp,
        [dst, a, b]: [Slot; 3],
        width: u8,
    ) -> Result<(), Stop> {
        let right = self.operand(frame, b);
        match self.int_binary_with(frame, op, dst, a, frame_at(frame, b), right, width) {
            Some(()) => Ok(()),
            None => Err(Stop::Fault(arith::fault(op, u32::from(width), u128::from(frame_at(frame, b))))),
        }
    }

    /// `dst = a + imm`.
    #[inline(always)]
    pub fn add_immediate(&mut self, frame: &mut Frame, dst: Slot, a: Slot, imm: i32, width: u8) {
        // Bits above the width do no harm to a sum, which is cut to it.
        let b = i64::from(imm) as u64;
        let right = if D::TRACKS { b & narrow::mask(u32::from(width)) } else { b };
        self.int_binary_with(frame, BinaryOp::Add, dst, a, b, Self::immediate(right), width);
    }

    #[inline(always)]
    #[allow(clippy::too_many_arguments)] // inlined into each arm with constants
    fn int_binary_with(
        &mut self,
        frame: &mut Frame,
        op: BinaryOp,
        dst: Slot,
        a: Slot,
        b: u64,
        right: Operand<D::Shadow>,
        width: u8,
    ) -> Option<()> {
        let Some(result) = narrow::binary(op, u32::from(width), frame_at(frame, a), b) else {
            if D::TRACKS {
                self.domain.relies_on(&[right, self.operand(frame, a)]);
            }
            return None;
        };
        if D::TRACKS {
            let left = self.operand(frame, a);
            let (ty, result) = (Type::Int(width), u128::from(result));
            let event = Binary { op, ty, a: left, b: right, result, overflow_faults: false };
            let shadow = self.domain.binary(&event);
            self.set_shadow(dst, shadow);
        }
        frame[dst as usize] = result;
        Some(())
    }

    /// `dst = op(a, b)` on `f32` or `f64`.
    #[inline(always)]
    pub fn float_binary(&mut self, frame: &mut Frame, op: BinaryOp, [dst, a, b]: [Slot; 3], single: bool) {
        let (x, y) = (frame_at(frame, a), frame_at(frame, b));
        let result = if single { float::single(op, x, y) } else { float::double(op, x, y) };
        if D::TRACKS {
            let ty = if single { Type::F32 } else { Type::F64 };
            let (a, b) = (self.operand(frame, a), self.operand(frame, b));
            let event = Binary { op, ty, a, b, result: u128::from(result), overflow_faults: false };
            let shadow = self.domain.binary(&event);
            self.set_shadow(dst, shadow);
        }
        frame[dst as usize] = result;
    }

    /// The outcome of an integer comparison (0 if it holds, otherwise 1) with its shadow.
    #[inline(always)]
    pub fn int_test(
        &mut self,
        test: IntTest,
        a: Operand<D::Shadow>,
        b: Operand<D::Shadow>,
    ) -> (u32, D::Shadow) {
        let outcome = test.outcome(a.bits as u64, b.bits as u64);
        let mut shadow = D::Shadow::default();
        if D::TRACKS {
            let (predicate, width) = (test.predicate(), u32::from(test.width));
            shadow = self.domain.int_compare(&IntCompare { predicate, width, a, b, result: outcome == 0 });
        }
        (outcome, shadow)
    }

    /// The result of a comparison of `f32` or `f64` with its shadow.
    #[inline(always)]
    pub fn float_test(
        &mut self,
        test: FloatTest,
        a: Operand<D::Shadow>,
        b: Operand<D::Shadow>,
    ) -> (bool, D::Shadow) {
        let (x, y) = (test.value(a.bits as u64), test.value(b.bits as u64));
        let result = float::holds(test.predicate, x.partial_cmp(&y));
        let mut shadow = D::Shadow::default();
        if D::TRACKS {
            let ty = if test.single { Type::F32 } else { Type::F64 };
            let event = FloatCompare { predicate: test.predicate, ty, a, b, result };
            shadow = self.domain.float_compare(&event);
        }
        (result, shadow)
    }

    /// `dst` = whether a comparison of integers holds.
    #[inline(always)]
    pub fn compare_int(&mut self, frame: &mut Frame, dst: Slot, test: IntTest, a: Slot, b: Slot) {
        let (a, b) = (self.operand(frame, a), self.operand(frame, b));
        let (outcome, shadow) = self.int_test(test, a, b);
        frame[dst as usize] = u64::from(outcome ^ 1);
        self.set_shadow(dst, shadow);
    }

    /// `dst` = whether a comparison of `f32` or `f64` holds.
    #[inline(always)]
    pub fn compare_float(&mut self, frame: &mut Frame, dst: Slot, test: FloatTest, a: Slot, b: Slot) {
        let (a, b) = (self.operand(frame, a), self.operand(frame, b));
        let (result, shadow) = self.float_test(test, a, b);
        frame[dst as usize] = u64::from(result);
        self.set_shadow(dst, shadow);
    }

    /// `dst = cond ? then : otherwise`.
    #[inline(always)]
    pub fn select(&mut self, frame: &mut Frame, dst: Slot, [cond, then, otherwise]: [Slot; 3]) {
        let chosen = if frame_at(frame, cond) != 0 { then } else { otherwise };
        if D::TRACKS {
            let event = Select {
                cond: self.operand(frame, cond),
                then: self.operand(frame, then),
                otherwise: self.operand(frame, otherwise),
            };
            let shadow = self.domain.select(&event);
            self.set_shadow(dst, shadow);
        }
        frame[dst as usize] = frame_at(frame, chosen);
    }

    /// `dst` = integer `src` extended or cut.
    #[inline(always)]
    pub fn resize(&mut self, frame: &mut Frame, op: CastOp, dst: Slot, src: Slot, from: u8, to: u8) {
        let value = frame_at(frame, src);
        let result = match op {
            CastOp::SExt => narrow::signed(value, u32::from(from)) as u64 & narrow::mask(u32::from(to)),
            CastOp::Trunc => value & narrow::mask(u32::from(to)),
            _ => value,
        };
        self.cast_shadow(frame, op, dst, src, [Type::Int(from), Type::Int(to)], result);
        frame[dst as usize] = result;
    }

    /// Any other conversion between values of one slot.
    #[inline]
    pub fn other_cast(&mut self, frame: &mut Frame, op: CastOp, dst: Slot, src: Slot, from: Type, to: Type) {
        let result = cast::cast(op, from, to, u128::from(frame_at(frame, src))) as u64;
        self.cast_shadow(frame, op, dst, src, [from, to], result);
        frame[dst as usize] = result;
    }

    #[inline(always)]
    fn cast_shadow(
        &mut self,
        frame: &Frame,
        op: CastOp,
        dst: Slot,
        src: Slot,
        [from, to]: [Type; 2],
        result: u64,
    ) {
        if D::TRACKS {
            let value = self.operand(frame, src);
            let shadow = self.domain.cast(&Cast { op, from, to, value, result: u128::from(result) });
            self.set_shadow(dst, shadow);
        }
    }

    /// `dst = src`, then `dst2 = src2`.
    #[inline(always)]
    pub fn copy_two(&mut self, frame: &mut Frame, [dst, src, dst2, src2]: [Slot; 4]) {
        self.copy(frame, dst, src);
        self.copy(frame, dst2, src2);
    }

    /// `dst = src`.
    #[inline(always)]
    pub fn copy(&mut self, frame: &mut Frame, dst: Slot, src: Slot) {
        frame[dst as usize] = frame[src as usize];
        self.set_shadow(dst, self.shadow(src));
    }
}

impl FloatTest {
    /// The number with these bits; exact.
    #[inline(always)]
    pub fn value(self, bits: u64) -> f64 {
        if self.single { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) }
    }
}

#[inline(always)]
fn frame_at(frame: &Frame, slot: Slot) -> u64 {
    frame[slot as usize]
}
