//! Elements of arrays that the code under test read: those that a test leaves zero become variables.
//!
//! ```text
//! s1 = Arrays.copyOf(new byte[] {}, 512)        s1 = Arrays.copyOf(new byte[] {}, 512)   s1[257] = 0   s1[258] = 0
//! s2 = Header.parse(s1)                    →    s2 = Header.parse(s1)
//! ```
//!
//! The run is the same, and what depended on those elements can be solved for.
//!
//! Source: Galeotti, Fraser and Arcuri (2013, section 3) expand a test before its symbolic run, so that every use has a variable of its own.
//! Deviation: of arrays that are zero but for their first elements only what decided a branch is expanded.
//!
//! Not handled: elements that were copied piece by piece before they were read.

use super::domain::HeapDomain;
use super::facts::{Fact, FactId};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use trine_ir::objects::ELEMENTS_OFFSET;
use trine_sequences::draft::Draft;
use trine_testcase::objects::{Action, Operand, Primitive, Sequence, Step, StepId, TypeUse};

/// Elements that become variables because of one branch, and of one run.
const MAX_OF_BRANCH: usize = 16;
const MAX_OF_RUN: usize = 64;

/// Facts that are followed for one branch.
const MAX_FOLLOWED: usize = 500;

/// Copies of blocks that an element is followed through.
const MAX_COPIES: usize = 4;

/// An array that a call of a test gives, zero behind its first elements.
#[derive(Clone, Copy, Debug)]
struct Padded {
    step: StepId,
    element: Primitive,
    /// Its first elements, which the test lists.
    listed: u64,
    address: u64,
    length: u64,
}

/// The arrays of a sequence that are copied to a length.
fn padded(sequence: &Sequence, values: &[u64]) -> Vec<Padded> {
    let steps = &sequence.steps.steps;
    let one = |(step, action, ty): (StepId, &Action, Option<&TypeUse>)| {
        let (Action::Call { receiver: None, args, .. }, TypeUse::Array(element)) = (action, ty?) else {
            return None;
        };
        let ([Operand::Step(from), Operand::Leaf(count)], TypeUse::Primitive(element)) =
            (&args[..], &**element)
        else {
            return None;
        };
        let Action::Array { elements } = &steps[*from].action else { return None };
        let length = u64::try_from(sequence.leaf(*count) as u32 as i32).ok()?;
        let address = values.get(step.0 as usize).copied().filter(|&address| address != 0)?;
        Some(Padded { step, element: *element, listed: elements.len() as u64, address, length })
    };
    steps.iter_enumerated().filter_map(|(id, step)| one((id, &step.action, step.ty.as_ref()))).collect()
}

/// Whether a sequence has such arrays.
pub(super) fn has_padded(sequence: &Sequence) -> bool {
    let is_padded = |step: &Step| {
        matches!(&step.action, Action::Call { receiver: None, args, .. }
            if matches!(args[..], [Operand::Step(_), Operand::Leaf(_)]))
            && matches!(&step.ty, Some(TypeUse::Array(element)) if matches!(**element, TypeUse::Primitive(_)))
    };
    sequence.steps.steps.iter().any(is_padded)
}

/// The sequence with assignments of zero to elements that decided branches of its run; `None` where there are none.
pub(super) fn expanded(sequence: &Sequence, values: &[u64], domain: &HeapDomain) -> Option<Sequence> {
    let arrays = padded(sequence, values);
    let mut found: BTreeMap<StepId, (Primitive, Vec<u32>)> = BTreeMap::new();
    let mut left = MAX_OF_RUN;
    for way in &domain.order {
        let facts = domain.decisions[way].iter().flat_map(|decision| decision.facts.iter().copied());
        let mut of_branch = MAX_OF_BRANCH.min(left);
        for address in read(domain, facts) {
            let Some((array, index)) = place(&arrays, domain, address) else { continue };
            let is_set = |action: &Action| matches!(action, Action::SetElement { array: of, index: at, .. } if (*of, *at) == (array.step, index));
            let (_, indices) = found.entry(array.step).or_insert((array.element, Vec::new()));
            if of_branch == 0
                || indices.contains(&index)
                || sequence.steps.steps.iter().any(|step| is_set(&step.action))
            {
                continue;
            }
            indices.push(index);
            (of_branch, left) = (of_branch - 1, left - 1);
        }
    }
    if left == MAX_OF_RUN {
        return None;
    }
    let mut draft = Draft::new(sequence);
    // From the last array on, so that steps before keep their numbers.
    for (array, (element, mut indices)) in found.into_iter().rev() {
        indices.sort_unstable();
        // Behind those that were set before.
        let is_of_array =
            |step: &Step| matches!(step.action, Action::SetElement { array: of, .. } if of == array);
        let first = array.0 as usize + 1;
        let set = draft.steps[first..].iter().take_while(|step| is_of_array(step)).count();
        draft.insert_at(first + set, |draft| {
            for index in indices {
                let leaf = draft.leaf(element.leaf_kind(), "", 0);
                draft.push(Action::SetElement { array, index, value: Operand::Leaf(leaf) }, None);
            }
        });
    }
    Some(draft.finish())
}

/// Addresses of the numbers that facts consist of.
fn read(domain: &HeapDomain, facts: impl Iterator<Item = FactId>) -> Vec<u64> {
    let mut waiting: Vec<FactId> = facts.collect();
    waiting.reverse();
    let (mut followed, mut addresses) = (FxHashSet::default(), Vec::new());
    while let Some(fact) = waiting.pop() {
        if followed.len() >= MAX_FOLLOWED || !followed.insert(fact) {
            continue;
        }
        match domain.facts.get(fact) {
            Fact::Both(a, b) => waiting.extend([b, a]),
            Fact::Field { object, offset, is_reference: false, .. } => addresses.push(object + offset),
            _ => {}
        }
    }
    addresses
}

/// The array, and the position in it behind its first elements, of what is at an address or was copied there.
fn place<'a>(arrays: &'a [Padded], domain: &HeapDomain, address: u64) -> Option<(&'a Padded, u32)> {
    let mut address = address;
    for _ in 0..=MAX_COPIES {
        let inside = arrays.iter().find_map(|array| {
            let offset = address.checked_sub(array.address + ELEMENTS_OFFSET)?;
            let index = offset / bytes(array.element);
            (index >= array.listed && index < array.length).then_some((array, index as u32))
        });
        if inside.is_some() {
            return inside;
        }
        let copy =
            domain.copies.iter().rev().find(|copy| (copy.to..copy.to + copy.length).contains(&address))?;
        address = copy.from + (address - copy.to);
    }
    None
}

/// The size of an element.
fn bytes(of: Primitive) -> u64 {
    match of {
        Primitive::Boolean | Primitive::Byte => 1,
        Primitive::Char | Primitive::Short => 2,
        Primitive::Int | Primitive::Float => 4,
        Primitive::Long | Primitive::Double => 8,
    }
}

/// The sequence without assignments of zero to elements that are zero: of those the expansion made, what a model left as it was.
pub(super) fn without_zeros(sequence: &Sequence) -> Sequence {
    let steps = &sequence.steps.steps;
    let is_needless = |action: &Action| match action {
        Action::SetElement { array, value: Operand::Leaf(leaf), .. } => {
            sequence.leaf(*leaf) == 0 && matches!(steps[*array].action, Action::Call { .. })
        }
        _ => false,
    };
    let keep: Vec<bool> = steps.iter().map(|step| !is_needless(&step.action)).collect();
    if keep.iter().all(|&kept| kept) {
        return sequence.clone();
    }
    let mut draft = Draft::new(sequence);
    draft.retain(&keep);
    draft.finish()
}
