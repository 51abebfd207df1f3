//! What the suite notices: faults made in the function, values that tell them, and the assertions that are kept.

use super::support::{Searched, bytes, covered};
use trine_engine::{Assertions, UnitOutcome};
use trine_testcase::test_case::Observed;

/// `a > 7 ? 1 : 0`: 0 and 8 take both branches, and only 7 tells `>` from `>=`.
const ABOVE: &str = "    site0: branch
block0(v0: i32):
    v1: i1 = icmp.sgt v0, 7:i32 !file0:2:1
    branch v1, block1, block2, site0 !file0:2:1
block1:
    jump block3(1:i32) !file0:3:1
block2:
    jump block3(0:i32) !file0:4:1
block3(v2: i32):
    return v2 !file0:5:1";

fn above() -> Searched {
    Searched::function("int f(int a)", "(i32) -> (i32)", ABOVE)
}

fn alive(outcome: &UnitOutcome) -> Vec<(u32, &str)> {
    let alive = outcome.record.mutant_list.iter().filter(|mutant| mutant.killed_by.is_none());
    alive.map(|mutant| (mutant.line, mutant.change.as_str())).collect()
}

#[test]
fn values_are_looked_for_that_tell_a_boundary() {
    let mut unit = above();
    let outcome = unit.run();
    assert_eq!(covered(&outcome), (2, 2));
    assert!(outcome.record.mutants >= 6, "{:?}", outcome.record.mutant_list);
    assert_eq!(alive(&outcome), [], "{:?}", outcome.tests);
    assert_eq!(outcome.record.killed, outcome.record.mutants);
    let killers = outcome.record.mutant_list.iter().filter_map(|mutant| mutant.killed_by.as_deref());
    for killer in killers {
        assert!(outcome.tests.iter().any(|test| test.name == killer), "{killer} is a test of the suite");
    }
    assert!(outcome.tests.iter().any(|test| test.leaves == [7]), "{:?}", outcome.tests);
    // Without mutants the tests are those of the search for coverage.
    unit.options.max_mutants = 0;
    let plain = unit.run();
    assert_eq!((plain.record.mutants, plain.tests.len()), (0, 2));
    assert!(plain.tests.iter().all(|test| test.leaves != [7]), "{:?}", plain.tests);
}

#[test]
fn the_same_seed_gives_the_same_mutants_and_values() {
    assert_eq!(bytes(&above().run()), bytes(&above().run()));
}

/// `*p = 0; return a` where what `p` points to starts as 0: only another value shows the store.
const CLEARS: &str = "    site0: branch
block0(v0: i32, v1: ptr):
    v2: i1 = icmp.eq v1, null !file0:2:1
    branch v2, block2, block1, site0 !file0:2:1
block1:
    store 0:i32 -> v1 !file0:3:1
    jump block2 !file0:3:1
block2:
    return v0 !file0:4:1";

#[test]
fn a_store_of_what_is_there_anyway_is_shown_by_another_value() {
    let outcome = Searched::function("int f(int a, int* p)", "(i32, ptr) -> (i32)", CLEARS).run();
    assert!(
        outcome.record.mutant_list.iter().any(|mutant| mutant.line == 3),
        "{:?}",
        outcome.record.mutant_list
    );
    assert!(alive(&outcome).iter().all(|(line, _)| *line != 3), "{:?}", outcome.record.mutant_list);
}

#[test]
fn effective_assertions_are_fewer_and_none_are_none() {
    let with = |assertions| {
        let mut unit = Searched::function("int f(int a, int* p)", "(i32, ptr) -> (i32)", CLEARS);
        unit.options.assertions = assertions;
        let outcome = unit.run();
        let count: usize = outcome.tests.iter().map(|test| test.observations.len()).sum();
        (count, outcome)
    };
    let (all, first) = with(Assertions::All);
    let (effective, second) = with(Assertions::Effective);
    let (none, third) = with(Assertions::None);
    assert!(all >= effective && effective > 0 && none == 0, "{all} {effective} {none}");
    assert_eq!(first.record.killed, second.record.killed, "the choice of assertions costs no kill");
    assert_eq!((third.record.mutants, third.record.killed), (0, 0));
    for test in &second.tests {
        let shows = test.observations.iter().any(|seen| matches!(seen.place, Observed::Result(_)));
        assert!(shows, "the outcome is shown: {test:?}");
    }
}
