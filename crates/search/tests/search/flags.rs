//! The flag problem: branches on booleans that were computed or set earlier.
//!
//! Every search starts from zeros, without mined constants, and needs a gradient: the wanted
//! value is one of 2^32.

use crate::unit::{TestUnit, program};
use trine_ir::text::parse_function;
use trine_ir::{Block, Function};
use trine_search::fitness::flags::{Assignment, Definitions};

/// A function of one or two ints whose body is `body`; the target is outcome 0 of its last site.
fn assert_found(body: &str) {
    assert_found_in(&[("f", "(i32, i32) -> (i32)", body)]);
}

fn assert_found_in(functions: &[(&str, &str, &str)]) {
    let mut unit = TestUnit::new(&program(functions));
    let last = unit.model().function().sites.len() as u32 - 1;
    let evaluations = unit.search(last, 0, 1500);
    assert!(evaluations.is_some(), "not found:\n{}", functions[0].2);
}

/// The blocks that most functions here end in.
const END: &str = "
block1:
    return 1:i32
block2:
    return 2:i32";

#[test]
fn a_comparison_kept_in_a_variable() {
    assert_found(&format!(
        "site0: branch
block0(v0: i32, v1: i32):
    v2: i1 = icmp.eq v0, 123456:i32
    v3: i32 = zext v2
    v4: i1 = icmp.ne v3, 0:i32
    branch v4, block1, block2, site0{END}"
    ));
}

#[test]
fn a_negated_comparison() {
    assert_found(&format!(
        "site0: branch
block0(v0: i32, v1: i32):
    v2: i1 = icmp.ne v0, -98765:i32
    v3: i1 = xor v2, 1:i1
    v4: i8 = zext v3
    v5: i1 = icmp.eq v4, 1:i8
    branch v5, block1, block2, site0{END}"
    ));
}

#[test]
fn a_bitwise_conjunction_and_disjunction() {
    assert_found(&format!(
        "site0: branch
block0(v0: i32, v1: i32):
    v2: i1 = icmp.eq v0, 30000:i32
    v3: i1 = icmp.eq v1, -777:i32
    v4: i32 = zext v2
    v5: i32 = zext v3
    v6: i32 = and v4, v5
    v7: i1 = icmp.sgt v1, 2147483646:i32
    v8: i32 = zext v7
    v9: i32 = or v6, v8
    v10: i1 = trunc v9
    branch v10, block1, block2, site0{END}"
    ));
}

#[test]
fn a_flag_in_memory() {
    assert_found(&format!(
        "site0: branch
block0(v0: i32, v1: i32):
    v2: ptr = stackalloc 16 align 4
    v3: ptr = stackalloc 16 align 4
    v4: i1 = icmp.eq v0, 424242:i32
    v5: i32 = zext v4
    v6: ptr = ptradd v2 + 8
    store v5 -> v6
    intrinsic.mem_copy(v3, v2, 16:i64)
    v7: ptr = ptradd v3 + 8
    v8: i32 = load v7
    v9: i1 = icmp.ne v8, 0:i32
    branch v9, block1, block2, site0{END}"
    ));
}

#[test]
fn a_selected_flag() {
    assert_found(&format!(
        "site0: branch
block0(v0: i32, v1: i32):
    v2: i1 = icmp.eq v0, 31337:i32
    v3: i32 = select v2, 7:i32, 0:i32
    v4: i1 = icmp.ne v3, 0:i32
    branch v4, block1, block2, site0{END}"
    ));
}

#[test]
fn a_flag_returned_by_a_helper() {
    let f = format!(
        "site0: branch
block0(v0: i32, v1: i32):
    v2: i32 = call fn1(v0)
    v3: i1 = icmp.ne v2, 0:i32
    branch v3, block1, block2, site0{END}"
    );
    let helper = "block0(v0: i32):
    v1: i1 = icmp.eq v0, 777777:i32
    v2: i32 = zext v1
    return v2";
    assert_found_in(&[("f", "(i32, i32) -> (i32)", &f), ("helper", "(i32) -> (i32)", helper)]);
}

/// `if (x < 70000 || x > 70003) return 0; return 1;`
#[test]
fn a_flag_returned_by_a_helper_by_control_flow() {
    let f = format!(
        "site0: branch
block0(v0: i32, v1: i32):
    v2: i32 = call fn1(v0)
    v3: i1 = icmp.ne v2, 0:i32
    branch v3, block1, block2, site0{END}"
    );
    let helper = "site0: branch
    site1: branch
block0(v0: i32):
    v1: i1 = icmp.slt v0, 70000:i32
    branch v1, block2(0:i32), block1, site0
block1:
    v2: i1 = icmp.sgt v0, 70003:i32
    branch v2, block2(0:i32), block2(1:i32), site1
block2(v3: i32):
    return v3";
    assert_found_in(&[("f", "(i32, i32) -> (i32)", &f), ("helper", "(i32) -> (i32)", helper)]);
}

#[test]
fn a_number_returned_by_a_helper_keeps_its_own_distance() {
    let f = format!(
        "site0: branch
block0(v0: i32, v1: i32):
    v2: i32 = call fn1(v0)
    v3: i1 = icmp.eq v2, 1000000:i32
    branch v3, block1, block2, site0{END}"
    );
    let helper = "site0: branch
block0(v0: i32):
    v1: i1 = icmp.slt v0, 0:i32
    branch v1, block1(0:i32), block1(v0), site0
block1(v2: i32):
    return v2";
    assert_found_in(&[("f", "(i32, i32) -> (i32)", &f), ("helper", "(i32) -> (i32)", helper)]);
}

#[test]
fn a_comparison_of_floats_kept_in_a_variable() {
    let body = format!(
        "site0: branch
block0(v0: f64):
    v1: i1 = fcmp.oeq v0, 1234.5:f64
    v2: i8 = zext v1
    v3: i1 = icmp.ne v2, 0:i8
    branch v3, block1, block2, site0{END}"
    );
    assert_found_in(&[("f", "(f64) -> (i32)", &body)]);
}

/// `int flag = 0; if (x == 99999) flag = 1; if (flag) …`
const BY_CONTROL_FLOW: &str = "site0: branch
    site1: branch
block0(v0: i32, v1: i32):
    v2: i1 = icmp.eq v0, 99999:i32
    branch v2, block3, block4(0:i32), site0
block1:
    return 1:i32
block2:
    return 2:i32
block3:
    jump block4(1:i32)
block4(v3: i32):
    v4: i1 = icmp.ne v3, 0:i32
    branch v4, block1, block2, site1";

#[test]
fn a_flag_set_by_control_flow() {
    assert_found(BY_CONTROL_FLOW);
}

#[test]
fn a_flag_set_in_nested_conditions() {
    assert_found(
        "site0: branch
    site1: branch
    site2: branch
block0(v0: i32, v1: i32):
    v2: i1 = icmp.eq v0, 5000:i32
    branch v2, block3, block5(1:i32), site0
block1:
    return 1:i32
block2:
    return 2:i32
block3:
    v3: i1 = icmp.eq v1, -5000:i32
    branch v3, block4, block5(1:i32), site1
block4:
    jump block5(0:i32)
block5(v4: i32):
    v5: i1 = icmp.eq v4, 0:i32
    branch v5, block1, block2, site2",
    );
}

#[test]
fn a_conjunction_used_as_a_value() {
    assert_found(
        "site0: branch
    site1: branch
block0(v0: i32, v1: i32):
    v2: i1 = icmp.eq v0, 6000:i32
    branch v2, block3, block4(0:i1), site0
block1:
    return 1:i32
block2:
    return 2:i32
block3:
    v3: i1 = icmp.eq v1, 12000:i32
    jump block4(v3)
block4(v4: i1):
    v5: i32 = zext v4
    v6: i1 = icmp.ne v5, 0:i32
    branch v6, block1, block2, site1",
    );
}

/// `found = 0; for (i = 0; i < 4; i++) if (x + i == 70003) found = 1; if (found) …`
#[test]
fn a_flag_set_in_a_loop() {
    assert_found(
        "site0: branch
    site1: branch
    site2: branch
block0(v0: i32, v1: i32):
    jump block3(0:i32, 0:i32)
block1:
    return 1:i32
block2:
    return 2:i32
block3(v2: i32, v3: i32):
    v4: i1 = icmp.slt v2, 4:i32
    branch v4, block4, block7, site0
block4:
    v5: i32 = add v0, v2
    v6: i1 = icmp.eq v5, 70003:i32
    branch v6, block5, block6(v3), site1
block5:
    jump block6(1:i32)
block6(v7: i32):
    v8: i32 = add v2, 1:i32
    jump block3(v8, v7)
block7:
    v9: i1 = icmp.ne v3, 0:i32
    branch v9, block1, block2, site2",
    );
}

/// `ok = 1; for (i = 0; i < 4; i++) if (x - 1000 * i < 70000) ok = 0; if (ok) …`
#[test]
fn a_flag_that_every_iteration_may_undo() {
    assert_found(
        "site0: branch
    site1: branch
    site2: branch
block0(v0: i32, v1: i32):
    jump block3(0:i32, 1:i32)
block1:
    return 1:i32
block2:
    return 2:i32
block3(v2: i32, v3: i32):
    v4: i1 = icmp.slt v2, 4:i32
    branch v4, block4, block7, site0
block4:
    v5: i32 = mul v2, 1000:i32
    v10: i32 = sub v0, v5
    v6: i1 = icmp.slt v10, 70000:i32
    branch v6, block5, block6(v3), site1
block5:
    jump block6(0:i32)
block6(v7: i32):
    v8: i32 = add v2, 1:i32
    jump block3(v8, v7)
block7:
    v9: i1 = icmp.ne v3, 0:i32
    branch v9, block1, block2, site2",
    );
}

/// A state machine: state 2 is entered from state 1 only.
#[test]
fn a_state_set_by_another_flag() {
    assert_found(
        "site0: branch
    site1: branch
    site2: branch
    site3: switch 2
block0(v0: i32, v1: i32):
    v2: i1 = icmp.eq v0, 8000:i32
    branch v2, block3, block4(0:i32), site0
block1:
    return 1:i32
block2:
    return 2:i32
block3:
    jump block4(1:i32)
block4(v3: i32):
    v4: i1 = icmp.eq v3, 1:i32
    branch v4, block5, block7(v3), site1
block5:
    v5: i1 = icmp.eq v1, 9000:i32
    branch v5, block6, block7(v3), site2
block6:
    jump block7(2:i32)
block7(v6: i32):
    switch v6 [2: 0] default 1 [block1, block2], site3",
    );
}

fn assignments(text: &str, block: u32, outcome: u32) -> Option<Vec<Assignment>> {
    let function: Function =
        parse_function(&format!("function \"f\"(i32, i32) -> (i32) {{\n{text}\n}}")).unwrap();
    Definitions::new(&function).assignments(&function, Block(block), outcome)
}

#[test]
fn the_edges_that_assign_the_wanted_constant_are_the_assignments() {
    let certain = |block, edge| Some(vec![Assignment { block: Block(block), edge, certain: true }]);
    assert_eq!(assignments(BY_CONTROL_FLOW, 4, 0), certain(3, 0));
    assert_eq!(assignments(BY_CONTROL_FLOW, 4, 1), certain(0, 1));
    assert_eq!(assignments(BY_CONTROL_FLOW, 0, 0), None, "a comparison of an input is no flag");
}

#[test]
fn a_counter_is_no_flag() {
    let counter = "site0: branch
block0(v0: i32, v1: i32):
    jump block1(0:i32)
block1(v2: i32):
    v3: i1 = icmp.slt v2, 10:i32
    branch v3, block2, block3, site0
block2:
    v4: i32 = add v2, 1:i32
    jump block1(v4)
block3:
    return 0:i32";
    assert_eq!(assignments(counter, 1, 0), None);
    assert_eq!(assignments(counter, 1, 1), None);
}
