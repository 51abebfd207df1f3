//! Generated programs, natively and in our machine: the differential proof of front end, passes
//! and machine.
//!
//! csmith (Yang, Chen, Eide and Regehr, *Finding and Understanding Bugs in C Compilers*, PLDI 2011)
//! writes programs without undefined behavior that print a checksum of their globals. A program
//! that runs too long natively, or that clang refuses, proves nothing: the next seed takes its place.

mod generate;
mod schedule;
mod verdict;

use crate::Tally;
use crate::compare::{Native, Speed, in_machine, natively};
use crate::table::{grouped, table};
use anyhow::Result;
use generate::Generator;
use schedule::Schedule;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use trine_native::clang::Toolchain;
use verdict::ComparisonResult;

/// Time of a native run. Programs either end within milliseconds or run for ever.
const NATIVE_TIME: Duration = Duration::from_secs(2);
/// One line of progress per this many programs.
const PROGRESS_EVERY: usize = 20;

/// Options of `trine-study csmith`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Programs to compare.
    #[arg(long, default_value_t = 300)]
    programs: usize,
    /// Seed of the first program; the others follow.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Workers [default: one per core].
    #[arg(long)]
    jobs: Option<usize>,
    /// IR instructions per program.
    #[arg(long, default_value_t = 4_000_000_000)]
    steps: u64,
    /// Keep the source of programs that do not match in this folder.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

/// Runs the campaign.
///
/// # Errors
/// When csmith or clang are missing.
pub fn run(args: &Args) -> Result<Tally> {
    let campaign = Campaign {
        args,
        toolchain: Toolchain::find()?,
        generator: Generator::find()?,
        start: Instant::now(),
    };
    println!("{} programs of csmith, {}", args.programs, campaign.toolchain.version);
    let shared = Mutex::new((Schedule::new(args.seed, args.programs), Results::default()));
    let jobs = args.jobs.unwrap_or_else(cores).max(1);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(|| campaign.work(&shared))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or(Ok(()))).collect::<Result<Vec<()>>>()
    })?;
    let (_, results) = shared.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    println!("\n{}", results.summary(campaign.start.elapsed()));
    Ok(results.tally())
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

struct Campaign<'a> {
    args: &'a Args,
    toolchain: Toolchain,
    generator: Generator,
    start: Instant,
}

impl Campaign<'_> {
    /// Takes seeds until none is left.
    fn work(&self, shared: &Mutex<(Schedule, Results)>) -> Result<()> {
        loop {
            let Some(seed) = lock(shared).0.take() else { return Ok(()) };
            let (verdict, speed) = self.judge(seed)?;
            let mut shared = lock(shared);
            if matches!(verdict, ComparisonResult::NativeTimeout | ComparisonResult::Unusable(_)) {
                shared.0.replace();
            }
            self.report(seed, &verdict);
            shared.1.add(verdict, speed);
            let done = shared.1.compared;
            if done.is_multiple_of(PROGRESS_EVERY) && done > 0 {
                println!("{done} programs after {} s", self.start.elapsed().as_secs());
            }
        }
    }

    fn judge(&self, seed: u64) -> Result<(ComparisonResult, Speed)> {
        let none = Speed::default();
        let (_folder, subject) = match self.generator.program(seed)? {
            Ok(program) => program,
            Err(reason) => return Ok((ComparisonResult::Unusable(reason), none)),
        };
        let expected = match natively(&self.toolchain, &subject, NATIVE_TIME)? {
            Native::Ran(behavior) => behavior,
            Native::TimedOut => return Ok((ComparisonResult::NativeTimeout, none)),
            Native::Unusable(reason) => return Ok((ComparisonResult::Unusable(reason), none)),
        };
        let (verdict, speed) =
            ComparisonResult::of(&expected, in_machine(&self.toolchain, &subject, self.args.steps));
        if let (false, Some(folder)) = (verdict.is_match(), &self.args.keep) {
            std::fs::create_dir_all(folder)?;
            std::fs::copy(&subject.source, folder.join(format!("csmith-{seed}.c")))?;
        }
        Ok((verdict, speed))
    }

    fn report(&self, seed: u64, verdict: &ComparisonResult) {
        if let Some(text) = verdict.complaint() {
            println!("seed {seed}: {text}");
            println!("    repeat: trine-study csmith --programs 1 --seed {seed} --keep .");
            println!("    source: {}", self.generator.command_line(seed));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Verdicts, counted.
#[derive(Debug, Default)]
struct Results {
    compared: usize,
    matching: usize,
    mismatching: usize,
    step_limits: usize,
    native_timeouts: usize,
    failures: Vec<String>,
    unusable: Vec<String>,
    speed: Speed,
}

impl Results {
    fn add(&mut self, verdict: ComparisonResult, speed: Speed) {
        self.speed.add(speed);
        match verdict {
            ComparisonResult::NativeTimeout => self.native_timeouts += 1,
            ComparisonResult::Unusable(reason) => self.unusable.push(reason),
            ComparisonResult::Match => self.matching += 1,
            ComparisonResult::Mismatch { .. } => self.mismatching += 1,
            ComparisonResult::StepLimit => self.step_limits += 1,
            ComparisonResult::Failed(reason) => self.failures.push(reason),
        }
        self.compared = self.matching + self.mismatching + self.step_limits + self.failures.len();
    }

    fn tally(&self) -> Tally {
        Tally { passed: self.matching, failed: self.mismatching + self.failures.len() }
    }

    fn summary(&self, time: Duration) -> String {
        let row = |what: &str, count: usize| vec![what.to_owned(), count.to_string()];
        let rows = [
            row("programs", self.compared),
            row("matching", self.matching),
            row("mismatching", self.mismatching),
            row("not run to the end by our machine", self.failures.len()),
            row("step limit of our machine", self.step_limits),
            row("replaced: native time limit", self.native_timeouts),
            row("replaced: not usable", self.unusable.len()),
        ];
        let mut text = table(&["csmith", "count"], &rows);
        let reasons = self.failures.iter().chain(&self.unusable);
        for (count, reason) in grouped(reasons.cloned()) {
            text.push_str(&format!("  {count} x {reason}\n"));
        }
        text.push_str(&format!("{}\n{} s in all\n", self.speed, time.as_secs()));
        text
    }
}
