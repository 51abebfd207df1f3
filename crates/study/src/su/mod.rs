//! The study of Su, Pu, Fang, He, Yan, Jiang, Zhao, "Automated coverage-driven test data generation using dynamic symbolic
//! execution" (SERE 2014), repeated with our engine.
//!
//! | question | answer |
//! |---|---|
//! | what does path filtering save? | [`filtering`]: runs and solver calls of depth-first search with and without it |
//! | which searcher covers most in 100 runs? | [`searchers`]: predictive path search against all others, over seeds |
//! | which asks the solver least? | [`prices`]: solver calls that a covered goal costs, for `knn` after another paper |
//! | why is its lead what it is? | [`gap`]: what could be led by at most, and on which functions |
//! | and where prediction misleads? | [`figures`]: the paper's own two functions |
//!
//! The functions are those of units of bash, flex and make with a cyclomatic complexity above 8, as in the paper
//! (whose versions and choice of units are not known), and our examples. The paper's two industrial programs are not
//! public. A unit is compiled once; explorations run in this process, on all cores. Figures are counts of runs and
//! questions: they do not depend on the machine or its load. Every exploration ends: besides its runs and questions, the
//! work of the solver and of the runs is bounded, counted and not timed; how many reach that bound is told.
//!
//! Deviations: where the paper counts a unit of CIL, we count a function of LLVM's; pointers keep the shape that the first
//! runs ask for, so a branch on a null pointer counts among the goals and is covered by no searcher.

pub mod campaign;
mod complexity;
mod figures;
mod filtering;
mod gap;
mod prices;
mod programs;
mod runs;
mod searchers;
mod units;

use crate::Tally;
use crate::table::grouped;
use anyhow::Result;
use campaign::{Job, Variant, on_all_cores};
use runs::Runs;
use std::path::{Path, PathBuf};
use trine_engine::Options;
use trine_record::Criterion;
use trine_statistics::boxplot::boxplot;
use trine_statistics::curves::curves;
use units::{Compiler, ExploredFunction, OURS, subjects};

/// Fewer paths than this leave a searcher no choice.
const FEWEST_PATHS: usize = 4;
/// Runs that are looked at to see whether there are so many.
const PROBES: usize = 8;

/// Searchers whose choices do not depend on the seed.
const BREAK_NO_TIES: [&str; 3] = ["dfs", "bfs", "generational"];

/// Options of `trine-study su`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Five seeds and few functions.
    #[arg(long)]
    quick: bool,
    /// Seeds per function and searcher [default: 30].
    #[arg(long, value_name = "N")]
    seeds: Option<u64>,
    /// Functions per project, evenly spread over them [default: all].
    #[arg(long, value_name = "N")]
    functions: Option<usize>,
    /// Iterations in the comparison of searchers.
    #[arg(long, default_value_t = 100, value_name = "N")]
    iterations: usize,
    /// Iterations of depth-first search with and without filtering, at most.
    #[arg(long, default_value_t = 500, value_name = "N")]
    depth_first: usize,
    /// Only functions with a greater cyclomatic complexity; our examples are all taken.
    #[arg(long, default_value_t = 8, value_name = "N")]
    complexity: usize,
    /// Criterion whose goals are counted.
    #[arg(long, default_value = "branch")]
    criterion: Criterion,
    /// Only these searchers, `*` after those without path filtering; what filtering saves is not studied then.
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    searchers: Vec<String>,
    /// Folder for sources.
    #[arg(long, default_value = "target/corpus")]
    folder: PathBuf,
    /// Folder for tables and drawings.
    #[arg(long, default_value = "target/su")]
    out: PathBuf,
}

impl Args {
    fn seeds(&self) -> u64 {
        self.seeds.unwrap_or(if self.quick { 5 } else { 30 })
    }

    /// Seeds of searchers without random tie-breaks: only the first input differs.
    fn few_seeds(&self) -> u64 {
        self.seeds().min(5)
    }

    fn seeds_of(&self, variant: Variant) -> u64 {
        if BREAK_NO_TIES.contains(&variant.search) { self.few_seeds() } else { self.seeds() }
    }

    fn functions(&self) -> usize {
        self.functions.unwrap_or(if self.quick { 5 } else { usize::MAX })
    }
}

/// All searchers with filtering, and those that have none where they come from.
///
/// # Errors
/// When one is asked for that is not there.
fn variants(args: &Args) -> Result<Vec<Variant>> {
    if args.searchers.is_empty() {
        let with = Options::SEARCHES.into_iter().map(|search| Variant { search, filters: true });
        let without = ["klee", "cfg"].into_iter().map(|search| Variant { search, filters: false });
        return Ok(with.chain(without).collect());
    }
    args.searchers.iter().map(|name| named(name)).collect()
}

/// The variant with this name in tables.
fn named(name: &str) -> Result<Variant> {
    let (plain, filters) = name.strip_suffix('*').map_or((name, true), |plain| (plain, false));
    let known = Options::SEARCHES.into_iter().find(|search| *search == plain);
    let unknown = || anyhow::anyhow!("no searcher `{plain}`: there are {}", Options::SEARCHES.join(", "));
    known.map(|search| Variant { search, filters }).ok_or_else(unknown)
}

/// Runs the study.
///
/// # Errors
/// When a package cannot be fetched or compiled, or results cannot be written.
pub fn run(args: &Args) -> Result<Tally> {
    std::fs::create_dir_all(&args.folder)?;
    std::fs::create_dir_all(&args.out)?;
    let compiler = Compiler::new(args.folder.canonicalize()?)?;
    let (subjects, figures) = all_subjects(args, &compiler)?;
    let names = groups(&subjects);
    println!(
        "{} functions; {} seeds, {} for searchers without random tie-breaks ({})\n",
        subjects.len(),
        args.seeds(),
        args.few_seeds(),
        BREAK_NO_TIES.join(", ")
    );
    let filtering = if args.searchers.is_empty() { study_filtering(args, &subjects, &names)? } else { 0 };
    let failed = filtering + study_searchers(args, &subjects, &names)? + study_figures(args, &figures)?;
    println!("tables and drawings: {}", args.out.display());
    Ok(Tally { passed: subjects.len() + figures.len(), failed })
}

/// The functions of the projects and of our examples, and those of the paper's figures.
fn all_subjects(args: &Args, compiler: &Compiler) -> Result<(Vec<ExploredFunction>, Vec<ExploredFunction>)> {
    let mut found = Vec::new();
    for project in programs::projects() {
        let units = compiler.project(&project)?;
        let all: Vec<ExploredFunction> =
            units.iter().flat_map(|unit| subjects(unit, args.complexity)).collect();
        let prepared = prepared(args, project.name, all);
        found.extend(evenly(prepared, args.functions()));
    }
    let ours: Vec<ExploredFunction> =
        compiler.examples()?.iter().flat_map(|unit| subjects(unit, 1)).collect();
    found.extend(evenly(prepared(args, OURS, ours), args.functions()));
    let figures = prepared(args, units::FIGURES, subjects(&compiler.figures()?, 1));
    Ok((found, figures))
}

/// Those of `all` that have paths to choose from, with the shape to explore; why not is told of the others.
fn prepared(args: &Args, name: &str, all: Vec<ExploredFunction>) -> Vec<ExploredFunction> {
    let results = on_all_cores(&format!("shapes of {name}"), &all, |subject| prepare(args, subject));
    let (mut found, mut reasons) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(subject) => found.push(subject),
            Err(reason) => reasons.push(reason),
        }
    }
    println!("{name}: {} of {} functions", found.len(), all.len());
    for (count, reason) in grouped(reasons) {
        println!("  {count} x {reason}");
    }
    found
}

fn prepare(args: &Args, subject: &ExploredFunction) -> Result<ExploredFunction, String> {
    let options = Options { criterion: args.criterion, steps: campaign::STEPS, ..Options::default() };
    let sources = trine_engine::Sources::default();
    let shape = subject.context(&sources, &options).grown_shape()?;
    let subject = subject.with_shape(shape);
    let variant = Variant { search: "bfs", filters: false };
    let probe = Job { subject: 0, variant, seed: 1, iterations: PROBES };
    let trial = probe.run(std::slice::from_ref(&subject), args.criterion)?;
    match trial.exploration.covered.as_slice() {
        _ if trial.goals == 0 => Err("no goals".to_owned()),
        covered if covered.len() < FEWEST_PATHS => {
            Err(format!("fewer than {FEWEST_PATHS} paths in one shape"))
        }
        covered if covered.iter().all(|&count| count == 0) => Err("no run ends normally".to_owned()),
        _ => Ok(subject),
    }
}

/// `count` of `all`, evenly spread.
fn evenly(all: Vec<ExploredFunction>, count: usize) -> Vec<ExploredFunction> {
    let length = all.len();
    let taken = |at: &usize| count >= length || (at * count) / length != ((at + 1) * count) / length;
    all.into_iter().enumerate().filter(|(at, _)| taken(at)).map(|(_, subject)| subject).collect()
}

/// Positions of the subjects of each group, in the order of the groups.
fn groups(subjects: &[ExploredFunction]) -> Vec<(String, Vec<usize>)> {
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    for (at, subject) in subjects.iter().enumerate() {
        match groups.iter_mut().find(|(name, _)| *name == subject.unit.group) {
            Some((_, members)) => members.push(at),
            None => groups.push((subject.unit.group.clone(), vec![at])),
        }
    }
    groups
}

/// The subjects that summaries are over, and what they are called: those of the paper's projects, which leave our
/// examples out; our examples where there are no others.
fn summarized(groups: &[(String, Vec<usize>)]) -> (String, Vec<usize>) {
    let (ours, projects): (Vec<_>, Vec<_>) = groups.iter().partition(|(name, _)| name == OURS);
    let members = |groups: &[&(String, Vec<usize>)]| groups.iter().flat_map(|(_, all)| all.clone()).collect();
    if projects.is_empty() {
        let reason =
            "our examples (no function of bash, flex or make is complex enough and has paths to choose from)";
        return (reason.to_owned(), members(&ours));
    }
    let names: Vec<&str> = projects.iter().map(|(name, _)| name.as_str()).collect();
    (names.join(", "), members(&projects))
}

fn explore(args: &Args, what: &str, subjects: &[ExploredFunction], jobs: &[Job]) -> Runs {
    Runs::new(jobs, on_all_cores(what, jobs, |job| job.run(subjects, args.criterion)))
}

/// Each subject with each variant and the seeds that it gets, subject by subject.
fn jobs(args: &Args, subjects: &[ExploredFunction], variants: &[Variant], iterations: usize) -> Vec<Job> {
    let seeds = |&variant: &Variant| (1..=args.seeds_of(variant)).map(move |seed| (variant, seed));
    let of = |subject: usize| {
        let each = variants.iter().flat_map(seeds);
        each.map(move |(variant, seed)| Job { subject, variant, seed, iterations })
    };
    (0..subjects.len()).flat_map(of).collect()
}

fn study_filtering(args: &Args, all: &[ExploredFunction], groups: &[(String, Vec<usize>)]) -> Result<usize> {
    let variants = [filtering::PLAIN, filtering::FILTERED];
    let jobs = jobs(args, all, &variants, args.depth_first);
    let runs = explore(args, "depth-first explorations", all, &jobs);
    let (name, projects) = summarized(groups);
    println!(
        "\ndepth-first search without and with path filtering, at most {} iterations; summary over {name}:",
        args.depth_first
    );
    println!("{}", filtering::text(groups, &projects, &runs));
    println!("{}", filtering::extremes(all, &projects, &runs));
    write(&args.out, "filtering.csv", &runs.csv(all, &[args.depth_first]))?;
    Ok(told(&runs))
}

fn study_searchers(args: &Args, all: &[ExploredFunction], groups: &[(String, Vec<usize>)]) -> Result<usize> {
    let (variants, iterations) = (variants(args)?, args.iterations);
    let jobs = jobs(args, all, &variants, iterations);
    let runs = explore(args, "explorations", all, &jobs);
    println!("\ncovered goals after some iterations, means over seeds, summed over functions:");
    for (name, members) in groups {
        println!("{}", searchers::coverage(name, members, &variants, &runs, iterations));
    }
    let (name, projects) = summarized(groups);
    println!("{}", searchers::coverage(&name, &projects, &variants, &runs, iterations));
    println!("{}", searchers::contests(&projects, &variants, &runs, iterations));
    println!("{}", prices::text(&projects, &variants, &runs, iterations));
    println!("{}", searchers::bounds(&projects, &variants, &runs));
    let everything: Vec<usize> = (0..all.len()).collect();
    println!("{}", gap::text(&projects, &variants, &runs, iterations));
    println!("{}", gap::held_out(&projects, &variants, &runs, iterations));
    println!("with our examples:\n{}", searchers::contests(&everything, &variants, &runs, iterations));
    let boxes = searchers::boxes(&projects, &variants, &runs, iterations);
    let title = format!("Coverage after {iterations} iterations");
    write(&args.out, "coverage.svg", &boxplot(&title, "covered share of the goals of a function", &boxes))?;
    let lines = searchers::curves(&projects, &variants, &runs, iterations);
    write(&args.out, "curves.svg", &curves("Coverage by iteration", "iteration", "covered", &lines))?;
    write(&args.out, "searchers.csv", &runs.csv(all, &searchers::marks(iterations)))?;
    Ok(told(&runs))
}

fn study_figures(args: &Args, all: &[ExploredFunction]) -> Result<usize> {
    let variants = variants(args)?;
    let jobs = jobs(args, all, &variants, figures::ITERATIONS);
    let runs = explore(args, "the paper's functions", all, &jobs);
    println!("\n{}", figures::text(all, &variants, &runs));
    write(&args.out, "figures.csv", &runs.csv(all, &[figures::ITERATIONS]))?;
    Ok(told(&runs))
}

/// Tells what could not be explored; how often that was.
fn told(runs: &Runs) -> usize {
    for (count, reason) in grouped(runs.failures.iter().cloned()) {
        println!("FAILED {count} x {reason}");
    }
    runs.failures.len()
}

fn write(folder: &Path, name: &str, text: &str) -> Result<()> {
    Ok(std::fs::write(folder.join(name), text)?)
}
