//! The records of a run over classes: what is known of each, with the sources that are found.
//!
//! A class file names its source without folders. It is looked for beside the folders of the class path, where build tools have it:
//! `src/main/java`, `src/test/java`, `src` and the folder itself, of each folder of the class path and those around it.

use crate::args::JavaArgs;
use crate::failure::Failure;
use crate::output::Output;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use trine_campaign::failure::bug;
use trine_campaign::java::{ClassFailure, ClassOutcome, Settings, record};
use trine_record::{Criterion, GoalRecord, Language, Limits, McdcVariant, NativeVerdict, RunRecord, Suite};
use trine_report::Report;

/// A class of the run, in its order.
pub struct Unit<'a> {
    /// What came of it.
    pub result: &'a Result<ClassOutcome, ClassFailure>,
    /// The method of each of its tests; `None` for those that were not written.
    pub names: &'a [Option<String>],
}

/// Writes `run.json`, `goals.json`, `suite.json` and the reports, and prints what came out.
///
/// # Errors
/// When a file cannot be written.
pub fn write(
    output: &Output,
    args: &JavaArgs,
    settings: &Settings,
    units: &[Unit<'_>],
    native: Option<NativeVerdict>,
) -> Result<(), Failure> {
    let mut run = run_record(args, settings, native);
    let (mut goals, mut suite, mut sources) = (Vec::new(), Suite::default(), BTreeMap::new());
    for unit in units {
        let Ok(outcome) = unit.result else {
            run.units.extend(unit.result.as_ref().err().map(record::unsupported));
            goals.push(Vec::new());
            continue;
        };
        let file = source(outcome, &settings.class_path, &mut sources);
        let records = record::unit(outcome, unit.names, &file);
        run.units.push(records.unit);
        goals.push(records.goals);
        suite.tests.extend(records.tests);
    }
    let goals: Vec<Vec<GoalRecord>> = goals;
    output.write_records(&run, &goals, &suite, &sources)?;
    if args.format.as_deref() == Some("json") {
        let text = serde_json::to_string(&run)
            .map_err(|error| bug(&format!("the record cannot be written as JSON: {error}")))?;
        crate::print(&(text + "\n"));
    } else if !args.quiet {
        let report = Report { run: &run, goals: &goals, suite: &suite, sources: &sources };
        crate::print(&trine_report::terminal::summary(&report, std::io::stdout().is_terminal()));
    }
    Ok(())
}

fn run_record(args: &JavaArgs, settings: &Settings, native: Option<NativeVerdict>) -> RunRecord {
    let criterion: Criterion = record::criterion(settings.criterion);
    RunRecord {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        replay: crate::c::replay_line(),
        seed: settings.seed,
        criterion,
        mcdc: McdcVariant::default(),
        strategy: "search".to_owned(),
        budget: settings.budget.to_string(),
        limits: Limits { memory: args.memory.clone(), steps: Some(settings.steps), signed_overflow: false },
        inputs: settings.class_path.iter().map(|path| path.display().to_string()).collect(),
        flags: Vec::new(),
        jobs: Vec::new(),
        compiler: jdk_version(&settings.jdk),
        language: Language::Java,
        units: Vec::new(),
        findings: Vec::new(),
        native,
        taken_over: 0,
        unfinished: Vec::new(),
    }
}

/// `JDK 17.0.15`, as the file `release` of the JDK says.
fn jdk_version(home: &Path) -> String {
    let release = std::fs::read_to_string(home.join("release")).unwrap_or_default();
    let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="));
    version.map_or_else(|| "JDK".to_owned(), |version| format!("JDK {}", version.trim_matches('"')))
}

/// The path of the source of a class, whose text is kept where it is found.
fn source(outcome: &ClassOutcome, class_path: &[PathBuf], sources: &mut BTreeMap<String, String>) -> String {
    let first = outcome.cover.classes.iter().find(|class| class.name == outcome.class);
    let package = outcome.class.rsplit_once('/').map_or("", |(package, _)| package);
    let simple = outcome.class.rsplit('/').next().unwrap_or_default();
    let top = simple.split('$').next().unwrap_or_default();
    let name = first.and_then(|class| class.source_file.clone()).unwrap_or_else(|| format!("{top}.java"));
    let below = Path::new(package).join(name);
    for folder in class_path.iter().filter(|path| path.is_dir()).flat_map(|path| path.ancestors().take(4)) {
        for root in ["", "src/main/java", "src/test/java", "src", "java"] {
            let root = if folder.as_os_str().is_empty() { PathBuf::from(root) } else { folder.join(root) };
            let path = root.join(&below);
            if let Ok(text) = std::fs::read_to_string(&path) {
                let path = path.display().to_string();
                sources.insert(path.clone(), text);
                return path;
            }
        }
    }
    below.display().to_string()
}
