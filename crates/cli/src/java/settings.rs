//! Settings of `trine java`: what its options say, and what is taken where they say nothing.

use super::home;
use crate::args::JavaArgs;
use crate::failure::Failure;
use crate::settings::{FailOn, fail_on, limits, parse};
use std::path::PathBuf;
use trine_base::Budget;
use trine_campaign::java::{
    Algorithm, Assertions, Classes, Criterion, DEFAULT_MUTANTS, Framework, Mocks, Named, PathSettings,
    Settings, Strategy,
};
use trine_engine::WorkerMemory;

const NOTHING: &str = "nothing was tested";

/// The settings of `args`; the release of the tests is that of the classes, and not known yet where no option names it.
///
/// # Errors
/// When a value is not one of those allowed.
pub fn settings(args: &JavaArgs) -> Result<Settings, Failure> {
    if let Some(format) = args.format.as_deref().filter(|format| *format != "json") {
        return Err(wrong("--format", format, "json"));
    }
    let criterion = match args.criterion.as_deref().unwrap_or("branch") {
        "branch" => Criterion::Branch,
        "statement" => Criterion::Statement,
        "condition" => Criterion::Condition,
        "condition-decision" => Criterion::ConditionDecision,
        "mcdc" => Criterion::Mcdc,
        other => {
            let known = "statement, branch, condition, condition-decision, mcdc";
            return Err(wrong("--criterion", other, known));
        }
    };
    let strategy = match args.strategy.as_deref().unwrap_or("search") {
        "search" => Strategy::Search,
        "dse" => Strategy::Dse,
        "hybrid" => Strategy::Hybrid,
        "paths" => Strategy::Search,
        other => return Err(wrong("--strategy", other, "search, dse, hybrid, paths")),
    };
    let budget: Budget = args.budget.as_deref().unwrap_or("5000evals").parse().map_err(
        |error: trine_base::budget::BudgetError| {
            Failure::input(error.to_string(), NOTHING, "for instance --budget 5000evals or --budget 2s")
        },
    )?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let memory: WorkerMemory = parse("--memory", args.memory.as_deref().unwrap_or("2GiB"))?;
    limits::budget(budget)?;
    let steps = args.steps.unwrap_or(500_000);
    limits::steps(steps)?;
    Ok(Settings {
        jdk: home(args.jdk.as_deref(), NOTHING)?,
        class_path: class_path(args)?,
        own: Vec::new(),
        test_libraries: Vec::new(),
        seeds: seeds(args)?,
        tests_into: None,
        sources: Vec::new(),
        criterion,
        exceptions: args.exceptions,
        budget,
        algorithm: algorithm(args)?,
        strategy,
        paths: paths(args)?,
        seed: args.seed.unwrap_or(1),
        jobs: limits::jobs(args.jobs.unwrap_or(cores))?,
        steps,
        memory_bytes: memory.machine_bytes(),
        framework: framework(args)?,
        mocks: mocks(args)?,
        release: args.release.unwrap_or_default(),
        assertions: assertions(args)?,
        max_mutants: args.mutants.unwrap_or(DEFAULT_MUTANTS),
        tells_values: criterion != Criterion::Mcdc || args.mutants.is_some(),
        native: !args.no_native,
    })
}

/// The searchers of the execution tree that need no goals to aim at.
const SEARCHERS: [&str; 8] =
    ["dfs", "bfs", "fifo", "random-path", "generational", "knn", "knn-failures", "knn-invariants"];

/// How paths are enumerated, where that is asked for.
fn paths(args: &JavaArgs) -> Result<Option<PathSettings>, Failure> {
    let given = &args.paths;
    if args.strategy.as_deref() != Some("paths") {
        let options = [
            ("--path", !args.path.is_empty()),
            ("--loop-iterations", given.loop_iterations.is_some()),
            ("--max-paths", given.max_paths.is_some()),
            ("--search", given.search.is_some()),
        ];
        return match options.into_iter().find(|(_, is_given)| *is_given) {
            None => Ok(None),
            Some((option, _)) => Err(Failure::input(
                format!("{option} is for tests that are made path by path"),
                NOTHING,
                "add --strategy paths, or leave it out",
            )),
        };
    }
    let defaults = PathSettings::default();
    let search = given.search.clone().unwrap_or(defaults.search);
    if !SEARCHERS.contains(&search.as_str()) {
        return Err(wrong("--search", &search, &SEARCHERS.join(", ")));
    }
    Ok(Some(PathSettings {
        search,
        loop_iterations: crate::settings::loop_iterations(given.loop_iterations)?,
        max_paths: given.max_paths.unwrap_or(defaults.max_paths),
        chosen: (!args.path.is_empty()).then(|| args.path.clone()),
    }))
}

/// The release that tests of `named` are written for: the one asked for, or that of the classes.
///
/// # Errors
/// When the JDK has no such release.
pub fn release(args: &JavaArgs, classes: &Classes, named: &[Named]) -> Result<u32, Failure> {
    let newest = classes.path().release();
    match args.release {
        None => Ok(classes.release(named)),
        Some(release) if (8..=newest).contains(&release) => Ok(release),
        Some(release) => {
            let what = format!("--release: {release} is not from 8 to {newest}, the release of the JDK");
            Err(Failure::input(
                what,
                NOTHING,
                "leave it out for that of the classes, or name a newer JDK with --jdk",
            ))
        }
    }
}

/// Which findings make the run end with exit code 2.
///
/// # Errors
/// When the option names no class of findings.
pub fn fails_on(args: &JavaArgs) -> Result<FailOn, Failure> {
    fail_on(args.fail_on.clone())
}

fn wrong(option: &str, given: &str, known: &str) -> Failure {
    Failure::input(format!("{option}: `{given}` is not known"), NOTHING, format!("it may be: {known}"))
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

/// Where the user's own tests are.
fn seeds(args: &JavaArgs) -> Result<Vec<PathBuf>, Failure> {
    let parts = args.seeds.iter().flat_map(|path| path.split(':')).filter(|part| !part.is_empty());
    let paths: Vec<PathBuf> = parts.map(PathBuf::from).collect();
    match paths.iter().find(|path| !path.exists()) {
        None => Ok(paths),
        Some(path) => Err(Failure::input(
            format!("--seeds: `{}` is not there", path.display()),
            NOTHING,
            "compile your tests first, and name the folder or jar with them: --seeds target/test-classes",
        )),
    }
}

fn assertions(args: &JavaArgs) -> Result<Assertions, Failure> {
    match args.assertions.as_deref().unwrap_or("effective") {
        "all" => Ok(Assertions::All),
        "effective" => Ok(Assertions::Effective),
        "none" => Ok(Assertions::None),
        other => Err(wrong("--assertions", other, "all, effective, none")),
    }
}

fn algorithm(args: &JavaArgs) -> Result<Algorithm, Failure> {
    let Some(name) = args.algorithm.as_deref() else { return Ok(Algorithm::default()) };
    name.parse().map_err(|_| {
        let known: Vec<&str> = Algorithm::ALL.iter().map(|algorithm| algorithm.name()).collect();
        wrong("--algorithm", name, &known.join(", "))
    })
}

fn mocks(args: &JavaArgs) -> Result<Mocks, Failure> {
    match args.mocks.as_deref().unwrap_or("own") {
        "own" => Ok(Mocks::Own),
        "mockito" => Ok(Mocks::Mockito),
        other => Err(wrong("--mocks", other, "own, mockito")),
    }
}

fn framework(args: &JavaArgs) -> Result<Framework, Failure> {
    match args.framework.as_deref().unwrap_or("junit5") {
        "junit5" => Ok(Framework::JUnit5),
        "junit4" => Ok(Framework::JUnit4),
        "testng" => Ok(Framework::TestNg),
        other => Err(wrong("--framework", other, "junit5, junit4, testng")),
    }
}
