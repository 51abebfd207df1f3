//! `trine replay` and `trine report`: an output folder, read back.

use crate::output::{Output, UnitGoals};
use crate::stored::Stored;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use trine_base::Budget;
use trine_campaign::c::confirm;
use trine_campaign::c::emission::source_files;
use trine_campaign::c::inputs::{Job, Jobs};
use trine_campaign::c::loading::{self, Loaded, Resources};
use trine_campaign::failure::Failure;
use trine_campaign::select::select_recorded;
use trine_campaign::units::{pending, tasks};
use trine_engine::{Options, UnitOutcome, WorkerMemory};
use trine_record::{GoalStatus, JobRecord, Language, RunRecord, UnitRecord};

/// Replays the suite of `dir` from scratch and says which of its goals it covers now; in so much `memory` as is given,
/// or as the run had. Of a suite for classes the steps of `tests` are shown, and `jdk` may name the JDK.
///
/// # Errors
/// When `memory` is no size, the folder cannot be read, or its sources no longer compile.
pub fn run(dir: &Path, memory: Option<&str>, tests: &[String], jdk: Option<&Path>) -> Result<u8, Failure> {
    let given = memory.map(|text| crate::settings::parse::<WorkerMemory>("--memory", text)).transpose()?;
    let output = Output::open(dir);
    let Stored { record, goals, suite, note } = Stored::read(&output)?;
    note.iter().for_each(|note| crate::print(note));
    if record.language == Language::Java {
        let folder = crate::java::replay::Folder { dir, record: &record, goals: &goals, suite: &suite };
        return crate::java::replay::run(&folder, given, tests, jdk);
    }
    if !tests.is_empty() || jdk.is_some() {
        let what = "--test and --jdk are for tests of classes, and this folder has tests of C";
        return Err(Failure::input(what, "nothing was replayed", "leave them out"));
    }
    let options = options_of(&record, given, dir)?;
    let toolchain = crate::toolchain()?;
    let jobs = recorded_jobs(&record);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut jobs, broken) = loading::load(&toolchain, jobs, Resources { workers, memory: options.memory })?;
    if let Some(failure) = broken.into_iter().next() {
        return Err(failure);
    }
    let stubs: Vec<_> = record.jobs.iter().filter(|job| job.tested).map(|job| job.stubs.as_slice()).collect();
    crate::settings::preconditions::replace_recorded(&mut jobs, &stubs);
    let mut registers = record.jobs.iter().filter(|job| job.tested).map(|job| &job.registers);
    jobs.iter_mut().for_each(|job| job.api.registers = registers.next().cloned().unwrap_or_default());
    select_recorded(&mut jobs, |at| units_of(&record, at));
    let tasks = tasks(&jobs);
    let mut outcomes = pending(&jobs, &tasks, &options);
    let names: BTreeSet<String> = suite.tests.iter().map(|test| test.name.clone()).collect();
    let mut tests = suite.tests.into_iter();
    for (outcome, unit) in outcomes.iter_mut().zip(&record.units) {
        outcome.tests = tests.by_ref().take(unit.tests).collect();
    }
    let of_units: Vec<_> = tasks.iter().map(|task| task.job).zip(&outcomes).collect();
    let files = source_files(&jobs, &of_units);
    let mut differences = Vec::new();
    let _ = confirm::replay(&jobs, &tasks, &mut outcomes, &files, &options);
    for (position, (outcome, task)) in outcomes.iter().zip(&tasks).enumerate() {
        if files.iter().any(|file| file.job == task.job && file.path == outcome.record.file) {
            differences.extend(differing(outcome, goals.get(position), &names));
        }
    }
    let covered: usize = outcomes.iter().map(|outcome| outcome.record.goals.covered).sum();
    let total: usize = outcomes.iter().map(|outcome| outcome.record.goals.total).sum();
    crate::print(&format!("{covered} of {total} goals covered by the replayed suite\n"));
    let own: usize = record.units.iter().filter_map(|unit| Some(unit.own_tests.as_ref()?.goals)).sum();
    if own > 0 {
        crate::print(&format!(
            "{own} goals are covered by the tests that --seeds named; these are not replayed\n"
        ));
    }
    for difference in &differences {
        crate::print(&format!("{difference}\n"));
    }
    Ok(u8::from(!differences.is_empty()))
}

/// What the run of `record` had in force for each test; `given` is what the user says instead of its memory.
fn options_of(record: &RunRecord, given: Option<WorkerMemory>, dir: &Path) -> Result<Options, Failure> {
    let defaults = Options::default();
    let limits = &record.limits;
    let recorded = || match &limits.memory {
        Some(text) => text.parse().map_err(|error| {
            let what = format!("{}: memory of the run: {error}", dir.join("run.json").display());
            Failure::input(what, "nothing was replayed", "say --memory, or repeat the run")
        }),
        None => Ok(defaults.memory),
    };
    Ok(Options {
        criterion: record.criterion,
        mcdc: record.mcdc,
        seed: record.seed,
        budget: Budget::Evaluations(0),
        memory: given.map_or_else(recorded, Ok)?,
        steps: limits.steps.unwrap_or(defaults.steps),
        signed_overflow_faults: limits.signed_overflow,
        ..defaults
    })
}

/// The units of the tested job at `at`.
fn units_of(record: &RunRecord, at: usize) -> &[UnitRecord] {
    let tested: Vec<&JobRecord> = record.jobs.iter().filter(|job| job.tested).collect();
    let first: usize = tested[..at].iter().map(|job| job.units).sum();
    record.units.get(first..first + tested[at].units).unwrap_or_default()
}

/// What a run must record of its files so that they can be loaded again.
#[must_use]
pub fn job_records(jobs: &[Loaded]) -> Vec<JobRecord> {
    let mut records: BTreeMap<usize, JobRecord> = BTreeMap::new();
    for loaded in jobs {
        let others = loaded.companions.iter().map(|other| &other.job);
        for job in std::iter::once(&loaded.job).chain(others) {
            records.entry(job.number).or_insert_with(|| JobRecord {
                file: job.file.display().to_string(),
                flags: job.flags.clone(),
                folder: job.folder.display().to_string(),
                target: job.target.clone(),
                root: loaded.root.display().to_string(),
                tested: job.tested,
                ..JobRecord::default()
            });
        }
        if let Some(record) = records.get_mut(&loaded.job.number) {
            record.units = loaded.callables.len();
            record.stubs = crate::settings::preconditions::recorded_stubs(&loaded.api);
            record.registers = loaded.api.registers.clone();
        }
    }
    records.into_values().collect()
}

/// The jobs of a record.
fn recorded_jobs(record: &RunRecord) -> Jobs {
    let job = |(number, job): (usize, &JobRecord)| Job {
        file: PathBuf::from(&job.file),
        flags: job.flags.clone(),
        folder: PathBuf::from(&job.folder),
        target: job.target.clone(),
        tested: job.tested,
        number,
    };
    Jobs {
        jobs: record.jobs.iter().enumerate().map(job).collect(),
        root: record.jobs.first().map_or_else(PathBuf::new, |job| PathBuf::from(&job.root)),
        broken: Vec::new(),
        warnings: Vec::new(),
    }
}

/// Goals of `outcome` that are not covered any more, where that took tests of the suite, which has those of these `names`.
fn differing(outcome: &UnitOutcome, recorded: Option<&UnitGoals>, names: &BTreeSet<String>) -> Vec<String> {
    let Some(recorded) = recorded else {
        return vec![format!("{}: not in goals.json", outcome.record.function)];
    };
    let pairs = outcome.goals.iter().zip(&recorded.goals);
    // Independence pairs may be split over two tests: singly replayed tests do not show them.
    let is_pair =
        |goal: &trine_record::GoalRecord| matches!(goal.goal, trine_record::GoalKind::Independence { .. });
    let by_suite = |goal: &trine_record::GoalRecord| match &goal.status {
        GoalStatus::Covered { tests } => tests.iter().all(|test| names.contains(test)),
        _ => false,
    };
    let differs = pairs.filter(|(now, then)| !is_pair(now) && by_suite(then) && !now.status.is_covered());
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
    let sources = crate::evidence::sources(&record);
    let goals: Vec<_> = goals.into_iter().map(|unit| unit.goals).collect();
    output.write_records(&record, &goals, &suite, &sources)?;
    crate::print(&format!("{}\n", dir.join("report/index.html").display()));
    Ok(0)
}
