//! The ways in which one method can be called: sequences that end in the call, with different steps before it.
//!
//! Who enumerates paths varies the leaves of a sequence; which objects there are, and which references are null, is a matter of its steps.

use crate::check::check;
use crate::cluster::Cluster;
use crate::draft::Draft;
use crate::make::Maker;
use trine_base::Stream;
use trine_testcase::LeafId;
use trine_testcase::objects::{Action, MemberId, Operand, Sequence};

/// Calls that are made to find different ones.
const ATTEMPTS: usize = 48;

/// Ways of calling a method.
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    /// Sequences that end in the call, the shortest first.
    pub sequences: Vec<Sequence>,
    /// Whether there are no others, whatever is done before the call: nothing but numbers goes into it.
    pub is_complete: bool,
}

/// Ways of calling `member`, `most` at most.
pub fn shapes(cluster: &Cluster<'_>, member: MemberId, rng: &mut Stream, most: usize) -> Shapes {
    let mut found: Vec<Sequence> = Vec::new();
    for _ in 0..ATTEMPTS {
        let mut draft = Draft::default();
        if (Maker { cluster, rng }).call(&mut draft, member, None, None, 0).is_none() {
            continue;
        }
        let sequence = with_zeros(draft);
        let is_new = found.iter().all(|known| known.steps.steps != sequence.steps.steps);
        if is_new && check(cluster.api(), &sequence).is_ok() {
            found.push(sequence);
        }
    }
    let is_complete = found.len() == 1 && found.iter().all(takes_numbers_alone);
    found.sort_by_key(|sequence| (sequence.steps.steps.len(), sequence.leaves.len()));
    found.truncate(most);
    Shapes { sequences: found, is_complete }
}

/// The sequence with 0 for every number: a loop that one of them bounds is left at once.
fn with_zeros(mut draft: Draft) -> Sequence {
    let numbers: Vec<LeafId> = draft
        .steps
        .iter()
        .flat_map(|step| step.action.operands())
        .filter_map(|operand| match operand {
            Operand::Leaf(leaf) | Operand::Boxed(_, leaf) => Some(*leaf),
            _ => None,
        })
        .collect();
    numbers.into_iter().for_each(|leaf| *draft.value(leaf) = 0);
    draft.finish()
}

/// Whether a sequence is one call, of a static method or a constructor, whose arguments are numbers.
fn takes_numbers_alone(sequence: &Sequence) -> bool {
    let [step] = sequence.steps.steps.as_slice() else { return false };
    let is_alone = match &step.action {
        Action::Call { receiver, .. } => receiver.is_none(),
        Action::New { outer, .. } => outer.is_none(),
        _ => false,
    };
    is_alone && step.action.operands().iter().all(|operand| matches!(operand, Operand::Leaf(_)))
}
