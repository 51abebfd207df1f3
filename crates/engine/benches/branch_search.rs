//! Evaluations per second of the search loop on the triangle classification: the algorithm, the writing of leaves, the
//! reset, the run and the fitness, per core.
//!
//! `cargo bench -p trine-engine` prints the figures ("elem" are evaluations). They are wall-clock times: on a
//! machine that is busy with other work they tell little.

#![allow(missing_docs)] // what the macros of criterion generate has none

#[path = "../tests/support/mod.rs"]
mod support;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use support::{TRIANGLE, Unit};
use trine_engine::{Algorithm, BranchSettings, FitnessKind};

/// Evaluations of one search.
const EVALUATIONS: u64 = 10_000;
/// `b == c` after `a == b`: neither algorithm covers it in so many evaluations.
const EQUILATERAL: usize = 16;

fn searches(criterion: &mut Criterion) {
    let unit = Unit::new(TRIANGLE);
    let mut search = unit.branch_search();
    let branches: Vec<_> = search.branches().map(|(id, _)| id).collect();
    let mut group = criterion.benchmark_group("evaluations of triangle");
    for (algorithm_name, algorithm) in Algorithm::NAMES {
        for (fitness_name, fitness) in FitnessKind::NAMES {
            let settings =
                BranchSettings { algorithm, fitness, budget_evals: EVALUATIONS, ..BranchSettings::default() };
            let evaluations = search.search(branches[EQUILATERAL], &settings).evaluations;
            group.throughput(Throughput::Elements(evaluations));
            group.bench_function(format!("{algorithm_name}, {fitness_name} fitness"), |bencher| {
                bencher.iter(|| search.search(branches[EQUILATERAL], &settings));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, searches);
criterion_main!(benches);
