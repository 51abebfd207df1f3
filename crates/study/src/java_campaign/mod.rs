//! `trine java` over the classes of libraries that are named by Maven coordinates.
//!
//! Maven fetches the jars, one command of `trine` tests every Nth top-level class of each, and the records that it leaves are
//! counted: classes handled, JaCoCo's branches covered, tests kept and taken out. A test that fails natively, or a class whose counters
//! are not JaCoCo's, is listed, and fails the study. With `--flakes` all tests of a library are compiled and run again in one JVM.

pub(crate) mod flakes;
mod library;
mod table;

pub(crate) use library::top_level_classes;

use crate::Tally;
use crate::java::{jvm, only_jdks};
use crate::java_tests::artefact::Artefact;
use anyhow::Result;
use clap::Parser;
use std::path::PathBuf;

/// The libraries that are tested when none is named.
pub(crate) const KNOWN: [&str; 8] = [
    "org.apache.commons:commons-lang3:3.17.0",
    "org.apache.commons:commons-collections4:4.4",
    "commons-codec:commons-codec:1.17.1",
    "commons-cli:commons-cli:1.9.0",
    "com.google.code.gson:gson:2.11.0",
    "joda-time:joda-time:2.13.0",
    "org.apache.commons:commons-csv:1.12.0",
    "org.apache.commons:commons-text:1.12.0",
];

/// How the study is asked for.
#[derive(Debug, Parser)]
pub struct Args {
    /// Libraries as `GROUP:ARTEFACT:VERSION`; those that the study knows, without any.
    #[arg(long, value_name = "COORDINATES", num_args = 1..)]
    artefact: Vec<String>,
    /// Other artefacts that the classes need, as `GROUP:ARTEFACT:VERSION`.
    #[arg(long, value_name = "COORDINATES", num_args = 1..)]
    with: Vec<String>,
    /// Every Nth top-level class only.
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// Only classes whose name contains this text.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Budget of a class.
    #[arg(long, default_value = "2s")]
    budget: String,
    /// Seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Workers.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// A JDK to use instead of the first that is installed.
    #[arg(long, value_name = "FOLDER")]
    jdk: Option<PathBuf>,
    /// The command to judge [default: `trine` beside this program].
    #[arg(long, value_name = "FILE")]
    trine: Option<PathBuf>,
    /// Keeps class paths and what the command writes in this folder.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Runs what was kept so many times again, all tests of a library in one JVM: in random orders, in Turkish, in Tokyo, with the
    /// same hash code for all objects.
    #[arg(long, value_name = "N", default_value_t = 0)]
    flakes: usize,
    /// Memory of a worker, as `trine java` has it.
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,
    /// Prints a line for every class.
    #[arg(long)]
    list: bool,
}

/// Runs the study.
///
/// # Errors
/// When Maven or the command cannot be run.
pub fn run(args: &Args) -> Result<Tally> {
    let names = match args.artefact.is_empty() {
        true => KNOWN.map(str::to_owned).to_vec(),
        false => args.artefact.clone(),
    };
    let home = match &args.jdk {
        Some(home) => home.clone(),
        None => only_jdks(&[])?.remove(0),
    };
    let jdk = jvm::Tools::new(&home)?;
    let with = Artefact::parse_all(&args.with)?;
    let mut table = table::Table::default();
    for artefact in Artefact::parse_all(&names)? {
        let outcome = library::run(args, &jdk, &artefact, &with)?;
        table.add(&artefact.to_string(), &outcome, args.list);
    }
    Ok(table.print())
}
