//! Sums of exact numbers: the larger magnitude first, the smaller moved down with a sticky bit.

use super::Exact;
use crate::circuit::gates::Gates;
use crate::circuit::word::{Word, sign_extended, zero_extended};
use crate::sat::Literal;
use trine_expr::Format;

/// Guard, round and sticky bit.
const EXTRA: usize = 3;

impl Gates {
    /// `a + b`, or `a - b` when `b` comes with the other sign.
    pub fn float_add(&mut self, format: Format, a: &[Literal], b: &[Literal]) -> Word {
        let (x, y) = (self.unpack(format, a), self.unpack(format, b));
        let sum = self.add_exact(&x.exact(), &y.exact());
        let rounded = self.round(format, &sum);
        let both_infinite = self.and(x.infinite, y.infinite);
        let opposite = self.xor(x.sign, y.sign);
        let invalid = self.and(both_infinite, opposite);
        let nan = self.any(&[x.nan, y.nan, invalid]);
        let infinite = self.or(x.infinite, y.infinite);
        let sign = self.choose(x.infinite, x.sign, y.sign);
        self.with_special(format, nan, (infinite, sign), &rounded)
    }

    /// `a - b`.
    pub fn float_subtract(&mut self, format: Format, a: &[Literal], b: &[Literal]) -> Word {
        let mut negated = b.to_vec();
        let sign = negated.len() - 1;
        negated[sign] = !negated[sign];
        self.float_add(format, a, &negated)
    }

    /// The sum of two numbers of one precision and exponent width; exact but for a sticky bit.
    /// Exponents of zeros are less than those of all numbers.
    pub(super) fn add_exact(&mut self, a: &Exact, b: &Exact) -> Exact {
        let (precision, width) = (a.significand.len(), a.exponent.len() + 1);
        let (ea, eb) = (sign_extended(&a.exponent, width), sign_extended(&b.exponent, width));
        let lower = self.less(&ea, &eb);
        let level = self.equal_words(&ea, &eb);
        let shorter = self.below(&a.significand, &b.significand);
        let tie = self.and(level, shorter);
        let swap = self.or(lower, tie);
        let big_exponent = self.choose_word(swap, &eb, &ea);
        let small_exponent = self.choose_word(swap, &ea, &eb);
        let big = self.choose_word(swap, &b.significand, &a.significand);
        let small = self.choose_word(swap, &a.significand, &b.significand);
        let big_sign = self.choose(swap, b.sign, a.sign);
        let (distance, _) = self.subtract(&big_exponent, &small_exponent);
        let amount = self.clamped(&distance, Literal::TRUE, precision + EXTRA);
        let small = self.shift_right_sticky(&lengthened(&small), &amount);
        let subtracts = self.xor(a.sign, b.sign);
        let total = precision + EXTRA + 1;
        let small: Word = zero_extended(&small, total).iter().map(|&bit| self.xor(bit, subtracts)).collect();
        let big = zero_extended(&lengthened(&big), total);
        let (sum, _) = self.add_with_carry(&big, &small, subtracts);
        let (significand, shift) = self.normalize(&sum);
        let (above, _) = self.increment(&big_exponent, Literal::TRUE);
        let (exponent, _) = self.subtract(&above, &zero_extended(&shift, width.max(shift.len()))[..width]);
        // An exact zero is positive, unless both were negative.
        let is_zero = self.is_zero(&sum);
        let both_negative = self.and(a.sign, b.sign);
        let sign = self.choose(is_zero, both_negative, big_sign);
        Exact { sign, exponent, significand }
    }
}

fn lengthened(significand: &[Literal]) -> Word {
    let mut word = vec![Literal::FALSE; EXTRA];
    word.extend_from_slice(significand);
    word
}
