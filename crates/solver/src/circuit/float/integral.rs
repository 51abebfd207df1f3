//! Rounding to integral values.

use super::{Exact, exponent_width, precision};
use crate::circuit::gates::Gates;
use crate::circuit::word::{Word, zero_extended};
use crate::sat::Literal;
use trine_expr::{FloatUnaryOp, Format};

impl Gates {
    /// `a` rounded to an integral value; `op` says which way.
    pub fn float_to_integral(&mut self, op: FloatUnaryOp, format: Format, a: &[Literal]) -> Word {
        let x = self.unpack(format, a);
        let (kept, width) = (precision(format), exponent_width(format));
        let all_bits = Self::signed_constant(kept as i64 - 1, width);
        let (below, _) = self.subtract(&all_bits, &x.exponent);
        let has_fraction = !below[width - 1];
        let amount = self.clamped(&below, has_fraction, kept + 2);
        let mut significand = vec![Literal::FALSE; 2];
        significand.extend_from_slice(&x.significand);
        let significand = self.shift_right_sticky(&significand, &amount);
        let (sticky, guard, odd) = (significand[0], significand[1], significand[2]);
        let inexact = self.or(guard, sticky);
        let more_than_half_or_odd = self.or(sticky, odd);
        let up = match op {
            FloatUnaryOp::Floor => self.and(x.sign, inexact),
            FloatUnaryOp::Ceil => self.and(!x.sign, inexact),
            FloatUnaryOp::Round => guard,
            FloatUnaryOp::RoundEven => self.and(guard, more_than_half_or_odd),
            FloatUnaryOp::Trunc | FloatUnaryOp::Sqrt => Literal::FALSE,
        };
        let (mut integer, carry) = self.increment(&significand[2..], up);
        integer.push(carry);
        let rounded = self.integer_to_float(format, x.sign, &integer);
        // NaN, infinities and large numbers are what they are; a NaN becomes quiet.
        let special = self.any(&[x.infinite, !has_fraction]);
        let result = self.choose_word(special, a, &rounded);
        let quiet = self.quiet_nan(format);
        self.choose_word(x.nan, &quiet, &result)
    }

    /// The float of a magnitude with a sign.
    pub(super) fn integer_to_float(&mut self, format: Format, sign: Literal, magnitude: &[Literal]) -> Word {
        let (significand, shift) = self.normalize(magnitude);
        let width = exponent_width(format).max(shift.len() + 2);
        let top = Self::signed_constant(magnitude.len() as i64 - 1, width);
        let (exponent, _) = self.subtract(&top, &zero_extended(&shift, width));
        self.round(format, &Exact { sign, exponent, significand })
    }
}
