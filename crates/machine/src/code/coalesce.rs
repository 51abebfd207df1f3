//! Values that live in the slot of the block parameter they feed, so that the edge needs no
//! move: in `i2 = add i, 1; jump header(i2)` the sum is written to the slot of `i`.
//!
//! Sound when the value's only use is that argument, its block leaves by that jump alone, and
//! nothing reads the parameter between the value's definition and the jump: behind the jump
//! the parameter has its new value, and every other use of it is dominated by its block.

use super::fuse::Fusion;
use trine_ir::{BlockData, Function, Inst, Terminator, Value};

/// Pairs of a value and the parameter whose slot it takes.
pub(super) fn coalesced(function: &Function, fusion: &Fusion) -> Vec<(Value, Value)> {
    let mut pairs = Vec::new();
    for data in function.blocks.iter() {
        if let Terminator::Jump(edge) = &data.terminator
            && data.unwind.is_none()
        {
            let params = &function.blocks[edge.block].params;
            for (&param, &value) in params.iter().zip(&edge.args) {
                if may_share(function, fusion, data, &edge.args, param, value) {
                    pairs.push((value, param));
                }
            }
        }
    }
    pairs
}

fn may_share(
    function: &Function,
    fusion: &Fusion,
    data: &BlockData,
    args: &[Value],
    param: Value,
    value: Value,
) -> bool {
    if fusion.uses[value] != 1 || args.contains(&param) {
        return false;
    }
    let read = |inst: &Inst| reads(function, fusion, inst, param);
    // From the end: the definition comes before anything reads the parameter.
    for inst in data.insts.iter().rev() {
        if inst.results[..] == [value] {
            return true;
        }
        if read(inst) {
            return false;
        }
    }
    false
}

/// Whether `inst`, or what is folded into it, reads `param`.
fn reads(function: &Function, fusion: &Fusion, inst: &Inst, param: Value) -> bool {
    let mut found = false;
    inst.op.for_each_operand(|operand| {
        found |= operand == param;
        if let Some(folded) = fusion.of(function, operand) {
            folded.for_each_operand(|inner| found |= inner == param);
        }
    });
    found
}
