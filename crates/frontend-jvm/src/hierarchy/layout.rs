//! Where the fields of an object lie.
//!
//! ```text
//!   0        4        8
//!   | class  | lock,  | fields of java/lang/Object (none), then of each class down to its own:
//!   | number | hash   | 8 bytes, 4, 2, 1, so that padding stands at the end of a class only
//! ```
//!
//! A subclass's fields follow those of its superclass, so that a field has one offset in all instances. Static fields
//! have an object of their own for each class, laid out in the same way without a header.

use crate::class::{ClassFile, FieldType, flags};

/// Bytes before the first field of an object.
pub const HEADER_BYTES: u64 = 8;

/// Objects are multiples of this.
const WORD_BYTES: u64 = 8;

/// Bytes of a reference.
const REFERENCE_BYTES: u64 = 8;

/// A field with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedField {
    /// Position in [`ClassFile::fields`] of the class that declares it.
    pub position: usize,
    /// Bytes from the start of the object.
    pub offset: u64,
}

/// The fields that a class declares, and how large its instances are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Its own instance fields, by offset.
    pub instance: Vec<PlacedField>,
    /// Bytes of an instance, inherited fields and the header included.
    pub instance_bytes: u64,
    /// Its own static fields, by offset.
    pub statics: Vec<PlacedField>,
    /// Bytes of the object that holds its static fields.
    pub static_bytes: u64,
}

impl Layout {
    /// The layout of `class`, whose superclass has the layout `above`.
    #[must_use]
    pub fn new(class: &ClassFile, above: Option<&Self>) -> Self {
        let start = above.map_or(HEADER_BYTES, |above| above.instance_bytes);
        let (instance, instance_bytes) = place(class, false, start);
        let (statics, static_bytes) = place(class, true, 0);
        Self { instance, instance_bytes, statics, static_bytes }
    }

    /// The offset of the field at `position` of the class, instance or static.
    #[must_use]
    pub fn offset(&self, position: usize) -> Option<u64> {
        let placed = self.instance.iter().chain(&self.statics).find(|field| field.position == position);
        placed.map(|field| field.offset)
    }
}

/// Bytes that a field of the type `ty` takes; it is aligned to as many.
fn size_bytes(ty: &FieldType) -> u64 {
    match ty {
        FieldType::Base(base) => base.size_bytes(),
        FieldType::Class(_) | FieldType::Array(_) => REFERENCE_BYTES,
    }
}

/// The static or instance fields of `class` from the offset `start` on, and the first free offset behind.
fn place(class: &ClassFile, statics: bool, start: u64) -> (Vec<PlacedField>, u64) {
    let fields = class.fields.iter().enumerate().filter(|(_, field)| field.is(flags::STATIC) == statics);
    let mut fields: Vec<(u64, usize)> = fields.map(|(at, field)| (size_bytes(&field.ty), at)).collect();
    // Largest first; the order of the file among those of one size.
    fields.sort_by_key(|&(size, position)| (std::cmp::Reverse(size), position));
    let mut next = start;
    let mut placed = Vec::with_capacity(fields.len());
    for (size, position) in fields {
        next = next.next_multiple_of(size);
        placed.push(PlacedField { position, offset: next });
        next += size;
    }
    // Whole words: an atomic operation on a byte works on the word around it.
    (placed, next.next_multiple_of(WORD_BYTES))
}
