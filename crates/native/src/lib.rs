//! Everything that runs real tools: compilers, coverage tools, other solvers, and the emitted tests.
//!
//! The rest of Trine executes code in its own machine. Only this crate starts processes, always
//! in a temporary folder of its own that is removed afterwards, the tests under time and memory
//! limits. It delivers data (textual IR, spans with counts, verdicts of tests) and draws no
//! conclusions from them. The tools of a language have a folder: [`clang`], [`jdk`].
//!
//! Knows nothing about IR, test cases, goals or engines.

pub mod clang;
pub mod jdk;
pub mod process;
pub mod revision;
pub mod smt;
mod stale;
pub mod temporary;

pub use process::Ending;
pub use revision::{Revision, RevisionError};
pub use smt::SmtCommand;
pub use stale::{remove_own_folders, remove_stale_folders};
pub use temporary::TemporaryFolder;
