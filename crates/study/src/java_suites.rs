//! Emitted suites once more, elsewhere: whether they compile without warnings, and hold in random orders under other settings.
//!
//! What `java-campaign --keep FOLDER` left is taken as it is. All tests of a library are compiled together under `-Xlint:all`, and
//! run several times by JUnit in one JVM each: classes and methods in random orders, with another language, zone and kind of hash
//! codes. A warning in a test, or a test that fails once, fails the study.

use crate::Tally;
use crate::java::only_jdks;
use anyhow::{Context, Result, ensure};
use clap::Parser;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use trine_native::jdk::{Jars, JdkTools, Limits, Sources, Verdict, junit};
use trine_native::temporary::TemporaryFolder;

/// Settings of the JVM that no test may depend on.
const ELSEWHERE: [&str; 5] = [
    "-Duser.language=tr",
    "-Duser.country=TR",
    "-Duser.timezone=Asia/Tokyo",
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:hashCode=2",
];

/// What a run of all tests of a library may take.
const LIMITS: Limits = Limits { time: Duration::from_secs(300), heap_mib: 768 };

/// How the study is asked for.
#[derive(Debug, Parser)]
pub struct Args {
    /// Folder that `java-campaign --keep` was given.
    #[arg(long, value_name = "FOLDER")]
    kept: PathBuf,
    /// Only libraries whose name contains this text.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Runs, each in an order of its own.
    #[arg(long, default_value_t = 10)]
    runs: u64,
    /// Release to compile for [default: that of the JDK].
    #[arg(long, value_name = "RELEASE")]
    release: Option<u32>,
    /// A JDK to use instead of the first that is installed.
    #[arg(long, value_name = "FOLDER")]
    jdk: Option<PathBuf>,
}

/// What came of the suites of a library.
#[derive(Debug, Default)]
struct Outcome {
    classes: usize,
    tests: usize,
    warnings: Vec<String>,
    /// By test: in how many runs it failed, and with what the first time.
    failed: BTreeMap<String, (usize, String)>,
}

/// Runs the study.
///
/// # Errors
/// When a tool is missing, or tests do not compile at all.
pub fn run(args: &Args) -> Result<Tally> {
    let home = match &args.jdk {
        Some(home) => home.clone(),
        None => only_jdks(&[])?.remove(0),
    };
    let (tools, jars) = (JdkTools::at(&home)?, Jars::find()?);
    let mut all = Tally::default();
    let mut sum = 0;
    println!("library | test classes | tests | warnings | failing in {} runs", args.runs);
    for library in libraries(args)? {
        let name = library.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let outcome = outcome(args, &tools, &jars, &library).with_context(|| format!("suites of {name}"))?;
        let Outcome { classes, tests, warnings, failed } = &outcome;
        println!("{name} | {classes} | {tests} | {} | {}", warnings.len(), failed.len());
        for warning in warnings {
            println!("WARNING: {warning}");
        }
        for (test, (times, why)) in failed {
            println!("FLAKE: {test}, {times} of {} runs: {why}", args.runs);
        }
        sum += tests;
        all.passed += tests.saturating_sub(failed.len());
        all.failed += failed.len() + warnings.len();
    }
    println!("{sum} tests, each run {} times", args.runs);
    Ok(all)
}

/// Folders of libraries with tests, in the order of their names.
fn libraries(args: &Args) -> Result<Vec<PathBuf>> {
    let cannot = || format!("cannot read `{}`: name the folder behind --keep", args.kept.display());
    // Tools run in folders of their own.
    let kept = args.kept.canonicalize().with_context(cannot)?;
    let entries = std::fs::read_dir(kept).with_context(cannot)?;
    let mut folders: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    let is_asked = |folder: &PathBuf| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        folder.join("out/tests").is_dir() && name.contains(&args.only)
    };
    folders.retain(is_asked);
    folders.sort();
    ensure!(!folders.is_empty(), "`{}` has no folder with `out/tests`", args.kept.display());
    Ok(folders)
}

/// Compiles the tests of a library, and runs them as often as is asked for.
fn outcome(args: &Args, tools: &JdkTools, jars: &Jars, library: &Path) -> Result<Outcome> {
    let temporary = TemporaryFolder::new()?;
    let class_path = std::fs::read_to_string(library.join("classpath")).context("no list of jars")?;
    let class_path: Vec<PathBuf> = class_path.trim().split(':').map(PathBuf::from).collect();
    let mut files = Vec::new();
    java_files(&library.join("out/tests"), &mut files)?;
    files.sort();
    let into = temporary.path().join("classes");
    let sources = Sources {
        files,
        class_path: class_path.iter().chain([&jars.junit]).cloned().collect(),
        into: into.clone(),
        release: args.release,
    };
    let compiled = tools.compile(&sources, temporary.path())?;
    ensure!(compiled.succeeded, "tests do not compile:\n{}", compiled.messages.join("\n"));
    let mut outcome = Outcome { classes: sources.files.len(), ..Outcome::default() };
    // Jars have warnings of their own, without a place in a source.
    let of_tests = compiled.warnings().filter(|message| message.contains(".java:"));
    outcome.warnings.extend(of_tests.map(str::to_owned));
    for number in 1..=args.runs {
        let suite = junit::Suite {
            tests: vec![into.clone()],
            class_path: class_path.clone(),
            options: ELSEWHERE.map(str::to_owned).into(),
            parameters: random_order(number),
            executed: None,
        };
        let run = tools.test(jars, &suite, temporary.path(), LIMITS)?;
        ensure!(!run.tests.is_empty(), "no test was run: {:?}\n{}", run.ending, run.output);
        outcome.tests = outcome.tests.max(run.tests.len());
        for test in run.tests {
            if let Verdict::Failed { class, message } = test.verdict {
                let first = message.lines().next().unwrap_or_default();
                let name = format!("{}.{}", test.class, test.name);
                outcome.failed.entry(name).or_insert_with(|| (0, format!("{class}: {first}"))).0 += 1;
            }
        }
    }
    Ok(outcome)
}

/// Parameters of JUnit for an order that `seed` decides.
fn random_order(seed: u64) -> Vec<String> {
    vec![
        "junit.jupiter.testclass.order.default=org.junit.jupiter.api.ClassOrderer$Random".to_owned(),
        "junit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random".to_owned(),
        format!("junit.jupiter.execution.order.random.seed={seed}"),
    ]
}

fn java_files(folder: &Path, into: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            java_files(&path, into)?;
        } else if path.extension().is_some_and(|extension| extension == "java") {
            into.push(path);
        }
    }
    Ok(())
}
