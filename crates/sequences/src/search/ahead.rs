//! Work that is done ahead, while evolution is alone: what it covers has tests, and evolution does not hear of it.
//!
//! ```text
//! evolution ──────────────────────────> archive of evolution ──┐ what it lacks, once it stands still
//!      └─ nearest sequences ──> work ahead ──> archive of all ─┘
//! ```
//!
//! Where symbolic execution and changes of objects join evolution early, they lead it elsewhere, which is as often worse as better; in large
//! classes evolution covers something until the budget ends, and they would never join it. So they have a small part of the budget from the
//! start: they go on from what evolution found, and leave no trace in it. Evolution goes on as it would alone, and whatever it does not come
//! to itself is won.

use super::archive::Archive;
use super::{Individual, Search};
use crate::evaluation::{Evaluation, GoalId};
use std::collections::HashSet;
use trine_testcase::objects::Sequence;

/// Largest share of each kind of work that is done ahead.
pub(super) const AHEAD_SHARE: f64 = 0.05;

/// What evolution does not know of.
#[derive(Debug)]
pub(super) struct Ahead {
    /// What evolution and work ahead covered; that of evolution while work is done ahead.
    archive: Archive,
    /// Evaluations that work ahead took.
    evaluations: u64,
    /// Whether work is done ahead.
    is_at_work: bool,
}

impl Ahead {
    /// Nothing was done yet.
    pub fn new(archive: Archive) -> Self {
        Self { archive, evaluations: 0, is_at_work: false }
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

    /// Goals that anything covered, and evaluations that all took.
    pub(super) fn progress(&self) -> (usize, u64) {
        let (covered, evaluations) = (self.archive.covered(), self.evaluations);
        match &self.ahead {
            // One archive has what the other has.
            Some(ahead) => (covered.max(ahead.archive.covered()), evaluations + ahead.evaluations),
            None => (covered, evaluations),
        }
    }

    /// Whether all goals are covered.
    pub(super) fn is_complete(&self) -> bool {
        self.archive.is_complete() || self.ahead.as_ref().is_some_and(|ahead| ahead.archive.is_complete())
    }

    /// Does `work` ahead of evolution, which is alone, or else with it.
    pub(super) fn ahead_if_alone<T: Default>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        if self.is_joined() {
            return work(self);
        }
        let before = (self.evaluations, self.instructions, self.last_news, self.news);
        self.swap_archives(true);
        work(self);
        self.swap_archives(false);
        let taken = self.evaluations - before.0;
        (self.evaluations, self.instructions, self.last_news, self.news) = before;
        if let Some(ahead) = &mut self.ahead {
            ahead.evaluations += taken;
        }
        T::default()
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

    /// Once evolution is joined: it hears of what was covered without it. Gives the runs.
    pub(super) fn catch_up(&mut self) -> Vec<Individual> {
        if self.ahead.is_none() || !self.is_joined() {
            return Vec::new();
        }
        let Some(ahead) = self.ahead.take() else { return Vec::new() };
        self.evaluations += ahead.evaluations;
        let mut known = HashSet::new();
        let mut found = Vec::new();
        for at in 0..self.goals.len() {
            let Some(sequence) = ahead.archive.best(at).filter(|_| !self.archive.is_covered(at)) else {
                continue;
            };
            if known.insert(super::digest(sequence)) {
                found.extend(self.evaluate(sequence.clone()));
            }
        }
        self.archive.merge(ahead.archive);
        found
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
