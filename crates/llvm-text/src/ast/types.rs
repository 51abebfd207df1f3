//! Types, interned by the module: compare [`TypeId`]s, look at [`Type`]s.
//!
//! Source: LangRef, "Type System". Pointers are opaque and their address space is dropped (x86-64 has one that
//! programs use). Sizes and alignments are in [`crate::Layout`].

use super::StructId;
use super::TypeId;

/// One LLVM type; its parts are interned too.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `void`: the result of a function that returns nothing.
    Void,
    /// `iN`, with the width in bits (1 to 2^23 in LLVM; lowering supports up to 128).
    Int(u32),
    /// `half`: IEEE binary16.
    Half,
    /// `bfloat`: the upper half of a binary32.
    BFloat,
    /// `float`: IEEE binary32.
    Float,
    /// `double`: IEEE binary64.
    Double,
    /// `x86_fp80`: the x87 extended format.
    X86Fp80,
    /// `fp128`: IEEE binary128.
    Fp128,
    /// `ppc_fp128`: a pair of doubles.
    PpcFp128,
    /// `ptr`, of any address space.
    Ptr,
    /// `<len x element>`.
    Vector {
        /// Element type: integer, float or pointer.
        element: TypeId,
        /// Number of lanes (the minimal one when `scalable`).
        len: u64,
        /// `<vscale x len x element>`.
        scalable: bool,
    },
    /// `[len x element]`.
    Array {
        /// Element type.
        element: TypeId,
        /// Number of elements; 0 is legal (flexible array members).
        len: u64,
    },
    /// A literal struct, `{ a, b }` or packed `<{ a, b }>`.
    Struct {
        /// Field types in order.
        fields: Box<[TypeId]>,
        /// No padding between fields, alignment 1.
        packed: bool,
    },
    /// A struct with a name (`%struct.point`), see [`NamedStruct`].
    Named(StructId),
    /// A function type, `i32 (ptr, ...)`.
    Function {
        /// Result type.
        result: TypeId,
        /// Parameter types in order.
        params: Box<[TypeId]>,
        /// Whether further arguments may follow.
        vararg: bool,
    },
    /// `label`.
    Label,
    /// `token`.
    Token,
    /// `metadata`: an operand of debug intrinsics.
    Metadata,
    /// A type this reader only knows by its words: `x86_amx`, `target("…")`. It has no size.
    Opaque(Box<str>),
}

/// A type definition, `%name = type { … }` or `%name = type opaque`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedStruct {
    /// The name without `%`, e.g. `struct.point`; the number as text for `%0 = type …`.
    pub name: Box<str>,
    /// What it stands for (normally a [`Type::Struct`]); `None` when opaque or never defined.
    pub definition: Option<TypeId>,
}
