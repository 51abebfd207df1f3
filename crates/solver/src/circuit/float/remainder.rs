//! C's `fmod`: exact, by long division of significands.
//!
//! One subtraction per possible distance of exponents: 277 for binary32, 2,098 for binary64. The
//! circuit is large; local search is asked first.

use super::{Exact, bias, precision};
use crate::circuit::gates::Gates;
use crate::circuit::word::{Word, zero_extended};
use crate::sat::Literal;
use trine_expr::Format;

impl Gates {
    /// `fmod(a, b)`.
    pub fn float_remainder(&mut self, format: Format, a: &[Literal], b: &[Literal]) -> Word {
        let (x, y) = (self.unpack(format, a), self.unpack(format, b));
        let (distance, _) = self.subtract(&x.exponent, &y.exponent);
        let smaller = distance[distance.len() - 1];
        let most = 2 * bias(format) - 1 + precision(format) as i64;
        let width = precision(format) + 1;
        let mut rest = zero_extended(&x.significand, width);
        let divisor = zero_extended(&y.significand, width);
        for step in 0..=most {
            // While step <= distance: subtract where possible; move up before the next step.
            let at = Self::signed_constant(step, distance.len());
            let over = self.less(&distance, &at);
            let last = self.equal_words(&distance, &at);
            let (less, fits) = self.subtract(&rest, &divisor);
            let takes = self.and(fits, !over);
            rest = self.choose_word(takes, &less, &rest);
            let mut moved = rest.clone();
            moved.rotate_right(1);
            moved[0] = Literal::FALSE;
            let moves = self.and(!over, !last);
            rest = self.choose_word(moves, &moved, &rest);
        }
        let (significand, shift) = self.normalize(&rest[..width - 1]);
        let wide = y.exponent.len() + 1;
        let exponent = crate::circuit::word::sign_extended(&y.exponent, wide);
        let (exponent, _) = self.subtract(&exponent, &zero_extended(&shift, wide));
        let rounded = self.round(format, &Exact { sign: x.sign, exponent, significand });
        // A dividend smaller than the divisor is the remainder.
        let keeps = self.any(&[smaller, y.infinite, x.zero]);
        let result = self.choose_word(keeps, a, &rounded);
        let nan = self.any(&[x.nan, y.nan, x.infinite, y.zero]);
        self.with_special(format, nan, (Literal::FALSE, Literal::FALSE), &result)
    }
}
