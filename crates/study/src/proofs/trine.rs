//! The `trine` command, run on a file of programs, and the verdicts that it leaves.

use super::print::{HEADERS, Printed};
use super::program::Program;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use trine_native::TemporaryFolder;
use trine_native::process::{Ending, run_limited};
use trine_record::{GoalRecord, McdcVariant};

/// A run that takes longer than this does not end by itself.
const TIME: Duration = Duration::from_secs(600);
const MEMORY_BYTES: u64 = 8 << 30;

/// A strategy of Trine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Strategy {
    /// Search and symbolic execution in turn.
    Hybrid,
    /// Symbolic execution alone.
    Dse,
    /// Path by path.
    Paths,
    /// Search alone.
    Search,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Asked {
    /// Branches.
    Branch,
    /// MC/DC with masking.
    Mcdc,
    /// MC/DC with unique cause.
    UniqueCause,
}

/// How Trine was run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Run {
    /// The strategy.
    pub strategy: Strategy,
    /// The criterion.
    pub asked: Asked,
}

impl Run {
    /// Which pairs count.
    pub fn variant(self) -> McdcVariant {
        match self.asked {
            Asked::UniqueCause => McdcVariant::UniqueCause,
            Asked::Branch | Asked::Mcdc => McdcVariant::Masking,
        }
    }

    /// The arguments for it.
    pub fn arguments(self) -> Vec<&'static str> {
        let strategy = match self.strategy {
            Strategy::Hybrid => "hybrid",
            Strategy::Dse => "dse",
            Strategy::Paths => "paths",
            Strategy::Search => "search",
        };
        let mut arguments = vec!["--strategy", strategy, "--criterion"];
        arguments.extend(match self.asked {
            Asked::Branch => ["branch"].as_slice(),
            Asked::Mcdc => &["mcdc"],
            Asked::UniqueCause => &["mcdc", "--mcdc", "unique-cause"],
        });
        arguments
    }
}

/// The verdicts on one program.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Under which strategy and criterion.
    pub run: Run,
    /// The goals of its function.
    pub goals: Vec<GoalRecord>,
}

/// The command and its limits.
#[derive(Clone, Debug)]
pub struct Trine {
    /// The program.
    pub program: PathBuf,
    /// Evaluations for each function.
    pub evaluations: u64,
    /// Steps of a run.
    pub steps: u64,
    /// Its seed.
    pub seed: u64,
}

impl Trine {
    /// The arguments for `run`, but for file, functions and folder.
    pub fn arguments(&self, run: Run) -> Vec<String> {
        let mut arguments: Vec<String> = run.arguments().into_iter().map(str::to_owned).collect();
        let limits =
            [("--budget", format!("{}evals", self.evaluations)), ("--steps", self.steps.to_string())];
        arguments.extend(limits.into_iter().flat_map(|(name, value)| [name.to_owned(), value]));
        arguments.extend(["--seed".to_owned(), self.seed.to_string(), "--no-native".to_owned()]);
        arguments
    }

    /// Judges all `programs`, one file, and gives the verdicts in their order.
    ///
    /// # Errors
    /// When it ends otherwise than with a suite or findings, or leaves no record.
    pub fn judge(&self, programs: &[(&Program, &Printed)], run: Run) -> Result<Vec<Judgement>> {
        let folder = TemporaryFolder::new()?;
        folder.write("programs.c", &source(programs.iter().map(|(_, printed)| *printed)))?;
        let mut command = Command::new(&self.program);
        command.args(["c", "programs.c", "--fresh", "--quiet", "--jobs", "1", "--out", "out"]);
        command.args(self.arguments(run)).arg("--function");
        command.args(programs.iter().map(|(program, _)| program.entry()));
        command.args(["--", "-w"]);
        let done = run_limited(command, folder.path(), TIME, MEMORY_BYTES)?;
        if !matches!(done.ending, Ending::Exited(0 | 2)) {
            bail!("trine c ended with {:?}: {}", done.ending, last_lines(&done.stderr));
        }
        let records = records(&folder.path().join("out/goals.json"))?;
        let of = |program: &Program| {
            let found = records.iter().find(|(function, _)| *function == program.entry());
            let goals = found.map(|(_, goals)| goals.clone()).unwrap_or_default();
            Judgement { run, goals }
        };
        Ok(programs.iter().map(|(program, _)| of(program)).collect())
    }
}

/// The file of plain programs, each printed to begin where it does in it.
pub fn source<'a>(programs: impl Iterator<Item = &'a Printed>) -> String {
    programs.fold(HEADERS.to_owned(), |text, printed| text + &printed.plain)
}

fn records(path: &Path) -> Result<Vec<(String, Vec<GoalRecord>)>> {
    let text = std::fs::read_to_string(path).context("no goals.json")?;
    let units: Vec<Value> = serde_json::from_str(&text).context("goals.json cannot be read")?;
    let unit = |unit: Value| {
        let function = unit["function"].as_str().unwrap_or_default().to_owned();
        Ok((function, serde_json::from_value(unit["goals"].clone())?))
    };
    units.into_iter().map(unit).collect()
}

fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(4)..].join(" | ")
}
