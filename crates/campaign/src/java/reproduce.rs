//! Tests that show findings, run natively: each must fail, and with the exception that the machine saw.

use super::{ClassFinding, Settings};
use std::path::Path;
use trine_emit::junit::{Framework, Options, write};
use trine_native::TemporaryFolder;
use trine_native::jdk::{Jars, JdkError, JdkTools, Limits, Sources, TestResult, Verdict, junit};
use trine_record::{NativeConfirmation, NativeEvidence};
use trine_testcase::objects::{ClassApi, ObjectTest};

/// Time after which a test that does not end fails.
pub(super) const SECONDS: u32 = 10;

/// What the test of each finding shows natively; `None` where it could not be run.
pub(super) fn shown(
    api: &ClassApi,
    findings: &[ClassFinding],
    settings: &Settings,
) -> Vec<Option<NativeEvidence>> {
    let tests: Vec<ObjectTest> = findings.iter().map(|finding| finding.test.clone()).collect();
    // The console runs JUnit 5: the bodies of tests are the same for every framework.
    let options = Options { framework: Framework::default(), ..settings.reproduction() };
    let written = write(api, &tests, &options);
    let ran = TemporaryFolder::new()
        .map_err(JdkError::io("a temporary folder"))
        .and_then(|folder| run(&written.class, &written.text, settings, folder.path()));
    let results = match ran {
        Ok(Ok(results)) => results,
        Ok(Err(told)) => {
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

/// Compiles and runs the class; what the compiler said where it refuses it.
fn run(
    class: &str,
    text: &str,
    settings: &Settings,
    place: &Path,
) -> Result<Result<Vec<TestResult>, String>, JdkError> {
    let (tools, jars) = (JdkTools::at(&settings.jdk)?, Jars::find()?);
    let source = place.join(format!("{class}.java"));
    std::fs::write(&source, text).map_err(JdkError::io("a test"))?;
    let class_path: Vec<_> =
        settings.class_path.iter().map(|path| path.canonicalize().unwrap_or_else(|_| path.clone())).collect();
    let into = place.join("classes");
    let sources = Sources {
        files: vec![source],
        class_path: class_path.iter().cloned().chain([jars.junit.clone()]).collect(),
        into: into.clone(),
        release: Some(settings.release.min(tools.release)),
    };
    let compiled = tools.compile(&sources, place)?;
    if !compiled.succeeded {
        let told = compiled.messages.first().map_or("", |message| message.lines().next().unwrap_or_default());
        return Ok(Err(format!("its test does not compile: {told}")));
    }
    let suite = junit::Suite { tests: vec![into], class_path, ..junit::Suite::default() };
    Ok(Ok(tools.test(&jars, &suite, place, Limits::default())?.tests))
}

/// What the result of a test says of its finding.
fn of(finding: &ClassFinding, result: Option<&TestResult>) -> NativeEvidence {
    let Some(result) = result else {
        return evidence(NativeConfirmation::NotVisible, "its test was not run");
    };
    let Verdict::Failed { class, message } = &result.verdict else {
        return evidence(NativeConfirmation::No, "its test passes natively");
    };
    let expected = finding.thrown.replace('/', ".");
    let first = message.lines().next().unwrap_or_default();
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
