//! The speed of our machine on small Java programs, beside that of `java -Xint` and `java`.
//!
//! Times are the least of three runs, without what a program takes that does nothing: start of the JVM there, reset and
//! start of `main` here. They are times of the processor, as Linux tells them, so that a busy machine does not count; for the
//! JVM these include its collector and its compiler. A program that gives another sum than `java` fails; a slow one does not.

use crate::Tally;
use crate::java::{jvm, only_jdks};
use anyhow::{Context, Result, anyhow, ensure};
use clap::Parser;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use trine_frontend_jvm::Jdk;
use trine_jdk::{Ending, Launcher};
use trine_native::temporary::TemporaryFolder;

const SOURCE: &str = include_str!("../../jdk/tests/java/Speed.java");

/// What is measured; the first one does nothing.
const PROGRAMS: [&str; 9] = [
    "nothing",
    "int-loops",
    "array-sort",
    "string-building",
    "hash-map",
    "interface-calls",
    "allocation",
    "recursion",
    "exceptions",
];

/// Forks whose time is taken.
const FORKS: u32 = 50;

/// Runs of each program.
const RUNS: usize = 3;

/// How the study is asked for.
#[derive(Debug, Parser)]
pub struct Args {
    /// A JDK to use instead of those that are installed.
    #[arg(long, value_name = "FOLDER")]
    jdk: Vec<PathBuf>,
}

/// Runs the study.
pub fn run(args: &Args) -> Result<Tally> {
    let mut tally = Tally::default();
    for home in only_jdks(&args.jdk)? {
        let jdk = jvm::Tools::new(&home)?;
        let folder = TemporaryFolder::new()?;
        let source = folder.path().join("Speed.java");
        std::fs::write(&source, SOURCE)?;
        let output = jdk.tool("javac").arg("-d").arg(folder.path()).arg(&source).output()?;
        ensure!(output.status.success(), "javac refuses the programs");
        let (begun, begun_here) = (Instant::now(), processor()?);
        let mut launcher =
            Launcher::new(Jdk::open(&jdk.home)?, &[folder.path().to_owned()], trine_jdk::config())
                .map_err(|error| anyhow!("the machine does not boot {}: {error}", jdk.name))?;
        let (boot, boot_here) = (begun.elapsed(), processor()?.saturating_sub(begun_here));
        let (fork, fork_here) = fork(&mut launcher)?;
        println!(
            "{}: boot {:.0} ms ({:.0} of the processor), fork {:.3} ms ({:.3} of the processor)",
            jdk.name,
            millis(boot),
            millis(boot_here),
            millis(fork),
            millis(fork_here)
        );
        println!("program | ours ms | java -Xint ms | java ms | ours / -Xint | million steps");
        let mut base = None;
        for name in PROGRAMS {
            let (sum, ours, steps) = here(&mut launcher, name)?;
            let (expected, slow) = there(&jdk, folder.path(), name, &["-Xint"])?;
            let (_, fast) = there(&jdk, folder.path(), name, &[])?;
            match sum == expected {
                true => tally.passed += 1,
                false => tally.failed += 1,
            }
            let (ours_base, slow_base, fast_base) = *base.get_or_insert((ours, slow, fast));
            let [ours, slow, fast] = [(ours, ours_base), (slow, slow_base), (fast, fast_base)]
                .map(|(time, base)| millis(time.saturating_sub(base)));
            let ratio = if slow > 0.0 { format!("{:.1}", ours / slow) } else { "-".to_owned() };
            println!("{name} | {ours:.0} | {slow:.0} | {fast:.0} | {ratio} | {}", steps / 1_000_000);
        }
    }
    Ok(tally)
}

/// The mean time of a fork of the booted machine, after it ran a program: on the clock, and of the processor. Each fork is used.
fn fork(launcher: &mut Launcher) -> Result<(Duration, Duration)> {
    let (_, _, _) = here(launcher, "nothing")?;
    let (begun, begun_here) = (Instant::now(), processor()?);
    // All at once: the account of the processor is kept from one tick of the clock to the next.
    let forks: Vec<Launcher> = (0..FORKS).map(|_| launcher.fork()).collect();
    let (whole, whole_here) = (begun.elapsed(), processor()?.saturating_sub(begun_here));
    for mut fork in forks {
        let outcome = fork.run("Speed", &["nothing".to_owned()], &[]).map_err(|error| anyhow!("{error}"))?;
        ensure!(outcome.ending == Ending::Code(0), "a fork ends with {:?}", outcome.ending);
    }
    Ok((whole / FORKS, whole_here / FORKS))
}

/// What this thread has had of the processor.
fn processor() -> Result<Duration> {
    let file = "/proc/thread-self/schedstat";
    let told = std::fs::read_to_string(file).with_context(|| format!("no `{file}`: this needs Linux"))?;
    let nanoseconds = told.split_whitespace().next().and_then(|word| word.parse().ok());
    Ok(Duration::from_nanos(nanoseconds.with_context(|| format!("`{file}` says `{told}`"))?))
}

/// What the processes that this one started and waited for have had of the processor.
fn processor_of_children() -> Result<Duration> {
    /// Milliseconds of a tick, of which Linux has 100 a second for programs.
    const TICK: u64 = 10;
    let file = "/proc/self/stat";
    let told = std::fs::read_to_string(file).with_context(|| format!("no `{file}`: this needs Linux"))?;
    // Behind the name, which may hold anything: state is field 3, and times of children are fields 16 and 17.
    let fields = told.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
    let ticks: Vec<u64> = fields.skip(13).take(2).filter_map(|word| word.parse().ok()).collect();
    ensure!(ticks.len() == 2, "`{file}` says `{told}`");
    Ok(Duration::from_millis(TICK * (ticks[0] + ticks[1])))
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// What a program prints in our machine, its least time, and its steps.
fn here(launcher: &mut Launcher, name: &str) -> Result<(String, Duration, u64)> {
    let mut least: Option<(String, Duration, u64)> = None;
    for _ in 0..RUNS {
        let begun = processor()?;
        let outcome = launcher.run("Speed", &[name.to_owned()], &[]).map_err(|error| anyhow!("{error}"))?;
        let time = processor()?.saturating_sub(begun);
        ensure!(outcome.ending == Ending::Code(0), "`{name}` ends with {:?}", outcome.ending);
        if least.as_ref().is_none_or(|(_, known, _)| time < *known) {
            let out = String::from_utf8_lossy(&outcome.out).into_owned();
            least = Some((out, time, outcome.steps));
        }
    }
    least.context("no run")
}

fn there(jdk: &jvm::Tools, folder: &Path, name: &str, options: &[&str]) -> Result<(String, Duration)> {
    let mut least: Option<(String, Duration)> = None;
    for _ in 0..RUNS {
        let mut java = jdk.tool("java");
        java.arg("-Xmx512m").args(options).arg("-cp").arg(folder).args(["Speed", name]);
        let begun = processor_of_children()?;
        let output = java.output().context("java does not start")?;
        let time = processor_of_children()?.saturating_sub(begun);
        if least.as_ref().is_none_or(|(_, known)| time < *known) {
            least = Some((String::from_utf8_lossy(&output.stdout).into_owned(), time));
        }
    }
    least.context("no run")
}
