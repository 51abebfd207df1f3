//! IEEE floats as circuits.
//!
//! ```text
//! bits --unpack--> sign, exponent, significand with its first one on top     (and: NaN, infinity, zero)
//!                    operation on exact numbers, wider, with a sticky bit
//! bits <--round--- to nearest even, subnormal results, overflow to infinity
//! ```
//!
//! Source: Muller et al., Handbook of Floating-Point Arithmetic, 2nd edition, chapters 7 and 8.
//!
//! A NaN comes out quiet, its sign and payload free: which one a processor gives depends on operands and their order.
//! What is refuted under all of them is refuted; a model that evaluation does not confirm is none.
//!
//! **Rounding.** Results are rounded to nearest even, the mode a C program starts in; `fenv.h` is not supported, so no
//! run leaves it. Functions that give integers round in the mode that they are named for: `floor` down, `ceil` up,
//! `trunc` towards zero, `round` ties away from zero, `rint` and `roundeven` ties to even; a conversion to an integer
//! type goes towards zero. All of these are compared with the processor in `tests/circuits.rs`.

mod add;
mod compare;
mod convert;
mod divide;
mod integral;
mod multiply;
mod remainder;
mod round;
mod unpack;

use super::gates::Gates;
use super::word::Word;
use crate::sat::Literal;
use trine_expr::Format;

/// A number with the first one of its significand on top; which of the special ones it is.
#[derive(Clone, Debug)]
struct Unpacked {
    sign: Literal,
    /// Signed; of the highest bit of the significand.
    exponent: Word,
    /// Highest bit one, unless the number is zero (then all are zero, and the exponent is less than
    /// that of any number).
    significand: Word,
    nan: Literal,
    infinite: Literal,
    zero: Literal,
}

/// A finite number of any precision.
#[derive(Clone, Debug)]
struct Exact {
    sign: Literal,
    exponent: Word,
    /// Highest bit one, unless zero.
    significand: Word,
}

/// Bits of the significand, the hidden one included.
fn precision(format: Format) -> usize {
    format.fraction_bits() as usize + 1
}

/// Largest exponent of a number.
fn bias(format: Format) -> i64 {
    (1 << (format.exponent_bits() - 1)) - 1
}

/// Bits of exponents between unpacking and rounding: room for sums of two.
fn exponent_width(format: Format) -> usize {
    format.exponent_bits() as usize + 3
}

impl Gates {
    fn signed_constant(value: i64, width: usize) -> Word {
        Self::constant(i128::from(value) as u128, width)
    }

    /// Some quiet NaN.
    fn quiet_nan(&mut self, format: Format) -> Word {
        let (fraction, bits) = (format.fraction_bits() as usize, format.bits() as usize);
        let mut word = self.inputs(bits);
        word[fraction - 1..bits - 1].fill(Literal::TRUE);
        word
    }

    fn infinity(format: Format, sign: Literal) -> Word {
        let exponent = ((1u128 << format.exponent_bits()) - 1) << format.fraction_bits();
        let mut word = Self::constant(exponent, format.bits() as usize);
        word[format.bits() as usize - 1] = sign;
        word
    }

    fn float_zero(format: Format, sign: Literal) -> Word {
        let mut word = Self::constant(0, format.bits() as usize);
        word[format.bits() as usize - 1] = sign;
        word
    }

    /// `result`, but NaN where `nan` and an infinity where `infinite`, in this order.
    fn with_special(
        &mut self,
        format: Format,
        nan: Literal,
        infinite: (Literal, Literal),
        result: &[Literal],
    ) -> Word {
        let (is_infinite, sign) = infinite;
        let infinity = Self::infinity(format, sign);
        let result = self.choose_word(is_infinite, &infinity, result);
        let quiet = self.quiet_nan(format);
        self.choose_word(nan, &quiet, &result)
    }
}
