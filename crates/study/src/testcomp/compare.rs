//! Hybrid beside its halves on the same tasks: what each covers, what it proves infeasible, and how long it took to both.
//!
//! Each strategy searches every task with the same budget and seed; no suite is run natively, which the campaign without
//! `--compare` does. Hybrid should cover at least what the better half does. A goal that one strategy proves infeasible and
//! another covers is a wrong proof, and fails the campaign.

use super::limited;
use super::tasks::Task;
use crate::Tally;
use crate::table::table;
use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use trine_record::RunRecord;

/// The halves, and what joins them.
const STRATEGIES: [&str; 3] = ["search", "dse", "hybrid"];

/// How the tasks are run.
pub struct Comparison<'a> {
    /// The command to judge.
    pub program: &'a Path,
    /// Budget of a task, as the command takes it; its own when absent.
    pub budget: Option<String>,
    /// Seconds of a budget of time, which bound the command.
    pub seconds: Option<u64>,
    /// Folder for results.
    pub folder: PathBuf,
}

/// What a strategy came to on a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Standing {
    goals: usize,
    covered: usize,
    infeasible: usize,
    /// Until the last goal was covered, in milliseconds.
    last_milliseconds: u64,
    /// The whole search, in milliseconds.
    milliseconds: u64,
    /// How each goal ended, in the order of the goals.
    statuses: Vec<String>,
}

impl Standing {
    fn open(&self) -> usize {
        self.goals - self.covered - self.infeasible
    }
}

impl Comparison<'_> {
    /// Runs every strategy on every task.
    ///
    /// # Errors
    /// When the command cannot be started.
    pub fn run(&self, tasks: &[Task]) -> Result<Tally> {
        let mut tally = Tally::default();
        let (mut rows, mut sums) = (Vec::new(), vec![Standing::default(); STRATEGIES.len()]);
        let mut summary = Summary::default();
        for (number, task) in tasks.iter().enumerate() {
            let mut standings = Vec::new();
            for strategy in STRATEGIES {
                let out = self.folder.join(format!("{strategy}_{:04}_{}", number + 1, task.file_name()));
                standings.extend(self.standing(task, strategy, &out)?);
            }
            let [search, dse, hybrid] = standings.as_slice() else {
                println!("{}: FAILED", task.name());
                tally.failed += 1;
                continue;
            };
            for (sum, one) in sums.iter_mut().zip(&standings) {
                sum.add(one);
            }
            let wrong = contradictions(&standings);
            summary.add([search, dse, hybrid]);
            tally.passed += usize::from(wrong == 0);
            tally.failed += usize::from(wrong > 0);
            let note = if wrong > 0 { format!("{wrong} WRONG PROOFS") } else { String::new() };
            rows.push(row(&task.name(), &standings, note));
            println!("{}", rows.last().map_or_else(String::new, |row| row.join("  ")));
        }
        rows.push(row("total", &sums, String::new()));
        let header = ["task", "goals", "search", "dse", "hybrid", ""];
        println!("\ncovered (+ proved infeasible), milliseconds to the last covered goal\n");
        println!("{}", table(&header, &rows));
        println!("{summary}");
        Ok(tally)
    }

    fn standing(&self, task: &Task, strategy: &str, out: &Path) -> Result<Option<Standing>> {
        let _ = std::fs::remove_dir_all(out);
        let mut command = Command::new(self.program);
        command.args([
            "c",
            "--framework",
            "test-comp",
            "--quiet",
            "--fresh",
            "--no-native",
            "--strategy",
            strategy,
        ]);
        command.arg("--out").arg(out).arg(&task.file);
        if let Some(property) = &task.property {
            command.arg("--property").arg(property);
        }
        if let Some(budget) = &self.budget {
            command.arg("--budget").arg(budget);
        }
        limited::run(&mut command, &out.with_extension("log"), limited::limit(self.seconds))
            .with_context(|| format!("cannot run {}", self.program.display()))?;
        let read = |name: &str| std::fs::read_to_string(out.join(name)).ok();
        let record = read("run.json").and_then(|text| serde_json::from_str::<RunRecord>(&text).ok());
        let goals = read("goals.json").and_then(|text| serde_json::from_str::<Value>(&text).ok());
        Ok(record.zip(goals).map(|(record, goals)| Standing::new(&record, &goals)))
    }
}

impl Standing {
    fn new(record: &RunRecord, goals: &Value) -> Self {
        let units = goals.as_array().into_iter().flatten();
        let all = units.flat_map(|unit| unit["goals"].as_array().into_iter().flatten());
        let statuses =
            all.map(|goal| goal["status"]["status"].as_str().unwrap_or_default().to_owned()).collect();
        let mut standing = Self { statuses, ..Self::default() };
        for unit in &record.units {
            standing.goals += unit.goals.total;
            standing.covered += unit.goals.covered;
            standing.infeasible += unit.goals.infeasible;
            standing.last_milliseconds += unit.progress.last().map_or(0, |last| last.1);
            standing.milliseconds += unit.milliseconds;
        }
        standing
    }

    fn add(&mut self, other: &Self) {
        self.goals += other.goals;
        self.covered += other.covered;
        self.infeasible += other.infeasible;
        self.last_milliseconds += other.last_milliseconds;
        self.milliseconds += other.milliseconds;
    }
}

/// Goals that one strategy covers and another calls infeasible.
fn contradictions(standings: &[Standing]) -> usize {
    let mut by_goal: BTreeMap<usize, (bool, bool)> = BTreeMap::new();
    for (at, status) in standings.iter().flat_map(|one| one.statuses.iter().enumerate()) {
        let (covered, infeasible) = by_goal.entry(at).or_default();
        *covered |= status == "covered";
        *infeasible |= status == "infeasible";
    }
    by_goal.values().filter(|&&(covered, infeasible)| covered && infeasible).count()
}

fn row(name: &str, standings: &[Standing], note: String) -> Vec<String> {
    let cell = |one: &Standing| {
        let proved = if one.infeasible > 0 { format!(" + {}", one.infeasible) } else { String::new() };
        format!("{}{proved}, {} ms", one.covered, one.last_milliseconds)
    };
    let goals = standings.first().map_or(0, |one| one.goals).to_string();
    [name.to_owned(), goals].into_iter().chain(standings.iter().map(cell)).chain([note]).collect()
}

/// What the tasks say together.
#[derive(Debug, Default)]
struct Summary {
    tasks: usize,
    /// Tasks on which hybrid covers less than the better half.
    below: usize,
    /// Tasks on which it covers as much, and took more than twice as long to its last goal, a tenth of a second aside.
    slower: usize,
    /// Tasks of which hybrid left no goal open although some cannot be covered.
    proved: usize,
    /// Tasks with goals that no strategy covered.
    with_uncovered: usize,
}

/// Times to the last goal that differ by less are alike, in milliseconds.
const ALIKE_MILLISECONDS: u64 = 100;

impl Summary {
    fn add(&mut self, [search, dse, hybrid]: [&Standing; 3]) {
        let best = search.covered.max(dse.covered);
        let halves = [search, dse].into_iter().filter(|one| one.covered == best);
        let fastest = halves.map(|one| one.last_milliseconds).min().unwrap_or(0);
        self.tasks += 1;
        self.below += usize::from(hybrid.covered < best);
        let allowed = 2 * fastest + ALIKE_MILLISECONDS;
        self.slower += usize::from(hybrid.covered == best && hybrid.last_milliseconds > allowed);
        let is_uncovered = best.max(hybrid.covered) < hybrid.goals;
        self.with_uncovered += usize::from(is_uncovered);
        self.proved += usize::from(is_uncovered && hybrid.open() == 0);
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { tasks, below, slower, proved, with_uncovered } = self;
        writeln!(
            f,
            "hybrid covers at least what the better half does on {} of {tasks} tasks",
            tasks - below
        )?;
        writeln!(f, "and takes more than twice as long to its last goal on {slower}")?;
        write!(
            f,
            "tasks with goals that nothing covers: {with_uncovered}; hybrid proves all of them on {proved}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(goals: usize, covered: usize, statuses: &[&str]) -> Standing {
        let statuses = statuses.iter().map(|&status| status.to_owned()).collect();
        Standing { goals, covered, statuses, ..Standing::default() }
    }

    #[test]
    fn a_goal_that_one_covers_and_another_refutes_is_a_contradiction() {
        let search = standing(2, 1, &["covered", "unknown"]);
        let dse = standing(2, 0, &["infeasible", "infeasible"]);
        assert_eq!(contradictions(&[search.clone(), dse]), 1);
        assert_eq!(contradictions(&[search.clone(), search]), 0);
    }

    #[test]
    fn hybrid_is_held_against_the_better_half() {
        let mut summary = Summary::default();
        let (two, three) = (standing(4, 2, &[]), standing(4, 3, &[]));
        summary.add([&two, &three, &two]);
        assert_eq!((summary.below, summary.slower, summary.with_uncovered, summary.proved), (1, 0, 1, 0));
        let slow = Standing { last_milliseconds: 500, infeasible: 1, ..three.clone() };
        summary.add([&two, &three, &slow]);
        assert_eq!((summary.below, summary.slower, summary.with_uncovered, summary.proved), (1, 1, 2, 1));
    }
}
