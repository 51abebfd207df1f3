//! `wchar.h`: strings searched and split, numbers from wide text, formats, conversions with a state.
//!
//! Numbers are read by the shims for narrow text, from a copy of what is ASCII at the start; a number
//! never goes beyond that. Formats are narrowed, carried out as `printf` does, and widened again; in the
//! C locale a character is a byte, so that widths and precisions are the same. The conversion state is
//! never used: no character of the C locale has more than one byte.
//!
//! Source: C11 7.29; glibc where that leaves it open. Not handled: `wscanf` and its family.

use super::ctype::to_lower;
use super::format::{Arguments, format_text};
use super::wide::{EILSEQ, SIZE, at, illegal, length, narrow_format};
use super::{Shim, ShimContext, ShimResult, int, lookup, shim, word};
use crate::fault::{Returns, Stop};
use trine_ir::Type;

pub(super) const SHIMS: &[Shim] = &[
    shim("wcsncat", append_bounded),
    shim("wcpcpy", copy_to_end),
    shim("wcsdup", duplicate),
    shim("wcsstr", find_text),
    shim("wcsspn", |context| word(span(context, context.word(0), context.word(1), true)?)),
    shim("wcscspn", |context| word(span(context, context.word(0), context.word(1), false)?)),
    shim("wcspbrk", find_any),
    shim("wcstok", token),
    shim("wmemchr", find_in_block),
    shim("wcscoll", |context| compare(context, u64::MAX, |c| c)),
    shim("wcscasecmp", |context| compare(context, u64::MAX, lower)),
    shim("wcsncasecmp", |context| compare(context, context.word(2), lower)),
    shim("wcstol", |context| number(context, "strtol")),
    shim("wcstoll", |context| number(context, "strtoll")),
    shim("wcstoul", |context| number(context, "strtoul")),
    shim("wcstoull", |context| number(context, "strtoull")),
    shim("wcstoimax", |context| number(context, "strtoimax")),
    shim("wcstoumax", |context| number(context, "strtoumax")),
    shim("__isoc23_wcstol", |context| number(context, "__isoc23_strtol")),
    shim("__isoc23_wcstoll", |context| number(context, "__isoc23_strtoll")),
    shim("__isoc23_wcstoul", |context| number(context, "__isoc23_strtoul")),
    shim("__isoc23_wcstoull", |context| number(context, "__isoc23_strtoull")),
    shim("wcstod", |context| number(context, "strtod")),
    shim("wcstof", |context| number(context, "strtof")),
    shim("wcstold", |context| number(context, "strtold")),
    shim("mbrtowc", |context| to_wide(context, Some(context.word(0)), context.word(1), context.word(2))),
    shim("mbrlen", |context| to_wide(context, None, context.word(0), context.word(1))),
    shim("wcrtomb", to_multibyte),
    shim("mbsrtowcs", |context| convert(context, 1, SIZE as u32, u64::MAX, context.word(2))),
    shim("mbsnrtowcs", |context| convert(context, 1, SIZE as u32, context.word(2), context.word(3))),
    shim("wcsrtombs", |context| convert(context, SIZE as u32, 1, u64::MAX, context.word(2))),
    shim("wcsnrtombs", |context| convert(context, SIZE as u32, 1, context.word(2), context.word(3))),
    shim("swprintf", |context| print(context, Arguments::Given(3))),
    shim("vswprintf", |context| print(context, Arguments::List(context.word(3)))),
];

fn lower(character: i32) -> i32 {
    if (0..128).contains(&character) { to_lower(character) } else { character }
}

/// `wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t count)`
fn append_bounded(context: &mut ShimContext<'_>) -> ShimResult {
    let (to, from) = (context.word(0), context.word(1));
    let end = to.wrapping_add(length(context, to, u64::MAX)? * SIZE);
    let count = length(context, from, context.word(2))?;
    context.copy(end, from, count * SIZE)?;
    context.write(end.wrapping_add(count * SIZE), SIZE as u32, 0)?;
    word(to)
}

/// `wchar_t *wcpcpy(wchar_t *to, const wchar_t *from)`
fn copy_to_end(context: &mut ShimContext<'_>) -> ShimResult {
    let (to, from) = (context.word(0), context.word(1));
    let count = length(context, from, u64::MAX)?;
    context.copy(to, from, (count + 1) * SIZE)?;
    word(to.wrapping_add(count * SIZE))
}

/// `wchar_t *wcsdup(const wchar_t *text)`
fn duplicate(context: &mut ShimContext<'_>) -> ShimResult {
    let from = context.word(0);
    let bytes = (length(context, from, u64::MAX)? + 1) * SIZE;
    let to = context.allocate(bytes)?;
    if to != 0 {
        context.copy(to, from, bytes)?;
    }
    word(to)
}

/// The characters of a wide string, without its end.
fn characters(context: &ShimContext<'_>, text: u64) -> Result<Vec<i32>, Stop> {
    (0..length(context, text, u64::MAX)?).map(|index| at(context, text, index)).collect()
}

/// `wchar_t *wcsstr(const wchar_t *text, const wchar_t *wanted)`
fn find_text(context: &mut ShimContext<'_>) -> ShimResult {
    let (text, wanted) = (characters(context, context.word(0))?, characters(context, context.word(1))?);
    let found = match wanted.len() {
        0 => Some(0),
        count => text.windows(count).position(|part| part == wanted),
    };
    word(found.map_or(0, |index| context.word(0) + index as u64 * SIZE))
}

/// The number of characters at the start of `text` that are in `set`, or are not.
fn span(context: &ShimContext<'_>, text: u64, set: u64, inside: bool) -> Result<u64, Stop> {
    let set = characters(context, set)?;
    let mut index = 0;
    loop {
        let character = at(context, text, index)?;
        if character == 0 || set.contains(&character) != inside {
            return Ok(index);
        }
        index += 1;
    }
}

/// `wchar_t *wcspbrk(const wchar_t *text, const wchar_t *set)`
fn find_any(context: &mut ShimContext<'_>) -> ShimResult {
    let text = context.word(0);
    let place = text + span(context, text, context.word(1), false)? * SIZE;
    word(if at(context, place, 0)? == 0 { 0 } else { place })
}

/// `wchar_t *wcstok(wchar_t *text, const wchar_t *separators, wchar_t **place)`
fn token(context: &mut ShimContext<'_>) -> ShimResult {
    let (separators, place_at) = (context.word(1), context.word(2));
    let mut text = context.word(0);
    if text == 0 {
        text = context.read(place_at, 8)? as u64;
        if text == 0 {
            return word(0);
        }
    }
    let start = text + span(context, text, separators, true)? * SIZE;
    if at(context, start, 0)? == 0 {
        context.write(place_at, 8, 0)?;
        return word(0);
    }
    let end = start + span(context, start, separators, false)? * SIZE;
    let rest = if at(context, end, 0)? == 0 {
        0
    } else {
        context.write(end, SIZE as u32, 0)?;
        end + SIZE
    };
    context.write(place_at, 8, u128::from(rest))?;
    word(start)
}

/// `wchar_t *wmemchr(const wchar_t *block, wchar_t wanted, size_t count)`
fn find_in_block(context: &mut ShimContext<'_>) -> ShimResult {
    let (block, wanted) = (context.word(0), context.int(1));
    for index in 0..context.word(2) {
        if at(context, block, index)? == wanted {
            return word(block + index * SIZE);
        }
    }
    word(0)
}

fn compare(context: &mut ShimContext<'_>, limit: u64, change: fn(i32) -> i32) -> ShimResult {
    let (a, b) = (context.word(0), context.word(1));
    for index in 0..limit {
        let (x, y) = (change(at(context, a, index)?), change(at(context, b, index)?));
        if x != y {
            return int(if x < y { -1 } else { 1 });
        }
        if x == 0 {
            break;
        }
    }
    int(0)
}

/// `long wcstol(const wchar_t *text, wchar_t **end, int base)` and its like, by the narrow function.
fn number(context: &mut ShimContext<'_>, narrow: &str) -> ShimResult {
    let (text, end_at) = (context.word(0), context.word(1));
    let mut bytes = Vec::new();
    while let character @ 1..=127 = at(context, text, bytes.len() as u64)? {
        bytes.push(character as u8);
    }
    bytes.push(0);
    let copy = context.scratch(bytes.len() as u64 + 8)?;
    let own_end_at = copy + bytes.len() as u64;
    context.write_bytes(copy, &bytes)?;
    // Where the narrow function leaves the end alone, so do we.
    context.write(own_end_at, 8, 0)?;
    let result = match lookup(narrow) {
        Some(shim) => context.call_shim(shim, &[copy, own_end_at, context.word(2)]),
        None => Ok(Returns::one(0)),
    };
    let end = context.read(own_end_at, 8)? as u64;
    context.free(copy)?;
    if end_at != 0 && end != 0 {
        context.write(end_at, 8, u128::from(text + (end - copy) * SIZE))?;
    }
    result
}

/// `size_t mbrtowc(wchar_t *to, const char *from, size_t limit, mbstate_t *state)`
fn to_wide(context: &mut ShimContext<'_>, to: Option<u64>, from: u64, limit: u64) -> ShimResult {
    if from == 0 {
        return word(0);
    }
    if limit == 0 {
        return word(u64::MAX - 1);
    }
    let byte = context.read(from, 1)?;
    if byte > 127 {
        return illegal(context);
    }
    if let Some(to) = to.filter(|&to| to != 0) {
        context.write(to, SIZE as u32, byte)?;
    }
    word(u64::from(byte != 0))
}

/// `size_t wcrtomb(char *to, wchar_t character, mbstate_t *state)`
fn to_multibyte(context: &mut ShimContext<'_>) -> ShimResult {
    let (to, character) = (context.word(0), context.int(1) as u32);
    if to == 0 {
        return word(1);
    }
    if character > 127 {
        return illegal(context);
    }
    context.write(to, 1, u128::from(character))?;
    word(1)
}

/// `size_t mbsrtowcs(wchar_t *to, const char **from, size_t limit, mbstate_t *state)` and its like;
/// at most `available` characters are read. The place to go on at is written back.
fn convert(
    context: &mut ShimContext<'_>,
    from_size: u32,
    to_size: u32,
    available: u64,
    room: u64,
) -> ShimResult {
    let (to, from_at) = (context.word(0), context.word(1));
    let from = context.read(from_at, 8)? as u64;
    let limit = available.min(if to == 0 { u64::MAX } else { room });
    let mut index = 0;
    let mut place = from;
    while index < limit {
        let character = context.read(place, from_size)?;
        if character > 127 {
            if to != 0 {
                context.write(from_at, 8, u128::from(place))?;
            }
            return illegal(context);
        }
        if to != 0 {
            context.write(to.wrapping_add(index * u64::from(to_size)), to_size, character)?;
        }
        if character == 0 {
            place = 0;
            break;
        }
        place += u64::from(from_size);
        index += 1;
    }
    if to != 0 {
        context.write(from_at, 8, u128::from(place))?;
    }
    word(index)
}

/// `int swprintf(wchar_t *to, size_t room, const wchar_t *format, ...)`
fn print(context: &mut ShimContext<'_>, arguments: Arguments) -> ShimResult {
    let (to, room) = (context.word(0), context.word(1));
    let format = narrow_format(context, context.word(2))?;
    let text = match format_text(context, format, arguments)? {
        Ok(text) if (text.len() as u64) < room => text,
        Ok(_) => return int(-1),
        Err(number) => return failed(context, number),
    };
    if !text.is_ascii() {
        return failed(context, EILSEQ);
    }
    let wide: Vec<u8> = text.iter().chain([&0]).flat_map(|&byte| u32::from(byte).to_le_bytes()).collect();
    context.write_bytes(to, &wide)?;
    int(text.len() as i32)
}

fn failed(context: &mut ShimContext<'_>, number: i32) -> ShimResult {
    context.set_errno(number)?;
    int(-1)
}

impl ShimContext<'_> {
    /// Calls another shim with words as arguments.
    pub(super) fn call_shim(&mut self, shim: Shim, args: &[u64]) -> ShimResult {
        let bits: Vec<u128> = args.iter().map(|&arg| u128::from(arg)).collect();
        let types = vec![Type::Int(64); bits.len()];
        let mut inner = ShimContext::new(self.machine, self.session, self.library, &bits, &types, bits.len());
        (shim.run)(&mut inner)
    }
}
