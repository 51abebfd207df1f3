//! Operations on the arrays of managed objects, written as what they do to memory: arithmetic on addresses, loads and stores.
//!
//! ```text
//! v7 = array_load v3, v5         v9 = ptr_add v3, v5 * 2 + 16     v7 = load v9
//! array_store v3, v5, v7         v9 = ptr_add v3, v5 * 2 + 16     store v9, v7
//! v7 = array_length v3           v9 = ptr_add v3 + 8              v7 = load v9
//! null_check v3, check_cast v3   nothing
//! ```
//!
//! The analysis knows elements of arrays as it knows `a[i]` of C then, and no part of it has to know two forms of memory. It is done on a
//! copy that nothing but the analysis sees: blocks, sites and values keep their numbers, and addresses are new values that no run has.
//!
//! What the operations check (null, bounds, casts, elements) is left out: an index out of bounds ends a run by an exception, as an access out
//! of bounds ends one of C by a fault, and the analysis follows neither. Objects that are made, monitors and initialisers stay
//! what they are, and destroy all of memory.

use std::sync::Arc;
use trine_ir::objects::{ELEMENTS_OFFSET, LENGTH_OFFSET, ObjectOp};
use trine_ir::{Function, Inst, Op, Type, Value};

/// `function` with its operations on arrays written as accesses to memory.
pub(super) fn as_memory(function: Arc<Function>) -> Arc<Function> {
    let is_object = |inst: &Inst| matches!(inst.op, Op::Object(..));
    if !function.blocks.iter().any(|block| block.insts.iter().any(is_object)) {
        return function;
    }
    let mut copy = Function::clone(&function);
    for block in function.blocks.indices() {
        let insts = std::mem::take(&mut copy.blocks[block].insts);
        copy.blocks[block].insts = insts.into_iter().flat_map(|inst| rewritten(&mut copy, inst)).collect();
    }
    Arc::new(copy)
}

/// What stands in the place of `inst`.
fn rewritten(function: &mut Function, inst: Inst) -> Vec<Inst> {
    let Op::Object(op, operands) = &inst.op else { return vec![inst] };
    match (*op, &operands[..], &inst.results[..]) {
        (ObjectOp::NullCheck | ObjectOp::CheckCast(_), ..) => Vec::new(),
        (ObjectOp::ArrayLength, &[array], _) => load(function, place(array, None, LENGTH_OFFSET), inst),
        (ObjectOp::ArrayLoad, &[array, index], &[result]) => {
            let element = (index, function.type_of(result));
            load(function, place(array, Some(element), ELEMENTS_OFFSET), inst)
        }
        (ObjectOp::ArrayStore, &[array, index, value], _) => {
            let element = (index, function.type_of(value));
            let address = address(function, place(array, Some(element), ELEMENTS_OFFSET), &inst);
            let op = Op::Store { ptr: address.results[0], value, volatile: false };
            vec![address, Inst { op, ..inst }]
        }
        _ => vec![inst],
    }
}

/// The place `offset` behind the start of `array`, or behind that at an index of elements of a type.
fn place(array: Value, element: Option<(Value, Type)>, offset: u64) -> Op {
    let scale = element.map_or(0, |(_, ty)| i64::from(ty.store_size_bytes()));
    Op::PtrAdd { base: array, index: element.map(|(index, _)| index), scale, offset: offset as i64 }
}

/// Computes an address for `inst`.
fn address(function: &mut Function, place: Op, inst: &Inst) -> Inst {
    Inst { results: vec![function.new_value(Type::Ptr)], op: place, span: inst.span }
}

/// Reads at `place` what `inst` gives.
fn load(function: &mut Function, place: Op, inst: Inst) -> Vec<Inst> {
    let address = address(function, place, &inst);
    let op = Op::Load { ptr: address.results[0], volatile: false };
    vec![address, Inst { op, ..inst }]
}
