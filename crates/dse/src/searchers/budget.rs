//! A budget of candidates for each edge: what loops unfold does not crowd out the rest.
//!
//! Each iteration of a loop adds a candidate for the same edge. Once an edge was tried `limit` times without covering
//! anything, its other candidates wait until nothing else is left; then every edge may be tried twice as
//! often. A run that covers something gives all edges their budgets back. Nothing is lost: what waits is tried in
//! the end.
//!
//! Wraps any strategy.

use super::{Guide, Report, Searcher, is_open};
use crate::tree::{BranchOutcome, ExecutionTree, NodeId};
use rustc_hash::FxHashMap;

/// A strategy whose choices are rationed by way.
pub struct LoopBudget {
    inner: Box<dyn Searcher>,
    limit: u32,
    tried: FxHashMap<BranchOutcome, u32>,
    waiting: Vec<NodeId>,
}

impl LoopBudget {
    /// `inner`, with each way tried up to `limit` times in a row.
    #[must_use]
    pub fn new(inner: Box<dyn Searcher>, limit: u32) -> Self {
        Self { inner, limit: limit.max(1), tried: FxHashMap::default(), waiting: Vec::new() }
    }

    /// Gives what waits back to the strategy.
    fn give_back(&mut self, tree: &ExecutionTree) {
        self.tried.clear();
        let added = std::mem::take(&mut self.waiting);
        if !added.is_empty() {
            self.inner.update(tree, &Report { added: &added, ..Report::default() });
        }
    }
}

impl Searcher for LoopBudget {
    fn update(&mut self, tree: &ExecutionTree, report: &Report<'_>) {
        self.inner.update(tree, report);
        if report.covered > 0 {
            self.give_back(tree);
        }
    }

    fn select(&mut self, tree: &ExecutionTree, guide: &dyn Guide) -> Option<NodeId> {
        loop {
            let Some(id) = self.inner.select(tree, guide) else {
                self.waiting.retain(|&id| is_open(tree, id));
                if self.waiting.is_empty() {
                    return None;
                }
                self.limit = self.limit.saturating_mul(2);
                self.give_back(tree);
                continue;
            };
            let Some(edge) = tree.node(id).edge else { return Some(id) };
            let tried = self.tried.entry(edge).or_default();
            if *tried < self.limit {
                *tried += 1;
                return Some(id);
            }
            self.waiting.push(id);
        }
    }

    fn is_empty(&self, tree: &ExecutionTree) -> bool {
        self.inner.is_empty(tree) && !self.waiting.iter().any(|&id| is_open(tree, id))
    }

    fn uses_doubts(&self) -> bool {
        self.inner.uses_doubts()
    }
}
