//! What a test is kept for while it is made shorter and simpler: what it alone covers of the suite.

use crate::context::archive::Candidate;
use crate::context::evaluator::Evaluator;
use crate::schedule::clock::Phase;
use crate::suite::minimise::count;
use std::time::Instant;
use trine_coverage::{CoverageStructure, Trace};
use trine_inputs::ShapeEntry;
use trine_testcase::test_case::Observation;

/// Whether a changed test still does what the suite needs of it.
pub(crate) struct Simplifier<'x, 'a> {
    pub evaluator: &'x mut Evaluator<'a>,
    pub structures: &'x [&'x CoverageStructure],
    pub others: &'x Trace,
    pub target: usize,
    /// When the test's part of the time ends.
    pub until: Option<Instant>,
}

/// Whether a changed test still does what it is kept for.
pub trait Keeps {
    /// The changed test, if it does.
    fn keeps(&mut self, entry: &ShapeEntry, leaves: &[u128]) -> Option<Candidate>;
    /// Whether nothing more may be tried: after `limit` executions of the unit, or when its time is up.
    fn is_over(&self, limit: u64) -> bool;
}

impl Simplifier<'_, '_> {
    /// What a run with these values shows.
    pub(crate) fn observe(&mut self, entry: &ShapeEntry, leaves: &[u128]) -> Vec<Observation> {
        self.evaluator.observe(entry, leaves)
    }

    pub(crate) fn covered_with(&self, trace: &Trace) -> usize {
        let mut union = self.others.clone();
        union.merge(trace);
        count(self.structures, &union)
    }
}

impl Keeps for Simplifier<'_, '_> {
    fn is_over(&self, limit: u64) -> bool {
        let clock = &self.evaluator.clock;
        let is_late = self.until.is_some_and(|until| Instant::now() >= until);
        clock.executions >= limit || is_late || clock.is_over(Phase::Suite)
    }

    fn keeps(&mut self, entry: &ShapeEntry, leaves: &[u128]) -> Option<Candidate> {
        let result = self.evaluator.probe(entry, leaves);
        let normal = self.evaluator.counts(&result.ending);
        let trace = self.evaluator.last_trace();
        if !normal || self.covered_with(trace) < self.target {
            return None;
        }
        Some(Candidate { test: entry.test(leaves), shape: entry.shape.clone(), trace: trace.clone() })
    }
}
