//! One unit: the `trine` command run on it, and the record that it leaves.

use super::packages::Package;
use anyhow::Result;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use trine_native::clang::Toolchain;
use trine_record::{RunRecord, Suite};

/// A run that takes longer than this does not end by itself.
const TIME: Duration = Duration::from_secs(3600);

/// How `trine` is run.
pub struct Trine<'a> {
    /// The program.
    pub program: PathBuf,
    /// The compiler it will find too.
    pub toolchain: &'a Toolchain,
    /// Budget per function, as `--budget` takes it.
    pub budget: String,
    /// At most so many functions per unit.
    pub functions: Option<usize>,
    /// Further arguments.
    pub arguments: Vec<String>,
}

/// What came of a unit.
pub struct UnitResult {
    /// What the run left.
    pub record: Option<RunRecord>,
    /// The tests that it left.
    pub suite: Suite,
    /// Why the run failed, if it did: a run that found a bug of Trine in itself leaves a record too.
    pub failure: Option<String>,
    /// How long the run took.
    pub time: Duration,
}

impl Trine<'_> {
    /// Runs `trine c` on `unit` in the folder `source`, with the results in `out`.
    pub fn run(&self, package: &Package, unit: &str, source: &Path, out: &Path) -> UnitResult {
        let start = Instant::now();
        let failure =
            self.try_run(package, unit, source, out).unwrap_or_else(|error| Some(format!("{error:#}")));
        let time = start.elapsed();
        let text = std::fs::read_to_string(out.join("run.json")).ok();
        let record: Option<RunRecord> = text.and_then(|text| serde_json::from_str(&text).ok());
        let text = std::fs::read_to_string(out.join("suite.json")).unwrap_or_default();
        let suite = serde_json::from_str(&text).unwrap_or_default();
        let failure = failure.or_else(|| record.is_none().then(|| "no run.json that can be read".to_owned()));
        UnitResult { record, suite, failure, time }
    }

    /// Why the run failed, if it did.
    fn try_run(&self, package: &Package, unit: &str, source: &Path, out: &Path) -> Result<Option<String>> {
        let _ = std::fs::remove_dir_all(out);
        std::fs::create_dir_all(out)?;
        let mut command = Command::new(&self.program);
        command.args(["c", unit, "--quiet", "--fresh", "--budget", &self.budget, "--out"]).arg(out);
        command.args(&self.arguments);
        if let Some(limit) = self.functions {
            let mut names = self.functions_of(package, unit, source)?;
            names.truncate(limit);
            command.arg("--function").args(names);
        }
        command.arg("--").args(package.flags);
        let messages = out.with_extension("log");
        command
            .current_dir(source)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(&messages)?);
        let status = wait(&mut command.spawn()?)?;
        Ok(match status.code() {
            // 2: done, and inputs that crash the code were found.
            Some(0 | 2) => None,
            _ => Some(format!("{status} {}", last_lines(&std::fs::read_to_string(messages)?))),
        })
    }

    /// The names of the functions that `unit` defines, in source order.
    ///
    /// # Errors
    /// When it does not compile, or cannot be read.
    pub fn functions_of(&self, package: &Package, unit: &str, source: &Path) -> Result<Vec<String>> {
        let flags: Vec<String> = package.flags.iter().map(|&flag| flag.to_owned()).collect();
        let text = self.toolchain.compile_to_ir(Path::new(unit), &flags, Some(source))?;
        let loaded = trine_frontend_llvm::load(vec![(unit.to_owned(), text)])?;
        let defined = loaded.api.callables.iter_enumerated().filter(|&(id, callable)| {
            let function = loaded.function(id);
            Path::new(&callable.unit).ends_with(unit)
                && function.is_some_and(|id| loaded.program.callables[id].defined)
        });
        let mut found: Vec<_> = defined
            .map(|(_, callable)| (callable.span.map(|span| span.start), callable.name.clone()))
            .collect();
        found.sort();
        Ok(found.into_iter().map(|(_, name)| name).collect())
    }
}

/// How the run ended; it is stopped when it does not end by itself.
fn wait(child: &mut Child) -> std::io::Result<ExitStatus> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if start.elapsed() >= TIME {
            child.kill()?;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn last_lines(stderr: &str) -> String {
    let lines: Vec<&str> = stderr.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(4)..].join(" | ")
}
