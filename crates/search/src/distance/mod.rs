//! Branch distance: how far a predicate is from having the wanted outcome.
//!
//! The rules are those of Tracey, Clark, Mander and McDermid (1998) with failure constant
//! [`K`] = 1, one file per kind of operand, because each needs arithmetic of its own:
//!
//! | wanted | 0 when true, else |
//! |---|---|
//! | a = b | abs(a - b) + K |
//! | a ≠ b | K |
//! | a < b, a ≤ b | (a - b) + K |
//! | p ∧ q, p ∨ q | sum, minimum: see [`crate::shadow`] |
//! | ¬p | the negated predicate |
//!
//! **Law**, tested over all predicates and widths: a distance is finite, ≥ 0, and exactly 0 when
//! the predicate has the wanted outcome; moving closer never increases it.
//!
//! Where we deviate: floating-point `=` and `≤` leave `K` out (see [`float`]), and equality of
//! integers, which has no sign, takes the smaller of the signed and unsigned reading (see
//! [`int`]).
//!
//! Cost: a few arithmetic instructions; nothing is allocated.

pub mod float;
pub mod int;
pub mod pointer;
pub mod switch;
pub mod terms;

/// The failure constant: what a missed predicate costs at least (floats excepted).
pub const K: f64 = 1.0;

/// The largest `f64` below 1.
const BELOW_ONE: f64 = 1.0 - f64::EPSILON / 2.0;

/// How a distance is mapped to `[0, 1)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Normalization {
    /// `d / (d + 1)` (Arcuri 2010), the default.
    #[default]
    Ratio,
    /// `1 - 1.001^-d` (Baresel, Sthamer and Schmidt 2002).
    Exponential,
}

impl Normalization {
    /// `distance` mapped to `[0, 1)`: 0 exactly for 0, and never decreasing.
    ///
    /// Distances above 2^26 differ by less than `f64` can tell apart here; comparisons between
    /// fitness values are therefore made on raw distances (see [`crate::Fitness`]).
    #[must_use]
    pub fn normalize(self, distance: f64) -> f64 {
        let normalized_distance = match self {
            Self::Ratio => distance / (distance + 1.0),
            Self::Exponential => -f64::exp_m1(-distance * 1.001f64.ln()),
        };
        normalized_distance.min(BELOW_ONE)
    }
}

/// `distance / (distance + 1)`, in `[0, 1)`.
#[must_use]
pub fn normalized_distance(distance: f64) -> f64 {
    Normalization::Ratio.normalize(distance)
}

/// A raw difference made a legal distance of a missed predicate: positive and finite.
fn missed(raw: f64) -> f64 {
    if raw.is_nan() { f64::MAX } else { raw.clamp(f64::MIN_POSITIVE, f64::MAX) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalized_distances_are_zero_only_for_zero_and_stay_below_one() {
        for normalization in [Normalization::Ratio, Normalization::Exponential] {
            let steps = [0.0, f64::MIN_POSITIVE, 1e-9, 0.5, 1.0, 7.0, 1e6, 1e18, 1e40, f64::MAX];
            let mapped = steps.map(|d| normalization.normalize(d));
            assert_eq!(mapped[0], 0.0);
            assert!(mapped[1..].iter().all(|&n| n > 0.0 && n < 1.0), "{mapped:?}");
            assert!(mapped.windows(2).all(|pair| pair[0] <= pair[1]), "{mapped:?}");
        }
        assert_eq!(normalized_distance(1.0), 0.5);
    }
}
