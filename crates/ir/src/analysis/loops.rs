//! Natural loops, their nesting, and edges that make the graph irreducible.
//!
//! A natural loop has a header that dominates the source of a back edge to it; its body is
//! what reaches that source without passing the header (Aho, Sethi, Ullman, 1986, section
//! 10.4). Loops with one header are one loop. Inner loops are found first and then walked
//! around as a whole, as LLVM does, so the cost is linear in edges times nesting depth.
//!
//! A retreating edge whose target does not dominate its source makes the graph irreducible
//! (a jump into a loop): it is listed, and belongs to no loop.

use super::cfg::Cfg;
use super::dominators::DominatorTree;
use crate::ids::Block;
use trine_base::index::TypedIndex;
use trine_base::{IndexVec, typed_index};

typed_index! {
    /// A natural loop of a function.
    pub struct LoopId = "loop"
}

/// A natural loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The only block through which it is entered.
    pub header: Block,
    /// Sources of its back edges.
    pub latches: Vec<Block>,
    /// The loop around it.
    pub parent: Option<LoopId>,
    /// Nesting depth: 1 for an outermost loop.
    pub depth: u32,
}

/// The natural loops of a function; inner loops come before those around them.
#[derive(Clone, Debug)]
pub struct LoopForest {
    loops: IndexVec<LoopId, Loop>,
    innermost: Vec<Option<LoopId>>,
    irreducible: Vec<(Block, Block)>,
}

impl LoopForest {
    /// The loops of the reachable blocks of `cfg`, whose dominators are `tree`.
    #[must_use]
    pub fn new(cfg: &Cfg, tree: &DominatorTree) -> Self {
        let innermost = vec![None; cfg.len()];
        let mut forest = Self { loops: IndexVec::new(), innermost, irreducible: Vec::new() };
        let mut number = vec![u32::MAX; cfg.len()];
        for (position, block) in cfg.reverse_postorder().iter().enumerate() {
            number[block.position()] = position as u32;
        }
        for &header in cfg.reverse_postorder().iter().rev() {
            let before = cfg.predecessors(header).filter(|&from| cfg.is_reachable(from));
            let retreating = before.filter(|from| number[from.position()] >= number[header.position()]);
            let (mut latches, irreducible): (Vec<_>, Vec<_>) =
                retreating.partition(|&from| tree.dominates(header, from));
            latches.dedup();
            forest.irreducible.extend(irreducible.into_iter().map(|from| (from, header)));
            if !latches.is_empty() {
                forest.add(cfg, header, latches);
            }
        }
        for id in forest.loops.indices().rev() {
            let parent = forest.loops[id].parent;
            forest.loops[id].depth = 1 + parent.map_or(0, |parent| forest.loops[parent].depth);
        }
        forest
    }

    fn add(&mut self, cfg: &Cfg, header: Block, latches: Vec<Block>) {
        let mut work = latches.clone();
        let id = self.loops.push(Loop { header, latches, parent: None, depth: 0 });
        self.innermost[header.position()].get_or_insert(id);
        while let Some(block) = work.pop() {
            let entered = match self.outermost(block) {
                Some(known) if known == id => continue,
                Some(inner) => {
                    self.loops[inner].parent = Some(id);
                    self.loops[inner].header
                }
                None => {
                    self.innermost[block.position()] = Some(id);
                    block
                }
            };
            work.extend(cfg.predecessors(entered).filter(|&from| cfg.is_reachable(from)));
        }
    }

    fn outermost(&self, block: Block) -> Option<LoopId> {
        let mut id = self.innermost[block.position()]?;
        while let Some(parent) = self.loops[id].parent {
            id = parent;
        }
        Some(id)
    }

    /// All loops, inner before outer.
    #[must_use]
    pub fn loops(&self) -> &IndexVec<LoopId, Loop> {
        &self.loops
    }

    /// The innermost loop around `block`.
    #[must_use]
    pub fn innermost(&self, block: Block) -> Option<LoopId> {
        self.innermost[block.position()]
    }

    /// How many loops are around `block`.
    #[must_use]
    pub fn depth(&self, block: Block) -> u32 {
        self.innermost(block).map_or(0, |id| self.loops[id].depth)
    }

    /// Whether `block` is the header of a loop.
    #[must_use]
    pub fn is_header(&self, block: Block) -> bool {
        self.innermost(block).is_some_and(|id| self.loops[id].header == block)
    }

    /// Whether `block` is in `id` or a loop inside it.
    #[must_use]
    pub fn contains(&self, id: LoopId, block: Block) -> bool {
        let mut around = self.innermost(block);
        while let Some(inner) = around.filter(|&inner| inner != id) {
            around = self.loops[inner].parent;
        }
        around.is_some()
    }

    /// Retreating edges into the middle of a cycle, as (from, to).
    #[must_use]
    pub fn irreducible_edges(&self) -> &[(Block, Block)] {
        &self.irreducible
    }
}
