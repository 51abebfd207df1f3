//! Findings confirmed natively: the reproducers of each source file, compiled with sanitizers and
//! run on all workers.
//!
//! A finding whose reproducer ran and showed another fault, or none that the sanitizer could not have missed, does not blame the
//! code any more: what it shows happens in our machine alone.
//!
//! Costs one compilation per file with findings (a second one where memory that was never written
//! was read), and some milliseconds per finding; runs that do not end are stopped. Where the reproducers do not
//! compile together, each is compiled alone: one that does not costs the others nothing.

use crate::c::emission::{SourceFile, emit_reproducers, link_flags};
use crate::c::header::HeaderFolder;
use crate::c::loading::{Loaded, on_workers};
use crate::c::test_program::sources;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use trine_engine::UnitOutcome;
use trine_judge::c::evidence::{evidence, refutes, sanitizer};
use trine_native::clang::{Sanitized, SanitizedProgram, SanitizedRun, Sanitizer, SharedObjects, Toolchain};
use trine_record::{Finding, FindingClass, NativeConfirmation, NativeEvidence};

/// Time for one reproducer.
const TIME: Duration = Duration::from_millis(1000);
/// Time for one that did not end in our machine either: what shows this again is that it does not end.
const TIME_OF_ENDLESS: Duration = Duration::from_millis(250);
/// Reproducers of one file that may use up their time; later endless ones are not waited for.
const ENDLESS_LIMIT: usize = 5;
/// Reproducers of one file that are compiled alone, when they do not compile together.
const MAX_ALONE: usize = 12;

/// How the reproducers are run.
pub struct Stage<'a> {
    /// Number of threads.
    pub workers: usize,
    /// Is told of each reproducer that was run, with its file.
    pub done: &'a (dyn Fn(&str) + Sync),
    /// Ends the stage early when it is set.
    pub stop: &'a AtomicBool,
}

/// The reproducers of one file that one sanitizer looks at.
struct Batch {
    /// Position of the file.
    file: usize,
    wanted: Sanitizer,
    /// The findings, by the positions of outcome and finding, and the number of the reproducer of each.
    findings: Vec<((usize, usize), Option<usize>)>,
}

/// Adds to each finding of `outcomes`, which are of the jobs at `job_of`, what its reproducer shows
/// under the sanitizers, as `stage` says.
pub fn confirm(
    toolchain: &Toolchain,
    jobs: &[Loaded],
    files: &[SourceFile],
    job_of: &[usize],
    outcomes: &mut [UnitOutcome],
    stage: &Stage<'_>,
) {
    if files.iter().all(|file| file.crashes.is_empty()) {
        return;
    }
    let (Ok(header), Ok(shared)) = (HeaderFolder::new(), SharedObjects::new()) else { return };
    let emitted = emit_reproducers(jobs, files);
    let batches = batches(files, &emitted, job_of, outcomes);
    let program = |batch: &Batch| SanitizedProgram {
        files: emitted.files.clone(),
        sources: sources(jobs, &files[batch.file], &emitted.units[batch.file], &header),
        link_flags: link_flags(jobs, std::slice::from_ref(&files[batch.file])),
    };
    let built = on_workers(&batches, stage.workers, |batch| match stage.stop.load(Ordering::Relaxed) {
        true => None,
        false => build(toolchain, &program(batch), &shared, batch.wanted).ok(),
    });
    let runs: Vec<Reproduction<'_>> = batches
        .iter()
        .zip(&built)
        .flat_map(|(batch, built)| reproductions(batch, built.as_ref(), outcomes))
        .collect();
    let mut results = on_workers(&runs, stage.workers, |run| {
        if stage.stop.load(Ordering::Relaxed) {
            return Err("not run: the run was interrupted".to_owned());
        }
        let alone = |case| build(toolchain, &only(&program(run.batch), case), &shared, run.batch.wanted);
        let result = run.run(&alone);
        (stage.done)(&files[run.batch.file].path);
        result
    });
    if stage.stop.load(Ordering::Relaxed) {
        // What was not run stays without evidence.
        return;
    }
    for (batch, built) in batches.iter().zip(&built) {
        let Some(built) = built else { continue };
        let of_batch = runs.iter().zip(&mut results).filter(|(run, _)| std::ptr::eq(run.batch, batch));
        let mut resolved: Vec<&mut SanitizedRun> =
            of_batch.filter_map(|(_, result)| result.as_mut().ok()).collect();
        built.resolve(&mut resolved);
    }
    let places: Vec<(usize, usize)> = runs.iter().map(|run| run.finding).collect();
    for ((outcome, at), result) in places.into_iter().zip(results) {
        settle(&mut outcomes[outcome].findings[at], result);
    }
    for finding in outcomes.iter_mut().flat_map(|outcome| &mut outcome.findings) {
        let detail = "no sanitizer looks for this kind of fault".to_owned();
        let confirmed = NativeConfirmation::NotVisible;
        finding.native.get_or_insert(NativeEvidence { confirmed, detail });
    }
}

/// Adds to `finding` what the run of its reproducer showed, or why it was not run.
fn settle(finding: &mut Finding, result: Result<SanitizedRun, String>) {
    let failed = |detail| NativeEvidence { confirmed: NativeConfirmation::No, detail };
    if result.as_ref().is_ok_and(|run| refutes(finding, run)) {
        finding.class = FindingClass::Precondition;
    }
    finding.native = Some(result.map_or_else(failed, |run| evidence(finding, &run)));
}

/// The findings of each of `files` by the sanitizer that looks for them.
fn batches(
    files: &[SourceFile],
    emitted: &trine_emit::c::Emitted,
    job_of: &[usize],
    outcomes: &[UnitOutcome],
) -> Vec<Batch> {
    let mut batches = Vec::new();
    for (at, (file, unit)) in files.iter().zip(&emitted.units).enumerate() {
        for wanted in [Sanitizer::AddressAndUndefined, Sanitizer::Memory] {
            let mut findings = Vec::new();
            for (position, (outcome, job)) in outcomes.iter().zip(job_of).enumerate() {
                if *job != file.job || outcome.record.file != file.path {
                    continue;
                }
                for (number, finding) in outcome.findings.iter().enumerate() {
                    if sanitizer(&finding.kind) == Some(wanted) {
                        let case = unit.tests.iter().position(|test| test.record == finding.test);
                        findings.push(((position, number), case));
                    }
                }
            }
            if !findings.is_empty() {
                batches.push(Batch { file: at, wanted, findings });
            }
        }
    }
    batches
}

/// A reproducer to run.
struct Reproduction<'a> {
    batch: &'a Batch,
    finding: (usize, usize),
    /// Its number, or why it is not run.
    case: Result<usize, &'static str>,
    /// What it may take.
    time: Duration,
    /// The program of all; else it is compiled alone.
    together: Option<&'a Sanitized>,
}

/// What is to be run of `batch`; endless runs and single compilations only so often.
fn reproductions<'a>(
    batch: &'a Batch,
    together: Option<&'a Sanitized>,
    outcomes: &[UnitOutcome],
) -> Vec<Reproduction<'a>> {
    let (mut endless, mut alone) = (0, 0);
    let mut runs = Vec::with_capacity(batch.findings.len());
    for &(finding, case) in &batch.findings {
        let is_endless = outcomes[finding.0].findings[finding.1].kind == "step-limit";
        endless += usize::from(is_endless);
        alone += usize::from(together.is_none() && case.is_some());
        let case = match case {
            None => Err("the reproducer cannot be written in C"),
            Some(_) if is_endless && endless > ENDLESS_LIMIT => {
                Err("not run: enough others of this file do not end")
            }
            Some(_) if alone > MAX_ALONE => {
                Err("not run: the reproducers of this file do not compile together")
            }
            Some(case) => Ok(case),
        };
        let time = if is_endless { TIME_OF_ENDLESS } else { TIME };
        runs.push(Reproduction { batch, finding, case, time, together });
    }
    runs
}

impl Reproduction<'_> {
    /// Runs it, compiled by `alone` where there is no program of all.
    fn run(&self, alone: &dyn Fn(usize) -> Result<Sanitized, String>) -> Result<SanitizedRun, String> {
        let case = self.case?;
        if let Some(built) = self.together {
            return built.run(case, self.time).map_err(|error| error.to_string());
        }
        let built = alone(case).map_err(|reason| format!("the reproducer does not compile: {reason}"))?;
        let mut run = built.run(case, self.time).map_err(|error| error.to_string())?;
        built.resolve(&mut [&mut run]);
        Ok(run)
    }
}

fn build(
    toolchain: &Toolchain,
    program: &SanitizedProgram,
    shared: &SharedObjects,
    wanted: Sanitizer,
) -> Result<Sanitized, String> {
    match Sanitized::build(toolchain, program, shared, wanted) {
        Ok(Ok(built)) => Ok(built),
        Ok(Err(stderr)) => Err(stderr.lines().next().unwrap_or_default().to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// `program` with one reproducer alone.
fn only(program: &SanitizedProgram, case: usize) -> SanitizedProgram {
    let mut program = program.clone();
    if let Some(source) = program.sources.first_mut() {
        source.flags.push(format!("-D{}={case}", trine_emit::c::ONLY_REPRODUCER));
    }
    program
}
