//! batsat, a solver in the tradition of MiniSat, in Rust alone.

use super::{Literal, SatAnswer, SatLimits, SatSolver};
use batsat::{Callbacks, Lit, SolverInterface, SolverOpts, Var, lbool};
use std::cell::Cell;
use std::time::Instant;

/// The solver without foreign code.
pub struct PureRust {
    solver: batsat::Solver<Stops>,
    buffer: Vec<Lit>,
}

/// Ends a search at a number of conflicts or steps, or a point in time.
#[derive(Default)]
struct Stops {
    conflicts_left: Cell<Option<u64>>,
    /// Looks at whether to stop.
    steps: Cell<u64>,
    max_steps: Option<u64>,
    deadline: Option<Instant>,
}

impl Callbacks for Stops {
    fn on_new_clause(&mut self, _clause: &[Lit], _kind: batsat::ClauseKind) {
        if let Some(left) = self.conflicts_left.get() {
            self.conflicts_left.set(Some(left.saturating_sub(1)));
        }
    }

    fn stop(&self) -> bool {
        self.steps.set(self.steps.get() + 1);
        self.is_spent()
            || self.conflicts_left.get() == Some(0)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl Stops {
    fn is_spent(&self) -> bool {
        self.max_steps.is_some_and(|most| self.steps.get() >= most)
    }
}

impl PureRust {
    /// A solver without clauses.
    #[must_use]
    pub fn new() -> Self {
        Self { solver: batsat::Solver::new(SolverOpts::default(), Stops::default()), buffer: Vec::new() }
    }
}

impl Default for PureRust {
    fn default() -> Self {
        Self::new()
    }
}

fn lit(literal: Literal) -> Lit {
    Lit::new(Var::unsafe_from_idx(literal.variable()), !literal.is_negative())
}

impl SatSolver for PureRust {
    fn new_literal(&mut self) -> Literal {
        Literal::positive(self.solver.new_var_default().idx())
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.buffer.clear();
        self.buffer.extend(clause.iter().map(|&literal| lit(literal)));
        self.solver.add_clause_reuse(&mut self.buffer);
    }

    fn solve(&mut self, assumptions: &[Literal], limits: SatLimits) -> SatAnswer {
        if limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return SatAnswer::TimedOut;
        }
        let stops = self.solver.cb_mut();
        stops.conflicts_left.set(limits.conflicts.map(u64::from));
        stops.steps.set(0);
        (stops.max_steps, stops.deadline) = (limits.steps, limits.deadline);
        let assumptions: Vec<_> = assumptions.iter().map(|&literal| lit(literal)).collect();
        match self.solver.solve_limited(&assumptions) {
            answer if answer == lbool::TRUE => SatAnswer::Satisfiable,
            answer if answer == lbool::FALSE => SatAnswer::Unsatisfiable,
            _ if self.solver.cb().is_spent() => SatAnswer::StepLimit,
            _ if self.solver.cb().conflicts_left.get() == Some(0) => SatAnswer::ConflictLimit,
            _ => SatAnswer::TimedOut,
        }
    }

    fn steps(&self) -> u64 {
        self.solver.cb().steps.get()
    }

    fn value(&self, literal: Literal) -> bool {
        self.solver.value_lit(lit(literal)) == lbool::TRUE
    }
}
