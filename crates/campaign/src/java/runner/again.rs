//! Runs a sequence once more with more instructions, where it came to a limit on its way to a goal: first with those that a run may
//! usually take, where runs are allowed less now, then with many times these.

use super::UnitRunner;
use std::collections::BTreeMap;
use trine_harness_jvm::Run;
use trine_sequences::GoalId;
use trine_testcase::objects::{Ended, Sequence};

/// What runs cost that may take more instructions than others because they came to goals that no other run had come to.
#[derive(Default)]
pub(super) struct Patience {
    /// Of those with the instructions that a run may usually take, and of those with more.
    kinds: [Kind; 2],
}

/// One kind of such runs.
#[derive(Default)]
struct Kind {
    /// Instructions that these took.
    instructions: u64,
    /// By goal: what those count that came no nearer to it.
    failures: BTreeMap<GoalId, u32>,
}

/// A finished test may take so many times the instructions of a run of the search, as replays in other worlds do; so may a run of the
/// search that came to the limit, where it is worth that.
pub(in super::super) const PATIENCE: u64 = 40;

/// The part of all instructions that such runs of each kind take at most, beside those that one of them may take.
const PATIENCE_SHARE: u64 = 4;

/// What such runs that came no nearer to a goal may count together, so that it is a reason for another one: those that ended in another way
/// one, and those that came to their limit as many as this.
const MAX_IMPATIENT: u32 = 8;
const LIMITED: u32 = 4;

impl UnitRunner {
    /// Runs `sequence` once more with more instructions, where its `run` came to the limit of these on its way to one of the `open` goals.
    pub(super) fn run_patiently(&mut self, sequence: &Sequence, mut run: Run, open: &[GoalId]) -> Run {
        // Tests are finished with patience anyway, and where all runs take long the limit was raised for all.
        if self.steps != self.search_steps || self.limit > self.steps {
            return run;
        }
        for (kind, steps) in [self.steps, self.steps.saturating_mul(PATIENCE)].into_iter().enumerate() {
            // One that came to the limit of memory would do so again.
            let is_short_of_steps = |run: &Run| {
                matches!(run.ended, Ended::Limit { .. }) && run.steps >= self.limit && run.steps < steps
            };
            if !is_short_of_steps(&run) {
                continue;
            }
            let promising = self.worth_patience(kind, open);
            if !promising.is_empty() {
                run = self.run_with_steps(sequence, (kind, steps), promising);
            }
        }
        run
    }

    /// Those of the `open` goals that the last run, which came to the limit, came to, or was on its way to and no farther from than any run
    /// before, where there is room for a longer run.
    fn worth_patience(&mut self, kind: usize, open: &[GoalId]) -> Vec<GoalId> {
        if self.patience.kinds[kind].instructions > self.own_instructions() / PATIENCE_SHARE {
            return Vec::new();
        }
        let is_promising = |goal: &GoalId| {
            let failures = self.patience.kinds[kind].failures.get(goal);
            failures.is_none_or(|&failures| failures < MAX_IMPATIENT)
                && (self.is_covered(*goal) || self.was_cut_off_near(*goal))
        };
        open.iter().copied().filter(is_promising).collect()
    }

    /// Whether the last run ended on its way to a goal, and no run before came nearer.
    fn was_cut_off_near(&mut self, goal: GoalId) -> bool {
        let at = goal.0 as usize;
        self.observer.was_cut_off(at) && self.observer.distance(at) <= self.tries.distance(goal)
    }

    /// Runs `sequence` with so many instructions, for the sake of these goals.
    fn run_with_steps(
        &mut self,
        sequence: &Sequence,
        (kind, steps): (usize, u64),
        promising: Vec<GoalId>,
    ) -> Run {
        let before = self.distances(&promising);
        self.stage.limit_steps(steps);
        let run = self.run_measured(sequence, true);
        self.stage.limit_steps(self.limit);
        let after = self.distances(&promising);
        let is_limited = matches!(run.ended, Ended::Limit { .. });
        let of_kind = &mut self.patience.kinds[kind];
        of_kind.instructions += run.steps;
        for ((goal, before), after) in promising.into_iter().zip(before).zip(after) {
            let counts = match is_limited {
                true => LIMITED,
                false => u32::from(after > 0.0 && after >= before),
            };
            *of_kind.failures.entry(goal).or_default() += counts;
        }
        run
    }
}
