//! The control-flow graph of a function: predecessors, successors, reverse postorder.
//!
//! Two graphs are of use: with the edges to unwind blocks (what may follow what) and without
//! them (what follows when nothing is thrown). Linear in blocks and edges.

use super::digraph::Digraph;
use crate::function::{Block, Function};
use trine_base::index::TypedIndex;

/// Blocks of a function with their neighbours, one entry per edge.
#[derive(Clone, Debug)]
pub struct Cfg {
    graph: Digraph,
    reverse_postorder: Vec<Block>,
    reachable: Vec<bool>,
}

impl Cfg {
    /// The graph with unwind edges; a block's unwind edge comes after those of its terminator.
    #[must_use]
    pub fn new(function: &Function) -> Self {
        Self::build(function, true)
    }

    /// The graph of terminator edges only.
    #[must_use]
    pub fn without_unwind(function: &Function) -> Self {
        Self::build(function, false)
    }

    fn build(function: &Function, unwind: bool) -> Self {
        let mut edges = Vec::with_capacity(function.blocks.len() * 2);
        for (block, data) in function.blocks.iter_enumerated() {
            edges.extend(data.terminator.edges().map(|edge| (block.0, edge.block.0)));
            if let (true, Some(handler)) = (unwind, data.unwind) {
                edges.push((block.0, handler.0));
            }
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
