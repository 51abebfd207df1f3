//! Findings: inputs that crash the code under test.

use crate::goal::SourceSpan;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One distinct fault: kind, place and cause, once for all tests and functions that show it.
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
    /// Where each of these functions was: the fault, then the calls that led to it. Empty in records
    /// of older versions.
    #[serde(default)]
    pub places: Vec<SourceSpan>,
    /// Name of the reproducing test.
    pub test: String,
    /// Other functions under test that run into the same fault, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also_from: Vec<String>,
    /// Whether raw data brings it about (the bytes of strings, buffers, files) and neither numbers nor state that a
    /// caller could keep in order.
    #[serde(default)]
    pub of_data: bool,
    /// What the reproducer showed under the sanitizers, if it was run there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub native: Option<NativeEvidence>,
}

/// What the reproducer of a finding showed natively.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NativeEvidence {
    /// Whether it shows the fault.
    pub confirmed: NativeConfirmation,
    /// What was seen, or why nothing was, in a sentence.
    pub detail: String,
}

/// Whether a fault is shown natively.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NativeConfirmation {
    /// The same kind of fault at the same line.
    Yes,
    /// The reproducer ran and showed something else, or nothing.
    No,
    /// No sanitizer looks for this kind of fault, or none can see this one.
    NotVisible,
}

impl fmt::Display for NativeConfirmation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::NotVisible => "not visible to sanitizers",
        })
    }
}

/// Whom a finding blames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingClass {
    /// The code under test.
    Code,
    /// An input that the test invented: a null pointer that the function never checks, a buffer shorter than it
    /// assumes, state that the code never looks at, arguments that none of the callers of a static function passes.
    Precondition,
}
