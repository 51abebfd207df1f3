//! Pointers that a function makes of numbers: `(uint16_t *)0x1FFFF7E0`, and what it computes from them.
//!
//! Such a pointer means memory at an absolute address. Numbers that were pointers before (`(char *)((uintptr_t)p & ~7)`)
//! mean objects; these are told from absolute addresses when they are used, as the address of an object is not below 4 GiB.
//!
//! Not handled: pointers that come from memory or from callers. Cost: a pass over the function, and one for each loop that carries such a pointer further.

use std::collections::BTreeSet;
use trine_ir::{BlockData, CastOp, Constant, Function, Op, Type, Value};

/// Pointers made of numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Absolute {
    values: BTreeSet<Value>,
    constants: BTreeSet<Value>,
    locals: BTreeSet<Value>,
}

impl Absolute {
    /// Those of `function`.
    pub fn of(function: &Function) -> Self {
        let mut found = Self::default();
        for (value, _) in function.values.iter_enumerated() {
            let is_number = matches!(function.constant(value), Some(Constant::Bits(bits)) if bits != 0);
            if is_number && function.type_of(value) == Type::Ptr {
                found.constants.insert(value);
            }
        }
        // Until nothing changes: loops carry pointers in parameters of blocks.
        loop {
            let before = found.values.len();
            for data in &function.blocks {
                found.instructions(data);
                found.edges(function, data);
            }
            if found.values.len() == before {
                return found;
            }
        }
    }

    fn instructions(&mut self, data: &BlockData) {
        for inst in &data.insts {
            let [result] = inst.results[..] else { continue };
            let is_local = match inst.op {
                Op::StackAlloc { .. } => true,
                Op::PtrAdd { base, .. } => self.locals.contains(&base),
                _ => false,
            };
            if is_local {
                self.locals.insert(result);
            }
            let is_absolute = match inst.op {
                Op::Cast(CastOp::IntToPtr, _) => true,
                Op::PtrAdd { base, .. } => self.contains(base),
                Op::Select { then, otherwise, .. } => self.contains(then) || self.contains(otherwise),
                _ => false,
            };
            if is_absolute {
                self.values.insert(result);
            }
        }
    }

    fn edges(&mut self, function: &Function, data: &BlockData) {
        for edge in data.terminator.edges() {
            for (&argument, &param) in edge.args.iter().zip(&function.blocks[edge.block].params) {
                if self.contains(argument) {
                    self.values.insert(param);
                }
            }
        }
    }

    /// Whether `pointer` leads to a local variable of the function.
    pub fn is_local(&self, pointer: Value) -> bool {
        self.locals.contains(&pointer)
    }

    /// Whether `pointer` is made of a number.
    pub fn contains(&self, pointer: Value) -> bool {
        self.values.contains(&pointer) || self.constants.contains(&pointer)
    }
}
