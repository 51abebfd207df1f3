//! The standard fitness (Wegener, Baresel and Sthamer 2001): approach level plus normalized
//! branch distance.
//!
//! ```text
//! Target --FitnessModel::target--> TargetFitness      compiled once per goal
//! run    --events--> FitnessObserver                  per run: nearest misses of every site
//!                    FitnessObserver::fitness()  -->  Fitness
//! ```
//!
//! The **approach level** counts the control dependences between the target and the nearest site
//! that the run reached, on the real control-dependence graph; the **branch distance** says how
//! far that site was from going the right way, at best, over all its executions in the run.
//!
//! Where we go beyond: a branch on a flag set by control flow has no distance of its own; its
//! place is taken by the fitness of reaching one of the assignments that set it rightly (see
//! [`flags`]), or by the distance inside the helper that returned it ([`helpers`]). A path through a decision (MC/DC) is followed evaluation by evaluation
//! (see [`path`]). Many goals over many functions are measured in one run ([`unit`]).
//!
//! Cost per branch event of the function under test: one distance and two comparisons of
//! floats; branches elsewhere cost one comparison.

mod chain;
pub mod flags;
pub mod halt;
pub mod helpers;
pub mod observer;
pub mod path;
pub(crate) mod questions;
mod records;
mod returning;
pub mod target;
pub mod unit;

use crate::distance::normalized_distance;
use std::cmp::Ordering;
use std::fmt;

pub use observer::FitnessObserver;
pub use questions::Questions;
pub use records::CarriesDistance;
pub use target::{FitnessModel, TargetFitness};
pub use unit::{UnitFitness, UnitGoal, UnitStep};

/// How far a run was from a target: lower is better.
///
/// Ordered by level, then by raw distance, which is the order of [`value`](Self::value) without
/// its rounding: `d / (d + 1)` cannot tell distances above 2^26 apart, and a search on 64-bit
/// inputs would see plateaus that are not there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitness {
    /// Approach level: control dependences still between the run and the target.
    pub approach_level: u32,
    /// Raw branch distance at the nearest site: finite and ≥ 0.
    pub branch_distance: f64,
}

impl Fitness {
    /// The run covers the target; no other fitness is equal to it.
    pub const COVERED: Fitness = Fitness { approach_level: 0, branch_distance: 0.0 };

    /// Whether the run covers the target.
    #[must_use]
    pub fn is_covered(self) -> bool {
        self == Self::COVERED
    }

    /// Approach level plus normalized distance: what papers print.
    #[must_use]
    pub fn value(self) -> f64 {
        f64::from(self.approach_level) + normalized_distance(self.branch_distance)
    }

    /// This fitness as far as the one number `level + d / (d + 1)` in double precision tells: distances that it
    /// does not tell apart become the same. Published experiments compare that number.
    #[must_use]
    pub fn in_double_precision(self) -> Self {
        let share = self.value() - f64::from(self.approach_level);
        let branch_distance = if share < 1.0 { share / (1.0 - share) } else { f64::MAX };
        Self { branch_distance, ..self }
    }

    /// The same distance, `levels` farther away.
    #[must_use]
    pub(crate) fn beyond(self, levels: u32) -> Self {
        Self { approach_level: self.approach_level + levels, ..self }
    }

    /// Whether nothing went wrong on the way to a target that was not covered: the run ended too early.
    pub(crate) fn is_cut_off(self) -> bool {
        !self.is_covered() && self.branch_distance <= f64::MIN_POSITIVE
    }

    /// This fitness, or the least above [`COVERED`](Self::COVERED) where it claims coverage that
    /// did not happen: the way was right, but a fault or exit came first.
    #[must_use]
    pub(crate) fn not_covered(self) -> Self {
        if self.is_covered() { Self { approach_level: 0, branch_distance: f64::MIN_POSITIVE } } else { self }
    }
}

impl Eq for Fitness {}

impl PartialOrd for Fitness {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fitness {
    fn cmp(&self, other: &Self) -> Ordering {
        self.approach_level
            .cmp(&other.approach_level)
            .then(self.branch_distance.total_cmp(&other.branch_distance))
    }
}

impl fmt::Display for Fitness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.6}", self.value())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_come_before_distances() {
        let far = Fitness { approach_level: 0, branch_distance: f64::MAX };
        let near = Fitness { approach_level: 1, branch_distance: 1.0 };
        assert!(far < near && far.value() < near.value());
        assert!(Fitness::COVERED < far);
    }

    #[test]
    fn large_distances_stay_ordered_where_the_printed_value_does_not() {
        let (a, b) = (
            Fitness { approach_level: 0, branch_distance: 4e18 },
            Fitness { approach_level: 0, branch_distance: 5e18 },
        );
        assert!(a < b);
        assert_eq!(a.value(), b.value());
    }

    #[test]
    fn in_double_precision_neighbours_a_billion_away_are_the_same_and_near_ones_are_not() {
        let at =
            |distance: f64| Fitness { approach_level: 1, branch_distance: distance }.in_double_precision();
        assert_eq!(at(1e9), at(1e9 + 1.0));
        assert!(at(1e5) < at(1e5 + 1.0) && at(1e9) < at(2e9));
        assert_eq!(at(1e300).branch_distance, f64::MAX);
        assert!(Fitness::COVERED.in_double_precision().is_covered());
        assert!(!Fitness::COVERED.not_covered().in_double_precision().is_covered());
    }

    #[test]
    fn what_was_not_covered_is_never_zero() {
        assert!(!Fitness::COVERED.not_covered().is_covered());
        assert!(Fitness::COVERED.not_covered().value() > 0.0);
    }
}
