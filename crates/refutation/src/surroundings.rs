//! What a proof takes from the code around a function, and how it says so: fields, parameters and results that hold few values, and
//! calls that never come back.

use std::collections::BTreeMap;
use trine_invariants::{Abstract, Facts};
use trine_ir::{Block, Callee, Function, Inst, Op, Value};
use trine_record::ProofStep;

/// Registers of a condition that are looked at to say what was known of them, at most.
const MAX_ORIGINS: usize = 64;
/// Invariants that a proof names, at most.
const MAX_NAMED: usize = 6;

/// What is known of a function by the code around it.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// Of its registers and blocks.
    pub facts: Facts,
    /// Names of the fields that it accesses, by the column of the access.
    pub fields: BTreeMap<u32, String>,
}

/// The calls on the way into `blocks`, which no run enters, that never come back, as steps of a proof.
pub(super) fn calls_that_stay(function: &Function, known: &Surroundings, blocks: &[Block]) -> Vec<ProofStep> {
    let leads_there = |block: Block| {
        let mut edges = function.blocks[block].terminator.edges();
        edges.any(|edge| blocks.contains(&edge.block))
    };
    let stays = |inst: &&Inst| {
        let never = |&result: &Value| known.facts.value(result) == Some(&Abstract::Nothing);
        matches!(inst.op, Op::Call { .. }) && !inst.results.is_empty() && inst.results.iter().all(never)
    };
    let from: Vec<Block> = function.blocks.indices().filter(|&block| leads_there(block)).collect();
    let entered =
        from.into_iter().chain(blocks.iter().copied()).filter(|&block| known.facts.is_entered(block));
    let calls = entered.filter_map(|block| function.blocks[block].insts.iter().find(stays));
    let step = |inst: &Inst| {
        Some(ProofStep {
            line: inst.span?.start.line,
            holds: "the method called here never returns".to_owned(),
        })
    };
    calls.filter_map(step).take(1).collect()
}

/// What is known of that which `decides` is made of, as steps of a proof: fields, results of calls and parameters.
pub(super) fn reasons(function: &Function, known: &Surroundings, decides: &[Value]) -> Vec<ProofStep> {
    let mut definitions: BTreeMap<Value, &Inst> = BTreeMap::new();
    let mut given: BTreeMap<Value, Vec<Value>> = BTreeMap::new();
    for data in &function.blocks {
        for inst in &data.insts {
            definitions.extend(inst.results.iter().map(|&result| (result, inst)));
        }
        for edge in data.terminator.edges() {
            for (&param, &arg) in function.blocks[edge.block].params.iter().zip(&edge.args) {
                given.entry(param).or_default().push(arg);
            }
        }
    }
    let mut open: Vec<Value> = decides.iter().rev().copied().collect();
    let (mut seen, mut steps) = (Vec::new(), Vec::new());
    while let Some(value) = open.pop() {
        if seen.contains(&value) || seen.len() >= MAX_ORIGINS || steps.len() >= MAX_NAMED {
            continue;
        }
        seen.push(value);
        let Some(inst) = definitions.get(&value) else {
            if let Some(args) = given.get(&value) {
                open.extend(args);
            } else if let Some(step) = of_parameter(function, known, value) {
                steps.push(step);
            }
            continue;
        };
        let what = match &inst.op {
            Op::Load { .. } => {
                let column = inst.span.map(|span| span.start.column);
                column.and_then(|column| known.fields.get(&column)).map(|name| format!("the field `{name}`"))
            }
            Op::Call { callee: Callee::Direct(_) | Callee::Virtual { .. }, .. } => {
                Some("what the method called here returns".to_owned())
            }
            op => {
                op.for_each_operand(|operand| open.push(operand));
                continue;
            }
        };
        let holds = known.facts.value(value).and_then(in_words);
        let line = inst.span.map(|span| span.start.line);
        if let (Some(what), Some(holds), Some(line)) = (what, holds, line) {
            let step = ProofStep { line, holds: format!("{what} {holds}") };
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    steps
}

fn of_parameter(function: &Function, known: &Surroundings, value: Value) -> Option<ProofStep> {
    let position = function.blocks[Function::ENTRY].params.iter().position(|&param| param == value)?;
    let first = function.blocks.iter().flat_map(|data| &data.insts).find_map(|inst| inst.span)?;
    let holds = known.facts.value(value).and_then(in_words)?;
    let name = function.values[value].name.as_deref();
    let what = name.map_or_else(|| format!("parameter {position}"), |name| format!("the parameter `{name}`"));
    Some(ProofStep { line: first.start.line, holds: format!("{what} {holds}") })
}

/// What a register can hold, in words that follow its name; `None` where that is all of its type.
fn in_words(known: &Abstract) -> Option<String> {
    match known {
        Abstract::Reference { null: false, .. } => Some("is never null".to_owned()),
        Abstract::Reference { object: false, .. } => Some("is always null".to_owned()),
        Abstract::Listed(values) => match values.as_slice() {
            [] => None,
            [value] => Some(format!("is always {value}")),
            [others @ .., last] => {
                let others: Vec<String> = others.iter().map(ToString::to_string).collect();
                Some(format!("is always one of {} and {last}", others.join(", ")))
            }
        },
        &Abstract::Range(low, high) => match (low, high) {
            (low, high) if low <= i32::MIN.into() && high >= i32::MAX.into() => None,
            (low, high) if high >= i32::MAX.into() => Some(format!("is never below {low}")),
            (low, high) if low <= i32::MIN.into() => Some(format!("is never above {high}")),
            (low, high) => Some(format!("is always from {low} to {high}")),
        },
        Abstract::Nothing | Abstract::Reference { .. } | Abstract::Anything => None,
    }
}
