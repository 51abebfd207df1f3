//! Which path an input follows, told from the constraints alone: no run is needed to strike off a path that a
//! chromosome for another one follows by accident.
//!
//! ```text
//! o -- x > 0 --> o -- y > 0 --> path 1      each edge a condition; of a node's edges at most one holds
//!  \              \- y <= 0 --> path 2
//!   \- x <= 0 --> path 3
//! ```
//!
//! Cost: the conditions on the way, each evaluated once.

use super::shape::Found;
use std::collections::BTreeMap;
use trine_dse::Decision;
use trine_expr::{Assignment, Tape, Term, TermPool};

/// The tree of all paths that were not refuted.
#[derive(Debug, Default)]
pub(super) struct Lookup {
    nodes: Vec<LookupNode>,
}

#[derive(Debug, Default)]
struct LookupNode {
    edges: Vec<(Decision, Term, usize)>,
    path: Option<usize>,
}

/// Conditions compiled so far.
pub(super) type Tapes<'p> = BTreeMap<Term, Tape<'p>>;

impl Lookup {
    pub(super) fn new(found: &[Found]) -> Self {
        let mut lookup = Self { nodes: vec![LookupNode::default()] };
        for (path, found) in found.iter().enumerate().filter(|(_, found)| found.state.is_none()) {
            let mut at = 0;
            for (&decision, &condition) in found.decisions.iter().zip(&found.conditions) {
                let known = lookup.nodes[at].edges.iter().find(|edge| edge.0 == decision).map(|edge| edge.2);
                at = known.unwrap_or_else(|| {
                    let next = lookup.nodes.len();
                    lookup.nodes.push(LookupNode::default());
                    lookup.nodes[at].edges.push((decision, condition, next));
                    next
                });
            }
            lookup.nodes[at].path = Some(path);
        }
        lookup
    }

    /// The path that `inputs` follow, as far as the conditions say.
    pub(super) fn path<'p>(
        &self,
        pool: &'p TermPool,
        tapes: &mut Tapes<'p>,
        inputs: &Assignment,
    ) -> Option<usize> {
        let mut at = 0;
        while self.nodes[at].path.is_none() {
            let mut holds = |condition: Term| {
                let tape = tapes.entry(condition).or_insert_with(|| Tape::new(pool, &[condition]));
                tape.evaluate(inputs).first() == Some(&1)
            };
            at = self.nodes[at].edges.iter().find(|edge| holds(edge.1))?.2;
        }
        self.nodes[at].path
    }
}
