//! What a run says about better shapes: pointers it compared, null pointers it met.
//!
//! | the run | the shape |
//! |---|---|
//! | met a null pointer of the test and faulted, or compared it with null | an object there |
//! | compared a pointer of the test with null, and it was not | null there |
//! | compared two pointers | the later one points where the earlier one does |
//! | anything, over a union | another member |
//! | compared or subtracted pointers into two arrays, or one that is null | the later one, or the null one, is the end of the other array |
//!
//! Later comparisons come first: they are nearer to where the run turned away from its goal.

use crate::shape::{AccessPath, PointerShape, Shape, Slot, SlotKind};
use crate::shapes::ShapeFactory;
use trine_harness::{Comparison, Harness, Pointer, Root, Source};
use trine_inputs::{ShapeEntry, TracedRun};
use trine_testcase::api::ApiModel;
use trine_testcase::test_case::PlaceRoot;
use trine_testcase::types::TypeId;

/// Shapes proposed from one run, at most.
const MAX_PROPOSALS: usize = 24;

/// Earlier nodes that a pointer is led back to, at most.
const MAX_BACK: usize = 5;

/// Shapes that the last traced run of `entry` suggests, best first.
pub fn proposals(factory: &ShapeFactory<'_>, entry: &ShapeEntry, run: &TracedRun<'_, '_>) -> Vec<Shape> {
    let TracedRun { harness, origins, faulted, matters } = *run;
    let reader = Reader { factory, entry, harness };
    let mut found = Vec::new();
    let nulls = || origins.nulls.iter().rev().filter_map(|&source| reader.slot_of(Some(source)));
    if faulted {
        for slot in nulls().take(2) {
            found.extend(reader.object_at(slot));
            found.extend(reader.back_to(slot));
        }
    }
    let linked = |slot: usize| origins.compared.iter().any(|one| reader.compares_nodes(one, slot));
    let (open, known): (Vec<_>, Vec<_>) = origins.compared.iter().rev().partition(|one| matters(one));
    for comparison in open.into_iter().chain(known) {
        reader.propose(comparison, &mut found, linked);
    }
    for slot in entry.slots.iter().filter(|slot| matches!(slot.kind, SlotKind::Union { .. })) {
        let others = slot.alternatives().into_iter();
        found.extend(others.map(|member| entry.shape.with(&slot.path, member)));
    }
    let mut shapes: Vec<Shape> = Vec::new();
    for shape in found {
        if shape != entry.shape && !shapes.contains(&shape) && shapes.len() < MAX_PROPOSALS {
            shapes.push(shape);
        }
    }
    shapes
}

struct Reader<'r, 'a> {
    factory: &'r ShapeFactory<'a>,
    entry: &'r ShapeEntry,
    harness: &'r Harness<'a>,
}

impl Reader<'_, '_> {
    fn api(&self) -> &ApiModel {
        self.factory.api
    }

    fn slot_of(&self, origin: Option<Source>) -> Option<usize> {
        origin?;
        self.entry.slots.iter().position(|slot| slot.source == origin)
    }

    fn with(&self, slot: usize, choice: PointerShape) -> Shape {
        self.entry.shape.with(&self.entry.slots[slot].path, choice)
    }

    fn object_at(&self, slot: usize) -> Option<Shape> {
        let Slot { kind, natural, .. } = &self.entry.slots[slot];
        let may = matches!(kind, SlotKind::Object { .. } | SlotKind::Function { .. });
        may.then(|| self.with(slot, natural.clone()))
    }

    /// Aliases for a pointer inside of a linked structure: back along the way that leads to it, then
    /// to other nodes before it.
    fn back_to(&self, slot: usize) -> Vec<Shape> {
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
    fn shared(&self, slot: &Slot, owner: &Slot) -> Option<Shape> {
        let alias = |path: &str| PointerShape::Same(path.into());
        if self.comes_before(owner, slot) {
            return Some(self.entry.shape.with(&slot.path, alias(&owner.path)));
        }
        let is_inside = owner.path.starts_with(&slot.path);
        let both =
            || self.entry.shape.with(&slot.path, owner.chosen.clone()).with(&owner.path, alias(&slot.path));
        (!is_inside).then(both)
    }

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
        let end = is_object.then(|| self.end(target, known)).flatten()?;
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
            && let Some(end) = self.end(target, known)
        {
            found.push(self.with(slot, end));
        }
        if equality || pointer.address >> 32 != target.address >> 32 {
            found.extend(self.alias(target, known));
        }
    }

    /// The shape in which a slot points to where `target` points.
    fn alias(&self, target: Pointer, slot: &Slot) -> Option<Shape> {
        let (root, offset) = self.harness.place_of(target.address)?;
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

    /// The end of the array that `target` points into.
    fn end(&self, target: Pointer, slot: &Slot) -> Option<PointerShape> {
        let (Root::Object(position), _) = self.harness.place_of(target.address)? else { return None };
        let (owner, before) = self.entry.extent(position)?;
        let is_array = matches!(owner.kind, SlotKind::Object { .. }) && before == 0;
        let fits = is_array && self.comes_before(owner, slot) && self.compatible(owner.pointee, slot.pointee);
        fits.then(|| PointerShape::End(owner.path.as_str().into()))
    }

    fn comes_before(&self, owner: &Slot, slot: &Slot) -> bool {
        let position = |wanted: &Slot| self.entry.slots.iter().position(|one| one.path == wanted.path);
        position(owner) < position(slot)
    }

    fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        crate::shape::compatible(self.api(), a, b)
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
