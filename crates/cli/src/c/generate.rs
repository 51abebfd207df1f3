//! `trine c`: from files to a finished output folder.

use super::{initial_record, seeds};
use crate::args::CArgs;
use crate::interrupt::{INTERRUPTED, Interrupt, Stage};
use crate::journal::{self, Writer};
use crate::output::Output;
use crate::progress::Progress;
use crate::schedule::Schedule;
use crate::settings::{FailOn, Settings};
use crate::watch::{self, Watched};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use trine_campaign::c::C;
use trine_campaign::c::confirm::{self, FileTraces, Suite as FileSuite};
use trine_campaign::c::emission::{SourceFile, source_files, tell_crashes_apart};
use trine_campaign::c::inputs;
use trine_campaign::c::loading::Loaded;
use trine_campaign::c::module::{self, Constructed};
use trine_campaign::failure::{FINDINGS, Failure};
use trine_campaign::language::Language;
use trine_campaign::resume::{Resume, restored};
use trine_campaign::select::{Selection, select};
use trine_campaign::units::{Event, Task, pending, run as run_units, tasks};
use trine_engine::UnitOutcome;
use trine_native::clang::Toolchain;
use trine_record::{FindingClass, GoalRecord, NativeVerdict, RunRecord, StoredUnit, Suite, UnitStatus};
use trine_report::Report;

/// Runs `trine c`.
///
/// # Errors
/// When the input is at fault or the output folder cannot be written.
pub fn run(args: &CArgs) -> Result<u8, Failure> {
    let interrupt = Interrupt::listen();
    if !args.watch {
        return once(args, &interrupt);
    }
    watch::run(&watched(args), args.quiet, &interrupt, || once(args, &interrupt))
}

/// The files whose change is a reason to run again.
fn watched(args: &CArgs) -> Watched {
    let mut watched = Watched::default();
    watched.file(args.settings.clone().unwrap_or_else(|| "trine.toml".into()));
    watched.sources_of_c(args.files.iter().map(std::path::PathBuf::as_path));
    if let Some(project) = &args.project {
        watched.file(project.join("compile_commands.json"));
        // What does not read is said by the run.
        if let Ok(jobs) = inputs::jobs(&args.files, Some(project), &args.flags) {
            watched.sources_of_c(jobs.jobs.iter().map(|job| job.file.as_path()));
        }
    }
    watched
}

/// One run.
fn once(args: &CArgs, interrupt: &Interrupt) -> Result<u8, Failure> {
    let here = std::env::current_dir()
        .map_err(|error| Failure::input(format!("cannot tell the current folder: {error}"), "", ""))?;
    let settings = Settings::new(args, &here)?;
    let toolchain = crate::toolchain()?;
    let language = C { toolchain: &toolchain };
    trine_native::remove_stale_folders();
    if settings.framework == crate::settings::TEST_COMP {
        interrupt.enter(Stage::Searching);
        return crate::c::benchmark::run(args, &settings, &toolchain, interrupt.flag());
    }
    let progress_off = args.quiet;
    let (mut jobs, broken) = load(args, &settings, &language)?;
    if !keep_changed(args, &settings, &language, &mut jobs)? {
        return Ok(0);
    }
    crate::paths::check_chosen(&jobs, &settings.options)?;
    if !args.seeds.is_empty() {
        let remarks = seeds::read(&args.seeds, &settings.out)?.apply(&mut jobs, &settings.options);
        if !progress_off {
            remarks.iter().for_each(|remark| eprintln!("{remark}"));
        }
    }
    let output = Output::create(&settings.out)?;
    output.write("debug.log", "")?;
    let mut run = Run::new(args, &settings, &toolchain, jobs, output)?;
    for failure in &broken {
        if !progress_off {
            eprintln!("{failure}");
        }
    }
    interrupt.enter(Stage::Searching);
    run.write()?;
    run.search(&language, &settings, interrupt.flag(), progress_off)?;
    run.collect_serendipity(&settings);
    if !args.no_native && !interrupt.is_set() {
        run.confirm_findings(&language, settings.jobs, progress_off, interrupt.flag());
    }
    run.emit(&language, &settings)?;
    if !args.no_native && !interrupt.is_set() {
        // The folder is complete before tools run that may take their time.
        run.finish()?;
        run.confirm(&language, &settings, progress_off, interrupt)?;
    }
    run.finish()?;
    run.print(args)?;
    Ok(run.exit_code(!broken.is_empty(), settings.fail_on, interrupt.is_set()))
}

/// Loads all jobs; of a project, those that compile.
fn load(
    args: &CArgs,
    settings: &Settings,
    language: &dyn Language,
) -> Result<(Vec<Loaded>, Vec<Failure>), Failure> {
    let jobs = inputs::jobs(&args.files, args.project.as_deref(), &settings.flags)?;
    if !args.quiet {
        jobs.warnings.iter().for_each(|warning| eprintln!("{warning}"));
    }
    let (mut loaded, broken) = language.load(jobs, settings.resources())?;
    settings.stated.apply(&mut loaded, &args.function, args.project.is_some())?;
    if tasks(&loaded).is_empty() {
        return Err(Failure::input(
            "the files define no function to test",
            "nothing was run",
            "name a file that defines functions",
        ));
    }
    let selection = Selection {
        only: &args.only,
        functions: &args.function,
        exclude: &settings.exclude,
        must_exclude: &args.exclude,
    };
    select(&mut loaded, &selection)?;
    if let Some(public) = &settings.options.module {
        for remark in trine_campaign::c::module::check(&loaded, public, &settings.options.roles)? {
            if !args.quiet {
                eprintln!("{remark}");
            }
        }
    }
    Ok((loaded, broken))
}

/// Keeps the functions that `--changed-since` asks for; whether there are any.
fn keep_changed(
    args: &CArgs,
    settings: &Settings,
    language: &dyn Language,
    jobs: &mut [Loaded],
) -> Result<bool, Failure> {
    let Some(revision) = &args.changed_since else { return Ok(true) };
    for note in language.keep_changed(jobs, revision, settings.resources())? {
        if !args.quiet {
            eprintln!("{note}");
        }
    }
    Ok(!tasks(jobs).is_empty())
}

/// A run: jobs, outcomes so far, and the folder they go to.
struct Run {
    jobs: Vec<Loaded>,
    tasks: Vec<Task>,
    outcomes: Vec<UnitOutcome>,
    resume: Resume,
    /// By unit: what an earlier run came to with constructed objects, if that still holds.
    constructed: Vec<Option<StoredUnit>>,
    journal: Writer,
    record: RunRecord,
    output: Output,
    sources: BTreeMap<String, String>,
    files: Vec<SourceFile>,
    /// What the suite did in each of the files.
    traces: Vec<FileTraces>,
    bugs: Vec<String>,
}

impl Run {
    fn new(
        args: &CArgs,
        settings: &Settings,
        toolchain: &Toolchain,
        jobs: Vec<Loaded>,
        output: Output,
    ) -> Result<Self, Failure> {
        let tasks = tasks(&jobs);
        let options = &settings.options;
        let mut outcomes = pending(&jobs, &tasks, options);
        if args.fresh {
            output.remove(journal::NAME)?;
        }
        let journal = output.journal()?;
        let resume =
            Resume::new(&jobs, &tasks, options, &mut outcomes, |fingerprint| journal.unit(fingerprint));
        let constructed = resume.constructed.iter().map(|&fingerprint| journal.unit(fingerprint)).collect();
        let journal = journal.begin(&resume.journaled())?;
        let mut record = RunRecord {
            taken_over: resume.count(),
            unfinished: resume.units.iter().map(|(_, fingerprint)| fingerprint.to_string()).collect(),
            ..initial_record::record(args, settings, options, toolchain, crate::replay::job_records(&jobs))
        };
        let sources = source_contents(&jobs);
        record.sources = crate::evidence::source_records(&record, &sources);
        Ok(Self {
            jobs,
            tasks,
            outcomes,
            resume,
            constructed,
            journal,
            record,
            output,
            sources,
            files: Vec::new(),
            traces: Vec::new(),
            bugs: Vec::new(),
        })
    }

    fn search(
        &mut self,
        language: &dyn Language,
        settings: &Settings,
        stop: &AtomicBool,
        quiet: bool,
    ) -> Result<(), Failure> {
        let open = self.resume.open();
        let mut progress = Progress::new(self.tasks.len(), self.resume.count(), quiet);
        for job in &self.jobs {
            job.warnings.iter().for_each(|warning| progress.note(&format!("warning: {warning}")));
        }
        if let Some(note) = language.note(&self.jobs) {
            progress.note(&note);
        }
        if let Some(note) = self.resume.note("functions") {
            progress.note(&note);
        }
        let mut schedule = Schedule::default();
        let mut failure = None;
        let jobs = std::mem::take(&mut self.jobs);
        let tasks = self.tasks.clone();
        let on_event = |event: Event| match event {
            Event::Started(position, at_work) => {
                progress.started(&self.outcomes[position].record.function, at_work);
            }
            Event::Tick => progress.show(),
            Event::Done(position, outcome, is_whole) => {
                progress.done(&outcome.record);
                if is_whole && failure.is_none() {
                    let (fingerprint, unit) = self.resume.stored(position, &outcome);
                    failure = self.journal.append(fingerprint, &unit).err();
                }
                self.outcomes[position] = *outcome;
                if failure.is_none() && schedule.is_due() {
                    failure = schedule.time(|| self.write()).err();
                }
            }
            Event::Failed(position, panic) => {
                let unit = &mut self.outcomes[position].record;
                let reason = format!("a bug of Trine: {panic}");
                self.bugs.push(format!("{}: {panic}", unit.function));
                unit.status = UnitStatus::Unsupported { reason };
            }
        };
        let options = &settings.options;
        match &options.module {
            Some(public) => module::run(&jobs, &tasks, &open, public, options, settings.jobs, stop, on_event),
            None => run_units(&jobs, &tasks, &open, options, settings.jobs, stop, on_event),
        }
        if options.constructs && options.module.is_none() && !stop.load(Ordering::Relaxed) {
            let failed = self.construct(&jobs, settings, stop);
            failure = failure.or(failed);
        }
        self.jobs = jobs;
        tell_crashes_apart(&mut self.outcomes);
        trine_engine::suite::findings::merge(&mut self.outcomes);
        progress.finish();
        failure.map_or(Ok(()), Err)
    }

    /// Tries what the functions left open by constructed objects, file by file; what is finished goes to the journal.
    fn construct(&mut self, jobs: &[Loaded], settings: &Settings, stop: &AtomicBool) -> Option<Failure> {
        let mut known = BTreeSet::new();
        for file in 0..jobs.len() {
            let of_file = || (0..self.tasks.len()).filter(|&at| self.tasks[at].job == file);
            if of_file().all(|at| self.constructed[at].is_some()) {
                known.insert(file);
                for at in of_file().collect::<Vec<_>>() {
                    self.outcomes[at] =
                        self.constructed[at].take().map_or_else(|| self.outcomes[at].clone(), restored);
                }
            }
        }
        let mut failure = None;
        let (resume, journal, bugs) = (&self.resume, &mut self.journal, &mut self.bugs);
        let on_event = |event: Constructed<'_>| match event {
            Constructed::Done(positions, outcomes, true) if failure.is_none() => {
                let stored = positions.iter().zip(outcomes);
                let mut stored = stored.map(|(&at, outcome)| resume.stored_constructed(at, outcome));
                failure = stored.find_map(|(fingerprint, unit)| journal.append(fingerprint, &unit).err());
            }
            Constructed::Done(..) => {}
            Constructed::Failed(file, panic) => bugs.push(format!("{}: {panic}", jobs[file].path)),
        };
        let (options, workers) = (&settings.options, settings.jobs);
        let is_known = |file| known.contains(&file);
        module::construct(jobs, &self.tasks, &mut self.outcomes, is_known, options, workers, stop, on_event);
        failure
    }

    fn goals(&self) -> Vec<Vec<GoalRecord>> {
        self.outcomes.iter().map(|outcome| outcome.goals.clone()).collect()
    }

    fn suite(&self) -> Suite {
        Suite {
            tests: self.outcomes.iter().flat_map(|outcome| outcome.tests.clone()).collect(),
            crashes: self.outcomes.iter().flat_map(|outcome| outcome.crashes.clone()).collect(),
        }
    }

    fn write(&mut self) -> Result<(), Failure> {
        self.record.units = self.outcomes.iter().map(|outcome| outcome.record.clone()).collect();
        self.record.findings = self.outcomes.iter().flat_map(|outcome| outcome.findings.clone()).collect();
        self.output.write_records(&self.record, &self.goals(), &self.suite(), &self.sources)
    }

    /// Writes the records of the ended run.
    fn finish(&mut self) -> Result<(), Failure> {
        self.record.unfinished.clear();
        self.journal.flush_to_disk();
        self.write()
    }

    /// Goals that the tests of other functions of the same file cover count too: they are
    /// replayed like any other test.
    fn collect_serendipity(&mut self, settings: &Settings) {
        let of_units: Vec<_> = self.tasks.iter().map(|task| task.job).zip(&self.outcomes).collect();
        self.files = source_files(&self.jobs, &of_units);
        self.traces =
            confirm::replay(&self.jobs, &self.tasks, &mut self.outcomes, &self.files, &settings.options);
    }

    fn emit(&mut self, language: &dyn Language, settings: &Settings) -> Result<(), Failure> {
        self.record.findings = self.outcomes.iter().flat_map(|outcome| outcome.findings.clone()).collect();
        let (framework, out) = (&settings.framework, &settings.out);
        let written = language.write(&self.jobs, &self.files, &self.record.findings, framework, out);
        self.output.write_emitted(&written.files)?;
        let line = |(test, reason): &(String, String)| format!("{test} was not emitted: {reason}\n");
        let log: String = written.skipped.iter().map(line).collect();
        self.output.write("debug.log", &log)
    }

    /// Runs the reproducers of the findings under sanitizers.
    fn confirm_findings(&mut self, language: &dyn Language, workers: usize, quiet: bool, stop: &AtomicBool) {
        let jobs: Vec<usize> = self.tasks.iter().map(|task| task.job).collect();
        let crashes = self.files.iter().map(|file| file.crashes.len()).sum();
        let progress = Mutex::new(Progress::over("reproducers", "sanitizers", crashes, quiet));
        let done = |file: &str| {
            progress.lock().unwrap_or_else(PoisonError::into_inner).step_of_many(file);
        };
        language.judge_findings(
            &self.jobs,
            &self.files,
            &jobs,
            &mut self.outcomes,
            &trine_campaign::c::sanitize::Stage { workers, done: &done, stop },
        );
        progress.into_inner().unwrap_or_else(PoisonError::into_inner).finish();
    }

    /// Compiles and runs the suite natively; what does not hold goes, and what was written of it is written anew.
    fn confirm(
        &mut self,
        language: &dyn Language,
        settings: &Settings,
        quiet: bool,
        interrupt: &Interrupt,
    ) -> Result<(), Failure> {
        interrupt.enter(Stage::Native);
        let options = &settings.options;
        let progress = Progress::over("files", "native run", self.files.len(), quiet);
        let progress = Mutex::new(progress);
        let mut suite =
            FileSuite { outcomes: &mut self.outcomes, files: &mut self.files, traces: &mut self.traces };
        let done = |file: &SourceFile| {
            progress.lock().unwrap_or_else(PoisonError::into_inner).step(&file.path);
        };
        let runs = language.judge_suite(&self.jobs, &self.tasks, &mut suite, options, settings.jobs, &done);
        progress.into_inner().unwrap_or_else(PoisonError::into_inner).finish();
        interrupt.enter(Stage::Searching);
        let verdict = match runs {
            Ok(runs) => language.compare(runs, &self.jobs, &self.files, &self.traces, options),
            Err(failure) => NativeVerdict { failures: vec![failure], ..NativeVerdict::default() },
        };
        let changed = !verdict.dropped.is_empty()
            || !verdict.machine_only.is_empty()
            || self.files.iter().any(|file| !file.trapping.is_empty() || file.has_lost_observations);
        self.record.native = Some(verdict);
        if changed {
            self.files.retain(|file| !file.tests.is_empty() || !file.crashes.is_empty());
            self.emit(language, settings)?;
        }
        Ok(())
    }

    fn print(&self, args: &CArgs) -> Result<(), Failure> {
        if args.format.as_deref() == Some("json") {
            let text = serde_json::to_string(&self.record).map_err(|error| {
                trine_campaign::failure::bug(&format!("the record cannot be written as JSON: {error}"))
            })?;
            crate::print(&(text + "\n"));
        } else if !args.quiet {
            let goals = self.goals();
            let suite = self.suite();
            let report = Report { run: &self.record, goals: &goals, suite: &suite, sources: &self.sources };
            let color = crate::is_colored(&std::io::stdout());
            let out =
                args.out.as_ref().map_or_else(|| "trine-out".to_owned(), |out| out.display().to_string());
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

    fn exit_code(&self, some_files_broken: bool, fail_on: FailOn, is_interrupted: bool) -> u8 {
        let wrong = self.record.native.as_ref().is_some_and(NativeVerdict::shows_a_bug);
        let fails = |class: FindingClass| match fail_on {
            FailOn::Findings => class == FindingClass::Code,
            FailOn::Preconditions => true,
            FailOn::Never => false,
        };
        let crashes = self.record.findings.iter().any(|finding| fails(finding.class));
        match () {
            () if !self.bugs.is_empty() || wrong => trine_campaign::failure::BUG,
            () if is_interrupted => INTERRUPTED,
            () if some_files_broken => trine_campaign::failure::INPUT,
            () if crashes => FINDINGS,
            () => 0,
        }
    }
}

/// The texts of all source files, each once.
fn source_contents(jobs: &[Loaded]) -> BTreeMap<String, String> {
    let mut contents = BTreeMap::new();
    for (path, text) in jobs.iter().flat_map(|job| job.contents.iter()) {
        contents.entry(path.clone()).or_insert_with(|| text.clone());
    }
    contents
}
