//! How source-level parameters and results travel in registers: plain data, filled in by front ends.
//!
//! A callable of the API model has parameters as its source declares them; the function of the
//! program has registers as its compiler lowered them. For C on x86-64 (System V ABI, section
//! 3.2.3) a structure of at most 16 bytes is cut into pieces, a larger one goes through memory:
//!
//! ```text
//! struct p { int x; double y; };
//! double f(struct p v, char c)   ──►   f64 f(i32 v.x, f64 v.y, i8 c)
//!                                      params[0] = Pieces[(0, param 0, i32), (8, param 1, f64)]
//!                                      params[1] = Direct(param 2, i8, sign extension)
//! ```
//!
//! Not handled: other ABIs; arguments beyond the fixed parameters of variadic functions.

/// How the parameters and the result of a callable travel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallAbi {
    /// One entry for each source-level parameter.
    pub params: Vec<AbiParam>,
    /// The result.
    pub returns: AbiReturn,
    /// Why the mapping is not known; the callable then cannot be called by a test.
    pub unsupported: Option<String>,
}

/// How one parameter travels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AbiParam {
    /// In one register, as a value of its own type; the piece's offset is 0.
    Direct {
        /// The register.
        piece: AbiPiece,
        /// How the caller fills the register beyond the value.
        extension: Extension,
    },
    /// As a pointer to an object that the callee gets a copy of.
    ByValPointer {
        /// Position of the pointer among the function's parameters.
        param: u32,
        /// Size of the object in bytes.
        size_bytes: u64,
        /// Its alignment in bytes.
        align_bytes: u32,
    },
    /// In pieces of its memory image.
    Pieces(Vec<AbiPiece>),
    /// Not at all (an empty structure).
    Ignored,
}

/// How the result travels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AbiReturn {
    /// There is none.
    #[default]
    Void,
    /// In one register, as a value of its own type.
    Direct {
        /// The register.
        piece: AbiPiece,
        /// How the callee fills the register beyond the value.
        extension: Extension,
    },
    /// In pieces of its memory image.
    Pieces(Vec<AbiPiece>),
    /// Written through a pointer, which is the function's first parameter.
    SretPointer {
        /// Size of the result in bytes.
        size_bytes: u64,
        /// Its alignment in bytes.
        align_bytes: u32,
    },
}

/// A part of a value's memory image in one register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbiPiece {
    /// Where the part starts in the value, in bytes.
    pub offset_bytes: u64,
    /// Position among the function's parameters, or among its results.
    pub register: u32,
    /// Width of the register in bits.
    pub bits: u32,
    /// What the register holds.
    pub class: RegisterClass,
}

/// What a register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegisterClass {
    /// An integer.
    Int,
    /// A floating-point number of 32, 64 or 80 bits.
    Float,
    /// An address.
    Pointer,
}

/// How a register is filled beyond a narrow integer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extension {
    /// Unspecified.
    #[default]
    None,
    /// With zeros.
    Zero,
    /// With copies of the sign bit.
    Sign,
}
