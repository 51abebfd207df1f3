//! How blocks end.

use super::{Lowerer, Lowering};
use crate::ll::{self, BlockId, Operand, TerminatorKind, TypeId};
use crate::lower::constant::truncate;
use trine_ir::{Block, Edge, Intrinsic, Op, SiteKind, Terminator, Value};

/// Where control may go, the unwinding included; last one first.
pub(super) fn successors(kind: &TerminatorKind) -> Vec<BlockId> {
    let mut successors = match kind {
        TerminatorKind::Br(target) => vec![*target],
        TerminatorKind::CondBr { on_true, on_false, .. } => vec![*on_true, *on_false],
        TerminatorKind::Switch { default, cases, .. } => {
            cases.iter().map(|(_, target)| *target).chain([*default]).collect()
        }
        TerminatorKind::IndirectBr { targets, .. } => targets.clone(),
        TerminatorKind::Invoke { normal, unwind, .. } => vec![*normal, *unwind],
        TerminatorKind::CallBr { fallthrough, indirect, .. } => {
            std::iter::once(*fallthrough).chain(indirect.iter().copied()).collect()
        }
        TerminatorKind::CatchSwitch { handlers, unwind, .. } => {
            handlers.iter().chain(unwind).copied().collect()
        }
        TerminatorKind::CatchRet { to, .. } => vec![*to],
        TerminatorKind::CleanupRet { unwind, .. } => unwind.iter().copied().collect(),
        TerminatorKind::Ret(_) | TerminatorKind::Resume(_) | TerminatorKind::Unreachable => Vec::new(),
    };
    successors.reverse();
    successors
}

impl Lowerer<'_> {
    pub(super) fn terminator(&mut self, from: BlockId, terminator: &ll::Terminator) -> Lowering<()> {
        let lowered = match &terminator.kind {
            TerminatorKind::Ret(None) => Terminator::Return(Vec::new()),
            TerminatorKind::Ret(Some(value)) => Terminator::Return(self.operand(value)?),
            TerminatorKind::Br(target) => Terminator::Jump(Edge::to(Block(target.0))),
            TerminatorKind::CondBr { condition, on_true, on_false } => {
                self.branch(condition, *on_true, *on_false)?
            }
            TerminatorKind::Switch { scrutinee, default, cases } => {
                self.switch(scrutinee, *default, cases)?
            }
            TerminatorKind::IndirectBr { address, targets } => self.indirect(address, targets)?,
            TerminatorKind::Invoke { call, normal, unwind } => {
                let results = self.call(call, Some((from, *unwind)))?;
                if let Some(result) = terminator.result {
                    self.define(result, results);
                }
                Terminator::Jump(Edge::to(Block(normal.0)))
            }
            TerminatorKind::Resume(value) => Terminator::Throw(self.operand(value)?),
            TerminatorKind::Unreachable => Terminator::Unreachable,
            TerminatorKind::CallBr { .. } => return self.unsupported("inline assembly with jumps"),
            TerminatorKind::CatchSwitch { .. }
            | TerminatorKind::CatchRet { .. }
            | TerminatorKind::CleanupRet { .. } => {
                return self.unsupported("exception handling in the style of Windows");
            }
        };
        self.end(from, lowered);
        Ok(())
    }

    fn branch(&mut self, condition: &Operand, on_true: BlockId, on_false: BlockId) -> Lowering<Terminator> {
        let cond = self.scalar(condition)?;
        let (then, otherwise) = (Edge::to(Block(on_true.0)), Edge::to(Block(on_false.0)));
        match self.function.constant_bits(cond) {
            // A branch on a constant is none: the mapping says so too.
            Some(0) => return Ok(Terminator::Jump(otherwise)),
            Some(_) => return Ok(Terminator::Jump(then)),
            None if then == otherwise => return Ok(Terminator::Jump(then)),
            None => {}
        }
        let site = self.new_site(SiteKind::Branch);
        Ok(Terminator::Branch { cond, then, otherwise, site })
    }

    fn switch(
        &mut self,
        scrutinee: &Operand,
        default: BlockId,
        cases: &[(u128, BlockId)],
    ) -> Lowering<Terminator> {
        let value = self.scalar(scrutinee)?;
        let width = self.function.type_of(value).bits();
        let mut edges: Vec<Edge> = Vec::new();
        let mut position = |target: BlockId| {
            let edge = Edge::to(Block(target.0));
            let known = edges.iter().position(|other| *other == edge);
            known.unwrap_or_else(|| {
                edges.push(edge);
                edges.len() - 1
            }) as u32
        };
        let cases = cases.iter().map(|(case, target)| (truncate(*case, width), position(*target))).collect();
        let default = position(default);
        let site = self.new_site(SiteKind::Switch { outcomes: edges.len() as u32 });
        Ok(Terminator::Switch { value, cases, edges, default, site })
    }

    fn indirect(&mut self, address: &Operand, targets: &[BlockId]) -> Lowering<Terminator> {
        let target = self.scalar(address)?;
        let mut edges: Vec<Edge> = Vec::new();
        for block in targets {
            let edge = Edge::to(Block(block.0));
            if !edges.contains(&edge) {
                edges.push(edge);
            }
        }
        let site = self.new_site(SiteKind::Switch { outcomes: edges.len() as u32 });
        Ok(Terminator::IndirectJump { target, edges, site })
    }

    pub(super) fn landing_pad(&mut self, ty: TypeId) -> Lowering<Vec<Value>> {
        let types: Vec<_> = self.lanes(ty)?.iter().map(|lane| lane.ty).collect();
        let results: Vec<Value> = types.into_iter().map(|ty| self.function.new_value(ty)).collect();
        self.push(Op::Intrinsic(Intrinsic::LandingPad, Vec::new()), results.clone());
        Ok(results)
    }
}
