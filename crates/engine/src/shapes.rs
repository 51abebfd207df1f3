//! The shapes in play for a unit: built skeletons, compiled, with what executions asked for.
//!
//! An input object that is read past its end asks to be larger; a stub that was called asks for
//! a return value. Leaves keep their values across shapes by name.

use crate::shape::{Built, GlobalInput, PointerShape, Shape, ShapeLimits, Slot, SlotKind, build};
use std::collections::BTreeMap;
use std::sync::Arc;
use trine_harness::{Plan, PlanError};
use trine_ir::Program;
use trine_testcase::api::{ApiModel, CallableId};
use trine_testcase::leaf::LeafKind;
use trine_testcase::test_case::{Skeleton, TestCase};

/// Beyond this many bytes behind its end an access does not ask an object to grow.
const GROWTH_WINDOW_BYTES: i64 = 4096;

/// A shape, built and compiled.
#[derive(Clone, Debug)]
pub struct ShapeEntry {
    /// The shape.
    pub shape: Shape,
    /// Its skeleton.
    pub skeleton: Arc<Skeleton>,
    /// Its plan.
    pub plan: Plan,
    /// Pointers that shapes choose for.
    pub slots: Vec<Slot>,
    /// Values the leaves start from.
    pub defaults: Vec<u128>,
    /// Kinds of the leaves.
    pub kinds: Vec<LeafKind>,
    /// Per object of the plan: the slot it belongs to.
    slot_of_object: Vec<Option<usize>>,
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
    /// Globals that are inputs.
    pub globals: Vec<GlobalInput<'a>>,
    /// Limits.
    pub limits: ShapeLimits,
}

impl ShapeFactory<'_> {
    /// Builds and compiles `shape`.
    ///
    /// # Errors
    /// When the callable cannot be called by this version.
    pub fn entry(&self, shape: Shape) -> Result<ShapeEntry, PlanError> {
        let Built { skeleton, slots, defaults, slot_of_variable } =
            build(self.api, self.callable, &self.globals, &shape, self.limits);
        let plan = Plan::new(&skeleton, self.api, self.program)?;
        let slot_of: BTreeMap<_, _> = slot_of_variable.into_iter().collect();
        let slot_of_object = plan
            .objects
            .iter()
            .map(|object| object.variable.and_then(|v| slot_of.get(&v).copied()))
            .collect();
        let kinds = skeleton.leaves.iter().map(|leaf| leaf.kind.clone()).collect();
        Ok(ShapeEntry { shape, skeleton: Arc::new(skeleton), plan, slots, defaults, kinds, slot_of_object })
    }

    /// The shape of `entry`, grown so that object `object` of its plan holds `length` bytes at
    /// `offset`; `None` when it may not grow.
    #[must_use]
    pub fn grown(&self, entry: &ShapeEntry, object: usize, offset: i64, length: u64) -> Option<Shape> {
        let (slot, wanted) = entry.growth(object, offset, length)?;
        let mut shape = entry.shape.clone();
        shape.pointers.insert(slot.path.clone(), PointerShape::Fresh(wanted));
        Some(shape)
    }

    /// The shape of `entry` with at least `calls` return values for the stub named `name`.
    #[must_use]
    pub fn answered(&self, entry: &ShapeEntry, name: &str, calls: u32) -> Option<Shape> {
        let wanted = calls.min(self.limits.stub_returns);
        if entry.shape.stub_returns.get(name).copied().unwrap_or(0) >= wanted {
            return None;
        }
        let mut shape = entry.shape.clone();
        shape.stub_returns.insert(name.to_owned(), wanted);
        Some(shape)
    }

    /// Shapes that differ from that of `entry` in one pointer.
    #[must_use]
    pub fn variants(&self, entry: &ShapeEntry) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for slot in &entry.slots {
            for choice in alternatives(slot) {
                let mut shape = entry.shape.clone();
                shape.pointers.insert(slot.path.clone(), choice);
                shapes.push(shape);
            }
        }
        shapes
    }
}

fn alternatives(slot: &Slot) -> Vec<PointerShape> {
    match (slot.kind, slot.chosen) {
        (SlotKind::Object { .. }, PointerShape::Null) => vec![PointerShape::Fresh(1)],
        (SlotKind::Object { .. }, PointerShape::Fresh(1)) => vec![PointerShape::Null, PointerShape::Fresh(4)],
        // Room for a long number or word.
        (SlotKind::Object { element_bytes: 1, .. }, PointerShape::Fresh(2..=16)) => {
            vec![PointerShape::Null, PointerShape::Fresh(32)]
        }
        (SlotKind::Object { .. }, PointerShape::Fresh(_)) => vec![PointerShape::Null],
        (SlotKind::Function { candidates }, chosen) => {
            let functions = (0..candidates.min(4)).map(PointerShape::Function);
            functions.chain([PointerShape::Null]).filter(|&choice| choice != chosen).collect()
        }
        _ => Vec::new(),
    }
}

impl ShapeEntry {
    /// The slot of object `object` of the plan and the length that would hold `length` bytes at
    /// `offset`; `None` when it may not grow.
    #[must_use]
    pub fn growth(&self, object: usize, offset: i64, length: u64) -> Option<(&Slot, u32)> {
        let slot = &self.slots[(*self.slot_of_object.get(object)?)?];
        let (PointerShape::Fresh(count), SlotKind::Object { element_bytes, most }) = (slot.chosen, slot.kind)
        else {
            return None;
        };
        let size = i64::from(count) * element_bytes as i64;
        if offset < 0 || offset - size > GROWTH_WINDOW_BYTES {
            return None;
        }
        let needed = (offset as u64).checked_add(length)?.div_ceil(element_bytes);
        let wanted = u32::try_from(needed).ok()?.checked_next_power_of_two()?;
        let wanted = wanted.max(count.saturating_mul(2)).min(most);
        (wanted > count).then_some((slot, wanted))
    }

    /// The test case with these leaf values.
    #[must_use]
    pub fn test(&self, leaves: &[u128]) -> TestCase {
        TestCase { skeleton: Arc::clone(&self.skeleton), leaves: leaves.to_vec() }
    }

    /// Leaf values for this shape, taken by name from a test of another one.
    #[must_use]
    pub fn adopt(&self, test: &TestCase) -> Vec<u128> {
        let by_name: BTreeMap<&str, u128> = test
            .skeleton
            .leaves
            .iter()
            .zip(&test.leaves)
            .map(|(leaf, &bits)| (leaf.name.as_str(), bits))
            .collect();
        let leaves = self.skeleton.leaves.iter().zip(&self.defaults);
        leaves.map(|(leaf, &default)| by_name.get(leaf.name.as_str()).copied().unwrap_or(default)).collect()
    }
}
