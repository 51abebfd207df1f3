//! Test methods that libraries publish, run in our machine and under `java`.
//!
//! A library is named by its Maven coordinates; its jar, the jar with the classifier `tests` and what both need make
//! the class path. A driver, `crates/jdk/tests/java/TestDriver.java`, lists the test methods under `java` and runs them
//! there; in our machine it runs each in a fresh state. Of the methods that pass under `java`, those that do not pass in
//! our machine are listed with their reason.
//!
//! Deviation: one JVM runs all methods of a library, so that they share static state there and none in our machine. A
//! method that fails in our machine is run under `java` once more, in a JVM and an empty folder of its own: where it
//! fails there, too, it needs what others left behind, and does not count among those that pass.

pub(crate) mod artefact;
mod native;
mod ours;
mod table;

use crate::Tally;
use crate::java::{jvm, only_jdks};
use anyhow::{Context, Result};
use artefact::Artefact;
use clap::Parser;
use native::Ended;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use trine_native::temporary::TemporaryFolder;

/// How the study is asked for.
#[derive(Debug, Parser)]
pub struct Args {
    /// Libraries as `GROUP:ARTEFACT:VERSION`; those that the study knows, without any.
    #[arg(long, value_name = "COORDINATES")]
    artefact: Vec<String>,
    /// Other artefacts that the tests need, as `GROUP:ARTEFACT:VERSION`.
    #[arg(long, value_name = "COORDINATES")]
    with: Vec<String>,
    /// Only methods whose `class.method` contains this text.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Every Nth method only.
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// A JDK to use instead of those that are installed.
    #[arg(long, value_name = "FOLDER")]
    jdk: Vec<PathBuf>,
    /// Instructions that a method may take in our machine.
    #[arg(long, default_value_t = 400_000_000)]
    steps: u64,
    /// Keeps class paths and what `java` says in this folder, and takes them from there the next time.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Begins no method after so many seconds; with `--keep`, the next call goes on from there.
    #[arg(long, value_name = "SECONDS")]
    slice: Option<u64>,
    /// Runs again what did not pass in an earlier call with this `--keep`.
    #[arg(long, requires = "keep")]
    retry: bool,
    /// Writes how every method ended into this file.
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
}

/// A test method, as the driver's line says it.
#[derive(Clone, Debug)]
struct TestMethod {
    line: String,
}

impl TestMethod {
    /// `class.method`.
    fn name(&self) -> String {
        let mut parts = self.line.split('\t');
        let class = parts.next().unwrap_or_default();
        format!("{class}.{}", parts.nth(1).unwrap_or_default())
    }
}

/// A method with how it ended here and there.
struct Row {
    name: String,
    native: Ended,
    ours: Option<Ended>,
}

/// The libraries that are tested when none is named, with what their tests need.
const KNOWN: [(&str, &[&str]); 8] = [
    ("commons-cli:commons-cli:1.9.0", &["commons-io:commons-io:2.17.0"]),
    (
        "commons-codec:commons-codec:1.17.1",
        &["org.apache.commons:commons-lang3:3.17.0", "commons-io:commons-io:2.17.0"],
    ),
    ("org.apache.commons:commons-csv:1.12.0", &["org.apache.commons:commons-lang3:3.17.0"]),
    (
        "org.apache.commons:commons-lang3:3.17.0",
        &["org.apache.commons:commons-text:1.12.0", "org.easymock:easymock:5.4.0"],
    ),
    (
        "org.apache.commons:commons-text:1.12.0",
        &["commons-io:commons-io:2.17.0", "org.assertj:assertj-core:3.26.3"],
    ),
    (
        "org.apache.commons:commons-collections4:4.4",
        &["org.apache.commons:commons-lang3:3.9", "org.easymock:easymock:4.0.2"],
    ),
    ("org.apache.commons:commons-math3:3.6.1", &[]),
    ("commons-io:commons-io:2.17.0", &["org.apache.commons:commons-lang3:3.17.0"]),
];

/// Runs the study.
pub fn run(args: &Args) -> Result<Tally> {
    let subjects: Vec<(Artefact, Vec<Artefact>)> = match args.artefact.is_empty() {
        true => KNOWN
            .iter()
            .map(|(name, with)| Ok((Artefact::parse(name)?, Artefact::parse_all(with)?)))
            .collect::<Result<_>>()?,
        false => {
            let known =
                |name: &str| KNOWN.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, with)| with);
            let one = |name: &String| {
                let mut with = Artefact::parse_all(known(name))?;
                with.extend(Artefact::parse_all(&args.with)?);
                Ok((Artefact::parse(name)?, with))
            };
            args.artefact.iter().map(one).collect::<Result<_>>()?
        }
    };
    let mut all = table::Table::default();
    let end = args.slice.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    for home in only_jdks(&args.jdk)? {
        let jdk = jvm::Tools::new(&home)?;
        for (artefact, with) in &subjects {
            let rows = library(args, &jdk, (artefact, with), end)
                .with_context(|| format!("{artefact} on {}", jdk.name))?;
            all.add(&format!("{artefact}, {}", jdk.name), &rows);
            if let Some(list) = &args.list {
                table::append(list, &jdk.name, &rows)?;
            }
        }
    }
    Ok(all.print())
}

/// How the methods of a library end.
fn library(
    args: &Args,
    jdk: &jvm::Tools,
    (artefact, with): (&Artefact, &[Artefact]),
    end: Option<Instant>,
) -> Result<Vec<Row>> {
    let temporary = TemporaryFolder::new()?;
    let folder = match &args.keep {
        Some(keep) => keep.join(format!("{}-{}", artefact.name, jdk.name)),
        None => temporary.path().to_owned(),
    };
    std::fs::create_dir_all(&folder)?;
    let mut path = artefact::with_tests(artefact, with, &folder)?;
    let driver = native::compile(jdk, &folder)?;
    let tests = artefact.jar("tests", &path)?;
    path.insert(0, driver);
    let methods = native::methods(jdk, &path, &tests, &folder)?;
    let ended = native::run(jdk, &path, &methods, &folder)?;
    let chosen: Vec<(TestMethod, Ended)> = methods
        .into_iter()
        .zip(ended)
        .filter(|(method, _)| method.name().contains(&args.only))
        .step_by(args.every.max(1))
        .collect();
    let passing: Vec<&TestMethod> =
        chosen.iter().filter(|(_, ended)| *ended == Ended::Passed).map(|(method, _)| method).collect();
    let kept = args.keep.is_some().then(|| folder.join("ours"));
    let slice = ours::Slice { kept, retry: args.retry, end, steps: args.steps, path: &path };
    let mut ours = ours::run(jdk, &passing, &slice)?.into_iter();
    chosen
        .iter()
        .map(|(method, native)| {
            let ours = (*native == Ended::Passed).then(|| ours.next()).flatten().flatten();
            let native = match ours {
                Some(Ended::Failed(_) | Ended::Aborted) => native::alone(jdk, &path, method)?,
                _ => native.clone(),
            };
            Ok(Row { name: method.name(), ours: ours.filter(|_| native == Ended::Passed), native })
        })
        .collect()
}

/// Reads `file`, or makes its content and keeps it there.
fn kept(file: &Path, make: impl FnOnce() -> Result<String>) -> Result<String> {
    if let Ok(text) = std::fs::read_to_string(file) {
        return Ok(text);
    }
    let text = make()?;
    std::fs::write(file, &text).with_context(|| format!("cannot write `{}`", file.display()))?;
    Ok(text)
}
