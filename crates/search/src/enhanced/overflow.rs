//! Alternatives that only overflow makes possible.
//!
//! ```text
//! if (a >= 0)  if (b < 0)  if ((short)(a - b) < 0) target
//! ```
//!
//! Baars et al. (2011), section V-C: the first two conditions pull `a` and `b` away from where the third is
//! nearest to holding, so the sum of all three has its least value at the edge where `a - b` is just above 0,
//! far from the overflow that the target takes. Their enhanced fitness lost half of such runs. We see it before
//! the search: in unbounded arithmetic the conditions contradict each other. The portfolio then lets the
//! standard fitness go first ([`crate::portfolio`]).
//!
//! Intervals of signed numbers through sums, differences and changes of width; everything else may be anything.

use super::contradiction::Range;
use super::measure::is_sign;
use trine_expr::evaluate::{mask, signed};
use trine_expr::{BinaryOp, CompareOp, Literal, Node, Term, TermPool, UnaryOp};

/// From, to.
type Interval = (i128, i128);

/// Whether `literals` cannot hold together unless a sum or a difference overflows.
pub(super) fn takes_overflow(pool: &TermPool, literals: &[Literal]) -> bool {
    let bounds = Bounds { pool, known: literals.iter().filter_map(|&one| Range::of(pool, one)).collect() };
    literals.iter().any(|&(term, wanted)| match pool.node(term) {
        Node::Compare(CompareOp::Slt, a, b) => {
            let (a, b) = (bounds.of(a), bounds.of(b));
            if wanted { a.0 >= b.1 } else { a.1 < b.0 }
        }
        Node::Compare(CompareOp::Eq, a, b) if wanted => {
            let (a, b) = (bounds.of(a), bounds.of(b));
            a.1 < b.0 || b.1 < a.0
        }
        Node::Extract(number, low) if is_sign(pool.width(number), low) => {
            let number = bounds.of(number);
            if wanted { number.0 >= 0 } else { number.1 < 0 }
        }
        _ => false,
    })
}

struct Bounds<'p> {
    pool: &'p TermPool,
    /// What comparisons with constants say.
    known: Vec<Range>,
}

impl Bounds<'_> {
    /// The values of `term` in unbounded arithmetic.
    fn of(&self, term: Term) -> Interval {
        let width = self.pool.width(term);
        let most = (mask(width) >> 1) as i128;
        match self.pool.node(term) {
            Node::Constant(bits) => (signed(bits, width), signed(bits, width)),
            Node::Binary(BinaryOp::Add, a, b) => {
                let (a, b) = (self.of(a), self.of(b));
                (a.0.saturating_add(b.0), a.1.saturating_add(b.1))
            }
            Node::Binary(BinaryOp::Sub, a, b) => {
                let (a, b) = (self.of(a), self.of(b));
                (a.0.saturating_sub(b.1), a.1.saturating_sub(b.0))
            }
            Node::Unary(UnaryOp::Neg, a) => {
                let a = self.of(a);
                (a.1.saturating_neg(), a.0.saturating_neg())
            }
            Node::SignExtend(a) | Node::Extract(a, 0) => self.of(a),
            Node::ZeroExtend(a) => (0, mask(self.pool.width(a)) as i128),
            _ => {
                let start = (-most - 1, most);
                let ranges = self.known.iter().filter(|range| range.of == term);
                ranges.fold(start, |all, range| (all.0.max(range.signed.0), all.1.min(range.signed.1)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_negative_difference_of_a_large_and_a_small_number_takes_overflow() {
        let mut pool = TermPool::new();
        let (a, b) = (pool.variable("a", 16), pool.variable("b", 16));
        let (zero, difference) = (pool.constant(0, 16), pool.binary(BinaryOp::Sub, a, b));
        let negative = [a, b, difference].map(|term| pool.compare(CompareOp::Slt, term, zero));
        let [a_negative, b_negative, difference_negative] = negative;
        let nested = [(a_negative, false), (b_negative, true), (difference_negative, true)];
        assert!(takes_overflow(&pool, &nested));
        let harmless = [(a_negative, false), (b_negative, true), (difference_negative, false)];
        assert!(!takes_overflow(&pool, &harmless));
        assert!(!takes_overflow(&pool, &nested[1..]));
    }
}
