//! How far an input is from satisfying the constraints of a path: terms over the inputs, evaluated without running
//! the program.
//!
//! Sofokleous, Andreou and Kourras, "Symbolic execution for dynamic, evolutionary test data generation" (ICEIS
//! 2009), equations 2 and 3. **Deviation:** the paper prints the minimum for `A && B` and the sum for `A || B`; of
//! *distances* that is reversed, as a conjunction would count as satisfied when one side is. Here the distance is that
//! of [`trine_expr::distance`] with the comparisons of [`crate::distance`].
//!
//! Law: 0 exactly when the constraint holds.
//!
//! Cost: one pass over the graph of the terms.

use crate::distance::terms::BranchDistance;
use trine_expr::distance::distance;
use trine_expr::{Assignment, Tape, Term, TermPool};

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
        let measure = |&term: &Term| distance(self.pool, &self.tape, &BranchDistance, (term, true));
        self.constraints.iter().map(measure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::K;
    use trine_expr::CompareOp;

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
