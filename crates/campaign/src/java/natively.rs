//! What JVMs say at the end: of the suite, by the tools of the JDK and by its framework, and of the reproducers of findings.

use super::Settings;
use super::classes::Classes;
use super::confirm::{self, ClassVerdict};
use super::findings::ClassFinding;
use super::framework_run::framework_run;
use super::judge::Judge;
use super::reproduce;
use super::runner::UnitRunner;
use super::suite;
use std::collections::BTreeSet;
use std::sync::Arc;
use trine_frontend_jvm::cover::UnitCover;
use trine_native::jdk::JdkError;
use trine_record::NativeEvidence;
use trine_testcase::objects::ClassApi;

/// Has the suite judged by the JDK's tools, and by its framework where that is another one; a remark says why that could not be done.
pub(super) fn judged(
    runner: &mut UnitRunner,
    suite: &mut suite::Suite,
    (cover, classes, settings): (&UnitCover, &Classes, &Settings),
    judge: &mut Option<Judge>,
    remarks: &mut Vec<String>,
) -> Option<ClassVerdict> {
    match natively(runner, suite, cover, classes, settings, judge) {
        Ok(mut verdict) => {
            remarks.extend(by_framework(runner, suite, settings, &mut verdict));
            Some(verdict)
        }
        Err(error) => {
            remarks.push(format!("the tests were not run natively: {error}"));
            None
        }
    }
}

/// The findings with what a JVM says of their reproducers, where one is asked; without those that it refutes.
pub(super) fn with_reproducers(
    findings: Vec<ClassFinding>,
    api: &ClassApi,
    settings: &Settings,
    judge: &mut Option<Judge>,
) -> Vec<(ClassFinding, Option<NativeEvidence>)> {
    let shown = match judge.as_mut().filter(|_| settings.native && !findings.is_empty()) {
        Some(judge) => reproduce::shown(api, &findings, settings, judge),
        None => vec![None; findings.len()],
    };
    let mut findings: Vec<_> = findings.into_iter().zip(shown).collect();
    findings.retain(|(finding, shown)| !reproduce::is_refuted(finding, shown.as_ref()));
    findings
}

/// Has the suite judged by the tools of `judge`, which are looked for once they are needed.
fn natively(
    runner: &mut UnitRunner,
    suite: &mut suite::Suite,
    cover: &UnitCover,
    classes: &Classes,
    settings: &Settings,
    judge: &mut Option<Judge>,
) -> Result<ClassVerdict, JdkError> {
    let judge = match judge {
        Some(judge) => judge,
        None => judge.insert(Judge::new(settings)?),
    };
    confirm::confirm(runner, suite, cover, classes, settings, judge)
}

/// Has the suite run by its own framework, where that is not JUnit 5; what does not hold there is taken out. A remark where that
/// cannot be done.
fn by_framework(
    runner: &mut UnitRunner,
    suite: &mut suite::Suite,
    settings: &Settings,
    verdict: &mut ClassVerdict,
) -> Option<String> {
    if suite.tests.is_empty() {
        return None;
    }
    let api = Arc::clone(runner.stage.api());
    match framework_run(&api, &suite.tests, settings) {
        Ok(None) => None,
        Ok(Some(run)) => {
            verdict.failures.extend(run.failures);
            let positions: BTreeSet<usize> = run.failing.keys().copied().collect();
            if !positions.is_empty() {
                let names = confirm::names(&api, &suite.tests, settings);
                verdict.dropped.extend(
                    run.failing
                        .into_iter()
                        .map(|(at, reason)| (names.get(at).cloned().flatten().unwrap_or_default(), reason)),
                );
                verdict.tests -= positions.len();
                verdict.passed -= positions.len();
                suite::without(runner, suite, &positions);
            }
            None
        }
        Err(error) => {
            Some(format!("the tests were run by JUnit 5 only, and not by {}: {error}", settings.framework))
        }
    }
}
