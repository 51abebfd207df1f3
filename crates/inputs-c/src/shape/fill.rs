//! Gives every part of an object a leaf, a pointer or a choice of its own.

use super::builder::Builder;
use super::kinds::slot_kind;
use super::{NamedPlace, PointerShape, Slot, SlotKind};
use trine_harness::Source;
use trine_ir::Relocation;
use trine_testcase::leaf::LeafKind;
use trine_testcase::test_case::{Place, PlaceRoot, PlaceStep, PointerValue, Statement};
use trine_testcase::types::{Field, RecordKind, TypeId, TypeKind};

/// Elements of a flexible array member, unless a shape says otherwise.
const TAIL_ELEMENTS: u32 = 4;

/// Where a value goes while an object is filled: its place, its C path, its initial bytes.
pub(super) struct Target<'b> {
    pub(super) place: Place,
    pub(super) path: String,
    pub(super) depth: u32,
    /// Offset from the root, in bytes.
    pub(super) offset_bytes: u64,
    /// Initial content of the root, and where in it this part starts.
    pub(super) initial: Option<(&'b [u8], u64)>,
    /// Addresses in the initial content.
    pub(super) relocations: Option<&'b [Relocation]>,
    /// For a pointer to characters: what they are by default.
    pub(super) text: Option<&'b [u8]>,
    /// Whether it is the last of several elements.
    pub(super) is_last: bool,
    /// Whether the object may be longer than its type says.
    pub(super) is_extensible: bool,
}

impl<'b> Target<'b> {
    pub(super) fn of(place: Place, path: String, depth: u32) -> Self {
        Self {
            place,
            path,
            depth,
            offset_bytes: 0,
            initial: None,
            relocations: None,
            text: None,
            is_last: false,
            is_extensible: false,
        }
    }

    fn part(&self, step: PlaceStep, suffix: &str, offset: u64) -> Target<'b> {
        Target {
            place: self.place.step(step),
            path: format!("{}{suffix}", self.path),
            depth: self.depth,
            offset_bytes: self.offset_bytes + offset,
            initial: self.initial.map(|(bytes, start)| (bytes, start + offset)),
            relocations: self.relocations,
            text: None,
            is_last: false,
            is_extensible: self.is_extensible && matches!(step, PlaceStep::Field(_)),
        }
    }

    /// Whether a pointer here is null at first, as far as is known.
    fn is_null_at_first(&self) -> bool {
        let Some((bytes, offset)) = self.initial else { return true };
        let relocated = self.relocations.is_some_and(|all| all.iter().any(|one| one.offset == offset));
        !relocated && read_bits(bytes, offset * 8, 64) == 0
    }
}

impl Builder<'_> {
    /// Gives every part of the object at `target` a leaf or a pointer.
    pub(super) fn fill(&mut self, ty: TypeId, target: Target<'_>) {
        if self.leaves.len() >= self.limits.leaves {
            return;
        }
        self.built.places.push(NamedPlace {
            path: target.path.clone(),
            place: target.place.clone(),
            offset_bytes: target.offset_bytes,
            ty,
        });
        if let Some(kind) = self.api.types.leaf_kind(ty, None) {
            let size = self.api.types.size_bytes(ty);
            return self.set_leaf(kind, size, target);
        }
        match self.api.types.kind(ty).clone() {
            TypeKind::Pointer(pointee) => self.set_pointer(pointee, &target),
            TypeKind::Array { element, length: Some(length) } => {
                let size = self.api.types.size_bytes(element);
                for index in 0..length.min(u64::from(self.limits.elements)) as u32 {
                    self.fill(
                        element,
                        target.part(PlaceStep::Index(index), &format!("[{index}]"), u64::from(index) * size),
                    );
                }
            }
            TypeKind::Array { element, length: None } if target.is_extensible => {
                self.fill_tail(element, &target);
            }
            TypeKind::Record { kind: RecordKind::Union, fields, complete: true, .. } => {
                self.fill_union(ty, &fields, &target);
            }
            TypeKind::Record { fields, complete: true, .. } => {
                self.enclosing.push(self.api.types.resolve(ty));
                for (position, field) in fields.iter().enumerate() {
                    self.fill_field(field, position, &target);
                }
                self.enclosing.pop();
            }
            _ => {}
        }
    }

    /// The elements of a flexible array member.
    fn fill_tail(&mut self, element: TypeId, target: &Target<'_>) {
        let PlaceRoot::Variable(variable) = target.place.root else { return };
        let element_bytes = self.api.types.size_bytes(element).max(1);
        let default = PointerShape::Fresh(TAIL_ELEMENTS);
        let chosen = self.shape.pointers.get(&target.path).cloned().unwrap_or_else(|| default.clone());
        let count = if let PointerShape::Fresh(count) = chosen { count } else { 0 };
        self.built.extents.insert(variable, (self.built.slots.len(), target.offset_bytes));
        self.built.slots.push(Slot {
            path: target.path.clone(),
            kind: SlotKind::Tail { element_bytes, most: self.limits.elements },
            chosen,
            natural: default,
            pointee: element,
            source: None,
        });
        for index in 0..count.min(self.limits.elements) {
            let offset = u64::from(index) * element_bytes;
            self.fill(element, target.part(PlaceStep::Index(index), &format!("[{index}]"), offset));
        }
    }

    /// One member: the first of the largest, unless a shape says otherwise.
    fn fill_union(&mut self, ty: TypeId, fields: &[Field], target: &Target<'_>) {
        let size = |field: &Field| self.api.types.size_bytes(field.ty);
        let largest = fields.iter().map(size).max().unwrap_or(0);
        let first = fields.iter().position(|field| size(field) == largest).unwrap_or(0) as u32;
        // An anonymous union has no path of its own: that of its object, marked.
        let path = format!("{}|", target.path.trim_end_matches("->"));
        let chosen = self.shape.pointers.get(&path).cloned().unwrap_or(PointerShape::Member(first));
        let member = match chosen {
            PointerShape::Member(member) if (member as usize) < fields.len() => member,
            _ => first,
        };
        if fields.len() > 1 {
            let is_argument = self.api.types.is_of_argument_list(ty);
            let members = fields.len() as u32;
            self.built.slots.push(Slot {
                path,
                kind: if is_argument { SlotKind::Argument } else { SlotKind::Union { members } },
                chosen: PointerShape::Member(member),
                natural: PointerShape::Member(first),
                pointee: ty,
                source: None,
            });
        }
        if let Some(field) = fields.get(member as usize) {
            self.fill_field(field, member as usize, target);
        }
    }

    fn fill_field(&mut self, field: &Field, position: usize, target: &Target<'_>) {
        let step = PlaceStep::Field(position as u32);
        let name = field.name.clone().unwrap_or_default();
        let separator = if target.path.ends_with("->") || name.is_empty() { "" } else { "." };
        let part = target.part(step, &format!("{separator}{name}"), field.offset_bits / 8);
        match field.bit_width {
            // Unnamed bit-fields are padding.
            Some(_) if field.name.is_none() => {}
            Some(width) => {
                if let Some(leaf_kind) = self.api.types.leaf_kind(field.ty, Some(width)) {
                    let default = target
                        .initial
                        .map_or(0, |(bytes, offset)| read_bits(bytes, offset * 8 + field.offset_bits, width));
                    let leaf = self.leaf(leaf_kind.clone(), part.path.clone(), default);
                    self.statements.push(Statement::SetLeaf { place: part.place.clone(), leaf });
                    self.set_changes(&leaf_kind, part.place, &part.path);
                }
            }
            None => match field.points_to {
                Some(pointee) => {
                    self.built.guessed.push(part.path.clone());
                    self.set_pointer(pointee, &part);
                }
                None => self.fill(field.ty, part),
            },
        }
    }

    fn set_leaf(&mut self, kind: LeafKind, size_bytes: u64, target: Target<'_>) {
        let default = target.initial.map_or(0, |(bytes, offset)| {
            read_bits(bytes, offset * 8, (size_bytes * 8).min(u64::from(kind.bits().max(8))) as u32)
        });
        let leaf = self.leaf(kind.clone(), target.path.clone(), default);
        self.statements.push(Statement::SetLeaf { place: target.place.clone(), leaf });
        self.set_changes(&kind, target.place, &target.path);
    }

    /// What a volatile object holds at its later reads, if the shape says so.
    fn set_changes(&mut self, kind: &LeafKind, place: Place, path: &str) {
        let Some(&values) = self.shape.environment.volatile.get(path) else { return };
        for read in 1..=values {
            let value = self.leaf(kind.clone(), format!("{path}#{}", read + 1), 0);
            self.statements.push(Statement::Volatile { place: place.clone(), read, value });
        }
    }

    fn set_pointer(&mut self, pointee: TypeId, target: &Target<'_>) {
        let is_chosen = self.shape.pointers.contains_key(&target.path);
        let is_initialised = target.initial.is_some();
        if is_initialised && !is_chosen && !target.is_null_at_first() {
            // A global pointer keeps its initial value unless a shape chooses for it.
            let kind = slot_kind(self.api, self.callbacks, self.limits, pointee);
            self.built.slots.push(Slot {
                path: target.path.clone(),
                kind,
                chosen: PointerShape::Null,
                natural: super::kinds::natural_shape(self.api, pointee, kind),
                pointee,
                source: None,
            });
            return;
        }
        // Null pointers of globals stay null, and so does the last of several, which often says
        // where a list of pointers ends.
        let by_default_null = is_initialised || target.is_last;
        let depth = if by_default_null { self.limits.depth } else { target.depth };
        let (value, slot) = self.pointer(pointee, &target.path, depth, target.text);
        if self.points_ahead(slot) {
            self.ahead.push((slot, target.place.clone()));
            return;
        }
        let statement = self.statements.len();
        if is_initialised && value == PointerValue::Null && target.is_null_at_first() {
            self.built.idle.push(statement);
        }
        self.built.slots[slot].source = Some(Source::Pointer { statement: statement as u32, argument: 0 });
        self.statements.push(Statement::SetPointer { place: target.place.clone(), value });
    }
}

/// `width` bits of `bytes` from bit `start`; bytes beyond the end are zero.
fn read_bits(bytes: &[u8], start: u64, width: u32) -> u128 {
    (0..u64::from(width)).fold(0, |bits, i| {
        let at = start + i;
        let byte = bytes.get((at / 8) as usize).copied().unwrap_or(0);
        bits | u128::from(byte >> (at % 8) & 1) << i
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_read_across_bytes() {
        assert_eq!(read_bits(&[0b1010_0000, 0b1], 5, 4), 0b1101);
        assert_eq!(read_bits(&[], 3, 8), 0);
    }
}
