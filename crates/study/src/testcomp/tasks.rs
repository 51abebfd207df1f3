//! Which tasks a folder holds.
//!
//! Only names are looked at here, and of task definitions the lines that name a property or an input: what is
//! wrong with a definition is for the command to say.

use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A task with one property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Task definition or program.
    pub file: PathBuf,
    /// The property; `None` leaves it to the definition.
    pub property: Option<PathBuf>,
}

impl Task {
    /// What the table calls it.
    pub fn name(&self) -> String {
        let property = self.property.as_ref().and_then(|path| path.file_stem());
        let property = property.map_or_else(String::new, |stem| format!(" {}", stem.to_string_lossy()));
        format!("{}{property}", self.file.display())
    }

    /// A name for its folder of results.
    pub fn file_name(&self) -> String {
        let stem = self.file.file_stem().unwrap_or_default().to_string_lossy();
        stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
    }
}

/// The tasks at `path`, in order of their paths.
///
/// # Errors
/// When the folder cannot be read.
pub fn find(path: &Path) -> Result<Vec<Task>> {
    let mut files = Vec::new();
    collect(path, &mut files)?;
    files.sort();
    let mut tasks = Vec::new();
    let mut named = BTreeSet::new();
    for file in files.iter().filter(|file| has_ending(file, &["yml", "yaml"])) {
        let text = std::fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())?;
        let folder = file.parent().unwrap_or(Path::new(""));
        let words = |line: &str| line.trim().trim_matches(['\'', '"', '-', ' ']).to_owned();
        let inputs = text.lines().flat_map(|line| line.split(": ")).map(words);
        named.extend(inputs.filter(|word| has_ending(Path::new(word), &["c", "i"])).map(|w| folder.join(w)));
        let after_key = |line: &str| line.split_once("property_file:").map(|(_, rest)| words(rest));
        let properties: Vec<PathBuf> =
            text.lines().filter_map(after_key).map(|name| folder.join(name)).collect();
        let coverage: Vec<_> = properties.into_iter().filter(|path| asks_for_coverage(path)).collect();
        match coverage.is_empty() {
            true => tasks.push(Task { file: file.clone(), property: None }),
            false => {
                tasks.extend(coverage.into_iter().map(|p| Task { file: file.clone(), property: Some(p) }))
            }
        }
    }
    let is_program = |file: &&PathBuf| has_ending(file, &["c", "i"]) && !named.contains(*file);
    for file in files.iter().filter(is_program) {
        let beside = |path: &&PathBuf| path.parent() == file.parent() && has_ending(path, &["prp"]);
        let properties = files.iter().filter(beside).filter(|path| asks_for_coverage(path));
        tasks.extend(properties.map(|p| Task { file: file.clone(), property: Some(p.clone()) }));
    }
    Ok(tasks)
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let at = || format!("cannot read {}", path.display());
    if !std::fs::metadata(path).with_context(at)?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path).with_context(at)? {
        let path = entry?.path();
        // Links may lead in circles.
        if path.is_dir() && !path.is_symlink() || path.is_file() {
            collect(&path, files)?;
        }
    }
    Ok(())
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    path.extension().is_some_and(|ending| endings.iter().any(|&wanted| ending == wanted))
}

/// Whether the property is one of coverage; one that cannot be read is left to the command.
fn asks_for_coverage(path: &Path) -> bool {
    std::fs::read_to_string(path).map_or(true, |text| text.contains("COVER"))
}
