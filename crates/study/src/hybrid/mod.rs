//! Hybrid against its two halves: search alone and dynamic symbolic execution alone.
//!
//! The corpus units are run three times by `trine c`, with the same budget and seed; covered branches are compared
//! function by function and unit by unit. There is nothing to agree with natively here, so the native run is left
//! out.
//!
//! Coverage is the covered share of *all* branches: a technique that proves a branch infeasible must not look better
//! for it, nor one that proves none. A unit that hybrid covers less of than a half does is named; it is a result, and
//! no failure. What fails is a run without a record.

mod contest;
mod verdict;

use crate::Tally;
use crate::corpus::choice::{self, Choice};
use crate::corpus::fetch::Archive;
use crate::corpus::packages::Package;
use crate::corpus::unit::Trine;
use anyhow::Result;
use contest::{Contest, Contestant};
use std::path::Path;
use trine_native::Toolchain;

/// Options of `trine-study hybrid`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Budget per function and strategy.
    #[arg(long, default_value_t = 2, value_name = "N")]
    seconds: u64,
    /// Budget per function and strategy in evaluations instead: the same figures on every machine.
    #[arg(long, value_name = "N")]
    evaluations: Option<u64>,
    /// Seed of all randomness.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    #[command(flatten)]
    choice: Choice,
}

impl Args {
    fn budget(&self) -> String {
        self.evaluations.map_or_else(|| format!("{}s", self.seconds), |number| format!("{number}evals"))
    }
}

/// Runs every unit under each strategy and compares.
///
/// # Errors
/// When there is no `trine`, or a package cannot be fetched or set up.
pub fn run(args: &Args) -> Result<Tally> {
    let folder = args.choice.folder()?;
    let archive = Archive::new(folder.clone());
    let toolchain = Toolchain::find()?;
    let trines = trines(args, &toolchain)?;
    let mut contest = Contest::default();
    for package in args.choice.packages()? {
        let source = choice::source(package, &archive)?;
        for unit in args.choice.units(package) {
            let out = folder.join("hybrid").join(package.name).join(unit.replace('/', "_"));
            run_unit(&trines, package, unit, &source, &out, &mut contest);
        }
    }
    println!("\nbudget {} a function and strategy, seed {}\n", args.budget(), args.seed);
    println!("{}", verdict::text(&contest));
    let table = folder.join("hybrid.csv");
    std::fs::write(&table, verdict::csv(&contest))?;
    println!("one line per function: {}", table.display());
    Ok(contest.tally)
}

/// The command, once for each strategy.
fn trines<'a>(args: &Args, toolchain: &'a Toolchain) -> Result<Vec<(Contestant, Trine<'a>)>> {
    let program = args.choice.trine()?;
    let of = |contestant: Contestant| {
        let seed = args.seed.to_string();
        let arguments = ["--no-native", "--seed", &seed, "--strategy", contestant.name()].map(str::to_owned);
        let trine = Trine {
            program: program.clone(),
            toolchain,
            budget: args.budget(),
            functions: args.choice.functions,
            arguments: arguments.to_vec(),
        };
        (contestant, trine)
    };
    Ok(Contestant::ALL.map(of).into_iter().collect())
}

fn run_unit(
    trines: &[(Contestant, Trine<'_>)],
    package: &Package,
    unit: &str,
    source: &Path,
    out: &Path,
    contest: &mut Contest,
) {
    let name = format!("{}/{}", package.name, unit.rsplit('/').next().unwrap_or(unit));
    for (contestant, trine) in trines {
        let result = trine.run(package, unit, source, &out.join(contestant.name()));
        let seconds = result.time.as_secs_f64();
        println!("{name} {}: {seconds:.0} s", contestant.name());
        match (&result.record, &result.failure) {
            (Some(record), None) => contest.add(&name, *contestant, record),
            (_, failure) => {
                contest.fail(&name, *contestant, failure.as_deref().unwrap_or("no record").trim())
            }
        }
    }
}
