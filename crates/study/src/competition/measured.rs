//! What was measured of a class within one budget and with one seed, and how it is kept.

use super::Args;
use super::judge::Judged;
use super::shortfall::Shortfall;
use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use trine_record::{GoalRecord, RunRecord};

/// The file that holds it.
const FILE: &str = "measured.json";

/// What tells runs apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Key {
    /// The id of the class.
    pub id: String,
    /// The budget, as it was written.
    pub budget: String,
    /// The seed.
    pub seed: u64,
    /// Other arguments of the command.
    pub with: Vec<String>,
}

impl Key {
    pub fn new(id: &str, budget: &str, seed: u64, args: &Args) -> Self {
        Self { id: id.to_owned(), budget: budget.to_owned(), seed, with: args.with.clone() }
    }

    /// Where its suite and figures are kept.
    pub fn folder(&self, keep: &Path) -> PathBuf {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
        let with: String = self.with.join("_").chars().map(plain).collect();
        keep.join("runs").join(&self.id).join(format!("{}-{}{with}", self.budget, self.seed))
    }

    /// Whether it was measured before.
    pub fn is_kept(&self, keep: &Path) -> bool {
        self.folder(keep).join(FILE).is_file()
    }
}

/// What was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Measured {
    /// Of which run.
    pub key: Key,
    /// Wall-clock time of the command, its native run included.
    pub seconds: f64,
    /// Runs of sequences.
    pub evaluations: u64,
    /// Tests that were run natively.
    pub tests: usize,
    /// Why the suite does not compile, if so.
    pub refused: Option<String>,
    /// Tests that failed natively, with why.
    pub failing: Vec<String>,
    /// Instructions by JaCoCo: missed and covered.
    pub instruction: (u32, u32),
    /// Branches by JaCoCo: missed and covered.
    pub branch: (u32, u32),
    /// Mutants of PIT: all and killed, where they were run.
    pub mutants: Option<(u32, u32)>,
    /// Why they have no result, where that is so.
    pub no_mutants: Option<String>,
    /// What the record of the command says about what is missing.
    pub shortfall: Shortfall,
}

impl Measured {
    /// From what the judge says, and what the command recorded.
    pub fn new(
        key: &Key,
        seconds: f64,
        judged: Judged,
        (record, goals): (Option<&RunRecord>, &[GoalRecord]),
    ) -> Self {
        let unit = record.and_then(|record| record.units.first());
        let native = record.and_then(|record| record.native.as_ref());
        let taken_out = native.iter().flat_map(|native| &native.dropped);
        let taken_out = taken_out.map(|test| first_line(&test.reason)).collect();
        Self {
            key: key.clone(),
            seconds,
            evaluations: unit.map_or(0, |unit| unit.evaluations),
            tests: judged.tests,
            refused: judged.refused,
            failing: judged.failing,
            instruction: judged.instruction,
            branch: judged.branch,
            mutants: judged.mutants.map(|mutants| (mutants.all, mutants.killed)),
            no_mutants: judged.no_mutants,
            shortfall: Shortfall::new(unit, goals, taken_out),
        }
    }

    /// Keeps it.
    pub fn write(&self, keep: &Path) -> Result<()> {
        let folder = self.key.folder(keep);
        std::fs::create_dir_all(&folder)?;
        Ok(std::fs::write(folder.join(FILE), serde_json::to_string_pretty(self)?)?)
    }

    /// The share of instructions that is covered; nothing, where there are none.
    pub fn instruction_share(&self) -> Option<f64> {
        share(self.instruction)
    }

    /// The share of branches that is covered; nothing, where there are none.
    pub fn branch_share(&self) -> Option<f64> {
        share(self.branch)
    }

    /// The share of mutants that is killed. A suite without tests kills none, and one whose mutants were not run has no score.
    pub fn mutation_share(&self) -> Option<f64> {
        match self.mutants {
            Some((all, killed)) => share((all - killed, killed)),
            None => None,
        }
    }

    /// One line about it.
    pub fn line(&self, class: &str) -> String {
        let ((missed, covered), tests) = (self.branch, self.tests);
        let mutants =
            self.mutants.map_or_else(String::new, |(all, killed)| format!(", mutants {killed}/{all}"));
        format!(
            "{} {class} {} seed {}: branches {covered}/{}{mutants}, {tests} tests, {} evaluations, {:.1} s",
            self.key.id,
            self.key.budget,
            self.key.seed,
            missed + covered,
            self.evaluations,
            self.seconds
        )
    }
}

fn share((missed, covered): (u32, u32)) -> Option<f64> {
    (missed + covered > 0).then(|| f64::from(covered) / f64::from(missed + covered))
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

/// All runs that are kept below `keep` and were made with the same arguments, in the order of their folders.
///
/// # Errors
/// When a file is damaged.
pub(super) fn all(keep: &Path, args: &Args) -> Result<Vec<Measured>> {
    let mut found = Vec::new();
    for class in folders(&keep.join("runs")) {
        for run in folders(&class) {
            let Ok(text) = std::fs::read_to_string(run.join(FILE)) else { continue };
            let measured: Measured = serde_json::from_str(&text)?;
            if measured.key.with == args.with {
                found.push(measured);
            }
        }
    }
    Ok(found)
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    let read = std::fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = read.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}
