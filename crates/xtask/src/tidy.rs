//! `cargo xtask tidy`: every rule of the house that a machine can check.
//!
//! Each check is a module of its own and a pure function from texts to [`Finding`]s; reading the tree
//! is left to [`crate::tree`]. Every finding names a file, a line and the next step.
//!
//! To add a check: write the module with its tests on made-up input, call it in [`check`], and name the
//! rule in `ARCHITECTURE.md`.

use crate::finding::Finding;
use crate::{
    circles, density, glossary, heads, index, languages, layers, links, machine_paths, markers, size, tree,
    words,
};
use anyhow::Result;
use std::collections::BTreeMap;
use std::path::Path;

/// What a run of all checks found.
pub struct Report {
    /// All findings, by file and line.
    pub findings: Vec<Finding>,
    /// Number of text files looked at.
    pub files: usize,
    /// Number of crates looked at.
    pub crates: usize,
    /// Number of circles among files.
    pub circles: usize,
    /// Lines and tests of each crate.
    pub density: BTreeMap<String, density::Counts>,
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
            findings.extend(languages::check(&file.path, &file.text));
        }
        if file.is_code() {
            findings.extend(markers::check(&file.path, &file.text));
        }
        findings.extend(machine_paths::check(&file.path, &file.text));
        findings.extend(words::check(&file.path, &file.text));
    }
    findings.extend(pages(root, &files));
    findings.extend(layers::check(&crates));
    let rust = files.iter().filter(|file| file.is_rust_of_a_crate());
    let circles = circles::circles(rust.map(|file| (file.path.as_str(), file.text.as_str())));
    findings.extend(circles::check(&circles));
    let rust = files.iter().filter(|file| file.is_rust_of_a_crate());
    let density = density::count(rust.map(|file| (file.path.as_str(), file.text.as_str())));
    findings.extend(density::check(&density));
    let architecture = files.iter().find(|file| file.path == index::FILE);
    findings.extend(index::check(architecture.map(|file| file.text.as_str()), &crates));
    findings.sort();
    Ok(Report { findings, files: files.len(), crates: crates.len(), circles: circles.len(), density })
}

/// Links of all pages, and the glossary against the code.
fn pages(root: &Path, files: &[tree::TextFile]) -> Vec<Finding> {
    let is_page = |path: &str| path.ends_with(".md") && (path.starts_with("docs/") || !path.contains('/'));
    let pages = files.iter().filter(|file| is_page(&file.path));
    let pages = pages.map(|file| (file.path.as_str(), file.text.as_str())).collect();
    let mut findings = links::check(&pages, |path| root.join(path).exists());
    let rust =
        files.iter().filter(|file| file.path.ends_with(".rs") && !file.path.starts_with("crates/xtask/"));
    if let Some(text) = pages.get(glossary::PAGE) {
        findings.extend(glossary::check(text, rust.map(|file| file.text.as_str())));
    }
    findings
}
