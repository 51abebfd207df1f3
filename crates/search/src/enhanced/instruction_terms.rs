//! What an instruction computes, as terms over what its operands are.

use super::terms::{Terms, WIDEST};
use super::write_log::WriteLog;
use trine_expr::{BinaryOp, CompareOp, Term};
use trine_ir::{Function, Inst, Intrinsic, Op, Type};
use trine_lift as lift;

impl Terms {
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
}
