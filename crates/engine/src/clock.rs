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
    /// Instructions executed since the time was last looked at.
    steps_since: u64,
}

/// A look at the time after this many instructions, if not earlier.
const STEPS_PER_LOOK: u64 = 200_000;
/// Share of a time budget that minimisation and replay may take on top, in percent.
const FINISHING_PERCENT: u32 = 15;

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

    /// Whether finishing must end: after `executions` in all, or, of a budget of time, when its
    /// share on top is used.
    #[must_use]
    pub fn finishing_ends(&self, executions: u64) -> bool {
        let late = match self.budget {
            Budget::Evaluations(_) => false,
            Budget::Time(limit) => self.started.elapsed() >= limit * (100 + FINISHING_PERCENT) / 100,
        };
        late || self.executions >= executions
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
