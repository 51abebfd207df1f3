//! Libraries that are passed to a machine: found by id, with state of their own, allowed to replace bodies.

use std::sync::Arc;
use trine_ir::text::parse_program;
use trine_ir::{FuncId, Program};
use trine_machine::shims::{Library, LibraryState, Shim, ShimContext, ShimResult};
use trine_machine::{Concrete, Config, Ignore, Machine, NoStubs, Returns, TerminationReason};

const PROGRAM: &str = r#"program
fn0: "main"(i32) -> (i32) defined external
fn1: "next"() -> (i32) external
fn2: "twice"(i32) -> (i32) defined external
fn3: "strlen"(i32) -> (i32) external

body fn0 = function "main"(i32) -> (i32) {
block0(v0: i32):
    v1: i32 = call fn1()
    v2: i32 = call fn2(v1)
    return v2
}
body fn2 = function "twice"(i32) -> (i32) {
block0(v0: i32):
    v1: i32 = add v0, v0
    return v1
}
"#;

/// Counts from where the last snapshot left off; triples where the body doubles.
struct Counter {
    replaces: bool,
}

#[derive(Default)]
struct Count {
    now: u32,
    first: u32,
}

impl LibraryState for Count {
    fn reset(&mut self) {
        self.now = self.first;
    }

    fn snapshot(&mut self) {
        self.first = self.now;
    }

    fn fork(&self) -> Box<dyn LibraryState> {
        Box::new(Count { now: self.first, first: self.first })
    }
}

fn next(context: &mut ShimContext<'_>) -> ShimResult {
    let count: &mut Count = context.own();
    count.now += 1;
    Ok(Returns::one(u128::from(count.now)))
}

fn thrice(context: &mut ShimContext<'_>) -> ShimResult {
    Ok(Returns::one(3 * context.bits(0)))
}

impl Library for Counter {
    fn find(&self, program: &Program, function: FuncId) -> Option<Shim> {
        (program.callables[function].name == "next").then_some(Shim { name: "next", run: next })
    }

    fn replace(&self, program: &Program, function: FuncId) -> Option<Shim> {
        let is_one = self.replaces && program.callables[function].name == "twice";
        is_one.then_some(Shim { name: "twice", run: thrice })
    }

    fn state(&self, _: &Config) -> Box<dyn LibraryState> {
        Box::new(Count::default())
    }
}

fn machine(replaces: bool) -> Machine {
    let program = parse_program(PROGRAM).unwrap_or_else(|error| panic!("{error}"));
    let libraries: Vec<Arc<dyn Library>> = vec![Arc::new(Counter { replaces })];
    Machine::with_libraries(Arc::new(program), Config::default(), libraries).expect("it fits")
}

fn call(machine: &mut Machine) -> Option<u128> {
    machine.run(FuncId(0), &[0], &mut Concrete, &mut Ignore, &mut NoStubs).returns.first()
}

#[test]
fn a_library_performs_what_it_finds_with_state_of_its_own() {
    let mut machine = machine(false);
    assert_eq!((call(&mut machine), call(&mut machine)), (Some(2), Some(4)));
    machine.reset();
    assert_eq!(call(&mut machine), Some(2));
}

#[test]
fn a_library_replaces_a_body_unless_that_is_prepared() {
    let mut replaced = machine(true);
    assert_eq!(call(&mut replaced), Some(3));
    let mut own = machine(true);
    own.prepare(FuncId(2)).expect("it has a body");
    assert_eq!(call(&mut own), Some(2));
}

#[test]
fn resets_and_forks_return_to_the_snapshot_of_the_state() {
    let mut machine = machine(false);
    call(&mut machine);
    machine.snapshot();
    assert_eq!(call(&mut machine), Some(4));
    let mut fork = machine.fork();
    assert_eq!((call(&mut fork), call(&mut machine)), (Some(4), Some(6)));
    machine.reset();
    assert_eq!(call(&mut machine), Some(4));
}

#[test]
fn names_of_the_c_library_mean_nothing_without_it() {
    let run =
        |mut machine: Machine| machine.run(FuncId(3), &[0], &mut Concrete, &mut Ignore, &mut NoStubs).reason;
    assert!(matches!(run(machine(false)), TerminationReason::Unsupported(_)));
    let program = parse_program(PROGRAM).unwrap_or_else(|error| panic!("{error}"));
    let with_c = Machine::new(Arc::new(program), Config::default()).expect("it fits");
    assert!(matches!(run(with_c), TerminationReason::Fault(_)));
}
