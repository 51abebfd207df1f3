//! A function of the benchmark, whatever language it is written in: what the study asks of it.

use super::paper::Figures;
use trine_engine::{Attempt, BranchSettings, Variables};
use trine_record::GoalId;
use trine_search::enhanced::Analysis;
use trine_testcase::LeafRange;

/// A function and its inputs.
pub trait Subject: Sync {
    /// Its name in tables.
    fn name(&self) -> &str;

    /// What the paper printed of it.
    fn paper(&self) -> &Figures;

    /// A search of its branches.
    ///
    /// # Errors
    /// What about it is not supported.
    fn search(&self) -> Result<Box<dyn Search + '_>, String>;
}

/// A search of the branches of one function, each on its own.
pub trait Search {
    /// The branches, by what they are called in tables, in the order of the source.
    fn branches(&self) -> Vec<(GoalId, String)>;

    /// What varies.
    fn variables(&self) -> Variables<'_>;

    /// Analyses all branches for the enhanced fitness, from nothing.
    fn analyse(&self) -> Vec<(GoalId, Analysis)>;

    /// Searches for one of the branches.
    fn search(&mut self, branch: GoalId, settings: &BranchSettings) -> Attempt;
}

/// Logarithm of the number of inputs, base 2; floats without a range count with the values drawn for them.
pub fn domain_bits(variables: Variables<'_>) -> f64 {
    let bits = variables.kinds.iter().zip(variables.ranges).map(|(kind, range)| match range {
        Some(LeafRange::Int { low, high }) => (high.wrapping_sub(*low) as u128 as f64 + 1.0).log2(),
        Some(LeafRange::Float { low, high }) if low == high => 0.0,
        _ => f64::from(kind.bits()),
    });
    bits.sum()
}
