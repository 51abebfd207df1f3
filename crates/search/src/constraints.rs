//! How far an input is from satisfying the constraints of a path: terms over the inputs, evaluated without running
//! the program.
//!
//! Sofokleous, Andreou and Kourras, "Symbolic execution for dynamic, evolutionary test data generation" (ICEIS
//! 2009), equations 2 and 3. **Deviation:** the paper prints the minimum for `A && B` and the sum for `A || B`; of
//! *distances* that is reversed, as a conjunction would count as satisfied when one side is. Here:
//!
//! | constraint | distance |
//! |---|---|
//! | A && B, A \|\| B | sum, minimum |
//! | a comparison | that of [`crate::distance`] on the values of its operands |
//! | a comparison of a choice `c ? x : y` | the nearer of: c and the comparison of x; not c and that of y |
//! | any other bit | 0 or K |
//!
//! The same reading of terms as in the enhanced fitness (`enhanced/measure.rs`), which compiles for 64-bit
//! registers of a running machine; this one is for terms of any width and has no machine.
//!
//! Law: 0 exactly when the constraint holds.
//!
//! Cost: one pass over the graph of the terms.

use crate::distance::{K, float, int};
use trine_expr::{
    Assignment, BinaryOp, CompareOp, FloatCompareOp, Format, Node, Tape, Term, TermPool, UnaryOp,
};
use trine_ir::{FloatPredicate, IntPredicate};

/// Choices that one constraint is distributed over.
const MOST_CHOICES: u32 = 12;

/// The constraints of one path, ready to be measured again and again.
#[derive(Debug)]
pub struct ConstraintSet<'p> {
    pool: &'p TermPool,
    constraints: Vec<Term>,
    tape: Tape<'p>,
}

impl<'p> ConstraintSet<'p> {
    /// The set of `constraints`, terms of one bit.
    #[must_use]
    pub fn new(pool: &'p TermPool, constraints: &[Term]) -> Self {
        Self { pool, constraints: constraints.to_vec(), tape: Tape::new(pool, constraints) }
    }

    /// Whether all constraints hold.
    pub fn holds(&mut self, inputs: &Assignment) -> bool {
        self.tape.evaluate(inputs).iter().all(|&bit| bit == 1)
    }

    /// The distance of each constraint; finite, ≥ 0, and 0 exactly when it holds.
    pub fn distances(&mut self, inputs: &Assignment) -> impl Iterator<Item = f64> + '_ {
        self.tape.evaluate(inputs);
        let measure = |&term: &Term| {
            Measure { pool: self.pool, tape: &self.tape, choices: MOST_CHOICES }.of(term, true)
        };
        self.constraints.iter().map(measure)
    }
}

/// Reads the distance of one constraint off the values of its terms.
struct Measure<'m, 'p> {
    pool: &'p TermPool,
    tape: &'m Tape<'p>,
    choices: u32,
}

impl Measure<'_, '_> {
    fn of(&mut self, term: Term, wanted: bool) -> f64 {
        if (self.tape.value(term) == 1) == wanted {
            return 0.0;
        }
        match self.pool.node(term) {
            Node::Unary(UnaryOp::Not, a) => self.of(a, !wanted),
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                let (a, b) = (self.of(a, wanted), self.of(b, wanted));
                if (op == BinaryOp::And) == wanted { sum(a, b) } else { a.min(b) }
            }
            Node::Ite(c, a, b) if self.may_choose() => {
                let then = sum(self.of(c, true), self.of(a, wanted));
                then.min(sum(self.of(c, false), self.of(b, wanted)))
            }
            Node::Compare(op, a, b) => {
                let predicate = match op {
                    CompareOp::Eq => IntPredicate::Eq,
                    CompareOp::Ult => IntPredicate::Ult,
                    CompareOp::Slt => IntPredicate::Slt,
                };
                let predicate = if wanted { predicate } else { int::negated(predicate) };
                self.compared(predicate, a, b)
            }
            Node::FloatCompare(op, format, a, b) => self.float(op, format, a, b, wanted),
            Node::Extract(a, low) if u32::from(low) + 1 == self.pool.width(a) => {
                // The sign of a number.
                let predicate = if wanted { IntPredicate::Slt } else { IntPredicate::Sge };
                int::to_hold(predicate, self.pool.width(a), self.tape.value(a), 0)
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
    fn compared(&mut self, predicate: IntPredicate, a: Term, b: Term) -> f64 {
        let mut best = int::to_hold(predicate, self.pool.width(a), self.tape.value(a), self.tape.value(b));
        for (choice, other, is_left) in [(a, b, true), (b, a, false)] {
            let Node::Ite(c, yes, no) = self.pool.node(choice) else { continue };
            if !self.may_choose() {
                continue;
            }
            for (arm, taken) in [(yes, true), (no, false)] {
                let (x, y) = if is_left { (arm, other) } else { (other, arm) };
                let decided = self.of(c, taken);
                if decided == 0.0 {
                    continue;
                }
                let (width, values) = (self.pool.width(x), [x, y].map(|term| self.tape.value(term)));
                let rest = match int::holds(predicate, width, values[0], values[1]) {
                    true => 0.0,
                    false => int::to_hold(predicate, width, values[0], values[1]),
                };
                best = best.min(sum(decided, rest));
            }
        }
        best
    }

    fn float(&self, op: FloatCompareOp, format: Format, a: Term, b: Term, wanted: bool) -> f64 {
        let predicate = match op {
            FloatCompareOp::Eq => FloatPredicate::Oeq,
            FloatCompareOp::Lt => FloatPredicate::Olt,
            FloatCompareOp::Le => FloatPredicate::Ole,
            FloatCompareOp::Unordered => FloatPredicate::Uno,
        };
        let predicate = if wanted { predicate } else { float::negated(predicate) };
        let value = |term: Term| trine_expr::float::to_f64(format, self.tape.value(term));
        // Operands that print alike may still differ as floats of their format: never 0 for what does not hold.
        float::to_hold(predicate, value(a), value(b)).max(f64::MIN_POSITIVE)
    }
}

fn sum(a: f64, b: f64) -> f64 {
    (a + b).min(f64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(pool: &TermPool, constraint: Term, values: &[(Term, u128)]) -> f64 {
        let mut inputs = Assignment::new();
        for &(term, bits) in values {
            inputs.set(pool.variables_of(&[term])[0], bits);
        }
        let mut set = ConstraintSet::new(pool, &[constraint]);
        let distance = set.distances(&inputs).next().expect("one constraint");
        assert_eq!(distance == 0.0, set.holds(&inputs), "0 exactly when it holds");
        distance
    }

    #[test]
    fn a_conjunction_sums_and_a_disjunction_takes_the_nearer() {
        let mut pool = TermPool::new();
        let (x, y) = (pool.variable("x", 8), pool.variable("y", 8));
        let (ten, twenty) = (pool.constant(10, 8), pool.constant(20, 8));
        let (a, b) = (pool.equal(x, ten), pool.equal(y, twenty));
        let (both, either) = (pool.and(a, b), pool.or(a, b));
        let at = [(x, 13), (y, 21)];
        assert_eq!(distance(&pool, both, &at), 3.0 + K + 1.0 + K);
        assert_eq!(distance(&pool, either, &at), 1.0 + K);
        assert_eq!(distance(&pool, both, &[(x, 10), (y, 20)]), 0.0);
    }

    #[test]
    fn distances_are_0_exactly_when_constraints_hold() {
        let mut pool = TermPool::new();
        let (x, y) = (pool.variable("x", 3), pool.variable("y", 3));
        let less = pool.compare(CompareOp::Slt, x, y);
        let below = pool.compare(CompareOp::Ult, y, x);
        let choice = pool.ite(less, x, y);
        let five = pool.constant(5, 3);
        let least = pool.equal(choice, five);
        let negative = pool.extract(x, 2, 1);
        let not_below = pool.not(below);
        for constraint in [less, below, least, negative, not_below] {
            for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
                distance(&pool, constraint, &[(x, a), (y, b)]);
            }
        }
    }
}
