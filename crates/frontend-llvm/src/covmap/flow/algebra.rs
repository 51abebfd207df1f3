//! Vectors over the chords, their fingerprints, and the exact test of equality.
//!
//! A combination of arc flows is zero in all executions exactly when it is a difference of potentials: numbers at
//! the nodes such that each arc's coefficient is the number at its head less that at its tail. The tree fixes the
//! potentials, the chords confirm them; so equality is confirmed without ever writing out a vector.
//!
//! Source: duality of cycle and cut space (e.g. R. Diestel, "Graph Theory", 1.9). The fingerprint is the value
//! modulo 2^128 for fixed pseudo-random chord counts (S. Vigna's reading of Steele et al., "SplitMix", OOPSLA 2014).
//! Not handled: nothing known.
//! Cost: linear in the graph to build, to confirm, and to write out one vector; constant to look up a fingerprint.

use std::collections::HashMap;

use super::network::{Arc, Network};
use super::{Block, Edge, FlowError, FlowGraph};

/// A count over the chords: `(chord, coefficient)`, sorted by chord, no zero coefficient.
pub type ChordVector = Vec<(usize, i64)>;

/// A sum of arc flows.
pub(super) type Combination = Vec<(Arc, i64)>;

/// The value of a count for the pseudo-random chord counts.
pub(super) type Fingerprint = u128;

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

/// The flow algebra of one function.
#[derive(Debug)]
pub struct FlowAlgebra {
    pub(super) network: Network,
    pub(super) out_edges: Vec<Vec<Edge>>,
    pub(super) in_edges: Vec<Vec<Edge>>,
    pub(super) tail: Vec<Block>,
    pub(super) head: Vec<Block>,
    increments: HashMap<u32, Vec<Block>>,
    of_arc: Vec<Fingerprint>,
    blocks_by_print: HashMap<Fingerprint, Vec<Block>>,
    edges_by_print: HashMap<Fingerprint, Vec<Edge>>,
}

impl FlowAlgebra {
    /// Builds the algebra. Fails when the graph names a block out of range.
    pub fn new(graph: &FlowGraph) -> Result<Self, FlowError> {
        check(graph)?;
        let network = Network::new(graph);
        let (mut out_edges, mut in_edges) = (vec![Vec::new(); graph.blocks], vec![Vec::new(); graph.blocks]);
        for (edge, (from, to)) in graph.edges.iter().enumerate() {
            out_edges[*from].push(edge);
            in_edges[*to].push(edge);
        }
        let mut increments: HashMap<u32, Vec<Block>> = HashMap::new();
        for (block, counter) in &graph.increments {
            increments.entry(*counter).or_default().push(*block);
        }
        let mut algebra = FlowAlgebra {
            of_arc: fingerprints(&network),
            network,
            out_edges,
            in_edges,
            tail: graph.edges.iter().map(|e| e.0).collect(),
            head: graph.edges.iter().map(|e| e.1).collect(),
            increments,
            blocks_by_print: HashMap::new(),
            edges_by_print: HashMap::new(),
        };
        algebra.index(graph);
        Ok(algebra)
    }

    fn index(&mut self, graph: &FlowGraph) {
        for block in 0..graph.blocks {
            let print = self.print_of_block(block);
            if self.is_reachable(block) {
                self.blocks_by_print.entry(print).or_default().push(block);
            }
        }
        for edge in 0..graph.edges.len() {
            let print = self.print_of_edge(edge);
            if self.network.arc_of_edge[edge].is_some() {
                self.edges_by_print.entry(print).or_default().push(edge);
            }
        }
    }

    /// Whether the block can be reached from the entry.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.network.out_arcs.get(block).is_some_and(|arcs| !arcs.is_empty())
    }

    /// The edge's count over the chords; empty for an unreachable edge.
    pub fn vector_of_edge(&self, edge: Edge) -> ChordVector {
        self.vector(&self.combination_of_edge(edge))
    }

    /// The block's count over the chords; empty for an unreachable block.
    pub fn vector_of_block(&self, block: Block) -> ChordVector {
        self.vector(&self.combination_of_block(block))
    }

    /// A linear form's value over the chords, for a form `(counter, coefficient)`.
    pub fn vector_of_linear_form(&self, form: &[(u32, i64)]) -> ChordVector {
        self.vector(&self.combination_of_form(form))
    }

    /// Whether the form is zero in all executions.
    pub fn is_dead(&self, form: &[(u32, i64)]) -> bool {
        let combination = self.combination_of_form(form);
        self.print(&combination) == 0 && self.is_zero(&combination)
    }

    /// A block executed exactly as often as the form says; the first one in block order.
    pub fn match_block(&self, form: &[(u32, i64)]) -> Option<Block> {
        self.block_with(&self.combination_of_form(form))
    }

    /// An edge taken exactly as often as the form says; the first one in edge order.
    pub fn match_edge(&self, form: &[(u32, i64)]) -> Option<Edge> {
        self.edge_with(&self.combination_of_form(form))
    }

    /// The best place for a code region: a block, else an edge.
    pub fn match_code(&self, form: &[(u32, i64)]) -> CodeMatch {
        self.place(&self.combination_of_form(form))
    }

    pub(super) fn place(&self, combination: &Combination) -> CodeMatch {
        let block = self.block_with(combination).map(CodeMatch::Block);
        let found = block.or_else(|| self.edge_with(combination).map(CodeMatch::Edge));
        found
            .unwrap_or_else(|| if self.is_zero(combination) { CodeMatch::Dead } else { CodeMatch::Unmatched })
    }

    fn block_with(&self, combination: &Combination) -> Option<Block> {
        let mut blocks = self.blocks_with(self.print(combination)).iter().copied();
        blocks.find(|block| self.are_equal(combination, &self.combination_of_block(*block)))
    }

    pub(super) fn edge_with(&self, combination: &Combination) -> Option<Edge> {
        let mut edges = self.edges_with(self.print(combination)).iter().copied();
        edges.find(|edge| self.are_equal(combination, &self.combination_of_edge(*edge)))
    }

    pub(super) fn blocks_with(&self, print: Fingerprint) -> &[Block] {
        self.blocks_by_print.get(&print).map_or(&[], Vec::as_slice)
    }

    pub(super) fn edges_with(&self, print: Fingerprint) -> &[Edge] {
        self.edges_by_print.get(&print).map_or(&[], Vec::as_slice)
    }

    pub(super) fn combination_of_edge(&self, edge: Edge) -> Combination {
        self.network.arc_of_edge.get(edge).copied().flatten().map(|arc| (arc, 1)).into_iter().collect()
    }

    pub(super) fn combination_of_block(&self, block: Block) -> Combination {
        self.network.out_arcs.get(block).into_iter().flatten().map(|arc| (*arc, 1)).collect()
    }

    pub(super) fn combination_of_form(&self, form: &[(u32, i64)]) -> Combination {
        let mut combination = Combination::new();
        for (counter, coefficient) in form {
            for block in self.increments.get(counter).into_iter().flatten() {
                combination.extend(self.network.out_arcs[*block].iter().map(|arc| (*arc, *coefficient)));
            }
        }
        combination
    }

    pub(super) fn print_of_edge(&self, edge: Edge) -> Fingerprint {
        self.print(&self.combination_of_edge(edge))
    }

    pub(super) fn print_of_block(&self, block: Block) -> Fingerprint {
        self.print(&self.combination_of_block(block))
    }

    pub(super) fn print(&self, combination: &Combination) -> Fingerprint {
        let term = |(arc, by): &(Arc, i64)| self.of_arc[*arc].wrapping_mul(i128::from(*by) as u128);
        combination.iter().map(term).fold(0, u128::wrapping_add)
    }

    /// Whether two combinations are equal in all executions.
    pub(super) fn are_equal(&self, left: &Combination, right: &Combination) -> bool {
        let negated = right.iter().map(|(arc, by)| (*arc, -by));
        self.is_zero(&left.iter().copied().chain(negated).collect())
    }

    /// Whether a combination is zero in all executions.
    pub(super) fn is_zero(&self, combination: &Combination) -> bool {
        let (at_arc, potential) = self.potentials(combination);
        (0..self.network.chords.len()).all(|chord| self.coefficient(chord, &at_arc, &potential) == 0)
    }

    /// Writes a combination out over the chords.
    pub(super) fn vector(&self, combination: &Combination) -> ChordVector {
        let (at_arc, potential) = self.potentials(combination);
        let term = |chord| (chord, self.coefficient(chord, &at_arc, &potential));
        (0..self.network.chords.len()).map(term).filter(|(_, by)| *by != 0).collect()
    }

    /// The coefficient of each arc, and the potentials that explain those of the tree.
    fn potentials(&self, combination: &Combination) -> (Vec<i64>, Vec<i64>) {
        let mut at_arc = vec![0i64; self.network.arcs.len()];
        for (arc, by) in combination {
            at_arc[*arc] = at_arc[*arc].wrapping_add(*by);
        }
        let mut potential = vec![0i64; self.network.link.len()];
        for node in &self.network.order {
            if let Some(link) = self.network.link[*node] {
                let up = potential[link.parent];
                let step = at_arc[link.arc];
                potential[*node] = if link.upward { up.wrapping_sub(step) } else { up.wrapping_add(step) };
            }
        }
        (at_arc, potential)
    }

    /// The combination's sum along the cycle that the chord closes in the tree.
    fn coefficient(&self, chord: usize, at_arc: &[i64], potential: &[i64]) -> i64 {
        let arc = self.network.chords[chord];
        let (from, to) = self.network.arcs[arc];
        at_arc[arc].wrapping_add(potential[from]).wrapping_sub(potential[to])
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
fn fingerprints(network: &Network) -> Vec<Fingerprint> {
    let mut state = 0x7472_696e_6520_666c;
    let mut flow = vec![0; network.arcs.len()];
    let mut excess = vec![0u128; network.link.len()];
    for chord in &network.chords {
        let (from, to) = network.arcs[*chord];
        flow[*chord] = u128::from(split_mix(&mut state)) << 64 | u128::from(split_mix(&mut state));
        excess[to] = excess[to].wrapping_add(flow[*chord]);
        excess[from] = excess[from].wrapping_sub(flow[*chord]);
    }
    for node in network.order.iter().rev() {
        if let Some(link) = network.link[*node] {
            let left = excess[*node];
            flow[link.arc] = if link.upward { left } else { left.wrapping_neg() };
            excess[link.parent] = excess[link.parent].wrapping_add(left);
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
