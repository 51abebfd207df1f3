//! Names of faults, and when two faults are one finding.

use std::collections::BTreeSet;
use trine_machine::{Fault, FaultKind};

/// Whether two faults are one finding.
#[must_use]
pub fn same_fault(a: &Fault, b: &Fault) -> bool {
    let same_text = match (&a.kind, &b.kind) {
        // Two assertions of one line are two findings.
        (FaultKind::PropertyViolated { condition: a }, FaultKind::PropertyViolated { condition: b }) => {
            a == b
        }
        _ => true,
    };
    let functions =
        |fault: &Fault| fault.stack.iter().map(|location| location.function).collect::<BTreeSet<_>>();
    let same_place = match a.kind {
        // A recursion ends anywhere in it.
        FaultKind::StackOverflow => functions(a) == functions(b),
        _ => a.stack == b.stack,
    };
    same_text && kind_name(&a.kind) == kind_name(&b.kind) && same_place
}

/// The kind in kebab case.
#[must_use]
pub fn kind_name(kind: &FaultKind) -> &'static str {
    match kind {
        FaultKind::NullDereference { .. } => "null-dereference",
        FaultKind::OutOfBounds { .. } => "out-of-bounds",
        FaultKind::UseAfterFree { .. } => "use-after-free",
        FaultKind::UseAfterReturn { .. } => "use-after-return",
        FaultKind::InvalidPointer { .. } => "invalid-pointer",
        FaultKind::DoubleFree { .. } => "double-free",
        FaultKind::InvalidFree { .. } => "invalid-free",
        FaultKind::WriteToConstant { .. } => "write-to-constant",
        FaultKind::DivisionByZero => "division-by-zero",
        FaultKind::DivisionOverflow => "division-overflow",
        FaultKind::InvalidShift { .. } => "invalid-shift",
        FaultKind::ZeroCounted => "zero-counted",
        FaultKind::SignedOverflow => "signed-overflow",
        FaultKind::Unreachable => "unreachable",
        FaultKind::Trap => "trap",
        FaultKind::Abort => "abort",
        FaultKind::AssertionFailed { .. } => "assertion-failed",
        FaultKind::PropertyViolated { .. } => "property-violated",
        FaultKind::StackOverflow => "stack-overflow",
        FaultKind::CallOfNonFunction { .. } => "call-of-non-function",
        FaultKind::SignatureMismatch { .. } => "signature-mismatch",
        FaultKind::InvalidJump { .. } => "invalid-jump",
        FaultKind::Uncaught => "uncaught",
        FaultKind::StepLimit => "step-limit",
        FaultKind::UnsetMemory => "uninitialized-read",
        FaultKind::ArrayIndex { .. } => "array-index",
        FaultKind::NegativeLength { .. } => "negative-length",
        FaultKind::BadCast { .. } => "bad-cast",
        FaultKind::BadElement { .. } => "bad-element",
        FaultKind::MonitorState { .. } => "monitor-state",
        FaultKind::AbstractCall { .. } => "abstract-call",
        FaultKind::OutOfMemory => "out-of-memory",
        FaultKind::Library { .. } => "library-misuse",
    }
}
