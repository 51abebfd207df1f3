//! Test cases over objects in the machine: their steps executed, how they ended, and what they showed.
//!
//! ```text
//! Sequence --> Stage::run --> Run: how it ended, the value of each step
//!                 |  script.rs    one run of the machine: a loop that asks which call is next, answered from the sequence
//!                 |  operands.rs  leaves, strings, constants, class objects as the machine has them
//!                 |  callees.rs   members of the API model as functions and places of fields
//!                 |  mocks.rs     classes made for mocks, and their answers
//!                 |  carve.rs     the calls that a test of the user made
//!                 |  modifiers.rs what calls change
//!                 |  heap.rs      objects read: classes, digests of all that can be reached
//!                 +  show.rs, sight.rs  expectations: results, pure queries, fields, `toString`
//! ```
//!
//! Events of a run become covered goals and distances to the others in `goals.rs` (`questions.rs`: of answers of the class library, `strings.rs`, `tables.rs`), and
//! evaluations of decisions (`evaluations.rs`). What a run compares is told by `compared.rs`.
//!
//! Calls select by the class of the receiver, classes are initialised by their first use, an exception ends the sequence.
//! Standard streams of the code under test are swallowed. Knows nothing about
//! how sequences are chosen.

mod callees;
mod carve;
pub mod compared;
pub mod evaluations;
pub mod frames;
mod goals;
mod heap;
mod mocks;
mod modifiers;
mod operands;
mod questions;
mod script;
mod settled;
mod show;
mod sight;
mod stage;
mod strings;
mod tables;
mod trace;
mod variation;
mod warm;

pub use compared::ComparisonObserver;
pub use evaluations::{Evaluations, WantedVector};
pub use frames::Frame;
pub use goals::GoalObserver;
pub use modifiers::Calls;
pub use show::Replay;
pub use stage::{Run, Stage};
pub use trace::Glance;
pub use variation::Variation;

/// Bits of a value as a register holds them: what is smaller than an `int` is one, references are addresses.
pub(crate) type Bits = u64;
