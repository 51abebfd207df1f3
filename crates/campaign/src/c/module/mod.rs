//! Modules of C: tests of several calls through the functions that others may call.
//!
//! ```text
//! functions of the file --api--> classes --sequences::search--> sequence --lower--> test case --runner--> goals covered, distances
//!                                              ^                                                  |
//!                                              +--------------------------------------------------+
//! best sequence for each goal --suite--> tests, one outcome for each function as ever
//! ```
//!
//! Objects come from the module's own constructors and go to its mutators, queries and destructors; no field of them is written. What
//! the file keeps in static variables survives between the calls of a test, and each test begins anew. Goals in static
//! functions count: their callers lead there.

pub mod api;
mod dependence;
mod faults;
pub mod lower;
mod pairs;
mod roles;
mod runner;
mod solve;
mod state;
mod suite;

use crate::c::loading::Loaded;
use crate::failure::Failure;
use crate::program_cache::ProgramCache;
use crate::units::{Event, Task, Turns, context, on_workers};
use api::{Gives, ModuleApi, Recipe, Scope};
use faults::Shows;
use runner::ModuleRunner;
use state::Member;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use suite::Made;
pub use suite::test_cases;
use trine_base::{Budget, Stream};
use trine_coverage::CoverageStructure;
use trine_engine::suite::name::{describe, unique};
use trine_engine::{Options, PublicFunctions, Role, Strategy, UnitOutcome};
use trine_ir::{FuncId, Program};
use trine_record::{GoalCounts, GoalKind, GoalStatus, TestRecord, UnitStatus};
use trine_search::ConstantPool;
use trine_sequences::GoalId;
use trine_sequences::search::{Algorithm, Strategy as Proposing, search};
use trine_testcase::api::{ApiModel, CallableId};
use trine_testcase::objects::{Constants, MemberKind, Sequence};
use trine_testcase::types::TypeKind;

/// The part of a budget of time that the search has.
const SEARCH_SHARE: f64 = 0.75;

/// The part of a budget of time that proofs have at most; they come last.
const PROOF_SHARE: f64 = 0.1;

/// An array comes whole from a member that is told its length with this probability.
const ARRAYS_BY_CALLS: f64 = 0.3;

/// What tests of several calls of `job` may call under these options: the public functions of a module, or all of a file.
#[must_use]
pub fn api_of(job: &Loaded, program: &Program, options: &Options) -> ModuleApi {
    model(job, program, options.module.as_ref(), options)
}

fn model(job: &Loaded, program: &Program, public: Option<&PublicFunctions>, options: &Options) -> ModuleApi {
    let names = public.and_then(|public| public.names.as_ref());
    let with_statics = public.is_none();
    let without = if with_statics { stated(job) } else { BTreeSet::new() };
    let scope = Scope { unit: &job.path, names, with_statics, without: &without, roles: &options.roles };
    ModuleApi::new(&job.api, program, scope)
}

/// A file with the functions of it that are under test, searched as one module.
struct ModuleUnit<'a> {
    jobs: &'a [Loaded],
    job: &'a Loaded,
    program: &'a Arc<Program>,
    options: &'a Options,
    tasks: &'a [Task],
    /// Whose functions tests call: the public ones of a module, or all of a file.
    public: Option<&'a PublicFunctions>,
    /// What its search may take.
    allowance: Allowance,
}

/// What the search over a file may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Allowance {
    Runs(u64),
    Time(Duration),
}

impl Allowance {
    /// All that so many functions have.
    fn of_functions(functions: usize, options: &Options) -> Self {
        match options.budget {
            Budget::Evaluations(evals) => Self::Runs(evals.saturating_mul(functions as u64)),
            Budget::Time(time) => Self::Time(time.saturating_mul(functions as u32)),
        }
    }

    /// What functions left of their budgets, at most as much as `open` of them have.
    fn left_over(outcomes: &[UnitOutcome], open: usize, options: &Options) -> Self {
        let records = || outcomes.iter().map(|outcome| &outcome.record);
        match options.budget {
            Budget::Evaluations(evals) => {
                let left: u64 = records().map(|record| evals.saturating_sub(record.evaluations)).sum();
                Self::Runs(left.min(evals.saturating_mul(open as u64)))
            }
            Budget::Time(time) => {
                let left =
                    records().map(|record| time.saturating_sub(Duration::from_millis(record.milliseconds)));
                Self::Time(left.sum::<Duration>().min(time.saturating_mul(open as u32)))
            }
        }
    }

    fn is_none(self) -> bool {
        matches!(self, Self::Runs(0) | Self::Time(Duration::ZERO))
    }
}

/// What came of a module.
#[derive(Default)]
struct Searched {
    tests: Vec<Made>,
    members: Vec<Member>,
    /// By task: its position among the members, if it is one.
    member_of: Vec<Option<usize>>,
    runs: u64,
    milliseconds: u64,
    /// Faults that runs met.
    shows: Vec<Shows>,
    /// How runs ended that are no tests.
    stopped: BTreeMap<String, u64>,
    /// By member: what all runs did.
    reached: Vec<trine_coverage::Trace>,
}

/// Runs the modules that hold the tasks at `positions` on `workers` threads; `on_event` is called on the calling thread,
/// for each function of each of these modules.
#[allow(clippy::too_many_arguments)]
pub fn run(
    jobs: &[Loaded],
    tasks: &[Task],
    positions: &[usize],
    public: &PublicFunctions,
    options: &Options,
    workers: usize,
    stop: &AtomicBool,
    mut on_event: impl FnMut(Event),
) {
    let modules: BTreeSet<usize> = positions.iter().map(|&at| tasks[at].job).collect();
    let modules: Vec<usize> = modules.into_iter().collect();
    let of = |module: usize| (0..tasks.len()).filter(move |&at| tasks[at].job == module);
    let program_cache = ProgramCache::new(options.memory, workers);
    let worker = |turns: &Turns<'_, Vec<UnitOutcome>>| {
        let mut program;
        while let Some((module, at_work)) = turns.next_unit() {
            let job = &jobs[module];
            program = program_cache.open(&job.program);
            let tasks: Vec<Task> = of(module).map(|at| tasks[at]).collect();
            let public = Some(public);
            let allowance = Allowance::of_functions(tasks.len(), options);
            let unit = ModuleUnit { jobs, job, program: &program, options, tasks: &tasks, public, allowance };
            at_work.set("sequences of calls");
            turns.work(module, || unit.run(stop));
        }
    };
    on_workers(&modules, workers, stop, worker, |event| match event {
        Event::Started(module, at_work) => {
            of(module).for_each(|at| on_event(Event::Started(at, Arc::clone(&at_work))));
        }
        Event::Tick => on_event(Event::Tick),
        Event::Done(module, outcomes, is_whole) => {
            for (at, outcome) in of(module).zip(*outcomes) {
                on_event(Event::Done(at, Box::new(outcome), is_whole));
            }
        }
        Event::Failed(module, panic) => of(module).for_each(|at| on_event(Event::Failed(at, panic.clone()))),
    });
}

/// The functions of a file that work on objects which other functions make.
fn takers(job: &Loaded, program: &Program, options: &Options) -> BTreeSet<CallableId> {
    let without = stated(job);
    let roles = &options.roles;
    let scope = Scope { unit: &job.path, names: None, with_statics: true, without: &without, roles };
    ModuleApi::takers(&job.api, program, scope)
}

/// Functions of which the user stated preconditions.
fn stated(job: &Loaded) -> BTreeSet<CallableId> {
    job.preconditions.keys().copied().collect()
}

/// What came of a file whose open goals were tried by constructed objects.
pub enum Constructed<'a> {
    /// The outcomes of its functions, by their positions among the tasks, and whether it is whole: not cut off.
    Done(&'a [usize], &'a [UnitOutcome], bool),
    /// A bug of ours: the file, and what it says.
    Failed(usize, String),
}

/// Covers goals that `outcomes`, those of `tasks`, left open, by tests of several calls: objects that no structure made up by a test
/// is like come from the file's own functions, static ones included. Files for which `is_known` are left alone.
#[allow(clippy::too_many_arguments)]
pub fn construct(
    jobs: &[Loaded],
    tasks: &[Task],
    outcomes: &mut [UnitOutcome],
    is_known: impl Fn(usize) -> bool,
    options: &Options,
    workers: usize,
    stop: &AtomicBool,
    mut on_event: impl FnMut(Constructed<'_>),
) {
    let files: BTreeSet<usize> = tasks
        .iter()
        .zip(&*outcomes)
        .filter(|(task, outcome)| is_open(outcome) && !is_known(task.job))
        .map(|(task, _)| task.job)
        .collect();
    let files: Vec<usize> = files.into_iter().collect();
    let program_cache = ProgramCache::new(options.memory, workers);
    let before: &[UnitOutcome] = outcomes;
    let mut found: Vec<(Vec<usize>, Vec<UnitOutcome>)> = Vec::new();
    let of = |file: usize| (0..tasks.len()).filter(move |&at| tasks[at].job == file);
    let worker = |turns: &Turns<'_, Vec<UnitOutcome>>| {
        let mut program;
        while let Some((file, at_work)) = turns.next_unit() {
            let job = &jobs[file];
            program = program_cache.open(&job.program);
            let own: Vec<Task> = of(file).map(|at| tasks[at]).collect();
            at_work.set("sequences of calls");
            turns.work(file, || {
                let mut outcomes: Vec<UnitOutcome> = of(file).map(|at| before[at].clone()).collect();
                let takers = takers(job, &program, options);
                let is_meant = |(task, outcome): (&Task, &UnitOutcome)| {
                    is_open(outcome) && takers.contains(&task.callable)
                };
                let open = outcomes.iter().filter(|outcome| is_open(outcome)).count();
                let allowance = Allowance::left_over(&outcomes, open, options);
                if allowance.is_none() || !own.iter().zip(&outcomes).any(is_meant) {
                    return outcomes;
                }
                let (tasks, public) = (&own[..], None);
                let unit = ModuleUnit { jobs, job, program: &program, options, tasks, public, allowance };
                if let Ok(searched) = unit.search(&outcomes, stop) {
                    unit.fill(&mut outcomes, searched);
                }
                outcomes
            });
        }
    };
    on_workers(&files, workers, stop, worker, |event| match event {
        Event::Started(..) | Event::Tick => {}
        Event::Done(file, outcomes, is_whole) => {
            let positions: Vec<usize> = of(file).collect();
            on_event(Constructed::Done(&positions, &outcomes, is_whole));
            found.push((positions, *outcomes));
        }
        Event::Failed(file, panic) => on_event(Constructed::Failed(file, panic)),
    });
    for (positions, new) in found {
        for (at, outcome) in positions.into_iter().zip(new) {
            outcomes[at] = outcome;
        }
    }
}

/// Whether a function was searched and goals of it are open.
fn is_open(outcome: &UnitOutcome) -> bool {
    let open = |goal: &trine_record::GoalRecord| matches!(goal.status, GoalStatus::Unknown { .. });
    outcome.record.status == UnitStatus::Done && outcome.goals.iter().any(open)
}

/// Says of `jobs` what keeps their modules from being tested, and remarks for the user.
///
/// # Errors
/// When a file has no function that tests may call.
pub fn check(
    jobs: &[Loaded],
    public: &PublicFunctions,
    roles: &BTreeMap<String, Role>,
) -> Result<Vec<String>, Failure> {
    let mut remarks = Vec::new();
    let mut without = Vec::new();
    for job in jobs.iter().filter(|job| !job.callables.is_empty()) {
        let names = public.names.as_ref();
        let none = BTreeSet::new();
        let scope = Scope { unit: &job.path, names, with_statics: false, without: &none, roles };
        let module = ModuleApi::new(&job.api, &job.program, scope);
        let own = |id: &CallableId| job.api.callables[*id].unit == job.path;
        if !module.functions.keys().any(own) {
            without.push(job.path.as_str());
            continue;
        }
        if !module.unmade.is_empty() {
            let all: Vec<String> = module.unmade.iter().map(|name| format!("`{name}`")).collect();
            remarks.push(format!(
                "warning: {}: no public function makes a {}, and its definition is not known: null is passed for it; link \
                 the file that makes one, or name its header with --api",
                job.path,
                all.join(", ")
            ));
        }
    }
    match (without.first(), &public.names) {
        (None, _) => Ok(remarks),
        (Some(_), Some(_)) if without.len() < jobs.len() => {
            remarks.extend(
                without.iter().map(|path| {
                    format!("note: {path}: the header names none of its functions; it is skipped")
                }),
            );
            Ok(remarks)
        }
        (Some(path), Some(_)) => Err(Failure::input(
            format!("the header names no function that {path} defines"),
            "no test was written",
            "name the header that declares the module's functions, or leave --api out: all functions that are not static count",
        )),
        (Some(path), None) => Err(Failure::input(
            format!("{path} has no public function: all are static"),
            "no test was written: tests of a module call public functions only",
            "leave --module out: then each function is tested by itself",
        )),
    }
}

/// The names of functions that a header with this text declares: what stands before an opening parenthesis, be it in parentheses itself
/// (`int (name) (void)`) or before a macro in capitals around the parameters (`int name OF((void))`).
#[must_use]
pub fn declared(header: &str) -> BTreeSet<String> {
    let mut text = String::with_capacity(header.len());
    let mut rest = header;
    while let Some(at) = rest.find("/*") {
        text.push_str(&rest[..at]);
        rest = rest[at..].find("*/").map_or("", |end| &rest[at + end + 2..]);
    }
    text.push_str(rest);
    let mut names = BTreeSet::new();
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default();
        let (mut word, mut closed) = (String::new(), String::new());
        for c in line.chars() {
            match c {
                c if c.is_ascii_alphanumeric() || c == '_' => word.push(c),
                '(' if !word.trim().is_empty() => _ = names.insert(std::mem::take(&mut word)),
                '(' if !closed.is_empty() => _ = names.insert(std::mem::take(&mut closed)),
                ')' => closed = std::mem::take(&mut word).trim().to_owned(),
                ' ' | '\t' => {}
                _ => {
                    word.clear();
                    closed.clear();
                }
            }
            if c == ' ' || c == '\t' {
                // A name may stand apart from its parenthesis, a type before a name does not count.
                word.push(' ');
            }
        }
    }
    let is_macro =
        |word: &str| word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    let last_words = |name: &String| -> Vec<String> {
        let mut words = name.split_whitespace().rev();
        let last = words.next();
        let before = last.filter(|last| is_macro(last)).and_then(|_| words.next());
        last.into_iter().chain(before).map(str::to_owned).collect()
    };
    names.iter().flat_map(last_words).collect()
}

impl ModuleUnit<'_> {
    fn run(&self, stop: &AtomicBool) -> Vec<UnitOutcome> {
        let contexts = || self.tasks.iter().map(|&task| context(self.jobs, task, self.program, self.options));
        let mut outcomes: Vec<UnitOutcome> = contexts().map(|context| context.pending()).collect();
        contexts().zip(&mut outcomes).for_each(|(context, outcome)| context.mark_own(outcome));
        match self.search(&outcomes, stop) {
            Ok(mut searched) => {
                let reached = std::mem::take(&mut searched.reached);
                let member_of = searched.member_of.clone();
                self.fill(&mut outcomes, searched);
                self.refute_open(&mut outcomes, (&member_of, &reached), stop);
            }
            Err(reason) => {
                for outcome in &mut outcomes {
                    outcome.record.status = UnitStatus::Unsupported { reason: reason.clone() };
                }
            }
        }
        outcomes
    }

    /// Looks for proofs that no state at all leads to what is open; `member_of` says by task whose runs are in `reached`.
    fn refute_open(
        &self,
        outcomes: &mut [UnitOutcome],
        (member_of, reached): (&[Option<usize>], &[trine_coverage::Trace]),
        stop: &AtomicBool,
    ) {
        if !matches!(self.options.strategy, Strategy::Hybrid | Strategy::Dse) {
            return;
        }
        let until = self.time().map(|time| Instant::now() + time.mul_f64(PROOF_SHARE));
        let stop = || stop.load(Ordering::Relaxed) || until.is_some_and(|until| Instant::now() >= until);
        for ((&task, outcome), member) in self.tasks.iter().zip(outcomes).zip(member_of) {
            if let Some(member) = member {
                let context = context(self.jobs, task, self.program, self.options);
                context.refute_open(outcome, &reached[*member], until, &stop);
                settle(&mut outcome.record, true);
            }
        }
    }

    /// Searches for the goals that are open in `outcomes`.
    fn search(&self, outcomes: &[UnitOutcome], stop: &AtomicBool) -> Result<Searched, String> {
        let begun = Instant::now();
        let module = model(self.job, self.program, self.public, self.options);
        let mut searched = Searched::default();
        let mut outcome_of = Vec::new();
        for (task, outcome) in self.tasks.iter().zip(outcomes) {
            let member = self.member(task.callable, &module);
            outcome_of.extend(member.as_ref().map(|_| outcome));
            searched.member_of.push(member.as_ref().map(|_| searched.members.len()));
            searched.members.extend(member);
        }
        let members = searched.members.clone();
        let is_wanted = |at: usize, goal: trine_record::GoalId| {
            let state = members[at].structure.goals[goal].state;
            let mut known = outcome_of[at].goals.iter();
            let is_unknown =
                known.any(|known| known.id == goal && matches!(known.status, GoalStatus::Unknown { .. }));
            state == trine_coverage::GoalState::Open && is_unknown
        };
        let stones =
            if self.public.is_none() { stones(&module, &members, is_wanted) } else { BTreeSet::new() };
        let mut runner = ModuleRunner::new(
            &module,
            &self.job.api,
            self.program,
            searched.members.clone(),
            self.options,
            |at, goal| is_wanted(at, goal) || stones.contains(&(at, goal)),
        )?;
        let numbered = (0..).map(GoalId).zip(&runner.goals);
        let wanted: BTreeSet<GoalId> =
            numbered.filter(|(_, (at, goal))| is_wanted(*at, *goal)).map(|(id, _)| id).collect();
        let found = self.found(&module, &mut runner, wanted, begun, stop);
        let until = self.time().map(|time| begun + time.mul_f64(1.0 - PROOF_SHARE));
        searched.tests = suite::suite(&mut runner, &found, until, &|| stop.load(Ordering::Relaxed));
        if self.public.is_some() {
            // Functions that tests do not call by themselves otherwise are judged by function mode.
            let overflows = self.options.machine().signed_overflow_faults;
            let stop = || stop.load(Ordering::Relaxed);
            searched.shows = faults::findings(&mut runner, overflows, &mut BTreeSet::new(), &stop);
        }
        searched.runs = runner.runs;
        searched.stopped = std::mem::take(&mut runner.stopped);
        searched.reached = std::mem::take(&mut runner.reached);
        searched.milliseconds = begun.elapsed().as_millis() as u64;
        Ok(searched)
    }

    fn member(&self, callable: CallableId, module: &ModuleApi) -> Option<Member> {
        let function = self.program.function_named(&self.job.api.callables[callable].symbol)?;
        let body = self.program.body(function).ok()?;
        let Options { criterion, mcdc, .. } = *self.options;
        let structure = CoverageStructure::new(Arc::clone(body), criterion, mcdc);
        Some(Member { function, structure, member: module.functions.get(&callable).copied() })
    }

    /// The time that it has.
    fn time(&self) -> Option<Duration> {
        match self.allowance {
            Allowance::Runs(_) => None,
            Allowance::Time(time) => Some(time),
        }
    }

    /// The best sequence for each goal of `wanted` that was covered; the others are on the way to these.
    fn found(
        &self,
        module: &ModuleApi,
        runner: &mut ModuleRunner<'_>,
        wanted: BTreeSet<GoalId>,
        begun: Instant,
        stop: &AtomicBool,
    ) -> Vec<(GoalId, Sequence)> {
        let until = self.time().map(|time| begun + time.mul_f64(SEARCH_SHARE));
        let budget_evals = match self.allowance {
            Allowance::Runs(runs) => runs,
            Allowance::Time(_) => u64::MAX,
        };
        // Each file has a stream of its own, whatever else is in the run.
        let name = self.job.path.rsplit('/').next().unwrap_or_default();
        let seed = Stream::new(self.options.seed, name).bits();
        let (strategy, algorithm) = proposing(self.options.strategy);
        if strategy != Proposing::Search {
            runner.solve_leaves();
        }
        let options = trine_sequences::search::Options {
            seed,
            budget_evals,
            climbs_from_states: true,
            arrays_by_calls: ARRAYS_BY_CALLS,
            seeds: self.job.own_tests.sequences.clone(),
            strategy,
            algorithm,
            ..trine_sequences::search::Options::default()
        };
        let goals = dependence::nodes(&runner.members, &runner.goals);
        let functions: Vec<FuncId> = runner.members.iter().map(|member| member.function).collect();
        let constants = constants(&self.job.api, self.program, &functions);
        let left = RefCell::new(wanted.clone());
        let stop = || {
            left.borrow().is_empty()
                || stop.load(Ordering::Relaxed)
                || until.is_some_and(|until| Instant::now() >= until)
        };
        let mut covered = |goal: GoalId, _: &Sequence, _| _ = left.borrow_mut().remove(&goal);
        let found = search(&module.classes, &constants, &goals, runner, &options, &stop, &mut covered);
        let mut found = found.sequences;
        found.retain(|(goal, _)| wanted.contains(goal));
        found
    }

    /// Gives the tests to the functions that they are about, and says of each goal what became of it.
    fn fill(&self, outcomes: &mut [UnitOutcome], searched: Searched) {
        let Searched { tests, members, member_of, runs, milliseconds, stopped, shows, .. } = searched;
        let known = outcomes.iter().flat_map(|outcome| &outcome.tests).map(|test| test.name.clone());
        let own = self.job.own_tests.names().map(str::to_owned);
        let mut taken: BTreeSet<String> = known.chain(own).collect();
        let mut seen: Vec<trine_coverage::Trace> =
            members.iter().map(|member| member.structure.new_trace()).collect();
        let mut names = Vec::with_capacity(tests.len());
        for test in &tests {
            let at = self.tasks.iter().position(|task| task.callable == test.about);
            // A test about a function of another file, or one that is not under test, goes to the first one.
            let at = at.unwrap_or(0);
            let mut record = self.record(test, &members, member_of[at], &seen, &mut taken);
            record.function.clone_from(&outcomes[at].record.function);
            for (member, seen) in members.iter().zip(&mut seen) {
                if let Some(trace) = test.traces.get(&member.function) {
                    seen.merge(trace);
                }
            }
            names.push(record.name.clone());
            outcomes[at].tests.push(record);
        }
        for Shows { about, finding, test } in shows {
            let at = self.tasks.iter().position(|task| task.callable == about).unwrap_or(0);
            outcomes[at].findings.push(finding);
            outcomes[at].crashes.push(test);
        }
        let count = outcomes.len().max(1) as u64;
        for (at, outcome) in outcomes.iter_mut().enumerate() {
            let Some(member) = member_of[at] else { continue };
            let Member { structure, function, .. } = &members[member];
            let covering = |goal| covering(&tests, *function, structure, goal, &seen[member]);
            let named = |tests: Vec<usize>| tests.into_iter().map(|at| names[at].clone()).collect();
            for goal in &mut outcome.goals {
                if let GoalStatus::Unknown { reason } = &mut goal.status {
                    match covering(goal.id) {
                        tests if !tests.is_empty() => {
                            goal.status = GoalStatus::Covered { tests: named(tests) }
                        }
                        _ if self.public.is_some() => *reason = open_reason(runs, &stopped),
                        _ => {}
                    }
                }
            }
            let record = &mut outcome.record;
            let before = std::mem::replace(&mut record.goals, GoalCounts::of(&outcome.goals));
            record.tests = outcome.tests.len();
            if self.public.is_some() {
                record.status = UnitStatus::Done;
                // The module's runs, shared out among its functions.
                let own_runs = runs / count + u64::from((at as u64) < runs % count);
                record.evaluations += own_runs;
                record.executions += own_runs;
                record.milliseconds += milliseconds / count;
            }
            if self.public.is_some() || record.goals != before {
                settle(record, self.public.is_some());
            }
        }
        if self.public.is_none() {
            self.share_out(outcomes, runs, milliseconds);
        }
    }

    /// Counts what sequences cost to the functions that left it of their budgets, one after the other.
    fn share_out(&self, outcomes: &mut [UnitOutcome], mut runs: u64, mut milliseconds: u64) {
        for UnitOutcome { record, .. } in outcomes {
            let own = match self.options.budget {
                Budget::Evaluations(evals) => runs.min(evals.saturating_sub(record.evaluations)),
                Budget::Time(time) => {
                    let left = (time.as_millis() as u64).saturating_sub(record.milliseconds);
                    let part = left.min(milliseconds);
                    let own = (runs * part).checked_div(milliseconds).unwrap_or(0);
                    record.milliseconds += part;
                    milliseconds -= part;
                    own
                }
            };
            record.evaluations += own;
            record.executions += own;
            runs -= own;
        }
    }

    fn record(
        &self,
        test: &Made,
        members: &[Member],
        about: Option<usize>,
        seen: &[trine_coverage::Trace],
        taken: &mut BTreeSet<String>,
    ) -> TestRecord {
        let function = &self.job.api.callables[test.about].name;
        let fresh = |at: usize| {
            let Member { structure, function, .. } = &members[at];
            let trace = test.traces.get(function)?;
            let goal = structure.covered(trace).find(|&goal| !structure.is_covered(goal, &seen[at]))?;
            Some((at, goal))
        };
        let named = about.and_then(fresh).or_else(|| (0..members.len()).find_map(fresh));
        let (name, title) = match named {
            Some((at, goal)) => {
                let Member { structure, function: id, .. } = &members[at];
                describe(
                    function,
                    Some(&structure.goals[goal]),
                    structure,
                    &test.traces[id],
                    &self.job.sources,
                )
            }
            None => (format!("{function}_returns"), format!("{function} returns normally")),
        };
        let covers = about.map_or_else(Vec::new, |at| {
            let Member { structure, function, .. } = &members[at];
            test.traces.get(function).map_or_else(Vec::new, |trace| structure.covered(trace).collect())
        });
        TestRecord {
            name: unique(name, taken),
            title,
            function: function.clone(),
            file: self.job.path.clone(),
            statements: test.test.skeleton.statements.clone(),
            leaf_kinds: test.test.skeleton.leaves.iter().cloned().collect(),
            leaves: test.test.leaves.clone(),
            covers,
            observations: test.observations.clone(),
            sequence: test.sequence.clone(),
            ending: test.ending.clone(),
            unaligned: test.is_unaligned,
            ..TestRecord::default()
        }
    }
}

/// Goals that other tests cover and that sequences have to pass by on their way: what open goals depend on within their functions, and all
/// of functions that make objects, whose success is what everything else needs.
fn stones(
    module: &ModuleApi,
    members: &[Member],
    is_wanted: impl Fn(usize, trine_record::GoalId) -> bool,
) -> BTreeSet<(usize, trine_record::GoalId)> {
    let makes = |member: &Member| {
        let member = member.member.map(|member| (&module.classes.members[member], module.recipe(member)));
        member.is_some_and(|(member, recipe)| {
            let fills =
                matches!(recipe, Recipe::Call(call) if matches!(call.gives, Gives::Own(_) | Gives::Held(_)));
            fills || member.kind == MemberKind::Constructor
        })
    };
    let mut stones = BTreeSet::new();
    for (at, member) in members.iter().enumerate() {
        let structure = &member.structure;
        let is_single = |&goal: &trine_record::GoalId| {
            let goal = &structure.goals[goal];
            goal.state == trine_coverage::GoalState::Open
                && !matches!(goal.kind, GoalKind::Independence { .. })
        };
        let open: Vec<_> = structure.goals.indices().filter(|&goal| is_wanted(at, goal)).collect();
        let passed: Vec<_> = match makes(member) {
            true => structure.goals.indices().collect(),
            false => dependence::ancestors(structure, &open).into_iter().collect(),
        };
        stones.extend(passed.into_iter().filter(is_single).map(|goal| (at, goal)));
    }
    stones
}

/// Says how the search of a function ended; where nothing else did, only that all goals are settled.
fn settle(record: &mut trine_record::UnitRecord, is_only_search: bool) {
    let is_settled = record.goals.covered + record.goals.infeasible == record.goals.total;
    if is_settled || is_only_search {
        record.termination = if is_settled { "all goals settled" } else { "budget used" }.to_owned();
    }
}

/// The test that covers a goal, by position; of a pair that no test shows alone, the two that show its halves.
fn covering(
    tests: &[Made],
    function: FuncId,
    structure: &CoverageStructure,
    goal: trine_record::GoalId,
    all: &trine_coverage::Trace,
) -> Vec<usize> {
    let showing = |shows: &dyn Fn(&trine_coverage::Trace) -> bool| {
        tests.iter().position(|test| test.traces.get(&function).is_some_and(shows))
    };
    let alone = showing(&|trace| structure.is_covered(goal, trace));
    if let Some(alone) = alone {
        return vec![alone];
    }
    let GoalKind::Independence { decision, condition } = structure.goals[goal].kind else {
        return Vec::new();
    };
    let Some((a, b)) = structure.pair(decision, condition as u16, all) else { return Vec::new() };
    let has =
        |vector| showing(&|trace| trace.vectors[decision as usize].as_slice().binary_search(&vector).is_ok());
    [has(a), has(b)].into_iter().flatten().collect()
}

fn open_reason(runs: u64, stopped: &BTreeMap<String, u64>) -> String {
    let mut reason = format!("no sequence of public calls reached it in {runs} runs");
    if let Some((what, _)) =
        stopped.iter().max_by_key(|(what, count)| (**count, std::cmp::Reverse(what.as_str())))
    {
        reason.push_str(&format!("; of what runs came to that are no tests, most often: {what}"));
    }
    reason
}

/// What proposes sequences where `strategy` is asked for.
fn proposing(strategy: Strategy) -> (Proposing, Algorithm) {
    match strategy {
        Strategy::Hybrid | Strategy::Paths => (Proposing::Hybrid, Algorithm::default()),
        Strategy::Dse => (Proposing::Dse, Algorithm::default()),
        Strategy::Search => (Proposing::Search, Algorithm::default()),
        Strategy::Random => (Proposing::Search, Algorithm::Random),
    }
}

/// What the conditions of `functions` compare with, and the values of enumerations.
fn constants(api: &ApiModel, program: &Program, functions: &[FuncId]) -> Constants {
    let pool = ConstantPool::of_all(program, functions);
    let mut constants = Constants::default();
    pool.integers()
        .iter()
        .filter_map(|&value| i64::try_from(value).ok())
        .for_each(|value| constants.integer(value));
    pool.floats().iter().for_each(|&value| constants.float(value));
    let samples = pool.samples();
    for text in pool.strings().iter().chain(&samples) {
        constants.string(&text.iter().map(|&byte| u16::from(byte)).collect::<Vec<_>>());
    }
    let used = functions.iter().filter_map(|&id| {
        let symbol = &program.callables[id].name;
        api.callables.iter().find(|callable| callable.symbol == *symbol)
    });
    for parameter in used.flat_map(|callable| &callable.params) {
        if let TypeKind::Enum { enumerators, .. } = api.types.kind(parameter.ty) {
            enumerators
                .iter()
                .filter_map(|one| i64::try_from(one.value).ok())
                .for_each(|value| constants.integer(value));
        }
    }
    constants
}

#[cfg(test)]
mod tests {
    use super::declared;

    #[test]
    fn a_header_declares_what_stands_before_parentheses() {
        let header = "/* int not(this); */\nint stack_push (struct stack *s, int v); // nor(that)\n\
                      extern struct stack *stack_new(size_t capacity);\n";
        let names: Vec<String> = declared(header).into_iter().collect();
        assert_eq!(names, ["stack_new", "stack_push"]);
        let header = "ZEXTERN int ZEXPORT deflate OF((z_streamp strm, int flush));\n\
                      LUA_API lua_State *(lua_newstate) (lua_Alloc f, void *ud);\n";
        let names: Vec<String> = declared(header).into_iter().collect();
        assert_eq!(names, ["OF", "deflate", "lua_newstate"]);
    }
}
