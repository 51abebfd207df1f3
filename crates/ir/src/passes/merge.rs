//! Merges straight lines of blocks and lets edges skip empty blocks.
//!
//! Regions are recorded when a block is entered. So a block with regions of its own is not
//! merged into one that calls: the call may not come back (`exit`, `longjmp`), and the second
//! block's regions would be recorded although it was never reached. Where faults are exceptions, the same holds for one
//! that may fault.

use super::substitution::Substitution;
use crate::function::{BlockData, Function};
use crate::ids::{Block, Value};
use crate::instruction::Edge;
use crate::instruction::{Op, Terminator};
use std::collections::HashMap;
use trine_base::index::TypedIndex;

/// Appends to each block that ends in a jump the block it jumps to, when no other edge leads
/// there and one handler serves both. The merged blocks are left unreachable.
pub(super) fn merge_lines(function: &mut Function, exact: bool) {
    let entries = count_entries(function);
    let mut substitution = Substitution::new(function);
    let mut merged = vec![false; function.blocks.len()];
    for block in function.blocks.indices() {
        if merged[block.position()] {
            continue;
        }
        while let Some(next) = mergeable(function, block, &entries, exact) {
            merged[next.position()] = true;
            append(function, block, next, &mut substitution);
        }
    }
    substitution.apply(function);
}

/// Edges and unwind edges into each block; the entry has one more.
fn count_entries(function: &Function) -> Vec<u32> {
    let mut entries = vec![0; function.blocks.len()];
    entries[Function::ENTRY.position()] = 1;
    for data in function.blocks.iter() {
        for to in data.all_edges().map(|edge| edge.block) {
            entries[to.position()] += 1;
        }
    }
    entries
}

fn mergeable(function: &Function, block: Block, entries: &[u32], exact: bool) -> Option<Block> {
    let data = &function.blocks[block];
    let Terminator::Jump(edge) = &data.terminator else { return None };
    let next = &function.blocks[edge.block];
    let line = entries[edge.block.position()] == 1
        && edge.block != block
        && joint_handler(data, next, edge).is_some();
    let calls =
        || data.insts.iter().any(|inst| matches!(inst.op, Op::Call { .. }) || exact && inst.op.can_raise());
    let adds_regions = || next.regions.iter().any(|region| !data.regions.contains(region));
    (line && !(adds_regions() && calls())).then_some(edge.block)
}

/// The handler of `data` and `next` as one block, `edge` being the only one that leads to `next`; `None` when no handler
/// serves both. What the handler is given must be known where the block starts.
fn joint_handler(data: &BlockData, next: &BlockData, edge: &Edge) -> Option<Option<Edge>> {
    let mut behind = next.unwind.clone();
    for arg in behind.iter_mut().flat_map(|handler| &mut handler.args) {
        if let Some(position) = next.params.iter().position(|param| param == arg) {
            *arg = edge.args[position];
        }
    }
    if behind == data.unwind || !next.can_raise() {
        return Some(data.unwind.clone());
    }
    // A handler may use what dominates it without being given it: whatever `data` defines would then be defined in the
    // block that the handler guards.
    let defines = data.insts.iter().any(|inst| !inst.results.is_empty());
    (!defines && !data.can_raise()).then_some(behind)
}

fn append(function: &mut Function, block: Block, next: Block, substitution: &mut Substitution) {
    let tail = std::mem::take(&mut function.blocks[next]);
    let data = &mut function.blocks[block];
    if let Terminator::Jump(edge) = &data.terminator {
        let handler = joint_handler(data, &tail, edge);
        for (&param, &arg) in tail.params.iter().zip(&edge.args) {
            substitution.replace(param, arg);
        }
        data.unwind = handler.flatten();
    }
    data.insts.extend(tail.insts);
    data.terminator = tail.terminator;
    data.terminator_span = tail.terminator_span;
    for region in tail.regions {
        if !data.regions.contains(&region) {
            data.regions.push(region);
        }
    }
}

/// An edge follows at most this many empty blocks at once; longer chains stay, harmlessly.
const HOPS: usize = 64;

/// Redirects edges to blocks that only jump on, when these carry no regions and their
/// parameters are used by that jump alone.
pub(super) fn forward_empty(function: &mut Function) {
    let empty = empty_blocks(function);
    for block in function.blocks.indices() {
        let mut terminator =
            std::mem::replace(&mut function.blocks[block].terminator, Terminator::Unreachable);
        if !matches!(terminator, Terminator::IndirectJump { .. }) {
            for edge in terminator.edges_mut() {
                for _ in 0..HOPS {
                    let Some(next) = empty[edge.block.position()].as_ref() else { break };
                    *edge = compose(edge, &function.blocks[edge.block].params, next);
                }
            }
        }
        function.blocks[block].terminator = terminator;
        if let Some(handler) = &mut function.blocks[block].unwind.clone() {
            for _ in 0..HOPS {
                let params = &function.blocks[handler.block].params;
                let Some(next) = empty[handler.block.position()].as_ref() else { break };
                // What was thrown cannot be passed on by another edge.
                if params.len() != handler.args.len() {
                    break;
                }
                *handler = compose(handler, params, next);
            }
            function.blocks[block].unwind = Some(handler.clone());
        }
    }
}

/// The edge that has the effect of `edge` to an empty block with `params`, then `next`.
pub(super) fn compose(edge: &Edge, params: &[Value], next: &Edge) -> Edge {
    if params.len() <= 16 {
        let given = |value: &Value| {
            params.iter().position(|param| param == value).map_or(*value, |position| edge.args[position])
        };
        return Edge { block: next.block, args: next.args.iter().map(given).collect() };
    }
    // With one entry per live variable in both lists, no search of one for each of the other.
    let given: HashMap<Value, Value> = params.iter().copied().zip(edge.args.iter().copied()).collect();
    let given = |value: &Value| *given.get(value).unwrap_or(value);
    Edge { block: next.block, args: next.args.iter().map(given).collect() }
}

/// For each block that may be skipped the edge it leaves by.
fn empty_blocks(function: &Function) -> Vec<Option<Edge>> {
    let mut uses = vec![0u32; function.values.len()];
    for data in &function.blocks {
        let mut count = |value: Value| uses[value.position()] += 1;
        data.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut count));
        data.for_each_leaving_operand(count);
    }
    let skippable = |data: &crate::function::BlockData| match &data.terminator {
        Terminator::Jump(edge) if data.insts.is_empty() && data.regions.is_empty() => {
            let passed = |param| edge.args.iter().filter(|&&arg| arg == param).count() as u32;
            let own = data.params.iter().all(|&param| passed(param) == uses[param.position()]);
            own.then(|| edge.clone())
        }
        _ => None,
    };
    let mut empty: Vec<_> = function.blocks.iter().map(skippable).collect();
    empty[Function::ENTRY.position()] = None;
    empty
}
