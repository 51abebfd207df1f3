//! How long the analysis behind the enhanced fitness takes, for every function of the units of real packages.
//!
//! The analysis is that of all branches of a function, made once from nothing: what `--fitness enhanced` costs before
//! the first evaluation, had every branch to be searched for. It is bounded by work, not by time; the longest are listed
//! with the bounds that cut them. A function that takes a second or more has failed.

use crate::Tally;
use crate::corpus::choice::{self, Choice};
use crate::corpus::fetch::Archive;
use crate::table::table;
use anyhow::{Context, Result};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use trine_ir::Program;
use trine_native::clang::Toolchain;
use trine_search::enhanced::{Analysis, EnhancedModel, Settings};
use trine_statistics::quantile;

/// Longest time allowed.
const LIMIT: Duration = Duration::from_secs(1);
/// Functions listed.
const LISTED: usize = 10;

/// Options of `trine-study analyses`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    choice: Choice,
}

/// The analysis of one function.
struct Analysed {
    name: String,
    outcomes: usize,
    alternatives: u64,
    cut: usize,
    time: Duration,
}

/// Analyses every function that the units define.
///
/// # Errors
/// When a package cannot be fetched or compiled.
pub fn run(args: &Args) -> Result<Tally> {
    let toolchain = Toolchain::find()?;
    let archive = Archive::new(args.choice.folder()?);
    let mut all = Vec::new();
    for package in args.choice.packages()? {
        let source = choice::source(package, &archive)?;
        let flags: Vec<String> = package.flags.iter().map(|&flag| flag.to_owned()).collect();
        for unit in args.choice.units(package) {
            let name = format!("{}/{unit}", package.name);
            let text = toolchain
                .compile_to_ir(Path::new(unit), &flags, Some(&source))
                .with_context(|| name.clone())?;
            let loaded = trine_frontend_llvm::load(vec![(unit.to_owned(), text)])?;
            analyse(&name, &Arc::new(loaded.program), &mut all);
        }
    }
    all.sort_by_key(|function| std::cmp::Reverse(function.time));
    println!("{}", text(&all));
    let failed = all.iter().filter(|function| function.time >= LIMIT).count();
    Ok(Tally { passed: all.len() - failed, failed })
}

fn analyse(unit: &str, program: &Arc<Program>, all: &mut Vec<Analysed>) {
    for (id, callable) in program.callables.iter_enumerated() {
        let Ok(function) = program.body(id) else { continue };
        let started = Instant::now();
        let model = EnhancedModel::new(Some(Arc::clone(program)), Arc::clone(function), Settings::default());
        let analyses: Vec<Analysis> = model.branches().map(|(_, _, fitness)| fitness.analysis()).collect();
        all.push(Analysed {
            name: format!("{unit} {}", callable.name),
            outcomes: analyses.len(),
            alternatives: analyses.iter().map(|analysis| u64::from(analysis.alternatives)).sum(),
            cut: analyses.iter().filter(|analysis| analysis.hit.any()).count(),
            time: started.elapsed(),
        });
    }
}

fn text(all: &[Analysed]) -> String {
    let milliseconds = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1000.0);
    let row = |function: &Analysed| {
        vec![
            function.name.clone(),
            milliseconds(function.time),
            function.outcomes.to_string(),
            function.alternatives.to_string(),
            function.cut.to_string(),
        ]
    };
    let rows: Vec<_> = all.iter().take(LISTED).map(row).collect();
    let heads = ["longest", "ms", "outcomes", "alternatives", "outcomes cut at a bound"];
    let times: Vec<f64> = all.iter().map(|function| function.time.as_secs_f64() * 1000.0).collect();
    let at = |probability| quantile(&times, probability).unwrap_or(0.0);
    format!(
        "{}\n{} functions: median {:.2} ms, 99 in 100 within {:.1} ms, longest {:.1} ms",
        table(&heads, &rows),
        all.len(),
        at(0.5),
        at(0.99),
        at(1.0),
    )
}
