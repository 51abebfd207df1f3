//! Values that only control flow decides: counters and states that start from constants.
//!
//! ```text
//! t = 0;  if (a == b) t += 1;  if (a == c) t += 2;  …  if (t > 3) target
//! ```
//!
//! Where a run leaves at `t > 3`, no input changes `t` from there on, so its distance has no gradient; the
//! conditions that would set it right stand earlier. A missed condition on such values is therefore known to
//! be worse than an unknown one, and the nodes where they are decided are measured too, though the target is
//! not control dependent on them. The paper measures controlling nodes only.
//!
//! Cost: linear in the function.

use trine_base::index::TypedIndex;
use trine_ir::{Function, Op, Value};

/// Per value: whether all it is computed from are constants and values of this kind.
pub(super) fn control_only(function: &Function) -> Vec<bool> {
    let mut flags = vec![true; function.values.len()];
    let mut users: Vec<Vec<Value>> = vec![Vec::new(); function.values.len()];
    let mut open: Vec<Value> = function.blocks[Function::ENTRY].params.clone();
    for data in &function.blocks {
        for inst in &data.insts {
            if is_input(&inst.op) {
                open.extend(&inst.results);
            }
            inst.op.for_each_operand(|operand| users[operand.position()].extend(&inst.results));
        }
        for edge in data.terminator.edges() {
            for (&param, arg) in function.blocks[edge.block].params.iter().zip(&edge.args) {
                users[arg.position()].push(param);
            }
        }
    }
    while let Some(value) = open.pop() {
        if std::mem::replace(&mut flags[value.position()], false) {
            open.append(&mut users[value.position()]);
        }
    }
    flags
}

fn is_input(op: &Op) -> bool {
    matches!(
        op,
        Op::Load { .. }
            | Op::Call { .. }
            | Op::StackAlloc { .. }
            | Op::Intrinsic(..)
            | Op::AtomicUpdate { .. }
            | Op::CompareExchange { .. }
    )
}
