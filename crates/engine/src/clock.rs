//! How much of a unit's budget is left.
//!
//! A budget of evaluations bounds the search, and what follows it is bounded by executions: the same
//! suite on every machine. A budget of time bounds all: the search ends with the budget, and the
//! phases after it share what may follow, so that a unit, its replay included, ends within its budget
//! plus 20 %. What a phase has not come to stays as it is: a test less simple, a proof not attempted.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use trine_base::Budget;

/// What follows the search, with the share of a time budget, from the start of the unit, at which
/// it must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Proof by exhaustion: 105 %.
    Proof,
    /// Simple values for the suite: 108 %.
    Suite,
    /// Simple values for the crashes: 113 %.
    Crashes,
    /// Other addresses for the replayed tests: 116 %. The replay itself is not left out.
    Judge,
}

impl Phase {
    /// All, in the order of their ends.
    const ALL: [Self; 4] = [Self::Proof, Self::Suite, Self::Crashes, Self::Judge];

    /// The end, in percent of the budget.
    const fn percent(self) -> u32 {
        match self {
            Self::Proof => 105,
            Self::Suite => 108,
            Self::Crashes => 113,
            Self::Judge => 116,
        }
    }
}

/// Counts evaluations and watches time and the stop flag.
#[derive(Debug)]
pub struct Clock<'a> {
    budget: Budget,
    started: Instant,
    stop: &'a AtomicBool,
    /// Evaluations so far.
    pub evaluations: u64,
    /// Executions so far: evaluations, and what minimisation and replay cost.
    pub executions: u64,
    out_of_time: bool,
}

impl<'a> Clock<'a> {
    /// Starts the clock of a unit.
    #[must_use]
    pub fn start(budget: Budget, stop: &'a AtomicBool) -> Self {
        Self { budget, started: Instant::now(), stop, evaluations: 0, executions: 0, out_of_time: false }
    }

    /// Notes an execution.
    pub fn executed(&mut self) {
        self.executions += 1;
    }

    /// Whether the search must end. Looks at the time whenever it is asked: that costs less than the shortest
    /// run, and a run with large objects takes milliseconds, however few instructions it has.
    pub fn exhausted(&mut self) -> bool {
        match self.budget {
            Budget::Evaluations(limit) if self.evaluations >= limit => return true,
            Budget::Time(limit) if !self.out_of_time => self.out_of_time = self.started.elapsed() >= limit,
            _ => {}
        }
        self.out_of_time || self.stop.load(Ordering::Relaxed)
    }

    /// Whether `phase` must end; never for budgets of evaluations.
    #[must_use]
    pub fn is_over(&self, phase: Phase) -> bool {
        match self.budget {
            Budget::Time(limit) => self.started.elapsed() >= limit * phase.percent() / 100,
            Budget::Evaluations(_) => false,
        }
    }

    /// When what is under way must end: with the search, or else with the first phase whose end has not come.
    /// None for budgets of evaluations; a moment that has passed when all have.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        let Budget::Time(limit) = self.budget else { return None };
        let elapsed = self.started.elapsed();
        let mut ends = std::iter::once(100)
            .chain(Phase::ALL.map(Phase::percent))
            .map(|percent| limit.saturating_mul(percent) / 100);
        Some(self.started + ends.find(|&end| end > elapsed).unwrap_or(limit))
    }

    /// Whether the user asked to stop.
    #[must_use]
    pub fn interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Evaluations that the budget still allows; a large number for time budgets.
    #[must_use]
    pub fn remaining(&self) -> u64 {
        match self.budget {
            Budget::Evaluations(limit) => limit.saturating_sub(self.evaluations),
            Budget::Time(_) => u64::MAX / 4,
        }
    }

    /// Time since the unit was started.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_budget_of_time_ends_what_follows_the_search() {
        let stop = AtomicBool::new(false);
        let phases = Phase::ALL;
        let mut counted = Clock::start(Budget::Evaluations(0), &stop);
        assert!(counted.exhausted() && phases.iter().all(|&phase| !counted.is_over(phase)));
        let mut timed = Clock::start(Budget::Time(Duration::ZERO), &stop);
        assert!(timed.exhausted() && phases.iter().all(|&phase| timed.is_over(phase)));
        let mut long = Clock::start(Budget::Time(Duration::from_secs(3600)), &stop);
        assert!(!long.exhausted() && phases.iter().all(|&phase| !long.is_over(phase)));
    }

    #[test]
    fn a_deadline_is_the_end_of_what_is_under_way_and_a_budget_of_evaluations_has_none() {
        let stop = AtomicBool::new(false);
        assert_eq!(Clock::start(Budget::Evaluations(1), &stop).deadline(), None);
        let hour = Duration::from_secs(3600);
        let mut clock = Clock::start(Budget::Time(hour), &stop);
        assert_eq!(clock.deadline(), Some(clock.started + hour));
        clock.budget = Budget::Time(Duration::ZERO);
        assert!(clock.deadline().is_some_and(|deadline| deadline <= Instant::now()));
    }
}
