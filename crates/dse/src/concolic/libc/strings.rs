//! Strings and blocks of memory as functions of their bytes.
//!
//! ```text
//! strcmp(s, "ab")    (if (= s0 'a') (if (= s1 'b') (if (= s2 0) 0 …) (- s1 'b')) (- s0 'a'))
//! strlen(s)          (if (= s0 0) 0 (if (= s1 0) 1 …))
//! ```
//!
//! The functions scan; their result is a chain of choices from the last byte that may matter to the first.
//! Bytes beyond the end of an object are never part of a chain.

use crate::concolic::Concolic;
use trine_expr::{BinaryOp, Term};
use trine_machine::Memory;
use trine_machine::domain::BytesCompared;

/// Longest chain; a longer one is cut, and the run imprecise.
const MOST: u64 = 256;

impl Concolic {
    /// The term of the byte at `address`, concrete or not; `None` outside of every object.
    pub(in crate::concolic) fn byte_at(&mut self, address: u64, memory: &Memory) -> Option<Term> {
        if let Some(term) = self.memory.byte(&mut self.pool, address) {
            return Some(term);
        }
        let value = memory.read_uint(address, 1).ok()?;
        Some(self.pool.constant(value, 8))
    }

    /// The result of comparing two strings or blocks; `None` when no byte of them has a term.
    pub(in crate::concolic) fn comparison(
        &mut self,
        event: &BytesCompared<'_>,
        memory: &Memory,
    ) -> Option<Term> {
        let is_block = matches!(event.name, "memcmp" | "bcmp");
        let folds = matches!(event.name, "strcasecmp" | "strncasecmp");
        let mut pairs = Vec::new();
        // Not only as far as in this run: where a string ends, inputs may decide.
        for at in 0..event.limit {
            if at == MOST {
                self.imprecise = true;
                break;
            }
            let (Some(x), Some(y)) =
                (self.byte_at(event.a_address + at, memory), self.byte_at(event.b_address + at, memory))
            else {
                break;
            };
            let (x, y) = if folds { (self.lower(x), self.lower(y)) } else { (x, y) };
            let ends = self.pool.as_constant(x) == Some(0) || self.pool.as_constant(y) == Some(0);
            pairs.push((x, y));
            if ends && !is_block {
                break;
            }
        }
        let known = pairs
            .iter()
            .any(|&(x, y)| self.pool.as_constant(x).is_none() || self.pool.as_constant(y).is_none());
        known.then(|| self.difference(&pairs, is_block))
    }

    fn difference(&mut self, pairs: &[(Term, Term)], is_block: bool) -> Term {
        let zero = self.pool.constant(0, 32);
        let nul = self.pool.constant(0, 8);
        let mut result = zero;
        for &(x, y) in pairs.iter().rev() {
            let (wide_x, wide_y) = (self.pool.zero_extend(x, 32), self.pool.zero_extend(y, 32));
            let difference = self.pool.binary(BinaryOp::Sub, wide_x, wide_y);
            let same = self.pool.equal(x, y);
            let rest = if is_block {
                result
            } else {
                let ends = self.pool.equal(x, nul);
                self.pool.ite(ends, zero, result)
            };
            result = self.pool.ite(same, rest, difference);
        }
        result
    }

    /// An ASCII letter in lower case.
    pub(in crate::concolic) fn lower(&mut self, byte: Term) -> Term {
        self.changed_case(byte, b'A', b'Z', 32)
    }

    /// `byte + by` where it lies between `from` and `to`.
    pub(in crate::concolic) fn changed_case(&mut self, byte: Term, from: u8, to: u8, by: u8) -> Term {
        let width = self.pool.width(byte);
        let inside = self.between(byte, from, to);
        let distance = self.pool.constant(i128::from(by as i8) as u128, width);
        let moved = self.pool.binary(BinaryOp::Add, byte, distance);
        self.pool.ite(inside, moved, byte)
    }

    /// One bit: whether `from <= byte <= to`.
    pub(in crate::concolic) fn between(&mut self, byte: Term, from: u8, to: u8) -> Term {
        let width = self.pool.width(byte);
        let low = self.pool.constant(u128::from(from), width);
        let distance = self.pool.binary(BinaryOp::Sub, byte, low);
        let span = self.pool.constant(u128::from(to - from) + 1, width);
        self.pool.compare(trine_expr::CompareOp::Ult, distance, span)
    }

    /// The position of the first byte equal to `wanted` among at most `limit` bytes at `address`; `missing`
    /// where there is none before a NUL (for strings) or the limit.
    pub(in crate::concolic) fn first_position(
        &mut self,
        address: u64,
        limit: u64,
        wanted: Term,
        stops_at_nul: bool,
        missing: Term,
        memory: &Memory,
    ) -> Option<Term> {
        let nul = self.pool.constant(0, 8);
        let mut bytes = Vec::new();
        let mut known = self.pool.as_constant(wanted).is_none();
        for at in 0..limit {
            if at == MOST {
                self.imprecise = true;
                break;
            }
            let Some(byte) = self.byte_at(address + at, memory) else { break };
            known |= self.pool.as_constant(byte).is_none();
            bytes.push(byte);
            let found = byte == wanted;
            if found || (stops_at_nul && self.pool.as_constant(byte) == Some(0)) {
                break;
            }
        }
        if !known {
            return None;
        }
        let mut result = missing;
        for (at, &byte) in bytes.iter().enumerate().rev() {
            let here = self.pool.constant(at as u128, 64);
            if stops_at_nul {
                let ends = self.pool.equal(byte, nul);
                result = self.pool.ite(ends, missing, result);
            }
            let found = self.pool.equal(byte, wanted);
            result = self.pool.ite(found, here, result);
        }
        Some(result)
    }
}
