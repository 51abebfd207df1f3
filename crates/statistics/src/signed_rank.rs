//! Wilcoxon's signed rank test for paired samples (Wilcoxon, "Individual comparisons by ranking methods", 1945).
//!
//! Differences are ranked by size; `statistic` is the sum of the ranks of the positive ones. Pairs without a difference
//! are left out, as Wilcoxon did. As in R's `wilcox.test(x, y, paired = TRUE)`, the p-value is exact for fewer than 50
//! differences when no two are of equal size and no pair was left out; else by the normal approximation, with the
//! variance corrected for ties and a continuity correction.
//!
//! Cost: O(n log n); exact O(n³) for n < 50.

use crate::Alternative;
use crate::rank::ranks;

/// From so many differences on, the approximation is used.
const EXACT_BELOW: usize = 50;

/// Result of the test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedRank {
    /// Sum of the ranks of the positive differences.
    pub statistic: f64,
    /// Pairs with a difference.
    pub differences: usize,
    /// Probability of a statistic at least so extreme if there is no difference; 1 when no pair differs.
    pub p_value: f64,
    /// Whether the p-value is exact.
    pub is_exact: bool,
}

/// Compares the first of each pair with the second. Pairs that hold what is not a number are left out.
///
/// ```
/// use trine_statistics::{Alternative, signed_rank};
/// let pairs = [(12.0, 10.0), (15.0, 11.0), (9.0, 8.0), (20.0, 13.0), (17.0, 14.0)];
/// assert_eq!(signed_rank(&pairs, Alternative::Greater).p_value, 1.0 / 32.0);
/// ```
pub fn signed_rank(pairs: &[(f64, f64)], alternative: Alternative) -> SignedRank {
    let all = pairs.iter().map(|(x, y)| x - y);
    let differences: Vec<f64> = all.filter(|difference| *difference != 0.0 && !difference.is_nan()).collect();
    let sizes: Vec<f64> = differences.iter().map(|difference| difference.abs()).collect();
    let ranked = ranks(&sizes);
    let positive = ranked.ranks.iter().zip(&differences).filter(|(_, difference)| **difference > 0.0);
    let statistic: f64 = positive.map(|(rank, _)| rank).sum();
    let count = differences.len();
    let is_exact = count < EXACT_BELOW && count == pairs.len() && ranked.ties == 0.0;
    let p_value = if count == 0 {
        1.0
    } else if is_exact {
        alternative.exact_p_value(&distribution(count), statistic as usize)
    } else {
        let n = count as f64;
        let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ranked.ties / 48.0;
        alternative.normal_p_value(statistic - n * (n + 1.0) / 4.0, variance.sqrt())
    };
    SignedRank { statistic, differences: count, p_value, is_exact }
}

/// How many of the sets of ranks 1 to `count` have each sum. Exact: below 2⁵³.
fn distribution(count: usize) -> Vec<f64> {
    let mut sets = vec![0.0; count * (count + 1) / 2 + 1];
    sets[0] = 1.0;
    for rank in 1..=count {
        for sum in (rank..sets.len()).rev() {
            sets[sum] += sets[sum - rank];
        }
    }
    sets
}
