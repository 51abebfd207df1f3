//! Counts as fingerprints, and the tables that find blocks and edges by them.
//!
//! Each chord of the network gets a random flow of 128 bits; the flows of all other arcs follow (leaves of the tree first).
//! The fingerprint of a block, an edge or a counter expression is its count in this one execution of the network, modulo
//! 2^128. Equal counts have equal fingerprints. Two counts that differ have equal ones with probability 2^(k-128), where
//! 2^k is the greatest power of two that divides all coefficients of their difference (the coefficients are as small as a
//! program is large, so k is below 32): a function of a million blocks and regions meets a false match with a probability
//! of some 2^-56. The seed is fixed, so the answer is the same in every run.
//!
//! Source: duality of cycle and cut space (e.g. R. Diestel, "Graph Theory", 1.9); identity testing by evaluation at a random
//! point (J. Schwartz, "Fast probabilistic algorithms for verification of polynomial identities", JACM 27, 1980). The random
//! numbers are those of S. Vigna's reading of Steele et al., "SplitMix", OOPSLA 2014.
//! Not handled: nothing known.
//! Cost: linear in the graph to build; constant to look up a fingerprint.

use std::cell::Cell;
use std::collections::HashMap;

use super::edges::Edges;
use super::network::Network;
use super::{Block, Edge, FlowError, FlowGraph};
use crate::covmap::Sum;

/// How often something is executed, as a fingerprint.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Count(u128);

impl Sum for Count {
    const ZERO: Self = Count(0);
    fn plus(self, other: Self) -> Self {
        Count(self.0.wrapping_add(other.0))
    }
    fn minus(self, other: Self) -> Self {
        Count(self.0.wrapping_sub(other.0))
    }
}

/// Where a code region is in the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeMatch {
    /// A block with exactly this count.
    Block(Block),
    /// No block, but an edge with exactly this count.
    Edge(Edge),
    /// The count is zero in all executions.
    Dead,
    /// Neither; the count can still be computed from the counters.
    Unmatched,
}

/// Steps that all searches among many edges may take together in one function: what is left unmatched then is reported as
/// such. Ordinary conditions and labels are found by look-up and take none.
const MAX_SEARCH_STEPS: u64 = 200_000_000;

/// The flow algebra of one function.
#[derive(Debug)]
pub struct FlowAlgebra {
    pub(super) network: Network,
    pub(super) out_edges: Vec<Edges>,
    /// The number of out-edges by block.
    pub(super) edges_out: Vec<usize>,
    pub(super) in_edges: Vec<Vec<Edge>>,
    pub(super) tail: Vec<Block>,
    pub(super) head: Vec<Block>,
    pub(super) of_block: Vec<Count>,
    pub(super) of_edge: Vec<Count>,
    pub(super) increments: HashMap<u32, Vec<Block>>,
    blocks_by_count: HashMap<Count, Vec<Block>>,
    edges_by_count: HashMap<Count, Vec<Edge>>,
    /// Those edges whose block has others, too.
    branching_by_count: HashMap<Count, Vec<Edge>>,
    /// Blocks of four edges and more, which may need several for one side.
    wide_by_count: HashMap<Count, Vec<Block>>,
    /// The edges from one block to another, where they are several, by block and by their count together.
    pub(super) parallel: HashMap<(Block, Count), Edges>,
    pub(super) parallel_by_count: HashMap<Count, Vec<Block>>,
    steps_left: Cell<u64>,
}

/// Out-edges from which on one side may need several that are not all but one.
pub(super) const WIDE: usize = 4;

impl FlowAlgebra {
    /// Builds the algebra. Fails when the graph names a block out of range.
    pub fn new(graph: &FlowGraph) -> Result<Self, FlowError> {
        check(graph)?;
        let network = Network::new(graph);
        let of_arc = fingerprints(&network);
        let (mut out_edges, mut in_edges) = (vec![Vec::new(); graph.blocks], vec![Vec::new(); graph.blocks]);
        for (edge, (from, to)) in graph.edges.iter().enumerate() {
            out_edges[*from].push(edge);
            in_edges[*to].push(edge);
        }
        let mut increments: HashMap<u32, Vec<Block>> = HashMap::new();
        for (block, counter) in &graph.increments {
            increments.entry(*counter).or_default().push(*block);
        }
        let of_block = network
            .out_arcs
            .iter()
            .map(|arcs| arcs.iter().map(|arc| of_arc[*arc]).fold(Count::ZERO, Count::plus));
        let of_edge = network.arc_of_edge.iter().map(|arc| arc.map_or(Count::ZERO, |arc| of_arc[arc]));
        let mut algebra = FlowAlgebra {
            of_block: of_block.collect(),
            of_edge: of_edge.collect(),
            network,
            edges_out: out_edges.iter().map(Vec::len).collect(),
            out_edges: out_edges.into_iter().map(Edges::from_iter).collect(),
            in_edges,
            tail: graph.edges.iter().map(|e| e.0).collect(),
            head: graph.edges.iter().map(|e| e.1).collect(),
            increments,
            blocks_by_count: HashMap::new(),
            edges_by_count: HashMap::new(),
            branching_by_count: HashMap::new(),
            wide_by_count: HashMap::new(),
            parallel: HashMap::new(),
            parallel_by_count: HashMap::new(),
            steps_left: Cell::new(MAX_SEARCH_STEPS),
        };
        algebra.index();
        Ok(algebra)
    }

    fn index(&mut self) {
        for block in 0..self.of_block.len() {
            if !self.is_reachable(block) {
                continue;
            }
            let count = self.of_block[block];
            self.blocks_by_count.entry(count).or_default().push(block);
            if self.edges_out[block] >= WIDE {
                self.wide_by_count.entry(count).or_default().push(block);
                for edges in self.parallel_edges(block) {
                    let sum = edges.iter().map(|edge| self.of_edge[*edge]).fold(Count::ZERO, Count::plus);
                    self.parallel.insert((block, sum), Edges::from_iter(edges));
                    self.parallel_by_count.entry(sum).or_default().push(block);
                }
            }
        }
        for (edge, count) in self.of_edge.iter().enumerate() {
            if self.network.arc_of_edge[edge].is_some() {
                self.edges_by_count.entry(*count).or_default().push(edge);
                if self.edges_out[self.tail[edge]] > 1 {
                    self.branching_by_count.entry(*count).or_default().push(edge);
                }
            }
        }
    }

    /// The out-edges of a block by their heads, where several have the same.
    fn parallel_edges(&self, block: Block) -> Vec<Vec<Edge>> {
        let mut edges: Vec<Edge> = self.out_edges[block].iter().collect();
        edges.sort_by_key(|edge| self.head[*edge]);
        let groups = edges.chunk_by(|a, b| self.head[*a] == self.head[*b]);
        groups.filter(|group| group.len() > 1).map(<[Edge]>::to_vec).collect()
    }

    /// Whether the block can be reached from the entry.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.network.out_arcs.get(block).is_some_and(|arcs| !arcs.is_empty())
    }

    /// How often an edge is taken.
    pub fn count_of_edge(&self, edge: Edge) -> Count {
        self.of_edge.get(edge).copied().unwrap_or_default()
    }

    /// How often a block is executed.
    pub fn count_of_block(&self, block: Block) -> Count {
        self.of_block.get(block).copied().unwrap_or_default()
    }

    /// How often a counter is bumped.
    pub fn count_of_counter(&self, counter: u32) -> Count {
        let blocks = self.increments.get(&counter).into_iter().flatten();
        blocks.map(|block| self.of_block[*block]).fold(Count::ZERO, Count::plus)
    }

    /// A block executed exactly this often; the first one in block order.
    pub fn match_block(&self, count: Count) -> Option<Block> {
        self.blocks_with(count).first().copied()
    }

    /// An edge taken exactly this often; the first one in edge order.
    pub fn match_edge(&self, count: Count) -> Option<Edge> {
        self.edges_with(count).first().copied()
    }

    /// The best place for a code region: a block, else an edge.
    pub fn match_code(&self, count: Count) -> CodeMatch {
        let block = self.match_block(count).map(CodeMatch::Block);
        let found = block.or_else(|| self.match_edge(count).map(CodeMatch::Edge));
        found.unwrap_or(if count == Count::ZERO { CodeMatch::Dead } else { CodeMatch::Unmatched })
    }

    pub(super) fn blocks_with(&self, count: Count) -> &[Block] {
        self.blocks_by_count.get(&count).map_or(&[], Vec::as_slice)
    }

    pub(super) fn edges_with(&self, count: Count) -> &[Edge] {
        self.edges_by_count.get(&count).map_or(&[], Vec::as_slice)
    }

    pub(super) fn branching_edges_with(&self, count: Count) -> &[Edge] {
        self.branching_by_count.get(&count).map_or(&[], Vec::as_slice)
    }

    pub(super) fn wide_blocks_with(&self, count: Count) -> &[Block] {
        self.wide_by_count.get(&count).map_or(&[], Vec::as_slice)
    }

    /// Notes steps of a search; whether there are any left.
    pub(super) fn may_take(&self, steps: usize) -> bool {
        let left = self.steps_left.get().checked_sub(steps as u64);
        self.steps_left.set(left.unwrap_or(0));
        left.is_some()
    }
}

fn check(graph: &FlowGraph) -> Result<(), FlowError> {
    let edges = graph.edges.iter().flat_map(|(from, to)| [*from, *to]);
    let named = edges.chain(graph.increments.iter().map(|(block, _)| *block)).chain([graph.entry]);
    match named.into_iter().find(|block| *block >= graph.blocks) {
        Some(block) => Err(FlowError { block, blocks: graph.blocks }),
        None => Ok(()),
    }
}

/// The flow of every arc for pseudo-random flows of the chords: leaves of the tree first, each node's link takes
/// what the node's other arcs leave over.
fn fingerprints(network: &Network) -> Vec<Count> {
    let mut state = 0x7472_696e_6520_666c;
    let mut flow = vec![Count::ZERO; network.arcs.len()];
    let mut excess = vec![Count::ZERO; network.link.len()];
    for chord in &network.chords {
        let (from, to) = network.arcs[*chord];
        flow[*chord] = Count(u128::from(split_mix(&mut state)) << 64 | u128::from(split_mix(&mut state)));
        excess[to] = excess[to].plus(flow[*chord]);
        excess[from] = excess[from].minus(flow[*chord]);
    }
    for node in network.order.iter().rev() {
        if let Some(link) = network.link[*node] {
            let left = excess[*node];
            flow[link.arc] = if link.upward { left } else { Count::ZERO.minus(left) };
            excess[link.parent] = excess[link.parent].plus(left);
        }
    }
    flow
}

/// The next number of the SplitMix64 sequence.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
