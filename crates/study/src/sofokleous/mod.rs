//! The study of Sofokleous, Andreou, Kourras, "Symbolic execution for dynamic, evolutionary test data generation" (ICEIS
//! 2009), repeated path by path with our engine.
//!
//! | subjects | |
//! |---|---|
//! | TriangleClassification, FindMaximum | our own writing, with the paper's number of conditions ([`paper`]) |
//! | seven random decision programs | generated, with the decisions and conditions of Table 2 ([`program`]) |
//!
//! Each is tested by `trine c --strategy paths` over seeds; the paper's settings of the genetic algorithm are ours. With `--java` they are
//! static methods of classes, with the same text, tested by `trine java --strategy paths`, which has no genetic algorithm: what no
//! run covers on the way is for the solver. Their sums wrap around where those of C have no meaning, so that other paths are feasible.
//! Printed beside the paper's columns: edge and condition coverage, their mean, what is proved infeasible, by whom paths
//! were covered, generations, evaluations and time. The paper prints neither number of runs nor generations nor times.
//!
//! A subject passes when in every run each edge and each outcome of a condition is covered or proved infeasible. Coverage in the
//! paper's sense is a share of all, so what is proved infeasible is missing from it; the share of what is
//! feasible stands beside it.

mod paper;
mod program;
mod runs;

use crate::Tally;
use crate::table::table;
use anyhow::{Context, Result, ensure};
use paper::Printed;
use runs::{Language, Run, StudiedFunction};
use std::path::{Path, PathBuf};
use trine_native::jdk::{JdkTools, Sources};
use trine_statistics::csv;

const SUBJECTS: &str = include_str!("subjects.c");
const CLASSES: &str = include_str!("Subjects.java");

/// Options of `trine-study sofokleous`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Five seeds.
    #[arg(long)]
    quick: bool,
    /// Seeds per subject [default: 30].
    #[arg(long, value_name = "N")]
    seeds: Option<u64>,
    /// Seed of the generated programs.
    #[arg(long, default_value_t = 1, value_name = "N")]
    programs: u64,
    /// Budget of a function: half of what is left, evenly over the paths, is what the genetic algorithm may use on one.
    #[arg(long, default_value = "1000000evals")]
    budget: String,
    /// The programs as classes of Java.
    #[arg(long)]
    java: bool,
    /// Folder for programs and results.
    #[arg(long, default_value = "target/sofokleous")]
    folder: PathBuf,
    /// The command to judge [default: `trine` beside this program].
    #[arg(long)]
    trine: Option<PathBuf>,
}

/// A subject with what the paper says of it.
struct Entry {
    subject: StudiedFunction,
    complexity: &'static str,
    printed: Printed,
}

/// Runs the study.
///
/// # Errors
/// When there is no `trine`, it leaves no record, or results cannot be written.
pub fn run(args: &Args) -> Result<Tally> {
    let trine = match &args.trine {
        Some(program) => program.clone(),
        None => std::env::current_exe()?.with_file_name("trine"),
    };
    std::fs::create_dir_all(&args.folder)?;
    let folder = args.folder.canonicalize()?;
    let seeds = args.seeds.unwrap_or(if args.quick { 5 } else { 30 });
    let (mut coverage, mut effort, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    let mut tally = Tally::default();
    let entries = match args.java {
        true => classes(&folder, args.programs)?,
        false => functions(&folder, args.programs)?,
    };
    for entry in entries {
        let runs = (1..=seeds).map(|seed| runs::run(&trine, &folder, &entry.subject, seed, &args.budget));
        let runs: Vec<Run> = runs.collect::<Result<_>>().with_context(|| entry.subject.name.clone())?;
        let solved = runs.iter().all(|run| run.unknown.is_empty());
        (tally.passed, tally.failed) =
            (tally.passed + usize::from(solved), tally.failed + usize::from(!solved));
        coverage.push(coverage_row(&entry, &runs));
        effort.push(effort_row(&entry, &runs));
        lines.extend((1..).zip(&runs).map(|(seed, run)| csv_row(&entry, seed, run)));
        for unknown in runs.iter().flat_map(|run| &run.unknown).collect::<std::collections::BTreeSet<_>>() {
            println!("{}: neither covered nor refuted: {unknown}", entry.subject.name);
        }
    }
    println!(
        "coverage in percent of all, means of {seeds} seeds; the paper's beside ours; then of what is feasible:"
    );
    println!("{}", table(&COVERAGE_HEADS, &coverage));
    println!("how, sums over the paths of one run, means of {seeds} seeds:");
    println!("{}", table(&EFFORT_HEADS, &effort));
    std::fs::write(folder.join("sofokleous.csv"), csv::file(&CSV_HEADS, &lines))?;
    println!("programs and table: {}", args.folder.display());
    Ok(tally)
}

/// The subjects as functions of C, their files written.
fn functions(folder: &Path, seed: u64) -> Result<Vec<Entry>> {
    std::fs::write(folder.join("subjects.c"), SUBJECTS)?;
    let standard = |name: &str, function: &str, complexity, printed| Entry {
        subject: StudiedFunction {
            name: name.to_owned(),
            file: "subjects.c".to_owned(),
            function: function.to_owned(),
            language: Language::C,
        },
        complexity,
        printed,
    };
    let mut entries = vec![
        standard("TriangleClassification", "triangle_classification", "high", paper::TRIANGLE),
        standard("FindMaximum", "find_maximum", "low", paper::MAXIMUM),
    ];
    for (number, row) in (1..).zip(paper::RANDOM_PROGRAMS) {
        let file = format!("program_{number}.c");
        std::fs::write(folder.join(&file), program::text(number, row.decisions, row.conditions, seed))?;
        let name = format!("random {number}: {} of {} conditions", row.decisions, row.conditions);
        let function = format!("program_{number}");
        let subject = StudiedFunction { name, file, function, language: Language::C };
        entries.push(Entry { subject, complexity: row.complexity, printed: row.printed });
    }
    Ok(entries)
}

/// The subjects as static methods of classes, compiled.
fn classes(folder: &Path, seed: u64) -> Result<Vec<Entry>> {
    let mut entries = functions(folder, seed)?;
    std::fs::write(folder.join("Subjects.java"), CLASSES)?;
    let mut sources = vec![folder.join("Subjects.java")];
    for entry in &mut entries {
        let subject = &mut entry.subject;
        let class = match subject.function.strip_prefix("program_") {
            Some(number) => format!("Program{number}"),
            None => subject.name.clone(),
        };
        if subject.function.starts_with("program_") {
            let source = folder.join(format!("{class}.java"));
            let function = std::fs::read_to_string(folder.join(&subject.file))?;
            std::fs::write(&source, program::class_of(&class, &function))?;
            sources.push(source);
        }
        (subject.file, subject.language) = (class, Language::Java);
    }
    let into = folder.join("classes");
    std::fs::create_dir_all(&into)?;
    let sources = Sources { files: sources, class_path: Vec::new(), into: into.clone(), release: None };
    let compiled = JdkTools::find()?.compile(&sources, &into)?;
    ensure!(compiled.succeeded, "javac refuses the subjects:\n{}", compiled.messages.join("\n"));
    Ok(entries)
}

const COVERAGE_HEADS: [&str; 12] = [
    "subject",
    "complexity",
    "edge: paper",
    "ours",
    "condition: paper",
    "ours",
    "both: paper",
    "ours",
    "proved infeasible",
    "edge",
    "condition",
    "open",
];

fn coverage_row(entry: &Entry, runs: &[Run]) -> Vec<String> {
    let share = |of: &dyn Fn(&Run) -> f64| format!("{:.2}", mean(runs, of));
    let Printed { edge, condition, both } = entry.printed;
    let infeasible = |run: &Run| run.conditions.infeasible as f64;
    vec![
        entry.subject.name.clone(),
        entry.complexity.to_owned(),
        edge.to_owned(),
        share(&|run| run.edges.of_all()),
        condition.to_owned(),
        share(&|run| run.conditions.of_all()),
        both.to_owned(),
        share(&|run| f64::midpoint(run.edges.of_all(), run.conditions.of_all())),
        format!("{:.1} of {}", mean(runs, &infeasible), runs.first().map_or(0, |run| run.conditions.total)),
        share(&|run| run.edges.of_feasible()),
        share(&|run| run.conditions.of_feasible()),
        format!("{:.1}", mean(runs, &|run| run.unknown.len() as f64)),
    ]
}

const EFFORT_HEADS: [&str; 10] = [
    "subject",
    "paths",
    "refuted",
    "on the way",
    "genetic",
    "solver",
    "open",
    "generations",
    "evaluations",
    "ms",
];

fn effort_row(entry: &Entry, runs: &[Run]) -> Vec<String> {
    let tenth = |of: &dyn Fn(&Run) -> f64| format!("{:.1}", mean(runs, of));
    vec![
        entry.subject.name.clone(),
        tenth(&|run| run.paths as f64),
        tenth(&|run| run.refuted as f64),
        tenth(&|run| run.by[0] as f64),
        tenth(&|run| run.by[1] as f64),
        tenth(&|run| run.by[2] as f64),
        tenth(&|run| run.open as f64),
        tenth(&|run| run.generations as f64),
        tenth(&|run| run.evaluations as f64),
        tenth(&|run| run.milliseconds as f64),
    ]
}

const CSV_HEADS: [&str; 17] = [
    "subject",
    "seed",
    "edges",
    "edges_covered",
    "edges_infeasible",
    "conditions",
    "conditions_covered",
    "conditions_infeasible",
    "paths",
    "refuted",
    "by_accident",
    "by_genetic",
    "by_solver",
    "open",
    "generations",
    "evaluations",
    "milliseconds",
];

fn csv_row(entry: &Entry, seed: u64, run: &Run) -> Vec<String> {
    let counts = [run.edges, run.conditions].map(|of| [of.total, of.covered, of.infeasible]);
    let mut row = vec![entry.subject.name.clone(), seed.to_string()];
    row.extend(counts.iter().flatten().map(ToString::to_string));
    row.extend([run.paths, run.refuted].iter().chain(&run.by).chain([&run.open]).map(ToString::to_string));
    row.extend([run.generations, run.evaluations, run.milliseconds].iter().map(ToString::to_string));
    row
}

fn mean(runs: &[Run], of: &dyn Fn(&Run) -> f64) -> f64 {
    runs.iter().map(of).sum::<f64>() / runs.len().max(1) as f64
}
