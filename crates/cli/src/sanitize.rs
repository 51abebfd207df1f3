//! Findings confirmed natively: the reproducers of each source file, compiled with sanitizers and
//! run one by one.
//!
//! Costs one compilation per file with findings (a second one where memory that was never written
//! was read), and some milliseconds per finding; runs that do not end are stopped. Where the reproducers do not
//! compile together, each is compiled alone: one that does not costs the others nothing.

use crate::confirm::sources;
use crate::emission::{SourceFile, emit_reproducers, link_flags};
use crate::header::HeaderFolder;
use crate::loading::Loaded;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use trine_engine::UnitOutcome;
use trine_engine::evidence::{evidence, sanitizer};
use trine_native::{Sanitized, SanitizedProgram, Sanitizer, SharedObjects, Toolchain};
use trine_record::{Finding, NativeConfirmation, NativeEvidence};

/// Time for one reproducer.
const TIME: Duration = Duration::from_millis(1000);
/// Reproducers of one file that may use up their time; later endless ones are not waited for.
const ENDLESS_LIMIT: usize = 5;
/// Reproducers of one file that are compiled alone, when they do not compile together.
const MOST_ALONE: usize = 12;

/// Adds to each finding of `outcomes`, which are of the jobs at `job_of`, what its reproducer shows
/// under the sanitizers; ends early when `stop` is set.
pub fn confirm(
    toolchain: &Toolchain,
    jobs: &[Loaded],
    files: &[SourceFile],
    job_of: &[usize],
    outcomes: &mut [UnitOutcome],
    stop: &AtomicBool,
) {
    if files.iter().all(|file| file.crashes.is_empty()) {
        return;
    }
    let (Ok(header), Ok(shared)) = (HeaderFolder::new(), SharedObjects::new()) else { return };
    let emitted = emit_reproducers(jobs, files);
    for (file, unit) in files.iter().zip(&emitted.units) {
        if stop.load(Ordering::Relaxed) {
            // What was not run stays without evidence.
            return;
        }
        let names: Vec<&str> = unit.tests.iter().map(|test| test.record.as_str()).collect();
        let program = SanitizedProgram {
            files: emitted.files.clone(),
            sources: sources(jobs, file, unit, &header),
            link_flags: link_flags(jobs, std::slice::from_ref(file)),
        };
        let mut findings: Vec<&mut Finding> = outcomes
            .iter_mut()
            .zip(job_of)
            .filter(|(outcome, job)| **job == file.job && outcome.record.file == file.path)
            .flat_map(|(outcome, _)| &mut outcome.findings)
            .collect();
        for wanted in [Sanitizer::AddressAndUndefined, Sanitizer::Memory] {
            let of_kind: Vec<&mut &mut Finding> =
                findings.iter_mut().filter(|finding| sanitizer(&finding.kind) == Some(wanted)).collect();
            if !of_kind.is_empty() {
                let alone = |case: usize| build(toolchain, &only(&program, case), &shared, wanted);
                let together = build(toolchain, &program, &shared, wanted);
                confirm_with(together.as_ref().ok(), &alone, &names, of_kind);
            }
        }
        for finding in findings {
            let detail = "no sanitizer looks for this kind of fault".to_owned();
            let confirmed = NativeConfirmation::NotVisible;
            finding.native.get_or_insert(NativeEvidence { confirmed, detail });
        }
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
        source.flags.push(format!("-D{}={case}", trine_emit::ONLY_REPRODUCER));
    }
    program
}

/// Runs the reproducer of each of `findings` in the program of all, `together`, or, when that does not compile, in
/// one of its own.
fn confirm_with(
    together: Option<&Sanitized>,
    alone: &dyn Fn(usize) -> Result<Sanitized, String>,
    names: &[&str],
    findings: Vec<&mut &mut Finding>,
) {
    let (mut endless, mut left_alone) = (0, MOST_ALONE);
    for finding in findings {
        let mut confirm = || {
            let case = names.iter().position(|name| *name == finding.test);
            let case = case.ok_or("the reproducer cannot be written in C")?;
            if endless >= ENDLESS_LIMIT && finding.kind == "step-limit" {
                return Err("not run: enough others of this file do not end".to_owned());
            }
            let run = match together {
                Some(built) => built.run(case, TIME),
                None if left_alone == 0 => {
                    return Err("not run: the reproducers of this file do not compile together".to_owned());
                }
                None => {
                    left_alone -= 1;
                    let built = alone(case);
                    built
                        .map_err(|reason| format!("the reproducer does not compile: {reason}"))?
                        .run(case, TIME)
                }
            };
            let run = run.map_err(|error| error.to_string())?;
            endless += usize::from(run.ending == trine_native::Ending::TimedOut);
            Ok(evidence(finding, &run))
        };
        let failed = |detail| NativeEvidence { confirmed: NativeConfirmation::No, detail };
        finding.native = Some(confirm().unwrap_or_else(failed));
    }
}
