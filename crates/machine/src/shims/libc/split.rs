//! `string.h`, cutting strings into tokens.

use super::search::span_at;
use super::{Shim, ShimContext, ShimResult, shim, word};
use crate::fault::Stop;

pub(super) const SHIMS: &[Shim] = &[
    shim("strtok", token),
    shim("strtok_r", token_with_place),
    shim("__strtok_r", token_with_place),
    shim("strsep", field),
];

/// `char *strtok(char *text, const char *separators)`
fn token(context: &mut ShimContext<'_>) -> ShimResult {
    let place = context.state().library.token;
    let (token, place) = next(context, place)?;
    context.state().library.token = place;
    word(token)
}

/// `char *strtok_r(char *text, const char *separators, char **place)`
fn token_with_place(context: &mut ShimContext<'_>) -> ShimResult {
    let at = context.word(2);
    let place = if context.word(0) == 0 { context.read(at, 8)? as u64 } else { 0 };
    let (token, place) = next(context, place)?;
    context.write(at, 8, u128::from(place))?;
    word(token)
}

/// The next token, null if there is none, and where to go on.
fn next(context: &mut ShimContext<'_>, place: u64) -> Result<(u64, u64), Stop> {
    let text = if context.word(0) == 0 { place } else { context.word(0) };
    let start = text + span_at(context, text, context.word(1), true)?;
    if context.read(start, 1)? == 0 {
        return Ok((0, start));
    }
    let end = start + span_at(context, start, context.word(1), false)?;
    if context.read(end, 1)? == 0 {
        return Ok((start, end));
    }
    context.write(end, 1, 0)?;
    Ok((start, end + 1))
}

/// `char *strsep(char **text, const char *separators)`
fn field(context: &mut ShimContext<'_>) -> ShimResult {
    let at = context.word(0);
    let start = context.read(at, 8)? as u64;
    if start == 0 {
        return word(0);
    }
    let end = start + span_at(context, start, context.word(1), false)?;
    let rest = if context.read(end, 1)? == 0 {
        0
    } else {
        context.write(end, 1, 0)?;
        end + 1
    };
    context.write(at, 8, u128::from(rest))?;
    word(start)
}
