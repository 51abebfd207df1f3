//! `--changed-since REV`: only the classes that changed since a revision, and those that use one that did.
//!
//! A class changed when its source is not what it was in the revision, byte for byte; where no source is found, when its class file is not.
//! Jars outside of the repository did not change, jars inside are compared. What was not there has changed.
//!
//! Deviation from C, which compares what functions mean: a comment is a change. Classes of the revision are not compiled, for only the
//! build tool knows how.

use super::{Classes, Dependencies, Settings, SourceFolders, Subject};
use crate::c::changed::failure;
use crate::failure::Failure;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use trine_native::Revision;

/// Keeps of `subjects` the classes that changed since `revision`; remarks for the user.
///
/// # Errors
/// When there are no files of the revision.
pub fn keep_changed(
    subjects: &mut Vec<Subject>,
    classes: &Classes,
    settings: &Settings,
    revision: &str,
) -> Result<Vec<String>, Failure> {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let first = settings.own.first().or(settings.class_path.first()).map(|path| absolute(path));
    let folder = first.map_or_else(|| PathBuf::from("."), |path| nearest_folder(&path));
    let old = Revision::checkout(&folder, revision).map_err(|error| failure(&error))?;
    let mut changes = Changes {
        old: &old,
        classes,
        sources: SourceFolders::new(&settings.sources, &settings.class_path),
        known: BTreeMap::new(),
        files: BTreeMap::new(),
        unknown: 0,
    };
    let mut dependencies = Dependencies::new(classes);
    subjects.retain(|subject| {
        let uses = dependencies.closure(classes.unit(&subject.named.class));
        // Not `any`: each class is looked at, so that those without a source are counted.
        uses.iter().filter(|class| changes.is_changed(class)).count() > 0
    });
    let mut notes = Vec::new();
    if changes.unknown > 0 {
        let count = changes.unknown;
        notes.push(format!(
            "note: {count} classes have neither a source nor a class file in {revision}: they count as changed"
        ));
    }
    Ok(notes)
}

/// The folder `path`, or the nearest one above that exists.
fn nearest_folder(path: &Path) -> PathBuf {
    path.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("/")).to_owned()
}

/// What changed since a revision.
struct Changes<'a> {
    old: &'a Revision,
    classes: &'a Classes,
    sources: SourceFolders,
    known: BTreeMap<String, bool>,
    /// Whether files differ from those of the revision.
    files: BTreeMap<PathBuf, Option<bool>>,
    /// Classes of which the revision has nothing.
    unknown: usize,
}

impl Changes<'_> {
    fn is_changed(&mut self, class: &str) -> bool {
        if let Some(&known) = self.known.get(class) {
            return known;
        }
        let changed = self.differs(class).unwrap_or_else(|| {
            self.unknown += 1;
            true
        });
        self.known.insert(class.to_owned(), changed);
        changed
    }

    /// Whether the source of a class, or else its file, is another one in the revision; `None` where that has neither.
    fn differs(&mut self, class: &str) -> Option<bool> {
        let file = self.classes.file(class).ok()?;
        if let (path, Some(_)) = self.sources.find(&file) {
            return Some(self.file_differs(&path).unwrap_or(true));
        }
        let holder = PathBuf::from(file.origin().trim_matches('`'));
        let path = if holder.is_dir() { holder.join(format!("{class}.class")) } else { holder };
        self.file_differs(&path)
    }

    /// Whether the file at `path` is another one in the revision; `None` where that has none.
    fn file_differs(&mut self, path: &Path) -> Option<bool> {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if let Some(known) = self.files.get(&path) {
            return *known;
        }
        let old = self.old.path(&path);
        let differs = match (std::fs::read(&old), std::fs::read(&path)) {
            // What is outside of the repository is not of the project.
            _ if old == path => Some(false),
            (Ok(old), Ok(new)) => Some(old != new),
            _ => None,
        };
        self.files.insert(path, differs);
        differs
    }
}
