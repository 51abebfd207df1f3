//! Suites for JUnit 4 and TestNG, run by these themselves, as they are written: the bodies were judged under JUnit 5 before.

use super::Settings;
use super::judge::uncompiled;
use std::collections::BTreeMap;
use trine_emit::junit::{Framework, Mocks, write};
use trine_native::TemporaryFolder;
use trine_native::jdk::{Jars, JdkError, JdkTools, OtherFramework, Sources, Verdict, junit};
use trine_testcase::objects::{ClassApi, ObjectTest};

/// What a framework said of a suite.
#[derive(Debug, Default)]
pub(super) struct FrameworkRun {
    /// Positions of tests that do not compile or fail, with the reason.
    pub failing: BTreeMap<usize, String>,
    /// What is wrong beside that, in sentences.
    pub failures: Vec<String>,
}

/// Runs `tests` by the framework of the settings; `None` where that is JUnit 5.
///
/// # Errors
/// When its jars are missing, or it cannot be run.
pub(super) fn framework_run(
    api: &ClassApi,
    tests: &[ObjectTest],
    settings: &Settings,
) -> Result<Option<FrameworkRun>, JdkError> {
    let framework = match settings.framework {
        Framework::JUnit5 => return Ok(None),
        Framework::JUnit4 => OtherFramework::JUnit4,
        Framework::TestNg => OtherFramework::TestNg,
    };
    let tools = JdkTools::at(&settings.jdk)?;
    let own = framework.jars(&settings.test_libraries)?;
    let text = write(api, tests, &settings.emission());
    let folder = TemporaryFolder::new().map_err(JdkError::io("a temporary folder"))?;
    let place = folder.path();
    let source = place.join(format!("{}.java", text.class));
    std::fs::write(&source, &text.text).map_err(JdkError::io("a test"))?;
    let class_path: Vec<_> =
        settings.class_path.iter().map(|path| path.canonicalize().unwrap_or_else(|_| path.clone())).collect();
    // Mockito, where it is a library of the project's tests only.
    let mocks = if settings.mocks == Mocks::Mockito { settings.test_libraries.clone() } else { Vec::new() };
    let libraries: Vec<_> = class_path.iter().chain(&mocks).cloned().collect();
    let jars = match settings.mocks {
        Mocks::Own => Jars::find()?,
        Mocks::Mockito => Jars::find()?.with_mockito(&libraries),
    };
    let sources = Sources {
        files: vec![source],
        class_path: libraries.iter().chain(&own).cloned().collect(),
        into: place.join("classes"),
        release: Some(settings.release.min(tools.release)),
    };
    let mut run = FrameworkRun::default();
    let compiled = tools.compile(&sources, place)?;
    if !compiled.succeeded {
        run.failing = uncompiled(&text, &compiled.messages);
        if run.failing.is_empty() {
            let told = compiled.messages.first().cloned().unwrap_or_default();
            run.failures
                .push(format!("`{}` does not compile with {}: {told}", text.class, settings.framework));
        }
        return Ok(Some(run));
    }
    let class =
        if api.package.is_empty() { text.class.clone() } else { format!("{}.{}", api.package, text.class) };
    let suite = junit::Suite { tests: vec![sources.into], class_path: libraries, ..junit::Suite::default() };
    let results = tools.test_by((framework, &own), &jars, &class, &suite, place)?;
    for result in &results {
        let Verdict::Failed { class, message } = &result.verdict else { continue };
        let plain = result.name.trim_end_matches("()");
        let told = format!(
            "it fails under {}: {class}: {}",
            settings.framework,
            message.lines().next().unwrap_or_default()
        );
        match text.names.iter().position(|name| name.as_deref() == Some(plain)) {
            Some(at) => _ = run.failing.insert(at, told),
            None => run.failures.push(format!("`{}`: {told}", result.name)),
        }
    }
    let all = text.names.iter().flatten().count();
    if results.len() != all && run.failing.is_empty() {
        run.failures.push(format!("{} of {all} tests were run by {}", results.len(), settings.framework));
    }
    Ok(Some(run))
}
