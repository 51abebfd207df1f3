//! Who may reproduce: linear ranking (Whitley 1989; Baker 1985) and stochastic universal sampling (Baker 1987).
//!
//! ```text
//! rank   0 (best)   1    2    3    4 (worst)     of 5, selection pressure 1.7
//! weight   1.70   1.35  1.0  0.65  0.30          the sum is 5: offspring that each may expect
//!
//! |----1.7----|---1.35---|--1.0--|-.65-|.3|
//!    ^      ^      ^      ^      ^                five pointers, equally spaced, from one random start
//! ```
//!
//! Ranks rather than raw fitness keep an outlier from taking over; the equally spaced pointers keep everybody
//! within one offspring of what the weight promises. O(n).

use trine_base::Stream;

/// The weight of `rank`, 0 being the best of `count`: `pressure` (1 to 2) for the best, 2 - `pressure` for the worst;
/// the mean is 1.
#[must_use]
pub fn linear_rank(rank: usize, count: usize, pressure: f64) -> f64 {
    if count <= 1 {
        return 1.0;
    }
    pressure - 2.0 * (pressure - 1.0) * rank as f64 / (count - 1) as f64
}

/// Selects `wanted` of the ranks `0..count` with the probabilities of [`linear_rank`] into `chosen`, in random order.
pub fn stochastic_universal_sampling(
    count: usize,
    pressure: f64,
    wanted: usize,
    stream: &mut Stream,
    chosen: &mut Vec<usize>,
) {
    chosen.clear();
    let spacing = count as f64 / wanted.max(1) as f64;
    let mut pointer = stream.unit() * spacing;
    let mut passed = 0.0;
    for rank in 0..count {
        passed += linear_rank(rank, count, pressure);
        // The last takes what rounding left over.
        while chosen.len() < wanted && (pointer < passed || rank + 1 == count) {
            chosen.push(rank);
            pointer += spacing;
        }
    }
    shuffle(chosen, stream);
}

/// Brings `items` into random order (Fisher and Yates).
pub fn shuffle<T>(items: &mut [T], stream: &mut Stream) {
    for last in (1..items.len()).rev() {
        items.swap(last, stream.position(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_fall_from_the_pressure_to_its_counterpart_and_average_to_one() {
        let weights: Vec<f64> = (0..50).map(|rank| linear_rank(rank, 50, 1.7)).collect();
        assert!((weights[0] - 1.7).abs() < 1e-12 && (weights[49] - 0.3).abs() < 1e-12);
        assert!((weights.iter().sum::<f64>() - 50.0).abs() < 1e-9);
        assert!(weights.windows(2).all(|pair| pair[0] > pair[1]));
    }

    #[test]
    fn everybody_is_selected_as_often_as_the_weight_promises_but_for_rounding() {
        let mut stream = Stream::new(1, "sampling");
        let mut chosen = Vec::new();
        for (count, wanted) in [(50, 45), (5, 4), (1, 3), (85, 76)] {
            for _ in 0..50 {
                stochastic_universal_sampling(count, 1.7, wanted, &mut stream, &mut chosen);
                assert_eq!(chosen.len(), wanted);
                for rank in 0..count {
                    let expected = linear_rank(rank, count, 1.7) * wanted as f64 / count as f64;
                    let times = chosen.iter().filter(|&&one| one == rank).count() as f64;
                    assert!((times - expected).abs() < 1.0 + 1e-9, "{times} of {expected}");
                }
            }
        }
    }

    #[test]
    fn shuffling_keeps_all_and_moves_some() {
        let mut items: Vec<u32> = (0..40).collect();
        shuffle(&mut items, &mut Stream::new(1, "shuffle"));
        assert_ne!(items, (0..40).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..40).collect::<Vec<_>>());
    }
}
