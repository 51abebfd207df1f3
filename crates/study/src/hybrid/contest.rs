//! The branches that each strategy covered, function by function.

use crate::Tally;
use std::collections::BTreeMap;
use trine_record::{RunRecord, UnitStatus};

/// A strategy that takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// Both in turn.
    Hybrid,
    /// Search alone.
    Search,
    /// Dynamic symbolic execution alone.
    Dse,
}

impl Contestant {
    /// All, hybrid first.
    pub const ALL: [Self; 3] = [Self::Hybrid, Self::Search, Self::Dse];

    /// As `--strategy` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hybrid => "hybrid",
            Self::Search => "search",
            Self::Dse => "dse",
        }
    }
}

/// Branches of a function, or of a unit, in the runs with all seeds together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Branches, times the number of seeds.
    pub total: usize,
    /// Covered branches by contestant, in the order of [`Contestant::ALL`].
    pub covered: [usize; 3],
}

impl Score {
    /// Covered share of all branches, in [0, 1].
    pub fn coverage(self, contestant: Contestant) -> f64 {
        self.covered[contestant as usize] as f64 / self.total.max(1) as f64
    }

    /// What hybrid lacks to the better of the others; 0 when it is at least as good.
    pub fn deficit(self) -> usize {
        let [hybrid, search, dse] = self.covered;
        search.max(dse).saturating_sub(hybrid)
    }

    /// Whether the three cover the same number.
    pub fn is_tie(self) -> bool {
        self.covered.iter().all(|&covered| covered == self.covered[0])
    }

    fn add(&mut self, other: Self) {
        self.total += other.total;
        self.covered.iter_mut().zip(other.covered).for_each(|(sum, covered)| *sum += covered);
    }
}

/// What is known of a function in the runs with one seed.
#[derive(Clone, Copy, Debug, Default)]
struct Result {
    /// Branches.
    total: usize,
    /// Those covered, by contestant; `None` without a record.
    covered: [Option<usize>; 3],
}

/// All results so far.
#[derive(Default)]
pub struct Contest {
    /// By unit, function and seed.
    results: BTreeMap<(String, String, u64), Result>,
    /// Runs without a record.
    pub failures: Vec<String>,
    /// Runs that left a record, and those that did not.
    pub tally: Tally,
}

impl Contest {
    /// Adds the run of `contestant` on `unit` with `seed`.
    pub fn add(&mut self, unit: &str, contestant: Contestant, seed: u64, record: &RunRecord) {
        self.tally.passed += 1;
        for function in record.units.iter().filter(|function| function.status == UnitStatus::Done) {
            let key = (unit.to_owned(), function.function.clone(), seed);
            let result = self.results.entry(key).or_default();
            result.total = function.goals.total;
            result.covered[contestant as usize] = Some(function.goals.covered);
        }
    }

    /// Notes a run without a record.
    pub fn fail(&mut self, unit: &str, contestant: Contestant, reason: &str) {
        self.tally.failed += 1;
        self.failures.push(format!("{unit} {}: FAILED: {reason}", contestant.name()));
    }

    /// The functions with branches, by unit and function, in the runs with seeds that all three have a record of.
    pub fn functions(&self) -> BTreeMap<(&str, &str), Score> {
        let mut functions = BTreeMap::<_, Score>::new();
        for ((unit, function, _), &Result { total, covered }) in &self.results {
            if let [Some(hybrid), Some(search), Some(dse)] = covered
                && total > 0
            {
                let score = Score { total, covered: [hybrid, search, dse] };
                functions.entry((unit.as_str(), function.as_str())).or_default().add(score);
            }
        }
        functions
    }

    /// The sums of each unit.
    pub fn units(&self) -> BTreeMap<&str, Score> {
        let mut units = BTreeMap::<&str, Score>::new();
        for ((unit, _), score) in self.functions() {
            units.entry(unit).or_default().add(score);
        }
        units
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A contest of one unit with these functions: branches, covered by hybrid, search, dse.
    pub fn contest(functions: &[(&str, usize, [usize; 3])]) -> Contest {
        let results = functions.iter().map(|&(name, total, covered)| {
            (("p/u.c".to_owned(), name.to_owned(), 1), Result { total, covered: covered.map(Some) })
        });
        Contest { results: results.collect(), ..Contest::default() }
    }

    #[test]
    fn a_deficit_is_what_the_better_half_covers_more() {
        let score = |covered| Score { total: 10, covered }.deficit();
        assert_eq!([score([5, 7, 6]), score([5, 5, 4]), score([9, 1, 2])], [2, 0, 0]);
    }

    #[test]
    fn a_unit_has_the_branches_of_its_functions() {
        let contest = contest(&[("f", 4, [4, 3, 2]), ("g", 6, [1, 2, 3]), ("empty", 0, [0, 0, 0])]);
        assert_eq!(contest.functions().len(), 2);
        assert_eq!(contest.units()["p/u.c"], Score { total: 10, covered: [5, 5, 5] });
    }

    #[test]
    fn seeds_that_a_strategy_has_no_record_of_do_not_count() {
        let mut contest = contest(&[("f", 4, [4, 3, 2])]);
        let of = |seed| ("p/u.c".to_owned(), "f".to_owned(), seed);
        contest.results.insert(of(2), Result { total: 4, covered: [Some(1), Some(4), Some(0)] });
        contest.results.insert(of(3), Result { total: 4, covered: [Some(1), None, Some(4)] });
        assert_eq!(contest.units()["p/u.c"], Score { total: 8, covered: [5, 7, 2] });
    }
}
