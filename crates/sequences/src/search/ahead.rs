//! Work ahead of evolution: what it covers has tests at once, and evolution hears of it only where it stands still.
//!
//! ```text
//! evolution ──────────────────────────> archive of evolution <──┐ what it lacks, where it stands still
//!      └─ nearest sequences ──> work ahead ──> archive of all ──┘
//! ```
//!
//! Once a model or a changed object covers a goal first, evolution goes elsewhere, as often to the worse as to the better, and most of what
//! comes so early it would soon have covered. So symbolic execution and changes of objects have a small part of the budget from the start, and
//! a large one where evolution stands still; they go on from what evolution found, and leave no trace in it. It runs the very same sequences as
//! it would alone, until it has long covered nothing and there is something that it lacks.

use super::archive::Archive;
use super::{Individual, Keeps, Options, Schedule, Search, Strategy, work};
use crate::evaluation::{Evaluation, GoalId};
use std::collections::HashSet;
use trine_testcase::objects::Sequence;

/// What evolution does not know of.
#[derive(Debug)]
pub(super) struct Ahead {
    /// What evolution and work ahead covered; that of evolution while work is done ahead.
    archive: Archive,
    /// Evaluations and instructions that work ahead took.
    evaluations: u64,
    instructions: u64,
    /// Whether work is done ahead.
    is_at_work: bool,
}

impl Ahead {
    /// Nothing was done yet; `None` where none is to be done ahead: in the paper evolution hears of all that is kept.
    pub fn new(options: &Options, archive: Archive) -> Option<Self> {
        let is_apart = options.strategy == Strategy::Hybrid
            && options.dse.schedule == Schedule::Reward
            && options.dse.keeps == Keeps::Covering;
        is_apart.then_some(Self { archive, evaluations: 0, instructions: 0, is_at_work: false })
    }

    /// What anything covered.
    pub fn archive(self) -> Archive {
        self.archive
    }
}

impl Search<'_, '_> {
    /// Whether what runs now is to leave no trace in evolution.
    pub(super) fn is_ahead(&self) -> bool {
        self.ahead.as_ref().is_some_and(|ahead| ahead.is_at_work)
    }

    /// Goals that anything covered.
    pub(super) fn covered(&self) -> usize {
        // One archive has what the other has.
        self.ahead.as_ref().map_or(0, |ahead| ahead.archive.covered()).max(self.archive.covered())
    }

    /// Whether anything covered the goal at this position.
    pub(super) fn is_covered(&self, at: usize) -> bool {
        self.archive.is_covered(at) || self.ahead.as_ref().is_some_and(|ahead| ahead.archive.is_covered(at))
    }

    /// Whether all goals are covered.
    pub(super) fn is_complete(&self) -> bool {
        self.archive.is_complete() || self.ahead.as_ref().is_some_and(|ahead| ahead.archive.is_complete())
    }

    /// Evaluations that all took.
    pub(super) fn all_evaluations(&self) -> u64 {
        self.evaluations + self.ahead.as_ref().map_or(0, |ahead| ahead.evaluations)
    }

    /// What all took, in evaluations: as the budget counts them, or where that is one of time, long ones for more than one.
    pub(super) fn spent(&self) -> u64 {
        match self.options.budget_evals {
            u64::MAX => {
                self.work()
                    + self.ahead.as_ref().map_or(0, |ahead| work(ahead.evaluations, ahead.instructions))
            }
            _ => self.all_evaluations(),
        }
    }

    /// Does `work`, of which evolution does not hear where work is done ahead; then it gives nothing.
    pub(super) fn apart(&mut self, work: impl FnOnce(&mut Self) -> Vec<Individual>) -> Vec<Individual> {
        if self.ahead.is_none() {
            return work(self);
        }
        let before = (self.evaluations, self.instructions, self.last_news, self.news);
        self.swap_archives(true);
        work(self);
        self.swap_archives(false);
        let taken = (self.evaluations - before.0, self.instructions - before.1);
        (self.evaluations, self.instructions, self.last_news, self.news) = before;
        if let Some(ahead) = &mut self.ahead {
            ahead.evaluations += taken.0;
            ahead.instructions += taken.1;
        }
        Vec::new()
    }

    fn swap_archives(&mut self, is_at_work: bool) {
        if let Some(ahead) = &mut self.ahead {
            std::mem::swap(&mut self.archive, &mut ahead.archive);
            ahead.is_at_work = is_at_work;
            self.runner.set_apart(is_at_work);
        }
    }

    /// Takes note of what a run covers; whether it is to leave other traces in evolution.
    pub(super) fn archive(&mut self, sequence: &Sequence, evaluation: &Evaluation) -> bool {
        let is_kept = self.keeps_all || self.archive.covers_first(evaluation);
        if !is_kept {
            return false;
        }
        let by = self.proposing.by;
        let told = &mut |goal, sequence: &Sequence| (self.covered)(goal, sequence, by);
        match &mut self.ahead {
            Some(ahead) if !ahead.is_at_work => {
                self.archive.update(sequence, evaluation, &mut |_, _| {});
                ahead.archive.update(sequence, evaluation, told);
                true
            }
            at_work => {
                self.archive.update(sequence, evaluation, told);
                at_work.is_none()
            }
        }
    }

    /// Goals that need not be searched for any more.
    pub(super) fn settle(&mut self) {
        for goal in self.runner.settled() {
            self.archive.settle(goal);
            if let Some(ahead) = &mut self.ahead {
                ahead.archive.settle(goal);
            }
        }
    }

    /// Tells evolution what was covered ahead of it, where it stands still. Gives the runs.
    pub(super) fn catch_up(&mut self) -> Vec<Individual> {
        if !self.is_joined() {
            return Vec::new();
        }
        let Some(ahead) = &self.ahead else { return Vec::new() };
        let mut known = HashSet::new();
        let lacking = (0..self.goals.len()).filter(|&at| !self.archive.is_covered(at));
        let news = lacking.filter_map(|at| ahead.archive.best(at).filter(|_| ahead.archive.is_covered(at)));
        let news: Vec<Sequence> =
            news.filter(|sequence| known.insert(super::digest(sequence))).cloned().collect();
        news.into_iter().filter_map(|sequence| self.evaluate(sequence)).collect()
    }

    /// Does `change` to what is kept for a goal that evolution covered, in both archives where they have the same sequence for it.
    pub(super) fn change_kept(&mut self, goal: GoalId, change: impl Fn(&mut Archive)) {
        if let (Some(ahead), Some(at)) = (&mut self.ahead, self.archive.position(goal))
            && self.archive.best(at) == ahead.archive.best(at)
        {
            change(&mut ahead.archive);
        }
        change(&mut self.archive);
    }
}
