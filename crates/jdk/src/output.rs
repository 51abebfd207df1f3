//! Standard streams of a Java program, kept in memory.

use std::sync::Arc;

/// What a program reads from.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// All there is.
    pub bytes: Arc<[u8]>,
    /// How much of it was read.
    pub read: usize,
}

/// What was written, and what there is to read.
#[derive(Clone, Debug, Default)]
pub struct Streams {
    /// Standard output.
    pub out: Vec<u8>,
    /// Standard error.
    pub err: Vec<u8>,
    /// Standard input.
    pub input: Input,
}
