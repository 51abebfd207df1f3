//! Copies of a `finally` block: one for each way out of the `try`, and one for exceptions. They are counted as one.
//!
//! The handler for exceptions stores what was thrown, does the block, and throws on. Where control leaves the guarded
//! stretches otherwise, the same instructions follow.

use super::Filtered;
use super::pattern::is_pooled;
use crate::class::{Code, Constant, Handler, Instruction, Kind};
use crate::cover::nodes::Nodes;
use std::collections::BTreeSet;

/// Counts copies of finally blocks as one.
pub fn copies(nodes: &Nodes<'_>, filtered: &mut Filtered) {
    for (position, handler) in nodes.code.handlers.iter().enumerate() {
        if handler.catches.is_none() {
            of_handler(nodes, position, handler, filtered);
        }
    }
}

fn of_handler(nodes: &Nodes<'_>, position: usize, any: &Handler, filtered: &mut Filtered) {
    let code = nodes.code;
    let block = nodes.index_from(any.target);
    let size = size(code, block);
    if size == 0 {
        return;
    }
    let same = |handler: &&Handler| handler.target == any.target;
    let inside: BTreeSet<usize> = code
        .handlers
        .iter()
        .filter(same)
        .flat_map(|handler| nodes.index_from(handler.start)..nodes.index_from(handler.end))
        .collect();
    let mut merge = |at: usize| merge(code, size, block, at, filtered);
    for (other, handler) in code.handlers.iter().enumerate() {
        if same(&handler) {
            let mut goes_on = false;
            for index in nodes.index_from(handler.start)..nodes.index_from(handler.end) {
                let (_, instruction) = &code.instructions[index];
                match instruction {
                    Instruction::Branch(_, target) | Instruction::Goto(target) => {
                        let target = nodes.index_from(*target);
                        if !inside.contains(&target) {
                            merge(target);
                        }
                        goes_on = !matches!(instruction, Instruction::Goto(_));
                    }
                    Instruction::Return(_) | Instruction::Throw => goes_on = false,
                    _ => goes_on = true,
                }
            }
            let behind = nodes.index_from(handler.end);
            if goes_on && !inside.contains(&behind) {
                merge(behind);
            }
        }
        if other != position && handler.start == any.start && handler.end == any.end {
            // A catch block that does nothing only stores the exception.
            let behind = nodes.index_from(handler.target) + 1;
            if !inside.contains(&behind) {
                merge(behind);
            }
        }
    }
}

/// Instructions between the store of what was thrown at `block` and its throw; 0 when that is not the shape.
fn size(code: &Code, block: usize) -> usize {
    let Some((_, Instruction::Store(Kind::Reference, thrown))) = code.instructions.get(block) else {
        return 0;
    };
    let behind = &code.instructions[block + 1..];
    let is_load = |(_, instruction): &(u32, Instruction)| matches!(instruction, Instruction::Load(Kind::Reference, slot) if slot == thrown);
    let Some(size) = behind.iter().position(is_load) else { return 0 };
    if matches!(behind.get(size + 1), Some((_, Instruction::Throw))) { size } else { 0 }
}

/// Counts the `size` instructions from `copy` on as those behind `block`, if they are the same.
fn merge(code: &Code, size: usize, block: usize, copy: usize, filtered: &mut Filtered) {
    let instruction = |at: usize| code.instructions.get(at).map(|(_, instruction)| instruction);
    let same = (0..size).all(|at| match (instruction(block + 1 + at), instruction(copy + at)) {
        (Some(one), Some(other)) => has_same_opcode(one, other),
        _ => false,
    });
    if !same {
        return;
    }
    filtered.ignore(block, block);
    for at in 0..size {
        filtered.merge(block + 1 + at, copy + at);
    }
    filtered.ignore(block + 1 + size, block + 2 + size);
    // The jump behind a copy that was not executed would leave its line covered in part.
    if matches!(instruction(copy + size), Some(Instruction::Goto(_))) {
        filtered.ignore(copy + size, copy + size);
    }
}

/// Whether two instructions are one opcode, whatever their operands.
fn has_same_opcode(one: &Instruction, other: &Instruction) -> bool {
    use Instruction as I;
    match (one, other) {
        (I::Constant(one), I::Constant(other)) => opcode(one) == opcode(other),
        (I::Load(one, _), I::Load(other, _)) | (I::Store(one, _), I::Store(other, _)) => one == other,
        (I::Branch(one, _), I::Branch(other, _)) => one == other,
        (I::Field { access: one, .. }, I::Field { access: other, .. }) => one == other,
        (I::Invoke { kind: one, .. }, I::Invoke { kind: other, .. }) => one == other,
        (I::NewArray(one), I::NewArray(other)) => {
            let is_base = |ty| matches!(ty, &crate::class::FieldType::Base(_));
            is_base(one) == is_base(other)
        }
        (I::Increment(..), I::Increment(..))
        | (I::Goto(_), I::Goto(_))
        | (I::Switch { .. }, I::Switch { .. })
        | (I::InvokeDynamic { .. }, I::InvokeDynamic { .. })
        | (I::New(_), I::New(_))
        | (I::NewMultiArray(..), I::NewMultiArray(..))
        | (I::CheckCast(_), I::CheckCast(_))
        | (I::InstanceOf(_), I::InstanceOf(_)) => true,
        _ => one == other,
    }
}

/// The opcode that loads a constant, in the numbers of the specification; wide and narrow loads from the pool are one.
fn opcode(constant: &Constant) -> u8 {
    match constant {
        _ if is_pooled(constant) => 18,
        Constant::Null => 1,
        Constant::Int(value @ -1..=5) => (3 + value) as u8,
        Constant::Int(value) if i8::try_from(*value).is_ok() => 16,
        Constant::Int(_) => 17,
        Constant::Long(value) => 9 + u8::from(*value != 0),
        Constant::Float(value) => 11 + *value as u8,
        Constant::Double(value) => 14 + *value as u8,
        _ => 18,
    }
}
