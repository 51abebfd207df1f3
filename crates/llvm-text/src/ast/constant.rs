//! Constants and constant expressions.
//!
//! Source: LangRef, "Constants" and "Constant Expressions". Integers are kept truncated to the width of their type;
//! floats are kept as their bits, so no rounding happens behind the caller's back.

use super::{AliasId, BinaryOp, CastOp, FuncId, GepFlags, GlobalId, LocalName, TypeId};

/// What a name `@x` stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// A function.
    Function(FuncId),
    /// A global variable.
    Global(GlobalId),
    /// An alias or ifunc.
    Alias(AliasId),
}

/// A floating-point constant as the bits of its own format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatBits {
    /// `half`.
    Half(u16),
    /// `bfloat`.
    BFloat(u16),
    /// `float`.
    Float(u32),
    /// `double`.
    Double(u64),
    /// `x86_fp80`, in the low 80 bits: sign and exponent in bits 64 to 79, explicit-integer-bit significand below.
    X86Fp80(u128),
    /// `fp128`.
    Fp128(u128),
    /// `ppc_fp128`: the first double in the low 64 bits.
    PpcFp128(u128),
}

/// A constant together with its type.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedConstant {
    /// The type written before the constant.
    pub ty: TypeId,
    /// The constant.
    pub value: Constant,
}

/// A constant; its type stands beside it, in [`TypedConstant`] or [`Operand`](super::Operand).
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// An integer of at most 128 bits, two's complement, zero-extended from the width of its type.
    /// `true` and `false` are 1 and 0.
    Int(u128),
    /// An integer of a type wider than 128 bits, as written.
    WideInt(Box<str>),
    /// A floating-point number.
    Float(FloatBits),
    /// `null`.
    Null,
    /// `undef`.
    Undef,
    /// `poison`.
    Poison,
    /// `zeroinitializer`, for any type.
    Zero,
    /// `none`, of type `token`.
    None,
    /// `c"…"`: an array of `i8` as bytes.
    Bytes(Box<[u8]>),
    /// `[ … ]`.
    Array(Vec<TypedConstant>),
    /// `{ … }` or `<{ … }>`; whether it is packed is in its type.
    Struct(Vec<TypedConstant>),
    /// `< … >`.
    Vector(Vec<TypedConstant>),
    /// `splat (T c)`: every lane is `c`.
    Splat(Box<TypedConstant>),
    /// The address of `@x`. `dso_local_equivalent @x` and `no_cfi @x` are read as this too.
    Symbol(Symbol),
    /// `blockaddress(@f, %bb)`; resolve the block with [`Body::block_named`](super::Body::block_named).
    BlockAddress {
        /// The function that holds the block.
        function: FuncId,
        /// The block's name in that function.
        block: LocalName,
    },
    /// A constant expression.
    Expr(Box<ConstExpr>),
}

/// An operation on constants that the linker or loader may have to finish.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstExpr {
    /// `getelementptr inbounds (T, ptr base, idx…)`.
    GetElementPtr {
        /// `inbounds`, `nuw`, `nusw`; `inrange(…)` is dropped.
        flags: GepFlags,
        /// The type the indices walk.
        source: TypeId,
        /// The base pointer.
        base: TypedConstant,
        /// The indices; the first steps over whole `source` elements.
        indices: Vec<TypedConstant>,
    },
    /// `ptrtoint (T c to U)` and the other conversions.
    Cast {
        /// Which conversion.
        op: CastOp,
        /// The operand.
        operand: TypedConstant,
        /// The type converted to.
        to: TypeId,
    },
    /// `add (T a, T b)` and the other binary operators; flags are dropped.
    Binary {
        /// Which operator.
        op: BinaryOp,
        /// Left operand.
        lhs: TypedConstant,
        /// Right operand.
        rhs: TypedConstant,
    },
    /// `ptrauth (ptr p, …)` and other forms kept only as their operands, under their keyword.
    Other {
        /// The keyword.
        name: Box<str>,
        /// The operands in order.
        operands: Vec<TypedConstant>,
    },
}
