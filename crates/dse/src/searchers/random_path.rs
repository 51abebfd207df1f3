//! A random walk from the root: at every branch each side with candidates below is as likely.
//!
//! Deep loops make many candidates; a walk from the root does not favor them, as a draw among all candidates
//! would: a candidate of length l is drawn with weight 2^-l (Cadar, Dunbar, Engler, "KLEE", OSDI 2008, section 3.4).
//!
//! Cost of a choice: one step per branch above the candidate.

use super::{Guide, Report, Searcher, is_open};
use crate::tree::{ExecutionTree, NodeId};
use rustc_hash::{FxHashMap, FxHashSet};
use trine_base::Stream;

/// Walks at random.
#[derive(Clone, Debug)]
pub struct RandomPath {
    stream: Stream,
    candidates: FxHashSet<NodeId>,
    /// Candidates at or below each node.
    below: FxHashMap<NodeId, u32>,
}

impl RandomPath {
    /// A walk with this randomness.
    #[must_use]
    pub fn new(stream: Stream) -> Self {
        Self { stream, candidates: FxHashSet::default(), below: FxHashMap::default() }
    }

    fn count(&mut self, tree: &ExecutionTree, id: NodeId, adds: bool) {
        let mut at = Some(id);
        while let Some(id) = at {
            let count = self.below.entry(id).or_default();
            *count = if adds { *count + 1 } else { count.saturating_sub(1) };
            at = tree.node(id).parent;
        }
    }

    /// Walks to a candidate, and takes it out.
    fn walk(&mut self, tree: &ExecutionTree) -> Option<NodeId> {
        let mut at = ExecutionTree::ROOT;
        while !self.candidates.contains(&at) {
            let open = |child: &NodeId| self.below.get(child).is_some_and(|&count| count > 0);
            let children: Vec<_> = tree.children(at).filter(open).collect();
            if children.is_empty() {
                return None;
            }
            at = children[self.stream.position(children.len())];
        }
        self.candidates.remove(&at);
        self.count(tree, at, false);
        Some(at)
    }
}

impl Searcher for RandomPath {
    fn update(&mut self, tree: &ExecutionTree, report: &Report<'_>) {
        for &id in report.added {
            if self.candidates.insert(id) {
                self.count(tree, id, true);
            }
        }
    }

    fn select(&mut self, tree: &ExecutionTree, _guide: &dyn Guide) -> Option<NodeId> {
        std::iter::from_fn(|| self.walk(tree)).find(|&id| is_open(tree, id))
    }

    fn is_empty(&self, tree: &ExecutionTree) -> bool {
        !self.candidates.iter().any(|&id| is_open(tree, id))
    }
}
