//! Speed of the interpreter in the concrete domain: IR instructions per second, the price of a
//! reset, and the price of a short run.
//!
//! `cargo bench -p trine-machine` prints the figures ("elem" are IR instructions executed). They
//! are wall-clock times: on a machine that is busy with other work they tell little.
//!
//! Measured figures stand in the project's README, with the commit they are of.

use criterion::{Criterion, Throughput, criterion_main};
use std::hint::black_box;
use std::sync::Arc;
use trine_ir::FuncId;
use trine_ir::text::parse_program;
use trine_machine::{BranchEvent, Concrete, Config, Ignore, Machine, NoStubs, Observer, TerminationReason};

const FUNCTION: FuncId = FuncId(0);

/// Counts edges: what coverage costs.
#[derive(Default)]
struct Hits(Vec<u32>);

impl Observer<Concrete> for Hits {
    fn edges(&mut self, count: u32) {
        self.0.resize(count as usize, 0);
    }
    #[inline(always)]
    fn branch(&mut self, event: &BranchEvent<()>) {
        self.0[event.edge as usize] += 1;
    }
}

fn load(text: &str) -> Machine {
    let program = parse_program(text).expect("the program is well-formed");
    let config = Config { steps: u64::MAX / 2, ..Config::default() };
    Machine::new(Arc::new(program), config).expect("the program fits")
}

fn throughput(criterion: &mut Criterion) {
    let programs = [
        ("loop", include_str!("../tests/programs/loop.ir"), 100_000),
        ("fib", include_str!("../tests/programs/fib.ir"), 20),
        ("sieve", include_str!("../tests/programs/sieve.ir"), 60_000),
        ("crc", include_str!("../tests/programs/crc.ir"), 100_000),
    ];
    let mut group = criterion.benchmark_group("instructions");
    for (name, text, argument) in programs {
        let mut machine = load(text);
        let outcome = machine.run(FUNCTION, &[argument], &mut Concrete, &mut Ignore, &mut NoStubs);
        assert_eq!(outcome.reason, TerminationReason::Returned, "{name}");
        group.throughput(Throughput::Elements(outcome.steps));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                machine.run(FUNCTION, black_box(&[argument]), &mut Concrete, &mut Ignore, &mut NoStubs)
            });
        });
        let mut hits = Hits::default();
        group.bench_function(format!("{name}, counting edges"), |bencher| {
            bencher.iter(|| {
                machine.run(FUNCTION, black_box(&[argument]), &mut Concrete, &mut hits, &mut NoStubs)
            });
        });
    }
    group.finish();
}

fn short_runs(criterion: &mut Criterion) {
    let mut machine = load(include_str!("../tests/programs/triangle.ir"));
    let mut hits = Hits::default();
    criterion.bench_function("a run of the triangle function with reset", |bencher| {
        bencher.iter(|| {
            machine.reset();
            machine.run(FUNCTION, black_box(&[3, 4, 5]), &mut Concrete, &mut hits, &mut NoStubs)
        });
    });
}

fn new_machines(criterion: &mut Criterion) {
    let text = include_str!("../tests/programs/triangle.ir");
    let program = Arc::new(parse_program(text).expect("the program is well-formed"));
    criterion.bench_function("a machine, made and dropped after one run", |bencher| {
        bencher.iter(|| {
            let mut machine = Machine::new(Arc::clone(&program), Config::default()).expect("it fits");
            machine.run(FUNCTION, black_box(&[3, 4, 5]), &mut Concrete, &mut Ignore, &mut NoStubs)
        });
    });
}

fn resets(criterion: &mut Criterion) {
    let globals: String = (0..1_000).map(|i| format!("global{i}: \"g{i}\" size 4096 align 16\n")).collect();
    let mut machine = load(&format!("program\n{globals}"));
    let address = machine.global_address(trine_ir::GlobalId(500));
    criterion.bench_function("reset after writing one of 1,000 globals of 4 KiB", |bencher| {
        bencher.iter(|| {
            machine.memory_mut().write_uint(address, 8, 1).expect("it is a global");
            machine.reset();
        });
    });
}

#[allow(missing_docs)] // what the macro makes
mod group {
    use super::{new_machines, resets, short_runs, throughput};
    criterion::criterion_group!(benches, throughput, short_runs, resets, new_machines);
}
criterion_main!(group::benches);
