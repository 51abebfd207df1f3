//! From an exact number to the bits of a format, to nearest, ties to even.

use super::{Exact, bias, precision};
use crate::circuit::gates::Gates;
use crate::circuit::word::{Word, sign_extended, zero_extended};
use crate::sat::Literal;
use trine_expr::Format;

impl Gates {
    /// The bits of `number` rounded. Its lowest bit may stand for any bits below (sticky), if there
    /// are at least two bits more than the format keeps.
    pub(super) fn round(&mut self, format: Format, number: &Exact) -> Word {
        let kept = precision(format);
        let width = number.exponent.len().max(format.exponent_bits() as usize + 2) + 1;
        let exponent = sign_extended(&number.exponent, width);
        let least = Self::signed_constant(1 - bias(format), width);
        let (lack, _) = self.subtract(&least, &exponent);
        let is_zero_lack = self.is_zero(&lack);
        let sign_of_lack = lack[width - 1];
        let subnormal = self.and(!sign_of_lack, !is_zero_lack);
        let significand = self.with_sticky(&number.significand, kept + 2);
        let amount = self.clamped(&lack, subnormal, kept + 2);
        let significand = self.shift_right_sticky(&significand, &amount);
        let (sticky, guard) = (significand[0], significand[1]);
        let odd_or_more = self.or(sticky, significand[2]);
        let up = self.and(guard, odd_or_more);
        let (rounded, carry) = self.increment(&significand[2..], up);
        let biased = self.add(&exponent, &Self::signed_constant(bias(format), width));
        let (biased, _) = self.increment(&biased, carry);
        let of_subnormal = zero_extended(&rounded[kept - 1..], width);
        let field = self.choose_word(subnormal, &of_subnormal, &biased);
        let largest = Self::signed_constant((1 << format.exponent_bits()) - 1, width);
        let fits = self.less(&biased, &largest);
        let overflow = self.and(!subnormal, !fits);
        let mut bits: Word = rounded[..kept - 1].to_vec();
        bits.extend_from_slice(&field[..format.exponent_bits() as usize]);
        bits.push(number.sign);
        let infinity = Self::infinity(format, number.sign);
        let bits = self.choose_word(overflow, &infinity, &bits);
        // A zero has no first one: its exponent says nothing.
        let is_zero = self.is_zero(&number.significand);
        let zero = Self::float_zero(format, number.sign);
        self.choose_word(is_zero, &zero, &bits)
    }

    /// The highest `width` bits; the lowest of them tells whether any bit below was one.
    fn with_sticky(&mut self, word: &[Literal], width: usize) -> Word {
        if word.len() <= width {
            let mut longer = vec![Literal::FALSE; width - word.len()];
            longer.extend_from_slice(word);
            return longer;
        }
        let cut = word.len() - width;
        let mut kept = word[cut..].to_vec();
        let lost = self.any(&word[..cut]);
        kept[0] = self.or(kept[0], lost);
        kept
    }

    /// The non-negative number `amount` where `wanted`, else zero; in as few bits as can say "all of
    /// `reach`".
    pub(super) fn clamped(&mut self, amount: &[Literal], wanted: Literal, reach: usize) -> Word {
        let bits = (usize::BITS - reach.leading_zeros()) as usize;
        if bits >= amount.len() {
            return self.and_all(wanted, amount);
        }
        let beyond = self.any(&amount[bits..]);
        let clamped: Word = amount[..bits].iter().map(|&bit| self.or(bit, beyond)).collect();
        self.and_all(wanted, &clamped)
    }
}
