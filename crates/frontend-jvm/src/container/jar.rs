//! A jar: a zip archive of class files, with entries for some releases only if its manifest says so.

use super::Found;
use crate::error::JvmError;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use zip::ZipArchive;

/// Folder of the entries that some releases replace.
const VERSIONS: &str = "META-INF/versions/";

/// No entry may be larger when it is unpacked: class files are smaller than 64 KiB a method.
const MAX_ENTRY_BYTES: u64 = 256 << 20;

/// A jar on the class path.
pub struct Jar {
    path: PathBuf,
    archive: Mutex<ZipArchive<BufReader<File>>>,
    /// Position in the archive of each entry, as the release of the JDK sees them.
    positions: HashMap<String, usize>,
}

impl std::fmt::Debug for Jar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Jar").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Jar {
    /// The jar at `path`, as a JDK of `release` sees it.
    pub fn open(path: &Path, release: u32) -> Result<Self, JvmError> {
        let file = File::open(path)
            .map_err(|error| JvmError::Unreadable { path: path.to_owned(), reason: error.to_string() })?;
        let archive =
            ZipArchive::new(BufReader::new(file)).map_err(|error| damaged(path, &error.to_string()))?;
        let mut jar = Self { path: path.to_owned(), archive: Mutex::new(archive), positions: HashMap::new() };
        jar.positions = jar.positions_for(release)?;
        Ok(jar)
    }

    fn positions_for(&self, release: u32) -> Result<HashMap<String, usize>, JvmError> {
        let names = self.names()?;
        let mut positions: HashMap<String, usize> = HashMap::with_capacity(names.len());
        let position_of =
            |name: &str| self.archive.lock().unwrap_or_else(PoisonError::into_inner).index_for_name(name);
        for name in &names {
            positions.extend(position_of(name).map(|position| (name.clone(), position)));
        }
        let manifest = match positions.get("META-INF/MANIFEST.MF") {
            Some(&position) => self.read(position, "META-INF/MANIFEST.MF")?,
            None => Vec::new(),
        };
        if is_multi_release(&String::from_utf8_lossy(&manifest)) {
            let mut versioned: Vec<(u32, &str, usize)> = names
                .iter()
                .filter_map(|name| {
                    let (version, entry) = name.strip_prefix(VERSIONS)?.split_once('/')?;
                    let version = version.parse().ok().filter(|version| (9..=release).contains(version))?;
                    Some((version, entry, position_of(name)?))
                })
                .collect();
            // The greatest release comes last and stays.
            versioned.sort_unstable();
            positions.extend(versioned.into_iter().map(|(_, entry, position)| (entry.to_owned(), position)));
        }
        Ok(positions)
    }

    /// Names of all entries, as the archive has them.
    fn names(&self) -> Result<Vec<String>, JvmError> {
        let archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let names = archive.file_names().map(|name| match name {
            Ok(name) => Ok(name.into_owned()),
            Err(error) => Err(damaged(&self.path, &error.to_string())),
        });
        names.collect()
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it has the entry with the path `entry`.
    pub fn has(&self, entry: &str) -> bool {
        self.positions.contains_key(entry)
    }

    /// The entry with the path `entry`.
    pub fn find(&self, entry: &str) -> Result<Option<Found>, JvmError> {
        let Some(&position) = self.positions.get(entry) else { return Ok(None) };
        let bytes = self.read(position, entry)?;
        Ok(Some(Found { bytes: bytes.into(), origin: format!("`{}`", self.path.display()), module: None }))
    }

    /// Paths of all entries, sorted, those in `META-INF` left out.
    pub fn entries(&self) -> Vec<String> {
        let is_entry = |name: &&String| !name.starts_with("META-INF/") && !name.ends_with('/');
        let mut entries: Vec<String> = self.positions.keys().filter(is_entry).cloned().collect();
        entries.sort();
        entries
    }

    fn read(&self, position: usize, entry: &str) -> Result<Vec<u8>, JvmError> {
        let in_entry = |reason: &str| damaged(&self.path, &format!("entry `{entry}`: {reason}"));
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let file = archive.by_index(position).map_err(|error| in_entry(&error.to_string()))?;
        let mut bytes = Vec::new();
        // What the archive says of the size may be wrong.
        file.take(MAX_ENTRY_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| in_entry(&error.to_string()))?;
        if bytes.len() as u64 > MAX_ENTRY_BYTES {
            return Err(in_entry("it is larger than 256 MiB"));
        }
        Ok(bytes)
    }
}

fn damaged(path: &Path, reason: &str) -> JvmError {
    JvmError::DamagedArchive { path: path.to_owned(), reason: reason.to_owned() }
}

/// Whether the main section of a manifest, which ends at the first empty line, says `Multi-Release: true`.
fn is_multi_release(manifest: &str) -> bool {
    let main = manifest.lines().take_while(|line| !line.trim().is_empty());
    main.filter_map(|line| line.split_once(':')).any(|(key, value)| {
        key.trim().eq_ignore_ascii_case("Multi-Release") && value.trim().eq_ignore_ascii_case("true")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_main_section_makes_a_jar_multi_release() {
        assert!(is_multi_release("Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n"));
        assert!(!is_multi_release("Manifest-Version: 1.0\n\nName: x\nMulti-Release: true\n"));
        assert!(!is_multi_release(""));
    }
}
