//! Functions of the C library that have a term: what C owns of the symbolic domain.
//!
//! What is not here is concrete, and the run imprecise: a run that takes another way than the solver meant is
//! noticed when it is replayed.

mod copies;
mod numbers;
mod strings;

pub(in crate::concolic) use copies::Copy;

use crate::concolic::{Concolic, Shadow};
use trine_expr::{BinaryOp, Format, MathFunction, Term, UnaryOp};
use trine_ir::{Intrinsic, Type};
use trine_lift::intrinsic;
use trine_machine::Memory;
use trine_machine::domain::Operand;

/// Bytes of a block that hold a term once it was filled with one.
const FILLED: u64 = 4096;
/// A position that no string has.
const MISSING: u128 = u64::MAX as u128;

impl Concolic {
    /// The term of the result of function `name`, if it has one. What else depends on inputs makes the run
    /// imprecise.
    pub(in crate::concolic) fn shim_result(
        &mut self,
        name: &str,
        operands: &[Operand<Shadow>],
        result: u128,
        memory: &Memory,
    ) -> Option<Term> {
        let word = |at: usize| operands.get(at).map_or(0, |operand| operand.bits as u64);
        match name {
            "strlen" | "strnlen" | "strchr" | "index" | "memchr" | "rawmemchr" => {
                // Which object is read, and how far.
                let is_byte = |at: usize| at == 1 && name != "strnlen";
                for (at, &operand) in operands.iter().enumerate() {
                    if !is_byte(at) {
                        self.rely_on_value(operand);
                    }
                }
                match name {
                    "strlen" => self.length(word(0), u64::MAX, memory),
                    "strnlen" => self.length(word(0), word(1), memory),
                    _ => self.found_byte(name, operands, memory),
                }
            }
            // They give the destination, and what they wrote is known.
            "strcpy" | "strncpy" | "strcat" | "strncat" => operands.first()?.shadow.term(),
            "memcpy" | "memmove" | "mempcpy" | "memset" | "explicit_bzero" | "bzero" => {
                let is_content = |at: usize| at == 1 && name == "memset";
                for (at, &operand) in operands.iter().enumerate() {
                    if !is_content(at) {
                        self.rely_on_value(operand);
                    }
                }
                if let ("memset", &[to, byte, length]) = (name, operands) {
                    self.fill(to.bits as u64, byte, length.bits as u64);
                }
                None
            }
            _ => {
                if let Some(term) = self.parsed_integer(name, operands, memory) {
                    return Some(term);
                }
                let is_concrete = operands.iter().all(|operand| operand.shadow == Shadow::NONE);
                let term = if is_concrete { None } else { self.of_values(name, operands, result) };
                self.imprecise |= term.is_none() && !(is_concrete && is_of_values(name));
                term
            }
        }
    }

    /// `length` bytes from `to` on hold the low byte of `value`.
    pub(in crate::concolic) fn fill(&mut self, to: u64, value: Operand<Shadow>, length: u64) {
        let Some(term) = value.shadow.term() else { return };
        let byte = self.pool.extract(term, 0, 8);
        for at in 0..length.min(FILLED) {
            self.memory.store(to + at, byte, 1);
        }
        self.imprecise |= length > FILLED;
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
        let ranges = class_of(name)?;
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

/// Functions of nothing but their arguments.
fn is_of_values(name: &str) -> bool {
    const OTHERS: [&str; 11] = [
        "abs",
        "labs",
        "llabs",
        "imaxabs",
        "toupper",
        "tolower",
        "malloc",
        "free",
        "__ctype_b_loc",
        "__ctype_tolower_loc",
        "__ctype_toupper_loc",
    ];
    let base = name.strip_suffix('f').unwrap_or(name);
    OTHERS.contains(&name) || class_of(name).is_some() || is_float_function(name) || is_float_function(base)
}

/// The characters for which a function of `ctype.h` gives something else than zero.
fn class_of(name: &str) -> Option<&'static [(u8, u8)]> {
    Some(match name {
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
    })
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
