//! Are the values right that open goals name? The nearest test is run natively, over a source that tells its operands.
//!
//! Each file is given to the command; of its open goals it is counted how many name the condition at which the nearest test went another
//! way, with values. A sample of them is checked by a referee that shares nothing with our machine: the source is compiled by clang with a
//! probe before each of the conditions ([`probe`]), the emitted test is run, and the values of the evaluation that the record names are
//! compared. Libraries of Java are checked likewise in a JVM ([`java`]). Where the nearest test ends on its way it is the last condition that
//! the test decides: that there is no evaluation behind it is checked, too. A condition that a macro of the file brings in is probed in the
//! macro's body. Operands with calls or side effects, switches, and values that are told to depend on addresses cannot be probed and are not drawn.

mod java;
mod probe;

use crate::Tally;
use crate::table::table;
use anyhow::{Context, Result};
use probe::{Claim, DESCRIPTOR, Probe, Seen};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use trine_record::{FlowRecord, GoalRecord, GoalStatus, Needed};

/// Bytes of what the probes of a reproducer say that are read.
const MAX_SAID: usize = 50_000_000;

/// Options of `trine-study explained`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// C files, each with what it needs in its own folder.
    #[arg(required_unless_present = "artefact")]
    files: Vec<PathBuf>,
    /// Libraries of Java, as `GROUP:ARTEFACT:VERSION`, whose sources Maven has, too.
    #[arg(long, value_name = "ARTEFACT")]
    artefact: Vec<String>,
    /// Classes of these, by pattern.
    #[arg(long, default_value = "*", value_name = "PATTERN")]
    only: String,
    /// Budget of each function.
    #[arg(long, default_value = "2s")]
    budget: String,
    /// Goals to check, over all files.
    #[arg(long, default_value_t = 50, value_name = "N")]
    sample: usize,
    /// Folder for copies and results.
    #[arg(long, default_value = "target/explained")]
    folder: PathBuf,
    /// The command to judge [default: `trine` beside this program].
    #[arg(long)]
    trine: Option<PathBuf>,
    /// Flags for clang.
    #[arg(last = true, value_name = "CLANG_FLAGS")]
    flags: Vec<String>,
}

/// What open goals say.
#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    open: usize,
    /// Name the condition and its values.
    complete: usize,
    /// The nearest test ends before a condition is decided, or what it reaches crashes.
    ended: usize,
    checked: usize,
    /// Of these, last conditions of tests that end before.
    checked_ends: usize,
    /// Of these, conditions in the bodies of macros.
    checked_macros: usize,
    right: usize,
}

impl Figures {
    fn add(&mut self, other: Self) {
        self.open += other.open;
        self.complete += other.complete;
        self.ended += other.ended;
        self.checked += other.checked;
        self.checked_ends += other.checked_ends;
        self.checked_macros += other.checked_macros;
        self.right += other.right;
    }
}

/// A unit of `goals.json`.
#[derive(serde::Deserialize)]
struct Unit {
    function: String,
    goals: Vec<GoalRecord>,
    #[serde(default)]
    flow: FlowRecord,
}

/// Runs the command on each file, counts, and checks a sample.
///
/// # Errors
/// When there is no `trine` or no clang, or a file cannot be read.
pub fn run(args: &Args) -> Result<Tally> {
    let trine = match &args.trine {
        Some(program) => program.canonicalize()?,
        None => std::env::current_exe()?.with_file_name("trine"),
    };
    std::fs::create_dir_all(&args.folder)?;
    let folder = args.folder.canonicalize()?;
    let mut tally = Tally::default();
    let mut rows = Vec::new();
    let mut all = Figures::default();
    let each = args.sample.div_ceil(args.files.len() + args.artefact.len());
    for (at, name) in args.artefact.iter().enumerate() {
        let place = folder.join(format!("java-{at}"));
        let figures =
            java::of_library(&trine, &place, name, (args, each), &mut tally).context(name.clone())?;
        rows.push(row(name, figures));
        all.add(figures);
    }
    for (at, file) in args.files.iter().enumerate() {
        let place = folder.join(format!("{at}"));
        let figures = of_file(&trine, &place, file, args, each, &mut tally)
            .with_context(|| format!("{}", file.display()))?;
        rows.push(row(&file.display().to_string(), figures));
        all.add(figures);
    }
    rows.push(row("all", all));
    let head = [
        "file",
        "open goals",
        "condition and values",
        "share",
        "ends before",
        "checked",
        "of ends",
        "of macros",
        "right",
    ];
    println!("{}", table(&head, &rows));
    Ok(tally)
}

fn row(name: &str, of: Figures) -> Vec<String> {
    let share = 100.0 * of.complete as f64 / of.open.max(1) as f64;
    let counts = [of.open, of.complete];
    let mut row = vec![name.to_owned()];
    row.extend(counts.map(|count| count.to_string()));
    row.push(format!("{share:.1} %"));
    let counts = [of.ended, of.checked, of.checked_ends, of.checked_macros, of.right];
    row.extend(counts.map(|count| count.to_string()));
    row
}

fn of_file(
    trine: &Path,
    place: &Path,
    file: &Path,
    args: &Args,
    sample: usize,
    tally: &mut Tally,
) -> Result<Figures> {
    let name = file.file_name().context("no file")?;
    // Sources are changed: in a copy.
    if place.exists() {
        std::fs::remove_dir_all(place)?;
    }
    copy(file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")), place)?;
    let status = Command::new(trine)
        .arg("c")
        .arg(name)
        .args(["--budget", &args.budget, "--out", "out", "--fresh", "--quiet", "--"])
        .args(&args.flags)
        .current_dir(place)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    anyhow::ensure!(matches!(status.code(), Some(0 | 2)), "trine ended with {status}");
    let units: Vec<Unit> = serde_json::from_str(&std::fs::read_to_string(place.join("out/goals.json"))?)?;
    let mut figures = Figures::default();
    let mut candidates = Vec::new();
    for unit in &units {
        for goal in unit.goals.iter().filter(|goal| matches!(goal.status, GoalStatus::Unknown { .. })) {
            figures.open += 1;
            let Some(nearest) = unit.flow.nearest.iter().find(|nearest| nearest.goal == goal.id) else {
                continue;
            };
            figures.ended += usize::from(nearest.needs == Needed::Passing);
            if let Some(claim) = Claim::of(nearest) {
                figures.complete += 1;
                candidates.push(claim);
            }
        }
    }
    let text = std::fs::read_to_string(place.join(name))?;
    check(place, name.as_ref(), &text, &candidates, sample, &mut figures, tally)?;
    Ok(figures)
}

/// Checks every so many of the candidates that can be probed.
fn check(
    place: &Path,
    file: &Path,
    text: &str,
    candidates: &[Claim<'_>],
    sample: usize,
    figures: &mut Figures,
    tally: &mut Tally,
) -> Result<()> {
    let is_here = |claim: &Claim<'_>| Path::new(&claim.place.file).file_name() == file.file_name();
    let mut probed: Vec<(&Claim<'_>, Probe)> = candidates
        .iter()
        .filter(|claim| is_here(claim))
        .filter_map(|claim| Some((claim, Probe::of(text, claim)?)))
        .collect();
    // Goals behind one condition name the same evaluation.
    probed.dedup_by(|a, b| a.0.place == b.0.place && a.0.test == b.0.test && a.0.values == b.0.values);
    let mut drawn = draw(probed, sample);
    if drawn.is_empty() {
        return Ok(());
    }
    let tests = place.join("out/tests");
    // What `make` says where the program cannot be built with these probes.
    let build = |probes: &[&Probe]| -> Result<Option<String>> {
        std::fs::write(place.join(file), probe::instrumented(text, probes))?;
        let made = Command::new("make")
            .args(["-B", "CFLAGS=-g -w -D_GNU_SOURCE", "all"])
            .current_dir(&tests)
            .output()?;
        Ok((!made.status.success()).then(|| String::from_utf8_lossy(&made.stderr).into_owned()))
    };
    let probes = |drawn: &[(&Claim<'_>, Probe)]| -> Result<Option<String>> {
        build(&drawn.iter().map(|(_, probe)| probe).collect::<Vec<_>>())
    };
    if probes(&drawn)?.is_some() {
        // An operand may mean nothing where its condition begins, such as a macro that is defined later.
        let mut compiled = Vec::new();
        for (claim, probe) in drawn {
            match build(&[&probe])? {
                None => compiled.push((claim, probe)),
                Some(said) => {
                    let error = said.lines().find(|line| line.contains("error:")).unwrap_or(&said);
                    println!("not checked, its probe does not compile: {error}");
                }
            }
        }
        drawn = compiled;
        if let Some(said) = probes(&drawn)? {
            anyhow::bail!("{said}");
        }
    }
    let mut seen: BTreeMap<&str, Seen> = BTreeMap::new();
    for (claim, probe) in &drawn {
        if !seen.contains_key(claim.test) {
            seen.insert(claim.test, run_test(&place.join("out"), claim.test)?);
        }
        let of_test = &seen[claim.test];
        let values = of_test.values(probe, claim.evaluation);
        let goes_on = claim.is_last && of_test.evaluations(probe) > claim.evaluation as usize;
        figures.checked += 1;
        figures.checked_ends += usize::from(claim.is_last);
        figures.checked_macros += usize::from(probe.is_in_macro());
        if probe::agree(claim.values, values.as_deref()) && !goes_on {
            figures.right += 1;
            tally.passed += 1;
        } else {
            tally.failed += 1;
            println!(
                "{}:{} `{}` in {} (evaluation {} of {}): recorded {:?}, seen {:?}",
                claim.place.file,
                claim.place.start.0,
                claim.condition,
                claim.test,
                claim.evaluation,
                of_test.evaluations(probe),
                claim.values,
                values
            );
        }
    }
    Ok(())
}

/// Every so many of `probed`, of each kind its part: conditions that goals wait for and last ones, in the code and in macros.
fn draw<'a>(probed: Vec<(&'a Claim<'a>, Probe)>, sample: usize) -> Vec<(&'a Claim<'a>, Probe)> {
    let mut kinds: BTreeMap<(bool, bool), Vec<(&Claim<'_>, Probe)>> = BTreeMap::new();
    for (claim, probe) in probed {
        kinds.entry((claim.is_last, probe.is_in_macro())).or_default().push((claim, probe));
    }
    // The smallest kinds first: what they do not need is left to the others.
    let mut kinds: Vec<_> = kinds.into_values().collect();
    kinds.sort_by_key(Vec::len);
    let (mut drawn, count) = (Vec::new(), kinds.len());
    for (at, kind) in kinds.into_iter().enumerate() {
        let part = (sample - drawn.len()).div_ceil(count - at);
        let step = (kind.len() / part.max(1)).max(1);
        drawn.extend(kind.into_iter().step_by(step).take(part));
    }
    drawn
}

/// What the probes of a test say, or of a reproducer of a crash, which is built as its own text says.
fn run_test(out: &Path, name: &str) -> Result<Seen> {
    let reproducer = out.join("crashes").join(format!("{name}.c"));
    if reproducer.is_file() {
        let text = std::fs::read_to_string(&reproducer)?;
        let command = command_of(&text).context("a reproducer without its command")?;
        // Some reproduce a loop that does not end.
        let bounded = format!("({command}) {DESCRIPTOR}>&1 >/dev/null 2>&1 | head -c {MAX_SAID}");
        let output = Command::new("timeout")
            .args(["20", "sh", "-c", &bounded])
            .current_dir(out.join("crashes"))
            .stdin(Stdio::null())
            .output()?;
        return Ok(Seen::read(&String::from_utf8_lossy(&output.stdout)));
    }
    let tests = out.join("tests");
    let mut said = String::new();
    for entry in std::fs::read_dir(tests)? {
        let path = entry?.path();
        let is_program = path.extension().is_none() && path.with_extension("c").is_file();
        if is_program {
            let script = format!("exec \"$0\" --no-fork \"$1\" {DESCRIPTOR}>&1 >/dev/null 2>&1");
            let output = Command::new("timeout")
                .args(["20", "sh", "-c", &script])
                .arg(&path)
                .arg(name)
                .stdin(Stdio::null())
                .output()?;
            said.push_str(&String::from_utf8_lossy(&output.stdout));
        }
    }
    Ok(Seen::read(&said))
}

/// The line of a reproducer's head comment that builds and runs it.
fn command_of(text: &str) -> Option<&str> {
    let (_, after) = text.split_once("Reproduce it")?;
    after.lines().nth(1)?.trim_start_matches([' ', '*']).into()
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (kind, target) = (entry.file_type()?, to.join(entry.file_name()));
        if kind.is_dir() && entry.file_name() != "out" {
            copy(&entry.path(), &target)?;
        } else if kind.is_file() {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::command_of;

    #[test]
    fn a_reproducer_says_how_it_is_built() {
        let text = "/*\n * null\n *\n * Reproduce it, in this folder:\n *   cc -g f.c -o f && ./f\n */\n";
        assert_eq!(command_of(text), Some("cc -g f.c -o f && ./f"));
        assert_eq!(command_of("int main(void) { return 0; }"), None);
    }
}
