//! The platform's own judge: tests compiled by `javac`, run by JUnit under JaCoCo, whose counters must be ours.
//!
//! Each class is judged alone, in JVMs of its own. A test that does not compile or fails is taken out, and its goals are open again;
//! what was left is judged once more. Counters that differ then are a bug of ours.

use super::Settings;
use super::classes::Classes;
use super::runner::UnitRunner;
use super::suite::{Suite, without};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use trine_emit::junit::{Framework, Options, Written, write};
use trine_frontend_jvm::cover::{Counter, UnitCover};
use trine_native::TemporaryFolder;
use trine_native::jdk::{CoverageReport, Jars, JdkError, JdkTools, Limits, Sources, Verdict, junit};

/// Times that a suite is judged again without what did not hold.
const MAX_ROUNDS: usize = 4;

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

/// Judges the suite; `None` where the tools are not there.
///
/// # Errors
/// When a tool cannot be run: what it said.
pub(super) fn confirm(
    runner: &mut UnitRunner,
    suite: &mut Suite,
    cover: &UnitCover,
    classes: &Classes,
    settings: &Settings,
) -> Result<ClassVerdict, JdkError> {
    let api = std::sync::Arc::clone(runner.stage.api());
    let (tools, jars) = (JdkTools::at(&settings.jdk)?, Jars::find()?);
    let folder = TemporaryFolder::new().map_err(JdkError::io("a temporary folder"))?;
    let mut verdict = ClassVerdict::default();
    for round in 0..MAX_ROUNDS {
        verdict.failures.clear();
        if suite.tests.is_empty() {
            (verdict.tests, verdict.passed) = (0, 0);
            return Ok(verdict);
        }
        let place = folder.path().join(round.to_string());
        std::fs::create_dir_all(&place).map_err(JdkError::io("a temporary folder"))?;
        // The console runs JUnit 5: the bodies of tests are the same for every framework.
        let options = Options { framework: Framework::default(), ..settings.emission() };
        let text = write(&api, &suite.tests, &options);
        let judged = Judged { tools: &tools, jars: &jars, settings, place: &place };
        let failing = judged.failing(&text, &mut verdict)?;
        if !failing.is_empty() {
            let positions: BTreeSet<usize> = failing.keys().copied().collect();
            for (at, reason) in failing {
                let name = text.names.get(at).cloned().flatten().unwrap_or_default();
                verdict.dropped.push((name, reason));
            }
            without(runner, suite, &positions);
            continue;
        }
        if verdict.failures.is_empty() {
            let report = judged.coverage(cover, classes)?;
            compare(cover, suite, &report, &mut verdict);
        }
        return Ok(verdict);
    }
    verdict.failures.push("tests still fail after several rounds without those that failed".to_owned());
    Ok(verdict)
}

/// One round.
struct Judged<'a> {
    tools: &'a JdkTools,
    jars: &'a Jars,
    settings: &'a Settings,
    place: &'a Path,
}

impl Judged<'_> {
    fn executed(&self) -> PathBuf {
        self.place.join("jacoco.exec")
    }

    /// Positions of tests that do not compile or fail, with the reason.
    fn failing(
        &self,
        text: &Written,
        verdict: &mut ClassVerdict,
    ) -> Result<BTreeMap<usize, String>, JdkError> {
        let source = self.place.join(format!("{}.java", text.class));
        std::fs::write(&source, &text.text).map_err(JdkError::io("a test"))?;
        let classes = self.place.join("classes");
        let mut class_path = absolute(&self.settings.class_path);
        class_path.push(self.jars.junit.clone());
        let sources = Sources {
            files: vec![source],
            class_path,
            into: classes.clone(),
            release: Some(self.settings.release.min(self.tools.release)),
        };
        let compiled = self.tools.compile(&sources, self.place)?;
        if !compiled.succeeded {
            let failing = uncompiled(text, &compiled.messages);
            if failing.is_empty() {
                let told = compiled.messages.first().cloned().unwrap_or_default();
                verdict.failures.push(format!("`{}` does not compile: {told}", text.class));
            }
            return Ok(failing);
        }
        let suite = junit::Suite {
            tests: vec![classes],
            class_path: absolute(&self.settings.class_path),
            executed: Some(self.executed()),
            ..junit::Suite::default()
        };
        let run = self.tools.test(self.jars, &suite, self.place, Limits::default())?;
        verdict.tests = run.tests.len();
        verdict.passed = run.tests.iter().filter(|test| test.verdict == Verdict::Passed).count();
        let named: Vec<Option<&str>> = text.names.iter().map(Option::as_deref).collect();
        let mut failing = BTreeMap::new();
        for test in &run.tests {
            let Verdict::Failed { class, message } = &test.verdict else { continue };
            let plain = test.name.trim_end_matches("()");
            match named.iter().position(|name| *name == Some(plain)) {
                Some(at) => {
                    let line = message.lines().next().unwrap_or_default();
                    failing.insert(at, format!("it fails natively: {class}: {line}"));
                }
                None => verdict.failures.push(format!("`{}` fails: {message}", test.name)),
            }
        }
        if run.tests.len() < suite_size(text) && failing.is_empty() {
            verdict.failures.push(format!(
                "{} of {} tests were run ({:?})",
                run.tests.len(),
                suite_size(text),
                run.ending
            ));
        }
        Ok(failing)
    }

    fn coverage(&self, cover: &UnitCover, classes: &Classes) -> Result<CoverageReport, JdkError> {
        let folder = self.place.join("judged");
        std::fs::create_dir_all(&folder).map_err(JdkError::io("a temporary folder"))?;
        for class in &cover.classes {
            let bytes = classes.path().find_class(&class.name).ok().flatten().map(|found| found.bytes);
            let path = folder.join(format!("{}.class", class.name));
            if let (Some(bytes), Some(parent)) = (bytes, path.parent()) {
                std::fs::create_dir_all(parent).map_err(JdkError::io("a class"))?;
                std::fs::write(&path, bytes).map_err(JdkError::io("a class"))?;
            }
        }
        self.tools.coverage(&self.jars.report, &self.executed(), &[folder], self.place)
    }
}

fn suite_size(text: &Written) -> usize {
    text.names.iter().flatten().count()
}

/// JVMs are started in folders of their own.
fn absolute(paths: &[PathBuf]) -> Vec<PathBuf> {
    paths.iter().map(|path| path.canonicalize().unwrap_or_else(|_| path.clone())).collect()
}

/// Tests in whose lines the compiler found errors.
fn uncompiled(text: &Written, messages: &[String]) -> BTreeMap<usize, String> {
    let lines: Vec<&str> = text.text.lines().collect();
    let mut failing = BTreeMap::new();
    for message in messages.iter().filter(|message| message.contains(": error:")) {
        let number = message.split(".java:").nth(1).and_then(|rest| rest.split(':').next()?.parse().ok());
        let Some(number) = number.filter(|&number: &usize| number <= lines.len()) else { continue };
        let above = lines[..number].iter().rev();
        let name = above.filter_map(|line| line.trim().strip_prefix("void ")).next();
        let name = name.and_then(|line| line.split('(').next());
        let at = text.names.iter().position(|known| known.is_some() && known.as_deref() == name);
        if let Some(at) = at {
            let told = message.split(": error:").nth(1).unwrap_or(message).trim().to_owned();
            failing.entry(at).or_insert(format!("it does not compile: {told}"));
        }
    }
    failing
}

/// Notes where counters of the classes differ.
fn compare(cover: &UnitCover, suite: &Suite, report: &CoverageReport, verdict: &mut ClassVerdict) {
    verdict.branches = (0, 0, 0);
    for class in &cover.classes {
        let ours = class.counters(&suite.passed).total;
        let Some(theirs) = report.classes.iter().find(|report| report.name == class.name) else {
            if ours.instruction.total() > 0 {
                verdict.differences.push(format!("`{}` is not in JaCoCo's report", class.name));
            }
            continue;
        };
        let kinds: [(&str, Counter); 3] =
            [("INSTRUCTION", ours.instruction), ("BRANCH", ours.branch), ("LINE", ours.line)];
        for (name, ours) in kinds {
            let counted = theirs.counters.get(name);
            let (missed, covered) = counted.map_or((0, 0), |counted| (counted.missed, counted.covered));
            if name == "BRANCH" {
                verdict.branches.0 += ours.covered as usize;
                verdict.branches.1 += covered as usize;
                verdict.branches.2 += ours.total() as usize;
            }
            if (missed, covered) != (ours.missed, ours.covered) {
                verdict.differences.push(format!(
                    "`{}`: {name} {} of {} by our judge, {covered} of {} by JaCoCo",
                    class.name,
                    ours.covered,
                    ours.total(),
                    missed + covered
                ));
            }
        }
    }
}
