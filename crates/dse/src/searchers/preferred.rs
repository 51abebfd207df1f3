//! Some candidates before all others: those of the code under test before those of libraries that it calls.
//!
//! A way through a library is of no worth by itself. It is tried when no way of the code under test is left, because what lies behind it may be
//! such a way.
//!
//! Wraps two searchers of any strategy.

use super::{Guide, Report, Searcher};
use crate::tree::{BranchOutcome, ExecutionTree, NodeId};

/// Whether the way of a candidate is one of those that come first.
pub type IsPreferred = Box<dyn FnMut(BranchOutcome) -> bool>;

/// A strategy for the candidates that come first, and one for the rest.
pub struct Preferred {
    first: Box<dyn Searcher>,
    rest: Box<dyn Searcher>,
    is_preferred: IsPreferred,
}

impl Preferred {
    /// `first` for candidates of which `is_preferred` holds, `rest` for the others.
    #[must_use]
    pub fn new(first: Box<dyn Searcher>, rest: Box<dyn Searcher>, is_preferred: IsPreferred) -> Self {
        Self { first, rest, is_preferred }
    }
}

impl Searcher for Preferred {
    fn update(&mut self, tree: &ExecutionTree, report: &Report<'_>) {
        let (first, rest): (Vec<NodeId>, Vec<NodeId>) =
            report.added.iter().partition(|&&id| tree.node(id).edge.is_some_and(&mut self.is_preferred));
        self.first.update(tree, &Report { added: &first, ..*report });
        self.rest.update(tree, &Report { added: &rest, ..*report });
    }

    fn select(&mut self, tree: &ExecutionTree, guide: &dyn Guide) -> Option<NodeId> {
        self.first.select(tree, guide).or_else(|| self.rest.select(tree, guide))
    }

    fn is_empty(&self, tree: &ExecutionTree) -> bool {
        self.first.is_empty(tree) && self.rest.is_empty(tree)
    }

    fn uses_doubts(&self) -> bool {
        self.first.uses_doubts() || self.rest.uses_doubts()
    }
}
