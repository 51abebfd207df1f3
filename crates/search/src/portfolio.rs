//! Standard and enhanced fitness in turn: which one the next climb follows.
//!
//! ```text
//! climb 1     enhanced      most targets are reached here, and the portfolio costs nothing
//! stagnation  the climb ended in an optimum that is not the target
//! climb 2     standard
//! climb 3, …  the one that has used fewer evaluations
//! ```
//!
//! Baars et al. (2011), section V-C: where conditions pull in opposite directions, as in checks for overflow
//! (`a >= 0`, `b < 0`, `a - b < 0`), the sum of all distances has an optimum at the edge of overflow, and the
//! enhanced fitness loses half of the runs that the standard one wins. Such an optimum shows as
//! stagnation. From there on neither is trusted more than the other, so that the portfolio needs at most twice
//! the evaluations of the better one, plus one climb, and where either reaches the target at once hardly
//! more than that one.
//!
//! For any algorithm that restarts: a climb of alternating variables, a population. Values of the two are
//! never compared: a new climb evaluates what it starts from.
//!
//! Deterministic: counts evaluations only.

/// Which fitness a search follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FitnessKind {
    /// Approach level and branch distance.
    Standard,
    /// Approximation level and path distance: see [`crate::enhanced`].
    Enhanced,
    /// Both in turn.
    #[default]
    Portfolio,
}

impl FitnessKind {
    /// All, by their names on the command line.
    pub const NAMES: [(&'static str, FitnessKind); 3] =
        [("portfolio", Self::Portfolio), ("enhanced", Self::Enhanced), ("standard", Self::Standard)];
}

/// The turns of one search.
#[derive(Clone, Copy, Debug)]
pub struct Portfolio {
    kind: FitnessKind,
    /// Evaluations of fruitless climbs: standard, enhanced.
    used: [u64; 2],
}

impl Portfolio {
    /// A search that follows `kind`.
    #[must_use]
    pub fn new(kind: FitnessKind) -> Self {
        Self { kind, used: [0; 2] }
    }

    /// Whether the next climb follows the enhanced fitness, else the standard one.
    #[must_use]
    pub fn is_enhanced(&self) -> bool {
        match self.kind {
            FitnessKind::Standard => false,
            FitnessKind::Enhanced => true,
            FitnessKind::Portfolio => self.used[1] <= self.used[0],
        }
    }

    /// The climb that [`is_enhanced`](Self::is_enhanced) spoke of ended elsewhere than at the target, after
    /// so many evaluations.
    pub fn stagnated(&mut self, evaluations: u64) {
        self.used[usize::from(self.is_enhanced())] += evaluations.max(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_enhanced_fitness_goes_first_and_then_the_one_that_has_used_less() {
        let mut portfolio = Portfolio::new(FitnessKind::Portfolio);
        let mut turns = Vec::new();
        for evaluations in [50, 30, 30, 100, 100] {
            turns.push(portfolio.is_enhanced());
            portfolio.stagnated(evaluations);
        }
        assert_eq!(turns, [true, false, false, true, false]);
    }

    #[test]
    fn one_kind_alone_keeps_its_turn() {
        for (kind, enhanced) in [(FitnessKind::Standard, false), (FitnessKind::Enhanced, true)] {
            let mut portfolio = Portfolio::new(kind);
            portfolio.stagnated(1000);
            assert_eq!(portfolio.is_enhanced(), enhanced);
        }
    }
}
