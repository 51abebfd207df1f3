//! Source-level types, as the debug information of the code under test gives them.
//!
//! A table of types that refer to each other by [`TypeId`]; typedefs and qualifiers are kept
//! as nodes of their own, because an emitted test writes types as its reader would.

pub use crate::float::FloatFormat;
use crate::leaf::LeafKind;
use serde::{Deserialize, Serialize};
use trine_base::{IndexVec, typed_index};

typed_index! {
    /// A type in a [`TypeTable`].
    #[derive(Serialize, Deserialize)]
    pub struct TypeId = "type"
}

/// The record behind `va_list`, under clang's own name.
pub const ARGUMENT_LIST: &str = "__va_list_tag";
/// A union of our own, which no C code names: one variable argument as `int`, `long`, `double` or text, in this order.
/// Its members have no names, so that the same argument has the same path whatever its type.
pub const VARIABLE_ARGUMENT: &str = "trine_argument";

/// The types of an API model.
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    /// The types.
    pub types: IndexVec<TypeId, SourceType>,
    /// Whether pointers, `long` and `size_t` have four bytes instead of eight.
    pub is_narrow: bool,
}

/// A type with its layout.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceType {
    /// What it is.
    pub kind: TypeKind,
    /// Size in bytes; 0 where the type has none (void, functions, incomplete types).
    pub size_bytes: u64,
}

/// What a type is.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// No value.
    Void,
    /// `_Bool`.
    Bool,
    /// An integer that holds a character: `char`, `signed char`, `unsigned char`, or wider.
    Char {
        /// Spelling in the source language.
        name: String,
        /// Whether it is signed.
        signed: bool,
    },
    /// Any other integer.
    Int {
        /// Spelling in the source language.
        name: String,
        /// Whether it is signed.
        signed: bool,
    },
    /// A floating-point number.
    Float {
        /// Spelling in the source language.
        name: String,
        /// Its format.
        format: FloatFormat,
    },
    /// A complex number of two floats.
    Complex {
        /// Spelling in the source language.
        name: String,
        /// Format of both parts.
        format: FloatFormat,
    },
    /// An enumeration.
    Enum {
        /// Tag; `None` when anonymous.
        tag: Option<String>,
        /// Whether its values are signed.
        signed: bool,
        /// Its enumerators in source order.
        enumerators: Vec<Enumerator>,
    },
    /// A pointer.
    Pointer(TypeId),
    /// An array; `None` is an array without a fixed length (flexible member, `extern int a[]`).
    Array {
        /// Element type.
        element: TypeId,
        /// Number of elements.
        length: Option<u64>,
    },
    /// A structure or union.
    Record {
        /// Structure or union.
        kind: RecordKind,
        /// Tag; `None` when anonymous.
        tag: Option<String>,
        /// Fields in source order.
        fields: Vec<Field>,
        /// Whether the definition is known; only pointers to incomplete records can be used.
        complete: bool,
    },
    /// A function.
    Function {
        /// Result.
        returns: TypeId,
        /// Fixed parameters.
        params: Vec<TypeId>,
        /// Whether more may follow.
        variadic: bool,
    },
    /// A typedef.
    Alias {
        /// Its name.
        name: String,
        /// What it stands for.
        target: TypeId,
    },
    /// `const`, `volatile`, `restrict` or `_Atomic` of another type.
    Qualified {
        /// The type without the qualifier.
        target: TypeId,
        /// The qualifier as written.
        qualifier: &'static str,
    },
    /// Something a test cannot make a value of; the text says what.
    Unsupported(String),
}

/// Structure or union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordKind {
    /// Fields one after the other.
    Struct,
    /// Fields over each other.
    Union,
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name; `None` for an anonymous struct or union whose fields are used as if the outer's.
    pub name: Option<String>,
    /// Type.
    pub ty: TypeId,
    /// Offset from the start of the record, in bits.
    pub offset_bits: u64,
    /// Width, for bit-fields.
    pub bit_width: Option<u32>,
    /// What the code takes it to point to, where the type of a pointer does not say.
    pub points_to: Option<TypeId>,
}

/// A named value of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumerator {
    /// Name.
    pub name: String,
    /// Value.
    pub value: i128,
}

impl TypeTable {
    /// Bytes of a pointer.
    #[must_use]
    pub fn pointer_bytes(&self) -> u64 {
        if self.is_narrow { 4 } else { 8 }
    }

    /// Adds a type.
    pub fn add(&mut self, kind: TypeKind, size_bytes: u64) -> TypeId {
        self.types.push(SourceType { kind, size_bytes })
    }

    /// `ty` without typedefs and qualifiers.
    #[must_use]
    pub fn resolve(&self, mut ty: TypeId) -> TypeId {
        while let TypeKind::Alias { target, .. } | TypeKind::Qualified { target, .. } = self.types[ty].kind {
            ty = target;
        }
        ty
    }

    /// The kind of `ty` without typedefs and qualifiers.
    #[must_use]
    pub fn kind(&self, ty: TypeId) -> &TypeKind {
        &self.types[self.resolve(ty)].kind
    }

    /// Size of `ty` in bytes.
    #[must_use]
    pub fn size_bytes(&self, ty: TypeId) -> u64 {
        self.types[self.resolve(ty)].size_bytes
    }

    /// What values a primitive of type `ty` takes; of a bit-field, in `bit_width` bits. `None` for all other types.
    #[must_use]
    pub fn leaf_kind(&self, ty: TypeId, bit_width: Option<u32>) -> Option<LeafKind> {
        let bits = bit_width.unwrap_or((self.size_bytes(ty) * 8) as u32);
        Some(match self.kind(ty) {
            TypeKind::Bool => LeafKind::Bool,
            TypeKind::Char { signed, .. } => LeafKind::Char { bits, signed: *signed },
            TypeKind::Int { signed, .. } => LeafKind::Int { bits, signed: *signed },
            TypeKind::Enum { signed, enumerators, .. } => LeafKind::Enum {
                bits,
                signed: *signed,
                values: enumerators.iter().map(|enumerator| enumerator.value).collect(),
            },
            TypeKind::Float { format, .. } => LeafKind::Float(*format),
            _ => return None,
        })
    }

    /// Whether `ty` is a `va_list` as a parameter: a pointer to the record that the x86-64 ABI describes.
    #[must_use]
    pub fn is_argument_list(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Pointer(pointee) if self.has_tag(*pointee, ARGUMENT_LIST))
    }

    /// Whether `ty` is what a `va_list` consists of: the record itself, or the arguments that it walks over.
    #[must_use]
    pub fn is_of_argument_list(&self, ty: TypeId) -> bool {
        self.has_tag(ty, ARGUMENT_LIST) || self.has_tag(ty, VARIABLE_ARGUMENT)
    }

    /// The union that stands for one variable argument, if some function takes them.
    #[must_use]
    pub fn variable_argument(&self) -> Option<TypeId> {
        self.types.indices().find(|&ty| self.has_tag(ty, VARIABLE_ARGUMENT))
    }

    fn has_tag(&self, ty: TypeId, wanted: &str) -> bool {
        matches!(self.kind(ty), TypeKind::Record { tag: Some(tag), .. } if tag == wanted)
    }

    /// Whether every byte of `ty` belongs to an integer: no pointers, floats or padding, and no choice of members.
    #[must_use]
    pub fn is_all_integers(&self, ty: TypeId) -> bool {
        self.is_all(ty, &|kind| !matches!(kind, TypeKind::Float { .. }))
    }

    /// Whether every byte of `ty` belongs to an integer or a float: no pointers or padding, no choice of members, and no
    /// `long double`, six bytes of which belong to nobody.
    #[must_use]
    pub fn is_all_numbers(&self, ty: TypeId) -> bool {
        self.is_all(ty, &|kind| !matches!(kind, TypeKind::Float { format: FloatFormat::F80, .. }))
    }

    /// Whether every byte of `ty` belongs to a number that `is_wanted`.
    fn is_all(&self, ty: TypeId, is_wanted: &dyn Fn(&TypeKind) -> bool) -> bool {
        match self.kind(ty) {
            kind @ (TypeKind::Bool
            | TypeKind::Char { .. }
            | TypeKind::Int { .. }
            | TypeKind::Enum { .. }
            | TypeKind::Float { .. }) => is_wanted(kind),
            TypeKind::Array { element, length: Some(_) } => self.is_all(*element, is_wanted),
            TypeKind::Record { kind: RecordKind::Struct, fields, complete: true, .. } => {
                let plain = |field: &Field| field.bit_width.is_none() && self.is_all(field.ty, is_wanted);
                let bytes: u64 = fields.iter().map(|field| self.size_bytes(field.ty)).sum();
                fields.iter().all(plain) && bytes == self.size_bytes(ty)
            }
            _ => false,
        }
    }

    /// Whether one of the floats of `ty`, or of an array of it, that has these `bytes` is no number.
    #[must_use]
    pub fn has_nan(&self, ty: TypeId, bytes: &[u8]) -> bool {
        let size = self.size_bytes(ty) as usize;
        if size == 0 {
            return false;
        }
        bytes.chunks_exact(size).any(|bytes| match self.kind(ty) {
            TypeKind::Float { .. } => match *bytes {
                [a, b, c, d] => f32::from_le_bytes([a, b, c, d]).is_nan(),
                [a, b, c, d, e, f, g, h] => f64::from_le_bytes([a, b, c, d, e, f, g, h]).is_nan(),
                _ => true,
            },
            TypeKind::Array { element, .. } => self.has_nan(*element, bytes),
            TypeKind::Record { fields, .. } => fields.iter().any(|field| {
                let from = (field.offset_bits / 8) as usize;
                let part = bytes.get(from..from + self.size_bytes(field.ty) as usize);
                part.is_some_and(|part| self.has_nan(field.ty, part))
            }),
            _ => false,
        })
    }

    /// Whether `ty` itself (not what it points to) is `const`.
    #[must_use]
    pub fn is_const(&self, ty: TypeId) -> bool {
        self.is_qualified(ty, "const")
    }

    /// Whether `ty` itself (not what it points to) is `volatile`.
    #[must_use]
    pub fn is_volatile(&self, ty: TypeId) -> bool {
        self.is_qualified(ty, "volatile")
    }

    fn is_qualified(&self, mut ty: TypeId, wanted: &str) -> bool {
        loop {
            match &self.types[ty].kind {
                TypeKind::Qualified { qualifier, .. } if *qualifier == wanted => return true,
                TypeKind::Alias { target, .. } | TypeKind::Qualified { target, .. } => ty = *target,
                TypeKind::Array { element, .. } => ty = *element,
                _ => return false,
            }
        }
    }
}
