//! Stack slots to registers.

use crate::function::Function;

/// Replaces local variables in memory by registers.
pub fn promote(function: &mut Function) {
    let _ = function;
}
