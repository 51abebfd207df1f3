//! Removes what is unreachable, unused or trivial: branches on constants, unreachable blocks,
//! unused pure instructions and block parameters, empty blocks, straight lines of blocks.
//!
//! A branch on a constant becomes a jump, unless a condition of the coverage model refers to
//! its site: then the branch stays to be recorded, its impossible edges lead to an
//! `unreachable` block, and the lost outcomes are marked dead. Loads stay although their
//! result is unused: they can fault.
//!
//! Cost: linear in the function, for each of a handful of walks.

use super::coverage_loss::{Executable, decided, referenced_sites};
use super::{merge, unused};
use crate::analysis::Cfg;
use crate::function::{BlockData, Function, ValueKind};
use crate::ids::{Block, Value};
use crate::instruction::Edge;
use crate::instruction::Terminator;
use crate::types::{Constant, Type};
use std::collections::HashMap;
use trine_base::IndexVec;
use trine_base::index::TypedIndex;

/// Removes unreachable blocks and renumbers the others, in order. In a function with an
/// indirect jump the blocks keep their numbers; unreachable ones become empty.
pub fn remove_unreachable(function: &mut Function) {
    if function.blocks.is_empty() {
        return;
    }
    let before = Executable::before(function);
    drop_unreachable(function);
    before.mark_lost(function);
}

/// Folds, drops, merges; then renumbers values in order of definition, constants last.
pub fn clean(function: &mut Function) {
    clean_with(function, false);
}

/// Does the same where a fault is an exception that the program goes on from: a region is recorded only when all in front of
/// it is done, so that its block is not joined to one that may raise.
pub fn clean_exact(function: &mut Function) {
    clean_with(function, true);
}

fn clean_with(function: &mut Function, exact: bool) {
    if function.blocks.is_empty() {
        return;
    }
    let before = Executable::before(function);
    fold_decided(function);
    drop_idle_handlers(function);
    drop_unreachable(function);
    unused::drop_redundant_params(function);
    unused::drop_unused(function);
    merge::forward_empty(function);
    drop_unreachable(function);
    merge::merge_lines(function, exact);
    drop_unreachable(function);
    renumber_values(function);
    before.mark_lost(function);
}

/// Turns branches and switches on constants into jumps, or cuts their impossible edges.
fn fold_decided(function: &mut Function) {
    let referenced = referenced_sites(function);
    let mut nowhere = None;
    for block in function.blocks.indices() {
        let terminator = &function.blocks[block].terminator;
        let Some(outcome) = decided(function, terminator) else { continue };
        let site = terminator.site().expect("only a terminator with a site decides");
        let Some(taken) = terminator.edges().nth(outcome as usize).cloned() else { continue };
        if !referenced.get(site.position()).copied().unwrap_or(false) {
            function.blocks[block].terminator = Terminator::Jump(taken);
            continue;
        }
        let nowhere = *nowhere.get_or_insert_with(|| function.blocks.push(BlockData::new()));
        for (position, edge) in function.blocks[block].terminator.edges_mut().enumerate() {
            if position as u32 != outcome {
                *edge = Edge::to(nowhere);
            }
        }
    }
}

/// Takes the handlers from blocks in which nothing can be raised.
fn drop_idle_handlers(function: &mut Function) {
    for data in function.blocks.iter_mut() {
        if !data.can_raise() {
            data.unwind = None;
        }
    }
}

pub(super) fn drop_unreachable(function: &mut Function) {
    let cfg = Cfg::new(function);
    if cfg.reverse_postorder().len() < cfg.len() {
        let keep: Vec<_> = function.blocks.indices().map(|block| cfg.is_reachable(block)).collect();
        retain_blocks(function, &keep);
    }
}

/// Keeps the blocks marked in `keep`; no edge of a kept block may lead to another.
fn retain_blocks(function: &mut Function, keep: &[bool]) {
    let kept = function.blocks.iter().zip(keep).filter(|(_, keep)| **keep);
    if kept.into_iter().any(|(data, _)| matches!(data.terminator, Terminator::IndirectJump { .. })) {
        for (data, _) in function.blocks.iter_mut().zip(keep).filter(|(_, keep)| !**keep) {
            *data = BlockData::new();
        }
        return;
    }
    let mut next = 0;
    let number = |&keep: &bool| {
        next += u32::from(keep);
        Block(next.saturating_sub(1))
    };
    let renumbered: Vec<_> = keep.iter().map(number).collect();
    let blocks = std::mem::take(&mut function.blocks).into_vec();
    function.blocks = blocks.into_iter().zip(keep).filter(|(_, keep)| **keep).map(|(data, _)| data).collect();
    for data in function.blocks.iter_mut() {
        for edge in data.all_edges_mut() {
            edge.block = renumbered[edge.block.position()];
        }
    }
}

/// Gives values the numbers of their definitions in block order, and constants those after
/// them, each once.
fn renumber_values(function: &mut Function) {
    const NEW: Value = Value(u32::MAX);
    let old = std::mem::take(&mut function.values).into_vec();
    let mut old: Vec<_> = old.into_iter().map(Some).collect();
    let mut number = vec![NEW; old.len()];
    let mut values = IndexVec::new();
    for data in function.blocks.iter_mut() {
        let results = data.insts.iter_mut().flat_map(|inst| &mut inst.results);
        for value in data.params.iter_mut().chain(results) {
            if let Some(definition) = old[value.position()].take() {
                number[value.position()] = values.push(definition);
            }
            *value = number[value.position()];
        }
    }
    let mut constants: HashMap<(Type, Constant), Value> = HashMap::new();
    let mut renumber = |value: &mut Value| {
        if number[value.position()] == NEW {
            let data = old[value.position()].take().expect("a value is moved once");
            number[value.position()] = match data.kind {
                ValueKind::Constant(constant) => {
                    *constants.entry((data.ty, constant)).or_insert_with(|| values.push(data))
                }
                ValueKind::Defined => values.push(data),
            };
        }
        *value = number[value.position()];
    };
    for data in function.blocks.iter_mut() {
        for inst in &mut data.insts {
            inst.op.for_each_operand_mut(&mut renumber);
        }
        data.for_each_leaving_operand_mut(&mut renumber);
    }
    function.values = values;
}
