//! Finds the integers that say how long an input object is, by experiment.
//!
//! A run read past the end of an object. Each integer input in turn is set to the object's
//! length: if that run ends well, and the same with one more faults again, the integer is the
//! length of that object, whatever it is called. What the user states is not looked for. So is the end pointer of an array, which needs
//! no second run: it is a shape of its own.
//!
//! Cost: two runs for each integer of the test at worst, three times per object at most.

use crate::context::search::SearchContext;
use crate::policy::SHAPES;
use std::sync::Arc;
use trine_harness::Ending;
use trine_inputs::ShapeEntry;
use trine_inputs::pairs::{LengthUnit, length};
use trine_inputs::{PointerShape, SlotKind};
use trine_machine::FaultKind;

impl SearchContext<'_, '_> {
    /// Looks for what bounds object `object` of the plan, which the run of `leaves` read past its
    /// end; whether something new was found.
    pub fn find_length(&mut self, entry: &Arc<ShapeEntry>, leaves: &[u128], object: usize) -> bool {
        let Some((slot, _)) = entry.extent(object) else { return false };
        let is_data = matches!(slot.kind, SlotKind::Object { .. } | SlotKind::Tail { .. });
        if !is_data || entry.has_stated_length(object) {
            return false;
        }
        let path = slot.path.clone();
        let is_known = self.lengths.values().any(|(known, _)| *known == path);
        let experiments = self.experiments.entry(path.clone()).or_default();
        if is_known || *experiments >= SHAPES.max_length_experiments {
            return false;
        }
        *experiments += 1;
        let units = [LengthUnit::Elements, LengthUnit::Bytes, LengthUnit::Characters];
        let lengths = units.map(|unit| (unit, u128::from(length(slot, unit))));
        for leaf in self.factory.lengths_of(entry, &path) {
            for (position, &(unit, length)) in lengths.iter().enumerate() {
                let is_repeated = lengths[..position].iter().any(|(_, known)| *known == length);
                if is_repeated || length == 0 || self.evaluator.clock.exhausted() {
                    continue;
                }
                if self.bounds(entry, leaves, object, (leaf, length)) {
                    let name = entry.skeleton.leaves[trine_testcase::LeafId(leaf as u32)].name.clone();
                    self.lengths.insert(name, (path, unit));
                    return true;
                }
            }
        }
        false
    }

    /// Whether the run ends well with `leaf` at `length`, and faults on the object beyond.
    fn bounds(
        &mut self,
        entry: &Arc<ShapeEntry>,
        leaves: &[u128],
        object: usize,
        (leaf, length): (usize, u128),
    ) -> bool {
        let mut changed = leaves.to_vec();
        changed[leaf] = length;
        let verdict = self.evaluator.evaluate(entry, &changed, false);
        if !matches!(verdict.result.ending, Ending::Returned | Ending::Exited(_)) {
            return false;
        }
        // Beyond by a whole element, of up to 16 bytes.
        [1, 16].into_iter().any(|more| {
            changed[leaf] = length + more;
            let ending = self.evaluator.probe(entry, &changed).ending;
            self.overruns(&ending) == Some(object)
        })
    }

    /// The object of the plan that a run read or wrote past its end.
    pub fn overruns(&self, ending: &Ending) -> Option<usize> {
        let Ending::Fault(fault) = ending else { return None };
        match fault.kind {
            FaultKind::OutOfBounds { object, input: true, offset: 0.., .. } => {
                self.evaluator.harness.object_position(object)
            }
            _ => None,
        }
    }

    /// The shape in which a pointer that was compared with one into the object is its end.
    pub fn with_end(
        &mut self,
        entry: &Arc<ShapeEntry>,
        leaves: &[u128],
        object: usize,
    ) -> Option<ShapeEntry> {
        let path = entry.extent(object)?.0.path.clone();
        let ends = |choice: &PointerShape| matches!(choice, PointerShape::End(owner) if **owner == *path);
        if entry.shape.pointers.values().any(ends) {
            return None;
        }
        let shapes = self.evaluator.proposals(self.factory, entry, leaves);
        let shape = shapes.into_iter().find(|shape| shape.pointers.values().any(ends))?;
        self.factory.entry(shape).ok()
    }
}
