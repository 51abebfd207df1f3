//! Floating-point constants, kept as the bits of their own format.
//!
//! | form | meaning |
//! |---|---|
//! | `1.5e+00` | decimal; must be exact in the type |
//! | `0x3FF8…` | the bits of a double of the same value, for `half` to `double` |
//! | `0xH` `0xR` `0xK` `0xL` `0xM` | the bits of half, bfloat, x86_fp80, fp128, ppc_fp128 |
//! | `f0x…` | the bits of the type's own format (LLVM 23) |
//! | `+inf` `-nan` `+nan(0x1)` `+qnan` `+snan(0x1)` | (LLVM 23) |
//!
//! Source: LangRef, "Simple Constants". Not handled: decimals of `x86_fp80` and `fp128` that no double holds exactly
//! (they are rounded to the double); no LLVM version we know writes them.

use crate::ast::{Constant, FloatBits, Type, TypeId};
use crate::error::Reading;

use super::Reader;
use super::number::hexadecimal;

/// Exponent and stored-fraction widths of the formats with a hidden bit.
fn widths(ty: &Type) -> Option<(u32, u32)> {
    Some(match ty {
        Type::Half => (5, 10),
        Type::BFloat => (8, 7),
        Type::Float => (8, 23),
        Type::Double => (11, 52),
        Type::Fp128 => (15, 112),
        _ => return None,
    })
}

/// Bits as a constant of the type; `None` when they do not fit or it is no float type.
fn from_own_bits(ty: &Type, bits: u128) -> Option<FloatBits> {
    Some(match ty {
        Type::Half => FloatBits::Half(u16::try_from(bits).ok()?),
        Type::BFloat => FloatBits::BFloat(u16::try_from(bits).ok()?),
        Type::Float => FloatBits::Float(u32::try_from(bits).ok()?),
        Type::Double => FloatBits::Double(u64::try_from(bits).ok()?),
        Type::X86Fp80 => FloatBits::X86Fp80((bits < 1 << 80).then_some(bits)?),
        Type::Fp128 => FloatBits::Fp128(bits),
        Type::PpcFp128 => FloatBits::PpcFp128(bits),
        _ => return None,
    })
}

/// The value of a double in another format, rounded to nearest even where it must be.
fn from_double(ty: &Type, double: u64) -> Option<FloatBits> {
    match ty {
        Type::Double => Some(FloatBits::Double(double)),
        Type::X86Fp80 => Some(FloatBits::X86Fp80(double_to_f80(double))),
        Type::PpcFp128 => Some(FloatBits::PpcFp128(u128::from(double))),
        _ => {
            let (exponent, fraction) = widths(ty)?;
            from_own_bits(ty, convert(double, exponent, fraction))
        }
    }
}

/// The parts of a finite, nonzero double: exponent of the leading bit, and the significand with that bit at 2^52.
fn normalized(double: u64) -> (i32, u64) {
    let fraction = double & ((1 << 52) - 1);
    match (double >> 52 & 0x7FF) as i32 {
        0 => {
            let shift = fraction.leading_zeros() - 11;
            (-1022 - shift as i32, fraction << shift)
        }
        biased => (biased - 1023, fraction | 1 << 52),
    }
}

/// The bits of a double's value in a format with the given widths of exponent and fraction.
fn convert(double: u64, exponent_width: u32, fraction_width: u32) -> u128 {
    let sign = u128::from(double >> 63) << (exponent_width + fraction_width);
    let top = ((1_u128 << exponent_width) - 1) << fraction_width;
    let fraction = u128::from(double & ((1 << 52) - 1));
    if double >> 52 & 0x7FF == 0x7FF {
        // Infinity, or NaN with its payload aligned at the top, as LLVM converts it.
        let payload = if fraction_width >= 52 {
            fraction << (fraction_width - 52)
        } else {
            fraction >> (52 - fraction_width)
        };
        return sign | top | payload;
    }
    if double << 1 == 0 {
        return sign;
    }
    let (exponent, significand) = normalized(double);
    let bias = (1_i32 << (exponent_width - 1)) - 1;
    // Subnormal results lose further bits below the smallest exponent.
    let lost = (1 - bias - exponent).max(0);
    let biased = if lost > 0 { 0 } else { exponent + bias };
    let rounded = if fraction_width >= 52 {
        u128::from(significand) << (fraction_width - 52)
    } else {
        round_shift(significand, (52 - fraction_width) + lost as u32)
    };
    // The leading bit is hidden in normal numbers; a carry out of rounding correctly raises the exponent.
    let base = if lost > 0 { 0 } else { (biased as u128 - 1) << fraction_width };
    sign | (base + rounded).min(top)
}

/// `value / 2^shift`, to nearest, ties to even.
fn round_shift(value: u64, shift: u32) -> u128 {
    if shift > 63 {
        return 0;
    }
    if shift == 0 {
        return u128::from(value);
    }
    let quotient = value >> shift;
    let rest = value & ((1 << shift) - 1);
    let half = 1_u64 << (shift - 1);
    u128::from(quotient + u64::from(rest > half || (rest == half && quotient & 1 == 1)))
}

/// The 80 bits of a double's value; always exact.
fn double_to_f80(double: u64) -> u128 {
    let sign = u128::from(double >> 63) << 79;
    let fraction = double & ((1 << 52) - 1);
    if double >> 52 & 0x7FF == 0x7FF {
        return sign | 0x7FFF << 64 | u128::from(1 << 63 | fraction << 11);
    }
    if double << 1 == 0 {
        return sign;
    }
    let (exponent, significand) = normalized(double);
    sign | ((exponent + 16383) as u128) << 64 | u128::from(significand << 11)
}

/// `0xK…` and its kin: letter and digits.
fn prefixed_hex(ty: &Type, text: &str) -> Option<FloatBits> {
    let digits = text.strip_prefix("0x")?;
    let Some(letter @ ('H' | 'R' | 'K' | 'L' | 'M')) = digits.chars().next() else {
        return from_double(ty, u64::try_from(hexadecimal(digits)?).ok()?);
    };
    let bits = hexadecimal(&digits[1..])?;
    let fits = matches!(
        (letter, ty),
        ('H', Type::Half)
            | ('R', Type::BFloat)
            | ('K', Type::X86Fp80)
            | ('L', Type::Fp128)
            | ('M', Type::PpcFp128)
    );
    // The long forms are written low word first.
    let bits = if matches!(letter, 'L' | 'M') { bits.rotate_left(64) } else { bits };
    from_own_bits(ty, bits).filter(|_| fits)
}

/// Infinity or a NaN with the given payload; 0 means the default quiet NaN.
fn special(ty: &Type, negative: bool, word: &str, payload: u128) -> Option<FloatBits> {
    let (exponent_width, fraction_width) = if *ty == Type::X86Fp80 { (15, 63) } else { widths(ty)? };
    let quiet = 1_u128 << (fraction_width - 1);
    let payload = payload & (quiet - 1);
    let fraction = match word {
        "inf" => 0,
        "snan" => payload.max(1),
        "nan" | "qnan" => quiet | payload,
        _ => return None,
    };
    let explicit = u32::from(*ty == Type::X86Fp80);
    let top = ((1_u128 << (exponent_width + explicit)) - 1) << fraction_width;
    let top = if explicit == 1 { (0x7FFF << 64) | 1 << 63 } else { top };
    let sign = u128::from(negative) << (exponent_width + fraction_width + explicit);
    from_own_bits(ty, sign | top | fraction)
}

/// Any form but those with a parenthesis.
fn parse_float(ty: &Type, text: &str) -> Option<FloatBits> {
    if let Some(digits) = text.strip_prefix("f0x") {
        return from_own_bits(ty, hexadecimal(digits)?);
    }
    if text.starts_with("0x") {
        return prefixed_hex(ty, text);
    }
    let unsigned = text.trim_start_matches(['+', '-']);
    if unsigned.starts_with(|c: char| c.is_ascii_digit()) {
        return from_double(ty, text.parse::<f64>().ok()?.to_bits());
    }
    special(ty, text.starts_with('-'), unsigned, 0)
}

impl<'m> Reader<'m> {
    /// A floating-point constant of a floating-point type.
    pub(super) fn float(&mut self, ty: TypeId) -> Reading<Constant> {
        let token = self.token;
        let text = self.raw(token);
        let ty = self.tables.resolved(ty);
        let Some(mut bits) = parse_float(ty, text) else {
            return self.expected("a floating-point constant of this type");
        };
        self.advance();
        let named = text.trim_start_matches(['+', '-']);
        if matches!(named, "nan" | "snan" | "qnan") && self.eat_punct(b'(') {
            let payload = self.raw(self.token).strip_prefix("0x").and_then(hexadecimal);
            match payload.and_then(|payload| special(ty, text.starts_with('-'), named, payload)) {
                Some(with_payload) => bits = with_payload,
                None => return self.expected("the payload of a NaN"),
            }
            self.advance();
            self.expect_punct(b')')?;
        }
        Ok(Constant::Float(bits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_written_as_doubles() {
        assert_eq!(
            parse_float(&Type::Float, "0x3FB99999A0000000"),
            Some(FloatBits::Float(0.1_f32.to_bits()))
        );
        assert_eq!(parse_float(&Type::Double, "1.000000e+300"), Some(FloatBits::Double(1e300_f64.to_bits())));
        assert_eq!(
            parse_float(&Type::Float, "0x7FF0000000000000"),
            Some(FloatBits::Float(f32::INFINITY.to_bits()))
        );
        assert_eq!(parse_float(&Type::Float, "0x36A0000000000000"), Some(FloatBits::Float(1)));
        assert_eq!(parse_float(&Type::Float, "-0.000000e+00"), Some(FloatBits::Float(0x8000_0000)));
    }

    #[test]
    fn narrowing_agrees_with_the_processor() {
        let mut bits = 0x1234_5678_9ABC_DEF1_u64;
        for _ in 0..200_000 {
            bits = bits.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            // Exponents around the range of a float, subnormals included.
            let double = (bits & !(0x7FF << 52)) | ((bits >> 40) % 320 + 860) << 52;
            let float = f64::from_bits(double) as f32;
            assert_eq!(convert(double, 8, 23), u128::from(float.to_bits()), "{double:#x}");
        }
    }

    #[test]
    fn the_long_formats_keep_their_bits() {
        assert_eq!(
            parse_float(&Type::X86Fp80, "0xK3FFFC000000000000000"),
            Some(FloatBits::X86Fp80(0x3FFF_C000_0000_0000_0000))
        );
        assert_eq!(
            parse_float(&Type::X86Fp80, "1.500000e+00"),
            Some(FloatBits::X86Fp80(0x3FFF_C000_0000_0000_0000))
        );
        assert_eq!(
            parse_float(&Type::Fp128, "0xL00000000000000003FFF000000000000"),
            Some(FloatBits::Fp128(0x3FFF << 112))
        );
        assert_eq!(parse_float(&Type::Half, "0xH3C00"), Some(FloatBits::Half(0x3C00)));
        assert_eq!(parse_float(&Type::Half, "1.000000e+00"), Some(FloatBits::Half(0x3C00)));
        assert_eq!(parse_float(&Type::Fp128, "1.000000e+00"), Some(FloatBits::Fp128(0x3FFF << 112)));
        assert_eq!(parse_float(&Type::X86Fp80, "+inf"), Some(FloatBits::X86Fp80(0x7FFF << 64 | 1 << 63)));
    }

    #[test]
    fn later_forms_are_read() {
        assert_eq!(parse_float(&Type::Float, "f0x3FC00000"), Some(FloatBits::Float(1.5_f32.to_bits())));
        assert_eq!(parse_float(&Type::Double, "-inf"), Some(FloatBits::Double(f64::NEG_INFINITY.to_bits())));
        assert_eq!(parse_float(&Type::Float, "+qnan"), Some(FloatBits::Float(0x7FC0_0000)));
    }

    #[test]
    fn the_wrong_letter_is_refused() {
        assert_eq!(parse_float(&Type::Double, "0xK3FFFC000000000000000"), None);
        assert_eq!(parse_float(&Type::Half, "0xK3C00"), None);
        assert_eq!(parse_float(&Type::Int(32), "1.0"), None);
        assert_eq!(parse_float(&Type::Double, "0x"), None);
    }
}
