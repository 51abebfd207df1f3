//! Why an access or a `free` is refused.

use super::Memory;
use super::object::{CONSTANT, Object, ObjectId, ObjectKind, SLOT_SHIFT};
use crate::fault::{Access, FaultKind};

impl Memory {
    /// The fault of an access that [`Memory::load`] or [`Memory::store`] refused.
    pub(super) fn diagnose(&self, address: u64, length: u64, access: Access) -> FaultKind {
        // Null with an offset of either sign, as in `((struct s *)0)->field` or `null[-1]`.
        if address >> 32 == 0 || address >> 31 == (1 << 33) - 1 {
            return FaultKind::NullDereference { address, access };
        }
        let (id, offset) = split(address);
        let Some(object) = self.objects.get(id.slot()).filter(|_| id.slot() != 0) else {
            return FaultKind::InvalidPointer { address, access };
        };
        if object.id == id.0 {
            let moved = Object { size: object.size - self.skew(id.slot()), ..*object };
            let offset = offset - i64::from(self.skew(id.slot()));
            return live_fault(&moved, id, offset, length, address, access);
        }
        match object.kind {
            ObjectKind::Heap | ObjectKind::Input | ObjectKind::HeapInput if was_used(object, id) => {
                FaultKind::UseAfterFree { address, access }
            }
            ObjectKind::Stack if was_used(object, id) => FaultKind::UseAfterReturn { address, access },
            _ => FaultKind::InvalidPointer { address, access },
        }
    }

    /// The fault of freeing `address`, which is no live heap object's start.
    pub(super) fn diagnose_free(&self, address: u64) -> FaultKind {
        let id = ObjectId::of(address);
        match self.objects.get((address >> SLOT_SHIFT) as usize) {
            Some(object)
                if object.kind == ObjectKind::Heap
                    && object.id != id.0
                    && address as u32 == self.skew(id.slot())
                    && was_used(object, id) =>
            {
                FaultKind::DoubleFree { address }
            }
            _ => FaultKind::InvalidFree { address },
        }
    }
}

/// The object and signed offset that `address` means.
fn split(address: u64) -> (ObjectId, i64) {
    let offset = address as u32 as i32;
    let id = (address >> 32) as u32;
    (ObjectId(if offset < 0 { id.wrapping_add(1) } else { id }), i64::from(offset))
}

fn live_fault(
    object: &Object,
    id: ObjectId,
    offset: i64,
    length: u64,
    address: u64,
    access: Access,
) -> FaultKind {
    let size_bytes = u64::from(object.size);
    // A length may be any number of the program's: `memmove(p + 8, q, -8)`.
    let end = u64::try_from(offset).ok().and_then(|offset| offset.checked_add(length));
    let inside = end.is_some_and(|end| end <= size_bytes);
    if inside && access == Access::Write && object.flags & CONSTANT != 0 {
        return FaultKind::WriteToConstant { address };
    }
    let input = matches!(object.kind, ObjectKind::Input | ObjectKind::HeapInput);
    FaultKind::OutOfBounds { object: id, input, offset, size_bytes, length, access }
}

/// Whether `id` is an earlier use of the slot, rather than a pointer that ran far off.
fn was_used(object: &Object, id: ObjectId) -> bool {
    let generation = (id.0 & ((1 << super::object::GENERATION_BITS) - 1)) as u16;
    generation <= object.generation && generation >= super::object::FIRST_GENERATION
        || object.generation < super::object::FIRST_GENERATION
}
