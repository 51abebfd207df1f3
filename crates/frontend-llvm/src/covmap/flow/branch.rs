//! Finding the true and the false edges of a branch region.
//!
//! Both counts together are the count of the deciding block. So: look that block up by fingerprint, then divide its
//! out-edges into two sums. Nearly always one edge is one side; a switch may need several. Where clang lowers one
//! decision to several blocks (GNU case ranges, a conditional expression as a condition), the edges are spread over the blocks behind.
//!
//! Source: own.
//! Not handled: sides that need several edges of several blocks and do not meet in a block of their own.
//! Cost: linear in the graph per confirmed candidate; a switch of n edges costs n vectors when several are needed.

use std::collections::HashSet;

use super::algebra::{CodeMatch, Combination, Fingerprint};
use super::subset::subset;
use super::{Block, Edge, FlowAlgebra};

/// The greatest number of blocks over which a branch region may be spread.
const MAX_SPREAD: usize = 256;

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
    /// One side is never counted (its form is zero): the condition is constant, or the only label of a switch, or
    /// the operand of a `sizeof`. The other side is counted exactly as often as `at` is executed.
    OneSided {
        /// The side that is counted.
        taken: bool,
        /// A block or an edge with its count.
        at: CodeMatch,
    },
    /// One side is proven to be an out-edge of `block`, the other is taken to be the other out-edges: its form is
    /// equal in all executions for reasons the graph does not show (a `switch` on a flag set before, as clang
    /// writes it for a `break` out of the scope of a variable-length array).
    Inferred {
        /// The block whose terminator decides.
        block: Block,
        /// Its out-edges on the true side.
        true_edges: Vec<Edge>,
        /// Its other out-edges.
        false_edges: Vec<Edge>,
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

/// One side of a branch region.
struct Side {
    combination: Combination,
    print: Fingerprint,
    dead: bool,
}

impl FlowAlgebra {
    /// Where a branch region is, given its true and false count as forms `(counter, coefficient)`.
    /// When several terminators fit, the first in block order.
    pub fn match_branch(&self, on_true: &[(u32, i64)], on_false: &[(u32, i64)]) -> BranchMatch {
        let (on_true, on_false) = (self.side(on_true), self.side(on_false));
        match (on_true.dead, on_false.dead) {
            (true, true) => BranchMatch::Dead,
            (true, false) => self.one_sided(false, &on_false),
            (false, true) => self.one_sided(true, &on_true),
            (false, false) => self.two_sided(&on_true, &on_false),
        }
    }

    /// All terminators that fit a branch region with two live sides. More than one is possible only where the
    /// graph forces two decisions to be taken equally often.
    pub fn terminator_matches(&self, on_true: &[(u32, i64)], on_false: &[(u32, i64)]) -> Vec<BranchMatch> {
        let (on_true, on_false) = (self.side(on_true), self.side(on_false));
        let matches =
            self.deciding_blocks(&on_true, &on_false).filter_map(|b| self.split(b, &on_true, &on_false));
        matches.collect()
    }

    fn side(&self, form: &[(u32, i64)]) -> Side {
        let combination = self.combination_of_form(form);
        let print = self.print(&combination);
        Side { dead: print == 0 && self.is_zero(&combination), combination, print }
    }

    fn one_sided(&self, taken: bool, live: &Side) -> BranchMatch {
        match self.place(&live.combination) {
            CodeMatch::Unmatched => BranchMatch::Unmatched { true_edges: None, false_edges: None },
            at => BranchMatch::OneSided { taken, at },
        }
    }

    fn two_sided(&self, on_true: &Side, on_false: &Side) -> BranchMatch {
        let mut blocks = self.deciding_blocks(on_true, on_false);
        let mut found = blocks.find_map(|b| self.split(b, on_true, on_false));
        if found.is_none() {
            found = self.deciding_blocks(on_true, on_false).find_map(|b| self.spread(b, on_true, on_false));
        }
        found.or_else(|| self.infer(on_true, on_false)).unwrap_or_else(|| BranchMatch::Unmatched {
            true_edges: self.edge_with(&on_true.combination).map(|e| vec![e]),
            false_edges: self.edge_with(&on_false.combination).map(|e| vec![e]),
        })
    }

    /// Blocks with several out-edges, executed as often as both sides together.
    fn deciding_blocks(&self, on_true: &Side, on_false: &Side) -> impl Iterator<Item = Block> {
        let both: Combination = on_true.combination.iter().chain(&on_false.combination).copied().collect();
        let blocks = self.blocks_with(on_true.print.wrapping_add(on_false.print)).iter().copied();
        blocks.filter(move |b| {
            self.out_edges[*b].len() > 1 && self.are_equal(&both, &self.combination_of_block(*b))
        })
    }

    /// Divides the out-edges of one block.
    fn split(&self, block: Block, on_true: &Side, on_false: &Side) -> Option<BranchMatch> {
        let edges = &self.out_edges[block];
        let divided =
            self.divide(edges, on_true, on_false).or_else(|| self.divide_by_vectors(edges, on_true));
        divided.map(|(true_edges, false_edges)| BranchMatch::Terminator { block, true_edges, false_edges })
    }

    /// One edge is one side, all others are the other side. The edges together are known to be both sides.
    fn divide(&self, edges: &[Edge], on_true: &Side, on_false: &Side) -> Option<(Vec<Edge>, Vec<Edge>)> {
        let single = |side: &Side| {
            let equal = |e: &&Edge| {
                self.print_of_edge(**e) == side.print
                    && self.are_equal(&side.combination, &self.combination_of_edge(**e))
            };
            edges.iter().find(equal).copied()
        };
        let others = |one: Edge| edges.iter().copied().filter(|e| *e != one).collect();
        single(on_true)
            .map(|e| (vec![e], others(e)))
            .or_else(|| single(on_false).map(|e| (others(e), vec![e])))
    }

    /// Several edges on each side.
    fn divide_by_vectors(&self, edges: &[Edge], on_true: &Side) -> Option<(Vec<Edge>, Vec<Edge>)> {
        if edges.len() < 4 {
            return None;
        }
        let parts: Vec<_> = edges.iter().map(|e| self.vector_of_edge(*e)).collect();
        let chosen = subset(&self.vector(&on_true.combination), &parts)?;
        let (on_true, on_false): (Vec<_>, Vec<_>) = edges.iter().zip(chosen).partition(|(_, c)| *c);
        let edges = |side: Vec<(&Edge, bool)>| side.into_iter().map(|(e, _)| *e).collect();
        Some((edges(on_true), edges(on_false)))
    }

    /// Replaces edges by the out-edges of the block behind them, where that block has no other way in, until some
    /// of the frontier's edges are one side. All other edges of the frontier are then the other side.
    fn spread(&self, block: Block, on_true: &Side, on_false: &Side) -> Option<BranchMatch> {
        let mut frontier = self.out_edges[block].clone();
        let mut visited = HashSet::from([block]);
        for _ in 0..MAX_SPREAD {
            let divided = self.divide(&frontier, on_true, on_false);
            let divided = divided.or_else(|| self.divide_by_target(&frontier, on_true, on_false));
            if let Some((true_edges, false_edges)) = divided {
                return Some(BranchMatch::Spread { block, true_edges, false_edges });
            }
            let at = frontier.iter().position(|e| self.is_only_way_in(*e, &visited))?;
            let behind = self.head[frontier.remove(at)];
            visited.insert(behind);
            frontier.extend(&self.out_edges[behind]);
        }
        None
    }

    /// All ways into one block are one side (a conditional expression that decides).
    fn divide_by_target(
        &self,
        edges: &[Edge],
        on_true: &Side,
        on_false: &Side,
    ) -> Option<(Vec<Edge>, Vec<Edge>)> {
        let ways_in = |side: &Side| {
            let blocks = self.blocks_with(side.print).iter();
            blocks.map(|b| &self.in_edges[*b]).find(|ways| {
                let sum = ways.iter().flat_map(|e| self.combination_of_edge(*e)).collect();
                ways.iter().all(|e| edges.contains(e)) && self.are_equal(&side.combination, &sum)
            })
        };
        let others = |ways: &[Edge]| edges.iter().copied().filter(|e| !ways.contains(e)).collect();
        ways_in(on_true)
            .map(|ways| (ways.clone(), others(ways)))
            .or_else(|| ways_in(on_false).map(|ways| (others(ways), ways.clone())))
    }

    /// The complement of a side that is one edge, when that is the only edge of a branching block with its count.
    fn infer(&self, on_true: &Side, on_false: &Side) -> Option<BranchMatch> {
        let only = |side: &Side| {
            let branching = |e: &&Edge| self.out_edges[self.tail[**e]].len() > 1;
            let mut edges = self.edges_with(side.print).iter().filter(branching);
            let edge = edges.next().filter(|_| edges.next().is_none())?;
            self.are_equal(&side.combination, &self.combination_of_edge(*edge)).then_some(*edge)
        };
        let (proven, is_true) =
            only(on_true).map(|e| (e, true)).or_else(|| only(on_false).map(|e| (e, false)))?;
        let block = self.tail[proven];
        let others = self.out_edges[block].iter().copied().filter(|e| *e != proven).collect();
        let (true_edges, false_edges) = if is_true { (vec![proven], others) } else { (others, vec![proven]) };
        Some(BranchMatch::Inferred { block, true_edges, false_edges })
    }

    /// Whether the block behind the edge is new, goes on, and is entered by this edge alone.
    fn is_only_way_in(&self, edge: Edge, visited: &HashSet<Block>) -> bool {
        let behind = self.head[edge];
        let new = !visited.contains(&behind) && !self.out_edges[behind].is_empty();
        new && self.print_of_block(behind) == self.print_of_edge(edge)
    }
}
