//! The control-flow graph of a function: predecessors, successors, reverse postorder.
//!
//! Three graphs are of use: with the edges to unwind blocks and to functions called (what may follow what), without
//! them (what follows when nothing is thrown), and without them but for those of blocks that end by throwing
//! (what follows for certain). Linear in blocks and edges.

use super::digraph::Digraph;
use crate::function::Function;
use crate::ids::Block;
use crate::instruction::Terminator;
use trine_base::index::TypedIndex;

/// Which unwind edges belong to a graph.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unwinding {
    None,
    OfThrows,
    All,
}

/// Blocks of a function with their neighbours, one entry per edge.
#[derive(Clone, Debug)]
pub struct Cfg {
    graph: Digraph,
    reverse_postorder: Vec<Block>,
    reachable: Vec<bool>,
}

impl Cfg {
    /// The graph with unwind edges and calls; a block's unwind edge comes after those of its terminator, calls last.
    #[must_use]
    pub fn new(function: &Function) -> Self {
        Self::build(function, Unwinding::All)
    }

    /// The graph of terminator edges only.
    #[must_use]
    pub fn without_unwind(function: &Function) -> Self {
        Self::build(function, Unwinding::None)
    }

    /// The graph of terminator edges, and of the unwind edges of blocks that end by throwing.
    #[must_use]
    pub fn with_throws(function: &Function) -> Self {
        Self::build(function, Unwinding::OfThrows)
    }

    fn build(function: &Function, unwinding: Unwinding) -> Self {
        let mut edges = Vec::with_capacity(function.blocks.len() * 2);
        for (block, data) in function.blocks.iter_enumerated() {
            edges.extend(data.terminator.edges().map(|edge| (block.0, edge.block.0)));
            let follows = match unwinding {
                Unwinding::None => false,
                Unwinding::OfThrows => matches!(data.terminator, Terminator::Throw(_)),
                Unwinding::All => true,
            };
            if let (true, Some(handler)) = (follows, data.handler()) {
                edges.push((block.0, handler.0));
            }
        }
        if unwinding == Unwinding::All {
            edges.extend(function.calls.iter().map(|(block, callee)| (block.0, callee.0)));
        }
        Self::of_graph(Digraph::new(function.blocks.len(), &edges))
    }

    fn of_graph(graph: Digraph) -> Self {
        let mut order = Vec::new();
        let mut reachable = vec![false; graph.len()];
        if !graph.is_empty() {
            graph.extend_postorder(Function::ENTRY.0, &mut reachable, &mut order);
        }
        let reverse_postorder = order.into_iter().rev().map(Block).collect();
        Self { graph, reverse_postorder, reachable }
    }

    /// Number of blocks, reachable or not.
    #[must_use]
    pub fn len(&self) -> usize {
        self.graph.len()
    }

    /// Whether the function has no block.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.graph.is_empty()
    }

    /// The graph over block numbers.
    #[must_use]
    pub fn graph(&self) -> &Digraph {
        &self.graph
    }

    /// Successors of `block`, one per edge, in the order of its terminator.
    pub fn successors(&self, block: Block) -> impl ExactSizeIterator<Item = Block> + '_ {
        self.graph.successors(block.0).iter().map(|&node| Block(node))
    }

    /// Predecessors of `block`, one per edge, unreachable ones included.
    pub fn predecessors(&self, block: Block) -> impl ExactSizeIterator<Item = Block> + '_ {
        self.graph.predecessors(block.0).iter().map(|&node| Block(node))
    }

    /// Reachable blocks, each before its successors except along back edges; the entry first.
    #[must_use]
    pub fn reverse_postorder(&self) -> &[Block] {
        &self.reverse_postorder
    }

    /// Whether a path leads from the entry to `block`.
    #[must_use]
    pub fn is_reachable(&self, block: Block) -> bool {
        self.reachable[block.position()]
    }
}
