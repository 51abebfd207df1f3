//! What `scanf` reads: bytes with a position.

use crate::shims::libc::parse_integer::is_space;

/// Bytes to scan.
#[derive(Debug)]
pub(super) struct Input<'i> {
    bytes: &'i [u8],
    at: usize,
    met_end: bool,
}

impl<'i> Input<'i> {
    pub fn new(bytes: &'i [u8]) -> Self {
        Self { bytes, at: 0, met_end: false }
    }

    /// The next byte, left in place.
    pub fn peek(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied();
        self.met_end |= byte.is_none();
        byte
    }

    /// The next byte, if `taken` are fewer than `limit`.
    pub fn peek_within(&mut self, limit: usize, taken: usize) -> Option<u8> {
        if taken < limit { self.peek() } else { None }
    }

    /// Takes the byte seen last.
    pub fn take(&mut self) {
        self.at += 1;
    }

    pub fn skip_space(&mut self) {
        while self.peek().is_some_and(is_space) {
            self.take();
        }
    }

    /// The number of bytes taken, and whether a look met the end.
    pub fn place(&self) -> (usize, bool) {
        (self.at, self.met_end)
    }
}
