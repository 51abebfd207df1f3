//! The shapes of one C function: skeletons built and compiled within the preconditions, and what executions ask for.
//!
//! A stub that was called asks for a return value, two pointers of one type may be one.

use crate::preconditions::path::earlier_call;
use crate::preconditions::{Nullness, Preconditions};
use crate::shape::{Built, Callbacks, GlobalInput, PointerShape, Shape, ShapeLimits, Slot, SlotKind, build};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;
use trine_harness::{Plan, PlanError};
use trine_inputs::ShapeEntry;
use trine_inputs::pairs::{LengthPair, fewest_elements, length};
use trine_ir::Program;
use trine_testcase::LeafRange;
use trine_testcase::api::{ApiModel, CallableId};
use trine_testcase::leaf::LeafId;
use trine_testcase::test_case::{Skeleton, Variable};
use trine_testcase::types::TypeKind;

/// Numbers of elements tried where a length belongs to a pointer.
const LENGTHS: [u32; 8] = [1, 2, 3, 4, 5, 8, 16, 32];

/// Earlier objects that a pointer is let point to, unasked.
const MAX_ALIASES: usize = 2;
/// Levels of pointers that preconditions settle.
const NULLNESS_ITERATIONS: usize = 16;

/// What is needed to build shapes of one callable.
#[derive(Debug)]
pub struct ShapeFactory<'a> {
    /// The program.
    pub program: &'a Arc<Program>,
    /// Its API model.
    pub api: &'a ApiModel,
    /// The callable under test.
    pub callable: CallableId,
    /// Functions that a callback may be.
    pub callbacks: Callbacks<'a>,
    /// Globals that are inputs.
    pub globals: Vec<GlobalInput<'a>>,
    /// Limits.
    pub limits: ShapeLimits,
    /// What callers guarantee.
    pub preconditions: &'a Preconditions,
    /// Whether the callable, or what it calls, allocates memory.
    pub allocates: bool,
}

impl ShapeFactory<'_> {
    /// Builds and compiles `shape`.
    ///
    /// # Errors
    /// When the callable cannot be called by this version.
    pub fn entry(&self, shape: Shape) -> Result<ShapeEntry, PlanError> {
        let start = Instant::now();
        let (shape, built) = self.built(shape);
        let Built { skeleton, slots, defaults, extents, made_for, places, fixed, idle, guessed } = built;
        let plan = Plan::new(&skeleton, self.api, self.program)?;
        let extent = |object: &trine_harness::plan::PlannedObject| {
            object.variable.and_then(|variable| extents.get(&variable).copied())
        };
        let streams = plan.environment.streams.iter();
        let slot_of_stream = streams.map(|(stream, _)| extents.get(stream).map(|(slot, _)| *slot)).collect();
        let extents = plan.objects.iter().map(extent).collect();
        let made_for = made_for_objects(&plan, made_for);
        let kinds = skeleton.leaves.iter().map(|leaf| leaf.kind.clone()).collect();
        let mut ranges: Vec<_> =
            skeleton.leaves.iter().map(|leaf| self.preconditions.range_of(leaf)).collect();
        let pairs = self.length_pairs(&shape, &skeleton, &slots);
        fix_lengths(&pairs, &skeleton, &slots, &mut ranges);
        let has_length = slots.iter().map(|slot| self.has_length(slot)).collect();
        let found = pairs.iter().filter(|pair| !pair.stated);
        let lengths = found.map(|pair| (pair.leaf, length(&slots[pair.slot], pair.unit))).collect();
        Ok(ShapeEntry {
            shape,
            skeleton: Arc::new(skeleton),
            plan,
            slots,
            defaults,
            kinds,
            ranges,
            has_length,
            places,
            idle,
            extents,
            made_for,
            fixed,
            lengths,
            slot_of_stream,
            guessed,
            argument_bytes: u64::from(self.program.target.pointer_bytes),
            build_time: start.elapsed(),
        })
    }

    /// Builds the shape nearest to `shape` that the preconditions on pointers allow.
    fn built(&self, mut shape: Shape) -> (Shape, Built) {
        let mut built = build(self.api, &self.callbacks, self.callable, &self.globals, &shape, self.limits);
        // Each round settles the pointers met so far; what they point to may hold further ones.
        for _ in 0..NULLNESS_ITERATIONS {
            if !self.settle_pointers(&built.slots, &mut shape) {
                break;
            }
            built = build(self.api, &self.callbacks, self.callable, &self.globals, &shape, self.limits);
        }
        (shape, built)
    }

    /// The leaves that say how long something is: those that the user states, and of those that were found the ones
    /// that contradict none of these.
    fn length_pairs(&self, shape: &Shape, skeleton: &Skeleton, slots: &[Slot]) -> Vec<LengthPair> {
        let pair = |(leaf, name): (usize, &str)| match self.preconditions.length_named(name) {
            Some(stated) => {
                let call = earlier_call(name);
                let is_its =
                    |slot: &Slot| stated.pointer.names(&slot.path) && earlier_call(&slot.path) == call;
                let slot = slots.iter().position(is_its)?;
                Some(LengthPair { leaf, slot, unit: stated.unit, stated: true })
            }
            None => {
                let (path, unit) = shape.lengths.get(name)?;
                let slot = slots.iter().position(|slot| slot.path == *path)?;
                let pair = LengthPair { leaf, slot, unit: *unit, stated: false };
                (!self.has_length(&slots[slot])).then_some(pair)
            }
        };
        skeleton.leaves.iter().map(|leaf| leaf.name.as_str()).enumerate().filter_map(pair).collect()
    }

    /// Whether the preconditions say how long what `slot` points to is.
    pub fn has_length(&self, slot: &Slot) -> bool {
        self.preconditions.lengths().iter().any(|stated| stated.pointer.names(&slot.path))
    }

    /// Fewest elements behind the pointer of `slot`, as the ranges of its lengths say.
    fn fewest_elements(&self, slot: &Slot) -> u32 {
        let least = self.preconditions.least_lengths(&slot.path);
        let fewest = least.map(|(unit, low)| fewest_elements(slot, unit, low)).max().unwrap_or(0);
        match slot.kind {
            SlotKind::Object { most, .. } => fewest.min(most),
            _ => 0,
        }
    }

    /// Makes pointers null, or not, as the preconditions say; whether that changed `shape`.
    fn settle_pointers(&self, slots: &[Slot], shape: &mut Shape) -> bool {
        let mut changed = false;
        for slot in slots {
            let wanted = self.preconditions.nullness_of(&slot.path);
            let fewest = self.fewest_elements(slot);
            let is_short = match slot.chosen {
                PointerShape::Fresh(count) => count < fewest,
                _ => fewest > 0,
            };
            if is_short && wanted != Some(Nullness::Null) {
                shape.pointers.insert(slot.path.clone(), PointerShape::Fresh(fewest));
                changed = true;
                continue;
            }
            match (wanted, &slot.chosen) {
                (Some(Nullness::Null), chosen) if *chosen != PointerShape::Null => {
                    shape.pointers.insert(slot.path.clone(), PointerShape::Null);
                    changed = true;
                }
                (Some(Nullness::NonNull), PointerShape::Null) if slot.natural != PointerShape::Null => {
                    shape.pointers.insert(slot.path.clone(), slot.natural.clone());
                    changed = true;
                }
                _ => {}
            }
        }
        changed
    }

    /// A pointer of `entry` that is null although the preconditions say it never is: nothing of its
    /// type can be made.
    #[must_use]
    pub fn impossible_pointer<'e>(&self, entry: &'e ShapeEntry) -> Option<&'e str> {
        let is_impossible = |slot: &&Slot| {
            slot.chosen == PointerShape::Null
                && self.preconditions.nullness_of(&slot.path) == Some(Nullness::NonNull)
        };
        entry.slots.iter().find(is_impossible).map(|slot| slot.path.as_str())
    }

    /// The shape of `entry` with at least `calls` return values for the stub named `name`.
    #[must_use]
    pub fn answered(&self, entry: &ShapeEntry, name: &str, calls: u32) -> Option<Shape> {
        let callable = self.api.callable_named(name)?;
        if matches!(self.api.types.kind(self.api.callables[callable].returns), TypeKind::Void) {
            return None;
        }
        let wanted = calls.next_multiple_of(self.limits.stub_returns_at_once).min(self.limits.stub_returns);
        if entry.shape.stub_returns.get(name).copied().unwrap_or(0) >= wanted {
            return None;
        }
        let mut shape = entry.shape.clone();
        shape.stub_returns.insert(name.to_owned(), wanted);
        Some(shape)
    }

    /// Shapes of `entry` in which a pointer points to the object of an earlier one of its type. Runs that compare
    /// pointers ask for these; a store through one that a load through the other sees asks for nothing.
    #[must_use]
    pub fn aliases(&self, entry: &ShapeEntry) -> Vec<Shape> {
        let is_object = |slot: &Slot| {
            matches!((slot.kind, &slot.chosen), (SlotKind::Object { .. }, PointerShape::Fresh(_)))
        };
        let mut shapes = Vec::new();
        for (at, slot) in entry.slots.iter().enumerate().filter(|(_, slot)| is_object(slot)) {
            let same = |earlier: &&Slot| {
                is_object(earlier)
                    && self.api.types.resolve(earlier.pointee) == self.api.types.resolve(slot.pointee)
            };
            let earlier = entry.slots[..at].iter().filter(same).take(MAX_ALIASES);
            shapes.extend(
                earlier.map(|one| entry.shape.with(&slot.path, PointerShape::Same(one.path.as_str().into()))),
            );
        }
        shapes
    }

    /// Shapes that differ from that of `entry` in one choice.
    #[must_use]
    pub fn variants(&self, entry: &ShapeEntry) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for slot in &entry.slots {
            let nullness = self.preconditions.nullness_of(&slot.path);
            let is_allowed = |choice: &PointerShape| match nullness {
                Some(Nullness::NonNull) => *choice != PointerShape::Null,
                Some(Nullness::Null) => *choice == PointerShape::Null,
                None => true,
            };
            let lengths = if self.has_length(slot) { &LENGTHS[..] } else { &[] };
            let lengths = lengths.iter().map(|&length| PointerShape::Fresh(length));
            let choices = slot.alternatives().into_iter().chain(lengths).filter(is_allowed);
            shapes.extend(choices.map(|choice| entry.shape.with(&slot.path, choice)));
        }
        shapes.extend(entry.environment_variants());
        shapes
    }
}

/// Per object of `plan`: the pointer that it was made for.
fn made_for_objects(plan: &Plan, mut made_for: BTreeMap<Variable, String>) -> Vec<Option<String>> {
    let objects = plan.objects.iter();
    objects.map(|object| object.variable.and_then(|variable| made_for.remove(&variable))).collect()
}

/// A stated length has one value: what the shape makes.
fn fix_lengths(pairs: &[LengthPair], skeleton: &Skeleton, slots: &[Slot], ranges: &mut [Option<LeafRange>]) {
    for pair in pairs.iter().filter(|pair| pair.stated) {
        let (_, most) = skeleton.leaves[LeafId(pair.leaf as u32)].kind.int_range();
        let up_to = LeafRange::Int { low: 0, high: most.min(length(&slots[pair.slot], pair.unit).into()) };
        // A range of the length itself may leave the last elements unused.
        let range = &mut ranges[pair.leaf];
        let allowed = range.and_then(|range| range.intersection(up_to)).unwrap_or(up_to);
        if let LeafRange::Int { high, .. } = allowed {
            *range = Some(LeafRange::Int { low: high, high });
        }
    }
}
