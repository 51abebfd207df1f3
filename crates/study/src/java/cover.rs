//! Coverage of Java programs in our machine against JaCoCo: probes, filters and counters must agree.
//!
//! Every program runs once in our machine, which records the probes it passes, and once under `java` with JaCoCo's agent. Then
//! the counters of each class, method and line are compared: instructions, branches, lines, complexity, methods.
//! Programs whose behaviour is known to differ are left out, and those with threads: which branches run depends on the
//! scheduler of the system there. Of a library all classes are compared after a run of a driver (`--library`, `--driver`).

use super::jvm::Tools;
use super::{Subject, ours};
use crate::Tally;
use anyhow::{Context, Result, anyhow};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use trine_frontend_jvm::cover::{ClassCounters, Counter, Counters, Lines, ProbeSet, UnitCover};
use trine_frontend_jvm::{ClassFile, Found, Jdk};
use trine_jdk::{Ending, Launcher, ProbeRecorder};
use trine_native::jdk::coverage::CountersByName;
use trine_native::jdk::{ClassReport, Counted, CoverageReport, Jars, JdkTools, Limits, Program, Sources};
use trine_native::temporary::TemporaryFolder;

/// The programs written one per rule.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../frontend-jvm/tests/java/cover")
}

/// Programs of which each exercises a part of one rule.
pub(super) fn programs() -> Result<Vec<Subject>> {
    super::programs::in_folder(&folder())
}

/// Compares the coverage of `subjects`, compiled by each JDK for each release.
pub(super) fn run(
    homes: &[PathBuf],
    subjects: &[Subject],
    known: &BTreeMap<String, String>,
) -> Result<Tally> {
    let jars = Jars::find()?;
    let mut tally = Tally::default();
    for home in homes {
        let jdk = Tools::new(home)?;
        for release in jdk.releases() {
            let is_compared = |subject: &&Subject| {
                let name = format!("{}/{}", subject.topic, subject.name);
                subject.release <= release && subject.topic != "threads" && !known.contains_key(&name)
            };
            let subjects: Vec<&Subject> = subjects.iter().filter(is_compared).collect();
            if !subjects.is_empty() {
                let folder = TemporaryFolder::new()?;
                let (classes, _) = jdk.compile(&subjects, release, folder.path())?;
                let what = format!("release {release}");
                let one = compare(&jdk, &what, (&subjects, &classes), &jars, folder.path())?;
                tally.passed += one.passed;
                tally.failed += one.failed;
            }
        }
    }
    Ok(tally)
}

/// Compares the coverage of all classes of the jar `library` after a run of the program in the file `driver`.
pub(super) fn of_library(homes: &[PathBuf], library: &Path, driver: &Path) -> Result<Tally> {
    let jars = Jars::find()?;
    let mut tally = Tally::default();
    let subject = Subject {
        name: driver.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        topic: "library".to_owned(),
        source: std::fs::read_to_string(driver)?,
        release: 8,
        exits: false,
    };
    for home in homes {
        let jdk = Tools::new(home)?;
        let folder = TemporaryFolder::new()?;
        let classes = unpacked(&JdkTools::at(home)?, library, &subject, folder.path())?;
        let name = library.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let one = compare(&jdk, &name, (&[&subject], &classes), &jars, folder.path())?;
        tally.passed += one.passed;
        tally.failed += one.failed;
    }
    Ok(tally)
}

/// A folder with the classes of the jar `library` and of the program that uses it.
fn unpacked(tools: &JdkTools, library: &Path, driver: &Subject, folder: &Path) -> Result<PathBuf> {
    let classes = folder.join("classes");
    std::fs::create_dir_all(&classes)?;
    let mut unpack = tools.command("jar");
    unpack.arg("xf").arg(library.canonicalize()?).current_dir(&classes);
    anyhow::ensure!(unpack.status()?.success(), "`{}` is no jar", library.display());
    // Versions of classes for other releases are not looked at, neither here nor there.
    let _ = std::fs::remove_dir_all(classes.join("META-INF"));
    let _ = std::fs::remove_file(classes.join("module-info.class"));
    let mut files = Vec::new();
    for (name, source) in [(driver.name.as_str(), driver.source.as_str()), ("Driver", super::jvm::DRIVER)] {
        let file = folder.join(format!("{name}.java"));
        std::fs::write(&file, source)?;
        files.push(file);
    }
    let sources = Sources { files, class_path: vec![classes.clone()], into: classes.clone(), release: None };
    let compiled = tools.compile(&sources, folder)?;
    anyhow::ensure!(compiled.succeeded, "javac refuses the driver: {:?}", compiled.messages);
    Ok(classes)
}

fn compare(
    jdk: &Tools,
    what: &str,
    (subjects, classes): (&[&Subject], &Path),
    jars: &Jars,
    folder: &Path,
) -> Result<Tally> {
    let unit = Arc::new(unit(classes)?);
    let (passed, not_run) = passed(jdk, subjects, classes, &unit)?;
    let report = natively(jdk, subjects, classes, jars, folder)?;
    let label = format!("{} {what}", jdk.name);
    let mut left_out: BTreeSet<String> = not_run.into_iter().map(|name| format!("{name}.java")).collect();
    left_out.insert("Driver.java".to_owned());
    let differences = differences(&unit, &passed, &report, &left_out);
    differences.lines.iter().for_each(|line| println!("{label}: {line}"));
    println!(
        "{label}: {} programs, {} classes, {} methods, {} of {} probes passed, {} lines; {} classes and lines differ, {} programs not run",
        subjects.len(),
        differences.classes,
        differences.methods,
        passed.iter().count(),
        unit.probes,
        differences.compared_lines,
        differences.lines.len(),
        left_out.len() - 1,
    );
    let failed = differences.lines.len();
    Ok(Tally { passed: differences.classes.saturating_sub(failed), failed })
}

/// All classes of a folder.
fn unit(classes: &Path) -> Result<UnitCover> {
    let (mut folders, mut paths) = (vec![classes.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|extension| extension == "class") => paths.push(path),
                false => {}
            }
        }
    }
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        let name = path.strip_prefix(classes)?.with_extension("").display().to_string();
        let bytes = std::fs::read(&path)?.into();
        let found = Found { bytes, origin: path.display().to_string(), module: None };
        files.push(ClassFile::read(&name, found)?);
    }
    Ok(UnitCover::new(&files)?)
}

/// The probes that the programs pass in our machine, and the programs that cannot be run.
fn passed(
    jdk: &Tools,
    subjects: &[&Subject],
    classes: &Path,
    unit: &Arc<UnitCover>,
) -> Result<(ProbeSet, Vec<String>)> {
    let config = trine_machine::Config { steps: ours::STEPS, ..trine_jdk::config() };
    let probed = unit.classes.iter().map(|class| class.name.clone());
    let mut launcher = Launcher::probing(Jdk::open(&jdk.home)?, &[classes.to_owned()], config, probed)
        .map_err(|error| anyhow!("the machine does not boot {}: {error}", jdk.name))?;
    let mut recorder = ProbeRecorder::new(Arc::clone(launcher.program()), Arc::clone(unit));
    let mut not_run = Vec::new();
    for subject in subjects {
        let ending =
            launcher.run_observed(&subject.name, &[], &[], &mut recorder).map(|outcome| outcome.ending);
        if !matches!(ending, Ok(Ending::Code(_))) {
            println!("{}: `{}` is not run: {ending:?}", jdk.name, subject.name);
            not_run.push(subject.name.clone());
        }
    }
    Ok((recorder.passed, not_run))
}

/// What JaCoCo counts when the programs run under `java`.
fn natively(
    jdk: &Tools,
    subjects: &[&Subject],
    classes: &Path,
    jars: &Jars,
    folder: &Path,
) -> Result<CoverageReport> {
    let tools = JdkTools::at(&jdk.home)?;
    let executed = folder.join("jacoco.exec");
    let run = |class: &str, arguments: Vec<String>| {
        let program = Program {
            class_path: vec![classes.to_owned()],
            class: class.to_owned(),
            arguments,
            coverage: Some((jars.agent.clone(), executed.clone())),
            ..Program::default()
        };
        tools.run(&program, folder, Limits::default())
    };
    let together: Vec<String> =
        subjects.iter().filter(|subject| !subject.exits).map(|subject| subject.name.clone()).collect();
    for names in together.chunks(200) {
        let run = run("Driver", names.to_vec())?;
        if run.ending != trine_native::Ending::Exited(0) {
            return Err(anyhow!("java ends with {:?}: {}", run.ending, run.stderr));
        }
    }
    for subject in subjects.iter().filter(|subject| subject.exits) {
        run(&subject.name, Vec::new())?;
    }
    tools.coverage(&jars.report, &executed, &[classes.to_owned()], folder).context("JaCoCo makes no report")
}

/// What was compared, and what differs.
#[derive(Default)]
struct Differences {
    classes: usize,
    methods: usize,
    compared_lines: usize,
    lines: Vec<String>,
}

fn differences(
    unit: &UnitCover,
    passed: &ProbeSet,
    report: &CoverageReport,
    left_out: &BTreeSet<String>,
) -> Differences {
    let reported: BTreeMap<&str, &ClassReport> =
        report.classes.iter().map(|class| (class.name.as_str(), class)).collect();
    let mut found = Differences::default();
    let mut files: BTreeMap<String, Lines> = BTreeMap::new();
    for class in &unit.classes {
        let source = class.source_file.clone().unwrap_or_default();
        if left_out.contains(&source) {
            continue;
        }
        let ours = class.counters(passed);
        let package = class.name.rsplit_once('/').map_or("", |(package, _)| package);
        let lines = files.entry(format!("{package}/{source}")).or_default();
        for (&line, &counters) in &ours.lines {
            *lines.entry(line).or_default() += counters;
        }
        match reported.get(class.name.as_str()) {
            Some(theirs) => {
                found.classes += 1;
                found.methods += ours.methods.len();
                found.lines.extend(of_class(&class.name, &ours, theirs));
            }
            None if ours.methods.is_empty() => {}
            None => found.lines.push(format!("{} is not in JaCoCo's report", class.name)),
        }
    }
    let known: BTreeSet<&str> = unit.classes.iter().map(|class| class.name.as_str()).collect();
    let strange = report.classes.iter().filter(|class| !known.contains(class.name.as_str()));
    found.lines.extend(strange.map(|class| format!("{} is in JaCoCo's report only", class.name)));
    for (file, lines) in &files {
        let none = BTreeMap::new();
        let theirs = report.files.get(file).unwrap_or(&none);
        let numbers: BTreeSet<u32> =
            lines.keys().map(|&line| u32::from(line)).chain(theirs.keys().copied()).collect();
        for number in numbers {
            let ours =
                u16::try_from(number).ok().and_then(|line| lines.get(&line)).copied().unwrap_or_default();
            let theirs = theirs.get(&number).copied().unwrap_or_default();
            found.compared_lines += 1;
            if (counted(ours.instruction), counted(ours.branch)) != theirs {
                found.lines.push(format!("{file}:{number}: java {theirs:?}, ours {ours:?}"));
            }
        }
    }
    found
}

fn counted(counter: Counter) -> Counted {
    Counted { missed: counter.missed, covered: counter.covered }
}

fn of_class(name: &str, ours: &ClassCounters, theirs: &ClassReport) -> Vec<String> {
    let mut found: Vec<String> = unequal(&ours.total, &theirs.counters, true)
        .into_iter()
        .map(|difference| format!("{name}: {difference}"))
        .collect();
    let methods: BTreeMap<(&str, &str), &CountersByName> = theirs
        .methods
        .iter()
        .map(|method| ((method.name.as_str(), method.descriptor.as_str()), &method.counters))
        .collect();
    for (method, descriptor, counters) in &ours.methods {
        let of = format!("{name}.{method}{descriptor}");
        match methods.get(&(method.as_str(), descriptor.as_str())) {
            Some(theirs) => {
                found.extend(
                    unequal(counters, theirs, false)
                        .into_iter()
                        .map(|difference| format!("{of}: {difference}")),
                );
            }
            None => found.push(format!("{of} is not in JaCoCo's report")),
        }
    }
    if ours.methods.len() != theirs.methods.len() {
        found.push(format!("{name}: java has {} methods, ours {}", theirs.methods.len(), ours.methods.len()));
    }
    found
}

/// The counters that differ.
fn unequal(ours: &Counters, theirs: &CountersByName, of_class: bool) -> Vec<String> {
    let mut all = vec![
        ("INSTRUCTION", ours.instruction),
        ("BRANCH", ours.branch),
        ("LINE", ours.line),
        ("COMPLEXITY", ours.complexity),
        ("METHOD", ours.method),
    ];
    if of_class {
        all.push(("CLASS", ours.class));
    }
    let differ = all.into_iter().filter_map(|(name, ours)| {
        let theirs = theirs.get(name).copied().unwrap_or_default();
        (counted(ours) != theirs).then(|| format!("{name} java {theirs:?}, ours {ours:?}"))
    });
    differ.collect()
}
