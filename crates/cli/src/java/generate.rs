//! `trine java`: from classes to a finished output folder.

use super::named::named;
use super::settings::{fails_on, release, settings};
use super::{project, records};
use crate::args::JavaArgs;
use crate::failure::{self, Failure};
use crate::interrupt::{INTERRUPTED, Interrupt, Stage};
use crate::journal::{self, Writer};
use crate::output::Output;
use crate::progress::Progress;
use crate::schedule::Schedule;
use crate::settings::FailOn;
use crate::watch::{self, Watched};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use trine_campaign::failure::{FINDINGS, bug};
use trine_campaign::java::{
    self, ClassFailure, Classes, OwnTests, Settings, Subject, keep_changed, record, subjects, together,
};
use trine_campaign::resume::Resume;
use trine_campaign::units::Event;
use trine_emit::sarif::sarif;
use trine_record::{
    Finding, FindingClass, GoalRecord, NativeVerdict, RunRecord, StoredUnit, Suite, UnitRecord,
};
use trine_report::Report;

/// The folder of the tests that show findings.
const CRASHES: &str = "crashes/";

/// Writes the tests; gives the exit code.
///
/// # Errors
/// When the arguments are wrong, nothing can be tested, or results cannot be written.
pub fn run(args: &JavaArgs) -> Result<u8, Failure> {
    let interrupt = Interrupt::listen();
    if !args.watch {
        return once(args, &interrupt);
    }
    let watched = watched(&settings(args)?, args);
    watch::run(&watched, args.quiet, &interrupt, || once(args, &interrupt))
}

/// The files whose change is a reason to run again: classes, and sources where the build tool compiles them.
fn watched(settings: &Settings, args: &JavaArgs) -> Watched {
    let mut watched = Watched::default();
    for entry in &settings.class_path {
        match entry.is_file() {
            true => watched.file(entry),
            false => watched.folder(entry, &["class"], true),
        }
    }
    if let Some(project) = &args.project {
        let folder = if project.is_dir() { Some(project.as_path()) } else { project.parent() };
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        watched.folder(folder.join("src/main"), if args.build { &["java"] } else { &[] }, true);
        for classes in ["target/classes", "build/classes"] {
            watched.folder(folder.join(classes), if args.build { &[] } else { &["class"] }, true);
        }
    }
    watched
}

/// One run.
fn once(args: &JavaArgs, interrupt: &Interrupt) -> Result<u8, Failure> {
    trine_native::remove_stale_folders();
    let mut settings = settings(args)?;
    let fail_on = fails_on(args)?;
    project::apply(args, &mut settings)?;
    let classes = Classes::new(&settings)?;
    OwnTests::check(&settings)?;
    let named = named(args, &classes, args.project.is_some())?;
    settings.release = release(args, &classes, &named)?;
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from("trine-out"));
    let mut subjects = subjects(&named, &classes, &settings, &out)?;
    if let Some(revision) = &args.changed_since {
        let before = subjects.len();
        let notes = keep_changed(&mut subjects, &classes, &settings, revision)?;
        if !args.quiet {
            notes.iter().for_each(|note| eprintln!("{note}"));
            eprintln!("{} of {before} classes changed since {revision}", subjects.len());
        }
        if subjects.is_empty() {
            return Ok(0);
        }
    }
    drop(classes);
    let output = Output::create(&out)?;
    let mut run = Run::new(args, &settings, subjects, (output, out))?;
    interrupt.enter(Stage::Searching);
    run.write()?;
    run.search(&settings, interrupt.flag(), args.quiet)?;
    run.settle_together(&settings, interrupt.flag(), args.quiet);
    run.emit(settings.tests_into.as_deref())?;
    run.finish()?;
    run.say();
    run.print(args)?;
    Ok(run.exit_code(fail_on, interrupt.is_set()))
}

/// A run: what is known of each class so far, and the folder it goes to.
struct Run {
    subjects: Vec<Subject>,
    /// What came of each class; of those that are not done, records without results.
    units: Vec<StoredUnit>,
    /// Why classes have no tests.
    failures: Vec<ClassFailure>,
    /// What the user should know of all classes together.
    remarks: Vec<String>,
    resume: Resume,
    journal: Writer,
    record: RunRecord,
    output: Output,
    /// The folder as the user named it.
    out: PathBuf,
    /// Texts of sources by path.
    sources: BTreeMap<String, String>,
}

impl Run {
    fn new(
        args: &JavaArgs,
        settings: &Settings,
        subjects: Vec<Subject>,
        (output, out): (Output, PathBuf),
    ) -> Result<Self, Failure> {
        let mut units: Vec<StoredUnit> = subjects.iter().map(record::pending).collect();
        if args.fresh {
            output.remove(journal::NAME)?;
        }
        let journal = output.journal()?;
        let identities = subjects.iter().map(|subject| (subject.identity(), subject.fingerprint)).collect();
        let resume =
            Resume::of(identities, |fingerprint| journal.unit(fingerprint), |at, unit| units[at] = unit);
        let journal = journal.begin(&resume.units)?;
        let mut record = RunRecord {
            taken_over: resume.count(),
            unfinished: resume.units.iter().map(|(_, fingerprint)| fingerprint.to_string()).collect(),
            ..records::run_record(args, settings)
        };
        let text = |subject: &Subject| Some((subject.file.clone(), subject.text.clone()?));
        let sources = subjects.iter().filter_map(text).collect();
        record.sources = crate::evidence::source_records(&record, &sources);
        Ok(Self {
            subjects,
            units,
            failures: Vec::new(),
            remarks: Vec::new(),
            resume,
            journal,
            record,
            output,
            out,
            sources,
        })
    }

    fn search(&mut self, settings: &Settings, stop: &AtomicBool, quiet: bool) -> Result<(), Failure> {
        let open = self.resume.open();
        let mut progress = Progress::new(self.subjects.len(), self.resume.count(), quiet);
        if let Some(note) = self.resume.note("classes") {
            progress.note(&note);
        }
        let mut schedule = Schedule::default();
        let mut failure = None;
        let subjects = std::mem::take(&mut self.subjects);
        java::run(&subjects, &open, settings, stop, |event| match event {
            Event::Started(position, at_work) => {
                progress.started(&self.units[position].record.function, at_work);
            }
            Event::Tick => progress.show(),
            Event::Done(position, finished, is_whole) => match *finished {
                Ok(unit) => {
                    progress.done(&unit.record);
                    if is_whole && failure.is_none() {
                        failure = self.journal.append(subjects[position].fingerprint, &unit).err();
                    }
                    self.units[position] = unit;
                    if failure.is_none() && schedule.is_due() {
                        failure = schedule.time(|| self.write()).err();
                    }
                }
                // What was not begun when the user asked to stop is none of a failure.
                Err(_) if !is_whole => {}
                Err(failure) => {
                    self.units[position].record = record::unsupported(&failure, &subjects[position]);
                    progress.done(&self.units[position].record);
                    self.failures.push(failure);
                }
            },
            Event::Failed(position, panic) => {
                let failure = ClassFailure::bug(&subjects[position], &panic);
                self.units[position].record = record::unsupported(&failure, &subjects[position]);
                self.failures.push(failure);
            }
        });
        self.subjects = subjects;
        progress.finish();
        let place = |failure: &ClassFailure| {
            self.subjects.iter().position(|subject| subject.source_name() == failure.class)
        };
        self.failures.sort_by_key(place);
        failure.map_or(Ok(()), Err)
    }

    /// Takes out tests that fail beside tests of other classes.
    fn settle_together(&mut self, settings: &Settings, stop: &AtomicBool, quiet: bool) {
        if stop.load(Ordering::Relaxed) || !together::is_due(&self.units, settings) {
            return;
        }
        let mut progress = Progress::over("steps", "native run in one JVM", 1, quiet);
        self.remarks = together::settle(&mut self.units, &self.subjects, settings, stop);
        progress.step("all tests");
        progress.finish();
    }

    fn findings(&self) -> Vec<Finding> {
        self.units.iter().flat_map(|unit| unit.findings.clone()).collect()
    }

    fn goals(&self) -> Vec<Vec<GoalRecord>> {
        self.units.iter().map(|unit| unit.goals.clone()).collect()
    }

    fn suite(&self) -> Suite {
        Suite {
            tests: self.units.iter().flat_map(|unit| unit.tests.clone()).collect(),
            crashes: self.units.iter().flat_map(|unit| unit.crashes.clone()).collect(),
        }
    }

    fn write(&mut self) -> Result<(), Failure> {
        let record = |unit: &StoredUnit| UnitRecord {
            flow: unit.class.as_ref().map(|class| class.flow.clone()).unwrap_or_default(),
            ..unit.record.clone()
        };
        self.record.units = self.units.iter().map(record).collect();
        self.record.findings = self.findings();
        self.record.native = self.native();
        self.output.write_records(&self.record, &self.goals(), &self.suite(), &self.sources)
    }

    /// What the native runs of all classes said; `None` when there was none.
    fn native(&self) -> Option<NativeVerdict> {
        let of_classes = self.units.iter().filter_map(|unit| unit.class.as_ref()?.native.clone());
        of_classes.reduce(|mut all, one| {
            all.add(one);
            all
        })
    }

    /// Writes the test classes: into the output folder, and `into` the project's own sources of tests where that is asked for.
    fn emit(&self, into: Option<&Path>) -> Result<(), Failure> {
        let files = self.units.iter().filter_map(|unit| unit.class.as_ref()).flat_map(|class| &class.files);
        let mut files: BTreeMap<String, String> =
            files.map(|(path, text)| (path.clone(), text.clone())).collect();
        let findings = self.findings();
        if !findings.is_empty() {
            let text = sarif(&findings, &self.record.version, &|finding| self.reproducer(finding));
            files.insert(format!("{CRASHES}findings.sarif"), text);
        }
        self.output.write_emitted(&files)?;
        for (path, text) in into.iter().flat_map(|_| &files) {
            let (Some(into), Some(below)) = (into, path.strip_prefix("tests/")) else { continue };
            self.output.write_beside(&into.join(below), text)?;
        }
        Ok(())
    }

    /// The file beside `findings.sarif` in which the test of `finding` stands.
    fn reproducer(&self, finding: &Finding) -> String {
        let unit = self.units.iter().find(|unit| unit.record.function == finding.function);
        let mut files =
            unit.and_then(|unit| unit.class.as_ref()).into_iter().flat_map(|class| class.files.keys());
        let file = files.find_map(|path| path.strip_prefix(CRASHES));
        file.unwrap_or_default().to_owned()
    }

    /// Writes the records of the ended run.
    fn finish(&mut self) -> Result<(), Failure> {
        self.record.unfinished.clear();
        self.journal.flush_to_disk();
        self.write()
    }

    /// Says what a user should know of each class.
    fn say(&self) {
        for (subject, unit) in self.subjects.iter().zip(&self.units) {
            let name = subject.name();
            let remarks = unit.class.iter().flat_map(|class| &class.remarks).cloned();
            for remark in remarks.chain(subject.mismatch(&unit.record)) {
                eprintln!("warning: `{name}`: {remark}");
            }
            for dropped in
                unit.class.iter().filter_map(|class| class.native.as_ref()).flat_map(|run| &run.dropped)
            {
                eprintln!("warning: test `{}` of `{name}` was taken out: {}", dropped.name, dropped.reason);
            }
        }
        self.remarks.iter().for_each(|remark| eprintln!("warning: {remark}"));
        self.say_how_to_replay();
        for failure in &self.failures {
            eprintln!("{}", failure.as_failure());
        }
    }

    /// Names the command that shows what each step of a test does, for tests that fail natively though they are kept.
    fn say_how_to_replay(&self) {
        for unit in &self.units {
            let Some(native) = unit.class.as_ref().and_then(|class| class.native.as_ref()) else { continue };
            for what in native.failures.iter().chain(&native.disagreements) {
                let named = unit.tests.iter().filter(|test| what.contains(&format!("`{}", test.name)));
                let replay = self.replay_line(named.map(|test| test.name.as_str()).next());
                eprintln!(
                    "error: {what}\n  = note: a bug of Trine: the tests are kept, what they claim is not sure\n  = help: {replay}"
                );
            }
        }
    }

    /// The command that replays the suite, and shows the steps of a test.
    fn replay_line(&self, test: Option<&str>) -> String {
        let option = test.map_or_else(String::new, |test| format!(" --test {test}"));
        format!("`trine replay {}{option}` shows what our machine does", self.out.display())
    }

    fn print(&self, args: &JavaArgs) -> Result<(), Failure> {
        if args.format.as_deref() == Some("json") {
            let text = serde_json::to_string(&self.record)
                .map_err(|error| bug(&format!("the record cannot be written as JSON: {error}")))?;
            crate::print(&(text + "\n"));
        } else if !args.quiet {
            let (goals, suite) = (self.goals(), self.suite());
            let report = Report { run: &self.record, goals: &goals, suite: &suite, sources: &self.sources };
            let (color, out) = (crate::is_colored(&std::io::stdout()), self.out.display().to_string());
            crate::print(&trine_report::terminal::summary(&report, color));
            crate::print(&format!("\n{}", trine_report::terminal::next(&report, &out, color)));
        } else {
            // Quiet is for what goes well.
            let trouble =
                trine_report::terminal::trouble(&self.record, crate::is_colored(&std::io::stderr()));
            eprint!("{trouble}");
        }
        Ok(())
    }

    fn exit_code(&self, fail_on: FailOn, is_interrupted: bool) -> u8 {
        let wrong = self.record.native.as_ref().is_some_and(NativeVerdict::shows_a_bug);
        let fails = |class: FindingClass| match fail_on {
            FailOn::Findings => class == FindingClass::Code,
            FailOn::Preconditions => true,
            FailOn::Never => false,
        };
        match () {
            () if wrong || self.failures.iter().any(|failure| failure.is_bug) => failure::BUG,
            () if is_interrupted => INTERRUPTED,
            () if self.failures.len() == self.units.len() => failure::INPUT,
            () if self.record.findings.iter().any(|finding| fails(finding.class)) => FINDINGS,
            () => 0,
        }
    }
}
