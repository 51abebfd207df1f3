//! What measuring costs: a triangle classification run bare, with coverage, and with fitness.

#![allow(missing_docs)] // what the macros of criterion generate has none

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::Arc;
use trine_coverage::Target;
use trine_coverage::observer::TraceObserver;
use trine_coverage::recorder::{TraceLayout, TraceRecorder};
use trine_ir::text::parse_program;
use trine_ir::{FuncId, IntPredicate, SiteId};
use trine_machine::{Both, Concrete, Config, Domain, Ignore, Machine, NoStubs, Observer};
use trine_search::distance::int;
use trine_search::{Distances, FitnessModel, FitnessObserver};

const TRIANGLE: &str = r#"program
fn0: "triangle"(i32, i32, i32) -> (i32) defined external
body fn0 = function "triangle"(i32, i32, i32) -> (i32) {
    site0: branch
    site1: branch
    site2: branch
    site3: branch
    site4: branch
    site5: branch
    site6: branch
    site7: branch
block0(v0: i32, v1: i32, v2: i32):
    v3: i1 = icmp.sle v0, 0:i32
    branch v3, block9(4:i32), block1, site0
block1:
    v4: i1 = icmp.sle v1, 0:i32
    branch v4, block9(4:i32), block2, site1
block2:
    v5: i1 = icmp.sle v2, 0:i32
    branch v5, block9(4:i32), block3, site2
block3:
    v6: i32 = add v0, v1
    v7: i1 = icmp.sgt v6, v2
    branch v7, block4, block9(4:i32), site3
block4:
    v8: i32 = add v1, v2
    v9: i1 = icmp.sgt v8, v0
    branch v9, block5, block9(4:i32), site4
block5:
    v10: i1 = icmp.eq v0, v1
    branch v10, block6, block7, site5
block6:
    v11: i1 = icmp.eq v1, v2
    branch v11, block9(1:i32), block9(2:i32), site6
block7:
    v12: i1 = icmp.eq v1, v2
    branch v12, block9(2:i32), block9(3:i32), site7
block9(v13: i32):
    return v13
}
"#;

fn runs(c: &mut Criterion) {
    let text = TRIANGLE.replace("block9", "block8");
    let program = Arc::new(parse_program(&text).expect("the text is well formed"));
    let function = FuncId(0);
    let body = Arc::clone(program.body(function).expect("the text has the body"));
    let mut machine = Machine::new(program, Config::default()).expect("the program loads");
    let trace = TraceObserver::new(function, TraceRecorder::new(Arc::new(TraceLayout::new(&body))));
    let model = Arc::new(FitnessModel::new(body));
    let mut fitness = FitnessObserver::new(Arc::clone(&model), function);
    fitness.aim(&[Arc::new(model.target(&Target::Edges(vec![(SiteId(6), 0)])))]);

    let mut group = c.benchmark_group("triangle");
    group.bench_function("bare", |b| b.iter(|| run(&mut machine, &mut Concrete, &mut Ignore)));
    let mut judge = trace.clone();
    group.bench_function("coverage", |b| {
        b.iter(|| {
            judge.recorder.clear();
            run(&mut machine, &mut Concrete, &mut judge);
        });
    });
    group.bench_function("fitness without flags", |b| {
        b.iter(|| {
            fitness.clear();
            run(&mut machine, &mut Concrete, &mut fitness);
            fitness.fitness()
        });
    });
    let (mut domain, mut both) = (Distances::new(), Both(trace, fitness));
    group.bench_function("coverage and fitness with flags", |b| {
        b.iter(|| {
            both.0.recorder.clear();
            both.1.clear();
            run(&mut machine, &mut domain, &mut both);
            both.1.fitness()
        });
    });
}

fn run<D: Domain, O: Observer<D>>(machine: &mut Machine, domain: &mut D, observer: &mut O) {
    machine.reset();
    machine.run(FuncId(0), black_box(&[30, 40, 50]), domain, observer, &mut NoStubs);
}

fn distances(c: &mut Criterion) {
    c.bench_function("integer distance", |b| {
        b.iter(|| int::distance(IntPredicate::Slt, 32, black_box(90), black_box(17), true));
    });
}

criterion_group!(benches, distances, runs);
criterion_main!(benches);
