//! What the code frees: those input objects lie on the heap.
//!
//! ```text
//! free(list)                 an invalid free of a variable of the test -> shape: {list} on the heap
//! free(list->next)           once more                                 -> {list, ->next}
//! free(list->next->next)     owned as `list->next` is: on the heap already
//! ```
//!
//! What one run showed holds for all shapes of the unit. A heap object does whatever a variable does,
//! so nothing is lost; a finished test that frees nothing gets its variables back (`finish`).
//!
//! Two parameters whose objects are freed may be one object, as far as the code says: tried last, and
//! reported as an unstated precondition.

use crate::session::Session;
use crate::shape::{PointerShape, Shape, Slot, compatible};
use crate::shapes::{ShapeEntry, ShapeFactory};

/// Pairs of parameters that are made one object.
const MOST_SHARED: usize = 4;

impl Session<'_, '_> {
    /// Puts what runs since the last time tried to free on the heap, in all shapes; whether there was any.
    pub(crate) fn lay_on_heap(&mut self) -> bool {
        let is_new = self.evaluator.heap.len() > self.heap_keys;
        if is_new {
            self.heap_keys = self.evaluator.heap.len();
            self.spread_what_is_known();
        }
        is_new
    }
}

impl ShapeFactory<'_> {
    /// Shapes in which two parameters that are both freed point to one object.
    pub(crate) fn shared_inputs(&self, entry: &ShapeEntry) -> Vec<Shape> {
        let is_freed = |slot: &&Slot| {
            let is_parameter = slot.path.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            let is_made = matches!(slot.chosen, PointerShape::Fresh(_));
            is_parameter && is_made && entry.shape.is_on_heap(&slot.path)
        };
        let freed: Vec<&Slot> = entry.slots.iter().filter(is_freed).collect();
        let mut shapes = Vec::new();
        for (position, first) in freed.iter().enumerate() {
            for second in &freed[position + 1..] {
                if compatible(self.api, first.pointee, second.pointee) {
                    let same = PointerShape::Same(first.path.as_str().into());
                    shapes.push(entry.shape.with(&second.path, same));
                }
            }
        }
        shapes.truncate(MOST_SHARED);
        shapes
    }
}
