//! `string.h`, blocks of memory and the length of strings.

use super::{Shim, ShimContext, ShimResult};
use crate::fault::Returns;

pub(super) const SHIMS: &[Shim] = &[
    Shim { name: "memcpy", run: copy },
    Shim { name: "memmove", run: copy },
    Shim { name: "memset", run: set },
    Shim { name: "strlen", run: length },
];

/// `void *memcpy(void *to, const void *from, size_t length)`; overlap is allowed.
fn copy(context: &mut ShimContext<'_>) -> ShimResult {
    context.copy(context.word(0), context.word(1), context.word(2))?;
    Ok(Returns::one(context.bits(0)))
}

/// `void *memset(void *to, int byte, size_t length)`
fn set(context: &mut ShimContext<'_>) -> ShimResult {
    context.fill(context.word(0), context.int(1) as u8, context.word(2))?;
    Ok(Returns::one(context.bits(0)))
}

/// `size_t strlen(const char *text)`
fn length(context: &mut ShimContext<'_>) -> ShimResult {
    let length = context.memory().read_c_string(context.word(0))?.len();
    Ok(Returns::one(length as u128))
}
