//! What the solver of a unit did: counts, which every run with the same seed repeats, and times, which none does.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Queries and answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolverRecord {
    /// Queries: whether a path can be taken.
    pub queries: u64,
    /// Answered with values.
    pub satisfiable: u64,
    /// Refuted.
    pub unsatisfiable: u64,
    /// Given up: out of time, or out of another limit.
    pub unknown: u64,
    /// What each layer did, by its name.
    pub layers: BTreeMap<String, LayerRecord>,
    /// Whether runs took the way that their values were solved for, where that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models: Option<ModelRecord>,
}

/// Models that were run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelRecord {
    /// All of them.
    pub run: u64,
    /// Those whose run took another way than the one they were solved for: divergences (Godefroid, Levin and Molnar, NDSS 2008).
    pub diverged: u64,
}

/// Figures of one layer. A query may come in parts: more of them reach a layer than there were queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerRecord {
    /// Parts that came in.
    pub asked: u64,
    /// Parts answered without asking further.
    pub answered: u64,
    /// Of those, refutations.
    pub unsatisfiable: u64,
}

/// Where the time of the solver went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolverTimes {
    /// Microseconds of each layer, without those below it.
    pub microseconds: BTreeMap<String, u64>,
    /// Queries that took less than 1, 2, 4, … microseconds, and not less than half of that.
    pub by_time: Vec<u64>,
}

impl SolverRecord {
    /// Parts that an earlier answer decided.
    #[must_use]
    pub fn cache_hits(&self) -> u64 {
        self.layers.get("cache").map_or(0, |layer| layer.answered)
    }

    /// Adds `other`.
    pub fn add(&mut self, other: &Self) {
        self.queries += other.queries;
        self.satisfiable += other.satisfiable;
        self.unsatisfiable += other.unsatisfiable;
        self.unknown += other.unknown;
        if let Some(other) = other.models {
            let own = self.models.get_or_insert_default();
            own.run += other.run;
            own.diverged += other.diverged;
        }
        for (name, layer) in &other.layers {
            let own = self.layers.entry(name.clone()).or_default();
            own.asked += layer.asked;
            own.answered += layer.answered;
            own.unsatisfiable += layer.unsatisfiable;
        }
    }
}

impl SolverTimes {
    /// Adds `other`.
    pub fn add(&mut self, other: &Self) {
        for (name, time) in &other.microseconds {
            *self.microseconds.entry(name.clone()).or_default() += time;
        }
        if self.by_time.len() < other.by_time.len() {
            self.by_time.resize(other.by_time.len(), 0);
        }
        self.by_time.iter_mut().zip(&other.by_time).for_each(|(own, count)| *own += count);
    }

    /// Microseconds that half of the queries stayed below, to a power of two; `None` when there was none.
    #[must_use]
    pub fn median_below_microseconds(&self) -> Option<u64> {
        let half = self.by_time.iter().sum::<u64>().div_ceil(2);
        let mut seen = 0;
        let place = self.by_time.iter().position(|count| {
            seen += count;
            half > 0 && seen >= half
        });
        place.map(|place| 1 << place.min(63))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_known_to_a_power_of_two() {
        let times = |by_time: &[u64]| SolverTimes { by_time: by_time.to_vec(), ..SolverTimes::default() };
        assert_eq!(times(&[]).median_below_microseconds(), None);
        // Less than 1, two in [2, 4), one in [4, 8).
        assert_eq!(times(&[1, 0, 2, 1]).median_below_microseconds(), Some(4));
        assert_eq!(times(&[0, 3, 1]).median_below_microseconds(), Some(2));
    }

    #[test]
    fn figures_of_several_units_add_up() {
        let layer = LayerRecord { asked: 3, answered: 2, unsatisfiable: 1 };
        let one = SolverRecord {
            queries: 4,
            layers: BTreeMap::from([("cache".to_owned(), layer)]),
            models: Some(ModelRecord { run: 2, diverged: 1 }),
            ..SolverRecord::default()
        };
        let mut sum = SolverRecord::default();
        sum.add(&one);
        sum.add(&one);
        assert_eq!((sum.queries, sum.cache_hits()), (8, 4));
        assert_eq!(sum.models, Some(ModelRecord { run: 4, diverged: 2 }));
    }
}
