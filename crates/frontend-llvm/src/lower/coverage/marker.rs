//! Markers: branches on a constant that record that a block is executed.
//!
//! A condition whose value clang knows has no branch, yet `llvm-cov` counts its living side. So that this side is a
//! pair of site and outcome like any other, the block that is executed exactly then gets a branch of its own:
//!
//! ```text
//! b: …                      b: …
//!    terminator     ──►        branch true, rest, nowhere      site: outcome 0 is the living side
//!                           rest: terminator
//! ```
//!
//! A comparison that decides the terminator goes with it.

use std::collections::BTreeMap;
use trine_base::Span;
use trine_ir::{
    Block, BlockData, Constant, Edge, Function, Inst, Op, Site, SiteId, SiteKind, Terminator, Type,
};

/// The markers that a function's conditions ask for.
#[derive(Debug, Default)]
pub(super) struct Markers {
    by_block: BTreeMap<Block, SiteId>,
}

impl Markers {
    /// The site whose outcome 0 says that `block` was executed.
    pub(super) fn site(&mut self, function: &mut Function, block: Block, span: Span) -> SiteId {
        let sites = &mut function.sites;
        let new = || sites.push(Site { kind: SiteKind::Branch, span: Some(span) });
        *self.by_block.entry(block).or_insert_with(new)
    }

    /// Writes the branches.
    pub(super) fn insert(self, function: &mut Function) {
        if self.by_block.is_empty() {
            return;
        }
        let nowhere = function.blocks.push(BlockData::new());
        let cond = function.new_constant(Type::BOOL, Constant::Bits(1));
        for (block, site) in self.by_block {
            let rest = function.blocks.next_index();
            let (then, otherwise) = (Edge::to(rest), Edge::to(nowhere));
            let data = &mut function.blocks[block];
            // A comparison and the branch on it stay together: in one block its operands say how near a run came.
            let decides = data.insts.pop_if(|inst| compares_for(inst, &data.terminator));
            let behind = BlockData {
                insts: decides.into_iter().collect(),
                terminator: std::mem::replace(
                    &mut data.terminator,
                    Terminator::Branch { cond, then, otherwise, site },
                ),
                terminator_span: data.terminator_span,
                unwind: data.unwind.clone(),
                ..BlockData::new()
            };
            function.blocks.push(behind);
        }
    }
}

/// Whether `inst` is the comparison that decides `terminator`.
fn compares_for(inst: &Inst, terminator: &Terminator) -> bool {
    let is_comparison = matches!(inst.op, Op::IntCompare(..) | Op::FloatCompare(..));
    is_comparison && matches!(terminator, Terminator::Branch { cond, .. } if inst.results[..] == [*cond])
}
