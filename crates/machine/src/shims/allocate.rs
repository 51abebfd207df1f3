//! `stdlib.h`, memory management and ending the program.

use super::{Shim, ShimContext, ShimResult};
use crate::fault::{FaultKind, Returns, Stop};

pub(super) const SHIMS: &[Shim] = &[
    Shim { name: "malloc", run: malloc },
    Shim { name: "calloc", run: calloc },
    Shim { name: "realloc", run: realloc },
    Shim { name: "free", run: free },
    Shim { name: "abort", run: abort },
    Shim { name: "exit", run: exit },
];

/// `void *malloc(size_t size)`
fn malloc(context: &mut ShimContext<'_>) -> ShimResult {
    Ok(Returns::one(u128::from(context.allocate(context.word(0))?)))
}

/// `void *calloc(size_t count, size_t size)`; null when the product overflows.
fn calloc(context: &mut ShimContext<'_>) -> ShimResult {
    let address = match context.word(0).checked_mul(context.word(1)) {
        Some(size) => context.allocate(size)?,
        None => 0,
    };
    Ok(Returns::one(u128::from(address)))
}

/// `void *realloc(void *old, size_t size)`; always moves.
fn realloc(context: &mut ShimContext<'_>) -> ShimResult {
    let (old, size) = (context.word(0), context.word(1));
    let new = context.allocate(size)?;
    if old != 0 && new != 0 {
        let old_size = context.memory().resolve(old).and_then(|(id, _)| context.memory().object(id));
        let length = old_size.map_or(0, |(bytes, _)| bytes.min(size));
        // An invalid pointer is found by freeing it, after a copy of nothing.
        context.copy(new, old, length)?;
        context.free(old)?;
    }
    Ok(Returns::one(u128::from(new)))
}

/// `void free(void *object)`
fn free(context: &mut ShimContext<'_>) -> ShimResult {
    context.free(context.word(0))?;
    Ok(Returns::none())
}

/// `void abort(void)`
fn abort(_: &mut ShimContext<'_>) -> ShimResult {
    Err(FaultKind::Abort.into())
}

/// `void exit(int code)`
fn exit(context: &mut ShimContext<'_>) -> ShimResult {
    let handlers = std::mem::take(&mut context.state().at_exit);
    for handler in handlers.into_iter().rev() {
        context.call_back(handler, &[])?;
    }
    Err(Stop::Exited(context.int(0)))
}
