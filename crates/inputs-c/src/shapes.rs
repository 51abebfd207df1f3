//! The shapes in play for a unit: built skeletons, compiled, with what executions asked for.
//!
//! An input object that is read past its end asks to be larger; a stub that was called asks for
//! a return value. Leaves keep their values across shapes by name.

use crate::preconditions::path::earlier_call;
use crate::preconditions::{Nullness, Preconditions};
use crate::shape::environment;
use crate::shape::pairs::{LengthPair, fewest_elements, fitted, length};
use crate::shape::{
    Built, Callbacks, GlobalInput, NamedPlace, PointerShape, Shape, ShapeLimits, Slot, SlotKind, build,
    owner_key,
};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};
use trine_harness::{Plan, PlanError, UnmetRequests};
use trine_ir::Program;
use trine_testcase::LeafRange;
use trine_testcase::api::{ApiModel, CallableId};
use trine_testcase::leaf::{LeafId, LeafKind, mask};
use trine_testcase::test_case::{Skeleton, TestCase, Variable};
use trine_testcase::types::TypeKind;

/// Beyond this many bytes behind its end an access does not ask an object to grow.
const GROWTH_WINDOW_BYTES: i64 = 4096;
/// An object whose length something says grows no further by itself: the length can shrink.
const MAX_PAIRED_ELEMENTS: u32 = 32;

/// Numbers of elements tried where a length belongs to a pointer.
const LENGTHS: [u32; 8] = [1, 2, 3, 4, 5, 8, 16, 32];

/// Earlier objects that a pointer is let point to, unasked.
const MAX_ALIASES: usize = 2;
/// Levels of pointers that preconditions settle.
const NULLNESS_ITERATIONS: usize = 16;

/// A shape, built and compiled.
#[derive(Clone, Debug)]
pub struct ShapeEntry {
    /// The shape.
    pub shape: Shape,
    /// Its skeleton.
    pub skeleton: Arc<Skeleton>,
    /// Its plan.
    pub plan: Plan,
    /// Choice points.
    pub slots: Vec<Slot>,
    /// Values the leaves start from.
    pub defaults: Vec<u128>,
    /// Kinds of the leaves.
    pub kinds: Vec<LeafKind>,
    /// Per leaf: the values that the preconditions allow; `None` for all of its kind.
    pub ranges: Vec<Option<LeafRange>>,
    /// Per slot: whether the preconditions say how long what it points to is.
    has_length: Vec<bool>,
    /// Parts of objects and globals, by path.
    pub places: Vec<NamedPlace>,
    /// Statements that set a global to the null pointer that it holds anyway.
    pub idle: Vec<usize>,
    /// Per object of the plan: the slot that says how long it is, and the bytes before that part.
    extents: Vec<Option<(usize, u64)>>,
    /// Per object of the plan: the pointer that it was made for.
    made_for: Vec<Option<String>>,
    /// Leaves of one value.
    fixed: Vec<(LeafId, u128)>,
    /// Leaves that say how long something is: leaf, slot, position in the shape's lengths.
    lengths: Vec<(usize, u64)>,
    /// Per stream of the plan: the slot it belongs to.
    slot_of_stream: Vec<Option<usize>>,
    /// Members without a type of their own, by path.
    guessed: Vec<String>,
    /// Bytes of one variable argument.
    argument_bytes: u64,
    /// What building it took.
    pub build_time: Duration,
}

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

    /// The shape of `entry`, grown so that object `object` of its plan holds `length` bytes at
    /// `offset`; `None` when it may not grow.
    #[must_use]
    pub fn grown(&self, entry: &ShapeEntry, object: usize, offset: i64, length: u64) -> Option<Shape> {
        let (slot, wanted) = entry.growth(object, offset, length)?;
        Some(entry.shape.with(&slot.path, PointerShape::Fresh(wanted)))
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

impl ShapeEntry {
    /// Whether its tests have contents to read.
    #[must_use]
    pub fn reads_contents(&self) -> bool {
        self.skeleton.statements.iter().any(|statement| statement.content().is_some())
    }

    /// Shapes that differ from this one in one choice of its environment, but for failing allocations.
    #[must_use]
    pub fn environment_variants(&self) -> Vec<Shape> {
        environment::variants(&self.shape, self.reads_contents())
    }

    /// The access path that `leaf` is named after.
    fn path_of(&self, leaf: LeafId) -> Option<&str> {
        self.skeleton.leaves.get(leaf).map(|leaf| leaf.name.as_str())
    }

    /// Whether a run that wished for this read registers or volatile objects that may have more values.
    #[must_use]
    pub fn serves_registers(&self, unmet_requests: &UnmetRequests) -> bool {
        environment::serves_registers(&self.shape, unmet_requests, |leaf| self.path_of(leaf))
    }

    /// The shape with more of what a run of it wished for; `None` when it has all it may have.
    #[must_use]
    pub fn served(&self, unmet_requests: &UnmetRequests) -> Option<Shape> {
        environment::served(
            &self.shape,
            unmet_requests,
            |at| self.slot_of_stream(at),
            |leaf| self.path_of(leaf),
        )
    }

    /// The slot of object `object` of the plan and the length that would hold `length` bytes at
    /// `offset`; `None` when it may not grow.
    #[must_use]
    pub fn growth(&self, object: usize, offset: i64, length: u64) -> Option<(&Slot, u32)> {
        if self.has_stated_length(object) {
            // The caller's length is exact: what goes beyond is at fault.
            return None;
        }
        let (slot, before) = self.extent(object)?;
        let PointerShape::Fresh(count) = slot.chosen else { return None };
        let (element_bytes, most) = match slot.kind {
            SlotKind::Object { element_bytes, most } | SlotKind::Tail { element_bytes, most } => {
                (element_bytes, most)
            }
            // As long as pointers are.
            SlotKind::Arguments { most } => (self.argument_bytes, most),
            _ => return None,
        };
        let size = before as i64 + i64::from(count) * element_bytes as i64;
        // Memory without a type may be a structure whose last member is set first.
        let window = if element_bytes == 1 { i64::from(most) } else { 0 };
        if offset < 0 || offset - size > window.max(GROWTH_WINDOW_BYTES) {
            return None;
        }
        let needed = (offset as u64).checked_add(length)?.checked_sub(before)?.div_ceil(element_bytes);
        let wanted = u32::try_from(needed).ok()?.checked_next_power_of_two()?;
        let is_paired = self.shape.lengths.values().any(|(path, _)| *path == slot.path);
        let most = if is_paired { most.min(MAX_PAIRED_ELEMENTS) } else { most };
        let wanted = wanted.max(count.saturating_mul(2)).min(most);
        (wanted > count).then_some((slot, wanted))
    }

    /// What is to lie on the heap so that object `object` of the plan may be freed; `None` where it does,
    /// or cannot.
    #[must_use]
    pub fn heap_key(&self, object: usize) -> Option<String> {
        let path = self.made_for.get(object)?.as_deref()?;
        (!self.shape.is_on_heap(path)).then(|| owner_key(path))
    }

    /// Whether the object at `path` lies behind a member of which only the code says what it points to.
    #[must_use]
    pub fn is_guessed(&self, path: &str) -> bool {
        let leads = |member: &String| {
            path.strip_prefix(member.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.', '[']))
        };
        self.guessed.iter().any(leads)
    }

    /// The pointer that object `object` of the plan was made for.
    #[must_use]
    pub fn made_for(&self, object: usize) -> Option<&str> {
        self.made_for.get(object)?.as_deref()
    }

    /// Whether the preconditions say how long object `object` of the plan is.
    #[must_use]
    pub fn has_stated_length(&self, object: usize) -> bool {
        self.extents.get(object).copied().flatten().is_some_and(|(slot, _)| self.has_length[slot])
    }

    /// The slot of stream `stream` of the plan.
    #[must_use]
    pub fn slot_of_stream(&self, stream: usize) -> Option<&Slot> {
        self.slots.get((*self.slot_of_stream.get(stream)?)?)
    }

    /// The slot that says how long object `object` of the plan is, and the bytes before that part.
    #[must_use]
    pub fn extent(&self, object: usize) -> Option<(&Slot, u64)> {
        let (slot, before) = (*self.extents.get(object)?)?;
        Some((self.slots.get(slot)?, before))
    }

    /// `leaves` with lengths that promise no more than there is; `None` when they do not anyway.
    #[must_use]
    pub fn within_lengths(&self, leaves: &[u128]) -> Option<Vec<u128>> {
        let mut within = self.allowed(leaves).into_owned();
        for &(leaf, length) in &self.lengths {
            within[leaf] = fitted(&self.kinds[leaf], within[leaf], length);
        }
        (within != leaves).then_some(within)
    }

    /// The test case with these leaf values, as far as they are allowed.
    #[must_use]
    pub fn test(&self, leaves: &[u128]) -> TestCase {
        TestCase { skeleton: Arc::clone(&self.skeleton), leaves: self.allowed(leaves).into_owned() }
    }

    /// `leaves`, with each value that the shape or the preconditions exclude replaced by one that
    /// they allow.
    #[must_use]
    pub fn allowed<'l>(&self, leaves: &'l [u128]) -> Cow<'l, [u128]> {
        self.mapped(leaves, LeafRange::folded)
    }

    /// `leaves`, with each value that the shape or the preconditions exclude replaced by the nearest
    /// that they allow.
    #[must_use]
    pub fn nearest_allowed<'l>(&self, leaves: &'l [u128]) -> Cow<'l, [u128]> {
        self.mapped(leaves, LeafRange::nearest)
    }

    fn mapped<'l>(&self, leaves: &'l [u128], map: fn(LeafRange, &LeafKind, u128) -> u128) -> Cow<'l, [u128]> {
        let mut mapped = Cow::Borrowed(leaves);
        for (at, range) in self.ranges.iter().enumerate() {
            if let (Some(range), Some(&bits)) = (range, leaves.get(at)) {
                let inside = map(*range, &self.kinds[at], bits);
                if inside != bits {
                    mapped.to_mut()[at] = inside;
                }
            }
        }
        for &(leaf, bits) in &self.fixed {
            let at = leaf.0 as usize;
            if mapped.get(at).is_some_and(|&now| now != bits) {
                mapped.to_mut()[at] = bits;
            }
        }
        mapped
    }

    /// Leaf values for this shape, taken by name from a test of another one.
    #[must_use]
    pub fn adopt(&self, test: &TestCase) -> Vec<u128> {
        if Arc::ptr_eq(&self.skeleton, &test.skeleton) {
            return test.leaves.clone();
        }
        let theirs = test.skeleton.leaves.as_slice();
        // Shapes that are alike have their leaves in one order: a name is looked for where it should be first.
        let mut next = 0;
        let mut positions: Option<HashMap<&str, usize>> = None;
        let leaves = self.skeleton.leaves.iter().zip(&self.defaults);
        let adopted = leaves.map(|(leaf, &default)| {
            let found = match theirs.get(next) {
                Some(their) if their.name == leaf.name => Some(next),
                _ => {
                    let by_name =
                        || theirs.iter().enumerate().map(|(at, their)| (their.name.as_str(), at)).collect();
                    positions.get_or_insert_with(by_name).get(leaf.name.as_str()).copied()
                }
            };
            next = found.map_or(next, |at| at + 1);
            // A variable argument may have been of a wider type.
            let fitting = |at: usize| test.leaves.get(at).map(|&bits| bits & mask(leaf.kind.bits()));
            found.and_then(fitting).unwrap_or(default)
        });
        adopted.collect()
    }
}
