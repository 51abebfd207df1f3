//! Tests for mutants that the tests for coverage do not notice: they are added, hold natively, and change nothing else.

mod common;

use common::{compiled, outcome};
use trine_campaign::java::{Assertions, ClassOutcome, Settings};

/// Zeros and the first boundary cover every branch, and hide sums, products and comparisons.
const FARE: &str = "
    class Subject {
        static int fare(int zones, int age) {
            if (zones < 0) {
                throw new IllegalArgumentException();
            }
            if (age < 14) {
                return zones * 2;
            }
            return 3 + zones * 4;
        }
    }";

fn settings(name: &str, source: &str) -> Settings {
    Settings { assertions: Assertions::Effective, max_mutants: 150, ..compiled(name, source) }
}

/// Mutants and those that a test notices.
fn effect(outcome: &ClassOutcome) -> (usize, usize) {
    (outcome.effect.mutants, outcome.effect.killed)
}

#[test]
fn tests_are_added_for_what_no_other_notices() {
    let without = settings("telling-without", FARE);
    let with = Settings { tells_values: true, ..settings("telling-with", FARE) };
    let (plain, told) = (outcome(&without), outcome(&with));
    let ((mutants, killed), (same, more)) = (effect(&plain), effect(&told));
    assert_eq!(mutants, same);
    assert!(killed < mutants, "nothing is left to tell: {killed} of {mutants}");
    assert!(more > killed, "{more} of {mutants} are noticed, {killed} before");
    assert!(told.tests.len() > plain.tests.len());
    let covered = |outcome: &ClassOutcome| outcome.goals.iter().filter(|goal| !goal.tests.is_empty()).count();
    assert_eq!(covered(&plain), covered(&told));
    // Each one that is noticed names a test of the suite, and each test that was added notices one.
    let noticing: Vec<usize> = told.effect.list.iter().filter_map(|mutant| mutant.killed_by).collect();
    assert_eq!(noticing.len(), more);
    assert!(noticing.iter().all(|&test| test < told.tests.len()));
}

#[test]
fn what_is_added_holds_natively_and_is_the_same_again() {
    let with = Settings { tells_values: true, native: true, ..settings("telling-native", FARE) };
    let first = outcome(&with);
    let verdict = first.verdict.as_ref().expect("a native run");
    assert!(verdict.dropped.is_empty() && verdict.failures.is_empty(), "{verdict:?}");
    assert_eq!(verdict.passed, first.tests.len());
    assert_eq!(first.tests, outcome(&with).tests);
}

#[test]
fn without_mutants_the_suite_stays_as_the_search_leaves_it() {
    let none = Settings { tells_values: true, max_mutants: 0, ..settings("telling-none", FARE) };
    let plain = outcome(&settings("telling-plain", FARE));
    let told = outcome(&none);
    assert_eq!(effect(&told), (0, 0));
    assert_eq!(told.tests.len(), plain.tests.len());
}

/// Each test leaves a state behind that the next one sees.
const COUNTER: &str = "
    class Subject {
        private static int calls;
        static int next(int by) {
            if (by < 0) {
                return -1;
            }
            return by + 7;
        }
        static boolean isFirst() {
            return calls++ == 0;
        }
    }";

#[test]
fn what_earlier_tests_leave_behind_takes_nothing_away() {
    let with = Settings { tells_values: true, native: true, ..settings("telling-state", COUNTER) };
    let outcome = outcome(&with);
    let verdict = outcome.verdict.as_ref().expect("a native run");
    assert!(verdict.dropped.is_empty() && verdict.failures.is_empty(), "{verdict:?}");
    assert!(outcome.goals.iter().any(|goal| !goal.tests.is_empty()));
}
