//! Invariants 3 and 4: definitions, constants, dominance.

use super::Report;
use crate::analysis::{Digraph, DominatorTree};
use crate::function::{Function, ValueKind};
use crate::ids::{Block, Value};
use crate::types::{Constant, Type};
use trine_base::index::TypedIndex;

/// Where a register is defined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Definition {
    Nowhere,
    Param(Block),
    Inst(Block, usize),
}

/// Values are defined once, before their uses, and constants fit.
pub(super) fn check(function: &Function, report: &mut Report) {
    check_constants(function, report);
    let definitions = definitions(function, report);
    let order = Order::new(function);
    for (block, data) in function.blocks.iter_enumerated() {
        for (position, inst) in data.insts.iter().enumerate() {
            inst.op.for_each_operand(|value| {
                report.at(block, Some(position));
                check_use(function, &order, definitions[value.position()], value, (block, position), report);
            });
        }
        data.terminator.for_each_operand(|value| {
            report.at(block, None);
            let place = (block, data.insts.len());
            check_use(function, &order, definitions[value.position()], value, place, report);
        });
        // The first instruction may raise already.
        for &value in data.unwind.iter().flat_map(|edge| &edge.args) {
            report.at(block, None);
            check_use(function, &order, definitions[value.position()], value, (block, 0), report);
        }
    }
}

fn check_constants(function: &Function, report: &mut Report) {
    report.at_function();
    for (value, data) in function.values.iter_enumerated() {
        let ty = data.ty;
        if let Type::Int(bits) = ty {
            report.check((1..=128).contains(&bits), || format!("{value} has the type {ty}"));
        }
        match data.kind {
            ValueKind::Constant(Constant::Bits(bits)) => {
                let fits = ty.bits() >= 128 || bits >> ty.bits() == 0;
                report.check(fits, || format!("the constant {bits:#x} does not fit {ty}"));
            }
            ValueKind::Constant(Constant::Undef) | ValueKind::Defined => {}
            ValueKind::Constant(address) => {
                report.check(ty == Type::Ptr, || format!("the address {address:?} has the type {ty}"));
            }
        }
    }
}

fn definitions(function: &Function, report: &mut Report) -> Vec<Definition> {
    let mut definitions = vec![Definition::Nowhere; function.values.len()];
    let mut define = |report: &mut Report, value: Value, definition| {
        let register = function.values[value].kind == ValueKind::Defined;
        report.check(register, || format!("the constant {value} is defined again"));
        let before = std::mem::replace(&mut definitions[value.position()], definition);
        report.check(before == Definition::Nowhere, || format!("{value} is defined twice"));
    };
    for (block, data) in function.blocks.iter_enumerated() {
        for &param in &data.params {
            define(report.at(block, None), param, Definition::Param(block));
        }
        for (position, inst) in data.insts.iter().enumerate() {
            for &result in &inst.results {
                define(report.at(block, Some(position)), result, Definition::Inst(block, position));
            }
        }
    }
    definitions
}

fn check_use(
    function: &Function,
    order: &Order,
    definition: Definition,
    value: Value,
    (block, position): (Block, usize),
    report: &mut Report,
) {
    if function.values[value].kind != ValueKind::Defined {
        return;
    }
    let before = match definition {
        Definition::Nowhere => return report.add(format!("{value} is used but never defined")),
        Definition::Param(home) => home == block || order.dominates(order.start(home), block),
        Definition::Inst(home, at) if home == block => at < position,
        Definition::Inst(home, _) => order.dominates(order.end(home), block),
    };
    report.check(before, || format!("the definition of {value} does not dominate this use"));
}

/// Dominance over the starts and ends of blocks: a block's unwind edge leaves from its start,
/// because an exception may come before its first instruction is complete.
struct Order {
    blocks: u32,
    tree: DominatorTree,
}

impl Order {
    fn new(function: &Function) -> Self {
        let blocks = function.blocks.len() as u32;
        let mut edges = Vec::with_capacity(3 * blocks as usize);
        for (block, data) in function.blocks.iter_enumerated() {
            edges.push((block.0, blocks + block.0));
            edges.extend(data.handler().map(|handler| (block.0, handler.0)));
            edges.extend(function.successors(block).map(|to| (blocks + block.0, to.0)));
        }
        let graph = Digraph::new(2 * blocks as usize, &edges);
        Self { blocks, tree: DominatorTree::of_graph(&graph, Function::ENTRY.0) }
    }

    fn start(&self, block: Block) -> Block {
        block
    }

    fn end(&self, block: Block) -> Block {
        Block(self.blocks + block.0)
    }

    /// Whether `point` comes before every reachable entry of `block`; holds when there is none.
    fn dominates(&self, point: Block, block: Block) -> bool {
        let reachable = block == Function::ENTRY || self.tree.immediate_dominator(block).is_some();
        !reachable || self.tree.dominates(point, block)
    }
}
