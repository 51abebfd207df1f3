//! Native confirmation: the emitted tests, compiled with coverage and run for real.
//!
//! Each program is compiled and linked once and then runs all its tests in one go (its runner
//! gives every test a process of its own). Tests that this run did not report, because the
//! runner itself died or its time was over, are run again one by one. All profiles are merged,
//! and `llvm-cov` says what was covered.
//!
//! The programs print TAP: `ok 1 - name`, `not ok 2 - name`, `# reason` before. They are given
//! the names of the tests to run as arguments, and `TRINE_TIMEOUT` as seconds per test.

use crate::clang::coverage::{self, FunctionCoverage};
use crate::clang::shared::SharedObjects;
use crate::clang::source::{SourceFile, compile_to, diagnostics};
use crate::clang::target::NativeTarget;
use crate::clang::toolchain::{Toolchain, ToolchainError};
use crate::process::{Ending, Finished, run_limited};
use crate::temporary::TemporaryFolder;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why there is no confirmation at all.
#[derive(Debug, Error)]
pub enum ConfirmationError {
    /// A tool is missing.
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
    /// The temporary folder cannot be used, or a tool cannot be run.
    #[error("native confirmation: {0}")]
    Io(#[from] io::Error),
    /// A tool failed.
    #[error("native confirmation: {0}")]
    Tool(String),
}

/// What the programs may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time for one test.
    pub test: Duration,
    /// Time for all tests of one program together; as much again when they are run one by one.
    pub program: Duration,
    /// Address space of each process.
    pub memory_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { test: Duration::from_secs(2), program: Duration::from_secs(10), memory_bytes: 2 << 30 }
    }
}

/// Test programs to compile and run.
#[derive(Clone, Debug, Default)]
pub struct NativeSuite {
    /// Files by relative path, written to the temporary folder.
    pub files: BTreeMap<String, String>,
    /// The programs.
    pub programs: Vec<Executable>,
    /// Libraries to link.
    pub link_flags: Vec<String>,
    /// What the programs are for.
    pub target: NativeTarget,
}

/// A test program.
#[derive(Clone, Debug, Default)]
pub struct Executable {
    /// Its name: a file name.
    pub name: String,
    /// Its sources.
    pub sources: Vec<SourceFile>,
    /// Names of its tests.
    pub tests: Vec<String>,
}

/// What was seen.
#[derive(Clone, Debug, Default)]
pub struct Confirmation {
    /// One entry for each test, in order of programs and tests.
    pub tests: Vec<TestRun>,
    /// What was covered: functions of measured sources, those of the suite's own files left out.
    pub functions: Vec<FunctionCoverage>,
    /// Programs that did not compile or link, with what the compiler said.
    pub broken: Vec<(String, String)>,
    /// Wall-clock time.
    pub milliseconds: u64,
}

/// A test that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestRun {
    /// The program.
    pub program: String,
    /// The test.
    pub name: String,
    /// How it went.
    pub verdict: TestVerdict,
    /// What the checks said, one line each.
    pub output: String,
}

/// How a test went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestVerdict {
    /// All checks hold.
    Passed,
    /// A check does not hold, or the program exited.
    Failed,
    /// A signal ended it.
    Crashed,
    /// It took too long.
    TimedOut,
    /// It was not run: its program did not compile, time was over, or this machine cannot ([`SKIPPED`]).
    NotRun,
}

impl Confirmation {
    /// Compiles and runs `suite`.
    ///
    /// # Errors
    /// When tools are missing or fail. Programs that do not compile and tests that fail are part
    /// of the answer.
    pub fn run(
        toolchain: &Toolchain,
        suite: &NativeSuite,
        limits: Limits,
    ) -> Result<Self, ConfirmationError> {
        Self::run_sharing(toolchain, suite, &SharedObjects::new()?, limits)
    }

    /// Compiles and runs `suite`, with the objects of sources that are marked so taken from `shared`.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_sharing(
        toolchain: &Toolchain,
        suite: &NativeSuite,
        shared: &SharedObjects,
        limits: Limits,
    ) -> Result<Self, ConfirmationError> {
        BuiltSuite::new(toolchain, suite.clone(), shared, limits)?.confirm()
    }
}

/// Runs of each test that are compared, each with more bytes in its environment, which move the stack; everything else
/// a system lays out at random anyway.
const PADDINGS: [usize; 5] = [0, 16, 40, 72, 4000];

/// A suite whose programs are built: its tests run as often as asked, without those that were taken out, and nothing is
/// compiled again. The folder goes with the value.
#[derive(Debug)]
pub struct BuiltSuite<'a> {
    toolchain: &'a Toolchain,
    suite: NativeSuite,
    limits: Limits,
    folder: TemporaryFolder,
    /// Programs that did not build, with what the compiler said.
    broken: Vec<(String, String)>,
    /// Whether programs are run without arguments, which runs all their tests.
    is_whole: bool,
    /// Time that compiling and linking took.
    building: Duration,
}

impl<'a> BuiltSuite<'a> {
    /// Compiles and links the programs of `suite`, with the objects of sources that are marked so taken from `shared`.
    ///
    /// # Errors
    /// When tools are missing or cannot be run. Programs that do not compile are part of the answer.
    pub fn new(
        toolchain: &'a Toolchain,
        suite: NativeSuite,
        shared: &SharedObjects,
        limits: Limits,
    ) -> Result<Self, ConfirmationError> {
        let start = Instant::now();
        toolchain.profdata()?;
        toolchain.cov()?;
        let folder = TemporaryFolder::new()?;
        for (name, content) in &suite.files {
            folder.write(name, content)?;
        }
        std::fs::create_dir_all(folder.path().join("run"))?;
        let broken = Vec::new();
        let building = Duration::ZERO;
        let mut built = Self { toolchain, suite, limits, folder, broken, is_whole: true, building };
        for program in &built.suite.programs {
            if let Err(stderr) = built.build(program, shared)? {
                built.broken.push((program.name.clone(), stderr));
            }
        }
        if !built.broken.is_empty() && built.suite.target.is_measured() {
            // Perhaps no program with counters builds.
            toolchain.check_profile_runtime()?;
        }
        built.building = start.elapsed();
        Ok(built)
    }

    /// Programs that did not compile or link, with what the compiler said.
    #[must_use]
    pub fn broken(&self) -> &[(String, String)] {
        &self.broken
    }

    /// Takes out the tests of these names: they are not run any more.
    pub fn take_out(&mut self, is_out: impl Fn(&str) -> bool) {
        for program in &mut self.suite.programs {
            let before = program.tests.len();
            program.tests.retain(|test| !is_out(test));
            self.is_whole &= program.tests.len() == before;
        }
    }

    /// The programs that were built.
    fn built(&self) -> impl Iterator<Item = &Executable> {
        self.suite.programs.iter().filter(|program| self.stderr(program).is_none())
    }

    /// What the compiler said of `program`, where it was not built.
    fn stderr(&self, program: &Executable) -> Option<&String> {
        self.broken.iter().find(|(name, _)| *name == program.name).map(|(_, stderr)| stderr)
    }

    /// Runs the tests that are left, and measures what they cover.
    ///
    /// # Errors
    /// When tools fail. Tests that fail are part of the answer.
    pub fn confirm(&self) -> Result<Confirmation, ConfirmationError> {
        let start = Instant::now();
        let mut confirmation = Confirmation { broken: self.broken.clone(), ..Confirmation::default() };
        let profiles = self.folder.path().join("profiles");
        // What an earlier run counted.
        if profiles.is_dir() {
            std::fs::remove_dir_all(&profiles)?;
        }
        std::fs::create_dir_all(&profiles)?;
        for program in &self.suite.programs {
            match self.stderr(program) {
                None => confirmation.tests.extend(self.run(program)?),
                Some(_) => {
                    confirmation.tests.extend(program.tests.iter().map(|test| not_run(program, test)));
                }
            }
        }
        confirmation.functions = self.measure()?;
        confirmation.milliseconds = (self.building + start.elapsed()).as_millis() as u64;
        Ok(confirmation)
    }

    /// The names of the tests that take different ways in different runs, though all their checks hold: addresses decide,
    /// or something else that a test cannot set.
    ///
    /// # Errors
    /// When tools are missing or fail.
    pub fn unsteady_tests(&self) -> Result<Vec<String>, ConfirmationError> {
        let mut unsteady = Vec::new();
        for program in self.built() {
            for test in &program.tests {
                let first = self.counters(program, test, PADDINGS[0])?;
                for padding in &PADDINGS[1..] {
                    if self.counters(program, test, *padding)? != first {
                        unsteady.push(test.clone());
                        break;
                    }
                }
            }
        }
        Ok(unsteady)
    }
}

fn not_run(program: &Executable, test: &str) -> TestRun {
    TestRun {
        program: program.name.clone(),
        name: test.to_owned(),
        verdict: TestVerdict::NotRun,
        output: String::new(),
    }
}

impl BuiltSuite<'_> {
    fn program_path(&self, program: &Executable) -> PathBuf {
        self.folder.path().join(format!("{}.program", program.name))
    }

    /// Compiles and links `program`; the inner error is what the compiler said.
    fn build(&self, program: &Executable, shared: &SharedObjects) -> io::Result<Result<(), String>> {
        let results = self.compile_all(program, shared);
        let mut objects = Vec::new();
        for result in results {
            match result? {
                Ok(object) => objects.push(object),
                Err(stderr) => return Ok(Err(stderr)),
            }
        }
        let target = &self.suite.target;
        let mut command = target.linker(&self.toolchain.clang);
        if target.is_measured() {
            command.args(self.toolchain.coverage_flags());
        }
        command.args(&objects).args(&self.suite.link_flags);
        command.args(["-lm", "-o"]).arg(self.program_path(program));
        Ok(diagnostics(&mut command)?.map_or(Ok(()), Err))
    }

    /// Compiles the sources of `program`, some at a time.
    fn compile_all(
        &self,
        program: &Executable,
        shared: &SharedObjects,
    ) -> Vec<io::Result<Result<PathBuf, String>>> {
        let width = std::thread::available_parallelism().map_or(1, usize::from);
        let sources: Vec<_> = program.sources.iter().enumerate().collect();
        let mut results = Vec::new();
        for some in sources.chunks(width) {
            results.extend(std::thread::scope(|scope| {
                let compile =
                    |&(index, source)| scope.spawn(move || self.compile(program, index, source, shared));
                let threads: Vec<_> = some.iter().map(compile).collect();
                let join = |thread: std::thread::ScopedJoinHandle<'_, _>| {
                    thread.join().expect("compiling does not panic")
                };
                threads.into_iter().map(join).collect::<Vec<_>>()
            }));
        }
        results
    }

    fn compile(
        &self,
        program: &Executable,
        index: usize,
        source: &SourceFile,
        shared: &SharedObjects,
    ) -> io::Result<Result<PathBuf, String>> {
        if source.shared {
            return shared.object(self.toolchain, source, &self.suite.target);
        }
        let object = self.folder.path().join(format!("{}.{index}.o", program.name));
        let path = self.folder.path().join(&source.path);
        Ok(compile_to(self.toolchain, source, &path, self.folder.path(), (&object, &self.suite.target))?
            .map(|()| object))
    }

    /// Runs all tests of `program`, then those without a verdict one by one.
    fn run(&self, program: &Executable) -> io::Result<Vec<TestRun>> {
        let mut verdicts = BTreeMap::new();
        if !program.tests.is_empty() {
            let wanted: Vec<&str> = program.tests.iter().map(String::as_str).collect();
            let wanted = if self.is_whole { &[][..] } else { &wanted[..] };
            let finished = self.start(program, wanted, self.limits.program)?;
            verdicts = read_tap(&finished.stdout);
        }
        let again = Instant::now();
        let mut runs = Vec::new();
        for test in &program.tests {
            let (verdict, output) = match verdicts.remove(test) {
                Some(seen) => seen,
                None if again.elapsed() > self.limits.program => (TestVerdict::NotRun, String::new()),
                None => self.run_alone(program, test)?,
            };
            runs.push(TestRun { program: program.name.clone(), name: test.clone(), verdict, output });
        }
        Ok(runs)
    }

    fn run_alone(&self, program: &Executable, test: &str) -> io::Result<(TestVerdict, String)> {
        let time = self.limits.test + Duration::from_millis(500);
        let finished = self.start(program, &[test], time)?;
        if let Some(seen) = read_tap(&finished.stdout).remove(test) {
            return Ok(seen);
        }
        let verdict = match finished.ending {
            Ending::TimedOut => TestVerdict::TimedOut,
            Ending::Signaled(_) => TestVerdict::Crashed,
            Ending::Exited(_) => TestVerdict::Failed,
        };
        let last = finished.stderr.lines().last().unwrap_or_default();
        Ok((verdict, format!("{NO_VERDICT} ({:?}) {last}", finished.ending)))
    }

    fn start(&self, program: &Executable, tests: &[&str], time: Duration) -> io::Result<Finished> {
        let folder = self.folder.path();
        // `%m`: all processes of the program merge what they counted into one file.
        let profile = folder.join("profiles").join(format!("{}-%m.profraw", program.name));
        let command = self.command(program, tests, &profile);
        run_limited(command, &folder.join("run"), time, self.memory_bytes())
    }

    /// The memory that a test program may take, with what an emulator reserves for itself.
    fn memory_bytes(&self) -> u64 {
        self.limits.memory_bytes + self.suite.target.reserved_bytes()
    }

    /// A command that runs `tests` of `program`, all if there are none, and counts into `profile`.
    fn command(&self, program: &Executable, tests: &[&str], profile: &Path) -> Command {
        let mut command = self.suite.target.runner(self.program_path(program));
        let seconds = self.limits.test.as_millis().div_ceil(1000).max(1);
        command.args(tests).env_clear().env("LLVM_PROFILE_FILE", profile);
        command.env("TRINE_TIMEOUT", seconds.to_string()).env("LC_ALL", "C").env("PATH", "/usr/bin:/bin");
        command
    }

    /// What `test` of `program` counted in a run of its own, as text without addresses, where its environment takes
    /// `padding` bytes more; none where it did not pass.
    fn counters(&self, program: &Executable, test: &str, padding: usize) -> io::Result<Option<String>> {
        let profile = self.folder.path().join("alone.profraw");
        let _ = std::fs::remove_file(&profile);
        let mut command = self.command(program, &[test], &profile);
        command.env("PADDING", "x".repeat(padding));
        let time = self.limits.test + Duration::from_millis(500);
        let finished = run_limited(command, &self.folder.path().join("run"), time, self.memory_bytes())?;
        let passed =
            read_tap(&finished.stdout).get(test).is_some_and(|(verdict, _)| *verdict == TestVerdict::Passed);
        let Some(profdata) = self.toolchain.profdata.as_ref().filter(|_| passed) else { return Ok(None) };
        let mut merge = Command::new(profdata);
        merge.args(["merge", "-sparse", "-text"]).arg(&profile).args(["-o", "-"]);
        let output = merge.stdin(Stdio::null()).output()?;
        Ok(output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned()))
    }

    /// Merges the profiles and reads what they cover.
    fn measure(&self) -> Result<Vec<FunctionCoverage>, ConfirmationError> {
        let folder = self.folder.path();
        let entries = std::fs::read_dir(folder.join("profiles"))?;
        let profiles: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        if profiles.is_empty() {
            return Ok(Vec::new());
        }
        let merged = folder.join("merged.profdata");
        let mut merge = Command::new(self.toolchain.profdata()?);
        merge.args(["merge", "-sparse", "-failure-mode=all"]).args(&profiles).arg("-o").arg(&merged);
        if let Some(stderr) = diagnostics(&mut merge)? {
            return Err(ConfirmationError::Tool(format!("llvm-profdata: {stderr}")));
        }
        let mut functions = Vec::new();
        for program in self.built() {
            functions.extend(self.export(program, &merged)?);
        }
        Ok(coverage::merge(functions))
    }

    fn export(
        &self,
        program: &Executable,
        profile: &Path,
    ) -> Result<Vec<FunctionCoverage>, ConfirmationError> {
        let mut export = Command::new(self.toolchain.cov()?);
        export.arg("export").arg(self.program_path(program)).arg("-instr-profile").arg(profile);
        // Four fifths of the text, which nobody reads here: functions name their expansions themselves.
        export.arg("-skip-expansions");
        let output = export.stdin(Stdio::null()).output()?;
        if !output.status.success() {
            let stderr = String::from_utf8_lossy(&output.stderr);
            return Err(ConfirmationError::Tool(format!("llvm-cov: {stderr}")));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        coverage::parse(&text, self.folder.path()).map_err(ConfirmationError::Tool)
    }
}

/// The beginning of the output of a test whose program said nothing about it.
pub const NO_VERDICT: &str = "the test program ended without a verdict";

/// The beginning of the output of a test that was not run because this machine cannot.
pub const SKIPPED: &str = "skipped: ";

/// Verdict and remarks of each test in TAP output.
fn read_tap(text: &str) -> BTreeMap<String, (TestVerdict, String)> {
    let mut verdicts = BTreeMap::new();
    let mut remarks = String::new();
    for line in text.lines() {
        if let Some(remark) = line.strip_prefix("# ") {
            remarks.push_str(remark);
            remarks.push('\n');
            continue;
        }
        let (passed, rest) = match (line.strip_prefix("ok "), line.strip_prefix("not ok ")) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => continue,
        };
        let Some((_, name)) = rest.split_once(" - ") else { continue };
        let remarks = std::mem::take(&mut remarks);
        if let Some((name, why)) = name.split_once(" # SKIP ") {
            verdicts.insert(name.to_owned(), (TestVerdict::NotRun, format!("{SKIPPED}{why}")));
            continue;
        }
        let verdict = match passed {
            true => TestVerdict::Passed,
            false if remarks.contains(": ended by signal ") => TestVerdict::Crashed,
            false if remarks.contains(": stopped, it took too long") => TestVerdict::TimedOut,
            false => TestVerdict::Failed,
        };
        verdicts.insert(name.to_owned(), (verdict, remarks));
    }
    verdicts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_read_from_tap() {
        let text = "1..5\nok 5 - e # SKIP no such thing\nok 1 - a\n# t.c:3: x: expected 1, got 2\nnot ok 2 - b\n# c: ended by signal 11 (S)\n\
                    not ok 3 - c\n# d: stopped, it took too long\nnot ok 4 - d\n";
        let verdicts = read_tap(text);
        assert_eq!(verdicts["a"], (TestVerdict::Passed, String::new()));
        assert_eq!(verdicts["b"], (TestVerdict::Failed, "t.c:3: x: expected 1, got 2\n".to_owned()));
        assert_eq!(verdicts["c"].0, TestVerdict::Crashed);
        assert_eq!(verdicts["e"], (TestVerdict::NotRun, "skipped: no such thing".to_owned()));
        assert_eq!(verdicts["d"].0, TestVerdict::TimedOut);
    }
}
