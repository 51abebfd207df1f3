//! What a finished run shows: results, changed objects, changed globals, stub calls.
//!
//! Objects and globals are compared part by part, as their types say, with what they held right
//! before the call; padding is not looked at. Pointers are told by what they point to, never by
//! address: null, a place of the test, a readable text, or just something.

use crate::layout::Location;
use trine_machine::memory::{RegisterWrite, Registers};
use trine_testcase::api::ApiModel;
use trine_testcase::leaf::{LeafKind, mask};
use trine_testcase::test_case::{Observation, Observed, ObservedValue, Place, PlaceStep};
use trine_testcase::types::{RecordKind, TypeId, TypeKind};

/// Parts looked at in one object.
const PARTS_LIMIT: usize = 1024;
/// Observations kept per test.
pub const OBSERVATIONS_LIMIT: usize = 64;

/// A primitive or pointer part of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Steps from the root.
    pub steps: Vec<PlaceStep>,
    /// Where it lies.
    pub location: Location,
    /// How its bits are read; `None` for a pointer.
    pub kind: Option<LeafKind>,
}

/// The primitive and pointer parts of a root of type `ty`, or of an array of `count` of them.
#[must_use]
pub fn parts(api: &ApiModel, ty: TypeId, count: Option<u32>) -> Vec<Part> {
    let mut found = Vec::new();
    let bits = api.types.size_bytes(ty) * 8;
    match count {
        None => collect(api, Location { ty, offset_bits: 0, width_bits: bits }, &mut Vec::new(), &mut found),
        Some(count) => {
            for index in 0..count {
                let location = Location { ty, offset_bits: u64::from(index) * bits, width_bits: bits };
                collect(api, location, &mut vec![PlaceStep::Index(index)], &mut found);
            }
        }
    }
    found
}

fn collect(api: &ApiModel, location: Location, steps: &mut Vec<PlaceStep>, found: &mut Vec<Part>) {
    if found.len() >= PARTS_LIMIT {
        return;
    }
    let types = &api.types;
    if let Some(kind) = types.leaf_kind(location.ty, Some(location.width_bits as u32)) {
        found.push(Part { steps: steps.clone(), location, kind: Some(kind) });
        return;
    }
    match types.kind(location.ty) {
        TypeKind::Pointer(_) => {
            found.push(Part { steps: steps.clone(), location, kind: None });
        }
        TypeKind::Array { element, length: Some(length) } => {
            let bits = types.size_bytes(*element) * 8;
            for index in 0..(*length).min(PARTS_LIMIT as u64) {
                let offset_bits = location.offset_bits + index * bits;
                steps.push(PlaceStep::Index(index as u32));
                collect(api, Location { ty: *element, offset_bits, width_bits: bits }, steps, found);
                steps.pop();
            }
        }
        // What `setjmp` writes into its buffer is the library's own affair.
        TypeKind::Record { tag: Some(tag), .. } if tag == "__jmp_buf_tag" => {}
        TypeKind::Record { kind, fields, .. } => {
            let largest = fields.iter().map(|field| types.size_bytes(field.ty)).max().unwrap_or(0);
            for (position, field) in fields.iter().enumerate() {
                let skip_union = *kind == RecordKind::Union && types.size_bytes(field.ty) < largest;
                if skip_union || (field.name.is_none() && field.bit_width.is_some()) {
                    continue;
                }
                let width_bits = field.bit_width.map_or(types.size_bytes(field.ty) * 8, u64::from);
                let offset_bits = location.offset_bits + field.offset_bits;
                steps.push(PlaceStep::Field(position as u32));
                collect(api, Location { ty: field.ty, offset_bits, width_bits }, steps, found);
                steps.pop();
                if *kind == RecordKind::Union {
                    break;
                }
            }
        }
        _ => {}
    }
}

/// Reads `width` bits of `bytes` from bit `start`; bits beyond the end are zero.
#[must_use]
pub fn read_bits(bytes: &[u8], start: u64, width: u32) -> u128 {
    let first = (start / 8) as usize;
    let last = ((start + u64::from(width)).div_ceil(8) as usize).min(bytes.len());
    let shift = start % 8;
    let mut value = 0u128;
    for (i, &byte) in bytes.get(first..last).unwrap_or(&[]).iter().take(16).enumerate() {
        value |= u128::from(byte) << (8 * i);
    }
    value >> shift & mask(width)
}

/// Observations of an object's parts that differ between `before` and `after`.
///
/// `pointer` tells what an address is.
pub fn changes(
    parts: &[Part],
    before: &[u8],
    after: &[u8],
    root: &Place,
    mut pointer: impl FnMut(u64) -> ObservedValue,
    out: &mut Vec<Observation>,
) {
    if before == after {
        return;
    }
    for part in parts {
        if out.len() >= OBSERVATIONS_LIMIT {
            // The rest of an array that is seen in part would be taken for unchanged.
            if let Some(Observation { place: Observed::Place(last), .. }) = out.last().cloned() {
                forget_array(&last, out);
            }
            return;
        }
        let bits = part_bits(part);
        let (old, new) = (
            read_bits(before, part.location.offset_bits, bits),
            read_bits(after, part.location.offset_bits, bits),
        );
        if old != new {
            let mut place = root.clone();
            place.steps.extend(&part.steps);
            let value = match &part.kind {
                Some(kind) => ObservedValue::Leaf(kind.clone(), new),
                None => pointer(new as u64),
            };
            out.push(Observation { place: Observed::Place(place), value });
        }
    }
}

/// Drops what was seen of the array that `element` is in: who reads an array's observations takes
/// elements without one for unchanged.
pub fn forget_array(element: &Place, observations: &mut Vec<Observation>) {
    let Some((PlaceStep::Index(_), array)) = element.steps.split_last() else { return };
    let is_beside = |other: &Place| {
        other.root == element.root
            && matches!(other.steps.split_last(), Some((PlaceStep::Index(_), steps)) if steps == array)
    };
    observations.retain(|seen| !matches!(&seen.place, Observed::Place(place) if is_beside(place)));
}

/// Observations of the parts of a result whose memory image is `image`.
pub fn result(
    parts: &[Part],
    image: &[u8],
    mut pointer: impl FnMut(u64) -> ObservedValue,
    out: &mut Vec<Observation>,
) {
    for part in parts.iter().take(OBSERVATIONS_LIMIT) {
        let bits = read_bits(image, part.location.offset_bits, part_bits(part));
        let value = match &part.kind {
            Some(kind) => ObservedValue::Leaf(kind.clone(), bits),
            None => pointer(bits as u64),
        };
        out.push(Observation { place: Observed::Result(part.steps.clone()), value });
    }
}

/// Observations of what a run wrote to hardware registers.
pub fn registers(registers: &Registers, out: &mut Vec<Observation>) {
    let leaf = |write: &RegisterWrite| {
        ObservedValue::Leaf(LeafKind::Int { bits: write.bytes * 8, signed: false }, write.value)
    };
    for (position, write) in registers.writes().iter().enumerate() {
        let RegisterWrite { address, bytes, .. } = *write;
        let place = Observed::RegisterWrite { position: position as u32, address, bytes };
        out.push(Observation { place, value: leaf(write) });
    }
    if registers.written() > 0 || registers.reads().next().is_some() {
        let kind = LeafKind::Int { bits: 64, signed: false };
        let value = ObservedValue::Leaf(kind, u128::from(registers.written()));
        out.push(Observation { place: Observed::RegisterWrites, value });
    }
    for write in registers.plain_writes() {
        let RegisterWrite { address, bytes, .. } = write;
        out.push(Observation { place: Observed::FixedMemory { address, bytes }, value: leaf(&write) });
    }
}

/// Bits of a part that carry its value: 80 of a `long double`'s 128, all else in full.
fn part_bits(part: &Part) -> u32 {
    match &part.kind {
        Some(LeafKind::Bool) => part.location.width_bits as u32,
        Some(kind) if kind.is_float() => kind.bits(),
        _ => part.location.width_bits as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_read_from_any_place() {
        assert_eq!(read_bits(&[0xff, 0x01], 4, 8), 0x1f);
        assert_eq!(read_bits(&[1, 2, 3, 4], 8, 16), 0x0302);
        assert_eq!(read_bits(&[1], 8, 16), 0);
    }
}
