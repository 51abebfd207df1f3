//! A bound on the rounds of loops: what goes around once more than that is left out.
//!
//! A site may be decided so often in one call of its function, and once more; the ways that this leaves open are no candidates. For lists of
//! paths, of which a loop that inputs decide would have no end (Sofokleous et al., ICEIS 2009, enumerate paths up to a bound as well).
//!
//! Wraps any strategy.

use super::{Guide, Report, Searcher};
use crate::tree::{ExecutionTree, NodeId};
use std::cell::Cell;
use std::rc::Rc;

/// A strategy that is not told of candidates beyond a number of rounds.
pub struct RoundLimit {
    inner: Box<dyn Searcher>,
    rounds: u32,
    left_out: Rc<Cell<bool>>,
}

impl RoundLimit {
    /// `inner`, for so many rounds; `left_out` is set where a candidate lies beyond.
    #[must_use]
    pub fn new(inner: Box<dyn Searcher>, rounds: u32, left_out: Rc<Cell<bool>>) -> Self {
        Self { inner, rounds, left_out }
    }

    /// Whether the site of a node was decided no more than so often before in the same call.
    fn is_within(&self, tree: &ExecutionTree, id: NodeId) -> bool {
        let node = tree.node(id);
        let Some(edge) = node.edge else { return true };
        let callers = |of: NodeId| {
            let callers = tree.node(of).context.as_ref().map(|context| context.callers());
            callers.into_iter().flatten().map(|caller| (caller.function, caller.last))
        };
        let mut before = 0;
        let mut above = node.parent;
        while let Some(at) = above {
            let other = tree.node(at);
            let is_same = other.edge.is_some_and(|of| (of.function, of.site) == (edge.function, edge.site));
            before += u32::from(is_same && callers(at).eq(callers(id)));
            above = other.parent;
        }
        before <= self.rounds
    }
}

impl Searcher for RoundLimit {
    fn update(&mut self, tree: &ExecutionTree, report: &Report<'_>) {
        let within: Vec<NodeId> =
            report.added.iter().copied().filter(|&id| self.is_within(tree, id)).collect();
        if within.len() < report.added.len() {
            self.left_out.set(true);
        }
        self.inner.update(tree, &Report { added: &within, ..*report });
    }

    fn select(&mut self, tree: &ExecutionTree, guide: &dyn Guide) -> Option<NodeId> {
        self.inner.select(tree, guide)
    }

    fn is_empty(&self, tree: &ExecutionTree) -> bool {
        self.inner.is_empty(tree)
    }

    fn uses_doubts(&self) -> bool {
        self.inner.uses_doubts()
    }
}
