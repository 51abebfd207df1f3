//! Rules for sums, products and quotients.

use crate::bits::mask;
use crate::node::{BinaryOp, Node, Term, UnaryOp};
use crate::pool::TermPool;

impl TermPool {
    pub(crate) fn simplify_neg(&mut self, a: Term) -> Term {
        let width = self.width(a);
        match self.node(a) {
            _ if width == 1 => a,
            Node::Unary(UnaryOp::Neg, inner) => inner,
            Node::Binary(BinaryOp::Sub, x, y) => self.binary(BinaryOp::Sub, y, x),
            _ => self.folded(Node::Unary(UnaryOp::Neg, a), width),
        }
    }

    pub(crate) fn simplify_binary(&mut self, op: BinaryOp, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if self.as_constant(a).is_some() && self.as_constant(b).is_some() {
            return self.folded(Node::Binary(op, a, b), width);
        }
        match op {
            BinaryOp::Add => self.simplify_add(a, b, width),
            BinaryOp::Sub => self.simplify_sub(a, b, width),
            BinaryOp::Mul => self.simplify_mul(a, b, width),
            BinaryOp::UDiv | BinaryOp::URem => self.simplify_unsigned_division(op, a, b, width),
            BinaryOp::SDiv | BinaryOp::SRem => self.simplify_signed_division(op, a, b, width),
            BinaryOp::And => self.simplify_and(a, b, width),
            BinaryOp::Or => self.simplify_or(a, b, width),
            BinaryOp::Xor => self.simplify_xor(a, b, width),
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => self.simplify_shift(op, a, b, width),
        }
    }

    /// Operands of a commutative operation: a constant last, else the older first.
    pub(crate) fn ordered(&self, a: Term, b: Term) -> (Term, Term) {
        let later = self.as_constant(a).is_some() || (self.as_constant(b).is_none() && b < a);
        if later { (b, a) } else { (a, b) }
    }

    fn simplify_add(&mut self, a: Term, b: Term, width: u32) -> Term {
        if width == 1 {
            return self.binary(BinaryOp::Xor, a, b);
        }
        let (a, b) = self.ordered(a, b);
        if let Some(k) = self.as_constant(b) {
            return self.plus_constant(a, k, width);
        }
        // Constants move outward, so that those of several sums meet.
        if let Node::Binary(BinaryOp::Add, x, c) = self.node(a)
            && let Some(k) = self.as_constant(c)
        {
            let sum = self.binary(BinaryOp::Add, x, b);
            return self.plus_constant(sum, k, width);
        }
        if let Node::Binary(BinaryOp::Add, y, c) = self.node(b)
            && let Some(k) = self.as_constant(c)
        {
            let sum = self.binary(BinaryOp::Add, a, y);
            return self.plus_constant(sum, k, width);
        }
        match (self.node(a), self.node(b)) {
            (Node::Unary(UnaryOp::Neg, x), _) => return self.binary(BinaryOp::Sub, b, x),
            (_, Node::Unary(UnaryOp::Neg, y)) => return self.binary(BinaryOp::Sub, a, y),
            // (x - y) + y
            (Node::Binary(BinaryOp::Sub, x, y), _) if y == b => return x,
            (_, Node::Binary(BinaryOp::Sub, x, y)) if y == a => return x,
            _ => {}
        }
        if a == b {
            let one = self.constant(1, width);
            return self.binary(BinaryOp::Shl, a, one);
        }
        if let Some(joined) = self.or_of_disjoint(a, b, width) {
            return joined;
        }
        self.intern(Node::Binary(BinaryOp::Add, a, b), width)
    }

    fn plus_constant(&mut self, a: Term, k: u128, width: u32) -> Term {
        if k == 0 {
            return a;
        }
        if let Node::Binary(BinaryOp::Add, x, c) = self.node(a)
            && let Some(inner) = self.as_constant(c)
        {
            return self.plus_constant(x, inner.wrapping_add(k) & mask(width), width);
        }
        let k = self.constant(k, width);
        self.folded(Node::Binary(BinaryOp::Add, a, k), width)
    }

    fn simplify_sub(&mut self, a: Term, b: Term, width: u32) -> Term {
        if width == 1 {
            return self.binary(BinaryOp::Xor, a, b);
        }
        if a == b {
            return self.constant(0, width);
        }
        if let Some(k) = self.as_constant(b) {
            return self.plus_constant(a, k.wrapping_neg() & mask(width), width);
        }
        if self.as_constant(a) == Some(0) {
            return self.simplify_neg(b);
        }
        if let Node::Unary(UnaryOp::Neg, y) = self.node(b) {
            return self.binary(BinaryOp::Add, a, y);
        }
        if let Node::Binary(BinaryOp::Add, x, c) = self.node(a)
            && let Some(k) = self.as_constant(c)
        {
            let rest = self.binary(BinaryOp::Sub, x, b);
            return self.plus_constant(rest, k, width);
        }
        if let Node::Binary(BinaryOp::Add, y, c) = self.node(b)
            && let Some(k) = self.as_constant(c)
        {
            let rest = self.binary(BinaryOp::Sub, a, y);
            return self.plus_constant(rest, k.wrapping_neg() & mask(width), width);
        }
        match self.node(a) {
            Node::Binary(BinaryOp::Add, x, y) if y == b => return x,
            Node::Binary(BinaryOp::Add, x, y) if x == b => return y,
            _ => {}
        }
        self.intern(Node::Binary(BinaryOp::Sub, a, b), width)
    }

    fn simplify_mul(&mut self, a: Term, b: Term, width: u32) -> Term {
        if width == 1 {
            return self.binary(BinaryOp::And, a, b);
        }
        let (a, b) = self.ordered(a, b);
        let Some(k) = self.as_constant(b) else {
            return self.intern(Node::Binary(BinaryOp::Mul, a, b), width);
        };
        match k {
            0 => b,
            1 => a,
            _ if k == mask(width) => self.simplify_neg(a),
            _ if k.is_power_of_two() => {
                let amount = self.constant(u128::from(k.trailing_zeros()), width);
                self.binary(BinaryOp::Shl, a, amount)
            }
            _ => {
                if let Node::Binary(BinaryOp::Mul, x, c) = self.node(a)
                    && let Some(inner) = self.as_constant(c)
                {
                    let product = self.constant(inner.wrapping_mul(k), width);
                    return self.binary(BinaryOp::Mul, x, product);
                }
                self.intern(Node::Binary(BinaryOp::Mul, a, b), width)
            }
        }
    }

    fn simplify_unsigned_division(&mut self, op: BinaryOp, a: Term, b: Term, width: u32) -> Term {
        match self.as_constant(b) {
            Some(k) if k.is_power_of_two() => {
                let shift = k.trailing_zeros();
                if op == BinaryOp::UDiv {
                    let amount = self.constant(u128::from(shift), width);
                    return self.binary(BinaryOp::LShr, a, amount);
                }
                let rest = self.constant(k - 1, width);
                self.binary(BinaryOp::And, a, rest)
            }
            _ => self.intern(Node::Binary(op, a, b), width),
        }
    }

    fn simplify_signed_division(&mut self, op: BinaryOp, a: Term, b: Term, width: u32) -> Term {
        match (op, self.as_constant(b)) {
            (BinaryOp::SDiv, Some(1)) if width > 1 => a,
            (BinaryOp::SRem, Some(1)) if width > 1 => self.constant(0, width),
            _ => self.intern(Node::Binary(op, a, b), width),
        }
    }

    fn simplify_shift(&mut self, op: BinaryOp, a: Term, b: Term, width: u32) -> Term {
        let Some(k) = self.as_constant(b) else {
            return self.intern(Node::Binary(op, a, b), width);
        };
        let amount = u32::try_from(k).unwrap_or(u32::MAX);
        match op {
            _ if amount == 0 => a,
            BinaryOp::AShr => {
                let amount = amount.min(width - 1);
                let high = self.extract(a, amount, width - amount);
                self.sign_extend(high, width)
            }
            _ if amount >= width => self.constant(0, width),
            BinaryOp::LShr => {
                let high = self.extract(a, amount, width - amount);
                self.zero_extend(high, width)
            }
            _ => {
                let low = self.extract(a, 0, width - amount);
                let zeros = self.constant(0, amount);
                self.concat(low, zeros)
            }
        }
    }
}
