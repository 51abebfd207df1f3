//! The output folder: locked by the run that writes it, kept up to date while it works, complete at
//! its end.
//!
//! Every file but the journal (see [`crate::journal`]) is written under another name first and
//! renamed, so that an interruption leaves the old or the new content, never half of one. Which
//! contents belong together is said by `run.json`: it is written first when a run starts, marked as
//! unfinished, and last when it ends; in between, the journal is what counts.
//!
//! The lock is the operating system's (`flock`) on a file of the folder: it ends with the process,
//! however that ends, so that no stale lock is left behind.

use crate::journal::Journal;
use crate::unwritable::cannot_write;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use trine_campaign::failure::Failure;
use trine_record::{FlowRecord, GoalRecord, RunRecord, Suite};
use trine_report::Report;

/// Folders of emitted files, which a run replaces as a whole.
const EMITTED: [&str; 3] = ["tests", "crashes", "test-suite"];
/// The file that is locked; holds the number of the process.
const LOCK: &str = ".lock";

/// The output folder of a run.
#[derive(Debug)]
pub struct Output {
    dir: PathBuf,
    /// Whether an earlier run of ours wrote to it.
    is_ours: bool,
    /// Held as long as the value, when the folder is written.
    _lock: Option<File>,
}

/// The goals of a unit, in `goals.json`.
#[derive(Serialize, serde::Deserialize)]
pub struct UnitGoals {
    /// Name of the function.
    pub function: String,
    /// Source file.
    pub file: String,
    /// Its goals.
    pub goals: Vec<GoalRecord>,
    /// What the finished suite did in its code.
    #[serde(default, skip_serializing_if = "FlowRecord::is_empty")]
    pub flow: FlowRecord,
}

impl Output {
    /// The folder `dir` for writing, made if it does not exist. What an earlier run left in it stays
    /// until this one replaces it.
    ///
    /// # Errors
    /// When it cannot be made or written, or another run is at work on it.
    pub fn create(dir: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(dir).map_err(|error| cannot_write(dir, &error))?;
        let lock = lock(dir)?;
        let is_ours = dir.join("run.json").is_file();
        for folder in ["", "tests", "crashes", "report"] {
            remove_parts(&dir.join(folder));
        }
        Ok(Self { dir: dir.to_owned(), is_ours, _lock: lock })
    }

    /// An existing output folder, for reading.
    #[must_use]
    pub fn open(dir: &Path) -> Self {
        Self { dir: dir.to_owned(), is_ours: true, _lock: None }
    }

    /// The journal of the folder.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn journal(&self) -> Result<Journal, Failure> {
        Journal::read(&self.dir).map_err(|error| {
            let path = self.dir.join(crate::journal::NAME);
            let what = format!("cannot read {}: {error}", path.display());
            Failure::input(
                what,
                "nothing was run",
                "start over with --fresh, or give another folder with --out",
            )
        })
    }

    /// Removes the file `name`, if it is there.
    ///
    /// # Errors
    /// When it is there and cannot be removed.
    pub fn remove(&self, name: &str) -> Result<(), Failure> {
        let path = self.dir.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(cannot_write(&path, &error)),
            _ => Ok(()),
        }
    }

    /// Writes the file `name`.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, name: &str, content: &str) -> Result<(), Failure> {
        self.write_with(name, |file| file.write_all(content.as_bytes()))
    }

    /// Writes the file `path`, which stands outside of the folder.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_beside(&self, path: &Path, content: &str) -> Result<(), Failure> {
        let path = std::path::absolute(path).map_err(|error| cannot_write(path, &error))?;
        self.write(&path.display().to_string(), content)
    }

    /// Writes the file `name`, whose content `write` gives part by part.
    ///
    /// # Errors
    /// When it cannot be written.
    fn write_with(
        &self,
        name: &str,
        write: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>,
    ) -> Result<(), Failure> {
        let path = self.dir.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
        }
        let part = path.with_file_name(format!(
            ".{}.part",
            path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default()
        ));
        File::create(&part)
            .map(BufWriter::new)
            .and_then(|mut file| write(&mut file).and_then(|()| file.flush()))
            .and_then(|()| fs::rename(&part, &path))
            .map_err(|error| cannot_write(&path, &error))
    }

    /// Writes the records of a run: `run.json` last when it has ended, else first.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write_records(
        &self,
        run: &RunRecord,
        goals: &[Vec<GoalRecord>],
        suite: &Suite,
        sources: &BTreeMap<String, String>,
    ) -> Result<(), Failure> {
        let units: Vec<UnitGoals> = run
            .units
            .iter()
            .zip(goals)
            .map(|(unit, goals)| UnitGoals {
                function: unit.function.clone(),
                file: unit.file.clone(),
                goals: goals.clone(),
                flow: unit.flow.clone(),
            })
            .collect();
        if !run.unfinished.is_empty() {
            self.write("run.json", &json(run)?)?;
        }
        self.write("goals.json", &json(&units)?)?;
        self.write("suite.json", &suite_json(suite)?)?;
        let report = Report { run, goals, suite, sources };
        self.write("lcov.info", &trine_report::lcov::tracefile(&report))?;
        self.write("cobertura.xml", &trine_report::cobertura::document(&report))?;
        self.write("junit.xml", &trine_report::test_run::document(&report))?;
        self.write("traceability.csv", &trine_report::traceability::table(&report))?;
        self.write("evidence.md", &trine_report::evidence::summary(&report))?;
        if let Some(document) = trine_report::jacoco::document(&report) {
            self.write("jacoco.xml", &document)?;
        }
        self.write_report(&report)?;
        if run.unfinished.is_empty() { self.write("run.json", &json(run)?) } else { Ok(()) }
    }

    /// Writes the pages of the report, and removes those of an earlier run.
    fn write_report(&self, report: &Report<'_>) -> Result<(), Failure> {
        let mut written = BTreeMap::new();
        trine_report::html::Site::new(report).for_each_file(|path, content| {
            let path = format!("report/{path}");
            self.write_with(&path, |file| {
                let mut failed = None;
                let outcome: Result<(), Failure> = content(&mut |part| {
                    file.write_all(part.as_bytes()).map_err(|error| {
                        let failure = cannot_write(&self.dir.join(&path), &error);
                        failed = Some(error);
                        failure
                    })
                });
                match (outcome, failed) {
                    (Err(_), Some(error)) => Err(error),
                    _ => Ok(()),
                }
            })?;
            written.insert(path, String::new());
            Ok(())
        })?;
        for folder in trine_report::html::FOLDERS {
            remove_others(&self.dir, &Path::new("report").join(folder), &written);
        }
        Ok(())
    }

    /// Writes the emitted files, by path in the folder, and removes those of an earlier run.
    ///
    /// # Errors
    /// When one cannot be written.
    pub fn write_emitted(&self, files: &BTreeMap<String, String>) -> Result<(), Failure> {
        files.iter().try_for_each(|(name, content)| self.write(name, content))?;
        if self.is_ours {
            EMITTED.iter().for_each(|folder| remove_others(&self.dir, Path::new(folder), files));
        }
        Ok(())
    }

    /// Reads a JSON file of the folder.
    ///
    /// # Errors
    /// When it cannot be read, or is not what a run writes.
    pub fn read<T: serde::de::DeserializeOwned>(&self, name: &str) -> Result<T, Failure> {
        let path = self.dir.join(name);
        let text = fs::read_to_string(&path).map_err(|error| {
            let what = format!("cannot read {}: {error}", path.display());
            let help = if self.dir.join(LOCK).exists() {
                "the run was stopped before it wrote anything: start it again"
            } else {
                "name the output folder of an earlier run"
            };
            Failure::input(what, "nothing was done", help)
        })?;
        serde_json::from_str(&text).map_err(|error| {
            let what = format!("{}: {error}", path.display());
            Failure::input(
                what,
                "nothing was done",
                "run trine again: the folder was changed or is of another version",
            )
        })
    }
}

/// Locks `dir` for this process. On a file system without locks the folder is used without one.
fn lock(dir: &Path) -> Result<Option<File>, Failure> {
    let path = dir.join(LOCK);
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
    let mut file = file.map_err(|error| cannot_write(&path, &error))?;
    match file.try_lock() {
        Ok(()) => {
            // The number only serves the message below.
            let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
            Ok(Some(file))
        }
        Err(fs::TryLockError::WouldBlock) => {
            let mut holder = String::new();
            let _ = file.read_to_string(&mut holder);
            let what = format!("{} is in use by another run (process {})", dir.display(), holder.trim());
            Err(Failure::input(
                what,
                "nothing was run",
                "wait for its end, or give another folder with --out",
            ))
        }
        Err(fs::TryLockError::Error(_)) => Ok(None),
    }
}

/// Removes half-written files that a killed run left in `folder`.
fn remove_parts(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') && name.ends_with(".part") {
            // What stays is overwritten or in nobody's way.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Removes everything below `dir/folder` that is not among `files`.
fn remove_others(dir: &Path, folder: &Path, files: &BTreeMap<String, String>) {
    for entry in fs::read_dir(dir.join(folder)).into_iter().flatten().flatten() {
        let path = folder.join(entry.file_name());
        if files.contains_key(&*path.to_string_lossy()) {
            continue;
        }
        if !files.keys().any(|file| Path::new(file).starts_with(&path)) {
            // A leftover harms nobody.
            let _ = fs::remove_file(entry.path()).or_else(|_| fs::remove_dir_all(entry.path()));
        } else {
            remove_others(dir, &path, files);
        }
    }
}

/// One line per test: a suite is for scripts, and with every number on a line of its own that of a
/// function with large arrays has more line breaks and blanks than anything else.
fn suite_json(suite: &Suite) -> Result<String, Failure> {
    let list = |tests: &[trine_record::TestRecord]| -> Result<String, Failure> {
        let lines: Result<Vec<_>, _> = tests.iter().map(serde_json::to_string).collect();
        let lines = lines.map_err(|error| not_json(&error))?;
        Ok(if lines.is_empty() { "[]".to_owned() } else { format!("[\n{}\n]", lines.join(",\n")) })
    };
    Ok(format!("{{\"tests\": {},\n\"crashes\": {}}}\n", list(&suite.tests)?, list(&suite.crashes)?))
}

fn json<T: Serialize>(value: &T) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value).map_err(|error| not_json(&error))?;
    Ok(text + "\n")
}

fn not_json(error: &serde_json::Error) -> Failure {
    trine_campaign::failure::bug(&format!("a record cannot be written as JSON: {error}"))
}
