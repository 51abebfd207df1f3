//! Java programs in our machine against the JVM: what they print, how they exit, what they throw.
//!
//! | programs | from |
//! |---|---|
//! | written by hand | `crates/jdk/tests/java/programs`, by topic; the first line may name the least release |
//! | generated | [`generate`], by `--programs` and `--seed` |
//! | damaged class files | [`damaged`], by `--damaged`: whether reading, linking and lowering come to an end |
//!
//! With `--repeat` they are compared with themselves: [`determinism`]. With `--coverage` their coverage is compared with what JaCoCo counts: [`cover`].
//!
//! Each JDK compiles the programs for several releases. One JVM runs all but those that exit, class after class, and
//! so does one machine; the native results are made when the study runs. `crates/jdk/tests/java/differing.txt` lists what is known to differ.

mod cover;
mod damaged;
mod determinism;
mod generate;
pub(crate) mod jvm;
mod ours;
mod programs;

use crate::Tally;
use anyhow::{Context, Result, bail};
use clap::Parser;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use trine_native::temporary::TemporaryFolder;

/// How the study is asked for.
#[derive(Debug, Parser)]
pub struct Args {
    /// Generated programs to compare; the programs of the repository are left out.
    #[arg(long, value_name = "N")]
    programs: Option<usize>,
    /// Damaged class files to read, link and lower; no program is run.
    #[arg(long, value_name = "N")]
    damaged: Option<usize>,
    /// Seed of what is generated or damaged.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only programs whose topic or name contains this text.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// A JDK to use instead of those that are installed.
    #[arg(long, value_name = "FOLDER")]
    jdk: Vec<PathBuf>,
    /// Compares what is compiled for this release of Java only.
    #[arg(long, value_name = "RELEASE")]
    release: Option<u32>,
    /// Writes the sources and both outputs of programs that differ into this folder.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Compares coverage with JaCoCo's: of the programs of the repository, and of those written one per rule of JaCoCo.
    #[arg(long)]
    coverage: bool,
    /// Compares the coverage of all classes of this jar with JaCoCo's, after a run of the driver.
    #[arg(long, value_name = "JAR", requires = "driver")]
    library: Option<PathBuf>,
    /// The Java file whose `main` uses the library.
    #[arg(long, value_name = "FILE")]
    driver: Option<PathBuf>,
    /// Runs each program so often by one worker and by four, and compares the runs with each other.
    #[arg(long, value_name = "RUNS")]
    repeat: Option<usize>,
    /// Every third program only.
    #[arg(long)]
    sample: bool,
}

/// A program to compare.
#[derive(Clone, Debug)]
struct Subject {
    name: String,
    topic: String,
    source: String,
    /// The least release that it can be compiled for.
    release: u32,
    /// Whether it must have a process of its own.
    exits: bool,
}

/// What a program did.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Behaviour {
    out: String,
    /// What it threw and did not catch: class and message.
    thrown: Option<String>,
    /// Its exit code, where it had a process of its own.
    code: Option<i32>,
}

/// Where JDKs are installed.
const INSTALLED: &str = "/usr/lib/jvm";

/// Runs the study.
pub fn run(args: &Args) -> Result<Tally> {
    let homes = only_jdks(&args.jdk)?;
    if let Some(count) = args.damaged {
        return damaged::run(&homes, count, args.seed);
    }
    if let (Some(library), Some(driver)) = (&args.library, &args.driver) {
        return cover::of_library(&homes, library, driver);
    }
    let mut subjects = match args.programs {
        Some(count) => programs::generated(count, args.seed),
        None => programs::of_repository()?,
    };
    if args.coverage && args.programs.is_none() {
        subjects.extend(cover::programs()?);
    }
    subjects.retain(|subject| subject.name.contains(&args.only) || subject.topic.contains(&args.only));
    if args.sample {
        subjects = subjects.into_iter().step_by(3).collect();
    }
    let known = programs::known_to_differ()?;
    if args.coverage {
        return cover::run(&homes, &subjects, &known);
    }
    if let Some(runs) = args.repeat {
        return determinism::run(&homes, &subjects, runs.max(1));
    }
    let mut tally = Tally::default();
    for home in &homes {
        let jdk = jvm::Tools::new(home)?;
        let is_asked = |release: &u32| args.release.is_none_or(|asked| asked == *release);
        for release in jdk.releases().into_iter().filter(is_asked) {
            let one = compare(&jdk, release, (&subjects, &known), args.keep.as_deref())?;
            tally.passed += one.passed;
            tally.failed += one.failed;
        }
    }
    Ok(tally)
}

/// The JDKs asked for, or those that are installed.
pub(crate) fn only_jdks(asked: &[PathBuf]) -> Result<Vec<PathBuf>> {
    if !asked.is_empty() {
        return Ok(asked.to_vec());
    }
    let entries = std::fs::read_dir(INSTALLED).with_context(|| format!("no JDK in `{INSTALLED}`"))?;
    let mut homes: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok()?.path().canonicalize().ok())
        .filter(|home| home.join("bin").join("javac").is_file())
        .collect();
    homes.sort();
    homes.dedup();
    if homes.is_empty() {
        bail!("no JDK in `{INSTALLED}`: run scripts/setup.sh --tests, or name one by --jdk");
    }
    Ok(homes)
}

/// Compares the programs that `jdk` can compile for `release`; those `known` to differ may do so.
fn compare(
    jdk: &jvm::Tools,
    release: u32,
    (all, known): (&[Subject], &BTreeMap<String, String>),
    keep: Option<&Path>,
) -> Result<Tally> {
    let subjects: Vec<&Subject> = all.iter().filter(|subject| subject.release <= release).collect();
    let mut tally = Tally::default();
    if subjects.is_empty() {
        return Ok(tally);
    }
    let folder = TemporaryFolder::new()?;
    let (classes, subjects) = jdk.compile(&subjects, release, folder.path())?;
    let expected = jdk.behaviours(&subjects, &classes, folder.path())?;
    let found = ours::behaviours(jdk, &subjects, &classes)?;
    let (mut unsupported, mut expected_to_differ) = (Vec::new(), 0);
    for ((subject, expected), found) in subjects.iter().zip(&expected).zip(&found) {
        let difference = match found {
            Ok(found) if found == expected => {
                tally.passed += 1;
                continue;
            }
            Ok(found) => difference(expected, found),
            Err(why) => {
                let is_known = known.contains_key(&format!("{}/{}", subject.topic, subject.name));
                unsupported.extend((!is_known).then_some(()));
                why.clone()
            }
        };
        let name = format!("{}/{}", subject.topic, subject.name);
        if let Some(why) = known.get(&name) {
            expected_to_differ += 1;
            println!("{} release {release}: {name}, known to differ: {why}", jdk.name);
            continue;
        }
        tally.failed += 1;
        println!("{} release {release}: {name}: {difference}", jdk.name);
        if let Some(keep) = keep {
            let base = keep.join(format!("{}-{release}-{}", jdk.name, subject.name));
            std::fs::create_dir_all(&base)?;
            std::fs::write(base.join(format!("{}.java", subject.name)), &subject.source)?;
            std::fs::write(base.join("java.txt"), format!("{expected:?}"))?;
            std::fs::write(base.join("ours.txt"), format!("{found:?}"))?;
        }
    }
    println!(
        "{} release {release}: {} programs, {} agree, {expected_to_differ} known to differ, {} differ, {} not supported",
        jdk.name,
        subjects.len(),
        tally.passed,
        tally.failed - unsupported.len(),
        unsupported.len()
    );
    Ok(tally)
}

/// The first line in which two behaviours differ.
fn difference(expected: &Behaviour, found: &Behaviour) -> String {
    let lines = expected.out.lines().map(Some).chain(std::iter::repeat(None));
    let pairs = lines.zip(found.out.lines().map(Some).chain(std::iter::repeat(None)));
    let mut pairs = pairs.take_while(|(a, b)| a.is_some() || b.is_some());
    if let Some((a, b)) = pairs.find(|(a, b)| a != b) {
        return format!("java {a:?}, ours {b:?}");
    }
    if expected.thrown != found.thrown {
        return format!("java throws {:?}, ours {:?}", expected.thrown, found.thrown);
    }
    format!("java exits with {:?}, ours with {:?}", expected.code, found.code)
}
