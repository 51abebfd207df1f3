//! Who proposes sequences in a search, and what each took.

use super::Search;

/// What proposes sequences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Proposer {
    /// New sequences, offspring, and local search.
    #[default]
    Search,
    /// Changes of objects that decided branches.
    Objects,
    /// Models of path conditions.
    Solver,
}

impl Proposer {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Search, Self::Objects, Self::Solver];
}

/// Evaluations that each proposer took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent([u64; Proposer::ALL.len()]);

impl Spent {
    /// Those of one proposer.
    #[must_use]
    pub fn by(&self, proposer: Proposer) -> u64 {
        self.0[proposer as usize]
    }
}

/// Who proposes now.
#[derive(Debug, Default)]
pub(super) struct Proposing {
    pub by: Proposer,
    /// Evaluations when it began.
    since: u64,
    spent: Spent,
}

impl Proposing {
    /// What each took, after so many evaluations of the whole search.
    pub fn spent(mut self, evaluations: u64) -> Spent {
        self.hand_over(self.by, evaluations);
        self.spent
    }

    fn hand_over(&mut self, to: Proposer, evaluations: u64) {
        self.spent.0[self.by as usize] += evaluations - self.since;
        (self.by, self.since) = (to, evaluations);
    }
}

impl Search<'_, '_> {
    /// Does `work`, in which `proposer` proposes sequences.
    pub(super) fn proposed_by<T>(&mut self, proposer: Proposer, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.proposing.by;
        self.proposing.hand_over(proposer, self.evaluations);
        let done = work(self);
        self.proposing.hand_over(before, self.evaluations);
        done
    }
}
