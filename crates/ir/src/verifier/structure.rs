//! Invariants 1, 2, 6 and 7: blocks, edges, terminators and sites.

use super::Report;
use crate::function::{BlockData, Function, SiteKind};
use crate::ids::{Block, SiteId};
use crate::instruction::Edge;
use crate::instruction::Terminator;
use crate::types::Type;
use std::collections::HashSet;
use trine_base::index::TypedIndex;

/// Every index that code refers to exists.
pub(super) fn check_indices(function: &Function, report: &mut Report) {
    report.at_function().check(!function.blocks.is_empty(), || "the function has no entry block".to_owned());
    for (block, data) in function.blocks.iter_enumerated() {
        report.at(block, None);
        check_block_indices(function, data, report);
        for (position, inst) in data.insts.iter().enumerate() {
            report.at(block, Some(position));
            let mut check = |value| {
                report.check(function.values.get(value).is_some(), || format!("{value} does not exist"));
            };
            inst.results.iter().copied().for_each(&mut check);
            inst.op.for_each_operand(check);
        }
    }
}

fn check_block_indices(function: &Function, data: &BlockData, report: &mut Report) {
    let mut value = |value| {
        report.check(function.values.get(value).is_some(), || format!("{value} does not exist"));
    };
    data.params.iter().copied().for_each(&mut value);
    data.for_each_leaving_operand(value);
    for to in data.all_edges().map(|edge| edge.block) {
        report.check(function.blocks.get(to).is_some(), || format!("{to} does not exist"));
    }
    if let Some(site) = data.terminator.site() {
        report.check(function.sites.get(site).is_some(), || format!("{site} does not exist"));
    }
    for region in &data.regions {
        let exists = function.coverage.regions.get(*region).is_some();
        report.check(exists, || format!("{region} does not exist"));
    }
}

/// The entry, edges, terminators and sites fit; all indices exist.
pub(super) fn check(function: &Function, report: &mut Report) {
    check_entry(function, report);
    for (block, data) in function.blocks.iter_enumerated() {
        report.at(block, None);
        for edge in data.terminator.edges() {
            check_edge(function, edge, report);
        }
        if let Some(handler) = &data.unwind {
            check_handler(function, handler, report);
        }
        check_terminator(function, &data.terminator, report);
    }
}

fn check_entry(function: &Function, report: &mut Report) {
    let given: Vec<Type> =
        function.blocks[Function::ENTRY].params.iter().map(|&v| function.type_of(v)).collect();
    let asked: Vec<Type> = function.signature.params.iter().map(|param| param.ty).collect();
    report
        .at(Function::ENTRY, None)
        .check(given == asked, || format!("the entry has parameters {given:?}, the signature has {asked:?}"));
    for (position, param) in function.signature.params.iter().enumerate() {
        let fits = param.by_val.is_none() || param.ty == Type::Ptr;
        report.check(fits, || format!("parameter {position} is passed by value but is no pointer"));
    }
}

fn check_target(to: Block, report: &mut Report) {
    report.check(to != Function::ENTRY, || "an edge leads back to the entry".to_owned());
}

fn check_edge(function: &Function, edge: &Edge, report: &mut Report) {
    check_target(edge.block, report);
    let params = &function.blocks[edge.block].params;
    let (given, asked) = (edge.args.len(), params.len());
    report.check(given == asked, || {
        format!("the edge to {} has {given} arguments for {asked} parameters", edge.block)
    });
    for (&arg, &param) in edge.args.iter().zip(params) {
        let (given, asked) = (function.type_of(arg), function.type_of(param));
        report.check(given == asked, || {
            format!("the edge to {} gives {arg}: {given} for {param}: {asked}", edge.block)
        });
    }
}

fn check_handler(function: &Function, edge: &Edge, report: &mut Report) {
    check_target(edge.block, report);
    let params = function.blocks[edge.block].params.len();
    let fits = edge.args.len() <= params;
    report.check(fits, || {
        format!("the unwind edge to {} has {} arguments for {params} parameters", edge.block, edge.args.len())
    });
    let (_, passed) = function.handler_params(edge);
    for (&arg, &param) in edge.args.iter().zip(passed) {
        let (given, asked) = (function.type_of(arg), function.type_of(param));
        report.check(given == asked, || {
            format!("the unwind edge to {} gives {arg}: {given} for {param}: {asked}", edge.block)
        });
    }
}

fn check_terminator(function: &Function, terminator: &Terminator, report: &mut Report) {
    let ty = |value| function.type_of(value);
    match terminator {
        Terminator::Branch { cond, site, .. } => {
            report.check(ty(*cond) == Type::BOOL, || format!("the condition {cond} is {} not i1", ty(*cond)));
            check_site(function, *site, SiteKind::Branch, report);
        }
        Terminator::Switch { value, cases, edges, default, site } => {
            report.check(ty(*value).is_int(), || format!("{value} is {} not an integer", ty(*value)));
            check_cases(cases, edges.len(), ty(*value), report);
            let exists = (*default as usize) < edges.len();
            report.check(exists, || format!("the default edge {default} does not exist"));
            check_site(function, *site, SiteKind::Switch { outcomes: edges.len() as u32 }, report);
        }
        Terminator::IndirectJump { target, edges, site } => {
            report.check(ty(*target) == Type::Ptr, || format!("{target} is {} not ptr", ty(*target)));
            check_site(function, *site, SiteKind::Switch { outcomes: edges.len() as u32 }, report);
        }
        Terminator::Return(values) => {
            let given: Vec<Type> = values.iter().map(|&value| ty(value)).collect();
            let asked = &function.signature.returns;
            report.check(&given == asked, || format!("returns {given:?}, the signature has {asked:?}"));
        }
        Terminator::Jump(_) | Terminator::Throw(_) | Terminator::Unreachable | Terminator::Trap => {}
    }
}

fn check_cases(cases: &[(u128, u32)], edges: usize, ty: Type, report: &mut Report) {
    let mut seen = HashSet::new();
    for &(case, edge) in cases {
        report.check(seen.insert(case), || format!("case {case} stands twice"));
        let fits = ty.bits() >= 128 || case >> ty.bits() == 0;
        report.check(fits, || format!("case {case} does not fit {ty}"));
        report.check((edge as usize) < edges, || format!("edge {edge} of case {case} does not exist"));
    }
}

fn check_site(function: &Function, site: SiteId, asked: SiteKind, report: &mut Report) {
    let kind = function.sites.as_slice()[site.position()].kind;
    report.check(kind == asked, || format!("{site} is declared as {kind:?} and used as {asked:?}"));
}
