//! Statistics for the studies: does one technique do better than another, by how much, and shown how.
//!
//! | question | answer |
//! |---|---|
//! | paired runs (same function, same seed): is there a difference? | [`signed_rank()`] |
//! | unpaired runs: is there a difference? | [`rank_sum()`] |
//! | unpaired runs of many subjects that differ: is there a difference in the mean over all? | [`stratified()`] |
//! | how large is it? | [`a12`], read by [`Magnitude`] |
//! | what is typical? | [`mean`], [`median`], [`quantile`], [`BoxSummary`] |
//! | shown how? | [`table`], [`csv`], [`boxplot`](mod@boxplot), [`curves`](mod@curves) |
//!
//! The choice of tests follows Arcuri and Briand, "A hitchhiker's guide to statistical tests for assessing
//! randomized algorithms in software engineering" (STVR 2014): rank tests without an assumption of normality, and
//! always an effect size beside the p-value. The p-values are those of R's `wilcox.test`; tests compare them with
//! published examples and with results of SciPy.
//!
//! Knows nothing of Trine, files or terminals: numbers in, numbers and text out.

pub mod boxplot;
pub mod csv;
pub mod curves;
pub mod describe;
pub mod effect;
pub mod normal;
pub mod rank;
pub mod rank_sum;
pub mod show;
pub mod signed_rank;
pub mod stratified;
mod svg;
pub mod table;

pub use describe::{BoxSummary, mean, median, quantile};
pub use effect::{Magnitude, a12};
pub use rank_sum::{RankSum, rank_sum};
pub use signed_rank::{SignedRank, signed_rank};
pub use stratified::{Stratified, stratified};

/// What is claimed against the hypothesis that there is no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alternative {
    /// The two differ.
    TwoSided,
    /// The first tends to be greater.
    Greater,
    /// The first tends to be less.
    Less,
}

impl Alternative {
    /// The p-value of a standardized statistic: of its distance `above` its mean, in the unit of the statistic,
    /// with a continuity correction of one half, and its standard deviation.
    fn normal_p_value(self, above: f64, deviation: f64) -> f64 {
        let z = |correction: f64| (above - correction) / deviation;
        match self {
            Self::Greater => normal::upper_tail(z(0.5)),
            Self::Less => normal::upper_tail(-z(-0.5)),
            Self::TwoSided => {
                let z = (above.abs() - 0.5).max(0.0) / deviation;
                (2.0 * normal::upper_tail(z)).min(1.0)
            }
        }
    }

    /// The p-value of a statistic by its exact distribution: how many of `counts` are at most and at least the one
    /// at index `statistic`.
    fn exact_p_value(self, counts: &[f64], statistic: usize) -> f64 {
        let total: f64 = counts.iter().sum();
        let at_most = counts.iter().take(statistic + 1).sum::<f64>() / total;
        let at_least = counts.iter().skip(statistic).sum::<f64>() / total;
        match self {
            Self::Greater => at_least,
            Self::Less => at_most,
            Self::TwoSided => (2.0 * at_least.min(at_most)).min(1.0),
        }
    }
}
