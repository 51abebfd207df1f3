//! A reading position in mapping bytes: LEB128 numbers and length-prefixed strings, all bounds checked.
//!
//! Source: "LLVM Code Coverage Mapping Format", section on LEB128 and strings.
//! Not handled: signed LEB128 (the format has none). Cost: linear, no allocation.

use super::CovMapError;

/// Reads from the front of `bytes`; every failure says at which offset.
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Cursor { bytes, at: 0 }
    }

    /// An error about the value just read.
    pub(crate) fn malformed(&self, what: &'static str) -> CovMapError {
        CovMapError::Malformed { what, at: self.at }
    }

    fn byte(&mut self) -> Result<u8, CovMapError> {
        let byte = *self.bytes.get(self.at).ok_or(CovMapError::Truncated { at: self.at })?;
        self.at += 1;
        Ok(byte)
    }

    /// An unsigned LEB128 number of at most 64 bits.
    pub(crate) fn uleb(&mut self, what: &'static str) -> Result<u64, CovMapError> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return Err(self.malformed(what));
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(self.malformed(what))
    }

    /// A number that fits 32 bits.
    pub(crate) fn uleb32(&mut self, what: &'static str) -> Result<u32, CovMapError> {
        let value = self.uleb(what)?;
        u32::try_from(value).map_err(|_| self.malformed(what))
    }

    /// A number that fits 16 bits, signed range (condition ids).
    pub(crate) fn uleb15(&mut self, what: &'static str) -> Result<u16, CovMapError> {
        let value = self.uleb(what)?;
        u16::try_from(value).ok().filter(|v| *v < 0x7fff).ok_or_else(|| self.malformed(what))
    }

    /// A number of things of at least one byte each: never more than the bytes that are left.
    pub(crate) fn size(&mut self, what: &'static str) -> Result<usize, CovMapError> {
        let value = self.uleb(what)?;
        let left = self.bytes.len() - self.at;
        usize::try_from(value).ok().filter(|v| *v <= left).ok_or_else(|| self.malformed(what))
    }

    /// The next `len` bytes.
    pub(crate) fn take(&mut self, len: usize) -> Result<&'a [u8], CovMapError> {
        let end = self.at.checked_add(len).filter(|end| *end <= self.bytes.len());
        let end = end.ok_or(CovMapError::Truncated { at: self.bytes.len() })?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    /// A length-prefixed string; bytes that are not UTF-8 are replaced.
    pub(crate) fn string(&mut self, what: &'static str) -> Result<String, CovMapError> {
        let len = self.size(what)?;
        Ok(String::from_utf8_lossy(self.take(len)?).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_overlong_ones_refused() {
        let mut cursor = Cursor::new(&[0x05, 0xe5, 0x8e, 0x26]);
        assert_eq!(cursor.uleb("n"), Ok(5));
        assert_eq!(cursor.uleb("n"), Ok(624_485));
        assert_eq!(cursor.uleb("n"), Err(CovMapError::Truncated { at: 4 }));
        let max = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
        assert_eq!(Cursor::new(&max).uleb("n"), Ok(u64::MAX));
        let over = [0xff; 11];
        assert!(matches!(Cursor::new(&over).uleb("n"), Err(CovMapError::Malformed { .. })));
    }

    #[test]
    fn a_string_longer_than_the_data_is_refused() {
        assert!(Cursor::new(&[9, b'a']).string("name").is_err());
        assert_eq!(Cursor::new(&[1, b'a']).string("name"), Ok("a".to_string()));
    }
}
