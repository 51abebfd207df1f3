//! From the sequences that cover goals to tests: short ones, observed, that end the objects they made.

use super::api::ModuleApi;
use super::lower::{Lowered, StringPlacement, lower};
use super::pairs::Wanted;
use super::runner::ModuleRunner;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use trine_coverage::Trace;
use trine_harness::{Ending, Harness, Plan};
use trine_ir::{FuncId, Program};
use trine_machine::{Concrete, Ignore};
use trine_record::SequenceRecord;
use trine_sequences::GoalId;
use trine_sequences::minimize::minimize;
use trine_testcase::api::{ApiModel, CallableId};
use trine_testcase::objects::{Ended, ObjectTest, Sequence, StepId};
use trine_testcase::test_case::{Observation, Observed, ObservedValue, PlaceRoot, TestCase};
use trine_testcase::types::TypeKind;

/// Runs that making one test shorter may take.
const RUNS_PER_TEST: usize = 300;

/// A finished test.
#[derive(Clone, Debug)]
pub struct Made {
    /// The test case.
    pub test: TestCase,
    /// What it was made for.
    pub wanted: Wanted,
    /// What it is about: the last function that a step calls.
    pub about: CallableId,
    /// What is checked.
    pub observations: Vec<Observation>,
    /// How it ends, when not by returning.
    pub ending: Option<String>,
    /// It accesses words where words do not lie.
    pub is_unaligned: bool,
    /// What it does in each function.
    pub traces: BTreeMap<FuncId, Trace>,
    /// Goals that it covers.
    pub covered: BTreeSet<GoalId>,
    /// The sequence that it was made of.
    pub sequence: Option<SequenceRecord>,
}

/// Makes tests of what the search found; no test is made shorter after `until`.
pub fn suite(
    runner: &mut ModuleRunner<'_>,
    found: &[(GoalId, Sequence)],
    until: Option<Instant>,
    stop: &dyn Fn() -> bool,
) -> Vec<Made> {
    let mut wanted = Vec::with_capacity(found.len());
    for (goal, sequence) in found {
        match runner.still_shows(sequence, Wanted::Goal(*goal)) {
            true => wanted.push((Wanted::Goal(*goal), sequence.clone())),
            false => wanted.extend(halves(runner, *goal, sequence)),
        }
    }
    // The longest first: what leads there covers other goals on its way.
    wanted.sort_by_key(|(wanted, sequence)| (std::cmp::Reverse(sequence.steps.steps.len()), *wanted));
    let mut tests: Vec<Made> = Vec::new();
    let module = runner.module;
    for (wanted, sequence) in wanted {
        if tests.iter().any(|test| test.shows(runner, wanted)) || stop() {
            continue;
        }
        let in_time = || until.is_none_or(|until| Instant::now() < until);
        let mut holds = |candidate: &Sequence| in_time() && runner.still_shows(candidate, wanted);
        let short = match holds(&sequence) {
            true => minimize(&module.classes, &sequence, RUNS_PER_TEST, &mut holds),
            false => sequence.clone(),
        };
        let made = finish(runner, &short, wanted);
        tests.extend(made.or_else(|| finish(runner, &sequence, wanted).filter(|_| short != sequence)));
    }
    without_spare(runner, tests)
}

/// What tests are to show of a goal that no sequence covers alone.
fn halves(runner: &ModuleRunner<'_>, goal: GoalId, sequence: &Sequence) -> Vec<(Wanted, Sequence)> {
    let (at, of) = runner.goals[goal.0 as usize];
    let halves = runner.shown.halves(&runner.members[at], at, of);
    match halves.is_empty() {
        true => vec![(Wanted::Goal(goal), sequence.clone())],
        false => halves.into_iter().map(|(way, sequence)| (Wanted::Half(way), sequence)).collect(),
    }
}

impl Made {
    /// Whether it shows what is wanted.
    fn shows(&self, runner: &ModuleRunner<'_>, wanted: Wanted) -> bool {
        match wanted {
            Wanted::Goal(goal) => self.covered.contains(&goal),
            Wanted::Half(way) => {
                self.traces.get(&runner.members[way.member].function).is_some_and(|trace| way.is_in(trace))
            }
        }
    }
}

/// Leaves out tests that show nothing which others do not show, the last ones first.
fn without_spare(runner: &ModuleRunner<'_>, mut tests: Vec<Made>) -> Vec<Made> {
    let ways: BTreeSet<Wanted> =
        tests.iter().map(|test| test.wanted).filter(|wanted| matches!(wanted, Wanted::Half(_))).collect();
    for at in (0..tests.len()).rev() {
        let shown = |wanted: &Wanted| {
            tests.iter().enumerate().any(|(other, test)| other != at && test.shows(runner, *wanted))
        };
        let goals = tests[at].covered.iter().map(|goal| Wanted::Goal(*goal));
        let ways = ways.iter().copied().filter(|way| tests[at].shows(runner, *way));
        if goals.chain(ways).all(|wanted| shown(&wanted)) {
            tests.remove(at);
        }
    }
    tests.sort_by_key(|test| (test.about, test.test.skeleton.statements.len()));
    tests
}

/// The finished test of `sequence`, which must show what is wanted; its strings are aligned only where that matters.
fn finish(runner: &mut ModuleRunner<'_>, sequence: &Sequence, wanted: Wanted) -> Option<Made> {
    let texts = [StringPlacement::Anywhere, StringPlacement::Aligned];
    texts.into_iter().find_map(|texts| finish_with(runner, sequence, wanted, texts))
}

fn finish_with(
    runner: &mut ModuleRunner<'_>,
    sequence: &Sequence,
    wanted: Wanted,
    texts: StringPlacement,
) -> Option<Made> {
    let plain = lower(runner.api, runner.module, sequence, &[], texts);
    if texts == StringPlacement::Aligned && plain.on_heap.is_empty() {
        return None;
    }
    let (api, module, program) = (runner.api, runner.module, runner.program);
    let mut returns = |lowered: &Lowered| returns(&mut runner.harness, api, program, lowered);
    let lowered = with_endings((api, module), sequence, &plain, texts, &mut returns);
    let plan = Plan::new(&lowered.test.skeleton, runner.api, runner.program).ok()?;
    let leaves = &lowered.test.leaves;
    runner.traces.clear();
    let (result, mut observations) = runner.judge.run_and_observe(&plan, leaves, &mut runner.traces);
    let ending = match result.ending {
        Ending::Returned => None,
        Ending::Exited(status) => Some(runner.judge.exit_in_words(status)),
        Ending::Aborted => Some("aborts".to_owned()),
        _ => return None,
    };
    let covered: BTreeSet<GoalId> = runner.covered().into_iter().collect();
    let is_shown = runner.shows(wanted);
    let traces = runner.traces.take();
    if !is_shown {
        return None;
    }
    let runs = runner.runs;
    if runner.checker.dependence(&mut runner.harness, &plan, leaves, runs, None).is_some()
        || !runner.checker.confirms(&plan, leaves, &result, &mut observations, None)
    {
        return None;
    }
    let is_unaligned = runner.checker.accesses_unaligned(&mut runner.harness, &plan, leaves);
    let observations = public(runner, &lowered, observations);
    let about = lowered.steps.iter().zip(&lowered.callables).rev().find(|(step, _)| step.is_some());
    let about = about.map_or(plan.callable, |(_, &callable)| callable);
    let sequence = recorded(module, sequence, about);
    let test = lowered.test;
    Some(Made { test, wanted, about, observations, ending, is_unaligned, traces, covered, sequence })
}

/// The sequence of a test about `about` as a record.
fn recorded(module: &ModuleApi, sequence: &Sequence, about: CallableId) -> Option<SequenceRecord> {
    let about = *module.functions.get(&about)?;
    let ended = Ended::Returned;
    let test = ObjectTest { sequence: sequence.clone(), ended, expectations: Vec::new(), about };
    Some(SequenceRecord::of(&test, &module.classes))
}

/// The test cases that a test of `sequence` may be, one for each place that strings may have; with `harness` each ends the objects
/// that it makes.
#[must_use]
pub fn test_cases(
    (api, module): (&ApiModel, &ModuleApi),
    sequence: &Sequence,
    program: &Program,
    mut harness: Option<&mut Harness<'_>>,
) -> Vec<TestCase> {
    let texts = [StringPlacement::Anywhere, StringPlacement::Aligned];
    let case = |texts| {
        let plain = lower(api, module, sequence, &[], texts);
        let mut returns = |lowered: &Lowered| {
            harness.as_mut().is_some_and(|harness| returns(harness, api, program, lowered))
        };
        with_endings((api, module), sequence, &plain, texts, &mut returns).test
    };
    texts.map(case).into()
}

/// The test with calls at its end that end what it made, as many as the code lets it: the objects made last first, or, where
/// that fails, those made first.
fn with_endings(
    (api, module): (&ApiModel, &ModuleApi),
    sequence: &Sequence,
    plain: &Lowered,
    texts: StringPlacement,
    returns: &mut dyn FnMut(&Lowered) -> bool,
) -> Lowered {
    let backwards: Vec<StepId> = plain.owners.iter().rev().copied().collect();
    let mut best = plain.clone();
    for order in [backwards, plain.owners.clone()] {
        let mut kept = Vec::new();
        let mut lowered = plain.clone();
        for step in &order {
            kept.push(*step);
            let longer = lower(api, module, sequence, &kept, texts);
            match returns(&longer) {
                true => lowered = longer,
                false => _ = kept.pop(),
            }
        }
        if lowered.steps.len() > best.steps.len() {
            best = lowered;
        }
        if best.steps.len() == plain.steps.len() + plain.owners.len() {
            break;
        }
    }
    best
}

/// Whether all calls return.
fn returns(harness: &mut Harness<'_>, api: &ApiModel, program: &Program, lowered: &Lowered) -> bool {
    let Ok(plan) = Plan::new(&lowered.test.skeleton, api, program) else { return false };
    let result = harness.run(&plan, &lowered.test.leaves, &mut Concrete, &mut Ignore);
    result.ending == Ending::Returned
}

/// What of `observations` a user of the module could see: results, what it wrote to what it was given, what it printed.
fn public(runner: &ModuleRunner<'_>, lowered: &Lowered, observations: Vec<Observation>) -> Vec<Observation> {
    let api = runner.api;
    let gives_structure = |callable: CallableId| match api.types.kind(api.callables[callable].returns) {
        TypeKind::Pointer(pointee) => matches!(api.types.kind(*pointee), TypeKind::Record { .. }),
        _ => false,
    };
    let last_gives = lowered.callables.last().is_some_and(|&callable| gives_structure(callable));
    let seen = observations.into_iter().filter_map(|mut seen| {
        if let ObservedValue::PointsTo(place) = &seen.value
            && matches!(place.root, PlaceRoot::Global(_))
        {
            seen.value = ObservedValue::NotNull;
        }
        let mut place = &seen.place;
        let mut is_behind = false;
        while let Observed::Behind(inner, _) = place {
            (place, is_behind) = (inner, true);
        }
        let keeps = match place {
            // What was there before stands for all calls in the machine, for the last one in a test.
            _ if seen.value == ObservedValue::Unchanged => false,
            Observed::Place(place) => match place.root {
                PlaceRoot::Global(_) => false,
                PlaceRoot::Variable(variable) => !is_behind && !lowered.handles.contains(&variable),
            },
            Observed::Result(_) if last_gives => !is_behind && seen.value != ObservedValue::Allocated,
            // The test frees its own.
            Observed::Alive(variable) => lowered.on_heap.contains(variable),
            _ => true,
        };
        keeps.then_some(seen)
    });
    seen.collect()
}
