//! `string.h`, blocks of memory.
//!
//! What `memcpy` and `mempcpy` copy may not overlap what they write, but may be the same: as sanitizers see it, and as structures are
//! assigned to themselves. `memchr` reads up to the first match, as C demands;
//! `memrchr` and `memmem` need the whole block.

use super::{Shim, ShimContext, ShimResult, misuse, nothing, shim, word};
use crate::fault::{FaultKind, Returns, Stop};

pub(super) const SHIMS: &[Shim] = &[
    shim("memcpy", copy_disjoint),
    shim("memmove", copy),
    shim("__memcpy_chk", checked_copy_disjoint),
    shim("__memmove_chk", checked_copy),
    shim("mempcpy", copy_to_end),
    shim("__mempcpy_chk", checked_copy_to_end),
    shim("memccpy", copy_until),
    shim("memset", set),
    shim("__memset_chk", checked_set),
    shim("memchr", find),
    shim("rawmemchr", find_unbounded),
    shim("memrchr", find_last),
    shim("memmem", find_block),
    shim("bzero", zero),
    shim("explicit_bzero", zero),
    shim("bcopy", copy_from),
];

/// The fault that a fortified function ends the program with.
pub(super) fn check_room(needed: u64, room: u64) -> Result<(), Stop> {
    if needed > room { Err(misuse("buffer overflow detected")) } else { Ok(()) }
}

/// The fault of a copy between two blocks that overlap and are not the same.
pub(crate) fn check_disjoint(to: u64, from: u64, length: u64) -> Result<(), Stop> {
    if to != from && to.abs_diff(from) < length {
        let apart = to.abs_diff(from);
        let message =
            format!("memcpy of {length} bytes between blocks that overlap: they begin {apart} bytes apart");
        return Err(FaultKind::Library { message }.into());
    }
    Ok(())
}

/// `void *memcpy(void *to, const void *from, size_t length)`
fn copy_disjoint(context: &mut ShimContext<'_>) -> ShimResult {
    let result = copy(context)?;
    check_disjoint(context.word(0), context.word(1), context.word(2))?;
    Ok(result)
}

/// The same with the size of `to` as fourth argument.
fn checked_copy_disjoint(context: &mut ShimContext<'_>) -> ShimResult {
    check_room(context.word(2), context.word(3))?;
    copy_disjoint(context)
}

/// `void *memmove(void *to, const void *from, size_t length)`
fn copy(context: &mut ShimContext<'_>) -> ShimResult {
    context.copy(context.word(0), context.word(1), context.word(2))?;
    Ok(Returns::one(context.bits(0)))
}

/// The same with the size of `to` as fourth argument.
fn checked_copy(context: &mut ShimContext<'_>) -> ShimResult {
    check_room(context.word(2), context.word(3))?;
    copy(context)
}

/// `void *mempcpy(void *to, const void *from, size_t length)`: gives the end of the copy.
fn copy_to_end(context: &mut ShimContext<'_>) -> ShimResult {
    copy_disjoint(context)?;
    word(context.word(0).wrapping_add(context.word(2)))
}

fn checked_copy_to_end(context: &mut ShimContext<'_>) -> ShimResult {
    check_room(context.word(2), context.word(3))?;
    copy_to_end(context)
}

/// `void *memccpy(void *to, const void *from, int stop, size_t length)`
fn copy_until(context: &mut ShimContext<'_>) -> ShimResult {
    let (to, from, stop, length) = (context.word(0), context.word(1), context.int(2) as u8, context.word(3));
    let found = context.text(from).find(length, |byte| byte == stop)?;
    let copied = found.map_or(length, |index| index as u64 + 1);
    context.copy(to, from, copied)?;
    word(if found.is_some() { to.wrapping_add(copied) } else { 0 })
}

/// `void bcopy(const void *from, void *to, size_t length)`
fn copy_from(context: &mut ShimContext<'_>) -> ShimResult {
    context.copy(context.word(1), context.word(0), context.word(2))?;
    nothing()
}

/// `void *memset(void *to, int byte, size_t length)`
fn set(context: &mut ShimContext<'_>) -> ShimResult {
    context.fill(context.word(0), context.int(1) as u8, context.word(2))?;
    Ok(Returns::one(context.bits(0)))
}

fn checked_set(context: &mut ShimContext<'_>) -> ShimResult {
    check_room(context.word(2), context.word(3))?;
    set(context)
}

/// `void bzero(void *to, size_t length)`
fn zero(context: &mut ShimContext<'_>) -> ShimResult {
    context.fill(context.word(0), 0, context.word(1))?;
    nothing()
}

/// `void *memchr(const void *block, int byte, size_t length)`
fn find(context: &mut ShimContext<'_>) -> ShimResult {
    find_within(context, context.word(2))
}

/// `void *rawmemchr(const void *block, int byte)`
fn find_unbounded(context: &mut ShimContext<'_>) -> ShimResult {
    find_within(context, u64::MAX)
}

fn find_within(context: &mut ShimContext<'_>, limit: u64) -> ShimResult {
    let (block, wanted) = (context.word(0), context.int(1) as u8);
    let found = context.text(block).find(limit, |byte| byte == wanted)?;
    word(found.map_or(0, |index| block + index as u64))
}

/// `void *memrchr(const void *block, int byte, size_t length)`
fn find_last(context: &mut ShimContext<'_>) -> ShimResult {
    let (block, wanted) = (context.word(0), context.int(1) as u8);
    let found = context.bytes(block, context.word(2))?.iter().rposition(|&byte| byte == wanted);
    word(found.map_or(0, |index| block + index as u64))
}

/// `void *memmem(const void *block, size_t length, const void *wanted, size_t wanted_length)`
fn find_block(context: &mut ShimContext<'_>) -> ShimResult {
    let start = context.word(0);
    let block = context.bytes(start, context.word(1))?;
    let wanted = context.bytes(context.word(2), context.word(3))?;
    word(position(block, wanted).map_or(0, |index| start + index as u64))
}

/// Where `wanted` first occurs in `block`.
pub(super) fn position(block: &[u8], wanted: &[u8]) -> Option<usize> {
    if wanted.is_empty() {
        return Some(0);
    }
    block.windows(wanted.len()).position(|window| window == wanted)
}
