//! Proofs that goals of a class are infeasible: every way to them inside their method is contradictory, whatever state it is entered in.
//!
//! A proof is of one method alone ([`trine_refutation`]): its parameters, what fields and elements hold, and what calls give are anything.
//! Exceptions may leave each block with a handler after any of its operations. So a proof does not depend on which classes are there,
//! and holds for all tests; what it takes for granted stands in its scope: no other thread changes fields or elements between two
//! reads with no call or monitor between them, unless they are volatile.
//!
//! Not tried: independence, outcomes of whole decisions, exceptions, goals of methods that cannot be lowered.

use std::collections::BTreeMap;
use trine_frontend_jvm::cover::{Asks, Goal, UnitCover};
use trine_ir::{Block, FuncId, Function, Program};
use trine_record::{Assumption, Proof};
use trine_refutation::Refuter;
use trine_sequences::GoalId;

/// Proofs for those of the goals `open`, which no run covered, that are refuted.
#[must_use]
pub fn proofs<'g>(
    program: &Program,
    cover: &UnitCover,
    open: impl Iterator<Item = (GoalId, &'g Goal)>,
) -> BTreeMap<GoalId, Proof> {
    let mut by_function: BTreeMap<String, Vec<(GoalId, Vec<u32>)>> = BTreeMap::new();
    for (id, goal) in open {
        let has_regions = matches!(goal.asks, Asks::Statement | Asks::Branch | Asks::Condition { .. });
        if has_regions && !goal.probes.is_empty() {
            let (function, regions) = cover.regions(goal);
            by_function.entry(function).or_default().push((id, regions));
        }
    }
    let mut proofs = BTreeMap::new();
    if by_function.is_empty() {
        return proofs;
    }
    let named: Vec<(FuncId, &str)> = program
        .callables
        .iter_enumerated()
        .map(|(id, callable)| (id, callable.name.as_str()))
        .filter(|(_, name)| by_function.contains_key(*name))
        .collect();
    for (id, name) in named {
        let Ok(function) = program.body(id) else { continue };
        let Some(mut refuter) = Refuter::of_objects(function, program, has_receiver(function, name)) else {
            continue;
        };
        for (goal, regions) in &by_function[name] {
            if let Some(proof) = refuter.proof_of_blocks(&blocks(function, regions)) {
                proofs.insert(*goal, in_java(proof));
            }
        }
    }
    proofs
}

/// The blocks where one of `regions` begins.
fn blocks(function: &Function, regions: &[u32]) -> Vec<Block> {
    let is_there = |&(_, data): &(Block, &trine_ir::BlockData)| {
        data.regions.iter().any(|region| regions.contains(&region.0))
    };
    function.blocks.iter_enumerated().filter(is_there).map(|(block, _)| block).collect()
}

/// What a proof about code of a virtual machine takes for granted.
fn in_java(proof: Proof) -> Proof {
    Proof { scope: vec![Assumption::AsCompiled, Assumption::NoOtherThread], ..proof }
}

/// Whether a method has a parameter more than `name`, `acme/Account.withdraw(I)V`, says: the object that it is called on.
fn has_receiver(function: &Function, name: &str) -> bool {
    let declared = name.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map(|(inner, _)| inner);
    let Some(mut rest) = declared else { return false };
    let mut count = 0;
    while let Some(first) = rest.trim_start_matches('[').chars().next() {
        rest = rest.trim_start_matches('[');
        let length = if first == 'L' { rest.find(';').map_or(rest.len(), |at| at + 1) } else { 1 };
        rest = &rest[length..];
        count += 1;
    }
    function.blocks[Function::ENTRY].params.len() == count + 1
}
