//! Predictive path search: toward the most goals at one blow.
//!
//! Candidates that themselves cover something new (must-relevant) come before all others (may-relevant), and before
//! the rest those that are part of an evaluation of a decision that would cover something, such as the open half of
//! an independence pair, the fewer conditions are left of it the earlier. Of these, the one with the most goals that
//! are not covered within three levels of branches below it; of equals the shorter path; of equals again one at
//! random.
//!
//! Source: Su, Pu, Fang, He, Yan, Jiang, Zhao, "Automated Coverage-Driven Test Data Generation Using Dynamic
//! Symbolic Execution" (SERE 2014), section IV.C. The levels counted are those from the flipped branch's own, which
//! is included, to three below it.
//!
//! Cost of a choice: logarithmic in the candidates; all are ranked anew after a run that covered something.

use super::{Guide, Report, Searcher, is_open};
use crate::tree::{ExecutionTree, NodeId};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use trine_base::Stream;

/// Levels below a candidate that are looked at: s of the paper.
pub const LEVELS: u32 = 3;

/// Conditions left, contribution, length, tie-break, candidate: the greatest first.
type Rank = (Reverse<u32>, u32, Reverse<u32>, u32, NodeId);

/// Predictive path search.
#[derive(Clone, Debug)]
pub struct PredictivePathSearch {
    stream: Stream,
    ranked: BinaryHeap<Rank>,
    /// Candidates with their tie-breaks, to be ranked.
    arrived: Vec<(u32, NodeId)>,
    /// Of the guide when the others were ranked.
    version: u64,
}

impl PredictivePathSearch {
    /// A search that breaks ties with this randomness.
    #[must_use]
    pub fn new(stream: Stream) -> Self {
        Self { stream, ranked: BinaryHeap::new(), arrived: Vec::new(), version: 0 }
    }
}

impl Searcher for PredictivePathSearch {
    fn update(&mut self, _tree: &ExecutionTree, report: &Report<'_>) {
        for &id in report.added {
            self.arrived.push((self.stream.bits() as u32, id));
        }
    }

    fn select(&mut self, tree: &ExecutionTree, guide: &dyn Guide) -> Option<NodeId> {
        if guide.version() != self.version {
            self.version = guide.version();
            self.arrived.extend(self.ranked.drain().map(|(.., tie_break, id)| (tie_break, id)));
        }
        for (tie_break, id) in self.arrived.drain(..).filter(|&(_, id)| is_open(tree, id)) {
            let left = guide.conditions_to_coverage(tree, id).unwrap_or(u32::MAX);
            let contribution = guide.potential_contribution(tree, id, LEVELS);
            self.ranked.push((Reverse(left), contribution, Reverse(tree.node(id).depth), tie_break, id));
        }
        std::iter::from_fn(|| self.ranked.pop()).map(|(.., id)| id).find(|&id| is_open(tree, id))
    }

    fn is_empty(&self, tree: &ExecutionTree) -> bool {
        let waiting = self.arrived.iter().map(|&(_, id)| id);
        !self.ranked.iter().map(|&(.., id)| id).chain(waiting).any(|id| is_open(tree, id))
    }
}
