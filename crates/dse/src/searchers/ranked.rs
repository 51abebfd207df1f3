//! Strategies that ask the coverage structure, and strategies in turn.
//!
//! Coverage grows while candidates wait, so ranks are asked for when one is chosen. Cost of a choice: one
//! question per candidate.

use super::{Guide, Searcher};
use crate::tree::{ExecutionTree, NodeId};

/// Levels below a candidate that predictive path search looks at (Su et al.: s = 3).
const LEVELS: u32 = 3;

/// What a rank is made of; the smallest is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// Edges to the nearest goal that is not covered; then depth.
    Distance,
    /// Goals not covered within three levels, most first; candidates that cover something themselves before
    /// all others; then depth.
    Promise,
}

/// The candidate with the best rank.
#[derive(Clone, Debug)]
pub struct Ranked {
    ranking: Ranking,
    candidates: Vec<NodeId>,
}

impl Ranked {
    /// A strategy by this ranking.
    #[must_use]
    pub fn new(ranking: Ranking) -> Self {
        Self { ranking, candidates: Vec::new() }
    }

    fn rank(&self, tree: &ExecutionTree, guide: &dyn Guide, id: NodeId) -> (u32, u32, u32) {
        let node = tree.node(id);
        let Some(way) = node.way else { return (u32::MAX, u32::MAX, node.depth) };
        match self.ranking {
            Ranking::Distance => (guide.distance(way).unwrap_or(u32::MAX), 0, node.depth),
            Ranking::Promise => {
                (u32::from(!guide.covers(way)), u32::MAX - guide.promise(way, LEVELS), node.depth)
            }
        }
    }
}

impl Searcher for Ranked {
    fn update(&mut self, _tree: &ExecutionTree, added: &[NodeId], removed: &[NodeId], _covered: usize) {
        self.candidates.retain(|id| !removed.contains(id));
        self.candidates.extend_from_slice(added);
    }

    fn select(&mut self, tree: &ExecutionTree, guide: &dyn Guide) -> Option<NodeId> {
        let ranks = self.candidates.iter().enumerate();
        let best = ranks.min_by_key(|&(_, &id)| self.rank(tree, guide, id)).map(|(at, _)| at)?;
        Some(self.candidates.remove(best))
    }

    fn is_empty(&self) -> bool {
        self.candidates.is_empty()
    }
}

/// Several strategies, one choice each in turn.
pub struct Interleaved {
    searchers: Vec<Box<dyn Searcher>>,
    next: usize,
}

impl Interleaved {
    /// These strategies in turn.
    #[must_use]
    pub fn new(searchers: Vec<Box<dyn Searcher>>) -> Self {
        Self { searchers, next: 0 }
    }
}

impl Searcher for Interleaved {
    fn update(&mut self, tree: &ExecutionTree, added: &[NodeId], removed: &[NodeId], covered: usize) {
        self.searchers.iter_mut().for_each(|searcher| searcher.update(tree, added, removed, covered));
    }

    fn select(&mut self, tree: &ExecutionTree, guide: &dyn Guide) -> Option<NodeId> {
        let turn = self.next % self.searchers.len().max(1);
        self.next += 1;
        let chosen = self.searchers.get_mut(turn)?.select(tree, guide)?;
        for (at, searcher) in self.searchers.iter_mut().enumerate() {
            if at != turn {
                searcher.update(tree, &[], &[chosen], 0);
            }
        }
        Some(chosen)
    }

    fn is_empty(&self) -> bool {
        self.searchers.iter().all(|searcher| searcher.is_empty())
    }
}
