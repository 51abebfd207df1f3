//! The output folder: made before the search, kept up to date while it runs, complete at its end.
//!
//! Every file is written under another name first and renamed, so that an interruption leaves
//! the old or the new content, never half of one.

use crate::failure::Failure;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use trine_record::{GoalRecord, RunRecord, Suite};
use trine_report::Report;

/// Folders of an output folder that a run replaces.
const FOLDERS: [&str; 3] = ["tests", "crashes", "report"];

/// The output folder of a run.
#[derive(Clone, Debug)]
pub struct Output {
    dir: PathBuf,
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
}

impl Output {
    /// The folder `dir`, made if it does not exist; what an earlier run left in it is removed,
    /// anything else is left alone.
    ///
    /// # Errors
    /// When it cannot be made or written.
    pub fn create(dir: &Path) -> Result<Self, Failure> {
        let output = Self { dir: dir.to_owned() };
        for folder in FOLDERS {
            let path = dir.join(folder);
            // Only a folder that a run of ours made is ours to remove.
            if path.is_dir() && dir.join("run.json").is_file() {
                fs::remove_dir_all(&path).map_err(|error| output.failure(&path, &error))?;
            }
        }
        fs::create_dir_all(dir).map_err(|error| output.failure(dir, &error))?;
        output.write("debug.log", "")?;
        Ok(output)
    }

    /// An existing output folder.
    #[must_use]
    pub fn open(dir: &Path) -> Self {
        Self { dir: dir.to_owned() }
    }

    /// Writes the file `name`.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, name: &str, content: &str) -> Result<(), Failure> {
        let path = self.dir.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| self.failure(folder, &error))?;
        }
        let part = path.with_file_name(format!(
            ".{}.part",
            path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default()
        ));
        fs::write(&part, content)
            .and_then(|()| fs::rename(&part, &path))
            .map_err(|error| self.failure(&path, &error))
    }

    /// Writes the records of a run.
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
            })
            .collect();
        self.write("goals.json", &json(&units)?)?;
        self.write("suite.json", &json(suite)?)?;
        self.write("run.json", &json(run)?)?;
        let report = Report { run, goals, suite, sources };
        self.write("lcov.info", &trine_report::lcov::tracefile(&report))?;
        self.write("report/index.html", &trine_report::html::page(&report))
    }

    /// Writes several files, by path in the folder.
    ///
    /// # Errors
    /// When one cannot be written.
    pub fn write_all(&self, files: &BTreeMap<String, String>) -> Result<(), Failure> {
        files.iter().try_for_each(|(name, content)| self.write(name, content))
    }

    /// Reads a JSON file of the folder.
    ///
    /// # Errors
    /// When it cannot be read, or is not what a run writes.
    pub fn read<T: serde::de::DeserializeOwned>(&self, name: &str) -> Result<T, Failure> {
        let path = self.dir.join(name);
        let text = fs::read_to_string(&path).map_err(|error| {
            let what = format!("cannot read {}: {error}", path.display());
            Failure::input(what, "nothing was done", "name the output folder of an earlier run")
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

    fn failure(&self, path: &Path, error: &std::io::Error) -> Failure {
        Failure::input(
            format!("cannot write {}: {error}", path.display()),
            "no results can be kept",
            "give another folder with --out, or make this one writable",
        )
    }
}

fn json<T: Serialize>(value: &T) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value).map_err(|error| Failure {
        code: crate::failure::BUG,
        what: format!("a record cannot be written as JSON: {error}"),
        note: "a bug of Trine".to_owned(),
        help: String::new(),
    })?;
    Ok(text + "\n")
}
