//! Compiling Java sources.

use super::{JdkError, JdkTools, UNLIMITED, joined};
use crate::process::{Ending, run_limited};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Time that the compiler may take.
const TIME: Duration = Duration::from_secs(300);

/// What is compiled.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The files.
    pub files: Vec<PathBuf>,
    /// Folders and jars whose classes they use.
    pub class_path: Vec<PathBuf>,
    /// Where the classes go.
    pub into: PathBuf,
    /// The release to compile for; `None` for that of the JDK.
    pub release: Option<u32>,
}

/// What the compiler said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// Whether there are classes.
    pub succeeded: bool,
    /// Its messages, warnings included, each with its lines.
    pub messages: Vec<String>,
}

impl Compiled {
    /// Its warnings.
    pub fn warnings(&self) -> impl Iterator<Item = &str> {
        self.messages.iter().map(String::as_str).filter(|message| {
            message.starts_with("warning:")
                || message.lines().next().is_some_and(|line| line.contains(": warning:"))
        })
    }
}

impl JdkTools {
    /// Compiles `sources` with all warnings on, and names of variables and lines in the classes. Files are written to `folder`.
    ///
    /// # Errors
    /// When the compiler cannot be run; that it refuses the sources is no error here.
    pub fn compile(&self, sources: &Sources, folder: &Path) -> Result<Compiled, JdkError> {
        let io = JdkError::io;
        std::fs::create_dir_all(&sources.into).map_err(io("javac"))?;
        let list: Vec<String> = sources.files.iter().map(|file| quoted(file)).collect();
        let files = folder.join("files-to-compile");
        std::fs::write(&files, list.join("\n")).map_err(io("javac"))?;
        let mut javac = self.command("javac");
        javac.args(["-J-Xss8m", "-J-Xmx512m"]).args(arguments(sources)).arg(format!("@{}", files.display()));
        let run = run_limited(javac, folder, TIME, UNLIMITED).map_err(io("javac"))?;
        match run.ending {
            Ending::Exited(code @ (0 | 1)) => {
                Ok(Compiled { succeeded: code == 0, messages: messages(&run.stderr) })
            }
            ending => {
                let told = format!("{ending:?}: {}", super::beginning(&run.stderr));
                Err(JdkError::Failed { tool: "javac", told })
            }
        }
    }
}

/// What the compiler is told, but for the files.
pub(super) fn arguments(sources: &Sources) -> Vec<String> {
    let mut words =
        ["-g", "-Xlint:all", "-proc:none", "-encoding", "UTF-8", "-d"].map(str::to_owned).to_vec();
    words.push(sources.into.display().to_string());
    if let Some(release) = sources.release {
        words.extend(["--release".to_owned(), release.to_string()]);
    }
    if !sources.class_path.is_empty() {
        words.extend(["-cp".to_owned(), joined(&sources.class_path)]);
    }
    words
}

/// A path as a file of arguments wants it.
fn quoted(path: &Path) -> String {
    format!("\"{}\"", path.display().to_string().replace('\\', "\\\\").replace('"', "\\\""))
}

/// One text for each message: it begins at a line with a place or a kind, and the lines below belong to it.
pub(super) fn messages(told: &str) -> Vec<String> {
    let begins = |line: &str| {
        let kinds = ["error:", "warning:"];
        kinds.iter().any(|kind| line.starts_with(kind))
            || line.contains(".java:") && kinds.iter().any(|kind| line.contains(&format!(": {kind}")))
            || line.contains(".java:") && line.contains(": error")
    };
    let mut messages: Vec<String> = Vec::new();
    for line in told.lines() {
        let counts = |what: &str| line.ends_with(what) || line.ends_with(&format!("{what}s"));
        if line.starts_with("Note: ") || counts(" error") || counts(" warning") {
            continue;
        }
        match messages.last_mut().filter(|_| !begins(line)) {
            Some(message) => {
                message.push('\n');
                message.push_str(line);
            }
            None => messages.push(line.to_owned()),
        }
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_told_apart_with_their_lines() {
        let told = "A.java:3: warning: [rawtypes] found raw type: List\n    List a;\n    ^\nA.java:5: error: ';' expected\n    x\n     ^\n1 error\n1 warning\n";
        let found = Compiled { succeeded: false, messages: messages(told) };
        assert_eq!(found.messages.len(), 2);
        assert!(found.messages[1].starts_with("A.java:5: error") && found.messages[1].ends_with("     ^"));
        assert_eq!(found.warnings().count(), 1);
    }
}
