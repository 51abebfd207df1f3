//! Tests that show findings, run natively: each must fail, and with the exception that the machine saw.

use super::judge::{Judge, first_line};
use super::{ClassFinding, Settings};
use trine_emit::junit::{Framework, Options, write};
use trine_native::jdk::{TestResult, Verdict};
use trine_record::{NativeConfirmation, NativeEvidence};
use trine_testcase::objects::{ClassApi, ObjectTest};

/// Time after which a test that does not end fails.
pub(super) const SECONDS: u32 = 10;
/// The same when it is run here: what our machine calls endless takes a JVM longer than this by far.
const SECONDS_HERE: u32 = 2;

/// What the test of each finding shows natively; `None` where it could not be run.
pub(super) fn shown(
    api: &ClassApi,
    findings: &[ClassFinding],
    settings: &Settings,
    judge: &mut Judge,
) -> Vec<Option<NativeEvidence>> {
    let tests: Vec<ObjectTest> = findings.iter().map(|finding| finding.test.clone()).collect();
    // The console runs JUnit 5: the bodies of tests are the same for every framework.
    let options = Options {
        framework: Framework::default(),
        timeout_seconds: Some(SECONDS_HERE),
        ..settings.reproduction()
    };
    let written = write(api, &tests, &options);
    let all_end = findings.iter().all(|finding| finding.kind != ENDLESS);
    let results = match judge.results(&written, &api.package, all_end) {
        Ok(Ok(results)) => results,
        Ok(Err(told)) => {
            let told = format!("its test does not compile: {}", told.lines().next().unwrap_or_default());
            return findings.iter().map(|_| Some(evidence(NativeConfirmation::No, &told))).collect();
        }
        Err(_) => return vec![None; findings.len()],
    };
    let result = |name: &Option<String>| {
        let name = name.as_deref()?;
        results.iter().find(|result| result.name.trim_end_matches("()") == name)
    };
    findings.iter().zip(&written.names).map(|(finding, name)| Some(of(finding, result(name)))).collect()
}

/// The kind of findings whose tests do not end.
const ENDLESS: &str = "endless-loop";

/// What is said of a finding whose test a JVM runs to its end without a fault.
const PASSES: &str = "its test passes natively";

/// Whether a JVM shows that a finding is none: what our machine gives up as endless may only take long. Of other kinds it is told that
/// the JVM shows nothing, as that may be a bug of ours.
pub(super) fn is_refuted(finding: &ClassFinding, shown: Option<&NativeEvidence>) -> bool {
    finding.kind == ENDLESS && shown.is_some_and(|shown| shown.detail == PASSES)
}

/// What the result of a test says of its finding.
fn of(finding: &ClassFinding, result: Option<&TestResult>) -> NativeEvidence {
    let Some(result) = result else {
        return evidence(NativeConfirmation::NotVisible, "its test was not run");
    };
    let Verdict::Failed { class, message } = &result.verdict else {
        return evidence(NativeConfirmation::No, PASSES);
    };
    let expected = finding.thrown.replace('/', ".");
    let first = first_line(message);
    match expected.is_empty() || *class == expected {
        true => evidence(NativeConfirmation::Yes, &format!("its test fails natively: {class}: {first}")),
        false => {
            evidence(NativeConfirmation::No, &format!("its test fails otherwise natively: {class}: {first}"))
        }
    }
}

fn evidence(confirmed: NativeConfirmation, detail: &str) -> NativeEvidence {
    NativeEvidence { confirmed, detail: detail.trim_end_matches([':', ' ']).to_owned() }
}
