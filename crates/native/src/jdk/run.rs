//! Running Java programs in a temporary folder: with limits of time and memory, without network, under the agent of JaCoCo
//! where coverage is asked for.
//!
//! The JVM reserves address space far beyond what it uses, so that its memory is limited by `-Xmx` and not by the system.
//! The network is taken away by a namespace of its own, where the system lets a user make one; where it does not, the
//! program runs with it.

use super::{JdkError, JdkTools, UNLIMITED, joined};
use crate::process::{Finished, run_limited};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What a run may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time.
    pub time: Duration,
    /// Memory of the heap, in MiB.
    pub heap_mib: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: Duration::from_secs(120), heap_mib: 512 }
    }
}

/// A program to run.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Folders and jars of its classes.
    pub class_path: Vec<PathBuf>,
    /// Options of the JVM, in front of the class.
    pub options: Vec<String>,
    /// The class whose `main` is run.
    pub class: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The agent of JaCoCo, and the file that it adds what was executed to.
    pub coverage: Option<(PathBuf, PathBuf)>,
}

impl JdkTools {
    /// Runs `program` in `folder`, where its output is kept, too.
    ///
    /// # Errors
    /// When it cannot be started; how it ended is the caller's to look at.
    pub fn run(&self, program: &Program, folder: &Path, limits: Limits) -> Result<Finished, JdkError> {
        let mut java = self.command("java");
        if let Some((agent, into)) = &program.coverage {
            java.arg(format!("-javaagent:{}=destfile={},append=true", agent.display(), into.display()));
        }
        java.args(options(limits)).args(&program.options);
        java.arg("-cp").arg(joined(&program.class_path)).arg(&program.class).args(&program.arguments);
        java.env("HOME", folder);
        without_network(&mut java);
        run_limited(java, folder, limits.time, UNLIMITED).map_err(JdkError::io("java"))
    }
}

/// Options of every JVM.
pub(super) fn options(limits: Limits) -> Vec<String> {
    let mut options = vec![format!("-Xmx{}m", limits.heap_mib)];
    let fixed = [
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xshare:auto",
        "-Dfile.encoding=UTF-8",
        "-Dstdout.encoding=UTF-8",
        "-Duser.language=en",
        "-Duser.country=US",
        "-Duser.timezone=UTC",
        "-Djava.awt.headless=true",
    ];
    options.extend(fixed.map(str::to_owned));
    options
}

/// Gives the process a network of its own, with nothing in it, where that is allowed.
pub(super) fn without_network(command: &mut Command) {
    // SAFETY: a plain system call, safe between fork and exec; that it is refused changes nothing.
    unsafe {
        command.pre_exec(|| {
            libc::unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWNET);
            Ok(())
        });
    }
}
