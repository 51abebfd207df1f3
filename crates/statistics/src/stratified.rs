//! A permutation test over strata: runs of each class are shuffled between two techniques, classes are never mixed.
//!
//! Where seeds differ much and classes differ more, a test over the means by class takes each as exact. This one asks how far the mean
//! difference over the classes would lie from zero by chance alone, were labels exchanged inside each class (Pitman, "Significance tests
//! which may be applied to samples from any populations", 1937, in strata). Mean and variance of that distribution are exact; its tail is
//! taken from the normal distribution, to which a sum over many classes comes close.

use crate::{Alternative, mean, normal};

/// Result of the test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stratified {
    /// The difference of both means, in the mean over the strata.
    pub difference: f64,
    /// Its standard deviation where labels are exchanged at random.
    pub deviation: f64,
    /// Probability of a difference at least so extreme if there is none; 1 where nothing differs within any stratum.
    pub p_value: f64,
}

/// Compares the first values of each stratum with the second. Strata in which either has none are left out.
///
/// ```
/// use trine_statistics::{Alternative, stratified};
/// let strata = [(vec![3.0, 4.0], vec![1.0, 2.0]), (vec![9.0, 8.0], vec![8.0, 7.0])];
/// let test = stratified(&strata, Alternative::Greater);
/// assert_eq!(test.difference, 1.5);
/// assert!(test.p_value < 0.05);
/// ```
pub fn stratified(strata: &[(Vec<f64>, Vec<f64>)], alternative: Alternative) -> Stratified {
    let (mut differences, mut variance) = (Vec::new(), 0.0);
    for (first, second) in strata {
        let (Some(left), Some(right)) = (mean(first), mean(second)) else { continue };
        differences.push(left - right);
        let all: Vec<f64> = first.iter().chain(second).copied().collect();
        let middle = mean(&all).unwrap_or(0.0);
        let squares: f64 = all.iter().map(|value| (value - middle).powi(2)).sum();
        let spread = squares / (all.len() as f64 - 1.0);
        variance += spread * (1.0 / first.len() as f64 + 1.0 / second.len() as f64);
    }
    let difference = mean(&differences).unwrap_or(0.0);
    let deviation = variance.sqrt() / differences.len().max(1) as f64;
    let p_value = match deviation > 0.0 {
        false => 1.0,
        true => {
            let z = difference / deviation;
            match alternative {
                Alternative::Greater => normal::upper_tail(z),
                Alternative::Less => normal::upper_tail(-z),
                Alternative::TwoSided => (2.0 * normal::upper_tail(z.abs())).min(1.0),
            }
        }
    };
    Stratified { difference, deviation, p_value }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The differences of means of all ways to divide `all` into `first` values and the others.
    fn divided(all: &[f64], first: usize) -> Vec<f64> {
        let sets = (0u32..1 << all.len()).filter(|set| set.count_ones() as usize == first);
        let of = |set: u32| {
            let (left, right): (Vec<_>, Vec<_>) = (0..all.len()).partition(|at| set >> at & 1 == 1);
            let of = |places: Vec<usize>| mean(&places.into_iter().map(|at| all[at]).collect::<Vec<_>>());
            of(left).unwrap() - of(right).unwrap()
        };
        sets.map(of).collect()
    }

    #[test]
    fn the_deviation_is_that_of_all_exchanges_of_labels() {
        let strata = [(vec![3.0, 7.5, 4.0], vec![1.0, 2.0, 6.0]), (vec![9.0, 8.0], vec![8.5, 1.0, 0.0])];
        let all: Vec<Vec<f64>> = strata
            .iter()
            .map(|(first, second)| divided(&[&first[..], &second[..]].concat(), first.len()))
            .collect();
        let pairs: Vec<f64> =
            all[0].iter().flat_map(|one| all[1].iter().map(move |other| (one + other) / 2.0)).collect();
        assert_eq!(pairs.len(), 20 * 10);
        let exact = (pairs.iter().map(|pair| pair * pair).sum::<f64>() / pairs.len() as f64).sqrt();
        let test = stratified(&strata, Alternative::TwoSided);
        assert!((test.deviation - exact).abs() < 1e-12, "{} and {exact}", test.deviation);
        let as_extreme = pairs.iter().filter(|pair| pair.abs() >= test.difference.abs() - 1e-12).count();
        let share = as_extreme as f64 / pairs.len() as f64;
        assert!((test.p_value - share).abs() < 0.03, "{} and {share}", test.p_value);
    }

    #[test]
    fn what_never_differs_is_no_evidence() {
        let test = stratified(&[(vec![2.0, 2.0], vec![2.0]), (vec![], vec![1.0])], Alternative::Greater);
        assert_eq!((test.difference, test.deviation, test.p_value), (0.0, 0.0, 1.0));
        // Each stratum alone has a difference, but no spread within that could tell it from chance.
        let constant = stratified(&[(vec![3.0], vec![1.0])], Alternative::Greater);
        assert!(constant.p_value > 0.05, "{constant:?}");
    }

    #[test]
    fn alternatives_are_sides() {
        let strata = [(vec![5.0, 6.0, 7.0], vec![1.0, 2.0, 3.0])];
        let p = |alternative| stratified(&strata, alternative).p_value;
        assert!(p(Alternative::Greater) < 0.05 && p(Alternative::Less) > 0.95);
        assert!((p(Alternative::TwoSided) - 2.0 * p(Alternative::Greater)).abs() < 1e-12);
    }
}
