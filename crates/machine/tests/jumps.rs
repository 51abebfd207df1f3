//! `setjmp` and `longjmp`: which frames are left, what is heard of it, and what is a fault.

mod common;

use common::{fault, function, machine, result};
use trine_ir::FuncId;
use trine_machine::{Activation, Concrete, Domain, FaultKind, NoStubs, Observer};

/// `caught` sets a mark, adds to a variable in memory and calls `middle`, which calls `thrower`;
/// that jumps when its argument is not 0. `stale` jumps to a mark of a function that has returned.
const PROGRAM: &str = r#"program
fn0: "setjmp"(ptr) -> (i32) external
fn1: "longjmp"(ptr, i32) -> () external
fn2: "thrower"(ptr, i32) -> () defined
fn3: "middle"(ptr, i32) -> () defined
fn4: "caught"(i32) -> (i32) defined
fn5: "marked"(ptr) -> () defined
fn6: "stale"() -> () defined
body fn2 = function "thrower"(ptr, i32) -> () {
    site0: branch
block0(v0: ptr, v1: i32):
    v2: i1 = icmp.eq v1, 0:i32
    branch v2, block1, block2, site0
block1:
    return
block2:
    call fn1(v0, v1)
    unreachable
}
body fn3 = function "middle"(ptr, i32) -> () {
block0(v0: ptr, v1: i32):
    v2: ptr = stackalloc 64 align 8
    call fn2(v0, v1)
    return
}
body fn4 = function "caught"(i32) -> (i32) returns_twice {
    site0: branch
block0(v0: i32):
    v1: ptr = stackalloc 200 align 16
    v2: ptr = stackalloc 4 align 4
    store 1:i32 -> v2
    v3: i32 = call fn0(v1)
    v4: i1 = icmp.eq v3, 0:i32
    branch v4, block1, block2, site0
block1:
    store 1000:i32 -> v2
    call fn3(v1, v0)
    jump block2
block2:
    v5: i32 = load v2
    v6: i32 = add v5, v3
    return v6
}
body fn5 = function "marked"(ptr) -> () returns_twice {
block0(v0: ptr):
    v1: i32 = call fn0(v0)
    return
}
body fn6 = function "stale"() -> () {
block0:
    v0: ptr = stackalloc 200 align 16
    call fn5(v0)
    call fn1(v0, 1:i32)
    return
}
"#;

/// The calls and returns of a run.
#[derive(Default)]
struct Calls(Vec<(bool, FuncId, u64)>);

impl<D: Domain> Observer<D> for Calls {
    fn call(&mut self, function: FuncId, activation: Activation) {
        self.0.push((true, function, activation.number));
    }
    fn returned(&mut self, function: FuncId, activation: Activation) {
        self.0.push((false, function, activation.number));
    }
}

#[test]
fn a_jump_gives_setjmp_its_value_and_keeps_what_was_stored() {
    let mut machine = machine(PROGRAM);
    assert_eq!(result(&mut machine, "caught", &[0]), 1000);
    assert_eq!(result(&mut machine, "caught", &[7]), 1007);
    assert_eq!(result(&mut machine, "caught", &[7]), 1007);
}

#[test]
fn observers_hear_that_frames_are_left() {
    let mut machine = machine(PROGRAM);
    let (caught, middle, thrower) =
        (function(&machine, "caught"), function(&machine, "middle"), function(&machine, "thrower"));
    let mut calls = Calls::default();
    machine.run(caught, &[7], &mut Concrete, &mut calls, &mut NoStubs);
    let expected = [
        (true, caught, 0),
        (true, middle, 1),
        (true, thrower, 2),
        (false, thrower, 2),
        (false, middle, 1),
        (false, caught, 0),
    ];
    assert_eq!(calls.0, expected);
}

#[test]
fn a_jump_to_a_function_that_has_returned_is_a_fault() {
    let mut machine = machine(PROGRAM);
    let kind = fault(&mut machine, "stale", &[]);
    assert!(matches!(&kind, FaultKind::Library { message } if message.contains("has returned")), "{kind:?}");
}

#[test]
fn a_mark_of_an_earlier_run_is_stale() {
    let mut machine = machine(PROGRAM);
    let buffer = machine.memory_mut().allocate_input(200).expect("memory");
    result_of_nothing(&mut machine, u128::from(buffer));
    let kind = fault(&mut machine, "thrower", &[u128::from(buffer), 1]);
    assert!(matches!(kind, FaultKind::Library { .. }), "{kind:?}");
}

fn result_of_nothing(machine: &mut trine_machine::Machine, buffer: u128) {
    assert_eq!(common::run(machine, "marked", &[buffer]).returns.len(), 0);
}
