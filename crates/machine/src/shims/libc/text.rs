//! Strings of the code under test, read one character at a time.
//!
//! A function of the library reads a string only as far as its result needs. [`Text::at`]
//! therefore faults exactly when the character asked for lies outside the object, and not when
//! the string has no end.

use super::ShimContext;
use crate::fault::{Access, Stop};
use crate::memory::Memory;

/// The characters from an address on.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    memory: &'a Memory,
    bytes: &'a [u8],
    address: u64,
}

impl<'a> Text<'a> {
    /// Character `index`.
    pub fn at(&self, index: usize) -> Result<u8, Stop> {
        self.bytes.get(index).copied().ok_or_else(|| self.fault(index))
    }

    /// What can be read: up to the end of the object.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The index of the first of at most `limit` characters that `stop` holds for.
    pub fn find(&self, limit: u64, stop: impl Fn(u8) -> bool) -> Result<Option<usize>, Stop> {
        let within = usize::try_from(limit).unwrap_or(usize::MAX).min(self.bytes.len());
        match self.bytes[..within].iter().position(|&byte| stop(byte)) {
            Some(index) => Ok(Some(index)),
            None if within as u64 == limit => Ok(None),
            None => Err(self.fault(within)),
        }
    }

    fn fault(&self, index: usize) -> Stop {
        self.memory.fault_at(self.address.wrapping_add(index as u64), 1, Access::Read).into()
    }
}

impl ShimContext<'_> {
    /// The string at `address`. Nothing is read yet: a bad pointer faults at the first read.
    pub(super) fn text(&self, address: u64) -> Text<'_> {
        Text { memory: self.memory(), bytes: self.rest(address).unwrap_or(&[]), address }
    }

    /// The bytes of the C string at `address`, without its end, not copied.
    pub(super) fn string(&self, address: u64) -> Result<&[u8], Stop> {
        Ok(self.memory().read_c_string(address)?)
    }
}
