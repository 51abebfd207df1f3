//! Rust programs in our machine against their native builds: what they print, how they exit.
//!
//! | programs | from |
//! |---|---|
//! | written by hand | `crates/rust-runtime/tests/programs`, one file each |
//! | of the reader's test | `crates/frontend-llvm/tests/rust/subject.rs` |
//! | others | named on the command line: files, each a program without dependencies, and folders of Cargo projects |
//!
//! One call of rustc gives both: the executable, and the textual LLVM IR of the whole program (one codegen unit, fat
//! LTO, `opt-level=0` for the program's own code, checks of overflow on). Compared are standard output, standard error and
//! the exit code; threads' numbers in messages of panics are left out. Programs run without input and environment.

mod build;

use crate::Tally;
use crate::compare::Speed;
use crate::table::table;
use anyhow::{Context, Result, bail, ensure};
use build::{Built, Rustc};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use trine_native::process::{self, run_limited};
use trine_native::temporary::TemporaryFolder;
use trine_rust_runtime::{Ending, Limits, Outcome, RustProgram};

/// Where the programs of the repository are.
const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../rust-runtime/tests/programs");
/// The one that the reader is tested with.
const SUBJECT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../frontend-llvm/tests/rust/subject.rs");
/// Those that a sample takes.
const SAMPLE: [&str; 3] = ["formatting", "panics", "threads"];
/// Time and memory of a native run.
const NATIVE_TIME: Duration = Duration::from_secs(20);
const NATIVE_MEMORY_BYTES: u64 = 2 << 30;
/// Stack of the thread that loads and runs a program.
const STACK_BYTES: usize = 256 << 20;

/// Options of `trine-study rust`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rust programs to compare in place of those of the repository: a file each, or the folder of a Cargo project.
    files: Vec<PathBuf>,
    /// Only programs whose name contains this text.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Three programs of the repository instead of all.
    #[arg(long)]
    sample: bool,
    /// IR instructions per program.
    #[arg(long, default_value_t = Limits::default().steps)]
    steps: u64,
    /// Seed of the random numbers that a program gets from the system.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Writes sources, modules and both outputs of programs that differ into this folder.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
}

/// What the run of one program is compared by.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Behavior {
    ending: String,
    stdout: String,
    stderr: String,
}

/// Compares the programs.
///
/// # Errors
/// When rustc is missing, refuses a program, or there is none.
pub fn run(args: &Args) -> Result<Tally> {
    let files = files(args)?;
    let rustc = Rustc::find()?;
    println!("{} programs, {}", files.len(), rustc.version);
    let (mut rows, mut tally, mut speed) = (Vec::new(), Tally::default(), Speed::default());
    let mut differences = Vec::new();
    for file in &files {
        let one = compare(args, &rustc, file)?;
        speed.add(one.speed);
        rows.push(one.row());
        match one.difference() {
            None => tally.passed += 1,
            Some(difference) => {
                tally.failed += 1;
                differences.push(format!("{}: {difference}", one.name));
            }
        }
    }
    let head = [
        "program",
        "native",
        "ours",
        "output",
        "instructions",
        "seconds",
        "million/s",
        "first run",
        "loading",
        "verdict",
    ];
    println!("\n{}", table(&head, &rows));
    differences.iter().for_each(|difference| println!("{difference}"));
    println!("{speed}");
    Ok(tally)
}

/// The programs asked for, in the order of their names.
fn files(args: &Args) -> Result<Vec<PathBuf>> {
    let mut files = args.files.clone();
    if files.is_empty() {
        let folder = std::fs::read_dir(PROGRAMS).with_context(|| format!("no folder {PROGRAMS}"))?;
        let paths = folder.filter_map(|entry| Some(entry.ok()?.path()));
        files = paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect();
        files.sort();
        files.insert(0, SUBJECT.into());
        files.retain(|file| !args.sample || SAMPLE.contains(&name(file).as_str()));
    }
    files.retain(|file| name(file).contains(&args.only));
    match files.is_empty() {
        true => bail!("no program has `{}` in its name", args.only),
        false => Ok(files),
    }
}

fn name(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// One program, run twice.
struct Comparison {
    name: String,
    native: Behavior,
    ours: Behavior,
    speed: Speed,
    first: Duration,
    loading: Duration,
}

fn compare(args: &Args, rustc: &Rustc, file: &Path) -> Result<Comparison> {
    let folder = TemporaryFolder::new()?;
    let built = rustc.build(file, folder.path())?;
    let native = natively(&built, folder.path())?;
    let limits = Limits { steps: args.steps, seed: args.seed, ..Limits::default() };
    let (module, own_name) = (built.module.clone(), built.executable.display().to_string());
    let worker = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || in_machine(&module, &own_name, limits))?;
    let Ok(ours) = worker.join() else { bail!("{}: panic of ours", file.display()) };
    let Runs { outcome, first, again, loading } = ours?;
    let speed = Speed { steps: outcome.steps, time: again };
    let comparison = Comparison { name: name(file), native, ours: behavior(outcome), speed, first, loading };
    if let Some(to) = args.keep.as_ref().filter(|_| comparison.difference().is_some()) {
        keep(to, file, &built, &comparison)?;
    }
    Ok(comparison)
}

fn natively(built: &Built, folder: &Path) -> Result<Behavior> {
    let mut command = std::process::Command::new(&built.executable);
    // As in our machine: a program is told nothing, `RUST_BACKTRACE` neither.
    command.env_clear();
    let run = run_limited(command, folder, NATIVE_TIME, NATIVE_MEMORY_BYTES)?;
    let ending = match run.ending {
        process::Ending::Exited(code) => Ending::Exited(code as u8).to_string(),
        process::Ending::Signaled(6) => Ending::Aborted.to_string(),
        process::Ending::Signaled(signal) => format!("signal {signal}"),
        process::Ending::TimedOut => "time over".to_owned(),
    };
    Ok(Behavior { ending, stdout: run.stdout, stderr: without_numbers(&run.stderr) })
}

/// The runs of a program in our machine.
struct Runs {
    outcome: Outcome,
    /// Time of the first run, in which functions are lowered when they are first called.
    first: Duration,
    /// Time of the second run, which only executes.
    again: Duration,
    loading: Duration,
}

/// Loads the program and runs it twice; the runs must be the same.
fn in_machine(module: &Path, name: &str, limits: Limits) -> Result<Runs> {
    let begun = Instant::now();
    let text = std::fs::read_to_string(module)?;
    let mut program = RustProgram::load("program.ll", text, limits)?;
    let loading = begun.elapsed();
    let begun = Instant::now();
    let outcome = program.run(&[name], &[]);
    let first = begun.elapsed();
    let begun = Instant::now();
    let second = program.run(&[name], &[]);
    let again = begun.elapsed();
    ensure!(second == outcome, "two runs of {name} in our machine differ: a bug of ours");
    Ok(Runs { outcome, first, again, loading })
}

fn behavior(outcome: Outcome) -> Behavior {
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Behavior {
        ending: outcome.ending.to_string(),
        stdout: text(outcome.stdout),
        stderr: without_numbers(&text(outcome.stderr)),
    }
}

/// The text without the numbers that the system gives threads (`thread 'main' (1234) panicked`), and without the calls of
/// backtraces, which have addresses.
fn without_numbers(text: &str) -> String {
    let is_call = |line: &str| {
        let rest = line.trim_start();
        let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        line.starts_with("  ")
            && (rest.starts_with("at ") || behind.len() < rest.len() && behind.starts_with(": "))
    };
    let lines = text.lines().filter(|line| !is_call(line)).map(|line| {
        let Some((front, rest)) = line.strip_prefix("thread '").and_then(|rest| rest.split_once("' ("))
        else {
            return line.to_owned();
        };
        match rest.split_once(')') {
            Some((number, behind)) if number.chars().all(|digit| digit.is_ascii_digit()) => {
                format!("thread '{front}'{behind}")
            }
            _ => line.to_owned(),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn keep(to: &Path, file: &Path, built: &Built, comparison: &Comparison) -> Result<()> {
    let folder = to.join(&comparison.name);
    std::fs::create_dir_all(&folder)?;
    if file.is_file() {
        std::fs::copy(file, folder.join("program.rs"))?;
    }
    std::fs::copy(&built.module, folder.join("program.ll"))?;
    for (who, one) in [("native", &comparison.native), ("ours", &comparison.ours)] {
        std::fs::write(folder.join(format!("{who}.stdout")), &one.stdout)?;
        std::fs::write(folder.join(format!("{who}.stderr")), &one.stderr)?;
        std::fs::write(folder.join(format!("{who}.ending")), &one.ending)?;
    }
    Ok(())
}

impl Comparison {
    /// What differs, in a few lines; `None` if nothing does.
    fn difference(&self) -> Option<String> {
        let (native, ours) = (&self.native, &self.ours);
        if native.ending != ours.ending {
            return Some(format!("native {}, ours {}", native.ending, ours.ending));
        }
        let texts = [("stdout", &native.stdout, &ours.stdout), ("stderr", &native.stderr, &ours.stderr)];
        texts.into_iter().find_map(|(which, theirs, own)| first_difference(which, theirs, own))
    }

    fn row(&self) -> Vec<String> {
        let seconds = self.speed.time.as_secs_f64();
        let rate = if seconds > 0.0 { self.speed.steps as f64 / seconds / 1e6 } else { 0.0 };
        let first_line =
            |text: &str| text.lines().next().unwrap_or_default().chars().take(60).collect::<String>();
        vec![
            self.name.clone(),
            self.native.ending.clone(),
            first_line(&self.ours.ending),
            format!("{} bytes", self.native.stdout.len() + self.native.stderr.len()),
            self.speed.steps.to_string(),
            format!("{seconds:.3}"),
            format!("{rate:.0}"),
            format!("{:.2}", self.first.as_secs_f64()),
            format!("{:.2}", self.loading.as_secs_f64()),
            if self.difference().is_none() { "same" } else { "differs" }.to_owned(),
        ]
    }
}

/// The first line in which two texts differ.
fn first_difference(which: &str, theirs: &str, ours: &str) -> Option<String> {
    if theirs == ours {
        return None;
    }
    let (mut a, mut b) = (theirs.lines(), ours.lines());
    for number in 1.. {
        let (x, y) = (a.next(), b.next());
        if x != y || x.is_none() {
            return Some(format!("{which}, line {number}: native {x:?}, ours {y:?}"));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_threads_are_left_out_and_nothing_else() {
        let text = "\nthread 'main' (4711) panicked at a.rs:1:2:\n  12:  0x55 - main\n       at a.rs:1\nthread 'x' (y) z\nthread (12)";
        assert_eq!(
            without_numbers(text),
            "\nthread 'main' panicked at a.rs:1:2:\nthread 'x' (y) z\nthread (12)"
        );
    }

    #[test]
    fn the_first_difference_is_named() {
        assert_eq!(first_difference("stdout", "a\nb", "a\nb"), None);
        let told = first_difference("stdout", "a\nb", "a\nc").unwrap_or_default();
        assert!(told.contains("line 2") && told.contains("\"b\""), "{told}");
        assert!(first_difference("stdout", "a\n", "a").is_some());
    }
}
