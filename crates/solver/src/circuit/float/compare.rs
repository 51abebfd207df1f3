//! Comparisons, on the bits as they are.

use crate::circuit::gates::Gates;
use crate::circuit::word::Word;
use crate::sat::Literal;
use trine_expr::{FloatCompareOp, Format};

impl Gates {
    fn is_nan(&mut self, format: Format, a: &[Literal]) -> Literal {
        let fraction_bits = format.fraction_bits() as usize;
        let fraction = self.any(&a[..fraction_bits]);
        let exponent = self.all(&a[fraction_bits..a.len() - 1]);
        self.and(fraction, exponent)
    }

    /// Whether `op(a, b)` holds.
    pub fn float_compare(
        &mut self,
        op: FloatCompareOp,
        format: Format,
        a: &[Literal],
        b: &[Literal],
    ) -> Literal {
        let (left, right) = (self.is_nan(format, a), self.is_nan(format, b));
        let unordered = self.or(left, right);
        let holds = match op {
            FloatCompareOp::Unordered => return unordered,
            FloatCompareOp::Eq => self.float_equal(a, b),
            FloatCompareOp::Lt => self.float_less(a, b),
            FloatCompareOp::Le => {
                let (less, equal) = (self.float_less(a, b), self.float_equal(a, b));
                self.or(less, equal)
            }
        };
        self.and(!unordered, holds)
    }

    fn both_zero(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let (x, y) = (self.is_zero(&a[..a.len() - 1]), self.is_zero(&b[..b.len() - 1]));
        self.and(x, y)
    }

    fn float_equal(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let (same, zeros) = (self.equal_words(a, b), self.both_zero(a, b));
        self.or(same, zeros)
    }

    /// Numbers order like their bits as sign and magnitude.
    fn float_less(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let top = a.len() - 1;
        let (sign_a, sign_b) = (a[top], b[top]);
        let below = self.below(&a[..top], &b[..top]);
        let above = self.below(&b[..top], &a[..top]);
        let same_sign = self.choose(sign_a, above, below);
        let opposite = self.xor(sign_a, sign_b);
        let less = self.choose(opposite, sign_a, same_sign);
        let zeros = self.both_zero(a, b);
        self.and(less, !zeros)
    }

    /// The smaller (`smallest`) or larger of two; the other one when one is NaN.
    pub fn float_min_max(&mut self, smallest: bool, format: Format, a: &[Literal], b: &[Literal]) -> Word {
        let nan = self.is_nan(format, a);
        let (low, high) = if smallest { (b, a) } else { (a, b) };
        let better = self.float_compare(FloatCompareOp::Lt, format, low, high);
        let takes_b = self.or(nan, better);
        self.choose_word(takes_b, b, a)
    }
}
