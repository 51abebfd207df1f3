//! `string.h`, comparisons.
//!
//! The results are those of glibc on x86-64: the difference of the first bytes that differ, as
//! unsigned (of their lower-case forms where case is ignored). C promises the sign alone, and
//! glibc's `memcmp` for some processors gives another magnitude: a moved layout gives 1 and -1,
//! so that no test relies on more.
//!
//! String comparisons read up to the first difference; `memcmp` needs both blocks whole, as C
//! says. The domain hears of what was compared, see [`crate::domain::BytesCompared`]:
//!
//! ```text
//! strcmp("abc", "abd")     compared: "abc", "abd"        result -1
//! strncmp("ab", "abd", 3)  compared: "ab", "abd"         result -100
//! ```

use super::{Shim, ShimContext, ShimResult, int, shim, word};
use crate::fault::Stop;

pub(super) const SHIMS: &[Shim] = &[
    shim("strcmp", |context| strings(context, "strcmp", u64::MAX, same)),
    shim("strcoll", |context| strings(context, "strcoll", u64::MAX, same)),
    shim("strncmp", |context| strings(context, "strncmp", context.word(2), same)),
    shim("strcasecmp", |context| strings(context, "strcasecmp", u64::MAX, lower)),
    shim("strncasecmp", |context| strings(context, "strncasecmp", context.word(2), lower)),
    shim("memcmp", |context| blocks(context, "memcmp")),
    shim("bcmp", |context| blocks(context, "bcmp")),
    shim("__memcmpeq", |context| blocks(context, "memcmp")),
    shim("strxfrm", transform),
];

fn same(byte: u8) -> u8 {
    byte
}

fn lower(byte: u8) -> u8 {
    byte.to_ascii_lowercase()
}

/// `int strcmp(const char *a, const char *b)` of at most `limit` characters, after `fold`.
fn strings(context: &mut ShimContext<'_>, name: &'static str, limit: u64, fold: fn(u8) -> u8) -> ShimResult {
    let (a, b) = (context.word(0), context.word(1));
    let result = difference(context, a, b, limit, fold)?;
    let lengths = (visible(context, a, limit), visible(context, b, limit));
    context.compared(name, (a, lengths.0), (b, lengths.1), limit, result)?;
    int(magnitude(context, result))
}

/// What a comparison gives whose first different bytes differ by `difference`: in a moved layout only its sign, as other
/// libraries and the sanitizers do.
fn magnitude(context: &ShimContext<'_>, difference: i32) -> i32 {
    if context.machine.config.layout.moved { difference.signum() } else { difference }
}

fn difference(
    context: &ShimContext<'_>,
    a: u64,
    b: u64,
    limit: u64,
    fold: fn(u8) -> u8,
) -> Result<i32, Stop> {
    let (a, b) = (context.text(a), context.text(b));
    let mut index = 0;
    while index as u64 != limit {
        let (x, y) = (fold(a.at(index)?), fold(b.at(index)?));
        if x != y {
            return Ok(i32::from(x) - i32::from(y));
        }
        if x == 0 {
            break;
        }
        index += 1;
    }
    Ok(0)
}

/// The number of characters at `address`, up to the end of the string, object or comparison.
fn visible(context: &ShimContext<'_>, address: u64, limit: u64) -> u64 {
    let bytes = context.text(address).bytes();
    let length = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    limit.min(length as u64)
}

/// `int memcmp(const void *a, const void *b, size_t length)`
fn blocks(context: &mut ShimContext<'_>, name: &'static str) -> ShimResult {
    let (a, b, length) = (context.word(0), context.word(1), context.word(2));
    let pairs = context.bytes(a, length)?.iter().zip(context.bytes(b, length)?);
    let result = pairs.map(|(&x, &y)| i32::from(x) - i32::from(y)).find(|&difference| difference != 0);
    let result = result.unwrap_or(0);
    context.compared(name, (a, length), (b, length), length, result)?;
    int(magnitude(context, result))
}

/// `size_t strxfrm(char *to, const char *from, size_t room)`: the same string in the C locale.
fn transform(context: &mut ShimContext<'_>) -> ShimResult {
    let (to, from, room) = (context.word(0), context.word(1), context.word(2));
    let length = context.string(from)?.len() as u64;
    context.copy(to, from, room.min(length + 1))?;
    word(length)
}
