//! Room for a line in each text of a test.

use crate::shape::kinds::is_text;
use crate::shape::{PointerShape, Shape, SlotKind};
use crate::shapes::ShapeFactory;
use trine_inputs::ShapeEntry;

/// Characters of a long text, the NUL included.
const LONG_STRING: u32 = 32;

impl ShapeFactory<'_> {
    /// The shape of `entry` with room for a line in each text whose length nothing says; `None` when there is none.
    #[must_use]
    pub fn with_long_strings(&self, entry: &ShapeEntry) -> Option<Shape> {
        let mut shape = entry.shape.clone();
        for slot in &entry.slots {
            let is_short = matches!(slot.chosen, PointerShape::Fresh(2..=16))
                && matches!(slot.kind, SlotKind::Object { element_bytes: 1, most } if most >= LONG_STRING)
                && is_text(self.api, slot.pointee);
            let has_length =
                self.has_length(slot) || entry.shape.lengths.values().any(|(path, _)| *path == slot.path);
            if is_short && !has_length {
                shape = shape.with(&slot.path, PointerShape::Fresh(LONG_STRING));
            }
        }
        (shape != entry.shape).then_some(shape)
    }
}
