//! The suite of an earlier run once more, in our machine: what each step does, and what is not as it was.
//!
//! Tests of a class are replayed one after the other, statics left as they are, as one JVM would; tests that show findings each alone.

use super::prepared::{Prepared, object_test, prepared};
use super::runner::UnitRunner;
use super::{Classes, Criterion, Settings};
use crate::failure::Failure;
use std::collections::BTreeSet;
use trine_frontend_jvm::api::Library;
use trine_frontend_jvm::cover::Asks;
use trine_harness_jvm::{Frame, Glance, Run};
use trine_machine::Ignore;
use trine_record::sequence::number;
use trine_record::{GoalRecord, GoalStatus, TestRecord, UnitRecord};
use trine_sequences::GoalId;
use trine_testcase::objects::Ended;

/// A test that was replayed.
#[derive(Clone, Debug, Default)]
pub struct ReplayedTest {
    /// Its name.
    pub name: String,
    /// What each step does and gives.
    pub steps: Vec<String>,
    /// How it ended, and where the exception came from.
    pub ending: Vec<String>,
    /// What is not as it was recorded, in sentences.
    pub differences: Vec<String>,
}

/// A class whose tests were replayed.
#[derive(Clone, Debug, Default)]
pub struct ReplayedUnit {
    /// The class.
    pub class: String,
    /// Its tests, then those that show findings.
    pub tests: Vec<ReplayedTest>,
    /// Goals that are covered now, and all.
    pub covered: (usize, usize),
    /// Goals that were covered and are not any more, by their texts; what else is wrong with the class.
    pub differences: Vec<String>,
}

/// What is replayed of one class.
#[derive(Clone, Copy, Debug)]
pub struct Recorded<'a> {
    /// The class.
    pub unit: &'a UnitRecord,
    /// Its goals.
    pub goals: &'a [GoalRecord],
    /// Its tests.
    pub tests: &'a [TestRecord],
    /// Tests that show findings.
    pub crashes: &'a [TestRecord],
}

/// Replays the tests of `recorded`.
///
/// # Errors
/// When the class path cannot be read.
pub fn replay(recorded: &[Recorded<'_>], settings: &Settings) -> Result<Vec<ReplayedUnit>, Failure> {
    let classes = Classes::new(settings)?;
    let library = Library::new(classes.path())
        .map_err(|error| Failure::input(error.to_string(), "nothing was replayed", error.help()))?;
    let one = |recorded: &Recorded<'_>| {
        let mut replayed = ReplayedUnit { class: recorded.unit.function.clone(), ..ReplayedUnit::default() };
        replayed.covered.1 = recorded.goals.len();
        if recorded.tests.is_empty() && recorded.crashes.is_empty() {
            return replayed;
        }
        match of_class(recorded, &classes, &library, settings) {
            Ok(done) => done,
            Err(what) => {
                replayed.differences.push(what);
                replayed
            }
        }
    };
    Ok(recorded.iter().map(one).collect())
}

fn of_class(
    recorded: &Recorded<'_>,
    classes: &Classes,
    library: &Library<'_>,
    settings: &Settings,
) -> Result<ReplayedUnit, String> {
    let named = classes.named(&recorded.unit.function).map_err(|failure| failure.what)?;
    let tests = recorded.tests.iter().chain(recorded.crashes);
    let Prepared { api, mut runner, .. } =
        prepared(&named, tests, classes, library, settings).map_err(|failure| failure.what)?;
    let mut replayed = ReplayedUnit { class: recorded.unit.function.clone(), ..ReplayedUnit::default() };
    let mut covered: BTreeSet<GoalId> = BTreeSet::new();
    runner.begin_replays();
    for record in recorded.tests {
        let test = object_test(record, &api)?;
        let replay = runner.replay(&test, &mut Ignore);
        covered.extend(runner.covered());
        let mut shown = shown(&mut runner, record, &replay.run);
        if !ends_alike(&replay.run.ended, &test.ended) {
            shown.differences.push(format!("it ended otherwise: {:?}", replay.run.ended));
        }
        let other =
            test.expectations.iter().zip(&replay.seen).filter(|(then, now)| Some(&then.seen) != now.as_ref());
        shown
            .differences
            .extend(other.map(|(then, now)| format!("{:?} is {now:?} and not {:?}", then.shown, then.seen)));
        replayed.tests.push(shown);
    }
    for record in recorded.crashes {
        let test = object_test(record, &api)?;
        runner.stage.reset();
        let run = runner.stage.run(&test.sequence, &mut Ignore);
        replayed.tests.push(shown(&mut runner, record, &run));
    }
    // Exceptions that are goals stand behind all others.
    let reported = runner.reported();
    for ((id, goal), then) in reported.iter().zip(recorded.goals) {
        let is_pair = matches!(goal.asks, Asks::Independence { .. });
        // What the user's own tests cover is not shown by tests of the suite.
        let is_ours = |name: &String| recorded.tests.iter().any(|test| test.name == *name);
        let was = matches!(&then.status, GoalStatus::Covered { tests } if tests.iter().any(is_ours));
        // Independence pairs are split over two tests.
        let is = if is_pair { was } else { covered.contains(id) };
        replayed.covered.0 += usize::from(is);
        if was && !is {
            let (text, line) = (then.text.as_deref().unwrap_or_default(), then.span.start.0);
            let place = format!("{}:{line}", then.span.file);
            replayed.differences.push(format!("{} ({text}) at {place} is no longer covered", then.id));
        }
    }
    replayed.covered.1 = reported.len().min(recorded.goals.len());
    Ok(replayed)
}

/// Whether both are the same ending; a test may have named an exception by a class above it that its release knows.
fn ends_alike(one: &Ended, other: &Ended) -> bool {
    match (one, other) {
        (
            Ended::Threw { step, class, thrown_in, .. },
            Ended::Threw { step: then, class: of, thrown_in: by, .. },
        ) => (step, class, thrown_in) == (then, of, by),
        _ => one == other,
    }
}

/// What the run of a recorded test did.
fn shown(runner: &mut UnitRunner, record: &TestRecord, run: &Run) -> ReplayedTest {
    let mut shown = ReplayedTest { name: record.name.clone(), ..ReplayedTest::default() };
    let steps = record.sequence.iter().flat_map(|sequence| &sequence.steps);
    for (at, step) in steps.enumerate() {
        let gave = match run.values.get(at) {
            Some(&bits) => gave(runner, bits, step.type_use().as_ref()),
            None if at == run.values.len() => ended(&run.ended),
            None => "not reached".to_owned(),
        };
        shown.steps.push(format!("s{at}: {}  ->  {gave}", step.shown()));
    }
    if let Ended::Threw { .. } = run.ended {
        let frames = runner.stage.trace(true).unwrap_or_default();
        shown.ending.extend(frames.iter().take(12).map(place));
    }
    shown
}

fn place(frame: &Frame) -> String {
    let class = frame.class().replace('/', ".");
    match frame.line {
        0 => format!("at {class}.{}", frame.name()),
        line => format!("at {class}.{}, line {line}", frame.name()),
    }
}

fn gave(runner: &mut UnitRunner, bits: u64, ty: Option<&trine_testcase::objects::TypeUse>) -> String {
    let Some(ty) = ty else { return "done".to_owned() };
    match runner.stage.glance(bits, ty) {
        Some(Glance::Primitive(primitive, bits)) => number(primitive, u128::from(bits)),
        Some(Glance::Null) => "null".to_owned(),
        Some(Glance::Text(units)) => format!("{:?}", String::from_utf16_lossy(&units)),
        Some(Glance::Object(class)) => format!("a {class}"),
        None => "a value that cannot be shown".to_owned(),
    }
}

fn ended(ended: &Ended) -> String {
    match ended {
        Ended::Returned => "done".to_owned(),
        Ended::Threw { class, .. } => format!("throws {}", class.replace('/', ".")),
        Ended::Limit { what, .. } => format!("stopped at {what}"),
        Ended::Unsupported { what, .. } => format!("not supported: {what}"),
    }
}

/// The criterion that a record names; `None` for one that runs over classes do not have.
#[must_use]
pub fn criterion(of: trine_record::Criterion) -> Option<Criterion> {
    [
        Criterion::Statement,
        Criterion::Branch,
        Criterion::Condition,
        Criterion::ConditionDecision,
        Criterion::Mcdc,
    ]
    .into_iter()
    .find(|&known| super::record::criterion(known) == of)
}
