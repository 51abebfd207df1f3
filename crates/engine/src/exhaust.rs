//! Proof by exhaustion: when a unit has few enough inputs, all of them are run.
//!
//! Applies when nothing but leaves decides what a run does: no pointer choices beyond those tried,
//! no stubs, and at most 2^16 combinations of leaf values. Every goal that no run reaches is then
//! infeasible. Enumerations count as many values as their width holds, not only the named ones.

use crate::evaluator::Evaluator;
use crate::shapes::{ShapeEntry, ShapeFactory};
use std::sync::Arc;
use trine_harness::Ending;
use trine_testcase::leaf::LeafKind;

/// At most this many runs make a proof.
const LIMIT_BITS: u32 = 16;

/// Runs all inputs if they are few; the proof, if every run ended normally or in a fault. Goals that
/// a run reached before it faulted are feasible all the same: the caller looks at the crashes.
///
/// `is_closed` says that nothing but its arguments decides what the function does: it reads no
/// variable that survives a call, and calls nothing without a body.
pub fn proof(
    evaluator: &mut Evaluator<'_>,
    entries: &[Arc<ShapeEntry>],
    factory: &ShapeFactory<'_>,
    is_closed: bool,
) -> Option<String> {
    let [entry] = entries else { return None };
    let bits: u32 = entry.kinds.iter().map(LeafKind::bits).sum();
    let structure = evaluator.structure;
    let all_covered = evaluator.archive.covered_count() == structure.goals.len();
    let is_closed = is_closed
        && entry.slots.is_empty()
        && entry.shape.stub_returns.is_empty()
        && factory.globals.is_empty();
    if all_covered || !is_closed || bits > LIMIT_BITS || has_untouchable_inputs(entry) {
        return None;
    }
    for combination in 0..1u64 << bits {
        if evaluator.clock.interrupted() {
            return None;
        }
        let leaves = leaves_of(&entry.kinds, combination);
        let verdict = evaluator.evaluate(entry, &leaves, false);
        let decided = matches!(
            verdict.result.ending,
            Ending::Returned | Ending::Exited(_) | Ending::Aborted | Ending::Fault(_)
        );
        if !decided || evaluator.harness.stub_calls().iter().any(|&(_, calls)| calls > 0) {
            return None;
        }
    }
    Some(match bits {
        0 => "the function has no inputs, and its only execution does not reach it".to_owned(),
        _ => format!("all {} inputs were run, and none reaches it", 1u64 << bits),
    })
}

/// Arguments of types that a test cannot choose.
fn has_untouchable_inputs(entry: &ShapeEntry) -> bool {
    use trine_testcase::test_case::{Argument, Statement};
    entry.skeleton.statements.iter().any(|statement| match statement {
        Statement::Call { args, .. } => args.iter().any(|argument| matches!(argument, Argument::Zero(_))),
        _ => false,
    })
}

fn leaves_of(kinds: &[LeafKind], mut combination: u64) -> Vec<u128> {
    let mut leaves = Vec::with_capacity(kinds.len());
    for kind in kinds {
        let bits = kind.bits();
        leaves.push(u128::from(combination & ((1 << bits) - 1)));
        combination = combination.checked_shr(bits).unwrap_or(0);
    }
    leaves
}
