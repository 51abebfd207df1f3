//! Integers.
//!
//! Source: `LLLexer.cpp`. `u0x…` is unsigned; `s0x…` is sign-extended from its highest set bit, as LLVM does.

use crate::ast::Constant;
use crate::error::Reading;
use crate::lexer::Kind;

use super::Reader;

/// The low `width` bits.
pub(super) fn truncate(value: u128, width: u32) -> u128 {
    if width >= 128 { value } else { value & ((1 << width) - 1) }
}

/// An integer as two's complement in 128 bits; `None` when it is no integer or does not fit.
pub(super) fn parse_int(text: &str) -> Option<u128> {
    if let Some(digits) = text.strip_prefix('-') {
        let magnitude = decimal(digits)?;
        return (magnitude <= 1 << 127).then(|| magnitude.wrapping_neg());
    }
    if let Some(digits) = text.strip_prefix("u0x") {
        return hexadecimal(digits);
    }
    if let Some(digits) = text.strip_prefix("s0x") {
        let value = hexadecimal(digits)?;
        let unused = value.leading_zeros();
        return Some(if value == 0 { 0 } else { (((value << unused) as i128) >> unused) as u128 });
    }
    decimal(text)
}

fn decimal(digits: &str) -> Option<u128> {
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}

/// Hexadecimal digits without sign or prefix.
pub(super) fn hexadecimal(digits: &str) -> Option<u128> {
    if digits.starts_with('+') { None } else { u128::from_str_radix(digits, 16).ok() }
}

impl<'m> Reader<'m> {
    /// An unsigned decimal number.
    pub(super) fn u64(&mut self) -> Reading<u64> {
        if self.kind() == Kind::Number
            && let Ok(value) = self.raw(self.token).parse()
        {
            self.advance();
            return Ok(value);
        }
        self.expected("a number")
    }

    /// An unsigned decimal number below 2^32.
    pub(super) fn u32(&mut self) -> Reading<u32> {
        match u32::try_from(self.u64()?) {
            Ok(value) => Ok(value),
            Err(_) => self.fault("a number below 2^32 was expected here"),
        }
    }

    /// An integer constant of a type `width` bits wide.
    pub(super) fn int(&mut self, width: u32) -> Reading<Constant> {
        let text = self.raw(self.token);
        if width > 128 {
            self.advance();
            return Ok(Constant::WideInt(text.into()));
        }
        match parse_int(text) {
            Some(value) => {
                self.advance();
                Ok(Constant::Int(truncate(value, width)))
            }
            None => self.expected("an integer of at most 128 bits"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_twos_complement() {
        assert_eq!(parse_int("-1"), Some(u128::MAX));
        assert_eq!(parse_int("340282366920938463463374607431768211455"), Some(u128::MAX));
        assert_eq!(parse_int("340282366920938463463374607431768211456"), None);
        assert_eq!(parse_int("-170141183460469231731687303715884105728"), Some(1 << 127));
        assert_eq!(truncate(u128::MAX, 7), 127);
    }

    #[test]
    fn hexadecimal_integers_extend_as_their_prefix_says() {
        assert_eq!(parse_int("u0x80"), Some(0x80));
        assert_eq!(parse_int("s0x80"), Some((-128_i128) as u128));
        assert_eq!(parse_int("s0x0"), Some(0));
    }

    #[test]
    fn what_is_no_integer_is_refused() {
        for text in ["", "-", "+5", "1.5", "u0x", "u0x+1", "--1", "1e3"] {
            assert_eq!(parse_int(text), None, "{text}");
        }
    }
}
