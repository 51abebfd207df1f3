//! What of the observations is asserted: promises of the code, not echoes of the inputs.
//!
//! - A number behind a pointer is checked also where the call left it alone, but only if another test of the function
//!   shows that the function writes it; else it is an input that no code changes.
//! - A test that would check nothing checks that the call left an object alone, if another test shows that it need not.
//! - Of a block with many parts, those that are zero say little: the others are checked.
//! - The room in a block is checked where nothing in it can be.

use super::replayed::Replayed;
use crate::policy::SUITE;
use crate::suite::effects::is_informative;
use std::collections::BTreeSet;
use trine_testcase::test_case::{Observation, Observed, ObservedValue, PlaceRoot, Statement};
use trine_testcase::{GlobalVariableId, TestCase, TypeId};

/// Leaves those observations in the tests of a function that are to be asserted.
pub(super) fn keep_promises(replayed: &mut [Replayed]) {
    let changed: BTreeSet<Key> = replayed.iter().flat_map(changed_objects).collect();
    for test in replayed {
        let left_alone = unchanged(&test.observations);
        let is_written = |root: PlaceRoot| key(&test.test, root).is_some_and(|key| changed.contains(&key));
        test.observations.retain(|seen| match (root(&seen.place), &seen.value) {
            (Some(root), ObservedValue::Unchanged) => is_written(root) && !is_on_heap(&test.test, root),
            (Some(root), _) => is_written(root) || !left_alone.contains(&root),
            _ => true,
        });
        keep_informative_parts(&mut test.observations);
        keep_needed_room(&mut test.observations);
        let says_more = test.observations.iter().any(is_informative) || test.ending.is_some();
        let numbers: Vec<PlaceRoot> = test
            .observations
            .iter()
            .filter(|seen| seen.value != ObservedValue::Unchanged)
            .filter_map(|seen| root(&seen.place))
            .collect();
        let is_redundant = |seen: &Observation| {
            let is_number = root(&seen.place).is_some_and(|root| numbers.contains(&root));
            seen.value == ObservedValue::Unchanged && (says_more || is_number)
        };
        test.observations.retain(|seen| !is_redundant(seen));
    }
}

/// What an object of a test is in another test: the name and type that it has for the parameter it is made for, or the
/// variable of the code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Object(String, TypeId),
    Variable(GlobalVariableId),
}

fn key(test: &TestCase, root: PlaceRoot) -> Option<Key> {
    match root {
        PlaceRoot::Global(id) => Some(Key::Variable(id)),
        PlaceRoot::Variable(variable) => match test.skeleton.statements.get(variable.0 as usize) {
            Some(Statement::Object { name, ty, .. }) => Some(Key::Object(name.clone(), *ty)),
            _ => None,
        },
    }
}

/// The object that `place` is in.
fn root(place: &Observed) -> Option<PlaceRoot> {
    match place {
        Observed::Place(place) => Some(place.root),
        _ => None,
    }
}

/// The objects that the call of a test left alone.
fn unchanged(observations: &[Observation]) -> Vec<PlaceRoot> {
    let left_alone = observations.iter().filter(|seen| seen.value == ObservedValue::Unchanged);
    left_alone.filter_map(|seen| root(&seen.place)).collect()
}

/// The objects that the call of a test changed.
fn changed_objects(test: &Replayed) -> Vec<Key> {
    let left_alone = unchanged(&test.observations);
    let roots = test.observations.iter().filter_map(|seen| root(&seen.place));
    roots.filter(|root| !left_alone.contains(root)).filter_map(|root| key(&test.test, root)).collect()
}

fn is_on_heap(test: &TestCase, root: PlaceRoot) -> bool {
    let PlaceRoot::Variable(variable) = root else { return false };
    matches!(test.skeleton.statements.get(variable.0 as usize), Some(Statement::Object { heap: true, .. }))
}

/// The pointer behind which `seen` shows a part of a block.
fn block(seen: &Observation) -> Option<&Observed> {
    match &seen.place {
        Observed::Behind(pointer, steps) if !steps.is_empty() && seen.value != ObservedValue::Allocated => {
            Some(pointer)
        }
        _ => None,
    }
}

fn keep_informative_parts(observations: &mut Vec<Observation>) {
    let pointers: Vec<Observed> = {
        let mut found: Vec<&Observed> = Vec::new();
        for pointer in observations.iter().filter_map(block) {
            if !found.contains(&pointer) {
                found.push(pointer);
            }
        }
        found.into_iter().cloned().collect()
    };
    for pointer in pointers {
        let is_part = |seen: &Observation| block(seen) == Some(&pointer);
        let count = observations.iter().filter(|seen| is_part(seen)).count();
        if count <= SUITE.few_parts {
            continue;
        }
        let is_zero = |seen: &Observation| match &seen.value {
            ObservedValue::Leaf(_, bits) => *bits == 0,
            ObservedValue::Bytes(bytes) => bytes.0.iter().all(|&byte| byte == 0),
            value => *value == ObservedValue::Null,
        };
        let all_zero = observations.iter().filter(|seen| is_part(seen)).all(is_zero);
        let most = if all_zero { SUITE.few_parts } else { SUITE.max_parts };
        let mut kept = 0;
        observations.retain(|seen| {
            let drops = is_part(seen) && (kept >= most || is_zero(seen) && !all_zero);
            kept += usize::from(is_part(seen) && !drops);
            !drops
        });
    }
}

/// Drops the room of blocks of which more is checked.
fn keep_needed_room(observations: &mut Vec<Observation>) {
    let shown: Vec<Observed> = observations
        .iter()
        .filter_map(|seen| match (&seen.place, &seen.value) {
            (_, ObservedValue::Room(_) | ObservedValue::Allocated | ObservedValue::NotNull) => None,
            (Observed::Behind(pointer, _), _) => Some((**pointer).clone()),
            _ => None,
        })
        .collect();
    observations.retain(|seen| match (&seen.place, &seen.value) {
        (Observed::Behind(pointer, _), ObservedValue::Room(_)) => !shown.contains(pointer),
        _ => true,
    });
}
