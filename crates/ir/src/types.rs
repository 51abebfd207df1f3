//! Types, constants and signatures of the IR.
//!
//! A register holds an integer of 1 to 128 bits, a float, or a pointer. There are no
//! aggregates: front ends split structs and vectors into their scalars ("lanes"), and an
//! instruction or function may have several results.

use crate::ids::{Block, FuncId, GlobalId};
use std::fmt;

/// The type of a register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// An integer of 1 to 128 bits, without sign.
    Int(u8),
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// x87 extended precision, 80 bits.
    F80,
    /// A pointer: 64 bits.
    Ptr,
}

impl Type {
    /// One bit: the type of comparisons.
    pub const BOOL: Type = Type::Int(1);

    /// Width of the value in bits.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            Type::Int(bits) => u32::from(bits),
            Type::F32 => 32,
            Type::F64 | Type::Ptr => 64,
            Type::F80 => 80,
        }
    }

    /// Bytes that a load or store of this type touches.
    #[must_use]
    pub fn store_size_bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }

    /// Whether the value needs more than one 64-bit register slot.
    #[must_use]
    pub fn is_wide(self) -> bool {
        self.bits() > 64
    }

    /// Whether this is an integer type.
    #[must_use]
    pub fn is_int(self) -> bool {
        matches!(self, Type::Int(_))
    }

    /// Whether this is a floating-point type.
    #[must_use]
    pub fn is_float(self) -> bool {
        matches!(self, Type::F32 | Type::F64 | Type::F80)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Int(bits) => write!(f, "i{bits}"),
            Type::F32 => f.write_str("f32"),
            Type::F64 => f.write_str("f64"),
            Type::F80 => f.write_str("f80"),
            Type::Ptr => f.write_str("ptr"),
        }
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A value known before the program runs. Bits above the type's width are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// An integer, or the bit pattern of a float, or a pointer made of bits (null is 0).
    Bits(u128),
    /// The address of a global plus an offset in bytes.
    Global(GlobalId, i64),
    /// The address of a function.
    Function(FuncId),
    /// The address of a block of a function (`&&label` in GNU C).
    BlockAddress(FuncId, Block),
    /// Any value: LLVM's `undef` and `poison`. The machine reads it as zero.
    Undef,
}

/// A function type.
#[derive(Clone, Debug, PartialEq, Eq, Default, Hash)]
pub struct Signature {
    /// Fixed parameters.
    pub params: Vec<Param>,
    /// Results; more than one where the source returned an aggregate in registers.
    pub returns: Vec<Type>,
    /// Whether more arguments may follow the fixed ones.
    pub variadic: bool,
}

/// A parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Param {
    /// Register type.
    pub ty: Type,
    /// Set when the argument is a pointer to an object that the callee receives a copy of.
    pub by_val: Option<ByVal>,
}

/// An object passed by value through a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByVal {
    /// Size of the object in bytes.
    pub size_bytes: u32,
    /// Its alignment in bytes.
    pub align_bytes: u32,
}

impl From<Type> for Param {
    fn from(ty: Type) -> Self {
        Self { ty, by_val: None }
    }
}
