//! What a finished run shows: results, changed objects, changed globals, stub calls.
//!
//! Objects and globals are compared part by part, as their types say, with what they held right
//! before the call; padding is not looked at. Arrays of numbers are told as a whole where more than a few elements
//! changed, long ones by digests. Pointers are told by what they point to, never by address: null, a function, a place
//! of the test, a readable text, a block with its content, or just something.

use crate::layout::Location;
use trine_machine::memory::{RegisterWrite, Registers};
use trine_testcase::Bytes;
use trine_testcase::api::ApiModel;
use trine_testcase::content::digests;
use trine_testcase::leaf::{LeafKind, mask};
use trine_testcase::test_case::{Observation, Observed, ObservedValue, Place, PlaceStep};
use trine_testcase::types::{RecordKind, TypeId, TypeKind, TypeTable};

/// Parts looked at in one object.
const PARTS_LIMIT: usize = 1024;
/// Observations of single parts kept per test.
pub const OBSERVATIONS_LIMIT: usize = 64;
/// So many changed elements of an array are shown one by one.
const FEW_ELEMENTS: usize = 4;
/// Likewise of an array of floats, whose values say more than those of a buffer.
const FEW_FLOATS: usize = 16;
/// Longer arrays are shown by digests, unless they are mostly runs.
const LONG_BYTES: usize = 4096;

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
        TypeKind::Record { .. } => {
            for (step, field) in fields(api, location) {
                steps.push(step);
                collect(api, field, steps, found);
                steps.pop();
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

/// An object before and after a call.
pub struct Compared<'a> {
    /// The API model.
    pub api: &'a ApiModel,
    /// Its bytes before the call.
    pub before: &'a [u8],
    /// Its bytes now.
    pub after: &'a [u8],
    /// Its place.
    pub root: Place,
    /// Whether arrays may be shown as a whole: not where some of their bytes are addresses.
    pub whole_arrays: bool,
}

impl Compared<'_> {
    /// Observations of the parts that differ, of an object of type `ty` or an array of `count` of them. Of an array of
    /// numbers with more than a few changed elements, one for all of it.
    ///
    /// `pointer` tells what an address is.
    pub fn changes(
        &self,
        ty: TypeId,
        count: Option<u32>,
        pointer: &mut dyn FnMut(u64) -> ObservedValue,
        out: &mut Vec<Observation>,
    ) {
        let width_bits = self.api.types.size_bytes(ty) * 8;
        let location = Location { ty, offset_bits: 0, width_bits };
        let steps = &mut Vec::new();
        match count {
            None => self.walk(location, steps, pointer, out),
            Some(count) => self.array(location, u64::from(count), steps, pointer, out),
        }
        if out.len() >= OBSERVATIONS_LIMIT
            && let Some(Observation { place: Observed::Place(last), .. }) = out.last().cloned()
        {
            // The rest of an array that is seen in part would be taken for unchanged.
            forget_array(&last, out);
        }
    }

    fn walk(
        &self,
        location: Location,
        steps: &mut Vec<PlaceStep>,
        pointer: &mut dyn FnMut(u64) -> ObservedValue,
        out: &mut Vec<Observation>,
    ) {
        let types = &self.api.types;
        if out.len() >= OBSERVATIONS_LIMIT || self.is_same(location) {
            return;
        }
        let kind = types.leaf_kind(location.ty, Some(location.width_bits as u32));
        match types.kind(location.ty) {
            TypeKind::Array { element, length: Some(length) } => {
                let width_bits = types.size_bytes(*element) * 8;
                let first = Location { ty: *element, offset_bits: location.offset_bits, width_bits };
                self.array(first, *length, steps, pointer, out);
            }
            _ if kind.is_some() => self.part(Part { steps: steps.clone(), location, kind }, pointer, out),
            TypeKind::Pointer(_) => {
                self.part(Part { steps: steps.clone(), location, kind: None }, pointer, out);
            }
            _ => {
                for (step, field) in fields(self.api, location) {
                    steps.push(step);
                    self.walk(field, steps, pointer, out);
                    steps.pop();
                }
            }
        }
    }

    /// The changes of `count` elements, of which `first` is the first.
    fn array(
        &self,
        first: Location,
        count: u64,
        steps: &mut Vec<PlaceStep>,
        pointer: &mut dyn FnMut(u64) -> ObservedValue,
        out: &mut Vec<Observation>,
    ) {
        let size = (first.width_bits / 8) as usize;
        let from = first.offset_bytes() as usize;
        let range = from..from + size * count as usize;
        let (Some(before), Some(after)) = (self.before.get(range.clone()), self.after.get(range)) else {
            return;
        };
        if size == 0 || before == after {
            return;
        }
        let differs = |(old, new): &(&[u8], &[u8])| old != new;
        let changed = before.chunks(size).zip(after.chunks(size)).filter(differs).count();
        if self.whole_arrays && is_shown_whole(&self.api.types, first.ty, changed, after) {
            let mut place = self.root.clone();
            place.steps.extend(steps.iter());
            out.push(Observation { place: Observed::Place(place), value: whole(after) });
            return;
        }
        for index in 0..count {
            let offset_bits = first.offset_bits + index * first.width_bits;
            steps.push(PlaceStep::Index(index as u32));
            self.walk(Location { offset_bits, ..first }, steps, pointer, out);
            steps.pop();
        }
    }

    fn is_same(&self, location: Location) -> bool {
        if location.is_bit_field() {
            let width = location.width_bits as u32;
            let bits = |bytes| read_bits(bytes, location.offset_bits, width);
            return bits(self.before) == bits(self.after);
        }
        let from = location.offset_bytes() as usize;
        let range = from..from + (location.width_bits / 8) as usize;
        self.before.get(range.clone()) == self.after.get(range)
    }

    fn part(&self, part: Part, pointer: &mut dyn FnMut(u64) -> ObservedValue, out: &mut Vec<Observation>) {
        let bits = part_bits(&part);
        let (old, new) = (
            read_bits(self.before, part.location.offset_bits, bits),
            read_bits(self.after, part.location.offset_bits, bits),
        );
        if old != new {
            let mut place = self.root.clone();
            place.steps.extend(&part.steps);
            let value = match part.kind {
                Some(kind) => ObservedValue::Leaf(kind, new),
                None => pointer(new as u64),
            };
            out.push(Observation { place: Observed::Place(place), value });
        }
    }
}

/// Whether an array of `element`s with these `bytes` is shown as a whole where `changed` of them changed: integers from a
/// few on, floats where there are too many to be told one by one and each is a number (of others the bits may differ).
#[must_use]
pub fn is_shown_whole(types: &TypeTable, element: TypeId, changed: usize, bytes: &[u8]) -> bool {
    if types.is_all_integers(element) {
        return changed > FEW_ELEMENTS;
    }
    changed > FEW_FLOATS && types.is_all_numbers(element) && !types.has_nan(element, bytes)
}

/// What is shown of an array of numbers with these bytes.
#[must_use]
pub fn whole(bytes: &[u8]) -> ObservedValue {
    let runs = bytes.chunk_by(|a, b| a == b).count();
    if bytes.len() > LONG_BYTES && runs > LONG_BYTES / 16 {
        return ObservedValue::Digests(bytes.len() as u64, digests(bytes));
    }
    ObservedValue::Bytes(Bytes(bytes.to_vec()))
}

/// The fields of the record at `location` that are looked at: of a union, the first that is as large as any.
fn fields(api: &ApiModel, location: Location) -> Vec<(PlaceStep, Location)> {
    let types = &api.types;
    let TypeKind::Record { kind, tag, fields, .. } = types.kind(location.ty) else { return Vec::new() };
    // What `setjmp` writes into its buffer is the library's own affair.
    if tag.as_deref() == Some("__jmp_buf_tag") {
        return Vec::new();
    }
    let is_union = *kind == RecordKind::Union;
    let largest = fields.iter().map(|field| types.size_bytes(field.ty)).max().unwrap_or(0);
    let looked_at = fields.iter().enumerate().filter(|(_, field)| {
        let is_small = is_union && types.size_bytes(field.ty) < largest;
        !is_small && (field.name.is_some() || field.bit_width.is_none())
    });
    let located = looked_at.map(|(position, field)| {
        let width_bits = field.bit_width.map_or(types.size_bytes(field.ty) * 8, u64::from);
        let offset_bits = location.offset_bits + field.offset_bits;
        (PlaceStep::Field(position as u32), Location { ty: field.ty, offset_bits, width_bits })
    });
    located.take(if is_union { 1 } else { usize::MAX }).collect()
}

/// Observations of all that an object at `pointer` holds, bytes `image`: of arrays of integers with more than a few
/// elements, one for each.
pub fn contents(
    api: &ApiModel,
    location: Location,
    image: &[u8],
    steps: &mut Vec<PlaceStep>,
    found: &mut Vec<(Vec<PlaceStep>, Content)>,
) {
    if found.len() >= OBSERVATIONS_LIMIT {
        return;
    }
    let types = &api.types;
    if let Some(kind) = types.leaf_kind(location.ty, Some(location.width_bits as u32)) {
        let part = Part { steps: Vec::new(), location, kind: Some(kind.clone()) };
        let bits = read_bits(image, location.offset_bits, part_bits(&part));
        found.push((steps.clone(), Content::Leaf(kind, bits)));
        return;
    }
    match types.kind(location.ty) {
        TypeKind::Pointer(_) => {
            let address = read_bits(image, location.offset_bits, location.width_bits as u32) as u64;
            found.push((steps.clone(), Content::Pointer(address, location.ty)));
        }
        TypeKind::Array { element, length: Some(length) } => {
            let from = location.offset_bytes() as usize;
            let bytes = image.get(from..from + (location.width_bits / 8) as usize);
            if let Some(bytes) = bytes
                && is_shown_whole(types, *element, *length as usize, bytes)
            {
                let text = text_of(types, *element, bytes);
                found.push((steps.clone(), Content::Whole(text.unwrap_or_else(|| whole(bytes)))));
                return;
            }
            let width_bits = types.size_bytes(*element) * 8;
            for index in 0..(*length).min(PARTS_LIMIT as u64) {
                let offset_bits = location.offset_bits + index * width_bits;
                steps.push(PlaceStep::Index(index as u32));
                contents(api, Location { ty: *element, offset_bits, width_bits }, image, steps, found);
                steps.pop();
            }
        }
        _ => {
            for (step, field) in fields(api, location) {
                steps.push(step);
                contents(api, field, image, steps, found);
                steps.pop();
            }
        }
    }
}

/// The text in an array of characters, up to its NUL: what follows is often left as it was.
fn text_of(types: &TypeTable, element: TypeId, bytes: &[u8]) -> Option<ObservedValue> {
    let is_character = matches!(types.kind(element), TypeKind::Char { .. }) && types.size_bytes(element) == 1;
    let text = bytes.split(|&byte| byte == 0).next().filter(|text| text.len() < bytes.len())?;
    let reads = |byte: &u8| (0x20..0x7f).contains(byte) || byte.is_ascii_whitespace();
    let is_text = is_character && !text.is_empty() && text.iter().all(reads);
    is_text.then(|| ObservedValue::Text(text.to_vec()))
}

/// A part of what an object holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A primitive value.
    Leaf(LeafKind, u128),
    /// An address, and the type of the pointer.
    Pointer(u64, TypeId),
    /// An array of numbers.
    Whole(ObservedValue),
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
