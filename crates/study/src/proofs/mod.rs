//! Proofs against enumeration: random small programs, of which all inputs are run natively.
//!
//! A goal that Trine calls infeasible and that some input reaches is a false proof; one that it calls covered and no
//! input reaches is a false cover. The generator writes programs that are hard to be right about: with faults, aliases,
//! several calls, stubs, callbacks, `setjmp`, volatile objects, unions and bit-fields, and with what C leaves open. It
//! knows nothing of how Trine proves, and the native runs know nothing of Trine.
//!
//! Goals that no input reaches and that stay unknown are counted, for each strategy: proofs that are missing.

mod flavours;
mod generate;
mod judge;
mod native;
mod print;
mod program;
mod results;
mod shrink;
mod trine;

use crate::Tally;
use anyhow::{Context, Result, bail};
use flavours::Flavour;
use judge::{Comparison, Complaint, Wrong};
use print::{HEADERS, Printed, print};
use program::Program;
use results::Results;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use trine::{Asked, Run, Strategy, Trine};
use trine_native::clang::Toolchain;

/// Options of `trine-study proofs`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Programs to judge.
    #[arg(long, default_value_t = 300, value_name = "N")]
    programs: u64,
    /// Seed of the programs and of Trine.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Number of the first program.
    #[arg(long, default_value_t = 0, value_name = "N")]
    first: u64,
    /// Strategies that judge.
    #[arg(long, value_delimiter = ',', default_value = "hybrid,dse,paths,search")]
    strategies: Vec<Strategy>,
    /// Criteria that are asked for.
    #[arg(long, value_delimiter = ',', default_value = "branch,mcdc")]
    criteria: Vec<Asked>,
    /// Only these flavours of programs.
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    flavours: Vec<String>,
    /// Evaluations for each function.
    #[arg(long, default_value_t = 2000, value_name = "N")]
    evaluations: u64,
    /// Steps of an execution; few, so that limits are met.
    #[arg(long, default_value_t = 20_000, value_name = "N")]
    steps: u64,
    /// Programs in one file.
    #[arg(long, default_value_t = 20, value_name = "N")]
    batch: u64,
    /// Batches at a time [default: one for each core].
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Keep programs with wrong verdicts, shrunk, in this folder.
    #[arg(long, value_name = "DIR", default_value = "target/proofs")]
    keep: PathBuf,
    /// Wrong verdicts that are shrunk, at most.
    #[arg(long, default_value_t = 10, value_name = "N")]
    shrink: usize,
    /// Print goals that no input reaches and that stay unknown.
    #[arg(long)]
    open: bool,
    /// Print the programs, and judge nothing.
    #[arg(long)]
    print: bool,
    /// The command to judge [default: `trine` beside this program].
    #[arg(long)]
    trine: Option<PathBuf>,
}

/// Runs the campaign.
///
/// # Errors
/// When there is no `trine` or no clang, or a generated program does not compile.
pub fn run(args: &Args) -> Result<Tally> {
    let campaign = Campaign::new(args)?;
    if args.print {
        for number in args.first..args.first.saturating_add(args.programs) {
            println!("{}", print(&campaign.program(number), 1).plain);
        }
        return Ok(Tally::default());
    }
    println!("{} programs, seed {}, {}", args.programs, args.seed, campaign.toolchain.version);
    let results = campaign.results()?;
    println!("\n{}", results.text(campaign.start.elapsed()));
    Ok(results.tally())
}

struct Campaign<'a> {
    args: &'a Args,
    toolchain: Toolchain,
    trine: Trine,
    flavours: Vec<Flavour>,
    start: Instant,
}

impl<'a> Campaign<'a> {
    fn new(args: &'a Args) -> Result<Self> {
        let program = match &args.trine {
            Some(program) => program.clone(),
            None => std::env::current_exe()?.with_file_name("trine"),
        };
        let program = program.canonicalize().with_context(|| {
            format!("no `{}`\n  = help: cargo build --release -p trine-cli", program.display())
        })?;
        let flavours = chosen(&args.flavours)?;
        let trine = Trine { program, evaluations: args.evaluations, steps: args.steps, seed: args.seed };
        Ok(Self { args, toolchain: Toolchain::find()?, trine, flavours, start: Instant::now() })
    }

    fn program(&self, number: u64) -> Program {
        generate::program(self.args.seed, number, &self.flavours)
    }

    fn runs(&self) -> impl Iterator<Item = Run> {
        let criteria = self.args.criteria.clone();
        let of = move |&strategy| criteria.clone().into_iter().map(move |asked| Run { strategy, asked });
        self.args.strategies.iter().flat_map(of)
    }

    /// All batches, several at a time.
    fn results(&self) -> Result<Results> {
        let end = self.args.first.saturating_add(self.args.programs);
        let next = AtomicU64::new(self.args.first);
        let results = Mutex::new(Results::default());
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let work = || -> Result<()> {
            loop {
                let first = next.fetch_add(self.args.batch.max(1), Ordering::Relaxed);
                if first >= end {
                    return Ok(());
                }
                let numbers = first..end.min(first + self.args.batch.max(1));
                self.batch(numbers, &results)?;
            }
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> =
                (0..self.args.jobs.unwrap_or(cores).max(1)).map(|_| scope.spawn(work)).collect();
            workers.into_iter().map(|worker| worker.join().unwrap_or(Ok(()))).collect::<Result<Vec<()>>>()
        })?;
        Ok(results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    fn batch(&self, numbers: std::ops::Range<u64>, results: &Mutex<Results>) -> Result<()> {
        let words = format!("programs {} to {}", numbers.start, numbers.end - 1);
        let programs: Vec<Program> = numbers.map(|number| self.program(number)).collect();
        let printed = printed(&programs);
        let both: Vec<(&Program, &Printed)> = programs.iter().zip(&printed).collect();
        let reached = native::enumerate(&self.toolchain, &both).with_context(|| words.clone())?;
        let mut complaints = Vec::new();
        for (program, reached) in programs.iter().zip(&reached) {
            lock(results).note(program, reached);
        }
        for run in self.runs() {
            let judged = match self.trine.judge(&both, run) {
                Ok(judged) => judged,
                Err(error) => {
                    lock(results).failures.push(format!("{words}, {run:?}: {error:#}"));
                    continue;
                }
            };
            for (at, judgement) in judged.iter().enumerate() {
                let comparison = judge::compare(both[at].0, both[at].1, &reached[at], judgement);
                if self.args.open {
                    self.print_open(both[at].0, run, &comparison);
                }
                lock(results).add(both[at].0, run, &comparison);
                complaints.extend(comparison.complaints.into_iter().map(|complaint| (at, complaint)));
            }
        }
        // One program is often judged wrongly for one reason: what is told first stands for the others.
        let mut told: Vec<(usize, Wrong)> = Vec::new();
        for (at, complaint) in &complaints {
            if !told.contains(&(*at, complaint.wrong)) {
                told.push((*at, complaint.wrong));
                let same =
                    complaints.iter().filter(|(other, same)| (other, same.wrong) == (at, complaint.wrong));
                let mut runs: Vec<Run> = same.map(|(_, same)| same.run).collect();
                runs.dedup();
                self.complain(&programs[*at], complaint, &runs, results)?;
            }
        }
        println!("{words}: {} s", self.start.elapsed().as_secs());
        Ok(())
    }

    fn print_open(&self, program: &Program, run: Run, comparison: &Comparison) {
        let flavours: Vec<&str> = program.parts.iter().map(|part| part.flavour).collect();
        for open in &comparison.open {
            println!(
                "open: {} [{}] {} {open}",
                run.arguments().join(" "),
                flavours.join(" "),
                program.number
            );
        }
    }

    /// Prints a wrong verdict, about the smallest program that shows it, and keeps that. Verdicts of all `runs` are
    /// wrong in this way.
    fn complain(
        &self,
        program: &Program,
        complaint: &Complaint,
        runs: &[Run],
        results: &Mutex<Results>,
    ) -> Result<()> {
        let shrinking = {
            let mut results = lock(results);
            results.shrunk += 1;
            results.shrunk <= self.args.shrink
        };
        let (mut smallest, mut last) = (program.clone(), complaint.clone());
        if shrinking {
            let mut found = None;
            smallest = shrink::shrink(program, &mut |variant| match self.again(variant, complaint) {
                Some(again) => {
                    found = Some(again);
                    true
                }
                None => false,
            });
            last = found.unwrap_or(last);
        }
        let printed = print(&smallest, 1 + HEADERS.lines().count() as u32);
        let header = format!(
            "{} of program {}, seed {}: {}\n{}\n  judged by: trine c FILE {}\n",
            last.wrong,
            program.number,
            self.args.seed,
            runs.iter()
                .map(|run| format!("{:?} {:?}", run.strategy, run.asked))
                .collect::<Vec<_>>()
                .join(", "),
            last.text,
            self.trine.arguments(last.run).join(" ")
        );
        println!("\n{header}\n{}", printed.plain);
        std::fs::create_dir_all(&self.args.keep)?;
        let kind = format!("{:?}-{:?}-{:?}", last.wrong, last.run.strategy, last.run.asked).to_lowercase();
        let stem = format!("{}-{}-{kind}", self.args.seed, program.number);
        let comment = header.lines().map(|line| format!("// {line}\n")).collect::<String>();
        let text = trine::source(std::iter::once(&printed)) + &comment;
        std::fs::write(self.args.keep.join(format!("{stem}.c")), text)?;
        let native = native::source(&[(&smallest, &printed)]);
        std::fs::write(self.args.keep.join(format!("{stem}.native.c")), native)?;
        Ok(())
    }

    /// The same complaint about another program, if there is one.
    fn again(&self, program: &Program, complaint: &Complaint) -> Option<Complaint> {
        let printed = print(program, 1 + HEADERS.lines().count() as u32);
        let one = [(program, &printed)];
        let judged = self.trine.judge(&one, complaint.run).ok()?;
        let of_kind = |status: &trine_record::GoalStatus| match complaint.wrong {
            Wrong::FalseProof => status.is_infeasible(),
            Wrong::FalseCover => status.is_covered(),
            Wrong::Unmatched => true,
        };
        // The native runs cost most: only where there is a verdict that may be wrong.
        if !judged[0].goals.iter().any(|goal| of_kind(&goal.status)) {
            return None;
        }
        let reached = native::enumerate(&self.toolchain, &one).ok()?;
        let comparison = judge::compare(program, &printed, &reached[0], &judged[0]);
        comparison.complaints.into_iter().find(|again| again.wrong == complaint.wrong)
    }
}

/// Programs as they stand in one file.
fn printed(programs: &[Program]) -> Vec<Printed> {
    let mut line = 1 + HEADERS.lines().count() as u32;
    let mut all = Vec::new();
    for program in programs {
        let printed = print(program, line);
        line += printed.plain.lines().count() as u32;
        all.push(printed);
    }
    all
}

/// The flavours of these names; all of them without names.
fn chosen(names: &[String]) -> Result<Vec<Flavour>> {
    let all = flavours::all();
    if names.is_empty() {
        return Ok(all);
    }
    let find = |name: &String| match all.iter().find(|(known, _)| known == name) {
        Some(flavour) => Ok(*flavour),
        None => {
            let known: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
            bail!("no flavour `{name}`: there are {}", known.join(", "))
        }
    };
    names.iter().map(find).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flavour_makes_a_program_that_compiles_and_is_enumerated() {
        let toolchain = Toolchain::find().unwrap();
        let programs: Vec<Program> = flavours::all()
            .into_iter()
            .enumerate()
            .map(|(number, flavour)| generate::program(1, number as u64, &[flavour]))
            .collect();
        let printed = printed(&programs);
        let both: Vec<_> = programs.iter().zip(&printed).collect();
        let reached = native::enumerate(&toolchain, &both).unwrap();
        let folder = trine_native::TemporaryFolder::new().unwrap();
        let plain = folder.write("programs.c", &trine::source(printed.iter())).unwrap();
        toolchain.compile_to_ir(&plain, &["-w".to_owned()], None).expect("the plain programs compile");
        for (program, reached) in programs.iter().zip(&reached) {
            assert_eq!(reached.wild, 0, "a fault that no check foresees: {}", program.parts[0].flavour);
            assert!(reached.runs > 1, "nothing to enumerate: {}", program.parts[0].flavour);
        }
    }

    #[test]
    fn the_same_seed_and_number_give_the_same_program() {
        let all = flavours::all();
        let text = |seed, number| print(&generate::program(seed, number, &all), 1).plain;
        assert_eq!(text(1, 5), text(1, 5));
        assert_ne!(text(1, 5), text(2, 5));
        assert_ne!(text(1, 5), text(1, 6));
    }
}
