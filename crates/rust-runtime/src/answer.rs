//! Results of shims as C's types have them.

use trine_machine::Returns;
use trine_machine::shims::{ShimContext, ShimResult};

/// An `int` as result.
pub(crate) fn int(value: i32) -> ShimResult {
    Ok(Returns::one(u128::from(value as u32)))
}

/// A `long`, `size_t` or pointer as result.
pub(crate) fn word(value: u64) -> ShimResult {
    Ok(Returns::one(u128::from(value)))
}

/// -1, with `errno` set.
pub(crate) fn failed(context: &mut ShimContext<'_>, number: i32) -> ShimResult {
    context.set_errno(number)?;
    word(u64::MAX)
}
