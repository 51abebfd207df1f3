//! What holds behind an operation that did nothing undefined.
//!
//! ```text
//! t = p->next;         p is not null
//! q = a / b;           b is not 0, and a / b is no overflow
//! r = 1u << n;         n is less than 32
//! x = table[i];        table + i lies in the table
//! ```
//!
//! A run that gets to the goal has passed these operations, and if nothing undefined happened on the way, these facts hold.
//! They are the faults of our machine, turned around: no run of ours gets past an operation without them, so a goal that
//! a run covers is never refuted by them. A volatile access says nothing: there may be a register at any address.
//!
//! Knows nothing of what a fact is good for.

use super::state::{State, Terms};
use super::trail::Fact;
use trine_expr::{BinaryOp as Arithmetic, CompareOp, Term};
use trine_ir::{BinaryOp, Callee, Function, Inst, Intrinsic, Op, Type, Value};

/// Whether signed overflow is a fault of the machine that covers goals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// It is.
    pub signed_overflow: bool,
}

impl Terms<'_> {
    /// What holds behind `inst`, which is executed in `state` next.
    pub(super) fn facts(
        &mut self,
        function: &Function,
        inst: &Inst,
        state: &State,
        faults: Faults,
    ) -> Vec<(Term, Fact)> {
        let mut facts = Vec::new();
        let line = inst.span.map(|span| span.start.line);
        let mut add = |term: Term, words: &'static str| facts.push((term, Fact { line, words }));
        match &inst.op {
            Op::Load { ptr, volatile: false } => {
                let bytes = function.type_of(inst.results[0]).bits().div_ceil(8);
                self.accessed(function, state, *ptr, u64::from(bytes), &mut add);
            }
            Op::Store { ptr, value, volatile: false } => {
                let bytes = function.type_of(*value).bits().div_ceil(8);
                self.accessed(function, state, *ptr, u64::from(bytes), &mut add);
            }
            Op::Intrinsic(Intrinsic::MemCopy | Intrinsic::MemMove, args) if args.len() == 3 => {
                if let Some(bytes) = self.constant_bytes(function, state, args[2]) {
                    self.accessed(function, state, args[0], bytes, &mut add);
                    self.accessed(function, state, args[1], bytes, &mut add);
                }
            }
            Op::Intrinsic(Intrinsic::MemSet, args) if args.len() == 3 => {
                if let Some(bytes) = self.constant_bytes(function, state, args[2]) {
                    self.accessed(function, state, args[0], bytes, &mut add);
                }
            }
            Op::Call { callee: Callee::Indirect(target, _), .. } => {
                let target = self.value(function, state, *target);
                add(self.is_not_zero(target), "the function pointer is not null, as it is called");
            }
            Op::Binary { op, no_signed_wrap, a, b } => {
                let (a, b) = (self.value(function, state, *a), self.value(function, state, *b));
                self.computed_without_fault(*op, a, b, &mut add);
                if *no_signed_wrap && faults.signed_overflow {
                    self.without_overflow(*op, a, b, &mut add);
                }
            }
            Op::Object(op, operands) if self.objects.is_some() => {
                let operands: Vec<Term> =
                    operands.iter().map(|&value| self.value(function, state, value)).collect();
                self.passed_object(*op, &operands, &mut add);
            }
            _ => {}
        }
        facts
    }

    /// Bytes that are accessed for certain.
    fn constant_bytes(&mut self, function: &Function, state: &State, length: Value) -> Option<u64> {
        let length = self.value(function, state, length);
        let bytes = self.pool.as_constant(length)?;
        u64::try_from(bytes).ok().filter(|&bytes| bytes > 0)
    }

    fn accessed(
        &mut self,
        function: &Function,
        state: &State,
        pointer: Value,
        bytes: u64,
        add: &mut impl FnMut(Term, &'static str),
    ) {
        let pointer = self.pointer(function, state, pointer);
        match pointer.size_bytes {
            None => add(self.is_not_zero(pointer.base), "the pointer is not null, as it is used"),
            Some(size) if self.pool.as_constant(pointer.offset).is_none() => {
                let Some(last) = size.checked_sub(bytes) else { return };
                let last = self.pool.constant(u128::from(last), Type::Ptr.bits());
                let beyond = self.pool.compare(CompareOp::Ult, last, pointer.offset);
                add(self.pool.not(beyond), "the access lies in its object");
            }
            Some(_) => {}
        }
    }

    pub(super) fn is_not_zero(&mut self, term: Term) -> Term {
        let zero = self.pool.constant(0, self.pool.width(term));
        let is_zero = self.pool.equal(term, zero);
        self.pool.not(is_zero)
    }

    fn computed_without_fault(
        &mut self,
        op: BinaryOp,
        a: Term,
        b: Term,
        add: &mut impl FnMut(Term, &'static str),
    ) {
        let width = self.pool.width(b);
        match op {
            BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDivWrap | BinaryOp::SRemWrap => {
                add(self.is_not_zero(b), "the divisor is not zero");
            }
            BinaryOp::SDiv | BinaryOp::SRem => {
                add(self.is_not_zero(b), "the divisor is not zero");
                let least = self.pool.constant(1 << (width - 1), width);
                let minus_one = self.pool.constant(u128::MAX >> (128 - width), width);
                let (is_least, by_minus_one) = (self.pool.equal(a, least), self.pool.equal(b, minus_one));
                let overflows = self.pool.and(is_least, by_minus_one);
                add(self.pool.not(overflows), "the quotient does not overflow");
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                let bits = self.pool.constant(u128::from(width), width);
                let fits = self.pool.compare(CompareOp::Ult, b, bits);
                add(fits, "the shift amount is less than the width");
            }
            _ => {}
        }
    }

    /// The result is that of twice the width.
    fn without_overflow(&mut self, op: BinaryOp, a: Term, b: Term, add: &mut impl FnMut(Term, &'static str)) {
        let op = match op {
            BinaryOp::Add => Arithmetic::Add,
            BinaryOp::Sub => Arithmetic::Sub,
            BinaryOp::Mul => Arithmetic::Mul,
            _ => return,
        };
        let width = self.pool.width(a);
        let wide = 2 * width;
        if wide > 128 {
            return;
        }
        let [a_wide, b_wide] = [a, b].map(|term| self.pool.sign_extend(term, wide));
        let narrow = self.pool.binary(op, a, b);
        let (exact, wrapped) = (self.pool.binary(op, a_wide, b_wide), self.pool.sign_extend(narrow, wide));
        add(self.pool.equal(exact, wrapped), "the signed result does not overflow");
    }
}
