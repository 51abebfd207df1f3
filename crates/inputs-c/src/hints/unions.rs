//! Another member of each union, whatever the run did.

use super::Reader;
use crate::shape::{Shape, SlotKind};

/// Shapes with another member.
pub(super) fn proposals(reader: &Reader<'_, '_>) -> Vec<Shape> {
    let unions = reader.entry.slots.iter().filter(|slot| matches!(slot.kind, SlotKind::Union { .. }));
    let with = |path: &str, members: Vec<_>| -> Vec<Shape> {
        members.into_iter().map(|member| reader.entry.shape.with(path, member)).collect()
    };
    unions.flat_map(|slot| with(&slot.path, slot.alternatives())).collect()
}
