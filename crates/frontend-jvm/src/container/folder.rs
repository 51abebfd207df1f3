//! A folder of class files, laid out by package.

use super::Found;
use crate::error::JvmError;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A folder on the class path.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// The folder at `root`.
    pub fn new(root: &Path) -> Self {
        Self { root: root.to_owned() }
    }

    /// Where the entry with the path `entry` would be.
    pub fn path(&self, entry: &str) -> PathBuf {
        self.root.join(entry)
    }

    /// Whether there is a file or folder with the path `entry`.
    pub fn has(&self, entry: &str) -> bool {
        stays_inside(entry) && self.path(entry).exists()
    }

    /// The entry with the path `entry`.
    pub fn find(&self, entry: &str) -> Result<Option<Found>, JvmError> {
        if !stays_inside(entry) {
            return Ok(None);
        }
        let path = self.root.join(entry);
        match fs::read(&path) {
            Ok(bytes) => {
                let origin = format!("`{}`", self.root.display());
                Ok(Some(Found { bytes: bytes.into(), origin, module: None }))
            }
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::IsADirectory
                ) =>
            {
                Ok(None)
            }
            Err(error) => Err(JvmError::Unreadable { path, reason: error.to_string() }),
        }
    }

    /// Paths of all files below the folder, sorted.
    pub fn entries(&self) -> Result<Vec<String>, JvmError> {
        let mut entries = Vec::new();
        collect(&self.root, "", &mut entries)?;
        entries.sort();
        Ok(entries)
    }
}

/// An entry is named by a class file, which may be hostile: it must not lead out of the folder.
fn stays_inside(entry: &str) -> bool {
    !entry.starts_with('/') && !entry.split('/').any(|part| part == "..")
}

fn collect(folder: &Path, prefix: &str, entries: &mut Vec<String>) -> Result<(), JvmError> {
    let unreadable =
        |error: std::io::Error| JvmError::Unreadable { path: folder.to_owned(), reason: error.to_string() };
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        // Links are not followed: a circle of them would have no end.
        if entry.file_type().map_err(unreadable)?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), entries)?;
        } else {
            entries.push(name);
        }
    }
    Ok(())
}
