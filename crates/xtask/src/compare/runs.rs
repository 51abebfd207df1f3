//! The runs that both programs are put through: filetests, examples, and units of packages.

use super::builds::Builds;
use super::checkout::checked;
use super::difference::{Difference, between};
use anyhow::{Result, anyhow, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use trine_filetests::{Case, cases_folder};

/// Evaluations for each function of an example or of a package.
const BUDGET: &str = "5000evals";

/// One run of the command, to be made by both programs.
#[derive(Debug)]
pub struct Run {
    /// What it is called, and the folder of its results.
    pub name: String,
    /// Arguments but for the folder of the results.
    arguments: Vec<String>,
}

/// The runs over filetests and examples, and the number of cases that are not the same in both trees.
///
/// # Errors
/// When a case cannot be read.
pub fn all(root: &Path, builds: &Builds) -> Result<(Vec<Run>, usize)> {
    let mut runs = examples(root, builds)?;
    let mut unlike = 0;
    for case in Case::read_all(&cases_folder()).map_err(|error| anyhow!("{error}"))? {
        let path = case.path.strip_prefix(root).unwrap_or(&case.path);
        if !builds.has_same_program(path) {
            unlike += 1;
            continue;
        }
        for criterion in case.criteria_to_run() {
            for strategy in &case.strategies {
                let name = format!("filetests/{}-{criterion}-{strategy}", case.name);
                runs.push(Run { name, arguments: case.arguments(criterion, strategy, root) });
            }
        }
    }
    Ok((runs, unlike))
}

fn examples(root: &Path, builds: &Builds) -> Result<Vec<Run>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(root.join("examples"))?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    paths.sort();
    let mut runs = Vec::new();
    for path in paths {
        let path = path.strip_prefix(root)?.to_owned();
        for criterion in ["branch", "mcdc"].into_iter().filter(|_| builds.has_same_program(&path)) {
            let name = format!("{}-{criterion}", path.with_extension("").display());
            let path = path.display().to_string();
            let arguments = ["c", &path, "--criterion", criterion, "--budget", BUDGET, "--jobs", "1"];
            runs.push(Run { name, arguments: arguments.map(str::to_owned).to_vec() });
        }
    }
    Ok(runs)
}

impl Run {
    /// One that runs nothing, for tests.
    #[cfg(test)]
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), arguments: Vec::new() }
    }
}

/// Makes all runs with both programs, on all cores, as far as they begin before `end`: how many these were, and which came out differently, by
/// name.
///
/// # Errors
/// When a program cannot be started or results cannot be read.
pub fn compare(
    builds: &Builds,
    runs: &[Run],
    native: bool,
    end: Option<Instant>,
) -> Result<(usize, Vec<Difference>)> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let work = || -> Result<()> {
        let is_over = || end.is_some_and(|end| Instant::now() >= end);
        while !is_over()
            && let Some(run) = runs.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let what = compare_one(builds, run, native)?;
            if !what.is_empty() {
                let difference = Difference { run: run.name.clone(), what };
                found.lock().expect("no worker panics").push(difference);
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("no worker panics"))
    })?;
    let mut found = found.into_inner().expect("no worker panics");
    found.sort_by(|one, other| one.run.cmp(&other.run));
    Ok((next.into_inner().min(runs.len()), found))
}

fn compare_one(builds: &Builds, run: &Run, native: bool) -> Result<Vec<String>> {
    let [old, new] = [("old", &builds.old), ("new", &builds.new)].map(|(which, program)| {
        let out = builds.results(which).join(&run.name);
        // What an earlier comparison left; there may be nothing.
        let _ = fs::remove_dir_all(&out);
        let mut command = Command::new(program);
        command.args(&run.arguments).args(["--quiet", "--fresh"]).args((!native).then_some("--no-native"));
        command.arg("--out").arg(&out).current_dir(&builds.root);
        let quiet = || Stdio::null();
        let status = command.stdin(quiet()).stdout(quiet()).stderr(quiet()).status()?;
        Ok::<_, std::io::Error>((out, status.code()))
    });
    let ((old, old_code), (new, new_code)) = (old?, new?);
    let mut what = between(&old, &new)?;
    // Two programs that both refuse a command line agree about nothing.
    if [&old, &new].iter().any(|out| !out.join("run.json").exists()) {
        what.push(format!("nothing was run: exit code {old_code:?}, now {new_code:?}"));
    }
    if old_code != new_code {
        what.push(format!("exit code {old_code:?}, now {new_code:?}"));
    }
    Ok(what)
}

/// Runs both programs on a seeded sample of units of packages, through the study that fetches them; the number of
/// units, and those that came out differently.
///
/// # Errors
/// When the packages cannot be fetched or the study fails to start.
pub fn corpus(builds: &Builds, units: usize, seed: u64) -> Result<(usize, Vec<Difference>)> {
    for (which, program) in [("old", &builds.old), ("new", &builds.new)] {
        let out = builds.results(which).join("corpus");
        let _ = fs::remove_dir_all(&out);
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(["run", "--quiet", "--package", "trine-study", "--", "corpus", "--evaluations"]);
        command.arg(BUDGET.trim_end_matches("evals"));
        command.args(["--functions", "5", "--sample", &units.to_string(), "--seed", &seed.to_string()]);
        command.arg("--trine").arg(program).arg("--results").arg(&out).current_dir(&builds.root);
        // A study that stopped half-way leaves units behind that can be compared all the same.
        if let Err(error) = checked(&mut command) {
            eprintln!("compare: {which}: {error:#}");
        }
    }
    let mut units = Vec::new();
    for which in ["old", "new"] {
        for package in subfolders(&builds.results(which).join("corpus")) {
            units.extend(subfolders(&package).into_iter().filter_map(|unit| {
                let name = Path::new(package.file_name()?).join(unit.file_name()?);
                Some(Path::new("corpus").join(name))
            }));
        }
    }
    units.sort();
    units.dedup();
    if units.is_empty() {
        bail!("the sample of packages is empty: what the study said stands above");
    }
    let mut found = Vec::new();
    for unit in &units {
        let what = between(&builds.results("old").join(unit), &builds.results("new").join(unit))?;
        if !what.is_empty() {
            found.push(Difference { run: unit.display().to_string(), what });
        }
    }
    Ok((units.len(), found))
}

fn subfolders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}
