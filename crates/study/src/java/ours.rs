//! Programs in our machine.

use super::jvm::{Tools, thrown};
use super::{Behaviour, Subject};
use anyhow::{Result, anyhow};
use std::path::Path;
use trine_frontend_jvm::Jdk;
use trine_jdk::{Ending, Launcher};

/// Steps that a program may take.
pub(super) const STEPS: u64 = 2_000_000_000;

/// What each program does, or why it cannot be run.
pub(super) fn behaviours(
    jdk: &Tools,
    subjects: &[&Subject],
    classes: &Path,
) -> Result<Vec<Result<Behaviour, String>>> {
    let path = [classes.to_owned()];
    let config = trine_machine::Config { steps: STEPS, ..trine_jdk::config() };
    let mut launcher = Launcher::new(Jdk::open(&jdk.home)?, &path, config)
        .map_err(|error| anyhow!("the machine does not boot {}: {error}", jdk.name))?;
    Ok(subjects.iter().map(|subject| behaviour(&mut launcher, subject)).collect())
}

fn behaviour(launcher: &mut Launcher, subject: &Subject) -> Result<Behaviour, String> {
    let outcome = launcher.run(&subject.name, &[], &[]).map_err(|error| error.to_string())?;
    let code = match outcome.ending {
        Ending::Code(code) => code,
        Ending::Unsupported(what) => return Err(format!("not supported: {what}")),
        Ending::Limit(what) => return Err(format!("a limit: {what}")),
    };
    Ok(Behaviour {
        out: String::from_utf8_lossy(&outcome.out).into_owned(),
        thrown: thrown(&String::from_utf8_lossy(&outcome.err)),
        // One JVM runs the others together, so that theirs is not known.
        code: subject.exits.then_some(code),
    })
}
