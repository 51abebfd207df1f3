//! Orders that look at nothing but when a candidate came, and how deep it is.

use super::{Guide, Report, Searcher, is_open};
use crate::tree::{ExecutionTree, NodeId};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The deepest candidate of the latest path first.
#[derive(Clone, Debug, Default)]
pub struct DepthFirst {
    stack: Vec<NodeId>,
}

impl Searcher for DepthFirst {
    fn update(&mut self, _tree: &ExecutionTree, report: &Report<'_>) {
        self.stack.extend_from_slice(report.added);
    }

    fn select(&mut self, tree: &ExecutionTree, _guide: &dyn Guide) -> Option<NodeId> {
        std::iter::from_fn(|| self.stack.pop()).find(|&id| is_open(tree, id))
    }

    fn is_empty(&self, tree: &ExecutionTree) -> bool {
        !self.stack.iter().any(|&id| is_open(tree, id))
    }
}

/// The shallowest candidate first; of one depth the oldest.
#[derive(Clone, Debug, Default)]
pub struct BreadthFirst {
    queue: BTreeSet<(u32, NodeId)>,
}

impl Searcher for BreadthFirst {
    fn update(&mut self, tree: &ExecutionTree, report: &Report<'_>) {
        self.queue.extend(report.added.iter().map(|&id| (tree.node(id).depth, id)));
    }

    fn select(&mut self, tree: &ExecutionTree, _guide: &dyn Guide) -> Option<NodeId> {
        std::iter::from_fn(|| self.queue.pop_first()).map(|(_, id)| id).find(|&id| is_open(tree, id))
    }

    fn is_empty(&self, tree: &ExecutionTree) -> bool {
        !self.queue.iter().any(|&(_, id)| is_open(tree, id))
    }
}

/// All candidates beside the run that covered most, before those of any other run.
#[derive(Clone, Debug, Default)]
pub struct Generational {
    /// By goals covered first.
    generations: BTreeMap<usize, VecDeque<NodeId>>,
}

impl Generational {
    fn next(&mut self) -> Option<NodeId> {
        let mut best = self.generations.last_entry()?;
        let id = best.get_mut().pop_front();
        if best.get().is_empty() {
            best.remove();
        }
        id
    }
}

impl Searcher for Generational {
    fn update(&mut self, _tree: &ExecutionTree, report: &Report<'_>) {
        if !report.added.is_empty() {
            self.generations.entry(report.covered).or_default().extend(report.added);
        }
    }

    fn select(&mut self, tree: &ExecutionTree, _guide: &dyn Guide) -> Option<NodeId> {
        std::iter::from_fn(|| self.next()).find(|&id| is_open(tree, id))
    }

    fn is_empty(&self, tree: &ExecutionTree) -> bool {
        !self.generations.values().flatten().any(|&id| is_open(tree, id))
    }
}
