//! Programs run again and again, by one worker and by four: each run must be the same, to the last byte and step.
//!
//! The four workers are forks of one booted machine and share its program, which grows while they run; each begins with
//! another program, so that what is loaded and lowered first differs from worker to worker.

use super::{Subject, jvm, ours};
use crate::Tally;
use anyhow::{Result, anyhow};
use std::collections::BTreeSet;
use std::path::PathBuf;
use trine_frontend_jvm::Jdk;
use trine_jdk::{Ending, Launcher};
use trine_native::temporary::TemporaryFolder;

/// Workers of the second half.
const WORKERS: usize = 4;

/// What a run did: how it ended, both streams, and its steps.
type Seen = Result<(Ending, Vec<u8>, Vec<u8>, u64), String>;

/// Runs each of `subjects` so often by one worker, and so often by four, on each JDK.
pub(super) fn run(homes: &[PathBuf], subjects: &[Subject], runs: usize) -> Result<Tally> {
    let mut tally = Tally::default();
    for home in homes {
        let jdk = jvm::Tools::new(home)?;
        let release = jdk.releases().into_iter().max().unwrap_or(8);
        let subjects: Vec<&Subject> = subjects.iter().filter(|subject| subject.release <= release).collect();
        let folder = TemporaryFolder::new()?;
        let (classes, subjects) = jdk.compile(&subjects, release, folder.path())?;
        let config = trine_machine::Config { steps: ours::STEPS, ..trine_jdk::config() };
        let mut launcher = Launcher::new(Jdk::open(&jdk.home)?, &[classes], config)
            .map_err(|error| anyhow!("the machine does not boot {}: {error}", jdk.name))?;
        let mut forks: Vec<Launcher> = (0..WORKERS).map(|_| launcher.fork()).collect();
        let first: Vec<Seen> = subjects.iter().map(|subject| one(&mut launcher, subject)).collect();
        let mut differ = differing(&mut launcher, &subjects, &first, (runs - 1, 0));
        std::thread::scope(|scope| {
            let (subjects, first) = (&subjects, &first);
            let mut workers = Vec::new();
            for (number, fork) in forks.iter_mut().enumerate() {
                let start = number * subjects.len() / WORKERS;
                let runs = runs.div_ceil(WORKERS);
                workers.push(scope.spawn(move || differing(fork, subjects, first, (runs, start))));
            }
            for worker in workers {
                match worker.join() {
                    Ok(found) => differ.extend(found),
                    Err(_) => differ.extend(0..subjects.len()),
                }
            }
        });
        for &position in &differ {
            println!("{}: {} is not the same in each run", jdk.name, subjects[position].name);
        }
        println!(
            "{}: {} programs, {runs} runs by one worker and {} by {WORKERS}: {} differ from run to run",
            jdk.name,
            subjects.len(),
            runs.div_ceil(WORKERS) * WORKERS,
            differ.len()
        );
        tally.passed += subjects.len() - differ.len();
        tally.failed += differ.len();
    }
    Ok(tally)
}

/// Positions of programs that did not do what they did at first, in so many runs from the program `start` on.
fn differing(
    launcher: &mut Launcher,
    subjects: &[&Subject],
    first: &[Seen],
    (runs, start): (usize, usize),
) -> BTreeSet<usize> {
    let mut differ = BTreeSet::new();
    for _ in 0..runs {
        for position in (0..subjects.len()).map(|at| (start + at) % subjects.len()) {
            if one(launcher, subjects[position]) != first[position] {
                differ.insert(position);
            }
        }
    }
    differ
}

fn one(launcher: &mut Launcher, subject: &Subject) -> Seen {
    let outcome = launcher.run(&subject.name, &[], &[]).map_err(|error| error.to_string())?;
    Ok((outcome.ending, outcome.out, outcome.err, outcome.steps))
}
