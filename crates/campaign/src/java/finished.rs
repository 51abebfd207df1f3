//! A finished class as a run stores and writes it: records, its test class, and what its native run said.

use super::record;
use super::subjects::Subject;
use super::unit::ClassOutcome;
use super::{ClassVerdict, Settings};
use std::collections::BTreeMap;
use trine_emit::junit::{Options, write};
use trine_record::{DroppedTest, NativeVerdict, Reach, StoredClass, StoredUnit};

/// What is stored of `outcome`.
#[must_use]
pub fn finished(outcome: &ClassOutcome, subject: &Subject, settings: &Settings) -> StoredUnit {
    let options = Options { neighbours: subject.neighbours.clone(), ..settings.emission() };
    let written = write(&outcome.api, &outcome.tests, &options);
    let mut records = record::unit(outcome, &written.names, &subject.file);
    let flow = std::mem::take(&mut records.unit.flow);
    let mut remarks = outcome.remarks.clone();
    remarks.extend(written.skipped.iter().map(|(at, reason)| format!("test {at} is not written: {reason}")));
    let mut files = BTreeMap::new();
    if written.names.iter().any(Option::is_some) {
        files.insert(format!("tests/{}", written.path), written.text);
    }
    let native = outcome.verdict.as_ref().map(|verdict| native(verdict, &subject.name()));
    StoredUnit {
        folder: String::new(),
        record: records.unit,
        goals: records.goals,
        tests: records.tests,
        crashes: Vec::new(),
        findings: Vec::new(),
        reach: Reach::default(),
        class: Some(StoredClass { files, native, remarks, flow }),
    }
}

/// What the native run of `class` said.
fn native(verdict: &ClassVerdict, class: &str) -> NativeVerdict {
    let dropped = verdict.dropped.iter().map(|(name, reason)| DroppedTest {
        file: String::new(),
        function: class.to_owned(),
        name: name.clone(),
        reason: reason.clone(),
    });
    NativeVerdict {
        tests: verdict.tests,
        passed: verdict.passed,
        failures: verdict.failures.iter().map(|what| format!("{class}: {what}")).collect(),
        dropped: dropped.collect(),
        branches: verdict.branches,
        disagreements: verdict.differences.clone(),
        known_limits: verdict.known_limits.clone(),
        ..NativeVerdict::default()
    }
}
