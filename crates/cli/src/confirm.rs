//! The finished suite once more: replayed in the machine, then compiled and run natively, and both compared.

use crate::campaign::{Task, context};
use crate::emission::{SourceFile, absolute, emit, link_flags};
use crate::header::{HeaderFolder, Purpose};
use crate::loading::{Loaded, on_workers};
use crate::openings::Openings;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use trine_coverage::Trace;
use trine_engine::agreement::{Judged, compare, replay_all};
use trine_engine::{Options, UnitOutcome};
use trine_ir::{FuncId, Function, Program};
use trine_native::{
    Confirmation, Executable, Limits, NativeSuite, SharedObjects, SourceFile as NativeSource, Toolchain,
    Verdict,
};
use trine_record::{NativeVerdict, TestRecord};

/// What the tests of one source file did together, in each function that the file defines.
pub type FileTraces = BTreeMap<FuncId, Trace>;

/// Replays the tests of each of `files`, recording every function that it defines, and marks in `outcomes`, those of
/// `tasks`, the goals that they cover.
#[must_use]
pub fn replay(
    jobs: &[Loaded],
    tasks: &[Task],
    outcomes: &mut [UnitOutcome],
    files: &[SourceFile],
    options: &Options,
) -> Vec<FileTraces> {
    let openings = Openings::new(options.memory, 1);
    let mut program;
    let mut of_files = Vec::with_capacity(files.len());
    for file in files {
        let job = &jobs[file.job];
        program = openings.open(&job.program);
        let functions = functions(job, &program, file);
        let tests: Vec<&TestRecord> = file.tests.iter().collect();
        let traces = replay_all(&program, &job.api, &functions, &tests, options.machine());
        let names: Vec<_> = tests.iter().map(|test| test.name.clone()).collect();
        for (&task, outcome) in tasks.iter().zip(&mut *outcomes) {
            if task.job == file.job && outcome.record.file == file.path {
                context(jobs, task, &program, options).add_covered(outcome, &names, &traces);
            }
        }
        of_files.push(together(traces));
    }
    of_files
}

/// The functions of `file` that have a body, which `program` lowers.
fn functions(job: &Loaded, program: &Program, file: &SourceFile) -> Vec<(FuncId, Arc<Function>)> {
    let own = job.api.callables.iter().filter(|callable| callable.unit == file.path);
    let defined = own
        .filter_map(|callable| program.function_named(&callable.symbol))
        .filter(|&id| program.callables[id].defined);
    defined.filter_map(|id| Some((id, Arc::clone(program.body(id).ok()?)))).collect()
}

/// What all tests did, given what each did.
fn together(traces: Vec<FileTraces>) -> FileTraces {
    let mut all = FileTraces::new();
    for (id, trace) in traces.into_iter().flatten() {
        match all.entry(id) {
            Entry::Vacant(place) => {
                place.insert(trace);
            }
            Entry::Occupied(mut seen) => {
                seen.get_mut().merge(&trace);
            }
        }
    }
    all
}

/// Compiles and runs the tests of `files` natively, on `workers` threads, and compares with the judge, which saw
/// `traces`.
#[must_use]
pub fn run(
    toolchain: &Toolchain,
    jobs: &[Loaded],
    files: &[SourceFile],
    traces: &[FileTraces],
    options: &Options,
    workers: usize,
) -> NativeVerdict {
    let mut verdict = NativeVerdict::default();
    // The confirmation always uses our own framework: the others may not be installed.
    let (emitted, _) = emit(jobs, files, &[], "plain", None);
    let header = match HeaderFolder::new() {
        Ok(header) => header,
        Err(failure) => {
            verdict.failures.push(failure.what);
            return verdict;
        }
    };
    let shared = match SharedObjects::new() {
        Ok(shared) => shared,
        Err(error) => {
            verdict.failures.push(format!("native confirmation: {error}"));
            return verdict;
        }
    };
    let pairs: Vec<_> = emitted.units.iter().zip(files).collect();
    let confirmed = on_workers(&pairs, workers, |(unit, file)| {
        // One suite per source file: two files may each have a static function of one name.
        let suite = suite(jobs, file, unit, &emitted, &header);
        Confirmation::run_sharing(toolchain, &suite, &shared, Limits::default())
    });
    let openings = Openings::new(options.memory, 1);
    let mut program;
    for (((unit, file), traces), confirmation) in pairs.into_iter().zip(traces).zip(confirmed) {
        for skipped in &unit.skipped {
            verdict.failures.push(format!("{}: not emitted: {}", skipped.record, skipped.reason));
        }
        match confirmation {
            Ok(confirmation) => {
                program = openings.open(&jobs[file.job].program);
                add(&mut verdict, &jobs[file.job], &program, file, traces, &confirmation);
            }
            Err(error) => verdict.failures.push(error.to_string()),
        }
    }
    verdict
}

/// The test program of one source file, with the files it is made of.
fn suite(
    jobs: &[Loaded],
    file: &SourceFile,
    unit: &trine_emit::EmittedUnit,
    emitted: &trine_emit::Emitted,
    header: &HeaderFolder,
) -> NativeSuite {
    let mut sources = sources(jobs, file, unit, header);
    sources[0].measured = true;
    let runner = PathBuf::from("tests/trine_test.c");
    let directory = Some(jobs[file.job].job.folder.clone());
    sources.insert(1, NativeSource { path: runner, directory, ..NativeSource::default() });
    let needed = |name: &String| {
        name.starts_with("tests/trine_test.")
            || name.starts_with("tests/trine_environment.")
            || *name == unit.test_file
            || unit.stub_file.as_ref() == Some(name)
    };
    let tests = unit.tests.iter().map(|test| test.name.clone()).collect();
    NativeSuite {
        files: emitted
            .files
            .iter()
            .filter(|(name, _)| needed(name))
            .map(|(k, v)| (k.clone(), v.clone()))
            .collect(),
        programs: vec![Executable { name: file.name.clone(), sources, tests }],
        link_flags: link_flags(jobs, std::slice::from_ref(file)),
    }
}

/// What a program around the emitted `unit` is made of, the unit's own file first.
pub fn sources(
    jobs: &[Loaded],
    file: &SourceFile,
    unit: &trine_emit::EmittedUnit,
    header: &HeaderFolder,
) -> Vec<NativeSource> {
    let job = &jobs[file.job].job;
    let source = |path: PathBuf, flags: Vec<String>| NativeSource {
        path,
        flags,
        directory: Some(job.folder.clone()),
        ..NativeSource::default()
    };
    let test = source(PathBuf::from(&unit.test_file), header.flags(Purpose::Tests, &job.flags));
    let mut sources = vec![test];
    if let Some(stubs) = &unit.stub_file {
        sources.push(source(PathBuf::from(stubs), vec!["-fno-builtin".to_owned()]));
    }
    if let Some(environment) = &unit.environment_file {
        sources.push(source(PathBuf::from(environment), Vec::new()));
    }
    for (linked, own) in file.linked.iter().zip(&unit.linked_flags) {
        let renames = linked.renames.iter().map(|(name, renamed)| format!("-D{name}={renamed}"));
        sources.push(NativeSource {
            path: linked.absolute.clone(),
            flags: (own.iter().cloned())
                .chain(header.flags(Purpose::Tests, &linked.flags))
                .chain(renames)
                .collect(),
            directory: Some(linked.folder.clone()),
            shared: true,
            ..NativeSource::default()
        });
    }
    sources
}

fn add(
    verdict: &mut NativeVerdict,
    job: &Loaded,
    program: &Program,
    file: &SourceFile,
    traces: &FileTraces,
    confirmation: &Confirmation,
) {
    for (program, stderr) in &confirmation.broken {
        verdict.failures.push(format!("tests of {program} do not compile natively:\n{stderr}"));
    }
    for test in &confirmation.tests {
        verdict.tests += 1;
        match test.verdict {
            Verdict::Passed => verdict.passed += 1,
            other => verdict.failures.push(format!("{}: {other:?}: {}", test.name, test.output.trim())),
        }
    }
    if !confirmation.broken.is_empty() {
        return;
    }
    let functions = functions(job, program, file);
    let path = |id: trine_base::FileId| {
        program.files.get(id).map_or_else(PathBuf::new, |path| absolute(&job.root, Path::new(path)))
    };
    let ends_inside = file.tests.iter().any(|test| test.ending.is_some())
        || functions.iter().any(|(_, function)| function.returns_twice);
    for (id, function) in &functions {
        let callable =
            job.api.callables.iter().find(|callable| callable.symbol == program.callables[*id].name);
        let name = callable.map_or(function.name.as_str(), |callable| callable.name.as_str());
        let Some(trace) = traces.get(id) else { continue };
        // `main` is renamed in the test program.
        let native_name = if name == "main" { trine_emit::RENAMED_MAIN } else { name };
        let measured = confirmation.functions.iter().find(|function| function.name == native_name);
        let judged = Judged { function, name, trace, path: &path, ends_inside };
        compare(&judged, measured, verdict);
    }
}
