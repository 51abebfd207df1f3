//! What is kept of a unit beside the files that `trine c` wrote, and how it is read again.

use super::builds::Build;
use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use trine_record::{RunRecord, Suite};

/// The file with what was measured.
const FILE: &str = "measured.json";

/// What the campaign measured of a unit from outside.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// Package and unit.
    pub name: String,
    /// The package.
    pub package: String,
    /// Budget and limit of functions: only equal ones are taken over.
    pub key: String,
    /// A number that tells builds of Trine apart.
    pub build: u64,
    /// Wall time of the run.
    pub milliseconds: u64,
    /// The most memory that the process held at any time that it was looked at.
    pub peak_kilobytes: u64,
    /// Processor time of the run itself, and of compilers and tests that it started, in milliseconds.
    pub processor: (u64, u64),
    /// Why the run failed, if it did.
    pub failure: Option<String>,
    /// The emitted tests under other compilers; empty when there are none.
    pub builds: Vec<Build>,
}

impl Measured {
    /// Keeps it in `out`.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, out: &Path) -> Result<()> {
        std::fs::create_dir_all(out)?;
        Ok(std::fs::write(out.join(FILE), serde_json::to_string_pretty(self)?)?)
    }
}

/// A unit as it is stored.
pub struct Stored {
    /// What was measured.
    pub measured: Measured,
    /// The run, where it left a record.
    pub record: Option<RunRecord>,
    /// The tests that it left.
    pub suite: Suite,
    /// The texts of its test files.
    pub tests: Vec<String>,
}

impl Stored {
    /// What is stored in `out`, if anything is.
    pub fn read(out: &Path) -> Option<Self> {
        let text = |name: &str| std::fs::read_to_string(out.join(name)).ok();
        let measured = serde_json::from_str(&text(FILE)?).ok()?;
        let record = text("run.json").and_then(|text| serde_json::from_str(&text).ok());
        let suite = text("suite.json").and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        let is_test = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("test_") && name.ends_with(".c")
        };
        let files = entries(&out.join("tests")).into_iter().filter(is_test);
        let tests = files.filter_map(|path| std::fs::read_to_string(path).ok()).collect();
        Some(Self { measured, record, suite, tests })
    }
}

/// All that is stored below `folder`, by package and unit.
///
/// # Errors
/// When the folder cannot be made.
pub fn all(folder: &Path) -> Result<Vec<Stored>> {
    std::fs::create_dir_all(folder)?;
    let units = entries(folder).into_iter().flat_map(|package| entries(&package));
    Ok(units.filter_map(|unit| Stored::read(&unit)).collect())
}

/// What a folder holds, in the order of names; nothing, where there is no folder.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = std::fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = read.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}
