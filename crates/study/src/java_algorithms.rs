//! Search algorithms on classes of Java libraries: goals covered with equal evaluations, and effect sizes.
//!
//! The command works on the classes with each algorithm and each seed; nothing is run natively. A class counts by the share of its
//! goals that finished tests cover; one that the command cannot test is left out. With `--keep` a study that was stopped goes on where it was. The first table has means by class; then A₁₂ (Vargha and Delaney) of the first algorithm over each other
//! one: its mean over the classes, and for how many of them the effect is large, for and against it.

use anyhow::{Context, Result, bail};
use clap::Parser;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use trine_native::temporary::TemporaryFolder;
use trine_record::RunRecord;
use trine_statistics::{Magnitude, a12, mean};

/// How the study is asked for.
#[derive(Debug, Parser)]
pub struct Args {
    /// Folders and jars with the classes and what they need, with `:` between them.
    #[arg(long, value_name = "PATH")]
    class_path: String,
    /// The classes.
    #[arg(required = true, value_name = "CLASS")]
    classes: Vec<String>,
    /// Algorithms; the first is compared with the others.
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "NAME",
        default_value = "dynamosa,mosa,mio,whole-suite-archive,whole-suite,random"
    )]
    algorithms: Vec<String>,
    /// Runs of sequences for each class, algorithm and seed.
    #[arg(long, default_value_t = 3000)]
    evals: u64,
    /// Seeds, from 1.
    #[arg(long, default_value_t = 3)]
    seeds: u64,
    /// Workers.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Keeps what each run covered in this file, and does not repeat runs that are in it.
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// The command to run [default: `trine` beside this program].
    #[arg(long, value_name = "FILE")]
    trine: Option<PathBuf>,
}

/// Runs the study.
///
/// # Errors
/// When the command cannot be run, or leaves no record.
pub fn run(args: &Args) -> Result<()> {
    let mut known = match &args.keep {
        Some(file) => known(file),
        None => Known::new(),
    };
    // By algorithm, class and seed: the share of goals covered.
    let mut shares = vec![vec![Vec::new(); args.classes.len()]; args.algorithms.len()];
    let mut untested = BTreeSet::new();
    for seed in 1..=args.seeds {
        for (at, algorithm) in args.algorithms.iter().enumerate() {
            let key = (algorithm.clone(), args.evals, seed);
            let is_known = known
                .get(&key)
                .is_some_and(|shares| args.classes.iter().all(|class| shares.contains_key(class)));
            if !is_known {
                let found = covered(args, algorithm, seed)?;
                if let Some(file) = &args.keep {
                    keep(file, &key, &found)?;
                }
                known.insert(key.clone(), found);
            }
            for (class, name) in args.classes.iter().enumerate() {
                match known[&key].get(name).copied().flatten() {
                    Some(share) => shares[at][class].push(share),
                    None => _ = untested.insert(class),
                }
            }
        }
    }
    let tested = (0..args.classes.len()).filter(|class| !untested.contains(class));
    print(args, &tested.collect::<Vec<_>>(), &shares);
    Ok(())
}

/// What runs covered, by algorithm, evaluations and seed: the share of each class; `None` for those that cannot be tested.
type Known = BTreeMap<(String, u64, u64), BTreeMap<String, Option<f64>>>;

/// What earlier runs left in `file`; lines that were cut off are passed over.
fn known(file: &Path) -> Known {
    let mut known = Known::new();
    for line in std::fs::read_to_string(file).unwrap_or_default().lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let &[algorithm, evals, seed, class, share] = cells.as_slice() else { continue };
        let (Ok(evals), Ok(seed)) = (evals.parse(), seed.parse()) else { continue };
        let share = match (share, share.parse()) {
            ("-", _) => None,
            (_, Ok(share)) => Some(share),
            _ => continue,
        };
        known.entry((algorithm.to_owned(), evals, seed)).or_default().insert(class.to_owned(), share);
    }
    known
}

/// Adds what a run covered to `file`.
fn keep(
    file: &Path,
    (algorithm, evals, seed): &(String, u64, u64),
    found: &BTreeMap<String, Option<f64>>,
) -> Result<()> {
    let mut lines = String::new();
    for (class, share) in found {
        let share = share.map_or_else(|| "-".to_owned(), |share| share.to_string());
        lines.push_str(&format!("{algorithm}\t{evals}\t{seed}\t{class}\t{share}\n"));
    }
    let mut log = std::fs::OpenOptions::new().create(true).append(true).open(file)?;
    log.write_all(lines.as_bytes()).with_context(|| format!("cannot write {}", file.display()))
}

/// By class: the share of its goals that tests cover; `None` for those that cannot be tested.
fn covered(args: &Args, algorithm: &str, seed: u64) -> Result<BTreeMap<String, Option<f64>>> {
    let folder = TemporaryFolder::new()?;
    let out = folder.path().join("out");
    let program = match &args.trine {
        Some(path) => path.clone(),
        None => std::env::current_exe()?.with_file_name("trine"),
    };
    let mut trine = Command::new(&program);
    trine.args(["java", "--quiet", "--no-native", "--mutants", "0", "--algorithm", algorithm]);
    trine.args(["--budget", &format!("{}evals", args.evals), "--seed", &seed.to_string()]);
    trine.args(["--jobs", &args.jobs.to_string()]).arg("--out").arg(&out);
    trine.args(["--class-path", &args.class_path]).args(&args.classes).stdin(Stdio::null());
    let output = trine
        .output()
        .with_context(|| format!("cannot run {}\n  = help: cargo build -p trine-cli", program.display()))?;
    let Ok(text) = std::fs::read_to_string(out.join("run.json")) else {
        bail!("the command left no record: {}", String::from_utf8_lossy(&output.stderr));
    };
    let record: RunRecord = serde_json::from_str(&text)?;
    let share = |class: &String| {
        let unit = record.units.iter().find(|unit| unit.function == class.replace('$', "."))?;
        (unit.goals.total > 0).then(|| unit.goals.covered as f64 / unit.goals.total as f64)
    };
    Ok(args.classes.iter().map(|class| (class.clone(), share(class))).collect())
}

/// Prints the tables over the classes at the positions `tested`.
fn print(args: &Args, tested: &[usize], shares: &[Vec<Vec<f64>>]) {
    println!(
        "{} evaluations, {} seeds, {} classes of {}: percent of goals covered",
        args.evals,
        args.seeds,
        tested.len(),
        args.classes.len()
    );
    let heads: String = args.algorithms.iter().map(|name| format!("{name:>21}")).collect();
    println!("{:44}{heads}", "class");
    let row = |name: &str, of: &dyn Fn(&Vec<Vec<f64>>) -> f64| {
        let cells: String = shares.iter().map(|shares| format!("{:>21.1}", 100.0 * of(shares))).collect();
        println!("{name:44}{cells}");
    };
    for &at in tested {
        let class = &args.classes[at];
        row(class.rsplit('.').next().unwrap_or(class), &|shares| mean(&shares[at]).unwrap_or(0.0));
    }
    row("mean", &|shares| {
        let means: Vec<f64> = tested.iter().filter_map(|&at| mean(&shares[at])).collect();
        mean(&means).unwrap_or(0.0)
    });
    println!();
    for (other, of) in args.algorithms.iter().zip(shares).skip(1) {
        let effects: Vec<f64> = tested.iter().filter_map(|&at| a12(&shares[0][at], &of[at])).collect();
        let large = |better: bool| {
            let is_large =
                |&&effect: &&f64| Magnitude::of(effect) == Magnitude::Large && (effect > 0.5) == better;
            effects.iter().filter(is_large).count()
        };
        println!(
            "A12 of {} over {other}: mean {:.2}; large for {} classes in its favour, for {} against it",
            args.algorithms[0],
            mean(&effects).unwrap_or(0.5),
            large(true),
            large(false)
        );
    }
}
