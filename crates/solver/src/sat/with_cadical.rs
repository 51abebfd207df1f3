//! CaDiCaL, by Armin Biere.

use super::{Literal, SatAnswer, SatLimits, SatSolver};
use std::time::Instant;

/// The C++ solver.
pub struct Cadical {
    solver: cadical::Solver<Watch>,
    variables: u32,
    /// Of the last query.
    steps: u64,
}

/// Counts steps; ends a search after so many of them, or when a point in time has passed.
#[derive(Default)]
struct Watch {
    steps: u64,
    most: Option<u64>,
    deadline: Option<Instant>,
}

impl Watch {
    fn is_spent(&self) -> bool {
        self.most.is_some_and(|most| self.steps >= most)
    }
}

impl cadical::Callbacks for Watch {
    fn terminate(&mut self) -> bool {
        self.steps += 1;
        self.is_spent() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl Cadical {
    /// A solver without clauses.
    #[must_use]
    pub fn new() -> Self {
        Self { solver: cadical::Solver::new(), variables: 0, steps: 0 }
    }
}

impl Default for Cadical {
    fn default() -> Self {
        Self::new()
    }
}

/// As DIMACS has it, variables from 1, but positive numbers are negations: CaDiCaL decides variables to be true first,
/// and bits of inputs are better false. Models are small numbers then, which loops end with and from which
/// alternating variables go on.
fn number(literal: Literal) -> i32 {
    let variable = literal.variable() as i32 + 1;
    if literal.is_negative() { variable } else { -variable }
}

impl SatSolver for Cadical {
    fn new_literal(&mut self) -> Literal {
        self.variables += 1;
        Literal::positive(self.variables - 1)
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.solver.add_clause(clause.iter().map(|&literal| number(literal)));
    }

    fn solve(&mut self, assumptions: &[Literal], limits: SatLimits) -> SatAnswer {
        if limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return SatAnswer::TimedOut;
        }
        let watch = Watch { steps: 0, most: limits.steps, deadline: limits.deadline };
        self.solver.set_callbacks(Some(watch));
        if let Some(conflicts) = limits.conflicts {
            // The name is one that the solver has.
            let _ = self.solver.set_limit("conflicts", i32::try_from(conflicts).unwrap_or(i32::MAX));
        }
        let answer = self.solver.solve_with(assumptions.iter().map(|&literal| number(literal)));
        let watch = self.solver.get_callbacks();
        let is_spent = watch.as_ref().is_some_and(|watch| watch.is_spent());
        self.steps = watch.map_or(0, |watch| watch.steps);
        match answer {
            Some(true) => SatAnswer::Satisfiable,
            Some(false) => SatAnswer::Unsatisfiable,
            None if is_spent => SatAnswer::StepLimit,
            None if limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) => SatAnswer::TimedOut,
            None => SatAnswer::ConflictLimit,
        }
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn value(&self, literal: Literal) -> bool {
        let variable = literal.variable() as i32 + 1;
        if variable > self.solver.max_variable() {
            // In no clause: free, and false like every other one that does not matter.
            return literal.is_negative();
        }
        self.solver.value(variable).unwrap_or(true) == literal.is_negative()
    }
}
