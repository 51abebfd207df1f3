//! `trine java`: tests for classes, written to the output folder.

use super::{home, records};
use crate::args::JavaArgs;
use crate::failure::{self, Failure};
use crate::output::Output;
use crate::settings::limits;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use trine_campaign::java::{self, ClassFailure, ClassOutcome, Classes, Criterion, Named, Settings, Strategy};
use trine_emit::junit::{Framework, Options, write};
use trine_engine::WorkerMemory;
use trine_record::{DroppedTest, NativeVerdict};

const NOTHING: &str = "nothing was tested";

/// Writes the tests; gives the exit code.
///
/// # Errors
/// When the arguments are wrong, nothing can be tested, or results cannot be written.
pub fn run(args: &JavaArgs) -> Result<u8, Failure> {
    let settings = settings(args)?;
    if args.format.as_deref().is_some_and(|format| format != "json") {
        return Err(wrong("--format", args.format.as_deref().unwrap_or_default(), "json"));
    }
    let named = named(args, &settings)?;
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from("trine-out"));
    let done = AtomicUsize::new(0);
    let told = |_: usize, result: &Result<ClassOutcome, ClassFailure>| {
        let number = done.fetch_add(1, Ordering::Relaxed) + 1;
        if !args.quiet {
            eprintln!("[{number}/{}] {}", named.len(), line(result));
        }
    };
    let results = java::run(&named, &settings, &told);
    let output = Output::create(&out)?;
    let (names, files) = emit(&results, settings.framework, settings.release);
    output.write_emitted(&files)?;
    let native = verdict(&results);
    let units: Vec<records::Unit<'_>> =
        results.iter().zip(&names).map(|(result, names)| records::Unit { result, names }).collect();
    records::write(&output, args, &settings, &units, native)?;
    for outcome in results.iter().flatten() {
        say(outcome);
    }
    let is_wrong = results.iter().flatten().filter_map(|outcome| outcome.verdict.as_ref());
    let is_wrong =
        is_wrong.clone().any(|verdict| !verdict.failures.is_empty() || !verdict.differences.is_empty());
    let failures: Vec<&ClassFailure> = results.iter().filter_map(|result| result.as_ref().err()).collect();
    for failure in &failures {
        eprintln!("{}", as_failure(failure));
    }
    match failures.iter().find(|failure| failure.is_bug) {
        Some(_) => Ok(failure::BUG),
        None if is_wrong => Ok(failure::BUG),
        None if failures.len() == results.len() => Ok(failure::INPUT),
        None => Ok(0),
    }
}

/// Says what a user should know of a class, and where the native runs show a bug of ours.
fn say(outcome: &ClassOutcome) {
    let class = outcome.class.replace(['/', '$'], ".");
    for remark in &outcome.remarks {
        eprintln!("warning: `{class}`: {remark}");
    }
    let Some(verdict) = &outcome.verdict else { return };
    for (name, reason) in &verdict.dropped {
        eprintln!("warning: test `{name}` of `{class}` was taken out: {reason}");
    }
    for what in verdict.failures.iter().chain(&verdict.differences) {
        eprintln!(
            "error: {what}\n  = note: a bug of Trine: the tests of `{class}` are kept, what they claim is not sure"
        );
    }
}

/// What the native runs of all classes said; `None` when there was none.
fn verdict(results: &[Result<ClassOutcome, ClassFailure>]) -> Option<NativeVerdict> {
    let mut all: Option<NativeVerdict> = None;
    for outcome in results.iter().flatten() {
        let Some(verdict) = &outcome.verdict else { continue };
        let class = outcome.class.replace(['/', '$'], ".");
        let all = all.get_or_insert_with(NativeVerdict::default);
        all.tests += verdict.tests;
        all.passed += verdict.passed;
        all.failures.extend(verdict.failures.iter().map(|what| format!("{class}: {what}")));
        all.disagreements.extend(verdict.differences.iter().cloned());
        all.branches.0 += verdict.branches.0;
        all.branches.1 += verdict.branches.1;
        all.branches.2 += verdict.branches.2;
        all.dropped.extend(verdict.dropped.iter().map(|(name, reason)| DroppedTest {
            file: String::new(),
            function: class.clone(),
            name: name.clone(),
            reason: reason.clone(),
        }));
    }
    all
}

/// The methods of the tests of each class, and the files that hold them.
type Emitted = (Vec<Vec<Option<String>>>, BTreeMap<String, String>);

/// Writes one test class per class that has tests.
fn emit(results: &[Result<ClassOutcome, ClassFailure>], framework: Framework, release: u32) -> Emitted {
    let mut neighbours: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let (mut names, mut files) = (Vec::new(), BTreeMap::new());
    for result in results {
        let Ok(outcome) = result else {
            names.push(Vec::new());
            continue;
        };
        let beside = neighbours.entry(outcome.api.package.clone()).or_default();
        let options = Options { framework, release, neighbours: beside.clone() };
        let written = write(&outcome.api, &outcome.tests, &options);
        for (at, reason) in &written.skipped {
            eprintln!("warning: test {at} of `{}` is not written: {reason}", written.class);
        }
        if written.names.iter().any(Option::is_some) {
            beside.insert(written.class.clone());
            files.insert(format!("tests/{}", written.path), written.text);
        }
        names.push(written.names);
    }
    (names, files)
}

/// What is said of a class when it is done.
fn line(result: &Result<ClassOutcome, ClassFailure>) -> String {
    match result {
        Ok(outcome) => format!(
            "{}: {} of {} goals, {} tests, {} evaluations",
            outcome.class.replace('/', "."),
            outcome.covered(),
            outcome.goals.len(),
            outcome.tests.len(),
            outcome.evaluations
        ),
        Err(failure) => format!("{}: no tests", failure.class),
    }
}

fn as_failure(failure: &ClassFailure) -> Failure {
    Failure {
        code: if failure.is_bug { failure::BUG } else { failure::INPUT },
        what: failure.what.clone(),
        note: format!("`{}` has no tests; other classes go on", failure.class),
        help: failure.help.clone(),
    }
}

fn wrong(option: &str, given: &str, known: &str) -> Failure {
    Failure::input(format!("{option}: `{given}` is not known"), NOTHING, format!("it may be: {known}"))
}

fn settings(args: &JavaArgs) -> Result<Settings, Failure> {
    let criterion = match args.criterion.as_deref().unwrap_or("branch") {
        "branch" => Criterion::Branch,
        "statement" => Criterion::Statement,
        other => return Err(wrong("--criterion", other, "statement, branch")),
    };
    let strategy = match args.strategy.as_deref().unwrap_or("hybrid") {
        "search" => Strategy::Search,
        "dse" => Strategy::Dse,
        "hybrid" => Strategy::Hybrid,
        other => return Err(wrong("--strategy", other, "search, dse, hybrid")),
    };
    let budget = args.budget.as_deref().unwrap_or("5000evals").parse().map_err(
        |error: trine_base::budget::BudgetError| {
            Failure::input(error.to_string(), NOTHING, "for instance --budget 5000evals or --budget 2s")
        },
    )?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let memory: WorkerMemory = crate::settings::parse("--memory", args.memory.as_deref().unwrap_or("2GiB"))?;
    limits::budget(budget)?;
    let steps = args.steps.unwrap_or(500_000);
    limits::steps(steps)?;
    Ok(Settings {
        jdk: home(args.jdk.as_deref(), NOTHING)?,
        class_path: class_path(args)?,
        criterion,
        budget,
        strategy,
        seed: args.seed.unwrap_or(1),
        jobs: limits::jobs(args.jobs.unwrap_or(cores))?,
        steps,
        memory_bytes: memory.machine_bytes(),
        framework: framework(args)?,
        release: args.release.unwrap_or(17),
        native: !args.no_native,
    })
}

fn class_path(args: &JavaArgs) -> Result<Vec<PathBuf>, Failure> {
    let parts = args.class_path.iter().flat_map(|path| path.split(':')).filter(|part| !part.is_empty());
    let mut paths: Vec<PathBuf> = parts.map(PathBuf::from).collect();
    if paths.is_empty() {
        paths.push(PathBuf::from("."));
    }
    for path in &paths {
        if !path.exists() {
            return Err(Failure::input(
                format!("`{}` on the class path is not there", path.display()),
                NOTHING,
                "compile the project first, and check the paths behind -cp",
            ));
        }
    }
    Ok(paths)
}

fn framework(args: &JavaArgs) -> Result<Framework, Failure> {
    match args.framework.as_deref().unwrap_or("junit5") {
        "junit5" => Ok(Framework::JUnit5),
        "junit4" => Ok(Framework::JUnit4),
        "testng" => Ok(Framework::TestNg),
        other => Err(wrong("--framework", other, "junit5, junit4, testng")),
    }
}

/// The classes that are meant.
fn named(args: &JavaArgs, settings: &Settings) -> Result<Vec<Named>, Failure> {
    let classes = Classes::new(settings)?;
    let mut named: Vec<Named> = Vec::new();
    for text in &args.classes {
        let one = classes.named(text)?;
        match named.iter_mut().find(|known| known.class == one.class) {
            // The class alone means all of it.
            Some(known) if known.methods.is_empty() || one.methods.is_empty() => known.methods.clear(),
            Some(known) => known.methods.extend(one.methods),
            None => named.push(one),
        }
    }
    if args.classes.is_empty() && args.only.is_empty() {
        return Err(Failure::input(
            "no class is named",
            NOTHING,
            "name classes (com.acme.Account), or all that match a pattern: --only 'com.acme.*'",
        ));
    }
    if !args.only.is_empty() {
        let matching = classes.matching(&args.only, &args.exclude);
        let new = matching.into_iter().filter(|one| named.iter().all(|known| known.class != one.class));
        let new: Vec<Named> = new.collect();
        named.extend(new);
    }
    if named.is_empty() {
        let what = format!("no class of the class path matches {}", args.only.join(", "));
        return Err(Failure::input(what, NOTHING, "check the pattern, and the class path (-cp)"));
    }
    Ok(named)
}
