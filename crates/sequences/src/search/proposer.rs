//! Who proposes sequences in a search, and what each took.

use super::Search;
use std::time::{Duration, Instant};

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

/// What each proposer took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spent {
    evaluations: [u64; Proposer::ALL.len()],
    time: [Duration; Proposer::ALL.len()],
}

impl Spent {
    /// The evaluations of one proposer.
    #[must_use]
    pub fn evaluations(&self, proposer: Proposer) -> u64 {
        self.evaluations[proposer as usize]
    }

    /// The time that one proposer took.
    #[must_use]
    pub fn time(&self, proposer: Proposer) -> Duration {
        self.time[proposer as usize]
    }
}

/// Who proposes now.
#[derive(Debug)]
pub(super) struct Proposing {
    pub by: Proposer,
    /// Evaluations when it began.
    since: u64,
    begun: Instant,
    spent: Spent,
}

impl Proposing {
    /// The search begins now.
    pub fn start() -> Self {
        Self { by: Proposer::default(), since: 0, begun: Instant::now(), spent: Spent::default() }
    }

    /// What each took, after so many evaluations of the whole search.
    pub fn spent(mut self, evaluations: u64) -> Spent {
        self.hand_over(self.by, evaluations);
        self.spent
    }

    fn hand_over(&mut self, to: Proposer, evaluations: u64) {
        let now = Instant::now();
        self.spent.evaluations[self.by as usize] += evaluations - self.since;
        self.spent.time[self.by as usize] += now - self.begun;
        (self.by, self.since, self.begun) = (to, evaluations, now);
    }
}

impl Search<'_, '_> {
    /// Does `work`, in which `proposer` proposes sequences.
    pub(super) fn proposed_by<T>(&mut self, proposer: Proposer, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.proposing.by;
        self.proposing.hand_over(proposer, self.all_evaluations());
        let done = work(self);
        self.proposing.hand_over(before, self.all_evaluations());
        done
    }
}
