//! Each fault of memory and control, by a small program that commits it.

mod common;

use common::{fault, function_text, global, machine, machine_with, result, run};
use trine_machine::{Access, Config, FaultKind, Machine, ObjectId, TerminationReason};

const MEMORY: &str = r#"program
global0: "constant" size 4 align 4 constant = "2a000000"
global1: "buffer" size 16 align 16
global2: "outside" size 4 align 4 undefined
fn0: "load"(ptr) -> (i32) defined
fn1: "store"(ptr, i32) -> () defined
fn2: "free"(ptr) -> () external
fn3: "malloc"(i64) -> (ptr) external
fn4: "element"(ptr, i64) -> (i32) defined
fn5: "local"() -> (ptr) defined
fn6: "use_local"() -> (i32) defined
fn7: "use_freed"() -> (i32) defined
fn8: "free_twice"() -> () defined
fn9: "free_inside"() -> () defined
fn10: "before"(ptr) -> (i32) defined
fn11: "free_local"() -> () defined

body fn0 = function "load"(ptr) -> (i32) {
block0(v0: ptr):
    v1: i32 = load v0
    return v1
}
body fn1 = function "store"(ptr, i32) -> () {
block0(v0: ptr, v1: i32):
    store v1 -> v0
    return
}
body fn4 = function "element"(ptr, i64) -> (i32) {
block0(v0: ptr, v1: i64):
    v2: ptr = ptradd v0 + v1 * 4 + 0
    v3: i32 = load v2
    return v3
}
body fn5 = function "local"() -> (ptr) {
block0:
    v0: ptr = stackalloc 8 align 8
    return v0
}
body fn6 = function "use_local"() -> (i32) {
block0:
    v0: ptr = call fn5()
    v1: i32 = load v0
    return v1
}
body fn7 = function "use_freed"() -> (i32) {
block0:
    v0: ptr = call fn3(8:i64)
    store 1:i32 -> v0
    call fn2(v0)
    v1: i32 = load v0
    return v1
}
body fn8 = function "free_twice"() -> () {
block0:
    v0: ptr = call fn3(8:i64)
    call fn2(v0)
    call fn2(v0)
    return
}
body fn9 = function "free_inside"() -> () {
block0:
    v0: ptr = call fn3(8:i64)
    v1: ptr = ptradd v0 + 4
    call fn2(v1)
    return
}
body fn10 = function "before"(ptr) -> (i32) {
block0(v0: ptr):
    v1: ptr = ptradd v0 + -4
    v2: i32 = load v1
    return v2
}
body fn11 = function "free_local"() -> () {
block0:
    v0: ptr = stackalloc 8 align 8
    call fn2(v0)
    return
}
"#;

fn at(address: u64) -> u128 {
    u128::from(address)
}

fn memory_fault(name: &str, args: impl Fn(&mut Machine) -> Vec<u128>) -> FaultKind {
    let mut machine = machine(MEMORY);
    let args = args(&mut machine);
    fault(&mut machine, name, &args)
}

#[test]
fn reading_through_null_is_a_null_dereference() {
    let kind = memory_fault("load", |_| vec![0]);
    assert_eq!(kind, FaultKind::NullDereference { address: 0, access: Access::Read });
}

#[test]
fn writing_to_a_field_of_null_is_a_null_dereference() {
    let kind = memory_fault("store", |_| vec![24, 1]);
    assert_eq!(kind, FaultKind::NullDereference { address: 24, access: Access::Write });
}

#[test]
fn reading_before_null_is_a_null_dereference() {
    let kind = memory_fault("before", |_| vec![0]);
    assert!(matches!(kind, FaultKind::NullDereference { access: Access::Read, .. }));
}

#[test]
fn reading_through_an_arbitrary_integer_is_an_invalid_pointer() {
    let kind = memory_fault("load", |_| vec![0xDEAD_BEEF_0000_1234]);
    assert!(matches!(kind, FaultKind::InvalidPointer { .. }));
}

#[test]
fn reading_past_an_input_object_tells_which_and_where() {
    let mut machine = machine(MEMORY);
    let address = machine.memory_mut().allocate_input(8).unwrap();
    let expected = FaultKind::OutOfBounds {
        object: ObjectId::of(address),
        input: true,
        offset: 8,
        size_bytes: 8,
        length: 4,
        access: Access::Read,
    };
    assert_eq!(fault(&mut machine, "element", &[at(address), 2]), expected);
}

#[test]
fn reading_across_the_end_of_an_object_is_out_of_bounds() {
    let kind = memory_fault("load", |machine| vec![at(global(machine, "buffer") + 14)]);
    assert!(matches!(kind, FaultKind::OutOfBounds { input: false, offset: 14, size_bytes: 16, .. }));
}

#[test]
fn reading_before_an_object_has_a_negative_offset() {
    let kind = memory_fault("before", |machine| vec![at(global(machine, "buffer"))]);
    assert!(matches!(kind, FaultKind::OutOfBounds { offset: -4, size_bytes: 16, .. }), "{kind:?}");
}

#[test]
fn an_index_of_four_gibibytes_does_not_reach_another_object() {
    for steps in [1u128 << 30, 1 << 31, 1 << 34, (-1i64 as u64 as u128) << 30 & u128::from(u64::MAX)] {
        let kind = memory_fault("element", |machine| vec![at(global(machine, "buffer")), steps]);
        assert!(matches!(kind, FaultKind::InvalidPointer { .. } | FaultKind::OutOfBounds { .. }), "{kind:?}");
    }
}

#[test]
fn a_declared_global_without_definition_can_be_grown_like_an_input() {
    let kind = memory_fault("load", |machine| vec![at(global(machine, "outside") + 4)]);
    assert!(matches!(kind, FaultKind::OutOfBounds { input: true, .. }));
}

#[test]
fn using_a_local_variable_of_a_function_that_returned_is_a_fault() {
    let kind = memory_fault("use_local", |_| vec![]);
    assert!(matches!(kind, FaultKind::UseAfterReturn { access: Access::Read, .. }), "{kind:?}");
}

#[test]
fn using_freed_memory_is_a_fault() {
    let kind = memory_fault("use_freed", |_| vec![]);
    assert!(matches!(kind, FaultKind::UseAfterFree { access: Access::Read, .. }), "{kind:?}");
}

#[test]
fn freeing_twice_is_a_double_free() {
    assert!(matches!(memory_fault("free_twice", |_| vec![]), FaultKind::DoubleFree { .. }));
}

#[test]
fn freeing_the_inside_of_an_object_or_a_local_variable_is_an_invalid_free() {
    for name in ["free_inside", "free_local"] {
        assert!(matches!(memory_fault(name, |_| vec![]), FaultKind::InvalidFree { .. }), "{name}");
    }
}

#[test]
fn freeing_null_does_nothing() {
    assert_eq!(run(&mut machine(MEMORY), "free", &[0]).reason, TerminationReason::Returned);
}

#[test]
fn writing_to_a_constant_is_a_fault_and_reading_is_not() {
    let mut machine = machine(MEMORY);
    let address = global(&machine, "constant");
    assert_eq!(result(&mut machine, "load", &[at(address)]), 42);
    let kind = fault(&mut machine, "store", &[at(address), 1]);
    assert_eq!(kind, FaultKind::WriteToConstant { address });
}

#[test]
fn a_fault_carries_the_stack_of_calls_with_their_places() {
    let text = r#"program
file0: "a.c"
fn0: "outer"(ptr) -> (i32) defined
fn1: "inner"(ptr) -> (i32) defined
body fn0 = function "outer"(ptr) -> (i32) {
block0(v0: ptr):
    v1: i32 = call fn1(v0) !file0:10:3
    return v1
}
body fn1 = function "inner"(ptr) -> (i32) {
block0(v0: ptr):
    v1: ptr = ptradd v0 + 8 !file0:2:1
    v2: i32 = load v1 !file0:3:7
    return v2
}
"#;
    let mut machine = machine(text);
    let outcome = run(&mut machine, "outer", &[0]);
    let TerminationReason::Fault(fault) = outcome.reason else { panic!("{outcome:?}") };
    let places: Vec<_> =
        fault.stack.iter().map(|place| (place.function.0, place.span.map(|span| span.start.line))).collect();
    assert_eq!(places, [(1, Some(3)), (0, Some(10))]);
}

#[test]
fn endless_recursion_is_a_stack_overflow() {
    let text = function_text("() -> ()", "block0:\n call fn0()\n return");
    assert_eq!(fault(&mut machine(&text), "f", &[]), FaultKind::StackOverflow);
}

#[test]
fn too_large_a_local_array_is_a_stack_overflow() {
    let text =
        function_text("(i64) -> ()", "block0(v0: i64):\n v1: ptr = stackalloc 8 * v0 align 8\n return");
    let mut machine = machine(&text);
    assert_eq!(run(&mut machine, "f", &[1000]).reason, TerminationReason::Returned);
    for count in [1 << 40, u128::from(u64::MAX)] {
        assert_eq!(fault(&mut machine, "f", &[count]), FaultKind::StackOverflow);
    }
}

#[test]
fn an_endless_loop_ends_at_the_step_limit_exactly() {
    let text = function_text("() -> ()", "block0:\n jump block1\nblock1:\n jump block1");
    let outcome = run(&mut machine_with(&text, Config { steps: 1000, ..Config::default() }), "f", &[]);
    assert_eq!(outcome.reason, TerminationReason::StepLimit);
    assert_eq!(outcome.steps, 1000);
}

#[test]
fn allocating_without_end_reaches_the_memory_limit() {
    let text = "program\nfn0: \"f\"() -> () defined\nfn1: \"malloc\"(i64) -> (ptr) external\n\
                body fn0 = function \"f\"() -> () {\nblock0:\n jump block1\nblock1:\n \
                v0: ptr = call fn1(1000:i64)\n jump block1\n}";
    let config = Config { memory_bytes: 1 << 20, ..Config::default() };
    assert_eq!(run(&mut machine_with(text, config), "f", &[]).reason, TerminationReason::MemoryLimit);
}

#[test]
fn unreachable_and_trap_are_faults_of_their_own() {
    for (terminator, expected) in [("unreachable", FaultKind::Unreachable), ("trap", FaultKind::Trap)] {
        let text = function_text("() -> ()", &format!("block0:\n {terminator}"));
        assert_eq!(fault(&mut machine(&text), "f", &[]), expected);
    }
}

#[test]
fn calling_what_is_no_function_is_a_fault() {
    let text = function_text("(ptr) -> ()", "block0(v0: ptr):\n call.indirect v0 () -> () ()\n return");
    for bits in [0, 1, 0xF000_0099_0000_0000, u128::from(u64::MAX)] {
        let kind = fault(&mut machine(&text), "f", &[bits]);
        assert_eq!(kind, FaultKind::CallOfNonFunction { address: bits as u64 });
    }
}

#[test]
fn calling_a_function_of_another_type_is_a_fault() {
    let text =
        function_text("(i32) -> (i32)", "block0(v0: i32):\n call.indirect @fn0 () -> () ()\n return v0");
    assert!(matches!(fault(&mut machine(&text), "f", &[1]), FaultKind::SignatureMismatch { .. }));
}

#[test]
fn jumping_to_what_is_no_label_is_a_fault() {
    let text = function_text(
        "(ptr) -> (i32)",
        "site0: switch 2\nblock0(v0: ptr):\n indirectjump v0 [block1, block2], site0\n\
         block1:\n return 1:i32\nblock2:\n return 2:i32",
    );
    let mut machine = machine(&text);
    assert!(matches!(fault(&mut machine, "f", &[7]), FaultKind::InvalidJump { address: 7 }));
}

#[test]
fn an_external_function_without_shim_or_stub_is_not_supported() {
    let text = "program\nfn0: \"no_such_function\"() -> () external";
    let reason = run(&mut machine(text), "no_such_function", &[]).reason;
    assert!(matches!(reason, TerminationReason::Unsupported(_)), "{reason:?}");
}
