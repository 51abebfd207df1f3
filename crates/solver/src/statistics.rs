//! What the layers did: queries, answers and time, each counted for the layer that gave the answer.

use crate::answer::Answer;
use std::collections::BTreeMap;
use std::time::Duration;

/// Figures of one layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayerStatistics {
    /// Queries that came in.
    pub asked: u64,
    /// Queries answered without asking further.
    pub answered: u64,
    /// Of those, refutations.
    pub unsatisfiable: u64,
    /// Time spent here, without the layers below.
    pub time: Duration,
}

/// Figures of a solver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Queries from outside.
    pub queries: u64,
    /// Answered with a model.
    pub satisfiable: u64,
    /// Refuted.
    pub unsatisfiable: u64,
    /// Given up.
    pub unknown: u64,
    /// Models that failed their check; 0 unless there is a bug.
    pub wrong_models: u64,
    /// Work done, in units of about ten nanoseconds: terms evaluated or rewritten, gates, steps of the SAT solver, each by
    /// what it took in the mean over queries of puzzles and of real code. Deterministic: the same queries in the same
    /// order take the same.
    pub effort: u64,
    /// By layer.
    pub layers: BTreeMap<&'static str, LayerStatistics>,
    /// Microseconds of each query from outside, in order.
    pub microseconds: Vec<u64>,
    /// Time of all layers together, and calls.
    total: Duration,
    calls: u64,
}

/// Where the clock of the layers below stood when a layer was entered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    time: Duration,
    calls: u64,
}

impl Statistics {
    pub(crate) fn below(&mut self, layer: &'static str) -> Mark {
        self.layers.entry(layer).or_default().asked += 1;
        self.calls += 1;
        Mark { time: self.total, calls: self.calls }
    }

    pub(crate) fn record(&mut self, layer: &'static str, elapsed: Duration, mark: Mark, answer: &Answer) {
        let of_others = self.total.saturating_sub(mark.time);
        let own = elapsed.saturating_sub(of_others);
        self.total += own;
        let figures = self.layers.entry(layer).or_default();
        figures.time += own;
        let decided = !matches!(answer, Answer::Unknown(_));
        let is_own = decided && self.calls == mark.calls;
        figures.answered += u64::from(is_own);
        figures.unsatisfiable += u64::from(is_own && *answer == Answer::Unsatisfiable);
    }

    pub(crate) fn count(&mut self, answer: &Answer, elapsed: Duration) {
        self.queries += 1;
        match answer {
            Answer::Satisfiable(_) => self.satisfiable += 1,
            Answer::Unsatisfiable => self.unsatisfiable += 1,
            Answer::Unknown(_) => self.unknown += 1,
        }
        self.microseconds.push(u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX));
    }

    /// Adds the figures of another solver.
    pub fn add(&mut self, other: &Self) {
        self.queries += other.queries;
        self.satisfiable += other.satisfiable;
        self.unsatisfiable += other.unsatisfiable;
        self.unknown += other.unknown;
        self.wrong_models += other.wrong_models;
        self.effort += other.effort;
        for (name, figures) in &other.layers {
            let own = self.layers.entry(name).or_default();
            own.asked += figures.asked;
            own.answered += figures.answered;
            own.unsatisfiable += figures.unsatisfiable;
            own.time += figures.time;
        }
        self.microseconds.extend_from_slice(&other.microseconds);
    }

    /// Queries by time: how many took less than 1, 2, 4, … microseconds and not less than the half of that.
    #[must_use]
    pub fn by_time(&self) -> Vec<u64> {
        let mut counts = Vec::new();
        for time in &self.microseconds {
            let place = (u64::BITS - time.leading_zeros()) as usize;
            if place >= counts.len() {
                counts.resize(place + 1, 0);
            }
            counts[place] += 1;
        }
        counts
    }

    /// The median time of a query in microseconds; 0 when none was asked.
    #[must_use]
    pub fn median_microseconds(&self) -> u64 {
        let mut sorted = self.microseconds.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied().unwrap_or(0)
    }
}
