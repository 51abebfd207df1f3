//! The signed distance that a boolean carries from the comparison that made it.
//!
//! ```text
//! int hit = (x == 5);      x = 2: hit is 0 and carries -4: false, 4 away from true
//! …                        x = 5: hit is 1 and carries +1: true, 1 away from false
//! if (hit) …               the branch is 4 away from being taken, not just "not taken"
//! ```
//!
//! The flag problem of search-based testing (Bottaci 2002; Harman et al. 2004) is that the branch
//! sees a boolean without gradient. Those papers transform the program; we carry the distance
//! with the value, which needs no transformation and works through memory and calls.
//!
//! Combination follows the table of branch distances: to make `p ∧ q` true costs the sum over its
//! false operands, to make it false the minimum over both; `p ∨ q` is the dual; negation swaps.

use crate::distance::K;

/// What is known of a value used as a boolean: nothing, or how far it is from flipping.
///
/// Positive: the value is true (not 0) now. Negative: it is false (0) now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shadow(f64);

impl Shadow {
    /// Nothing is known.
    pub const NONE: Shadow = Shadow(0.0);

    /// A boolean that is `truth` now and `distance` away from flipping.
    #[must_use]
    pub fn new(truth: bool, distance: f64) -> Self {
        Self(if truth { distance } else { -distance })
    }

    /// The distance to the other truth value, if it is known; finite and > 0.
    #[must_use]
    pub fn flip_distance(self) -> Option<f64> {
        self.is_known().then_some(self.0.abs())
    }

    /// Whether anything is known.
    #[must_use]
    pub fn is_known(self) -> bool {
        self.0 != 0.0
    }

    /// The same distance, for a value that is `truth` now.
    #[must_use]
    pub fn with_truth(self, truth: bool) -> Self {
        Self::new(truth, self.0.abs())
    }

    /// `p ∧ q`, each with its current truth.
    #[must_use]
    pub fn and(p: (bool, Shadow), q: (bool, Shadow)) -> Self {
        Self::of_both(p, q, true)
    }

    /// `p ∨ q`, each with its current truth.
    #[must_use]
    pub fn or(p: (bool, Shadow), q: (bool, Shadow)) -> Self {
        Self::of_both(p, q, false)
    }

    /// `p ⊕ q`, whose truth is `truth`: flipping the nearer one flips the result.
    #[must_use]
    pub fn xor(p: Shadow, q: Shadow, truth: bool) -> Self {
        nearer(p, q).map_or(Self::NONE, |distance| Self::new(truth, distance))
    }

    /// A conjunction (`neutral` is true) or disjunction (`neutral` is false).
    fn of_both(p: (bool, Shadow), q: (bool, Shadow), neutral: bool) -> Self {
        if !p.1.is_known() && !q.1.is_known() {
            return Self::NONE;
        }
        let against = |(truth, shadow): (bool, Shadow)| {
            if truth == neutral { 0.0 } else { shadow.flip_distance().unwrap_or(K) }
        };
        let truth = if neutral { p.0 && q.0 } else { p.0 || q.0 };
        if truth != neutral {
            return Self::new(truth, (against(p) + against(q)).min(f64::MAX));
        }
        // Both have the neutral value now, so any known one that flips decides.
        nearer(p.1, q.1).map_or(Self::NONE, |distance| Self::new(truth, distance))
    }
}

/// The smaller known distance.
fn nearer(p: Shadow, q: Shadow) -> Option<f64> {
    match (p.flip_distance(), q.flip_distance()) {
        (Some(p), Some(q)) => Some(p.min(q)),
        (p, q) => p.or(q),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(truth: bool, distance: f64) -> (bool, Shadow) {
        (truth, Shadow::new(truth, distance))
    }

    #[test]
    fn conjunctions_add_what_is_missing_and_take_the_nearest_way_out() {
        let and = |p, q| Shadow::and(p, q);
        assert_eq!(and(known(false, 3.0), known(false, 4.0)), Shadow::new(false, 7.0));
        assert_eq!(and(known(true, 3.0), known(false, 4.0)), Shadow::new(false, 4.0));
        assert_eq!(and(known(true, 3.0), known(true, 4.0)), Shadow::new(true, 3.0));
    }

    #[test]
    fn disjunctions_are_the_dual() {
        let or = |p, q| Shadow::or(p, q);
        assert_eq!(or(known(true, 3.0), known(true, 4.0)), Shadow::new(true, 7.0));
        assert_eq!(or(known(true, 3.0), known(false, 4.0)), Shadow::new(true, 3.0));
        assert_eq!(or(known(false, 3.0), known(false, 4.0)), Shadow::new(false, 3.0));
    }

    #[test]
    fn an_operand_without_information_costs_k_where_it_is_in_the_way() {
        let unknown = |truth| (truth, Shadow::NONE);
        assert_eq!(Shadow::and(known(false, 3.0), unknown(false)), Shadow::new(false, 4.0));
        assert_eq!(Shadow::and(known(false, 3.0), unknown(true)), Shadow::new(false, 3.0));
        assert_eq!(Shadow::and(unknown(true), unknown(true)), Shadow::NONE);
    }

    #[test]
    fn exclusive_or_flips_with_its_nearer_operand() {
        let (p, q) = (Shadow::new(true, 9.0), Shadow::new(false, 2.0));
        assert_eq!(Shadow::xor(p, q, true), Shadow::new(true, 2.0));
        assert_eq!(Shadow::xor(p, Shadow::NONE, false), Shadow::new(false, 9.0));
    }
}
