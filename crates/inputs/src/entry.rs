//! A shape, built and compiled: what runs need of it, and what it says about its values.
//!
//! Values are adopted from tests of other shapes by the names of their leaves, kept to what callers guarantee, and lengths
//! promise no more than there is.

use crate::environment;
use crate::pairs::fitted;
use crate::shape::{PointerShape, Shape, owner_key};
use crate::slot::{Slot, SlotKind};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use trine_harness::{Plan, UnmetRequests};
use trine_testcase::LeafRange;
use trine_testcase::leaf::{LeafId, LeafKind, mask};
use trine_testcase::test_case::{Place, Skeleton, TestCase};
use trine_testcase::types::TypeId;

/// Beyond this many bytes behind its end an access does not ask an object to grow.
const GROWTH_WINDOW_BYTES: i64 = 4096;
/// An object whose length something says grows no further by itself: the length can shrink.
const MAX_PAIRED_ELEMENTS: u32 = 32;

/// A part of an object or global that pointers may point to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPlace {
    /// Access path.
    pub path: String,
    /// The place.
    pub place: Place,
    /// Offset from its root, in bytes.
    pub offset_bytes: u64,
    /// Its type.
    pub ty: TypeId,
}

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
    pub has_length: Vec<bool>,
    /// Parts of objects and globals, by path.
    pub places: Vec<NamedPlace>,
    /// Statements that set a global to the null pointer that it holds anyway.
    pub idle: Vec<usize>,
    /// Per object of the plan: the slot that says how long it is, and the bytes before that part.
    pub extents: Vec<Option<(usize, u64)>>,
    /// Per object of the plan: the pointer that it was made for.
    pub made_for: Vec<Option<String>>,
    /// Leaves of one value.
    pub fixed: Vec<(LeafId, u128)>,
    /// Leaves that say how long something is: leaf, slot, position in the shape's lengths.
    pub lengths: Vec<(usize, u64)>,
    /// Per stream of the plan: the slot it belongs to.
    pub slot_of_stream: Vec<Option<usize>>,
    /// Members without a type of their own, by path.
    pub guessed: Vec<String>,
    /// Bytes of one variable argument.
    pub argument_bytes: u64,
    /// What building it took.
    pub build_time: Duration,
}

impl ShapeEntry {
    /// An entry without choices: `skeleton` as it is, whose leaves start from zero.
    #[must_use]
    pub fn without_choices(skeleton: Skeleton, plan: Plan) -> Self {
        let kinds: Vec<_> = skeleton.leaves.iter().map(|leaf| leaf.kind.clone()).collect();
        Self {
            shape: Shape::default(),
            skeleton: Arc::new(skeleton),
            slots: Vec::new(),
            defaults: vec![0; kinds.len()],
            ranges: vec![None; kinds.len()],
            kinds,
            has_length: Vec::new(),
            places: Vec::new(),
            idle: Vec::new(),
            extents: vec![None; plan.objects.len()],
            made_for: vec![None; plan.objects.len()],
            fixed: Vec::new(),
            lengths: Vec::new(),
            slot_of_stream: Vec::new(),
            guessed: Vec::new(),
            argument_bytes: 0,
            build_time: Duration::ZERO,
            plan,
        }
    }

    /// Whether its tests have contents to read.
    #[must_use]
    pub fn reads_contents(&self) -> bool {
        self.skeleton.statements.iter().any(|statement| statement.content().is_some())
    }

    /// Whether a list of variable arguments is among the inputs.
    #[must_use]
    pub fn has_variable_arguments(&self) -> bool {
        self.slots.iter().any(|slot| matches!(slot.kind, SlotKind::Arguments { .. }))
    }

    /// Writes the bytes of `word` into the leaves of `text`, and zeros behind them.
    pub fn write_text(&self, text: &std::ops::Range<usize>, word: &[u8], leaves: &mut [u128]) {
        for (offset, leaf) in text.clone().enumerate() {
            let byte = word.get(offset).copied().unwrap_or(0);
            leaves[leaf] = self.kinds[leaf].from_int(byte.into());
        }
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

    /// The shape, grown so that object `object` of the plan holds `length` bytes at `offset`; `None` when it may not grow.
    #[must_use]
    pub fn grown(&self, object: usize, offset: i64, length: u64) -> Option<Shape> {
        let (slot, wanted) = self.growth(object, offset, length)?;
        Some(self.shape.with(&slot.path, PointerShape::Fresh(wanted)))
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
