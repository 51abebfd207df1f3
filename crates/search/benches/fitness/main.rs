//! What measuring costs: an execution alone, with coverage, with the standard fitness, with the enhanced one; the
//! analysis behind that; and a single distance.

#![allow(missing_docs)] // what the macros of criterion generate has none

mod programs;

use criterion::{Criterion, criterion_group, criterion_main};
use programs::{BenchFunction, subjects};
use std::hint::black_box;
use std::sync::Arc;
use trine_coverage::observer::TraceObserver;
use trine_coverage::recorder::{TraceLayout, TraceRecorder};
use trine_ir::{FuncId, IntPredicate};
use trine_machine::{Both, Concrete, Config, Domain, Ignore, Machine, NoStubs, Observer};
use trine_search::distance::int;
use trine_search::enhanced::Settings;
use trine_search::{Distances, EnhancedModel, FitnessModel, FitnessObserver};

const FUNCTION: FuncId = FuncId(0);

fn runs(c: &mut Criterion) {
    subjects().iter().for_each(|subject| measure(c, subject));
}

fn measure(c: &mut Criterion, subject: &BenchFunction) {
    let BenchFunction { name, program, args, target } = subject;
    let body = Arc::clone(program.body(FUNCTION).expect("the text has the body"));
    let mut machine = Machine::new(Arc::clone(program), Config::default()).expect("the program loads");
    let mut trace = TraceObserver::new(FUNCTION, TraceRecorder::new(Arc::new(TraceLayout::new(&body))));
    let model = Arc::new(FitnessModel::new(Arc::clone(&body)));
    let mut fitness = FitnessObserver::new(Arc::clone(&model), FUNCTION);
    fitness.aim(&[Arc::new(model.target(target))]);
    let enhanced = EnhancedModel::new(Some(Arc::clone(program)), body, Settings::default());
    let mut distances = Distances::new();

    let mut group = c.benchmark_group(*name);
    group.bench_function("execution", |b| b.iter(|| run(&mut machine, args, &mut Concrete, &mut Ignore)));
    group.bench_function("execution with distances", |b| {
        b.iter(|| run(&mut machine, args, &mut distances, &mut Ignore));
    });
    group.bench_function("coverage", |b| {
        b.iter(|| {
            trace.recorder.clear();
            run(&mut machine, args, &mut Concrete, &mut trace);
        });
    });
    group.bench_function("standard fitness without flags", |b| {
        b.iter(|| {
            fitness.clear();
            run(&mut machine, args, &mut Concrete, &mut fitness);
            fitness.fitness()
        });
    });
    let mut both = Both(trace, fitness);
    let mut with_flags = |both: &mut Both<TraceObserver, FitnessObserver>| {
        both.0.recorder.clear();
        both.1.clear();
        run(&mut machine, args, &mut distances, both);
        both.1.fitness()
    };
    group.bench_function("coverage and standard fitness", |b| b.iter(|| with_flags(&mut both)));
    let analysed = enhanced.target(target).expect("an edge has an enhanced fitness");
    both.1.enhance([(0, Arc::new(analysed))]);
    group.bench_function("coverage and enhanced fitness", |b| b.iter(|| with_flags(&mut both)));
    group.bench_function("analysis", |b| b.iter(|| enhanced.target(black_box(target))));
}

fn run<D: Domain, O: Observer<D>>(machine: &mut Machine, args: &[u128], domain: &mut D, observer: &mut O) {
    machine.reset();
    machine.run(FUNCTION, black_box(args), domain, observer, &mut NoStubs);
}

fn distances(c: &mut Criterion) {
    c.bench_function("integer distance", |b| {
        b.iter(|| int::distance(IntPredicate::Slt, 32, black_box(90), black_box(17), true));
    });
}

criterion_group!(benches, distances, runs);
criterion_main!(benches);
