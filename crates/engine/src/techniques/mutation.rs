//! Shapes changed at random, for inputs that no run suggests.
//!
//! What runs compare leads to most shapes ([`trine_inputs::Shapes::proposals`]), and the rest is tried one pointer at a time
//! ([`crate::techniques::variation`]). Neither finds inputs that need two or three changes at once: a buffer
//! whose start is set while its end and its position are null, or a line that is too long for a buffer of the code behind
//! one that is not. So an archived test is drawn, and
//!
//! * its shape is changed at one to `SHAPES.max_changes` places, each drawn alike, and tried with the test's own values, as a
//!   hint would be; or
//! * one of its strings becomes a long one, of a length drawn below that of the usual buffers.
//!
//! Tests that do something new are archived and drawn from then on: a (1 + 1) evolution of shapes whose population is the
//! archive, as test suites are mutated statement by statement (Fraser and Arcuri, "Whole Test Suite Generation", 2013),
//! without crossover and with coverage alone as the measure.
//!
//! Cost: a part of what is left before each iteration of attempts but the first ([`crate::techniques::goal_search`]).

use crate::context::search::SearchContext;
use crate::policy::SHAPES;
use crate::schedule::clock::Allowance;
use crate::techniques::Technique;
use trine_inputs::{PointerShape, Shape, ShapeEntry, SlotKind};
use trine_testcase::{LeafKind, TestCase};

/// Lengths that an array may change to.
const LENGTHS: [u32; 6] = [1, 2, 3, 4, 8, 16];
/// Room of a long text, the NUL included.
const LONG_STRINGS: [u32; 2] = [64, 256];

/// Shapes of archived tests, changed at random.
#[derive(Debug, Default)]
pub(crate) struct Mutation;

impl<'a> Technique<'a> for Mutation {
    fn name(&self) -> &'static str {
        "mutation of shapes"
    }

    fn work(&mut self, context: &mut SearchContext<'_, 'a>, allowance: &Allowance) {
        context.mutate_shapes(allowance);
    }
}

impl SearchContext<'_, '_> {
    /// Tries changed shapes of archived tests for a part of what is left of the budget.
    fn mutate_shapes(&mut self, allowance: &Allowance) {
        let mut misses = if self.entries[0].slots.is_empty() { SHAPES.max_misses } else { 0 };
        while misses < SHAPES.max_misses && !self.done() && !self.evaluator.clock.has_used(allowance) {
            let candidates = self.evaluator.archive.candidates.len();
            if candidates == 0 {
                return;
            }
            let candidate = self.evaluator.archive.candidates[self.stream.position(candidates)].clone();
            let Some(entry) = self.entry_of(&candidate.shape) else { return };
            let tried = match self.drawn_text(&entry) {
                Some(slot) => self.try_long_text(&entry, slot, &candidate.test),
                None => self.try_mutated(&entry, &candidate.test),
            };
            misses = if tried { 0 } else { misses + 1 };
        }
    }

    /// Whether there was a shape to try that nobody had tried.
    fn try_mutated(&mut self, entry: &ShapeEntry, test: &TestCase) -> bool {
        let shape = self.mutated(entry).filter(|shape| !self.known_shapes.contains(shape));
        let is_new = shape.is_some();
        shape.into_iter().for_each(|shape| self.try_hint(shape, test));
        is_new
    }

    /// The shape of `entry` with some choices changed; none where it has none.
    fn mutated(&mut self, entry: &ShapeEntry) -> Option<Shape> {
        if entry.slots.is_empty() {
            return None;
        }
        let mut shape = entry.shape.clone();
        for _ in 0..=self.stream.position(SHAPES.max_changes) {
            let at = self.stream.position(entry.slots.len());
            let choices = self.choices(entry, at);
            if !choices.is_empty() {
                let choice = choices[self.stream.position(choices.len())].clone();
                shape = shape.with(&entry.slots[at].path, choice);
            }
        }
        Some(shape)
    }

    /// What the slot at `at` may be instead: another object, nothing, another length, where an earlier pointer of its
    /// type points, or the end of that array.
    fn choices(&self, entry: &ShapeEntry, at: usize) -> Vec<PointerShape> {
        let slot = &entry.slots[at];
        let mut choices = slot.alternatives();
        if let SlotKind::Object { most, .. } = slot.kind {
            choices.extend(LENGTHS.into_iter().filter(|&length| length <= most).map(PointerShape::Fresh));
            for other in &entry.slots[..at] {
                let is_array = matches!(other.kind, SlotKind::Object { .. })
                    && matches!(other.chosen, PointerShape::Fresh(_));
                if is_array && self.factory.is_compatible(other.pointee, slot.pointee) {
                    choices.push(PointerShape::Same(other.path.as_str().into()));
                    choices.push(PointerShape::End(other.path.as_str().into()));
                }
            }
        }
        choices.retain(|choice| *choice != slot.chosen);
        choices
    }

    /// A text of `entry` that may become a long one, by its slot, now and then.
    fn drawn_text(&mut self, entry: &ShapeEntry) -> Option<usize> {
        let is_long =
            |kind| matches!(kind, SlotKind::Object { element_bytes: 1, most } if most >= LONG_STRINGS[0]);
        let is_open = |path: &str| !entry.shape.lengths.values().any(|(array, _)| array == path);
        let strings: Vec<usize> = (0..entry.slots.len())
            .filter(|&at| {
                let slot = &entry.slots[at];
                is_long(slot.kind) && self.factory.is_text(slot.pointee) && is_open(&slot.path)
            })
            .collect();
        let is_drawn = !strings.is_empty() && self.stream.chance(SHAPES.long_string_chance);
        is_drawn.then(|| strings[self.stream.position(strings.len())])
    }

    /// Runs `test` with a long text at the slot `slot` of `entry`; whether that can be built.
    fn try_long_text(&mut self, entry: &ShapeEntry, slot: usize, test: &TestCase) -> bool {
        let path = &entry.slots[slot].path;
        let room = LONG_STRINGS[self.stream.position(LONG_STRINGS.len())];
        let length = self.stream.position(room as usize);
        let Ok(long) = self.factory.entry(entry.shape.with(path, PointerShape::Fresh(room))) else {
            return false;
        };
        let mut leaves = long.adopt(test);
        let first = format!("{path}[0]");
        let named = long.skeleton.leaves.iter().position(|leaf| leaf.name == first);
        let Some(start) = named.filter(|start| start + length < leaves.len()) else { return false };
        for (offset, leaf) in leaves[start..=start + length].iter_mut().enumerate() {
            let LeafKind::Char { .. } = long.kinds[start + offset] else { return false };
            *leaf = if offset < length { u128::from(b'a') } else { 0 };
        }
        self.try_values(long, &leaves);
        true
    }
}
