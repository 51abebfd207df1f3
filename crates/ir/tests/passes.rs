//! What each pass makes of small functions.

use trine_ir::passes::diamonds::convert_diamonds;
use trine_ir::passes::{self, clean, promote, thread};
use trine_ir::text::parse_function;
use trine_ir::verifier::verify;
use trine_ir::{Function, Outcome};

fn check(pass: impl Fn(&mut Function), head: &str, before: &str, after: &str) {
    let read = |body: &str| parse_function(&format!("function \"f\"{head} {{\n{body}}}\n")).unwrap();
    let mut function = read(before);
    assert_eq!(verify(&function), [], "before the pass");
    pass(&mut function);
    assert_eq!(verify(&function), [], "after the pass\n{function}");
    assert_eq!(function.to_string(), read(after).to_string());
}

/// The pass, then cleaning, so that what remains is easy to read.
fn cleaned(pass: impl Fn(&mut Function)) -> impl Fn(&mut Function) {
    move |function| {
        pass(function);
        clean::clean(function);
    }
}

#[test]
fn a_local_variable_becomes_a_block_parameter_with_its_name() {
    check(
        cleaned(promote::promote),
        "(i1) -> (i32)",
        r#"site0: branch
        block0(v0: i1):
            v1 "x": ptr = stackalloc 4 align 4
            branch v0, block1, block2, site0
        block1:
            store 1:i32 -> v1
            jump block3
        block2:
            store 2:i32 -> v1
            jump block3
        block3:
            v3: i32 = load v1
            return v3
        "#,
        r#"site0: branch
        block0(v0: i1):
            branch v0, block1(1:i32), block1(2:i32), site0
        block1(v1 "x": i32):
            return v1
        "#,
    );
}

#[test]
fn a_variable_of_a_loop_goes_round_with_it() {
    check(
        passes::run,
        "(i32) -> (i32)",
        r#"site0: branch
        block0(v0 "n": i32):
            v1 "i": ptr = stackalloc 4 align 4
            store 0:i32 -> v1
            jump block1
        block1:
            v2: i32 = load v1
            v3: i1 = icmp.slt v2, v0
            branch v3, block2, block3, site0
        block2:
            v4: i32 = load v1
            v5: i32 = add.nsw v4, 1:i32
            store v5 -> v1
            jump block1
        block3:
            v6: i32 = load v1
            return v6
        "#,
        r#"site0: branch
        block0(v0 "n": i32):
            jump block1(0:i32)
        block1(v1 "i": i32):
            v2: i1 = icmp.slt v1, v0
            branch v2, block2, block3, site0
        block2:
            v3 "i": i32 = add.nsw v1, 1:i32
            jump block1(v3)
        block3:
            return v1
        "#,
    );
}

#[test]
fn accesses_of_other_types_of_the_same_width_are_converted() {
    check(
        passes::run,
        "(f32, ptr) -> (i32, f64)",
        r#"block0(v0: f32, v1: ptr):
            v2: ptr = stackalloc 4 align 4
            v3: ptr = stackalloc 8 align 8
            store v0 -> v2
            v4: i32 = load v2
            store v1 -> v3
            v5: f64 = load v3
            return v4, v5
        "#,
        r#"block0(v0: f32, v1: ptr):
            v2: i32 = bitcast v0
            v3: i64 = ptrtoint v1
            v4: f64 = bitcast v3
            return v2, v4
        "#,
    );
}

#[test]
fn what_was_never_written_reads_as_undef() {
    check(
        passes::run,
        "() -> (i32)",
        "block0:\n v0: ptr = stackalloc 4 align 4\n v1: i32 = load v0\n return v1\n",
        "block0:\n return undef:i32\n",
    );
}

#[test]
fn slots_that_escape_or_are_read_in_parts_stay() {
    let kept = r#"block0(v0: ptr):
        v1: ptr = stackalloc 4 align 4
        v2: ptr = stackalloc 4 align 4
        v3: ptr = stackalloc 4 align 4
        store v1 -> v0
        store 7:i32 -> v2
        v4: i8 = load v2
        call fn0(v3)
        return v4
    "#;
    check(passes::run, "(ptr) -> (i8)", kept, kept);
}

#[test]
fn slots_live_into_a_handler_become_its_parameters() {
    let before = r#"block0:
        v0 "x": ptr = stackalloc 4 align 4
        store 1:i32 -> v0
        jump block1
    block1 unwind block3:
        call fn0()
        store 2:i32 -> v0
        call fn1()
        jump block2
    block2:
        return 0:i32
    block3(v1: ptr):
        v2: i32 = load v0
        return v2
    "#;
    let after = r#"block0 unwind block1(1:i32):
        call fn0()
        jump block2
    block1(v0: ptr, v1 "x": i32):
        return v1
    block2 unwind block1(2:i32):
        call fn1()
        return 0:i32
    "#;
    check(passes::run, "() -> (i32)", before, after);
}

#[test]
fn a_handler_that_nothing_can_lead_to_goes() {
    let before = r#"block0 unwind block1:
        v0: i32 = add 1:i32, 2:i32
        return v0
    block1(v1: ptr):
        return 7:i32
    "#;
    check(passes::run, "() -> (i32)", before, "block0:\n v0: i32 = add 1:i32, 2:i32\n return v0");
}

/// `if (a && b) x() else y()` as clang writes it under MC/DC.
const AND: &str = r#"site0: branch
        site1: branch
        site2: branch
        block0(v0 "a": i1, v1 "b": i1):
            branch v0, block1, block2(0:i1), site0
        block1:
            jump block2(v1)
        block2(v2: i1):
            branch v2, block3, block4, site2
        block3:
            call fn0()
            return
        block4:
            call fn1()
            return
        "#;

#[test]
fn an_edge_with_a_known_condition_skips_the_second_branch() {
    check(
        cleaned(thread::thread),
        "(i1, i1) -> ()",
        AND,
        r#"site0: branch
        site1: branch
        site2: branch
        block0(v0 "a": i1, v1 "b": i1):
            branch v0, block1, block3, site0
        block1:
            branch v1, block2, block3, site2
        block2:
            call fn0()
            return
        block3:
            call fn1()
            return
        "#,
    );
}

#[test]
fn both_operators_in_one_decision_are_threaded_through_each_other() {
    // `a && (b || c)` with a branch per condition, then a branch on the whole.
    check(
        cleaned(thread::thread),
        "(i1, i1, i1) -> (i32)",
        r#"site0: branch
        site1: branch
        site2: branch
        site3: branch
        block0(v0 "a": i1, v1 "b": i1, v2 "c": i1):
            branch v0, block1, block5(0:i1), site0
        block1:
            branch v1, block3(1:i1), block2, site1
        block2:
            branch v2, block3(v2), block3(v2), site2
        block3(v3: i1):
            v4: i32 = zext v3
            v5: i1 = icmp.ne v4, 0:i32
            jump block5(v5)
        block4:
            return 0:i32
        block5(v7: i1):
            branch v7, block6, block7, site3
        block6:
            return 1:i32
        block7:
            return 2:i32
        "#,
        r#"site0: branch
        site1: branch
        site2: branch
        site3: branch
        block0(v0 "a": i1, v1 "b": i1, v2 "c": i1):
            branch v0, block1, block4, site0
        block1:
            branch v1, block3, block2, site1
        block2:
            branch v2, block3, block4, site2
        block3:
            return 1:i32
        block4:
            return 2:i32
        "#,
    );
}

#[test]
fn a_skipped_block_with_regions_is_copied_so_that_they_are_still_passed() {
    let with_regions = AND.replace("block2(v2: i1):", "block2(v2: i1) regions(region0):");
    check(
        cleaned(thread::thread),
        "(i1, i1) -> ()",
        &with_regions.replace("site2: branch\n", "site2: branch\n region0: !file0:1:1..2:2\n"),
        r#"site0: branch
        site1: branch
        site2: branch
        region0: !file0:1:1..2:2
        block0(v0 "a": i1, v1 "b": i1):
            branch v0, block1, block4, site0
        block1 regions(region0):
            branch v1, block2, block3, site2
        block2:
            call fn0()
            return
        block3:
            call fn1()
            return
        block4 regions(region0):
            jump block3
        "#,
    );
}

#[test]
fn a_branch_that_a_condition_refers_to_is_never_skipped() {
    let condition = "condition0: boolean !file0:1:1..1:2 true taken(site2/0) false taken(site2/1)\n";
    let referenced = AND.replace("site2: branch\n", &format!("site2: branch\n{condition}"));
    check(thread::thread, "(i1, i1) -> ()", &referenced, &referenced);
}

#[test]
fn values_of_a_copied_block_that_are_used_later_are_merged_again() {
    check(
        cleaned(thread::thread),
        "(i1, i32) -> (i32)",
        r#"site0: branch
        site1: branch
        block0(v0: i1, v1: i32):
            branch v0, block1(1:i1, 5:i32), block1(v0, v1), site0
        block1(v2: i1, v3 "k": i32):
            v4: i32 = add v3, 1:i32
            branch v2, block2, block3, site1
        block2:
            jump block3
        block3:
            return v4
        "#,
        r#"site0: branch
        site1: branch
        block0(v0: i1, v1: i32):
            branch v0, block2, block3, site0
        block1(v2: i32):
            return v2
        block2:
            v3: i32 = add 5:i32, 1:i32
            jump block1(v3)
        block3:
            v4: i32 = add v1, 1:i32
            jump block1(v4)
        "#,
    );
}

#[test]
fn a_loop_header_is_not_skipped() {
    let kept = r#"site0: branch
        block0:
            jump block1(1:i1)
        block1(v0: i1):
            branch v0, block2, block3, site0
        block2:
            v1: i1 = icmp.eq v0, 0:i1
            jump block1(v1)
        block3:
            return
        "#;
    check(thread::thread, "() -> ()", kept, kept);
}

#[test]
fn folding_a_branch_that_a_condition_refers_to_keeps_it_and_marks_the_lost_outcome() {
    let text = r#"function "f"() -> (i32) {
        site0: branch
        site1: branch
        region0: !file0:1:1
        region1: !file0:2:1
        condition0: boolean !file0:1:1 true taken(site0/0) false taken(site0/1)
        condition1: boolean !file0:1:1 true taken(site1/0) false taken(site1/1)
        block0 regions(region0):
            branch 1:i1, block1, block2, site0
        block1:
            return 1:i32
        block2 regions(region1):
            branch undef:i1, block3, block1, site1
        block3:
            return 2:i32
        }"#;
    let mut function = parse_function(text).unwrap();
    passes::run(&mut function);
    assert_eq!(verify(&function), []);
    let conditions: Vec<_> = function.coverage.conditions.iter().map(|c| c.outcomes.clone()).collect();
    let site0 = trine_ir::SiteId(0);
    assert_eq!(conditions[0], [Outcome::Taken([(site0, 0)].into_iter().collect()), Outcome::Dead]);
    assert_eq!(conditions[1], [Outcome::Dead, Outcome::Dead]);
    let dead: Vec<bool> = function.coverage.regions.iter().map(|region| region.dead).collect();
    assert_eq!(dead, [false, true]);
    assert_eq!(function.blocks.len(), 3);
}

#[test]
fn straight_lines_are_merged_but_not_a_region_after_a_call() {
    check(
        clean::clean,
        "(i32) -> (i32)",
        r#"region0: !file0:1:1
        region1: !file0:2:1
        block0(v0: i32) regions(region0):
            v1: i32 = add v0, 1:i32
            jump block1(v1)
        block1(v2: i32):
            call fn0(v2)
            jump block2
        block2:
            v9: i32 = mul v2, v2
            jump block3
        block3 regions(region1):
            return v2
        "#,
        r#"region0: !file0:1:1
        region1: !file0:2:1
        block0(v0: i32) regions(region0):
            v1: i32 = add v0, 1:i32
            call fn0(v1)
            jump block1
        block1 regions(region1):
            return v1
        "#,
    );
}

#[test]
fn blocks_keep_their_numbers_beside_an_indirect_jump() {
    check(
        clean::clean,
        "(ptr) -> ()",
        r#"site0: switch 2
        block0(v0: ptr):
            indirectjump v0 [block2, block3], site0
        block1:
            return
        block2:
            jump block3
        block3:
            return
        "#,
        r#"site0: switch 2
        block0(v0: ptr):
            indirectjump v0 [block2, block3], site0
        block1:
            unreachable
        block2:
            jump block3
        block3:
            return
        "#,
    );
}

#[test]
fn short_pure_branches_become_choices_from_the_inside_out() {
    check(
        cleaned(|function| assert_eq!(convert_diamonds(function), 2)),
        "(i1, i1, i32) -> (i32)",
        r#"site0: branch
        site1: branch
        block0(v0: i1, v1: i1, v2: i32):
            branch v0, block1, block4, site0
        block1:
            v3: i32 = lshr v2, 1:i32
            branch v1, block2, block3(v3), site1
        block2:
            v4: i32 = add.nsw v3, 7:i32
            jump block3(v4)
        block3(v5: i32):
            jump block5(v5)
        block4:
            jump block5(v2)
        block5(v6: i32):
            return v6
        "#,
        r#"site0: branch
        site1: branch
        block0(v0: i1, v1: i1, v2: i32):
            v3: i32 = lshr v2, 1:i32
            v4: i32 = add v3, 7:i32
            v5: i32 = select v1, v4, v3
            v6: i32 = select v0, v5, v2
            return v6
        "#,
    );
}

#[test]
fn ways_that_read_or_may_fault_stay_branches() {
    for instruction in ["v3: i32 = load v1", "v3: i32 = sdiv 1:i32, v2", "v3: i32 = shl 1:i32, v2"] {
        let body = format!(
            r#"site0: branch
            block0(v0: i1, v1: ptr, v2: i32):
                branch v0, block1, block2(v2), site0
            block1:
                {instruction}
                jump block2(v3)
            block2(v4: i32):
                return v4
            "#
        );
        let unchanged = |function: &mut Function| assert_eq!(convert_diamonds(function), 0);
        check(unchanged, "(i1, ptr, i32) -> (i32)", &body, &body);
    }
}
