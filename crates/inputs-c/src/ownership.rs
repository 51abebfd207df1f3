//! Two parameters whose objects are freed may be one object, as far as the code says: tried last, and
//! reported as an unstated precondition.

use crate::shape::{PointerShape, Shape, Slot, compatible};
use crate::shapes::ShapeFactory;
use trine_inputs::ShapeEntry;

/// Pairs of parameters that are made one object.
const MAX_SHARED: usize = 4;

impl ShapeFactory<'_> {
    /// Shapes in which two parameters that are both freed point to one object.
    #[must_use]
    pub fn shared_inputs(&self, entry: &ShapeEntry) -> Vec<Shape> {
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
        shapes.truncate(MAX_SHARED);
        shapes
    }
}
