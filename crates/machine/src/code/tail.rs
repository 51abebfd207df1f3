//! Jumps to a block that does nothing but branch, as the head of a loop does: the branch is
//! copied to the end of the jump's block, which spares an operation per round.
//!
//! The copy counts the instructions of both blocks, and reports the regions of the block it
//! stands for, so that observers see no difference.

use super::decode::Decoder;
use trine_ir::{Block, Terminator};

impl Decoder<'_> {
    /// Emits a copy of the branch that is all there is to `block`; whether that could be done.
    /// `weight` is that of the block that jumps.
    pub(super) fn tail(&mut self, block: Block, weight: u32) -> bool {
        let function = self.function;
        let data = &function.blocks[block];
        let Terminator::Branch { cond, site, .. } = data.terminator else { return false };
        let only = data.insts.iter().all(
            |inst| matches!(inst.results[..], [result] if result == cond && self.fusion.is_fused(result)),
        );
        if !only {
            return false;
        }
        let span = std::mem::replace(&mut self.span, data.terminator_span);
        let copy = self.branch_op(block, cond, site, weight + data.insts.len() as u32 + 1);
        self.span = span;
        if !data.regions.is_empty() {
            self.code.regions.push((self.id, data.regions.as_slice().into()));
            self.code.branches[copy].arrive = self.code.regions.len() as u32;
        }
        self.tails.push((block, copy));
        true
    }
}
