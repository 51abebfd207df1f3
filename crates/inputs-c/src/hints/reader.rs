//! What sources of hints read: a run of an entry, and the changes of shape that several of them propose.

use crate::shape::{PointerShape, Shape, Slot, SlotKind};
use crate::shapes::ShapeFactory;
use trine_harness::Source;
use trine_inputs::{ShapeEntry, TracedRun};
use trine_testcase::api::ApiModel;
use trine_testcase::types::TypeId;

/// Earlier nodes that a pointer is led back to, at most.
const MAX_BACK: usize = 5;

/// A traced run of an entry.
pub struct Reader<'r, 'a> {
    /// What builds its shapes.
    pub factory: &'r ShapeFactory<'a>,
    /// The entry.
    pub entry: &'r ShapeEntry,
    /// The run.
    pub run: &'r TracedRun<'r, 'a>,
}

impl Reader<'_, '_> {
    pub(super) fn api(&self) -> &ApiModel {
        self.factory.api
    }

    pub(super) fn slot_of(&self, origin: Option<Source>) -> Option<usize> {
        origin?;
        self.entry.slots.iter().position(|slot| slot.source == origin)
    }

    pub(super) fn with(&self, slot: usize, choice: PointerShape) -> Shape {
        self.entry.shape.with(&self.entry.slots[slot].path, choice)
    }

    pub(super) fn object_at(&self, slot: usize) -> Option<Shape> {
        let Slot { kind, natural, .. } = &self.entry.slots[slot];
        let may = matches!(kind, SlotKind::Object { .. } | SlotKind::Function { .. });
        may.then(|| self.with(slot, natural.clone()))
    }

    /// Aliases for a pointer inside of a linked structure: back along the way that leads to it, then
    /// to other nodes before it.
    pub(super) fn back_to(&self, slot: usize) -> Vec<Shape> {
        let known = &self.entry.slots[slot];
        if !known.path.contains("->") {
            return Vec::new();
        }
        let is_fit = |owner: &&Slot| {
            matches!(owner.chosen, PointerShape::Fresh(_)) && self.compatible(owner.pointee, known.pointee)
        };
        let before = self.entry.slots[..slot].iter().rev().filter(is_fit);
        let on_the_way = |owner: &&Slot| known.path.starts_with(&format!("{}->", owner.path));
        let (mut owners, others): (Vec<_>, Vec<_>) = before.partition(on_the_way);
        // The node before its own is the likeliest: lists that are linked both ways.
        if owners.len() > 1 {
            owners.swap(0, 1);
        }
        let later = self.entry.slots[slot + 1..].iter().filter(is_fit);
        let chosen = owners.into_iter().chain(others).take(MAX_BACK).chain(later.take(MAX_BACK));
        chosen.filter_map(|owner| self.shared(known, owner)).collect()
    }

    /// The shape in which `slot` points to the object of `owner`: the later of the two is the alias.
    pub(super) fn shared(&self, slot: &Slot, owner: &Slot) -> Option<Shape> {
        let alias = |path: &str| PointerShape::Same(path.into());
        if self.comes_before(owner, slot) {
            return Some(self.entry.shape.with(&slot.path, alias(&owner.path)));
        }
        let is_inside = owner.path.starts_with(&slot.path);
        let both =
            || self.entry.shape.with(&slot.path, owner.chosen.clone()).with(&owner.path, alias(&slot.path));
        (!is_inside).then(both)
    }

    pub(super) fn comes_before(&self, owner: &Slot, slot: &Slot) -> bool {
        let position = |wanted: &Slot| self.entry.slots.iter().position(|one| one.path == wanted.path);
        position(owner) < position(slot)
    }

    pub(super) fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        crate::shape::compatible(self.api(), a, b)
    }
}
