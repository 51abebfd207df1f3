//! Searches along one variable, all others fixed: what the alternating variable method does in each of its turns
//! (Kempka, McMinn and Sudholt 2015).
//!
//! | search | after exploration | evaluations on a unimodal line whose optimum is n steps away |
//! |---|---|---|
//! | [`pattern`] | accelerates; from where it overshoots explores again | O(log² n) |
//! | [`geometric`] | accelerates once; halves the bracket that the overshoot leaves | at most 3 log2 n + O(1) |
//! | [`lattice`] | accelerates once; shrinks the bracket by Fibonacci numbers | at most 2.45 log2 n + O(1) |
//!
//! Where a line is not unimodal all three end at a point that is better than the first, or stay.

pub mod explore;
pub mod geometric;
pub mod lattice;
pub mod pattern;

use crate::axis::{Direction, Scale};
use crate::fitness::Fitness;
use crate::objective::Stopped;

pub use geometric::GeometricSearch;
pub use lattice::LatticeSearch;
pub use pattern::IteratedPatternSearch;

/// What a search along one variable found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explored {
    /// The line stands at a better value than before.
    pub improved: bool,
    /// It ended where a neighbour is as good: nothing to go by at this scale.
    pub plateau: bool,
}

/// An objective along one variable, all others fixed.
pub trait Line {
    /// The fitness `steps` of `scale` away; `None` where there is no such value. Steps that lead past an end of the line
    /// lead to the end.
    ///
    /// # Errors
    /// When the budget is exhausted.
    fn probe(&mut self, scale: Scale, direction: Direction, steps: u128) -> Result<Option<Fitness>, Stopped>;
    /// The fitness here.
    fn here(&self) -> Fitness;
    /// Moves to where `probe` looked, which has `fitness`.
    fn accept(&mut self, scale: Scale, direction: Direction, steps: u128, fitness: Fitness);
    /// Steps of `scale` to the end of the line, the last one rounded up.
    fn room(&self, scale: Scale, direction: Direction) -> u128;
}

/// Which search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineSearch {
    /// Iterated pattern search.
    #[default]
    Pattern,
    /// Geometric search.
    Geometric,
    /// Lattice search.
    Lattice,
}

impl LineSearch {
    /// All, by name.
    pub const NAMES: [(&'static str, LineSearch); 3] =
        [("pattern", Self::Pattern), ("geometric", Self::Geometric), ("lattice", Self::Lattice)];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, search)| *search == self).map_or("pattern", |(name, _)| name)
    }

    /// Searches `line` at `scale`.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn search(self, line: &mut impl Line, scale: Scale) -> Result<Explored, Stopped> {
        match self {
            Self::Pattern => IteratedPatternSearch.search(line, scale),
            Self::Geometric => GeometricSearch.search(line, scale),
            Self::Lattice => LatticeSearch.search(line, scale),
        }
    }
}
