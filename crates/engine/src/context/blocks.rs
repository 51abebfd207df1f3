//! Contents as blocks: shapes whose inputs have as many bytes as leaves.
//!
//! A string that ends at its first NUL never holds a record with zeros in it. Some iterations of the goal search
//! therefore start from the same bytes, read as blocks.

use crate::context::search::SearchContext;
use std::sync::Arc;
use trine_inputs::Shape;
use trine_inputs::ShapeEntry;

impl SearchContext<'_, '_> {
    /// The entry of `shape` with its contents as blocks, where it has any.
    pub(crate) fn as_blocks(&mut self, shape: &Shape) -> Option<Arc<ShapeEntry>> {
        let entry = self.entry_of(shape)?;
        if shape.environment.exact || !entry.reads_contents() {
            return Some(entry);
        }
        let mut blocks = shape.clone();
        blocks.environment.exact = true;
        self.entry_of(&blocks)
    }
}
