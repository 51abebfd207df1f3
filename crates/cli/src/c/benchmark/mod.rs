//! `trine c --framework test-comp`: benchmark programs, covered as a whole, and their suites in the exchange
//! format of Test-Comp. Programs written for KLEE run by the same way.
//!
//! ```text
//! task (.yml | .c, .prp)  --compile, with the functions it expects to exist-->  one unit: the program
//!   --search--> suite --replay--> inputs in order --> test-suite/*.xml --native replay--> llvm-cov's word
//! ```

mod clock;
mod native;
mod program;
mod property;
mod task;
mod yaml;

use crate::args::CArgs;
use crate::c::initial_record;
use crate::output::Output;
use crate::settings::Settings;
use program::Loaded;
use property::Goal;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::atomic::AtomicBool;
use task::Task;
use trine_base::Budget;
use trine_campaign::failure::Failure;
use trine_emit::c::test_comp::{self, Metadata};
use trine_engine::{Options, UnitContext, UnitOutcome};
use trine_judge::program_replay::{ProgramRun, replay};
use trine_native::clang::Toolchain;
use trine_record::{Criterion, JobRecord, RunRecord, Suite};
use trine_report::Report;

/// Evaluations for a program when no budget is given: a program is many functions.
const BUDGET_EVALS: u64 = 50_000;

/// Runs a task.
///
/// # Errors
/// When the task is malformed, does not compile, or the output folder cannot be written.
pub fn run(
    args: &CArgs,
    settings: &Settings,
    toolchain: &Toolchain,
    stop: &AtomicBool,
) -> Result<u8, Failure> {
    let task = Task::read(&args.files, args.property.as_deref())?;
    let output = Output::create(&settings.out)?;
    let loaded = Loaded::new(&task, settings, toolchain, &output)?;
    for warning in loaded.notes(&task) {
        eprintln!("warning: {warning}");
    }
    let mut options = settings.options.clone();
    options.criterion = Criterion::Branch;
    if options.budget == Options::default().budget {
        options.budget = Budget::Evaluations(BUDGET_EVALS);
    }
    let scope = loaded.scope(&task);
    let context = UnitContext {
        program: &loaded.job.program,
        api: &loaded.job.api,
        sources: &loaded.job.sources,
        callable: loaded.entry,
        options: &options,
        language: trine_inputs_c::Preconditions::NONE,
        scope: Some(&scope),
        at_work: None,
        own_tests: None,
    };
    let mut outcome = context.run(stop);
    outcome.record.function.clone_from(&task.property.entry);
    let watched = loaded.error_function(&task);
    let functions = loaded.measured_functions(&scope);
    let runs = replay(
        &loaded.job.program,
        &loaded.job.api,
        scope.stream(),
        &functions,
        watched,
        &outcome.tests,
        options.machine(),
    );
    let files = suite_files(&task, &loaded, &runs, &outcome)?;
    output.write_emitted(&files)?;
    let mut record = run_record(args, settings, &options, toolchain, &loaded, outcome.record.clone());
    if !args.no_native {
        record.native = Some(native::confirm(toolchain, &loaded, &task, &functions, &runs, &files));
    }
    write(&output, &record, &outcome, &loaded)?;
    print(args, &record, &outcome, &loaded, &settings.out)?;
    let disagrees = record.native.as_ref().is_some_and(|native| !native.disagreements.is_empty());
    Ok(if disagrees { trine_campaign::failure::BUG } else { 0 })
}

/// The files of the suite, by path in the output folder.
fn suite_files(
    task: &Task,
    loaded: &Loaded,
    runs: &[ProgramRun],
    outcome: &UnitOutcome,
) -> Result<BTreeMap<String, String>, Failure> {
    let program = task.files.first().cloned().unwrap_or_default();
    let bytes = std::fs::read(&program).map_err(|error| {
        Failure::input(format!("cannot read {}: {error}", program.display()), "no suite was written", "")
    })?;
    let metadata = Metadata {
        producer: format!("Trine {}", env!("CARGO_PKG_VERSION")),
        specification: task.property.text.clone(),
        program_file: program.display().to_string(),
        program_hash: trine_record::source::sha256(&bytes),
        entry_function: task.property.entry.clone(),
        architecture: if task.is_ilp32 { "32bit" } else { "64bit" }.to_owned(),
        creation_time: clock::creation_time(),
    };
    let folder = test_comp::FOLDER;
    let mut files = BTreeMap::new();
    files.insert(format!("{folder}/metadata.xml"), test_comp::metadata(&metadata));
    for (number, (run, test)) in runs.iter().zip(&outcome.tests).enumerate() {
        let kinds = program::kinds_of(loaded, test);
        let inputs: Vec<_> = run.inputs.iter().map(|input| program::input(loaded, &kinds, input)).collect();
        let text = test_comp::test_case(&inputs, run.called);
        files.insert(format!("{folder}/{}.xml", test_name(number)), text);
    }
    Ok(files)
}

/// The name of the test case at this position, without its ending.
fn test_name(position: usize) -> String {
    format!("test-{}", position + 1)
}

fn run_record(
    args: &CArgs,
    settings: &Settings,
    options: &Options,
    toolchain: &Toolchain,
    loaded: &Loaded,
    unit: trine_record::UnitRecord,
) -> RunRecord {
    let job = &loaded.job.job;
    let record_of = |(position, file): (usize, &std::path::PathBuf)| JobRecord {
        file: file.display().to_string(),
        flags: job.flags.clone(),
        folder: job.folder.display().to_string(),
        root: job.folder.display().to_string(),
        tested: position == 0,
        units: usize::from(position == 0),
        ..JobRecord::default()
    };
    let jobs = job.files.iter().enumerate().map(record_of).collect();
    let mut record =
        RunRecord { units: vec![unit], ..initial_record::record(args, settings, options, toolchain, jobs) };
    record.sources = crate::evidence::source_records(&record, &loaded.job.contents);
    record
}

fn write(output: &Output, record: &RunRecord, outcome: &UnitOutcome, loaded: &Loaded) -> Result<(), Failure> {
    let suite = Suite { tests: outcome.tests.clone(), crashes: Vec::new() };
    output.write_records(record, std::slice::from_ref(&outcome.goals), &suite, &loaded.job.contents)
}

fn print(
    args: &CArgs,
    record: &RunRecord,
    outcome: &UnitOutcome,
    loaded: &Loaded,
    out: &std::path::Path,
) -> Result<(), Failure> {
    if args.format.as_deref() == Some("json") {
        let text = serde_json::to_string(record).map_err(|error| {
            trine_campaign::failure::bug(&format!("the record cannot be written as JSON: {error}"))
        })?;
        crate::print(&(text + "\n"));
    } else if !args.quiet {
        let goals = [outcome.goals.clone()];
        let suite = Suite { tests: outcome.tests.clone(), crashes: Vec::new() };
        let report = Report { run: record, goals: &goals, suite: &suite, sources: &loaded.job.contents };
        crate::print(&trine_report::terminal::summary(&report, std::io::stdout().is_terminal()));
        crate::print(&format!("test suite: {}\n", out.join(test_comp::FOLDER).display()));
    }
    Ok(())
}

/// The function whose call a task asks for, or by which its programs report errors.
fn error_function(task: &Task) -> &str {
    match &task.property.goal {
        Goal::Call(name) => name,
        Goal::Branches => "reach_error",
    }
}
