//! Predictive path search that learns from its failures.
//!
//! ```text
//! expected contribution = open goals near below the edge / (1 + runs made for the edge that covered nothing)
//! ```
//!
//! The published search ([`PredictivePathSearch`](super::PredictivePathSearch)) believes its prediction for ever. An edge
//! that covers something, as the coverage structure has it, is taken again and again though every run that takes it ends
//! in a fault, which covers nothing; and a loop offers a candidate with the same potential contribution in each iteration. Here an
//! edge loses credit with each run that covers nothing (Laplace's rule of succession), and is no longer preferred as must-relevant
//! once a run for it failed. Where no open goal is within the levels that are looked at, nearer is better: the published search
//! has only the length of the path there.
//!
//! Order: edges that cover something themselves and have not failed (must-relevant), then the greater expectation, the
//! shorter path, a random tie-break. Unsatisfiable candidates cost no run and no credit.
//!
//! Source: our own, on Su et al. (SERE 2014), section IV.C.
//!
//! Cost of a choice: logarithmic in the candidates; those of an edge that lost credit are ranked anew when they come up,
//! all after a run that covered something.

use super::predictive::LEVELS;
use super::{Guide, Report, Searcher, is_open};
use crate::tree::{BranchOutcome, ExecutionTree, NodeId};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use trine_base::Stream;

/// Expectation of one goal that is near, without failures.
const ONE_GOAL: u64 = 1 << 20;

/// A candidate with its place: the greatest is the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ranked {
    conditions_left: Reverse<u32>,
    expectation: u64,
    depth: Reverse<u32>,
    tie_break: u32,
    candidate: NodeId,
    /// Of its way, when it was ranked.
    failures: u32,
}

/// Predictive path search with credit that fruitless runs use up.
#[derive(Clone, Debug)]
pub struct LearningPathSearch {
    stream: Stream,
    ranked: BinaryHeap<Ranked>,
    /// Candidates with their tie-breaks, to be ranked.
    arrived: Vec<(u32, NodeId)>,
    /// Runs made for each way that covered nothing.
    failures: FxHashMap<BranchOutcome, u32>,
    /// Of the guide when the others were ranked.
    version: u64,
}

impl LearningPathSearch {
    /// A search that breaks ties with this randomness.
    #[must_use]
    pub fn new(stream: Stream) -> Self {
        Self {
            stream,
            ranked: BinaryHeap::new(),
            arrived: Vec::new(),
            failures: FxHashMap::default(),
            version: 0,
        }
    }

    fn failures_of(&self, tree: &ExecutionTree, candidate: NodeId) -> u32 {
        tree.node(candidate).edge.and_then(|edge| self.failures.get(&edge)).copied().unwrap_or(0)
    }

    fn rank(&mut self, tree: &ExecutionTree, guide: &dyn Guide, tie_break: u32, candidate: NodeId) {
        let failures = self.failures_of(tree, candidate);
        let left = guide.conditions_to_coverage(tree, candidate).filter(|_| failures == 0);
        let potential_contribution = match guide.potential_contribution(tree, candidate, LEVELS) {
            0 => guide.branches(tree, candidate).map_or(0, |far| ONE_GOAL / (2 + u64::from(far))),
            goals => u64::from(goals) * ONE_GOAL,
        };
        self.ranked.push(Ranked {
            conditions_left: Reverse(left.unwrap_or(u32::MAX)),
            expectation: potential_contribution / (1 + u64::from(failures)),
            depth: Reverse(tree.node(candidate).depth),
            tie_break,
            candidate,
            failures,
        });
    }
}

impl Searcher for LearningPathSearch {
    fn update(&mut self, tree: &ExecutionTree, report: &Report<'_>) {
        if report.covered == 0
            && let Some(edge) = report.chosen.and_then(|chosen| tree.node(chosen).edge)
        {
            *self.failures.entry(edge).or_default() += 1;
        }
        for &id in report.added {
            self.arrived.push((self.stream.bits() as u32, id));
        }
    }

    fn select(&mut self, tree: &ExecutionTree, guide: &dyn Guide) -> Option<NodeId> {
        if guide.version() != self.version {
            self.version = guide.version();
            self.arrived.extend(self.ranked.drain().map(|one| (one.tie_break, one.candidate)));
        }
        for (tie_break, id) in std::mem::take(&mut self.arrived) {
            if is_open(tree, id) {
                self.rank(tree, guide, tie_break, id);
            }
        }
        while let Some(Ranked { candidate, tie_break, failures, .. }) = self.ranked.pop() {
            if !is_open(tree, candidate) {
                continue;
            }
            if failures == self.failures_of(tree, candidate) {
                return Some(candidate);
            }
            self.rank(tree, guide, tie_break, candidate);
        }
        None
    }

    fn is_empty(&self, tree: &ExecutionTree) -> bool {
        let waiting = self.arrived.iter().map(|&(_, id)| id);
        !self.ranked.iter().map(|one| one.candidate).chain(waiting).any(|id| is_open(tree, id))
    }
}
