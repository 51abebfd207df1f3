//! The same for Java: the classes of a library are given to the command, and what open goals say is checked in a JVM.
//!
//! The sources of the library, from its jar of sources, are compiled once more with the operands of the sampled conditions wrapped in calls
//! that tell their values and give them on ([`wrapped`]), so that operands with calls are evaluated once, as before. The emitted tests are run
//! by JUnit with these classes in front of the library's own; each value comes with the test in whose call it was told.
//!
//! Conditions of bytecode have no columns: one is checked where its text stands on its line exactly once. Not checked: switches, runs of the
//! search that are no tests, and conditions whose source is written otherwise than the bytecode says.

use super::probe::{Claim, Seen, agree};
use super::{Args, Figures, Unit};
use crate::Tally;
use crate::java_tests::artefact::{Artefact, class_path};
use anyhow::{Context, Result, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use trine_native::jdk::{Jars, JdkTools, Limits, Sources, junit};
use trine_record::{GoalStatus, Needed};

/// What tells values, and of which test.
const PROBE: &str = r##"package trineprobe;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
public final class Probe {
    private static final Set<String> TESTS = new HashSet<>(Arrays.asList(System.getProperty("trine.tests").split(",")));
    private static final PrintStream OUT;
    static {
        try { OUT = new PrintStream(new java.io.FileOutputStream(System.getProperty("trine.probe")), false, "UTF-8"); }
        catch (java.io.IOException e) { throw new ExceptionInInitializerError(e); }
        Runtime.getRuntime().addShutdownHook(new Thread(OUT::flush));
    }
    private static synchronized void tell(int id, int part, String value) {
        boolean initialising = false;
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            initialising |= frame.getMethodName().equals("<clinit>");
            if (TESTS.contains(frame.getClassName())) {
                // The body of an assertion is a lambda of the test.
                String name = frame.getMethodName();
                if (name.startsWith("lambda$")) name = name.substring(7, name.lastIndexOf('$'));
                if (initialising) name = "<clinit>";
                OUT.println("@probe " + frame.getClassName() + "#" + name + " " + id + " " + part + " " + value);
                return;
            }
        }
    }
    public static boolean p(int id, int part, boolean x) { tell(id, part, "i32 " + (x ? 1 : 0)); return x; }
    public static byte p(int id, int part, byte x) { tell(id, part, "i32 " + x); return x; }
    public static short p(int id, int part, short x) { tell(id, part, "i32 " + x); return x; }
    public static char p(int id, int part, char x) { tell(id, part, "i32 " + (int) x); return x; }
    public static int p(int id, int part, int x) { tell(id, part, "i32 " + x); return x; }
    public static long p(int id, int part, long x) { tell(id, part, "i64 " + x); return x; }
    public static float p(int id, int part, float x) { tell(id, part, "f32 " + x); return x; }
    public static double p(int id, int part, double x) { tell(id, part, "f64 " + x); return x; }
    public static <T> T p(int id, int part, T x) { tell(id, part, "p " + (x == null ? 0 : 1L + System.identityHashCode(x))); return x; }
}
"##;

/// What a run of all tests may take.
const LIMITS: Limits = Limits { time: Duration::from_secs(300), heap_mib: 1024 };

/// A condition that is probed.
struct Probed<'a> {
    claim: Claim<'a>,
    /// The class of its test.
    test_class: String,
    /// Path of its source below the folder of sources.
    source: String,
    /// Bytes of the operands in the line.
    operands: Vec<(usize, usize)>,
}

/// Runs the command on the library `name`, counts, and checks a sample of `sample`.
///
/// # Errors
/// When a tool is missing or fails, or Maven does not have the library.
pub(super) fn of_library(
    trine: &Path,
    place: &Path,
    name: &str,
    (args, sample): (&Args, usize),
    tally: &mut Tally,
) -> Result<Figures> {
    if place.exists() {
        std::fs::remove_dir_all(place)?;
    }
    let artefact = Artefact::parse(name)?;
    std::fs::create_dir_all(place.join("sources-jar"))?;
    let path = class_path(&artefact, "", &[], place)?;
    let sources = class_path(&artefact, "sources", &[], &place.join("sources-jar"))?;
    let sources = unpacked(&artefact.jar("sources", &sources)?, place)?;
    let out = place.join("out");
    let tools = JdkTools::find()?;
    let mut command = Command::new(trine);
    command.args(["java", "--quiet", "--budget", &args.budget, "--jobs", "1", "--only", &args.only]);
    command.arg("--out").arg(&out).arg("--class-path").arg(std::env::join_paths(&path)?);
    let status = command.stdin(Stdio::null()).stderr(Stdio::null()).status()?;
    ensure!(matches!(status.code(), Some(0 | 2)), "trine ended with {status}");
    let units: Vec<Unit> = serde_json::from_str(&std::fs::read_to_string(out.join("goals.json"))?)?;
    let mut figures = Figures::default();
    let mut probed = Vec::new();
    for unit in &units {
        for goal in unit.goals.iter().filter(|goal| matches!(goal.status, GoalStatus::Unknown { .. })) {
            figures.open += 1;
            let nearest = unit.flow.nearest.iter().find(|nearest| nearest.goal == goal.id);
            let Some(nearest) = nearest else { continue };
            figures.ended += usize::from(nearest.needs == Needed::Passing);
            let Some(claim) = Claim::of(nearest) else { continue };
            figures.complete += 1;
            probed.extend(Probed::new(&unit.function, claim, &sources));
        }
    }
    // Goals behind one condition name the same evaluation.
    let mut seen = BTreeSet::new();
    probed.retain(|of| {
        seen.insert((of.source.clone(), of.claim.place.start, of.claim.test, of.claim.condition))
    });
    let step = (probed.len() / sample.max(1)).max(1);
    let drawn: Vec<Probed<'_>> = probed.into_iter().step_by(step).take(sample).collect();
    check(&drawn, (&tools, &sources, &path), place, &mut figures, tally)?;
    Ok(figures)
}

impl<'a> Probed<'a> {
    fn new(class: &str, claim: Claim<'a>, sources: &Path) -> Option<Self> {
        if claim.condition == "switch" || claim.test.starts_with("try ") {
            return None;
        }
        let source = format!("{}.java", class.replace('.', "/"));
        let text = std::fs::read_to_string(sources.join(&source)).ok()?;
        let line = text.lines().nth(claim.place.start.0.checked_sub(1)? as usize)?;
        let whole = once(line, claim.condition);
        let operands = claim.values.iter().map(|value| match whole {
            Some((from, to)) => once(&line[from..to], &value.of).map(|(a, b)| (from + a, from + b)),
            None => once(line, &value.of),
        });
        let operands: Vec<(usize, usize)> = operands.collect::<Option<_>>()?;
        let overlap = operands
            .iter()
            .enumerate()
            .any(|(at, a)| operands[at + 1..].iter().any(|b| a.0 < b.1 && b.0 < a.1));
        (!overlap).then(|| Self { claim, test_class: format!("{class}Test"), source, operands })
    }
}

/// Where `wanted` stands in `line`, spaces aside, if it does so once and as a whole.
fn once(line: &str, wanted: &str) -> Option<(usize, usize)> {
    let wanted: Vec<char> = wanted.chars().filter(|c| !c.is_whitespace()).collect();
    let chars: Vec<(usize, char)> = line.char_indices().filter(|(_, c)| !c.is_whitespace()).collect();
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let stands = |at: usize| {
        let end = at + wanted.len();
        let same = chars[at..end].iter().zip(&wanted).all(|((_, a), b)| a == b);
        let byte = chars[at].0;
        let before = line[..byte].chars().next_back();
        let after = line[chars[end - 1].0 + chars[end - 1].1.len_utf8()..].trim_start().chars().next();
        let begins = !before
            .is_some_and(|c| (is_word(c) || c == '.') && wanted.first().is_some_and(|&of| is_word(of)));
        let ends = !after.is_some_and(|c| {
            (is_word(c) || matches!(c, '.' | '(' | '['))
                && wanted.last().is_some_and(|&of| is_word(of) || matches!(of, ')' | ']'))
        });
        same && begins && ends
    };
    let count = chars.len().checked_sub(wanted.len())?;
    let mut found = (0..=count).filter(|&at| !wanted.is_empty() && stands(at));
    let at = found.next()?;
    let end = chars[at + wanted.len() - 1];
    found.next().is_none().then_some((chars[at].0, end.0 + end.1.len_utf8()))
}

/// The number of the probe of each of `drawn`: those of one condition share it.
fn numbers(drawn: &[Probed<'_>]) -> Vec<usize> {
    let place = |of: &Probed<'_>| (of.source.clone(), of.claim.place.start.0, of.operands.clone());
    let first = |of: &Probed<'_>| drawn.iter().position(|other| place(other) == place(of));
    drawn.iter().map(|of| first(of).unwrap_or_default()).collect()
}

/// `text` with the operands of `probed`, by number, in calls that tell them.
fn wrapped(text: &str, probed: &[(usize, &Probed<'_>)]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut places: BTreeMap<(usize, usize, usize), (usize, usize)> = BTreeMap::new();
    for (id, of) in probed {
        for (part, &(from, to)) in of.operands.iter().enumerate() {
            places.insert((of.claim.place.start.0 as usize - 1, from, to), (*id, part));
        }
    }
    // From behind, so that places before stay as they are.
    for (&(line, from, to), (id, part)) in places.iter().rev() {
        let operand = lines[line][from..to].to_owned();
        lines[line].replace_range(from..to, &format!("trineprobe.Probe.p({id}, {part}, {operand})"));
    }
    lines.join("\n") + "\n"
}

/// The sources of a jar in a folder.
fn unpacked(jar: &Path, place: &Path) -> Result<PathBuf> {
    let folder = place.join("sources");
    std::fs::create_dir_all(&folder)?;
    let jar = std::path::absolute(jar)?;
    let status = JdkTools::find()?.command("jar").arg("xf").arg(jar).current_dir(&folder).status()?;
    ensure!(status.success(), "the sources cannot be unpacked");
    Ok(folder)
}

/// Runs the tests over sources that tell the operands of `drawn`, and compares.
fn check(
    drawn: &[Probed<'_>],
    (tools, sources, path): (&JdkTools, &Path, &[PathBuf]),
    place: &Path,
    figures: &mut Figures,
    tally: &mut Tally,
) -> Result<()> {
    let (jars, numbers) = (Jars::find()?, numbers(drawn));
    let into = place.join("probed-classes");
    let mut kept: Vec<(usize, &Probed<'_>)> = Vec::new();
    let of_source: BTreeSet<&str> = drawn.iter().map(|probed| probed.source.as_str()).collect();
    let compile = |files: Vec<PathBuf>, path: Vec<PathBuf>, into: PathBuf| {
        tools.compile(&Sources { files, class_path: path, into, release: None }, place)
    };
    let written = place.join("probed");
    let probe = written.join("trineprobe/Probe.java");
    std::fs::create_dir_all(probe.parent().context("a folder")?)?;
    std::fs::write(&probe, PROBE)?;
    for source in of_source {
        let all: Vec<(usize, &Probed<'_>)> =
            numbers.iter().copied().zip(drawn).filter(|(_, probed)| probed.source == source).collect();
        let text = std::fs::read_to_string(sources.join(source))?;
        let file = written.join(source);
        std::fs::create_dir_all(file.parent().context("a folder")?)?;
        std::fs::write(&file, wrapped(&text, &all))?;
        let compiled = compile(vec![probe.clone(), file], path.to_vec(), into.clone())?;
        match compiled.succeeded {
            true => kept.extend(all),
            false => println!(
                "not checked, {source} does not compile with its probes: {}",
                compiled.messages.join(" ")
            ),
        }
    }
    if kept.is_empty() {
        return Ok(());
    }
    let tests_into = place.join("test-classes");
    let test_path: Vec<PathBuf> = path.iter().cloned().chain([jars.junit.clone()]).collect();
    let compiled = compile(java_files(&place.join("out/tests"))?, test_path, tests_into.clone())?;
    ensure!(compiled.succeeded, "the tests do not compile: {}", compiled.messages.join("\n"));
    let names: BTreeSet<&str> = kept.iter().map(|(_, probed)| probed.test_class.as_str()).collect();
    let said = place.join("said");
    let suite = junit::Suite {
        tests: vec![tests_into],
        class_path: [vec![into], path.to_vec()].concat(),
        options: vec![
            format!("-Dtrine.probe={}", said.display()),
            format!("-Dtrine.tests={}", names.into_iter().collect::<Vec<_>>().join(",")),
        ],
        ..junit::Suite::default()
    };
    tools.test(&jars, &suite, place, LIMITS)?;
    let said = std::fs::read_to_string(said).unwrap_or_default();
    for (id, probed) in kept {
        compare(id, probed, &said, figures, tally);
    }
    Ok(())
}

fn compare(id: usize, probed: &Probed<'_>, said: &str, figures: &mut Figures, tally: &mut Tally) {
    let Probed { claim, test_class, .. } = probed;
    // Of the test alone, as probes of C tell it: number, line, part, kind, value.
    let of = |method: &str| -> String {
        let head = format!("@probe {test_class}#{method} {id} ");
        let lines = said.lines().filter_map(|line| line.strip_prefix(&head));
        lines.map(|rest| format!("@probe {id} 0 {rest}\n")).collect()
    };
    let values_in = |text: &str| Seen::read(text).values_of((id, 0), claim.values.len(), claim.evaluation);
    // What initialises the class belongs to the test that is the first, which JUnit does not begin with.
    let (alone, as_first) = (of(claim.test), of("<clinit>") + &of(claim.test));
    let values =
        values_in(&alone).filter(|values| agree(claim.values, Some(values))).or_else(|| values_in(&as_first));
    figures.checked += 1;
    figures.checked_ends += usize::from(claim.is_last);
    if agree(claim.values, values.as_deref()) {
        figures.right += 1;
        tally.passed += 1;
        return;
    }
    tally.failed += 1;
    println!(
        "{}:{} `{}` in {test_class}#{} (evaluation {}): recorded {:?}, seen {values:?}",
        probed.source, claim.place.start.0, claim.condition, claim.test, claim.evaluation, claim.values
    );
}

/// All Java sources below a folder.
fn java_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let (mut found, mut open) = (Vec::new(), vec![std::path::absolute(folder)?]);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            match path.is_dir() {
                true => open.push(path),
                false if path.extension().is_some_and(|of| of == "java") => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::once;

    #[test]
    fn a_condition_is_found_where_it_stands_once_as_a_whole() {
        let line =
            "if (option.hasArg() && (option.getArgName() == null || !option.getArgName().isEmpty())) {";
        let found = |wanted: &str| once(line, wanted).map(|(from, to)| &line[from..to]);
        assert_eq!(found("option.hasArg()"), Some("option.hasArg()"));
        assert_eq!(found("option.getArgName()==null"), Some("option.getArgName() == null"));
        assert_eq!(found("option.getArgName().isEmpty()"), Some("option.getArgName().isEmpty()"));
        assert_eq!(found("option.getArgName()"), Some("option.getArgName()"), "the other one goes on");
        assert_eq!(once("a > 0 || a > 0", "a > 0"), None, "twice");
        assert_eq!(once("ba > 0", "a > 0"), None, "within a word");
    }
}
