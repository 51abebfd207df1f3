//! What the pointers point to that a run left in results, objects and globals.
//!
//! ```text
//! result ──► function of the unit                     a check against its name
//! result ──► inside an object of the test, a global   a check against that place: &table[3]
//! result ──► characters up to a NUL                   a check of the text
//! result ──► block of the call, other static memory   checks of what lies there, and of the room
//! ```
//!
//! Of a block of the call all elements are looked at, of other memory the one that is pointed to; what a block points
//! to is followed [`DEPTH`] levels. Bytes that nobody set are seen here as well: runs in memory with other content tell
//! them apart.
//!
//! Not handled: memory behind `void *`, behind structures that are returned by value, and of the library.

use super::Harness;
use crate::layout::{Location, locate};
use crate::observe::{Content, contents, is_shown_whole, whole};
use crate::plan::Plan;
use trine_ir::FuncId;
use trine_machine::memory::function_at;
use trine_machine::shims::is_stream;
use trine_machine::{ObjectId, Returns};
use trine_testcase::api::{ApiModel, CallableId, Passing};
use trine_testcase::leaf::mask;
use trine_testcase::test_case::{Observation, Observed, ObservedValue, Place, PlaceRoot, PlaceStep};
use trine_testcase::types::{RecordKind, TypeId, TypeKind};

/// Longest text that a pointer is said to point to.
pub(super) const TEXT_LIMIT: usize = 1000;
/// Blocks behind blocks that are followed.
const DEPTH: usize = 2;
/// Elements of a block that are shown one by one, and that are looked at.
const FEW: u64 = 8;
const MAX_ELEMENTS: u64 = 1 << 16;

impl Harness<'_> {
    /// What the address `bits` points to, as far as the test can name it.
    pub(super) fn pointer(&self, plan: &Plan, bits: u64) -> ObservedValue {
        if bits == 0 {
            return ObservedValue::Null;
        }
        if let Some(function) = function_at(bits) {
            return self.callable_of(function).map_or(ObservedValue::NotNull, ObservedValue::Function);
        }
        let Some((object, offset)) = self.machine.memory().resolve(bits) else {
            return ObservedValue::NotNull;
        };
        if let Some(at) = self.object_position(object) {
            let planned = &plan.objects[at];
            let inside = inner_steps(self.api, planned.ty, planned.count, offset);
            if let (Some(variable), Some(steps)) = (planned.variable, inside) {
                return ObservedValue::PointsTo(Place { root: PlaceRoot::Variable(variable), steps });
            }
            return ObservedValue::NotNull;
        }
        for id in self.api.globals.indices() {
            let (address, length) = self.global_range(id);
            let ty = self.api.globals[id].ty;
            if length == 0 || ObjectId::of(address) != object || locate(self.api, ty, false, &[]).is_none() {
                continue;
            }
            let inside = if self.api.globals[id].seen_as_bytes && offset > 0 {
                None
            } else {
                inner_steps(self.api, ty, None, offset)
            };
            if let Some(steps) = inside {
                return ObservedValue::PointsTo(Place { root: PlaceRoot::Global(id), steps });
            }
        }
        ObservedValue::NotNull
    }

    /// The characters behind `bits`, an address of type `ty`, or what it points to otherwise.
    pub(super) fn text_or_pointer(&self, plan: &Plan, bits: u64, ty: TypeId) -> ObservedValue {
        match self.pointer(plan, bits) {
            ObservedValue::NotNull => {
                self.text_at(bits, ty).map_or(ObservedValue::NotNull, ObservedValue::Text)
            }
            value => value,
        }
    }

    /// The same of what memory holds of an address.
    pub(super) fn pointer_by_image(&self, plan: &Plan, image: u64) -> ObservedValue {
        self.pointer(plan, self.machine.memory().pointer_of(image))
    }

    fn callable_of(&self, function: FuncId) -> Option<CallableId> {
        // A number may look like the address of a function that there is not.
        let symbol = &self.program.callables.get(function)?.name;
        let mut all = self.api.callables.iter_enumerated();
        all.find(|(_, callable)| callable.symbol == *symbol).map(|(id, _)| id)
    }

    /// Adds what lies behind the pointers in `out` that the test cannot name.
    pub(super) fn observe_behind(&self, plan: &Plan, returns: &Returns, out: &mut Vec<Observation>) {
        for at in 0..out.len() {
            let seen = &out[at];
            if seen.value != ObservedValue::NotNull {
                continue;
            }
            let Some((address, ty)) = self.pointer_value(plan, returns, &seen.place) else { continue };
            if let Some(text) = self.text_at(address, ty) {
                out[at].value = ObservedValue::Text(text);
                continue;
            }
            let place = seen.place.clone();
            self.block(plan, &place, (address, ty), DEPTH, out);
        }
    }

    /// The pointer at `place`, and its type.
    fn pointer_value(&self, plan: &Plan, returns: &Returns, place: &Observed) -> Option<(u64, TypeId)> {
        let Observed::Place(Place { root: PlaceRoot::Global(id), steps }) = place else {
            return self.pointer_seen(plan, returns, place);
        };
        let location = locate(self.api, self.api.globals[*id].ty, false, steps)?;
        let TypeKind::Pointer(_) = self.api.types.kind(location.ty) else { return None };
        let address = self.global_range(*id).0 + location.offset_bytes();
        Some((self.machine.memory().read_pointer(address).ok()?, location.ty))
    }

    /// The characters up to a NUL behind a pointer of type `ty`; those of `unsigned char` are a text when they read
    /// as one.
    fn text_at(&self, address: u64, ty: TypeId) -> Option<Vec<u8>> {
        let TypeKind::Pointer(pointee) = self.api.types.kind(ty) else { return None };
        let TypeKind::Char { name, .. } = self.api.types.kind(*pointee) else { return None };
        if self.api.types.size_bytes(*pointee) != 1 {
            return None;
        }
        let memory = self.machine.memory();
        // In a union, the pointer may be another member's.
        let text = memory.read_c_string(address).ok().filter(|_| !is_stream(memory, address))?;
        let reads = |byte: &u8| (0x20..0x7f).contains(byte) || byte.is_ascii_whitespace();
        let is_text = text.len() <= TEXT_LIMIT && (name == "char" || text.iter().all(reads));
        is_text.then(|| text.to_vec())
    }

    /// The text of the string literal at `address`: the type of a parameter without a prototype does not say that it
    /// is one.
    fn literal_at(&self, address: u64) -> Option<Vec<u8>> {
        let memory = self.machine.memory();
        let (object, offset) = memory.resolve(address)?;
        let (size, _) = memory.object(object).filter(|_| self.is_variable(object))?;
        let text = memory.read_c_string(address).ok()?;
        let reads = |byte: &u8| (0x20..0x7f).contains(byte) || byte.is_ascii_whitespace();
        let fills = offset + text.len() as u64 + 1 == size;
        (fills && !text.is_empty() && text.len() <= TEXT_LIMIT && text.iter().all(reads))
            .then(|| text.to_vec())
    }

    /// Adds what lies at `address`, behind the pointer of type `ty` at `place`.
    fn block(
        &self,
        plan: &Plan,
        place: &Observed,
        (address, ty): (u64, TypeId),
        depth: usize,
        out: &mut Vec<Observation>,
    ) {
        let memory = self.machine.memory();
        let Some((object, offset)) = memory.resolve(address) else { return };
        let Some((size, _)) = memory.object(object) else { return };
        let is_block = memory.is_heap_block(address - offset);
        if is_stream(memory, address) || !(is_block || self.is_variable(object)) {
            return;
        }
        let part = |steps| Observed::Behind(Box::new(place.clone()), steps);
        if is_block && offset == 0 && size > 0 {
            out.push(Observation { place: part(Vec::new()), value: ObservedValue::Room(size) });
        }
        let TypeKind::Pointer(pointee) = *self.api.types.kind(ty) else { return };
        let bytes = self.api.types.size_bytes(pointee);
        if bytes == 0 || size - offset < bytes || self.api.types.is_of_argument_list(pointee) {
            return;
        }
        let all = ((size - offset) / bytes).min(MAX_ELEMENTS);
        let count = if is_block && !ends_open(self.api, pointee) { all } else { 1 };
        let image = self.bytes(address, count * bytes);
        if count > FEW && is_shown_whole(&self.api.types, pointee, count as usize, &image) {
            out.push(Observation { place: part(Vec::new()), value: whole(&image) });
            return;
        }
        let mut found = Vec::new();
        for index in 0..count.min(FEW) {
            let location = Location { ty: pointee, offset_bits: index * bytes * 8, width_bits: bytes * 8 };
            contents(self.api, location, &image, &mut vec![PlaceStep::Index(index as u32)], &mut found);
        }
        for (steps, content) in found {
            let place = part(steps);
            let value = match content {
                Content::Leaf(kind, bits) => ObservedValue::Leaf(kind, bits),
                Content::Whole(value) => value,
                Content::Pointer(image, ty) => match self.pointer_by_image(plan, image) {
                    ObservedValue::NotNull => match self.text_at(self.machine.memory().pointer_of(image), ty)
                    {
                        Some(text) => ObservedValue::Text(text),
                        None if depth > 1 => {
                            out.push(Observation { place: place.clone(), value: ObservedValue::NotNull });
                            let address = self.machine.memory().pointer_of(image);
                            self.block(plan, &place, (address, ty), depth - 1, out);
                            continue;
                        }
                        None => ObservedValue::NotNull,
                    },
                    value => value,
                },
            };
            out.push(Observation { place, value });
        }
    }

    /// Adds what stubs were given: numbers, and pointers to what is still there after the run.
    pub(super) fn observe_given(&self, plan: &Plan, out: &mut Vec<Observation>) {
        for (function, call, arguments) in &self.stubs.given {
            let Some(id) = self.callable_of(*function) else { continue };
            let callable = &self.api.callables[id];
            for (position, (param, passing)) in callable.params.iter().zip(&callable.abi.params).enumerate() {
                let Passing::Direct(register) = passing else { continue };
                let Some(&bits) = arguments.get(*register as usize) else { continue };
                let value = match self.api.types.leaf_kind(param.ty, None) {
                    Some(kind) if kind.bits() <= 64 => {
                        let bits = bits & mask(kind.bits());
                        ObservedValue::Leaf(kind, bits)
                    }
                    Some(_) => continue,
                    None if !matches!(self.api.types.kind(param.ty), TypeKind::Pointer(_)) => continue,
                    None => match self.pointer(plan, bits as u64) {
                        ObservedValue::NotNull => {
                            let text = self.text_at(bits as u64, param.ty);
                            match text.or_else(|| self.literal_at(bits as u64)) {
                                Some(text) => ObservedValue::Text(text),
                                None => continue,
                            }
                        }
                        value => value,
                    },
                };
                out.push(Observation { place: Observed::StubArgument(id, *call, position as u32), value });
            }
        }
    }

    /// Whether `object` is a variable or constant of the program.
    fn is_variable(&self, object: ObjectId) -> bool {
        let mut globals = self.program.globals.indices();
        globals.any(|id| ObjectId::of(self.machine.global_address(id)) == object)
    }
}

/// Whether an object of type `ty` may be longer than that says: one of them fills a block.
fn ends_open(api: &ApiModel, ty: TypeId) -> bool {
    match api.types.kind(ty) {
        TypeKind::Record { fields, .. } => fields.last().is_some_and(|last| {
            matches!(api.types.kind(last.ty), TypeKind::Array { length: None | Some(0 | 1), .. })
        }),
        _ => false,
    }
}

/// The steps to what begins `offset` bytes into an object of type `ty`, or into an array of `count` of them: as few as
/// there can be. The end of an array is named as the element behind its last.
fn inner_steps(api: &ApiModel, ty: TypeId, count: Option<u32>, offset: u64) -> Option<Vec<PlaceStep>> {
    let types = &api.types;
    let (mut ty, mut rest) = (ty, offset);
    let mut steps = Vec::new();
    if count.is_some() {
        let size = types.size_bytes(ty).max(1);
        steps.push(PlaceStep::Index((rest / size) as u32));
        rest %= size;
        if count.is_some_and(|count| offset / size >= u64::from(count)) && rest > 0 {
            return None;
        }
    } else if rest >= types.size_bytes(ty) && rest > 0 {
        return None;
    }
    while rest > 0 {
        match types.kind(ty) {
            TypeKind::Array { element, .. } => {
                let size = types.size_bytes(*element).max(1);
                steps.push(PlaceStep::Index((rest / size) as u32));
                (ty, rest) = (*element, rest % size);
            }
            TypeKind::Record { kind: RecordKind::Struct, fields, .. } => {
                let holds = |field: &trine_testcase::Field| {
                    let start = field.offset_bits / 8;
                    let is_plain = field.bit_width.is_none() && field.name.is_some();
                    is_plain && (start..start + types.size_bytes(field.ty)).contains(&rest)
                };
                let position = fields.iter().position(holds)?;
                steps.push(PlaceStep::Field(position as u32));
                (ty, rest) = (fields[position].ty, rest - fields[position].offset_bits / 8);
            }
            _ => return None,
        }
    }
    Some(steps)
}
