//! A finished class as a run stores and writes it: records, its test class, and what its native run said.

use super::record;
use super::subjects::Subject;
use super::unit::ClassOutcome;
use super::{ClassVerdict, Settings};
use std::collections::BTreeMap;
use trine_emit::junit::{Options, write};
use trine_record::{
    DroppedTest, Finding, NativeVerdict, Reach, SourceSpan, StoredClass, StoredUnit, TestRecord, UnitRecord,
};
use trine_testcase::objects::ObjectTest;

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
    let (findings, crashes) = reproducers(outcome, subject, settings, &mut files);
    let native = outcome.verdict.as_ref().map(|verdict| native(verdict, &subject.name()));
    StoredUnit {
        folder: String::new(),
        record: UnitRecord { crashes: findings.len(), ..records.unit },
        goals: records.goals,
        tests: records.tests,
        crashes,
        findings,
        reach: Reach::default(),
        class: Some(StoredClass { files, native, remarks, flow }),
    }
}

/// The findings of a class with the tests that show them, which are written to `files`.
fn reproducers(
    outcome: &ClassOutcome,
    subject: &Subject,
    settings: &Settings,
    files: &mut BTreeMap<String, String>,
) -> (Vec<Finding>, Vec<TestRecord>) {
    let tests: Vec<ObjectTest> = outcome.findings.iter().map(|(finding, _)| finding.test.clone()).collect();
    let options = Options { neighbours: subject.neighbours.clone(), ..settings.reproduction() };
    let written = write(&outcome.api, &tests, &options);
    let (mut findings, mut crashes) = (Vec::new(), Vec::new());
    for ((finding, native), name) in outcome.findings.iter().zip(&written.names) {
        let place =
            SourceSpan { file: subject.file.clone(), start: (finding.line, 0), end: (finding.line, 0) };
        findings.push(Finding {
            kind: finding.kind.to_owned(),
            class: finding.class,
            message: finding.message.clone(),
            function: subject.name(),
            place: place.clone(),
            stack: finding.stack.clone(),
            places: vec![place],
            test: name.clone().unwrap_or_default(),
            also_from: Vec::new(),
            of_data: false,
            native: native.clone(),
        });
        let name = name.clone().unwrap_or_else(|| format!("finding{}", findings.len()));
        crashes.push(TestRecord {
            ending: Some(finding.message.clone()),
            ..record::test_record(outcome, &finding.test, &name)
        });
    }
    if written.names.iter().any(Option::is_some) {
        files.insert(format!("crashes/{}", written.path), written.text);
    }
    (findings, crashes)
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
