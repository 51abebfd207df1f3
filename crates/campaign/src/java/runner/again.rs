//! Runs a sequence once more with more instructions, where it came to a limit on its way to a goal.

use super::UnitRunner;
use std::collections::BTreeMap;
use trine_harness_jvm::Run;
use trine_sequences::GoalId;
use trine_testcase::objects::{Ended, Sequence};

/// What runs cost that may take more instructions than others because they came to goals that no other run had come to.
#[derive(Default)]
pub(super) struct Patience {
    /// Instructions that these took.
    instructions: u64,
    /// By goal: how many of these did not end nevertheless.
    failures: BTreeMap<GoalId, u32>,
}

/// A finished test may take so many times the instructions of a run of the search, as replays in other worlds do; so may a run of the
/// search that came to the limit, where it is worth that.
pub(in super::super) const PATIENCE: u64 = 40;

/// The part of all instructions that such runs take at most, beside those that one of them may take.
const PATIENCE_SHARE: u64 = 4;

/// Goals for which so many such runs came to the limit again give no reason for another one.
const MAX_IMPATIENT: u32 = 2;

impl UnitRunner {
    /// Those of the `open` goals that the last run, which came to the limit, came to, or was on the last stretch to, where there is room
    /// for a longer run.
    pub(super) fn worth_patience(&mut self, open: &[GoalId]) -> Vec<GoalId> {
        let has_room = self.steps == self.search_steps
            && self.limit <= self.steps
            && self.patience.instructions <= self.instructions / PATIENCE_SHARE;
        if !has_room {
            return Vec::new();
        }
        let is_promising = |goal: &GoalId| {
            self.patience.failures.get(goal).is_none_or(|&failures| failures < MAX_IMPATIENT)
                && (self.is_covered(*goal) || self.observer.was_cut_off(goal.0 as usize))
        };
        open.iter().copied().filter(is_promising).collect()
    }

    /// Runs `sequence` once more, with more instructions, for the sake of these goals.
    pub(super) fn run_patiently(&mut self, sequence: &Sequence, promising: Vec<GoalId>) -> Run {
        self.stage.limit_steps(self.steps.saturating_mul(PATIENCE));
        let run = self.run_measured(sequence, true);
        self.stage.limit_steps(self.limit);
        self.patience.instructions += run.steps;
        if matches!(run.ended, Ended::Limit { .. }) {
            promising.into_iter().for_each(|goal| *self.patience.failures.entry(goal).or_default() += 1);
        }
        run
    }
}
