//! `trine replay` and `trine report`: an output folder, read back.

use crate::campaign::{context, tasks};
use crate::confirm;
use crate::emission::source_files;
use crate::failure::Failure;
use crate::inputs::{self, Job};
use crate::output::{Output, UnitGoals};
use crate::select::select_recorded;
use crate::stored::Stored;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use trine_base::Budget;
use trine_engine::{Options, UnitOutcome};
use trine_record::{GoalStatus, RunRecord, UnitRecord};

/// Replays the suite of `dir` from scratch and says which of its goals it covers now.
///
/// # Errors
/// When the folder cannot be read or its sources no longer compile.
pub fn run(dir: &Path) -> Result<u8, Failure> {
    let output = Output::open(dir);
    let Stored { record, goals, suite, note } = Stored::read(&output)?;
    note.iter().for_each(|note| crate::print(note));
    let toolchain = crate::toolchain()?;
    let mut jobs = Vec::new();
    for job in &record.jobs {
        let files = job.files.iter().map(PathBuf::from).collect();
        let job = Job { files, flags: job.flags.clone(), folder: PathBuf::from(&job.folder) };
        jobs.push(inputs::load(&toolchain, job)?);
    }
    for (job, recorded) in jobs.iter_mut().zip(&record.jobs) {
        crate::settings::preconditions::replace_recorded(job, &recorded.stubs);
    }
    select_recorded(&mut jobs, |at| units_of(&record, at));
    let options = Options {
        criterion: record.criterion,
        mcdc: record.mcdc,
        seed: record.seed,
        budget: Budget::Evaluations(0),
        ..Options::default()
    };
    let tasks = tasks(&jobs);
    let mut outcomes: Vec<UnitOutcome> =
        tasks.iter().map(|&task| context(&jobs, task, &options).pending()).collect();
    let mut tests = suite.tests.into_iter();
    for (outcome, unit) in outcomes.iter_mut().zip(&record.units) {
        outcome.tests = tests.by_ref().take(unit.tests).collect();
    }
    let of_units: Vec<_> = tasks.iter().map(|task| task.job).zip(&outcomes).collect();
    let files = source_files(&jobs, &of_units);
    let mut differences = Vec::new();
    for (position, outcome) in outcomes.iter_mut().enumerate() {
        let task = tasks[position];
        let Some(file) = files.iter().find(|f| f.job == task.job && f.path == outcome.record.file) else {
            continue;
        };
        let replays = confirm::replay(&jobs, file, options.steps, options.seed);
        let names: Vec<_> = file.tests.iter().map(|test| test.name.clone()).collect();
        context(&jobs, task, &options).add_covered(outcome, &names, &replays.traces);
        differences.extend(differing(outcome, goals.get(position)));
    }
    let covered: usize = outcomes.iter().map(|outcome| outcome.record.goals.covered).sum();
    let total: usize = outcomes.iter().map(|outcome| outcome.record.goals.total).sum();
    crate::print(&format!("{covered} of {total} goals covered by the replayed suite\n"));
    for difference in &differences {
        crate::print(&format!("{difference}\n"));
    }
    Ok(u8::from(!differences.is_empty()))
}

/// The units of the job at `at`.
fn units_of(record: &RunRecord, at: usize) -> &[UnitRecord] {
    let first: usize = record.jobs[..at].iter().map(|job| job.units).sum();
    record.units.get(first..first + record.jobs[at].units).unwrap_or_default()
}

fn differing(outcome: &UnitOutcome, recorded: Option<&UnitGoals>) -> Vec<String> {
    let Some(recorded) = recorded else {
        return vec![format!("{}: not in goals.json", outcome.record.function)];
    };
    let pairs = outcome.goals.iter().zip(&recorded.goals);
    // Independence pairs may be split over two tests: singly replayed tests do not show them.
    let is_pair =
        |goal: &trine_record::GoalRecord| matches!(goal.goal, trine_record::GoalKind::Independence { .. });
    let differs = pairs.filter(|(now, then)| {
        !is_pair(now) && matches!(then.status, GoalStatus::Covered { .. }) && !now.status.is_covered()
    });
    differs
        .map(|(now, _)| {
            let (line, column) = now.span.start;
            format!(
                "{}: {} at {}:{line}:{column} is no longer covered",
                outcome.record.function, now.id, now.span.file
            )
        })
        .collect()
}

/// Renders the report of `dir` again.
///
/// # Errors
/// When the folder cannot be read or written.
pub fn report(dir: &Path) -> Result<u8, Failure> {
    let stored = Stored::read(&Output::open(dir))?;
    // Only a folder that holds a run is locked, and none is made.
    let output = Output::create(dir)?;
    let Stored { record, goals, suite, note } = stored;
    note.iter().for_each(|note| crate::print(note));
    let mut sources = BTreeMap::new();
    for job in &record.jobs {
        for unit in &record.units {
            let path = Path::new(&job.folder).join(&unit.file);
            if let Ok(bytes) = std::fs::read(path) {
                sources.insert(unit.file.clone(), String::from_utf8_lossy(&bytes).into_owned());
            }
        }
    }
    let goals: Vec<_> = goals.into_iter().map(|unit| unit.goals).collect();
    output.write_records(&record, &goals, &suite, &sources)?;
    crate::print(&format!("{}\n", dir.join("report/index.html").display()));
    Ok(0)
}
