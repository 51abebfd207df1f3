//! How much of a unit's budget is left.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use trine_base::Budget;

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

    /// Whether the search must end. Looks at the time every 64 evaluations.
    pub fn exhausted(&mut self) -> bool {
        match self.budget {
            Budget::Evaluations(limit) if self.evaluations >= limit => return true,
            Budget::Time(limit) if self.evaluations.is_multiple_of(64) && !self.out_of_time => {
                self.out_of_time = self.started.elapsed() >= limit;
            }
            _ => {}
        }
        self.out_of_time || self.stop.load(Ordering::Relaxed)
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
