//! What operations on managed objects cost in the concrete domain: each function of `objects.ir` does one of them
//! 1,000 times, so microseconds read as nanoseconds for one, the loop around it included (see "empty loop").
//!
//! `cargo bench -p trine-machine --bench objects` prints the figures. The loops of virtual and interface calls take their objects from an
//! array; "plain call, in the loop of virtual ones" is the same loop with a direct call of what a virtual call of one class calls. With
//! two and three classes every second or third object's method makes a call of its own.

use criterion::{Criterion, criterion_main};
use std::hint::black_box;
use std::sync::Arc;
use trine_ir::text::parse_program;
use trine_machine::{Concrete, Config, Ignore, Machine, NoStubs, TerminationReason};

const OPERATIONS: [&str; 17] = [
    "empty loop",
    "plain call",
    "plain call, in the loop of virtual ones",
    "virtual call, one class",
    "virtual call, two classes",
    "virtual call, three classes",
    "interface call, one class",
    "interface call, two classes",
    "interface call, three classes",
    "load of a field",
    "load of an element",
    "type test",
    "allocation",
    "array of 10 ints",
    "throw to a local handler",
    "throw through one call",
    "fault raised as an exception",
];

fn load() -> Machine {
    let prelude = include_str!("../../filetests/cases/ir/prelude.ir");
    let own = include_str!("../tests/programs/objects.ir");
    let cut = |text: &'static str| text.split_at(text.find("\nbody ").map_or(text.len(), |at| at + 1));
    let ((tables, bodies), (own_tables, own_bodies)) = (cut(prelude), cut(own));
    let text = format!("{tables}{own_tables}{bodies}{own_bodies}");
    let program = parse_program(&text).unwrap_or_else(|error| panic!("{error}"));
    let config = Config { steps: u64::MAX / 2, ..Config::default() };
    Machine::new(Arc::new(program), config).expect("the program fits")
}

fn operations(criterion: &mut Criterion) {
    let mut machine = load();
    let mut group = criterion.benchmark_group("1,000 times");
    for name in OPERATIONS {
        let function = machine.program().function_named(name).expect("it is there");
        let mut run = |count: u128| {
            machine.reset();
            let outcome =
                machine.run(function, black_box(&[count]), &mut Concrete, &mut Ignore, &mut NoStubs);
            assert_eq!(outcome.reason, TerminationReason::Returned, "{name}");
        };
        run(1000);
        group.bench_function(name, |bencher| bencher.iter(|| run(1000)));
    }
    group.finish();
}

/// Forks of snapshots of 50 MB in objects of other sizes.
fn forks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fork of a snapshot of 50 MB");
    for objects in [1_000_u64, 100_000, 500_000] {
        let mut machine = load();
        for _ in 0..objects {
            machine.memory_mut().allocate_input(50_000_000 / objects).expect("it fits");
        }
        machine.snapshot();
        let _first = machine.fork();
        group.bench_function(format!("{objects} objects"), |bencher| bencher.iter(|| machine.fork()));
    }
    group.finish();
}

#[allow(missing_docs)] // what the macro makes
mod group {
    use super::{forks, operations};
    criterion::criterion_group!(benches, operations, forks);
}
criterion_main!(group::benches);
