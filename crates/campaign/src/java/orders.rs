//! Coverage in other orders: each framework runs the tests of a class in an order of its own, and they share the static state of one JVM.
//!
//! ```text
//! void verbose() { assertFalse(Log.verbose()); }     covers the initial value of a thread-local when it runs first,
//! void set()     { Log.set(true); }                  and nothing of it behind this one
//! ```
//!
//! Both tests hold in either order, but what they cover together does not. The suite is replayed in the orders of JUnit and TestNG, and in
//! others; where they do not cover the same, the test is taken out without which the rest covers the same in all of them, and most.
//! The cost is one replay of the suite for each order, and where orders differ that of the suite without each of its tests.

use super::runner::UnitRunner;
use super::suite::{Suite, mixed, without};
use std::collections::BTreeSet;
use trine_emit::junit::{Options, write};
use trine_frontend_jvm::cover::ProbeSet;
use trine_machine::Ignore;
use trine_testcase::objects::{Ended, ObjectTest, Seen};

/// Times that tests are taken out before what is left stays as it is.
const MAX_ROUNDS: usize = 8;
/// Instructions that looking for the one test to take out may need; beyond them, all whose coverage differs are.
const MAX_STEPS: u64 = 100_000_000;

/// Takes out of `suite` tests that end otherwise in another order, and those that make it cover less in one than in another. What is seen
/// otherwise is no longer asserted. `options` say how tests are named, which is what frameworks order them by.
pub(super) fn settle(runner: &mut UnitRunner, suite: &mut Suite, options: &Options) {
    let api = std::sync::Arc::clone(runner.stage.api());
    for _ in 0..MAX_ROUNDS {
        if suite.tests.len() < 2 {
            return;
        }
        let names = write(&api, &suite.tests, options).names;
        let bad = dependent(runner, &mut suite.tests, &orders(&names));
        if bad.is_empty() {
            return;
        }
        without(runner, suite, &bad);
    }
}

/// Mixed orders that are tried.
const MIXED: u64 = 6;

/// Orders of tests with these names: as they stand, backwards, some mixed ones, that of JUnit (by the hash codes of names), that of TestNG
/// (by names).
fn orders(names: &[Option<String>]) -> Vec<Vec<usize>> {
    let forwards: Vec<usize> = (0..names.len()).collect();
    let backwards: Vec<usize> = forwards.iter().rev().copied().collect();
    let (mut by_hash, mut by_name) = (forwards.clone(), forwards.clone());
    by_hash.sort_by_key(|&at| names[at].as_deref().map(hash_code));
    by_name.sort_by_key(|&at| names[at].as_deref());
    let named = [forwards, backwards, by_hash, by_name];
    named.into_iter().chain((1..=MIXED).map(|number| mixed(names.len(), number))).collect()
}

/// `String.hashCode`.
fn hash_code(text: &str) -> i32 {
    text.encode_utf16().fold(0, |hash: i32, unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)))
}

/// What a test did in an order.
struct InOrder {
    ended: Ended,
    passed: ProbeSet,
    seen: Vec<Option<Seen>>,
}

/// What the tests of one order did, by their positions in the suite.
struct Replayed {
    tests: Vec<Option<InOrder>>,
    passed: ProbeSet,
    steps: u64,
}

fn replayed(runner: &mut UnitRunner, tests: &[ObjectTest], order: &[usize], but: Option<usize>) -> Replayed {
    runner.begin_replays();
    let mut done =
        Replayed { tests: tests.iter().map(|_| None).collect(), passed: ProbeSet::default(), steps: 0 };
    for &at in order.iter().filter(|&&at| Some(at) != but) {
        let replay = runner.replay(&tests[at], &mut Ignore);
        done.steps += replay.run.steps;
        done.passed.union(runner.passed());
        done.tests[at] =
            Some(InOrder { ended: replay.run.ended, passed: runner.passed().clone(), seen: replay.seen });
    }
    done
}

fn are_equal(one: &ProbeSet, other: &ProbeSet) -> bool {
    !one.adds_to(other) && !other.adds_to(one)
}

/// Tests that end otherwise in one of `orders`; where there is none, those without which all orders cover the same.
fn dependent(runner: &mut UnitRunner, tests: &mut [ObjectTest], orders: &[Vec<usize>]) -> BTreeSet<usize> {
    let all: Vec<Replayed> = orders.iter().map(|order| replayed(runner, tests, order, None)).collect();
    let mut bad = BTreeSet::new();
    for (at, test) in tests.iter_mut().enumerate() {
        for done in all.iter().filter_map(|replayed| replayed.tests[at].as_ref()) {
            if done.ended != test.ended {
                bad.insert(at);
            }
        }
        let holds = |position: usize, seen: &Seen| {
            let mut done = all.iter().filter_map(|replayed| replayed.tests[at].as_ref());
            done.all(|done| done.seen.get(position).and_then(Option::as_ref) == Some(seen))
        };
        if !bad.contains(&at) {
            let kept: Vec<_> = test
                .expectations
                .iter()
                .enumerate()
                .filter(|(position, expectation)| holds(*position, &expectation.seen))
                .map(|(_, expectation)| expectation.clone())
                .collect();
            test.expectations = kept;
        }
    }
    if !bad.is_empty() || all.iter().all(|replayed| are_equal(&replayed.passed, &all[0].passed)) {
        return bad;
    }
    let mut left = MAX_STEPS.saturating_sub(all.iter().map(|replayed| replayed.steps).sum());
    let mut best: Option<(usize, usize)> = None;
    for at in 0..tests.len() {
        let mut first: Option<ProbeSet> = None;
        let is_same = orders.iter().all(|order| {
            let done = replayed(runner, tests, order, Some(at));
            left = left.saturating_sub(done.steps);
            match &first {
                Some(first) => are_equal(first, &done.passed),
                None => {
                    first = Some(done.passed);
                    true
                }
            }
        });
        let count = first.map_or(0, |passed| passed.iter().count());
        if is_same && best.is_none_or(|(most, _)| count > most) {
            best = Some((count, at));
        }
        if left == 0 {
            break;
        }
    }
    match best {
        Some((_, at)) => BTreeSet::from([at]),
        None => vary(&all),
    }
}

/// Tests that pass a probe in one order that some other order never passes.
fn vary(all: &[Replayed]) -> BTreeSet<usize> {
    let mut any = ProbeSet::default();
    all.iter().for_each(|replayed| any.union(&replayed.passed));
    let lacking = |probe: &u32| all.iter().any(|replayed| !replayed.passed.contains(*probe));
    let unsure: Vec<u32> = any.iter().filter(lacking).collect();
    let mut found = BTreeSet::new();
    for tests in all.iter().map(|replayed| &replayed.tests) {
        for (at, done) in tests.iter().enumerate() {
            let passes = |done: &InOrder| unsure.iter().any(|&probe| done.passed.contains(probe));
            if done.as_ref().is_some_and(passes) {
                found.insert(at);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_ordered_as_frameworks_do() {
        assert_eq!(hash_code("verbose"), 351_107_458);
        // Beyond 31 bits it wraps, as in Java.
        assert_eq!(hash_code("polygenelubricants"), i32::MIN);
        let names = ["b", "aa", "c"].map(|name| Some(name.to_owned()));
        let orders = orders(&names);
        assert_eq!(orders[1], [2, 1, 0]);
        // 98, 3104, 99.
        assert_eq!(orders[2], [0, 2, 1]);
        assert_eq!(orders[3], [1, 0, 2]);
    }
}
