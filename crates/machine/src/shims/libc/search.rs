//! `string.h`, searching in strings.
//!
//! `strstr` and its like read both strings to their ends; C lets them.

use super::block::position;
use super::{Shim, ShimContext, ShimResult, shim, word};
use crate::fault::Stop;

pub(super) const SHIMS: &[Shim] = &[
    shim("strchr", first),
    shim("index", first),
    shim("strchrnul", first_or_end),
    shim("strrchr", last),
    shim("rindex", last),
    shim("strstr", substring),
    shim("strcasestr", substring_of_any_case),
    shim("strspn", |context| word(span(context, true)?)),
    shim("strcspn", |context| word(span(context, false)?)),
    shim("strpbrk", first_of_set),
];

/// The index of the first `wanted`, or else of the end.
fn scan(context: &ShimContext<'_>) -> Result<(u64, bool), Stop> {
    let wanted = context.int(1) as u8;
    let text = context.text(context.word(0));
    let index = text.find(u64::MAX, |byte| byte == wanted || byte == 0)?.unwrap_or(0);
    Ok((index as u64, text.at(index)? == wanted))
}

/// `char *strchr(const char *text, int wanted)`
fn first(context: &mut ShimContext<'_>) -> ShimResult {
    let (index, found) = scan(context)?;
    word(if found { context.word(0) + index } else { 0 })
}

/// `char *strchrnul(const char *text, int wanted)`
fn first_or_end(context: &mut ShimContext<'_>) -> ShimResult {
    word(context.word(0) + scan(context)?.0)
}

/// `char *strrchr(const char *text, int wanted)`
fn last(context: &mut ShimContext<'_>) -> ShimResult {
    let (start, wanted) = (context.word(0), context.int(1) as u8);
    let text = context.string(start)?;
    let found = match wanted {
        0 => Some(text.len()),
        _ => text.iter().rposition(|&byte| byte == wanted),
    };
    word(found.map_or(0, |index| start + index as u64))
}

/// `char *strstr(const char *text, const char *wanted)`
fn substring(context: &mut ShimContext<'_>) -> ShimResult {
    let start = context.word(0);
    let found = position(context.string(start)?, context.string(context.word(1))?);
    word(found.map_or(0, |index| start + index as u64))
}

/// `char *strcasestr(const char *text, const char *wanted)`
fn substring_of_any_case(context: &mut ShimContext<'_>) -> ShimResult {
    let start = context.word(0);
    let text = context.string(start)?.to_ascii_lowercase();
    let wanted = context.string(context.word(1))?.to_ascii_lowercase();
    word(position(&text, &wanted).map_or(0, |index| start + index as u64))
}

/// The number of leading characters that are in the set (or are not).
fn span(context: &ShimContext<'_>, inside: bool) -> Result<u64, Stop> {
    span_at(context, context.word(0), context.word(1), inside)
}

/// The number of characters at `text` before the first that is not (or is) in the set at `set`.
pub(super) fn span_at(context: &ShimContext<'_>, text: u64, set: u64, inside: bool) -> Result<u64, Stop> {
    let set = context.string(set)?;
    let stop = |byte: u8| byte == 0 || set.contains(&byte) != inside;
    Ok(context.text(text).find(u64::MAX, stop)?.unwrap_or(0) as u64)
}

/// `char *strpbrk(const char *text, const char *set)`
fn first_of_set(context: &mut ShimContext<'_>) -> ShimResult {
    let at = context.word(0) + span(context, false)?;
    word(if context.read(at, 1)? == 0 { 0 } else { at })
}
