//! `string.h`, lengths and copies of strings.

use super::block::check_room;
use super::{Shim, ShimContext, ShimResult, shim, word};
use crate::fault::{Returns, Stop};

pub(super) const SHIMS: &[Shim] = &[
    shim("strlen", length),
    shim("strnlen", bounded_length),
    shim("strcpy", copy),
    shim("__strcpy_chk", checked_copy),
    shim("stpcpy", copy_to_end),
    shim("__stpcpy_chk", checked_copy_to_end),
    shim("strncpy", bounded_copy),
    shim("__strncpy_chk", checked_bounded_copy),
    shim("stpncpy", bounded_copy_to_end),
    shim("__stpncpy_chk", checked_bounded_copy_to_end),
    shim("strcat", append),
    shim("__strcat_chk", checked_append),
    shim("strncat", bounded_append),
    shim("__strncat_chk", checked_bounded_append),
    shim("strdup", duplicate),
    shim("__strdup", duplicate),
    shim("strndup", bounded_duplicate),
];

fn measure(context: &ShimContext<'_>, address: u64) -> Result<u64, Stop> {
    Ok(context.string(address)?.len() as u64)
}

/// `size_t strlen(const char *text)`
fn length(context: &mut ShimContext<'_>) -> ShimResult {
    word(measure(context, context.word(0))?)
}

/// `size_t strnlen(const char *text, size_t limit)`
fn bounded_length(context: &mut ShimContext<'_>) -> ShimResult {
    word(bounded(context, context.word(0), context.word(1))?)
}

fn bounded(context: &ShimContext<'_>, address: u64, limit: u64) -> Result<u64, Stop> {
    Ok(context.text(address).find(limit, |byte| byte == 0)?.map_or(limit, |index| index as u64))
}

/// `char *strcpy(char *to, const char *from)`
fn copy(context: &mut ShimContext<'_>) -> ShimResult {
    copy_to_end(context)?;
    Ok(Returns::one(context.bits(0)))
}

fn checked_copy(context: &mut ShimContext<'_>) -> ShimResult {
    check_room(measure(context, context.word(1))?.saturating_add(1), context.word(2))?;
    copy(context)
}

/// `char *stpcpy(char *to, const char *from)`: gives the end of the copy.
fn copy_to_end(context: &mut ShimContext<'_>) -> ShimResult {
    let (to, from) = (context.word(0), context.word(1));
    let length = measure(context, from)?;
    context.copy(to, from, length + 1)?;
    word(to + length)
}

fn checked_copy_to_end(context: &mut ShimContext<'_>) -> ShimResult {
    check_room(measure(context, context.word(1))?.saturating_add(1), context.word(2))?;
    copy_to_end(context)
}

/// `char *strncpy(char *to, const char *from, size_t size)`: writes exactly `size` bytes.
fn bounded_copy(context: &mut ShimContext<'_>) -> ShimResult {
    bounded_copy_to_end(context)?;
    Ok(Returns::one(context.bits(0)))
}

fn checked_bounded_copy(context: &mut ShimContext<'_>) -> ShimResult {
    check_room(context.word(2), context.word(3))?;
    bounded_copy(context)
}

/// `char *stpncpy(char *to, const char *from, size_t size)`
fn bounded_copy_to_end(context: &mut ShimContext<'_>) -> ShimResult {
    let (to, from, size) = (context.word(0), context.word(1), context.word(2));
    let length = bounded(context, from, size)?;
    context.copy(to, from, length)?;
    context.fill(to.wrapping_add(length), 0, size - length)?;
    word(to.wrapping_add(length))
}

fn checked_bounded_copy_to_end(context: &mut ShimContext<'_>) -> ShimResult {
    check_room(context.word(2), context.word(3))?;
    bounded_copy_to_end(context)
}

/// `char *strcat(char *to, const char *from)`
fn append(context: &mut ShimContext<'_>) -> ShimResult {
    append_within(context, u64::MAX, u64::MAX)
}

fn checked_append(context: &mut ShimContext<'_>) -> ShimResult {
    append_within(context, u64::MAX, context.word(2))
}

/// `char *strncat(char *to, const char *from, size_t limit)`
fn bounded_append(context: &mut ShimContext<'_>) -> ShimResult {
    append_within(context, context.word(2), u64::MAX)
}

fn checked_bounded_append(context: &mut ShimContext<'_>) -> ShimResult {
    append_within(context, context.word(2), context.word(3))
}

/// Appends at most `limit` characters to a buffer of `room` bytes.
fn append_within(context: &mut ShimContext<'_>, limit: u64, room: u64) -> ShimResult {
    let (to, from) = (context.word(0), context.word(1));
    let end = to.wrapping_add(measure(context, to)?);
    let length = bounded(context, from, limit)?;
    check_room((end - to).saturating_add(length).saturating_add(1), room)?;
    context.copy(end, from, length)?;
    context.fill(end + length, 0, 1)?;
    word(to)
}

/// `char *strdup(const char *text)`
fn duplicate(context: &mut ShimContext<'_>) -> ShimResult {
    let length = measure(context, context.word(0))?;
    copy_to_heap(context, length)
}

/// `char *strndup(const char *text, size_t limit)`
fn bounded_duplicate(context: &mut ShimContext<'_>) -> ShimResult {
    let length = bounded(context, context.word(0), context.word(1))?;
    copy_to_heap(context, length)
}

fn copy_to_heap(context: &mut ShimContext<'_>, length: u64) -> ShimResult {
    let copy = super::allocate::allocate(context, Some(length + 1))?;
    if copy != 0 {
        context.copy(copy, context.word(0), length)?;
        context.write(copy + length, 1, 0)?;
    }
    word(copy)
}
