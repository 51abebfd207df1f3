//! Options of a run, passed down.

use trine_base::Budget;
use trine_record::{Criterion, McdcVariant};

/// What to do with each unit.
#[derive(Clone, Debug)]
pub struct Options {
    /// Criterion whose goals are pursued.
    pub criterion: Criterion,
    /// Variant of MC/DC.
    pub mcdc: McdcVariant,
    /// Technique.
    pub strategy: Strategy,
    /// Searcher of the execution tree: one of [`Options::SEARCHES`].
    pub search: &'static str,
    /// Budget per unit.
    pub budget: Budget,
    /// Seed of all randomness.
    pub seed: u64,
    /// IR instructions per execution.
    pub steps: u64,
    /// Whether signed overflow is a fault.
    pub signed_overflow_faults: bool,
}

/// The technique that looks for test cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Dynamic symbolic execution and search in turn.
    #[default]
    Hybrid,
    /// Random values first, then alternating variables on each open goal.
    Search,
    /// Dynamic symbolic execution: paths of the shapes that the search finds.
    Dse,
    /// Random values only.
    Random,
}

impl Strategy {
    /// All, by their names on the command line.
    pub const NAMES: [(&'static str, Strategy); 4] =
        [("hybrid", Self::Hybrid), ("search", Self::Search), ("dse", Self::Dse), ("random", Self::Random)];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, strategy)| *strategy == self).map_or("hybrid", |(name, _)| name)
    }
}

impl Options {
    /// Names of the searchers of the execution tree.
    pub const SEARCHES: [&'static str; 7] = trine_dse::searchers::NAMES;
}

impl Default for Options {
    fn default() -> Self {
        Self {
            criterion: Criterion::Branch,
            mcdc: McdcVariant::Masking,
            strategy: Strategy::Hybrid,
            search: "pps",
            budget: Budget::Evaluations(20_000),
            seed: 1,
            steps: 1_000_000,
            signed_overflow_faults: false,
        }
    }
}
