//! `trine replay` of tests for classes: each test once more in our machine, and what each step does where that is asked for.

use super::home;
use super::records::jdk_version;
use crate::failure::Failure;
use crate::output::UnitGoals;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use trine_base::Budget;
use trine_campaign::java::replay::{Recorded, ReplayedTest, criterion, replay};
use trine_campaign::java::{Algorithm, Assertions, Criterion, Framework, Mocks, Settings, Strategy};
use trine_engine::WorkerMemory;
use trine_native::jdk::JdkTools;
use trine_record::{RunRecord, Suite};

const NOTHING: &str = "nothing was replayed";

/// An output folder, as it was read.
pub struct Folder<'a> {
    /// Where it is.
    pub dir: &'a Path,
    /// The run.
    pub record: &'a RunRecord,
    /// The goals of each class.
    pub goals: &'a [UnitGoals],
    /// The tests of all classes, in their order.
    pub suite: &'a Suite,
}

/// Replays the suite of `folder`, shows the steps of `tests`, and says which goals are covered now.
///
/// # Errors
/// When a test or class is not there, or there is no JDK.
pub fn run(
    folder: &Folder<'_>,
    memory: Option<WorkerMemory>,
    tests: &[String],
    jdk: Option<&Path>,
) -> Result<u8, Failure> {
    let Folder { dir, record, suite, .. } = folder;
    let all = || suite.tests.iter().chain(&suite.crashes);
    if let Some(unknown) = tests.iter().find(|name| all().all(|test| test.name != **name)) {
        let near = trine_base::nearest(all().map(|test| test.name.as_str()), unknown);
        let help =
            near.map_or_else(|| "suite.json lists them".to_owned(), |near| format!("did you mean `{near}`?"));
        let what = format!("no test `{unknown}` is in {}", dir.join("suite.json").display());
        return Err(Failure::input(what, NOTHING, help));
    }
    let settings = settings(record, memory, jdk, dir)?;
    let (mut of_tests, mut of_crashes) = (&suite.tests[..], &suite.crashes[..]);
    let mut recorded = Vec::new();
    for (at, unit) in record.units.iter().enumerate() {
        let take = |rest: &mut &'_ [trine_record::TestRecord], count: usize| {
            let (first, others) = rest.split_at(count.min(rest.len()));
            *rest = others;
            first.to_vec()
        };
        let goals = folder.goals.get(at).map_or(&[][..], |unit| &unit.goals);
        recorded.push((unit, goals, take(&mut of_tests, unit.tests), take(&mut of_crashes, unit.crashes)));
    }
    let recorded: Vec<Recorded<'_>> = recorded
        .iter()
        .map(|(unit, goals, tests, crashes)| Recorded { unit, goals, tests, crashes })
        .collect();
    let units = replay(&recorded, &settings)?;
    let mut text = String::new();
    let (mut covered, mut total, mut count) = (0, 0, 0);
    let mut differences = Vec::new();
    for unit in &units {
        covered += unit.covered.0;
        total += unit.covered.1;
        for test in &unit.tests {
            count += 1;
            if tests.contains(&test.name) {
                show(&mut text, &unit.class, test);
            }
            let told =
                test.differences.iter().map(|what| format!("{}: test `{}`: {what}", unit.class, test.name));
            differences.extend(told);
        }
        differences.extend(unit.differences.iter().map(|what| format!("{}: {what}", unit.class)));
    }
    let _ = writeln!(text, "{covered} of {total} goals covered by the replayed suite of {count} tests");
    differences.iter().for_each(|difference| _ = writeln!(text, "{difference}"));
    crate::print(&text);
    Ok(u8::from(!differences.is_empty()))
}

fn show(text: &mut String, class: &str, test: &ReplayedTest) {
    let _ = writeln!(text, "{class}: {}", test.name);
    for step in &test.steps {
        let _ = writeln!(text, "  {step}");
    }
    for line in &test.ending {
        let _ = writeln!(text, "      {line}");
    }
}

/// The settings under which the tests of the record do what they did.
fn settings(
    record: &RunRecord,
    memory: Option<WorkerMemory>,
    jdk: Option<&Path>,
    dir: &Path,
) -> Result<Settings, Failure> {
    let recorded = record.limits.memory.as_deref().unwrap_or("2GiB");
    let memory = match memory {
        Some(memory) => memory,
        None => recorded.parse().map_err(|error: <WorkerMemory as std::str::FromStr>::Err| {
            let what = format!("{}: memory of the run: {error}", dir.join("run.json").display());
            Failure::input(what, NOTHING, "say --memory, or repeat the run")
        })?,
    };
    let class_path: Vec<PathBuf> = record.inputs.iter().map(PathBuf::from).collect();
    if let Some(missing) = class_path.iter().find(|path| !path.exists()) {
        let what = format!("`{}` of the run's class path is not there", missing.display());
        return Err(Failure::input(
            what,
            NOTHING,
            "replay in the folder in which the run was made, with its classes compiled",
        ));
    }
    Ok(Settings {
        jdk: jdk_of(record, jdk)?,
        class_path,
        own: Vec::new(),
        test_libraries: Vec::new(),
        seeds: Vec::new(),
        tests_into: None,
        sources: Vec::new(),
        criterion: criterion(record.criterion).unwrap_or(Criterion::Branch),
        exceptions: false,
        strategy: Strategy::Search,
        paths: None,
        algorithm: Algorithm::default(),
        assertions: Assertions::All,
        max_mutants: 0,
        tells_values: false,
        budget: Budget::Evaluations(0),
        seed: record.seed,
        jobs: 1,
        steps: record.limits.steps.unwrap_or(500_000),
        memory_bytes: memory.machine_bytes(),
        framework: Framework::default(),
        mocks: Mocks::default(),
        release: 17,
        native: false,
    })
}

/// The JDK that is named, or else one of the version that the run had, or else the one at hand.
fn jdk_of(record: &RunRecord, named: Option<&Path>) -> Result<PathBuf, Failure> {
    let at_hand = home(named, NOTHING)?;
    if named.is_some() || jdk_version(&at_hand) == record.compiler {
        return Ok(at_hand);
    }
    let installed = JdkTools::installed().into_iter().map(|tools| tools.home);
    let same = installed.into_iter().find(|home| jdk_version(home) == record.compiler);
    if same.is_none() {
        eprintln!(
            "warning: the run had {}, and this is {}: tests may end otherwise",
            record.compiler,
            jdk_version(&at_hand)
        );
    }
    Ok(same.unwrap_or(at_hand))
}
