//! One library: its jar, its classes, and the command run over them.

use super::Args;
use crate::java::jvm;
use crate::java_tests::artefact::{Artefact, class_path};
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use trine_native::temporary::TemporaryFolder;
use trine_record::RunRecord;

/// What came of a library.
pub(super) struct Outcome {
    /// The record of the run.
    pub record: RunRecord,
    /// Wall-clock time.
    pub time: Duration,
    /// What the command said of tests that it took out, and of bugs of its own.
    pub said: String,
    /// What came of running the tests again, where that was asked for; why they were not run.
    pub flakes: Option<Result<super::flakes::Flakes, String>>,
}

/// Tests the classes of `artefact`.
pub(super) fn run(args: &Args, jdk: &jvm::Tools, artefact: &Artefact, with: &[Artefact]) -> Result<Outcome> {
    let temporary = TemporaryFolder::new()?;
    let folder = match &args.keep {
        // Maven runs in a folder of its own.
        Some(keep) => std::path::absolute(keep)?.join(&artefact.name),
        None => temporary.path().to_owned(),
    };
    std::fs::create_dir_all(&folder)?;
    let path = class_path(artefact, "", with, &folder)?;
    let jar = artefact.jar("", &path)?;
    let all = top_level_classes(jdk, &jar)?.into_iter();
    let classes: Vec<String> =
        all.filter(|name| name.contains(&args.only)).step_by(args.every.max(1)).collect();
    ensure!(!classes.is_empty(), "{artefact} has no class that is asked for");
    let program = match &args.trine {
        Some(path) => path.clone(),
        None => std::env::current_exe()?.with_file_name("trine"),
    };
    let out = folder.join("out");
    let said = folder.join("said");
    let mut trine = Command::new(&program);
    trine.args(["java", "--quiet", "--budget", &args.budget, "--seed", &args.seed.to_string()]);
    trine.args(["--jobs", &args.jobs.to_string()]).arg("--jdk").arg(&jdk.home).arg("--out").arg(&out);
    if let Some(memory) = &args.memory {
        trine.args(["--memory", memory]);
    }
    trine.arg("--class-path").arg(std::env::join_paths(&path)?).args(&classes);
    trine.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(&said)?);
    let begun = Instant::now();
    let status = trine
        .status()
        .with_context(|| format!("cannot run {}\n  = help: cargo build -p trine-cli", program.display()))?;
    let time = begun.elapsed();
    let said = std::fs::read_to_string(&said)?;
    let Ok(text) = std::fs::read_to_string(out.join("run.json")) else {
        bail!("{artefact}: the command left no record and ended with {status}: {said}");
    };
    let flakes = match args.flakes {
        0 => None,
        runs => {
            let flakes = super::flakes::run(&jdk.home, &out.join("tests"), &path, runs, &folder);
            Some(flakes.map_err(|error| format!("{artefact}: {error:#}")))
        }
    };
    Ok(Outcome { record: serde_json::from_str(&text)?, time, said, flakes })
}

/// Names of the top-level classes of the jar, as sources have them.
///
/// # Errors
/// When the JDK or the jar cannot be read.
pub(crate) fn top_level_classes(jdk: &jvm::Tools, jar: &Path) -> Result<Vec<String>> {
    let opened = trine_frontend_jvm::Jdk::open(&jdk.home)?;
    let path = trine_frontend_jvm::ClassPath::open(opened, &[PathBuf::from(jar)])?;
    let names: BTreeSet<String> = path.classes()?;
    let is_nested = |name: &str| name.match_indices('$').any(|(at, _)| names.contains(&name[..at]));
    let is_class = |name: &str| !name.ends_with("-info") && !is_nested(name);
    Ok(names.iter().filter(|name| is_class(name)).map(|name| name.replace('/', ".")).collect())
}
