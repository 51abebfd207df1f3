//! Products, and products with a sum that round once.

use super::{Exact, Unpacked, precision};
use crate::circuit::gates::Gates;
use crate::circuit::word::{Word, sign_extended, zero_extended};
use crate::sat::Literal;
use trine_expr::Format;

impl Gates {
    /// `a * b`.
    pub fn float_multiply(&mut self, format: Format, a: &[Literal], b: &[Literal]) -> Word {
        let (x, y) = (self.unpack(format, a), self.unpack(format, b));
        let product = self.multiply_exact(format, &x, &y);
        let rounded = self.round(format, &product);
        let (nan, infinite) = self.special_product(&x, &y);
        self.with_special(format, nan, (infinite, product.sign), &rounded)
    }

    /// `a * b + c`.
    pub fn float_fma(&mut self, format: Format, a: &[Literal], b: &[Literal], c: &[Literal]) -> Word {
        let (x, y, z) = (self.unpack(format, a), self.unpack(format, b), self.unpack(format, c));
        let product = self.multiply_exact(format, &x, &y);
        let mut significand = vec![Literal::FALSE; precision(format)];
        significand.extend_from_slice(&z.significand);
        let width = product.exponent.len();
        // A zero must stay below every product, however small.
        let least = Self::signed_constant(-(1 << (width - 1)), width);
        let exponent = self.choose_word(z.zero, &least, &sign_extended(&z.exponent, width));
        let addend = Exact { sign: z.sign, exponent, significand };
        let sum = self.add_exact(&product, &addend);
        let rounded = self.round(format, &sum);
        let (bad_product, infinite_product) = self.special_product(&x, &y);
        let opposite = self.xor(product.sign, z.sign);
        let invalid = self.all(&[infinite_product, z.infinite, opposite]);
        let nan = self.any(&[bad_product, z.nan, invalid]);
        let infinite = self.or(infinite_product, z.infinite);
        let sign = self.choose(z.infinite, z.sign, product.sign);
        self.with_special(format, nan, (infinite, sign), &rounded)
    }

    /// The product of two finite numbers, in twice the precision.
    fn multiply_exact(&mut self, format: Format, x: &Unpacked, y: &Unpacked) -> Exact {
        let width = 2 * precision(format);
        let product =
            self.multiply(&zero_extended(&x.significand, width), &zero_extended(&y.significand, width));
        // Of two numbers in [1, 2), in [1, 4).
        let high = product[width - 1];
        let mut moved = vec![Literal::FALSE];
        moved.extend_from_slice(&product[..width - 1]);
        let significand = self.choose_word(high, &product, &moved);
        let wide = x.exponent.len() + 1;
        let (sum, _) =
            self.add_with_carry(&sign_extended(&x.exponent, wide), &sign_extended(&y.exponent, wide), high);
        // The exponent of a zero is the least there is.
        let zero = self.or(x.zero, y.zero);
        let least = Self::signed_constant(-(1 << (wide - 1)), wide);
        let exponent = self.choose_word(zero, &least, &sum);
        Exact { sign: self.xor(x.sign, y.sign), exponent, significand }
    }

    /// Whether a product is not a number, and whether it is infinite.
    fn special_product(&mut self, x: &Unpacked, y: &Unpacked) -> (Literal, Literal) {
        let left = self.and(x.infinite, y.zero);
        let right = self.and(y.infinite, x.zero);
        let nan = self.any(&[x.nan, y.nan, left, right]);
        (nan, self.or(x.infinite, y.infinite))
    }
}
