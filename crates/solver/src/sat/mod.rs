//! Propositional satisfiability: the one thing that others do for us.
//!
//! A small trait over two solvers: CaDiCaL (C++, the default) and batsat (pure Rust). Clauses are added once,
//! queries are asked under assumptions.

mod pure_rust;
#[cfg(feature = "cadical")]
mod with_cadical;

pub use pure_rust::PureRust;
#[cfg(feature = "cadical")]
pub use with_cadical::Cadical;

use std::ops::Not;
use std::time::Instant;

/// A propositional variable, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(u32);

impl Literal {
    /// The literal that is always true: variable 0, which every circuit asserts first.
    pub const TRUE: Literal = Literal(0);
    /// The literal that is always false.
    pub const FALSE: Literal = Literal(1);

    /// The positive literal of variable `index`.
    #[must_use]
    pub fn positive(index: u32) -> Self {
        Self(index << 1)
    }

    /// The variable.
    #[must_use]
    pub fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is a negation.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// Whether it is one of the two constants.
    #[must_use]
    pub fn is_constant(self) -> bool {
        self.0 < 2
    }

    /// The constant literal for `value`.
    #[must_use]
    pub fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// When to give up.
#[derive(Clone, Copy, Debug, Default)]
pub struct SatLimits {
    /// Conflicts of one query; deterministic.
    pub conflicts: Option<u32>,
    /// Steps of one query, in the unit of [`SatSolver::steps`]; deterministic.
    pub steps: Option<u64>,
    /// A point in time; not deterministic.
    pub deadline: Option<Instant>,
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SatAnswer {
    /// There is a model: ask for the values of literals.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// The limit of conflicts was reached.
    ConflictLimit,
    /// The limit of steps was reached.
    StepLimit,
    /// The deadline passed.
    TimedOut,
}

/// A solver of clauses.
pub trait SatSolver {
    /// A new variable, as its positive literal. The first one is [`Literal::TRUE`].
    fn new_literal(&mut self) -> Literal;
    /// Adds a clause.
    fn add_clause(&mut self, clause: &[Literal]);
    /// Looks for a model in which all of `assumptions` hold.
    fn solve(&mut self, assumptions: &[Literal], limits: SatLimits) -> SatAnswer;
    /// Steps of the last query: what the solver does between two looks at whether it is to stop, some ten decisions
    /// or conflicts with all that follows from them. The same for the same queries.
    fn steps(&self) -> u64;
    /// The value of `literal` in the model found last.
    fn value(&self, literal: Literal) -> bool;
}

/// The default solver.
#[must_use]
pub fn default_solver() -> Box<dyn SatSolver> {
    #[cfg(feature = "cadical")]
    return Box::new(Cadical::new());
    #[cfg(not(feature = "cadical"))]
    return Box::new(PureRust::new());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solvers() -> Vec<Box<dyn SatSolver>> {
        vec![default_solver(), Box::new(PureRust::new())]
    }

    #[test]
    fn both_solvers_answer_under_assumptions() {
        for mut solver in solvers() {
            let top = solver.new_literal();
            solver.add_clause(&[top]);
            let (a, b) = (solver.new_literal(), solver.new_literal());
            solver.add_clause(&[a, b]);
            solver.add_clause(&[!a, b]);
            assert_eq!(solver.solve(&[], SatLimits::default()), SatAnswer::Satisfiable);
            assert!(solver.value(b) && !solver.value(!b));
            assert_eq!(solver.solve(&[!b], SatLimits::default()), SatAnswer::Unsatisfiable);
            assert_eq!(solver.solve(&[b, !a], SatLimits::default()), SatAnswer::Satisfiable);
            assert!(!solver.value(a));
        }
    }

    #[test]
    fn a_limit_of_conflicts_is_not_a_refutation() {
        // Nine pigeons in eight holes: easy to state, hard to refute by clauses.
        for mut solver in solvers() {
            let top = solver.new_literal();
            solver.add_clause(&[top]);
            let holes: Vec<Vec<_>> = (0..9).map(|_| (0..8).map(|_| solver.new_literal()).collect()).collect();
            for pigeon in &holes {
                solver.add_clause(pigeon);
            }
            for (first, pigeon) in holes.iter().enumerate() {
                for other in &holes[..first] {
                    for (&hole, &same) in pigeon.iter().zip(other) {
                        solver.add_clause(&[!hole, !same]);
                    }
                }
            }
            let limits = SatLimits { conflicts: Some(10), ..SatLimits::default() };
            assert_eq!(solver.solve(&[], limits), SatAnswer::ConflictLimit);
            let limits = SatLimits { deadline: Some(Instant::now()), ..SatLimits::default() };
            assert_eq!(solver.solve(&[], limits), SatAnswer::TimedOut);
        }
    }
}
