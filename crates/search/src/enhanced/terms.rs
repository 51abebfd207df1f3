//! Terms over the state at a branch: registers, addresses of globals, and what memory holds.
//!
//! The variables of the pool are what the machine is asked for when a formula is evaluated. A load whose
//! address is a term is a variable too, one per address and width: the machine computes the address first.
//!
//! `None` stands for a **destroyed** value everywhere: one the analysis knows nothing of.

use rustc_hash::FxHashMap;
use trine_expr::{BinaryOp, Node, Term, TermPool};
use trine_ir::{Constant, GlobalId, Type, Value};

/// What a variable of the pool stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Input {
    /// A register of the function under test.
    Register(Value),
    /// The address of a global.
    Global(GlobalId),
    /// Bytes in memory.
    Load { address: Term, size_bytes: u32 },
}

/// Terms and what their variables stand for.
#[derive(Debug, Default)]
pub(super) struct Terms {
    pub pool: TermPool,
    inputs: Vec<Input>,
    known: FxHashMap<(Input, u32), Term>,
}

/// Values are not followed beyond this width.
pub(super) const WIDEST: u32 = 64;

impl Terms {
    /// What the variables stand for, by number.
    pub(super) fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The variable of `width` bits for `input`.
    pub(super) fn input(&mut self, input: Input, width: u32) -> Option<Term> {
        if width > WIDEST {
            return None;
        }
        if let Some(&term) = self.known.get(&(input, width)) {
            return Some(term);
        }
        let term = self.pool.variable("input", width);
        self.inputs.push(input);
        self.known.insert((input, width), term);
        Some(term)
    }

    /// A constant of the IR.
    pub(super) fn constant(&mut self, constant: Constant, ty: Type) -> Option<Term> {
        match constant {
            Constant::Bits(bits) if ty.bits() <= WIDEST => Some(self.pool.constant(bits, ty.bits())),
            Constant::Global(global, offset) => {
                let base = self.input(Input::Global(global), 64)?;
                Some(self.displaced(base, offset))
            }
            Constant::Function(function) => {
                let address =
                    trine_machine::memory::function_address(function, trine_machine::Layout::default());
                Some(self.pool.constant(address.into(), 64))
            }
            _ => None,
        }
    }

    /// `base + offset`.
    pub(super) fn displaced(&mut self, base: Term, offset: i64) -> Term {
        let offset = self.pool.constant(offset as u64 as u128, 64);
        self.pool.binary(BinaryOp::Add, base, offset)
    }

    /// `address` as a term plus a constant.
    pub(super) fn decomposed(&self, address: Term) -> (Term, i64) {
        match self.pool.node(address) {
            Node::Binary(BinaryOp::Add, a, b) => match (self.pool.as_constant(a), self.pool.as_constant(b)) {
                (_, Some(offset)) => (a, offset as i64),
                (Some(offset), _) => (b, offset as i64),
                _ => (address, 0),
            },
            _ => (address, 0),
        }
    }
}
