//! `stdlib.h`, memory management.
//!
//! Every object starts at an address aligned to 4 GiB (to 16 in a moved layout), so alignments are
//! met for free. Memory holds what the layout says, zeros by default. `realloc` always moves.
//!
//! A test may say that the n-th allocation fails ([`super::provisions`]); those counted are the
//! functions here, `strdup` and `strndup`, and not what other functions allocate inside.

use super::{Shim, ShimContext, ShimResult, int, nothing, shim, word};
use crate::fault::Stop;

pub(super) const SHIMS: &[Shim] = &[
    shim("malloc", malloc),
    shim("valloc", malloc),
    shim("calloc", calloc),
    shim("realloc", realloc),
    shim("reallocarray", realloc_array),
    shim("aligned_alloc", aligned),
    shim("memalign", aligned),
    shim("posix_memalign", posix_aligned),
    shim("free", free),
    shim("cfree", free),
];

/// Functions whose calls count as allocations, and fail where a test says so.
pub const COUNTED: [&str; 11] = [
    "malloc",
    "valloc",
    "calloc",
    "realloc",
    "reallocarray",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
    "strdup",
    "__strdup",
    "strndup",
];

const EINVAL: i32 = 22;
const ENOMEM: i32 = 12;

/// An object, or null with `errno` set.
pub(super) fn allocate(context: &mut ShimContext<'_>, size: Option<u64>) -> Result<u64, Stop> {
    let fails = context.state().allocation_fails();
    let address = match size {
        Some(size) if !fails => context.allocate(size)?,
        _ => 0,
    };
    if address == 0 {
        context.set_errno(ENOMEM)?;
    }
    Ok(address)
}

/// `void *malloc(size_t size)`
fn malloc(context: &mut ShimContext<'_>) -> ShimResult {
    word(allocate(context, Some(context.word(0)))?)
}

/// `void *calloc(size_t count, size_t size)`; null when the product overflows.
fn calloc(context: &mut ShimContext<'_>) -> ShimResult {
    let size = context.word(0).checked_mul(context.word(1));
    let address = allocate(context, size)?;
    if address != 0 {
        context.clear(address, size.unwrap_or(0))?;
    }
    word(address)
}

/// `void *realloc(void *old, size_t size)`
fn realloc(context: &mut ShimContext<'_>) -> ShimResult {
    resize(context, Some(context.word(1)))
}

/// `void *reallocarray(void *old, size_t count, size_t size)`
fn realloc_array(context: &mut ShimContext<'_>) -> ShimResult {
    resize(context, context.word(1).checked_mul(context.word(2)))
}

/// Moves the first argument into an object of `size` bytes. As in glibc, size 0 frees it and gives null; since C23 that is
/// undefined, and compilers take the result for a block, which it is in a moved layout: no test relies on either.
fn resize(context: &mut ShimContext<'_>, size: Option<u64>) -> ShimResult {
    let old = context.word(0);
    if old != 0 && size == Some(0) {
        context.free(old)?;
        return match context.machine.config.layout.moved {
            false => word(0),
            true => word(context.allocate(0)?),
        };
    }
    if old != 0 {
        context.memory().check_free(old)?;
    }
    let new = allocate(context, size)?;
    if old != 0 && new != 0 {
        let old_size = context.memory().resolve(old).and_then(|(id, _)| context.memory().object(id));
        let length = old_size.map_or(0, |(bytes, _)| bytes.min(size.unwrap_or(0)));
        context.copy(new, old, length)?;
        context.free(old)?;
    }
    word(new)
}

/// `void *aligned_alloc(size_t alignment, size_t size)`
fn aligned(context: &mut ShimContext<'_>) -> ShimResult {
    word(allocate(context, Some(context.word(1)))?)
}

/// `int posix_memalign(void **result, size_t alignment, size_t size)`
fn posix_aligned(context: &mut ShimContext<'_>) -> ShimResult {
    let alignment = context.word(1);
    if !alignment.is_power_of_two() || alignment < 8 {
        return int(EINVAL);
    }
    let fails = context.state().allocation_fails();
    let address = if fails { 0 } else { context.allocate(context.word(2))? };
    if address == 0 {
        return int(ENOMEM);
    }
    context.write(context.word(0), 8, u128::from(address))?;
    int(0)
}

/// `void free(void *object)`
fn free(context: &mut ShimContext<'_>) -> ShimResult {
    context.free(context.word(0))?;
    nothing()
}
