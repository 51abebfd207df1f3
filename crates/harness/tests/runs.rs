//! Test cases run: what reaches the code, how runs end, and that one run leaves nothing to the next.

mod support;

use support::{ending, harness, plan, returned};
use trine_fixtures::script::{Arg, field, index, place};
use trine_fixtures::{Script, Unit};
use trine_harness::{Ending, Harness, InputStream, Root, STEP_LIMIT};
use trine_machine::{Concrete, Config, FaultKind, Ignore};
use trine_testcase::api::RequestedStub;
use trine_testcase::test_case::PointerValue;

fn fault(ending: &Ending) -> &FaultKind {
    match ending {
        Ending::Fault(fault) => &fault.kind,
        other => panic!("no fault but {other:?}"),
    }
}

#[test]
fn arguments_arrive_in_their_order_with_their_sign() {
    let body = "block0(v0: i32, v1: i32):\n    v2: i32 = sub v0, v1\n    return v2";
    let unit = Unit::function("int f(int a, int b)", "(i32, i32) -> (i32)", body);
    for (a, b) in [(3, 10), (-5, 7), (0, i128::from(i32::MIN))] {
        let mut script = Script::new(&unit);
        script.call("f", &[Arg::Number(a), Arg::Number(b)]);
        let wrapped = i128::from((a as i32).wrapping_sub(b as i32));
        assert_eq!(returned(&unit, &script), wrapped, "{a} - {b}");
    }
}

/// `p->a * 1000 + p->next->b`, of structures of 24 bytes.
const FOLLOW: &str = "block0(v0: ptr):
    v1: i32 = load v0
    v2: ptr = ptradd v0 + 8
    v3: ptr = load v2
    v4: ptr = ptradd v3 + 4
    v5: i32 = load v4
    v6: i32 = mul v1, 1000:i32
    v7: i32 = add v6, v5
    return v7";

#[test]
fn objects_hold_what_was_written_and_zeros_elsewhere() {
    let unit = Unit::function("struct s { int a; int b; s* next; }\nint f(s* p)", "(ptr) -> (i32)", FOLLOW);
    let mut script = Script::new(&unit);
    let (first, second) = (script.object("s", None), script.object("s", None));
    script.set(&place(first, &[field(0)]), 32, 4);
    script.point(&place(first, &[field(2)]), PointerValue::To(script.start(second)));
    script.call("f", &[Arg::To(first)]);
    assert_eq!(returned(&unit, &script), 4000, "the field of the second was not written");
    let mut script = Script::new(&unit);
    let itself = script.object("s", None);
    script.set(&place(itself, &[field(0)]), 32, 4);
    script.set(&place(itself, &[field(1)]), 32, -1);
    script.point(&place(itself, &[field(2)]), PointerValue::To(script.start(itself)));
    script.call("f", &[Arg::To(itself)]);
    assert_eq!(returned(&unit, &script), 3999, "a structure may point to itself");
}

#[test]
fn bit_fields_that_share_a_byte_do_not_disturb_each_other() {
    let body = "block0(v0: ptr):\n    v1: i8 = load v0\n    v2: i32 = zext v1\n    return v2";
    let unit = Unit::function(
        "struct s { uint a : 3; uint b : 4; uint c : 1; }\nint f(s* p)",
        "(ptr) -> (i32)",
        body,
    );
    let mut script = Script::new(&unit);
    let object = script.object("s", None);
    script.set(&place(object, &[field(2)]), 1, -1);
    script.set(&place(object, &[field(0)]), 3, -3);
    script.set(&place(object, &[field(1)]), 4, 6);
    script.call("f", &[Arg::To(object)]);
    assert_eq!(returned(&unit, &script), 0b1011_0101);
}

/// Counts its calls in a global variable, and returns the count.
const COUNTS: &str = "program
global0: \"counter\" size 4 align 4
fn0: \"f\"() -> (i32) defined external
body fn0 = function \"f\"() -> (i32) {
block0:
    v0: i32 = load @global0
    v1: i32 = add v0, 1:i32
    store v1 -> @global0
    return v1
}
";

#[test]
fn calls_of_one_test_share_memory_and_runs_do_not() {
    let unit = Unit::new("global int counter\nint f(void)", COUNTS);
    let mut script = Script::new(&unit);
    for _ in 0..3 {
        script.call("f", &[]);
    }
    let plan = plan(&unit, &script);
    let mut harness = harness(&unit);
    for _ in 0..2 {
        let (result, seen) = harness.run_and_observe(&plan, &[], &mut Ignore);
        assert_eq!(result.ending, Ending::Returned);
        assert_eq!(seen[0].value, support::number(32, 3), "{seen:?}");
        assert_eq!(result.steps % 3, 0, "the steps of all calls count: {}", result.steps);
    }
}

#[test]
fn a_fault_names_its_kind_and_the_function_it_happened_in() {
    let body = "block0(v0: i32):\n    v1: i32 = sdiv 1:i32, v0\n    return v1";
    let unit = Unit::function("int f(int a)", "(i32) -> (i32)", body);
    let mut script = Script::new(&unit);
    script.call("f", &[Arg::Number(0)]);
    let Ending::Fault(fault) = ending(&unit, &script) else { panic!("a fault") };
    assert_eq!(fault.kind, FaultKind::DivisionByZero);
    assert_eq!(fault.stack[0].function, unit.function_id("f"));
}

#[test]
fn exit_and_abort_are_endings_of_their_own() {
    let program = |symbol: &str, signature: &str, args: &str| {
        format!(
            "program\nfn0: \"f\"(i32) -> () defined external\nfn1: \"{symbol}\"{signature} noreturn external\nbody fn0 = function \"f\"(i32) -> () {{\nblock0(v0: i32):\n    call fn1({args})\n    unreachable\n}}\n"
        )
    };
    let exits = Unit::new("void f(int a)", &program("exit", "(i32) -> ()", "v0"));
    let mut script = Script::new(&exits);
    script.call("f", &[Arg::Number(3)]);
    assert_eq!(ending(&exits, &script), Ending::Exited(3));
    // A test can only check how its last call ends.
    script.call("f", &[Arg::Number(3)]);
    assert_eq!(ending(&exits, &script), Ending::Discarded);
    let aborts = Unit::new("void f(int a)", &program("abort", "() -> ()", ""));
    let mut script = Script::new(&aborts);
    script.call("f", &[Arg::Number(3)]);
    assert_eq!(ending(&aborts, &script), Ending::Aborted);
}

#[test]
fn a_run_without_end_stops_at_the_limit_that_was_set() {
    let unit =
        Unit::function("void f(void)", "() -> ()", "block0:\n    jump block1\nblock1:\n    jump block1");
    let mut script = Script::new(&unit);
    script.call("f", &[]);
    let plan = plan(&unit, &script);
    let mut harness = harness(&unit);
    for limit in [1_000, 50] {
        harness.set_step_limit(limit);
        let result = harness.run(&plan, &[], &mut Concrete, &mut Ignore);
        assert_eq!(result.ending, Ending::Limit(STEP_LIMIT));
        assert!(result.steps <= limit + 1, "{} steps", result.steps);
    }
}

#[test]
fn reading_behind_an_input_is_told_apart_from_reading_behind_the_codes_own() {
    let body = "block0(v0: ptr):\n    v1: ptr = ptradd v0 + 16\n    v2: i32 = load v1\n    return v2";
    let unit = Unit::function("int f(int* p)", "(ptr) -> (i32)", body);
    let mut script = Script::new(&unit);
    let array = script.object("int", Some(4));
    script.call("f", &[Arg::To(array)]);
    let found = ending(&unit, &script);
    let FaultKind::OutOfBounds { input, offset, size_bytes, .. } = fault(&found) else { panic!("{found:?}") };
    assert_eq!((*input, *offset, *size_bytes), (true, 16, 16));
    let body = "block0:\n    v0: ptr = stackalloc 4 align 4\n    v1: ptr = ptradd v0 + 4\n    v2: i32 = load v1\n    return v2";
    let own = Unit::function("int f(void)", "() -> (i32)", body);
    let mut script = Script::new(&own);
    script.call("f", &[]);
    assert!(matches!(fault(&ending(&own, &script)), FaultKind::OutOfBounds { input: false, .. }));
}

const FREES: &str = "program
fn0: \"f\"(ptr) -> () defined external
fn1: \"free\"(ptr) -> () external
body fn0 = function \"f\"(ptr) -> () {
block0(v0: ptr):
    call fn1(v0)
    return
}
";

#[test]
fn only_what_lies_on_the_heap_may_be_freed() {
    let unit = Unit::new("void f(int* p)", FREES);
    let mut script = Script::new(&unit);
    let variable = script.object("int", None);
    script.call("f", &[Arg::To(variable)]);
    assert!(matches!(fault(&ending(&unit, &script)), FaultKind::InvalidFree { .. }));
    let mut script = Script::new(&unit);
    let block = script.heap_object("int", None);
    script.call("f", &[Arg::To(block)]);
    assert_eq!(ending(&unit, &script), Ending::Returned);
    script.call("f", &[Arg::To(block)]);
    assert!(matches!(fault(&ending(&unit, &script)), FaultKind::DoubleFree { .. }));
}

/// `get(p) * 100 + get(p) * 10 + get(p)`, then what lies at `p`, which is the code's own.
const ASKS: &str = "program
fn0: \"f\"() -> (i32) defined external
fn1: \"get\"(ptr) -> (i32) external
body fn0 = function \"f\"() -> (i32) {
block0:
    v0: ptr = stackalloc 4 align 4
    store 0:i32 -> v0
    v1: i32 = call fn1(v0)
    v2: i32 = call fn1(v0)
    v3: i32 = call fn1(null)
    v4: i32 = mul v1, 100:i32
    v5: i32 = mul v2, 10:i32
    v6: i32 = add v4, v5
    v7: i32 = add v6, v3
    v8: i32 = load v0
    v9: i32 = mul v8, 1000:i32
    v10: i32 = add v7, v9
    return v10
}
";

#[test]
fn a_stub_gives_its_answers_in_order_and_then_zero() {
    let unit = Unit::new("int f(void)\nstub int get(int* out)", ASKS);
    let mut script = Script::new(&unit);
    script.answer("get", 32, 4);
    script.answer("get", 32, 7);
    script.call("f", &[]);
    assert_eq!(returned(&unit, &script), 470);
    let mut harness = harness(&unit);
    harness.run(&plan(&unit, &script), &script.test().leaves, &mut Concrete, &mut Ignore);
    assert_eq!(harness.stub_calls(), [(unit.function_id("get"), 3)]);
    assert!(harness.calls_stubs_of_the_program());
}

#[test]
fn a_stub_that_the_user_asked_for_answers_with_its_default() {
    let mut unit = Unit::new("int f(void)\nstub int get(int* out)", ASKS);
    let stub = RequestedStub { default: 3, replaces_body: false };
    unit.api.stubs.insert(unit.callable("get"), stub);
    let mut script = Script::new(&unit);
    script.answer("get", 32, 1);
    script.call("f", &[]);
    assert_eq!(returned(&unit, &script), 133);
}

#[test]
fn a_stub_writes_through_its_pointer_in_the_call_that_is_meant() {
    let unit = Unit::new("int f(void)\nstub int get(int* out)", ASKS);
    let mut script = Script::new(&unit);
    let (first, second) = (script.object("int", None), script.object("int", None));
    script.set(&place(first, &[]), 32, 5);
    script.set(&place(second, &[]), 32, 8);
    script.output("get", 0, first);
    script.output("get", 0, second);
    script.call("f", &[]);
    assert_eq!(returned(&unit, &script), 8_000, "the second call came last, the third was given null");
}

#[test]
fn memory_that_nobody_set_behind_a_stubs_pointer_is_noted_call_by_call() {
    let unit = Unit::new("int f(void)\nstub int get(int* out)", ASKS);
    let mut script = Script::new(&unit);
    let value = script.object("int", None);
    script.set(&place(value, &[]), 32, 5);
    script.output("get", 0, value);
    script.call("f", &[]);
    let mut harness = harness(&unit);
    harness.run(&plan(&unit, &script), &script.test().leaves, &mut Concrete, &mut Ignore);
    // The first call is given a value; the second finds it set; the third has nowhere to write.
    assert_eq!(harness.unset_outputs(), []);
    let mut bare = Script::new(&unit);
    bare.call("f", &[]);
    harness.run(&plan(&unit, &bare), &[], &mut Concrete, &mut Ignore);
    let noted: Vec<_> =
        harness.unset_outputs().iter().map(|one| (one.parameter, one.call, one.elements)).collect();
    assert_eq!(noted, [(0, 0, 1), (0, 1, 1)]);
}

#[test]
fn inputs_from_a_stream_are_consumed_in_order_and_end_the_run_when_they_are_used_up() {
    let unit = Unit::new("int f(void)\nstub int get(int* out)", ASKS);
    let get = unit.function_id("get");
    let mut harness = harness(&unit);
    harness.read_inputs_from(InputStream::new([get]));
    let mut script = Script::new(&unit);
    script.answer("get", 32, 4);
    script.answer("get", 32, 7);
    script.call("f", &[]);
    let result = harness.run(&plan(&unit, &script), &script.test().leaves, &mut Concrete, &mut Ignore);
    assert_eq!(result.ending, Ending::Exited(0), "a test never depends on values that it does not hold");
    assert!(harness.stream().ran_out());
    assert_eq!(harness.stream().consumed(), [(get, 4), (get, 7)]);
    script = Script::new(&unit);
    for value in [1, 2, 3] {
        script.answer("get", 32, value);
    }
    script.call("f", &[]);
    let result = harness.run(&plan(&unit, &script), &script.test().leaves, &mut Concrete, &mut Ignore);
    assert_eq!((result.ending, harness.stream().ran_out()), (Ending::Returned, false));
}

#[test]
fn a_function_passed_as_a_pointer_is_the_one_that_is_called() {
    let program = "program
fn0: \"f\"(ptr) -> (i32) defined external
fn1: \"seven\"() -> (i32) defined external
body fn0 = function \"f\"(ptr) -> (i32) {
block0(v0: ptr):
    v1: i32 = call.indirect v0 () -> (i32)()
    return v1
}
body fn1 = function \"seven\"() -> (i32) {
block0:
    return 7:i32
}
";
    let unit = Unit::new("int f(int* callback)\nint seven(void)", program);
    let mut script = Script::new(&unit);
    script.call("f", &[Arg::Function("seven")]);
    assert_eq!(returned(&unit, &script), 7);
    let mut script = Script::new(&unit);
    script.call("f", &[Arg::Null]);
    assert!(matches!(ending(&unit, &script), Ending::Fault(_)));
}

#[test]
fn an_address_of_the_last_run_is_found_in_the_plan() {
    let unit = Unit::function(
        "int* f(int* p)",
        "(ptr) -> (ptr)",
        "block0(v0: ptr):\n    v1: ptr = ptradd v0 + 8\n    return v1",
    );
    let mut script = Script::new(&unit);
    let (other, array) = (script.object("int", None), script.object("int", Some(4)));
    script.call("f", &[Arg::At(place(array, &[index(1)]))]);
    let _ = other;
    let mut harness = harness(&unit);
    let plan = plan(&unit, &script);
    let mut start = 0;
    harness.run_bound(&plan, &[], &mut Concrete, &mut Ignore, |_, address| start = address(Root::Object(1)));
    assert_eq!(harness.place_of(start + 12), Some((Root::Object(1), 12)));
    assert_eq!(harness.place_of(8), None, "no object lies at the start of memory");
}

#[test]
fn a_plan_that_wants_more_memory_than_there_is_ends_at_a_limit() {
    let unit = Unit::function("void f(char* p)", "(ptr) -> ()", "block0(v0: ptr):\n    return");
    let mut script = Script::new(&unit);
    let large = script.object("char", Some(1 << 20));
    script.call("f", &[Arg::To(large)]);
    let config = Config { memory_bytes: 1 << 16, ..Config::default() };
    let mut harness = Harness::new(&unit.program, &unit.api, config).expect("the globals fit");
    let result = harness.run(&plan(&unit, &script), &[], &mut Concrete, &mut Ignore);
    assert_eq!(result.ending, Ending::Limit("memory limit"));
}
