//! Rules for comparisons: they become narrow, and lose what both sides share.

use crate::evaluate::{compare, mask, signed};
use crate::node::{BinaryOp, CompareOp, Node, Term, UnaryOp};
use crate::pool::TermPool;

impl TermPool {
    pub(crate) fn simplify_compare(&mut self, op: CompareOp, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if let (Some(x), Some(y)) = (self.as_constant(a), self.as_constant(b)) {
            return self.boolean(compare(op, width, x, y));
        }
        if a == b {
            return self.boolean(op == CompareOp::Eq);
        }
        match op {
            CompareOp::Eq => self.simplify_equal(a, b, width),
            CompareOp::Ult => self.simplify_below(a, b, width),
            CompareOp::Slt => self.simplify_less(a, b, width),
        }
    }

    fn simplify_equal(&mut self, a: Term, b: Term, width: u32) -> Term {
        let (a, b) = self.ordered(a, b);
        if let Some(k) = self.as_constant(b) {
            return self.equal_to_constant(a, k, b, width);
        }
        match (self.node(a), self.node(b)) {
            (Node::ZeroExtend(x), Node::ZeroExtend(y)) | (Node::SignExtend(x), Node::SignExtend(y))
                if self.width(x) == self.width(y) =>
            {
                self.equal(x, y)
            }
            (Node::Unary(p, x), Node::Unary(q, y)) if p == q => self.equal(x, y),
            (Node::Binary(p, x, c), Node::Binary(q, y, d)) if p == q && self.is_cancelable(p) => match () {
                () if c == d => self.equal(x, y),
                () if x == y => self.equal(c, d),
                () if p != BinaryOp::Sub && x == d => self.equal(c, y),
                () if p != BinaryOp::Sub && c == y => self.equal(x, d),
                () => self.intern(Node::Compare(CompareOp::Eq, a, b), 1),
            },
            (Node::Concat(h, l), Node::Concat(g, m)) if self.width(l) == self.width(m) => {
                let (high, low) = (self.equal(h, g), self.equal(l, m));
                self.and(high, low)
            }
            _ if width == 1 => {
                let different = self.binary(BinaryOp::Xor, a, b);
                self.not(different)
            }
            _ => self.intern(Node::Compare(CompareOp::Eq, a, b), 1),
        }
    }

    fn is_cancelable(&self, op: BinaryOp) -> bool {
        matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Xor)
    }

    fn equal_to_constant(&mut self, a: Term, k: u128, constant: Term, width: u32) -> Term {
        if width == 1 {
            return if k == 1 { a } else { self.not(a) };
        }
        match self.node(a) {
            Node::ZeroExtend(x) => {
                let narrow = self.width(x);
                if k > mask(narrow) {
                    return self.boolean(false);
                }
                let k = self.constant(k, narrow);
                self.equal(x, k)
            }
            Node::SignExtend(x) => {
                let narrow = self.width(x);
                let cut = k & mask(narrow);
                if signed(cut, narrow) as u128 & mask(width) != k {
                    return self.boolean(false);
                }
                let k = self.constant(cut, narrow);
                self.equal(x, k)
            }
            Node::Concat(high, low) => {
                let below = self.width(low);
                let (top, bottom) = (self.constant(k >> below, width - below), self.constant(k, below));
                let (top, bottom) = (self.equal(high, top), self.equal(low, bottom));
                self.and(top, bottom)
            }
            Node::Unary(UnaryOp::Not, x) => {
                let k = self.constant(!k, width);
                self.equal(x, k)
            }
            Node::Unary(UnaryOp::Neg, x) => {
                let k = self.constant(k.wrapping_neg(), width);
                self.equal(x, k)
            }
            Node::Binary(BinaryOp::Add, x, c) if self.as_constant(c).is_some() => {
                let rest = self.binary(BinaryOp::Sub, constant, c);
                self.equal(x, rest)
            }
            Node::Binary(BinaryOp::Xor, x, c) if self.as_constant(c).is_some() => {
                let rest = self.binary(BinaryOp::Xor, constant, c);
                self.equal(x, rest)
            }
            Node::Binary(BinaryOp::Sub | BinaryOp::Xor, x, y) if k == 0 => self.equal(x, y),
            Node::Binary(BinaryOp::Or, x, y) if k == 0 => {
                let (x, y) = (self.equal(x, constant), self.equal(y, constant));
                self.and(x, y)
            }
            Node::Binary(BinaryOp::Mul, x, c) if self.as_constant(c).is_some_and(|c| c % 2 == 1) => {
                // An odd factor has an inverse modulo 2^width.
                let inverse = inverse(self.as_constant(c).unwrap_or(1));
                let k = self.constant(k.wrapping_mul(inverse), width);
                self.equal(x, k)
            }
            Node::Ite(c, x, y) => {
                let (in_then, in_else) = (self.as_constant(x), self.as_constant(y));
                match (in_then.map(|x| x == k), in_else.map(|y| y == k)) {
                    (Some(true), Some(true)) => self.boolean(true),
                    (Some(false), Some(false)) => self.boolean(false),
                    (Some(true), Some(false)) => c,
                    (Some(false), Some(true)) => self.not(c),
                    (Some(false), None) => {
                        let (not, rest) = (self.not(c), self.equal(y, constant));
                        self.and(not, rest)
                    }
                    (None, Some(false)) => {
                        let rest = self.equal(x, constant);
                        self.and(c, rest)
                    }
                    (Some(true), None) => {
                        let rest = self.equal(y, constant);
                        self.or(c, rest)
                    }
                    (None, Some(true)) => {
                        let (not, rest) = (self.not(c), self.equal(x, constant));
                        self.or(not, rest)
                    }
                    (None, None) => self.intern(Node::Compare(CompareOp::Eq, a, constant), 1),
                }
            }
            _ => self.intern(Node::Compare(CompareOp::Eq, a, constant), 1),
        }
    }

    fn simplify_below(&mut self, a: Term, b: Term, width: u32) -> Term {
        if width == 1 {
            let not = self.not(a);
            return self.and(not, b);
        }
        match (self.as_constant(a), self.as_constant(b)) {
            (_, Some(0)) => return self.boolean(false),
            (Some(k), _) if k == mask(width) => return self.boolean(false),
            (_, Some(1)) => {
                let zero = self.constant(0, width);
                return self.equal(a, zero);
            }
            (Some(0), _) => {
                let zero = self.equal(b, a);
                return self.not(zero);
            }
            (_, Some(k)) if k == mask(width) => {
                let largest = self.equal(a, b);
                return self.not(largest);
            }
            _ => {}
        }
        match (self.node(a), self.node(b)) {
            (Node::ZeroExtend(x), Node::ZeroExtend(y)) => {
                let narrow = self.width(x).max(self.width(y));
                let (x, y) = (self.zero_extend(x, narrow), self.zero_extend(y, narrow));
                self.compare(CompareOp::Ult, x, y)
            }
            (Node::ZeroExtend(x), Node::Constant(k)) => {
                let narrow = self.width(x);
                if k > mask(narrow) {
                    return self.boolean(true);
                }
                let k = self.constant(k, narrow);
                self.compare(CompareOp::Ult, x, k)
            }
            (Node::Constant(k), Node::ZeroExtend(y)) => {
                let narrow = self.width(y);
                if k >= mask(narrow) {
                    return self.boolean(false);
                }
                let k = self.constant(k, narrow);
                self.compare(CompareOp::Ult, k, y)
            }
            _ => self.intern(Node::Compare(CompareOp::Ult, a, b), 1),
        }
    }

    fn simplify_less(&mut self, a: Term, b: Term, width: u32) -> Term {
        if width == 1 {
            // The only negative number is 1.
            let not = self.not(b);
            return self.and(a, not);
        }
        let least = 1u128 << (width - 1);
        match (self.as_constant(a), self.as_constant(b)) {
            (_, Some(k)) if k == least => return self.boolean(false),
            (Some(k), _) if k == least - 1 => return self.boolean(false),
            _ => {}
        }
        match (self.node(a), self.node(b)) {
            // Neither is negative.
            (Node::ZeroExtend(_), Node::ZeroExtend(_)) => self.compare(CompareOp::Ult, a, b),
            (Node::ZeroExtend(_), Node::Constant(k)) => {
                if signed(k, width) <= 0 {
                    return self.boolean(false);
                }
                self.compare(CompareOp::Ult, a, b)
            }
            (Node::Constant(k), Node::ZeroExtend(_)) => {
                if signed(k, width) < 0 {
                    return self.boolean(true);
                }
                self.compare(CompareOp::Ult, a, b)
            }
            (Node::SignExtend(x), Node::SignExtend(y)) => {
                let narrow = self.width(x).max(self.width(y));
                let (x, y) = (self.sign_extend(x, narrow), self.sign_extend(y, narrow));
                self.compare(CompareOp::Slt, x, y)
            }
            (Node::SignExtend(x), Node::Constant(k)) => {
                let narrow = self.width(x);
                let (value, bound) = (signed(k, width), 1i128 << (narrow - 1));
                match () {
                    () if value >= bound => self.boolean(true),
                    () if value <= -bound => self.boolean(false),
                    () => {
                        let k = self.constant(k, narrow);
                        self.compare(CompareOp::Slt, x, k)
                    }
                }
            }
            (Node::Constant(k), Node::SignExtend(y)) => {
                let narrow = self.width(y);
                let (value, bound) = (signed(k, width), 1i128 << (narrow - 1));
                match () {
                    () if value < -bound => self.boolean(true),
                    () if value >= bound - 1 => self.boolean(false),
                    () => {
                        let k = self.constant(k, narrow);
                        self.compare(CompareOp::Slt, k, y)
                    }
                }
            }
            // Only the sign matters.
            (_, Node::Constant(0)) => self.extract(a, width - 1, 1),
            (Node::Constant(k), _) if k == mask(width) => {
                let negative = self.extract(b, width - 1, 1);
                self.not(negative)
            }
            _ => self.intern(Node::Compare(CompareOp::Slt, a, b), 1),
        }
    }
}

/// The inverse of an odd number modulo 2^128 (Newton: each step doubles the bits that are right).
fn inverse(odd: u128) -> u128 {
    let mut inverse = odd;
    for _ in 0..7 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}
