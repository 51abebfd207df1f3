//! Conditions that cannot hold together.
//!
//! ```text
//! n > 0  and  0 >= n        one pair of operands, relations {<} and {=, >}: nothing in common
//! x == 3  and  x > 7        one operand, ranges 3..3 and 8..: nothing in common
//! ```
//!
//! The paper drops alternatives whose conditions contradict each other and does not say how it knows. We
//! fold all conditions of an alternative over the same two terms, or over one term and constants, and see
//! whether something is left; the rest is the rewriting of `trine_expr`, which makes equal conditions
//! identical. What is contradictory for deeper reasons stays, and costs evaluations only.

use trine_expr::evaluate::{mask, signed};
use trine_expr::{CompareOp, Condition, Literal, Node, Term, TermPool};

/// Appends what `term` being `wanted` takes; whether that is not impossible in itself.
pub(super) fn literals(pool: &TermPool, term: Term, wanted: bool, into: &mut Vec<Literal>) -> bool {
    match pool.condition((term, wanted)) {
        Condition::Constant(holds) => holds,
        Condition::All(a, b) => literals(pool, a.0, a.1, into) && literals(pool, b.0, b.1, into),
        _ => {
            into.push(pool.literal((term, wanted)));
            true
        }
    }
}

/// Whether `new` cannot hold where all of `known` do.
pub(super) fn contradicts(pool: &TermPool, known: impl Iterator<Item = Literal>, new: Literal) -> bool {
    let (relation, range) = (Relation::of(pool, new), Range::of(pool, new));
    let (mut left, mut rest) = (relation, range);
    for literal in known {
        if literal == (new.0, !new.1) {
            return true;
        }
        if let (Some(left), Some(other)) = (&mut left, Relation::of(pool, literal)) {
            left.narrow(other);
        }
        if let (Some(rest), Some(other)) = (&mut rest, Range::of(pool, literal)) {
            rest.narrow(&other);
        }
    }
    left.is_some_and(|left| left.orders == 0) || rest.is_some_and(|rest| rest.is_empty())
}

/// How two terms are ordered.
#[derive(Clone, Copy, Debug)]
struct Relation {
    a: Term,
    b: Term,
    /// Of the order; `None` for equality, which has none.
    signed: Option<bool>,
    /// Bits: less, equal, greater.
    orders: u8,
}

const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;

impl Relation {
    fn of(pool: &TermPool, (term, wanted): Literal) -> Option<Self> {
        let Node::Compare(op, a, b) = pool.node(term) else { return None };
        let holds = if op == CompareOp::Eq { EQUAL } else { LESS };
        let orders = if wanted { holds } else { (LESS | EQUAL | GREATER) & !holds };
        let signed = match op {
            CompareOp::Eq => None,
            CompareOp::Ult => Some(false),
            CompareOp::Slt => Some(true),
        };
        Some(Self { a, b, signed, orders })
    }

    fn narrow(&mut self, other: Self) {
        let mirrored = |orders: u8| (orders & EQUAL) | (orders & LESS) << 2 | (orders & GREATER) >> 2;
        let orders = match ((other.a, other.b) == (self.a, self.b), (other.b, other.a) == (self.a, self.b)) {
            (true, _) => other.orders,
            (_, true) => mirrored(other.orders),
            _ => return,
        };
        match (self.signed, other.signed) {
            (Some(one), Some(two)) if one != two => {}
            (one, two) => {
                self.orders &= orders;
                self.signed = one.or(two);
            }
        }
    }
}

/// The values a term may have, in both orders.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub of: Term,
    unsigned: (u128, u128),
    pub signed: (i128, i128),
}

impl Range {
    /// What a comparison with a constant says of its other operand.
    pub(super) fn of(pool: &TermPool, (term, wanted): Literal) -> Option<Self> {
        if let Node::Extract(of, low) = pool.node(term) {
            return Self::of_sign(pool, of, low, wanted);
        }
        let Node::Compare(op, a, b) = pool.node(term) else { return None };
        let (of, bits, constant_first) = match (pool.as_constant(a), pool.as_constant(b)) {
            (None, Some(bits)) => (a, bits, false),
            (Some(bits), None) => (b, bits, true),
            _ => return None,
        };
        let width = pool.width(of);
        let most = signed(mask(width) >> 1, width);
        let mut range = Self { of, unsigned: (0, mask(width)), signed: (-most - 1, most) };
        let value = signed(bits, width);
        match (op, constant_first, wanted) {
            (CompareOp::Eq, _, true) => (range.unsigned, range.signed) = ((bits, bits), (value, value)),
            (CompareOp::Eq, _, false) => return None,
            (CompareOp::Ult, false, true) => range.unsigned.1 = bits.checked_sub(1)?,
            (CompareOp::Ult, false, false) => range.unsigned.0 = bits,
            (CompareOp::Ult, true, true) => range.unsigned.0 = bits + u128::from(bits < mask(width)),
            (CompareOp::Ult, true, false) => range.unsigned.1 = bits,
            (CompareOp::Slt, false, true) => range.signed.1 = value - 1,
            (CompareOp::Slt, false, false) => range.signed.0 = value,
            (CompareOp::Slt, true, true) => range.signed.0 = value + 1,
            (CompareOp::Slt, true, false) => range.signed.1 = value,
        }
        Some(range)
    }

    /// What the sign of a whole term says of it.
    fn of_sign(pool: &TermPool, of: Term, low: u8, negative: bool) -> Option<Self> {
        let width = pool.width(of);
        let most = (mask(width) >> 1) as i128;
        let signed = if negative { (-most - 1, -1) } else { (0, most) };
        (u32::from(low) + 1 == width).then_some(Self { of, unsigned: (0, mask(width)), signed })
    }

    fn narrow(&mut self, other: &Self) {
        if self.of == other.of {
            self.unsigned = (self.unsigned.0.max(other.unsigned.0), self.unsigned.1.min(other.unsigned.1));
            self.signed = (self.signed.0.max(other.signed.0), self.signed.1.min(other.signed.1));
        }
    }

    fn is_empty(&self) -> bool {
        self.unsigned.0 > self.unsigned.1 || self.signed.0 > self.signed.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool() -> (TermPool, Term, Term) {
        let mut pool = TermPool::new();
        let (x, y) = (pool.variable("x", 32), pool.variable("y", 32));
        (pool, x, y)
    }

    #[test]
    fn greater_than_zero_and_at_most_zero_contradict() {
        let (mut pool, n, _) = pool();
        let zero = pool.constant(0, 32);
        let positive = pool.compare(CompareOp::Slt, zero, n);
        assert!(contradicts(&pool, [(positive, true)].into_iter(), (positive, false)));
        let seven = pool.constant(7, 32);
        let large = pool.compare(CompareOp::Slt, seven, n);
        let three = pool.constant(3, 32);
        let equal = pool.equal(n, three);
        assert!(contradicts(&pool, [(large, true)].into_iter(), (equal, true)));
        assert!(!contradicts(&pool, [(large, false)].into_iter(), (equal, true)));
    }

    #[test]
    fn two_terms_are_not_less_and_equal_and_not_both_less() {
        let (mut pool, x, y) = pool();
        let less = pool.compare(CompareOp::Slt, x, y);
        let more = pool.compare(CompareOp::Slt, y, x);
        let equal = pool.equal(x, y);
        assert!(contradicts(&pool, [(less, true)].into_iter(), (equal, true)));
        assert!(contradicts(&pool, [(less, true)].into_iter(), (more, true)));
        assert!(!contradicts(&pool, [(less, false)].into_iter(), (more, true)));
        let all = [(less, false), (more, false)];
        assert!(contradicts(&pool, all.into_iter(), (equal, false)));
    }

    #[test]
    fn the_two_orders_of_a_value_are_kept_apart() {
        let (mut pool, x, y) = pool();
        let (signed, unsigned) = (pool.compare(CompareOp::Slt, x, y), pool.compare(CompareOp::Ult, y, x));
        assert!(!contradicts(&pool, [(signed, true)].into_iter(), (unsigned, true)));
    }
}
