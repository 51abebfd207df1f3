//! Dominators and post-dominators.
//!
//! Cooper, Harvey, Kennedy, "A simple, fast dominance algorithm", 2001: iterate over reverse
//! postorder and intersect the chains of the predecessors until nothing changes. Two or three
//! rounds in practice; quadratic in the worst case. Queries take O(1) by an interval numbering
//! of the tree.
//!
//! We keep our own forty lines where petgraph has the same algorithm, because theirs hashes
//! node ids and answers `dominates` by walking up the tree.
//!
//! Post-dominators are the dominators of the reversed graph from a virtual exit. Blocks that
//! leave the function have an edge to it; of every infinite loop the block that comes last in
//! a depth-first search gets one too, as LLVM does. Unwind edges are left out: what follows a
//! call that may throw is not control dependent on the call.

use super::cfg::Cfg;
use super::digraph::Digraph;
use crate::function::Function;
use crate::ids::Block;

const NONE: u32 = u32::MAX;

/// Immediate dominators of a directed graph from a root.
#[derive(Clone, Debug)]
struct Tree {
    /// Immediate dominator; `NONE` for the root and for what it does not reach.
    parent: Vec<u32>,
    /// First and last number of the subtree in a preorder walk; `(NONE, 0)` when not reached.
    interval: Vec<(u32, u32)>,
    /// Nodes in preorder: each before those it dominates.
    preorder: Vec<u32>,
}

impl Tree {
    fn new(graph: &Digraph, root: u32) -> Self {
        let postorder = graph.postorder(root);
        let mut number = vec![NONE; graph.len()];
        for (position, &node) in postorder.iter().enumerate() {
            number[node as usize] = position as u32;
        }
        let mut parent = vec![NONE; graph.len()];
        parent[root as usize] = root;
        let mut changed = true;
        while changed {
            changed = false;
            for &node in postorder.iter().rev().skip(1) {
                let known = graph.predecessors(node).iter().copied().filter(|&p| parent[p as usize] != NONE);
                let nearest = known.reduce(|a, b| intersect(&parent, &number, a, b)).unwrap_or(NONE);
                changed |= std::mem::replace(&mut parent[node as usize], nearest) != nearest;
            }
        }
        parent[root as usize] = NONE;
        Self::number(root, parent, &postorder)
    }

    fn number(root: u32, parent: Vec<u32>, postorder: &[u32]) -> Self {
        let reached = postorder.iter().rev().copied().filter(|&node| node != root);
        let edges: Vec<_> = reached.map(|node| (parent[node as usize], node)).collect();
        let children = Digraph::new(parent.len(), &edges);
        let mut interval = vec![(NONE, 0); parent.len()];
        let mut preorder = Vec::with_capacity(postorder.len());
        let mut stack = vec![root];
        while let Some(node) = stack.pop() {
            interval[node as usize].0 = preorder.len() as u32;
            preorder.push(node);
            stack.extend(children.successors(node).iter().rev());
        }
        for &node in preorder.iter().rev() {
            let last = interval[node as usize].0.max(interval[node as usize].1);
            interval[node as usize].1 = last;
            if let Some((_, up)) = interval.get_mut(parent[node as usize] as usize) {
                *up = (*up).max(last);
            }
        }
        Self { parent, interval, preorder }
    }

    fn dominates(&self, above: u32, below: u32) -> bool {
        let (first, last) = self.interval[above as usize];
        let (node, _) = self.interval[below as usize];
        first <= node && node <= last && node != NONE
    }
}

fn intersect(parent: &[u32], number: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while number[a as usize] < number[b as usize] {
            a = parent[a as usize];
        }
        while number[b as usize] < number[a as usize] {
            b = parent[b as usize];
        }
    }
    a
}

/// The dominator tree of the reachable blocks.
#[derive(Clone, Debug)]
pub struct DominatorTree {
    tree: Tree,
}

impl DominatorTree {
    /// Dominators from the entry of `cfg`, which must have a block.
    #[must_use]
    pub fn new(cfg: &Cfg) -> Self {
        Self { tree: Tree::new(cfg.graph(), Function::ENTRY.0) }
    }

    /// Dominators of any graph from `root`; nodes answer as blocks of the same number.
    #[must_use]
    pub fn of_graph(graph: &Digraph, root: u32) -> Self {
        Self { tree: Tree::new(graph, root) }
    }

    /// The closest strict dominator of `block`: `None` for the entry and unreachable blocks.
    #[must_use]
    pub fn immediate_dominator(&self, block: Block) -> Option<Block> {
        let parent = self.tree.parent[block.0 as usize];
        (parent != NONE).then_some(Block(parent))
    }

    /// Whether every path from the entry to `below` goes through `above`. A reachable block
    /// dominates itself; an unreachable one neither dominates nor is dominated.
    #[must_use]
    pub fn dominates(&self, above: Block, below: Block) -> bool {
        self.tree.dominates(above.0, below.0)
    }

    /// Reachable blocks, each before those it dominates.
    pub fn preorder(&self) -> impl ExactSizeIterator<Item = Block> + '_ {
        self.tree.preorder.iter().map(|&node| Block(node))
    }

    /// For each block its dominance frontier: where its dominance ends (Cytron et al. 1991).
    #[must_use]
    pub fn frontiers(&self, cfg: &Cfg) -> Vec<Vec<Block>> {
        let mut frontiers = vec![Vec::new(); cfg.len()];
        for &join in cfg.reverse_postorder() {
            if cfg.predecessors(join).len() < 2 {
                continue;
            }
            let stop = self.immediate_dominator(join);
            for runner in cfg.predecessors(join).filter(|&block| cfg.is_reachable(block)) {
                let mut runner = Some(runner);
                while let (true, Some(block)) = (runner != stop, runner) {
                    let frontier: &mut Vec<Block> = &mut frontiers[block.0 as usize];
                    if frontier.last() == Some(&join) {
                        break; // another predecessor came up the same way
                    }
                    frontier.push(join);
                    runner = self.immediate_dominator(block);
                }
            }
        }
        frontiers
    }
}

/// The post-dominator tree of the reachable blocks; its root is a virtual exit.
#[derive(Clone, Debug)]
pub struct PostDominatorTree {
    tree: Tree,
    exit: u32,
}

impl PostDominatorTree {
    /// Post-dominators of `cfg`; made for a graph without unwind edges.
    #[must_use]
    pub fn new(cfg: &Cfg) -> Self {
        let exit = cfg.len() as u32;
        let mut edges = Vec::new();
        let mut leaves = vec![false; cfg.len()];
        for block in (0..exit).map(Block) {
            edges.extend(cfg.successors(block).map(|to| (to.0, block.0)));
            leaves[block.0 as usize] = cfg.successors(block).len() == 0;
        }
        connect_infinite_loops(cfg, &mut leaves);
        let leaving = (0..exit).filter(|&block| leaves[block as usize]);
        edges.extend(leaving.map(|block| (exit, block)));
        Self { tree: Tree::new(&Digraph::new(cfg.len() + 1, &edges), exit), exit }
    }

    /// The closest strict post-dominator of `block`; `None` stands for the virtual exit.
    #[must_use]
    pub fn immediate_post_dominator(&self, block: Block) -> Option<Block> {
        let parent = self.tree.parent[block.0 as usize];
        (parent != NONE && parent != self.exit).then_some(Block(parent))
    }

    /// Whether every path from `before` to the exit goes through `after`.
    #[must_use]
    pub fn post_dominates(&self, after: Block, before: Block) -> bool {
        self.tree.dominates(after.0, before.0)
    }
}

/// Marks one more leaving block for each part of the graph from which no leaving block can be
/// reached: the first in postorder, whose successors all lie above it on the search's path.
fn connect_infinite_loops(cfg: &Cfg, leaves: &mut [bool]) {
    let mut ends = vec![false; cfg.len()];
    let mark = |from: u32, ends: &mut Vec<bool>| {
        let mut stack = vec![from];
        while let Some(node) = stack.pop() {
            if !std::mem::replace(&mut ends[node as usize], true) {
                stack.extend(cfg.graph().predecessors(node));
            }
        }
    };
    for block in (0..cfg.len() as u32).filter(|&block| leaves[block as usize]) {
        mark(block, &mut ends);
    }
    for block in cfg.reverse_postorder().iter().rev() {
        if !ends[block.0 as usize] {
            leaves[block.0 as usize] = true;
            mark(block.0, &mut ends);
        }
    }
}
