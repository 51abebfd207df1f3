//! Call graph and use of globals on small programs; control dependence on the textbook case.

use trine_ir::analysis::{Approach, CallGraph, ControlDependence, GlobalUse};
use trine_ir::text::{parse_function, parse_program};
use trine_ir::{Block, FuncId, GlobalId, SiteId};

/// main calls even through a pointer from a table; even and odd call each other; odd reads
/// `limit`; helper (never called) writes it; set writes `state` through an offset.
const PROGRAM: &str = r#"program
global0: "table" size 16 align 8 constant relocations(0: @fn1, 8: @fn5)
global1: "limit" size 4 align 4
global2: "state" size 16 align 4
global3: "unused" size 4 align 4
global4: "head" size 8 align 8 relocations(0: @global2+4)
fn0: "main"(i64) -> (i32) defined external
fn1: "even"(i32) -> (i32) defined
fn2: "odd"(i32) -> (i32) defined
fn3: "helper"() -> () defined
fn4: "set"(i64) -> () defined
fn5: "other"(i64) -> (i32) defined
fn6: "exit"(i32) -> () noreturn external

body fn0 = function "main"(i64) -> (i32) {
block0(v0: i64):
    v1: ptr = ptradd @global0 + v0 * 8 + 0
    v2: ptr = load v1
    v3: i32 = call.indirect v2 (i32) -> (i32) (7:i32)
    call fn4(v0)
    call fn6(v3)
    unreachable
}

body fn1 = function "even"(i32) -> (i32) {
block0(v0: i32):
    v1: i32 = call fn2(v0)
    return v1
}

body fn2 = function "odd"(i32) -> (i32) {
block0(v0: i32):
    v1: i32 = load @global1
    v2: i32 = call fn1(v1)
    return v2
}

body fn3 = function "helper"() -> () {
block0:
    store 1:i32 -> @global1
    return
}

body fn4 = function "set"(i64) -> () {
block0(v0: i64):
    v1: ptr = ptradd @global2 + v0 * 4 + 0
    store 1:i32 -> v1
    return
}

body fn5 = function "other"(i64) -> (i32) {
block0(v0: i64):
    v1: ptr = load @global4
    v2: i32 = load v1
    return v2
}
"#;

#[test]
fn the_call_graph_follows_pointers_by_signature() {
    let program = parse_program(PROGRAM).unwrap();
    let graph = CallGraph::new(&program, &[FuncId(0)]);
    let callees: Vec<_> = graph.callees(FuncId(0)).collect();
    assert_eq!(callees, [FuncId(1), FuncId(4), FuncId(6)]);
    assert_eq!(graph.address_taken().collect::<Vec<_>>(), [FuncId(1), FuncId(5)]);
    assert_eq!(graph.missing_bodies().collect::<Vec<_>>(), [FuncId(6)]);
    // `helper` and `other` are never called: not reached, their bodies never lowered.
    assert_eq!(graph.functions().collect::<Vec<_>>(), [0, 1, 2, 4, 6].map(FuncId));
    assert_eq!(graph.reachable_from(FuncId(2)).into_iter().collect::<Vec<_>>(), [FuncId(1), FuncId(2)]);
}

#[test]
fn functions_that_call_each_other_are_one_component_after_their_callees() {
    let program = parse_program(PROGRAM).unwrap();
    let graph = CallGraph::new(&program, &[FuncId(0)]);
    assert!(graph.is_recursive(FuncId(1)) && graph.is_recursive(FuncId(2)));
    assert!(!graph.is_recursive(FuncId(0)));
    let components = graph.components();
    assert_eq!(components.last().unwrap(), &[FuncId(0)]);
    assert!(components.contains(&vec![FuncId(1), FuncId(2)]));
}

#[test]
fn globals_read_and_written_are_gathered_over_calls() {
    let program = parse_program(PROGRAM).unwrap();
    let graph = CallGraph::new(&program, &[FuncId(0), FuncId(5)]);
    let globals = GlobalUse::new(&program, &graph);
    let reads = |function| globals.of(FuncId(function)).reads.iter().copied().collect::<Vec<_>>();
    let writes = |function| globals.of(FuncId(function)).writes.iter().copied().collect::<Vec<_>>();
    assert_eq!(reads(0), [GlobalId(0), GlobalId(1)]);
    assert_eq!(writes(0), [GlobalId(2)]);
    assert_eq!(reads(1), [GlobalId(1)]);
    // `head` points to `state`: what is read through it may be that, or be written.
    assert_eq!(reads(5), [GlobalId(2), GlobalId(4)]);
    assert_eq!(writes(5), [GlobalId(2)]);
    assert_eq!(reads(3), []);
}

#[test]
fn approach_levels_count_the_decisions_on_the_way() {
    let function = parse_function(
        r#"function "f"(i1, i1) -> () {
            site0: branch
            site1: branch
        block0(v0: i1, v1: i1):
            branch v0, block1, block3, site0
        block1:
            branch v1, block2, block3, site1
        block2:
            call fn0()
            jump block3
        block3:
            return
        }"#,
    )
    .unwrap();
    let dependence = ControlDependence::new(&function);
    let approach = |site, outcome, level| Approach { site: SiteId(site), outcome, level };
    assert_eq!(dependence.approach_to_block(Block(2)), [approach(1, 0, 0), approach(0, 0, 1)]);
    assert_eq!(dependence.approach_to_outcome(SiteId(1), 1), [approach(1, 1, 0), approach(0, 0, 1)]);
    assert_eq!(dependence.approach_to_block(Block(3)), []);
    assert_eq!(dependence.of_edge(&function, Block(2), 0), dependence.of_block(Block(2)));
}

#[test]
fn an_unwind_block_depends_on_the_block_that_may_throw() {
    let function = parse_function(
        r#"function "f"(i1) -> () {
            site0: branch
        block0(v0: i1):
            branch v0, block1, block2, site0
        block1 unwind block3:
            call fn0()
            jump block2
        block2:
            return
        block3:
            jump block4
        block4:
            jump block2
        }"#,
    )
    .unwrap();
    let dependence = ControlDependence::new(&function);
    for handler in [Block(3), Block(4)] {
        let [only] = dependence.of_block(handler) else { panic!("one dependence") };
        assert_eq!((only.block, only.edge), (Block(1), None));
        let level_one = Approach { site: SiteId(0), outcome: 0, level: 1 };
        assert_eq!(dependence.approach_to_block(handler), [level_one]);
    }
    assert_eq!(dependence.of_block(Block(2)), []);
}

#[test]
fn a_catch_block_has_the_approach_level_of_the_branch_that_throws() {
    let function = parse_function(
        r#"function "f"(i1) -> (i32) {
            site0: branch
        block0(v0: i1):
            branch v0, block1, block2(1:i32), site0
        block1 unwind block3(5:i32):
            throw null
        block2(v1: i32):
            return v1
        block3(v2: ptr, v3: i32):
            jump block2(v3)
        }"#,
    )
    .unwrap();
    let dependence = ControlDependence::new(&function);
    let level_zero = Approach { site: SiteId(0), outcome: 0, level: 0 };
    assert_eq!(dependence.approach_to_block(Block(3)), [level_zero]);
    // What follows the handler and the rest of the function does not depend on whether something was thrown.
    assert_eq!(dependence.of_block(Block(2)), []);
}

#[test]
fn a_program_opened_anew_has_equal_bodies_and_none_of_the_old_ones() {
    let program = parse_program(PROGRAM).expect("it parses");
    let even = program.function_named("even").expect("its name");
    let body = program.body(even).expect("its body");
    let again = program.reopened();
    assert_eq!((program.lowered_values(), again.lowered_values()), (body.values.len(), 0));
    let same = again.body(even).expect("its body");
    assert!(!std::sync::Arc::ptr_eq(body, same));
    assert_eq!(format!("{body:?}"), format!("{same:?}"));
}

#[test]
fn a_function_whose_body_is_taken_is_declared_in_the_new_program_only() {
    let program = parse_program(PROGRAM).expect("it parses");
    let even = program.function_named("even").expect("its name");
    let without = program.without_bodies(&[even]);
    assert!(program.callables[even].defined && !without.callables[even].defined);
}
