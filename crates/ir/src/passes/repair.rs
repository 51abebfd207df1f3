//! Restores SSA form after blocks were copied: a value defined in the original and in its
//! copies goes through a stack slot, which promotion then turns into block parameters.

use crate::function::Function;
use crate::ids::{Block, Value};
use crate::instruction::{Inst, Op};
use crate::types::Type;
use std::collections::HashMap;
use trine_base::index::TypedIndex;

/// A value of a block that was copied, and what it is in the copy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copied {
    pub(super) original: Value,
    pub(super) block: Block,
    pub(super) target: Block,
    pub(super) copy: Value,
}

/// For each block whether a value it defines is used in another.
pub(super) fn escaping_blocks(function: &Function) -> Vec<bool> {
    let mut home = vec![None; function.values.len()];
    for (block, data) in function.blocks.iter_enumerated() {
        let results = data.insts.iter().flat_map(|inst| &inst.results);
        data.params.iter().chain(results).for_each(|value| home[value.position()] = Some(block));
    }
    let mut escaping = vec![false; function.blocks.len()];
    for (block, data) in function.blocks.iter_enumerated() {
        let mut visit = |value: Value| {
            if let Some(home) = home[value.position()].filter(|&home| home != block) {
                escaping[home.position()] = true;
            }
        };
        data.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut visit));
        data.for_each_leaving_operand(visit);
    }
    escaping
}

/// A copied value's slot and where the value is defined.
struct Variable {
    slot: Value,
    ty: Type,
    home: Block,
}

/// Lets every use of a copied value outside its block read a slot that the block and its
/// copies write. Returns whether there was any.
pub(super) fn through_slots(function: &mut Function, copied: &[Copied]) -> bool {
    let mut variables: HashMap<Value, Variable> = HashMap::new();
    let mut allocs = Vec::new();
    for Copied { original, block, target, copy } in copied {
        let variable = variables.entry(*original).or_insert_with(|| {
            let (slot, alloc) = allocate(function, *original);
            allocs.push(alloc);
            let ty = function.type_of(*original);
            store_after_definition(function, *block, *original, slot);
            Variable { slot, ty, home: *block }
        });
        let slot = variable.slot;
        store_after_definition(function, *target, *copy, slot);
    }
    if variables.is_empty() {
        return false;
    }
    for block in function.blocks.indices() {
        read_slots(function, block, &variables);
    }
    function.blocks[Function::ENTRY].insts.splice(0..0, allocs);
    true
}

fn allocate(function: &mut Function, value: Value) -> (Value, Inst) {
    let size_bytes = u64::from(function.type_of(value).store_size_bytes());
    let slot = function.new_value(Type::Ptr);
    let name = function.values[value].name.clone();
    function.values[slot].name = name;
    let op = Op::StackAlloc { size_bytes, count: None, align_bytes: 16 };
    (slot, Inst { results: vec![slot], op, span: None })
}

fn store_after_definition(function: &mut Function, block: Block, value: Value, slot: Value) {
    let insts = &mut function.blocks[block].insts;
    let definition = insts.iter().position(|inst| inst.results.contains(&value));
    let store = Inst { results: Vec::new(), op: Op::Store { ptr: slot, value, volatile: false }, span: None };
    insts.insert(definition.map_or(0, |position| position + 1), store);
}

/// Puts a load before each use in `block` of a variable that is defined elsewhere.
fn read_slots(function: &mut Function, block: Block, variables: &HashMap<Value, Variable>) {
    let insts = std::mem::take(&mut function.blocks[block].insts);
    let mut kept = Vec::with_capacity(insts.len());
    let mut load = |value: &mut Value, kept: &mut Vec<Inst>| {
        if let Some(variable) = variables.get(value).filter(|variable| variable.home != block) {
            *value = function.values.push(crate::function::ValueData {
                ty: variable.ty,
                kind: crate::function::ValueKind::Defined,
                name: None,
            });
            kept.push(Inst {
                results: vec![*value],
                op: Op::Load { ptr: variable.slot, volatile: false },
                span: None,
            });
        }
    };
    for mut inst in insts {
        inst.op.for_each_operand_mut(|value| load(value, &mut kept));
        kept.push(inst);
    }
    function.blocks[block].terminator.for_each_operand_mut(|value| load(value, &mut kept));
    function.blocks[block].insts = kept;
}
