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
use summary::Summary;
use trine_native::Toolchain;
use unit::{Trine, UnitResult};

/// Options of `trine-study corpus`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Budget per function.
    #[arg(long, default_value_t = 2, value_name = "N")]
    seconds: u64,
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
        budget: format!("{}s", args.seconds),
        functions: args.choice.functions,
        arguments: Vec::new(),
    };
    let archive = Archive::new(folder.clone());
    let mut summary = Summary::new(args.seconds);
    for package in args.choice.packages()? {
        let source = choice::source(package, &archive)?;
        for unit in args.choice.units(package) {
            let out = folder.join("out").join(package.name).join(unit.replace('/', "_"));
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

fn report(name: &str, result: &UnitResult) {
    let functions = result.record.as_ref().map_or(0, |record| record.units.len());
    println!("{name}: {functions} functions, {:.0} s", result.time.as_secs_f64());
    if let Some(reason) = &result.failure {
        println!("{name}: FAILED: {}", reason.trim());
    }
}
