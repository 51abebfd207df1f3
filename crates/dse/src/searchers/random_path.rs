//! A random walk from the root: at every branch each side with candidates below is as likely.
//!
//! Deep loops make many candidates; a walk from the root does not favour them, as a draw among all candidates
//! would.

use super::{Guide, Searcher};
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

    fn remove(&mut self, tree: &ExecutionTree, id: NodeId) {
        if self.candidates.remove(&id) {
            self.count(tree, id, false);
        }
    }
}

impl Searcher for RandomPath {
    fn update(&mut self, tree: &ExecutionTree, added: &[NodeId], removed: &[NodeId], _covered: usize) {
        removed.iter().for_each(|&id| self.remove(tree, id));
        for &id in added {
            if self.candidates.insert(id) {
                self.count(tree, id, true);
            }
        }
    }

    fn select(&mut self, tree: &ExecutionTree, _guide: &dyn Guide) -> Option<NodeId> {
        if self.candidates.is_empty() {
            return None;
        }
        let mut at = ExecutionTree::ROOT;
        while !self.candidates.contains(&at) {
            let open = |child: &NodeId| self.below.get(child).is_some_and(|&count| count > 0);
            let children: Vec<_> = tree.children(at).filter(open).collect();
            if children.is_empty() {
                return None;
            }
            at = children[self.stream.position(children.len())];
        }
        self.remove(tree, at);
        Some(at)
    }

    fn is_empty(&self) -> bool {
        self.candidates.is_empty()
    }
}
