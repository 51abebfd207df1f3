//! What symbolic execution and changes of objects cover while evolution does not hear of it.
//!
//! ```text
//!                        evolution            symbolic execution, changes of objects
//! covered by evolution   its archive ───────> theirs
//! covered by them        ................... theirs        until evolution covers nothing for long: then all have theirs
//! ```
//!
//! Once evolution hears that a goal is covered, its targets, and with them all that it keeps, are others from then on: it goes another way, as
//! often a worse one. As long as it covers goals itself it goes on as it would alone, and what the others cover comes on top.

use super::archive::Archive;
use super::{Schedule, Search, Strategy};
use crate::evaluation::{Evaluation, GoalId};
use trine_testcase::objects::Sequence;

/// Evolution is joined once it covered nothing for so many evaluations a goal, and for as many as it took to cover the last one; it hears of
/// what the others cover once it covered nothing for as long again.
const ALONE_EVALS: u64 = 10;

/// What is known to all but evolution.
#[derive(Debug)]
pub(super) struct Apart {
    archive: Archive,
    active: Vec<bool>,
}

impl Apart {
    /// What all together cover.
    pub fn into_archive(self) -> Archive {
        self.archive
    }
}

impl Search<'_, '_> {
    /// Lets the others join evolution, and evolution hear of what they cover, where it is time.
    fn attend(&mut self) {
        if self.options.strategy == Strategy::Search || self.options.dse.schedule == Schedule::Paper {
            self.joined = Some(0);
            return;
        }
        let patience = ALONE_EVALS * self.goals.len() as u64 + self.last_news;
        let impatient = self.last_news + patience;
        match self.joined {
            None if self.evaluations >= impatient => {
                self.joined = Some(self.evaluations);
                self.apart = Some(Apart { archive: self.archive.clone(), active: self.active.clone() });
            }
            Some(joined) if self.evaluations >= joined.max(impatient) + patience => {
                if let Some(Apart { archive, active }) = self.apart.take() {
                    (self.archive, self.active) = (archive, active);
                }
            }
            _ => {}
        }
    }

    /// Does work of symbolic execution, or on objects, that evolution does not hear of for now.
    pub(super) fn apart<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.attend();
        self.is_apart = self.apart.is_some();
        self.exchange();
        let done = work(self);
        self.exchange();
        self.is_apart = false;
        done
    }

    /// Exchanges what evolution knows and what the others know.
    fn exchange(&mut self) {
        if let Some(apart) = &mut self.apart {
            std::mem::swap(&mut self.archive, &mut apart.archive);
            std::mem::swap(&mut self.active, &mut apart.active);
        }
    }

    /// Keeps a sequence for the goals that it covers; `covered` hears of it where it is the best of all.
    pub(super) fn keep(&mut self, sequence: &Sequence, evaluation: &Evaluation) {
        let by = self.proposing.by;
        let told = &mut |goal: GoalId, sequence: &Sequence| (self.covered)(goal, sequence, by);
        let theirs = self.apart.as_mut().filter(|_| !self.is_apart);
        match theirs {
            Some(Apart { archive, .. }) => {
                archive.update(sequence, evaluation, told);
                self.archive.update(sequence, evaluation, &mut |_, _| {});
            }
            None => _ = self.archive.update(sequence, evaluation, told),
        }
        activate(self.goals, &self.archive, &mut self.active, evaluation);
        if let Some(Apart { archive, active }) = self.apart.as_mut().filter(|_| !self.is_apart) {
            activate(self.goals, archive, active, evaluation);
        }
    }

    /// Takes note of goals that need not be covered any more.
    pub(super) fn settle(&mut self) {
        for goal in self.runner.settled() {
            self.archive.settle(goal);
            self.apart.iter_mut().for_each(|apart| apart.archive.settle(goal));
        }
    }

    /// Takes note of another sequence for a goal, everywhere.
    pub(super) fn replace(&mut self, goal: GoalId, sequence: &Sequence) {
        self.archive.replace(goal, sequence);
        self.apart.iter_mut().for_each(|apart| apart.archive.replace(goal, sequence));
    }

    /// Takes note that a goal is covered by chance only, everywhere.
    pub(super) fn doubt(&mut self, goal: GoalId) {
        self.archive.doubt(goal);
        self.apart.iter_mut().for_each(|apart| apart.archive.doubt(goal));
    }

    /// Whether nothing is left to search for.
    pub(super) fn is_all_covered(&self) -> bool {
        self.archive.is_complete() || self.apart.as_ref().is_some_and(|apart| apart.archive.is_complete())
    }
}

/// Goals behind covered ones become targets.
fn activate(goals: &[super::GoalNode], archive: &Archive, active: &mut [bool], evaluation: &Evaluation) {
    let covered = evaluation.covered.iter().filter_map(|&goal| archive.position(goal));
    for child in covered.flat_map(|at| &goals[at].children).filter_map(|&child| archive.position(child)) {
        active[child] = true;
    }
}
