//! Terms of one bit read as conditions: what it takes that one is true, or false, one step down.
//!
//! Few nodes stand for many conditions: `a >= b` is `not (a < b)`, `a or b` that is to be false is `a` and `b` being
//! false, and what asks for the sign of a number extracts its highest bit. Whoever measures conditions, compiles or
//! splits them reads them here, negations moved inwards.

use crate::node::{BinaryOp, CompareOp, FloatCompareOp, Format, Node, Term, UnaryOp};
use crate::pool::TermPool;

/// A term of one bit, and what it should be.
pub type Literal = (Term, bool);

/// What it takes that a literal holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Nothing, or it cannot be.
    Constant(bool),
    /// Both.
    All(Literal, Literal),
    /// At least one.
    Any(Literal, Literal),
    /// The second where the first term is true, the third where it is false.
    Choice(Term, Literal, Literal),
    /// That the comparison is `.3`.
    Compare(CompareOp, Term, Term, bool),
    /// That the comparison is `.4`.
    FloatCompare(FloatCompareOp, Format, Term, Term, bool),
    /// That bit `.1` of a term is `.2`.
    Bit(Term, u8, bool),
    /// That a term of one bit is the value wanted: one that nothing is known of.
    Opaque(Literal),
}

impl TermPool {
    /// The same literal without negations in front.
    #[inline]
    #[must_use]
    pub fn literal(&self, (mut term, mut wanted): Literal) -> Literal {
        while let Node::Unary(UnaryOp::Not, negated) = self.node(term) {
            (term, wanted) = (negated, !wanted);
        }
        (term, wanted)
    }

    /// What it takes that `literal` holds.
    #[inline]
    #[must_use]
    pub fn condition(&self, literal: Literal) -> Condition {
        let (term, wanted) = self.literal(literal);
        match self.node(term) {
            Node::Constant(bits) => Condition::Constant((bits != 0) == wanted),
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                let (a, b) = ((a, wanted), (b, wanted));
                if (op == BinaryOp::And) == wanted { Condition::All(a, b) } else { Condition::Any(a, b) }
            }
            Node::Ite(c, a, b) => Condition::Choice(c, (a, wanted), (b, wanted)),
            Node::Compare(op, a, b) => Condition::Compare(op, a, b, wanted),
            Node::FloatCompare(op, format, a, b) => Condition::FloatCompare(op, format, a, b, wanted),
            Node::Extract(a, low) => Condition::Bit(a, low, wanted),
            _ => Condition::Opaque((term, wanted)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negations_move_inwards() {
        let mut pool = TermPool::new();
        let (x, y) = (pool.variable("x", 1), pool.variable("y", 1));
        let both = pool.and(x, y);
        let not_both = pool.not(both);
        assert_eq!(pool.condition((both, true)), pool.condition((not_both, false)));
        assert!(matches!(pool.condition((not_both, true)), Condition::Any((_, false), (_, false))));
        assert!(matches!(pool.condition((both, true)), Condition::All((_, true), (_, true))));
        assert_eq!(pool.condition((x, false)), Condition::Opaque((x, false)));
    }

    #[test]
    fn the_condition_holds_exactly_when_the_literal_does() {
        use crate::Assignment;
        let mut pool = TermPool::new();
        let (x, y) = (pool.variable("x", 2), pool.variable("y", 2));
        let less = pool.compare(CompareOp::Slt, x, y);
        let sign = pool.extract(y, 1, 1);
        let either = pool.or(less, sign);
        let neither = pool.not(either);
        let choice = pool.ite(less, sign, neither);
        for (term, wanted) in
            [less, sign, either, neither, choice].map(|it| [(it, true), (it, false)]).concat()
        {
            for (a, b) in (0..4).flat_map(|a| (0..4).map(move |b| (a, b))) {
                let mut inputs = Assignment::new();
                inputs.set(pool.variables_of(&[x])[0], a);
                inputs.set(pool.variables_of(&[y])[0], b);
                let is = |(term, wanted): Literal| (pool.evaluate(term, &inputs) == 1) == wanted;
                let holds = match pool.condition((term, wanted)) {
                    Condition::Constant(holds) => holds,
                    Condition::All(a, b) => is(a) && is(b),
                    Condition::Any(a, b) => is(a) || is(b),
                    Condition::Choice(c, a, b) => is(if is((c, true)) { a } else { b }),
                    Condition::Compare(op, a, b, wanted) => {
                        let [x, y] = [a, b].map(|side| pool.evaluate(side, &inputs));
                        crate::evaluate::compare(op, pool.width(a), x, y) == wanted
                    }
                    Condition::Bit(a, low, wanted) => (pool.evaluate(a, &inputs) >> low & 1 == 1) == wanted,
                    Condition::Opaque(literal) => is(literal),
                    Condition::FloatCompare(..) => unreachable!("no floats here"),
                };
                assert_eq!(holds, is((term, wanted)), "{} at {a} {b}", pool.show(term));
            }
        }
    }
}
