//! The execution tree: which edges were taken on which path, which are unsatisfiable there, which are still to be tried.
//!
//! ```text
//!            root
//!         a > 0 | not a > 0            visited | candidate
//!     b = 7 | not b = 7                candidate | visited
//! ```
//!
//! A path adds its steps as visited nodes, and beside each of its branches the edges not taken as candidates. The
//! prefix of a candidate is the conjunction of the constraints down to it. When neither candidates nor unknown
//! nodes are left, and no path was cut, every path has been seen.

use crate::context::Context;
use crate::path::{PathCondition, Step, StepKind, alternatives};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::sync::Arc;
use trine_base::{IndexVec, typed_index};
use trine_expr::{Term, TermPool};
use trine_ir::{FuncId, Program, SiteId};

typed_index! {
    /// A node of an execution tree.
    pub struct NodeId = "node"
}

/// What is known of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeState {
    /// A run took it.
    Visited,
    /// Nobody tried yet.
    Candidate,
    /// No input takes it: the solver refuted its prefix.
    Unsatisfiable,
    /// The solver gave up.
    Unknown,
    /// The solver's model took another way: the terms do not say all that the run does.
    Diverged,
    /// It can reach nothing new: not worth a query.
    Skipped,
}

/// An edge out of a branch, in the context of a path.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// The node above; the root has none.
    pub parent: Option<NodeId>,
    /// One bit: the condition of this step.
    pub constraint: Term,
    /// The edge, if it is one of a branch.
    pub edge: Option<BranchOutcome>,
    /// The callers of the function whose edge it is.
    pub context: Option<Arc<Context>>,
    /// Branches above it, itself included.
    pub depth: u32,
    /// What is known of it.
    pub state: NodeState,
    /// Its children are a list, the oldest first: as a vector, they would be an allocation for each node.
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
}

/// An outcome of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BranchOutcome {
    /// The function.
    pub function: FuncId,
    /// The site.
    pub site: SiteId,
    /// The outcome.
    pub outcome: u32,
}

/// All paths seen so far, and the ways beside them.
#[derive(Clone, Debug)]
pub struct ExecutionTree {
    nodes: IndexVec<NodeId, TreeNode>,
    /// Whether a path was cut, so that what lies behind is not known.
    cut: bool,
    /// Nodes by state, the root not counted.
    counts: [usize; 6],
}

/// What a path added.
#[derive(Clone, Debug, Default)]
pub struct Added {
    /// The nodes of the path, from the root's child down.
    pub path: Vec<NodeId>,
    /// New candidates, from the root down.
    pub candidates: Vec<NodeId>,
    /// The opposites of what the path relied on, from the root down: faults, and other values of addresses.
    pub implicit_conditions: Vec<NodeId>,
    /// Candidates that the path took: no longer candidates.
    pub taken: Vec<NodeId>,
    /// Whether no run had taken this path before.
    pub is_new: bool,
}

impl ExecutionTree {
    /// The root of every tree.
    pub const ROOT: NodeId = NodeId(0);

    /// A tree without paths.
    #[must_use]
    pub fn new(pool: &mut TermPool) -> Self {
        let root = TreeNode {
            parent: None,
            constraint: pool.boolean(true),
            edge: None,
            context: None,
            depth: 0,
            state: NodeState::Visited,
            first_child: None,
            last_child: None,
            next_sibling: None,
        };
        Self { nodes: [root].into_iter().collect(), cut: false, counts: [0; 6] }
    }

    /// The node.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &TreeNode {
        &self.nodes[id]
    }

    /// All nodes, parents before children.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        self.nodes.indices()
    }

    /// The nodes directly below.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.nodes[id].first_child, |&child| self.nodes[child].next_sibling)
    }

    /// The constraints from the root down to `id`, its own last.
    #[must_use]
    pub fn prefix(&self, id: NodeId) -> Vec<Term> {
        let mut constraints = Vec::new();
        let mut at = Some(id);
        while let Some(id) = at {
            let node = &self.nodes[id];
            if node.parent.is_some() {
                constraints.push(node.constraint);
            }
            at = node.parent;
        }
        constraints.reverse();
        constraints
    }

    /// The ways from the root down to `id`, its own last.
    #[must_use]
    pub fn edges(&self, id: NodeId) -> Vec<BranchOutcome> {
        let mut edges = Vec::new();
        let mut at = Some(id);
        while let Some(id) = at {
            edges.extend(self.nodes[id].edge);
            at = self.nodes[id].parent;
        }
        edges.reverse();
        edges
    }

    /// Adds the path of a run. What it shares with earlier paths costs one look-up a step.
    pub fn add(&mut self, pool: &mut TermPool, program: &Program, path: &PathCondition) -> Added {
        let mut added = Added { path: Vec::with_capacity(path.steps.len()), ..Added::default() };
        let mut at = Self::ROOT;
        for step in &path.steps {
            let edge = match step.kind {
                StepKind::Branch { function, site, outcome } => {
                    Some(BranchOutcome { function, site, outcome })
                }
                StepKind::Implicit(_) => None,
            };
            let known = self.child(at, step.constraint);
            let was_taken = known.is_some_and(|child| {
                self.nodes[child].state == NodeState::Visited && self.nodes[child].edge == edge
            });
            // The first path that took a way left the others beside it.
            if !was_taken {
                self.branch_off(pool, program, (at, step, edge), &mut added);
            }
            at = match known.or_else(|| self.child(at, step.constraint)) {
                Some(child) => {
                    if self.nodes[child].state != NodeState::Visited {
                        added.is_new = true;
                        added.taken.push(child);
                        self.set_state(child, NodeState::Visited);
                    }
                    child
                }
                None => {
                    added.is_new = true;
                    self.grow(at, step.constraint, (edge, step.context.clone()), NodeState::Visited)
                }
            };
            added.path.push(at);
        }
        self.cut |= path.cut;
        // A candidate that the same path took further down was never one to the outside.
        let taken = std::mem::take(&mut added.taken);
        let candidates: BTreeSet<NodeId> = added.candidates.iter().copied().collect();
        let (inner, outer): (Vec<_>, Vec<_>) = taken.into_iter().partition(|id| candidates.contains(id));
        let inner: BTreeSet<NodeId> = inner.into_iter().collect();
        added.candidates.retain(|id| !inner.contains(id));
        added.taken = outer;
        added
    }

    /// Adds the ways that `step`, which goes on from the node `at` by `edge`, did not take.
    fn branch_off(
        &mut self,
        pool: &mut TermPool,
        program: &Program,
        (at, step, edge): (NodeId, &Step, Option<BranchOutcome>),
        added: &mut Added,
    ) {
        if edge.is_none() {
            for &other in &step.others {
                if self.child(at, other).is_none() && !pool.is_false(other) {
                    let child = self.grow(at, other, (None, None), NodeState::Candidate);
                    added.implicit_conditions.push(child);
                }
            }
        }
        let mut known: FxHashSet<Term> =
            self.children(at).map(|child| self.nodes[child].constraint).collect();
        for alternative in alternatives(pool, program, step) {
            let other = edge.map(|edge| BranchOutcome { outcome: alternative.outcome, ..edge });
            if known.insert(alternative.constraint) {
                let place = (other, step.context.clone());
                let child = self.grow(at, alternative.constraint, place, NodeState::Candidate);
                added.candidates.push(child);
            }
        }
    }

    fn child(&self, at: NodeId, constraint: Term) -> Option<NodeId> {
        self.children(at).find(|&child| self.nodes[child].constraint == constraint)
    }

    fn grow(
        &mut self,
        parent: NodeId,
        constraint: Term,
        (edge, context): (Option<BranchOutcome>, Option<Arc<Context>>),
        state: NodeState,
    ) -> NodeId {
        let depth = self.nodes[parent].depth + u32::from(edge.is_some());
        let id = self.nodes.push(TreeNode {
            parent: Some(parent),
            constraint,
            edge,
            context,
            depth,
            state,
            first_child: None,
            last_child: None,
            next_sibling: None,
        });
        self.counts[state as usize] += 1;
        match self.nodes[parent].last_child.replace(id) {
            Some(older) => self.nodes[older].next_sibling = Some(id),
            None => self.nodes[parent].first_child = Some(id),
        }
        id
    }

    /// Notes what became of a node.
    pub fn set_state(&mut self, id: NodeId, state: NodeState) {
        let old = self.nodes[id].state;
        self.counts[old as usize] = self.counts[old as usize].saturating_sub(1);
        self.counts[state as usize] += 1;
        self.nodes[id].state = state;
    }

    /// Nodes in this state, the root not counted.
    #[must_use]
    pub fn count(&self, state: NodeState) -> usize {
        self.counts[state as usize]
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but the root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    /// Whether every path was seen or refuted: no candidate is left, and nothing was given up.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.is_exhausted_but_for_skipped() && self.count(NodeState::Skipped) == 0
    }

    /// The same, where ways that could reach nothing new need not have been seen.
    #[must_use]
    pub fn is_exhausted_but_for_skipped(&self) -> bool {
        use NodeState::{Candidate, Diverged, Unknown};
        let open = [Candidate, Unknown, Diverged].iter().any(|&state| self.count(state) > 0);
        !self.cut && !open
    }

    /// Whether a path was cut.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.cut
    }
}
