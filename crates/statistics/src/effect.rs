//! Effect size: Vargha and Delaney's A₁₂ ("A critique and improvement of the CL common language effect size statistics",
//! Journal of Educational and Behavioral Statistics, 2000).
//!
//! The probability that a run of the first technique gives more than a run of the second, ties counting one half:
//! 0.5 means no difference, 1 that the first is always greater. Computed from ranks, O(n log n).

use crate::rank_sum::rank_sum;
use std::fmt;

/// A₁₂ of `first` over `second`, in [0, 1]; `None` when a sample is empty.
///
/// ```
/// use trine_statistics::a12;
/// assert_eq!(a12(&[3.0, 4.0], &[1.0, 2.0]), Some(1.0));
/// assert_eq!(a12(&[1.0, 2.0], &[1.0, 2.0]), Some(0.5));
/// ```
pub fn a12(first: &[f64], second: &[f64]) -> Option<f64> {
    let pairs = (first.len() * second.len()) as f64;
    (pairs > 0.0).then(|| rank_sum(first, second, crate::Alternative::TwoSided).statistic / pairs)
}

/// How Vargha and Delaney read an A₁₂, by its distance from 0.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Magnitude {
    /// Below 0.06.
    Negligible,
    /// From 0.06.
    Small,
    /// From 0.14.
    Medium,
    /// From 0.21.
    Large,
}

impl Magnitude {
    /// Reads an A₁₂.
    pub fn of(a12: f64) -> Self {
        // A little grace: 0.56 - 0.5 is a little less than 0.06 in floats.
        match (a12 - 0.5).abs() + 1e-9 {
            distance if distance < 0.06 => Self::Negligible,
            distance if distance < 0.14 => Self::Small,
            distance if distance < 0.21 => Self::Medium,
            _ => Self::Large,
        }
    }
}

impl fmt::Display for Magnitude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Negligible => "negligible",
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_effect_is_the_share_of_pairs_won() {
        let (first, second) = ([3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0], [6.0, 5.0, 3.0, 5.0, 8.0]);
        let won = |x: f64, y: f64| if x > y { 1.0 } else { f64::from(u8::from(x == y)) / 2.0 };
        let counted: f64 = first.iter().flat_map(|&x| second.iter().map(move |&y| won(x, y))).sum();
        assert_eq!(a12(&first, &second), Some(counted / 35.0));
    }

    #[test]
    fn no_effect_without_samples() {
        assert_eq!(a12(&[], &[1.0]), None);
        assert_eq!(a12(&[1.0], &[]), None);
    }

    #[test]
    fn the_limits_are_those_of_the_paper() {
        let read: Vec<String> =
            [0.5, 0.55, 0.56, 0.64, 0.71, 0.36, 0.0].map(|a12| Magnitude::of(a12).to_string()).to_vec();
        assert_eq!(read, ["negligible", "negligible", "small", "medium", "large", "medium", "large"]);
    }
}
