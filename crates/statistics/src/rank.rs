//! Ranks with ties: equal values share the mean of the ranks they take up ("midranks").

/// Ranks of some values.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranks {
    /// The rank of each value, from 1, in the order the values were given.
    pub ranks: Vec<f64>,
    /// The sum of `t³ - t` over the groups of `t` equal values; 0 exactly when no two are equal.
    pub ties: f64,
}

/// Ranks `values`, the least first.
///
/// ```
/// let ranks = trine_statistics::rank::ranks(&[10.0, 30.0, 10.0]);
/// assert_eq!(ranks.ranks, [1.5, 3.0, 1.5]);
/// assert_eq!(ranks.ties, 6.0);
/// ```
pub fn ranks(values: &[f64]) -> Ranks {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut ties = 0.0;
    let mut before = 0;
    for group in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let size = group.len() as f64;
        let rank = before as f64 + (size + 1.0) / 2.0;
        group.iter().for_each(|&index| ranks[index] = rank);
        ties += size * size * size - size;
        before += group.len();
    }
    Ranks { ranks, ties }
}
