//! How sequences change: insertion, deletion, change, crossover; each with repair, so that what comes out holds.
//!
//! Source: Fraser and Arcuri, TSE 2013, 4.2: a statement is deleted with probability 1/n, changed with probability 1/n, and calls are
//! inserted with probability 1/2, 1/4, …; an insertion is a call on the class under test or on a value that the sequence uses
//! already. Deviations: exactly one of the three kinds is tried first with equal chances and others follow with chance 1/3, so that
//! no offspring is a copy; a call is never inserted behind a step that threw, where it would not be reached.

use crate::check::check_step;
use crate::cluster::{Answered, Cluster};
use crate::draft::{Draft, step_id};
use crate::leaves::{mutate_leaf, mutate_text, random_text, random_value};
use crate::make::{MAX_STEPS, Maker};
use crate::solve::{formals, operand_type};
use trine_base::Stream;
use trine_testcase::objects::{Action, MemberId, Operand, Sequence, Step, StepId, TypeUse};

/// A call under test is of a member in whose body goals are open with this probability.
const WANTED: f64 = 0.6;

/// A call that is for an object of a class without a name for tests is one on such an object that is there with this probability, where
/// there is one.
const REUSED: f64 = 0.5;

/// What a call gives takes the place of its receiver, where it is of its type, with this probability.
const FLUENT: f64 = 0.7;

/// Changes sequences at random.
#[derive(Debug)]
pub struct Operators<'c, 'a, 'r> {
    /// Who makes what.
    pub cluster: &'c Cluster<'a>,
    /// All its randomness.
    pub rng: &'r mut Stream,
    /// Sequences grow no longer than this.
    pub max_steps: usize,
}

impl Operators<'_, '_, '_> {
    pub(crate) fn maker(&mut self) -> Maker<'_, '_, '_> {
        Maker { cluster: self.cluster, rng: self.rng }
    }

    /// A new sequence of a few calls on the classes under test.
    pub fn random(&mut self) -> Sequence {
        let mut draft = Draft::default();
        let calls = 1 + self.rng.below(6);
        for _ in 0..calls {
            self.insert(&mut draft, None);
        }
        draft.finish()
    }

    /// A changed copy. `threw` is the step at which the parent ended early.
    pub fn mutate(&mut self, parent: &Sequence, threw: Option<StepId>) -> Sequence {
        let mut draft = Draft::new(parent);
        let mut threw = threw;
        // A test that ends early gains nothing from calls behind: often the step goes, or its operands change.
        if let Some(step) = threw.filter(|step| (step.0 as usize) < draft.steps.len())
            && self.rng.chance(0.4)
        {
            if self.rng.chance(0.5) {
                self.delete(&mut draft, step.0 as usize);
            } else {
                self.change(&mut draft, step.0 as usize);
            }
            threw = None;
        }
        let first = self.rng.below(3);
        for kind in 0..3 {
            if kind != first && !self.rng.chance(1.0 / 3.0) {
                continue;
            }
            match kind {
                0 if !draft.steps.is_empty() => {
                    let at = self.rng.position(draft.steps.len());
                    self.delete(&mut draft, at);
                    threw = None;
                }
                1 => self.change_some(&mut draft),
                _ => {
                    let mut chance = 1.0;
                    while self.rng.chance(chance) && draft.steps.len() < self.max_steps {
                        self.insert(&mut draft, threw);
                        chance /= 2.0;
                    }
                }
            }
        }
        if draft.steps.is_empty() {
            self.insert(&mut draft, None);
        }
        draft.finish()
    }

    /// A copy with one or a few leaves changed; the steps stay.
    pub fn mutate_leaves(&mut self, parent: &Sequence) -> Sequence {
        let mut draft = Draft::new(parent);
        let with_leaves: Vec<usize> =
            (0..draft.steps.len()).filter(|&at| has_leaves(&draft.steps[at].action)).collect();
        if with_leaves.is_empty() {
            return self.mutate(parent, None);
        }
        let mut chance = 1.0;
        while self.rng.chance(chance) {
            let at = with_leaves[self.rng.position(with_leaves.len())];
            self.change_leaf(&mut draft, at);
            chance /= 2.0;
        }
        draft.finish()
    }

    /// A copy in which about half of the leaves, one at least, are drawn anew; the steps stay.
    pub fn redraw_leaves(&mut self, parent: &Sequence) -> Sequence {
        let mut draft = Draft::new(parent);
        let is_valued =
            |operand: &Operand| matches!(operand, Operand::Leaf(_) | Operand::Boxed(..) | Operand::Text(_));
        let valued = |step: &Step| step.action.operands().into_iter().filter(|one| is_valued(one)).count();
        let count: usize = draft.steps.iter().map(valued).sum();
        if count == 0 {
            return self.mutate(parent, None);
        }
        let always = self.rng.position(count);
        let mut number = 0;
        for at in 0..draft.steps.len() {
            let mut action = draft.steps[at].action.clone();
            for operand in action.operands_mut().into_iter().filter(|one| is_valued(one)) {
                number += 1;
                if number - 1 != always && self.rng.chance(0.5) {
                    continue;
                }
                let constants = self.cluster.drawn(self.rng);
                if let Operand::Leaf(leaf) | Operand::Boxed(_, leaf) = operand {
                    let kind = draft.kind(*leaf).clone();
                    *draft.value(*leaf) = random_value(&kind, constants, self.rng);
                } else {
                    let text = random_text(constants, self.rng);
                    *operand = draft.text("", &text);
                }
            }
            draft.steps[at].action = action;
        }
        draft.finish()
    }

    /// Inserts a call, before the step that threw if there is one.
    pub fn insert(&mut self, draft: &mut Draft, threw: Option<StepId>) {
        let end = threw.map_or(draft.steps.len(), |step| (step.0 as usize).min(draft.steps.len()));
        let chance = self.cluster.round_trips;
        if chance > 0.0 && self.rng.chance(chance) && self.insert_round_trip(draft, end) {
            return;
        }
        for _ in 0..3 {
            let on_used = end > 0 && self.rng.chance(0.5);
            let before = draft.steps.len();
            match on_used {
                true => self.insert_on_used(draft, end),
                false => self.insert_under_test(draft, end),
            }
            if draft.steps.len() > before {
                return;
            }
        }
    }

    /// A call of a class under test.
    fn insert_under_test(&mut self, draft: &mut Draft, end: usize) {
        let cluster = self.cluster;
        // Members in whose bodies goals are open come first; others make the states that those need.
        let wanted = cluster.wanted.len() + cluster.answered.len();
        let members = match wanted > 0 && self.rng.chance(WANTED) {
            true => match cluster.answered.get(self.rng.position(wanted)) {
                Some(answered) => return self.insert_answered(draft, end, answered),
                None => &cluster.wanted,
            },
            false => &cluster.subjects,
        };
        let Some(member) = self.maker().pick(members) else { return };
        let at = if self.rng.chance(0.7) { end } else { self.rng.position(end + 1) };
        let mut maker = self.maker();
        draft.insert_at(at, |draft| maker.call(draft, member, None, None, 0));
    }

    /// A call that an object of a class that tests cannot name answers: one that the sequence seems to have, or another by the steps that
    /// gave one.
    fn insert_answered(&mut self, draft: &mut Draft, end: usize, answered: &Answered) {
        let giver = |steps: &[Step]| steps.last().and_then(|step| step.action.member());
        let givers: Vec<Option<MemberId>> =
            answered.sequences.iter().map(|giving| giver(giving.steps.steps.as_slice())).collect();
        let is_given = |at: &usize| {
            let member = draft.steps[*at].action.member();
            member.is_some() && givers.contains(&member)
        };
        let there: Vec<usize> = (0..end).filter(is_given).collect();
        let known = if self.rng.chance(REUSED) { self.maker().pick(&there) } else { None };
        let Some(giving) = self.maker().pick(&answered.sequences) else {
            let mut maker = self.maker();
            let Some(member) = maker.pick(&answered.members) else { return };
            draft.insert_at(end, |draft| maker.call(draft, member, None, None, 0));
            return;
        };
        let tail = Draft::new(&giving);
        draft.insert_at(end, |draft| {
            let before = draft.steps.len();
            let object = match known {
                Some(at) => Some(Operand::Step(step_id(at))),
                None => self.append_all(draft, &tail),
            };
            let is_called = object.and_then(|object| {
                let Operand::Step(step) = object else { return None };
                let Some(TypeUse::Class(class)) = &draft.steps[step.0 as usize].ty else { return None };
                let callable = self.cluster.methods(&class.name);
                let members = answered.members.iter().filter(|member| callable.contains(member)).copied();
                let members: Vec<MemberId> = members.collect();
                let mut maker = self.maker();
                let member = maker.pick(&members)?;
                maker.call(draft, member, Some(object), None, 0)
            });
            if is_called.is_none() {
                draft.steps.truncate(before);
            }
        });
    }

    /// Calls `method` on what the step at `at` gives, before the step at `place`. What fluent interfaces give is of the type of their
    /// receiver: steps behind use it in the receiver's place more often than not.
    pub(crate) fn insert_call(
        &mut self,
        draft: &mut Draft,
        place: usize,
        at: usize,
        method: MemberId,
    ) -> bool {
        let mut maker = self.maker();
        let made = draft
            .insert_at(place, |draft| maker.call(draft, method, Some(Operand::Step(step_id(at))), None, 0));
        let Some(made) = made else { return false };
        let called = made.0 as usize;
        let is_fluent = match (&draft.steps[called].ty, &draft.steps[at].ty) {
            (Some(gives), Some(of)) => self.cluster.types.is_subtype(gives, of),
            _ => false,
        };
        if is_fluent && self.rng.chance(FLUENT) {
            let users: Vec<usize> = draft.users(step_id(at)).filter(|&user| user > called).collect();
            for user in users {
                let mut action = draft.steps[user].action.clone();
                for operand in action.operands_mut() {
                    if *operand == Operand::Step(step_id(at)) {
                        *operand = Operand::Step(made);
                    }
                }
                self.set_if_good(draft, user, action);
            }
        }
        true
    }

    pub(crate) fn insert_assignment(
        &mut self,
        draft: &mut Draft,
        place: usize,
        object: StepId,
        field: MemberId,
    ) {
        let cluster = self.cluster;
        let mut maker = self.maker();
        draft.insert_at(place, |draft| {
            let before = draft.steps.len();
            let receiver = Some(Operand::Step(object));
            let action = Action::Set { field, receiver: receiver.clone(), value: Operand::Null };
            let formal = formals(&cluster.types, draft, &action, None)
                .and_then(|formals| formals.last().cloned().flatten());
            let Some(formal) = formal else { return };
            let value = maker.value(draft, &formal, &cluster.member(field).name, 1);
            let step = draft.push(Action::Set { field, receiver, value }, None);
            if check_step(&cluster.types, draft, step.0 as usize).is_err() {
                draft.steps.truncate(before);
            }
        });
    }

    /// Removes the step at `at`; steps that use it use another value, or go with it.
    pub fn delete(&mut self, draft: &mut Draft, at: usize) {
        let id = step_id(at);
        let users: Vec<usize> = draft.users(id).collect();
        for user in users {
            self.replace_in(draft, user, id);
        }
        draft.remove_with_users(at);
    }

    /// Lets the step at `user` use earlier values in the place of what `gone` gives, if there are any that fit.
    fn replace_in(&mut self, draft: &mut Draft, user: usize, gone: StepId) {
        let step = &draft.steps[user];
        let Some(formals) = formals(&self.cluster.types, draft, &step.action, step.ty.as_ref()) else {
            return;
        };
        let mut action = step.action.clone();
        for (operand, formal) in action.operands_mut().into_iter().zip(formals) {
            if *operand != Operand::Step(gone) {
                continue;
            }
            let Some(formal) = formal else { continue };
            let fitting: Vec<Operand> = (0..user)
                .filter(|&at| step_id(at) != gone)
                .filter(|&at| {
                    draft.steps[at].ty.as_ref().is_some_and(|ty| self.cluster.types.is_subtype(ty, &formal))
                })
                .map(|at| Operand::Step(step_id(at)))
                .collect();
            if let Some(other) = self.maker().pick(&fitting) {
                *operand = other;
            }
        }
        self.set_if_good(draft, user, action);
    }

    /// Gives a step another action, if that holds.
    pub(crate) fn set_if_good(&mut self, draft: &mut Draft, at: usize, action: Action) -> bool {
        let old = std::mem::replace(&mut draft.steps[at].action, action);
        let good = check_step(&self.cluster.types, draft, at).is_ok();
        if !good {
            draft.steps[at].action = old;
        }
        good
    }

    /// Changes each step with probability 1/n, at least one.
    fn change_some(&mut self, draft: &mut Draft) {
        let count = draft.steps.len();
        if count == 0 {
            return;
        }
        let mut changed = false;
        let mut at = 0;
        while at < draft.steps.len() {
            if self.rng.chance(1.0 / count as f64) {
                let before = draft.steps.len();
                self.change(draft, at);
                at += draft.steps.len().saturating_sub(before);
                changed = true;
            }
            at += 1;
        }
        if !changed {
            let at = self.rng.position(draft.steps.len());
            self.change(draft, at);
        }
    }

    /// Changes the step at `at`: a leaf, an operand, or the member that it calls.
    pub fn change(&mut self, draft: &mut Draft, at: usize) {
        let action = &draft.steps[at].action;
        match self.rng.below(10) {
            0..6 if has_leaves(action) => self.change_leaf(draft, at),
            0..9 => self.change_operand(draft, at),
            _ => self.change_member(draft, at),
        }
    }

    fn change_leaf(&mut self, draft: &mut Draft, at: usize) {
        let mut action = draft.steps[at].action.clone();
        let with_leaves: Vec<&mut Operand> = action
            .operands_mut()
            .into_iter()
            .filter(|operand| matches!(operand, Operand::Leaf(_) | Operand::Boxed(..) | Operand::Text(_)))
            .collect();
        if with_leaves.is_empty() {
            return;
        }
        let chosen = self.rng.position(with_leaves.len());
        let operand = with_leaves.into_iter().nth(chosen);
        match operand {
            Some(Operand::Leaf(leaf) | Operand::Boxed(_, leaf)) => {
                let constants = self.cluster.drawn(self.rng);
                mutate_leaf(draft, *leaf, constants, self.rng);
            }
            Some(operand) => {
                if let Operand::Text(leaves) = operand {
                    let constants = self.cluster.drawn(self.rng);
                    *operand = mutate_text(draft, leaves, constants, self.rng);
                }
                draft.steps[at].action = action;
            }
            None => {}
        }
    }

    /// Another value for one operand; an array may also grow or shrink.
    fn change_operand(&mut self, draft: &mut Draft, at: usize) {
        let step = draft.steps[at].clone();
        if matches!(step.action, Action::Array { .. }) && self.rng.chance(0.5) {
            return self.resize(draft, at);
        }
        let Some(formals) = formals(&self.cluster.types, draft, &step.action, step.ty.as_ref()) else {
            return;
        };
        if formals.is_empty() {
            return self.change_member(draft, at);
        }
        let chosen = self.rng.position(formals.len());
        let Some(Some(formal)) = formals.get(chosen) else { return };
        let is_receiver = chosen == 0 && has_receiver(&step.action);
        let before = draft.steps.len();
        let mut maker = self.maker();
        let operand = draft.insert_at(at, |draft| {
            let value = maker.value(draft, formal, "", 1);
            match value {
                Operand::Null if is_receiver => maker.reuse(draft, formal).unwrap_or(Operand::Null),
                value => value,
            }
        });
        let at = at + draft.steps.len() - before;
        if is_receiver && !matches!(operand, Operand::Step(_) | Operand::Constant(_)) {
            return;
        }
        let mut action = draft.steps[at].action.clone();
        if let Some(place) = action.operands_mut().into_iter().nth(chosen) {
            *place = operand;
        }
        self.set_if_good(draft, at, action);
    }

    fn resize(&mut self, draft: &mut Draft, at: usize) {
        let Some(TypeUse::Array(element)) = draft.steps[at].ty.clone() else { return };
        let Action::Array { elements } = draft.steps[at].action.clone() else { return };
        if !elements.is_empty() && self.rng.chance(0.4) {
            let gone = self.rng.position(elements.len());
            // Assignments of elements name positions: none may fall off the end.
            let assigned = draft
                .steps
                .iter()
                .any(|step| matches!(step.action, Action::SetElement { array, .. } if array == step_id(at)));
            if let Action::Array { elements } = &mut draft.steps[at].action
                && !assigned
            {
                elements.remove(gone);
            }
            return;
        }
        if elements.len() >= 20 {
            return;
        }
        let before = draft.steps.len();
        let mut maker = self.maker();
        let value = draft.insert_at(at, |draft| maker.value(draft, &element, "", 1));
        let at = at + draft.steps.len() - before;
        let place = self.rng.position(elements.len() + 1);
        if let Action::Array { elements } = &mut draft.steps[at].action {
            elements.insert(place, value);
        }
    }

    /// Another way to make what the step gives.
    fn change_member(&mut self, draft: &mut Draft, at: usize) {
        let Some(ty) = draft.steps[at].ty.clone() else { return };
        if matches!(ty, TypeUse::Primitive(_)) {
            return;
        }
        let before = draft.steps.len();
        let mut maker = self.maker();
        let made = draft.insert_at(at, |draft| maker.fresh(draft, &ty, "", 0));
        let at = at + draft.steps.len() - before;
        let new_type = operand_type(&self.cluster.types, draft, &made);
        if !matches!(made, Operand::Step(_) | Operand::Constant(_)) || new_type.is_none() {
            return;
        }
        let users: Vec<usize> = draft.users(step_id(at)).collect();
        for user in users {
            let mut action = draft.steps[user].action.clone();
            for operand in action.operands_mut() {
                if *operand == Operand::Step(step_id(at)) {
                    *operand = made.clone();
                }
            }
            self.set_if_good(draft, user, action);
        }
        if draft.users(step_id(at)).next().is_none() && !self.is_under_test(draft, at) {
            draft.remove_with_users(at);
        }
    }

    fn is_under_test(&self, draft: &Draft, at: usize) -> bool {
        let member = draft.steps[at].action.member();
        member.is_some_and(|member| self.cluster.is_subject(self.cluster.member(member).class))
    }

    /// The start of `first` and the end of `second`, both cut at the same relative place; what the end used of its own start is
    /// found or made anew.
    pub fn crossover(&mut self, first: &Sequence, second: &Sequence) -> Sequence {
        let cut = self.rng.unit();
        let at = |sequence: &Sequence| (cut * (sequence.steps.steps.len() + 1) as f64) as usize;
        let (first_cut, second_cut) = (at(first), at(second).min(second.steps.steps.len()));
        let mut draft = Draft::new(first);
        let mut keep = vec![true; draft.steps.len()];
        keep.iter_mut().skip(first_cut).for_each(|keep| *keep = false);
        draft.retain(&keep);
        let tail = Draft::new(second);
        let mut moved: Vec<Option<Operand>> = vec![None; tail.steps.len()];
        for step in second_cut..tail.steps.len() {
            if draft.steps.len() >= self.max_steps {
                break;
            }
            moved[step] = self.append(&mut draft, &tail, step, &moved);
        }
        if draft.steps.is_empty() {
            self.insert(&mut draft, None);
        }
        draft.finish()
    }

    /// All of `first`, then all of `second`, which often works on the objects that the first has made: what each reaches, one sequence
    /// may reach. No operator of EvoSuite; crossover cuts both.
    pub fn join(&mut self, first: &Sequence, second: &Sequence) -> Sequence {
        let mut draft = Draft::new(first);
        self.append_all(&mut draft, &Draft::new(second));
        draft.finish()
    }

    /// Appends the steps of `tail`; objects under test may be those that are there. Gives what its last step gives, if that is there.
    fn append_all(&mut self, draft: &mut Draft, tail: &Draft) -> Option<Operand> {
        let mut moved: Vec<Option<Operand>> = vec![None; tail.steps.len()];
        let share = self.rng.chance(0.7);
        for step in 0..tail.steps.len() {
            if draft.steps.len() >= self.max_steps {
                break;
            }
            let made = match (&tail.steps[step].action, &tail.steps[step].ty) {
                (Action::New { .. }, Some(ty)) if share && self.is_under_test(tail, step) => {
                    self.maker().reuse(draft, ty)
                }
                _ => None,
            };
            moved[step] = match made {
                Some(made) => Some(made),
                None => self.append(draft, tail, step, &moved),
            };
        }
        moved.pop().flatten()
    }

    /// Appends a copy of a step of `from`.
    fn append(
        &mut self,
        draft: &mut Draft,
        from: &Draft,
        at: usize,
        moved: &[Option<Operand>],
    ) -> Option<Operand> {
        let cluster = self.cluster;
        let before = draft.steps.len();
        let step = &from.steps[at];
        let formals = formals(&cluster.types, from, &step.action, step.ty.as_ref())?;
        let mut action = step.action.clone();
        if let Action::SetElement { array, .. } = &mut action {
            match &moved[array.0 as usize] {
                Some(Operand::Step(id)) => *array = *id,
                _ => return None,
            }
        }
        let receiver = has_receiver(&action);
        for (position, (operand, formal)) in action.operands_mut().into_iter().zip(formals).enumerate() {
            let copied = match operand {
                Operand::Step(id) => match &moved[id.0 as usize] {
                    Some(known) => known.clone(),
                    None if draft.steps.len() >= MAX_STEPS => Operand::Null,
                    None => {
                        let ty = formal.clone()?;
                        let mut maker = self.maker();
                        match receiver && position == 0 {
                            true => maker.reuse(draft, &ty).unwrap_or_else(|| maker.fresh(draft, &ty, "", 1)),
                            false => maker.value(draft, &ty, "", 1),
                        }
                    }
                },
                Operand::Leaf(leaf) => Operand::Leaf(copy_leaf(draft, from, *leaf)),
                Operand::Boxed(primitive, leaf) => Operand::Boxed(*primitive, copy_leaf(draft, from, *leaf)),
                Operand::Text(leaves) => {
                    let units = from.units(leaves);
                    draft.text("", &units)
                }
                ref other => (*other).clone(),
            };
            *operand = copied;
        }
        let step = draft.push(action, step.ty.clone());
        match check_step(&cluster.types, draft, step.0 as usize) {
            Ok(()) => Some(Operand::Step(step)),
            Err(_) => {
                draft.steps.truncate(before);
                None
            }
        }
    }
}

fn copy_leaf(draft: &mut Draft, from: &Draft, leaf: trine_testcase::LeafId) -> trine_testcase::LeafId {
    let (described, value) = from.described(leaf);
    draft.leaf(described.kind.clone(), &described.name, value)
}

fn has_leaves(action: &Action) -> bool {
    let mut operands = action.operands().into_iter();
    operands.any(|operand| matches!(operand, Operand::Leaf(_) | Operand::Boxed(..) | Operand::Text(_)))
}

/// Whether the first operand is a receiver or an enclosing instance, which is never null.
pub(crate) fn has_receiver(action: &Action) -> bool {
    match action {
        Action::New { outer, .. } => outer.is_some(),
        Action::Call { receiver, .. } | Action::Get { receiver, .. } | Action::Set { receiver, .. } => {
            receiver.is_some()
        }
        _ => false,
    }
}
