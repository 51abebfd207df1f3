//! Emitted suites run natively against faults made in the source text: which share they notice.
//!
//! A fault whose optimised code is that of the original is none (trivial compiler equivalence: Papadakis et al., ICSE 2015); of the rest, those
//! whose tests still pass are alive, and may still be equivalent.

use super::faults::{Fault, Kind, faults};
use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use trine_base::Stream;

/// Seconds after which a run counts as endless.
const RUN_SECONDS: &str = "10";

/// What became of the faults of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Those that compile and differ from the original.
    pub made: usize,
    /// Those that a test notices.
    pub killed: usize,
}

/// Figures of one suite.
pub type Counts = BTreeMap<Kind, Count>;

/// One emitted test file, and the source that it includes.
struct Suite {
    folder: PathBuf,
    name: String,
    text: String,
    include: String,
    source: PathBuf,
}

/// Runs the suite of `test`, a file in the folder `tests` of what `trine c` wrote, against at most `most` faults; `list` gets those alive.
///
/// # Errors
/// When the folder is not one, or its suite does not build and pass as it is.
pub fn measure(test: &Path, most: usize, seed: u64, list: &mut dyn FnMut(String)) -> Result<Counts> {
    let suite = Suite::read(test)?;
    let source = std::fs::read_to_string(&suite.source)
        .with_context(|| format!("{}: the source under test", suite.source.display()))?;
    let out = suite.folder.parent().context("the folder of the results")?;
    let covered = covered_lines(&out.join("lcov.info"), &suite.source)?;
    let work = out.join("mutant");
    let _ = std::fs::remove_dir_all(&work);
    std::fs::create_dir_all(&work)?;
    for entry in std::fs::read_dir(&suite.folder)? {
        let path = entry?.path();
        let is_text = path.extension().is_some_and(|kind| kind == "c" || kind == "h");
        if is_text || path.file_name().is_some_and(|name| name == "Makefile") {
            std::fs::copy(&path, work.join(path.file_name().context("a file")?))?;
        }
    }
    let original = suite.assembly(&work, &source)?.context("the source does not compile")?;
    if suite.fails(&work, &source)? != Some(false) {
        bail!("{}: the suite does not build and pass as it is", test.display());
    }
    let mut chosen = faults(&source, &covered);
    let mut stream = Stream::new(seed, "faults");
    while chosen.len() > most {
        chosen.remove(stream.position(chosen.len()));
    }
    let mut counts = Counts::new();
    for fault in &chosen {
        let text = fault.made_in(&source);
        let Some(code) = suite.assembly(&work, &text)? else { continue };
        if code == original {
            continue;
        }
        let Some(fails) = suite.fails(&work, &text)? else { continue };
        let count = counts.entry(fault.kind).or_default();
        count.made += 1;
        count.killed += usize::from(fails);
        if !fails {
            list(alive(&suite, fault, &source));
        }
    }
    let _ = std::fs::remove_dir_all(&work);
    Ok(counts)
}

fn alive(suite: &Suite, fault: &Fault, source: &str) -> String {
    format!("{}:{}: {}: {}", suite.source.display(), fault.line, fault.kind.name(), fault.shown(source))
}

impl Suite {
    fn read(test: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(test)?;
        let folder = test.parent().context("the folder of the tests")?.to_owned();
        let mut included =
            text.lines().filter_map(|line| line.strip_prefix("#include \"")?.strip_suffix('"'));
        let include = included
            .find(|path| path.ends_with(".c"))
            .with_context(|| format!("{}: no source is included", test.display()))?
            .to_owned();
        let source = folder.join(&include);
        let name = test.file_stem().context("a test file")?.to_string_lossy().into_owned();
        Ok(Self { folder, name, text, include, source })
    }

    /// Puts the source `text` into the folder `work`, where the tests include it.
    fn lay_out(&self, work: &Path, text: &str) -> Result<()> {
        std::fs::write(work.join("under_test.c"), text)?;
        let with = self.text.replace(&format!("#include \"{}\"", self.include), "#include \"under_test.c\"");
        std::fs::write(work.join(format!("{}.c", self.name)), with)?;
        Ok(())
    }

    fn flags(&self) -> Result<String> {
        let beside = self.source.parent().context("the folder of the source")?.canonicalize()?;
        Ok(format!("-w -iquote {}", beside.display()))
    }

    /// The optimised code of the tests with the source `text` in them; none where it does not compile.
    fn assembly(&self, work: &Path, text: &str) -> Result<Option<Vec<u8>>> {
        self.lay_out(work, text)?;
        let object = work.join(format!("{}.0.o", self.name));
        let _ = std::fs::remove_file(&object);
        let made = self.make(work, &format!("{}.0.o", self.name), &format!("-O2 -g0 {}", self.flags()?))?;
        let code = if made { std::fs::read(&object).ok() } else { None };
        let _ = std::fs::remove_file(&object);
        Ok(code)
    }

    /// Whether the tests fail with the source `text`; none where they do not build.
    fn fails(&self, work: &Path, text: &str) -> Result<Option<bool>> {
        self.lay_out(work, text)?;
        let _ = std::fs::remove_file(work.join(format!("{}.0.o", self.name)));
        let _ = std::fs::remove_file(work.join(&self.name));
        if !self.make(work, &self.name, &format!("-O0 -g0 {}", self.flags()?))? {
            return Ok(None);
        }
        let status = Command::new("timeout")
            .args(["-k", "1", RUN_SECONDS, &format!("./{}", self.name)])
            .current_dir(work)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        Ok(Some(!status.success()))
    }

    fn make(&self, work: &Path, target: &str, flags: &str) -> Result<bool> {
        let made = Command::new("make")
            .args(["-s", target, &format!("CFLAGS={flags}")])
            .current_dir(work)
            .stdin(Stdio::null())
            .output()?;
        Ok(made.status.success())
    }
}

/// The lines of `source` that `lcov.info` says are executed.
fn covered_lines(lcov: &Path, source: &Path) -> Result<BTreeSet<usize>> {
    let text = std::fs::read_to_string(lcov).with_context(|| format!("{}: coverage", lcov.display()))?;
    let mut is_ours = false;
    let mut lines = BTreeSet::new();
    for line in text.lines() {
        if let Some(path) = line.strip_prefix("SF:") {
            is_ours = Path::new(path).file_name() == source.file_name();
        }
        let Some((number, count)) = line.strip_prefix("DA:").and_then(|data| data.split_once(',')) else {
            continue;
        };
        if is_ours && count.split(',').next() != Some("0") {
            lines.insert(number.parse()?);
        }
    }
    Ok(lines)
}
