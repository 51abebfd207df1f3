//! Several strategies over the same candidates, one choice each in turn.

use super::{Guide, Report, Searcher};
use crate::tree::{ExecutionTree, NodeId};

/// Strategies in turn.
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
    fn update(&mut self, tree: &ExecutionTree, report: &Report<'_>) {
        self.searchers.iter_mut().for_each(|searcher| searcher.update(tree, report));
    }

    fn select(&mut self, tree: &ExecutionTree, guide: &dyn Guide) -> Option<NodeId> {
        for _ in 0..self.searchers.len() {
            let turn = self.next % self.searchers.len();
            self.next += 1;
            let chosen = self.searchers[turn].select(tree, guide);
            if chosen.is_some() {
                return chosen;
            }
        }
        None
    }

    fn is_empty(&self, tree: &ExecutionTree) -> bool {
        self.searchers.iter().all(|searcher| searcher.is_empty(tree))
    }

    fn uses_doubts(&self) -> bool {
        self.searchers.iter().any(|searcher| searcher.uses_doubts())
    }
}
