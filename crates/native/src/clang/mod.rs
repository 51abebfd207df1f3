//! clang and the LLVM tools: C to textual LLVM IR, emitted tests compiled and run, what `llvm-cov` and the sanitizers say.

pub mod compile;
pub mod compile_commands;
pub mod confirm;
pub mod coverage;
pub mod cross;
pub mod flags;
pub mod sanitize;
pub mod shared;
pub mod source;
pub mod target;
mod target_flags;
pub mod toolchain;

pub use compile::CompileError;
pub use compile_commands::{CompileCommand, CompileCommands, CompileCommandsError};
pub use confirm::{
    BuiltSuite, Confirmation, ConfirmationError, Executable, Limits, NativeSuite, TestRun, TestVerdict,
};
pub use coverage::{BranchCount, FunctionCoverage, McdcCoverage, McdcVector, RegionCount, SourceRange};
pub use flags::{link_flags, semantic_flags};
pub use sanitize::{Sanitized, SanitizedProgram, SanitizedRun, SanitizerReport};
pub use shared::SharedObjects;
pub use source::{Sanitizer, SourceFile};
pub use target::{CodeTarget, NativeTarget};
pub use toolchain::{Toolchain, ToolchainError};
