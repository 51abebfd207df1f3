//! `cargo xtask tidy`: every rule of the house that a machine can check.
//!
//! Each check is a module of its own and a pure function from texts to [`Finding`]s; reading the tree
//! is left to [`crate::tree`]. Every finding names a file, a line and the next step.
//!
//! To add a check: write the module with its tests on made-up input, call it in [`check`], and name the
//! rule in `ARCHITECTURE.md`.

use crate::{heads, index, layers, machine_paths, markers, size, tree};
use anyhow::Result;
use std::fmt;
use std::path::Path;

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

/// What a run of all checks found.
pub struct Report {
    /// All findings, by file and line.
    pub findings: Vec<Finding>,
    /// Number of text files looked at.
    pub files: usize,
    /// Number of crates looked at.
    pub crates: usize,
}

/// Runs all checks on the project at `root`.
///
/// # Errors
/// When the tree or its manifests cannot be read; a broken rule is no error but a finding.
pub fn check(root: &Path) -> Result<Report> {
    let files = tree::text_files(root)?;
    let crates = tree::crates(root)?;
    let mut findings = Vec::new();
    for file in &files {
        if file.is_rust_of_a_crate() {
            findings.extend(heads::check(&file.path, &file.text));
            findings.extend(size::check(&file.path, &file.text));
        }
        if file.is_code() {
            findings.extend(markers::check(&file.path, &file.text));
        }
        findings.extend(machine_paths::check(&file.path, &file.text));
    }
    findings.extend(layers::check(&crates));
    let architecture = files.iter().find(|file| file.path == index::FILE);
    findings.extend(index::check(architecture.map(|file| file.text.as_str()), &crates));
    findings.sort();
    Ok(Report { findings, files: files.len(), crates: crates.len() })
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
