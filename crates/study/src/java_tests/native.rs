//! Test methods under `java`: which there are, and how they end.

use super::{TestMethod, kept};
use crate::java::jvm::Tools;
use anyhow::{Context, Result, ensure};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use trine_native::temporary::TemporaryFolder;

/// Lists and runs test methods.
const DRIVER: &str = include_str!("../../../jdk/tests/java/TestDriver.java");

/// The mark in front of how a method ended.
const ENDED: char = '\u{1}';

/// Milliseconds that a method may take under `java`.
const LIMIT: &str = "20000";

/// How a method ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// It passed.
    Passed,
    /// One of its assumptions does not hold.
    Aborted,
    /// With this exception.
    Failed(String),
    /// It took too long.
    Slow,
    /// It needs what is not supported.
    Unsupported(String),
}

impl Ended {
    /// What the driver's output says.
    pub fn of(out: &str) -> Option<Self> {
        let (_, told) = out.rsplit_once(ENDED)?;
        Self::of_line(told.lines().next()?).filter(|ended| !matches!(ended, Self::Unsupported(_)))
    }

    /// One line for it, without the driver's mark.
    pub fn line(&self) -> String {
        let line = match self {
            Self::Passed => "passed".to_owned(),
            Self::Aborted => "aborted".to_owned(),
            Self::Slow => "slow".to_owned(),
            Self::Failed(why) => format!("failed {why}"),
            Self::Unsupported(what) => format!("unsupported {what}"),
        };
        line.replace(['\n', '\r', ENDED], " ")
    }

    /// What [`Ended::line`] wrote.
    pub fn of_line(told: &str) -> Option<Self> {
        Some(match told.split_once(' ') {
            Some(("unsupported", what)) => Self::Unsupported(what.to_owned()),
            None if told == "passed" => Self::Passed,
            None if told == "aborted" => Self::Aborted,
            None if told == "slow" => Self::Slow,
            Some(("failed", why)) => Self::Failed(why.to_owned()),
            _ => return None,
        })
    }
}

/// Compiles the driver.
pub(super) fn compile(jdk: &Tools, folder: &Path) -> Result<PathBuf> {
    let classes = folder.join("driver");
    std::fs::create_dir_all(&classes)?;
    let source = folder.join("TestDriver.java");
    std::fs::write(&source, DRIVER)?;
    let mut javac = jdk.tool("javac");
    javac.args(["-g", "-nowarn", "--release", "11", "-d"]).arg(&classes).arg(&source);
    let output = javac.output().context("javac does not start")?;
    let told = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "javac refuses the driver:\n{told}");
    Ok(classes)
}

/// `java` with the driver.
fn java(jdk: &Tools, path: &[PathBuf], folder: &Path) -> Result<Command> {
    let work = folder.join("work");
    std::fs::create_dir_all(&work)?;
    let mut java = jdk.tool("java");
    java.args(["-Xmx768m", "-XX:TieredStopAtLevel=1", "-Dfile.encoding=UTF-8", "-Duser.language=en"]);
    java.args(["-Duser.country=US", "-Duser.timezone=UTC", "-Djava.awt.headless=true"]);
    java.arg(format!("-Djava.io.tmpdir={}", work.display()));
    let path: Vec<String> = path.iter().map(|jar| jar.display().to_string()).collect();
    java.arg("-cp").arg(path.join(":")).arg("TestDriver").current_dir(work);
    Ok(java)
}

/// What a command prints that is given `input`.
fn printed(command: &mut Command, input: &str) -> Result<String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().context("java does not start")?;
    let mut stdin = child.stdin.take().context("a process without input")?;
    let input = input.to_owned();
    // A pipe holds little: who writes must not be the one who reads.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output()?;
    // A program that ends before it has read all of its input is judged by what it printed.
    let _ = writer.join();
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The test methods in the jar `tests`, sorted by name.
pub(super) fn methods(jdk: &Tools, path: &[PathBuf], tests: &Path, folder: &Path) -> Result<Vec<TestMethod>> {
    let text = kept(&folder.join("methods"), || {
        let jdk_of_path = trine_frontend_jvm::Jdk::open(&jdk.home)?;
        let classes = trine_frontend_jvm::ClassPath::open(jdk_of_path, &[tests.to_owned()])?.classes()?;
        let names: String = classes.iter().map(|name| name.replace('/', ".") + "\n").collect();
        printed(java(jdk, path, folder)?.arg("list"), &names)
    })?;
    let mut lines: Vec<&str> = text.lines().filter(|line| line.ends_with("\t.")).collect();
    lines.sort_unstable();
    lines.dedup();
    Ok(lines.into_iter().map(|line| TestMethod { line: line.to_owned() }).collect())
}

/// How each of `methods` ends; those that end the JVM itself failed.
pub(super) fn run(
    jdk: &Tools,
    path: &[PathBuf],
    methods: &[TestMethod],
    folder: &Path,
) -> Result<Vec<Ended>> {
    let text = kept(&folder.join("native"), || {
        let mut told = String::new();
        let mut done = 0;
        while done < methods.len() {
            let input: String = methods[done..].iter().map(|method| format!("{}\n", method.line)).collect();
            let out = printed(java(jdk, path, folder)?.args(["runall", LIMIT]), &input)?;
            let mut ended: Vec<&str> = out.lines().filter(|line| line.starts_with(ENDED)).collect();
            if ended.len() < methods.len() - done {
                ended.push("\u{1}failed and ended the JVM");
            }
            done += ended.len();
            told.extend(ended.iter().map(|line| format!("{line}\n")));
        }
        Ok(told)
    })?;
    let ended: Vec<Ended> = text.lines().filter_map(Ended::of).collect();
    ensure!(ended.len() == methods.len(), "java ran {} of {} methods", ended.len(), methods.len());
    Ok(ended)
}

/// How `method` ends in a JVM of its own, in an empty folder.
pub(super) fn alone(jdk: &Tools, path: &[PathBuf], method: &TestMethod) -> Result<Ended> {
    let folder = TemporaryFolder::new()?;
    let out =
        printed(java(jdk, path, folder.path())?.args(["runall", LIMIT]), &format!("{}\n", method.line))?;
    Ok(Ended::of(&out).unwrap_or_else(|| Ended::Failed("and ended the JVM".to_owned())))
}
