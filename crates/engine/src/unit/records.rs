//! What a finished unit says: its tests, the evidence for each goal, its findings.

use super::UnitContext;
use super::replayed::{Replayed, naming_goal, unions_behind};
use crate::context::evaluator::Evaluator;
use crate::suite::findings::finding;
use crate::suite::finish::simple_crashes;
use crate::suite::name::{describe, describe_telling, unique};
use crate::suite::reasons::{OpenReason, StopReason, Unreached};
use crate::suite::run_proof::{Places, RunProof, was_entered};
use std::collections::{BTreeMap, BTreeSet};
use trine_coverage::{CoverageStructure, Trace};
use trine_inputs::Shapes;
use trine_ir::Block;
use trine_ir::analysis::Cfg;
use trine_record::{
    Argument, Assumption, Finding, GoalCounts, GoalId, GoalKind, GoalRecord, GoalStatus, Proof, TestRecord,
};

impl UnitContext<'_> {
    /// The tests, named, each with its trace; and all traces together.
    pub(super) fn test_records(
        &self,
        structure: &CoverageStructure,
        replayed: Vec<Replayed>,
    ) -> (Vec<(TestRecord, Trace)>, Trace) {
        let function = &self.api.callables[self.callable].name;
        let traces: Vec<_> = replayed.iter().map(|test| test.trace.clone()).collect();
        let behind = unions_behind(structure, &traces);
        let own = self.own_tests;
        let mut union = own.map_or_else(|| structure.new_trace(), |own| own.union(structure));
        // Whoever keeps both suites can tell their tests apart.
        let names = own.iter().flat_map(|own| &own.reaching).map(|(name, _)| name.clone());
        let mut taken: BTreeSet<String> = names.collect();
        let mut records = Vec::new();
        for (position, test) in replayed.into_iter().enumerate() {
            let goal = naming_goal(structure, &test.trace, (&union, &behind[position]));
            union.merge(&test.trace);
            let (name, title) = match (goal, test.tells) {
                (None, Some(span)) if position > 0 => describe_telling(function, span, self.sources),
                _ => describe(
                    function,
                    goal.map(|goal| &structure.goals[goal]),
                    structure,
                    &test.trace,
                    self.sources,
                ),
            };
            let record = TestRecord {
                name: unique(name, &mut taken),
                title,
                function: function.clone(),
                file: self.api.callables[self.callable].unit.clone(),
                statements: test.test.skeleton.statements.clone(),
                leaf_kinds: test.test.skeleton.leaves.iter().cloned().collect(),
                leaves: test.test.leaves.clone(),
                covers: structure.covered(&test.trace).collect(),
                observations: test.observations,
                ending: test.ending,
                unaligned: test.is_unaligned,
                shape: Some(test.shape),
                ..TestRecord::default()
            };
            records.push((record, test.trace));
        }
        (records, union)
    }

    /// Evidence for every goal; `proof` is one for goals that no run covered, `behind` are the blocks that crashing runs might
    /// have gone on to.
    pub(super) fn goal_records(
        &self,
        evaluator: &Evaluator<'_>,
        structure: &CoverageStructure,
        tests: &[(&str, &Trace)],
        union: &Trace,
        (proof, behind): (Option<RunProof>, &BTreeMap<Block, String>),
    ) -> Vec<GoalRecord> {
        let mut reached = evaluator.reached();
        reached.merge(union);
        if let Some(proof) = &proof {
            reached.merge(&proof.reached);
        }
        let places = Places::new(structure);
        let status = |goal: GoalId| {
            if structure.is_covered(goal, union) {
                return GoalStatus::Covered { tests: structure.covering(goal, tests).unwrap_or_default() };
            }
            // Halves of a pair may have been seen by runs that ended in different ways.
            if structure.is_covered(goal, &reached) {
                return GoalStatus::Unknown {
                    reason: self.open_reason(evaluator, structure, goal, &reached).to_string(),
                };
            }
            if let Some(proof) = evaluator.archive.refuted.get(&goal) {
                // Behind an operation that no run got past, what a passed operation tells proves nothing.
                let stopped = match proof.argument {
                    Argument::Refutation { by_passed_operations: true, .. } => {
                        places.stopped_before(behind, goal)
                    }
                    _ => None,
                };
                return match stopped {
                    Some(reason) => GoalStatus::Unknown { reason },
                    None => GoalStatus::Infeasible(self.in_scope(proof.clone())),
                };
            }
            match proof.as_ref().and_then(|proof| proof.of(&places, goal)) {
                Some(Ok(proof)) => GoalStatus::Infeasible(self.in_scope(proof)),
                Some(Err(reason)) => GoalStatus::Unknown { reason },
                None => GoalStatus::Unknown {
                    reason: places.stopped_before(behind, goal).unwrap_or_else(|| {
                        self.open_reason(evaluator, structure, goal, &reached).to_string()
                    }),
                },
            }
        };
        let goals = structure.goals.indices().map(|goal| self.goal_record(structure, goal, || status(goal)));
        let mut goals: Vec<GoalRecord> = goals.collect();
        never_both_outcomes(&places, structure, &reached, &mut goals);
        goals
    }

    /// `proof`, with what it takes for granted in this unit.
    pub(super) fn in_scope(&self, mut proof: Proof) -> Proof {
        let is_weak = self.program.callables.iter().any(|callable| callable.weak)
            || self.program.globals.iter().any(|global| global.weak);
        proof.scope.extend(is_weak.then_some(Assumption::WeakSymbolsAsLinked));
        proof
    }

    /// Why `goal` is open, which runs that are not tests may have `reached`.
    fn open_reason(
        &self,
        evaluator: &Evaluator<'_>,
        structure: &CoverageStructure,
        goal: GoalId,
        reached: &Trace,
    ) -> OpenReason {
        if structure.is_covered(goal, &evaluator.crash_trace) {
            return OpenReason::OnlyCrashes;
        }
        if matches!(structure.goals[goal].kind, GoalKind::Independence { .. })
            && structure.is_covered(goal, reached)
        {
            return OpenReason::HalfOfPair;
        }
        if evaluator.archive.only_kept {
            return OpenReason::NotChosen;
        }
        if let Some(limit) = evaluator.hopeless_limit() {
            return OpenReason::Hopeless { limit: limit.to_owned() };
        }
        if evaluator.all_discarded() {
            return OpenReason::AllDiscarded { runs: evaluator.discarded };
        }
        if structure.is_covered(goal, &evaluator.discard_trace) {
            return OpenReason::OnlyDiscarded;
        }
        if structure.is_covered(goal, &evaluator.layout_dependent_trace) {
            return OpenReason::OnlyUnsteady;
        }
        let what_else = match (evaluator.unsupported.keys().next(), &evaluator.given_up) {
            (Some(what), _) => Some(Unreached::SomeAtLimit(what.clone())),
            _ if evaluator.clock.interrupted() => Some(Unreached::Interrupted),
            (None, Some(why)) => Some(Unreached::PathsGivenUp(*why)),
            (None, None) => None,
        };
        OpenReason::NotReached {
            evaluations: evaluator.clock.evaluations,
            under_preconditions: !self.language.preconditions().is_empty(),
            values_apart: has_both_values(structure, goal, reached),
            what_else,
        }
    }

    /// Crashing tests, made simple, and the findings they show.
    pub(super) fn crash_records(
        &self,
        evaluator: &mut Evaluator<'_>,
        factory: &dyn Shapes,
    ) -> (Vec<TestRecord>, Vec<Finding>) {
        let simplified = simple_crashes(evaluator, factory);
        let function = &self.api.callables[self.callable].name;
        let mut taken = BTreeSet::new();
        let mut crashes = Vec::new();
        let mut findings = Vec::new();
        for crash in &simplified {
            let (finding, test) = finding(crash.into(), function, &mut taken, self.program);
            crashes.push(test);
            findings.push(finding);
        }
        (crashes, findings)
    }
}

/// Takes the proofs back that call both outcomes of a condition infeasible which a run came to: whatever stopped it there,
/// one of the outcomes was next.
pub(super) fn never_both_outcomes(
    places: &Places<'_>,
    structure: &CoverageStructure,
    reached: &Trace,
    goals: &mut [GoalRecord],
) {
    let cfg = Cfg::new(structure.function());
    let condition_of = |goal: &GoalRecord| match goal.goal {
        GoalKind::Condition { condition, .. } if goal.status.is_infeasible() => Some(condition),
        _ => None,
    };
    let refuted: Vec<(u32, usize)> =
        goals.iter().enumerate().filter_map(|(at, goal)| Some((condition_of(goal)?, at))).collect();
    let mut outcomes: BTreeMap<u32, usize> = BTreeMap::new();
    for &(condition, _) in &refuted {
        *outcomes.entry(condition).or_default() += 1;
    }
    for &(condition, at) in &refuted {
        let is_alone = outcomes[&condition] == 1;
        if !is_alone
            && places.of(goals[at].id).into_iter().any(|block| was_entered(structure, &cfg, block, reached))
        {
            goals[at].status = GoalStatus::Unknown { reason: OpenReason::EndedBeforeDecided.to_string() };
        }
    }
}

/// Whether `goal` asks for an independence pair and `reached` has evaluations of its condition to both values.
fn has_both_values(structure: &CoverageStructure, goal: GoalId, reached: &Trace) -> bool {
    let GoalKind::Independence { decision, condition } = structure.goals[goal].kind else { return false };
    let vectors = reached.vectors[decision as usize].as_slice();
    let values = vectors.iter().filter(|vector| vector.evaluated >> condition & 1 != 0);
    let values: BTreeSet<u64> = values.map(|vector| vector.values >> condition & 1).collect();
    values.len() == 2
}

/// Why the search of a unit ended.
pub(super) fn termination(evaluator: &Evaluator<'_>, goals: &GoalCounts) -> StopReason {
    if evaluator.all_discarded() {
        StopReason::AllDiscarded
    } else if let Some(limit) = evaluator.hopeless_limit() {
        StopReason::Hopeless { limit: limit.to_owned() }
    } else if goals.covered + goals.infeasible == goals.total {
        StopReason::AllSettled
    } else if evaluator.clock.interrupted() {
        StopReason::Interrupted
    } else {
        StopReason::BudgetUsed
    }
}
