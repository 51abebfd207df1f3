//! Findings: inputs that crash the code under test.

use crate::goal::SourceSpan;
use serde::{Deserialize, Serialize};

/// One distinct fault: kind, place and call stack, once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Kind in kebab case: `null-dereference`, `out-of-bounds`, `division-by-zero`, ….
    pub kind: String,
    /// Whom it blames.
    pub class: FindingClass,
    /// What happened, in a sentence.
    pub message: String,
    /// The function under test.
    pub function: String,
    /// Where the fault was raised.
    pub place: SourceSpan,
    /// Functions from the one that faulted up to the one under test.
    pub stack: Vec<String>,
    /// Name of the reproducing test.
    pub test: String,
}

/// Whom a finding blames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingClass {
    /// The code under test.
    Code,
    /// An input that the test invented: a null pointer that the function never checks, or a
    /// buffer shorter than it assumes.
    Precondition,
}
