//! What inputs a test of C can make, and what a run says about better ones.
//!
//! A [`shape::Shape`] says which objects a test makes and how its pointers connect them; [`shapes`] builds and compiles
//! it for a function, within what its callers guarantee ([`preconditions`]). Runs say which shapes to try next: pointers
//! they compared ([`hints`]), ends they read past, files they named, objects they freed ([`ownership`]), types they read
//! variable arguments as ([`argument_types`]).
//!
//! Knows nothing about goals, archives, budgets, or how values are found.

pub mod argument_types;
pub mod hints;
pub mod lengths;
pub mod long_strings;
pub mod ownership;
pub mod preconditions;
pub mod shape;
pub mod shapes;
pub mod words;

pub use preconditions::Preconditions;
