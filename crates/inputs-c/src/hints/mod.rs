//! What a run says about better shapes: one source of hints a file, all in one table.
//!
//! | source | the run | the shape |
//! |---|---|---|
//! | [`null_faults`] | met a null pointer of the test and faulted | an object there |
//! | [`comparisons`] | compared a null pointer of the test with null | an object there |
//! | | compared a pointer of the test with null, and it was not | null there |
//! | | compared two pointers | the later one points where the earlier one does |
//! | | compared or subtracted pointers into two arrays, or one that is null | the later one, or the null one, is the end of the other array |
//! | [`unions`] | anything, over a union | another member |
//!
//! To add a source: a file with a function from a [`Reader`] to shapes, best first, and its row in [`SOURCES`].

mod comparisons;
mod null_faults;
mod reader;
mod unions;

pub use reader::Reader;

use crate::shapes::ShapeFactory;
use trine_inputs::{Shape, ShapeEntry, TracedRun};

/// Shapes proposed from one run, at most.
const MAX_PROPOSALS: usize = 24;

/// Shapes that a run suggests, best first.
pub type HintSource = fn(&Reader<'_, '_>) -> Vec<Shape>;

/// All sources of hints, in the order in which what they propose is tried.
pub const SOURCES: [HintSource; 3] = [null_faults::proposals, comparisons::proposals, unions::proposals];

/// Shapes that the last traced run of `entry` suggests, best first.
pub fn proposals(factory: &ShapeFactory<'_>, entry: &ShapeEntry, run: &TracedRun<'_, '_>) -> Vec<Shape> {
    let reader = Reader { factory, entry, run };
    let mut shapes: Vec<Shape> = Vec::new();
    for shape in SOURCES.iter().flat_map(|source| source(&reader)) {
        if shape != entry.shape && !shapes.contains(&shape) && shapes.len() < MAX_PROPOSALS {
            shapes.push(shape);
        }
    }
    shapes
}
