//! Reading and writing ranges of bytes.

use super::Memory;
use super::object::WRITABLE;
use crate::fault::{Access, FaultKind};

impl Memory {
    /// The `length` bytes at `address`. Nothing is read, and no pointer checked, for length 0.
    ///
    /// # Errors
    /// The fault of the access.
    pub fn read_bytes(&self, address: u64, length: u64) -> Result<&[u8], FaultKind> {
        if length == 0 {
            return Ok(&[]);
        }
        u32::try_from(length)
            .ok()
            .and_then(|short| self.locate(address, short))
            .and_then(|(at, _)| self.slice(at, length as usize))
            .ok_or_else(|| self.diagnose(address, length, Access::Read))
    }

    /// Writes `bytes` at `address`.
    ///
    /// # Errors
    /// The fault of the access.
    pub fn write_bytes(&mut self, address: u64, bytes: &[u8]) -> Result<(), FaultKind> {
        self.place(address, bytes.len() as u64)?.copy_from_slice(bytes);
        Ok(())
    }

    /// Writes `length` times `byte` at `address`.
    ///
    /// # Errors
    /// The fault of the access.
    pub fn fill(&mut self, address: u64, byte: u8, length: u64) -> Result<(), FaultKind> {
        self.place(address, length)?.fill(byte);
        Ok(())
    }

    /// Copies `length` bytes; the ranges may overlap.
    ///
    /// # Errors
    /// The fault of the read, else that of the write.
    pub fn copy(&mut self, to: u64, from: u64, length: u64) -> Result<(), FaultKind> {
        if length == 0 {
            return Ok(());
        }
        let source = |memory: &Self| {
            let located = u32::try_from(length).ok().and_then(|short| memory.locate(from, short));
            located.map(|(at, _)| at).ok_or_else(|| memory.diagnose(from, length, Access::Read))
        };
        source(self)?;
        let target = self.place_at(to, length)?;
        // Writing may have moved the object that is read, too.
        let source = source(self)?;
        match source.checked_sub(self.shared_from as usize) {
            None => self.bytes.copy_within(source..source + length as usize, target),
            Some(at) => {
                let shared = &self.shared[at..at + length as usize];
                self.bytes[target..target + length as usize].copy_from_slice(shared);
            }
        }
        Ok(())
    }

    /// The bytes before the first zero byte at `address`.
    ///
    /// # Errors
    /// The fault of the first read outside the object.
    pub fn read_c_string(&self, address: u64) -> Result<&[u8], FaultKind> {
        let (at, object) = self.locate(address, 1).ok_or_else(|| self.diagnose(address, 1, Access::Read))?;
        let length = (object.base + object.size) as usize - at;
        let rest = self.slice(at, length).unwrap_or(&[]);
        match rest.iter().position(|&byte| byte == 0) {
            Some(length) => Ok(&rest[..length]),
            None => Err(self.diagnose(address.wrapping_add(rest.len() as u64), 1, Access::Read)),
        }
    }

    /// The bytes at `address`, to write.
    fn place(&mut self, address: u64, length: u64) -> Result<&mut [u8], FaultKind> {
        let at = self.place_at(address, length)?;
        Ok(&mut self.bytes[at..at + length as usize])
    }

    fn place_at(&mut self, address: u64, length: u64) -> Result<usize, FaultKind> {
        if length == 0 {
            return Ok(0);
        }
        let place = u32::try_from(length).ok().and_then(|short| {
            let (at, object) = self.locate(address, short)?;
            let writable = object.flags & WRITABLE != 0;
            if writable { Some(at) } else { self.unlock(address, short) }
        });
        place.ok_or_else(|| self.diagnose(address, length, Access::Write))
    }
}
