//! Edges: phis' incoming values become arguments once all blocks are lowered.

use super::{Lowerer, Lowering};
use crate::ll::{self, BlockId};
use trine_ir::{Block, Edge, Terminator, Value};

impl Lowerer<'_> {
    /// Ends our current block, which is the end of the LLVM block `from`.
    pub(super) fn end(&mut self, from: BlockId, terminator: Terminator) {
        self.terminate(self.block, terminator);
        self.ends.push((self.block, from));
    }

    /// Ends a block that no phi knows.
    pub(super) fn terminate(&mut self, block: Block, terminator: Terminator) {
        let span = self.span;
        let data = &mut self.function.blocks[block];
        data.terminator = terminator;
        data.terminator_span = span;
    }

    /// The handler of a call in LLVM block `from` that may unwind to `target`. Unwinding passes no arguments, so a
    /// handler with phis is entered through a block of its own.
    pub(super) fn unwind_target(&mut self, from: BlockId, target: BlockId) -> Block {
        if !self.has_phis(target) {
            return Block(target.0);
        }
        let pad = self.new_block();
        self.terminate(pad, Terminator::Jump(Edge::to(Block(target.0))));
        self.ends.push((pad, from));
        pad
    }

    fn has_phis(&self, block: BlockId) -> bool {
        self.body.block(block).instructions.iter().any(|inst| matches!(inst.op, ll::Op::Phi { .. }))
    }

    /// Gives every edge between LLVM blocks the incoming values of its target's phis.
    pub(super) fn fill_edges(&mut self) -> Lowering<()> {
        for (block, from) in std::mem::take(&mut self.ends) {
            let terminator = &self.function.blocks[block].terminator;
            let targets: Vec<Block> = terminator.edges().map(|edge| edge.block).collect();
            let mut arguments = Vec::new();
            for target in &targets {
                arguments.push(self.incoming(block, from, *target)?);
            }
            let terminator = &mut self.function.blocks[block].terminator;
            for (edge, args) in terminator.edges_mut().zip(arguments) {
                edge.args.extend(args);
            }
        }
        Ok(())
    }

    fn incoming(&mut self, block: Block, from: BlockId, target: Block) -> Lowering<Vec<Value>> {
        let mut args = Vec::new();
        let Some(source) = self.body.blocks.get(target.0 as usize) else { return Ok(args) };
        self.block = block;
        for instruction in &source.instructions {
            let ll::Op::Phi { ty, incoming } = &instruction.op else { continue };
            match incoming.iter().find(|(_, predecessor)| *predecessor == from) {
                Some((value, _)) => args.extend(self.value(*ty, value)?),
                None => return self.unsupported("damaged IR: a phi lacks a predecessor"),
            }
        }
        Ok(args)
    }
}
