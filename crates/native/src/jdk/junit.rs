//! Tests run by JUnit's console: how each ended.
//!
//! The console runs JUnit 5 and, through its vintage engine, JUnit 4. It writes one report per engine, in the XML form that build tools read.

use super::run::Limits;
use super::xml::{Event, Reader, attribute};
use super::{Jars, JdkError, JdkTools, Program};
use crate::process::Ending;
use std::path::{Path, PathBuf};

/// How a test ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Passed,
    /// It was not run.
    Skipped,
    /// It does not hold: the class of what was thrown, and its message with the stack.
    Failed {
        /// The class of what was thrown.
        class: String,
        /// What it said.
        message: String,
    },
}

/// A test that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestResult {
    /// Its class: `com.acme.AccountTest`.
    pub class: String,
    /// Its method: `withdraw_tooMuch`.
    pub name: String,
    /// How it ended.
    pub verdict: Verdict,
}

/// The run of a test suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteRun {
    /// Its tests, in the order of the report.
    pub tests: Vec<TestResult>,
    /// How the JVM ended; a status of 1 says that a test failed.
    pub ending: Ending,
    /// The beginning of what the tests and the console wrote.
    pub output: String,
}

/// What is run.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// Folders of compiled tests.
    pub tests: Vec<PathBuf>,
    /// Test classes in the order in which they are run; all of the folders where none is named.
    pub classes: Vec<String>,
    /// Folders and jars of the classes that they use.
    pub class_path: Vec<PathBuf>,
    /// Options of the JVM.
    pub options: Vec<String>,
    /// Parameters of JUnit: `junit.jupiter.testmethod.order.default=…`.
    pub parameters: Vec<String>,
    /// The file that JaCoCo's agent adds what was executed to, where coverage is asked for.
    pub executed: Option<PathBuf>,
}

impl JdkTools {
    /// Runs `suite` in `folder`.
    ///
    /// # Errors
    /// When the console cannot be run, or makes no report.
    pub fn test(
        &self,
        jars: &Jars,
        suite: &Suite,
        folder: &Path,
        limits: Limits,
    ) -> Result<SuiteRun, JdkError> {
        let reports = folder.join("junit-reports");
        let _ = std::fs::remove_dir_all(&reports);
        let mut arguments: Vec<String> =
            ["execute", "--disable-banner", "--details=none"].map(str::to_owned).into();
        arguments.push(format!("--reports-dir={}", reports.display()));
        if suite.classes.is_empty() {
            arguments.push(format!("--scan-class-path={}", super::joined(&suite.tests)));
        } else {
            // The console reads arguments out of a file behind `@`: there may be thousands.
            let names = folder.join("classes.txt");
            let lines: String =
                suite.classes.iter().map(|class| format!("--select-class={class}\n")).collect();
            std::fs::write(&names, lines).map_err(JdkError::io("JUnit's console"))?;
            arguments.push(format!("@{}", names.display()));
        }
        // The names that tests have are the user's own: every class of the folders is looked at.
        arguments.push("--include-classname=.*".to_owned());
        arguments.extend(suite.parameters.iter().map(|parameter| format!("--config={parameter}")));
        let mut class_path = suite.tests.clone();
        class_path.extend(suite.class_path.iter().cloned());
        class_path.push(jars.junit.clone());
        let program = Program {
            class_path,
            options: jars.agent_options().into_iter().chain(suite.options.iter().cloned()).collect(),
            class: "org.junit.platform.console.ConsoleLauncher".to_owned(),
            arguments,
            coverage: suite.executed.clone().map(|executed| (jars.agent.clone(), executed)),
        };
        let run = self.run(&program, folder, limits)?;
        let output = format!("{}{}", run.stdout, run.stderr);
        let tests = results(&reports);
        // 0: all passed, 1: some failed; a suite of no tests has a report, too.
        if tests.is_empty() && !matches!(run.ending, Ending::Exited(0 | 1) | Ending::TimedOut) {
            let told = format!("{:?}: {}", run.ending, super::beginning(&output));
            return Err(JdkError::Failed { tool: "JUnit's console", told });
        }
        Ok(SuiteRun { tests, ending: run.ending, output })
    }
}

/// The tests of all reports in a folder.
pub(super) fn results(reports: &Path) -> Vec<TestResult> {
    let entries = std::fs::read_dir(reports).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    let texts = files.iter().filter_map(|file| std::fs::read_to_string(file).ok());
    texts.flat_map(|text| read(&text)).collect()
}

/// The tests of one report.
fn read(xml: &str) -> Vec<TestResult> {
    let mut tests: Vec<TestResult> = Vec::new();
    let mut inside = false;
    for event in Reader::new(xml) {
        match event {
            Event::Start("testcase", attributes) => {
                let name = attribute(&attributes, "name");
                inside = true;
                tests.push(TestResult {
                    class: attribute(&attributes, "classname").to_owned(),
                    name: name.strip_suffix("()").unwrap_or(name).to_owned(),
                    verdict: Verdict::Passed,
                });
            }
            Event::Start("failure" | "error", attributes) => {
                let class = attribute(&attributes, "type").to_owned();
                let message = attribute(&attributes, "message").to_owned();
                if let Some(test) = tests.last_mut() {
                    test.verdict = Verdict::Failed { class, message };
                }
            }
            Event::Start("skipped", _) if inside => {
                if let Some(test) = tests.last_mut() {
                    test.verdict = Verdict::Skipped;
                }
            }
            Event::End("testcase") => inside = false,
            _ => {}
        }
    }
    tests
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_have_their_verdicts() {
        let found = read(concat!(
            "<testsuite><properties/><testcase name=\"a()\" classname=\"p.T\"><system-out>x</system-out></testcase>",
            "<testcase name=\"b()\" classname=\"p.T\"><failure message=\"expected: &lt;1&gt;\" type=\"org.opentest4j.AssertionFailedError\">at …</failure></testcase>",
            "<testcase name=\"c()\" classname=\"p.T\"><skipped/></testcase></testsuite>"
        ));
        let verdicts: Vec<&Verdict> = found.iter().map(|test| &test.verdict).collect();
        assert_eq!(found[0].name, "a");
        assert_eq!(verdicts[0], &Verdict::Passed);
        assert!(matches!(verdicts[1], Verdict::Failed { message, .. } if message == "expected: <1>"));
        assert_eq!(verdicts[2], &Verdict::Skipped);
    }
}
