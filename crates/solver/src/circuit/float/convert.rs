//! Conversions between formats, and from and to integers.

use super::precision;
use crate::circuit::gates::Gates;
use crate::circuit::word::{Word, sign_extended};
use crate::sat::Literal;
use trine_expr::Format;

impl Gates {
    /// A float of another format.
    pub fn float_convert(&mut self, from: Format, to: Format, a: &[Literal]) -> Word {
        let x = self.unpack(from, a);
        let rounded = self.round(to, &x.exact());
        self.with_special(to, x.nan, (x.infinite, x.sign), &rounded)
    }

    /// A signed or unsigned integer as a float.
    pub fn int_to_float(&mut self, is_signed: bool, to: Format, a: &[Literal]) -> Word {
        let sign = if is_signed { a[a.len() - 1] } else { Literal::FALSE };
        let magnitude = self.negate_if(sign, a);
        // An integer zero is a positive one.
        self.integer_to_float(to, sign, &magnitude)
    }

    /// A float truncated to a signed integer of `width` bits; 0x80… when it does not fit.
    pub fn float_to_int(&mut self, from: Format, a: &[Literal], width: usize) -> Word {
        let x = self.unpack(from, a);
        let kept = precision(from);
        let exponent_bits = x.exponent.len();
        let negative = x.exponent[exponent_bits - 1];
        // The significand below the point, moved up by the exponent.
        let mut fixed = x.significand.clone();
        fixed.resize(kept + width, Literal::FALSE);
        let amount = self.clamped(&x.exponent, !negative, width);
        let moved = self.shift_left(&fixed, &amount);
        let integer = &moved[kept - 1..kept - 1 + width];
        let integer = self.and_all(!negative, integer);
        let result = self.negate_if(x.sign, &integer);
        // From 2^(width-1) upward nothing fits but the least integer, which is 0x80… too.
        let limit = Self::signed_constant(width as i64 - 1, exponent_bits.max(9));
        let fits = self.less(&sign_extended(&x.exponent, exponent_bits.max(9)), &limit);
        let is_number = self.and(!x.nan, !x.infinite);
        let good = self.and(fits, is_number);
        let least = Self::constant(1 << (width - 1), width);
        self.choose_word(good, &result, &least)
    }
}
