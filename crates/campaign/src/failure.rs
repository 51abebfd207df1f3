//! Why a command fails: the user's input or a bug of ours, each with its exit code.

use std::fmt;

/// Exit code when the user's input is at fault.
pub const INPUT: u8 = 1;
/// Exit code when tests that crash the code under test were found.
pub const FINDINGS: u8 = 2;
/// Exit code of a bug of ours.
pub const BUG: u8 = 70;

/// A failed command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Exit code.
    pub code: u8,
    /// What is wrong, and where.
    pub what: String,
    /// The consequence.
    pub note: String,
    /// The next step.
    pub help: String,
}

impl Failure {
    /// The user's input is at fault.
    #[must_use]
    pub fn input(what: impl Into<String>, note: impl Into<String>, help: impl Into<String>) -> Self {
        Self { code: INPUT, what: what.into(), note: note.into(), help: help.into() }
    }
}

/// The failure that a bug of ours is.
#[must_use]
pub fn bug(what: &str) -> Failure {
    Failure {
        code: BUG,
        what: what.to_owned(),
        note: "a bug of Trine; what was written so far is kept".to_owned(),
        help: "report it with the command line and the source file".to_owned(),
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is wrong may quote a file that is no text at all.
        let what: String = self
            .what
            .trim_end()
            .chars()
            .map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c })
            .collect();
        write!(f, "error: {what}")?;
        for (label, text) in [("note", &self.note), ("help", &self.help)] {
            if !text.is_empty() {
                write!(f, "\n  = {label}: {}", text.trim_end())?;
            }
        }
        Ok(())
    }
}
