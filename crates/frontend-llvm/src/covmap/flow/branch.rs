//! Finding the true and the false edges of a branch region.
//!
//! Both counts together are the count of the deciding block. Nearly always one of its edges is one side, which is looked up
//! by its fingerprint; the label of a switch may be several edges to one block (also looked up) or any others
//! ([`super::division`]). Where clang lowers one
//! decision to several blocks (GNU case ranges, a conditional expression as a condition), the edges are spread over the blocks behind.
//!
//! Source: own.
//! Not handled: sides that need several edges of several blocks and do not meet in a block of their own.
//! Cost: constant by look-up; linear in the graph where several edges to several blocks are needed.

use std::collections::{HashMap, HashSet};

use super::algebra::{CodeMatch, Count, WIDE};
use super::edges::Edges;
use super::{Block, Edge, FlowAlgebra};
use crate::covmap::{LinearForm, Sum};

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
        true_edges: Edges,
        /// Its other out-edges.
        false_edges: Edges,
    },
    /// The sides are edges of several blocks below `block`, which is executed as often as both sides together
    /// (case ranges become a chain of comparisons behind the switch).
    Spread {
        /// The block in which the decision starts.
        block: Block,
        /// Edges whose counts sum to the true count.
        true_edges: Edges,
        /// Edges whose counts sum to the false count.
        false_edges: Edges,
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
        true_edges: Edges,
        /// Its other out-edges.
        false_edges: Edges,
    },
    /// The condition is never evaluated: both forms are zero.
    Dead,
    /// No place was found for at least one side; where one was found it is given.
    Unmatched {
        /// Edges whose counts sum to the true count.
        true_edges: Option<Edges>,
        /// Edges whose counts sum to the false count.
        false_edges: Option<Edges>,
    },
}

/// A branch region in question.
#[derive(Clone, Copy)]
struct BranchQuery<'a> {
    on_true: Count,
    on_false: Count,
    /// Writes out the true count over the counters, where that is needed.
    form: &'a dyn Fn() -> Option<LinearForm>,
}

impl BranchQuery<'_> {
    /// The count of the deciding block.
    fn both(&self) -> Count {
        self.on_true.plus(self.on_false)
    }

    /// The sides in the order in which they are looked for, and whether each is the true one.
    fn sides(&self) -> [(Count, bool); 2] {
        [(self.on_true, true), (self.on_false, false)]
    }
}

/// `(true edges, false edges)`, when one side is known.
fn sorted(side: Edges, others: Edges, is_true: bool) -> (Edges, Edges) {
    if is_true { (side, others) } else { (others, side) }
}

impl FlowAlgebra {
    /// Where a branch region is, given its true and false count; `form` writes the true count out over the counters.
    /// When several terminators fit, the first in block order.
    pub fn match_branch(
        &self,
        on_true: Count,
        on_false: Count,
        form: &dyn Fn() -> Option<LinearForm>,
    ) -> BranchMatch {
        let query = BranchQuery { on_true, on_false, form };
        match (on_true == Count::ZERO, on_false == Count::ZERO) {
            (true, true) => BranchMatch::Dead,
            (true, false) => self.one_sided(false, on_false),
            (false, true) => self.one_sided(true, on_true),
            (false, false) => self.two_sided(query),
        }
    }

    /// How many terminators fit a branch region with two live sides. More than one is possible only where the
    /// graph forces two decisions to be taken equally often.
    pub fn terminator_matches(
        &self,
        on_true: Count,
        on_false: Count,
        form: &dyn Fn() -> Option<LinearForm>,
    ) -> usize {
        let query = BranchQuery { on_true, on_false, form };
        let deciding = self.deciding_blocks(&query);
        deciding.filter(|block| self.split(*block, &query).is_some()).count()
    }

    fn one_sided(&self, taken: bool, live: Count) -> BranchMatch {
        match self.match_code(live) {
            CodeMatch::Unmatched => BranchMatch::Unmatched { true_edges: None, false_edges: None },
            at => BranchMatch::OneSided { taken, at },
        }
    }

    fn two_sided(&self, query: BranchQuery<'_>) -> BranchMatch {
        let found = self.look_up(&query).or_else(|| self.divide(&query));
        let found =
            found.or_else(|| self.deciding_blocks(&query).find_map(|block| self.spread(block, &query)));
        found.or_else(|| self.infer(&query)).unwrap_or_else(|| BranchMatch::Unmatched {
            true_edges: self.match_edge(query.on_true).map(Edges::from),
            false_edges: self.match_edge(query.on_false).map(Edges::from),
        })
    }

    /// Whether the block has several out-edges and is executed as often as both sides together.
    fn decides(&self, block: Block, query: &BranchQuery<'_>) -> bool {
        self.edges_out[block] > 1 && self.of_block[block] == query.both()
    }

    fn deciding_blocks<'a>(&'a self, query: &'a BranchQuery<'_>) -> impl Iterator<Item = Block> + 'a {
        self.blocks_with(query.both()).iter().copied().filter(|block| self.decides(*block, query))
    }

    /// The first deciding block one of whose edges, or all of whose edges to one other block, are one side.
    fn look_up(&self, query: &BranchQuery<'_>) -> Option<BranchMatch> {
        let candidates = query.sides().into_iter().flat_map(|(side, _)| {
            let single = self.branching_edges_with(side).iter().map(|edge| self.tail[*edge]);
            single.chain(self.parallel_by_count.get(&side).into_iter().flatten().copied())
        });
        let block = candidates.filter(|block| self.decides(*block, query)).min()?;
        self.split_by_look_up(block, query)
    }

    /// Divides the out-edges of a deciding block.
    fn split(&self, block: Block, query: &BranchQuery<'_>) -> Option<BranchMatch> {
        let found = self.split_by_look_up(block, query);
        found.or_else(|| self.split_by_division(block, &(query.form)()?))
    }

    fn split_by_look_up(&self, block: Block, query: &BranchQuery<'_>) -> Option<BranchMatch> {
        let all = &self.out_edges[block];
        let single = |(side, is_true): (Count, bool)| {
            let edges = self.branching_edges_with(side).iter().copied();
            let edge = edges.clone().find(|edge| self.tail[*edge] == block)?;
            Some(sorted(edge.into(), all.without(edge), is_true))
        };
        let parallel = |(side, is_true): (Count, bool)| {
            let edges = self.parallel.get(&(block, side))?;
            let others = edges.iter().fold(all.clone(), |others, edge| others.without(edge));
            Some(sorted(edges.clone(), others, is_true))
        };
        let found = query.sides().into_iter().find_map(single);
        let (true_edges, false_edges) = found.or_else(|| query.sides().into_iter().find_map(parallel))?;
        Some(BranchMatch::Terminator { block, true_edges, false_edges })
    }

    /// The first deciding block some of whose edges are one side, whatever they lead to.
    fn divide(&self, query: &BranchQuery<'_>) -> Option<BranchMatch> {
        let wide = self.wide_blocks_with(query.both());
        let form = if wide.is_empty() { None } else { (query.form)() }?;
        wide.iter().find_map(|block| self.split_by_division(*block, &form))
    }

    fn split_by_division(&self, block: Block, form: &[(u32, i64)]) -> Option<BranchMatch> {
        if self.edges_out[block] < WIDE {
            return None;
        }
        let true_edges = self.subset(block, form)?;
        let chosen: HashSet<Edge> = true_edges.iter().collect();
        let false_edges = self.out_edges[block].iter().filter(|edge| !chosen.contains(edge)).collect();
        Some(BranchMatch::Terminator { block, true_edges, false_edges })
    }

    /// Replaces edges by the out-edges of the block behind them, where that block has no other way in, until some
    /// of the frontier's edges are one side. All other edges of the frontier are then the other side.
    fn spread(&self, block: Block, query: &BranchQuery<'_>) -> Option<BranchMatch> {
        let mut frontier = Frontier::default();
        frontier.extend(&self.out_edges[block]);
        let mut visited = HashSet::from([block]);
        for _ in 0..MAX_SPREAD {
            if !self.may_take(self.edges_out[block]) {
                return None;
            }
            let divided = self.divide_frontier(&frontier, query);
            if let Some((true_edges, false_edges)) =
                divided.or_else(|| self.divide_by_target(&frontier, query))
            {
                return Some(BranchMatch::Spread { block, true_edges, false_edges });
            }
            let edge = frontier.next(|edge| self.is_only_edge_in(edge, &visited))?;
            visited.insert(self.head[edge]);
            frontier.remove(edge);
            frontier.extend(&self.out_edges[self.head[edge]]);
        }
        None
    }

    /// One edge is one side, all others are the other side. The edges together are known to be both sides.
    fn divide_frontier(&self, frontier: &Frontier, query: &BranchQuery<'_>) -> Option<(Edges, Edges)> {
        let single = |(side, is_true): (Count, bool)| {
            let edges = self.edges_with(side).iter().copied();
            let edge = edges.filter_map(|edge| Some((frontier.rank(edge)?, edge))).min()?.1;
            Some(sorted(edge.into(), frontier.without(&[edge]), is_true))
        };
        query.sides().into_iter().find_map(single)
    }

    /// All ways into one block are one side (a conditional expression that decides).
    fn divide_by_target(&self, frontier: &Frontier, query: &BranchQuery<'_>) -> Option<(Edges, Edges)> {
        let edges_in = |(side, is_true): (Count, bool)| {
            let blocks = self.blocks_with(side);
            if !self.may_take(blocks.len()) {
                return None;
            }
            let edges = blocks.iter().map(|block| &self.in_edges[*block]).find(|edges| {
                let is_inside = edges.iter().all(|edge| frontier.rank(*edge).is_some());
                is_inside
                    && edges.iter().map(|edge| self.of_edge[*edge]).fold(Count::ZERO, Count::plus) == side
            })?;
            Some(sorted(edges.iter().copied().collect(), frontier.without(edges), is_true))
        };
        query.sides().into_iter().find_map(edges_in)
    }

    /// The complement of a side that is one edge, when that is the only edge of a branching block with its count.
    fn infer(&self, query: &BranchQuery<'_>) -> Option<BranchMatch> {
        let only = |(side, is_true): (Count, bool)| {
            let [edge] = self.branching_edges_with(side) else { return None };
            Some((*edge, is_true))
        };
        let (proven, is_true) = query.sides().into_iter().find_map(only)?;
        let block = self.tail[proven];
        let others = self.out_edges[block].without(proven);
        let (true_edges, false_edges) = sorted(proven.into(), others, is_true);
        Some(BranchMatch::Inferred { block, true_edges, false_edges })
    }

    /// Whether the block behind the edge is new, goes on, and is entered by this edge alone.
    fn is_only_edge_in(&self, edge: Edge, visited: &HashSet<Block>) -> bool {
        let behind = self.head[edge];
        let new = !visited.contains(&behind) && self.edges_out[behind] > 0;
        new && self.of_block[behind] == self.of_edge[edge]
    }
}

/// Edges in the order in which they were added.
#[derive(Default)]
struct Frontier {
    edges: Vec<Edge>,
    /// By edge: its place among all that were added.
    rank: HashMap<Edge, usize>,
    /// Edges before this place were passed over, and would be again.
    passed: usize,
}

impl Frontier {
    fn extend(&mut self, edges: &Edges) {
        for edge in edges.iter() {
            self.rank.insert(edge, self.edges.len());
            self.edges.push(edge);
        }
    }

    /// The place of an edge that is still there.
    fn rank(&self, edge: Edge) -> Option<usize> {
        self.rank.get(&edge).copied()
    }

    fn remove(&mut self, edge: Edge) {
        self.rank.remove(&edge);
    }

    /// The next edge that is `wanted`; those before it are not asked about again.
    fn next(&mut self, wanted: impl Fn(Edge) -> bool) -> Option<Edge> {
        while let Some(&edge) = self.edges.get(self.passed) {
            self.passed += 1;
            if wanted(edge) {
                return Some(edge);
            }
        }
        None
    }

    /// What is there, less some.
    fn without(&self, some: &[Edge]) -> Edges {
        let is_other = |edge: &Edge| self.rank.contains_key(edge) && !some.contains(edge);
        self.edges.iter().copied().filter(is_other).collect()
    }
}
