//! Why a coverage mapping could not be decoded. All of these are "not supported or damaged input":
//! the functions concerned lose their goals, the run goes on.
//!
//! Source: the checks of LLVM's own reader, with the position kept for the message.
//! Not handled: recovery inside a damaged record. Cost: none.

use thiserror::Error;

/// A coverage mapping that is damaged or of an unknown kind. `at` is a byte offset into the mapping bytes.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CovMapError {
    /// The header names a format version this decoder does not know (it knows 6 and 7).
    #[error("coverage mapping version {0} is not supported (clang 15 and later write a supported one)")]
    UnsupportedVersion(u32),
    /// The bytes end inside a value.
    #[error("coverage mapping ends inside a value at byte {at}")]
    Truncated {
        /// Offset at which more bytes were needed.
        at: usize,
    },
    /// A value is outside its range.
    #[error("coverage mapping holds an invalid {what} at byte {at}")]
    Malformed {
        /// The value concerned, in words.
        what: &'static str,
        /// Offset behind the value.
        at: usize,
    },
    /// The compressed list of file names does not decompress to its stated length.
    #[error("the file names of the coverage mapping do not decompress")]
    Decompression,
    /// A function record refers to another translation unit's file names.
    #[error("function record refers to the file names {expected:#x}, the unit has {found:#x}")]
    OtherUnit {
        /// The reference in the function record.
        expected: u64,
        /// The hash of the unit's file names.
        found: u64,
    },
    /// Counter expressions refer to each other in a circle, or their coefficients overflow.
    #[error("counter expression {0} has no finite value")]
    Expression(u32),
}
