//! What unrolling refutes, and what it must not, on programs in the text form of the IR.

use super::*;
use trine_ir::text::parse_program;

/// `fn1` gives an input, `fn2` ends runs whose argument is zero, `fn3` gives a pointer, nobody knows what `fn4` does.
const CALLABLES: &str = "\
global0: \"table\" size 16 align 4
fn0: \"main\"() -> (i32) defined external
fn1: \"input\"() -> (i32) external
fn2: \"assume\"(i32) -> () external
fn3: \"place\"() -> (ptr) external
fn4: \"unknown\"() -> () external
";

fn unrolled(bodies: &str) -> Result<Unrolled> {
    unrolled_with("", bodies)
}

fn unrolled_with(callables: &str, bodies: &str) -> Result<Unrolled> {
    let text = format!("program\n{CALLABLES}{callables}\n{bodies}");
    let program = parse_program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let external = |function: FuncId| match function.0 {
        1 | 3 => External::Input,
        2 => External::Assumption,
        _ => External::Unknown,
    };
    let main = FuncId(0);
    Unrolled::new(&program, (main, &Members::one(main)), &external, &Portfolio::default(), None)
}

/// `insts`, then a branch on `v99` in block 1: whether each of its outcomes is refuted.
fn outcomes(insts: &str) -> [bool; 2] {
    let body = format!(
        "body fn0 = function \"main\"() -> (i32) {{
    site0: branch
block0:
    jump block1
block1:
    {insts}
    branch v99, block2, block3, site0
block2:
    return 1:i32
block3:
    return 0:i32
}}"
    );
    refuted(&mut unrolled(&body).expect("it ends"), 0)
}

fn refuted(unrolled: &mut Unrolled, site: u32) -> [bool; 2] {
    [0, 1].map(|outcome| unrolled.may_take(&[(SiteId(site), outcome)]) == Answer::Unsatisfiable)
}

/// Three rounds that add 5 or nothing; then whether the sum is `wanted`.
fn sum_is(wanted: u32) -> String {
    format!(
        "body fn0 = function \"main\"() -> (i32) {{
    site0: branch
    site1: branch
    site2: branch
block0:
    jump block1(0:i32, 0:i32)
block1(v0: i32, v1: i32):
    v2: i1 = icmp.slt v0, 3:i32
    branch v2, block2, block5, site0
block2:
    v3: i32 = call fn1()
    v4: i1 = icmp.eq v3, 5:i32
    branch v4, block3, block4(v1), site1
block3:
    v5: i32 = add v1, 5:i32
    jump block4(v5)
block4(v6: i32):
    v7: i32 = add v0, 1:i32
    jump block1(v7, v6)
block5:
    v8: i1 = icmp.eq v1, {wanted}:i32
    branch v8, block6, block7, site2
block6:
    return 1:i32
block7:
    return 0:i32
}}"
    )
}

#[test]
fn all_paths_through_a_loop_are_one_state() {
    for (wanted, is_possible) in [(0, true), (5, true), (10, true), (12, false), (15, true), (20, false)] {
        let mut unrolled = unrolled(&sum_is(wanted)).expect("it ends");
        assert_eq!(refuted(&mut unrolled, 2), [!is_possible, false], "{wanted}");
        assert_eq!(refuted(&mut unrolled, 1), [false, false]);
        assert_eq!(unrolled.rounds, 3);
    }
}

#[test]
fn the_inputs_of_a_run_are_those_it_asks_for() {
    let mut unrolled = unrolled(&sum_is(10)).expect("it ends");
    let Answer::Satisfiable(model) = unrolled.may_take(&[(SiteId(2), 0)]) else { panic!("10 is possible") };
    let inputs = unrolled.inputs_of(&model);
    assert_eq!(inputs.len(), 3);
    assert_eq!(inputs.iter().filter(|&&(function, value)| function == FuncId(1) && value == 5).count(), 2);
}

#[test]
fn a_loop_that_inputs_end_is_unrolled_until_no_run_goes_on() {
    // n < 6 is assumed; the loop counts to n.
    let body = |bound: &str| {
        format!(
            "body fn0 = function \"main\"() -> (i32) {{
    site0: branch
    site1: branch
block0:
    v0: i32 = call fn1()
    v1: i1 = icmp.ult v0, {bound}
    v2: i32 = zext v1
    call fn2(v2)
    jump block1(0:i32)
block1(v3: i32):
    v4: i1 = icmp.ult v3, v0
    branch v4, block2, block3, site0
block2:
    v5: i32 = add v3, 1:i32
    jump block1(v5)
block3:
    v6: i1 = icmp.ugt v3, 5:i32
    branch v6, block4, block5, site1
block4:
    return 1:i32
block5:
    return 0:i32
}}"
        )
    };
    let mut small = unrolled(&body("6:i32")).expect("it ends");
    assert_eq!(refuted(&mut small, 1), [true, false]);
    assert_eq!(small.rounds, 5);
    let mut larger = unrolled(&body("7:i32")).expect("it ends");
    assert_eq!(refuted(&mut larger, 1), [false, false]);
    assert_eq!(unrolled(&body("-1:i32")).err(), Some(Unfinished::TooLarge));
}

#[test]
fn an_element_behind_an_unknown_index_is_one_of_the_elements() {
    let read = |stored: &str, wanted: u32| {
        outcomes(&format!(
            "v0: i32 = call fn1()
    v1: i64 = sext v0
    v2: ptr = ptradd @global0 + v1 * 4 + 0
    {stored}
    v4: i32 = call fn1()
    v5: i64 = sext v4
    v6: ptr = ptradd @global0 + v5 * 4 + 0
    v7: i32 = load v6
    v99: i1 = icmp.eq v7, {wanted}:i32"
        ))
    };
    assert_eq!(read("", 0), [false, true], "all are zero at the start");
    assert_eq!(read("store 7:i32 -> v2", 7), [false, false]);
    assert_eq!(read("store 7:i32 -> v2", 0), [false, false]);
    assert_eq!(read("store 7:i32 -> v2", 9), [true, false]);
    assert_eq!(read("store 7:i16 -> v2", 0x0007_0000), [true, false], "the lower half of one");
    // What an unknown pointer points to, any store may change.
    assert_eq!(read("v8: ptr = call fn3()\n    store 7:i32 -> v8", 9), [false, false]);
}

#[test]
fn an_index_of_any_width_and_sign_scales() {
    for (widen, scale) in [("sext", 4), ("zext", 4), ("sext", 12), ("zext", 12), ("zext", 1)] {
        let body = format!(
            "v0: i32 = call fn1()
    v1: i64 = {widen} v0
    v2: ptr = ptradd @global0 + v1 * {scale} + 0
    store 7:i8 -> v2
    v3: i8 = load @global0+{scale}
    v4: i8 = load @global0
    v5: i8 = or v3, v4
    v99: i1 = icmp.eq v5, 9:i8"
        );
        assert_eq!(outcomes(&body), [true, false], "{widen} {scale}");
    }
}

#[test]
fn bytes_are_put_together_as_they_were_stored() {
    let both = "v0: i32 = call fn1()
    v1: i16 = trunc v0
    store v1 -> @global0+4
    store 258:i16 -> @global0+6
    v2: i32 = load @global0+4
    v3: i32 = lshr v2, 16:i32
    v99: i1 = icmp.eq v3, 258:i32";
    assert_eq!(outcomes(both), [false, true]);
    let over = "store 1:i32 -> @global0
    store 0:i8 -> @global0+1
    v0: i32 = load @global0
    v99: i1 = icmp.eq v0, 1:i32";
    assert_eq!(outcomes(over), [false, true]);
}

#[test]
fn paths_that_cut_an_object_differently_meet() {
    let body = |wanted: u32| {
        format!(
            "body fn0 = function \"main\"() -> (i32) {{
    site0: branch
    site1: branch
block0:
    v0: i32 = call fn1()
    v1: i1 = icmp.eq v0, 0:i32
    branch v1, block1, block2, site0
block1:
    store 65538:i32 -> @global0
    jump block3
block2:
    store 3:i16 -> @global0
    store 4:i16 -> @global0+2
    jump block3
block3:
    v2: i32 = load @global0
    v3: i1 = icmp.eq v2, {wanted}:i32
    branch v3, block4, block5, site1
block4:
    return 1:i32
block5:
    return 0:i32
}}"
        )
    };
    for (wanted, is_possible) in
        [(65538, true), (0x0004_0003, true), (0x0004_0002, false), (0x0001_0003, false)]
    {
        let mut unrolled = unrolled(&body(wanted)).expect("it ends");
        assert_eq!(refuted(&mut unrolled, 1), [!is_possible, false], "{wanted:#x}");
    }
}

#[test]
fn recursion_is_followed_while_a_run_goes_on() {
    let bodies = "body fn0 = function \"main\"() -> (i32) {
    site0: branch
block0:
    v0: i32 = call fn1()
    v1: i32 = and v0, 3:i32
    v2: i32 = call fn5(v1)
    v3: i1 = icmp.eq v2, 5:i32
    branch v3, block1, block2, site0
block1:
    return 1:i32
block2:
    v4: i1 = icmp.eq v2, 6:i32
    return 0:i32
}
body fn5 = function \"sum\"(i32) -> (i32) {
    site0: branch
block0(v0: i32):
    v1: i1 = icmp.eq v0, 0:i32
    branch v1, block1, block2, site0
block1:
    return 0:i32
block2:
    v2: i32 = add v0, -1:i32
    v3: i32 = call fn5(v2)
    v4: i32 = add v3, v0
    return v4
}";
    let mut unrolled =
        unrolled_with("fn5: \"sum\"(i32) -> (i32) defined external\n", bodies).expect("it ends");
    assert_eq!(refuted(&mut unrolled, 0), [true, false], "0, 1, 3 or 6");
}

#[test]
fn pointers_are_told_apart_and_are_no_numbers() {
    let compared = |insts: &str| outcomes(insts);
    assert_eq!(compared("v0: ptr = stackalloc 4 align 4\n    v99: i1 = icmp.eq v0, @global0"), [true, false]);
    assert_eq!(compared("v0: ptr = stackalloc 4 align 4\n    v99: i1 = icmp.eq v0, null"), [true, false]);
    // Which of two objects lies before the other, and what its address is, nobody says.
    assert_eq!(
        compared("v0: ptr = stackalloc 4 align 4\n    v99: i1 = icmp.ult v0, @global0"),
        [false, false]
    );
    let number = "v0: ptr = stackalloc 4 align 4
    v1: i64 = ptrtoint v0
    v99: i1 = icmp.eq v1, 4096:i64";
    assert_eq!(compared(number), [false, false]);
    let stored = "store @global0 -> @global0+8
    v1: i64 = load @global0+8
    v99: i1 = icmp.eq v1, 4096:i64";
    assert_eq!(compared(stored), [false, false]);
    let through = "v0: ptr = stackalloc 8 align 8
    store @global0+4 -> v0
    store 9:i32 -> @global0+4
    v1: ptr = load v0
    v2: i32 = load v1
    v99: i1 = icmp.eq v2, 9:i32";
    assert_eq!(compared(through), [false, true]);
}

#[test]
fn what_nobody_knows_ends_the_attempt() {
    let body = "body fn0 = function \"main\"() -> (i32) {
block0:
    call fn4()
    return 0:i32
}";
    assert_eq!(unrolled(body).err(), Some(Unfinished::Unsupported("a call of an unknown function")));
    let volatile = "body fn0 = function \"main\"() -> (i32) {
block0:
    v0: i32 = load.volatile @global0
    return v0
}";
    assert!(matches!(unrolled(volatile), Err(Unfinished::Unsupported(_))));
}

#[test]
fn what_is_allocated_is_new_or_null() {
    let bodies = "body fn0 = function \"main\"() -> (i32) {
    site0: branch
    site1: branch
block0:
    v0: ptr = call fn5(8:i64)
    v1: i1 = icmp.eq v0, null
    branch v1, block1, block2, site0
block1:
    return 1:i32
block2:
    store 5:i32 -> v0
    v2: ptr = call fn5(8:i64)
    v3: i1 = icmp.eq v2, v0
    branch v3, block3, block4, site1
block3:
    return 2:i32
block4:
    return 3:i32
}";
    let mut unrolled = unrolled_with("fn5: \"malloc\"(i64) -> (ptr) external\n", bodies).expect("it ends");
    assert_eq!(refuted(&mut unrolled, 0), [false, false]);
    assert_eq!(refuted(&mut unrolled, 1), [true, false], "two live objects are two");
}

#[test]
fn calls_that_pass_objects_by_value_or_other_types_are_not_followed() {
    let main = "body fn0 = function \"main\"() -> (i32) {
block0:
    v0: i64 = call fn5(7:i64)
    return 0:i32
}
body fn5 = function \"other\"(i32) -> (i32) {
block0(v0: i32):
    return v0
}";
    let other = unrolled_with("fn5: \"other\"(i32) -> (i32) defined external\n", main);
    assert!(matches!(other.err(), Some(Unfinished::Unsupported(_))));
}
