//! A local folder of Test-Comp tasks: what `trine c --framework test-comp` covers of each.
//!
//! Tasks are the `.yml` files of the folder and those below, each with all of its coverage properties; and
//! programs (`.c`, `.i`) that no `.yml` names, each with every coverage property that stands in the same
//! folder. The `trine` command is run as a user would run it and judged by the `run.json` that it
//! leaves. A malformed task is reported with what the command says of it, and the others go on; the campaign
//! fails when a run ends in a bug of ours or its suite does not do natively what is claimed. A run that does not
//! end is stopped and counts as failed.
//! With `--compare`, hybrid stands beside its halves instead ([`compare`]).

mod compare;
mod limited;
mod tasks;

use crate::Tally;
use crate::table::table;
use anyhow::{Context, Result, bail};
use compare::Comparison;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use tasks::{Task, find};
use trine_record::RunRecord;

/// Exit code of the command when the input is at fault.
const INPUT_AT_FAULT: i32 = 1;

/// Options of `trine-study testcomp`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder with the tasks, or one task.
    path: PathBuf,
    /// Time for the search of one task, in seconds [default: the command's evaluations].
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// Evaluations for the search of one task, instead of time.
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    evaluations: Option<u64>,
    /// Searches each task by search, by symbolic execution and by both, without native runs, and compares.
    #[arg(long)]
    compare: bool,
    /// Only tasks whose path contains this.
    #[arg(long, value_name = "TEXT")]
    task: Option<String>,
    /// Folder for the suites.
    #[arg(long, default_value = "target/testcomp")]
    folder: PathBuf,
    /// The command to judge [default: `trine` beside this program].
    #[arg(long)]
    trine: Option<PathBuf>,
}

/// What came of a task.
struct Outcome {
    record: Option<RunRecord>,
    /// What the command said when it did not succeed, and whether that is the task's fault.
    failure: Option<(String, bool)>,
    time: Duration,
}

/// Runs `trine c --framework test-comp` on every task below the path.
///
/// # Errors
/// When there is no `trine`, or the folder cannot be read or holds no task.
pub fn run(args: &Args) -> Result<Tally> {
    let program = match &args.trine {
        Some(program) => program.clone(),
        None => std::env::current_exe()?.with_file_name("trine"),
    };
    let program = program.canonicalize().with_context(|| {
        format!("no `{}`\n  = help: cargo build --release -p trine-cli", program.display())
    })?;
    let mut tasks = find(&args.path)?;
    if let Some(text) = &args.task {
        tasks.retain(|task| task.name().contains(text));
    }
    if tasks.is_empty() {
        bail!("{}: no task (.yml), and no program with a .prp file beside it", args.path.display());
    }
    std::fs::create_dir_all(&args.folder)?;
    let budget = args.budget();
    if args.compare {
        let folder = args.folder.clone();
        return Comparison { program: &program, budget, seconds: args.seconds, folder }.run(&tasks);
    }
    let mut rows = Vec::new();
    let mut total = Total::default();
    for (number, task) in tasks.iter().enumerate() {
        let out = args.folder.join(format!("{:04}_{}", number + 1, task.file_name()));
        let outcome = judge(&program, task, (budget.as_deref(), args.seconds), &out)?;
        println!("{}: {}", task.name(), said(&outcome));
        rows.push(total.add(task, &outcome));
    }
    rows.push(total.row());
    println!("\n{}", table(&["task", "goals", "covered", "native", "tests", "time", ""], &rows));
    Ok(total.tally)
}

impl Args {
    /// What the command is given for one task.
    fn budget(&self) -> Option<String> {
        let evaluations = self.evaluations.map(|evaluations| format!("{evaluations}evals"));
        evaluations.or_else(|| self.seconds.map(|seconds| format!("{seconds}s")))
    }
}

fn judge(
    program: &Path,
    task: &Task,
    (budget, seconds): (Option<&str>, Option<u64>),
    out: &Path,
) -> Result<Outcome> {
    let start = Instant::now();
    let _ = std::fs::remove_dir_all(out);
    let mut command = Command::new(program);
    command.args(["c", "--framework", "test-comp", "--quiet", "--fresh", "--out"]).arg(out).arg(&task.file);
    if let Some(property) = &task.property {
        command.arg("--property").arg(property);
    }
    if let Some(budget) = budget {
        command.arg("--budget").arg(budget);
    }
    let limit = limited::limit(seconds);
    let ended = limited::run(&mut command, &out.with_extension("log"), limit)?;
    let time = start.elapsed();
    let failure = match ended.code {
        Some(0) => None,
        _ if ended.stopped => Some((format!("stopped after {} s", limit.as_secs()), false)),
        code => Some((ended.stderr, code == Some(INPUT_AT_FAULT))),
    };
    let text = std::fs::read_to_string(out.join("run.json")).ok();
    let record = text.and_then(|text| serde_json::from_str(&text).ok());
    Ok(Outcome { record, failure, time })
}

fn said(outcome: &Outcome) -> String {
    match (&outcome.failure, &outcome.record) {
        (Some((message, true)), _) => format!("not run: {message}"),
        (Some((message, false)), _) => format!("FAILED: {message}"),
        (None, None) => "FAILED: no run.json that can be read".to_owned(),
        (None, Some(record)) => {
            let goals = record.units.iter().map(|unit| unit.goals.total).sum::<usize>();
            let covered = record.units.iter().map(|unit| unit.goals.covered).sum::<usize>();
            format!("{covered}/{goals} goals, {:.1} s", outcome.time.as_secs_f64())
        }
    }
}

/// Sums over all tasks.
#[derive(Default)]
struct Total {
    goals: usize,
    covered: usize,
    native: usize,
    tests: usize,
    time: Duration,
    refused: usize,
    tally: Tally,
}

impl Total {
    /// The row of a task.
    fn add(&mut self, task: &Task, outcome: &Outcome) -> Vec<String> {
        self.time += outcome.time;
        let time = format!("{:.1} s", outcome.time.as_secs_f64());
        let name = task.name();
        let empty = |why: &str| {
            let cells = [name.as_str(), "", "", "", "", &time, why];
            cells.iter().map(|&cell| cell.to_owned()).collect()
        };
        if matches!(outcome.failure, Some((_, true))) {
            self.refused += 1;
            return empty("not run");
        }
        let Some(record) = &outcome.record else {
            self.tally.failed += 1;
            return empty("FAILED");
        };
        let goals: usize = record.units.iter().map(|unit| unit.goals.total).sum();
        let covered: usize = record.units.iter().map(|unit| unit.goals.covered).sum();
        let tests: usize = record.units.iter().map(|unit| unit.tests).sum();
        let native = record.native.as_ref();
        let natively = native.map_or(0, |native| native.branches.1);
        let agrees =
            native.is_some_and(|native| native.disagreements.is_empty() && native.failures.is_empty());
        let passed = outcome.failure.is_none() && agrees;
        self.tally.passed += usize::from(passed);
        self.tally.failed += usize::from(!passed);
        self.goals += goals;
        self.covered += covered;
        self.native += natively;
        self.tests += tests;
        let numbers = [goals, covered, natively, tests].map(|number| number.to_string());
        let verdict = if passed { "" } else { "FAILED" };
        std::iter::once(name).chain(numbers).chain([time, verdict.to_owned()]).collect()
    }

    fn row(&self) -> Vec<String> {
        let numbers = [self.goals, self.covered, self.native, self.tests].map(|number| number.to_string());
        let time = format!("{:.1} s", self.time.as_secs_f64());
        let refused = match self.refused {
            0 => String::new(),
            count => format!("{count} not run"),
        };
        std::iter::once("total".to_owned()).chain(numbers).chain([time, refused]).collect()
    }
}
