//! Dynamic symbolic execution of test cases over objects: what numbers and characters make a test go another way.
//!
//! ```text
//! sequence --inputs--> variables, one for each leaf --Stage::run_in--> path condition of the whole test
//!    ^                                                                    | flips: which step, which other way
//!    +----- new leaves, longer or shorter strings <--models-- solver <----+
//! ```
//!
//! The steps of a sequence stay, its leaves are the inputs. Terms live through the whole test: through fields, arrays, wrappers, and strings
//! that the class library builds. Exceptions that an operation throws by itself (an index, a divisor, a cast, a length) are conditions of
//! the path. Calls of the library whose meaning is one condition are terms ([`strings`], [`characters`], [`numbers`]).
//!
//! Source: Galeotti, Fraser and Arcuri, "Improving search-based test suite generation with dynamic symbolic execution" (ISSRE 2013): each
//! use of a variable is an input of its own, conditions by size, branches that were taken one way first. In sequences every leaf is used in
//! one place already, so their test expansion is left with elements of long arrays that decided a branch
//! ([`HeapConditions::expanded`]). Deviations: lengths of strings are variables; a bit-vector solver in place of one that searches.
//!
//! References are no variables: which of them decided a branch is told by [`HeapConditions`].
//!
//! Not handled: lengths of arrays whose elements a step lists.

pub mod characters;
mod exploration;
mod heap;
mod inputs;
mod likely;
pub mod numbers;
mod runs;
mod solve;
pub mod strings;
mod summaries;

pub use exploration::{PathExploration, Scope, Subject, Visited};
pub use heap::HeapConditions;
pub use inputs::{Inputs, TextTerms};
pub use solve::{Edge, LeafSolver, Request, Solution, Solutions, Statistics};
pub use trine_dse::Seen;
