//! Where values come from, and what a run asked for that its test did not give.

mod support;

use support::{harness, plan, returned};
use trine_fixtures::script::{Arg, field, place};
use trine_fixtures::{Script, Unit};
use trine_harness::{Source, SourceTaint, UnmetRequests};
use trine_machine::{Concrete, Ignore};
use trine_testcase::test_case::{Observed, ObservedValue, PointerValue, Statement};
use trine_testcase::{File, LeafKind, Output};

/// Runs the test case in the domain of origins.
fn traced(unit: &Unit, script: &Script<'_>) -> SourceTaint {
    let mut taint = SourceTaint::default();
    harness(unit).run_traced(&plan(unit, script), &script.test().leaves, &mut taint, &mut Ignore);
    taint
}

const COMPARES: &str = "    site0: branch
block0(v0: ptr, v1: ptr):
    v2: ptr = load v0
    v3: i1 = icmp.eq v2, v1
    branch v3, block1, block2, site0
block1:
    return 1:i32
block2:
    return 0:i32";

#[test]
fn pointers_that_are_compared_are_known_by_the_statements_that_made_them() {
    let unit = Unit::function("struct s { s* next; }\nint f(s* p, s* q)", "(ptr, ptr) -> (i32)", COMPARES);
    let mut script = Script::new(&unit);
    let (p, q) = (script.object("s", None), script.object("s", None));
    script.point(&place(p, &[field(0)]), PointerValue::To(script.start(q)));
    let call = script.call("f", &[Arg::To(p), Arg::To(q)]);
    let taint = traced(&unit, &script);
    let [comparison] = taint.compared.as_slice() else { panic!("{:?}", taint.compared) };
    assert!(comparison.equality);
    assert_eq!(comparison.a.origin, Some(Source::Pointer { statement: 2, argument: 0 }));
    assert_eq!(comparison.b.origin, Some(Source::Pointer { statement: call.0, argument: 1 }));
    assert_eq!(comparison.a.address, comparison.b.address, "the field points to the second object");
}

#[test]
fn null_pointers_of_the_test_are_noted_when_they_are_read() {
    let unit = Unit::function("struct s { s* next; }\nint f(s* p, s* q)", "(ptr, ptr) -> (i32)", COMPARES);
    let mut script = Script::new(&unit);
    let p = script.object("s", None);
    script.point(&place(p, &[field(0)]), PointerValue::Null);
    let call = script.call("f", &[Arg::To(p), Arg::Null]);
    let noted = traced(&unit, &script).nulls;
    // The argument was passed first, the field read after it: the latest stands last.
    let argument = Source::Pointer { statement: call.0, argument: 1 };
    assert_eq!(noted, [argument, Source::Pointer { statement: 1, argument: 0 }]);
}

#[test]
fn a_value_that_was_overwritten_comes_from_nowhere() {
    let body = "    site0: branch
block0(v0: ptr, v1: ptr):
    store null -> v0
    v2: ptr = load v0
    v3: i1 = icmp.eq v2, v0
    branch v3, block1, block1, site0
block1:
    return 1:i32";
    let unit = Unit::function("struct s { s* next; }\nint f(s* p, s* q)", "(ptr, ptr) -> (i32)", body);
    let mut script = Script::new(&unit);
    let p = script.object("s", None);
    script.point(&place(p, &[field(0)]), PointerValue::Null);
    let call = script.call("f", &[Arg::To(p), Arg::To(p)]);
    let taint = traced(&unit, &script);
    assert_eq!(taint.nulls, [], "the null that is read is the code's own");
    let origins: Vec<_> = taint.compared.iter().map(|one| (one.a.origin, one.b.origin)).collect();
    assert_eq!(origins, [(None, Some(Source::Pointer { statement: call.0, argument: 0 }))]);
}

/// `getchar() * 1000 + getchar()`.
const READS: &str = "program
fn0: \"f\"() -> (i32) defined external
fn1: \"getchar\"() -> (i32) external
body fn0 = function \"f\"() -> (i32) {
block0:
    v0: i32 = call fn1()
    v1: i32 = call fn1()
    v2: i32 = mul v0, 1000:i32
    v3: i32 = add v2, v1
    return v3
}
";

fn unmet(unit: &Unit, script: &Script<'_>) -> UnmetRequests {
    let (mut harness, plan) = (harness(unit), plan(unit, script));
    harness.run(&plan, &script.test().leaves, &mut Concrete, &mut Ignore);
    harness.unmet_requests(&plan)
}

#[test]
fn standard_input_is_read_to_its_end_and_what_was_wanted_beyond_is_told() {
    let unit = Unit::new("int f(void)", READS);
    for (bytes, expected, wanted) in
        [(&b"AB"[..], 65_066, None), (b"A", 64_999, Some(2)), (b"", -1_001, Some(1))]
    {
        let mut script = Script::new(&unit);
        let content = script.content(bytes, false);
        script.statement(Statement::StandardInput(content));
        script.call("f", &[]);
        assert_eq!(returned(&unit, &script), expected, "{bytes:?}");
        let told = unmet(&unit, &script).input;
        assert_eq!(told.is_some(), wanted.is_some(), "{bytes:?}: {told:?}");
        assert!(told >= wanted, "{bytes:?}: {told:?}");
    }
}

#[test]
fn a_text_that_ends_early_has_room_of_its_own_and_asks_for_none() {
    let unit = Unit::new("int f(void)", READS);
    let mut script = Script::new(&unit);
    let content = script.content(b"A\0C", true);
    script.statement(Statement::StandardInput(content));
    script.call("f", &[]);
    assert_eq!(returned(&unit, &script), 64_999, "the text ends at its NUL");
    assert_eq!(unmet(&unit, &script).input, None, "other leaves make it longer");
}

#[test]
fn the_allocation_that_is_said_to_fail_is_the_one_that_does() {
    let program = "program
fn0: \"f\"() -> (i32) defined external
fn1: \"malloc\"(i64) -> (ptr) external
body fn0 = function \"f\"() -> (i32) {
block0:
    v0: ptr = call fn1(8:i64)
    v1: ptr = call fn1(8:i64)
    v2: i1 = icmp.eq v0, null
    v3: i1 = icmp.eq v1, null
    v4: i32 = zext v2
    v5: i32 = zext v3
    v6: i32 = mul v4, 10:i32
    v7: i32 = add v6, v5
    return v7
}
";
    let unit = Unit::new("int f(void)", program);
    for (failing, expected) in [(0, 0), (1, 10), (2, 1), (3, 0)] {
        let mut script = Script::new(&unit);
        let leaf = script.leaf(LeafKind::Int { bits: 32, signed: false }, failing);
        script.statement(Statement::FailAllocation(leaf));
        script.call("f", &[]);
        assert_eq!(returned(&unit, &script), expected, "allocation {failing} fails");
        assert_eq!(unmet(&unit, &script).failed_allocation, expected != 0);
    }
}

/// Opens a file, writes a character if that went well, and returns whether it did.
const WRITES: &str = "program
global0: \"path\" size 2 align 1 constant = \"6100\"
global1: \"mode\" size 3 align 1 constant = \"722b00\"
fn0: \"f\"() -> (i32) defined external
fn1: \"fopen\"(ptr, ptr) -> (ptr) external
fn2: \"fputc\"(i32, ptr) -> (i32) external
fn3: \"fclose\"(ptr) -> (i32) external
body fn0 = function \"f\"() -> (i32) {
    site0: branch
block0:
    v0: ptr = call fn1(@global0, @global1)
    v1: i1 = icmp.eq v0, null
    branch v1, block1, block2, site0
block1:
    return 0:i32
block2:
    v2: i32 = call fn2(66:i32, v0)
    v3: i32 = call fn3(v0)
    return 1:i32
}
";

#[test]
fn a_file_is_what_the_test_says_and_shows_what_was_written_to_it() {
    let unit = Unit::new("int f(void)", WRITES);
    let mut script = Script::new(&unit);
    script.statement(Statement::File(File::Missing));
    script.call("f", &[]);
    assert_eq!(returned(&unit, &script), 0);
    assert_eq!(unmet(&unit, &script).paths_named, 1);
    let mut script = Script::new(&unit);
    let content = script.content(b"xyz", false);
    script.statement(Statement::File(File::Exists(content)));
    script.call("f", &[]);
    let (_, seen) = support::observed(&unit, &script);
    let written = support::at(&seen, &Observed::Written(Output::File(0)));
    assert_eq!(written, Some(&ObservedValue::Text(b"Byz".to_vec())), "{seen:?}");
}

#[test]
fn a_file_that_is_left_as_it_was_shows_nothing() {
    let unit = Unit::new("int f(void)", &WRITES.replace("722b00", "720000"));
    let mut script = Script::new(&unit);
    let content = script.content(b"xyz", false);
    script.statement(Statement::File(File::Exists(content)));
    script.call("f", &[]);
    let (_, seen) = support::observed(&unit, &script);
    assert_eq!(support::at(&seen, &Observed::Written(Output::File(0))), None, "{seen:?}");
}
