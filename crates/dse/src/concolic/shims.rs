//! Functions of the C library that have a term.
//!
//! What is not here is concrete; where its arguments had terms, nothing is relied on: a run that takes another
//! way than the solver meant is noticed when it is replayed.

use super::{Concolic, Shadow};
use trine_expr::{BinaryOp, Format, MathFunction, Term, UnaryOp};
use trine_ir::{Intrinsic, Type};
use trine_lift::intrinsic;
use trine_machine::Memory;
use trine_machine::domain::Operand;

/// A position that no string has.
const MISSING: u128 = u64::MAX as u128;

impl Concolic {
    pub(super) fn shim_result(
        &mut self,
        name: &str,
        operands: &[Operand<Shadow>],
        result: u128,
        memory: &Memory,
    ) -> Option<Term> {
        let word = |at: usize| operands.get(at).map_or(0, |operand| operand.bits as u64);
        match name {
            "strlen" => self.length(word(0), u64::MAX, memory),
            "strnlen" => self.length(word(0), word(1), memory),
            "strchr" | "index" | "memchr" | "rawmemchr" => self.found_byte(name, operands, memory),
            _ => {
                if operands.iter().all(|operand| operand.shadow == Shadow::NONE) {
                    return None;
                }
                self.of_values(name, operands, result)
            }
        }
    }

    fn length(&mut self, address: u64, limit: u64, memory: &Memory) -> Option<Term> {
        let nul = self.pool.constant(0, 8);
        let missing = self.pool.constant(if limit == u64::MAX { MISSING } else { u128::from(limit) }, 64);
        self.first_position(address, limit, nul, false, missing, memory)
    }

    /// `strchr`, `memchr`: a pointer to the byte, or null.
    fn found_byte(&mut self, name: &str, operands: &[Operand<Shadow>], memory: &Memory) -> Option<Term> {
        let (&text, &wanted) = (operands.first()?, operands.get(1)?);
        let limit = match name {
            "memchr" => operands.get(2)?.bits as u64,
            _ => u64::MAX,
        };
        let wanted = self.lifted(wanted, 32);
        let wanted = self.pool.extract(wanted, 0, 8);
        let missing = self.pool.constant(MISSING, 64);
        let is_text = matches!(name, "strchr" | "index");
        let position = self.first_position(text.bits as u64, limit, wanted, is_text, missing, memory)?;
        let base = self.pool.constant(text.bits, 64);
        let found = self.pool.binary(BinaryOp::Add, base, position);
        let null = self.pool.constant(0, 64);
        let none = self.pool.equal(position, missing);
        Some(self.pool.ite(none, null, found))
    }

    /// Functions of numbers and characters.
    fn of_values(&mut self, name: &str, operands: &[Operand<Shadow>], result: u128) -> Option<Term> {
        let first = *operands.first()?;
        match name {
            "abs" => self.absolute(first, 32),
            "labs" | "llabs" | "imaxabs" => self.absolute(first, 64),
            "toupper" => {
                let c = self.lifted(first, 32);
                Some(self.changed_case(c, b'a', b'z', (-32i8) as u8))
            }
            "tolower" => {
                let c = self.lifted(first, 32);
                Some(self.changed_case(c, b'A', b'Z', 32))
            }
            _ => self.character_class(name, first, result).or_else(|| self.math_function(name, operands)),
        }
    }

    fn absolute(&mut self, value: Operand<Shadow>, width: u32) -> Option<Term> {
        let x = self.lifted(value, width);
        let (sign, opposite) = (self.pool.extract(x, width - 1, 1), self.pool.unary(UnaryOp::Neg, x));
        Some(self.pool.ite(sign, opposite, x))
    }

    /// `isdigit` and its kin give some number that is not zero: the one of this run.
    fn character_class(&mut self, name: &str, c: Operand<Shadow>, result: u128) -> Option<Term> {
        let ranges: &[(u8, u8)] = match name {
            "isdigit" => &[(b'0', b'9')],
            "isupper" => &[(b'A', b'Z')],
            "islower" => &[(b'a', b'z')],
            "isalpha" => &[(b'A', b'Z'), (b'a', b'z')],
            "isalnum" => &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')],
            "isxdigit" => &[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')],
            "isspace" => &[(9, 13), (b' ', b' ')],
            "isblank" => &[(9, 9), (b' ', b' ')],
            "isprint" => &[(32, 126)],
            "isgraph" => &[(33, 126)],
            "iscntrl" => &[(0, 31), (127, 127)],
            "ispunct" => &[(33, 47), (58, 64), (91, 96), (123, 126)],
            _ => return None,
        };
        let c = self.lifted(c, 32);
        let mut any = self.pool.boolean(false);
        for &(from, to) in ranges {
            let inside = self.between(c, from, to);
            any = self.pool.or(any, inside);
        }
        let yes = self.pool.constant(if result == 0 { 1 } else { result }, 32);
        let no = self.pool.constant(0, 32);
        Some(self.pool.ite(any, yes, no))
    }

    fn math_function(&mut self, name: &str, operands: &[Operand<Shadow>]) -> Option<Term> {
        let (base, format) = match name.strip_suffix('f') {
            Some(base) if is_float_function(base) => (base, Format::F32),
            _ => (name, Format::F64),
        };
        let ty = if format == Format::F32 { Type::F32 } else { Type::F64 };
        let mut terms = Vec::with_capacity(operands.len());
        for &operand in operands {
            let term = self.lifted(operand, format.bits());
            if self.pool.width(term) != format.bits() {
                return None;
            }
            terms.push(term);
        }
        if let Some(known) = as_intrinsic(base) {
            return intrinsic(&mut self.pool, known, ty, &terms);
        }
        if base == "fmod" {
            let &[a, b] = terms.as_slice() else { return None };
            return Some(self.pool.float_binary(trine_expr::FloatBinaryOp::Rem, format, a, b));
        }
        let function = MathFunction::named(base)?;
        let a = *terms.first()?;
        let b = terms.get(1).copied().unwrap_or(a);
        Some(self.pool.math(function, format, a, b))
    }
}

fn is_float_function(base: &str) -> bool {
    base == "fmod" || as_intrinsic(base).is_some() || MathFunction::named(base).is_some()
}

/// Functions that the machine also has as intrinsics.
fn as_intrinsic(name: &str) -> Option<Intrinsic> {
    Some(match name {
        "fabs" => Intrinsic::FAbs,
        "sqrt" => Intrinsic::Sqrt,
        "floor" => Intrinsic::Floor,
        "ceil" => Intrinsic::Ceil,
        "trunc" => Intrinsic::FTrunc,
        "round" => Intrinsic::Round,
        "rint" | "nearbyint" | "roundeven" => Intrinsic::RoundEven,
        "copysign" => Intrinsic::CopySign,
        "fma" => Intrinsic::FusedMulAdd,
        "fmin" => Intrinsic::FMin,
        "fmax" => Intrinsic::FMax,
        _ => return None,
    })
}
