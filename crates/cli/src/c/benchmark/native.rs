//! The suite, replayed natively: the program with clang's coverage, fed from the files as a validator
//! would, and `llvm-cov`'s word on what they cover beside our judge's.

use super::program::Loaded;
use super::property::Goal;
use super::task::Task;
use super::{error_function, test_name};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use trine_campaign::c::emission::absolute;
use trine_emit::c::test_comp::replay;
use trine_ir::{FuncId, Function};
use trine_judge::c::agreement::{Judged, compare_branches_only};
use trine_judge::program_replay::ProgramRun;
use trine_native::clang::{
    Confirmation, Executable, Limits, NativeSuite, SourceFile, TestVerdict, Toolchain,
};
use trine_record::NativeVerdict;

/// The replay's source, in the temporary folder.
const REPLAY_FILE: &str = "replay.c";

/// Compiles the program, runs `files` (the suite) and compares.
pub fn confirm(
    toolchain: &Toolchain,
    loaded: &Loaded,
    task: &Task,
    functions: &[(FuncId, Arc<Function>)],
    runs: &[ProgramRun],
    files: &BTreeMap<String, String>,
) -> NativeVerdict {
    let mut verdict = NativeVerdict::default();
    match Confirmation::run(toolchain, &suite(loaded, runs, files), Limits::default()) {
        Err(error) => verdict.failures.push(error.to_string()),
        Ok(confirmation) => {
            add_tests(&mut verdict, &confirmation);
            if confirmation.broken.is_empty() {
                match &task.property.goal {
                    Goal::Branches => compare(&mut verdict, loaded, functions, runs, &confirmation),
                    Goal::Call(_) => compare_call(&mut verdict, task, runs, &confirmation),
                }
            }
        }
    }
    verdict
}

fn suite(loaded: &Loaded, runs: &[ProgramRun], files: &BTreeMap<String, String>) -> NativeSuite {
    let job = &loaded.job.job;
    let tests: Vec<String> = (0..runs.len()).map(test_name).collect();
    let inputs: Vec<_> = loaded
        .input_functions()
        .filter_map(|callable| Some((callable.name.clone(), loaded.kind(callable)?)))
        .collect();
    let others: Vec<String> = loaded.silent_functions().map(|callable| callable.name.clone()).collect();
    let mut files = files.clone();
    files.insert(REPLAY_FILE.to_owned(), replay::source(&inputs, &others, &tests));
    let source = |path: &PathBuf| SourceFile {
        path: path.clone(),
        flags: job.flags.clone(),
        directory: Some(job.folder.clone()),
        measured: loaded.support.as_ref() != Some(path),
        ..SourceFile::default()
    };
    let mut sources: Vec<SourceFile> = job
        .files
        .iter()
        .map(|path| SourceFile { path: absolute(&job.folder, path), ..source(path) })
        .collect();
    sources.push(SourceFile {
        path: PathBuf::from(REPLAY_FILE),
        flags: vec!["-fno-builtin".to_owned()],
        ..SourceFile::default()
    });
    let program = Executable { name: "program".to_owned(), sources, tests };
    NativeSuite {
        files,
        programs: vec![program],
        link_flags: Vec::new(),
        target: trine_native::clang::NativeTarget::default(),
    }
}

fn add_tests(verdict: &mut NativeVerdict, confirmation: &Confirmation) {
    for (_, stderr) in &confirmation.broken {
        verdict.failures.push(format!("the program does not compile natively:\n{stderr}"));
    }
    for test in &confirmation.tests {
        verdict.tests += 1;
        match test.verdict {
            TestVerdict::Passed => verdict.passed += 1,
            other => verdict.failures.push(format!("{}: {other:?}: {}", test.name, test.output.trim())),
        }
    }
}

fn compare(
    verdict: &mut NativeVerdict,
    loaded: &Loaded,
    functions: &[(FuncId, Arc<Function>)],
    runs: &[ProgramRun],
    confirmation: &Confirmation,
) {
    let job = &loaded.job;
    let path = |id: trine_base::FileId| {
        job.program.files.get(id).map_or_else(PathBuf::new, |path| absolute(&job.job.folder, Path::new(path)))
    };
    for (id, function) in functions {
        let name = loaded.callable_of(*id).map_or(function.name.as_str(), |callable| callable.name.as_str());
        let mut traces = runs.iter().filter_map(|run| run.traces.get(id));
        let Some(mut trace) = traces.next().cloned() else { continue };
        for other in traces {
            trace.merge(other);
        }
        let measured = confirmation.functions.iter().find(|function| function.name == name);
        // Tests of programs end where they like, inside of calls too.
        let judged = Judged { function, name, trace: &trace, path: &path, ends_inside: true };
        compare_branches_only(&judged, measured, verdict);
    }
}

fn compare_call(verdict: &mut NativeVerdict, task: &Task, runs: &[ProgramRun], confirmation: &Confirmation) {
    let name = error_function(task);
    let ours = runs.iter().any(|run| run.called);
    let theirs = confirmation.functions.iter().any(|function| function.name == name && function.count > 0);
    verdict.branches = (usize::from(ours), usize::from(theirs), 1);
    if ours && !theirs {
        verdict.disagreements.push(format!("{name}: called by our judge, not natively"));
    }
}
