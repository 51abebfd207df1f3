//! The words of a command line: where they lie among the leaves of a test.

use crate::shape::SlotKind;
use std::ops::Range;
use trine_inputs::ShapeEntry;

/// The leaves of each text on the command line behind the name of the program.
#[must_use]
pub fn arguments(entry: &ShapeEntry) -> Vec<Range<usize>> {
    let Some(slot) = entry.slots.iter().find(|slot| slot.kind == SlotKind::Strings) else {
        return Vec::new();
    };
    let leaves = &entry.skeleton.leaves;
    let of_argument = |number: usize| {
        let prefix = format!("{}[{number}][", slot.path);
        let from = leaves.iter().position(|leaf| leaf.name.starts_with(&prefix))?;
        let length = leaves.iter().skip(from).take_while(|leaf| leaf.name.starts_with(&prefix)).count();
        Some(from..from + length)
    };
    (1..).map_while(of_argument).collect()
}
