//! The order in which the blocks of a function are unrolled: a loop round after round, and all of it before what follows.

use std::sync::Arc;
use trine_base::index::TypedIndex;
use trine_ir::analysis::{Cfg, DominatorTree, LoopForest, LoopId};
use trine_ir::{Block, Function};

/// A block in certain rounds of the loops around it. Sorts by execution: what is smaller never comes after.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Position {
    /// For each loop around it, from the outermost: the number of its header, and the round, from 0; then the block's
    /// own number.
    order: Vec<u32>,
    block: Block,
}

impl Position {
    pub fn block(&self) -> Block {
        self.block
    }
}

/// A function and its loops.
pub(super) struct Shape {
    function: Arc<Function>,
    /// By block: where it stands in reverse postorder.
    number: Vec<u32>,
    /// By block: the headers of the loops around it, from the outermost.
    around: Vec<Vec<Block>>,
}

impl Shape {
    /// `None` for functions whose control flow is not followed.
    pub fn new(function: &Arc<Function>) -> Option<Self> {
        let cfg = Cfg::new(function);
        let dominators = DominatorTree::new(&cfg);
        let forest = LoopForest::new(&cfg, &dominators);
        let has_handlers = function.blocks.iter().any(|block| block.unwind.is_some());
        if function.returns_twice || has_handlers || !forest.irreducible_edges().is_empty() {
            return None;
        }
        let mut number = vec![u32::MAX; cfg.len()];
        for (position, block) in cfg.reverse_postorder().iter().enumerate() {
            number[block.position()] = position as u32;
        }
        let around = function.blocks.indices().map(|block| {
            let innermost = forest.innermost(block);
            let outward = |id: &LoopId| forest.loops()[*id].parent;
            let mut headers: Vec<Block> =
                std::iter::successors(innermost, outward).map(|id| forest.loops()[id].header).collect();
            headers.reverse();
            headers
        });
        Some(Self { around: around.collect(), number, function: Arc::clone(function) })
    }

    pub fn function(&self) -> &Function {
        &self.function
    }

    pub fn entry(&self) -> Position {
        self.position(Function::ENTRY, &[])
    }

    /// Where an edge to `to` leads from `from`, and how many rounds a loop has made that it leads back to the start of.
    pub fn follow(&self, from: &Position, to: Block) -> (Position, u32) {
        let before = &self.around[from.block.position()];
        let after = &self.around[to.position()];
        let shared = before.iter().zip(after).take_while(|(a, b)| a == b).count();
        let mut rounds: Vec<u32> = (0..shared).map(|depth| from.order[2 * depth + 1]).collect();
        let goes_back = after.get(shared.wrapping_sub(1)) == Some(&to) && after.len() == shared;
        if goes_back && let Some(last) = rounds.last_mut() {
            *last += 1;
        }
        let made = if goes_back { rounds.last().copied().unwrap_or(0) } else { 0 };
        (self.position(to, &rounds), made)
    }

    fn position(&self, block: Block, rounds: &[u32]) -> Position {
        let mut order = Vec::new();
        for (depth, header) in self.around[block.position()].iter().enumerate() {
            order.push(self.number[header.position()]);
            order.push(rounds.get(depth).copied().unwrap_or(0));
        }
        order.push(self.number[block.position()]);
        Position { order, block }
    }
}
