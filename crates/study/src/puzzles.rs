//! Puzzles: functions with a way that chance does not take, each solved by symbolic execution and by hybrid.
//!
//! They are the filetests below `cases/c/puzzles`: chains of magic numbers, checksums, hashes, equations of floats,
//! quotients, compared strings, indices into tables, numbers in texts. A puzzle is solved when every goal of its
//! branch coverage is covered or proved infeasible. Printed are time, evaluations, questions to the solver, and the
//! layers that answered them.

use crate::Tally;
use crate::table::table;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use trine_record::{RunRecord, UnitRecord};

/// Strategies that each puzzle is given to.
const STRATEGIES: [&str; 2] = ["dse", "hybrid"];

/// Options of `trine-study puzzles`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only puzzles whose name contains this.
    #[arg(long, value_name = "TEXT")]
    puzzle: Option<String>,
    /// Budget of a function.
    #[arg(long, default_value = "20000evals")]
    budget: String,
    /// Folder for the results.
    #[arg(long, default_value = "target/puzzles")]
    folder: PathBuf,
    /// The command to judge [default: `trine` beside this program].
    #[arg(long)]
    trine: Option<PathBuf>,
}

/// Gives each puzzle to each strategy.
///
/// # Errors
/// When there is no `trine`, or it leaves no record.
pub fn run(args: &Args) -> Result<Tally> {
    let trine = match &args.trine {
        Some(program) => program.clone(),
        None => std::env::current_exe()?.with_file_name("trine"),
    };
    std::fs::create_dir_all(&args.folder)?;
    let folder = args.folder.canonicalize()?;
    let wanted = args.puzzle.clone().unwrap_or_default();
    let mut rows = Vec::new();
    let mut tally = Tally::default();
    for file in puzzles()? {
        let name = file.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        if !name.contains(&wanted) {
            continue;
        }
        let entries = entries(&file)?;
        for strategy in STRATEGIES {
            let record = solve(&trine, &file, &entries, strategy, args, &folder.join(strategy))
                .with_context(|| name.clone())?;
            for unit in &record.units {
                let is_solved = unit.goals.unknown == 0;
                tally.passed += usize::from(is_solved);
                tally.failed += usize::from(!is_solved);
                rows.push(row(&name, strategy, unit));
            }
        }
    }
    if rows.is_empty() {
        bail!("no puzzle is called `{wanted}`");
    }
    let heads = ["puzzle", "strategy", "solved", "time", "evaluations", "questions", "answered by"];
    println!("{}", table(&heads, &rows));
    Ok(tally)
}

fn row(puzzle: &str, strategy: &str, unit: &UnitRecord) -> Vec<String> {
    let mut layers: Vec<_> = unit.solver.layers.iter().filter(|(_, layer)| layer.answered > 0).collect();
    layers.sort_by_key(|(_, layer)| std::cmp::Reverse(layer.answered));
    let layers: Vec<_> = layers.iter().map(|(name, layer)| format!("{name} {}", layer.answered)).collect();
    let goals = &unit.goals;
    vec![
        format!("{}: {}", puzzle.replace('_', " "), unit.function),
        strategy.to_owned(),
        format!("{}/{}", goals.covered + goals.infeasible, goals.total),
        format!("{} ms", unit.milliseconds),
        unit.evaluations.to_string(),
        unit.solver.queries.to_string(),
        if layers.is_empty() { "-".to_owned() } else { layers.join(", ") },
    ]
}

/// The files, in the order of their names.
fn puzzles() -> Result<Vec<PathBuf>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).context("no root of the project")?;
    let folder = root.join("crates/filetests/cases/c/puzzles");
    let entries = std::fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.retain(|file| file.extension().is_some_and(|end| end == "c"));
    files.sort();
    Ok(files)
}

/// The functions under test, as the head of the file names them.
fn entries(file: &Path) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(file)?;
    let line = text.lines().find_map(|line| line.strip_prefix("//@ entry:")).context("no //@ entry")?;
    Ok(line.split(',').map(|name| name.trim().to_owned()).collect())
}

fn solve(
    trine: &Path,
    file: &Path,
    entries: &[String],
    strategy: &str,
    args: &Args,
    out: &Path,
) -> Result<RunRecord> {
    let mut command = Command::new(trine);
    command.arg("c").arg(file).args(["--strategy", strategy, "--budget", &args.budget, "--fresh", "--quiet"]);
    command.args(["--no-native", "--jobs", "1", "--out"]).arg(out).arg("--function").args(entries);
    let run = command.stdin(Stdio::null()).output().with_context(|| {
        format!("cannot run {}\n  = help: cargo build --release -p trine-cli", trine.display())
    })?;
    let text = std::fs::read_to_string(out.join("run.json"))
        .with_context(|| String::from_utf8_lossy(&run.stderr).trim().to_owned())?;
    Ok(serde_json::from_str(&text)?)
}
