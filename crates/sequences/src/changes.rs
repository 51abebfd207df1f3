//! Sequences changed as objects that decided a branch suggest: another operand in one place, or one more call.
//!
//! What is wanted is a suggestion: what cannot be made, or does not fit the type of the place, gives no sequence.

use crate::draft::{Draft, step_id};
use crate::evaluation::{Change, Wanted};
use crate::operators::{Operators, has_receiver};
use crate::solve::{formals, plain};
use trine_testcase::objects::{ClassUse, MemberId, Operand, Sequence, StepId, TypeArgument, TypeUse};

/// New objects of a class that is asked for.
const MAX_NEW: usize = 2;
/// Calls for one change.
const MAX_CALLS: usize = 4;
/// Calls of one member, each with arguments of its own.
const MAX_ARGUMENTS: usize = 2;

impl Operators<'_, '_, '_> {
    /// The sequences that `change` of `sequence` gives.
    pub fn changed(&mut self, sequence: &Sequence, change: &Change) -> Vec<Sequence> {
        match change {
            Change::Operand { step, position, wanted } => {
                self.with_wanted(sequence, *step, *position, wanted)
            }
            Change::Call { before, receivers, members } => {
                self.with_call(sequence, *before, receivers, members)
            }
        }
    }

    fn with_wanted(
        &mut self,
        sequence: &Sequence,
        step: StepId,
        position: usize,
        wanted: &Wanted,
    ) -> Vec<Sequence> {
        let (mut found, at) = (Vec::new(), step.0 as usize);
        let draft = Draft::new(sequence);
        let Some(changed) = draft.steps.get(at) else { return found };
        let formals = formals(&self.cluster.types, &draft, &changed.action, changed.ty.as_ref());
        let Some(formal) = formals.and_then(|formals| formals.get(position).cloned().flatten()) else {
            return found;
        };
        let is_receiver = position == 0 && has_receiver(&changed.action);
        match wanted {
            Wanted::Null if is_receiver => {}
            Wanted::Null => self.with_operand(draft, at, position, Operand::Null, &mut found),
            Wanted::Same(other) => {
                let is_there = !matches!(other, Operand::Step(id) if id.0 as usize >= at);
                if is_there && matches!(other, Operand::Step(_) | Operand::Constant(_)) {
                    self.with_operand(draft, at, position, other.clone(), &mut found);
                }
            }
            Wanted::Instance(name) => {
                for _ in 0..MAX_NEW {
                    if let Some(of) = self.instance_of(name) {
                        self.with_new(&draft, at, position, &of, &mut found);
                    }
                }
            }
            Wanted::Other => {
                self.with_new(&draft, at, position, &formal, &mut found);
                let others = self.known_objects(&draft, at, &formal);
                if let Some(other) = self.maker().pick(&others) {
                    self.with_operand(draft, at, position, other, &mut found);
                }
            }
        }
        found
    }

    /// Objects of a type that need no step: those of earlier steps, and constants.
    fn known_objects(&self, draft: &Draft, at: usize, formal: &TypeUse) -> Vec<Operand> {
        let fits = |&other: &usize| {
            let ty = draft.steps[other].ty.as_ref();
            ty.is_some_and(|ty| self.cluster.types.is_subtype(ty, formal))
        };
        let mut known: Vec<Operand> =
            (0..at).filter(fits).map(|other| Operand::Step(step_id(other))).collect();
        if let TypeUse::Class(class) = formal {
            known.extend(self.cluster.constants_of(&class.name, formal));
        }
        known
    }

    /// The type of objects of a class, whatever its parameters stand for.
    fn instance_of(&self, name: &str) -> Option<TypeUse> {
        let class = &self.cluster.api().classes[self.cluster.types.id(name)?];
        let arguments = vec![TypeArgument::Any; class.type_parameters.len()];
        match arguments.is_empty() {
            true => Some(plain(name)),
            false => Some(TypeUse::Class(ClassUse { name: name.to_owned(), arguments })),
        }
    }

    /// A new object of type `of` in one place.
    fn with_new(
        &mut self,
        draft: &Draft,
        at: usize,
        position: usize,
        of: &TypeUse,
        found: &mut Vec<Sequence>,
    ) {
        let mut changed = draft.clone();
        let before = changed.steps.len();
        let mut maker = self.maker();
        let made = changed.insert_at(at, |draft| maker.fresh(draft, of, "", 1));
        if made != Operand::Null {
            let moved = at + changed.steps.len() - before;
            self.with_operand(changed, moved, position, made, found);
        }
    }

    fn with_call(
        &mut self,
        sequence: &Sequence,
        before: StepId,
        receivers: &[StepId],
        members: &[MemberId],
    ) -> Vec<Sequence> {
        let cluster = self.cluster;
        let mut calls = Vec::new();
        for &receiver in receivers {
            let Some(TypeUse::Class(class)) =
                sequence.steps.steps.get(receiver).and_then(|step| step.ty.as_ref())
            else {
                continue;
            };
            let callable = cluster.methods(&class.name);
            calls.extend(
                members.iter().filter(|member| callable.contains(member)).map(|&member| (receiver, member)),
            );
        }
        let mut found = Vec::new();
        for turn in 0..MAX_CALLS.min(MAX_ARGUMENTS * calls.len()) {
            // The first ones write it themselves; with other arguments they may write something else.
            let at = if self.rng.chance(0.5) { turn % calls.len() } else { self.rng.position(calls.len()) };
            let (receiver, member) = calls[at];
            let mut draft = Draft::new(sequence);
            if self.insert_call(&mut draft, before.0 as usize, receiver.0 as usize, member) {
                found.push(draft.finish());
            }
        }
        found
    }
}
