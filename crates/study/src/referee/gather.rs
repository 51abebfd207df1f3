//! Questions out of the examples and filetests of the project, and out of units of real packages.
//!
//! Programs and units take turns, and each gives a share, so that no program's questions are most of them.

use super::Args;
use crate::corpus::choice::source;
use crate::corpus::fetch::Archive;
use crate::corpus::packages::PACKAGES;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where the programs are, below the root of the project. Those that were written for the solver come first.
const FOLDERS: [&str; 4] = [
    "crates/filetests/cases/c/puzzles",
    "crates/filetests/cases/c/solver",
    "examples",
    "crates/filetests/cases/c",
];
/// Layers that keep questions from the circuits.
const ABOVE_CIRCUITS: &str = "cache,equalities,bounds,enumeration,local,inversion,meeting";
/// Budget of a program; questions count.
const BUDGET: &str = "2000evals";
/// No program may take longer.
const SECONDS: &str = "60";
/// Nor a unit of a package: it has many functions, and those before that are enough.
const UNIT_SECONDS: &str = "10";
/// The share of a program: one question in so many.
const PROGRAMS: usize = 40;

/// Kinds of questions as the names of their files begin, taken in turn: wrong refutations are looked for as hard as wrong
/// models. What we have no answer to is taken when nothing else is left.
const KINDS: [&str; 4] = ["circuit-unsat", "circuit-sat", "question-unsat", "question-sat"];

/// Files with questions, as many as there should be, of all kinds in turn; each program gives a share of them.
pub fn sampled_queries(args: &Args) -> Result<Vec<PathBuf>> {
    let trine = match &args.trine {
        Some(program) => program.clone(),
        None => std::env::current_exe()?.with_file_name("trine"),
    };
    let trine = trine
        .canonicalize()
        .with_context(|| format!("no `{}`\n  = help: cargo build --release -p trine-cli", trine.display()))?;
    let _ = std::fs::remove_dir_all(&args.folder);
    std::fs::create_dir_all(&args.folder)?;
    let folder = args.folder.canonicalize()?;
    let share = args.queries.div_ceil(PROGRAMS);
    let mut chosen = Vec::new();
    let mut rest = Vec::new();
    for (at, program) in alternating(programs()?, units(args)?).iter().enumerate() {
        if chosen.len() >= args.queries {
            break;
        }
        let mut found = Vec::new();
        for (pass, without) in [ABOVE_CIRCUITS, ""].into_iter().enumerate() {
            let log = folder.join(format!("{at}-{pass}"));
            program.explore(&trine, without, &log, &folder.join("out"))?;
            found.extend(sorted(&log)?);
        }
        let mut found = in_turn(found);
        rest.extend(found.split_off(found.len().min(share)));
        chosen.extend(found);
    }
    chosen.extend(in_turn(rest));
    chosen.truncate(args.queries);
    if chosen.len() < args.queries {
        println!("the programs put {} questions, fewer than {}", chosen.len(), args.queries);
    }
    Ok(chosen)
}

/// One file of each kind after the other, each kind in its order.
fn in_turn(files: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut taken = [0; KINDS.len()];
    let mut placed: Vec<(usize, usize, PathBuf)> = Vec::with_capacity(files.len());
    for file in files {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let kind = KINDS.iter().position(|kind| name.starts_with(kind));
        let round = kind.map_or(usize::MAX, |kind| {
            taken[kind] += 1;
            taken[kind]
        });
        placed.push((round, kind.unwrap_or(KINDS.len()), file));
    }
    // Stable: those of one round and kind stay in order.
    placed.sort_by_key(|&(round, kind, _)| (round, kind));
    placed.into_iter().map(|(_, _, file)| file).collect()
}

/// What puts questions.
struct Program {
    file: PathBuf,
    /// Where the compiler runs.
    folder: PathBuf,
    flags: &'static [&'static str],
    seconds: &'static str,
}

impl Program {
    /// Explores its paths. That it cannot be handled, or takes too long, is not looked at: there are fewer questions
    /// then.
    fn explore(&self, trine: &Path, without: &str, log: &Path, out: &Path) -> Result<()> {
        // A run that is told to stop ends after what it is at: a question without a limit of time.
        let mut command = Command::new("timeout");
        command.args(["--signal", "KILL"]);
        command.arg(self.seconds).arg(trine).arg("c").arg(&self.file).current_dir(&self.folder);
        command.args(["--strategy", "dse", "--criterion", "mcdc", "--budget", BUDGET]);
        command.args(["--fresh", "--no-native", "--quiet", "--log-queries"]).arg(log).arg("--out").arg(out);
        if !without.is_empty() {
            command.args(["--without-layers", without]);
        }
        command.arg("--").args(self.flags);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
        Ok(())
    }
}

/// One of each in turn; where one list has ended, the rest of the other.
fn alternating<T>(first: Vec<T>, second: Vec<T>) -> Vec<T> {
    let (mut first, mut second) = (first.into_iter(), second.into_iter());
    let mut all = Vec::new();
    loop {
        let pair = [first.next(), second.next()];
        if pair.iter().all(Option::is_none) {
            return all;
        }
        all.extend(pair.into_iter().flatten());
    }
}

/// C programs of the project, each once.
fn programs() -> Result<Vec<Program>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).context("no root of the project")?;
    let mut all: Vec<PathBuf> = Vec::new();
    for folder in FOLDERS {
        for entry in sorted(&root.join(folder))? {
            let of_topic = if entry.is_dir() { sorted(&entry)? } else { vec![entry] };
            let programs = of_topic.into_iter().filter(|path| path.extension().is_some_and(|end| end == "c"));
            for program in programs {
                if !all.contains(&program) {
                    all.push(program);
                }
            }
        }
    }
    if all.is_empty() {
        bail!("no programs below {}", root.display());
    }
    let program = |file| Program { file, folder: root.to_owned(), flags: &[], seconds: SECONDS };
    Ok(all.into_iter().map(program).collect())
}

/// Units of the packages that were asked for, one of each package in turn.
fn units(args: &Args) -> Result<Vec<Program>> {
    std::fs::create_dir_all(&args.sources)?;
    let archive = Archive::new(args.sources.canonicalize()?);
    let mut units = Vec::new();
    for (at, name) in args.packages.iter().enumerate() {
        let package = PACKAGES.iter().find(|package| package.name == name);
        let package = package.with_context(|| format!("no package `{name}` in the corpus"))?;
        let folder = source(package, &archive)?;
        for (round, unit) in package.units.iter().enumerate() {
            let (file, folder) = (PathBuf::from(unit), folder.clone());
            let unit = Program { file, folder, flags: package.flags, seconds: UNIT_SECONDS };
            units.push((round, at, unit));
        }
    }
    units.sort_by_key(|&(round, at, _)| (round, at));
    Ok(units.into_iter().map(|(.., unit)| unit).collect())
}

/// What is in a folder, in the order of names; nothing where there is none.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(Vec::new()) };
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_and_units_take_turns_until_both_have_ended() {
        assert_eq!(alternating(vec![1, 2, 3], vec![10]), [1, 10, 2, 3]);
        assert_eq!(alternating(vec![], vec![10, 20]), [10, 20]);
    }

    #[test]
    fn kinds_of_queries_take_turns_and_unanswered_ones_come_last() {
        let files =
            ["circuit-sat-1", "circuit-sat-2", "circuit-unknown-3", "question-sat-4", "circuit-unsat-5"];
        let ordered = in_turn(files.iter().map(PathBuf::from).collect());
        let expected =
            ["circuit-unsat-5", "circuit-sat-1", "question-sat-4", "circuit-sat-2", "circuit-unknown-3"];
        assert_eq!(ordered, expected.map(PathBuf::from));
    }
}
