//! What a run relies on without a branch: an index in bounds, a divisor that is not zero, a value that is this one.
//!
//! Each is a condition of the path with its opposites beside it ([`ImplicitCondition`]). The condition of a fault that ended the run is one as
//! well, the other way round: so the way past the fault is tried.

use super::{Concolic, ImplicitCondition, ImplicitKind, Shadow};
use std::sync::atomic::Ordering;
use trine_expr::{CompareOp, Term};
use trine_ir::{BinaryOp, Intrinsic};
use trine_machine::FaultKind;
use trine_machine::domain::Operand;

impl Concolic {
    pub(super) fn rely_on(&mut self, kind: ImplicitKind, constraint: Term) {
        let other = self.pool.not(constraint);
        self.rely_on_one_of(kind, constraint, vec![other]);
    }

    /// Of `constraint`, which holds in this run, and `others` exactly one holds for every input.
    pub(super) fn rely_on_one_of(&mut self, kind: ImplicitKind, constraint: Term, others: Vec<Term>) {
        if !self.pool.is_true(constraint) && !self.is_suspended() {
            let position = self.position.load(Ordering::Relaxed);
            self.implicit_conditions.push(ImplicitCondition { position, kind, constraint, others });
        }
    }

    /// The run has ended with a fault of this kind: adds the condition under which an operation faults, if it has one.
    /// Whether the path now says all that the fault depends on.
    pub fn ended_in(&mut self, fault: &FaultKind) -> bool {
        if self.is_over() {
            return false;
        }
        let [right, left] = self.relied_on;
        let depends = right.shadow != Shadow::NONE || left.shadow != Shadow::NONE;
        let width = [right, left].iter().find_map(|it| it.shadow.term()).map_or(0, |it| self.pool.width(it));
        match fault {
            // Nothing but the way there leads to these.
            FaultKind::Trap | FaultKind::Unreachable | FaultKind::Uncaught => true,
            FaultKind::DivisionByZero
            | FaultKind::DivisionOverflow
            | FaultKind::InvalidShift { .. }
            | FaultKind::ZeroCounted
                if !depends =>
            {
                true
            }
            FaultKind::DivisionByZero | FaultKind::ZeroCounted => {
                let (b, zero) = (self.lifted(right, width), self.pool.constant(0, width));
                let is_zero = self.pool.equal(b, zero);
                self.rely_on(ImplicitKind::Division, is_zero);
                true
            }
            FaultKind::DivisionOverflow => {
                let (a, b) = (self.lifted(left, width), self.lifted(right, width));
                self.rely_on_nonzero(b);
                let overflows = self.quotient_overflows(a, b);
                self.rely_on(ImplicitKind::Division, overflows);
                true
            }
            FaultKind::InvalidShift { .. } => {
                let (amount, limit) =
                    (self.lifted(right, width), self.pool.constant(u128::from(width), width));
                let fits = self.pool.compare(CompareOp::Ult, amount, limit);
                let exceeds = self.pool.not(fits);
                self.rely_on(ImplicitKind::Shift, exceeds);
                true
            }
            FaultKind::NullDereference { .. }
            | FaultKind::OutOfBounds { .. }
            | FaultKind::UseAfterFree { .. }
            | FaultKind::UseAfterReturn { .. }
            | FaultKind::InvalidPointer { .. }
            | FaultKind::WriteToConstant { .. } => self.is_explained,
            _ => false,
        }
    }

    /// One bit: the least number divided by -1.
    pub(super) fn quotient_overflows(&mut self, a: Term, b: Term) -> Term {
        let width = self.pool.width(b);
        let least = self.pool.constant(1 << (width - 1), width);
        let minus_one = self.pool.constant(u128::MAX, width);
        let (x, y) = (self.pool.equal(a, least), self.pool.equal(b, minus_one));
        self.pool.and(x, y)
    }

    /// The run relies on the value that `operand` has.
    pub(super) fn rely_on_value(&mut self, operand: Operand<Shadow>) {
        if let Some(term) = operand.shadow.term() {
            let width = self.pool.width(term);
            let value = self.pool.constant(operand.bits, width);
            let same = self.pool.equal(term, value);
            self.rely_on(ImplicitKind::Value, same);
        }
    }

    /// The signed result fits its type.
    pub(super) fn rely_on_fitting(&mut self, op: BinaryOp, a: Term, b: Term) {
        let intrinsic = match op {
            BinaryOp::Add => Intrinsic::SAddOverflow,
            BinaryOp::Sub => Intrinsic::SSubOverflow,
            BinaryOp::Mul => Intrinsic::SMulOverflow,
            _ => return,
        };
        match trine_lift::overflow(&mut self.pool, intrinsic, a, b) {
            Some(overflows) => {
                let fits = self.pool.not(overflows);
                self.rely_on(ImplicitKind::Overflow, fits);
            }
            // Products of more than 64 bits.
            None => self.imprecise = true,
        }
    }

    /// What is divided by, or counted zeros of, is not zero.
    pub(super) fn rely_on_nonzero(&mut self, value: Term) {
        let zero = self.pool.constant(0, self.pool.width(value));
        let is_zero = self.pool.equal(value, zero);
        let not_zero = self.pool.not(is_zero);
        self.rely_on(ImplicitKind::Division, not_zero);
    }

    /// Without these, the run would have ended in a fault.
    pub(super) fn rely_on_definedness(&mut self, op: BinaryOp, a: Term, b: Term) {
        let width = self.pool.width(b);
        match op {
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                let limit = self.pool.constant(u128::from(width), width);
                if !(width as u128).is_power_of_two() || width > 1 {
                    let fits = self.pool.compare(CompareOp::Ult, b, limit);
                    self.rely_on(ImplicitKind::Shift, fits);
                }
            }
            BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem => {
                self.rely_on_nonzero(b);
                if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) {
                    let overflows = self.quotient_overflows(a, b);
                    let fits = self.pool.not(overflows);
                    self.rely_on(ImplicitKind::Division, fits);
                }
            }
            BinaryOp::SDivWrap | BinaryOp::SRemWrap => self.rely_on_nonzero(b),
            _ => {}
        }
    }
}
