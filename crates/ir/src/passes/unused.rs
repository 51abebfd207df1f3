//! Drops block parameters that are always the same value, and pure instructions and
//! parameters whose results nobody needs (mark and sweep from the effects).

use super::substitution::Substitution;
use crate::function::{Function, ValueKind};
use crate::ids::{Block, Value};
use crate::instruction::{Op, Terminator};
use crate::types::{Constant, Type};
use std::collections::HashMap;
use trine_base::index::TypedIndex;

/// Walks until nothing changes, at most this often: each walk sees through one more level of
/// parameters that pass parameters.
const MAX_ITERATIONS: usize = 8;

/// Replaces a parameter that every edge gives one value (or itself) by that value.
pub(super) fn drop_redundant_params(function: &mut Function) {
    let mut substitution = share_constants(function);
    let mut dropped = vec![false; function.values.len()];
    for _ in 0..MAX_ITERATIONS {
        let incoming = incoming_values(function, &mut substitution);
        let mut changed = false;
        for data in function.blocks.as_slice().iter().skip(1) {
            for &param in &data.params {
                let Incoming::One(value) = incoming[param.position()] else { continue };
                if !dropped[param.position()] && substitution.resolve(value) != param {
                    substitution.replace(param, value);
                    dropped[param.position()] = true;
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    retain_params(function, |param| !dropped[param.position()]);
    substitution.apply(function);
}

/// What the edges give a parameter.
#[derive(Clone, Copy, PartialEq)]
enum Incoming {
    Nothing,
    One(Value),
    Several,
}

fn incoming_values(function: &Function, substitution: &mut Substitution) -> Vec<Incoming> {
    let mut incoming = vec![Incoming::Nothing; function.values.len()];
    for edge in function.blocks.iter().flat_map(|data| data.all_edges()) {
        // On an unwind edge the first parameters receive what was thrown.
        let (thrown, passed) = function.handler_params(edge);
        thrown.iter().for_each(|param| incoming[param.position()] = Incoming::Several);
        for (&param, &arg) in passed.iter().zip(&edge.args) {
            let arg = substitution.resolve(arg);
            let seen = &mut incoming[param.position()];
            *seen = match *seen {
                _ if arg == param => *seen,
                Incoming::Nothing => Incoming::One(arg),
                Incoming::One(other) if other == arg => *seen,
                _ => Incoming::Several,
            };
        }
    }
    incoming
}

/// Lets the first of equal constants stand for the others.
fn share_constants(function: &Function) -> Substitution {
    let mut substitution = Substitution::new(function);
    let mut first: HashMap<(Type, Constant), Value> = HashMap::new();
    for (value, data) in function.values.iter_enumerated() {
        if let ValueKind::Constant(constant) = data.kind {
            substitution.replace(value, *first.entry((data.ty, constant)).or_insert(value));
        }
    }
    substitution
}

/// Keeps the parameters that `keep` approves, with their arguments; the entry keeps all.
fn retain_params(function: &mut Function, keep: impl Fn(Value) -> bool) {
    let thrown = thrown_params(function);
    let masks: Vec<Option<Vec<bool>>> = (function.blocks.iter_enumerated())
        .map(|(block, data)| {
            let keep = |(at, &param): (usize, &Value)| at < thrown[block.position()] || keep(param);
            let mask: Vec<bool> = data.params.iter().enumerate().map(keep).collect();
            (block != Function::ENTRY && mask.contains(&false)).then_some(mask)
        })
        .collect();
    let filter = |values: &mut Vec<Value>, mask: &[bool]| {
        let mut mask = mask.iter();
        values.retain(|_| mask.next().copied().unwrap_or(true));
    };
    for (block, mask) in masks.iter().enumerate() {
        let data = &mut function.blocks[Block::from_position(block)];
        if let Some(mask) = mask {
            filter(&mut data.params, mask);
        }
        for edge in data.all_edges_mut() {
            if let Some(mask) = &masks[edge.block.position()] {
                let first = mask.len() - edge.args.len();
                filter(&mut edge.args, &mask[first..]);
            }
        }
    }
}

/// For each block how many of its first parameters some unwind edge gives what was thrown.
fn thrown_params(function: &Function) -> Vec<usize> {
    let mut thrown = vec![0; function.blocks.len()];
    for edge in function.blocks.iter().filter_map(|data| data.unwind.as_ref()) {
        let count = &mut thrown[edge.block.position()];
        *count = function.handler_params(edge).0.len().max(*count);
    }
    thrown
}

/// Drops instructions without effect and parameters when nothing needs their values.
pub(super) fn drop_unused(function: &mut Function) {
    let used = used_values(function);
    for data in function.blocks.iter_mut() {
        data.insts.retain(|inst| !droppable(&inst.op) || inst.results.iter().any(|r| used[r.position()]));
    }
    retain_params(function, |param| used[param.position()]);
}

fn droppable(op: &Op) -> bool {
    op.is_pure() || matches!(op, Op::StackAlloc { count: None, .. })
}

/// How a value is defined, for the walk from uses to definitions.
#[derive(Clone, Copy)]
enum Definition {
    Elsewhere,
    Param(Block, u32),
    Inst(Block, u32),
}

fn used_values(function: &Function) -> Vec<bool> {
    let mut definitions = vec![Definition::Elsewhere; function.values.len()];
    let mut incoming: Vec<Vec<(Block, u32)>> = vec![Vec::new(); function.blocks.len()];
    let mut used = vec![false; function.values.len()];
    let mut work = Vec::new();
    for (block, data) in function.blocks.iter_enumerated() {
        for (position, param) in data.params.iter().enumerate() {
            definitions[param.position()] = Definition::Param(block, position as u32);
        }
        for (position, inst) in data.insts.iter().enumerate() {
            if droppable(&inst.op) {
                for result in &inst.results {
                    definitions[result.position()] = Definition::Inst(block, position as u32);
                }
            } else {
                inst.op.for_each_operand(|value| work.push(value));
            }
        }
        for (position, edge) in data.all_edges().enumerate() {
            incoming[edge.block.position()].push((block, position as u32));
        }
        decisive_operands(&data.terminator, &mut work);
    }
    while let Some(value) = work.pop() {
        if std::mem::replace(&mut used[value.position()], true) {
            continue;
        }
        match definitions[value.position()] {
            Definition::Elsewhere => {}
            Definition::Inst(block, position) => {
                function.blocks[block].insts[position as usize].op.for_each_operand(|value| work.push(value));
            }
            Definition::Param(block, position) => {
                for &(from, edge) in &incoming[block.position()] {
                    let Some(edge) = function.blocks[from].all_edges().nth(edge as usize) else { continue };
                    let first = function.blocks[block].params.len() - edge.args.len();
                    let argument = (position as usize).checked_sub(first);
                    work.extend(argument.and_then(|argument| edge.args.get(argument)));
                }
            }
        }
    }
    used
}

/// The operands of a terminator that are not edge arguments.
fn decisive_operands(terminator: &Terminator, into: &mut Vec<Value>) {
    match terminator {
        Terminator::Branch { cond: value, .. }
        | Terminator::Switch { value, .. }
        | Terminator::IndirectJump { target: value, .. } => into.push(*value),
        Terminator::Return(values) | Terminator::Throw(values) => into.extend(values),
        Terminator::Jump(_) | Terminator::Unreachable | Terminator::Trap => {}
    }
}
