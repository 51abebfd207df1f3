//! A null pointer of the test that a run met before it faulted becomes an object, or leads back in a linked structure.

use super::Reader;
use crate::shape::Shape;

/// Null pointers looked at, latest first.
const MAX_NULLS: usize = 2;

/// Shapes for the null pointers of a run that faulted.
pub(super) fn proposals(reader: &Reader<'_, '_>) -> Vec<Shape> {
    if !reader.run.faulted {
        return Vec::new();
    }
    let nulls = reader.run.origins.nulls.iter().rev();
    let slots = nulls.filter_map(|&source| reader.slot_of(Some(source))).take(MAX_NULLS);
    slots.flat_map(|slot| reader.object_at(slot).into_iter().chain(reader.back_to(slot))).collect()
}
