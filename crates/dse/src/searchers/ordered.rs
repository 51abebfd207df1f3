//! Orders that look at nothing but when a candidate came, and how deep it is.

use super::{Guide, Report, Searcher, is_open};
use crate::tree::{ExecutionTree, NodeId};
use std::collections::{BTreeMap, VecDeque};

/// The oldest candidate first: Tardis without its classifier (Modonato 2020, section 5).
#[derive(Clone, Debug, Default)]
pub struct FirstInFirstOut {
    queue: VecDeque<NodeId>,
}

impl Searcher for FirstInFirstOut {
    fn update(&mut self, _tree: &ExecutionTree, report: &Report<'_>) {
        self.queue.extend(report.added);
    }

    fn select(&mut self, tree: &ExecutionTree, _guide: &dyn Guide) -> Option<NodeId> {
        std::iter::from_fn(|| self.queue.pop_front()).find(|&id| is_open(tree, id))
    }

    fn is_empty(&self, tree: &ExecutionTree) -> bool {
        !self.queue.iter().any(|&id| is_open(tree, id))
    }
}

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
///
/// Candidates come in the order of their age, so each depth has a queue; one that is given back goes to its place.
#[derive(Clone, Debug, Default)]
pub struct BreadthFirst {
    /// By depth.
    queues: Vec<VecDeque<NodeId>>,
    /// No candidate is shallower.
    shallowest: usize,
}

impl BreadthFirst {
    fn insert(&mut self, depth: usize, id: NodeId) {
        if depth >= self.queues.len() {
            self.queues.resize_with(depth + 1, VecDeque::new);
        }
        let queue = &mut self.queues[depth];
        match queue.back() {
            Some(&last) if last >= id => {
                let place = queue.partition_point(|&older| older < id);
                queue.insert(place, id);
            }
            _ => queue.push_back(id),
        }
        self.shallowest = self.shallowest.min(depth);
    }

    fn next(&mut self) -> Option<NodeId> {
        while let Some(queue) = self.queues.get_mut(self.shallowest) {
            if let Some(id) = queue.pop_front() {
                return Some(id);
            }
            self.shallowest += 1;
        }
        None
    }
}

impl Searcher for BreadthFirst {
    fn update(&mut self, tree: &ExecutionTree, report: &Report<'_>) {
        report.added.iter().for_each(|&id| self.insert(tree.node(id).depth as usize, id));
    }

    fn select(&mut self, tree: &ExecutionTree, _guide: &dyn Guide) -> Option<NodeId> {
        std::iter::from_fn(|| self.next()).find(|&id| is_open(tree, id))
    }

    fn is_empty(&self, tree: &ExecutionTree) -> bool {
        !self.queues.iter().flatten().any(|&id| is_open(tree, id))
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
