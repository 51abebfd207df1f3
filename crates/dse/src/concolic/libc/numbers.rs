//! Integers from text: `atoi`, `strtol` and their kin as functions of the characters.
//!
//! One pass over the characters keeps, as terms of one bit, where the number stands: in white space, behind the sign,
//! behind a zero that may begin `0x`, behind that `x`, or among the digits of a base. The value, and the end where
//! somebody asks for it, follow:
//!
//! ```text
//! "  -12k"    space space sign digit digit end      value 12, negative, end 5
//! ```
//!
//! As many characters are looked at as digits fit into 63 bits, so nothing is cut to a range; that the number of
//! this run ended within them is relied on. Not handled: longer numbers, `0b`, a base that inputs decide.

use crate::concolic::{Concolic, ImplicitKind, Shadow};
use trine_expr::{BinaryOp, CompareOp, Term};
use trine_machine::Memory;
use trine_machine::domain::Operand;

/// What the functions differ in.
struct Parse {
    /// 0, or 2 to 36.
    base: u32,
    /// Where the address of the end is written, if anywhere.
    end_at: u64,
    /// Width of the result.
    width: u32,
}

/// Where the number stands after some characters; one bit each, at most one of them set.
struct State {
    space: Term,
    /// Behind the sign, or behind `0x`: a digit must follow.
    sign: Term,
    /// Behind a leading zero, which may begin `0x`.
    zero: Term,
    prefix: Term,
    /// Bases with the bit that says that digits of it are read.
    digits: Vec<(u32, Term)>,
}

impl Concolic {
    /// The result of a function that reads an integer, if `name` is one; `None` as well when its text is concrete.
    pub(in crate::concolic) fn parsed_integer(
        &mut self,
        name: &str,
        operands: &[Operand<Shadow>],
        memory: &Memory,
    ) -> Option<Term> {
        let word = |at: usize| operands.get(at).map_or(0, |operand| operand.bits as u64);
        let parse = match name {
            "atoi" => Parse { base: 10, end_at: 0, width: 32 },
            "atol" | "atoll" => Parse { base: 10, end_at: 0, width: 64 },
            "strtol" | "strtoll" | "strtoq" | "strtoimax" | "strtoul" | "strtoull" | "strtouq"
            | "strtoumax" | "__strtol_internal" | "__strtoul_internal" | "__isoc23_strtol"
            | "__isoc23_strtoll" | "__isoc23_strtoimax" | "__isoc23_strtoul" | "__isoc23_strtoull"
            | "__isoc23_strtoumax" => Parse { base: word(2) as u32, end_at: word(1), width: 64 },
            _ => return None,
        };
        let knows_binary = name.starts_with("__isoc23") && matches!(parse.base, 0 | 2);
        let base_is_known = operands.get(2).is_none_or(|base| base.shadow == Shadow::NONE);
        if parse.base == 1 || parse.base > 36 || knows_binary || !base_is_known {
            return None;
        }
        self.parse(&parse, word(0), memory)
    }

    fn parse(&mut self, parse: &Parse, start: u64, memory: &Memory) -> Option<Term> {
        let most = digits_in_63_bits(if parse.base == 0 { 16 } else { parse.base });
        let mut bytes = Vec::new();
        while bytes.len() < most {
            let Some(byte) = self.byte_at(start + bytes.len() as u64, memory) else { break };
            bytes.push(byte);
            if self.pool.as_constant(byte) == Some(0) {
                break;
            }
        }
        if bytes.iter().all(|&byte| self.pool.as_constant(byte).is_some()) {
            return None;
        }
        let mut state = self.start(parse.base);
        let zero = self.pool.constant(0, 64);
        let (mut value, mut end, mut negative) = (zero, zero, self.pool.boolean(false));
        for (at, &byte) in bytes.iter().enumerate() {
            let minus = self.pool.constant(u128::from(b'-'), 8);
            let is_minus = self.pool.equal(byte, minus);
            let turned = self.pool.and(state.space, is_minus);
            negative = self.pool.or(negative, turned);
            state = self.advance(parse.base, &state, byte);
            for (base, reading) in state.digits.clone() {
                let next = self.with_digit(value, base, byte);
                value = self.pool.ite(reading, next, value);
                let behind = self.pool.constant(at as u128 + 1, 64);
                end = self.pool.ite(reading, behind, end);
            }
        }
        let going_on = self.any_of(&state);
        let ended = self.pool.not(going_on);
        if bytes.len() == most {
            self.rely_on(ImplicitKind::Value, ended);
        }
        if parse.end_at != 0 {
            let start = self.pool.constant(u128::from(start), 64);
            let address = self.pool.binary(BinaryOp::Add, start, end);
            self.memory.store(parse.end_at, address, 8);
        }
        let opposite = self.pool.unary(trine_expr::UnaryOp::Neg, value);
        let signed = self.pool.ite(negative, opposite, value);
        Some(self.pool.extract(signed, 0, parse.width))
    }

    fn start(&mut self, base: u32) -> State {
        let (yes, no) = (self.pool.boolean(true), self.pool.boolean(false));
        let bases = if base == 0 { vec![8, 10, 16] } else { vec![base] };
        let digits = bases.into_iter().map(|base| (base, no)).collect();
        State { space: yes, sign: no, zero: no, prefix: no, digits }
    }

    /// Where the number stands behind `byte`.
    fn advance(&mut self, base: u32, state: &State, byte: Term) -> State {
        let no = self.pool.boolean(false);
        let [blank, controls] = [(b' ', b' '), (9, 13)].map(|(from, to)| self.between(byte, from, to));
        let is_space = self.pool.or(blank, controls);
        let [plus, minus] = [b'+', b'-'].map(|sign| self.between(byte, sign, sign));
        let is_sign = self.pool.or(plus, minus);
        let space = self.pool.and(state.space, is_space);
        let sign = self.pool.and(state.space, is_sign);
        let begins = self.pool.or(state.space, state.sign);
        let is_zero = self.between(byte, b'0', b'0');
        let has_prefix = matches!(base, 0 | 16);
        let zero = if has_prefix { self.pool.and(begins, is_zero) } else { no };
        let folded = self.lower(byte);
        let is_x = self.between(folded, b'x', b'x');
        let prefix = self.pool.and(state.zero, is_x);
        let mut digits = Vec::with_capacity(state.digits.len());
        for &(digit_base, reading) in &state.digits {
            let is_digit = self.is_digit(byte, digit_base);
            let mut from = reading;
            if base == 0 {
                let opens = match digit_base {
                    8 => self.pool.and(begins, is_zero),
                    10 => {
                        let other = self.pool.not(is_zero);
                        self.pool.and(begins, other)
                    }
                    _ => state.prefix,
                };
                from = self.pool.or(from, opens);
            } else {
                from = self.pool.or(from, begins);
                from = self.pool.or(from, state.prefix);
            }
            digits.push((digit_base, self.pool.and(from, is_digit)));
        }
        State { space, sign, zero, prefix, digits }
    }

    fn any_of(&mut self, state: &State) -> Term {
        let mut any = self.pool.or(state.space, state.sign);
        any = self.pool.or(any, state.prefix);
        for &(_, reading) in &state.digits {
            any = self.pool.or(any, reading);
        }
        any
    }

    fn is_digit(&mut self, byte: Term, base: u32) -> Term {
        let mut is_digit = self.between(byte, b'0', b'0' + (base.min(10) - 1) as u8);
        if base > 10 {
            let folded = self.lower(byte);
            let letter = self.between(folded, b'a', b'a' + (base - 11) as u8);
            is_digit = self.pool.or(is_digit, letter);
        }
        is_digit
    }

    /// `value * base + digit`.
    fn with_digit(&mut self, value: Term, base: u32, byte: Term) -> Term {
        let low = self.pool.constant(u128::from(b'0'), 8);
        let mut digit = self.pool.binary(BinaryOp::Sub, byte, low);
        if base > 10 {
            let folded = self.lower(byte);
            let of_a = self.pool.constant(u128::from(b'a' - 10), 8);
            let of_letter = self.pool.binary(BinaryOp::Sub, folded, of_a);
            let ten = self.pool.constant(10, 8);
            let is_decimal = self.pool.compare(CompareOp::Ult, digit, ten);
            digit = self.pool.ite(is_decimal, digit, of_letter);
        }
        let digit = self.pool.zero_extend(digit, 64);
        let base = self.pool.constant(u128::from(base), 64);
        let tens = self.pool.binary(BinaryOp::Mul, value, base);
        self.pool.binary(BinaryOp::Add, tens, digit)
    }
}

/// Digits of `base` that every number of fits into 63 bits.
fn digits_in_63_bits(base: u32) -> usize {
    (63.0 / f64::from(base).log2()).floor() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_digits_are_read_as_always_fit() {
        for (base, digits) in [(2, 63), (10, 18), (16, 15), (36, 12)] {
            assert_eq!(digits_in_63_bits(base), digits);
            let most = (0..digits).fold(0u128, |value, _| value * u128::from(base) + u128::from(base) - 1);
            assert!(most < 1 << 63, "base {base}");
        }
    }
}
