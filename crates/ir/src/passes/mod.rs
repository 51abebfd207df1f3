//! Passes that front ends run on a lowered body before it is verified.
//!
//! [`run`] = [`clean::remove_unreachable`], [`promote::promote`], [`thread::thread`],
//! [`clean::clean`]. Each is near-linear in the size of the function.
//!
//! Blocks and values are renumbered, sites, regions and conditions never. A function with an
//! indirect jump keeps the numbers of its blocks, because block addresses outside it name them.

pub mod clean;
mod coverage_loss;
pub mod diamonds;
mod handlers;
mod merge;
pub mod promote;
mod repair;
mod substitution;
pub mod thread;
pub mod truth;
mod unused;

use crate::function::Function;
use crate::program::DataModel;

/// Brings `function` into the form that the machine and the analyses expect: local variables
/// in registers, short-circuit operators as control flow, nothing unreachable or unused.
pub fn run(function: &mut Function) {
    run_for(function, DataModel::default());
}

/// The same for a target of this data model.
pub fn run_for(function: &mut Function, target: DataModel) {
    clean::remove_unreachable(function);
    promote::promote_for(function, target.pointer_bytes);
    thread::thread(function);
    clean::clean(function);
}
