//! The finished suite once more: replayed in the machine, then compiled and run natively, and both compared.

use crate::c::emission::{SourceFile, absolute};
use crate::c::header::HeaderFolder;
use crate::c::loading::{Loaded, on_workers};
use crate::c::settle::{Settled, Workshop, is_by_compiler};
use crate::program_cache::ProgramCache;
use crate::units::{Task, context};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use trine_coverage::Trace;
use trine_engine::{NearRuns, Options, UnitOutcome};
use trine_ir::{FuncId, Function, Program};
use trine_judge::c::agreement::{Judged, compare};
use trine_judge::replay::replay_all;
use trine_machine::{Config, Layout};
use trine_native::clang::{
    Confirmation, ConfirmationError, NativeTarget, SharedObjects, TestVerdict, Toolchain,
};
use trine_record::{DroppedTest, NativeVerdict, TestRecord};
use trine_search::nearest::Nearby;

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
    let program_cache = ProgramCache::new(options.memory, 1);
    let mut program;
    let mut of_files = Vec::with_capacity(files.len());
    for file in files {
        let job = &jobs[file.job];
        program = program_cache.open(&job.program);
        let functions = functions(job, &program, file);
        let tests: Vec<&TestRecord> = file.tests.iter().collect();
        let (traces, nearby) = replayed(&program, job, &functions, (&tests, &file.crashes), options);
        let names = names_of(&tests, &file.crashes);
        let near = NearRuns { nearby: &nearby, names: &names };
        let names = &names[..tests.len()];
        for (&task, outcome) in tasks.iter().zip(&mut *outcomes) {
            if task.job == file.job && outcome.record.file == file.path {
                context(jobs, task, &program, options).add_covered(outcome, names, &traces, Some(&near));
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

/// What each of the tests does in `functions`, and how near tests and reproducers of crashes come to what they do not cover.
fn replayed(
    program: &Arc<Program>,
    job: &Loaded,
    functions: &[(FuncId, Arc<Function>)],
    (tests, crashes): (&[&TestRecord], &[TestRecord]),
    options: &Options,
) -> (Vec<BTreeMap<FuncId, Trace>>, Nearby) {
    let names = functions.iter().map(|(id, _)| program.callables[*id].name.clone());
    let mut nearby = Nearby::new(Arc::clone(program), names);
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let begin = |nearby: &mut Nearby, at| nearby.begin(number(at));
    let traces = replay_all(program, &job.api, functions, tests, options.machine(), &mut nearby, begin);
    if !crashes.is_empty() {
        let behind = |nearby: &mut Nearby, at| nearby.begin(number(tests.len() + at));
        let crashes: Vec<&TestRecord> = crashes.iter().collect();
        let config = options.machine();
        // Of these nothing else counts.
        let _: Vec<_> = replay_all(program, &job.api, &[], &crashes, config, &mut nearby, behind);
    }
    // Values that are others where objects lie elsewhere are not told as numbers.
    let mut elsewhere = nearby.asking();
    let config = options.machine();
    let config = Config { layout: Layout { moved: true, ..config.layout }, ..config };
    let all: Vec<&TestRecord> = tests.iter().copied().chain(crashes).collect();
    let _: Vec<_> = replay_all(program, &job.api, &[], &all, config, &mut elsewhere, begin);
    nearby.compare_layouts(&elsewhere);
    (traces, nearby)
}

/// The names of runs as [`replayed`] numbers them.
fn names_of(tests: &[&TestRecord], crashes: &[TestRecord]) -> Vec<String> {
    tests.iter().copied().chain(crashes).map(|test| test.name.clone()).collect()
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

/// What the native run of a suite showed, before it is compared with the judge.
pub struct NativeRuns {
    /// Per file: the last run, of the tests that hold; what went wrong where there is none.
    confirmations: Vec<Result<Confirmation, String>>,
    dropped: Vec<DroppedTest>,
    machine_only: Vec<DroppedTest>,
}

/// Compiles and runs the tests of `files` natively, on `workers` threads, and takes those that do not hold out of
/// `files`, of `outcomes`, those of `tasks`, and of `traces`. `done` is told each file that is through.
///
/// # Errors
/// When the temporary folders cannot be made.
pub fn run(
    toolchain: &Toolchain,
    jobs: &[Loaded],
    tasks: &[Task],
    suite: &mut Suite<'_>,
    options: &Options,
    workers: usize,
    done: &(dyn Fn(&SourceFile) + Sync),
) -> Result<NativeRuns, String> {
    let header = HeaderFolder::new().map_err(|failure| failure.what)?;
    let shared = SharedObjects::new().map_err(|error| format!("native confirmation: {error}"))?;
    let workshop = Workshop { toolchain, jobs, header: &header, shared: &shared };
    let settled = on_workers(suite.files, workers, |file| {
        let settled = workshop.settle(file);
        done(file);
        settled
    });
    let stage = Stage { workshop: &workshop, tasks, options };
    let mut runs = NativeRuns { confirmations: Vec::new(), dropped: Vec::new(), machine_only: Vec::new() };
    for (at, settled) in settled.into_iter().enumerate() {
        let confirmation = settled.and_then(|settled| stage.take_over(suite, at, settled, &mut runs));
        runs.confirmations.push(confirmation.map_err(|error| error.to_string()));
    }
    Ok(runs)
}

/// What it takes to drop tests.
struct Stage<'a> {
    workshop: &'a Workshop<'a>,
    tasks: &'a [Task],
    options: &'a Options,
}

impl Stage<'_> {
    /// Takes what did not hold out of the file at `at`. Where `llvm-cov` disagrees with the judge about the rest, so do
    /// tests that take different ways in different runs: what decides about those is not in the test.
    fn take_over(
        &self,
        suite: &mut Suite<'_>,
        at: usize,
        mut settled: Settled<'_>,
        runs: &mut NativeRuns,
    ) -> Result<Confirmation, ConfirmationError> {
        self.take_out_unsettled(suite, at, &settled, runs);
        if !self.disagrees(suite, at, &settled.confirmation) {
            return Ok(settled.confirmation);
        }
        let positions: Vec<usize> = settled.positions().collect();
        let unsteady = settled.unsteady()?;
        if unsteady.is_empty() {
            return Ok(settled.confirmation);
        }
        let before = settled.dropped.clone();
        settled.without(&unsteady)?;
        // What was dropped now, by its place among the tests that were left.
        let now = settled.dropped.iter().filter(|(position, _)| !before.contains_key(position));
        let place = |position: &usize| positions.binary_search(position).ok();
        let now = now.filter_map(|(position, reason)| Some((place(position)?, reason.clone())));
        self.take_out(suite, at, (&now.collect(), &BTreeMap::new()), runs);
        Ok(settled.confirmation)
    }

    fn take_out_unsettled(
        &self,
        suite: &mut Suite<'_>,
        at: usize,
        settled: &Settled<'_>,
        runs: &mut NativeRuns,
    ) {
        suite.files[at].trapping.clone_from(&settled.trapping);
        forget_what_compilers_decide(suite, at, &settled.by_compiler);
        let Settled { dropped, machine_only, .. } = settled;
        if !(dropped.is_empty() && machine_only.is_empty()) {
            self.take_out(suite, at, (dropped, machine_only), runs);
        }
    }

    fn take_out(
        &self,
        suite: &mut Suite<'_>,
        at: usize,
        tests: (&BTreeMap<usize, String>, &BTreeMap<usize, String>),
        runs: &mut NativeRuns,
    ) {
        let gone = take_out(self.workshop.jobs, self.tasks, suite, at, tests, self.options);
        runs.dropped.extend(gone.0);
        runs.machine_only.extend(gone.1);
    }

    fn disagrees(&self, suite: &Suite<'_>, at: usize, confirmation: &Confirmation) -> bool {
        let (file, mut verdict) = (&suite.files[at], NativeVerdict::default());
        let job = &self.workshop.jobs[file.job];
        let program = ProgramCache::new(self.options.memory, 1).open(&job.program);
        add(&mut verdict, job, &program, file, &suite.traces[at], confirmation);
        !verdict.disagreements.is_empty()
    }
}

/// The suite of a run: what the units found, the same by files, and what the tests did.
pub struct Suite<'a> {
    /// The units.
    pub outcomes: &'a mut [UnitOutcome],
    /// The files.
    pub files: &'a mut [SourceFile],
    /// What the tests of each file did.
    pub traces: &'a mut [FileTraces],
}

/// Takes out of the tests at `positions` of the file at `at` what compilers decide about.
fn forget_what_compilers_decide(suite: &mut Suite<'_>, at: usize, positions: &BTreeSet<usize>) {
    let file = &mut suite.files[at];
    for &position in positions {
        let Some(test) = file.tests.get_mut(position) else { continue };
        let of_units = suite.outcomes.iter_mut().filter(|outcome| outcome.record.file == file.path);
        let name = test.name.clone();
        let same = of_units.flat_map(|outcome| &mut outcome.tests).filter(|other| other.name == name);
        for test in same.chain([test]) {
            test.observations.retain(|seen| !is_by_compiler(&seen.place));
        }
        file.has_lost_observations = true;
    }
}

/// Takes the tests at these positions out of the file at `at`: the first are dropped, and its other tests replayed, to tell what is still
/// covered; the second stay in the suite, marked.
fn take_out(
    jobs: &[Loaded],
    tasks: &[Task],
    suite: &mut Suite<'_>,
    at: usize,
    (reasons, machine_only): (&BTreeMap<usize, String>, &BTreeMap<usize, String>),
    options: &Options,
) -> (Vec<DroppedTest>, Vec<DroppedTest>) {
    let file = &suite.files[at];
    let gone = |reasons: &BTreeMap<usize, String>| -> Vec<DroppedTest> {
        let tests = reasons.iter().filter_map(|(&at, reason)| Some((file.tests.get(at)?, reason)));
        let gone = tests.map(|(test, reason)| DroppedTest {
            file: file.path.clone(),
            function: test.function.clone(),
            name: test.name.clone(),
            reason: reason.clone(),
        });
        gone.collect()
    };
    let (dropped, marked) = (gone(reasons), gone(machine_only));
    let kept = |at: &usize| !reasons.contains_key(at);
    let kept: Vec<TestRecord> = (0..file.tests.len()).filter(kept).map(|at| file.tests[at].clone()).collect();
    let job = &jobs[file.job];
    let program = ProgramCache::new(options.memory, 1).open(&job.program);
    let functions = functions(job, &program, file);
    let tests: Vec<&TestRecord> = kept.iter().collect();
    let crashes = &suite.files[at].crashes;
    let (mut traces, nearby) = replayed(&program, job, &functions, (&tests, crashes), options);
    let names = names_of(&tests, crashes);
    let near = NearRuns { nearby: &nearby, names: &names };
    let kept: Vec<_> = tests.iter().map(|test| test.name.as_str()).zip(&traces).collect();
    let all = dropped.iter().map(|test| test.name.clone()).collect();
    for (&task, outcome) in tasks.iter().zip(&mut *suite.outcomes) {
        if task.job == file.job && outcome.record.file == file.path {
            let own = dropped.iter().filter(|test| test.function == outcome.record.function);
            let own = own.map(|test| (test.name.clone(), test.reason.clone())).collect();
            if !dropped.is_empty() {
                context(jobs, task, &program, options).withdraw(outcome, &own, &all, &kept, Some(&near));
            }
            for test in &mut outcome.tests {
                let mark = marked.iter().find(|marked| marked.name == test.name);
                test.machine_only = mark.map(|marked| marked.reason.clone());
            }
        }
    }
    // What is left in the files is what `llvm-cov` sees.
    let is_marked = |test: &TestRecord| marked.iter().any(|marked| marked.name == test.name);
    let mut is_run = tests.iter().map(|test| !is_marked(test));
    traces.retain(|_| is_run.next().unwrap_or(true));
    let files_tests = tests.iter().filter(|test| !is_marked(test)).map(|&test| test.clone()).collect();
    suite.files[at].tests = files_tests;
    suite.traces[at] = together(traces);
    (dropped, marked)
}

/// The runs of the tests of `files` compared with the judge, which saw `traces`.
#[must_use]
pub fn compared(
    runs: NativeRuns,
    jobs: &[Loaded],
    files: &[SourceFile],
    traces: &[FileTraces],
    options: &Options,
) -> NativeVerdict {
    let NativeRuns { dropped, machine_only, confirmations } = runs;
    let mut verdict = NativeVerdict { dropped, machine_only, ..NativeVerdict::default() };
    let program_cache = ProgramCache::new(options.memory, 1);
    let mut program;
    for ((file, traces), confirmation) in files.iter().zip(traces).zip(confirmations) {
        match confirmation {
            Ok(confirmation) => {
                program = program_cache.open(&jobs[file.job].program);
                add(&mut verdict, &jobs[file.job], &program, file, traces, &confirmation);
            }
            Err(error) => verdict.failures.push(format!("{}: {error}", file.path)),
        }
    }
    verdict
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
            TestVerdict::Passed => verdict.passed += 1,
            other => verdict.failures.push(format!("{}: {other:?}: {}", test.name, test.output.trim())),
        }
    }
    if !confirmation.broken.is_empty() || !NativeTarget::of(&job.job.flags).is_measured() {
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
        let native_name = callable.map_or_else(|| name.to_owned(), trine_emit::c::native_name);
        let measured = confirmation.functions.iter().find(|function| function.name == native_name);
        let judged = Judged { function, name, trace, path: &path, ends_inside };
        compare(&judged, measured, verdict);
    }
}
