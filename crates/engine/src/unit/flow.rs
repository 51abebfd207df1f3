//! What the replayed tests did in a unit, for the report: truth vectors of its decisions, with independence pairs, and the edges of its
//! control-flow graph.
//!
//! The replay of the finished suite gives a trace for each test; nothing else is read. A pair of a goal is one of the tests that the goal
//! names, so that goals and vectors tell the same.

use super::UnitContext;
use super::graph::{self, Replay};
use super::nearest::NearRuns;
use crate::suite::findings::source_span;
use std::collections::BTreeSet;
use trine_coverage::independence::{all_vectors, apart, is_pair};
use trine_coverage::{CoverageStructure, Trace, Vector};
use trine_ir::Decision;
use trine_record::{
    ApartRecord, ConditionRecord, DecisionRecord, FlowRecord, GoalKind, GoalRecord, GoalStatus, McdcVariant,
    PairRecord, VectorRecord,
};

/// Ways through one decision that are looked at for vectors that would complete a pair.
const MAX_VECTORS: usize = 4096;
/// Vectors that are named as wanted, at most.
const MAX_WANTED: usize = 3;
/// Source text of a decision that is kept, in characters.
const MAX_DECISION_TEXT: usize = 400;
/// Source text of a condition that is kept, in characters.
const MAX_CONDITION_TEXT: usize = 120;

impl UnitContext<'_> {
    /// What `replays`, those of the finished tests that concern the unit, did in it. `goals` are those of the unit.
    pub(super) fn flow(
        &self,
        structure: &CoverageStructure,
        goals: &[GoalRecord],
        replays: &[Replay<'_>],
        near: Option<&NearRuns<'_>>,
    ) -> FlowRecord {
        let nearest = near.map(|near| self.nearest(structure, goals, replays, near)).unwrap_or_default();
        let decisions = structure.function().coverage.decisions.iter_enumerated();
        let decisions = decisions
            .map(|(id, decision)| self.decision(structure, (id.0, decision), goals, replays))
            .collect();
        let graphs = match self.scope {
            None => vec![graph::record(self, structure.function(), structure.layout(), replays)],
            // Of the bodies that are read as one, none is entered by another's edges.
            Some(_) => Vec::new(),
        };
        FlowRecord { decisions, graphs, nearest, tries: Vec::new() }
    }

    /// Those of `replays` that are tests of the unit or that its goals name.
    pub(super) fn concerning<'a>(
        own: &BTreeSet<&str>,
        goals: &[GoalRecord],
        replays: impl Iterator<Item = Replay<'a>>,
    ) -> Vec<Replay<'a>> {
        let named: BTreeSet<&str> = goals
            .iter()
            .filter_map(|goal| match &goal.status {
                GoalStatus::Covered { tests } => Some(tests),
                _ => None,
            })
            .flatten()
            .map(String::as_str)
            .collect();
        replays.filter(|(name, _)| own.contains(name) || named.contains(name)).collect()
    }

    fn decision(
        &self,
        structure: &CoverageStructure,
        (number, decision): (u32, &Decision),
        goals: &[GoalRecord],
        replays: &[Replay<'_>],
    ) -> DecisionRecord {
        let conditions = decision.conditions.iter().map(|&condition| {
            let condition = &structure.function().coverage.conditions[condition];
            ConditionRecord {
                span: source_span(self.program, condition.expansion.unwrap_or(condition.span)),
                text: self.sources.text(condition.span, MAX_CONDITION_TEXT),
            }
        });
        let seen = Seen::new(number, decision, replays);
        let pairs = (0..decision.conditions.len()).map(|position| {
            let is_goal = |goal: &&GoalRecord| {
                goal.goal == GoalKind::Independence { decision: number, condition: position as u32 }
            };
            let goal = goals.iter().find(is_goal);
            seen.pair(position as u16, goal.map(|goal| &goal.status), structure.variant())
        });
        DecisionRecord {
            decision: number,
            span: source_span(self.program, decision.expansion.unwrap_or(decision.span)),
            text: self.sources.text(decision.span, MAX_DECISION_TEXT),
            conditions: conditions.collect(),
            pairs: pairs.collect(),
            vectors: seen.records(),
        }
    }
}

/// The vectors of one decision, with their tests.
struct Seen<'a> {
    decision: &'a Decision,
    /// Sorted.
    vectors: Vec<Vector>,
    /// By vector: its tests.
    tests: Vec<Vec<&'a str>>,
}

impl<'a> Seen<'a> {
    fn new(number: u32, decision: &'a Decision, replays: &[Replay<'a>]) -> Self {
        let of = |trace: &'a Trace| trace.vectors.get(number as usize).map_or(&[][..], |set| set.as_slice());
        let all: BTreeSet<Vector> = replays.iter().flat_map(|(_, trace)| of(trace)).copied().collect();
        let vectors: Vec<Vector> = all.into_iter().collect();
        let holders = |vector: &Vector| {
            let holders = replays.iter().filter(|(_, trace)| of(trace).contains(vector));
            holders.map(|(name, _)| *name).collect()
        };
        let tests = vectors.iter().map(holders).collect();
        Self { decision, vectors, tests }
    }

    fn records(&self) -> Vec<VectorRecord> {
        let record = |(vector, tests): (&Vector, &Vec<&str>)| VectorRecord {
            tests: tests.iter().map(|&test| test.to_owned()).collect(),
            ..written(self.decision, *vector)
        };
        self.vectors.iter().zip(&self.tests).map(record).collect()
    }

    fn pair(&self, condition: u16, status: Option<&GoalStatus>, variant: McdcVariant) -> PairRecord {
        let named: &[String] = match status {
            Some(GoalStatus::Covered { tests }) => tests,
            _ => &[],
        };
        let by_named = |at: usize| self.tests[at].iter().any(|test| named.iter().any(|named| named == test));
        let first = |rule: McdcVariant| {
            let of_goal = (rule == variant).then(|| self.first_pair(condition, rule, by_named)).flatten();
            of_goal.or_else(|| self.first_pair(condition, rule, |_| true))
        };
        let (wanted, apart) = match status {
            Some(GoalStatus::Unknown { .. }) => {
                (self.wanted(condition, variant), self.apart(condition, variant))
            }
            _ => (Vec::new(), None),
        };
        PairRecord {
            masking: first(McdcVariant::Masking),
            unique_cause: first(McdcVariant::UniqueCause),
            wanted,
            apart,
        }
    }

    /// What shows both values of the condition without being a pair.
    fn apart(&self, condition: u16, rule: McdcVariant) -> Option<ApartRecord> {
        let found = apart(self.decision, condition, rule, &self.vectors, MAX_VECTORS)?;
        let place = |vector: Vector| self.vectors.binary_search(&vector).ok().map(|at| at as u32);
        let is_differing = |&position: &u32| found.differing >> position & 1 != 0;
        Some(ApartRecord {
            seen: [place(found.half)?, place(found.near)?],
            wanted: written(self.decision, found.wanted),
            differing: (0..self.decision.conditions.len() as u32).filter(is_differing).collect(),
        })
    }

    fn first_pair(
        &self,
        condition: u16,
        rule: McdcVariant,
        counts: impl Fn(usize) -> bool,
    ) -> Option<[u32; 2]> {
        let of = |outcome: bool| {
            let all = self.vectors.iter().enumerate();
            all.filter(move |(_, vector)| vector.outcome == outcome).map(|(at, vector)| (at, *vector))
        };
        for (at, a) in of(true).filter(|(at, _)| counts(*at)) {
            let mut partners = of(false).filter(|(at, _)| counts(*at));
            if let Some((with, _)) = partners.find(|&(_, b)| is_pair(self.decision, condition, rule, a, b)) {
                return Some([at as u32, with as u32]);
            }
        }
        None
    }

    /// Vectors that would complete a pair with one that was seen, those of the fewest conditions first; of none when none was seen.
    fn wanted(&self, condition: u16, rule: McdcVariant) -> Vec<VectorRecord> {
        let completes = |wanted: &Vector| {
            self.vectors.iter().any(|&seen| is_pair(self.decision, condition, rule, *wanted, seen))
        };
        let mut wanted: Vec<Vector> =
            all_vectors(self.decision, MAX_VECTORS).into_iter().filter(completes).collect();
        wanted.sort_by_key(|vector| (vector.evaluated.count_ones(), *vector));
        wanted.into_iter().take(MAX_WANTED).map(|vector| written(self.decision, vector)).collect()
    }
}

fn written(decision: &Decision, vector: Vector) -> VectorRecord {
    let letter =
        |position: usize| match (vector.evaluated >> position & 1 != 0, vector.values >> position & 1 != 0) {
            (false, _) => '-',
            (true, true) => 'T',
            (true, false) => 'F',
        };
    let values = (0..decision.conditions.len()).map(letter).collect();
    VectorRecord { values, outcome: vector.outcome, tests: Vec::new() }
}
