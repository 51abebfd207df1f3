//! Rules for what moves bits about: extraction, concatenation, extension, choice.

use crate::node::{BinaryOp, Node, Term, UnaryOp};
use crate::pool::TermPool;

impl TermPool {
    pub(crate) fn simplify_ite(&mut self, condition: Term, a: Term, b: Term) -> Term {
        if let Some(k) = self.as_constant(condition) {
            return if k == 1 { a } else { b };
        }
        if a == b {
            return a;
        }
        if let Node::Unary(UnaryOp::Not, inner) = self.node(condition) {
            return self.ite(inner, b, a);
        }
        let width = self.width(a);
        if width == 1 {
            return self.choose_boolean(condition, a, b);
        }
        // A choice by the same condition inside of an arm is decided.
        if let Node::Ite(c, x, _) = self.node(a)
            && c == condition
        {
            return self.ite(condition, x, b);
        }
        if let Node::Ite(c, _, y) = self.node(b)
            && c == condition
        {
            return self.ite(condition, a, y);
        }
        self.intern(Node::Ite(condition, a, b), width)
    }

    fn choose_boolean(&mut self, condition: Term, a: Term, b: Term) -> Term {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(1), _) => self.or(condition, b),
            (_, Some(0)) => self.and(condition, a),
            (Some(_), _) => {
                let not = self.not(condition);
                self.and(not, b)
            }
            (_, Some(_)) => {
                let not = self.not(condition);
                self.or(not, a)
            }
            _ => self.intern(Node::Ite(condition, a, b), 1),
        }
    }

    pub(crate) fn simplify_extract(&mut self, a: Term, low: u32, width: u32) -> Term {
        let whole = self.width(a);
        if low == 0 && width == whole {
            return a;
        }
        match self.node(a) {
            Node::Constant(bits) => self.constant(bits >> low, width),
            Node::Extract(inner, at) => self.extract(inner, u32::from(at) + low, width),
            Node::Concat(high, bottom) => {
                let below = self.width(bottom);
                if low + width <= below {
                    self.extract(bottom, low, width)
                } else if low >= below {
                    self.extract(high, low - below, width)
                } else {
                    let upper = self.extract(high, 0, low + width - below);
                    let lower = self.extract(bottom, low, below - low);
                    self.concat(upper, lower)
                }
            }
            Node::ZeroExtend(inner) => {
                let narrow = self.width(inner);
                if low >= narrow {
                    self.constant(0, width)
                } else if low + width <= narrow {
                    self.extract(inner, low, width)
                } else {
                    let part = self.extract(inner, low, narrow - low);
                    self.zero_extend(part, width)
                }
            }
            Node::SignExtend(inner) => {
                let narrow = self.width(inner);
                if low + width <= narrow {
                    self.extract(inner, low, width)
                } else {
                    let from = low.min(narrow - 1);
                    let part = self.extract(inner, from, narrow - from);
                    self.sign_extend(part, width)
                }
            }
            Node::Unary(UnaryOp::Not, inner) => {
                let part = self.extract(inner, low, width);
                self.not(part)
            }
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor), x, y) => {
                let (x, y) = (self.extract(x, low, width), self.extract(y, low, width));
                self.binary(op, x, y)
            }
            // The low bits of a sum or product depend on low bits only.
            Node::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), x, y) if low == 0 => {
                let (x, y) = (self.extract(x, 0, width), self.extract(y, 0, width));
                self.binary(op, x, y)
            }
            Node::Unary(UnaryOp::Neg, x) if low == 0 => {
                let part = self.extract(x, 0, width);
                self.unary(UnaryOp::Neg, part)
            }
            Node::Ite(c, x, y) if self.as_constant(x).is_some() || self.as_constant(y).is_some() => {
                let (x, y) = (self.extract(x, low, width), self.extract(y, low, width));
                self.ite(c, x, y)
            }
            _ => self.intern(Node::Extract(a, low as u8), width),
        }
    }

    pub(crate) fn simplify_concat(&mut self, high: Term, low: Term) -> Term {
        let (above, below) = (self.width(high), self.width(low));
        let width = above + below;
        match (self.node(high), self.node(low)) {
            (Node::Constant(top), Node::Constant(bottom)) => self.constant(top << below | bottom, width),
            (Node::Constant(0), _) => self.zero_extend(low, width),
            // Neighbours of one term meet again: how a word is read back from its bytes.
            (Node::Extract(..), Node::Extract(..)) if self.are_neighbors(high, low) => self.joined(high, low),
            (_, Node::Concat(middle, bottom)) => {
                let upper = self.concat(high, middle);
                self.leaning(upper, bottom, width)
            }
            (Node::Concat(..), _) => self.leaning(high, low, width),
            (Node::ZeroExtend(x), _) => {
                let inner = self.concat(x, low);
                self.zero_extend(inner, width)
            }
            (Node::SignExtend(x), Node::Extract(y, lower)) => match self.node(x) {
                Node::Extract(z, upper) if z == y && u32::from(upper) == u32::from(lower) + below => {
                    let inner = self.extract(y, u32::from(lower), self.width(x) + below);
                    self.sign_extend(inner, width)
                }
                _ => self.intern(Node::Concat(high, low), width),
            },
            _ => self.intern(Node::Concat(high, low), width),
        }
    }

    /// Two extractions of neighbours as one.
    fn joined(&mut self, high: Term, low: Term) -> Term {
        let width = self.width(high) + self.width(low);
        match self.node(low) {
            Node::Extract(whole, lower) => self.extract(whole, u32::from(lower), width),
            _ => self.intern(Node::Concat(high, low), width),
        }
    }

    /// Whether `high` is the part of a term just above the part that `low` is.
    fn are_neighbors(&self, high: Term, low: Term) -> bool {
        match (self.node(high), self.node(low)) {
            (Node::Extract(x, upper), Node::Extract(y, lower)) => {
                x == y && u32::from(upper) == u32::from(lower) + self.width(low)
            }
            _ => false,
        }
    }

    /// Concatenations lean to the left: `(top middle) bottom`.
    fn leaning(&mut self, upper: Term, bottom: Term, width: u32) -> Term {
        let Node::Concat(top, middle) = self.node(upper) else { return self.concat(upper, bottom) };
        if self.are_neighbors(middle, bottom) {
            let joined = self.joined(middle, bottom);
            return self.concat(top, joined);
        }
        if let (Node::Constant(x), Node::Constant(y)) = (self.node(middle), self.node(bottom)) {
            let below = self.width(bottom);
            let both = self.constant(x << below | y, self.width(middle) + below);
            return self.concat(top, both);
        }
        self.intern(Node::Concat(upper, bottom), width)
    }

    pub(crate) fn simplify_zero_extend(&mut self, a: Term, width: u32) -> Term {
        let narrow = self.width(a);
        match self.node(a) {
            _ if narrow == width => a,
            Node::Constant(bits) => self.constant(bits, width),
            Node::ZeroExtend(inner) => self.intern(Node::ZeroExtend(inner), width),
            _ => self.intern(Node::ZeroExtend(a), width),
        }
    }

    pub(crate) fn simplify_sign_extend(&mut self, a: Term, width: u32) -> Term {
        let narrow = self.width(a);
        match self.node(a) {
            _ if narrow == width => a,
            Node::Constant(bits) => self.constant(crate::bits::signed(bits, narrow) as u128, width),
            // The sign of a zero-extended term is zero.
            Node::ZeroExtend(inner) => self.intern(Node::ZeroExtend(inner), width),
            Node::SignExtend(inner) => self.intern(Node::SignExtend(inner), width),
            _ => self.intern(Node::SignExtend(a), width),
        }
    }

    pub(crate) fn simplify_lookup(&mut self, index: Term, elements: &[Term]) -> Term {
        let last = elements.len().saturating_sub(1);
        if let Some(at) = self.as_constant(index) {
            return elements[usize::try_from(at).map_or(last, |at| at.min(last))];
        }
        if elements.iter().all(|&element| element == elements[0]) {
            return elements[0];
        }
        // Positions that the index cannot have are left out.
        let reach = 1usize.checked_shl(self.width(index)).unwrap_or(usize::MAX);
        let elements = &elements[..elements.len().min(reach)];
        if let Node::ZeroExtend(inner) = self.node(index) {
            return self.lookup(inner, elements);
        }
        let table = self.intern_table(elements);
        self.intern(Node::Lookup(index, table), self.width(elements[0]))
    }
}
