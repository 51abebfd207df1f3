//! Test methods in our machine, each in a fresh state; a long campaign goes on where an earlier slice of it stopped.

use super::TestMethod;
use super::native::Ended;
use crate::java::jvm::Tools;
use anyhow::{Result, anyhow};
use std::collections::BTreeMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;
use trine_frontend_jvm::Jdk;
use trine_jdk::{Ending, Launcher};

/// What ends a program that has no memory left.
const NO_MEMORY: &str = "java.lang.OutOfMemoryError";

/// What a campaign in slices is told, and what it keeps.
pub(super) struct Slice<'a> {
    /// Where results are kept from slice to slice.
    pub kept: Option<PathBuf>,
    /// Whether what did not pass before is run again.
    pub retry: bool,
    /// No method is begun after this.
    pub end: Option<Instant>,
    /// Instructions that a method may take.
    pub steps: u64,
    pub path: &'a [PathBuf],
}

/// How each of `methods` ends; nothing for those that the slice did not reach.
pub(super) fn run(jdk: &Tools, methods: &[&TestMethod], slice: &Slice<'_>) -> Result<Vec<Option<Ended>>> {
    let known = match &slice.kept {
        Some(file) => known(file),
        None => BTreeMap::new(),
    };
    let boot = || {
        let config = trine_machine::Config { steps: slice.steps, ..trine_jdk::config() };
        Launcher::new(Jdk::open(&jdk.home)?, slice.path, config)
            .map_err(|error| anyhow!("the machine does not boot {}: {error}", jdk.name))
    };
    let mut launcher = boot()?;
    let mut log = match &slice.kept {
        Some(file) => Some(std::fs::OpenOptions::new().create(true).append(true).open(file)?),
        None => None,
    };
    let mut all = Vec::with_capacity(methods.len());
    for method in methods {
        let before = known.get(&method.line).filter(|ended| !slice.retry || **ended == Ended::Passed);
        if before.is_some() || slice.end.is_some_and(|end| Instant::now() > end) {
            all.push(before.cloned());
            continue;
        }
        let args = ["run".to_owned(), method.line.clone()];
        let ended = catch_unwind(AssertUnwindSafe(|| one(&mut launcher, &args)));
        let ended = match ended {
            Ok(ended) => ended,
            Err(_) => {
                launcher = boot()?;
                Ended::Unsupported("our machine panics".to_owned())
            }
        };
        if let Some(log) = &mut log {
            writeln!(log, "{}\u{1}{}", method.line, ended.line())?;
        }
        all.push(Some(ended));
    }
    Ok(all)
}

/// Results of earlier slices; later ones count.
fn known(file: &Path) -> BTreeMap<String, Ended> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let rows = text.lines().filter_map(|line| line.rsplit_once('\u{1}'));
    rows.filter_map(|(method, ended)| Some((method.to_owned(), Ended::of_line(ended)?))).collect()
}

fn one(launcher: &mut Launcher, args: &[String]) -> Ended {
    let outcome = match launcher.run("TestDriver", args, &[]) {
        Ok(outcome) => outcome,
        Err(error) => return Ended::Unsupported(error.to_string()),
    };
    let ended = match outcome.ending {
        Ending::Unsupported(what) => Ended::Unsupported(what.replace("\n    ", " / ")),
        Ending::Limit("the limit of steps") => Ended::Slow,
        Ending::Limit(what) => Ended::Unsupported(what.to_owned()),
        Ending::Code(code) => {
            let out = String::from_utf8_lossy(&outcome.out);
            Ended::of(&out).unwrap_or_else(|| {
                let err = String::from_utf8_lossy(&outcome.err);
                let beginning: Vec<&str> = err.lines().take(6).collect();
                Ended::Failed(format!("exit code {code}: {}", beginning.join(" ")))
            })
        }
    };
    match ended {
        Ended::Failed(why) if why.contains(NO_MEMORY) => {
            Ended::Unsupported("more memory than there is without collection of garbage".to_owned())
        }
        ended => ended,
    }
}
