//! Where a place lies: bytes from its root, and bits for bit-fields.

use trine_testcase::api::ApiModel;
use trine_testcase::test_case::PlaceStep;
use trine_testcase::types::{TypeId, TypeKind};

/// A part of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Its type.
    pub ty: TypeId,
    /// Offset from the root, in bits; a multiple of 8 except for bit-fields.
    pub offset_bits: u64,
    /// Width in bits; that of the type except for bit-fields.
    pub width_bits: u64,
}

impl Location {
    /// Offset in whole bytes.
    #[must_use]
    pub fn offset_bytes(&self) -> u64 {
        self.offset_bits / 8
    }

    /// Whether it does not start or end at a byte.
    #[must_use]
    pub fn is_bit_field(&self) -> bool {
        !self.offset_bits.is_multiple_of(8) || !self.width_bits.is_multiple_of(8)
    }
}

/// Follows `steps` from a root of type `ty`; with `is_array_of`, the root is an array of `ty` and
/// the first step indexes it. `None` when a step does not fit its type.
#[must_use]
pub fn locate(api: &ApiModel, ty: TypeId, is_array_of: bool, steps: &[PlaceStep]) -> Option<Location> {
    let types = &api.types;
    let mut location = Location { ty, offset_bits: 0, width_bits: types.size_bytes(ty) * 8 };
    let mut steps = steps.iter();
    if is_array_of {
        match steps.next() {
            Some(PlaceStep::Index(index)) => location.offset_bits = u64::from(*index) * location.width_bits,
            Some(PlaceStep::Field(_)) => return None,
            None => return Some(location),
        }
    }
    for step in steps {
        let (part, offset_bits, width) = match (step, types.kind(location.ty)) {
            (PlaceStep::Field(position), TypeKind::Record { fields, .. }) => {
                let field = fields.get(*position as usize)?;
                (field.ty, field.offset_bits, field.bit_width)
            }
            (PlaceStep::Index(index), TypeKind::Array { element, .. }) => {
                (*element, u64::from(*index) * types.size_bytes(*element) * 8, None)
            }
            _ => return None,
        };
        location.ty = part;
        location.offset_bits += offset_bits;
        location.width_bits = width.map_or(types.size_bytes(part) * 8, u64::from);
    }
    Some(location)
}

/// The alignment of `ty`, as the x86-64 ABI has it; records are not packed.
#[must_use]
pub fn align_bytes(api: &ApiModel, ty: TypeId) -> u64 {
    let largest = |align: u64| if align.is_power_of_two() { align.min(16) } else { 1 };
    match api.types.kind(ty) {
        TypeKind::Array { element, .. } => align_bytes(api, *element),
        TypeKind::Record { fields, .. } => {
            fields.iter().map(|field| align_bytes(api, field.ty)).max().unwrap_or(1)
        }
        TypeKind::Complex { .. } => largest(api.types.size_bytes(ty) / 2),
        _ => largest(api.types.size_bytes(ty).max(1)),
    }
}
