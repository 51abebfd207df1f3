//! `trine.h`: assumptions and assertions of harnesses written by hand.

use super::{Shim, ShimContext, ShimResult, int, shim};
use crate::fault::{FaultKind, Stop};

pub(super) const SHIMS: &[Shim] = &[shim("__trine_assume", assume), shim("__trine_assert", assert)];

/// `int __trine_assume(int holds)`
fn assume(context: &mut ShimContext<'_>) -> ShimResult {
    if context.int(0) == 0 { Err(Stop::AssumptionFailed) } else { int(0) }
}

/// `int __trine_assert(int holds, const char *condition, const char *file, int line)`
fn assert(context: &mut ShimContext<'_>) -> ShimResult {
    if context.int(0) != 0 {
        return int(0);
    }
    let condition = String::from_utf8_lossy(&context.c_string(context.word(1))?).into_owned();
    Err(FaultKind::PropertyViolated { condition }.into())
}
