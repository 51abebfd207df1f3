//! What a test gives the code under test besides arguments and globals: bytes to read, allocations
//! that fail, the time, and what hardware registers hold.
//!
//! ```text
//! standard input "12 7\n"             // read by scanf, getchar, read(0, ...)
//! file exists "key=value\n"           // the first path that the code names
//! file is missing                     // the second
//! v3 = stream "a\nb\n"                // a FILE *, passed to the call
//! allocation 2 fails                  // the second malloc of the call gives null
//! clocks start at 0, step 1000        // gettimeofday gives 0 s 1000 µs, then 0 s 2000 µs
//! register 0x40004400 gives 0x00      // before its first volatile read, hardware puts 0x00 there
//! register 0x40004400 gives 0x80      // and 0x80 before the second: a polling loop ends
//! ```
//!
//! Files are told apart by the order in which the code first names their paths, not by the paths:
//! a path may itself be made of inputs.

use crate::leaf::LeafId;
use serde::{Deserialize, Serialize};

/// The bytes of an input: characters that are leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// The leaf of the first byte; the others follow it.
    pub first: LeafId,
    /// Number of leaves.
    pub length: u32,
    /// Whether the bytes end at their first NUL, as texts do; else there are as many as leaves.
    pub is_text: bool,
}

/// What the code finds at a path that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum File {
    /// Nothing: opening it for reading fails, for writing makes it.
    Missing,
    /// Nothing that may be opened: `EACCES`.
    Denied,
    /// A file with this content.
    Exists(Content),
    /// A file that takes no bytes: writing to it fails with `ENOSPC`.
    Full,
}

/// A value that hardware puts into a register before the code reads it, or that memory at a fixed address holds.
///
/// Of one address, the n-th of these belongs to the n-th volatile read; later reads find what is held: what was
/// written or put there last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegisterValue {
    /// The absolute address.
    pub address: u64,
    /// Number of bytes, 1 to 16.
    pub bytes: u32,
    /// The value.
    pub value: LeafId,
    /// Whether it is there from the start, as in plain memory, instead of before a volatile read.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
}

/// Something that the code may have written to, by its position in the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Output {
    /// The file at the n-th path that the code named, whether the test put one there or not.
    File(u32),
    /// The n-th stream of the test.
    Stream(u32),
    /// Standard output.
    Standard,
    /// Standard error output.
    Error,
}

impl Content {
    /// The bytes, in the test case `test`.
    #[must_use]
    pub fn bytes(&self, leaves: &[u128]) -> Vec<u8> {
        let first = self.first.0 as usize;
        let all = leaves.iter().skip(first).take(self.length as usize).map(|&bits| bits as u8);
        if self.is_text { all.take_while(|&byte| byte != 0).collect() } else { all.collect() }
    }

    /// The positions of its leaves.
    #[must_use]
    pub fn leaves(&self) -> std::ops::Range<usize> {
        let first = self.first.0 as usize;
        first..first + self.length as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_ends_at_its_first_nul_and_a_block_does_not() {
        let leaves = [7, u128::from(b'a'), 0, u128::from(b'b')];
        let text = Content { first: LeafId(1), length: 3, is_text: true };
        assert_eq!(text.bytes(&leaves), b"a");
        assert_eq!(Content { is_text: false, ..text }.bytes(&leaves), b"a\0b");
        assert_eq!(text.leaves(), 1..4);
    }
}
