//! Arguments that calls gave become literals where a test does not need the calls: `isBlank("\r\n")`, and not a variable that
//! another class's getter filled.
//!
//! What a step gave is known from a run; the test that has it in place keeps what the test is for, or it stays as it was.

use super::runner::UnitRunner;
use trine_sequences::draft::{Draft, step_id};
use trine_testcase::objects::{Expectation, Operand, Seen, Sequence, Shown, StepId};

/// Longer strings are better left to who makes them.
const MAX_LENGTH: usize = 24;

/// The sequence with literals for what steps gave, wherever `holds` of it.
pub(super) fn with_literals(
    runner: &mut UnitRunner,
    sequence: Sequence,
    holds: &mut dyn FnMut(&mut UnitRunner, &Sequence) -> bool,
) -> Sequence {
    let mut best = sequence;
    // What the best one shows; a recording takes many runs.
    let mut shown: Option<Vec<Expectation>> = None;
    let mut at = best.steps.steps.len();
    while at > 0 {
        at -= 1;
        let is_used = Draft::new(&best).users(step_id(at)).next().is_some();
        if !is_used {
            continue;
        }
        let expectations = shown.get_or_insert_with(|| runner.stage.record(&best).1);
        let given = expectations.iter().find(|known| known.shown == Shown::Result(step_id(at)));
        if let Some(candidate) = given.and_then(|given| replaced(&best, step_id(at), &given.seen))
            && holds(runner, &candidate)
        {
            (best, shown) = (candidate, None);
            at = at.min(best.steps.steps.len());
        }
    }
    best
}

/// The sequence whose steps use `seen` in the place of what `step` gives, which goes.
fn replaced(sequence: &Sequence, step: StepId, seen: &Seen) -> Option<Sequence> {
    let mut draft = Draft::new(sequence);
    let users: Vec<usize> = draft.users(step).collect();
    for user in users {
        let mut action = draft.steps[user].action.clone();
        for operand in action.operands_mut() {
            if *operand == Operand::Step(step) {
                *operand = match seen {
                    Seen::Text(units) if units.len() <= MAX_LENGTH => draft.text("", units),
                    Seen::Leaf(kind, bits) => Operand::Leaf(draft.leaf(kind.clone(), "", *bits)),
                    Seen::Boxed(primitive, bits) => {
                        Operand::Boxed(*primitive, draft.leaf(primitive.leaf_kind(), "", *bits))
                    }
                    Seen::Null => Operand::Null,
                    Seen::Constant(member) => Operand::Constant(*member),
                    _ => return None,
                };
            }
        }
        draft.steps[user].action = action;
    }
    let mut keep = vec![true; draft.steps.len()];
    keep[step.0 as usize] = false;
    draft.retain(&keep);
    Some(draft.finish())
}
