//! Inputs that make effects visible: simple values hide them.
//!
//! ```text
//! struct box b = { 0 };   clear(&b);       // leaves it as it was: nothing to check
//! struct box b = { .level = 1 };  clear(&b);  CHECK(b.level == 0)
//! ```
//!
//! A test after which nothing could be checked gets other values than the simplest ones in one of its objects, or in
//! one value of it; the first such test is kept that still does what it is in the suite for and shows an effect. A few
//! dozen runs at most, and only for tests without one.

use crate::context::archive::Candidate;
use crate::policy::SUITE;
use crate::suite::keeps::{Keeps, Simplifier};
use trine_inputs::ShapeEntry;
use trine_testcase::leaf::LeafKind;
use trine_testcase::test_case::{Observation, Observed, ObservedValue, PlaceRoot, Statement};

/// Gives `best` inputs that show an effect, if it has none and some are found.
pub(crate) fn make_visible(
    goal: &mut Simplifier<'_, '_>,
    entry: &ShapeEntry,
    best: &mut Candidate,
    limit: u64,
) {
    if goal.is_over(limit) || is_visible(&goal.observe(entry, &best.test.leaves)) {
        return;
    }
    for filled in fills(entry, best) {
        if goal.is_over(limit) {
            return;
        }
        let leaves = entry.nearest_allowed(&filled);
        if *leaves == best.test.leaves {
            continue;
        }
        if let Some(found) = goal.keeps(entry, &leaves)
            && is_visible(&goal.observe(entry, &found.test.leaves))
        {
            *best = found;
            return;
        }
    }
}

/// Whether something could be checked after the call that is no echo of its inputs.
pub(crate) fn is_visible(observations: &[Observation]) -> bool {
    let is_left_alone = |place: &Observed| {
        let is_it = |seen: &Observation| seen.value == ObservedValue::Unchanged && seen.place == *place;
        observations.iter().any(is_it)
    };
    observations.iter().any(|seen| is_informative(seen) && !is_left_alone(&seen.place))
}

/// Whether a check of `seen` would notice a wrong program.
pub(crate) fn is_informative(seen: &Observation) -> bool {
    let is_idle = matches!(
        seen.value,
        ObservedValue::NotNull | ObservedValue::Allocated | ObservedValue::Address | ObservedValue::Unchanged
    );
    !is_idle && !matches!(seen.place, Observed::Alive(_))
}

/// The values of `best` with those changed that are zero: in one object, in one value.
fn fills(entry: &ShapeEntry, best: &Candidate) -> Vec<Vec<u128>> {
    let leaves = &best.test.leaves;
    let mut objects: Vec<(PlaceRoot, Vec<usize>)> = Vec::new();
    for statement in &best.test.skeleton.statements {
        let Statement::SetLeaf { place, leaf } = statement else { continue };
        let at = leaf.0 as usize;
        if leaves.get(at) != Some(&0) || entry.kinds.get(at).and_then(informative_value).is_none() {
            continue;
        }
        match objects.iter_mut().find(|(root, _)| *root == place.root) {
            Some((_, values)) => values.push(at),
            None => objects.push((place.root, vec![at])),
        }
    }
    objects.truncate(SUITE.max_effect_objects);
    let filled = |positions: &[usize]| {
        let mut changed = leaves.clone();
        for &at in positions {
            changed[at] = informative_value(&entry.kinds[at]).unwrap_or(changed[at]);
        }
        changed
    };
    let singles = objects
        .iter()
        .flat_map(|(_, values)| values.iter().take(SUITE.max_effect_values / 2))
        .take(SUITE.max_effect_values);
    let singles: Vec<Vec<u128>> = singles.map(|&at| filled(&[at])).collect();
    objects.iter().map(|(_, values)| filled(values)).chain(singles).collect()
}

/// A value that is not zero.
fn informative_value(kind: &LeafKind) -> Option<u128> {
    Some(match kind {
        LeafKind::Bool | LeafKind::Int { .. } => 1,
        LeafKind::Char { .. } => u128::from(b'a'),
        LeafKind::Float(format) => format.from_f64(1.0),
        LeafKind::Enum { values, .. } => kind.from_int(*values.iter().find(|&&value| value != 0)?),
    })
}
