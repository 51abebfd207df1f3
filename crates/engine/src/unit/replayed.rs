//! The suite as the judge sees it: replayed from scratch, in order, each test with the goal it is named for.

use super::UnitContext;
use crate::context::archive::Candidate;
use crate::context::evaluator::Evaluator;
use crate::suite::finish::without_idle_statements;
use std::time::Instant;
use trine_base::Span;
use trine_coverage::{CoverageStructure, Trace};
use trine_harness::{Ending, Harness};
use trine_inputs::{Shape, Shapes};
use trine_record::{GoalId, GoalKind};

/// A test that the judge replayed.
pub(super) struct Replayed {
    pub test: trine_testcase::TestCase,
    /// The shape that it was made of.
    pub shape: Shape,
    pub trace: Trace,
    pub observations: Vec<trine_testcase::test_case::Observation>,
    pub ending: Option<String>,
    /// It accesses words where words do not lie.
    pub is_unaligned: bool,
    /// Where the first fault would be that this test is the first to notice.
    pub tells: Option<Span>,
}

impl UnitContext<'_> {
    /// Those of `suite` that the judge confirms.
    pub(super) fn replay(
        &self,
        judge: &mut Harness<'_>,
        evaluator: &mut Evaluator<'_>,
        factory: &dyn Shapes,
        suite: Vec<Candidate>,
    ) -> Vec<Replayed> {
        let mut replayed = Vec::new();
        let count = suite.len();
        for (position, candidate) in suite.into_iter().enumerate() {
            let deadline = evaluator.clock.replay_deadline(count - position);
            let Ok(entry) = factory.entry(candidate.shape.clone()) else { continue };
            let candidate = Candidate { test: without_idle_statements(&candidate.test, &entry), ..candidate };
            let Some(found) = replay_test(judge, evaluator, self, candidate, deadline) else { continue };
            evaluator.clock.executions += 1;
            replayed.push(found);
        }
        replayed
    }
}

fn replay_test(
    judge: &mut Harness<'_>,
    evaluator: &mut Evaluator<'_>,
    context: &UnitContext<'_>,
    Candidate { test, shape, .. }: Candidate,
    deadline: Option<Instant>,
) -> Option<Replayed> {
    let plan = trine_harness::Plan::new(&test.skeleton, context.api, context.program).ok()?;
    let recorder = trine_coverage::TraceRecorder::new(evaluator.structure.layout().clone());
    let members = context.members(plan.function);
    let mut observer = trine_coverage::observer::TraceObserver::over(members, recorder);
    let (result, mut observations) = judge.run_and_observe(&plan, &test.leaves, &mut observer);
    if !evaluator.layout_checker.confirms(&plan, &test.leaves, &result, &mut observations, deadline) {
        return None;
    }
    let ending = match result.ending {
        Ending::Returned => None,
        Ending::Exited(status) => Some(judge.exit_in_words(status)),
        Ending::Aborted => Some("aborts".to_owned()),
        ref ending if !evaluator.counts(ending) => return None,
        Ending::Fault(_) => Some("ends with a fault".to_owned()),
        _ => Some("an assumption does not hold".to_owned()),
    };
    let is_unaligned = evaluator.accesses_unaligned(&plan, &test.leaves);
    let trace = observer.recorder.trace;
    Some(Replayed { test, shape, trace, observations, ending, is_unaligned, tells: None })
}

/// Tests by the first goal, in source order, that they are the first to cover.
pub(super) fn order_by_source(structure: &CoverageStructure, replayed: &mut [Replayed]) {
    replayed.sort_by_cached_key(|test| {
        let covered: Vec<_> = structure.covered(&test.trace).collect();
        (covered.len(), covered)
    });
}

/// For each position, what all tests behind it did.
pub(super) fn unions_behind(structure: &CoverageStructure, traces: &[Trace]) -> Vec<Trace> {
    let mut behind = Vec::with_capacity(traces.len());
    let mut union = structure.new_trace();
    for trace in traces.iter().rev() {
        behind.push(union.clone());
        union.merge(trace);
    }
    behind.reverse();
    behind
}

/// The goal a test is named for: one that only it covers, the latest in the source, true
/// outcomes first; else one that no test before it covers. `before` and `behind` are what the other tests did.
///
/// Cost: linear in the goals.
pub(super) fn naming_goal(
    structure: &CoverageStructure,
    trace: &Trace,
    (before, behind): (&Trace, &Trace),
) -> Option<GoalId> {
    let mut others = before.clone();
    others.merge(behind);
    let mut with = others.clone();
    with.merge(trace);
    let mut with_before = before.clone();
    with_before.merge(trace);
    let only = structure.covered(&with).filter(|&goal| !structure.is_covered(goal, &others));
    let first = structure.covered(&with_before).filter(|&goal| !structure.is_covered(goal, before));
    let rank = |goal: &GoalId| {
        let holds = match structure.goals[*goal].kind {
            GoalKind::Condition { outcome, .. } | GoalKind::Decision { outcome, .. } => outcome,
            _ => true,
        };
        (holds, *goal)
    };
    only.max_by_key(rank).or_else(|| first.max_by_key(rank))
}
