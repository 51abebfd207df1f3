//! A JVM that stays: it compiles, runs and counts one test suite after the other.
//!
//! Starting a JVM, the compiler, JUnit and JaCoCo's report takes seconds of processor time, a small suite a tenth of one. The program
//! (`java/TestServer.java`) gives each suite class loaders of its own and begins its counts anew; what it does differently from a JVM
//! that runs one suite alone is what suites do to the JDK itself. So a caller asks a JVM of its own again where a suite fails here.
//!
//! A server that does not answer in time, or ends (a test may end the process), is an error; the caller starts another one.

use super::compile::{self, Compiled, Sources};
use super::coverage::{CoverageReport, arguments as report_arguments};
use super::run::{Limits, options, without_network};
use super::{Jars, JdkError, JdkTools, TestResult, Verdict, joined};
use crate::process::confine;
use crate::temporary::TemporaryFolder;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};

const TOOL: &str = "the server of tests";
const PROGRAM: &str = include_str!("java/TestServer.java");
/// Classes that the agent need not look at: those of the server, the compiler and JUnit.
const UNCOUNTED_LOADERS: &str =
    "sun.reflect.DelegatingClassLoader:jdk.internal.loader.*:com.sun.tools.javac.*";

/// The process, and the pipes to and from it.
pub struct TestServer {
    child: Child,
    requests: ChildStdin,
    answers: Receiver<String>,
    limits: Limits,
    /// Where it works.
    _folder: TemporaryFolder,
}

impl TestServer {
    /// Starts the server on `tools`; each request may take what `limits` says.
    ///
    /// # Errors
    /// When it does not start: on a JDK before 11, for instance.
    pub fn start(tools: &JdkTools, jars: &Jars, limits: Limits) -> Result<Self, JdkError> {
        let io = JdkError::io;
        let folder = TemporaryFolder::new().map_err(io(TOOL))?;
        let program = folder.write("TestServer.java", PROGRAM).map_err(io(TOOL))?;
        let mut java = tools.command("java");
        java.arg(format!(
            "-javaagent:{}=output=none,exclclassloader={UNCOUNTED_LOADERS}",
            jars.agent.display()
        ));
        java.args(jars.agent_options()).args(options(limits)).arg("-cp");
        let path: Vec<PathBuf> =
            jars.junit_path().into_iter().chain([jars.agent.clone(), jars.report.clone()]).collect();
        java.arg(joined(&path)).arg(program);
        let told = File::create(folder.path().join("stderr")).map_err(io(TOOL))?;
        java.env("HOME", folder.path()).current_dir(folder.path());
        java.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(told);
        without_network(&mut java);
        // SAFETY: `confine` only makes system calls that are safe between fork and exec.
        unsafe { java.pre_exec(|| confine(super::UNLIMITED)) };
        let mut child = java.spawn().map_err(io(TOOL))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (requests, out) = pipes.ok_or_else(|| failed("it has no pipes"))?;
        let (sender, answers) = channel();
        // Ends with the process.
        std::thread::spawn(move || {
            let lines = BufReader::new(out).lines().map_while(Result::ok);
            lines.map(|line| sender.send(line)).take_while(Result::is_ok).for_each(drop);
        });
        let mut server = Self { child, requests, answers, limits, _folder: folder };
        match server.answer()?.as_str() {
            "ready" => Ok(server),
            other => Err(failed(other)),
        }
    }

    /// Compiles as [`JdkTools::compile`] does. Files are written to `folder`.
    ///
    /// # Errors
    /// When the server fails.
    pub fn compile(&mut self, sources: &Sources, folder: &Path) -> Result<Compiled, JdkError> {
        let io = JdkError::io;
        std::fs::create_dir_all(&sources.into).map_err(io(TOOL))?;
        let mut words = compile::arguments(sources);
        words.extend(sources.files.iter().map(|file| file.display().to_string()));
        let (arguments, messages) = (folder.join("compiler-arguments"), folder.join("compiler-messages"));
        write_lines(&arguments, &words)?;
        let code = self.ask(&["compile".into(), arguments, messages.clone()])?;
        let told = std::fs::read(&messages).map_err(io(TOOL))?;
        Ok(Compiled { succeeded: code == 0, messages: compile::messages(&String::from_utf8_lossy(&told)) })
    }

    /// Runs the tests of `class`, found on `class_path`; what was executed goes to the file `executed`.
    ///
    /// # Errors
    /// When the server fails, or a test ended it.
    pub fn test(
        &mut self,
        class: &str,
        class_path: &[PathBuf],
        executed: &Path,
        folder: &Path,
    ) -> Result<Vec<TestResult>, JdkError> {
        let results = folder.join("test-results");
        let mut words = vec!["test".into(), results.clone(), executed.to_owned(), class.into()];
        words.extend(class_path.iter().cloned());
        self.ask(&words)?;
        let text = std::fs::read_to_string(&results).map_err(JdkError::io(TOOL))?;
        Ok(text.lines().filter_map(|line| result(class, line)).collect())
    }

    /// Reads what was executed, as [`JdkTools::coverage`] does.
    ///
    /// # Errors
    /// When the server fails.
    pub fn coverage(
        &mut self,
        executed: &Path,
        classes: &[PathBuf],
        folder: &Path,
    ) -> Result<CoverageReport, JdkError> {
        let into = folder.join("jacoco.xml");
        let arguments = folder.join("report-arguments");
        write_lines(&arguments, &report_arguments(executed, classes, &into))?;
        self.ask(&["report".into(), arguments])?;
        let text = std::fs::read_to_string(&into).map_err(JdkError::io(TOOL))?;
        Ok(CoverageReport::read(&text))
    }

    /// Sends one request; gives the code that it was done with.
    fn ask(&mut self, words: &[PathBuf]) -> Result<i32, JdkError> {
        let words: Vec<String> = words.iter().map(|word| word.display().to_string()).collect();
        if words.iter().any(|word| word.contains(['\t', '\n', '\r'])) {
            return Err(failed("a path has a line end or tab in it"));
        }
        let line = words.join("\t") + "\n";
        self.requests.write_all(line.as_bytes()).map_err(JdkError::io(TOOL))?;
        let answer = self.answer()?;
        answer.strip_prefix("done ").and_then(|code| code.parse().ok()).ok_or_else(|| failed(&answer))
    }

    fn answer(&mut self) -> Result<String, JdkError> {
        self.answers.recv_timeout(self.limits.time).map_err(|error| failed(&error.to_string()))
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        // SAFETY: a plain system call; the group is the session that `confine` made.
        unsafe { libc::kill(-(self.child.id() as libc::pid_t), libc::SIGKILL) };
        let _ = self.child.wait();
    }
}

fn failed(told: &str) -> JdkError {
    JdkError::Failed { tool: TOOL, told: told.to_owned() }
}

fn write_lines(path: &Path, lines: &[String]) -> Result<(), JdkError> {
    if lines.iter().any(|line| line.contains(['\n', '\r'])) {
        return Err(failed("a path has a line end in it"));
    }
    std::fs::write(path, lines.join("\n")).map_err(JdkError::io(TOOL))
}

/// A line of the results: ending, method, class of what was thrown, its message.
fn result(class: &str, line: &str) -> Option<TestResult> {
    let mut words = line.splitn(4, '\t');
    let (ending, name, kind, message) = (words.next()?, words.next()?, words.next()?, words.next()?);
    let verdict = match ending {
        "passed" => Verdict::Passed,
        "skipped" => Verdict::Skipped,
        _ => Verdict::Failed { class: kind.to_owned(), message: message.to_owned() },
    };
    Some(TestResult { class: class.to_owned(), name: name.to_owned(), verdict })
}
