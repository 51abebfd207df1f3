//! What a finished run shows: results, changes, blocks, stubs; never an address.

mod support;

use support::{at, number, observed};
use trine_fixtures::script::{Arg, field, index, place};
use trine_fixtures::{Script, Unit};
use trine_harness::Ending;
use trine_harness::observe::{parts, read_bits};
use trine_testcase::test_case::{Observed, ObservedValue, Place, PlaceRoot};
use trine_testcase::{Bytes, Output};

#[test]
fn a_field_that_changed_is_shown_and_one_that_did_not_is_not() {
    let body = "block0(v0: ptr, v1: i32):\n    v2: ptr = ptradd v0 + 4\n    store v1 -> v2\n    return";
    let unit = Unit::function("struct s { int a; int b; }\nvoid f(s* p, int n)", "(ptr, i32) -> ()", body);
    let mut script = Script::new(&unit);
    let object = script.object("s", None);
    script.set(&place(object, &[field(0)]), 32, 5);
    script.call("f", &[Arg::To(object), Arg::Number(-9)]);
    let (_, seen) = observed(&unit, &script);
    assert_eq!(at(&seen, &Observed::Place(place(object, &[field(1)]))), Some(&number(32, -9)));
    assert_eq!(at(&seen, &Observed::Place(place(object, &[field(0)]))), None);
}

#[test]
fn an_object_that_the_call_left_alone_is_said_to_be_unchanged() {
    let unit =
        Unit::function("struct s { int a; }\nvoid f(s* p)", "(ptr) -> ()", "block0(v0: ptr):\n    return");
    let mut script = Script::new(&unit);
    let object = script.object("s", None);
    script.call("f", &[Arg::To(object)]);
    let (_, seen) = observed(&unit, &script);
    assert_eq!(at(&seen, &Observed::Place(place(object, &[]))), Some(&ObservedValue::Unchanged));
}

/// Fills the first `n` bytes of `p` with ones.
const FILLS: &str = "    site0: branch
block0(v0: ptr, v1: i64):
    jump block1(0:i64)
block1(v2: i64):
    v3: i1 = icmp.ult v2, v1
    branch v3, block2, block3, site0
block2:
    v4: ptr = ptradd v0 + v2 * 1 + 0
    store 1:i8 -> v4
    v5: i64 = add v2, 1:i64
    jump block1(v5)
block3:
    return";

#[test]
fn a_few_changed_elements_are_shown_one_by_one_and_many_as_a_whole() {
    let unit = Unit::function("void f(uchar* p, ulong n)", "(ptr, i64) -> ()", FILLS);
    let shown = |count: i128| {
        let mut script = Script::new(&unit);
        let array = script.object("unsigned char", Some(8));
        script.call("f", &[Arg::To(array), Arg::Number(count)]);
        (array, observed(&unit, &script).1)
    };
    let (array, few) = shown(2);
    for element in [0, 1] {
        assert!(at(&few, &Observed::Place(place(array, &[index(element)]))).is_some(), "{few:?}");
    }
    assert_eq!(at(&few, &Observed::Place(place(array, &[index(2)]))), None);
    let (array, many) = shown(6);
    let whole = at(&many, &Observed::Place(place(array, &[])));
    assert_eq!(whole, Some(&ObservedValue::Bytes(Bytes(vec![1, 1, 1, 1, 1, 1, 0, 0]))));
    assert_eq!(many.len(), 1, "nothing is told twice: {many:?}");
}

#[test]
fn a_pointer_is_told_by_what_it_points_to() {
    let body = "block0(v0: ptr, v1: i64):\n    v2: ptr = ptradd v0 + v1 * 4 + 0\n    return v2";
    let unit = Unit::function("int* f(int* p, ulong n)", "(ptr, i64) -> (ptr)", body);
    let result = |pointer: Arg, offset: i128, script: &mut Script<'_>| {
        script.call("f", &[pointer, Arg::Number(offset)]);
        let (_, seen) = observed(&unit, script);
        at(&seen, &Observed::Result(Vec::new())).cloned().expect("a result")
    };
    let mut script = Script::new(&unit);
    let array = script.object("int", Some(4));
    let inside = result(Arg::To(array), 3, &mut script);
    assert_eq!(inside, ObservedValue::PointsTo(place(array, &[index(3)])));
    assert_eq!(result(Arg::Null, 0, &mut Script::new(&unit)), ObservedValue::Null);
    // A number that looks like the address of a function, of which there are not so many.
    let far = result(Arg::Null, -(1 << 30), &mut Script::new(&unit));
    assert_eq!(far, ObservedValue::NotNull);
}

#[test]
fn a_literal_that_is_returned_is_shown_as_its_text() {
    let program = "program
global0: \"text\" size 6 align 1 constant = \"68656c6c6f00\"
fn0: \"f\"() -> (ptr) defined external
body fn0 = function \"f\"() -> (ptr) {
block0:
    return @global0+1
}
";
    let unit = Unit::new("const char* f(void)", program);
    let mut script = Script::new(&unit);
    script.call("f", &[]);
    let (_, seen) = observed(&unit, &script);
    assert_eq!(at(&seen, &Observed::Result(Vec::new())), Some(&ObservedValue::Text(b"ello".to_vec())));
}

#[test]
fn a_block_that_the_call_allocated_is_the_tests_to_free() {
    let program = "program
fn0: \"f\"(i32) -> (ptr) defined external
fn1: \"malloc\"(i64) -> (ptr) external
body fn0 = function \"f\"(i32) -> (ptr) {
block0(v0: i32):
    v1: ptr = call fn1(4:i64)
    store v0 -> v1
    return v1
}
";
    let unit = Unit::new("int* f(int n)", program);
    let mut script = Script::new(&unit);
    script.call("f", &[Arg::Number(42)]);
    let (_, seen) = observed(&unit, &script);
    let values: Vec<_> = seen.iter().map(|one| &one.value).collect();
    assert!(values.contains(&&ObservedValue::Allocated), "{seen:?}");
    let inside =
        seen.iter().find(|one| matches!(&one.place, Observed::Behind(_, steps) if !steps.is_empty()));
    assert_eq!(inside.map(|one| &one.value), Some(&number(32, 42)), "{seen:?}");
}

#[test]
fn a_heap_object_that_was_not_freed_is_alive() {
    let program = |frees: &str| {
        format!(
            "program\nfn0: \"f\"(ptr) -> () defined external\nfn1: \"free\"(ptr) -> () external\nbody fn0 = function \"f\"(ptr) -> () {{\nblock0(v0: ptr):\n    {frees}\n    return\n}}\n"
        )
    };
    for (frees, alive) in [("call fn1(v0)", false), ("", true)] {
        let unit = Unit::new("void f(int* p)", &program(frees));
        let mut script = Script::new(&unit);
        let block = script.heap_object("int", None);
        script.call("f", &[Arg::To(block)]);
        let (ending, seen) = observed(&unit, &script);
        assert_eq!(ending, Ending::Returned);
        assert_eq!(at(&seen, &Observed::Alive(block)).is_some(), alive, "{seen:?}");
    }
}

#[test]
fn a_global_that_changed_is_shown_under_its_own_name() {
    let program = "program
global0: \"counter\" size 4 align 4
fn0: \"f\"(i32) -> () defined external
body fn0 = function \"f\"(i32) -> () {
block0(v0: i32):
    store v0 -> @global0
    return
}
";
    let unit = Unit::new("global int counter\nvoid f(int n)", program);
    let root = Place { root: PlaceRoot::Global(unit.global("counter")), steps: Vec::new() };
    for (written, expected) in [(6, number(32, 6)), (0, ObservedValue::Unchanged)] {
        let mut script = Script::new(&unit);
        script.call("f", &[Arg::Number(written)]);
        let (_, seen) = observed(&unit, &script);
        assert_eq!(at(&seen, &Observed::Place(root.clone())), Some(&expected), "{seen:?}");
    }
}

#[test]
fn a_stub_tells_how_often_it_was_called_and_with_what() {
    let program = "program
fn0: \"f\"(i32) -> () defined external
fn1: \"put\"(i32) -> () external
body fn0 = function \"f\"(i32) -> () {
block0(v0: i32):
    call fn1(v0)
    v1: i32 = add v0, 1:i32
    call fn1(v1)
    return
}
";
    let unit = Unit::new("void f(int n)\nstub void put(int n)", program);
    let put = unit.callable("put");
    let mut script = Script::new(&unit);
    script.call("f", &[Arg::Number(-1)]);
    let (_, seen) = observed(&unit, &script);
    assert_eq!(at(&seen, &Observed::StubCalls(put)), Some(&number(32, 2)));
    let given = [0, 1].map(|call| at(&seen, &Observed::StubArgument(put, call, 0)));
    assert_eq!(given, [Some(&number(32, -1)), Some(&number(32, 0))]);
}

#[test]
fn what_was_printed_is_seen_and_a_run_that_faults_shows_no_result() {
    let program = "program
fn0: \"f\"(i32) -> (i32) defined external
fn1: \"putchar\"(i32) -> (i32) external
body fn0 = function \"f\"(i32) -> (i32) {
block0(v0: i32):
    v1: i32 = call fn1(65:i32)
    v2: i32 = sdiv v1, v0
    return v2
}
";
    let unit = Unit::new("int f(int n)", program);
    let run = |divisor: i128| {
        let mut script = Script::new(&unit);
        script.call("f", &[Arg::Number(divisor)]);
        observed(&unit, &script)
    };
    let (_, seen) = run(5);
    assert_eq!(at(&seen, &Observed::Written(Output::Standard)), Some(&ObservedValue::Text(b"A".to_vec())));
    assert_eq!(at(&seen, &Observed::Result(Vec::new())), Some(&number(32, 13)));
    let (ending, seen) = run(0);
    assert!(matches!(ending, Ending::Fault(_)));
    assert_eq!(at(&seen, &Observed::Result(Vec::new())), None);
}

#[test]
fn bits_are_read_as_if_one_by_one() {
    let bytes = [0b1011_0010, 0xFF, 0x00, 0x7E, 0x81];
    for start in 0..40 {
        for width in 1..=32 {
            let bit = |at: u64| bytes.get((at / 8) as usize).is_some_and(|byte| byte >> (at % 8) & 1 == 1);
            let expected: u128 = (0..u64::from(width)).map(|at| u128::from(bit(start + at)) << at).sum();
            assert_eq!(read_bits(&bytes, start, width), expected, "{width} bits from {start}");
        }
    }
}

#[test]
fn the_parts_of_a_union_are_those_of_its_largest_member() {
    let unit = Unit::function(
        "union u { char c; long n; }\nstruct s { u u; int tail[2]; }\nvoid f(s* p)",
        "(ptr) -> ()",
        "block0(v0: ptr):\n    return",
    );
    let ty = Script::new(&unit).ty("s");
    let found: Vec<_> =
        parts(&unit.api, ty, None).into_iter().map(|part| (part.steps, part.location.offset_bits)).collect();
    let expected =
        [(vec![field(0), field(1)], 0), (vec![field(1), index(0)], 64), (vec![field(1), index(1)], 96)];
    assert_eq!(found, expected);
}
