//! Runs a sequence once more: with more instructions, where it came to a limit on its way to a goal, and in another world, where tests for a
//! goal did not hold.

use super::{UnitRunner, uses_subject};
use std::collections::BTreeMap;
use trine_harness_jvm::{Run, Variation};
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
    /// Whether the last run, which came to the limit, came to one of the `open` goals, and there is room for a longer one.
    pub(super) fn is_worth_patience(&self, open: &[GoalId]) -> bool {
        let is_promising = |goal: &GoalId| {
            self.is_covered(*goal)
                && self.patience.failures.get(goal).is_none_or(|&failures| failures < MAX_IMPATIENT)
        };
        self.steps == self.search_steps
            && self.limit <= self.steps
            && self.patience.instructions <= self.instructions / PATIENCE_SHARE
            && open.iter().any(is_promising)
    }

    /// Runs `sequence` once more, with more instructions.
    pub(super) fn run_patiently(&mut self, sequence: &Sequence, open: &[GoalId]) -> Run {
        let reached: Vec<GoalId> = open.iter().filter(|goal| self.is_covered(**goal)).copied().collect();
        self.stage.limit_steps(self.steps.saturating_mul(PATIENCE));
        let run = self.run_measured(sequence, true);
        self.stage.limit_steps(self.limit);
        self.patience.instructions += run.steps;
        if matches!(run.ended, Ended::Limit { .. }) {
            reached.into_iter().for_each(|goal| *self.patience.failures.entry(goal).or_default() += 1);
        }
        run
    }

    /// Of goals that the last run covered, those that must not count: in another world it ends otherwise or takes another way, or that would
    /// have to be looked at.
    pub(super) fn flaky(
        &mut self,
        sequence: &Sequence,
        run: &Run,
        (covered, open): (&[GoalId], &[GoalId]),
    ) -> Vec<GoalId> {
        let Some(mut flakiness) = self.flakiness.take() else { return Vec::new() };
        let mut asked = flakiness.asked(covered);
        asked.retain(|goal| open.contains(goal));
        let mut flaky: Vec<GoalId> =
            covered.iter().filter(|goal| flakiness.is_in_doubt(**goal)).copied().collect();
        if !asked.is_empty() {
            match self.is_the_same_elsewhere(sequence, run) {
                true => {
                    flakiness.hold(asked);
                    flaky.clear();
                }
                false => {
                    flakiness.fail(&asked);
                    flaky.extend(asked);
                }
            }
        }
        self.flakiness = Some(flakiness);
        flaky
    }

    /// Whether `sequence`, which ran last, ends in another world as it did, and passes the same probes.
    pub(super) fn is_the_same_elsewhere(&mut self, sequence: &Sequence, run: &Run) -> bool {
        let passed = self.observer.passed().clone();
        let other = self.run_elsewhere(sequence);
        other.ended == run.ended && *self.observer.passed() == passed
    }

    /// Runs `sequence` in another world. The locale is the usual one: what the class library keeps for another one takes it long to make.
    fn run_elsewhere(&mut self, sequence: &Sequence) -> Run {
        self.runs += 1;
        self.observer.clear();
        self.observer.measure(false);
        self.stage.vary(Variation { locale: None, ..Variation::number(1) });
        self.stage.reset_settled();
        let run = self.stage.run(sequence, &mut self.observer);
        self.stage.vary(Variation::default());
        self.observer.measure(true);
        if uses_subject(self.stage.api(), sequence) {
            self.observer.pass(&self.initialising);
        }
        self.instructions += run.steps;
        run
    }
}
