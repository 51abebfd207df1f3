//! CaDiCaL, by Armin Biere.

use super::{Literal, SatAnswer, SatLimits, SatSolver};
use std::time::Instant;

/// The C++ solver.
pub struct Cadical {
    solver: cadical::Solver<Deadline>,
    variables: u32,
}

/// Ends a search when a point in time has passed.
struct Deadline(Option<Instant>);

impl cadical::Callbacks for Deadline {
    fn terminate(&mut self) -> bool {
        self.0.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl Cadical {
    /// A solver without clauses.
    #[must_use]
    pub fn new() -> Self {
        Self { solver: cadical::Solver::new(), variables: 0 }
    }
}

impl Default for Cadical {
    fn default() -> Self {
        Self::new()
    }
}

/// As DIMACS has it: variables from 1, negative numbers are negations.
fn number(literal: Literal) -> i32 {
    let variable = literal.variable() as i32 + 1;
    if literal.is_negative() { -variable } else { variable }
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
        self.solver.set_callbacks(limits.deadline.map(|deadline| Deadline(Some(deadline))));
        if let Some(conflicts) = limits.conflicts {
            // The name is one that the solver has.
            let _ = self.solver.set_limit("conflicts", i32::try_from(conflicts).unwrap_or(i32::MAX));
        }
        match self.solver.solve_with(assumptions.iter().map(|&literal| number(literal))) {
            Some(true) => SatAnswer::Satisfiable,
            Some(false) => SatAnswer::Unsatisfiable,
            None if limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) => SatAnswer::TimedOut,
            None => SatAnswer::ConflictLimit,
        }
    }

    fn value(&self, literal: Literal) -> bool {
        let variable = literal.variable() as i32 + 1;
        if variable > self.solver.max_variable() {
            // In no clause: free, and false like every other one that does not matter.
            return literal.is_negative();
        }
        self.solver.value(variable).unwrap_or(false) != literal.is_negative()
    }
}
