//! Flow algebra: which edges of a control-flow graph are taken exactly as often as a counter expression says.
//!
//! In every execution the flow into a block equals the flow out of it (Kirchhoff's law; a virtual edge closes the
//! graph from its exits to its entry). So all edge counts are linear in the counts of the *chords*, the edges
//! outside a spanning tree, and two counts are equal in all executions exactly when their vectors over the chords
//! are equal. Coverage counters are block counts, so regions and edges become comparable without knowing how
//! clang placed its counters.
//!
//! ```text
//!        entry c0            chords: then (c1), outside ─► entry (c0)
//!        ╱    ╲              else = c0 - c1, join = c0
//!     then    else           the region with false count c0 - c1 is the edge entry ─► else
//!      c1      ╲
//!        ╲     ╱
//!         join
//! ```
//!
//! What the caller does first: a step by a condition (`llvm.instrprof.increment.step` with a widened `i1`) becomes a
//! branch around a block with an increment; a branch on a constant should become a jump (else its dead side counts
//! as possible, and a condition known to clang is matched as [`BranchMatch::OneSided`] by an edge, not a block).
//!
//! Source: D. Knuth, "The Art of Computer Programming" vol. 1, 2.3.4.1 (Kirchhoff's law for flow diagrams);
//! T. Ball and J. Larus, "Optimally profiling and tracing programs", TOPLAS 16 (1994).
//! Deviation: counts are compared as fingerprints, their values for random chord counts ([`algebra`] states the probability of
//! an error, some 2^-56 for the largest functions).
//! A loop that is never left gets a virtual way out, or its entry would have to be counted zero.
//! Not handled: executions that end inside a call (`exit`, `longjmp`): `llvm-cov`'s own counts are off there too.
//!
//! Cost: linear in the graph to build; constant per match, linear in the graph where several edges to several blocks are one side.

mod algebra;
mod branch;
mod division;
mod edges;
mod network;

pub use algebra::{CodeMatch, Count, FlowAlgebra};
pub use branch::BranchMatch;
pub use edges::Edges;

use thiserror::Error;

/// A block: an index below [`FlowGraph::blocks`].
pub type Block = usize;

/// An edge: an index into [`FlowGraph::edges`].
pub type Edge = usize;

/// A control-flow graph with counter increments.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FlowGraph {
    /// The block executed first.
    pub entry: Block,
    /// Number of blocks.
    pub blocks: usize,
    /// Edges `(from, to)`; several edges of one terminator to one successor are one edge here.
    pub edges: Vec<(Block, Block)>,
    /// `(block, counter)`: the counter is bumped once per execution of the block. A counter without a block stays zero.
    pub increments: Vec<(Block, u32)>,
}

/// A graph that names a block it does not have. A fault of the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("flow graph of {blocks} blocks names block {block}")]
pub struct FlowError {
    /// The block named.
    pub block: Block,
    /// The number of blocks.
    pub blocks: usize,
}
