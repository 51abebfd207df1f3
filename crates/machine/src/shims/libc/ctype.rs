//! `ctype.h` in the C locale: classes of characters, and glibc's tables of them.
//!
//! glibc answers `isalpha(c)` with the bit of its table, not with 1, and so do we. The tables
//! that its macros read cover -128 to 255 and are made when they are asked for:
//!
//! ```text
//! __ctype_b_loc() --> pointer --> entry 0 of 384 entries, from -128 on
//! ```
//!
//! A character outside of -128 to 255 is a read outside of the table.

use super::{Shim, ShimContext, ShimResult, int, shim, word};
use crate::fault::Stop;
use std::sync::LazyLock;

pub(super) const SHIMS: &[Shim] = &[
    shim("isupper", |context| class(context, UPPER)),
    shim("islower", |context| class(context, LOWER)),
    shim("isalpha", |context| class(context, ALPHA)),
    shim("isdigit", |context| class(context, DIGIT)),
    shim("isxdigit", |context| class(context, XDIGIT)),
    shim("isspace", |context| class(context, SPACE)),
    shim("isprint", |context| class(context, PRINT)),
    shim("isgraph", |context| class(context, GRAPH)),
    shim("isblank", |context| class(context, BLANK)),
    shim("iscntrl", |context| class(context, CNTRL)),
    shim("ispunct", |context| class(context, PUNCT)),
    shim("isalnum", |context| class(context, ALNUM)),
    shim("isascii", |context| int(i32::from(context.int(0) & !0x7F == 0))),
    shim("toascii", |context| int(context.int(0) & 0x7F)),
    shim("toupper", |context| int(to_upper(context.int(0)))),
    shim("tolower", |context| int(to_lower(context.int(0)))),
    shim("_toupper", |context| int(to_upper(context.int(0)))),
    shim("_tolower", |context| int(to_lower(context.int(0)))),
    shim("__ctype_b_loc", |context| word(table(context, Table::Classes)?)),
    shim("__ctype_toupper_loc", |context| word(table(context, Table::Upper)?)),
    shim("__ctype_tolower_loc", |context| word(table(context, Table::Lower)?)),
];

// glibc's bits, as they lie in its table on little-endian machines.
const UPPER: u16 = 0x100;
const LOWER: u16 = 0x200;
const ALPHA: u16 = 0x400;
const DIGIT: u16 = 0x800;
const XDIGIT: u16 = 0x1000;
const SPACE: u16 = 0x2000;
const PRINT: u16 = 0x4000;
const GRAPH: u16 = 0x8000;
const BLANK: u16 = 0x1;
const CNTRL: u16 = 0x2;
const PUNCT: u16 = 0x4;
const ALNUM: u16 = 0x8;

/// The tables, in the order in which the state keeps them.
#[derive(Clone, Copy, Debug)]
enum Table {
    Classes,
    Upper,
    Lower,
}

/// The classes of `character`; none outside of ASCII.
pub(super) fn classes(character: i32) -> u16 {
    let Some(byte) = u8::try_from(character).ok().filter(u8::is_ascii) else { return 0 };
    [
        (byte.is_ascii_uppercase(), UPPER),
        (byte.is_ascii_lowercase(), LOWER),
        (byte.is_ascii_alphabetic(), ALPHA),
        (byte.is_ascii_digit(), DIGIT),
        (byte.is_ascii_hexdigit(), XDIGIT),
        (super::parse_integer::is_space(byte), SPACE),
        (byte.is_ascii_graphic() || byte == b' ', PRINT),
        (byte.is_ascii_graphic(), GRAPH),
        (byte == b' ' || byte == b'\t', BLANK),
        (byte.is_ascii_control(), CNTRL),
        (byte.is_ascii_punctuation(), PUNCT),
        (byte.is_ascii_alphanumeric(), ALNUM),
    ]
    .iter()
    .fold(0, |bits, &(holds, bit)| if holds { bits | bit } else { bits })
}

/// `int isalpha(int character)` and so on.
fn class(context: &mut ShimContext<'_>, bit: u16) -> ShimResult {
    let character = context.int(0);
    if !(-128..256).contains(&character) {
        // The read outside of the table that this is.
        let place = table(context, Table::Classes)?;
        let start = context.read(place, 8)? as u64;
        context.read(start.wrapping_add_signed(2 * i64::from(character)), 2)?;
    }
    int(i32::from(classes(character) & bit))
}

/// `int toupper(int character)`; characters outside of the table stay.
pub(super) fn to_upper(character: i32) -> i32 {
    mapped(character, |byte| byte.to_ascii_uppercase())
}

/// `int tolower(int character)`
pub(super) fn to_lower(character: i32) -> i32 {
    mapped(character, |byte| byte.to_ascii_lowercase())
}

fn mapped(character: i32, change: impl Fn(u8) -> u8) -> i32 {
    match character {
        // Negative characters are those of `signed char`; -1 is EOF.
        -128..=-2 => character + 256,
        0..=127 => i32::from(change(character as u8)),
        _ => character,
    }
}

/// The bytes of the tables, and those of an entry, made once: a program asks in every run.
static TABLES: LazyLock<[(Vec<u8>, u64); 3]> = LazyLock::new(|| {
    let all = || -128..256;
    [
        (all().flat_map(|c| classes(c).to_le_bytes()).collect(), 2),
        (all().flat_map(|c| to_upper(c).to_le_bytes()).collect(), 4),
        (all().flat_map(|c| to_lower(c).to_le_bytes()).collect(), 4),
    ]
});

/// The address of a pointer to entry 0 of a table.
fn table(context: &mut ShimContext<'_>, table: Table) -> Result<u64, Stop> {
    let index = table as usize;
    if let Some(place) = context.state().library.tables[index] {
        return Ok(place);
    }
    let (content, size_bytes) = &TABLES[index];
    let start = context.constant_object(content)?;
    let place = context.constant_object(&(start + 128 * size_bytes).to_le_bytes())?;
    context.state().library.tables[index] = Some(place);
    Ok(place)
}
