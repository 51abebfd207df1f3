//! The tools of Java: a JDK, JUnit and JaCoCo. Sources are compiled, tests are run under a coverage agent, counters read.
//!
//! ```text
//! tools.rs     finding a JDK
//! jars.rs      the fixed jars of JUnit and JaCoCo in the local Maven repository
//! compile.rs   javac
//! run.rs       java, with the agent, under limits and without network
//! junit.rs     tests run by JUnit's console: how each ended
//! server.rs    a JVM that stays, and does all of that for one suite after the other
//! coverage.rs  JaCoCo's report as data
//! project.rs   class paths and folders, asked from Maven and Gradle
//! xml.rs       just enough of XML to read both reports
//! ```
//!
//! Knows nothing about goals, or about what the figures mean.

pub mod compile;
pub mod coverage;
pub mod jars;
pub mod junit;
pub mod project;
pub mod run;
pub mod server;
pub mod tools;
pub mod xml;

pub use compile::{Compiled, Sources};
pub use coverage::{ClassReport, Counted, CoverageReport, MethodReport};
pub use jars::Jars;
pub use junit::{TestResult, Verdict};
pub use project::{BuildTool, Layout, Project, ProjectError};
pub use run::{Limits, Program};
pub use server::TestServer;
pub use tools::JdkTools;

use std::path::PathBuf;
use thiserror::Error;

/// No limit of address space.
const UNLIMITED: u64 = u64::MAX;

/// Paths with colons between them.
fn joined(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(":")
}

/// Why a tool of Java could not do its work.
#[derive(Debug, Error)]
pub enum JdkError {
    /// There is no JDK.
    #[error(
        "no JDK found: neither JAVA_HOME nor the path nor /usr/lib/jvm has one with javac\n  = help: apt-get install \
         openjdk-17-jdk-headless, or name one with JAVA_HOME=/path/to/jdk"
    )]
    NoJdk,
    /// A folder is no JDK.
    #[error("`{home}` is no JDK: {reason}\n  = help: name a folder that has `release`, `bin/java` and `bin/javac`", home = home.display())]
    NotAJdk {
        /// The folder.
        home: PathBuf,
        /// What it lacks.
        reason: String,
    },
    /// A jar is not in the local Maven repository.
    #[error(
        "`{coordinates}` is not in the local Maven repository: {path} is missing\n  = help: run scripts/setup.sh, or: mvn \
         dependency:get -Dartifact={coordinates} -Dtransitive=false", path = path.display()
    )]
    NoJar {
        /// Group, artifact, version, and classifier.
        coordinates: String,
        /// Where it would be.
        path: PathBuf,
    },
    /// A tool failed that should not.
    #[error("{tool} failed: {told}")]
    Failed {
        /// The tool.
        tool: &'static str,
        /// What it said.
        told: String,
    },
    /// A tool could not be started, or a file not be written.
    #[error("cannot run {tool}: {error}")]
    Io {
        /// The tool.
        tool: &'static str,
        /// Why.
        error: std::io::Error,
    },
}

impl JdkError {
    /// The error of `tool` for one of the system.
    pub fn io(tool: &'static str) -> impl FnOnce(std::io::Error) -> Self {
        move |error| Self::Io { tool, error }
    }
}

/// The beginning of what a tool said.
fn beginning(text: &str) -> String {
    text.lines().take(20).collect::<Vec<_>>().join("\n")
}
