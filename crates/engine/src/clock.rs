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
    /// Instructions executed since the time was last looked at.
    steps_since: u64,
}

/// A look at the time after this many instructions, if not earlier.
const STEPS_PER_LOOK: u64 = 200_000;

impl<'a> Clock<'a> {
    /// Starts the clock of a unit.
    #[must_use]
    pub fn start(budget: Budget, stop: &'a AtomicBool) -> Self {
        Self {
            budget,
            started: Instant::now(),
            stop,
            evaluations: 0,
            executions: 0,
            out_of_time: false,
            steps_since: 0,
        }
    }

    /// Notes an execution of `steps` instructions.
    pub fn executed(&mut self, steps: u64) {
        self.executions += 1;
        self.steps_since += steps;
    }

    /// Whether the search must end. Looks at the time every 64 evaluations, and after long runs.
    pub fn exhausted(&mut self) -> bool {
        match self.budget {
            Budget::Evaluations(limit) if self.evaluations >= limit => return true,
            Budget::Time(limit)
                if !self.out_of_time
                    && (self.evaluations.is_multiple_of(64) || self.steps_since >= STEPS_PER_LOOK) =>
            {
                self.steps_since = 0;
                self.out_of_time = self.started.elapsed() >= limit;
            }
            _ => {}
        }
        self.out_of_time || self.stop.load(Ordering::Relaxed)
    }

    /// Whether `phase` must end; never for budgets of evaluations.
    #[must_use]
    pub fn is_over(&self, phase: Phase) -> bool {
        let percent = match phase {
            Phase::Proof => 105,
            Phase::Suite => 108,
            Phase::Crashes => 113,
        };
        match self.budget {
            Budget::Time(limit) => self.started.elapsed() >= limit * percent / 100,
            Budget::Evaluations(_) => false,
        }
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
        let phases = [Phase::Proof, Phase::Suite, Phase::Crashes];
        let mut counted = Clock::start(Budget::Evaluations(0), &stop);
        assert!(counted.exhausted() && phases.iter().all(|&phase| !counted.is_over(phase)));
        let mut timed = Clock::start(Budget::Time(Duration::ZERO), &stop);
        assert!(timed.exhausted() && phases.iter().all(|&phase| timed.is_over(phase)));
        let mut long = Clock::start(Budget::Time(Duration::from_secs(3600)), &stop);
        assert!(!long.exhausted() && phases.iter().all(|&phase| !long.is_over(phase)));
    }
}
