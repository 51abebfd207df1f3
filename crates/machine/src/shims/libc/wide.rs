//! `wchar.h`, `wctype.h` and the multibyte functions of `stdlib.h`, in the C locale.
//!
//! A wide character is 4 bytes. Multibyte characters are ASCII; others are `EILSEQ`, as in
//! glibc. Comparisons give -1, 0 or 1.

use super::block::check_disjoint;
use super::ctype::{classes, to_lower, to_upper};
use super::{Shim, ShimContext, ShimResult, int, shim, word};
use crate::fault::Stop;

/// `iswalpha` and so on give glibc's bits for ASCII and 0 for the rest.
macro_rules! classes {
    ($($name:literal $bit:literal;)*) => {
        &[$(shim($name, |context| int(i32::from(classes(context.int(0)) & $bit))),)*]
    };
}

pub(super) const CLASSES: &[Shim] = classes! {
    "iswupper" 0x100; "iswlower" 0x200; "iswalpha" 0x400; "iswdigit" 0x800; "iswxdigit" 0x1000;
    "iswspace" 0x2000; "iswprint" 0x4000; "iswgraph" 0x8000; "iswblank" 0x1; "iswcntrl" 0x2;
    "iswpunct" 0x4; "iswalnum" 0x8;
};

pub(super) const SHIMS: &[Shim] = &[
    shim("towupper", |context| int(ascii_only(context.int(0), to_upper))),
    shim("towlower", |context| int(ascii_only(context.int(0), to_lower))),
    shim("wcslen", |context| word(length(context, context.word(0), u64::MAX)?)),
    shim("wcsnlen", |context| word(length(context, context.word(0), context.word(1))?)),
    shim("wcscpy", copy),
    shim("wcsncpy", bounded_copy),
    shim("wcscat", append),
    shim("wcscmp", |context| compare(context, u64::MAX, true)),
    shim("wcsncmp", |context| compare(context, context.word(2), true)),
    shim("wmemcmp", |context| compare(context, context.word(2), false)),
    shim("wcschr", find),
    shim("wcsrchr", find_last),
    shim("wmemcpy", copy_disjoint_block),
    shim("wmemmove", copy_block),
    shim("wmemset", set_block),
    shim("__ctype_get_mb_cur_max", |_| word(1)),
    shim("mblen", |context| to_wide(context, None, 0)),
    shim("mbtowc", |context| to_wide(context, Some(context.word(0)), 1)),
    shim("wctomb", to_multibyte),
    shim("mbstowcs", string_to_wide),
    shim("wcstombs", string_to_multibyte),
    shim("btowc", |context| int(if context.int(0) as u32 <= 127 { context.int(0) } else { -1 })),
    shim("wctob", |context| int(if context.int(0) as u32 <= 127 { context.int(0) } else { -1 })),
    shim("mbsinit", |_| int(1)),
    shim("wctype", class_named),
    shim("iswctype", in_class),
    shim("wctrans", change_named),
    shim("towctrans", change),
];

pub(super) const EILSEQ: i32 = 84;
pub(super) const SIZE: u64 = 4;

/// A wide format, narrowed.
pub(super) fn narrow_format(context: &ShimContext<'_>, format: u64) -> Result<Vec<u8>, Stop> {
    let mut bytes = Vec::new();
    loop {
        match at(context, format, bytes.len() as u64)? {
            0 => return Ok(bytes),
            character @ 1..=127 => bytes.push(character as u8),
            _ => return Err(Stop::Unsupported("a wide format with characters that are not ASCII".into())),
        }
    }
}

/// `wctype_t wctype(const char *name)`: the bit of the class, 0 when there is none of that name.
fn class_named(context: &mut ShimContext<'_>) -> ShimResult {
    let name = [b"isw", context.string(context.word(0))?].concat();
    let position = CLASSES.iter().position(|shim| shim.name.as_bytes() == name);
    word(position.map_or(0, |position| position as u64 + 1))
}

/// `int iswctype(wint_t character, wctype_t class)`
fn in_class(context: &mut ShimContext<'_>) -> ShimResult {
    let class = (context.word(1) as usize).checked_sub(1).and_then(|position| CLASSES.get(position));
    class.map_or_else(|| int(0), |shim| (shim.run)(context))
}

/// `wctrans_t wctrans(const char *name)`
fn change_named(context: &mut ShimContext<'_>) -> ShimResult {
    word(match context.string(context.word(0))? {
        b"toupper" => 1,
        b"tolower" => 2,
        _ => 0,
    })
}

/// `wint_t towctrans(wint_t character, wctrans_t change)`
fn change(context: &mut ShimContext<'_>) -> ShimResult {
    int(match context.word(1) {
        1 => ascii_only(context.int(0), to_upper),
        2 => ascii_only(context.int(0), to_lower),
        _ => context.int(0),
    })
}

fn ascii_only(character: i32, change: fn(i32) -> i32) -> i32 {
    if (0..128).contains(&character) { change(character) } else { character }
}

pub(super) fn at(context: &ShimContext<'_>, text: u64, index: u64) -> Result<i32, Stop> {
    Ok(context.read(text.wrapping_add(index.wrapping_mul(SIZE)), SIZE as u32)? as i32)
}

pub(super) fn length(context: &ShimContext<'_>, text: u64, limit: u64) -> Result<u64, Stop> {
    let mut length = 0;
    while length < limit && at(context, text, length)? != 0 {
        length += 1;
    }
    Ok(length)
}

/// `wchar_t *wcscpy(wchar_t *to, const wchar_t *from)`
fn copy(context: &mut ShimContext<'_>) -> ShimResult {
    let (to, from) = (context.word(0), context.word(1));
    let count = length(context, from, u64::MAX)? + 1;
    context.copy(to, from, count * SIZE)?;
    word(to)
}

/// `wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t count)`
fn bounded_copy(context: &mut ShimContext<'_>) -> ShimResult {
    let (to, from, count) = (context.word(0), context.word(1), context.word(2));
    let copied = length(context, from, count)?;
    context.copy(to, from, copied * SIZE)?;
    context.fill(to.wrapping_add(copied * SIZE), 0, (count - copied).saturating_mul(SIZE))?;
    word(to)
}

/// `wchar_t *wcscat(wchar_t *to, const wchar_t *from)`
fn append(context: &mut ShimContext<'_>) -> ShimResult {
    let (to, from) = (context.word(0), context.word(1));
    let end = to.wrapping_add(length(context, to, u64::MAX)? * SIZE);
    let count = length(context, from, u64::MAX)? + 1;
    context.copy(end, from, count * SIZE)?;
    word(to)
}

fn compare(context: &mut ShimContext<'_>, limit: u64, strings: bool) -> ShimResult {
    let (a, b) = (context.word(0), context.word(1));
    let mut index = 0;
    while index < limit {
        let (x, y) = (at(context, a, index)?, at(context, b, index)?);
        if x != y {
            return int(if x < y { -1 } else { 1 });
        }
        if strings && x == 0 {
            break;
        }
        index += 1;
    }
    int(0)
}

/// `wchar_t *wcschr(const wchar_t *text, wchar_t wanted)`
fn find(context: &mut ShimContext<'_>) -> ShimResult {
    let (text, wanted) = (context.word(0), context.int(1));
    let mut index = 0;
    loop {
        let character = at(context, text, index)?;
        if character == wanted {
            return word(text + index * SIZE);
        }
        if character == 0 {
            return word(0);
        }
        index += 1;
    }
}

/// `wchar_t *wcsrchr(const wchar_t *text, wchar_t wanted)`
fn find_last(context: &mut ShimContext<'_>) -> ShimResult {
    let (text, wanted) = (context.word(0), context.int(1));
    for index in (0..=length(context, text, u64::MAX)?).rev() {
        if at(context, text, index)? == wanted {
            return word(text + index * SIZE);
        }
    }
    word(0)
}

/// `wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count)`
fn copy_disjoint_block(context: &mut ShimContext<'_>) -> ShimResult {
    let result = copy_block(context)?;
    check_disjoint(context.word(0), context.word(1), context.word(2).saturating_mul(SIZE))?;
    Ok(result)
}

/// `wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count)`
fn copy_block(context: &mut ShimContext<'_>) -> ShimResult {
    context.copy(context.word(0), context.word(1), context.word(2).saturating_mul(SIZE))?;
    word(context.word(0))
}

/// `wchar_t *wmemset(wchar_t *to, wchar_t character, size_t count)`
fn set_block(context: &mut ShimContext<'_>) -> ShimResult {
    let (to, character, count) = (context.word(0), context.int(1), context.word(2));
    for index in 0..count {
        context.write(to.wrapping_add(index * SIZE), SIZE as u32, u128::from(character as u32))?;
    }
    word(to)
}

pub(super) fn illegal(context: &mut ShimContext<'_>) -> ShimResult {
    context.set_errno(EILSEQ)?;
    word(u64::MAX)
}

/// `int mbtowc(wchar_t *to, const char *from, size_t limit)`; `mblen` without the first.
fn to_wide(context: &mut ShimContext<'_>, to: Option<u64>, from: usize) -> ShimResult {
    let (from, limit) = (context.word(from), context.word(from + 1));
    if from == 0 {
        return int(0);
    }
    if limit == 0 {
        return int(-1);
    }
    let byte = context.read(from, 1)?;
    if byte > 127 {
        return illegal(context);
    }
    if let Some(to) = to.filter(|&to| to != 0) {
        context.write(to, SIZE as u32, byte)?;
    }
    int(i32::from(byte != 0))
}

/// `int wctomb(char *to, wchar_t character)`
fn to_multibyte(context: &mut ShimContext<'_>) -> ShimResult {
    let (to, character) = (context.word(0), context.int(1) as u32);
    if to == 0 {
        return int(0);
    }
    if character > 127 {
        return illegal(context);
    }
    context.write(to, 1, u128::from(character))?;
    int(1)
}

/// `size_t mbstowcs(wchar_t *to, const char *from, size_t limit)`
fn string_to_wide(context: &mut ShimContext<'_>) -> ShimResult {
    convert(context, 1, SIZE as u32)
}

/// `size_t wcstombs(char *to, const wchar_t *from, size_t limit)`
fn string_to_multibyte(context: &mut ShimContext<'_>) -> ShimResult {
    convert(context, SIZE as u32, 1)
}

/// Copies characters of one size to another; gives their number without the end.
fn convert(context: &mut ShimContext<'_>, from_size: u32, to_size: u32) -> ShimResult {
    let (to, from) = (context.word(0), context.word(1));
    let limit = if to == 0 { u64::MAX } else { context.word(2) };
    let mut index = 0;
    while index < limit {
        let character = context.read(from.wrapping_add(index * u64::from(from_size)), from_size)?;
        if character > 127 {
            return illegal(context);
        }
        if to != 0 {
            context.write(to.wrapping_add(index * u64::from(to_size)), to_size, character)?;
        }
        if character == 0 {
            break;
        }
        index += 1;
    }
    word(index)
}
