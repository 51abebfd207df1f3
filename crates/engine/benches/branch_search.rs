//! Evaluations per second of the search loop on the triangle classification: the algorithm, the writing of leaves, the
//! reset, the run and the fitness, per core.
//!
//! `cargo bench -p trine-engine` prints the figures ("elem" are evaluations). They are wall-clock times: on a
//! machine that is busy with other work they tell little.

#![allow(missing_docs)] // what the macros of criterion generate has none

#[path = "../tests/support/mod.rs"]
mod support;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use support::{TRIANGLE, TestUnit};
use trine_engine::{Algorithm, Attempt, BranchSearch, BranchSettings, FitnessKind};
use trine_record::GoalId;

/// Evaluations of one search, at most.
const EVALUATIONS: u64 = 10_000;
/// `b == c` after `a == b`: the standard fitness does not lead there in so many evaluations.
const EQUILATERAL: usize = 16;

/// Searches until so many evaluations are used, from one seed after the other; how many there were.
fn evaluations(search: &mut BranchSearch<'_>, branch: GoalId, settings: &BranchSettings) -> u64 {
    let mut used = 0;
    for seed in 1.. {
        let settings = BranchSettings { seed, budget_evals: EVALUATIONS - used, ..*settings };
        let Attempt { evaluations, .. } = search.search(branch, &settings);
        used += evaluations;
        if used >= EVALUATIONS {
            break;
        }
    }
    used
}

fn searches(criterion: &mut Criterion) {
    let unit = TestUnit::new(TRIANGLE);
    let mut search = unit.branch_search();
    let branches: Vec<_> = search.branches().map(|(id, _)| id).collect();
    let branch = branches[EQUILATERAL];
    let mut group = criterion.benchmark_group("evaluations of triangle");
    for (algorithm_name, algorithm) in Algorithm::NAMES {
        for (fitness_name, fitness) in FitnessKind::NAMES {
            let settings = BranchSettings { algorithm, fitness, ..BranchSettings::default() };
            group.throughput(Throughput::Elements(evaluations(&mut search, branch, &settings)));
            group.bench_function(format!("{algorithm_name}, {fitness_name} fitness"), |bencher| {
                bencher.iter(|| evaluations(&mut search, branch, &settings));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, searches);
criterion_main!(benches);
