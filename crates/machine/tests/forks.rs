//! Forks share memory and code with the machine they come from, and nobody sees what the others write.

mod common;

use common::{machine, result};
use trine_machine::Machine;

/// A list of as many nodes as the argument says hangs on a global; `sum` walks it, `bump` changes the first node.
const LIST: &str = r#"program
global0: "head" size 8 align 8
global1: "large" size 100000 align 16
fn0: "build"(i32) -> (i32) defined
fn1: "sum"() -> (i32) defined
fn2: "bump"(i32) -> (i32) defined
fn3: "init"() -> () defined
fn4: "begin"() -> (i32) defined
class0: "Node" size 24 fields("next": ptr at 8, "value": i32 at 16) init fn3
body fn0 = function "build"(i32) -> (i32) {
    site0: branch
block0(v0: i32):
    jump block1(v0)
block1(v1: i32):
    v2: i1 = icmp.sgt v1, 0:i32
    branch v2, block2, block3, site0
block2:
    v3: ptr = object.new class0()
    v4: ptr = load @global0
    v5: ptr = ptradd v3 + 8
    store v4 -> v5
    v6: ptr = ptradd v3 + 16
    store v1 -> v6
    store v3 -> @global0
    v7: i32 = sub v1, 1:i32
    jump block1(v7)
block3:
    return v1
}
body fn1 = function "sum"() -> (i32) {
    site0: branch
block0:
    v0: ptr = load @global0
    jump block1(v0, 0:i32)
block1(v1: ptr, v2: i32):
    v3: i1 = icmp.eq v1, null
    branch v3, block3, block2, site0
block2:
    v4: ptr = ptradd v1 + 16
    v5: i32 = load v4
    v6: i32 = add v2, v5
    v7: ptr = ptradd v1 + 8
    v8: ptr = load v7
    jump block1(v8, v6)
block3:
    return v2
}
body fn2 = function "bump"(i32) -> (i32) {
block0(v0: i32):
    v1: ptr = load @global0
    v2: ptr = ptradd v1 + 16
    v3: i32 = load v2
    v4: i32 = add v3, v0
    store v4 -> v2
    v5: ptr = ptradd @global1 + 50000
    v6: i32 = load v5
    v7: i32 = add v6, v4
    store v7 -> v5
    return v7
}
body fn3 = function "init"() -> () {
block0:
    v0: ptr = ptradd @global1 + 8
    v1: i32 = load v0
    v2: i32 = add v1, 1:i32
    store v2 -> v0
    return
}
body fn4 = function "begin"() -> (i32) {
block0:
    object.ensure_init class0()
    v0: ptr = ptradd @global1 + 8
    v1: i32 = load v0
    return v1
}
"#;

fn built(nodes: u128) -> Machine {
    let mut machine = machine(LIST);
    machine.reset();
    assert_eq!(result(&mut machine, "build", &[nodes]), 0);
    machine.snapshot();
    machine
}

#[test]
fn a_fork_starts_with_the_snapshot_and_keeps_what_it_writes_to_itself() {
    let mut machine = built(100);
    let (mut one, mut two) = (machine.fork(), machine.fork());
    for fork in [&mut one, &mut two] {
        assert_eq!(result(fork, "sum", &[]), 5050);
    }
    assert_eq!(result(&mut one, "bump", &[10]), 11);
    assert_eq!(result(&mut one, "bump", &[10]), 32);
    assert_eq!(result(&mut one, "sum", &[]), 5070);
    assert_eq!(result(&mut two, "bump", &[1000]), 1001);
    assert_eq!((result(&mut two, "sum", &[]), result(&mut machine, "sum", &[])), (6050, 5050));
}

#[test]
fn a_reset_of_a_fork_gives_the_snapshot_again() {
    let machine = built(10);
    let mut fork = machine.fork();
    for _ in 0..3 {
        assert_eq!(result(&mut fork, "begin", &[]), 1);
        assert_eq!(result(&mut fork, "begin", &[]), 1);
        assert_eq!(result(&mut fork, "bump", &[7]), 8);
        assert_eq!(result(&mut fork, "build", &[3]), 0);
        assert_eq!(result(&mut fork, "sum", &[]), 55 + 7 + 6);
        fork.reset();
        assert_eq!(result(&mut fork, "sum", &[]), 55);
    }
}

#[test]
fn a_snapshot_of_a_fork_stands_by_itself() {
    let machine = built(10);
    let mut fork = machine.fork();
    assert_eq!(result(&mut fork, "bump", &[7]), 8);
    fork.snapshot();
    drop(machine);
    let mut second = fork.fork();
    for machine in [&mut fork, &mut second] {
        assert_eq!(result(machine, "sum", &[]), 62);
        assert_eq!(result(machine, "bump", &[1]), 17);
        machine.reset();
        assert_eq!(result(machine, "sum", &[]), 62);
    }
}

#[test]
fn a_fork_decodes_functions_of_its_own() {
    let machine = built(4);
    let mut fork = machine.fork();
    let edges = machine.edges().count();
    assert_eq!(result(&mut fork, "sum", &[]), 10);
    assert_eq!(machine.edges().count(), edges);
    assert!(fork.edges().count() > edges);
}
