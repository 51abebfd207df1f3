//! Questions out of the examples and filetests of the project.

use super::Args;
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

/// Kinds of questions as the names of their files begin, taken in turn: wrong refutations are looked for as hard as wrong
/// models. What we have no answer to is taken when nothing else is left.
const KINDS: [&str; 4] = ["circuit-unsat", "circuit-sat", "question-unsat", "question-sat"];

/// Files with questions, as many as there should be, of all kinds in turn; each program gives a share of them.
pub fn questions(args: &Args) -> Result<Vec<PathBuf>> {
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
    let share = args.queries.div_ceil(40);
    let mut chosen = Vec::new();
    let mut rest = Vec::new();
    for (at, program) in programs()?.iter().enumerate() {
        if chosen.len() >= args.queries {
            break;
        }
        let mut found = Vec::new();
        for (pass, without) in [ABOVE_CIRCUITS, ""].into_iter().enumerate() {
            let log = folder.join(format!("{at}-{pass}"));
            explore(&trine, program, without, &log, &folder.join("out"))?;
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

/// C programs, each once.
fn programs() -> Result<Vec<PathBuf>> {
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
    Ok(all)
}

/// What is in a folder, in the order of names; nothing where there is none.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(Vec::new()) };
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// Explores the paths of `program`. That it cannot be handled, or takes too long, is not looked at: there are fewer
/// questions then.
fn explore(trine: &Path, program: &Path, without: &str, log: &Path, out: &Path) -> Result<()> {
    let mut command = Command::new("timeout");
    command.arg(SECONDS).arg(trine).arg("c").arg(program);
    command.args(["--strategy", "dse", "--criterion", "mcdc", "--budget", BUDGET]);
    command.args(["--fresh", "--no-native", "--quiet", "--log-queries"]).arg(log).arg("--out").arg(out);
    if !without.is_empty() {
        command.args(["--without-layers", without]);
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_questions_take_turns_and_unanswered_ones_come_last() {
        let files =
            ["circuit-sat-1", "circuit-sat-2", "circuit-unknown-3", "question-sat-4", "circuit-unsat-5"];
        let ordered = in_turn(files.iter().map(PathBuf::from).collect());
        let expected =
            ["circuit-unsat-5", "circuit-sat-1", "question-sat-4", "circuit-sat-2", "circuit-unknown-3"];
        assert_eq!(ordered, expected.map(PathBuf::from));
    }
}
