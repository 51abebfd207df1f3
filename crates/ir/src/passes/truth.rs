//! What is known of a condition on an edge: the truth of a value traced to its root.
//!
//! The truth of an integer or pointer is "not zero". Negations, widenings and comparisons with
//! zero are seen through, so that `v5` below is known wherever `v1` is:
//!
//! ```text
//! v3 = zext v1    v4 = icmp.ne v3, 0    v5 = xor v4, 1        truth(v5) = !truth(v1)
//! ```

use crate::function::Function;
use crate::ids::{Block, Value};
use crate::instruction::{BinaryOp, CastOp, IntPredicate, Op, Terminator};
use crate::types::Type;
use trine_base::index::TypedIndex;

/// Steps from a condition to its root, and blocks from an edge up to a branch.
const DEPTH: usize = 16;

/// Which instruction defines each value, and how blocks are entered.
#[derive(Debug)]
pub struct Facts {
    definitions: Vec<Option<(Block, u32)>>,
    /// The edge into a block that has one only: the block it leaves and its position there.
    only_entry: Vec<Option<(Block, u32)>>,
}

/// A value whose truth is that of `root`, or its opposite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Truth {
    /// The value it is traced to.
    pub root: Value,
    /// Whether its truth is the opposite of the root's.
    pub negated: bool,
}

impl Facts {
    /// The facts of `function`, stale as soon as it changes.
    #[must_use]
    pub fn new(function: &Function) -> Self {
        let mut definitions = vec![None; function.values.len()];
        let mut entries = vec![0u32; function.blocks.len()];
        let mut only_entry = vec![None; function.blocks.len()];
        entries[Function::ENTRY.position()] = 1;
        for (block, data) in function.blocks.iter_enumerated() {
            for (position, inst) in data.insts.iter().enumerate() {
                for result in &inst.results {
                    definitions[result.position()] = Some((block, position as u32));
                }
            }
            for (position, to) in function.successors(block).enumerate() {
                entries[to.position()] += 1;
                only_entry[to.position()] = Some((block, position as u32));
            }
            if let Some(handler) = data.handler() {
                entries[handler.position()] += 2;
            }
        }
        for (entry, count) in only_entry.iter_mut().zip(entries) {
            *entry = entry.filter(|_| count == 1);
        }
        Self { definitions, only_entry }
    }

    /// From now on `block` may be entered by more edges than there were.
    pub(super) fn forget_entry(&mut self, block: Block) {
        // Copies made in this round are not in the table; nothing is asked about them.
        if let Some(entry) = self.only_entry.get_mut(block.position()) {
            *entry = None;
        }
    }

    /// The block whose instruction defines `value`.
    pub(super) fn defining_block(&self, value: Value) -> Option<Block> {
        self.definitions.get(value.position()).copied().flatten().map(|(block, _)| block)
    }

    fn op<'f>(&self, function: &'f Function, value: Value) -> Option<&'f Op> {
        let (block, position) = self.definitions.get(value.position()).copied().flatten()?;
        Some(&function.blocks[block].insts[position as usize].op)
    }

    /// Traces the truth of `value` to its root.
    #[must_use]
    pub fn trace(&self, function: &Function, value: Value) -> Truth {
        let mut truth = Truth { root: value, negated: false };
        for _ in 0..DEPTH {
            let Some((root, negates)) = self.step(function, truth.root) else { break };
            truth = Truth { root, negated: truth.negated ^ negates };
        }
        truth
    }

    fn step(&self, function: &Function, value: Value) -> Option<(Value, bool)> {
        let is_bool = |value| function.type_of(value) == Type::BOOL;
        match *self.op(function, value)? {
            Op::Binary { op: BinaryOp::Xor, a, b, .. } if is_bool(value) => {
                Some((a, function.constant_bits(b)? & 1 == 1))
            }
            Op::IntCompare(predicate, a, b) => {
                let negates = match predicate {
                    IntPredicate::Eq => true,
                    IntPredicate::Ne => false,
                    _ => return None,
                };
                match function.constant_bits(b)? {
                    0 => Some((a, negates)),
                    1 if is_bool(a) => Some((a, !negates)),
                    _ => None,
                }
            }
            Op::Cast(CastOp::ZExt | CastOp::SExt, a) => Some((a, false)),
            Op::Cast(CastOp::Trunc, a) => match *self.op(function, a)? {
                Op::Cast(CastOp::ZExt, narrow)
                    if function.type_of(narrow).bits() <= function.type_of(value).bits() =>
                {
                    Some((narrow, false))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The truth of `value` whenever control passes edge `position` of `block`, if it is known:
    /// because it is a constant, or because the edge, or the only way to it, is an outcome of a
    /// branch on it.
    pub(super) fn on_edge(
        &self,
        function: &Function,
        block: Block,
        position: u32,
        value: Value,
    ) -> Option<bool> {
        let mut truth = self.trace(function, value);
        let mut edge = (block, position);
        for _ in 0..DEPTH {
            if let Some(bits) = function.constant_bits(truth.root) {
                return Some((bits != 0) ^ truth.negated);
            }
            let (from, outcome) = edge;
            if let Terminator::Branch { cond, .. } = function.blocks[from].terminator {
                let known = self.trace(function, cond);
                if known.root == truth.root {
                    return Some((outcome == 0) ^ known.negated ^ truth.negated);
                }
            }
            edge = self.only_entry.get(from.position()).copied().flatten()?;
            // One level up a parameter is the argument that this way gives it.
            if let Some(param) = function.blocks[from].params.iter().position(|&param| param == truth.root) {
                let (above, position) = edge;
                let arg =
                    *function.blocks[above].terminator.edges().nth(position as usize)?.args.get(param)?;
                let Truth { root, negated } = self.trace(function, arg);
                truth = Truth { root, negated: truth.negated ^ negated };
            }
        }
        None
    }
}
