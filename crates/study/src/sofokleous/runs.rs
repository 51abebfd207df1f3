//! One run of `trine c` or `trine java` with `--strategy paths` per subject and seed, and what its record says.

use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use trine_record::{GoalKind, GoalRecord, GoalStatus, PathMeans, PathState, RunRecord};

/// In what the subjects are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Functions of files; the genetic algorithm of the paper, then the solver.
    C,
    /// Static methods of classes; the solver alone.
    Java,
}

/// A function under test.
#[derive(Clone, Debug)]
pub struct StudiedFunction {
    /// As the paper calls it.
    pub name: String,
    /// The file, in the folder of the study; for Java the class, in the folder `classes` of it.
    pub file: String,
    /// The function; for Java any: all methods of the class are tested.
    pub function: String,
    /// In what it is written.
    pub language: Language,
}

/// Goals of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub total: usize,
    pub covered: usize,
    pub infeasible: usize,
}

/// What a run came to.
#[derive(Clone, Debug, Default)]
pub struct Run {
    pub edges: Counts,
    pub conditions: Counts,
    /// Goals that are neither covered nor proved infeasible.
    pub unknown: Vec<String>,
    pub paths: usize,
    pub refuted: usize,
    /// Paths covered: by accident, by the genetic algorithm, by the solver after it had failed.
    pub by: [usize; 3],
    /// Paths that are neither covered nor refuted.
    pub open: usize,
    /// Generations bred, and constraint sets evaluated, for all paths together.
    pub generations: u64,
    pub evaluations: u64,
    pub milliseconds: u64,
}

/// Tests `subject`, whose file lies in `folder`, with `trine`.
///
/// # Errors
/// When it cannot be run, or leaves no record.
pub fn run(trine: &Path, folder: &Path, subject: &StudiedFunction, seed: u64, budget: &str) -> Result<Run> {
    let out = folder.join("out");
    let mut command = Command::new(trine);
    match subject.language {
        Language::C => {
            command.arg("c").arg(folder.join(&subject.file)).args(["--function", &subject.function]);
            command.args(["--algorithm", "ga"]);
        }
        Language::Java => {
            command.arg("java").arg("--class-path").arg(folder.join("classes")).arg(&subject.file);
        }
    }
    command.args(["--strategy", "paths", "--criterion", "condition-decision"]);
    command.args(["--budget", budget]);
    command.args(["--seed", &seed.to_string(), "--fresh", "--quiet", "--no-native", "--jobs", "1", "--out"]);
    let ended = command.arg(&out).stdin(Stdio::null()).output().with_context(|| {
        format!("cannot run {}\n  = help: cargo build --release -p trine-cli", trine.display())
    })?;
    let said = || String::from_utf8_lossy(&ended.stderr).trim().to_owned();
    let read = |name: &str| std::fs::read_to_string(out.join(name)).with_context(said);
    let record: RunRecord = serde_json::from_str(&read("run.json")?)?;
    let mut units: serde_json::Value = serde_json::from_str(&read("goals.json")?)?;
    let goals: Vec<GoalRecord> = serde_json::from_value(units[0]["goals"].take())?;
    let unit = record.units.first().context("no unit in run.json")?;
    let pathwise = unit.pathwise.as_ref().context("no paths in run.json")?;
    let mut run = Run { milliseconds: unit.milliseconds, ..Run::default() };
    run.count_goals(&goals);
    run.paths = pathwise.paths.len();
    for path in &pathwise.paths {
        (run.generations, run.evaluations) =
            (run.generations + path.generations, run.evaluations + path.evaluations);
        match path.state {
            PathState::Covered { by, .. } | PathState::Crashes { by } => run.by[position(by)] += 1,
            PathState::Infeasible { .. } => run.refuted += 1,
            PathState::Open { .. } | PathState::NotChosen => run.open += 1,
        }
    }
    Ok(run)
}

fn position(by: PathMeans) -> usize {
    match by {
        PathMeans::Accident => 0,
        PathMeans::Variables | PathMeans::Genetic => 1,
        PathMeans::Solver => 2,
    }
}

impl Run {
    /// Conditions are all outcomes of conditions; edges are the outcomes of decisions, of which one condition
    /// alone is one.
    fn count_goals(&mut self, goals: &[GoalRecord]) {
        let decision = |goal: &GoalRecord| match goal.goal {
            GoalKind::Decision { decision, .. } => Some(decision),
            _ => None,
        };
        let decisions: BTreeSet<u32> = goals.iter().filter_map(decision).collect();
        for goal in goals {
            if let GoalStatus::Unknown { reason } = &goal.status {
                let text = goal.text.as_deref().unwrap_or("");
                self.unknown.push(format!("line {}: {text}: {reason}", goal.span.start.0));
            }
            match goal.goal {
                GoalKind::Decision { .. } => self.edges.add(&goal.status),
                GoalKind::Condition { .. } => {
                    self.conditions.add(&goal.status);
                    if !goal.decision.is_some_and(|decision| decisions.contains(&decision)) {
                        self.edges.add(&goal.status);
                    }
                }
                _ => {}
            }
        }
    }
}

impl Counts {
    fn add(&mut self, status: &GoalStatus) {
        self.total += 1;
        self.covered += usize::from(matches!(status, GoalStatus::Covered { .. }));
        self.infeasible += usize::from(matches!(status, GoalStatus::Infeasible { .. }));
    }

    /// Covered share of what is not proved infeasible, in percent.
    pub fn of_feasible(self) -> f64 {
        percent(self.covered, self.total - self.infeasible)
    }

    /// Covered share of all, in percent: what the paper tabulates.
    pub fn of_all(self) -> f64 {
        percent(self.covered, self.total)
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 100.0 } else { 100.0 * part as f64 / whole as f64 }
}
