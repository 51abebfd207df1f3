//! Standard and enhanced fitness in turn: which one the next climb follows.
//!
//! ```text
//! the analysis    only overflow leads to the target: the standard fitness is favored, else the enhanced
//! climb 1         the favored one: most targets are reached here, and the portfolio has cost nothing
//! stagnation      the climb ended in an optimum that is not the target
//! climbs 2, …     the other one gets a tenth of the evaluations; after 4,000, half
//! ```
//!
//! Baars et al. (2011), section V-C: where conditions pull in opposite directions, as in checks for overflow
//! (`a >= 0`, `b < 0`, `a - b < 0`), the enhanced fitness loses half of the runs that the standard one wins. The
//! analysis knows such targets ([`crate::enhanced`]). For those it does not know, stagnation tells: a climb
//! that ends elsewhere. As long as the favored fitness is the better one, a search costs a tenth more than by it
//! alone, at most; where it is not, a multiple of the better one, but the target is not lost.
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

/// Evaluations of the favored fitness per one of the other.
const SHARE: u64 = 10;
/// Evaluations after which the favor is in doubt: from then on both get as many.
const PATIENCE: u64 = 4_000;

/// The turns of one search.
#[derive(Clone, Copy, Debug)]
pub struct Portfolio {
    kind: FitnessKind,
    favors_enhanced: bool,
    /// Evaluations of fruitless climbs: favored, other.
    used: [u64; 2],
    /// Evaluations of the longest climb.
    longest: u64,
}

impl Portfolio {
    /// A search that follows `kind`; of both, which one goes first.
    #[must_use]
    pub fn new(kind: FitnessKind, favors_enhanced: bool) -> Self {
        Self { kind, favors_enhanced, used: [0; 2], longest: 0 }
    }

    /// Whether the next climb follows the enhanced fitness, else the standard one.
    #[must_use]
    pub fn is_enhanced(&self) -> bool {
        match self.kind {
            FitnessKind::Standard => false,
            FitnessKind::Enhanced => true,
            FitnessKind::Portfolio => self.favors_enhanced != self.is_other(),
        }
    }

    /// The climb that [`is_enhanced`](Self::is_enhanced) spoke of ended elsewhere than at the target, after
    /// so many evaluations.
    pub fn stagnated(&mut self, evaluations: u64) {
        let other = self.is_enhanced() != self.favors_enhanced;
        self.used[usize::from(other)] += evaluations.max(1);
        self.longest = self.longest.max(evaluations);
    }

    /// Whether it is the turn of the fitness that is not favored.
    fn is_other(&self) -> bool {
        let [favored, other] = self.used;
        let earned = favored.min(PATIENCE) / SHARE + favored.saturating_sub(PATIENCE);
        // What a climb will cost is not known before; as much as the longest one has to be earned first.
        favored > 0 && other + self.longest <= earned
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of the enhanced fitness in `climbs` climbs of 50 evaluations.
    fn share(mut portfolio: Portfolio, climbs: u32) -> f64 {
        let mut enhanced = 0;
        for _ in 0..climbs {
            enhanced += u32::from(portfolio.is_enhanced());
            portfolio.stagnated(50);
        }
        f64::from(enhanced) / f64::from(climbs)
    }

    #[test]
    fn the_favored_fitness_goes_first_and_gets_nearly_all_of_the_early_climbs() {
        for favors_enhanced in [true, false] {
            let portfolio = Portfolio::new(FitnessKind::Portfolio, favors_enhanced);
            assert_eq!(portfolio.is_enhanced(), favors_enhanced);
            let enhanced = share(portfolio, 80);
            let favored = if favors_enhanced { enhanced } else { 1.0 - enhanced };
            assert!((0.88..1.0).contains(&favored), "{favored}");
        }
    }

    #[test]
    fn where_it_fails_for_long_the_other_one_catches_up() {
        let favored = share(Portfolio::new(FitnessKind::Portfolio, true), 2_000);
        assert!((0.5..0.75).contains(&favored), "{favored}");
    }

    #[test]
    fn one_kind_alone_keeps_its_turn() {
        for (kind, enhanced) in [(FitnessKind::Standard, false), (FitnessKind::Enhanced, true)] {
            assert_eq!(share(Portfolio::new(kind, true), 1_000), f64::from(u8::from(enhanced)));
        }
    }
}
