//! Search algorithms on classes of Java libraries: goals covered with equal evaluations, and effect sizes.
//!
//! The command works on the classes with each algorithm and each seed; nothing is run natively. A class counts by the share of its
//! goals that finished tests cover. The first table has means by class; then A₁₂ (Vargha and Delaney) of the first algorithm over each other
//! one: its mean over the classes, and for how many of them the effect is large, for and against it.

use anyhow::{Context, Result, bail};
use clap::Parser;
use std::path::PathBuf;
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
    /// The command to run [default: `trine` beside this program].
    #[arg(long, value_name = "FILE")]
    trine: Option<PathBuf>,
}

/// Runs the study.
///
/// # Errors
/// When the command cannot be run, or leaves no record.
pub fn run(args: &Args) -> Result<()> {
    // By algorithm, class and seed: the share of goals covered.
    let mut shares: Vec<Vec<Vec<f64>>> = Vec::new();
    for algorithm in &args.algorithms {
        let mut by_class = vec![Vec::new(); args.classes.len()];
        for seed in 1..=args.seeds {
            for (class, share) in covered(args, algorithm, seed)?.into_iter().enumerate() {
                by_class[class].push(share);
            }
        }
        shares.push(by_class);
    }
    print(args, &shares);
    Ok(())
}

/// By class: the share of its goals that tests cover.
fn covered(args: &Args, algorithm: &str, seed: u64) -> Result<Vec<f64>> {
    let folder = TemporaryFolder::new()?;
    let out = folder.path().join("out");
    let program = match &args.trine {
        Some(path) => path.clone(),
        None => std::env::current_exe()?.with_file_name("trine"),
    };
    let mut trine = Command::new(&program);
    trine.args(["java", "--quiet", "--no-native", "--algorithm", algorithm]);
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
        let unit = record.units.iter().find(|unit| unit.function == class.replace('$', "."));
        let unit = unit.with_context(|| format!("the command left no record of {class}"))?;
        Ok(unit.goals.covered as f64 / unit.goals.total.max(1) as f64)
    };
    args.classes.iter().map(share).collect()
}

fn print(args: &Args, shares: &[Vec<Vec<f64>>]) {
    println!("{} evaluations, {} seeds: percent of goals covered", args.evals, args.seeds);
    let heads: String = args.algorithms.iter().map(|name| format!("{name:>21}")).collect();
    println!("{:44}{heads}", "class");
    let row = |name: &str, of: &dyn Fn(&Vec<Vec<f64>>) -> f64| {
        let cells: String = shares.iter().map(|shares| format!("{:>21.1}", 100.0 * of(shares))).collect();
        println!("{name:44}{cells}");
    };
    for (at, class) in args.classes.iter().enumerate() {
        row(class.rsplit('.').next().unwrap_or(class), &|shares| mean(&shares[at]).unwrap_or(0.0));
    }
    row("mean", &|shares| {
        let means: Vec<f64> = shares.iter().filter_map(|seeds| mean(seeds)).collect();
        mean(&means).unwrap_or(0.0)
    });
    println!();
    for (other, of) in args.algorithms.iter().zip(shares).skip(1) {
        let effects: Vec<f64> =
            shares[0].iter().zip(of).filter_map(|(first, second)| a12(first, second)).collect();
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
