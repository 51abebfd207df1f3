//! Emitted suites once more, elsewhere: whether they compile without warnings, and hold in random orders under other settings.
//!
//! What `java-campaign --keep FOLDER` left is taken as it is. All tests of a library are compiled together under `-Xlint:all`, and
//! run several times by JUnit in one JVM each: classes and methods in random orders, with another language, zone and kind of hash
//! codes. A warning in a test, or a test that fails once, fails the study.

use crate::Tally;
use crate::java::only_jdks;
use crate::java_campaign::flakes::{self, Flakes};
use anyhow::{Context, Result, ensure};
use clap::Parser;
use std::path::{Path, PathBuf};
use trine_native::temporary::TemporaryFolder;

/// How the study is asked for.
#[derive(Debug, Parser)]
pub struct Args {
    /// Folder that `java-campaign --keep` was given.
    #[arg(long, value_name = "FOLDER")]
    kept: PathBuf,
    /// Only libraries whose name contains this text.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Runs, each in an order of its own.
    #[arg(long, default_value_t = 10)]
    runs: usize,
    /// A JDK to use instead of the first that is installed.
    #[arg(long, value_name = "FOLDER")]
    jdk: Option<PathBuf>,
}

/// Runs the study.
///
/// # Errors
/// When a tool is missing, or tests do not compile at all.
pub fn run(args: &Args) -> Result<Tally> {
    let home = match &args.jdk {
        Some(home) => home.clone(),
        None => only_jdks(&[])?.remove(0),
    };
    let mut all = Tally::default();
    let mut sum = 0;
    println!("library | tests | warnings | failing in {} runs", args.runs);
    for library in libraries(args)? {
        let name = library.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let outcome = outcome(args, &home, &library).with_context(|| format!("suites of {name}"))?;
        let Flakes { tests, warnings, failed, .. } = &outcome;
        println!("{name} | {tests} | {} | {}", warnings.len(), failed.len());
        for warning in warnings {
            println!("WARNING: {warning}");
        }
        for (test, (times, why)) in failed {
            println!("FLAKE: {test}, {times} of {} runs: {why}", args.runs);
        }
        sum += tests;
        all.passed += tests.saturating_sub(failed.len());
        all.failed += failed.len() + warnings.len();
    }
    println!("{sum} tests, each run {} times", args.runs);
    Ok(all)
}

/// Folders of libraries with tests, in the order of their names.
fn libraries(args: &Args) -> Result<Vec<PathBuf>> {
    let cannot = || format!("cannot read `{}`: name the folder behind --keep", args.kept.display());
    // Tools run in folders of their own.
    let kept = args.kept.canonicalize().with_context(cannot)?;
    let entries = std::fs::read_dir(kept).with_context(cannot)?;
    let mut folders: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    let is_asked = |folder: &PathBuf| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        folder.join("out/tests").is_dir() && name.contains(&args.only)
    };
    folders.retain(is_asked);
    folders.sort();
    ensure!(!folders.is_empty(), "`{}` has no folder with `out/tests`", args.kept.display());
    Ok(folders)
}

/// Compiles the tests of a library, and runs them as often as is asked for.
fn outcome(args: &Args, home: &Path, library: &Path) -> Result<Flakes> {
    let temporary = TemporaryFolder::new()?;
    let class_path = std::fs::read_to_string(library.join("classpath")).context("no list of jars")?;
    let class_path: Vec<PathBuf> = class_path.trim().split(':').map(PathBuf::from).collect();
    flakes::run(home, &library.join("out/tests"), &class_path, args.runs, temporary.path())
}
