//! Rules for bitwise operations; on one bit they are those of propositional logic.

use crate::bits::mask;
use crate::node::{BinaryOp, Node, Term, UnaryOp};
use crate::pool::TermPool;

impl TermPool {
    pub(crate) fn simplify_not(&mut self, a: Term) -> Term {
        let width = self.width(a);
        match self.node(a) {
            Node::Unary(UnaryOp::Not, inner) => inner,
            Node::Ite(c, x, y) if self.as_constant(x).is_some() && self.as_constant(y).is_some() => {
                let (x, y) = (self.simplify_not(x), self.simplify_not(y));
                self.ite(c, x, y)
            }
            _ => self.folded(Node::Unary(UnaryOp::Not, a), width),
        }
    }

    /// Whether one is the negation of the other.
    fn opposites(&self, a: Term, b: Term) -> bool {
        self.node(a) == Node::Unary(UnaryOp::Not, b) || self.node(b) == Node::Unary(UnaryOp::Not, a)
    }

    pub(crate) fn simplify_and(&mut self, a: Term, b: Term, width: u32) -> Term {
        let (a, b) = self.ordered(a, b);
        if a == b {
            return a;
        }
        if self.opposites(a, b) {
            return self.constant(0, width);
        }
        if let Some(k) = self.as_constant(b) {
            return self.masked(a, k, b, width);
        }
        for (x, y) in [(a, b), (b, a)] {
            match self.node(x) {
                // (p and q) and p
                Node::Binary(BinaryOp::And, p, q) if p == y || q == y => return x,
                // (p or q) and p
                Node::Binary(BinaryOp::Or, p, q) if p == y || q == y => return y,
                Node::Binary(BinaryOp::And, p, q) if self.opposites(p, y) || self.opposites(q, y) => {
                    return self.constant(0, width);
                }
                _ => {}
            }
        }
        if let Some(narrow) = self.narrowed(BinaryOp::And, a, b, width) {
            return narrow;
        }
        self.intern(Node::Binary(BinaryOp::And, a, b), width)
    }

    /// Flags and bytes that were widened alike are joined before they are widened.
    fn narrowed(&mut self, op: BinaryOp, a: Term, b: Term, width: u32) -> Option<Term> {
        let (Node::ZeroExtend(x), Node::ZeroExtend(y)) = (self.node(a), self.node(b)) else { return None };
        let same = self.width(x) == self.width(y);
        same.then(|| {
            let narrow = self.binary(op, x, y);
            self.zero_extend(narrow, width)
        })
    }

    /// `a & k`: runs of ones are extractions.
    fn masked(&mut self, a: Term, k: u128, constant: Term, width: u32) -> Term {
        if k == 0 {
            return constant;
        }
        if k == mask(width) {
            return a;
        }
        if let Node::Binary(BinaryOp::And, x, c) = self.node(a)
            && let Some(inner) = self.as_constant(c)
        {
            let both = self.constant(inner & k, width);
            return self.binary(BinaryOp::And, x, both);
        }
        let low = k.trailing_zeros();
        let ones = (k >> low).trailing_ones();
        if k >> low == mask(ones) {
            let part = self.extract(a, low, ones);
            let part = self.zero_extend(part, width - low);
            if low == 0 {
                return part;
            }
            let zeros = self.constant(0, low);
            return self.concat(part, zeros);
        }
        // What lies above the mask does not matter.
        if let Node::ZeroExtend(x) = self.node(a)
            && self.width(x) < width
        {
            let narrow = self.width(x);
            let kept = self.constant(k, narrow);
            let part = self.binary(BinaryOp::And, x, kept);
            return self.zero_extend(part, width);
        }
        self.intern(Node::Binary(BinaryOp::And, a, constant), width)
    }

    pub(crate) fn simplify_or(&mut self, a: Term, b: Term, width: u32) -> Term {
        let (a, b) = self.ordered(a, b);
        if a == b {
            return a;
        }
        if self.opposites(a, b) {
            return self.constant(u128::MAX, width);
        }
        if let Some(k) = self.as_constant(b) {
            if k == 0 {
                return a;
            }
            if k == mask(width) {
                return b;
            }
            if let Node::Binary(BinaryOp::Or, x, c) = self.node(a)
                && let Some(inner) = self.as_constant(c)
            {
                let both = self.constant(inner | k, width);
                return self.binary(BinaryOp::Or, x, both);
            }
        }
        if let Some(joined) = self.or_of_disjoint(a, b, width) {
            return joined;
        }
        for (x, y) in [(a, b), (b, a)] {
            match self.node(x) {
                Node::Binary(BinaryOp::Or, p, q) if p == y || q == y => return x,
                Node::Binary(BinaryOp::And, p, q) if p == y || q == y => return y,
                Node::Binary(BinaryOp::Or, p, q) if self.opposites(p, y) || self.opposites(q, y) => {
                    return self.constant(u128::MAX, width);
                }
                _ => {}
            }
        }
        if let Some(narrow) = self.narrowed(BinaryOp::Or, a, b, width) {
            return narrow;
        }
        self.intern(Node::Binary(BinaryOp::Or, a, b), width)
    }

    /// `x << n | y` where `y` has at most `n` bits is a concatenation: how bytes become words.
    pub(crate) fn or_of_disjoint(&mut self, a: Term, b: Term, width: u32) -> Option<Term> {
        for (high, low) in [(a, b), (b, a)] {
            let inner = match self.node(high) {
                Node::ZeroExtend(inner) => inner,
                _ => high,
            };
            let Node::Concat(top, zeros) = self.node(inner) else { continue };
            let Node::ZeroExtend(small) = self.node(low) else { continue };
            let room = self.width(zeros);
            if self.as_constant(zeros) == Some(0) && self.width(small) <= room {
                let filled = self.zero_extend(small, room);
                let joined = self.concat(top, filled);
                return Some(self.zero_extend(joined, width));
            }
        }
        None
    }

    pub(crate) fn simplify_xor(&mut self, a: Term, b: Term, width: u32) -> Term {
        let (a, b) = self.ordered(a, b);
        if a == b {
            return self.constant(0, width);
        }
        if self.opposites(a, b) {
            return self.constant(u128::MAX, width);
        }
        if let Some(k) = self.as_constant(b) {
            if k == 0 {
                return a;
            }
            if k == mask(width) {
                return self.simplify_not(a);
            }
            if let Node::Binary(BinaryOp::Xor, x, c) = self.node(a)
                && let Some(inner) = self.as_constant(c)
            {
                let both = self.constant(inner ^ k, width);
                return self.binary(BinaryOp::Xor, x, both);
            }
        }
        match (self.node(a), self.node(b)) {
            (Node::Unary(UnaryOp::Not, x), Node::Unary(UnaryOp::Not, y)) => {
                return self.binary(BinaryOp::Xor, x, y);
            }
            (Node::Binary(BinaryOp::Xor, x, y), _) if y == b => return x,
            (Node::Binary(BinaryOp::Xor, x, y), _) if x == b => return y,
            (_, Node::Binary(BinaryOp::Xor, x, y)) if y == a => return x,
            (_, Node::Binary(BinaryOp::Xor, x, y)) if x == a => return y,
            _ => {}
        }
        if let Some(narrow) = self.narrowed(BinaryOp::Xor, a, b, width) {
            return narrow;
        }
        self.intern(Node::Binary(BinaryOp::Xor, a, b), width)
    }
}
