//! Independence pairs (MC/DC) whose two halves are shown by two tests.
//!
//! Each way through a decision is kept with the first sequence that went it. A condition is shown to be independent once two of
//! these ways are a pair, whichever sequences they are of; each of the two becomes a test.

use std::collections::{BTreeMap, BTreeSet};
use trine_coverage::{Trace, Vector};
use trine_judge::replay::Traces;
use trine_record::GoalKind;
use trine_sequences::GoalId;
use trine_testcase::objects::Sequence;

use super::state::Member;

/// A way through a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DecisionVector {
    /// The position of the function.
    pub member: usize,
    /// Its decision.
    pub decision: u32,
    /// What its conditions were.
    pub vector: Vector,
}

impl DecisionVector {
    /// Whether a run went it.
    pub fn is_in(&self, trace: &Trace) -> bool {
        trace.vectors[self.decision as usize].as_slice().binary_search(&self.vector).is_ok()
    }
}

/// What a test is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wanted {
    /// It covers a goal by itself.
    Goal(GoalId),
    /// It shows one half of a pair.
    Half(DecisionVector),
}

/// Ways that runs showed, of decisions whose conditions are to be shown independent.
#[derive(Debug, Default)]
pub struct Ways {
    decisions: BTreeSet<(usize, u32)>,
    /// By function: all of them.
    shown: Vec<Trace>,
    first: BTreeMap<DecisionVector, Sequence>,
}

impl Ways {
    /// Of the decisions that `goals` are about.
    pub fn of(members: &[Member], goals: &[(usize, trine_record::GoalId)]) -> Self {
        let decision =
            |&(at, goal): &(usize, trine_record::GoalId)| match members[at].structure.goals[goal].kind {
                GoalKind::Independence { decision, .. } => Some((at, decision)),
                _ => None,
            };
        let shown = members.iter().map(|member| member.structure.new_trace()).collect();
        Self { decisions: goals.iter().filter_map(decision).collect(), shown, first: BTreeMap::new() }
    }

    /// Keeps the ways that a run was the first to show; whether there were any.
    pub fn note(&mut self, sequence: &Sequence, members: &[Member], traces: &Traces) -> bool {
        let mut is_new = false;
        for &(member, decision) in &self.decisions {
            let Some(trace) = traces.of(members[member].function) else { continue };
            for &vector in trace.vectors[decision as usize].as_slice() {
                if self.shown[member].vectors[decision as usize].insert(vector) {
                    self.first.insert(DecisionVector { member, decision, vector }, sequence.clone());
                    is_new = true;
                }
            }
        }
        is_new
    }

    /// The goals whose pairs are complete.
    pub fn complete(&self, members: &[Member], goals: &[(usize, trine_record::GoalId)]) -> Vec<GoalId> {
        let numbered = (0..).map(GoalId).zip(goals);
        let is_complete = |&(_, &(at, goal)): &(GoalId, &(usize, trine_record::GoalId))| {
            let structure = &members[at].structure;
            matches!(structure.goals[goal].kind, GoalKind::Independence { .. })
                && structure.is_covered(goal, &self.shown[at])
        };
        numbered.filter(is_complete).map(|(id, _)| id).collect()
    }

    /// The two sequences that show a pair for a goal, if two do.
    pub fn halves(
        &self,
        member: &Member,
        at: usize,
        goal: trine_record::GoalId,
    ) -> Vec<(DecisionVector, Sequence)> {
        let GoalKind::Independence { decision, condition } = member.structure.goals[goal].kind else {
            return Vec::new();
        };
        let Some((a, b)) = member.structure.pair(decision, condition as u16, &self.shown[at]) else {
            return Vec::new();
        };
        let way = |vector| DecisionVector { member: at, decision, vector };
        let half = |way: DecisionVector| self.first.get(&way).map(|sequence| (way, sequence.clone()));
        [way(a), way(b)].into_iter().filter_map(half).collect()
    }
}
