//! `--watch`: runs again what a saved file changed, until the user ends it.
//!
//! Files are looked at several times a second, which works on every file system and needs no service of the system. A run takes over
//! the units whose code did not change from the run before, as a run in the same folder always does; what is left is what the saved file
//! changed, and what uses it.
//!
//! Cost: a look at the metadata of each file; folders of classes are walked anew each time.

use crate::failure::Failure;
use crate::interrupt::{INTERRUPTED, Interrupt, Stage};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Between two looks at the files.
const PAUSE: Duration = Duration::from_millis(200);
/// Folders in folders that are walked, at most.
const MAX_DEPTH: usize = 32;
/// Changed files that are named.
const MAX_NAMED: usize = 3;

/// When a file was changed, and its length.
type Stamp = (Option<SystemTime>, u64);

/// What is watched.
#[derive(Clone, Debug, Default)]
pub struct Watched {
    files: BTreeSet<PathBuf>,
    /// Folders, with the endings of names that count in them; and whether folders in them count as well.
    folders: BTreeSet<(PathBuf, &'static [&'static str], bool)>,
}

impl Watched {
    /// Watches a file, whether it is there or not.
    pub fn file(&mut self, path: impl Into<PathBuf>) {
        self.files.insert(path.into());
    }

    /// Watches the files of a folder whose names have one of these endings.
    pub fn folder(&mut self, path: impl Into<PathBuf>, endings: &'static [&'static str], is_deep: bool) {
        self.folders.insert((path.into(), endings, is_deep));
    }

    /// Watches the source files of C at `paths`, and sources and headers in their folders.
    pub fn sources_of_c<'a>(&mut self, paths: impl Iterator<Item = &'a Path>) {
        for path in paths {
            self.file(path);
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            self.folder(folder.unwrap_or(Path::new(".")), &["c", "h", "inc"], false);
        }
    }

    fn look(&self) -> BTreeMap<PathBuf, Stamp> {
        let mut seen = BTreeMap::new();
        for path in &self.files {
            note(path, &mut seen);
        }
        for (folder, endings, is_deep) in &self.folders {
            walk(folder, endings, if *is_deep { MAX_DEPTH } else { 0 }, &mut seen);
        }
        seen
    }

    /// Waits until files change and are written to the end; gives them. `None` when the user asked to stop.
    fn changes(&self, before: &BTreeMap<PathBuf, Stamp>, interrupt: &Interrupt) -> Option<Vec<PathBuf>> {
        let mut last = before.clone();
        while !interrupt.is_set() {
            std::thread::sleep(PAUSE);
            let now = self.look();
            // Compilers write one file after the other: what goes on changing is waited for.
            let is_quiet = now == last;
            last = now;
            let changed = changed(before, &last);
            if is_quiet && !changed.is_empty() {
                return Some(changed);
            }
        }
        None
    }
}

/// Notes a file that is there, once however it is named.
fn note(path: &Path, seen: &mut BTreeMap<PathBuf, Stamp>) {
    let path = path.strip_prefix(".").unwrap_or(path);
    if let Ok(data) = std::fs::metadata(path) {
        seen.insert(path.to_owned(), (data.modified().ok(), data.len()));
    }
}

fn walk(folder: &Path, endings: &[&str], depth: usize, seen: &mut BTreeMap<PathBuf, Stamp>) {
    // A folder that is gone, or may not be read, has no files that change.
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && depth > 0 => walk(&path, endings, depth - 1, seen),
            Ok(kind) if !kind.is_dir() => {
                let ending = path.extension().and_then(|ending| ending.to_str());
                if ending.is_some_and(|ending| endings.contains(&ending)) {
                    note(&path, seen);
                }
            }
            _ => {}
        }
    }
}

/// Files that are new, gone or otherwise than they were.
fn changed(before: &BTreeMap<PathBuf, Stamp>, now: &BTreeMap<PathBuf, Stamp>) -> Vec<PathBuf> {
    let gone = before.keys().filter(|path| !now.contains_key(*path));
    let other = now.iter().filter(|(path, stamp)| before.get(*path) != Some(stamp)).map(|(path, _)| path);
    gone.chain(other).cloned().collect()
}

/// Calls `once` now and each time that a file changes, until the user asks to stop. A failure is said and ends nothing: the next change may
/// mend it.
///
/// # Errors
/// When the first run fails for what no saved file can mend.
pub fn run(
    watched: &Watched,
    quiet: bool,
    interrupt: &Interrupt,
    mut once: impl FnMut() -> Result<u8, Failure>,
) -> Result<u8, Failure> {
    loop {
        let before = watched.look();
        match once() {
            Ok(INTERRUPTED) => return Ok(INTERRUPTED),
            Ok(_) => {}
            Err(failure) if before.is_empty() => return Err(failure),
            Err(failure) => eprintln!("{failure}"),
        }
        if !quiet {
            eprintln!("watching {} files: save one to run again what it changed, Ctrl-C ends", before.len());
        }
        interrupt.enter(Stage::Watching);
        let Some(changes) = watched.changes(&before, interrupt) else { return Ok(INTERRUPTED) };
        interrupt.enter(Stage::Loading);
        if !quiet {
            eprintln!("{}", said(&changes));
        }
    }
}

fn said(changes: &[PathBuf]) -> String {
    let named: Vec<String> = changes.iter().take(MAX_NAMED).map(|path| path.display().to_string()).collect();
    let more = changes.len().saturating_sub(MAX_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("changed: {}{more}", named.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_new_gone_or_other_have_changed() {
        let stamp = |length| (None, length);
        let of = |all: &[(&str, u64)]| -> BTreeMap<PathBuf, Stamp> {
            all.iter().map(|&(name, length)| (PathBuf::from(name), stamp(length))).collect()
        };
        let before = of(&[("a", 1), ("b", 2), ("c", 3)]);
        assert!(changed(&before, &before).is_empty());
        let names = |changes: Vec<PathBuf>| said(&changes);
        assert_eq!(names(changed(&before, &of(&[("a", 1), ("b", 5), ("d", 3)]))), "changed: c, b, d");
        let many: Vec<PathBuf> = ["a", "b", "c", "d", "e"].map(PathBuf::from).into();
        assert_eq!(said(&many), "changed: a, b, c and 2 more");
    }
}
