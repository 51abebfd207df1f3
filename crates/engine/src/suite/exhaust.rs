//! Proof by exhaustion: when a unit has few enough inputs, all of them are run.
//!
//! Applies when nothing but leaves decides what a run does: no pointer choices beyond those tried,
//! no stubs, and at most 2^16 combinations of leaf values. Every goal that no run reaches is then
//! infeasible, but for what [`crate::suite::run_proof`] finds open; where preconditions narrow the values, it is so under these,
//! and the proof says it.
//! Enumerations count as many values as their width holds, not only the named ones.

use crate::context::evaluator::Evaluator;
use crate::policy::SUITE;
use crate::schedule::clock::Phase;
use crate::suite::run_proof::{AllRuns, MAX_LIMITED, RunProof, is_limit};
use std::sync::Arc;
use trine_harness::Ending;
use trine_inputs::{ShapeEntry, Shapes};
use trine_ir::analysis::Closure;
use trine_record::Argument;
use trine_testcase::LeafRange;

/// Runs all inputs if they are few, and says what that proves.
///
/// `closure` says what else than its arguments decides what the function does, and whether it may depend on what C leaves
/// open: then each run is looked at a second time.
pub(crate) fn proof(
    evaluator: &mut Evaluator<'_>,
    entries: &[Arc<ShapeEntry>],
    factory: &dyn Shapes,
    closure: &Closure,
) -> Option<RunProof> {
    let [entry] = entries else { return None };
    let runs = combinations(entry)?;
    let structure = evaluator.structure;
    let nothing_open = !structure.goals.indices().any(|goal| evaluator.archive.is_open(goal));
    // How many inputs a whole program reads is for its runs to say: that is a matter of paths.
    if nothing_open || evaluator.every_ending_counts || !is_all_that_decides(entry, factory, closure, false) {
        return None;
    }
    let mut reached = structure.new_trace();
    let (mut others, mut limited) = (Vec::new(), 0);
    for combination in 0..runs {
        if evaluator.clock.interrupted() || evaluator.clock.is_over(Phase::Proof) {
            return None;
        }
        let leaves = leaves_of(entry, combination);
        let verdict = evaluator.evaluate(entry, &leaves, false);
        // What hardware answers is an input that no list of leaves holds yet.
        let unmet_requests = evaluator.harness.unmet_requests(&entry.plan);
        if !(unmet_requests.registers.is_empty() && unmet_requests.volatile.is_empty()) {
            return None;
        }
        reached.merge(evaluator.last_trace());
        match verdict.result.ending {
            Ending::Returned | Ending::Exited(_) | Ending::Aborted => {}
            ending => {
                limited += u64::from(is_limit(&ending));
                others.push(combination);
            }
        }
        if limited > MAX_LIMITED {
            break;
        }
    }
    let within_preconditions = entry.ranges.iter().any(Option::is_some);
    let all = AllRuns {
        entry,
        argument: Argument::ExhaustedInputs { runs, within_preconditions },
        for_all_inputs: false,
        may_depend_on_layout: closure.may_depend_on_layout,
        reached,
        is_complete: limited <= MAX_LIMITED,
    };
    match closure.may_depend_on_layout && all.is_complete {
        true => all.proof(evaluator, (0..runs).map(|at| leaves_of(entry, at))),
        false => all.proof(evaluator, others.into_iter().map(|at| leaves_of(entry, at))),
    }
}

/// Whether the leaves of `entry` are all that decides what a run does. Answers of stubs are, where they are the inputs of a
/// whole program: a run that uses them up is for the caller to see to.
#[must_use]
pub fn is_all_that_decides(
    entry: &ShapeEntry,
    factory: &dyn Shapes,
    closure: &Closure,
    is_program: bool,
) -> bool {
    closure.is_closed()
        && entry.slots.is_empty()
        && (is_program || entry.shape.stub_returns.is_empty())
        && !factory.sets_globals()
        && !has_untouchable_inputs(entry)
}

/// Number of inputs; `None` when they are too many.
fn combinations(entry: &ShapeEntry) -> Option<u64> {
    let mut counts = (0..entry.kinds.len()).map(|leaf| values(entry, leaf));
    counts.try_fold(1u64, |product, count| {
        product.checked_mul(count?).filter(|&runs| runs <= SUITE.max_exhaustive_runs)
    })
}

/// Number of values of a leaf; `None` when they are too many to count.
fn values(entry: &ShapeEntry, leaf: usize) -> Option<u64> {
    match entry.ranges[leaf] {
        Some(range) => range.count(),
        None => 1u64.checked_shl(entry.kinds[leaf].bits()),
    }
}

/// Arguments of types that a test cannot choose.
fn has_untouchable_inputs(entry: &ShapeEntry) -> bool {
    use trine_testcase::test_case::{Argument, Statement};
    entry.skeleton.statements.iter().any(|statement| match statement {
        Statement::Call { args, .. } => args.iter().any(|argument| matches!(argument, Argument::Zero(_))),
        _ => false,
    })
}

fn leaves_of(entry: &ShapeEntry, mut combination: u64) -> Vec<u128> {
    let mut leaves = Vec::with_capacity(entry.kinds.len());
    for (leaf, kind) in entry.kinds.iter().enumerate() {
        let count = values(entry, leaf).unwrap_or(1);
        let (rest, position) = (combination / count, combination % count);
        leaves.push(match entry.ranges[leaf] {
            Some(LeafRange::Int { low, .. }) => kind.from_int(low + i128::from(position)),
            _ => u128::from(position),
        });
        combination = rest;
    }
    leaves
}
