//! What inputs a test of C can make, and what a run says about better ones.
//!
//! [`shapes`] builds and compiles the shapes of a function, within what its callers guarantee ([`preconditions`]). Runs say which
//! shapes to try next: pointers they compared ([`hints`]), objects they freed ([`ownership`]), types they read
//! variable arguments as ([`argument_types`]). [`language`] is C behind the seam of the search (`trine-inputs`).
//!
//! Knows nothing about goals, archives, budgets, or how values are found.

pub mod argument_types;
pub mod hints;
pub mod language;
pub mod lengths;
pub mod long_strings;
pub mod ownership;
pub mod preconditions;
pub mod shape;
pub mod shapes;
pub mod words;

pub use preconditions::Preconditions;
