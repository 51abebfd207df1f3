//! What the solver did, for the record: counts, which are the same in every run, apart from times.

use std::collections::BTreeMap;
use trine_record::{LayerRecord, SolverRecord, SolverTimes};
use trine_solver::layers::Smt;
use trine_solver::{Portfolio, Statistics};

/// The figures of a unit's solvers.
pub(crate) fn records(statistics: &Statistics) -> (SolverRecord, SolverTimes) {
    let mut layers = BTreeMap::new();
    let mut microseconds = BTreeMap::new();
    for (&name, figures) in &statistics.layers {
        let record = LayerRecord {
            asked: figures.asked,
            answered: figures.answered,
            unsatisfiable: figures.unsatisfiable,
        };
        layers.insert(name.to_owned(), record);
        microseconds.insert(name.to_owned(), u64::try_from(figures.time.as_micros()).unwrap_or(u64::MAX));
    }
    let counts = SolverRecord {
        queries: statistics.queries,
        satisfiable: statistics.satisfiable,
        unsatisfiable: statistics.unsatisfiable,
        unknown: statistics.unknown,
        layers,
        models: None,
    };
    (counts, SolverTimes { microseconds, by_time: statistics.by_time() })
}

/// The solver whose word some of the refutations are, if it is not ours.
pub(crate) fn other_solver(statistics: &Statistics, portfolio: &Portfolio) -> Option<String> {
    let unsatisfiable = statistics.layers.get(Smt::NAME).map_or(0, |figures| figures.unsatisfiable);
    portfolio.smt.as_ref().filter(|_| unsatisfiable > 0).map(|smt| smt.name().to_owned())
}
