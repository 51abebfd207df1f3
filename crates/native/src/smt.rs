//! A solver found at run time: a command that takes a file and prints to standard output.
//!
//! One process per script. `z3`, `cvc5` and `bitwuzla` are all called that way; what they read and print is
//! somebody else's business.

use crate::process::{Ending, run_limited};
use crate::temporary::TemporaryFolder;
use std::process::Command;
use std::time::Duration;

/// Most memory of one run.
const MEMORY_BYTES: u64 = 4 << 30;

/// A command that takes the name of a script as its last argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmtCommand {
    /// Program and arguments.
    words: Vec<String>,
}

impl SmtCommand {
    /// The command of these words, separated by spaces; `None` when there is none.
    #[must_use]
    pub fn new(line: &str) -> Option<Self> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        (!words.is_empty()).then_some(Self { words })
    }

    /// The program's name, without folders.
    #[must_use]
    pub fn name(&self) -> &str {
        let program = &self.words[0];
        program.rsplit('/').next().unwrap_or(program)
    }

    /// What it prints for `script` within `time`. Whether that is an answer is not looked at: a solver's exit
    /// status says little.
    ///
    /// # Errors
    /// Why there is nothing: it cannot be started, or was stopped when the time was over.
    pub fn ask(&self, script: &str, time: Duration) -> Result<String, String> {
        let fails = |error: std::io::Error| format!("cannot run `{}`: {error}", self.words.join(" "));
        let folder = TemporaryFolder::new().map_err(fails)?;
        let path = folder.write("query.smt2", script).map_err(fails)?;
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).arg(path);
        let run = run_limited(command, folder.path(), time, MEMORY_BYTES).map_err(fails)?;
        match run.ending {
            Ending::TimedOut => Err(format!("`{}` was stopped after {time:?}", self.name())),
            Ending::Exited(_) | Ending::Signaled(_) => Ok(run.stdout),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_given_the_script_as_a_file() {
        let solver = SmtCommand::new("cat").expect("a command");
        assert_eq!(solver.ask("(check-sat)\n", Duration::from_secs(5)), Ok("(check-sat)\n".to_owned()));
    }

    #[test]
    fn a_command_that_is_not_there_is_an_error() {
        let solver = SmtCommand::new("/no/such/solver --quick").expect("a command");
        assert_eq!(solver.name(), "solver");
        assert!(solver.ask("", Duration::from_secs(5)).is_err());
    }

    #[test]
    fn a_solver_that_does_not_end_is_stopped() {
        let folder = TemporaryFolder::new().expect("a folder");
        let path = folder.write("slow", "sleep 30\n").expect("a file");
        let solver = SmtCommand::new(&format!("sh {}", path.display())).expect("a command");
        assert!(solver.ask("", Duration::from_millis(50)).is_err());
    }
}
