//! Jump threading.

use crate::function::Function;

/// Gives short-circuit code its natural control flow back.
pub fn thread(function: &mut Function) {
    let _ = function;
}
