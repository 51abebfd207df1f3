//! How source-level parameters and results travel in registers: plain data, filled in by front ends.
//!
//! A callable of the API model has parameters as its source declares them; the function of the
//! program has registers as its compiler lowered them. For C on x86-64 (System V ABI, section
//! 3.2.3) a structure of at most 16 bytes is cut into pieces, a larger one goes through memory:
//!
//! ```text
//! struct p { int x; double y; };
//! double f(struct p v, char c)   ──►   f64 f(i32 v.x, f64 v.y, i8 c)
//!                                      params[0] = Pieces[(register 0, bytes 0..4), (register 1, bytes 8..16)]
//!                                      params[1] = Direct(register 2)
//! ```
//!
//! A register is a parameter of the program's function; its width and class are in its signature.
//!
//! Not handled: other ABIs; arguments beyond the fixed parameters of variadic functions.

/// How the parameters and the result of a callable travel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallAbi {
    /// One entry for each source-level parameter.
    pub params: Vec<Passing>,
    /// The result.
    pub returns: Returning,
    /// Why the mapping is not known; a test then cannot call the callable.
    pub unsupported: Option<String>,
}

/// How one parameter travels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Passing {
    /// In this register, as a value of its own type.
    Direct(u32),
    /// As a pointer in this register to an object that the callee gets a copy of.
    ByReference(u32),
    /// In pieces of its memory image.
    Pieces(Vec<Piece>),
    /// Not at all (an empty structure).
    Ignored,
}

/// How the result travels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Returning {
    /// There is none.
    #[default]
    Void,
    /// In the function's only result, as a value of its own type.
    Direct,
    /// In pieces of its memory image; a register is a result of the program's function.
    Pieces(Vec<Piece>),
    /// Written through the pointer in this parameter, which the source does not have.
    Memory(u32),
}

/// A part of a value's memory image in one register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Position among the function's parameters, or among its results.
    pub register: u32,
    /// Where the part starts in the value, in bytes.
    pub offset_bytes: u32,
    /// Number of bytes.
    pub size_bytes: u32,
}
