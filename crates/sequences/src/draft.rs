//! A sequence while it is changed: steps and leaves that operators edit freely, numbered anew when it is done.

use std::sync::Arc;
use trine_base::IndexVec;
use trine_testcase::objects::{Action, Operand, Primitive, Sequence, Step, StepId, Steps, TypeUse};
use trine_testcase::{Leaf, LeafId, LeafKind};

/// A sequence that is being changed. Leaves that no operand uses any more may be left in it.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// The steps so far.
    pub steps: Vec<Step>,
    /// Steps that come behind those that are being added; what they use is numbered as if nothing were added.
    behind: Vec<Step>,
    /// Leaves with their values.
    leaves: Vec<(Leaf, u128)>,
}

impl Draft {
    /// A copy of `sequence`.
    #[must_use]
    pub fn new(sequence: &Sequence) -> Self {
        let leaves = sequence.steps.leaves.iter().cloned().zip(sequence.leaves.iter().copied());
        let steps = sequence.steps.steps.iter().cloned().collect();
        Self { steps, behind: Vec::new(), leaves: leaves.collect() }
    }

    /// The id of the next step.
    #[must_use]
    pub fn next(&self) -> StepId {
        StepId(self.steps.len() as u32)
    }

    /// Adds a step.
    pub fn push(&mut self, action: Action, ty: Option<TypeUse>) -> StepId {
        let id = self.next();
        self.steps.push(Step { action, ty });
        id
    }

    /// Adds the steps of another sequence, and tells which step is now what `step` was there.
    pub fn append(&mut self, other: &Sequence, step: StepId) -> StepId {
        let (first_step, first_leaf) = (self.steps.len() as u32, self.leaves.len() as u32);
        let leaves = other.steps.leaves.iter().cloned().zip(other.leaves.iter().copied());
        self.leaves.extend(leaves);
        for step in &other.steps.steps {
            let mut step = step.clone();
            for_each_step(&mut step.action, |id| id.0 += first_step);
            for operand in step.action.operands_mut() {
                match operand {
                    Operand::Leaf(leaf) | Operand::Boxed(_, leaf) => leaf.0 += first_leaf,
                    Operand::Text(units) => units.iter_mut().for_each(|leaf| leaf.0 += first_leaf),
                    _ => {}
                }
            }
            self.steps.push(step);
        }
        StepId(first_step + step.0)
    }

    /// A new leaf.
    pub fn leaf(&mut self, kind: LeafKind, name: &str, value: u128) -> LeafId {
        let id = LeafId(self.leaves.len() as u32);
        self.leaves.push((Leaf { kind, name: name.to_owned() }, value));
        id
    }

    /// The value of a leaf, to change.
    pub fn value(&mut self, leaf: LeafId) -> &mut u128 {
        &mut self.leaves[leaf.0 as usize].1
    }

    /// The kind of a leaf.
    #[must_use]
    pub fn kind(&self, leaf: LeafId) -> &LeafKind {
        &self.leaves[leaf.0 as usize].0.kind
    }

    /// A leaf with its value.
    #[must_use]
    pub fn described(&self, leaf: LeafId) -> (&Leaf, u128) {
        let (leaf, value) = &self.leaves[leaf.0 as usize];
        (leaf, *value)
    }

    /// A string operand of these UTF-16 units.
    pub fn text(&mut self, name: &str, units: &[u16]) -> Operand {
        let kind = Primitive::Char.leaf_kind();
        Operand::Text(units.iter().map(|&unit| self.leaf(kind.clone(), name, u128::from(unit))).collect())
    }

    /// The units of a string operand's leaves.
    #[must_use]
    pub fn units(&self, leaves: &[LeafId]) -> Vec<u16> {
        leaves.iter().map(|leaf| self.leaves[leaf.0 as usize].1 as u16).collect()
    }

    /// Numbers and strings that the steps use as objects, those behind what is being added included.
    pub fn plain_objects(&self) -> impl Iterator<Item = &Operand> {
        let operands = self.steps.iter().chain(&self.behind).flat_map(|step| step.action.operands());
        operands.filter(|operand| matches!(operand, Operand::Boxed(..) | Operand::Text(_)))
    }

    /// Puts the steps that `make` adds before the step at `at`: it sees the steps before that only. What it gives is passed on.
    pub fn insert_at<T>(&mut self, at: usize, make: impl FnOnce(&mut Self) -> T) -> T {
        let behind = self.steps.split_off(at.min(self.steps.len()));
        let further = std::mem::replace(&mut self.behind, behind);
        let made = make(self);
        let behind = std::mem::replace(&mut self.behind, further);
        let from = at as u32;
        let added = self.steps.len() as u32 - from;
        self.steps.extend(behind);
        if added > 0 {
            for step in self.steps.iter_mut().skip((from + added) as usize) {
                shift(&mut step.action, from, added);
            }
        }
        made
    }

    /// Removes the steps that `keep` does not name; nothing that is kept may use them.
    pub fn retain(&mut self, keep: &[bool]) {
        let mut next = 0;
        let ids: Vec<u32> = keep
            .iter()
            .map(|&kept| {
                next += u32::from(kept);
                next.saturating_sub(1)
            })
            .collect();
        let mut at = 0;
        self.steps.retain(|_| {
            at += 1;
            keep[at - 1]
        });
        for step in &mut self.steps {
            for_each_step(&mut step.action, |id| id.0 = ids[id.0 as usize]);
        }
    }

    /// The same steps in another order, given by their positions now; none may come before one that it uses.
    #[must_use]
    pub fn reordered(mut self, order: &[usize]) -> Self {
        let mut ids = vec![0; order.len()];
        for (to, &from) in order.iter().enumerate() {
            ids[from] = to as u32;
        }
        self.steps = order.iter().map(|&from| self.steps[from].clone()).collect();
        for step in &mut self.steps {
            for_each_step(&mut step.action, |id| id.0 = ids[id.0 as usize]);
        }
        self
    }

    /// Which steps use what the step `id` gives.
    pub fn users(&self, id: StepId) -> impl Iterator<Item = usize> {
        let behind = self.steps.iter().enumerate().skip(id.0 as usize + 1);
        behind.filter(move |(_, step)| uses(&step.action, id)).map(|(at, _)| at)
    }

    /// Removes the step at `at` and all that use it, directly or not.
    pub fn remove_with_users(&mut self, at: usize) {
        let mut keep = vec![true; self.steps.len()];
        keep[at] = false;
        for behind in at + 1..self.steps.len() {
            let action = &self.steps[behind].action;
            keep[behind] = !(0..behind).any(|used| !keep[used] && uses(action, StepId(used as u32)));
        }
        self.retain(&keep);
    }

    /// The sequence: leaves numbered in the order of their use, those that nothing uses left out.
    #[must_use]
    pub fn finish(mut self) -> Sequence {
        let mut leaves = IndexVec::new();
        let mut values = Vec::new();
        let mut take = |leaf: &mut LeafId| {
            let (described, value) = self.leaves[leaf.0 as usize].clone();
            *leaf = leaves.push(described);
            values.push(value);
        };
        for step in &mut self.steps {
            for operand in step.action.operands_mut() {
                match operand {
                    Operand::Leaf(leaf) | Operand::Boxed(_, leaf) => take(leaf),
                    Operand::Text(units) => units.iter_mut().for_each(&mut take),
                    _ => {}
                }
            }
        }
        let steps = Steps { steps: IndexVec::from_vec(self.steps), leaves };
        Sequence { steps: Arc::new(steps), leaves: values }
    }
}

/// Whether an action uses what the step `id` gives.
#[must_use]
pub fn uses(action: &Action, id: StepId) -> bool {
    action.operands().into_iter().any(|operand| *operand == Operand::Step(id))
        || matches!(action, Action::SetElement { array, .. } if *array == id)
}

/// Calls `change` with all steps that an action names.
pub fn for_each_step(action: &mut Action, mut change: impl FnMut(&mut StepId)) {
    if let Action::SetElement { array, .. } = action {
        change(array);
    }
    for operand in action.operands_mut() {
        if let Operand::Step(id) = operand {
            change(id);
        }
    }
}

fn shift(action: &mut Action, from: u32, by: u32) {
    for_each_step(action, |id| {
        if id.0 >= from {
            id.0 += by;
        }
    });
}

/// The id of the step at a position.
#[must_use]
pub fn step_id(at: usize) -> StepId {
    StepId(at as u32)
}
