//! Crashes as findings: one per distinct fault, in the user's terms.
//!
//! A fault is told apart from another by its kind and its call stack. Its class says whom it
//! blames; the rule stands in `blame.rs`.

use crate::evaluator::Crash;
use trine_ir::{FuncId, Program};
use trine_machine::{Fault, FaultKind};
use trine_record::{Finding, SourceSpan};
use trine_testcase::test_case::Statement;

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
    same_text && kind_name(&a.kind) == kind_name(&b.kind) && a.stack == b.stack
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

/// The finding behind `crash`, reproduced by the test named `test`.
#[must_use]
pub fn finding(crash: &Crash, function: &str, test: &str, program: &Program) -> Finding {
    let name = |function: FuncId| program.callables[function].name.clone();
    let location = crash.fault.stack.iter().find(|location| location.span.is_some());
    let place = |location: &trine_machine::Location| {
        location.span.map_or_else(SourceSpan::default, |span| source_span(program, span))
    };
    Finding {
        kind: kind_name(&crash.fault.kind).to_owned(),
        class: crash.class,
        message: message(crash),
        function: function.to_owned(),
        place: location
            .and_then(|location| location.span)
            .map_or_else(SourceSpan::default, |span| source_span(program, span)),
        stack: crash.fault.stack.iter().map(|location| name(location.function)).collect(),
        places: crash.fault.stack.iter().map(place).collect(),
        test: test.to_owned(),
        native: None,
    }
}

/// What happened, and the allocation that failed before it.
fn message(crash: &Crash) -> String {
    let fault = crash.fault.kind.to_string();
    let failing = crash.test.skeleton.statements.iter().find_map(|statement| match statement {
        Statement::FailAllocation(leaf) => Some(crash.test.leaf(*leaf)),
        _ => None,
    });
    match failing {
        Some(number) if number > 0 => format!("{fault}, after allocation {number} of the call failed"),
        _ => fault,
    }
}

/// A span by path.
#[must_use]
pub fn source_span(program: &Program, span: trine_base::Span) -> SourceSpan {
    SourceSpan {
        file: program.files.get(span.file).cloned().unwrap_or_default(),
        start: (span.start.line, span.start.column),
        end: (span.end.line, span.end.column),
    }
}
