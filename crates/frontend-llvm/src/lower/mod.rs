//! From LLVM's syntax tree to Trine's IR: linking, global data, bodies.
//!
//! ```text
//!  modules ──link──► symbols, callables, globals ──initializer──► bytes and addresses
//!                                   │
//!                        body(id) ──┴─► blocks, lanes, calls ──► coverage model ──► passes ──► verifier
//! ```
//!
//! Knows nothing about goals, search or the machine. One function that uses something not supported is refused with a
//! reason and leaves the others alone.

mod body;
pub(crate) mod constant;
pub(crate) mod coverage;
pub(crate) mod initializer;
pub(crate) mod link;
pub(crate) mod linked;
mod math;
mod signature;
pub(crate) mod source;
pub(crate) mod spans;
pub(crate) mod types;
