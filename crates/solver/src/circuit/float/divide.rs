//! Quotients and square roots, digit by digit, with a sticky bit for what is left over.

use super::{Exact, precision};
use crate::circuit::gates::Gates;
use crate::circuit::word::{Word, sign_extended, zero_extended};
use crate::sat::Literal;
use trine_expr::Format;

impl Gates {
    /// `a / b`.
    pub fn float_divide(&mut self, format: Format, a: &[Literal], b: &[Literal]) -> Word {
        let (x, y) = (self.unpack(format, a), self.unpack(format, b));
        let sign = self.xor(x.sign, y.sign);
        let significand = self.quotient(&x.significand, &y.significand, precision(format) + 3);
        // The quotient of two numbers in [1, 2) is in (1/2, 2).
        let whole = significand[significand.len() - 1];
        let mut moved = vec![Literal::FALSE];
        moved.extend_from_slice(&significand[..significand.len() - 1]);
        let significand = self.choose_word(whole, &significand, &moved);
        let wide = x.exponent.len() + 1;
        let (ex, ey) = (sign_extended(&x.exponent, wide), sign_extended(&y.exponent, wide));
        // ex - ey, less one where the quotient is below one.
        let (exponent, _) = self.add_with_carry(&ex, &Self::not_word(&ey), whole);
        let rounded = self.round(format, &Exact { sign, exponent, significand });
        let zero = self.or(x.zero, y.infinite);
        let finite = Self::float_zero(format, sign);
        let rounded = self.choose_word(zero, &finite, &rounded);
        let zeros = self.and(x.zero, y.zero);
        let infinities = self.and(x.infinite, y.infinite);
        let nan = self.any(&[x.nan, y.nan, zeros, infinities]);
        let infinite = self.or(x.infinite, y.zero);
        self.with_special(format, nan, (infinite, sign), &rounded)
    }

    /// `digits` bits of `a / b` for numbers with their first one on top, and a sticky bit below.
    fn quotient(&mut self, a: &[Literal], b: &[Literal], digits: usize) -> Word {
        let width = a.len() + 1;
        let mut rest = zero_extended(a, width);
        let divisor = zero_extended(b, width);
        let mut quotient = Vec::with_capacity(digits + 1);
        for _ in 0..digits {
            let (less, fits) = self.subtract(&rest, &divisor);
            rest = self.choose_word(fits, &less, &rest);
            quotient.push(fits);
            rest.rotate_right(1);
            rest[0] = Literal::FALSE;
        }
        quotient.push(self.any(&rest));
        quotient.reverse();
        quotient
    }

    /// The square root of `a`.
    pub fn float_sqrt(&mut self, format: Format, a: &[Literal]) -> Word {
        let x = self.unpack(format, a);
        let significand = self.root(&x.significand, x.exponent[0], precision(format) + 2);
        // Half the exponent, rounded down: what is over went into the radicand.
        let mut exponent = x.exponent[1..].to_vec();
        exponent.push(x.exponent[x.exponent.len() - 1]);
        let rounded = self.round(format, &Exact { sign: x.sign, exponent, significand });
        let negative = self.and(x.sign, !x.zero);
        let nan = self.or(x.nan, negative);
        self.with_special(format, nan, (x.infinite, Literal::FALSE), &rounded)
    }

    /// `digits` bits of the root of a number in [1, 2), doubled where `odd`; a sticky bit below.
    fn root(&mut self, a: &[Literal], odd: Literal, digits: usize) -> Word {
        // Two bits before the point, then pairs.
        let mut plain = a.to_vec();
        plain.push(Literal::FALSE);
        let mut doubled = vec![Literal::FALSE];
        doubled.extend_from_slice(a);
        let mut radicand = self.choose_word(odd, &doubled, &plain);
        if radicand.len() % 2 == 1 {
            radicand.insert(0, Literal::FALSE);
        }
        let width = digits + 2;
        let mut rest = Self::constant(0, width);
        let mut root: Word = Vec::with_capacity(digits + 1);
        for step in 0..digits {
            let at = radicand.len().checked_sub(2 * (step + 1));
            let (high, low) =
                at.map_or((Literal::FALSE, Literal::FALSE), |at| (radicand[at + 1], radicand[at]));
            rest.rotate_right(2);
            (rest[1], rest[0]) = (high, low);
            // 4 * root + 1
            let mut trial = vec![Literal::TRUE, Literal::FALSE];
            trial.extend(root.iter().rev());
            let trial = zero_extended(&trial, width.max(trial.len()));
            let (less, fits) = self.subtract(&rest, &trial[..width]);
            rest = self.choose_word(fits, &less, &rest);
            root.push(fits);
        }
        root.push(self.any(&rest));
        root.reverse();
        root
    }
}
