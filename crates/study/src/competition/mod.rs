//! The classes of the Java tool competition of 2022: our suites beside the published figures.
//!
//! Maven fetches the four libraries that the classes come from, in the versions of the competition. Each class is given to `trine java`
//! once for each budget and seed; the suite that it leaves is compiled, run and counted by JaCoCo and PIT, whatever its own record says.
//! What was measured is kept, so that a long campaign can be run in slices:
//!
//! ```text
//! trine-study competition --keep FOLDER --slice 400                 runs what is not there yet, and sums up everything that is
//! trine-study competition --keep FOLDER --projects none             sums up only
//! trine-study competition --classes GUAVA-85,GUAVA-45 --budget 200evals --no-mutants     a short check
//! ```
//!
//! Source of the figures: Gambi, Jahangirova, Riccio, Zampetti, "SBST Tool Competition 2022", and the results that its organizers publish.
//! Deviations: a class is counted with those nested in it; PIT runs its default mutators, and does so on the JDK that is installed,
//! while the competition ran on Java 8.

mod judge;
mod measured;
mod pit;
mod published;
mod shortfall;
mod subjects;
mod summary;

use crate::Tally;
use crate::java::only_jdks;
use anyhow::{Context, Result, ensure};
use clap::Parser;
use measured::{Key, Measured};
use published::Entry;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use subjects::Project;
use trine_native::jdk::JdkTools;
use trine_native::temporary::TemporaryFolder;
use trine_record::GoalRecord;

/// How the study is asked for.
#[derive(Debug, Parser)]
pub struct Args {
    /// Only classes of these libraries: fastjson, guava, seata, spoon; `none` sums up what is kept.
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    projects: Vec<String>,
    /// Only classes with these ids, such as `GUAVA-85`.
    #[arg(long, value_delimiter = ',', value_name = "IDS")]
    classes: Vec<String>,
    /// Every Nth class only.
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// Budgets of a class, as `trine java` reads them.
    #[arg(long, value_delimiter = ',', default_value = "10s")]
    budget: Vec<String>,
    /// Seeds, from 1.
    #[arg(long, default_value_t = 1)]
    seeds: u64,
    /// Leaves PIT out.
    #[arg(long)]
    no_mutants: bool,
    /// Keeps jars, suites and figures in this folder, and takes over what is there.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Begins no further class after so many seconds.
    #[arg(long, value_name = "SECONDS")]
    slice: Option<u64>,
    /// More arguments for the command, such as `--strategy=hybrid`.
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    with: Vec<String>,
    /// A JDK to use instead of the first that is installed.
    #[arg(long, value_name = "FOLDER")]
    jdk: Option<PathBuf>,
    /// The command to judge [default: `trine` beside this program].
    #[arg(long, value_name = "FILE")]
    trine: Option<PathBuf>,
}

/// Runs the study.
///
/// # Errors
/// When a tool is missing, or an id or the name of a library is unknown.
pub fn run(args: &Args) -> Result<Tally> {
    let entries = chosen(args)?;
    let temporary = TemporaryFolder::new()?;
    let keep = match &args.keep {
        Some(keep) => std::path::absolute(keep)?,
        None => temporary.path().to_owned(),
    };
    std::fs::create_dir_all(&keep)?;
    let mut missing = Vec::new();
    if args.projects != ["none"] {
        missing = run_all(args, &entries, &keep)?;
    }
    let all = measured::all(&keep, args)?;
    Ok(summary::print(&entries, &all, &missing, args))
}

/// The classes that are asked for.
fn chosen(args: &Args) -> Result<Vec<Entry>> {
    let mut entries = published::entries();
    for id in &args.classes {
        ensure!(
            entries.iter().any(|entry| entry.id == *id),
            "there is no class `{id}`: ids are such as `{}`",
            entries[0].id
        );
    }
    for name in args.projects.iter().filter(|name| *name != "none") {
        ensure!(
            subjects::PROJECTS.iter().any(|project| project.name == name),
            "there is no library `{name}`: there are fastjson, guava, seata and spoon"
        );
    }
    entries.retain(|entry| {
        let is_of = |name: &String| name == "none" || entry.project() == *name;
        (args.classes.is_empty() || args.classes.contains(&entry.id))
            && (args.projects.is_empty() || args.projects.iter().any(is_of))
    });
    Ok(entries.into_iter().step_by(args.every.max(1)).collect())
}

/// Measures what is not kept yet; gives the classes that cannot be had, with why.
fn run_all(args: &Args, entries: &[Entry], keep: &Path) -> Result<Vec<(String, String)>> {
    let home = match &args.jdk {
        Some(home) => home.clone(),
        None => only_jdks(&[])?.remove(0),
    };
    let bench = Bench {
        args,
        jdk: JdkTools::at(&home)?,
        judge: judge::Judge::new(&home, args.no_mutants, keep)?,
        program: match &args.trine {
            Some(path) => std::path::absolute(path)?,
            None => std::env::current_exe()?.with_file_name("trine"),
        },
        end: args.slice.map(|seconds| Instant::now() + Duration::from_secs(seconds)),
    };
    let mut missing = Vec::new();
    for project in &subjects::PROJECTS {
        let of_project: Vec<&Entry> =
            entries.iter().filter(|entry| entry.project() == project.name).collect();
        if of_project.is_empty() {
            continue;
        }
        match project.class_path(keep) {
            Ok(path) => missing.extend(bench.project(project, &path, &of_project, keep)?),
            Err(error) => {
                let why = format!("{error:#}");
                missing.extend(of_project.iter().map(|entry| (entry.id.clone(), why.clone())));
            }
        }
    }
    Ok(missing)
}

/// The part of `goals.json` that is of interest here.
#[derive(serde::Deserialize)]
struct Goals {
    goals: Vec<GoalRecord>,
}

/// What classes are measured with.
struct Bench<'a> {
    args: &'a Args,
    jdk: JdkTools,
    judge: judge::Judge,
    program: PathBuf,
    end: Option<Instant>,
}

impl Bench<'_> {
    /// Measures the classes of a library; gives those that its jar does not have.
    fn project(
        &self,
        project: &Project,
        path: &[PathBuf],
        entries: &[&Entry],
        keep: &Path,
    ) -> Result<Vec<(String, String)>> {
        let opened = trine_frontend_jvm::Jdk::open(&self.jdk.home)?;
        let classes = trine_frontend_jvm::ClassPath::open(opened, path)?;
        let mut missing = Vec::new();
        for entry in entries {
            if classes.find_class(&entry.class.replace('.', "/"))?.is_none() {
                missing.push((entry.id.clone(), format!("{} does not have it", project.coordinates)));
                continue;
            }
            for (budget, seed) in self
                .args
                .budget
                .iter()
                .flat_map(|budget| (1..=self.args.seeds).map(move |seed| (budget, seed)))
            {
                let key = Key::new(&entry.id, budget, seed, self.args);
                if self.end.is_some_and(|end| Instant::now() >= end) || key.is_kept(keep) {
                    continue;
                }
                let measured = self.measure(entry, path, &key, &key.folder(keep))?;
                println!("{}", measured.line(&entry.class));
                measured.write(keep)?;
            }
        }
        Ok(missing)
    }

    /// One run of the command, and what its suite is worth.
    fn measure(&self, entry: &Entry, path: &[PathBuf], key: &Key, folder: &Path) -> Result<Measured> {
        std::fs::create_dir_all(folder)?;
        let out = folder.join("out");
        let mut trine = Command::new(&self.program);
        trine.args(["java", "--quiet", "--fresh", "--jobs", "1", "--budget", &key.budget]);
        trine.args(["--seed", &key.seed.to_string()]).args(&self.args.with);
        trine.arg("--jdk").arg(&self.jdk.home).arg("--out").arg(&out);
        trine.arg("--class-path").arg(std::env::join_paths(path)?).arg(&entry.class);
        trine.stdin(Stdio::null());
        let begun = Instant::now();
        let ended = trine.output().with_context(|| {
            format!("cannot run {}\n  = help: cargo build -p trine-cli", self.program.display())
        })?;
        let seconds = begun.elapsed().as_secs_f64();
        std::fs::write(folder.join("said"), &ended.stderr)?;
        let text = |name: &str| std::fs::read_to_string(out.join(name)).ok();
        let record = text("run.json").and_then(|text| serde_json::from_str(&text).ok());
        let goals: Vec<Goals> =
            text("goals.json").and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        let goals: Vec<GoalRecord> = goals.into_iter().flat_map(|unit| unit.goals).collect();
        let judged = self.judge.judge(&out.join("tests"), path, &entry.class)?;
        Ok(Measured::new(key, seconds, judged, (record.as_ref(), &goals)))
    }
}
