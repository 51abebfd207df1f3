//! Everything that runs real tools: clang, `llvm-profdata`, `llvm-cov`, and the emitted tests.
//!
//! The rest of Trine executes code in its own machine. Only this crate starts processes, always
//! in a temporary folder of its own that is removed afterwards, the tests under time and memory
//! limits. It delivers data (textual IR, spans with counts, verdicts of tests) and draws no
//! conclusions from them.
//!
//! Knows nothing about IR, test cases, goals or engines.

pub mod compile;
pub mod compile_commands;
pub mod confirm;
pub mod coverage;
pub mod cross;
pub mod flags;
pub mod process;
pub mod revision;
pub mod sanitize;
pub mod shared;
pub mod smt;
mod stale;
pub mod temporary;
pub mod toolchain;

pub use compile::CompileError;
pub use compile_commands::{CompileCommand, CompileCommands, CompileCommandsError};
pub use confirm::{
    Confirmation, ConfirmationError, Executable, Limits, NativeSuite, SourceFile, TestRun, Verdict,
    unsteady_tests,
};
pub use coverage::{BranchCount, FunctionCoverage, McdcCoverage, McdcVector, RegionCount, SourceRange};
pub use flags::{link_flags, semantic_flags};
pub use process::Ending;
pub use revision::{Revision, RevisionError};
pub use sanitize::{Sanitized, SanitizedProgram, SanitizedRun, Sanitizer, SanitizerReport};
pub use shared::SharedObjects;
pub use smt::SmtCommand;
pub use stale::{remove_own_folders, remove_stale_folders};
pub use temporary::TemporaryFolder;
pub use toolchain::{Toolchain, ToolchainError};
