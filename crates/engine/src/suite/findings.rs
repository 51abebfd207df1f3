//! Crashes as findings: one per distinct fault, in the user's terms.
//!
//! While a unit is searched, a fault is told apart from another by its kind and its call stack. A finished run says
//! each fault once ([`merge`]): one per kind, place and cause, whatever functions under test led to it.
//!
//! The class says whom a fault blames; the rule stands in `fault_classification.rs`. It has a second half that needs the whole run: the
//! arguments of a static function are its callers' business, so what its own tests made up for them blames the code
//! only if a run from a function that others can call shows the same fault. Raw data are no exception: the callers may have looked at
//! them before.

use crate::context::evaluator::Crash;
use crate::suite::name::unique;
use crate::unit::outcome::UnitOutcome;
use std::collections::{BTreeMap, BTreeSet};
use trine_ir::{FuncId, Program};
use trine_judge::faults::kind_name;
use trine_machine::Fault;
use trine_record::{Finding, FindingClass, SourceSpan, TestRecord, UnitStatus};
use trine_testcase::test_case::{Statement, TestCase};

/// What makes a finding another one: kind, file, line or function, and what went before.
type Fingerprint = (String, String, String, Option<String>);

/// What the message of a fault says of an allocation that failed before it.
const FAILED_ALLOCATION: &str = ", after allocation ";

fn fingerprint(finding: &Finding) -> Fingerprint {
    let place = match finding.kind.as_str() {
        // These end anywhere.
        "stack-overflow" | "step-limit" => finding.stack.iter().min().cloned().unwrap_or_default(),
        "property-violated" => format!("{:?} {}", finding.place.start, finding.message),
        _ => format!("{}", finding.place.start.0),
    };
    let cause = finding.message.contains(FAILED_ALLOCATION).then(|| "allocation".to_owned());
    (finding.kind.clone(), finding.place.file.clone(), place, cause)
}

/// Says each fault once: findings of all units with the same kind, place and cause become the one that blames the code
/// if any does, with the shortest way to it. Reproducers of the others go.
pub fn merge(outcomes: &mut [UnitOutcome]) {
    let called = ask_callers(outcomes);
    let mut best: BTreeMap<Fingerprint, (usize, usize)> = BTreeMap::new();
    let mut functions: BTreeMap<Fingerprint, BTreeSet<String>> = BTreeMap::new();
    for (unit, outcome) in outcomes.iter().enumerate() {
        for (at, finding) in outcome.findings.iter().enumerate() {
            let key = fingerprint(finding);
            functions.entry(key.clone()).or_default().insert(finding.function.clone());
            let rank = |unit: usize, at: usize| {
                let finding: &Finding = &outcomes[unit].findings[at];
                // Where callers decide, it is theirs that shows it.
                (finding.class, called.contains(&unit), finding.stack.len(), unit, at)
            };
            let known = best.entry(key).or_insert((unit, at));
            if rank(unit, at) < rank(known.0, known.1) {
                *known = (unit, at);
            }
        }
    }
    for (unit, outcome) in outcomes.iter_mut().enumerate() {
        let mut kept = Vec::new();
        for (at, mut finding) in std::mem::take(&mut outcome.findings).into_iter().enumerate() {
            let key = fingerprint(&finding);
            if best.get(&key) == Some(&(unit, at)) {
                let others = functions.remove(&key).unwrap_or_default();
                finding.also_from = others.into_iter().filter(|name| *name != finding.function).collect();
                kept.push(finding);
            }
        }
        outcome.crashes.retain(|crash| kept.iter().any(|finding| finding.test == crash.name));
        outcome.findings = kept;
    }
}

/// Takes back the blame of faults that only the tests of a static function show, where its callers were tested too; the positions of
/// such functions.
fn ask_callers(outcomes: &mut [UnitOutcome]) -> BTreeSet<usize> {
    let is_tested = |outcome: &&UnitOutcome| {
        outcome.reach.internal.is_none() && outcome.record.status == UnitStatus::Done
    };
    let callers = || outcomes.iter().filter(is_tested);
    let called: BTreeSet<String> =
        callers().flat_map(|outcome| &outcome.reach.internal_callees).cloned().collect();
    let is_alone = |outcome: &UnitOutcome| {
        outcome.reach.internal.as_ref().is_none_or(|function| !called.contains(function))
    };
    let blamed = outcomes.iter().filter(|outcome| is_alone(outcome)).flat_map(|outcome| &outcome.findings);
    let shown: BTreeSet<Fingerprint> =
        blamed.filter(|finding| finding.class == FindingClass::Code).map(fingerprint).collect();
    let not_alone: BTreeSet<usize> = (0..outcomes.len()).filter(|&at| !is_alone(&outcomes[at])).collect();
    for &at in &not_alone {
        let outcome = &mut outcomes[at];
        for finding in &mut outcome.findings {
            if finding.class == FindingClass::Code && !shown.contains(&fingerprint(finding)) {
                finding.class = FindingClass::Precondition;
                finding.message +=
                    &format!("; no run from a function that calls `{}` shows it", finding.function);
            }
        }
    }
    not_alone
}

/// A fault, in a test that ends in it.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'c> {
    /// The fault.
    pub fault: &'c Fault,
    /// The test.
    pub test: &'c TestCase,
    /// Whom it blames.
    pub class: FindingClass,
    /// As in [`Finding::of_data`].
    pub of_data: bool,
}

impl<'c> From<&'c Crash> for Shown<'c> {
    fn from(crash: &'c Crash) -> Self {
        Self { fault: &crash.fault, test: &crash.test, class: crash.class, of_data: crash.of_data }
    }
}

/// The finding that a test of `function` shows, with the test that reproduces it; its name is none of those `taken`.
#[must_use]
pub fn finding(
    shown: Shown<'_>,
    function: &str,
    taken: &mut BTreeSet<String>,
    program: &Program,
) -> (Finding, TestRecord) {
    let kind = kind_name(&shown.fault.kind);
    let name = unique(format!("{function}_{}", kind.replace('-', "_")), taken);
    let name_of = |function: FuncId| program.callables[function].name.clone();
    let stack = &shown.fault.stack;
    let location = stack.iter().find(|location| location.span.is_some());
    let place = |location: &trine_machine::Location| {
        location.span.map_or_else(SourceSpan::default, |span| source_span(program, span))
    };
    let message = message(shown);
    let test = TestRecord {
        name: name.clone(),
        title: format!("{function}: {message}"),
        function: function.to_owned(),
        statements: shown.test.skeleton.statements.clone(),
        leaf_kinds: shown.test.skeleton.leaves.iter().cloned().collect(),
        leaves: shown.test.leaves.clone(),
        ending: Some(message.clone()),
        ..TestRecord::default()
    };
    let finding = Finding {
        kind: kind.to_owned(),
        class: shown.class,
        message,
        function: function.to_owned(),
        place: location
            .and_then(|location| location.span)
            .map_or_else(SourceSpan::default, |span| source_span(program, span)),
        stack: stack.iter().map(|location| name_of(location.function)).collect(),
        places: stack.iter().map(place).collect(),
        test: name,
        also_from: Vec::new(),
        of_data: shown.of_data,
        native: None,
    };
    (finding, test)
}

/// What happened, and the allocation that failed before it.
fn message(shown: Shown<'_>) -> String {
    let fault = shown.fault.kind.to_string();
    let failing = shown.test.skeleton.statements.iter().find_map(|statement| match statement {
        Statement::FailAllocation(leaf) => Some(shown.test.leaf(*leaf)),
        _ => None,
    });
    match failing {
        Some(number) if number > 0 => format!("{fault}{FAILED_ALLOCATION}{number} of the call failed"),
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
