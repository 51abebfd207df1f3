//! From the bits of a format to a normalized number.

use super::{Exact, Unpacked, bias, exponent_width, precision};
use crate::circuit::gates::Gates;
use crate::circuit::word::zero_extended;
use crate::sat::Literal;
use trine_expr::Format;

impl Gates {
    pub(super) fn unpack(&mut self, format: Format, bits: &[Literal]) -> Unpacked {
        let fraction_bits = format.fraction_bits() as usize;
        let fraction = &bits[..fraction_bits];
        let field = &bits[fraction_bits..bits.len() - 1];
        let sign = bits[bits.len() - 1];
        let no_fraction = self.is_zero(fraction);
        let min_exponent = self.is_zero(field);
        let max_exponent = self.all(field);
        let mut significand = fraction.to_vec();
        significand.push(!min_exponent);
        let (significand, shift) = self.normalize(&significand);
        debug_assert_eq!(significand.len(), precision(format), "the hidden bit is there");
        // Subnormal numbers have the exponent of field 1.
        let width = exponent_width(format);
        let mut field = zero_extended(field, width);
        field[0] = self.or(field[0], min_exponent);
        let biased = self.subtract(&field, &zero_extended(&shift, width)).0;
        let exponent = self.subtract(&biased, &Self::signed_constant(bias(format), width)).0;
        Unpacked {
            sign,
            exponent,
            significand,
            nan: self.and(max_exponent, !no_fraction),
            infinite: self.and(max_exponent, no_fraction),
            zero: self.and(min_exponent, no_fraction),
        }
    }
}

impl Unpacked {
    pub(super) fn exact(&self) -> Exact {
        Exact { sign: self.sign, exponent: self.exponent.clone(), significand: self.significand.clone() }
    }
}
