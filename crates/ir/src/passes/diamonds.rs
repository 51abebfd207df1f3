//! If-conversion: a branch between two short pure ways to one block becomes a choice of values (Allen, Kennedy,
//! Porterfield, Warren, "Conversion of control dependence to data dependence", 1983; for symbolic execution: Hansen,
//! Schachte, Søndergaard, "State joining and splitting for the symbolic execution of binaries", 2009).
//!
//! ```text
//! block0: branch v0, block1, block2            block0: v2 = xor v1, 7
//! block1: v2 = xor v1, 7; jump block3(v2)  ==>         v4 = select v0, v2, v1
//! block2: jump block3(v1)                              jump block3(v4)
//! ```
//!
//! A checksum with a branch a bit has a path for each of its inputs; converted, it has one. The sites of converted
//! branches are left without a branch, and regions of their arms are dropped: the result is for exploration, not for
//! coverage. What ran before runs the same, but for steps counted, and for signed overflow in an arm, which is no fault
//! any more.
//!
//! Not converted: arms that read, write, call or may fault, and values that are pointers or x87 floats.
//!
//! Cost: each round is linear; there are as many as diamonds are nested.

use super::clean::remove_unreachable;
use super::merge::merge_lines;
use crate::function::Function;
use crate::ids::{Block, Value};
use crate::instruction::Edge;
use crate::instruction::{BinaryOp, CastOp, Inst, Op, Terminator};
use crate::types::Type;
use trine_base::index::TypedIndex;

/// Instructions of an arm, at most.
const MAX_INSTS: usize = 16;

/// Converts all diamonds and triangles of `function`; how many there were. Unreachable blocks must have been removed,
/// and are when this returns.
pub fn convert_diamonds(function: &mut Function) -> usize {
    let mut converted = 0;
    loop {
        let entries = entries(function);
        let before = converted;
        for block in function.blocks.indices() {
            converted += usize::from(convert(function, block, &entries));
        }
        if converted == before {
            break;
        }
        // Arms stay behind without an entry, and what was a diamond is a line of blocks: one arm of the next.
        remove_unreachable(function);
        merge_lines(function, false);
        remove_unreachable(function);
    }
    converted
}

/// The blocks that end in a branch which can be converted as it stands. Unreachable blocks must have been removed.
#[must_use]
pub fn diamonds(function: &Function) -> Vec<Block> {
    let entries = entries(function);
    function.blocks.indices().filter(|&block| choice(function, block, &entries).is_some()).collect()
}

/// Edges into each block, the function's own entry and unwind edges included.
fn entries(function: &Function) -> Vec<u32> {
    let mut entries = vec![0; function.blocks.len()];
    entries[Function::ENTRY.position()] = 1;
    for data in &function.blocks {
        let targets = data.all_edges().map(|edge| edge.block);
        targets.for_each(|target| entries[target.position()] += 1);
    }
    entries
}

/// One way out of a branch: its instructions, and the edge that leaves it.
struct Arm {
    insts: Vec<Inst>,
    exit: Edge,
}

/// The condition and both arms of the branch at the end of `block`, if it can be converted.
fn choice(function: &Function, block: Block, entries: &[u32]) -> Option<(Value, Arm, Arm)> {
    let Terminator::Branch { cond, then, otherwise, .. } = &function.blocks[block].terminator else {
        return None;
    };
    let (then, otherwise) = arms(function, block, (then, otherwise), entries)?;
    let can_be_chosen = |(a, b): (&Value, &Value)| a == b || is_plain(function.type_of(*a));
    then.exit.args.iter().zip(&otherwise.exit.args).all(can_be_chosen).then_some((*cond, then, otherwise))
}

fn convert(function: &mut Function, block: Block, entries: &[u32]) -> bool {
    let Some((cond, then, otherwise)) = choice(function, block, entries) else { return false };
    let pairs = then.exit.args.iter().copied().zip(otherwise.exit.args);
    let span = function.blocks[block].terminator_span;
    let mut insts: Vec<Inst> = then.insts.into_iter().chain(otherwise.insts).map(unchecked).collect();
    let mut args = Vec::with_capacity(pairs.len());
    for (a, b) in pairs {
        if a == b {
            args.push(a);
            continue;
        }
        let ty = function.type_of(a);
        let chosen = function.new_value(ty);
        insts.push(Inst { results: vec![chosen], op: Op::Select { cond, then: a, otherwise: b }, span });
        args.push(chosen);
    }
    let data = &mut function.blocks[block];
    data.insts.extend(insts);
    data.terminator = Terminator::Jump(Edge { block: then.exit.block, args });
    true
}

/// Both ways out of the branch at the end of `block`, if they are short, pure, and meet at once.
fn arms(
    function: &Function,
    block: Block,
    (then, otherwise): (&Edge, &Edge),
    entries: &[u32],
) -> Option<(Arm, Arm)> {
    let direct = |edge: &Edge| Arm { insts: Vec::new(), exit: edge.clone() };
    let through = |edge: &Edge| arm(function, edge, entries);
    let candidates = [
        (Some(direct(then)), Some(direct(otherwise))),
        (through(then), Some(direct(otherwise))),
        (Some(direct(then)), through(otherwise)),
        (through(then), through(otherwise)),
    ];
    let meet = |(a, b): (Option<Arm>, Option<Arm>)| {
        let (a, b) = (a?, b?);
        (a.exit.block == b.exit.block && a.exit.block != block).then_some((a, b))
    };
    candidates.into_iter().find_map(meet)
}

/// The block behind `edge` as an arm: nobody else enters it, and it does nothing but compute.
fn arm(function: &Function, edge: &Edge, entries: &[u32]) -> Option<Arm> {
    let data = &function.blocks[edge.block];
    let Terminator::Jump(exit) = &data.terminator else { return None };
    let is_private = entries[edge.block.position()] == 1 && data.params.is_empty();
    let is_short = data.insts.len() <= MAX_INSTS && data.unwind.is_none();
    let computes = |inst: &Inst| is_speculative(function, inst);
    (is_private && is_short && data.insts.iter().all(computes))
        .then(|| Arm { insts: data.insts.clone(), exit: exit.clone() })
}

/// Whether the instruction may run where it did not: without an effect, and without a fault.
fn is_speculative(function: &Function, inst: &Inst) -> bool {
    if !inst.results.iter().all(|&result| is_plain(function.type_of(result))) {
        return false;
    }
    match inst.op {
        Op::Binary { op: BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr, a, b, .. } => {
            let amount = function.constant_bits(b);
            amount.is_some_and(|amount| amount < u128::from(function.type_of(a).bits()))
        }
        Op::Binary { op: BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem, .. } => false,
        Op::Binary { .. } | Op::IntCompare(..) | Op::Select { .. } => true,
        Op::Cast(op, _) => matches!(op, CastOp::Trunc | CastOp::ZExt | CastOp::SExt),
        _ => false,
    }
}

/// Integers and floats that the machine chooses among and terms express.
fn is_plain(ty: Type) -> bool {
    !matches!(ty, Type::Ptr | Type::F80)
}

fn unchecked(mut inst: Inst) -> Inst {
    if let Op::Binary { no_signed_wrap, .. } = &mut inst.op {
        *no_signed_wrap = false;
    }
    inst
}
