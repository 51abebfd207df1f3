//! Search, symbolic execution and both together on Java classes, after Galeotti, Fraser and Arcuri (2013).
//!
//! Subjects are the classes of a folder of sources (ours stand in `examples/galeotti`, in the families of the paper: linear and bitwise
//! conditions, floating-point numbers, arrays, trees, heaps, lists, strings with dates, numbers and codes, parsers, and its motivating
//! example), and classes of libraries where these are named. Each is tested by each strategy with each budget and seed; nothing is
//! run natively. A subject counts by the share of its feasible goals that finished tests cover, in the mean over the seeds.
//!
//! A subject passes where the hybrid covers at least as much as the better half, with each budget. Besides, what one strategy proves
//! infeasible no other may cover: that fails, too. The paper's own figures stand beside those of the classes that it used.

mod paper;

use anyhow::{Context, Result, bail, ensure};
use clap::Parser;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use trine_native::jdk::{JdkTools, Sources};
use trine_native::temporary::TemporaryFolder;
use trine_record::{GoalRecord, GoalStatus};
use trine_statistics::{Alternative, a12, mean, signed_rank};

use crate::Tally;

/// The strategies, the hybrid last.
const STRATEGIES: [&str; 3] = ["search", "dse", "hybrid"];

/// How the study is asked for.
#[derive(Debug, Parser)]
pub struct Args {
    /// A folder of Java sources, whose classes are the subjects.
    #[arg(long, value_name = "DIR", default_value = "examples/galeotti")]
    subjects: PathBuf,
    /// Folders and jars with classes of libraries, with `:` between them.
    #[arg(long, value_name = "PATH", default_value = "")]
    class_path: String,
    /// Classes of libraries that are subjects, too.
    #[arg(value_name = "CLASS")]
    classes: Vec<String>,
    /// Budgets: evaluations (2000evals) or time (2s) for each class.
    #[arg(long, value_delimiter = ',', default_value = "1000evals,4000evals")]
    budgets: Vec<String>,
    /// Seeds, from 1.
    #[arg(long, default_value_t = 3)]
    seeds: u64,
    /// The command to run [default: `trine` beside this program].
    #[arg(long, value_name = "FILE")]
    trine: Option<PathBuf>,
}

/// What one run left.
struct Outcome {
    goals: Vec<GoalRecord>,
    milliseconds: u64,
}

/// What a strategy came to on a subject, by seed.
#[derive(Default)]
struct Column {
    shares: Vec<f64>,
    milliseconds: Vec<f64>,
}

/// Runs the study.
///
/// # Errors
/// When sources cannot be compiled, or the command leaves no record.
pub fn run(args: &Args) -> Result<Tally> {
    let folder = TemporaryFolder::new()?;
    let own = compiled(&args.subjects, folder.path())?;
    let class_path = match args.class_path.as_str() {
        "" => folder.path().display().to_string(),
        others => format!("{}:{others}", folder.path().display()),
    };
    let subjects: Vec<&String> = own.iter().chain(&args.classes).collect();
    let mut tally = Tally::default();
    for budget in &args.budgets {
        print_heads(budget);
        let mut rows = Vec::new();
        for subject in &subjects {
            let row = row(args, &class_path, subject, budget)?;
            print_row(subject, &row);
            if let Some(contradiction) = &row.contradiction {
                println!("{subject}: {contradiction}");
                tally.failed += 1;
            }
            let is_at_least = row.hybrid() + 1e-9 >= row.better_half();
            tally.passed += usize::from(is_at_least);
            tally.failed += usize::from(!is_at_least);
            rows.push(row);
        }
        print_sums(&rows);
    }
    Ok(tally)
}

/// Compiles the sources of `folder`; gives their classes.
fn compiled(folder: &Path, into: &Path) -> Result<Vec<String>> {
    let entries = std::fs::read_dir(folder).with_context(|| {
        format!("cannot read {}\n  = help: name a folder with --subjects", folder.display())
    })?;
    let paths: BTreeSet<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    let files: Vec<PathBuf> =
        paths.into_iter().filter(|path| path.extension().is_some_and(|end| end == "java")).collect();
    ensure!(!files.is_empty(), "no Java sources in {}", folder.display());
    let names = files.iter().filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())).collect();
    let files = files.iter().map(std::fs::canonicalize).collect::<Result<_, _>>()?;
    let sources = Sources { files, class_path: Vec::new(), into: into.to_owned(), release: None };
    let compiled = JdkTools::find()?.compile(&sources, into)?;
    if !compiled.succeeded {
        bail!("javac refuses the subjects:\n{}", compiled.messages.join("\n"));
    }
    Ok(names)
}

/// A subject under one budget.
struct Row {
    goals: usize,
    infeasible: usize,
    columns: Vec<Column>,
    contradiction: Option<String>,
}

fn row(args: &Args, class_path: &str, class: &str, budget: &str) -> Result<Row> {
    let mut columns = Vec::new();
    let mut all: Vec<(String, Vec<GoalRecord>)> = Vec::new();
    for strategy in STRATEGIES {
        let mut column = Column::default();
        for seed in 1..=args.seeds {
            let outcome = outcome(args, class_path, class, (strategy, budget, seed))?;
            column.milliseconds.push(outcome.milliseconds as f64);
            all.push((format!("{strategy}, seed {seed}"), outcome.goals));
        }
        columns.push(column);
    }
    let proved: BTreeSet<usize> = all.iter().flat_map(|(_, goals)| positions(goals, is_proved)).collect();
    let mut contradiction = None;
    for (at, (name, goals)) in all.iter().enumerate() {
        let covered = positions(goals, GoalStatus::is_covered);
        if let Some(goal) = covered.iter().find(|goal| proved.contains(goal)) {
            contradiction = Some(format!("goal {goal} is proved infeasible, and covered by {name}"));
        }
        let feasible = goals.len().saturating_sub(proved.len()).max(1);
        columns[at / args.seeds.max(1) as usize].shares.push(covered.len() as f64 / feasible as f64);
    }
    let goals = all.first().map_or(0, |(_, goals)| goals.len());
    Ok(Row { goals, infeasible: proved.len(), columns, contradiction })
}

fn is_proved(status: &GoalStatus) -> bool {
    matches!(status, GoalStatus::Infeasible(_))
}

fn positions(goals: &[GoalRecord], is: fn(&GoalStatus) -> bool) -> Vec<usize> {
    goals.iter().enumerate().filter(|(_, goal)| is(&goal.status)).map(|(at, _)| at).collect()
}

/// A unit of `goals.json`.
#[derive(serde::Deserialize)]
struct UnitGoals {
    goals: Vec<GoalRecord>,
}

fn outcome(
    args: &Args,
    class_path: &str,
    class: &str,
    (strategy, budget, seed): (&str, &str, u64),
) -> Result<Outcome> {
    let folder = TemporaryFolder::new()?;
    let out = folder.path().join("out");
    let program = match &args.trine {
        Some(path) => path.clone(),
        None => std::env::current_exe()?.with_file_name("trine"),
    };
    let mut trine = Command::new(&program);
    trine.args(["java", "--quiet", "--no-native", "--assertions", "none", "--jobs", "1"]);
    trine.args(["--strategy", strategy, "--budget", budget, "--seed", &seed.to_string()]);
    trine.arg("--out").arg(&out).args(["--class-path", class_path, class]).stdin(Stdio::null());
    let begun = std::time::Instant::now();
    let output = trine
        .output()
        .with_context(|| format!("cannot run {}\n  = help: cargo build -p trine-cli", program.display()))?;
    let milliseconds = u64::try_from(begun.elapsed().as_millis())?;
    let Ok(text) = std::fs::read_to_string(out.join("goals.json")) else {
        bail!("{class}: the command left no record: {}", String::from_utf8_lossy(&output.stderr));
    };
    let units: Vec<UnitGoals> = serde_json::from_str(&text)?;
    Ok(Outcome { goals: units.into_iter().flat_map(|unit| unit.goals).collect(), milliseconds })
}

impl Row {
    /// The mean of a strategy's shares.
    fn share(&self, strategy: usize) -> f64 {
        mean(&self.columns[strategy].shares).unwrap_or(0.0)
    }

    fn hybrid(&self) -> f64 {
        self.share(2)
    }

    fn better_half(&self) -> f64 {
        self.share(0).max(self.share(1))
    }
}

fn print_heads(budget: &str) {
    println!("{budget}: percent of feasible goals covered (seconds), in the mean over the seeds");
    let heads: String = STRATEGIES.iter().map(|name| format!("{name:>16}")).collect();
    println!("{:28}{:>6}{:>8}{heads}   hybrid over search", "class", "goals", "proved");
}

fn print_row(class: &str, row: &Row) {
    let cell = |(at, column): (usize, &Column)| {
        let seconds = mean(&column.milliseconds).unwrap_or(0.0) / 1000.0;
        format!("{:>16}", format!("{:.1} ({seconds:.1})", 100.0 * row.share(at)))
    };
    let cells: String = row.columns.iter().enumerate().map(cell).collect();
    let name = class.rsplit('.').next().unwrap_or(class);
    let effect = a12(&row.columns[2].shares, &row.columns[0].shares).unwrap_or(0.5);
    let beside = paper::beside(class).map_or(String::new(), |paper| format!("; paper {paper}"));
    println!("{name:28}{:>6}{:>8}{cells}   A12 {effect:.2}{beside}", row.goals, row.infeasible);
}

fn print_sums(rows: &[Row]) {
    let of = |strategy: usize| {
        let shares: Vec<f64> = rows.iter().map(|row| row.share(strategy)).collect();
        format!("{:>16.1}", 100.0 * mean(&shares).unwrap_or(0.0))
    };
    let cells: String = (0..STRATEGIES.len()).map(of).collect();
    println!("{:28}{:>14}{cells}", "mean", "");
    let pairs: Vec<(f64, f64)> = rows.iter().map(|row| (row.hybrid(), row.better_half())).collect();
    let p = signed_rank(&pairs, Alternative::Greater).p_value;
    let at_least = pairs.iter().filter(|(hybrid, better)| hybrid + 1e-9 >= *better).count();
    println!(
        "the hybrid is at least the better half on {at_least} of {}; above it with p = {p:.4}\n{}\n",
        pairs.len(),
        paper::MEANS
    );
}
