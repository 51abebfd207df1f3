//! Which instructions are folded into the only one that uses their result: a comparison into
//! the branch that ends its block, pointer arithmetic into loads and stores of its block.
//!
//! A fused instruction is not emitted; its operands are read by its user. That is safe in SSA
//! form: operands keep their slots until the function returns.

use trine_base::IndexVec;
use trine_base::index::TypedIndex;
use trine_ir::{Function, Op, Terminator, Type, Value};

/// Per value: the instruction folded into its user, as (block, instruction) positions.
pub(super) struct Fusion {
    fused: Vec<Option<(u32, u32)>>,
    /// How often each value is used.
    pub uses: IndexVec<Value, u32>,
}

impl Fusion {
    /// `pointer_bytes` are those of a pointer in memory.
    pub fn new(function: &Function, pointer_bytes: u32) -> Self {
        let uses = count_uses(function);
        let mut fused = vec![None; function.values.len()];
        // The single-use address or comparison that defines a value, in the block looked at.
        let mut candidate: Vec<Option<(u32, u32)>> = fused.clone();
        for (block, data) in function.blocks.iter_enumerated() {
            for (position, inst) in data.insts.iter().enumerate() {
                if let Op::Load { ptr, .. } | Op::Store { ptr, .. } = inst.op
                    && let Some((_, at)) = candidate[ptr.position()].filter(|origin| origin.0 == block.0)
                    && fusable_address(&data.insts[at as usize].op)
                    && is_plain_access(function, &inst.op, inst.results.first().copied(), pointer_bytes)
                {
                    fused[ptr.position()] = Some((block.0, at));
                }
                if let [result] = inst.results[..]
                    && uses[result] == 1
                {
                    candidate[result.position()] = Some((block.0, position as u32));
                }
            }
            if let Terminator::Branch { cond, .. } = data.terminator
                && let Some((_, at)) = candidate[cond.position()].filter(|origin| origin.0 == block.0)
                && fusable_compare(function, &data.insts[at as usize].op)
            {
                fused[cond.position()] = Some((block.0, at));
            }
        }
        Self { fused, uses }
    }

    /// The operation that computes `value`, when it is folded into its user.
    pub fn of<'f>(&self, function: &'f Function, value: Value) -> Option<&'f Op> {
        let (block, inst) = self.fused[value.position()]?;
        Some(&function.blocks[trine_ir::Block(block)].insts[inst as usize].op)
    }

    pub fn is_fused(&self, value: Value) -> bool {
        self.fused[value.position()].is_some()
    }
}

fn count_uses(function: &Function) -> IndexVec<Value, u32> {
    let mut uses: IndexVec<Value, u32> = function.values.iter().map(|_| 0).collect();
    for block in function.blocks.iter() {
        for inst in &block.insts {
            inst.op.for_each_operand(|value| uses[value] += 1);
        }
        block.for_each_leaving_operand(|value| uses[value] += 1);
    }
    uses
}

fn fusable_address(op: &Op) -> bool {
    match op {
        Op::PtrAdd { index: None, offset, .. } => i32::try_from(*offset).is_ok(),
        Op::PtrAdd { index: Some(_), scale, offset, .. } => {
            i16::try_from(*scale).is_ok() && i32::try_from(*offset).is_ok()
        }
        _ => false,
    }
}

fn is_plain_access(function: &Function, op: &Op, result: Option<Value>, pointer_bytes: u32) -> bool {
    match (op, result) {
        (Op::Store { value, .. }, _) => plain_type(function.type_of(*value), pointer_bytes),
        // Other volatile reads are no single operations.
        (Op::Load { volatile: false, .. }, Some(result)) => {
            plain_type(function.type_of(result), pointer_bytes)
        }
        _ => false,
    }
}

/// Whether loads and stores of the type are single operations, where pointers have so many bytes in memory.
pub(super) fn plain_type(ty: Type, pointer_bytes: u32) -> bool {
    match ty {
        Type::Int(8 | 16 | 32 | 64) | Type::F32 | Type::F64 => true,
        Type::Ptr => pointer_bytes == 8,
        _ => false,
    }
}

fn fusable_compare(function: &Function, op: &Op) -> bool {
    match op {
        Op::IntCompare(_, a, _) => !function.type_of(*a).is_wide(),
        Op::FloatCompare(_, a, _) => function.type_of(*a) != Type::F80,
        _ => false,
    }
}
