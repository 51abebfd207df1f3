//! Test methods in our machine, each in a fresh state.

use super::TestMethod;
use super::native::Ended;
use crate::java::jvm::Tools;
use anyhow::{Result, anyhow};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use trine_frontend_jvm::Jdk;
use trine_jdk::{Ending, Launcher};

/// How each of `methods` ends.
pub(super) fn run(jdk: &Tools, path: &[PathBuf], methods: &[&TestMethod], steps: u64) -> Result<Vec<Ended>> {
    let boot = || {
        let config = trine_machine::Config { steps, ..trine_jdk::config() };
        Launcher::new(Jdk::open(&jdk.home)?, path, config)
            .map_err(|error| anyhow!("the machine does not boot {}: {error}", jdk.name))
    };
    let mut launcher = boot()?;
    let mut all = Vec::with_capacity(methods.len());
    for method in methods {
        let args = ["run".to_owned(), method.line.clone()];
        let ended = catch_unwind(AssertUnwindSafe(|| one(&mut launcher, &args)));
        all.push(match ended {
            Ok(ended) => ended,
            Err(_) => {
                launcher = boot()?;
                Ended::Unsupported("our machine panics".to_owned())
            }
        });
    }
    Ok(all)
}

fn one(launcher: &mut Launcher, args: &[String]) -> Ended {
    let outcome = match launcher.run("TestDriver", args, &[]) {
        Ok(outcome) => outcome,
        Err(error) => return Ended::Unsupported(error.to_string()),
    };
    match outcome.ending {
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
    }
}
