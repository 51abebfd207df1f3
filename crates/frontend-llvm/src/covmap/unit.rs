//! The translation unit's part of a coverage mapping: the global `@__llvm_coverage_mapping`, which holds the file names.
//!
//! Four 32-bit numbers, then the names: a count, the plain and the compressed length, and a list of strings that
//! is zlib-compressed when that makes it shorter. The first string is the compilation directory, others are
//! relative to it. Function records refer to the unit by the hash of these bytes.
//!
//! Source: "LLVM Code Coverage Mapping Format", section "Filenames".
//! Not handled: versions before 6; a replacement for the compilation directory; Windows paths are left as they are.
//! Cost: linear; a list of more than 64 MiB is refused.

use std::io::Read;

use flate2::read::ZlibDecoder;

use super::cursor::Cursor;
use super::{CovMapError, name_hash};

/// The greatest decompressed length accepted for the file names.
const MAX_NAMES_BYTES: u64 = 64 << 20;

/// The four numbers in front of the file names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnitHeader {
    /// Number of function records behind the header; 0 since version 4.
    pub n_records: u32,
    /// Length of the file names in bytes.
    pub filenames_size: u32,
    /// Length of the mappings behind the header; 0 since version 4.
    pub coverage_size: u32,
    /// Format version minus one, as stored: 5 is version 6 (clang 15 to 17), 6 is version 7 (clang 18 and later).
    pub version: u32,
}

/// The decoded file names of a translation unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitMapping {
    /// Absolute paths; the first is the compilation directory.
    pub filenames: Vec<String>,
    /// The hash by which function records refer to this unit.
    pub filenames_ref: u64,
}

impl UnitMapping {
    /// Decodes the file names that follow `header`.
    pub fn decode(header: &UnitHeader, filenames: &[u8]) -> Result<Self, CovMapError> {
        if !(5..=6).contains(&header.version) {
            return Err(CovMapError::UnsupportedVersion(header.version.saturating_add(1)));
        }
        let blob = Cursor::new(filenames).take(header.filenames_size as usize)?;
        let mut cursor = Cursor::new(blob);
        let count = cursor.uleb("number of file names")?;
        let plain_size = cursor.uleb("length of the file names")?;
        let packed_size = cursor.size("length of the compressed file names")?;
        let names = match packed_size {
            0 => read_names(&mut cursor, count)?,
            _ => read_names(&mut Cursor::new(&inflate(cursor.take(packed_size)?, plain_size)?), count)?,
        };
        Ok(UnitMapping { filenames: absolute(names), filenames_ref: name_hash(blob) })
    }

    /// Decodes the header and the names from one run of bytes, as they lie in an object file.
    pub fn decode_bytes(bytes: &[u8]) -> Result<Self, CovMapError> {
        let mut cursor = Cursor::new(bytes);
        let mut word = || cursor.take(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let header = UnitHeader {
            n_records: word()?,
            filenames_size: word()?,
            coverage_size: word()?,
            version: word()?,
        };
        UnitMapping::decode(&header, &bytes[16..])
    }
}

fn inflate(packed: &[u8], plain_size: u64) -> Result<Vec<u8>, CovMapError> {
    if plain_size > MAX_NAMES_BYTES {
        return Err(CovMapError::Decompression);
    }
    let mut plain = Vec::new();
    let read = ZlibDecoder::new(packed).take(plain_size + 1).read_to_end(&mut plain);
    match read {
        Ok(len) if len as u64 == plain_size => Ok(plain),
        _ => Err(CovMapError::Decompression),
    }
}

fn read_names(cursor: &mut Cursor, count: u64) -> Result<Vec<String>, CovMapError> {
    if count == 0 {
        return Err(cursor.malformed("number of file names"));
    }
    (0..count).map(|_| cursor.string("file name")).collect()
}

/// Makes all names but the first absolute.
fn absolute(names: Vec<String>) -> Vec<String> {
    let directory = names.first().cloned().unwrap_or_default();
    let join = |(index, name): (usize, String)| match index {
        0 => name,
        _ if name.starts_with('/') => name,
        _ => without_dots(&directory, &name),
    };
    names.into_iter().enumerate().map(join).collect()
}

/// `directory/name` with `.` and `..` resolved textually.
fn without_dots(directory: &str, name: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in directory.split('/').chain(name.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    let root = if directory.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(size: usize, version: u32) -> UnitHeader {
        UnitHeader { n_records: 0, filenames_size: size as u32, coverage_size: 0, version }
    }

    #[test]
    fn plain_names_are_made_absolute() {
        let blob = b"\x04\x17\x00\x06/a/./b\x03c.c\x06../d.c\x04/e.h";
        let unit = UnitMapping::decode(&header(blob.len(), 6), blob).unwrap();
        assert_eq!(unit.filenames, ["/a/./b", "/a/b/c.c", "/a/d.c", "/e.h"]);
    }

    #[test]
    fn compressed_names_and_the_reference_are_those_of_clang() {
        let blob = b"\x02\x0C\x14x\xDAc\xD7/\xC9-\xD0O\xCEeN\xD4K\x06\x00\x15\xEC\x03|";
        let unit = UnitMapping::decode(&header(blob.len(), 6), blob).unwrap();
        assert_eq!(unit.filenames, ["/tmp/cm", "/tmp/cm/a.c"]);
        assert_eq!(unit.filenames_ref as i64, -959_896_456_021_329_214);
    }

    #[test]
    fn damaged_units_are_errors() {
        let blob = b"\x02\x0C\x14x\xDAc\xD7/\xC9-\xD0O\xCEeN\xD4K\x06\x00\x15\xEC\x03|";
        assert_eq!(UnitMapping::decode(&header(23, 3), blob), Err(CovMapError::UnsupportedVersion(4)));
        for cut in 0..blob.len() {
            assert!(UnitMapping::decode(&header(cut, 6), &blob[..cut]).is_err(), "{cut} bytes");
        }
        assert!(UnitMapping::decode_bytes(&[0; 7]).is_err());
    }
}
