//! Division of words.
//!
//! Where both operands are unknown, quotient and remainder are new inputs that must satisfy
//! `a = q * b + r, r < b` without overflow: a SAT solver works backwards through a product more
//! easily than through the steps of a long division. By a constant, the same with a constant factor.

use super::gates::Gates;
use super::word::{Word, zero_extended};
use crate::sat::Literal;

impl Gates {
    /// Quotient and remainder without sign; for a divisor of zero all ones, and the dividend.
    pub fn divide(&mut self, a: &[Literal], b: &[Literal]) -> (Word, Word) {
        let width = a.len();
        let (quotient, remainder) = (self.inputs(width), self.inputs(width));
        let zero = self.is_zero(b);
        let [wide_q, wide_b, wide_r, wide_a] =
            [&quotient[..], b, &remainder, a].map(|word| zero_extended(word, 2 * width));
        let product = self.multiply(&wide_q, &wide_b);
        let sum = self.add(&product, &wide_r);
        let exact = self.equal_words(&sum, &wide_a);
        let small = self.below(&remainder, b);
        // Both hold unless the divisor is zero.
        self.require(&[zero, exact]);
        self.require(&[zero, small]);
        let ones = Self::constant(u128::MAX, width);
        (self.choose_word(zero, &ones, &quotient), self.choose_word(zero, a, &remainder))
    }

    /// Quotient and remainder of signed numbers, towards zero; for a divisor of zero 1 or -1 by the dividend's
    /// sign, and the dividend.
    pub fn divide_signed(&mut self, a: &[Literal], b: &[Literal]) -> (Word, Word) {
        let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
        let (x, y) = (self.absolute(a), self.absolute(b));
        let (quotient, remainder) = self.divide(&x, &y);
        let negative = self.xor(sign_a, sign_b);
        (self.negate_if(negative, &quotient), self.negate_if(sign_a, &remainder))
    }

    fn absolute(&mut self, a: &[Literal]) -> Word {
        self.negate_if(a[a.len() - 1], a)
    }

    /// `-a` where `condition` holds.
    pub fn negate_if(&mut self, condition: Literal, a: &[Literal]) -> Word {
        let flipped: Word = a.iter().map(|&bit| self.xor(bit, condition)).collect();
        self.increment(&flipped, condition).0
    }
}
