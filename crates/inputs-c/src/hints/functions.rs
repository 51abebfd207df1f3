//! A function pointer of the test that the run compared with a function: that function.
//!
//! ```text
//! if (h->run == stop) …      h->run is another function -> h->run = stop
//! ```
//!
//! The first few functions of a type are tried without being asked for; a program with a table of thirty handlers compares with one of
//! the others.

use super::Reader;
use crate::shape::kinds::functions_of;
use crate::shape::{PointerShape, Shape, SlotKind};
use trine_harness::Pointer;
use trine_machine::memory::function_at;

/// Shapes whose function pointers are what they were compared with, later comparisons first.
pub(super) fn proposals(reader: &Reader<'_, '_>) -> Vec<Shape> {
    let compared = reader.run.origins.compared.iter().rev();
    let pairs = compared.flat_map(|one| [(one.a, one.b), (one.b, one.a)]);
    pairs.filter_map(|(pointer, other)| as_compared(reader, pointer, other)).collect()
}

/// The shape in which `pointer` is the function that `other` is; `None` where it points to no function, or to none of these.
fn as_compared(reader: &Reader<'_, '_>, pointer: Pointer, other: Pointer) -> Option<Shape> {
    let slot = reader.slot_of(pointer.origin)?;
    let known = &reader.entry.slots[slot];
    if !matches!(known.kind, SlotKind::Function { .. }) {
        return None;
    }
    let wanted = function_at(other.address)?;
    let callables = &reader.factory.program.callables;
    let symbol = &callables.get(wanted)?.name;
    let api = reader.factory.api;
    let mut fitting = functions_of(api, &reader.factory.callbacks, known.pointee);
    let choice = fitting.position(|callable| api.callables[callable].symbol == *symbol)?;
    Some(reader.with(slot, PointerShape::Function(choice as u32)))
}
