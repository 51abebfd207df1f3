//! Standard streams of a Java program, kept in memory.

/// What was written, and what there is to read.
#[derive(Clone, Debug, Default)]
pub struct Streams {
    /// Standard output.
    pub out: Vec<u8>,
    /// Standard error.
    pub err: Vec<u8>,
    /// Standard input.
    pub input: Vec<u8>,
    /// How much of the input was read.
    pub read: usize,
}
