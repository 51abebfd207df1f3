//! How far a condition is from holding, read off the values of its terms: the branch distance (Korel, "Automated Software
//! Test Data Generation", 1990, section 3; Tracey, Clark, Mander and McDermid, "An automated framework for structural
//! test-data generation", 1998, table 1).
//!
//! | condition | distance, where it does not hold |
//! |---|---|
//! | p ∧ q, p ∨ q | sum, minimum |
//! | if c then p else q | the nearer of `c ∧ p` and `¬c ∧ q` |
//! | a comparison | by the [`Metric`], of the values of its operands |
//! | a comparison of a choice, `(if c then a else b) = k` | the nearer of it, `c ∧ a = k` and `¬c ∧ b = k` |
//! | the sign of a number | by the metric |
//! | any other bit | K |
//!
//! Law: 0 exactly when the condition holds, if the metric gives no 0; finite, ≥ 0.
//!
//! Who measures the same conditions again and again in a running machine compiles them instead (`enhanced/measure.rs` of
//! the search). Cost: a visit of each term of the condition that does not hold; of choices, a bounded number.

use crate::condition::{Condition, Literal};
use crate::evaluate::compare;
use crate::node::{CompareOp, FloatCompareOp, Format, Node, Term};
use crate::pool::TermPool;
use crate::tape::Tape;

/// What a bit costs that nothing is known of.
pub const K: f64 = 1.0;

/// How far a comparison that does not hold is from holding: finite and > 0.
pub trait Metric {
    /// Choices that one condition is distributed over; those beyond are bits and numbers like others.
    const CHOICES: u32;

    /// Of `a op b` from being `wanted`, integers of `width` bits.
    fn compare(&self, op: CompareOp, width: u32, operands: [u128; 2], wanted: bool) -> f64;

    /// Of `a op b` from being `wanted`, floats.
    fn float_compare(&self, op: FloatCompareOp, format: Format, operands: [u128; 2], wanted: bool) -> f64;

    /// Of `number < 0` from being `wanted`.
    fn sign(&self, width: u32, number: u128, wanted: bool) -> f64;
}

/// The distance of `literal` from holding, by the values of the last evaluation of `tape`, of which it is a part.
pub fn distance<M: Metric>(pool: &TermPool, tape: &Tape<'_>, metric: &M, literal: Literal) -> f64 {
    Reader { pool, tape, metric, choices: M::CHOICES }.of(literal)
}

struct Reader<'r, 'p, M> {
    pool: &'r TermPool,
    tape: &'r Tape<'p>,
    metric: &'r M,
    choices: u32,
}

impl<M: Metric> Reader<'_, '_, M> {
    fn of(&mut self, (term, wanted): Literal) -> f64 {
        if (self.tape.value(term) == 1) == wanted {
            return 0.0;
        }
        match self.pool.condition((term, wanted)) {
            Condition::All(a, b) => sum(self.of(a), self.of(b)),
            Condition::Any(a, b) => self.of(a).min(self.of(b)),
            Condition::Choice(c, a, b) if self.may_choose() => {
                let then = sum(self.of((c, true)), self.of(a));
                then.min(sum(self.of((c, false)), self.of(b)))
            }
            Condition::Compare(op, a, b, wanted) => self.compared(op, a, b, wanted),
            Condition::FloatCompare(op, format, a, b, wanted) => {
                self.metric.float_compare(op, format, self.values([a, b]), wanted)
            }
            Condition::Bit(a, low, wanted) if u32::from(low) + 1 == self.pool.width(a) => {
                self.metric.sign(self.pool.width(a), self.tape.value(a), wanted)
            }
            _ => K,
        }
    }

    fn may_choose(&mut self) -> bool {
        let may = self.choices > 0;
        self.choices = self.choices.saturating_sub(1);
        may
    }

    /// The distance of a comparison that does not hold.
    fn compared(&mut self, op: CompareOp, a: Term, b: Term, wanted: bool) -> f64 {
        let width = self.pool.width(a);
        let mut best = self.metric.compare(op, width, self.values([a, b]), wanted);
        for (choice, other, is_left) in [(a, b, true), (b, a, false)] {
            let Node::Ite(c, yes, no) = self.pool.node(choice) else { continue };
            if !self.may_choose() {
                continue;
            }
            for (arm, taken) in [(yes, true), (no, false)] {
                let decided = self.of((c, taken));
                if decided == 0.0 {
                    continue;
                }
                let values = self.values(if is_left { [arm, other] } else { [other, arm] });
                let holds = compare(op, width, values[0], values[1]) == wanted;
                let rest = if holds { 0.0 } else { self.metric.compare(op, width, values, wanted) };
                best = best.min(sum(decided, rest));
            }
        }
        best
    }

    fn values(&self, terms: [Term; 2]) -> [u128; 2] {
        terms.map(|term| self.tape.value(term))
    }
}

fn sum(a: f64, b: f64) -> f64 {
    (a + b).min(f64::MAX)
}
