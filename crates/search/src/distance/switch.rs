//! Branch distance of a switch: how far its value is from going each way.
//!
//! To a case: the nearest of its values. To the default: the nearest value that is no case of
//! another edge (one step, unless cases are neighbours). Like `=`, a switch has no sign: values
//! are compared around the circle of 2^width values.
//!
//! Cost: one pass over the case values per outcome asked for.

use super::{K, int};
use trine_testcase::leaf::mask;

/// The cases of one switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchCases {
    width: u32,
    /// Value and outcome, by value.
    cases: Vec<(u128, u32)>,
    default: u32,
}

impl SwitchCases {
    /// The switch over `width` bits with these (value, outcome) pairs and this default outcome.
    #[must_use]
    pub fn new(width: u32, cases: &[(u128, u32)], default: u32) -> Self {
        let mut cases: Vec<_> = cases.iter().map(|&(value, edge)| (value & mask(width), edge)).collect();
        cases.sort_unstable();
        Self { width, cases, default }
    }

    /// The outcome that `value` leads to.
    #[must_use]
    pub fn outcome(&self, value: u128) -> u32 {
        let at = self.cases.binary_search_by_key(&(value & mask(self.width)), |case| case.0);
        at.map_or(self.default, |at| self.cases[at].1)
    }

    /// Calls `visit` with outcomes that `value` does not lead to (it leads to `outcome`) and
    /// distances to them. An outcome of several cases is visited once per case.
    pub fn misses(&self, value: u128, outcome: u32, mut visit: impl FnMut(u32, f64)) {
        for &(case, edge) in &self.cases {
            if edge != outcome {
                visit(edge, int::around(self.width, value, case) as f64 + K);
            }
        }
        if let Some(difference) = (outcome != self.default).then(|| self.to_default(value)).flatten() {
            visit(self.default, difference as f64 + K);
        }
    }

    /// Distance of `value` from leading to `wanted`.
    #[must_use]
    pub fn distance(&self, value: u128, wanted: u32) -> f64 {
        if self.outcome(value) == wanted {
            return 0.0;
        }
        let edges = self.cases.iter().filter(|case| case.1 == wanted);
        let to_case = edges.map(|case| int::around(self.width, value, case.0)).min();
        let to_default = if wanted == self.default { self.to_default(value) } else { None };
        match to_case.into_iter().chain(to_default).min() {
            Some(difference) => difference as f64 + K,
            // No value leads there at all.
            None => f64::MAX,
        }
    }

    /// Distance to the nearest value that is no case; `None` when every value is one.
    fn to_default(&self, value: u128) -> Option<u128> {
        let is_free = |value: u128| self.outcome(value) == self.default;
        // Among `len + 1` neighbours on one side at least one is no case.
        (1..=self.cases.len() as u128 + 1)
            .find(|&step| is_free(value.wrapping_add(step)) || is_free(value.wrapping_sub(step)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_is_zero_exactly_when_the_switch_goes_there() {
        let cases = [(1, 0), (2, 0), (3, 1), (7, 2), (15, 3), (0, 3)];
        for width in 4..=128 {
            let switch = SwitchCases::new(width, &cases, 3);
            for value in 0..16 {
                for wanted in 0..4 {
                    let d = switch.distance(value, wanted);
                    assert!(d.is_finite() && d >= 0.0);
                    assert_eq!(d == 0.0, switch.outcome(value) == wanted, "i{width} {value} {wanted}");
                }
            }
        }
    }

    #[test]
    fn all_misses_at_once_are_the_misses_one_by_one() {
        let switch = SwitchCases::new(16, &[(1, 0), (2, 0), (3, 1), (7, 2), (15, 3)], 4);
        for value in 0..20 {
            let mut lowest = [f64::INFINITY; 5];
            let outcome = switch.outcome(value);
            lowest[outcome as usize] = 0.0;
            switch.misses(value, outcome, |edge, d| lowest[edge as usize] = d.min(lowest[edge as usize]));
            for (edge, d) in lowest.into_iter().enumerate() {
                assert_eq!(d, switch.distance(value, edge as u32), "{value} to {edge}");
            }
        }
    }

    #[test]
    fn cases_are_approached_by_their_nearest_value() {
        let switch = SwitchCases::new(32, &[(10, 0), (20, 0), (30, 1)], 2);
        assert_eq!(switch.distance(14, 0), 5.0);
        assert_eq!(switch.distance(16, 0), 5.0);
        assert_eq!(switch.distance(u128::from(u32::MAX), 0), 12.0);
        assert_eq!(switch.distance(30, 2), 2.0);
    }

    #[test]
    fn leaving_neighbouring_cases_costs_the_way_to_the_last_of_them() {
        let cases: Vec<(u128, u32)> = (0..9).map(|value| (value, 0)).collect();
        let switch = SwitchCases::new(8, &cases, 1);
        assert_eq!(switch.distance(0, 1), 2.0);
        assert_eq!(switch.distance(4, 1), 6.0);
    }

    #[test]
    fn an_outcome_that_no_value_leads_to_is_as_far_as_can_be() {
        let switch = SwitchCases::new(1, &[(0, 0), (1, 1)], 2);
        assert_eq!(switch.distance(0, 2), f64::MAX);
    }
}
