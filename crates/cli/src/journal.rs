//! The journal file of an output folder: each finished unit is on disk at once, whatever happens
//! to the process afterwards.
//!
//! A line is handed to the operating system with one write before the next unit's result is looked
//! at. Killing the process loses at most the line in the making, which its checksum gives away; a
//! loss of power may lose the lines of the last seconds, because the file is flushed to the disk
//! only at the end of a run: what is lost is done again, nothing worse. Records are read back when
//! they are asked for; only their places are kept in memory.

use crate::unwritable::cannot_write;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use trine_base::Fingerprint;
use trine_campaign::failure::Failure;
use trine_campaign::resume::{Identity, identity};
use trine_record::StoredUnit;
use trine_record::journal::{HEAD, line, read_line};

/// Its name in the output folder.
pub const NAME: &str = "journal";

/// A journal that is only read.
pub struct Journal {
    path: PathBuf,
    /// Where each line starts and how long it is, in bytes, line break included; of several lines
    /// with one fingerprint the last counts.
    lines: BTreeMap<Fingerprint, (u64, usize)>,
    /// Bytes up to the end of the last whole line.
    whole_bytes: u64,
}

impl Journal {
    /// The journal of the output folder `dir`; empty when it has none, or one of another version.
    ///
    /// # Errors
    /// When there is one that cannot be read.
    pub fn read(dir: &Path) -> io::Result<Self> {
        let path = dir.join(NAME);
        let mut journal = Self { path, lines: BTreeMap::new(), whole_bytes: 0 };
        let file = match File::open(&journal.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(journal),
            Err(error) => return Err(error),
        };
        let mut reader = BufReader::new(file);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let length = reader.read_until(b'\n', &mut bytes)?;
            let Some(text) = std::str::from_utf8(&bytes).ok().filter(|text| text.ends_with('\n')) else {
                break;
            };
            if journal.whole_bytes == 0 {
                if text != HEAD {
                    break;
                }
            } else {
                let Some(line) = read_line(&text[..length - 1]) else { break };
                journal.lines.insert(line.fingerprint, (journal.whole_bytes, length));
            }
            journal.whole_bytes += length as u64;
        }
        Ok(journal)
    }

    /// The unit stored under `fingerprint`.
    #[must_use]
    pub fn unit(&self, fingerprint: Fingerprint) -> Option<StoredUnit> {
        let text = self.text(fingerprint)?;
        let line = read_line(text.trim_end_matches('\n'))?;
        // A record of another version of Trine may not be readable: the unit is then done again.
        serde_json::from_str(line.json).ok()
    }

    fn text(&self, fingerprint: Fingerprint) -> Option<String> {
        let &(start, length) = self.lines.get(&fingerprint)?;
        let mut file = File::open(&self.path).ok()?;
        file.seek(SeekFrom::Start(start)).ok()?;
        let mut bytes = vec![0; length];
        file.read_exact(&mut bytes).ok()?;
        String::from_utf8(bytes).ok()
    }

    /// Opens the journal for a run over units of these identities and fingerprints. Results of the
    /// same units under other fingerprints are dropped: they are out of date. Those of other units stay.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn begin(self, units: &[(Identity, Fingerprint)]) -> Result<Writer, Failure> {
        let wanted: BTreeSet<_> = units.iter().map(|(_, fingerprint)| *fingerprint).collect();
        let names: BTreeSet<_> = units.iter().map(|(name, _)| name).collect();
        let is_current = |fingerprint: &Fingerprint| {
            wanted.contains(fingerprint)
                || self.unit(*fingerprint).is_some_and(|unit| !names.contains(&identity(&unit)))
        };
        let kept: Vec<_> = self.lines.keys().copied().filter(is_current).collect();
        self.rewrite(&kept).map_err(|error| cannot_write(&self.path, &error))
    }

    /// Writes a journal of the lines `kept` beside this one, puts it in its place, and opens it.
    fn rewrite(&self, kept: &[Fingerprint]) -> io::Result<Writer> {
        let length = self.path.metadata().map(|data| data.len());
        if kept.len() < self.lines.len() || length.ok() != Some(self.whole_bytes) || self.whole_bytes == 0 {
            let part = self.path.with_file_name(format!(".{NAME}.part"));
            let mut file = File::create(&part)?;
            file.write_all(HEAD.as_bytes())?;
            for text in kept.iter().filter_map(|&fingerprint| self.text(fingerprint)) {
                file.write_all(text.as_bytes())?;
            }
            std::fs::rename(&part, &self.path)?;
        }
        let file = OpenOptions::new().append(true).open(&self.path)?;
        Ok(Writer { path: self.path.clone(), file })
    }
}

/// A journal that a run appends to.
pub struct Writer {
    path: PathBuf,
    file: File,
}

impl Writer {
    /// Appends a finished unit.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, fingerprint: Fingerprint, unit: &StoredUnit) -> Result<(), Failure> {
        let text = line(fingerprint, unit).map_err(|error| {
            trine_campaign::failure::bug(&format!("a record cannot be written as JSON: {error}"))
        })?;
        self.file.write_all(text.as_bytes()).map_err(|error| cannot_write(&self.path, &error))
    }

    /// Sees to it that all lines outlast a loss of power.
    pub fn flush_to_disk(&self) {
        // A file system that cannot do so keeps the lines as well as it can.
        let _ = self.file.sync_data();
    }
}
