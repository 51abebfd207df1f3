//! Native runs of one suite: compiled, run by JUnit, counted by JaCoCo.
//!
//! A worker keeps one JVM for that ([`TestServer`]), since starting JVMs costs more than most suites. Where a suite fails there, or
//! counters differ, it is judged once more in JVMs of its own: only that decides.

use super::classes::Classes;
use super::{Mocks, Settings};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use trine_emit::junit::Written;
use trine_frontend_jvm::cover::UnitCover;
use trine_native::TemporaryFolder;
use trine_native::jdk::{
    CoverageReport, Jars, JdkError, JdkTools, Limits, Sources, TestResult, TestServer, Verdict, junit,
};
use trine_native::process::Ending;

/// Suites after which the server is started anew: what they leave in the JDK does not add up for ever.
const MAX_SERVED: usize = 100;
/// Classes that the server shares between itself and the suites.
const SHARED: [&str; 3] = ["org/junit/", "org/opentest4j/", "org/apiguardian/"];

/// Time that the tests of a class may take, and where that is not enough, each of them.
const TIME: Duration = Duration::from_secs(60);
const TIME_OF_A_TEST: Duration = Duration::from_secs(5);

/// Time that the tests of all classes may take in one JVM.
const TIME_TOGETHER: Duration = Duration::from_secs(600);

fn limits(time: Duration) -> Limits {
    Limits { time, ..Limits::default() }
}

/// The tools of a worker.
pub(super) struct Judge {
    tools: JdkTools,
    jars: Jars,
    class_path: Vec<PathBuf>,
    release: u32,
    server: Option<TestServer>,
    /// Suites that the server judged.
    served: usize,
}

/// What came of a suite.
#[derive(Debug, Default)]
pub(super) struct Judgement {
    /// Tests that were run.
    pub tests: usize,
    /// Tests that passed.
    pub passed: usize,
    /// Positions of tests that do not compile or fail, with the reason.
    pub failing: BTreeMap<usize, String>,
    /// What is wrong beside that, in sentences.
    pub failures: Vec<String>,
    /// What JaCoCo counted, where all tests passed.
    pub report: Option<CoverageReport>,
}

/// A suite in its folder.
struct Place<'a> {
    folder: &'a Path,
    text: &'a Written,
    /// The test class: `com.acme.AccountTest`.
    class: String,
    cover: &'a UnitCover,
}

impl Judge {
    /// The JDK of the settings, and the jars of the local repository.
    ///
    /// # Errors
    /// When one is missing.
    pub fn new(settings: &Settings) -> Result<Self, JdkError> {
        let libraries: Vec<PathBuf> =
            settings.test_libraries.iter().chain(&settings.class_path).cloned().collect();
        // JVMs are started in folders of their own.
        let absolute = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
        let mut jars = Jars::find()?.with_project(&libraries);
        let mut class_path: Vec<PathBuf> = settings.class_path.iter().map(absolute).collect();
        if settings.mocks == Mocks::Mockito {
            let libraries: Vec<PathBuf> = libraries.iter().map(absolute).collect();
            jars = jars.with_mockito(&libraries);
            class_path.extend(settings.test_libraries.iter().map(absolute));
        }
        Ok(Self {
            tools: JdkTools::at(&settings.jdk)?,
            jars,
            class_path,
            release: settings.release,
            server: None,
            served: 0,
        })
    }

    /// Judges a suite for the classes of `cover`; where `is_right` does not like what the server says, JVMs of its own decide.
    ///
    /// # Errors
    /// When a tool cannot be run.
    pub fn judged(
        &mut self,
        text: &Written,
        package: &str,
        cover: &UnitCover,
        classes: &Classes,
        is_right: &dyn Fn(&Judgement) -> bool,
    ) -> Result<Judgement, JdkError> {
        let folder = TemporaryFolder::new().map_err(JdkError::io("a temporary folder"))?;
        let class = if package.is_empty() { text.class.clone() } else { format!("{package}.{}", text.class) };
        let place = Place { folder: folder.path(), text, class, cover };
        place.write(classes)?;
        let is_shared = |name: &str| SHARED.iter().any(|shared| name.starts_with(shared));
        if !cover.classes.iter().any(|class| is_shared(&class.name)) {
            // What goes wrong with the server is seen again without it, where it is no fault of the server.
            if let Ok(judgement) = self.served(&place)
                && (is_right(&judgement) || !judgement.failing.is_empty() && judgement.tests == 0)
            {
                return Ok(judgement);
            }
        }
        self.alone(&place)
    }

    /// How the tests of `text` end, without counting; what the compiler said where it refuses them. The JVM that stays runs them where
    /// each of them ends.
    ///
    /// # Errors
    /// When a tool cannot be run.
    pub fn results(
        &mut self,
        text: &Written,
        package: &str,
        all_end: bool,
    ) -> Result<Result<Vec<TestResult>, String>, JdkError> {
        let folder = TemporaryFolder::new().map_err(JdkError::io("a temporary folder"))?;
        let place = folder.path();
        let source = place.join(format!("{}.java", text.class));
        std::fs::write(&source, &text.text).map_err(JdkError::io("a test"))?;
        let into = place.join("classes");
        let sources = Sources {
            files: vec![source],
            class_path: self.class_path.iter().cloned().chain(self.jars.junit_path()).collect(),
            into: into.clone(),
            release: Some(self.release.min(self.tools.release)),
        };
        let class = if package.is_empty() { text.class.clone() } else { format!("{package}.{}", text.class) };
        let path: Vec<PathBuf> =
            std::iter::once(into.clone()).chain(self.class_path.iter().cloned()).collect();
        if all_end && self.served < MAX_SERVED {
            let mut server = match self.server.take() {
                Some(server) => server,
                None => TestServer::start(&self.tools, &self.jars, Limits::default())?,
            };
            self.served += 1;
            let compiled = server.compile(&sources, place)?;
            let results = match compiled.succeeded {
                true => Ok(server.test(&class, &path, &place.join("served.exec"), place)?),
                false => Err(compiled.messages.first().cloned().unwrap_or_default()),
            };
            self.server = Some(server);
            return Ok(results);
        }
        let compiled = self.tools.compile(&sources, place)?;
        if !compiled.succeeded {
            return Ok(Err(compiled.messages.first().cloned().unwrap_or_default()));
        }
        let suite = junit::Suite {
            tests: vec![into],
            class_path: self.class_path.clone(),
            ..junit::Suite::default()
        };
        Ok(Ok(self.tools.test(&self.jars, &suite, place, Limits::default())?.tests))
    }

    /// Compiles tests of several classes; what the compiler said where it refuses them.
    ///
    /// # Errors
    /// When a tool cannot be run.
    pub fn compile(
        &self,
        files: Vec<PathBuf>,
        into: &Path,
        folder: &Path,
    ) -> Result<Result<(), String>, JdkError> {
        let own = [into.to_owned(), self.jars.junit.clone()];
        let class_path = self.class_path.iter().chain(&own).cloned().collect();
        let release = Some(self.release.min(self.tools.release));
        let sources = Sources { files, class_path, into: into.to_owned(), release };
        let compiled = self.tools.compile(&sources, folder)?;
        let told = || compiled.messages.first().cloned().unwrap_or_default();
        Ok(if compiled.succeeded { Ok(()) } else { Err(told()) })
    }

    /// How tests end that were compiled, in a JVM for each of `suites`, on as many cores as there are workers; the ending of a JVM that
    /// does not come to the end of its tests.
    ///
    /// # Errors
    /// When a tool cannot be run.
    pub fn in_one_jvm(
        &self,
        suites: &[junit::Suite],
        jobs: usize,
    ) -> Result<Result<Vec<TestResult>, Ending>, JdkError> {
        let (tools, jars, class_path) = (&self.tools, &self.jars, &self.class_path);
        let one = |suite: &junit::Suite| {
            let folder = TemporaryFolder::new().map_err(JdkError::io("a temporary folder"))?;
            let suite = junit::Suite { class_path: class_path.clone(), ..suite.clone() };
            tools.test(jars, &suite, folder.path(), limits(TIME_TOGETHER))
        };
        let mut results = Vec::new();
        for suites in suites.chunks(jobs.max(1)) {
            let ran: Vec<Result<junit::SuiteRun, JdkError>> = std::thread::scope(|scope| {
                let threads: Vec<_> = suites.iter().map(|suite| scope.spawn(move || one(suite))).collect();
                threads.into_iter().map(|thread| thread.join().expect("it does not panic")).collect()
            });
            for run in ran {
                let run = run?;
                if !matches!(run.ending, Ending::Exited(0 | 1)) {
                    return Ok(Err(run.ending));
                }
                results.extend(run.tests);
            }
        }
        Ok(Ok(results))
    }

    /// By the JVM that stays.
    fn served(&mut self, place: &Place<'_>) -> Result<Judgement, JdkError> {
        if self.served >= MAX_SERVED {
            self.server = None;
        }
        let mut server = match self.server.take() {
            Some(server) => server,
            None => {
                self.served = 0;
                TestServer::start(&self.tools, &self.jars, limits(TIME))?
            }
        };
        self.served += 1;
        let judgement = self.by(&mut server, place)?;
        // One that failed does not come back here.
        self.server = Some(server);
        Ok(judgement)
    }

    fn by(&self, server: &mut TestServer, place: &Place<'_>) -> Result<Judgement, JdkError> {
        let compiled = server.compile(&self.sources(place), place.folder)?;
        if !compiled.succeeded {
            return Ok(place.refused(&compiled.messages));
        }
        let mut path = vec![place.compiled()];
        path.extend(self.class_path.iter().cloned());
        let executed = place.folder.join("served.exec");
        let results = server.test(&place.class, &path, &executed, place.folder)?;
        let mut judgement = place.ran(&results, "");
        if judgement.failing.is_empty() && judgement.failures.is_empty() {
            judgement.report = Some(server.coverage(&executed, &[place.counted()], place.folder)?);
        }
        Ok(judgement)
    }

    /// By JVMs of its own.
    fn alone(&self, place: &Place<'_>) -> Result<Judgement, JdkError> {
        if !self.jars.own.is_empty()
            && let Ok(mut server) = TestServer::start(&self.tools, &self.jars, limits(TIME))
            && let Ok(judgement) = self.by(&mut server, place)
        {
            // A project's JUnit has no console.
            return Ok(judgement);
        }
        let compiled = self.tools.compile(&self.sources(place), place.folder)?;
        if !compiled.succeeded {
            return Ok(place.refused(&compiled.messages));
        }
        let executed = place.folder.join("jacoco.exec");
        let suite = junit::Suite {
            tests: vec![place.compiled()],
            class_path: self.class_path.clone(),
            executed: Some(executed.clone()),
            ..junit::Suite::default()
        };
        let mut run = self.tools.test(&self.jars, &suite, place.folder, limits(TIME))?;
        if run.ending == Ending::TimedOut {
            // Which test does not end is seen when each has its own time.
            let parameters = [
                format!("junit.jupiter.execution.timeout.default={} s", TIME_OF_A_TEST.as_secs()),
                "junit.jupiter.execution.timeout.thread.mode.default=SEPARATE_THREAD".to_owned(),
            ];
            let timed = junit::Suite { parameters: parameters.into(), ..suite };
            let tests = u32::try_from(place.text.names.len()).unwrap_or(u32::MAX);
            let time = TIME.saturating_add(TIME_OF_A_TEST.saturating_mul(tests));
            run = self.tools.test(&self.jars, &timed, place.folder, limits(time))?;
        }
        let mut judgement = place.ran(&run.tests, &format!("{:?}", run.ending));
        if judgement.failing.is_empty() && judgement.failures.is_empty() {
            let report =
                self.tools.coverage(&self.jars.report, &executed, &[place.counted()], place.folder)?;
            judgement.report = Some(report);
        }
        Ok(judgement)
    }

    fn sources(&self, place: &Place<'_>) -> Sources {
        let mut class_path = self.class_path.clone();
        class_path.extend(self.jars.junit_path());
        Sources {
            files: vec![place.source()],
            class_path,
            into: place.compiled(),
            release: Some(self.release.min(self.tools.release)),
        }
    }
}

impl Place<'_> {
    fn source(&self) -> PathBuf {
        self.folder.join(format!("{}.java", self.text.class))
    }

    fn compiled(&self) -> PathBuf {
        self.folder.join("classes")
    }

    /// The classes that are counted.
    fn counted(&self) -> PathBuf {
        self.folder.join("judged")
    }

    fn write(&self, classes: &Classes) -> Result<(), JdkError> {
        let io = JdkError::io;
        std::fs::write(self.source(), &self.text.text).map_err(io("a test"))?;
        std::fs::create_dir_all(self.counted()).map_err(io("a temporary folder"))?;
        for class in &self.cover.classes {
            let bytes = classes.path().find_class(&class.name).ok().flatten().map(|found| found.bytes);
            let path = self.counted().join(format!("{}.class", class.name));
            if let (Some(bytes), Some(parent)) = (bytes, path.parent()) {
                std::fs::create_dir_all(parent).map_err(io("a class"))?;
                std::fs::write(&path, bytes).map_err(io("a class"))?;
            }
        }
        Ok(())
    }

    fn refused(&self, messages: &[String]) -> Judgement {
        let mut judgement = Judgement { failing: uncompiled(self.text, messages), ..Judgement::default() };
        if judgement.failing.is_empty() {
            let is_error = |message: &&String| message.contains("error:");
            let told = messages.iter().find(is_error).or(messages.first()).cloned().unwrap_or_default();
            judgement.failures.push(format!("`{}` does not compile: {told}", self.text.class));
        }
        judgement
    }

    fn ran(&self, results: &[TestResult], ending: &str) -> Judgement {
        let mut judgement = Judgement { tests: results.len(), ..Judgement::default() };
        judgement.passed = results.iter().filter(|test| test.verdict == Verdict::Passed).count();
        for test in results {
            let Verdict::Failed { class, message } = &test.verdict else { continue };
            let plain = test.name.trim_end_matches("()");
            match self.text.names.iter().position(|name| name.as_deref() == Some(plain)) {
                Some(at) => {
                    let line = first_line(message);
                    judgement.failing.insert(at, format!("it fails natively: {class}: {line}"));
                }
                None => judgement.failures.push(format!("`{}` fails: {message}", test.name)),
            }
        }
        let all = self.text.names.iter().flatten().count();
        if results.len() < all && judgement.failing.is_empty() {
            judgement.failures.push(format!("{} of {all} tests were run {ending}", results.len()));
        }
        judgement
    }
}

/// Tests in whose lines the compiler found errors.
pub(super) fn uncompiled(text: &Written, messages: &[String]) -> BTreeMap<usize, String> {
    let lines: Vec<&str> = text.text.lines().collect();
    let mut failing = BTreeMap::new();
    for message in messages.iter().filter(|message| message.contains(": error:")) {
        let number = message.split(".java:").nth(1).and_then(|rest| rest.split(':').next()?.parse().ok());
        let Some(number) = number.filter(|&number: &usize| number <= lines.len()) else { continue };
        // The nearest method above that is a test: mocks in its body have methods as well.
        let at = lines[..number].iter().rev().find_map(|line| {
            let name = line.trim().trim_start_matches("public ").strip_prefix("void ")?.split('(').next()?;
            text.names.iter().position(|known| known.as_deref() == Some(name))
        });
        if let Some(at) = at {
            let told = message.split(": error:").nth(1).unwrap_or(message).trim().to_owned();
            failing.entry(at).or_insert(format!("it does not compile: {told}"));
        }
    }
    failing
}

/// The first line of what a JVM says, without the hash codes in it, which no second run repeats: `loader 'tests' @…`.
pub(super) fn first_line(message: &str) -> String {
    let mut line = String::new();
    let mut rest = message.lines().next().unwrap_or_default();
    while let Some(at) = rest.find('@') {
        let (before, behind) = rest.split_at(at + 1);
        line.push_str(before);
        let word = behind.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(behind.len());
        let is_hash = HASH_DIGITS.contains(&word)
            && behind[..word].chars().all(|digit| matches!(digit, '0'..='9' | 'a'..='f'));
        line.push_str(if is_hash { "…" } else { &behind[..word] });
        rest = &behind[word..];
    }
    line.push_str(rest);
    line
}

/// Digits of a hash code that is written in hexadecimal: fewer are rare, and may be a word.
const HASH_DIGITS: std::ops::RangeInclusive<usize> = 5..=8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_codes_are_left_out_of_what_a_jvm_says() {
        assert_eq!(first_line("A@6ff3469a is not a B@1c2d3.\nmore"), "A@… is not a B@….");
        assert_eq!(first_line("me@cafe.org, x@deadbeef1, @Test, @"), "me@cafe.org, x@deadbeef1, @Test, @");
    }

    #[test]
    fn an_error_behind_the_method_of_a_mock_is_one_of_the_test_around_it() {
        let text = "class FooTest {\n    @Test\n    void barReturns() {\n        Baz baz = new Baz() {\n            public void set(int x) {\n            }\n        };\n        wrong();\n    }\n}\n";
        let written = Written {
            text: text.to_owned(),
            class: "FooTest".to_owned(),
            names: vec![None, Some("barReturns".to_owned())],
            path: String::new(),
            skipped: Vec::new(),
        };
        let failing = uncompiled(&written, &["/tmp/FooTest.java:8: error: cannot find symbol".to_owned()]);
        assert_eq!(
            failing.into_iter().collect::<Vec<_>>(),
            [(1, "it does not compile: cannot find symbol".to_owned())]
        );
    }
}
