//! `cargo xtask compare REV`: does the working tree behave as the revision REV does?
//!
//! Builds the command of both, runs both over the same filetests, examples and, on request, a seeded sample of units
//! of real packages, with budgets in evaluations and one worker, and compares every file they write byte by byte.
//! What no run can repeat (times, the command line) is taken out first, and keys that were renamed are renamed in
//! the older result ([`renames`]). With `--benches` the benches of both are run in turn and their ratios printed.
//!
//! With `--minutes` it ends after so many: runs are made in an order that scatters them over all cases, so that what is done by then is a sample
//! of all, and the last line says how many there were. The order is the same each time.
//!
//! A case whose program is new or changed since REV is run by neither and counted; what it says of how it is run may change. Results stay in
//! `target/compare/{old,new}`, where `diff -r` shows the rest.
//!
//! Not compared: what the terminal shows, the report's pages, and native runs (`--native` brings these in).

mod benches;
mod builds;
pub mod checkout;
mod difference;
mod renames;
mod runs;

use anyhow::{Result, bail};
use builds::Builds;
use runs::Run;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// What `compare` takes.
#[derive(Debug, Default)]
pub struct Options {
    /// The revision to compare with.
    revision: String,
    /// Only runs whose name contains this.
    only: String,
    /// The command of the revision, where it is built already.
    old: Option<PathBuf>,
    /// The command of the working tree, where it is built already.
    new: Option<PathBuf>,
    /// Of all runs, one in so many.
    every: usize,
    /// Minutes after which no further run begins; builds do not count.
    minutes: Option<u64>,
    /// Units of packages in the sample; none are run by default.
    corpus: usize,
    /// Seed of the sample.
    seed: u64,
    /// Whether suites are compiled and run natively too.
    native: bool,
    /// Whether the benches are run.
    benches: bool,
}

impl Options {
    /// Reads the arguments behind `compare`.
    ///
    /// # Errors
    /// When one is not known or lacks its value; the message names it.
    pub fn parse(arguments: &[&str]) -> Result<Self> {
        let mut options = Self { seed: 1, every: 1, ..Self::default() };
        let mut rest = arguments.iter();
        while let Some(&argument) = rest.next() {
            let mut value = || match rest.next() {
                Some(&value) => Ok(value.to_owned()),
                None => bail!("`{argument}` wants a value"),
            };
            match argument {
                "--only" => options.only = value()?,
                "--old" => options.old = Some(PathBuf::from(value()?)),
                "--new" => options.new = Some(PathBuf::from(value()?)),
                "--minutes" => options.minutes = Some(number(argument, &value()?)?),
                "--every" => options.every = (number(argument, &value()?)? as usize).max(1),
                "--corpus" => options.corpus = number(argument, &value()?)? as usize,
                "--seed" => options.seed = number(argument, &value()?)?,
                "--native" => options.native = true,
                "--benches" => options.benches = true,
                _ if argument.starts_with('-') || !options.revision.is_empty() => {
                    bail!("`{argument}` is not understood")
                }
                revision => revision.clone_into(&mut options.revision),
            }
        }
        if options.revision.is_empty() {
            bail!("no revision to compare with: `cargo xtask compare HEAD` compares uncommitted changes");
        }
        Ok(options)
    }
}

fn number(argument: &str, text: &str) -> Result<u64> {
    text.parse().or_else(|_| bail!("`{argument} {text}`: not a number"))
}

/// Builds, runs and compares; succeeds when nothing differs.
///
/// # Errors
/// When the revision does not exist, or one of the two does not build.
pub fn run(root: &Path, options: &Options) -> Result<ExitCode> {
    let known = [options.old.as_deref(), options.new.as_deref()];
    let builds = Builds::make(root, &options.revision, known)?;
    let wanted = |run: &Run| run.name.contains(&options.only);
    let (runs, unlike) = runs::all(root, &builds)?;
    let mut runs: Vec<Run> = runs.into_iter().filter(wanted).step_by(options.every).collect();
    if options.minutes.is_some() {
        runs = scattered(runs);
    }
    let end = options.minutes.map(|minutes| Instant::now() + Duration::from_secs(60 * minutes));
    let start = Instant::now();
    let (mut compared, mut differences) = runs::compare(&builds, &runs, options.native, end)?;
    let all = runs.len();
    if compared < all {
        eprintln!("compare: {compared} of {all} runs within --minutes");
    }
    if options.corpus > 0 {
        let (units, of_packages) = runs::corpus(&builds, options.corpus, options.seed)?;
        compared += units;
        differences.extend(of_packages);
    }
    for difference in &differences {
        println!("{difference}");
    }
    println!(
        "compare with {}: {compared} runs in {} s, {} differ; {unlike} cases are new or changed and were not run",
        builds.revision,
        start.elapsed().as_secs(),
        differences.len()
    );
    println!("results: diff -r {} {}", builds.results("old").display(), builds.results("new").display());
    if options.benches {
        benches::run(&builds)?;
    }
    Ok(if differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The same, so that each part of the list is drawn from all of it: by the bits of the places, turned round.
fn scattered(runs: Vec<Run>) -> Vec<Run> {
    let mut placed: Vec<(usize, Run)> = runs.into_iter().enumerate().collect();
    placed.sort_by_key(|(place, _)| place.reverse_bits());
    placed.into_iter().map(|(_, run)| run).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_half_of_a_scattered_list_is_every_other_one() {
        let runs = (0..8).map(|at| Run::named(&at.to_string())).collect();
        let names: Vec<String> = scattered(runs).into_iter().map(|run| run.name).collect();
        assert_eq!(names, ["0", "4", "2", "6", "1", "5", "3", "7"]);
    }

    #[test]
    fn options_are_read_in_any_order() {
        let options = Options::parse(&["--corpus", "5", "main~3", "--native", "--every", "10"]).unwrap();
        assert_eq!(options.every, 10);
        assert_eq!((options.revision.as_str(), options.corpus, options.native), ("main~3", 5, true));
        assert_eq!((options.seed, options.minutes), (1, None));
        let options = Options::parse(&["HEAD", "--minutes", "10", "--new", "target/debug/trine"]).unwrap();
        assert_eq!((options.minutes, options.new), (Some(10), Some(PathBuf::from("target/debug/trine"))));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let message = |arguments: &[&str]| Options::parse(arguments).unwrap_err().to_string();
        assert_eq!(message(&["HEAD", "--corpus"]), "`--corpus` wants a value");
        assert_eq!(message(&["HEAD", "--seed", "x"]), "`--seed x`: not a number");
        assert_eq!(message(&["HEAD", "other"]), "`other` is not understood");
        assert!(message(&[]).starts_with("no revision"));
    }
}
