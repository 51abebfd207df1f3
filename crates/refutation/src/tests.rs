//! What is refuted, and what must not be, on functions in the text form of the IR.

use super::*;
use trine_coverage::CoverageStructure;
use trine_ir::FuncId;
use trine_ir::text::parse_program;
use trine_record::{Criterion, McdcVariant};

/// Two variables of the file, one of another file, a weak one, a constant; a function without a body.
const GLOBALS: &str = "\
global0: \"own\" size 4 align 4
global1: \"other\" size 4 align 4
global2: \"elsewhere\" size 4 align 4 undefined
global3: \"weak\" size 4 align 4 weak
fn1: \"unknown\"() -> () external
";

/// The block of `body`, numbered `block`, refuted: the number of paths.
fn refuted(signature: &str, body: &str, block: u32) -> Option<u64> {
    proof_of(signature, body, block).map(|refutation| refutation.paths)
}

fn proof_of(signature: &str, body: &str, block: u32) -> Option<Refutation> {
    let (globals, callable) = GLOBALS.split_at(GLOBALS.find("fn1").expect("a callable"));
    let text = format!(
        "program\n{globals}fn0: \"f\"{signature} defined external\n{callable}\nbody fn0 = function \"f\"{signature} {{\n{body}\n}}\n"
    );
    let program = parse_program(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let function = Arc::clone(program.body(FuncId(0)).expect("a body"));
    let structure = CoverageStructure::new(function, Criterion::Branch, McdcVariant::Masking);
    let mut refuter =
        Refuter::new(&structure, &program, &Portfolio::default(), Faults::default(), None).expect("handled");
    refuter.refuted_aim(Block(block), &Aim::Block(Block(block)))
}

/// `global > 10`, then `between`, then `global < 5`: is the second refuted?
fn known_across(between: &str) -> bool {
    let body = format!(
        "    site0: branch
    site1: branch
block0(v0: ptr):
    v1: i32 = load @global0
    v2: i1 = icmp.sgt v1, 10:i32
    branch v2, block1, block3, site0
block1:
    {between}
    v8: i32 = load @global0
    v9: i1 = icmp.slt v8, 5:i32
    branch v9, block2, block3, site1
block2:
    return 1:i32
block3:
    return 0:i32"
    );
    refuted("(ptr) -> (i32)", &body, 2).is_some()
}

#[test]
fn what_memory_holds_is_known_until_something_may_change_it() {
    assert!(known_across(""));
    assert!(known_across("store 1:i32 -> @global1"), "variables of the file lie apart");
    assert!(!known_across("store 1:i32 -> @global0"), "the same variable was set to 1");
    assert!(!known_across("store 1:i32 -> v0"), "a pointer may point there");
    assert!(!known_across("store 1:i32 -> @global2"), "another file may call it by two names");
    assert!(!known_across("store 1:i32 -> @global3"), "another link may put it there");
    assert!(!known_across("call fn1()"));
    assert!(!known_across("intrinsic.barrier()"));
    assert!(!known_across("v5: i32 = load.volatile @global1"), "what a device or thread has done is seen");
    assert!(!known_across("v5: i32 = atomic.add @global1, 1:i32"));
}

#[test]
fn a_volatile_read_is_a_new_value_each_time() {
    let body = |how: &str| {
        format!(
            "    site0: branch
block0:
    v1: i32 = {how} @global0
    v2: i32 = {how} @global0
    v3: i1 = icmp.eq v1, v2
    branch v3, block1, block2, site0
block1:
    return 1:i32
block2:
    return 0:i32"
        )
    };
    assert!(refuted("() -> (i32)", &body("load"), 2).is_some());
    assert!(refuted("() -> (i32)", &body("load.volatile"), 2).is_none());
}

#[test]
fn which_zero_is_the_larger_is_open() {
    // max(+0, -0) as bits: neither sign may be refuted, but that it is no other number may.
    let body = "    site0: branch
    site1: branch
block0(v0: i64):
    v1: f64 = bitcast 0:i64
    v2: f64 = bitcast 9223372036854775808:i64
    v3: f64 = intrinsic.fmax(v1, v2)
    v4: i64 = bitcast v3
    v5: i1 = icmp.slt v4, 0:i64
    branch v5, block1, block2, site0
block1:
    return 1:i32
block2:
    v6: i64 = shl v4, 1:i64
    v7: i1 = icmp.eq v6, 0:i64
    branch v7, block3, block4, site1
block3:
    return 0:i32
block4:
    return 2:i32";
    assert!(refuted("(i64) -> (i32)", body, 1).is_none());
    assert!(refuted("(i64) -> (i32)", body, 3).is_none());
    assert!(refuted("(i64) -> (i32)", body, 4).is_some());
}

#[test]
fn an_address_as_linked_may_be_another_one_elsewhere() {
    let body = "    site0: branch
block0:
    v1: ptr = intrinsic.as_linked(null)
    v2: i1 = icmp.ne v1, null
    branch v2, block1, block2, site0
block1:
    return 1:i32
block2:
    return 0:i32";
    assert!(refuted("() -> (i32)", body, 1).is_none());
}

#[test]
fn every_path_to_a_join_is_refuted_or_none_is() {
    // x is 1 or 2 behind the join; 3 is refuted on both paths, 2 on one only.
    let body = |wanted: u32| {
        format!(
            "    site0: branch
    site1: branch
block0(v0: i1):
    branch v0, block1, block2, site0
block1:
    jump block3(1:i32)
block2:
    jump block3(2:i32)
block3(v1: i32):
    v2: i1 = icmp.eq v1, {wanted}:i32
    branch v2, block4, block5, site1
block4:
    return 1:i32
block5:
    return 0:i32"
        )
    };
    assert_eq!(refuted("(i1) -> (i32)", &body(3), 4), Some(2));
    assert_eq!(refuted("(i1) -> (i32)", &body(2), 4), None);
}

#[test]
fn what_holds_before_a_loop_is_not_taken_to_hold_in_it() {
    // for (i = 0; i < n; i++) if (i == 7) …: not refuted from the loop's head, where i is anything.
    let body = "    site0: branch
    site1: branch
block0(v0: i32):
    jump block1(0:i32)
block1(v1: i32):
    v2: i1 = icmp.slt v1, v0
    branch v2, block2, block4, site0
block2:
    v3: i1 = icmp.eq v1, 7:i32
    branch v3, block5, block3, site1
block3:
    v4: i32 = add v1, 1:i32
    jump block1(v4)
block4:
    return 0:i32
block5:
    return 1:i32";
    assert!(refuted("(i32) -> (i32)", body, 5).is_none());
}

/// Block 2, behind `before` and a comparison of `v1` with 0, refuted: whether what passed operations tell was needed.
fn behind(before: &str) -> Option<bool> {
    let body = format!(
        "    site0: branch
block0(v0: ptr, v1: i32):
    {before}
    v8: i1 = icmp.eq v0, null
    branch v8, block1, block2, site0
block1:
    return 1:i32
block2:
    return 0:i32"
    );
    proof_of("(ptr, i32) -> (i32)", &body, 1).map(|refutation| refutation.by_facts)
}

#[test]
fn a_pointer_that_was_used_is_not_null() {
    assert_eq!(behind(""), None);
    assert_eq!(behind("v2: i32 = load v0"), Some(true));
    assert_eq!(behind("store v1 -> v0"), Some(true));
    assert_eq!(behind("v3: ptr = ptradd v0 + 8\n    v2: i32 = load v3"), Some(true), "a member of it");
    assert_eq!(behind("v2: i32 = load.volatile v0"), None, "there may be a register at 0");
    assert_eq!(behind("v2: i32 = load @global0"), None);
}

#[test]
fn what_no_run_passes_refutes_nothing_behind_it() {
    let body = "    site0: branch
    site1: branch
block0(v0: ptr, v1: i32):
    v2: i1 = icmp.eq v0, null
    branch v2, block1, block4, site0
block1:
    v3: i32 = load v0
    v4: i1 = icmp.eq v1, 7:i32
    branch v4, block2, block3, site1
block2:
    return 1:i32
block3:
    return 0:i32
block4:
    return 2:i32";
    assert!(refuted("(ptr, i32) -> (i32)", body, 2).is_none());
}

/// `a` and `b` bounded by two branches, then a third on both: is its first outcome refuted?
fn behind_bounds(first: &str, second: &str, third: &str) -> bool {
    let body = format!(
        "    site0: branch
    site1: branch
    site2: branch
block0(v0: i32, v1: i32):
    v2: i1 = {first}
    branch v2, block1, block5, site0
block1:
    v3: i1 = {second}
    branch v3, block2, block5, site1
block2:
    v4: i32 = add v0, v1
    v5: i1 = {third}
    branch v5, block3, block4, site2
block3:
    return 1:i32
block4:
    return 0:i32
block5:
    return 2:i32"
    );
    refuted("(i32, i32) -> (i32)", &body, 3).is_some()
}

#[test]
fn what_branches_on_the_way_say_together_refutes_what_none_says_alone() {
    let (low, high) = ("icmp.ult v0, 10:i32", "icmp.ult v1, 10:i32");
    assert!(behind_bounds(low, high, "icmp.eq v4, 19:i32"), "9 and 9 are 18");
    assert!(!behind_bounds(low, high, "icmp.eq v4, 18:i32"));
    assert!(!behind_bounds(low, "icmp.eq v0, v0", "icmp.eq v4, 19:i32"), "nothing bounds the second");
}

#[test]
fn sums_that_wrap_are_not_refuted_as_if_numbers_had_no_end() {
    // Both are large, and yet their sum may be small: it wraps.
    let (a, b) = ("icmp.ugt v0, 4000000000:i32", "icmp.ugt v1, 4000000000:i32");
    assert!(!behind_bounds(a, b, "icmp.ult v4, 4000000000:i32"));
    assert!(behind_bounds(a, b, "icmp.ult v4, 3705032706:i32"), "4000000001 twice, less 2^32");
}

#[test]
fn a_case_that_an_earlier_switch_excludes_is_refuted_and_its_default_is_not() {
    let body = |wanted: u32| {
        format!(
            "    site0: switch 2
    site1: branch
block0(v0: i32):
    switch v0 [1: 0, 2: 0] default 1 [block1, block2], site0
block1:
    return 2:i32
block2:
    v1: i1 = icmp.eq v0, {wanted}:i32
    branch v1, block3, block4, site1
block3:
    return 1:i32
block4:
    return 0:i32"
        )
    };
    assert!(refuted("(i32) -> (i32)", &body(2), 3).is_some());
    assert!(refuted("(i32) -> (i32)", &body(3), 3).is_none());
}

#[test]
fn a_way_that_no_value_takes_is_refuted_by_its_own_condition() {
    let body = "    site0: branch
block0(v0: i32):
    v1: i1 = icmp.ne v0, v0
    branch v1, block1, block2, site0
block1:
    return 1:i32
block2:
    return 0:i32";
    assert!(refuted("(i32) -> (i32)", body, 1).is_some());
    assert!(refuted("(i32) -> (i32)", body, 2).is_none(), "the other way is the one that runs take");
}

#[test]
fn what_a_call_may_do_with_an_address_that_it_was_given_is_not_known_afterwards() {
    let body = |passes: &str| {
        format!(
            "    site0: branch
block0(v0: ptr):
    v1: ptr = stackalloc 4 align 4
    store 1:i32 -> v1
    store {passes} -> @global0
    call fn1()
    v2: i32 = load v1
    v3: i1 = icmp.eq v2, 2:i32
    branch v3, block1, block2, site0
block1:
    return 1:i32
block2:
    return 0:i32"
        )
    };
    let wide = |body: String| body.replace("-> @global0", "-> v0");
    assert!(refuted("(ptr) -> (i32)", &wide(body("null")), 1).is_some(), "nobody else knows the variable");
    assert!(refuted("(ptr) -> (i32)", &wide(body("v1")), 1).is_none(), "the call may find its address");
}

#[test]
fn a_walk_over_more_statements_than_a_query_can_hold_gives_up() {
    let statements = 30_000;
    let mut body = "    site0: branch\nblock0(v0: i32, v1: i32):\n".to_owned();
    for at in 0..statements {
        body += &format!("    v{}: i32 = {} v{}, v{at}\n", at + 2, ["mul", "xor", "add"][at % 3], at + 1);
    }
    let last = statements + 1;
    let end = last + 1;
    body += &format!("    v{end}: i1 = icmp.eq v{last}, 0:i32\n    branch v{end}, block1, block2, site0\n");
    body += "block1:\n    return 1:i32\nblock2:\n    return 0:i32";
    let text = format!(
        "program\nfn0: \"f\"(i32, i32) -> (i32) defined external\nbody fn0 = function \"f\"(i32, i32) -> (i32) {{\n{body}\n}}\n"
    );
    let program = parse_program(&text).unwrap_or_else(|error| panic!("{error}"));
    let function = Arc::clone(program.body(FuncId(0)).expect("a body"));
    let structure = CoverageStructure::new(function, Criterion::Branch, McdcVariant::Masking);
    let mut refuter =
        Refuter::new(&structure, &program, &Portfolio::default(), Faults::default(), None).expect("handled");
    assert_eq!(refuter.refuted_aim(Block(1), &Aim::Block(Block(1))).map(|found| found.paths), None);
    let terms = refuter.terms.pool.len();
    assert!(terms < walk::MAX_TERMS * 3 / 2, "{terms} terms");
}
