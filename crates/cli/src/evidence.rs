//! `trine explain`, `trine diff` and `trine check`: questions about output folders.

use crate::changed_lines;
use crate::output::Output;
use crate::stored::Stored;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use trine_campaign::failure::Failure;
use trine_record::{GoalCounts, GoalRecord, RunRecord, SourceRecord, Suite};
use trine_report::{Report, difference, explain};

/// Exit code of a check that does not hold.
const BELOW: u8 = 1;

/// An output folder with the sources of its units, as far as they are found.
struct Folder {
    run: RunRecord,
    goals: Vec<Vec<GoalRecord>>,
    suite: Suite,
    sources: BTreeMap<String, String>,
}

impl Folder {
    fn read(dir: &Path) -> Result<Self, Failure> {
        let Stored { record: run, goals, suite, note } = Stored::read(&Output::open(dir))?;
        note.iter().for_each(|note| eprint!("{note}"));
        let sources = sources(&run);
        Ok(Self { run, goals: goals.into_iter().map(|unit| unit.goals).collect(), suite, sources })
    }

    /// Warns where the sources are not those of the run.
    fn warn(&self) {
        let changed = changed_sources(&self.run);
        if !changed.is_empty() {
            eprintln!(
                "warning: {} changed since the run: what is said of lines is about the older text\n  = help: run again: {}",
                changed.join(", "),
                self.run.replay
            );
        }
    }

    fn report(&self) -> Report<'_> {
        Report { run: &self.run, goals: &self.goals, suite: &self.suite, sources: &self.sources }
    }
}

/// Where relative paths of `run` start.
fn root(run: &RunRecord) -> &Path {
    Path::new(run.jobs.first().map_or("", |job| job.root.as_str()))
}

/// The records of the sources of a run that begins, whose texts were read.
pub fn source_records(run: &RunRecord, texts: &BTreeMap<String, String>) -> Vec<SourceRecord> {
    // Texts are read as UTF-8, whatever they are; hashes are of the files.
    let record = |(path, text): (&String, &String)| match std::fs::read(root(run).join(path)) {
        Ok(bytes) => SourceRecord::new(path, &bytes),
        Err(_) => SourceRecord::new(path, text.as_bytes()),
    };
    texts.iter().map(record).collect()
}

/// The sources that are not as `run` read them.
fn changed_sources(run: &RunRecord) -> Vec<&str> {
    let is_changed = |source: &&SourceRecord| {
        std::fs::read(root(run).join(&source.file)).is_ok_and(|bytes| !source.is_of(&bytes))
    };
    run.sources.iter().filter(is_changed).map(|source| source.file.as_str()).collect()
}

/// The sources of the units of `run`, as they are now.
pub fn sources(run: &RunRecord) -> BTreeMap<String, String> {
    let root = root(run);
    let mut sources = BTreeMap::new();
    for unit in &run.units {
        if !sources.contains_key(&unit.file)
            && let Ok(bytes) = std::fs::read(root.join(&unit.file))
        {
            sources.insert(unit.file.clone(), String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    sources
}

/// Says what is known of the goals of `dir` that `wanted` names; of all open ones when it names none.
///
/// # Errors
/// When the folder cannot be read, or no goal is meant.
pub fn explain(dir: &Path, wanted: Option<&str>) -> Result<u8, Failure> {
    let folder = Folder::read(dir)?;
    folder.warn();
    let report = folder.report();
    let found = explain::find(&report, wanted);
    if let (true, Some(wanted)) = (found.is_empty(), wanted) {
        return Err(Failure::input(
            format!("`{wanted}` names no goal of {}", dir.display()),
            "nothing was explained",
            "name a goal as FUNCTION:NUMBER, all of a function by its name, or those of a line as FILE:LINE; goals.json lists them",
        ));
    }
    if found.is_empty() {
        crate::print("every goal is covered or proved infeasible\n");
    }
    for (unit, goal) in found {
        crate::print(&explain::goal(&report, unit, goal));
    }
    Ok(0)
}

/// Says what the run of `after` covers otherwise than that of `before`; exit code 1 when goals were lost.
///
/// # Errors
/// When a folder cannot be read.
pub fn diff(before: &Path, after: &Path) -> Result<u8, Failure> {
    let (before, after) = (Folder::read(before)?, Folder::read(after)?);
    if before.run.criterion != after.run.criterion {
        return Err(Failure::input(
            format!("the runs have different criteria: {} and {}", before.run.criterion, after.run.criterion),
            "nothing was compared",
            "compare runs of one criterion",
        ));
    }
    let (text, lost) = difference::text(&before.report(), &after.report());
    crate::print(&text);
    Ok(u8::from(lost > 0))
}

/// The goals on these lines, counted.
fn changed(folder: &Folder, lines: &BTreeMap<String, BTreeSet<u32>>) -> GoalCounts {
    let is_changed = |goal: &&GoalRecord| {
        lines.get(&goal.span.file).is_some_and(|lines| lines.contains(&goal.span.start.0))
    };
    let goals: Vec<GoalRecord> = folder.goals.iter().flatten().filter(is_changed).cloned().collect();
    GoalCounts::of(&goals)
}

/// Says whether at least so many percent of the feasible goals of `dir` are covered, those on lines that changed since a revision if one
/// is named; exit code 1 when not.
///
/// # Errors
/// When the folder cannot be read, or the share is no percentage.
pub fn check(dir: &Path, at_least: f64, changed_since: Option<&str>) -> Result<u8, Failure> {
    if !(0.0..=100.0).contains(&at_least) {
        return Err(Failure::input(
            format!("--at-least {at_least} is no percentage"),
            "nothing was checked",
            "give a number from 0 to 100",
        ));
    }
    let folder = Folder::read(dir)?;
    let (totals, of) = match changed_since {
        None => {
            folder.warn();
            (folder.report().totals(), String::new())
        }
        Some(revision) => {
            let other = changed_sources(&folder.run);
            if !other.is_empty() {
                return Err(Failure::input(
                    format!("{} changed since the run", other.join(", ")),
                    "nothing was checked: the goals are on lines of the older text",
                    format!("run again: {}", folder.run.replay),
                ));
            }
            let lines = changed_lines::since(&folder.run, revision)?;
            (changed(&folder, &lines), format!(" on lines changed since {revision}"))
        }
    };
    let feasible = totals.total - totals.infeasible;
    // 89.96 % is not 90 %: compared as counted, not as printed.
    let share = if feasible == 0 { 100.0 } else { 100.0 * totals.covered as f64 / feasible as f64 };
    let holds = share >= at_least;
    let unfinished = !folder.run.unfinished.is_empty();
    crate::print(&format!(
        "{}: {} of {feasible} feasible {} goals{of} covered, {share:.2} %, {} {at_least} %{}\n",
        if holds && !unfinished { "ok" } else { "failed" },
        totals.covered,
        folder.run.criterion,
        if holds { "at least" } else { "below" },
        if unfinished { "; the run was stopped" } else { "" },
    ));
    if !holds {
        crate::print("  = help: `trine explain` says of each open goal why, and what would help\n");
    }
    Ok(if holds && !unfinished { 0 } else { BELOW })
}
