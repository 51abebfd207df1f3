//! Doubts: goals that are covered by chance only are open again, while there is budget left to cover them otherwise.
//!
//! A sequence whose way depends on hash codes, the time, or the order of an immutable set covers goals in one JVM and not in the next; it is
//! no test. Looking at each run in another world as well would double what a run costs. So the sequences that are kept are looked at a few
//! times in a search, and goals for which none holds are searched for again; only runs that come to these are looked at from then on.

use super::{Individual, Search};
use crate::evaluation::BY_CHANCE;
use std::collections::BTreeSet;
use trine_testcase::objects::{MemberId, Sequence};

/// Evaluations before the first look; each other one comes when half as many were added to those before the last.
pub(super) const FIRST_LOOK: u64 = 250;

impl Search<'_, '_> {
    /// Looks at what is kept, where that is due.
    pub(super) fn look_elsewhere(&mut self) {
        if self.evaluations < self.next_look || self.is_over() {
            return;
        }
        let elsewhere = self.runner.look_elsewhere(&self.archive.by_sequence());
        self.evaluations += elsewhere.runs;
        self.next_look = self.evaluations + self.evaluations / 2;
        self.avoid(elsewhere.avoided);
        for (goal, sequence) in &elsewhere.replaced {
            self.change_kept(*goal, |archive| archive.replace(*goal, sequence));
        }
        for goal in elsewhere.doubted {
            self.change_kept(goal, |archive| archive.doubt(goal));
        }
    }

    /// Builds on nothing any more that uses one of these members.
    fn avoid(&mut self, members: Vec<MemberId>) {
        let before = self.avoided.len();
        self.avoided.extend(members);
        if self.avoided.len() == before {
            return;
        }
        self.avoided.iter().for_each(|&member| self.cluster.avoid(member));
        let avoided = &self.avoided;
        self.starts.retain(|start| !uses(start, avoided));
        for nearest in &mut self.nearest {
            *nearest = nearest.take().filter(|near| !uses(&near.sequence, avoided));
        }
        self.contexts.iter_mut().for_each(|known| known.retain(|one| !uses(&one.sequence, avoided)));
    }

    /// Whether nothing is to be built on a sequence, because of a member that it uses.
    pub(super) fn is_avoided(&self, individual: &Individual) -> bool {
        !self.avoided.is_empty() && uses(&individual.sequence, &self.avoided)
    }

    /// Leaves out sequences that nothing is to be built on, where others are left.
    pub(super) fn without_avoided(&self, population: Vec<Individual>) -> Vec<Individual> {
        let is_kept = |individual: &Individual| !self.is_avoided(individual);
        match self.avoided.is_empty() || !population.iter().any(is_kept) {
            true => population,
            false => population.into_iter().filter(is_kept).collect(),
        }
    }

    /// Sequences that covered an open goal ran before it was in doubt: they came to the branch, no more.
    pub(super) fn doubt_old(&self, population: &mut [Individual]) {
        let open = |at: &usize| !self.archive.is_covered(*at);
        for at in (0..self.goals.len()).filter(open) {
            for individual in population.iter_mut().filter(|individual| individual.distances[at] == 0.0) {
                individual.distances[at] = BY_CHANCE;
            }
        }
    }
}

/// Whether a sequence uses one of the members.
fn uses(sequence: &Sequence, members: &BTreeSet<MemberId>) -> bool {
    sequence.members().any(|member| members.contains(&member))
}
