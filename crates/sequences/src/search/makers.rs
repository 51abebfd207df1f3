//! How evolution shares out its work: new sequences, offspring, and local search, by the goals that each covered for it lately.
//!
//! ```text
//! share of new sequences among those of a generation = √rate / (√rate + √rate of offspring), from an eighth to seven of eight
//! share of local search = rate / (rate + that of the better of both), from 15 to 85 %
//! ```
//!
//! Work is evaluations, and what long runs take beyond the usual ([`super::Search::work`]): where the nearest sequences have long texts, what is
//! bred of them takes ten times the instructions of new ones (`WordUtils` of commons-lang).
//!
//! Deviation from DynaMOSA, where all offspring have parents, and from Fraser, Arcuri and McMinn (2015), where local search has a fixed rate:
//! of a class of many methods new sequences cover most for long, while a generation of offspring of few sequences, and the values around the
//! nearest of them, cover little. On 100 library classes of 7,926 branches, 1,000 evaluations each, seed 1, classes have 85.2 % in the mean
//! (5,970 branches) in place of 81.0 % (5,122) with one new sequence in eight and three targets of local search after each generation.

use super::rewards::Rewards;

/// Goals, and work, that each is granted.
const GRANTED: ([f64; 3], f64) = ([1.0; 3], 40.0);

/// Smallest and largest share of new sequences in a generation.
const FRESH_SHARES: (f64, f64) = (0.125, 0.875);

/// Smallest and largest share of local search.
const LOCAL_SHARES: (f64, f64) = (0.15, 0.85);

/// What makes sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Maker {
    /// Generation from nothing, or from a start.
    Fresh,
    /// Crossover and mutation.
    Breeding,
    /// What is around the nearest sequences.
    LocalSearch,
}

/// What each covered for its work.
#[derive(Debug)]
pub(super) struct Makers(Rewards<3>);

impl Default for Makers {
    fn default() -> Self {
        Self(Rewards::new(GRANTED))
    }
}

impl Makers {
    /// Counts what was done since the last call for `maker`; `goals` and `work` are those of the whole search.
    pub fn count(&mut self, maker: Maker, goals: usize, work: u64) {
        self.0.count(maker as usize, goals, work);
    }

    /// What was done since the last call counts for none of them.
    pub fn pass_over(&mut self, goals: usize, work: u64) {
        self.0.pass_over(goals, work);
    }

    /// A generation has ended: what was before it counts less.
    pub fn age(&mut self) {
        self.0.age();
    }

    /// With which probability the next sequence of a generation is a new one.
    pub fn fresh_share(&self) -> f64 {
        // Roots, because rates of a few dozen evaluations are rough.
        let (fresh, breeding) = (self.rate(Maker::Fresh).sqrt(), self.rate(Maker::Breeding).sqrt());
        (fresh / (fresh + breeding)).clamp(FRESH_SHARES.0, FRESH_SHARES.1)
    }

    /// The work that local search may do now; none where it took more than its share.
    pub fn local_credit(&self) -> u64 {
        let local = self.rate(Maker::LocalSearch);
        let others = self.rate(Maker::Fresh).max(self.rate(Maker::Breeding));
        let share = (local / (local + others)).clamp(LOCAL_SHARES.0, LOCAL_SHARES.1);
        // What local search does changes the sum: of the others' work, share : 1 − share are its own.
        (self.0.credit(Maker::LocalSearch as usize, share) / (1.0 - share)).max(0.0) as u64
    }

    fn rate(&self, maker: Maker) -> f64 {
        self.0.rate(maker as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_covers_most_for_its_work_has_most_of_it() {
        let mut makers = Makers::default();
        makers.count(Maker::Fresh, 200, 400);
        makers.count(Maker::Breeding, 202, 500);
        assert!(makers.fresh_share() > 0.7, "{}", makers.fresh_share());
        assert!(makers.local_credit() < 200, "{}", makers.local_credit());
        let mut fruitful = Makers::default();
        fruitful.count(Maker::Fresh, 1, 100);
        fruitful.count(Maker::Breeding, 10, 200);
        fruitful.count(Maker::LocalSearch, 80, 300);
        assert!(fruitful.fresh_share() < 0.4, "{}", fruitful.fresh_share());
        assert!(fruitful.local_credit() > 500, "{}", fruitful.local_credit());
    }
}
