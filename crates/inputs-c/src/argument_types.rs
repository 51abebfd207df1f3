//! The types that a run read variable arguments as, and the shape that has them so.

use crate::shape::{PointerShape, Shape};
use trine_harness::ArgumentRead;
use trine_inputs::ShapeEntry;
use trine_machine::shims::ArgumentKind;

/// The shape whose variable arguments have the types that a run of `entry` `read` them as; `None` where they do.
#[must_use]
pub fn as_read(entry: &ShapeEntry, read: &[ArgumentRead]) -> Option<Shape> {
    let mut shape = entry.shape.clone();
    for argument in read {
        let Some((list, _)) = entry.extent(argument.object) else { continue };
        let path = format!("{}[{}]|", list.path, argument.index);
        let wanted = PointerShape::Member(member(argument.kind));
        if entry.slots.iter().any(|slot| slot.path == path && slot.chosen != wanted) {
            shape.pointers.insert(path, wanted);
        }
    }
    (shape != entry.shape).then_some(shape)
}

/// The member of [`trine_testcase::VARIABLE_ARGUMENT`] that an argument read so is.
fn member(kind: ArgumentKind) -> u32 {
    match kind {
        ArgumentKind::Int => 0,
        ArgumentKind::Long => 1,
        ArgumentKind::Double => 2,
        ArgumentKind::Pointer => 3,
    }
}
