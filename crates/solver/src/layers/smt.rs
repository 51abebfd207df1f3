//! Another solver, asked in SMT-LIB 2: the last layer.
//!
//! Its models count once our own evaluation agrees. Its refutations cannot be checked that way; they are taken,
//! and counted for this layer, so that a proof which rests on one says whose word it is. A script leaves open which
//! bits a NaN has and thereby allows more values than there are: what is refuted under it is refuted.

use crate::portfolio::SmtSolver;
use crate::query::{Answer, Chain, Layer, Limits, Query, Unknown};
use std::sync::Arc;
use std::time::{Duration, Instant};
use trine_expr::smtlib::{Reply, read_reply};
use trine_expr::{Assignment, TermPool};

/// Most time for one query.
const TIME: Duration = Duration::from_secs(5);

/// Asks another solver.
#[derive(Clone, Debug)]
pub struct Smt {
    solver: Arc<dyn SmtSolver>,
}

impl Smt {
    /// The layer that asks `solver`.
    #[must_use]
    pub fn new(solver: Arc<dyn SmtSolver>) -> Self {
        Self { solver }
    }
}

impl Layer for Smt {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn solve(&mut self, pool: &mut TermPool, query: &Query, limits: &Limits, rest: &mut Chain<'_>) -> Answer {
        let left =
            limits.deadline.map_or(TIME, |deadline| deadline.saturating_duration_since(Instant::now()));
        let Ok(script) = pool.script(&query.constraints) else { return rest.solve(pool, query, limits) };
        if left.is_zero() {
            return Answer::Unknown(Unknown::TimedOut);
        }
        let reply = self.solver.ask(&script, left.min(TIME));
        match reply.map(|text| read_reply(&text)) {
            Ok(Reply::Unsatisfiable) => Answer::Unsatisfiable,
            Ok(Reply::Satisfiable(values)) => {
                let mut model: Assignment = query.hint.clone();
                values.iter().for_each(|&(variable, bits)| model.set(variable, bits));
                let holds = query.holds(pool, &model);
                if holds { Answer::Satisfiable(model) } else { Answer::Unknown(Unknown::OtherSolver) }
            }
            Ok(Reply::Unknown) | Err(_) => Answer::Unknown(Unknown::OtherSolver),
        }
    }
}

impl Smt {
    /// The layer's name.
    pub const NAME: &'static str = "smt";
}
