//! Terms over the state at a branch: registers, addresses of globals, and what memory holds.
//!
//! The variables of the pool are what the machine is asked for when a formula is evaluated. A load whose
//! address is a term is a variable too, one per address and width: the machine computes the address first.
//!
//! `None` stands for a **destroyed** value everywhere: one the analysis knows nothing of.

use rustc_hash::FxHashMap;
use trine_expr::{BinaryOp, CompareOp, Node, Term, TermPool};
use trine_ir::{Constant, Function, GlobalId, Inst, Intrinsic, Op, Type, Value};
use trine_lift as lift;

use super::write_log::WriteLog;

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
const WIDEST: u32 = 64;

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

    /// The results of `inst`, which neither calls nor writes memory, given its operands in order.
    pub(super) fn results(
        &mut self,
        function: &Function,
        inst: &Inst,
        operands: &[Option<Term>],
        memory: &WriteLog,
    ) -> Vec<Option<Term>> {
        let types: Vec<Type> = inst.results.iter().map(|&result| function.type_of(result)).collect();
        let first = match types.first() {
            Some(ty) if ty.bits() <= WIDEST => self.result(function, inst, *ty, operands, memory),
            _ => None,
        };
        let mut results = vec![None; types.len()];
        results.iter_mut().take(1).for_each(|result| *result = first);
        if let (Op::Intrinsic(intrinsic, _), [Some(a), Some(b)], [_, second]) =
            (&inst.op, operands, &mut results[..])
        {
            *second = self.overflow(*intrinsic, *a, *b);
        }
        results
    }

    fn result(
        &mut self,
        function: &Function,
        inst: &Inst,
        ty: Type,
        operands: &[Option<Term>],
        memory: &WriteLog,
    ) -> Option<Term> {
        let operand = |at: usize| operands.get(at).copied().flatten();
        match &inst.op {
            Op::Binary { op, .. } => lift::binary(&mut self.pool, *op, ty, operand(0)?, operand(1)?),
            Op::FloatNeg(_) => Some(self.pool.float_neg(lift::format_of(ty)?, operand(0)?)),
            Op::IntCompare(predicate, ..) => {
                Some(lift::int_compare(&mut self.pool, *predicate, operand(0)?, operand(1)?))
            }
            Op::FloatCompare(predicate, a, _) => {
                let format = lift::format_of(function.type_of(*a))?;
                Some(lift::float_compare(&mut self.pool, *predicate, format, operand(0)?, operand(1)?))
            }
            Op::Cast(op, a) => lift::cast(&mut self.pool, *op, function.type_of(*a), ty, operand(0)?),
            Op::Select { .. } => Some(self.pool.ite(operand(0)?, operand(1)?, operand(2)?)),
            Op::PtrAdd { index, scale, offset, .. } => {
                let mut address = operand(0)?;
                if index.is_some() {
                    let steps = operand(1)?;
                    let steps = self.pool.sign_extend(steps, 64);
                    let scale = self.pool.constant(*scale as u64 as u128, 64);
                    let distance = self.pool.binary(BinaryOp::Mul, steps, scale);
                    address = self.pool.binary(BinaryOp::Add, address, distance);
                }
                Some(self.displaced(address, *offset))
            }
            Op::Load { .. } => memory.read(self, operand(0)?, ty),
            Op::Intrinsic(intrinsic, _) => {
                let operands: Option<Vec<Term>> = operands.iter().copied().collect();
                lift::intrinsic(&mut self.pool, *intrinsic, ty, &operands?)
            }
            _ => None,
        }
    }

    /// Whether checked arithmetic overflows.
    fn overflow(&mut self, intrinsic: Intrinsic, a: Term, b: Term) -> Option<Term> {
        use Intrinsic as I;
        let width = self.pool.width(a);
        let (op, signed) = match intrinsic {
            I::SAddOverflow => (BinaryOp::Add, true),
            I::SSubOverflow => (BinaryOp::Sub, true),
            I::SMulOverflow => (BinaryOp::Mul, true),
            I::UAddOverflow => (BinaryOp::Add, false),
            I::USubOverflow => (BinaryOp::Sub, false),
            I::UMulOverflow => (BinaryOp::Mul, false),
            _ => return None,
        };
        if 2 * width > WIDEST {
            return None;
        }
        let pool = &mut self.pool;
        let mut wide =
            |a| if signed { pool.sign_extend(a, 2 * width) } else { pool.zero_extend(a, 2 * width) };
        let (x, y) = (wide(a), wide(b));
        let exact = pool.binary(op, x, y);
        let cut = pool.extract(exact, 0, width);
        let back = if signed { pool.sign_extend(cut, 2 * width) } else { pool.zero_extend(cut, 2 * width) };
        let same = pool.compare(CompareOp::Eq, exact, back);
        Some(pool.not(same))
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
