//! A rule of the house that is broken at one place.

use std::fmt;

/// A rule broken at one place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// Path from the root of the project.
    pub path: String,
    /// Line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
    /// What to do next.
    pub help: String,
}

impl Finding {
    /// A finding at a line of a file.
    pub fn new(path: &str, line: usize, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, message: message.into(), help: help.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}\n  = help: {}", self.path, self.line, self.message, self.help)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_names_place_and_next_step() {
        let finding = Finding::new("a/b.rs", 7, "too long", "split it");
        assert_eq!(finding.to_string(), "a/b.rs:7: too long\n  = help: split it");
    }
}
