//! Path selection with and without a classifier on the paper's sample class, after Modonato (2020).
//!
//! The class is written anew: a method with 32 feasible paths, one of which leads to its hard branch, and beside these branches that an
//! invariant of the constructor forbids. The calls stay (a constructor with 15 numbers, then the method), their numbers are the inputs. An
//! attempt is one candidate of the execution tree that is solved for; all attempts cost one query.
//!
//! | setting | path conditions begin | an infeasible candidate |
//! |---|---|---|
//! | proofs off | in the method, as in the paper: its invariants are not known | has a model, and the run ends in the constructor |
//! | proofs on | in the constructor | is refuted by the solver |
//!
//! Ours beside it: with `knn-invariants`, what contradicts all that the object kept to at entries and exits of its public methods comes last.
//!
//! With proofs off a failed attempt is no proof, so the classifier learns from failures (`knn-failures`); with proofs on it may learn from
//! refutations alone (`knn`). Deviation: the solver finds values in place of an evolutionary search of up to 180 seconds for an attempt, so figures
//! are compared by attempts: 30 minutes on five threads with 180 seconds for a failed attempt are some fifty ([`PAPER_ATTEMPTS`]).
//! Lengths of arrays are no inputs here, so there are fewer infeasible candidates than in the paper.
//!
//! It passes where all feasible paths and the hard branch are found in each setting within 30 seconds, and where the classifier with
//! invariants finds at least twice as many paths as first-in-first-out in the paper's attempts with proofs off. What it finds without, as
//! published, is told beside it.

use crate::Tally;
use anyhow::{Context, Result, ensure};
use clap::Parser;
use std::sync::Arc;
use std::time::Instant;
use trine_base::Stream;
use trine_dse::searchers::by_name;
use trine_dse::{BranchOutcome, Progress};
use trine_dse_jvm::{PathExploration, Scope, Subject, Visited};
use trine_frontend_jvm::api::Library;
use trine_frontend_jvm::{ClassPath, Jdk};
use trine_harness_jvm::Stage;
use trine_jdk::Launcher;
use trine_native::jdk::{JdkTools, Sources};
use trine_native::temporary::TemporaryFolder;
use trine_sequences::draft::Draft;
use trine_solver::Limits;
use trine_statistics::{Alternative, a12, median, rank_sum, table};
use trine_testcase::objects::{Action, ClassApi, ClassUse, Ended, Operand, Primitive, Sequence, TypeUse};

/// The subject.
const SAMPLE: &str = include_str!("SampleClass.java");

/// Its feasible paths: the limits are high or not.
const FEASIBLE: usize = 32;

/// The paper's attempts: 30 minutes, five threads, 180 seconds each.
const PAPER_ATTEMPTS: u64 = 50;

/// Attempts after which the ratio of both is told as well.
const CURVE: [u64; 4] = [25, 50, 75, 100];

/// What it may take in one setting with one seed.
const SECONDS: f64 = 30.0;

/// Searcher and scope: first those with proofs off.
const SETTINGS: [(&str, Scope); 7] = [
    ("fifo", Scope::LastCall),
    ("knn-failures", Scope::LastCall),
    ("knn-invariants", Scope::LastCall),
    ("fifo", Scope::Whole),
    ("knn-failures", Scope::Whole),
    ("knn", Scope::Whole),
    ("knn-invariants", Scope::Whole),
];

/// How the study is asked for.
#[derive(Debug, Parser)]
pub struct Args {
    /// Seeds, from 1: of the first numbers and of the searchers.
    #[arg(long, default_value_t = 30)]
    seeds: u64,
    /// Attempts after which feasible paths are compared.
    #[arg(long, default_value_t = PAPER_ATTEMPTS)]
    attempts: u64,
    /// Attempts of an exploration at most.
    #[arg(long, default_value_t = 2_000)]
    most: u64,
}

/// What an exploration came to.
struct Outcome {
    /// Feasible paths after each attempt, from none.
    paths: Vec<usize>,
    /// All that were found.
    all: usize,
    /// Attempts until the last of them.
    until_all: u64,
    /// Attempts until the hard branch.
    until_hard: Option<u64>,
    /// Attempts until no candidate was left, or there were too many.
    attempts: u64,
    seconds: f64,
}

impl Outcome {
    /// Feasible paths after so many attempts.
    fn after(&self, attempts: u64) -> f64 {
        let last = self.paths.len().saturating_sub(1);
        self.paths.get(last.min(attempts as usize)).map_or(0.0, |&paths| paths as f64)
    }
}

/// Runs the study.
///
/// # Errors
/// When the class cannot be compiled, or there is no JDK.
pub fn run(args: &Args) -> Result<Tally> {
    let tools = JdkTools::find()?;
    let folder = TemporaryFolder::new()?;
    let source = folder.path().join("SampleClass.java");
    std::fs::write(&source, SAMPLE)?;
    let sources = Sources {
        files: vec![source],
        class_path: Vec::new(),
        into: folder.path().to_owned(),
        release: None,
    };
    let compiled = tools.compile(&sources, folder.path())?;
    ensure!(compiled.succeeded, "javac refuses the sample:\n{}", compiled.messages.join("\n"));
    let home = tools.home.clone();
    let path = ClassPath::open(Jdk::open(&home)?, &[folder.path().to_owned()])?;
    let api = Arc::new(Library::new(&path)?.model("SampleClass")?);
    let launcher = Launcher::new(Jdk::open(&home)?, &[folder.path().to_owned()], trine_jdk::config())?;
    let mut stage = Stage::new(launcher, Arc::clone(&api));
    let mut tally = Tally::default();
    let (mut rows, mut by_setting) = (Vec::new(), Vec::new());
    for setting in SETTINGS {
        let mut outcomes = Vec::new();
        for seed in 1..=args.seeds {
            let outcome = explore(&mut stage, &api, setting, seed, args)?;
            let has_all =
                outcome.all == FEASIBLE && outcome.until_hard.is_some() && outcome.seconds <= SECONDS;
            tally.passed += usize::from(has_all);
            tally.failed += usize::from(!has_all);
            outcomes.push(outcome);
        }
        rows.push(row(setting, &outcomes, args.attempts));
        by_setting.push(outcomes);
    }
    let paths_after = format!("paths after {}", args.attempts);
    let heads = [
        "proofs",
        "searcher",
        &paths_after,
        "paths in all",
        "attempts for them",
        "for the hard branch",
        "attempts",
        "seconds",
    ];
    println!(
        "medians of {} seeds; {FEASIBLE} paths are feasible\n\n{}",
        args.seeds,
        table::table(&heads, &rows)
    );
    println!(
        "the paper, in some {PAPER_ATTEMPTS} attempts, proofs off: about 10 paths with the classifier, half of that without"
    );
    let [fifo, knn, with_invariants, ..] = &by_setting[..] else { return Ok(tally) };
    for attempts in CURVE {
        let [fifo, knn, with_invariants] =
            [fifo, knn, with_invariants].map(|of| median(&after(of, attempts)).unwrap_or(f64::NAN));
        println!(
            "proofs off, {attempts:>3} attempts: {knn} against {fifo} paths, {:.1} times; with invariants {with_invariants}, {:.1} times",
            knn / fifo,
            with_invariants / fifo
        );
    }
    for (name, of) in [("the classifier as published", knn), ("with invariants", with_invariants)] {
        let (without, with) = (&after(fifo, args.attempts)[..], &after(of, args.attempts)[..]);
        let (without_median, with_median) = (median(without).unwrap_or(0.0), median(with).unwrap_or(0.0));
        let doubles = with_median >= 2.0 * without_median;
        println!(
            "proofs off, {name}: {with_median} against {without_median} paths, A12 {:.2}, p = {:.4}; at least doubled: {}",
            a12(with, without).unwrap_or(0.5),
            rank_sum(with, without, Alternative::Greater).p_value,
            if doubles { "yes" } else { "no" }
        );
        if std::ptr::eq(of, with_invariants) {
            tally.passed += usize::from(doubles);
            tally.failed += usize::from(!doubles);
        }
    }
    Ok(tally)
}

/// Feasible paths of each seed after so many attempts.
fn after(outcomes: &[Outcome], attempts: u64) -> Vec<f64> {
    outcomes.iter().map(|outcome| outcome.after(attempts)).collect()
}

fn explore(
    stage: &mut Stage,
    api: &ClassApi,
    (searcher, scope): (&str, Scope),
    seed: u64,
    args: &Args,
) -> Result<Outcome> {
    let stream = Stream::new(seed, "modonato");
    let searcher = by_name(searcher, &stream).context("no such searcher")?;
    let first = first(api, stream.split("numbers"))?;
    let begun = Instant::now();
    let subject = Subject { sequence: &first, method: "SampleClass.run()Ljava/lang/String;", unit: None };
    let mut exploration = PathExploration::new(stage, subject, scope, searcher, Limits::default());
    let mut outcome =
        Outcome { paths: Vec::new(), all: 0, until_all: 0, until_hard: None, attempts: 0, seconds: 0.0 };
    loop {
        let found = exploration.visited().iter().filter(|(path, _)| !path.is_empty()).count();
        if found > outcome.all {
            (outcome.all, outcome.until_all) = (found, outcome.attempts);
        }
        if outcome.until_hard.is_none() && exploration.visited().iter().any(is_hard) {
            outcome.until_hard = Some(outcome.attempts);
        }
        outcome.paths.push(found);
        if outcome.attempts >= args.most || exploration.step() == Progress::Finished {
            break;
        }
        outcome.attempts += 1;
    }
    outcome.seconds = begun.elapsed().as_secs_f64();
    Ok(outcome)
}

/// Whether the method gave its string.
fn is_hard((_, visited): (&Vec<BranchOutcome>, &Visited)) -> bool {
    visited.ended == Ended::Returned && visited.value != 0
}

/// The constructor and the method; the numbers are drawn, those of the levels from 0.
fn first(api: &ClassApi, mut numbers: Stream) -> Result<Sequence> {
    let member = |name: &str| {
        let mut members = api.members.iter_enumerated();
        members.find(|(_, member)| member.name == name).with_context(|| format!("the sample has no {name}"))
    };
    let (constructor, of_constructor) = member("<init>")?;
    let (method, of_method) = member("run")?;
    let kind = Primitive::Int.leaf_kind();
    let mut draft = Draft::default();
    let args = (0..of_constructor.parameters.len()).map(|at| {
        let drawn = i128::from(numbers.below(10_000));
        let value = if at < 5 { drawn - 5_000 } else { drawn };
        Operand::Leaf(draft.leaf(kind.clone(), "", kind.from_int(value)))
    });
    let args = args.collect();
    let ty = Some(TypeUse::Class(ClassUse::plain("SampleClass")));
    let object = draft.push(Action::New { constructor, outer: None, args }, ty);
    let call = Action::Call { method, receiver: Some(Operand::Step(object)), args: Vec::new() };
    draft.push(call, of_method.result.clone());
    Ok(draft.finish())
}

fn row((searcher, scope): (&str, Scope), outcomes: &[Outcome], attempts: u64) -> Vec<String> {
    let of = |value: &dyn Fn(&Outcome) -> f64| {
        let values: Vec<f64> = outcomes.iter().map(value).collect();
        median(&values).unwrap_or(f64::NAN)
    };
    let hard = |outcome: &Outcome| outcome.until_hard.map_or(f64::INFINITY, |attempts| attempts as f64);
    vec![
        if scope == Scope::Whole { "on" } else { "off" }.to_owned(),
        searcher.to_owned(),
        format!("{:.1}", of(&|outcome| outcome.after(attempts))),
        format!("{:.1}", of(&|outcome| outcome.all as f64)),
        format!("{:.1}", of(&|outcome| outcome.until_all as f64)),
        format!("{:.1}", of(&hard)),
        format!("{:.1}", of(&|outcome| outcome.attempts as f64)),
        format!("{:.2}", of(&|outcome| outcome.seconds)),
    ]
}
