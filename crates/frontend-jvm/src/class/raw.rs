//! Attributes of a class file as bytes, and entries of its constant pool by number.
//!
//! Reflection reads annotations itself: it asks for the bytes of their attributes and for what the numbers in them
//! stand for. Whatever does not fit the format reads as absent; the structure was checked when the class was loaded.
//! Source: JVMS 4.1, 4.4 to 4.7.

use super::ClassFile;
use std::collections::BTreeSet;

/// What has attributes in a class file; members by their position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The class.
    Class,
    /// A field.
    Field(usize),
    /// A method.
    Method(usize),
    /// A component of a record.
    Component(usize),
}

/// Bytes that are read from front to back.
#[derive(Clone, Copy)]
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn u2(&mut self) -> Option<usize> {
        self.take(2).map(|bytes| usize::from(u16::from_be_bytes([bytes[0], bytes[1]])))
    }

    fn u4(&mut self) -> Option<usize> {
        self.take(4).map(|bytes| u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize)
    }

    /// A list of attributes: the number of each one's name, and its content.
    fn attributes(&mut self) -> Option<Attributes<'a>> {
        let count = self.u2()?;
        (0..count)
            .map(|_| {
                let name = self.u2()?;
                let length = self.u4()?;
                Some((name, self.take(length)?))
            })
            .collect()
    }

    /// The attributes of each member of a list, which stand behind `head` bytes.
    fn members(&mut self, head: usize) -> Option<Vec<Attributes<'a>>> {
        let count = self.u2()?;
        (0..count)
            .map(|_| {
                self.take(head)?;
                self.attributes()
            })
            .collect()
    }
}

/// The constant pool: where each entry begins, and the bytes behind the pool.
fn pool(bytes: &[u8]) -> Option<(Vec<Option<&[u8]>>, Bytes<'_>)> {
    let mut rest = Bytes(bytes.get(8..)?);
    let count = rest.u2()?;
    let mut entries = vec![None; count.max(1)];
    let mut at = 1;
    while at < count {
        let entry = rest.0;
        let length = match rest.take(1)?[0] {
            1 => rest.u2()?,
            3 | 4 | 9..=12 | 17 | 18 => 4,
            5 | 6 => 8,
            7 | 8 | 16 | 19 | 20 => 2,
            15 => 3,
            _ => return None,
        };
        rest.take(length)?;
        entries[at] = Some(entry);
        // A wide number takes two places.
        at += if matches!(entry[0], 5 | 6) { 2 } else { 1 };
    }
    Some((entries, rest))
}

/// How many bytes the text of an entry has.
fn length(entry: &[u8]) -> Option<usize> {
    Bytes(entry.get(1..)?).u2()
}

/// Names of attributes, by their numbers, with their contents.
type Attributes<'a> = Vec<(usize, &'a [u8])>;

/// All attributes of a class file.
pub struct Raw<'a> {
    entries: Vec<Option<&'a [u8]>>,
    class: Attributes<'a>,
    fields: Vec<Attributes<'a>>,
    methods: Vec<Attributes<'a>>,
    components: Vec<Attributes<'a>>,
}

impl<'a> Raw<'a> {
    fn new(bytes: &'a [u8]) -> Option<Self> {
        let (entries, mut rest) = pool(bytes)?;
        rest.take(6)?;
        let interfaces = rest.u2()?;
        rest.take(2 * interfaces)?;
        let (fields, methods) = (rest.members(6)?, rest.members(6)?);
        let class = rest.attributes()?;
        let mut raw = Self { entries, class, fields, methods, components: Vec::new() };
        if let Some(record) = raw.attribute(Place::Class, "Record") {
            raw.components = Bytes(record).members(4)?;
        }
        Some(raw)
    }

    /// The content of the attribute `name` at `place`.
    #[must_use]
    pub fn attribute(&self, place: Place, name: &str) -> Option<&'a [u8]> {
        let list = match place {
            Place::Class => Some(&self.class),
            Place::Field(position) => self.fields.get(position),
            Place::Method(position) => self.methods.get(position),
            Place::Component(position) => self.components.get(position),
        };
        let is_named = |&&(number, _): &&(usize, &[u8])| utf8(&self.entries, number) == Some(name.as_bytes());
        list?.iter().find(is_named).map(|&(_, content)| content)
    }
}

impl ClassFile {
    /// All its attributes; none of a class that no file holds.
    #[must_use]
    pub fn raw(&self) -> Option<Raw<'_>> {
        Raw::new(&self.bytes)
    }

    /// The bytes of the file; none of a class that no file holds.
    #[must_use]
    pub fn content(&self) -> &[u8] {
        &self.bytes
    }

    /// The container that it was found in, for messages: `` `lib/app.jar` ``.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The internal names of classes that its constant pool may mean: whole texts, and what stands in descriptors and signatures
    /// between `L` and what ends a name there. Texts that are no names of classes are among them, and names that reflection looks for.
    #[must_use]
    pub fn mentioned(&self) -> BTreeSet<String> {
        let Some((entries, _)) = pool(&self.bytes) else { return BTreeSet::new() };
        let texts = entries.iter().flatten().filter(|entry| entry[0] == 1);
        let mut names = BTreeSet::new();
        for text in texts.filter_map(|entry| std::str::from_utf8(entry.get(3..)?.get(..length(entry)?)?).ok())
        {
            names.insert(text.replace('.', "/"));
            let inside = text.split(['L', '(', ')', '[', ';', '<', '>', ':']);
            names.extend(inside.filter(|part| !part.is_empty()).map(str::to_owned));
            // A name that has an `L` in it.
            let after = text.match_indices('L').map(|(at, _)| &text[at + 1..]);
            names.extend(after.filter_map(|rest| Some(rest[..rest.find([';', '<'])?].to_owned())));
        }
        names
    }

    /// The text in entry `number` of the constant pool.
    #[must_use]
    pub fn pool_text(&self, number: usize) -> Option<Vec<u16>> {
        let (entries, _) = pool(&self.bytes)?;
        utf8(&entries, number).map(units)
    }

    /// The bits of the number in entry `number` of the constant pool: of an `int`, `float`, `long` or `double`.
    #[must_use]
    pub fn pool_bits(&self, number: usize) -> Option<u64> {
        let (entries, _) = pool(&self.bytes)?;
        let entry = (*entries.get(number)?)?;
        let length = match entry[0] {
            3 | 4 => 4,
            5 | 6 => 8,
            _ => return None,
        };
        Some(entry.get(1..=length)?.iter().fold(0, |bits, &byte| bits << 8 | u64::from(byte)))
    }
}

/// Binary names of the services that the module with this description provides, each with its providers; `None` where the
/// format is damaged. noak 0.7 has no place for what is required without a version.
pub(super) fn provided(bytes: &[u8]) -> Option<Vec<(String, Vec<String>)>> {
    let raw = Raw::new(bytes)?;
    let Some(module) = raw.attribute(Place::Class, "Module") else { return Some(Vec::new()) };
    let mut rest = Bytes(module);
    // Name, flags and version.
    rest.take(6)?;
    let required = rest.u2()?;
    rest.take(6 * required)?;
    // What it exports, then what it opens.
    for _ in 0..2 {
        for _ in 0..rest.u2()? {
            rest.take(4)?;
            let to = rest.u2()?;
            rest.take(2 * to)?;
        }
    }
    let used = rest.u2()?;
    rest.take(2 * used)?;
    let name = |number: usize| {
        let class = (*raw.entries.get(number)?)?;
        let text = utf8(&raw.entries, Bytes(class.get(1..)?).u2().filter(|_| class[0] == 7)?)?;
        Some(std::str::from_utf8(text).ok()?.replace('/', "."))
    };
    (0..rest.u2()?)
        .map(|_| {
            let service = name(rest.u2()?)?;
            let providers = (0..rest.u2()?).map(|_| name(rest.u2()?));
            Some((service, providers.collect::<Option<_>>()?))
        })
        .collect()
}

fn utf8<'a>(entries: &[Option<&'a [u8]>], number: usize) -> Option<&'a [u8]> {
    let mut entry = Bytes((*entries.get(number)?)?);
    if entry.take(1)?[0] != 1 {
        return None;
    }
    let length = entry.u2()?;
    entry.take(length)
}

/// UTF-16 units of the JVM's own form of UTF-8 (JVMS 4.4.7).
fn units(bytes: &[u8]) -> Vec<u16> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes.iter().map(|&byte| u16::from(byte));
    while let Some(first) = rest.next() {
        let mut low = || rest.next().unwrap_or(0) & 0x3f;
        units.push(match first {
            0..0x80 => first,
            0x80..0xe0 => (first & 0x1f) << 6 | low(),
            _ => (first & 0x0f) << 12 | low() << 6 | low(),
        });
    }
    units
}
