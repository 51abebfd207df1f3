//! Queries, answers, and the chain of layers that a query goes down.

pub use crate::answer::{Answer, Unknown};
use crate::statistics::Statistics;
use std::time::Instant;
use trine_expr::{Assignment, Term, TermPool};

/// A query: can all of these hold?
#[derive(Clone, Debug)]
pub struct Query {
    /// Terms of one bit, all of which must be true.
    pub constraints: Vec<Term>,
    /// Values to start from; variables that the constraints leave free keep theirs. In a
    /// concolic run these are the values of the last run, which satisfy all constraints but the last.
    pub hint: Assignment,
}

/// When to give up on one query.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Conflicts of the SAT solver.
    pub conflicts: u32,
    /// Gates of a circuit.
    pub gates: usize,
    /// Evaluations of local search.
    pub evaluations: u32,
    /// Work in all, in the unit of [`Statistics::effort`]: deterministic, as conflicts, gates and evaluations are.
    pub effort: u64,
    /// A point in time, for runs that are bounded by time; makes answers depend on the machine.
    pub deadline: Option<Instant>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { conflicts: 50_000, gates: 1_000_000, evaluations: 2_000, effort: u64::MAX, deadline: None }
    }
}

impl Limits {
    /// Whether the point in time has passed. Layers that go over all terms of a query ask now and then: a query may have
    /// a hundred thousand.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// One layer of the portfolio.
pub trait Layer {
    /// Its name, in statistics and on the command line.
    fn name(&self) -> &'static str;
    /// Answers, or asks `rest` with the query as it is or changed.
    fn solve(&mut self, pool: &mut TermPool, query: &Query, limits: &Limits, rest: &mut Chain<'_>) -> Answer;
}

/// The layers below the one that holds it.
pub struct Chain<'c> {
    pub(crate) layers: &'c mut [Box<dyn Layer>],
    pub(crate) statistics: &'c mut Statistics,
    /// Work left for this query.
    pub(crate) left: &'c mut u64,
}

impl Chain<'_> {
    /// Counts work, in the unit of [`Statistics::effort`]. Whether more is allowed.
    pub fn charge(&mut self, work: u64) -> bool {
        self.statistics.effort = self.statistics.effort.saturating_add(work);
        *self.left = self.left.saturating_sub(work);
        *self.left > 0
    }

    /// Work that is left for this query.
    #[must_use]
    pub fn left(&self) -> u64 {
        *self.left
    }

    /// Asks the next layer. The time between this call and its return is not the caller's.
    pub fn solve(&mut self, pool: &mut TermPool, query: &Query, limits: &Limits) -> Answer {
        let Some((first, rest)) = self.layers.split_first_mut() else {
            return Answer::Unknown(Unknown::NoLayer);
        };
        if limits.is_late() {
            return Answer::Unknown(Unknown::TimedOut);
        }
        let before = self.statistics.below(first.name());
        let start = Instant::now();
        let mut chain = Chain { layers: rest, statistics: self.statistics, left: self.left };
        let answer = first.solve(pool, query, limits, &mut chain);
        self.statistics.record(first.name(), start.elapsed(), before, &answer);
        answer
    }
}

impl Query {
    /// Whether `assignment` satisfies every constraint.
    #[must_use]
    pub fn holds(&self, pool: &TermPool, assignment: &Assignment) -> bool {
        pool.all_hold(&self.constraints, assignment)
    }
}
