//! Hybrid against its two halves: search alone and dynamic symbolic execution alone.
//!
//! The corpus units are run three times by `trine c`, with the same budget and seed; covered branches are compared
//! function by function and unit by unit. A budget of time is one for the whole unit: its functions get equal parts of
//! it, and compiling and writing do not count. As many units run at a time as there are cores, on one thread each. There
//! is nothing to agree with natively here, so the native run is left out.
//!
//! Luck decides on some functions (one path through a decoder, one order of a list), for every strategy alike: several
//! seeds tell that from what a strategy is worth.
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
use crate::corpus::unit::{Trine, UnitResult};
use anyhow::{Context, Result};
use contest::{Contest, Contestant};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use trine_native::clang::Toolchain;

/// Options of `trine-study hybrid`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Budget per unit and strategy, of which each function of the unit gets an equal part.
    #[arg(long, default_value_t = 10, value_name = "N")]
    seconds: u64,
    /// Budget per function and strategy in evaluations instead: the same figures on every machine.
    #[arg(long, value_name = "N")]
    evaluations: Option<u64>,
    /// The first seed.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Runs with so many seeds, from the first on; branches are counted over all.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seeds: u64,
    /// Units at a time [default: one for each core].
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    #[command(flatten)]
    choice: Choice,
}

impl Args {
    /// The budget of each of so many functions, as `--budget` takes it.
    fn budget(&self, functions: usize) -> String {
        match self.evaluations {
            Some(number) => format!("{number}evals"),
            None => format!("{}ms", (self.seconds * 1000 / functions.max(1) as u64).max(1)),
        }
    }

    /// What each unit is run with.
    fn runs(&self) -> impl Iterator<Item = (u64, Contestant)> {
        let seeds = self.seed..self.seed.saturating_add(self.seeds.max(1));
        seeds.flat_map(|seed| Contestant::ALL.map(|contestant| (seed, contestant)))
    }

    /// The budget as the verdict names it.
    fn budget_in_words(&self) -> String {
        match self.evaluations {
            Some(number) => format!("{number} evaluations a function and strategy"),
            None => format!("{} s a unit and strategy", self.seconds),
        }
    }

    fn seeds_in_words(&self) -> String {
        match self.seeds {
            0 | 1 => format!("seed {}", self.seed),
            seeds => format!("seeds {} to {}", self.seed, self.seed.saturating_add(seeds - 1)),
        }
    }
}

/// A unit and where it is.
struct PackageUnit {
    package: &'static Package,
    path: &'static str,
    source: PathBuf,
    out: PathBuf,
}

impl PackageUnit {
    fn name(&self) -> String {
        format!("{}/{}", self.package.name, self.path.rsplit('/').next().unwrap_or(self.path))
    }
}

/// Runs every unit under each strategy and compares.
///
/// # Errors
/// When there is no `trine`, or a package cannot be fetched or set up.
pub fn run(args: &Args) -> Result<Tally> {
    let folder = args.choice.folder()?;
    let toolchain = Toolchain::find()?;
    let program = args.choice.trine()?;
    let contest = contest(args, &program, &toolchain, &units(args)?);
    println!("\nbudget {}, {}\n", args.budget_in_words(), args.seeds_in_words());
    println!("{}", verdict::text(&contest));
    let table = folder.join("hybrid.csv");
    std::fs::write(&table, verdict::csv(&contest))?;
    println!("one line per function: {}", table.display());
    Ok(contest.tally)
}

/// The units asked for, with their sources fetched.
fn units(args: &Args) -> Result<Vec<PackageUnit>> {
    let folder = args.choice.folder()?;
    let archive = Archive::new(folder.clone());
    let mut units = Vec::new();
    for package in args.choice.packages()? {
        let source = choice::source(package, &archive)?;
        units.extend(args.choice.units(package).map(|path| {
            let out = folder.join("hybrid").join(package.name).join(path.replace('/', "_"));
            PackageUnit { package, path, source: source.clone(), out }
        }));
    }
    Ok(units)
}

/// The results of `units`, several at a time.
fn contest(args: &Args, program: &Path, toolchain: &Toolchain, units: &[PackageUnit]) -> Contest {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let workers = args.jobs.unwrap_or(cores).clamp(1, units.len().max(1));
    let mut contest = Contest::default();
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                    for (seed, contestant) in args.runs() {
                        let result = run_unit(args, program, toolchain, unit, (seed, contestant));
                        // The receiver lives until every worker is done.
                        let _ = sender.send((unit, seed, contestant, result));
                    }
                }
            });
        }
        drop(sender);
        for (unit, seed, contestant, result) in receiver {
            note(&mut contest, unit, (seed, contestant), result);
        }
    });
    contest
}

/// One strategy on one unit, with one seed.
fn run_unit(
    args: &Args,
    program: &Path,
    toolchain: &Toolchain,
    unit: &PackageUnit,
    (seed, contestant): (u64, Contestant),
) -> Result<UnitResult> {
    let seed = seed.to_string();
    let arguments = ["--no-native", "--jobs", "1", "--seed", &seed, "--strategy", contestant.name()];
    let mut trine = Trine {
        program: program.to_path_buf(),
        toolchain,
        budget: String::new(),
        functions: args.choice.functions,
        arguments: arguments.map(str::to_owned).to_vec(),
    };
    let functions =
        trine.functions_of(unit.package, unit.path, &unit.source).context("the unit cannot be read")?;
    trine.budget = args.budget(args.choice.functions.unwrap_or(usize::MAX).min(functions.len()));
    Ok(trine.run(unit.package, unit.path, &unit.source, &unit.out.join(contestant.name())))
}

/// Adds what a run left, or why it left nothing.
fn note(
    contest: &mut Contest,
    unit: &PackageUnit,
    (seed, contestant): (u64, Contestant),
    result: Result<UnitResult>,
) {
    let name = unit.name();
    let result = match result {
        Ok(result) => result,
        Err(error) => return contest.fail(&name, contestant, &format!("{error:#}")),
    };
    println!("{name} {}: {:.0} s", contestant.name(), result.time.as_secs_f64());
    match (&result.record, &result.failure) {
        (Some(record), None) => contest.add(&name, contestant, seed, record),
        (_, failure) => contest.fail(&name, contestant, failure.as_deref().unwrap_or("no record").trim()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn a_budget_of_time_is_that_of_the_unit_and_one_of_evaluations_that_of_a_function() {
        let budgets = |line: &str| {
            let args = Line::parse_from(line.split(' ')).args;
            [args.budget(1), args.budget(40)]
        };
        assert_eq!(budgets("hybrid --seconds 10"), ["10000ms", "250ms"]);
        assert_eq!(budgets("hybrid --evaluations 2000"), ["2000evals", "2000evals"]);
    }
}
