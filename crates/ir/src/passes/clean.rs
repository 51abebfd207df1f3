//! Removes what is unreachable or unused.

use crate::function::Function;

/// Removes unreachable blocks and renumbers the others.
pub fn remove_unreachable(function: &mut Function) {
    let _ = function;
}

/// Merges straight lines, drops unused instructions and parameters, renumbers values.
pub fn clean(function: &mut Function) {
    let _ = function;
}
