//! What is claimed: proofs, findings, reasons, and that the same seed gives the same result.

use super::support::{STRATEGIES, Searched, bytes, covered, is_covered, is_infeasible, reason, status};
use std::sync::atomic::AtomicBool;
use trine_base::Budget;
use trine_engine::{Strategy, UnitOutcome};
use trine_record::{Argument, FindingClass, GoalStatus, UnitStatus};
use trine_testcase::test_case::{Observed, ObservedValue};

/// `a > 10`, and behind it `a < 5`, which no input takes.
const NESTED: &str = "    site0: branch
    site1: branch
block0(v0: i32):
    v1: i1 = icmp.sgt v0, 10:i32
    branch v1, block1, block3, site0
block1:
    v2: i1 = icmp.slt v0, 5:i32
    branch v2, block2, block3, site1
block2:
    return 2:i32
block3:
    return 0:i32";

fn nested(strategy: Strategy) -> Searched {
    Searched::function("int f(int a)", "(i32) -> (i32)", NESTED).by(strategy)
}

#[test]
fn what_no_input_takes_is_proved_and_not_concluded() {
    for strategy in [Strategy::Hybrid, Strategy::Dse] {
        let outcome = nested(strategy).run();
        assert_eq!(covered(&outcome), (3, 4), "{}", strategy.name());
        assert!(is_infeasible(&outcome, 1, true), "{}: {:?}", strategy.name(), status(&outcome, 1, true));
        assert_eq!(outcome.record.termination, "every goal is covered or proved infeasible");
    }
    // Values prove nothing: what they do not meet stays open.
    for strategy in [Strategy::Random, Strategy::Search] {
        let outcome = nested(strategy).run();
        assert!(matches!(status(&outcome, 1, true), GoalStatus::Unknown { .. }), "{}", strategy.name());
    }
}

#[test]
fn all_inputs_of_a_small_domain_may_be_tried() {
    // A boolean: two runs say everything.
    let body = "    site0: branch
block0(v0: i1):
    v1: i32 = zext v0
    v2: i32 = mul v1, 7:i32
    v3: i1 = icmp.eq v2, 3:i32
    branch v3, block1, block2, site0
block1:
    return 1:i32
block2:
    return 0:i32";
    let outcome = Searched::function("int f(bool a)", "(i1) -> (i32)", body).by(Strategy::Random).run();
    let GoalStatus::Infeasible(proof) = status(&outcome, 0, true) else { panic!("{:?}", outcome.goals) };
    assert!(
        matches!(
            proof.argument,
            Argument::ExhaustedInputs { .. } | Argument::Refutation { .. } | Argument::ExhaustedPaths { .. }
        ),
        "{proof:?}"
    );
}

/// `100 / (a - 7)`, behind a branch.
const DIVIDES: &str = "    site0: branch
block0(v0: i32):
    v1: i32 = sub v0, 7:i32
    v2: i32 = sdiv 100:i32, v1
    v3: i1 = icmp.sgt v2, 20:i32
    branch v3, block1, block2, site0
block1:
    return 1:i32
block2:
    return 0:i32";

#[test]
fn a_fault_is_a_finding_with_a_test_of_its_own_and_costs_no_goal() {
    let mut searched = Searched::function("int f(int a)", "(i32) -> (i32)", DIVIDES).by(Strategy::Dse);
    searched.options.paths.hunts_faults = true;
    let outcome = searched.run();
    assert_eq!(covered(&outcome), (2, 2));
    assert_eq!((outcome.findings.len(), outcome.crashes.len()), (1, 1), "{:?}", outcome.findings);
    assert_eq!(outcome.findings[0].test, outcome.crashes[0].name);
    assert_eq!(outcome.crashes[0].leaves, [7], "the value that divides by zero");
    assert!(outcome.tests.iter().all(|test| test.leaves != [7]), "a kept test ends normally");
}

#[test]
fn a_fault_behind_the_codes_own_check_blames_the_code() {
    // A table of eight, and a check that lets 8 through.
    let body = "    site0: branch
block0(v0: i32):
    v1: ptr = stackalloc 32 align 4
    v2: i1 = icmp.sle v0, 8:i32
    branch v2, block1, block2, site0
block1:
    v3: i64 = sext v0
    v4: ptr = ptradd v1 + v3 * 4 + 0
    store 1:i32 -> v4
    return 1:i32
block2:
    return 0:i32";
    let mut searched = Searched::function("int f(int n)", "(i32) -> (i32)", body);
    searched.options.paths.hunts_faults = true;
    let outcome = searched.run();
    assert!(outcome.findings.iter().any(|one| one.class == FindingClass::Code), "{:?}", outcome.findings);
}

#[test]
fn a_run_without_end_is_a_finding_and_the_search_goes_on() {
    let body = "    site0: branch
    site1: branch
block0(v0: i32):
    v1: i1 = icmp.eq v0, 12345:i32
    branch v1, block1, block2, site0
block1:
    jump block1
block2:
    v2: i1 = icmp.slt v0, 0:i32
    branch v2, block3, block4, site1
block3:
    return 1:i32
block4:
    return 0:i32";
    let mut searched = Searched::function("int f(int a)", "(i32) -> (i32)", body);
    searched.options.steps = 10_000;
    let outcome = searched.run();
    assert!(is_covered(&outcome, 1, true) && is_covered(&outcome, 1, false));
    assert!(outcome.crashes.iter().any(|crash| crash.leaves == [12345]), "{:?}", outcome.findings);
    assert_eq!(reason(&outcome, 0, true), "reached only by inputs that crash the code: see crashes/");
}

#[test]
fn what_depends_on_where_objects_lie_is_in_no_test() {
    let body = "    site0: branch
block0(v0: ptr, v1: ptr):
    v2: i1 = icmp.ult v0, v1
    branch v2, block1, block2, site0
block1:
    return 1:i32
block2:
    return 0:i32";
    for strategy in STRATEGIES {
        let outcome =
            Searched::function("int f(int* a, int* b)", "(ptr, ptr) -> (i32)", body).by(strategy).run();
        // Two objects have no order; what is covered is covered by one object, or by none.
        for test in &outcome.tests {
            let objects = test
                .statements
                .iter()
                .filter(|statement| matches!(statement, trine_testcase::test_case::Statement::Object { .. }));
            assert!(objects.count() < 2, "{}: {:?}", strategy.name(), test.statements);
        }
    }
}

#[test]
fn what_depends_on_memory_that_nobody_set_is_in_no_test() {
    let body = "    site0: branch
block0(v0: i32):
    v1: ptr = stackalloc 4 align 4
    v2: i32 = load v1
    v3: i1 = icmp.eq v2, v0
    branch v3, block1, block2, site0
block1:
    return 1:i32
block2:
    return 0:i32";
    let outcome = Searched::function("int f(int a)", "(i32) -> (i32)", body).run();
    // One number in four billion is the one that memory holds; with any other the function does the same wherever it runs.
    assert!(!is_covered(&outcome, 0, true), "{:?}", outcome.goals);
}

#[test]
fn a_test_says_what_its_call_returned() {
    let outcome = nested(Strategy::Search).run();
    assert!(!outcome.tests.is_empty());
    for test in &outcome.tests {
        let result = test.observations.iter().find(|seen| seen.place == Observed::Result(Vec::new()));
        assert!(
            matches!(result.map(|seen| &seen.value), Some(ObservedValue::Leaf(..))),
            "{:?}",
            test.observations
        );
    }
}

#[test]
fn every_kept_test_covers_something_that_the_others_do_not() {
    for strategy in STRATEGIES {
        let outcome = nested(strategy).run();
        let tests = &outcome.tests;
        for test in tests {
            let others =
                |goal| tests.iter().any(|other| other.name != test.name && other.covers.contains(goal));
            assert!(!test.covers.iter().all(others), "{}: {} could go", strategy.name(), test.name);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_result_and_another_seed_the_same_proofs() {
    for strategy in STRATEGIES {
        let first = nested(strategy).run();
        assert_eq!(bytes(&first), bytes(&nested(strategy).run()), "{}", strategy.name());
        let mut other = nested(strategy);
        other.options.seed = 99;
        let is_proved = |outcome: &UnitOutcome| is_infeasible(outcome, 1, true);
        assert_eq!(is_proved(&other.run()), is_proved(&first), "{}", strategy.name());
    }
}

#[test]
fn a_budget_of_evaluations_is_kept() {
    // Hopeless for values, and nothing to refute: a hash.
    let body = "    site0: branch
block0(v0: i64):
    v1: i64 = mul v0, 6364136223846793005:i64
    v2: i64 = lshr v1, 29:i64
    v3: i64 = xor v1, v2
    v4: i64 = mul v3, 7046029254386353131:i64
    v5: i64 = lshr v4, 32:i64
    v6: i64 = xor v4, v5
    v7: i1 = icmp.eq v6, 81985529216486895:i64
    branch v7, block1, block2, site0
block1:
    return 1:i32
block2:
    return 0:i32";
    for budget in [50, 1_000] {
        let mut searched = Searched::function("int f(long a)", "(i64) -> (i32)", body).by(Strategy::Search);
        searched.options.budget = Budget::Evaluations(budget);
        let outcome = searched.run();
        let used = outcome.record.evaluations;
        assert!(used <= budget + budget / 10 + 10, "{used} of {budget}");
        if !is_covered(&outcome, 0, true) && !is_infeasible(&outcome, 0, true) {
            assert_eq!(outcome.record.termination, "budget used");
            assert!(
                reason(&outcome, 0, true).starts_with("not reached in "),
                "{}",
                reason(&outcome, 0, true)
            );
        }
    }
}

#[test]
fn a_search_that_is_stopped_says_so_and_leaves_what_it_has() {
    let searched = nested(Strategy::Search);
    let outcome = searched.context().run(&AtomicBool::new(true));
    assert_eq!(outcome.record.termination, "interrupted");
    assert_eq!(outcome.goals.len(), 4);
    assert!(
        outcome.goals.iter().all(|goal| !matches!(goal.status, GoalStatus::Covered { .. }))
            || !outcome.tests.is_empty()
    );
}

#[test]
fn exiting_is_an_ending_that_a_test_can_have() {
    let text = "program
fn0: \"f\"(i32) -> (i32) defined external
fn1: \"exit\"(i32) -> () noreturn external
body fn0 = function \"f\"(i32) -> (i32) {
    site0: branch
block0(v0: i32):
    v1: i1 = icmp.slt v0, 0:i32
    branch v1, block1, block2, site0
block1:
    call fn1(2:i32)
    unreachable
block2:
    return 0:i32
}
";
    let outcome = Searched::new("int f(int a)", text).run();
    assert_eq!(covered(&outcome), (2, 2));
    let endings: Vec<_> = outcome.tests.iter().filter_map(|test| test.ending.as_deref()).collect();
    assert_eq!(endings.len(), 1, "{endings:?}");
    assert!(endings[0].contains('2'), "the status is part of it: {endings:?}");
}

#[test]
fn a_function_that_a_test_cannot_call_is_unsupported_and_says_why() {
    let mut searched = nested(Strategy::Search);
    let callable = searched.unit.callable("f");
    searched.unit.api.callables[callable].abi.unsupported = Some("vectors are not passed".to_owned());
    let outcome = searched.run();
    assert_eq!(
        outcome.record.status,
        UnitStatus::Unsupported { reason: "vectors are not passed".to_owned() }
    );
    assert!(outcome.tests.is_empty() && outcome.goals.is_empty());
}

#[test]
fn a_limit_of_the_tool_is_named_and_is_no_fault_of_the_code() {
    let text = "program
fn0: \"f\"(i32) -> (i32) defined external
fn1: \"no_such_library_function\"(i32) -> (i32) external
body fn0 = function \"f\"(i32) -> (i32) {
    site0: branch
block0(v0: i32):
    v1: i32 = call fn1(v0)
    v2: i1 = icmp.eq v1, 0:i32
    branch v2, block1, block2, site0
block1:
    return 1:i32
block2:
    return 0:i32
}
";
    let outcome = Searched::new("int f(int a)", text).run();
    assert!(outcome.findings.is_empty(), "{:?}", outcome.findings);
    assert_eq!(outcome.record.status, UnitStatus::Done);
}
