//! Pointers that the run compared: with null, with each other, with the ends of arrays.
//!
//! Comparisons whose other outcome nothing has shown yet come first, and of these the later ones: they are nearer to where the
//! run turned away from its goal.

use super::Reader;
use crate::shape::{AccessPath, PointerShape, Shape, Slot, SlotKind};
use trine_harness::{Comparison, Pointer, Root};
use trine_testcase::test_case::PlaceRoot;

/// Shapes for the pointers that were compared.
pub(super) fn proposals(reader: &Reader<'_, '_>) -> Vec<Shape> {
    let compared = &reader.run.origins.compared;
    let linked = |slot: usize| compared.iter().any(|one| reader.compares_nodes(one, slot));
    let (open, known): (Vec<_>, Vec<_>) = compared.iter().rev().partition(|one| (reader.run.matters)(one));
    let mut found = Vec::new();
    for comparison in open.into_iter().chain(known) {
        reader.propose(comparison, &mut found, linked);
    }
    found
}

impl Reader<'_, '_> {
    /// One node more in a cycle that `slot` closes at the node of `path`.
    fn longer_cycle(&self, slot: usize, path: &AccessPath) -> Option<Shape> {
        let known = &self.entry.slots[slot];
        let (_, field) = known.path.rsplit_once("->")?;
        let next = format!("{}->{field}", known.path);
        Some(self.with(slot, known.natural.clone()).with(&next, PointerShape::Same(path.clone())))
    }

    /// Whether two pointers were compared of the type that `slot` has: then cycles matter.
    fn compares_nodes(&self, comparison: &Comparison, slot: usize) -> bool {
        let pointee = self.entry.slots[slot].pointee;
        let fits = |pointer: Pointer| {
            self.slot_of(pointer.origin)
                .is_some_and(|slot| self.compatible(self.entry.slots[slot].pointee, pointee))
        };
        comparison.equality && fits(comparison.a) && fits(comparison.b)
    }

    fn propose(&self, comparison: &Comparison, found: &mut Vec<Shape>, linked: impl Fn(usize) -> bool) {
        let Comparison { a, b, equality } = *comparison;
        let (slot_a, slot_b) = (self.slot_of(a.origin), self.slot_of(b.origin));
        for (pointer, slot, other) in [(a, slot_a, b), (b, slot_b, a)] {
            let Some(slot) = slot else { continue };
            match (pointer.address, other.address) {
                (0, _) => {
                    found.extend(self.object_at(slot));
                    found.extend(self.end_of_array(other, slot));
                    if linked(slot) {
                        found.extend(self.back_to(slot));
                    }
                }
                (_, 0) => found.push(self.with(slot, PointerShape::Null)),
                _ => {}
            }
        }
        // The later one first: what it points to need not be there for anything else.
        let both = [(slot_a, a, b), (slot_b, b, a)];
        let in_order = if slot_a > slot_b { both } else { [both[1], both[0]] };
        for (slot, pointer, target) in in_order {
            if let Some(slot) = slot {
                self.join((slot, pointer), target, equality, found);
            }
        }
    }

    /// The end of the array that `target` points into, for a pointer that is null.
    fn end_of_array(&self, target: Pointer, slot: usize) -> Option<Shape> {
        let known = &self.entry.slots[slot];
        let is_object = matches!(known.kind, SlotKind::Object { .. }) && target.address != 0;
        let end = is_object.then(|| self.end(target, known, false)).flatten()?;
        Some(self.with(slot, end))
    }

    /// Makes `slot` point where `target` does, to the end of the same array, or elsewhere again.
    fn join(
        &self,
        (slot, pointer): (usize, Pointer),
        target: Pointer,
        equality: bool,
        found: &mut Vec<Shape>,
    ) {
        let known = &self.entry.slots[slot];
        if !matches!(known.kind, SlotKind::Object { .. }) || target.address == 0 {
            return;
        }
        if pointer.address == target.address {
            if let PointerShape::Same(path) | PointerShape::Place(path) = &known.chosen {
                found.push(self.with(slot, known.natural.clone()));
                found.extend(self.longer_cycle(slot, path));
            }
            return;
        }
        if pointer.address >> 32 != target.address >> 32
            && let Some(end) = self.end(target, known, !equality)
        {
            found.push(self.with(slot, end));
        }
        if equality || pointer.address >> 32 != target.address >> 32 {
            found.extend(self.alias(target, known));
        }
    }

    /// The shape in which a slot points to where `target` points.
    fn alias(&self, target: Pointer, slot: &Slot) -> Option<Shape> {
        let (root, offset) = self.run.harness.place_of(target.address)?;
        if let Root::Object(position) = root
            && let Some((owner, _)) = self.entry.extent(position)
        {
            if offset == 0 && self.compatible(owner.pointee, slot.pointee) {
                return self.shared(slot, owner);
            }
            if !self.comes_before(owner, slot) {
                return None;
            }
        }
        let wanted = self.place_root(root)?;
        let named = self.entry.places.iter().find(|place| {
            place.place.root == wanted
                && place.offset_bytes == offset
                && self.compatible(place.ty, slot.pointee)
                && !place.path.starts_with(&slot.path)
        })?;
        Some(self.entry.shape.with(&slot.path, PointerShape::Place(AccessPath::from(named.path.as_str()))))
    }

    /// The end of the array that `target` points into; if `is_ordered`, which of the two lies behind the other matters, and
    /// the array may be a later pointer's.
    fn end(&self, target: Pointer, slot: &Slot, is_ordered: bool) -> Option<PointerShape> {
        let (Root::Object(position), _) = self.run.harness.place_of(target.address)? else { return None };
        let (owner, before) = self.entry.extent(position)?;
        let is_array = matches!(owner.kind, SlotKind::Object { .. }) && before == 0;
        // What lies in an object is set once those of all pointers are there: `*--*p = 0`, down to `start`.
        let is_passed = !slot.path.contains(['*', '.', '>', '[']);
        let may_wait = is_ordered && !is_passed && !owner.path.starts_with(&slot.path);
        let is_known = self.comes_before(owner, slot) || may_wait;
        let fits = is_array && is_known && self.compatible(owner.pointee, slot.pointee);
        fits.then(|| PointerShape::End(owner.path.as_str().into()))
    }

    fn place_root(&self, root: Root) -> Option<PlaceRoot> {
        match root {
            Root::Object(position) => {
                self.entry.plan.objects.get(position)?.variable.map(PlaceRoot::Variable)
            }
            Root::Global(id) => {
                let symbol = &self.factory.program.globals[id].name;
                let globals = self.api().globals.iter_enumerated();
                let mut found = globals.filter(|(_, variable)| variable.symbol == *symbol);
                found.next().map(|(id, _)| PlaceRoot::Global(id))
            }
        }
    }
}
