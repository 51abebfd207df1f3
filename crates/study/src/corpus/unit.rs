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

/// The clock of `/proc`, as every common Linux has it.
const TICKS_PER_SECOND: u64 = 100;

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
    /// The most memory that the process held at any time that it was looked at; 0 where that cannot be known.
    pub peak_kilobytes: u64,
    /// Processor time of the process itself and of those that it started, in milliseconds.
    pub processor: (u64, u64),
}

impl Trine<'_> {
    /// Runs `trine c` on `unit` in the folder `source`, with the results in `out`.
    pub fn run(&self, package: &Package, unit: &str, source: &Path, out: &Path) -> UnitResult {
        let start = Instant::now();
        let mut usage = Usage::default();
        let failure = self
            .try_run(package, unit, source, out, &mut usage)
            .unwrap_or_else(|error| Some(format!("{error:#}")));
        let time = start.elapsed();
        let text = std::fs::read_to_string(out.join("run.json")).ok();
        let record: Option<RunRecord> = text.and_then(|text| serde_json::from_str(&text).ok());
        let text = std::fs::read_to_string(out.join("suite.json")).unwrap_or_default();
        let suite = serde_json::from_str(&text).unwrap_or_default();
        let failure = failure.or_else(|| record.is_none().then(|| "no run.json that can be read".to_owned()));
        let Usage { peak_kilobytes, processor } = usage;
        UnitResult { record, suite, failure, time, peak_kilobytes, processor }
    }

    /// Why the run failed, if it did.
    fn try_run(
        &self,
        package: &Package,
        unit: &str,
        source: &Path,
        out: &Path,
        usage: &mut Usage,
    ) -> Result<Option<String>> {
        let _ = std::fs::remove_dir_all(out);
        std::fs::create_dir_all(out)?;
        let mut command = Command::new(&self.program);
        command.args(["c", unit, "--quiet", "--fresh", "--budget", &self.budget, "--out"]).arg(out);
        command.args(&self.arguments);
        if let Some(limit) = self.functions {
            let mut names = self.functions_of(package, unit, source)?;
            names.truncate(limit);
            if !names.is_empty() {
                command.arg("--function").args(names);
            }
        }
        command.arg("--").args(package.flags);
        let messages = out.with_extension("log");
        command
            .current_dir(source)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(&messages)?);
        let status = wait(&mut command.spawn()?, usage)?;
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
pub(crate) fn wait(child: &mut Child, usage: &mut Usage) -> std::io::Result<ExitStatus> {
    let start = Instant::now();
    loop {
        usage.look(child.id());
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if start.elapsed() >= TIME {
            child.kill()?;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// What a process used, as Linux tells while it is there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    pub(crate) peak_kilobytes: u64,
    /// Of itself, and of the processes that it started and that ended, in milliseconds.
    pub(crate) processor: (u64, u64),
}

impl Usage {
    fn look(&mut self, process: u32) {
        let read =
            |file: &str| std::fs::read_to_string(format!("/proc/{process}/{file}")).unwrap_or_default();
        let status = read("status");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|text| text.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0);
        self.peak_kilobytes = self.peak_kilobytes.max(peak);
        let stat = read("stat");
        // Behind the name in parentheses: state first, then numbers; user and system time are the 14th to 17th of all.
        let fields = stat.rsplit_once(") ").map_or("", |(_, fields)| fields);
        let ticks: Vec<u64> =
            fields.split(' ').skip(11).take(4).filter_map(|text| text.parse().ok()).collect();
        if let [user, system, user_of_others, system_of_others] = ticks[..] {
            let milliseconds = |ticks: u64| ticks * 1000 / TICKS_PER_SECOND;
            let own = milliseconds(user + system).max(self.processor.0);
            self.processor = (own, milliseconds(user_of_others + system_of_others).max(self.processor.1));
        }
    }
}

fn last_lines(stderr: &str) -> String {
    let lines: Vec<&str> = stderr.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(4)..].join(" | ")
}
