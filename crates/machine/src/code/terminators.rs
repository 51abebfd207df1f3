//! Decoding of terminators and of the moves on edges.

use super::NOWHERE;
use super::decode::{Decoder, Patch, slots_of};
use super::moves::sequentialize;
use super::op::{
    BranchRecord, FloatTest, Go, IntTest, Lookup, Op, Register, ReturnRecord, Slot, SwitchRecord,
};
use trine_ir::{Block, BlockData, Edge, Op as IrOp, SiteId, Terminator, Type, Value};

/// Switches whose cases fill at least a quarter of their range get a table.
const DENSE_FACTOR: u64 = 4;

impl Decoder<'_> {
    pub(super) fn terminator(&mut self, id: Block, block: &BlockData) {
        let weight = block.insts.len() as u32 + 1;
        match &block.terminator {
            Terminator::Jump(edge) => self.edge(edge, weight),
            Terminator::Branch { cond, then, otherwise, site } => {
                self.branch(id, *cond, [then, otherwise], *site, weight);
            }
            Terminator::Switch { value, cases, edges, default, site } => {
                let lookup = lookup(cases, *default);
                let record = self.switch(id, edges, *site, weight, lookup, self.ty(*value).is_wide());
                let width = self.ty(*value).bits() as u8;
                let value = self.slot(*value);
                self.emit(Op::Switch { width, value, switch: u64::from(record) });
                self.switch_stubs(record, edges);
            }
            Terminator::IndirectJump { target, edges, site } => {
                // Two labels of the same block share the first edge that leads there.
                let mut cases: Vec<(u128, u32)> = Vec::new();
                for (outcome, edge) in edges.iter().enumerate() {
                    let address = u128::from(crate::memory::block_address(self.id, edge.block));
                    if cases.iter().all(|case| case.0 != address) {
                        cases.push((address, outcome as u32));
                    }
                }
                let record = self.switch(id, edges, *site, weight, lookup(&cases, NOWHERE), false);
                let target = self.slot(*target);
                self.emit(Op::IndirectJump { target, switch: u64::from(record) });
                self.switch_stubs(record, edges);
            }
            Terminator::Return(values) => self.return_values(values, weight),
            Terminator::Throw(values) => self.throw(values, weight),
            Terminator::Unreachable => {
                self.emit(Op::Unreachable);
            }
            Terminator::Trap => {
                self.emit(Op::Trap);
            }
        }
    }

    /// The moves of `edge` and the jump.
    fn edge(&mut self, edge: &Edge, weight: u32) {
        let mut moves = Vec::with_capacity(edge.args.len());
        for (&param, &arg) in self.function.blocks[edge.block].params.iter().zip(&edge.args) {
            let (dst, src) = (self.slot(param), self.slot(arg));
            moves.push((dst, src));
            if self.ty(param).is_wide() {
                moves.push((dst + 1, src + 1));
            }
        }
        let moves = sequentialize(&moves, self.scratch);
        if moves.is_empty() && self.tail(edge.block, weight) {
            return;
        }
        let last = match moves.len() {
            0 => 0,
            length if length % 2 == 0 && weight <= u32::from(u16::MAX) => 2,
            _ => 1,
        };
        let (before, fused) = moves.split_at(moves.len() - last);
        self.moves(before);
        let go = Go { target: NOWHERE, weight };
        let at = match *fused {
            [(dst, src)] => self.emit(Op::MoveJump { dst, src, go }),
            [(dst, src), (dst2, src2)] => {
                self.emit(Op::Move2Jump { dst, src, dst2, src2, weight: weight as u16, target: NOWHERE })
            }
            _ => self.emit(Op::Jump { go }),
        };
        self.patches.push((edge.block, Patch::Op(at)));
    }

    /// Emits what leads over the unwind edge `edge` to its handler: the moves of its arguments, what was thrown, the
    /// jump. Gives the position.
    pub(super) fn handler_entry(&mut self, edge: &Edge) -> u32 {
        let entry = self.code.ops.len() as u32;
        let function = self.function;
        let (thrown, passed) = function.handler_params(edge);
        let mut moves = Vec::with_capacity(edge.args.len());
        for (&param, &arg) in passed.iter().zip(&edge.args) {
            let (dst, src) = (self.slot(param), self.slot(arg));
            moves.push((dst, src));
            if self.ty(param).is_wide() {
                moves.push((dst + 1, src + 1));
            }
        }
        let moves = sequentialize(&moves, self.scratch);
        self.moves(&moves);
        for (index, &param) in thrown.iter().enumerate() {
            let Register { slot: dst, ty } = self.register(param);
            self.emit(Op::Caught { dst, ty, index: index as u32 });
        }
        let at = self.emit(Op::Jump { go: Go { target: NOWHERE, weight: 0 } });
        self.patches.push((edge.block, Patch::Op(at)));
        entry
    }

    fn moves(&mut self, moves: &[(Slot, Slot)]) {
        for pair in moves.chunks(2) {
            match *pair {
                [(dst, src), (dst2, src2)] => self.emit(Op::Move2 { dst, src, dst2, src2 }),
                [(dst, src)] => self.emit(Op::Move { dst, src }),
                _ => continue,
            };
        }
    }

    fn branch(&mut self, block: Block, cond: Value, edges: [&Edge; 2], site: SiteId, weight: u32) {
        let record = self.branch_op(block, cond, site, weight);
        self.branch_of.insert(block, record);
        for (outcome, edge) in edges.into_iter().enumerate() {
            if self.needs_no_moves(edge) {
                self.patches.push((edge.block, Patch::Branch(record, outcome)));
            } else {
                self.code.branches[record].targets[outcome] = self.code.ops.len() as u32;
                self.edge(edge, 0);
            }
        }
    }

    /// The operation that branches on `cond`; gives the position of its record.
    pub(super) fn branch_op(&mut self, block: Block, cond: Value, site: SiteId, weight: u32) -> usize {
        let record = self.code.branches.len();
        let data = self.branch_record(block, site, weight);
        self.code.branches.push(data);
        let branch = record as u32;
        let op = match self.fusion.of(self.function, cond) {
            Some(&IrOp::IntCompare(predicate, a, b)) => {
                let test = IntTest::new(predicate, self.ty(a).bits());
                let a = self.slot(a);
                match self.immediate(b) {
                    Some(imm) => Op::BranchIntImm { a, imm, test, branch },
                    None => Op::BranchInt { a, b: self.slot(b), test, branch },
                }
            }
            Some(&IrOp::FloatCompare(predicate, a, b)) => {
                let test = FloatTest { predicate, single: self.ty(a) == Type::F32 };
                Op::BranchFloat { a: self.slot(a), b: self.slot(b), test, branch }
            }
            _ => Op::Branch { cond: self.slot(cond), branch: u64::from(branch) },
        };
        self.emit(op);
        record
    }

    fn branch_record(&self, block: Block, site: SiteId, weight: u32) -> BranchRecord {
        let first_edge = self.first_edge(site);
        BranchRecord { targets: [NOWHERE; 2], weight, first_edge, function: self.id, site, block, arrive: 0 }
    }

    fn switch(
        &mut self,
        block: Block,
        edges: &[Edge],
        site: SiteId,
        weight: u32,
        lookup: Lookup,
        wide: bool,
    ) -> u32 {
        let branch = self.branch_record(block, site, weight);
        let targets = vec![NOWHERE; edges.len()].into();
        self.code.switches.push(SwitchRecord { branch, targets, lookup, wide });
        self.code.switches.len() as u32 - 1
    }

    fn switch_stubs(&mut self, record: u32, edges: &[Edge]) {
        let record = record as usize;
        for (outcome, edge) in edges.iter().enumerate() {
            if self.needs_no_moves(edge) {
                self.patches.push((edge.block, Patch::Switch(record, outcome)));
            } else {
                self.code.switches[record].targets[outcome] = self.code.ops.len() as u32;
                self.edge(edge, 0);
            }
        }
    }

    fn needs_no_moves(&self, edge: &Edge) -> bool {
        let params = &self.function.blocks[edge.block].params;
        params.iter().zip(&edge.args).all(|(&param, &arg)| self.same_slot(param, arg))
    }

    fn return_values(&mut self, values: &[Value], weight: u32) {
        match *values {
            [] => self.emit(Op::Return0 { weight: u64::from(weight) }),
            [value] if !self.ty(value).is_wide() => {
                let src = self.slot(value);
                self.emit(Op::Return1 { src, weight: u64::from(weight) })
            }
            _ => {
                let returns = self.return_record(values, weight);
                self.emit(Op::Return { returns: u64::from(returns) })
            }
        };
    }

    fn throw(&mut self, values: &[Value], weight: u32) {
        let returns = self.return_record(values, weight);
        self.emit(Op::Throw { returns: u64::from(returns) });
    }

    fn return_record(&mut self, values: &[Value], weight: u32) -> u32 {
        let values = self.registers(values);
        let slots = slots_of(&values);
        self.code.returns.push(ReturnRecord { values, slots, weight, unwind: NOWHERE });
        self.code.returns.len() as u32 - 1
    }
}

/// A table where the cases are dense, else a sorted list.
fn lookup(cases: &[(u128, u32)], default: u32) -> Lookup {
    let first = cases.iter().map(|case| case.0).min().unwrap_or(0);
    let last = cases.iter().map(|case| case.0).max().unwrap_or(0);
    let dense = u64::try_from(last).is_ok()
        && (last - first) / u128::from(DENSE_FACTOR) <= cases.len() as u128
        && !cases.is_empty();
    if dense {
        let mut outcomes = vec![default; (last - first) as usize + 1];
        for case in cases {
            outcomes[(case.0 - first) as usize] = case.1;
        }
        return Lookup::Dense { first: first as u64, outcomes: outcomes.into(), default };
    }
    let mut sorted = cases.to_vec();
    sorted.sort_unstable_by_key(|case| case.0);
    Lookup::Sorted { cases: sorted.into(), default }
}
