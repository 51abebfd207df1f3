//! The words of a command line: where they lie among the leaves of a test.

use crate::shape::SlotKind;
use crate::shapes::ShapeEntry;
use std::ops::Range;

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

/// Writes `word` into the leaves of `argument`.
pub fn write(entry: &ShapeEntry, argument: &Range<usize>, word: &[u8], leaves: &mut [u128]) {
    for (offset, leaf) in argument.clone().enumerate() {
        // The NUL behind the last place is no leaf.
        let byte = word.get(offset).copied().unwrap_or(0);
        leaves[leaf] = entry.kinds[leaf].from_int(byte.into());
    }
}
