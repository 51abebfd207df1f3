//! Units of real packages: what `trine c` handles, covers and confirms.
//!
//! The `trine` command is run as a user would run it, one unit at a time, and judged by the
//! `run.json` that it leaves. Low coverage is a result; what fails is a run that ends with
//! anything but success or findings, or that leaves no record.
//!
//! A function is *handled* when it has tests, all of which passed natively, or when it has no goal
//! that is not proved infeasible; each other one is listed with its reason.

pub mod choice;
pub mod fetch;
pub mod function;
pub mod packages;
mod summary;
pub mod unit;

use crate::Tally;
use anyhow::Result;
use choice::Choice;
use fetch::Archive;
use packages::Package;
use std::path::PathBuf;
use summary::Summary;
use trine_base::Stream;
use trine_native::clang::Toolchain;
use unit::{Trine, UnitResult};

/// Options of `trine-study corpus`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Budget per function.
    #[arg(long, default_value_t = 2, value_name = "N")]
    seconds: u64,
    /// Budget per function in evaluations instead, with one worker: the same results each time.
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    evaluations: Option<u64>,
    /// Only so many units, drawn under the seed.
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Seed of the sample.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Folder for the results [default: `out` in the folder of the sources].
    #[arg(long, value_name = "DIR")]
    results: Option<PathBuf>,
    #[command(flatten)]
    choice: Choice,
}

/// Fetches the packages and runs `trine c` on their units.
///
/// # Errors
/// When there is no `trine`, or a package cannot be fetched or set up.
pub fn run(args: &Args) -> Result<Tally> {
    let folder = args.choice.folder()?;
    let toolchain = Toolchain::find()?;
    let trine = Trine {
        program: args.choice.trine()?,
        toolchain: &toolchain,
        budget: args
            .evaluations
            .map_or_else(|| format!("{}s", args.seconds), |count| format!("{count}evals")),
        functions: args.choice.functions,
        arguments: if args.evaluations.is_some() {
            vec!["--jobs".to_owned(), "1".to_owned()]
        } else {
            vec![]
        },
    };
    let archive = Archive::new(folder.clone());
    let mut summary = Summary::new(args.seconds);
    let results = args.results.clone().unwrap_or_else(|| folder.join("out"));
    std::fs::create_dir_all(&results)?;
    let results = results.canonicalize()?;
    for (package, units) in chosen(args)? {
        let source = choice::source(package, &archive)?;
        for unit in units {
            let out = results.join(package.name).join(unit.replace('/', "_"));
            let result = trine.run(package, unit, &source, &out);
            report(&format!("{}/{unit}", package.name), &result);
            summary.add(package.name, unit, result);
        }
    }
    println!("\n{}", summary.text());
    let table = folder.join("corpus.csv");
    std::fs::write(&table, summary.csv())?;
    println!("one line per function: {}", table.display());
    Ok(summary.tally())
}

/// The packages with their units, those of the sample only if there is one.
fn chosen(args: &Args) -> Result<Vec<(&'static Package, Vec<&'static str>)>> {
    let mut chosen: Vec<(&Package, Vec<&str>)> = args
        .choice
        .packages()?
        .into_iter()
        .map(|package| (package, args.choice.units(package).collect()))
        .collect();
    if let Some(count) = args.sample {
        let mut random = Stream::new(args.seed, "corpus sample");
        let mut left: usize = chosen.iter().map(|(_, units)| units.len()).sum();
        let mut wanted = count.min(left);
        // Each unit is kept with the chance that makes the sample uniform among all of its size.
        for (_, units) in &mut chosen {
            units.retain(|_| {
                let keep = (random.below(left as u64) as usize) < wanted;
                left -= 1;
                wanted -= usize::from(keep);
                keep
            });
        }
        chosen.retain(|(_, units)| !units.is_empty());
    }
    Ok(chosen)
}

fn report(name: &str, result: &UnitResult) {
    let functions = result.record.as_ref().map_or(0, |record| record.units.len());
    println!("{name}: {functions} functions, {:.0} s", result.time.as_secs_f64());
    if let Some(reason) = &result.failure {
        println!("{name}: FAILED: {}", reason.trim());
    }
}
