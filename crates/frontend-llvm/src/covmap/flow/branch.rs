//! Finding the true and the false edges of a branch region.

use super::{Block, Edge};

/// Where the two sides of a branch region are in the graph. Edges are indices into `FlowGraph::edges`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BranchMatch {
    /// The out-edges of `block` are divided into the two sides.
    Terminator {
        /// The block whose terminator decides.
        block: Block,
        /// Its out-edges on the true side.
        true_edges: Vec<Edge>,
        /// Its other out-edges.
        false_edges: Vec<Edge>,
    },
    /// The sides are edges of several blocks below `block`, which is executed as often as both sides together
    /// (case ranges become a chain of comparisons behind the switch).
    Spread {
        /// The block in which the decision starts.
        block: Block,
        /// Edges whose counts sum to the true count.
        true_edges: Vec<Edge>,
        /// Edges whose counts sum to the false count.
        false_edges: Vec<Edge>,
    },
    /// One side can never be taken (its form is zero); `block` is executed exactly as often as the other side.
    OneSided {
        /// The side that lives.
        taken: bool,
        /// A block with its count.
        block: Block,
    },
    /// The condition is never evaluated: both forms are zero.
    Dead,
    /// No place was found for at least one side; where one was found it is given.
    Unmatched {
        /// Edges whose counts sum to the true count.
        true_edges: Option<Vec<Edge>>,
        /// Edges whose counts sum to the false count.
        false_edges: Option<Vec<Edge>>,
    },
}
