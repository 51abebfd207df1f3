//! What C leaves open: memory that nobody set, where objects lie, the sign of a zero.

mod support;

use support::{harness, plan};
use trine_fixtures::script::{Arg, index, place};
use trine_fixtures::{Script, Unit};
use trine_harness::{Ending, OpenBranches, OpenChoices, Provenances, is_undefined_behavior};
use trine_machine::{Access, FaultKind};

/// Whether a run of `f(p, q, n)` depends on what C leaves open: of two arrays of four numbers, of the first only the first is set.
fn choices(body: &str, for_all_inputs: bool) -> (bool, bool) {
    let text = format!(
        "    site0: branch\nblock0(v0: ptr, v1: ptr, v2: i64):\n{body}\nblock1:\n    return 1:i32\nblock2:\n    return 0:i32"
    );
    let unit = Unit::function("int f(int* p, int* q, long n)", "(ptr, ptr, i64) -> (i32)", &text);
    let mut script = Script::new(&unit);
    let (first, second) = (script.object("int", Some(4)), script.object("int", Some(4)));
    script.set(&place(first, &[index(0)]), 32, 7);
    script.call("f", &[Arg::To(first), Arg::To(second), Arg::Number(0)]);
    let mut choices = OpenChoices::new(for_all_inputs);
    let mut branches = OpenBranches::default();
    let result = harness(&unit).run_for_openness(
        &plan(&unit, &script),
        &script.test().leaves,
        &mut choices,
        &mut branches,
    );
    assert_eq!(result.ending, Ending::Returned);
    (choices.depends(), branches.any)
}

/// Whether a branch of this run is open.
fn branch_is_open(body: &str) -> bool {
    choices(body, false).1
}

/// A branch on the local variable `v3`, of four bytes, after `before`.
fn on_local(before: &str, look: &str) -> bool {
    branch_is_open(&format!(
        "    v3: ptr = stackalloc 4 align 4\n{before}\n    v4: i32 = load v3\n{look}\n    v9: i1 = icmp.eq v8, 0:i32\n    branch v9, block1, block2, site0"
    ))
}

#[test]
fn a_branch_on_memory_that_nobody_set_is_open_and_one_on_what_was_set_is_not() {
    let all = "    v8: i32 = add v4, 1:i32";
    assert!(on_local("", all));
    assert!(!on_local("    store 3:i32 -> v3", all));
    assert!(on_local("    store 3:i16 -> v3", all), "half of it is set");
}

#[test]
fn bits_that_nobody_set_do_not_matter_where_they_are_masked_away() {
    let low = "    store 3:i16 -> v3";
    assert!(!on_local(low, "    v8: i32 = and v4, 65535:i32"));
    assert!(on_local(low, "    v8: i32 = and v4, 131071:i32"));
    assert!(!on_local(low, "    v8: i32 = shl v4, 16:i32"));
    assert!(on_local(low, "    v8: i32 = shl v4, 15:i32"));
    assert!(!on_local(low, "    v8: i32 = or v4, 4294901760:i32"), "ones hide them as well");
}

/// A branch on a comparison of addresses.
fn compared(comparison: &str) -> bool {
    branch_is_open(&format!("    v3: i1 = {comparison}\n    branch v3, block1, block2, site0"))
}

#[test]
fn addresses_of_two_objects_are_told_apart_but_have_no_order() {
    assert!(!compared("icmp.eq v0, v1"));
    assert!(compared("icmp.ult v0, v1"));
    assert!(!compared("icmp.ult v0, v0"));
    assert!(!compared("icmp.eq v0, null"));
}

#[test]
fn a_distance_is_settled_within_one_object_only() {
    let distance = |other: &str| {
        branch_is_open(&format!(
            "    v3: ptr = ptradd {other} + 8\n    v4: i64 = ptrtoint v3\n    v5: i64 = ptrtoint v0\n    v6: i64 = sub v4, v5\n    v7: i1 = icmp.sgt v6, 4:i64\n    branch v7, block1, block2, site0"
        ))
    };
    assert!(!distance("v0"));
    assert!(distance("v1"));
}

#[test]
fn a_run_that_speaks_for_all_inputs_must_have_set_all_that_an_index_may_reach() {
    let body = "    v3: ptr = stackalloc 8 align 4
    store 1:i32 -> v3
    v4: ptr = ptradd v3 + v2 * 4 + 0
    v5: i32 = load v4
    v6: i1 = icmp.eq v5, 0:i32
    branch v6, block1, block2, site0";
    assert_eq!(choices(body, false), (false, false), "this input reads what was set");
    assert!(choices(body, true).0, "another index reads the other half");
}

#[test]
fn which_zero_is_the_larger_is_open_and_which_number_is_not() {
    let larger = |a: &str, b: &str| {
        branch_is_open(&format!(
            "    v3: f64 = intrinsic.fmax({a}, {b})\n    v4: i64 = bitcast v3\n    v5: i1 = icmp.slt v4, 0:i64\n    branch v5, block1, block2, site0"
        ))
    };
    assert!(larger("0x0:f64", "0x8000000000000000:f64"));
    assert!(!larger("0x0:f64", "0x0:f64"));
    assert!(!larger("1.5:f64", "0x8000000000000000:f64"));
}

#[test]
fn only_what_the_standard_calls_undefined_is_said_to_be() {
    let access = Access::Read;
    for undefined in [
        FaultKind::DivisionByZero,
        FaultKind::SignedOverflow,
        FaultKind::NullDereference { address: 0, access },
        FaultKind::DoubleFree { address: 1 << 32 },
    ] {
        assert!(is_undefined_behavior(&undefined), "{undefined:?}");
    }
    // An address far from null may belong to something that this machine does not have, and an input may be larger.
    assert!(!is_undefined_behavior(&FaultKind::NullDereference { address: 1 << 20, access }));
    assert!(!is_undefined_behavior(&FaultKind::StepLimit));
}

/// What a run of `f(p, q)` over two arrays of four numbers shows of provenance.
fn provenance(body: &str) -> Provenances {
    let text = format!(
        "    site0: branch\nblock0(v0: ptr, v1: ptr):\n{body}\nblock1:\n    return 1:i32\nblock2:\n    return 0:i32"
    );
    let unit = Unit::function("int f(int* p, int* q)", "(ptr, ptr) -> (i32)", &text);
    let mut script = Script::new(&unit);
    let (first, second) = (script.object("int", Some(4)), script.object("int", Some(4)));
    script.call("f", &[Arg::To(first), Arg::To(second)]);
    let mut found = Provenances::default();
    harness(&unit).run_for_provenance(&plan(&unit, &script), &script.test().leaves, &mut found);
    found
}

#[test]
fn the_end_of_one_object_may_be_where_another_begins() {
    let equal = |offset: u32| {
        provenance(&format!(
            "    v2: ptr = ptradd v0 + {offset}\n    v3: i1 = icmp.eq v2, v1\n    branch v3, block1, block2, site0"
        ))
        .depends_on_addresses()
    };
    assert!(equal(16), "one past the end");
    assert!(!equal(12), "the last element is nobody else's");
}

#[test]
fn the_distance_of_two_objects_held_against_a_number_depends_on_the_process() {
    let compared = |other: &str| {
        provenance(&format!(
            "    v2: i64 = ptrtoint {other}\n    v3: i64 = ptrtoint v0\n    v4: i64 = sub v2, v3\n    v5: i1 = icmp.slt v4, 100000:i64\n    branch v5, block1, block2, site0"
        ))
        .depends_on_addresses()
    };
    assert!(compared("v1"));
    assert!(!compared("v0"));
}

#[test]
fn calculating_with_a_pointer_that_left_the_memory_is_noted() {
    let adds = |first: u64, then: u64| {
        provenance(&format!(
            "    v2: ptr = ptradd v0 + {first}\n    v3: ptr = ptradd v2 + {then}\n    v4: i1 = icmp.eq v3, v1\n    branch v4, block1, block2, site0"
        ))
        .calculates_beyond_memory()
    };
    assert!(adds(1 << 56, 4));
    assert!(!adds(1 << 56, 0), "nothing is added to it");
    assert!(!adds(8, 8));
}

#[test]
fn words_at_places_that_words_do_not_have_are_noted() {
    let reads = |offset: u32| {
        provenance(&format!(
            "    v2: ptr = ptradd v0 + {offset}\n    v3: i32 = load v2\n    v4: i1 = icmp.eq v3, 0:i32\n    branch v4, block1, block2, site0"
        ))
        .accesses_unaligned_words()
    };
    assert!(reads(2));
    assert!(!reads(4));
}

#[test]
fn calculating_with_null_is_noted_unless_nothing_is_added() {
    let adds = |offset: u32| {
        provenance(&format!(
            "    v2: ptr = ptradd null + {offset}\n    v3: i1 = icmp.eq v2, v1\n    branch v3, block1, block2, site0"
        ))
        .calculates_with_null()
    };
    assert!(adds(4));
    assert!(!adds(0));
}

#[test]
fn some_bytes_of_an_address_are_another_number_in_a_process() {
    // `p` is written over the array `q` and read again, in part.
    let read = |offset: u32, ty: &str, stored: &str| {
        provenance(&format!(
            "    store {stored} -> v1\n    v2: ptr = ptradd v1 + {offset}\n    v3: {ty} = load v2\n    v4: i1 = icmp.eq v3, 0:{ty}\n    branch v4, block1, block2, site0"
        ))
        .depends_on_addresses()
    };
    assert!(read(2, "i16", "v0"), "bits that are zero wherever the machine puts its objects");
    assert!(read(4, "i32", "v0"));
    assert!(!read(8, "i16", "v0"), "behind it");
    assert!(!read(2, "i16", "7:i64"), "a number");
}

#[test]
fn a_distance_or_an_address_cut_to_fewer_bits_is_another_number_in_a_process() {
    let cut = |value: &str, then: &str| {
        provenance(&format!(
            "    v2: i64 = ptrtoint v1\n    v3: i64 = ptrtoint v0\n    v4: i64 = {value}\n    v5: i32 = trunc v4\n    v6: i32 = {then}\n    v7: i1 = icmp.eq v6, 0:i32\n    branch v7, block1, block2, site0"
        ))
        .depends_on_addresses()
    };
    assert!(cut("sub v2, v3", "add v5, 1:i32"), "two objects");
    assert!(!cut("sub v2, v2", "add v5, 1:i32"), "one object");
    assert!(cut("add v2, 4:i64", "add v5, 1:i32"));
    assert!(!cut("add v2, 4:i64", "and v5, 7:i32"), "how it is aligned is for the moved layouts");
}
