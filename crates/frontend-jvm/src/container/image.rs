//! The image of a JDK's class library, `lib/modules`.
//!
//! ```text
//!   header (28 bytes)     magic, version, flags, counts and sizes
//!   redirect[count] i32   perfect hash, not used here: all names are read once
//!   offset[count]   u32   of each location, into the locations
//!   locations             attributes of each entry: (kind << 3 | length - 1), then that many bytes, big endian
//!   strings               zero-terminated modified UTF-8
//!   content               the entries, some of them compressed
//! ```
//!
//! The format is not specified; this follows the reader of the JDK's own module `java.base`, package
//! `jdk.internal.jimage`. The two crates that read it index without checks, so that a truncated image makes them panic;
//! this reader checks every access. Entries compressed by `zip` are read, those by `compact-cp` (`jlink --compress=1`)
//! are refused by name.
//!
//! Cost: some 15 ms for the names of the 30,000 entries of JDK 17; the content is mapped, not read.

use super::Found;
use crate::error::JvmError;
use memmap2::Mmap;
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

const MAGIC: u32 = 0xCAFE_DADA;
const HEADER_BYTES: usize = 28;

/// The path of the description of a module.
const MODULE_DESCRIPTION: &str = "module-info.class";

/// Magic number of a compressed entry, and the size of its header.
const COMPRESSED_MAGIC: u32 = 0xCAFE_FAFA;
const COMPRESSED_HEADER_BYTES: usize = 29;

/// An entry is not unpacked to more than this.
const MAX_ENTRY_BYTES: u64 = 256 << 20;

/// Kinds of attributes of a location.
mod kind {
    pub const END: u8 = 0;
    pub const MODULE: usize = 1;
    pub const PARENT: usize = 2;
    pub const BASE: usize = 3;
    pub const EXTENSION: usize = 4;
    pub const OFFSET: usize = 5;
    pub const COMPRESSED: usize = 6;
    pub const UNCOMPRESSED: usize = 7;
    pub const COUNT: usize = 8;
}

/// Where an entry lies.
#[derive(Clone, Copy, Debug)]
struct Location {
    /// Position of its module's name in the strings.
    module: usize,
    /// Position in the file.
    start: usize,
    /// Size in the file; the size itself where the entry is not compressed.
    stored_bytes: usize,
    /// Whether it is compressed.
    compressed: bool,
}

/// An image, mapped into memory.
#[derive(Debug)]
pub struct Image {
    path: PathBuf,
    map: Mmap,
    little_endian: bool,
    /// Where the strings begin and end.
    strings: (usize, usize),
    locations: HashMap<String, Location>,
    /// The descriptions of modules, which all have the same path.
    modules: Vec<Location>,
}

impl Image {
    /// The image at `path`.
    ///
    /// # Errors
    /// When it cannot be read, or is no image.
    pub fn open(path: &Path) -> Result<Self, JvmError> {
        let unreadable =
            |error: std::io::Error| JvmError::Unreadable { path: path.to_owned(), reason: error.to_string() };
        let file = File::open(path).map_err(unreadable)?;
        // SAFETY: the map is read as bytes only, and each read is checked against its length. The image of an
        // installed JDK does not change while it is used; if it does, entries read wrong, as they would by `read`.
        let map = unsafe { Mmap::map(&file) }.map_err(unreadable)?;
        let mut image = Self {
            path: path.to_owned(),
            little_endian: map.first() == Some(&0xDA),
            map,
            strings: (0, 0),
            locations: HashMap::new(),
            modules: Vec::new(),
        };
        image.read_locations()?;
        Ok(image)
    }

    /// The entry with the path `entry`, whatever its module.
    ///
    /// # Errors
    /// When it is damaged, or compressed in a way that is not read.
    pub fn find(&self, entry: &str) -> Result<Option<Found>, JvmError> {
        self.locations.get(entry).map(|location| self.read(location, entry)).transpose()
    }

    /// Whether there is an entry with the path `entry`.
    pub fn has(&self, entry: &str) -> bool {
        self.locations.contains_key(entry)
    }

    /// The descriptions of all modules, in the order of the image.
    ///
    /// # Errors
    /// As [`Image::find`].
    pub fn modules(&self) -> Result<Vec<Found>, JvmError> {
        self.modules.iter().map(|location| self.read(location, MODULE_DESCRIPTION)).collect()
    }

    fn read(&self, location: &Location, entry: &str) -> Result<Found, JvmError> {
        let stored = self.bytes(location.start, location.stored_bytes)?;
        let bytes = match location.compressed {
            true => self.unpacked(stored.to_vec(), entry)?.into(),
            false => stored.into(),
        };
        let module = self.string(location.module)?.to_owned();
        Ok(Found { bytes, origin: format!("`{}`", self.path.display()), module: Some(module) })
    }

    /// Paths of all entries, in no order.
    pub fn entries(&self) -> impl Iterator<Item = &str> {
        self.locations.keys().map(String::as_str)
    }

    fn read_locations(&mut self) -> Result<(), JvmError> {
        if self.u32_at(0)? != MAGIC {
            return Err(self.damaged("it does not begin as an image of modules"));
        }
        let [count, locations_bytes, strings_bytes] = [16, 20, 24].map(|at| self.u32_at(at));
        let count = count? as usize;
        let redirects = HEADER_BYTES;
        let offsets = redirects + 4 * count;
        let locations = offsets + 4 * count;
        let strings = locations + locations_bytes? as usize;
        let content = strings + strings_bytes? as usize;
        self.strings = (strings, content);
        // Checks the sizes once, before anything is allocated by them.
        self.bytes(0, content)?;
        let mut found = HashMap::with_capacity(count);
        for position in 0..count {
            let offset = self.u32_at(offsets + 4 * position)? as usize;
            let attributes = self.attributes(locations + offset, strings)?;
            let module = usize::try_from(attributes[kind::MODULE]).unwrap_or(usize::MAX);
            // Tables of modules and packages stand among the entries.
            if matches!(self.string(module)?, "" | "modules" | "packages") {
                continue;
            }
            let compressed = attributes[kind::COMPRESSED] != 0;
            let size = attributes[if compressed { kind::COMPRESSED } else { kind::UNCOMPRESSED }];
            let [start, stored_bytes] =
                [attributes[kind::OFFSET], size].map(|number| usize::try_from(number).unwrap_or(usize::MAX));
            let location =
                Location { module, start: content.saturating_add(start), stored_bytes, compressed };
            let name = self.name(&attributes)?;
            if name == MODULE_DESCRIPTION {
                self.modules.push(location);
            }
            found.insert(name, location);
        }
        self.locations = found;
        Ok(())
    }

    /// The path of an entry: `java/lang/String.class`.
    fn name(&self, attributes: &[u64; kind::COUNT]) -> Result<String, JvmError> {
        let part = |kind: usize| self.string(usize::try_from(attributes[kind]).unwrap_or(usize::MAX));
        let (parent, base, extension) = (part(kind::PARENT)?, part(kind::BASE)?, part(kind::EXTENSION)?);
        let mut name = String::with_capacity(parent.len() + base.len() + extension.len() + 2);
        if !parent.is_empty() {
            name.push_str(parent);
            name.push('/');
        }
        name.push_str(base);
        if !extension.is_empty() {
            name.push('.');
            name.push_str(extension);
        }
        Ok(name)
    }

    /// The attributes that begin at `at` and end before `end`.
    fn attributes(&self, mut at: usize, end: usize) -> Result<[u64; kind::COUNT], JvmError> {
        let mut attributes = [0; kind::COUNT];
        while at < end {
            let head = self.bytes(at, 1)?[0];
            let (kind, length) = (head >> 3, usize::from(head & 7) + 1);
            if kind == kind::END {
                return Ok(attributes);
            }
            let value =
                self.bytes(at + 1, length)?.iter().fold(0, |value, &byte| value << 8 | u64::from(byte));
            *attributes
                .get_mut(usize::from(kind))
                .ok_or_else(|| self.damaged("an attribute has no kind"))? = value;
            at += 1 + length;
        }
        Err(self.damaged("the attributes of an entry do not end"))
    }

    /// What the stored bytes of `entry` unpack to; compressions may be stacked.
    fn unpacked(&self, mut stored: Vec<u8>, entry: &str) -> Result<Vec<u8>, JvmError> {
        let in_entry = |reason: &str| self.damaged(&format!("entry `{entry}`: {reason}"));
        while let Some(header) = stored.get(..COMPRESSED_HEADER_BYTES) {
            if self.u32_of(&header[0..4]) != COMPRESSED_MAGIC {
                break;
            }
            let size = self.u64_of(&header[12..20]);
            let decompressor = self.string(self.u32_of(&header[20..24]) as usize)?;
            if decompressor != "zip" {
                return Err(in_entry(&format!("it is compressed by `{decompressor}`, which is not read")));
            }
            if size > MAX_ENTRY_BYTES {
                return Err(in_entry("it is larger than 256 MiB"));
            }
            let mut unpacked = Vec::with_capacity(size as usize);
            flate2::read::ZlibDecoder::new(&stored[COMPRESSED_HEADER_BYTES..])
                .take(size)
                .read_to_end(&mut unpacked)
                .map_err(|error| in_entry(&error.to_string()))?;
            stored = unpacked;
        }
        Ok(stored)
    }

    /// The string at `offset` of the strings.
    fn string(&self, offset: usize) -> Result<&str, JvmError> {
        let (start, end) = self.strings;
        let rest = start.checked_add(offset).and_then(|from| self.map.get(from..end));
        let rest = rest.ok_or_else(|| self.damaged("a name lies outside of the strings"))?;
        let length = rest.iter().position(|&byte| byte == 0);
        let bytes = &rest[..length.ok_or_else(|| self.damaged("a name does not end"))?];
        std::str::from_utf8(bytes).map_err(|_| self.damaged("a name is not UTF-8"))
    }

    fn bytes(&self, start: usize, count: usize) -> Result<&[u8], JvmError> {
        let bytes = start.checked_add(count).and_then(|end| self.map.get(start..end));
        bytes.ok_or_else(|| self.damaged("it ends too early"))
    }

    fn u32_at(&self, at: usize) -> Result<u32, JvmError> {
        Ok(self.u32_of(self.bytes(at, 4)?))
    }

    /// The number that four bytes stand for, in the byte order of the image.
    fn u32_of(&self, bytes: &[u8]) -> u32 {
        let bytes = bytes.try_into().unwrap_or_default();
        if self.little_endian { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) }
    }

    /// The number that eight bytes stand for, in the byte order of the image.
    fn u64_of(&self, bytes: &[u8]) -> u64 {
        let bytes = bytes.try_into().unwrap_or_default();
        if self.little_endian { u64::from_le_bytes(bytes) } else { u64::from_be_bytes(bytes) }
    }

    fn damaged(&self, reason: &str) -> JvmError {
        JvmError::DamagedArchive { path: self.path.clone(), reason: reason.to_owned() }
    }
}
