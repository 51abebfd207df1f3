//! Jump threading: gives short-circuit code its natural control flow back.
//!
//! Under MC/DC instrumentation clang computes `a && b` into a value and branches on it again:
//!
//! ```text
//! block0: branch v0, block1, block2(0:i1)         block0: branch v0, block1, block4
//! block1: jump block2(v1)                   ==>   block1: branch v1, block3, block4
//! block2(v2: i1): branch v2, block3, block4
//! ```
//!
//! An edge into a block that only decides, on a condition known on that edge, goes straight to
//! the decided successor. The block must hold cheap pure instructions only. When it carries
//! regions, or its values are used elsewhere, the edge goes to a copy of the block that ends in
//! a jump, so that the regions are still passed; values of the original and its copies are
//! then merged again by way of a stack slot and [`promote`](super::promote).
//!
//! Not threaded: loop headers (the loop would get a second entry), edges of indirect jumps,
//! blocks whose site a condition of the coverage model refers to, blocks whose values are used
//! elsewhere in functions that unwind.
//!
//! Cost: a bounded number of rounds, each linear.

use super::clean::drop_unreachable;
use super::coverage_loss::{Executable, referenced_sites};
use super::merge::{self, compose};
use super::promote::promote;
use super::repair::{self, Copied};
use super::truth::Facts;
use crate::analysis::{Cfg, DominatorTree};
use crate::function::{BlockData, Function};
use crate::ids::{Block, Value};
use crate::instruction::Edge;
use crate::instruction::Terminator;
use crate::types::{Constant, Type};
use std::collections::HashMap;
use trine_base::index::TypedIndex;

/// A thread may make the next one possible; nested operators need one round per level.
const MAX_ITERATIONS: usize = 16;
/// A block with more instructions is not worth copying.
const MAX_INSTS: usize = 8;

/// Threads edges until nothing changes, or for a bounded number of rounds. Unreachable blocks
/// must have been removed, and are when this returns.
pub fn thread(function: &mut Function) {
    if function.blocks.is_empty() {
        return;
    }
    let before = Executable::before(function);
    let referenced = referenced_sites(function);
    for _ in 0..MAX_ITERATIONS {
        // An inner operator's result may reach the outer decision by a jump: `a && (b || c)`.
        merge::merge_lines(function, false);
        drop_unreachable(function);
        if !Round::new(function, &referenced).run() {
            break;
        }
    }
    before.mark_lost(function);
}

/// One walk over the blocks of a function.
struct Round<'f> {
    function: &'f mut Function,
    referenced: &'f [bool],
    facts: Facts,
    /// Edges into each block when the round began.
    entries: Vec<Vec<(Block, u32)>>,
    /// Blocks with an edge from a block they dominate.
    headers: Vec<bool>,
    /// Blocks that define a value used in another block.
    escaping: Vec<bool>,
    unwinds: bool,
    /// Values to merge with those of copies.
    copied: Vec<Copied>,
}

impl<'f> Round<'f> {
    fn new(function: &'f mut Function, referenced: &'f [bool]) -> Self {
        let cfg = Cfg::new(function);
        let tree = DominatorTree::new(&cfg);
        let mut entries = vec![Vec::new(); function.blocks.len()];
        let mut headers = vec![false; function.blocks.len()];
        for (block, data) in function.blocks.iter_enumerated() {
            let threadable = !matches!(data.terminator, Terminator::IndirectJump { .. });
            for (position, to) in function.successors(block).enumerate() {
                headers[to.position()] |= tree.dominates(to, block);
                if threadable {
                    entries[to.position()].push((block, position as u32));
                }
            }
        }
        Self {
            facts: Facts::new(function),
            entries,
            headers,
            escaping: repair::escaping_blocks(function),
            unwinds: function.blocks.iter().any(|data| data.unwind.is_some()),
            copied: Vec::new(),
            function,
            referenced,
        }
    }

    /// Threads what can be threaded; returns whether anything was.
    fn run(mut self) -> bool {
        let mut changed = false;
        for block in self.function.blocks.indices() {
            if let Some(cond) = self.candidate(block) {
                changed |= self.thread_block(block, cond);
            }
        }
        if changed {
            let repaired = repair::through_slots(self.function, &self.copied);
            drop_unreachable(self.function);
            if repaired {
                promote(self.function);
            }
        }
        changed
    }

    /// The condition of `block`, when edges may skip it.
    fn candidate(&self, block: Block) -> Option<Value> {
        let data = &self.function.blocks[block];
        let Terminator::Branch { cond, site, .. } = data.terminator else { return None };
        let decides = block != Function::ENTRY
            && !self.headers[block.position()]
            && !self.referenced.get(site.position()).copied().unwrap_or(false)
            && data.insts.len() <= MAX_INSTS
            && data.insts.iter().all(|inst| inst.op.is_pure())
            && !(self.unwinds && self.escaping[block.position()]);
        decides.then_some(cond)
    }

    fn thread_block(&mut self, block: Block, cond: Value) -> bool {
        let root = self.facts.trace(self.function, cond);
        let param = self.function.blocks[block].params.iter().position(|&param| param == root.root);
        if param.is_none() && self.facts.defining_block(root.root) == Some(block) {
            return false;
        }
        let mut copies = [None; 2];
        let mut changed = false;
        for (from, position) in std::mem::take(&mut self.entries[block.position()]) {
            let edge = self.function.blocks[from].terminator.edges().nth(position as usize).cloned();
            // An earlier thread of this round may have moved the edge.
            let Some(edge) = edge.filter(|edge| edge.block == block) else { continue };
            let value = match param {
                Some(param) => edge.args[param],
                None => root.root,
            };
            let Some(truth) = self.facts.on_edge(self.function, from, position, value) else { continue };
            let truth = truth ^ root.negated;
            let target = self.skip(block, &edge, truth, &mut copies[usize::from(!truth)]);
            if let Some(edge) = self.function.blocks[from].terminator.edges_mut().nth(position as usize) {
                *edge = target;
                changed = true;
            }
        }
        changed
    }

    /// The edge that replaces `edge` into `block`, whose condition is `truth` there.
    fn skip(&mut self, block: Block, edge: &Edge, truth: bool, copy: &mut Option<Block>) -> Edge {
        let data = &self.function.blocks[block];
        let next = taken(data, truth);
        self.facts.forget_entry(next.block);
        let local = |value: &Value| self.facts.defining_block(*value) == Some(block);
        if data.regions.is_empty() && !self.escaping[block.position()] && !next.args.iter().any(local) {
            return compose(edge, &data.params, next);
        }
        let copy = *copy.get_or_insert_with(|| self.copy(block, truth));
        Edge { block: copy, args: edge.args.clone() }
    }

    /// A copy of `block` that goes the way of `truth`.
    fn copy(&mut self, block: Block, truth: bool) -> Block {
        let mut data = self.function.blocks[block].clone();
        // Pure instructions and a jump raise nothing.
        data.unwind = None;
        let target = self.function.blocks.next_index();
        let escaping = self.escaping[block.position()];
        let mut renamed = HashMap::new();
        let results = data.insts.iter_mut().flat_map(|inst| &mut inst.results);
        for value in data.params.iter_mut().chain(results) {
            let definition = self.function.values[*value].clone();
            let fresh = self.function.values.push(definition);
            renamed.insert(*value, fresh);
            if escaping {
                self.copied.push(Copied { original: *value, block, target, copy: fresh });
            }
            *value = fresh;
        }
        self.know(block, truth, &mut renamed);
        let rename = |value: &mut Value| *value = *renamed.get(value).unwrap_or(value);
        for inst in &mut data.insts {
            inst.op.for_each_operand_mut(rename);
        }
        let mut next = taken(&data, truth).clone();
        next.args.iter_mut().for_each(rename);
        data.terminator = Terminator::Jump(next);
        self.function.blocks.push(data)
    }

    /// Lets what is known in the copy stand for the values that decide: the condition, and the
    /// single bit it is traced to.
    fn know(&mut self, block: Block, truth: bool, renamed: &mut HashMap<Value, Value>) {
        let Terminator::Branch { cond, .. } = self.function.blocks[block].terminator else { return };
        let traced = self.facts.trace(self.function, cond);
        for (value, known) in [(cond, truth), (traced.root, truth ^ traced.negated)] {
            if self.function.type_of(value) == Type::BOOL {
                let bits = Constant::Bits(u128::from(known));
                let constant = self.function.new_constant(Type::BOOL, bits);
                renamed.insert(value, constant);
            }
        }
    }
}

/// The edge of a branch when its condition is `truth`.
fn taken(data: &BlockData, truth: bool) -> &Edge {
    let mut edges = data.terminator.edges();
    edges.nth(usize::from(!truth)).expect("a candidate ends in a branch")
}
