//! Hidden classes: the bytes of a class file under another name.
//!
//! A hidden class is made from bytes that name a class of their own, may be made several times from the same bytes, and is
//! found by no name (JLS 12.1, JVMS 5.3.5). Here each gets a name that no other class has; only the entry that names the
//! class itself is changed, so that its code still means itself.

/// Bytes of the entries of the constant pool by tag, the tag included; none for text, whose length is in it.
fn size(tag: u8) -> Option<usize> {
    Some(match tag {
        3 | 4 | 9..=12 | 17 | 18 => 5,
        5 | 6 => 9,
        7 | 8 | 16 | 19 | 20 => 3,
        15 => 4,
        _ => return None,
    })
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]))
}

/// Where the constant pool begins, with the number of its entries.
const POOL: usize = 8;

/// Where each entry of the constant pool begins, and where the pool ends.
fn entries(bytes: &[u8]) -> Option<(Vec<usize>, usize)> {
    const TEXT: u8 = 1;
    let count = short(bytes, POOL)?;
    let mut entries = vec![0; usize::from(count)];
    let (mut at, mut entry) = (POOL + 2, 1);
    while entry < usize::from(count) {
        entries[entry] = at;
        let tag = *bytes.get(at)?;
        let is_wide = matches!(tag, 5 | 6);
        at += if tag == TEXT { 3 + usize::from(short(bytes, at + 1)?) } else { size(tag)? };
        entry += if is_wide { 2 } else { 1 };
    }
    Some((entries, at))
}

/// The class file `bytes`, whose class is named `name` instead; `None` when it is cut off or its constant pool is full.
#[must_use]
pub fn renamed(bytes: &[u8], name: &str) -> Option<Vec<u8>> {
    const CLASS: u8 = 7;
    let (_, end) = entries(bytes)?;
    pointed(bytes, usize::from(short(bytes, end + 2)?), CLASS, name)
}

/// The class file `bytes`, whose entry `entry` of the constant pool is the string `text` instead of another one; `None` when there is
/// no string, or no room for it.
#[must_use]
pub fn with_string(bytes: &[u8], entry: usize, text: &str) -> Option<Vec<u8>> {
    const STRING: u8 = 8;
    pointed(bytes, entry, STRING, text)
}

/// The class file `bytes`, whose entry `entry` with this tag points to a new entry with this text.
fn pointed(bytes: &[u8], entry: usize, tag: u8, text: &str) -> Option<Vec<u8>> {
    const TEXT: u8 = 1;
    let (entries, end) = entries(bytes)?;
    let own = *entries.get(entry)?;
    if own == 0 || bytes[own] != tag {
        return None;
    }
    let (count, length) = (short(bytes, POOL)?, u16::try_from(text.len()).ok()?);
    let mut made = bytes[..end].to_vec();
    made[own + 1..own + 3].copy_from_slice(&count.to_be_bytes());
    made[POOL..POOL + 2].copy_from_slice(&count.checked_add(1)?.to_be_bytes());
    made.push(TEXT);
    made.extend(length.to_be_bytes());
    made.extend(text.as_bytes());
    made.extend(&bytes[end..]);
    Some(made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClassFile;

    #[test]
    fn only_strings_become_other_strings() {
        let mut bytes = bytes();
        // A string in place of the long constant and its second place: the text of the name.
        let at = bytes.iter().position(|&byte| byte == 5).unwrap();
        bytes.splice(at..at + 9, [8, 0, 2, 8, 0, 4]);
        let made = with_string(&bytes, 5, "other").unwrap();
        assert!(made.windows(5).any(|part| part == b"other"));
        assert_eq!(made.len(), bytes.len() + 8);
        assert_eq!(&made[at..at + 6], [8, 0, 7, 8, 0, 4], "one entry changes");
        assert!(ClassFile::name_in(&made).is_some_and(|name| name == "A"));
        assert_eq!(with_string(&bytes, 1, "other"), None, "a class");
        assert_eq!(with_string(&bytes, 9, "other"), None, "no entry");
        assert_eq!(with_string(&bytes[..12], 5, "other"), None, "cut off");
    }

    /// `class A {}`, with a long constant in its pool.
    fn bytes() -> Vec<u8> {
        let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52, 0, 7];
        bytes.extend([7, 0, 2, 1, 0, 1, b'A', 7, 0, 4, 1, 0, 16]);
        bytes.extend(b"java/lang/Object");
        bytes.extend([5, 0, 0, 0, 0, 0, 0, 0, 9]);
        bytes.extend([0, 0x20, 0, 1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0]);
        bytes
    }

    #[test]
    fn the_class_has_the_other_name() {
        assert_eq!(ClassFile::name_in(&bytes()).as_deref(), Some("A"));
        let made = renamed(&bytes(), "A+0x1").unwrap();
        assert_eq!(ClassFile::name_in(&made).as_deref(), Some("A+0x1"));
    }

    #[test]
    fn what_is_cut_off_is_refused() {
        let bytes = bytes();
        for length in 0..bytes.len() - 10 {
            let cut = renamed(&bytes[..length], "B");
            assert!(cut.is_none() || ClassFile::name_in(&cut.unwrap()).is_none(), "{length}");
        }
    }
}
