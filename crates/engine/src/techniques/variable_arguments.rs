//! Variable arguments get the types that the code reads them as.
//!
//! In the machine all of them lie in memory, 8 bytes each, and a `long` read as a `double` is some number; natively
//! they travel in different registers. A run that reads one as what it is not is therefore neither a test nor a
//! finding: it asks for the shape that has it right, which is tried with the same values.

use crate::context::adaptation::SHAPES_LIMIT;
use crate::context::search::SearchContext;
use crate::policy::SHAPES;
use std::sync::Arc;

impl SearchContext<'_, '_> {
    /// Tries the shapes that runs asked for because they read variable arguments as something else.
    pub(crate) fn retype_arguments(&mut self) {
        let mut tried = 0;
        while let Some((shape, test)) = self.evaluator.misread.pop() {
            tried += 1;
            if tried > SHAPES.max_retyped || self.evaluator.clock.exhausted() {
                self.evaluator.misread.clear();
                return;
            }
            let is_new = self.known_shapes.insert(shape.clone());
            let Ok(entry) = self.factory.entry(shape) else { continue };
            let mut entry = Arc::new(entry);
            // Strings among them, and the list itself, grow as they are read.
            for _ in 0..SHAPES.max_retyped {
                let verdict = self.evaluator.evaluate(&entry, &entry.adopt(&test), false);
                let grown = self.wanted_shape(&entry, &verdict.result.ending);
                let Some(Ok(grown)) = grown.map(|shape| self.factory.entry(shape)) else { break };
                entry = Arc::new(grown);
            }
            if is_new && self.entries.len() < SHAPES_LIMIT {
                self.keep_entry(&entry);
            }
        }
    }
}
