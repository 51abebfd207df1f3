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
    /// By goal: how many of these came no nearer to it.
    failures: BTreeMap<GoalId, u32>,
}

/// A finished test may take so many times the instructions of a run of the search, as replays in other worlds do; so may a run of the
/// search that came to the limit, where it is worth that.
pub(in super::super) const PATIENCE: u64 = 40;

/// The part of all instructions that such runs take at most, beside those that one of them may take.
const PATIENCE_SHARE: u64 = 4;

/// Goals to which so many such runs came no nearer give no reason for another one.
const MAX_IMPATIENT: u32 = 2;

impl UnitRunner {
    /// Those of the `open` goals that the last run, which came to the limit, came to, or was on its way to and no farther from than any run
    /// before, where there is room for a longer run.
    pub(super) fn worth_patience(&mut self, open: &[GoalId]) -> Vec<GoalId> {
        let has_room = self.steps == self.search_steps
            && self.limit <= self.steps
            && self.patience.instructions <= self.instructions / PATIENCE_SHARE;
        if !has_room {
            return Vec::new();
        }
        let is_promising = |goal: &GoalId| {
            self.patience.failures.get(goal).is_none_or(|&failures| failures < MAX_IMPATIENT)
                && (self.is_covered(*goal) || self.was_cut_off_near(*goal))
        };
        open.iter().copied().filter(is_promising).collect()
    }

    /// Whether the last run ended on its way to a goal, and no run before came nearer.
    fn was_cut_off_near(&mut self, goal: GoalId) -> bool {
        let at = goal.0 as usize;
        self.observer.was_cut_off(at) && self.observer.distance(at) <= self.tries.distance(goal)
    }

    /// Runs `sequence` once more, with more instructions, for the sake of these goals.
    pub(super) fn run_patiently(&mut self, sequence: &Sequence, promising: Vec<GoalId>) -> Run {
        let before: Vec<f64> = self.distances(&promising);
        self.stage.limit_steps(self.steps.saturating_mul(PATIENCE));
        let run = self.run_measured(sequence, true);
        self.stage.limit_steps(self.limit);
        self.patience.instructions += run.steps;
        let after = self.distances(&promising);
        let is_limited = matches!(run.ended, Ended::Limit { .. });
        for ((goal, before), after) in promising.into_iter().zip(before).zip(after) {
            if is_limited || after > 0.0 && after >= before {
                *self.patience.failures.entry(goal).or_default() += 1;
            }
        }
        run
    }
}
