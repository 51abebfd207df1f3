//! Orders that look at nothing but when a candidate came, and how deep it is.

use super::{Guide, Searcher};
use crate::tree::{ExecutionTree, NodeId};
use std::collections::BTreeMap;
use std::collections::{BTreeSet, VecDeque};

/// The deepest candidate of the latest path first.
#[derive(Clone, Debug, Default)]
pub struct DepthFirst {
    stack: Vec<NodeId>,
}

impl Searcher for DepthFirst {
    fn update(&mut self, _tree: &ExecutionTree, added: &[NodeId], removed: &[NodeId], _covered: usize) {
        self.stack.retain(|id| !removed.contains(id));
        self.stack.extend_from_slice(added);
    }

    fn select(&mut self, _tree: &ExecutionTree, _guide: &dyn Guide) -> Option<NodeId> {
        self.stack.pop()
    }

    fn is_empty(&self) -> bool {
        self.stack.is_empty()
    }
}

/// The shallowest candidate first; of one depth the oldest.
#[derive(Clone, Debug, Default)]
pub struct BreadthFirst {
    queue: BTreeSet<(u32, NodeId)>,
}

impl Searcher for BreadthFirst {
    fn update(&mut self, tree: &ExecutionTree, added: &[NodeId], removed: &[NodeId], _covered: usize) {
        removed.iter().for_each(|&id| {
            self.queue.remove(&(tree.node(id).depth, id));
        });
        self.queue.extend(added.iter().map(|&id| (tree.node(id).depth, id)));
    }

    fn select(&mut self, _tree: &ExecutionTree, _guide: &dyn Guide) -> Option<NodeId> {
        self.queue.pop_first().map(|(_, id)| id)
    }

    fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }
}

/// All candidates beside the run that covered most, before those of any other run.
#[derive(Clone, Debug, Default)]
pub struct Generational {
    /// By goals covered first.
    generations: BTreeMap<usize, VecDeque<NodeId>>,
}

impl Searcher for Generational {
    fn update(&mut self, _tree: &ExecutionTree, added: &[NodeId], removed: &[NodeId], covered: usize) {
        self.generations.values_mut().for_each(|queue| queue.retain(|id| !removed.contains(id)));
        if !added.is_empty() {
            self.generations.entry(covered).or_default().extend(added);
        }
        self.generations.retain(|_, queue| !queue.is_empty());
    }

    fn select(&mut self, _tree: &ExecutionTree, _guide: &dyn Guide) -> Option<NodeId> {
        let mut best = self.generations.last_entry()?;
        let id = best.get_mut().pop_front();
        if best.get().is_empty() {
            best.remove();
        }
        id
    }

    fn is_empty(&self) -> bool {
        self.generations.is_empty()
    }
}
