//! Tests that the user has: suites of earlier runs, named with `--seeds`, made again in the code as it is now and replayed.
//!
//! ```text
//! suite.json --read--> records --by function, or by sequence--> test cases of today's types and functions
//!     --replay--> those that end as they did and show what they check: what they do in every function of the file
//! ```
//!
//! A test that holds counts for every function that it comes to; nothing is searched for where it covers a goal, and no test is
//! written for that. One that does not hold counts for nothing, and the run says why; its inputs are tried all the same.

use super::file_tests::FileTests;
use super::loading::Loaded;
use super::module::{self, api::ModuleApi};
use crate::program_cache::ProgramCache;
use crate::units::{Task, context};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use trine_coverage::Trace;
use trine_engine::{Options, Remade};
use trine_harness::{Ending, Harness, Plan};
use trine_ir::{FuncId, Program};
use trine_judge::layout_independence::LayoutChecker;
use trine_judge::replay::Traces;
use trine_record::{NotCountedRecord, OwnTestsRecord, Suite, TestRecord};
use trine_testcase::api::{ApiModel, CallableId};
use trine_testcase::objects::Sequence;
use trine_testcase::test_case::{Observation, Observed, ObservedValue, TestCase};

/// The suites that the user names.
#[derive(Clone, Debug, Default)]
pub struct EarlierSuites {
    tests: Vec<TestRecord>,
}

impl EarlierSuites {
    /// The tests of these suites.
    #[must_use]
    pub fn new(suites: Vec<Suite>) -> Self {
        Self { tests: suites.into_iter().flat_map(|suite| suite.tests).collect() }
    }

    /// Gives each of `jobs` the tests that are about functions of its file; remarks for the user.
    pub fn apply(&self, jobs: &mut [Loaded], options: &Options) -> Vec<String> {
        let program_cache = ProgramCache::new(options.memory, 1);
        let mut used: BTreeSet<usize> = BTreeSet::new();
        for at in 0..jobs.len() {
            let program = program_cache.open(&jobs[at].program);
            let replay = Replay { jobs, at, program: &program, options };
            let (tests, about) = replay.all(&self.tests);
            used.extend(about);
            jobs[at].own_tests = tests;
        }
        let left: BTreeSet<&str> = (0..self.tests.len())
            .filter(|at| !used.contains(at))
            .map(|at| self.tests[at].function.as_str())
            .collect();
        match left.first() {
            None => Vec::new(),
            Some(first) => {
                let tests = self.tests.len() - used.len();
                vec![format!(
                    "note: --seeds: {tests} of {} tests are about functions that these files do not have, such as `{first}`",
                    self.tests.len()
                )]
            }
        }
    }
}

/// Makes and replays the tests of the file at `at`.
struct Replay<'a> {
    jobs: &'a [Loaded],
    at: usize,
    program: &'a Arc<Program>,
    options: &'a Options,
}

/// A test of the user's as it is now.
struct Made {
    /// The record that it was made of, by position.
    record: usize,
    about: CallableId,
    test: TestCase,
    /// What keeps it from counting, if anything.
    lost: Option<String>,
}

impl Replay<'_> {
    fn job(&self) -> &Loaded {
        &self.jobs[self.at]
    }

    /// The tests of the file among `records`, and the positions of those that are about a function of it.
    fn all(&self, records: &[TestRecord]) -> (FileTests, Vec<usize>) {
        let mut tests = FileTests::default();
        let by_function = self.by_function(records);
        if by_function.is_empty() {
            return (tests, Vec::new());
        }
        let mut made: Vec<Made> = Vec::new();
        let mut calls = None;
        for (&about, positions) in &by_function {
            let own = tests.by_function.entry(about).or_default();
            own.record.tests = positions.len();
            let (by_shape, by_calls): (Vec<usize>, Vec<usize>) =
                positions.iter().partition(|&&at| records[at].sequence.is_none());
            let task = Task { job: self.at, callable: about };
            let of_function: Vec<&TestRecord> = by_shape.iter().map(|&at| &records[at]).collect();
            let remade = match of_function.is_empty() {
                true => Vec::new(),
                false => context(self.jobs, task, self.program, self.options).remade(&of_function),
            };
            for (&record, remade) in by_shape.iter().zip(remade) {
                match remade {
                    Ok(Remade { shape, test, lost }) => {
                        own.seeds.push((shape, test.clone()));
                        made.push(Made { record, about, test, lost });
                    }
                    Err(reason) => not_counted(&mut own.record, &records[record], reason),
                }
            }
            if !by_calls.is_empty() {
                let calls = calls.get_or_insert_with(|| self.calls());
                made_by_calls(calls, records, (about, &by_calls), &mut tests, &mut made);
            }
        }
        self.replay(records, made, &mut tests);
        (tests, by_function.into_values().flatten().collect())
    }

    /// The functions of the file that `records` are about, with their positions.
    fn by_function(&self, records: &[TestRecord]) -> BTreeMap<CallableId, Vec<usize>> {
        let job = self.job();
        let own = |(_, callable): &(CallableId, &trine_testcase::Callable)| callable.unit == job.path;
        let named: BTreeMap<&str, CallableId> = job
            .api
            .callables
            .iter_enumerated()
            .filter(own)
            .map(|(id, callable)| (callable.name.as_str(), id))
            .collect();
        let mut by_function: BTreeMap<CallableId, Vec<usize>> = BTreeMap::new();
        for (at, record) in records.iter().enumerate() {
            let is_of_file = record.file.is_empty() || file_name(&record.file) == file_name(&job.path);
            if let Some(&about) = named.get(record.function.as_str()).filter(|_| is_of_file) {
                by_function.entry(about).or_default().push(at);
            }
        }
        by_function
    }

    /// What it takes to make tests of sequences of calls.
    fn calls(&self) -> Calls<'_> {
        let module = module::api_of(self.job(), self.program, self.options);
        let harness = Harness::new(self.program, &self.job().api, self.options.machine()).ok();
        Calls { api: &self.job().api, program: self.program, module, harness }
    }

    /// Replays the tests that were made, and gives each function those that come to it and hold.
    fn replay(&self, records: &[TestRecord], made: Vec<Made>, tests: &mut FileTests) {
        let (job, config) = (self.job(), self.options.machine());
        let machines = Harness::new(self.program, &job.api, config.clone())
            .and_then(|harness| Ok((harness, LayoutChecker::new(self.program, &job.api, &config, true)?)));
        let Ok((mut harness, mut checker)) = machines else { return };
        let own = job.api.callables.iter_enumerated().filter(|(_, callable)| callable.unit == job.path);
        let mut callable_of: BTreeMap<FuncId, CallableId> = BTreeMap::new();
        let mut functions = Vec::new();
        for (id, callable) in own {
            let function = self.program.function_named(&callable.symbol);
            let body = function.and_then(|function| Some((function, self.program.body(function).ok()?)));
            if let Some((function, body)) = body {
                callable_of.insert(function, id);
                functions.push((function, Arc::clone(body)));
            }
        }
        let mut traces = Traces::new(&functions);
        for Made { record, about, test, lost } in made {
            let record = &records[record];
            let held = match lost {
                Some(lost) => Err(lost),
                None => {
                    held(&mut harness, &mut checker, (self.program, &job.api), record, &test, &mut traces)
                }
            };
            let did: BTreeMap<FuncId, Trace> = traces.take();
            let of_function = &mut tests.by_function.entry(about).or_default().record;
            if let Err(reason) = held {
                not_counted(of_function, record, reason);
                continue;
            }
            of_function.passed += 1;
            for (function, trace) in did {
                let callable = callable_of[&function];
                if callable == about || !trace.is_empty() {
                    let own = tests.by_function.entry(callable).or_default();
                    own.reaching.push((record.name.clone(), trace));
                }
            }
        }
    }
}

/// What it takes to make tests of sequences of calls.
struct Calls<'a> {
    api: &'a ApiModel,
    program: &'a Program,
    module: ModuleApi,
    harness: Option<Harness<'a>>,
}

/// Makes the tests at `positions`, which are about the function `about` and whose objects are made by calls.
fn made_by_calls(
    calls: &mut Calls<'_>,
    records: &[TestRecord],
    (about, positions): (CallableId, &[usize]),
    tests: &mut FileTests,
    made: &mut Vec<Made>,
) {
    for &record in positions {
        let sequence = records[record].sequence.as_ref().map(|sequence| sequence.test(&calls.module.classes));
        match sequence {
            Some(Ok(test)) => {
                let test_case = lowered(calls, &test.sequence, &records[record]);
                tests.sequences.push(test.sequence);
                made.push(Made { record, about, test: test_case, lost: None });
            }
            Some(Err(reason)) => {
                let own = tests.by_function.entry(about).or_default();
                not_counted(&mut own.record, &records[record], reason);
            }
            None => {}
        }
    }
}

/// The test case of `sequence`: the one of `record` where that is among those that can be made of it.
fn lowered(calls: &mut Calls<'_>, sequence: &Sequence, record: &TestRecord) -> TestCase {
    let Calls { api, program, module, harness } = calls;
    let mut cases = module::test_cases((api, module), sequence, program, harness.as_mut());
    let is_same = |case: &TestCase| case.skeleton.statements == record.statements;
    let same = cases.iter().position(is_same).unwrap_or(0);
    cases.swap_remove(same)
}

/// Runs `test`, which `record` became; why it does not hold, if it does not.
fn held<'a>(
    harness: &mut Harness<'a>,
    checker: &mut LayoutChecker<'a>,
    (program, api): (&Arc<Program>, &ApiModel),
    record: &TestRecord,
    test: &TestCase,
    traces: &mut Traces,
) -> Result<(), String> {
    let plan = Plan::new(&test.skeleton, api, program).map_err(|error| error.to_string())?;
    traces.clear();
    let (result, mut seen) = harness.run_and_observe(&plan, &test.leaves, traces);
    let ending = match &result.ending {
        Ending::Returned => None,
        Ending::Exited(status) => Some(harness.exit_in_words(*status)),
        Ending::Aborted => Some("aborts".to_owned()),
        Ending::Fault(_) => return Err("it crashes now".to_owned()),
        Ending::Limit(limit) => return Err(format!("it comes to a limit of the machine now: {limit}")),
        Ending::Discarded => return Err("an assumption does not hold now".to_owned()),
        Ending::Unsupported(what) => return Err(format!("it comes to what is not supported: {what}")),
    };
    if ending != record.ending {
        let words = |ending: &Option<String>| ending.clone().unwrap_or_else(|| "returns".to_owned());
        return Err(format!("it {} now, and {} then", words(&ending), words(&record.ending)));
    }
    let is_same_code = record.statements == test.skeleton.statements;
    let wrong = record.observations.iter().find(|expected| {
        (is_same_code || is_of_result(expected)) && seen.iter().any(|seen| contradicts(seen, expected))
    });
    if wrong.is_some() {
        return Err("what it checks is not so any more".to_owned());
    }
    match checker.confirms(&plan, &test.leaves, &result, &mut seen, None) {
        true => Ok(()),
        false => Err("what it does depends on where objects lie".to_owned()),
    }
}

/// Whether it is about the value that the last call returned: that has no number of a variable or function in it.
fn is_of_result(expected: &Observation) -> bool {
    matches!(expected.place, Observed::Result(_))
}

/// Whether `seen` is another value than is `expected` of the same place. What a pointer points to may be told in several ways.
fn contradicts(seen: &Observation, expected: &Observation) -> bool {
    let is_plain = |value: &ObservedValue| {
        matches!(
            value,
            ObservedValue::Leaf(..)
                | ObservedValue::Sign(_)
                | ObservedValue::Null
                | ObservedValue::Bytes(_)
                | ObservedValue::Text(_)
        )
    };
    let is_alike = std::mem::discriminant(&seen.value) == std::mem::discriminant(&expected.value)
        || matches!(
            (&seen.value, &expected.value),
            (ObservedValue::Null, _)
                | (_, ObservedValue::Null)
                | (ObservedValue::Leaf(..), ObservedValue::Sign(_))
        );
    let holds = expected.value.is_shown_by(&seen.value);
    seen.place == expected.place && !holds && is_plain(&expected.value) && is_alike
}

fn not_counted(own: &mut OwnTestsRecord, record: &TestRecord, reason: String) {
    own.not_counted.push(NotCountedRecord { name: record.name.clone(), reason });
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
