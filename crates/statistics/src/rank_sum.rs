//! The rank sum test for independent samples (Mann and Whitney, "On a test of whether one of two random variables is
//! stochastically larger than the other", 1947; Wilcoxon 1945).
//!
//! `statistic` is Mann and Whitney's U of the first sample: the number of pairs in which it is greater, ties counting one
//! half. As in R's `wilcox.test(x, y)`, the p-value is exact for samples of fewer than 50 without ties; else by the
//! normal approximation, with the variance corrected for ties and a continuity correction.
//!
//! Cost: O(n log n); exact O(m² n²) for m, n < 50: a few million additions at most.

use crate::Alternative;
use crate::rank::ranks;

/// From so many values in a sample on, the approximation is used.
const EXACT_BELOW: usize = 50;

/// Result of the test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankSum {
    /// Mann and Whitney's U of the first sample; R's `W`.
    pub statistic: f64,
    /// Probability of a statistic at least so extreme if there is no difference; 1 when a sample is empty or all
    /// values are equal.
    pub p_value: f64,
    /// Whether the p-value is exact.
    pub is_exact: bool,
}

/// Compares `first` with `second`; neither may hold what is not a number.
///
/// ```
/// use trine_statistics::{Alternative, rank_sum};
/// let result = rank_sum(&[4.0, 5.0, 6.0], &[1.0, 2.0, 3.0], Alternative::Greater);
/// assert_eq!((result.statistic, result.p_value), (9.0, 1.0 / 20.0));
/// ```
pub fn rank_sum(first: &[f64], second: &[f64], alternative: Alternative) -> RankSum {
    let (m, n) = (first.len() as f64, second.len() as f64);
    let all: Vec<f64> = first.iter().chain(second).copied().collect();
    let ranked = ranks(&all);
    let statistic = ranked.ranks[..first.len()].iter().sum::<f64>() - m * (m + 1.0) / 2.0;
    let is_exact = first.len().max(second.len()) < EXACT_BELOW && ranked.ties == 0.0;
    let variance = m * n / 12.0 * ((m + n + 1.0) - ranked.ties / ((m + n) * (m + n - 1.0)));
    let p_value = if first.is_empty() || second.is_empty() {
        1.0
    } else if is_exact {
        alternative.exact_p_value(&distribution(first.len(), second.len()), statistic as usize)
    } else if variance > 0.0 {
        alternative.normal_p_value(statistic - m * n / 2.0, variance.sqrt())
    } else {
        1.0
    };
    RankSum { statistic, p_value, is_exact }
}

/// How many of the interleavings of `m` and `n` values have each U, by the recurrence of Mann and Whitney: the greatest
/// value is of the first sample, and exceeds all `n` of the second, or it is of the second.
fn distribution(m: usize, n: usize) -> Vec<f64> {
    // `rows[j]` has the counts for the current number of the first sample and `j` of the second.
    let mut rows: Vec<Vec<f64>> = vec![vec![1.0]; n + 1];
    for i in 1..=m {
        let mut next: Vec<Vec<f64>> = vec![vec![1.0]];
        for j in 1..=n {
            let mut counts = vec![0.0; i * j + 1];
            rows[j].iter().enumerate().for_each(|(u, ways)| counts[u + j] += ways);
            next[j - 1].iter().enumerate().for_each(|(u, ways)| counts[u] += ways);
            next.push(counts);
        }
        rows = next;
    }
    rows.pop().unwrap_or_default()
}
