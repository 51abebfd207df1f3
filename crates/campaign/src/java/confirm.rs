//! The platform's own judge: tests compiled by `javac`, run by JUnit under JaCoCo, whose counters must be ours.
//!
//! A test that does not compile or fails is taken out, and its goals are open again; what was left is judged once more. Counters that
//! differ then are a bug of ours.

use super::Settings;
use super::classes::Classes;
use super::judge::{Judge, Judgement};
use super::orders;
use super::runner::UnitRunner;
use super::suite::{Suite, without};
use std::collections::{BTreeMap, BTreeSet};
use trine_emit::junit::{Framework, Options, Written, write};
use trine_frontend_jvm::cover::{ClassCover, Counter, UnitCover};
use trine_native::jdk::{CoverageReport, JdkError};

/// Times that a suite is judged again without what did not hold.
const MAX_ROUNDS: usize = 5;
/// What the JVM says of each use of a class whose initialisation failed before.
const FOLLOWS: &str = "Could not initialize class";

/// What is said of the coverage of classes of the JDK.
const OF_JDK: &str = "JaCoCo does not count classes of the JDK: their coverage is Trine's word";

/// What the native runs of a class said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassVerdict {
    /// Tests that were run in the end.
    pub tests: usize,
    /// Tests that passed in the end.
    pub passed: usize,
    /// Tests that were taken out: name and reason.
    pub dropped: Vec<(String, String)>,
    /// What still fails or does not compile, in sentences.
    pub failures: Vec<String>,
    /// Counters that differ, in sentences.
    pub differences: Vec<String>,
    /// Counters that differ because JaCoCo changes what the code sees, in sentences.
    pub known_limits: Vec<String>,
    /// Branches that our judge saw covered, that JaCoCo saw covered, and all.
    pub branches: (usize, usize, usize),
}

/// Takes out of the suite what cannot be written as a source; gives the reasons.
pub(super) fn written(
    runner: &mut UnitRunner,
    suite: &mut Suite,
    options: &Options,
) -> (Written, Vec<String>) {
    let api = std::sync::Arc::clone(runner.stage.api());
    let first = write(&api, &suite.tests, options);
    if first.skipped.is_empty() {
        return (first, Vec::new());
    }
    let positions: BTreeSet<usize> = first.skipped.iter().map(|(at, _)| *at).collect();
    without(runner, suite, &positions);
    let reasons = first.skipped.into_iter().map(|(_, reason)| reason).collect();
    (write(&api, &suite.tests, options), reasons)
}

/// The methods of `tests` as they are written for the framework of the settings.
pub(super) fn names(
    api: &trine_testcase::objects::ClassApi,
    tests: &[trine_testcase::objects::ObjectTest],
    settings: &Settings,
) -> Vec<Option<String>> {
    write(api, tests, &settings.emission()).names
}

/// Judges the suite.
///
/// # Errors
/// When a tool is missing or cannot be run: what it said.
pub(super) fn confirm(
    runner: &mut UnitRunner,
    suite: &mut Suite,
    cover: &UnitCover,
    classes: &Classes,
    settings: &Settings,
    judge: &mut Judge,
) -> Result<ClassVerdict, JdkError> {
    let api = std::sync::Arc::clone(runner.stage.api());
    let mut verdict = ClassVerdict::default();
    // JVMs load many classes of the JDK before an agent could count them.
    let is_of_jdk = cover.classes.first().is_some_and(|class| classes.path().is_of_jdk(&class.name));
    for _ in 0..MAX_ROUNDS {
        verdict.failures.clear();
        if suite.tests.is_empty() {
            (verdict.tests, verdict.passed) = (0, 0);
            return Ok(verdict);
        }
        // The console runs JUnit 5: the bodies of tests are the same for every framework.
        let options = Options { framework: Framework::default(), ..settings.emission() };
        let text = write(&api, &suite.tests, &options);
        let judgement = judge.judged(&text, &api.package, cover, classes, &|judgement| {
            let is_same = |report| is_of_jdk || differences(cover, suite, report).is_empty();
            judgement.report.as_ref().is_some_and(is_same)
        })?;
        let Judgement { tests, passed, failing, failures, report } = judgement;
        (verdict.tests, verdict.passed, verdict.failures) = (tests, passed, failures);
        if !failing.is_empty() {
            let failing = causes(failing);
            let positions: BTreeSet<usize> = failing.keys().copied().collect();
            for (at, reason) in failing {
                let name = text.names.get(at).cloned().flatten().unwrap_or_default();
                verdict.dropped.push((name, reason));
            }
            without(runner, suite, &positions);
            // Other tests, other names, another order.
            orders::settle(runner, suite, &settings.emission());
            continue;
        }
        if is_of_jdk {
            verdict.known_limits.push(OF_JDK.to_owned());
        } else if let Some(report) = report {
            verdict.branches = branches(cover, suite, &report);
            let differences = differences(cover, suite, &report);
            // The agent adds a field and a method to each class that it counts: those of the class path.
            let reflected = &runner.stage.parts().1.state.reflected;
            match reflected.iter().find(|name| classes.has(name)) {
                Some(name) => verdict.known_limits.extend(differences.iter().map(|what| {
                    format!("{what}: the code asks `{name}` for its members, and JaCoCo adds some")
                })),
                None => verdict.differences = differences,
            }
            verdict.known_limits.extend(in_doubt(cover, suite));
        }
        return Ok(verdict);
    }
    verdict.failures.push("tests still fail after several rounds without those that failed".to_owned());
    Ok(verdict)
}

/// Of failing tests those that may be the cause: a test that leaves a class behind that cannot be initialised fails all that need the
/// class after it, which hold without it.
fn causes(mut failing: BTreeMap<usize, String>) -> BTreeMap<usize, String> {
    let follows = |reason: &String| reason.contains(FOLLOWS);
    if !failing.values().all(follows) {
        failing.retain(|_, reason| !follows(reason));
    }
    failing
}

/// What is covered in some worlds only, in a sentence for each class.
fn in_doubt(cover: &UnitCover, suite: &Suite) -> Vec<String> {
    let any = suite.passed.any();
    let sentence = |class: &ClassCover| {
        let [surely, most] = [&suite.passed.surely, &any].map(|passed| class.counters(passed).total);
        let count = most.instruction.covered - surely.instruction.covered;
        let branches = most.branch.covered - surely.branch.covered;
        (count + branches > 0).then(|| {
            format!(
                "`{}`: what tests cover in some JVMs only, by other hash codes, times, orders or time zones, does not count, and JaCoCo \
                 may count it (instructions: {count}, branches: {branches})",
                class.name
            )
        })
    };
    cover.classes.iter().filter_map(sentence).collect()
}

/// Branches that we saw covered, that JaCoCo saw covered, and all.
fn branches(cover: &UnitCover, suite: &Suite, report: &CoverageReport) -> (usize, usize, usize) {
    let mut sum = (0, 0, 0);
    for class in &cover.classes {
        let ours = class.counters(&suite.passed.surely).total.branch;
        let theirs = report.classes.iter().find(|report| report.name == class.name);
        let theirs =
            theirs.and_then(|report| report.counters.get("BRANCH")).map_or(0, |counted| counted.covered);
        sum = (sum.0 + ours.covered as usize, sum.1 + theirs as usize, sum.2 + ours.total() as usize);
    }
    sum
}

/// Counters of the classes that differ, in sentences: what is covered in some worlds only may be counted or not.
fn differences(cover: &UnitCover, suite: &Suite, report: &CoverageReport) -> Vec<String> {
    let mut differences = Vec::new();
    let any = suite.passed.any();
    for class in &cover.classes {
        let ours = class.counters(&suite.passed.surely).total;
        let most = class.counters(&any).total;
        let Some(theirs) = report.classes.iter().find(|report| report.name == class.name) else {
            if ours.instruction.total() > 0 {
                differences.push(format!("`{}` is not in JaCoCo's report", class.name));
            }
            continue;
        };
        let kinds: [(&str, Counter, Counter); 3] = [
            ("INSTRUCTION", ours.instruction, most.instruction),
            ("BRANCH", ours.branch, most.branch),
            ("LINE", ours.line, most.line),
        ];
        for (name, ours, most) in kinds {
            let counted = theirs.counters.get(name);
            let (missed, covered) = counted.map_or((0, 0), |counted| (counted.missed, counted.covered));
            let is_between = (ours.covered..=most.covered).contains(&covered);
            if !is_between || missed + covered != ours.total() {
                differences.push(format!(
                    "`{}`: {name} {} of {} by our judge, {covered} of {} by JaCoCo",
                    class.name,
                    ours.covered,
                    ours.total(),
                    missed + covered
                ));
            }
        }
    }
    differences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_only_follow_an_uninitialisable_class_are_judged_again() {
        let of = |reasons: &[&str]| -> BTreeMap<usize, String> {
            reasons.iter().enumerate().map(|(at, reason)| (at, (*reason).to_owned())).collect()
        };
        let follows = "it fails natively: java.lang.NoClassDefFoundError: Could not initialize class A";
        let cause = "it fails natively: java.lang.ExceptionInInitializerError";
        assert_eq!(causes(of(&[follows, cause, follows])).into_keys().collect::<Vec<_>>(), [1]);
        assert_eq!(causes(of(&[follows, follows])).len(), 2);
    }
}
