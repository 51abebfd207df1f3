//! Numbers from text: `Integer.parseInt` and `Long.parseLong` as functions of the characters, whatever the length.
//!
//! ```text
//! "-12"    sign digit digit    one bit: is it a number?    64 bits: its value
//! ```
//!
//! Whether the text is a number decides between a value and an exception, so it is a step of the path. Not handled: digits beyond Latin-1,
//! and more leading zeros than [`MAX_DIGITS`] has room for; such texts count as no numbers, and runs tell.

use crate::characters::between;
use crate::strings::Text;
use trine_expr::{BinaryOp, CompareOp, Term, TermPool};

/// Digits of a `long`, and one more.
const MAX_DIGITS: usize = 19;

/// What a method reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// 2 to 36.
    pub radix: u32,
    /// 32 or 64.
    pub width: u32,
}

/// A number as terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// One bit: whether the text is one.
    pub is_valid: Term,
    /// Its value, of the format's width.
    pub value: Term,
}

/// Digits whose numbers all fit into 63 bits.
fn max_digits(format: Format) -> usize {
    let bits = if format.width == 32 { 40.0 } else { 62.0 };
    ((bits / f64::from(format.radix).log2()).floor() as usize).min(MAX_DIGITS)
}

/// The number that `text` is.
#[must_use]
pub fn parsed(pool: &mut TermPool, text: &Text, format: Format) -> Number {
    let most = (max_digits(format) + 1).min(text.units.len());
    let no = pool.boolean(false);
    let zero = pool.constant(0, 64);
    let sign = text.units.first().map(|&first| {
        let [minus, plus] = [b'-', b'+'].map(|sign| between(pool, first, u32::from(sign), u32::from(sign)));
        (minus, pool.or(minus, plus))
    });
    let (is_negative, is_signed) = sign.unwrap_or((no, no));
    let (mut value, mut is_valid) = (zero, pool.boolean(true));
    for (at, &unit) in text.units.iter().take(most).enumerate() {
        let place = pool.constant(at as u128, 32);
        let is_there = pool.compare(CompareOp::Ult, place, text.length);
        let (is_digit, digit) = digit(pool, unit, format.radix);
        let is_sign = if at == 0 { is_signed } else { no };
        let fits = pool.or(is_digit, is_sign);
        let beyond = pool.not(is_there);
        let fits = pool.or(beyond, fits);
        is_valid = pool.and(is_valid, fits);
        let base = pool.constant(u128::from(format.radix), 64);
        let moved = pool.binary(BinaryOp::Mul, value, base);
        let digit = pool.zero_extend(digit, 64);
        let next = pool.binary(BinaryOp::Add, moved, digit);
        let no_sign = pool.not(is_sign);
        let counts = pool.and(is_there, no_sign);
        value = pool.ite(counts, next, value);
    }
    let has_digits = has_digits(pool, text, is_signed, most);
    is_valid = pool.and(is_valid, has_digits);
    let opposite = pool.unary(trine_expr::UnaryOp::Neg, value);
    let signed = pool.ite(is_negative, opposite, value);
    if format.width == 64 {
        return Number { is_valid, value: signed };
    }
    let low = pool.extract(signed, 0, 32);
    let wide = pool.sign_extend(low, 64);
    let in_range = pool.equal(wide, signed);
    Number { is_valid: pool.and(is_valid, in_range), value: low }
}

/// One bit: at least one digit behind the sign, and no more characters than are looked at.
fn has_digits(pool: &mut TermPool, text: &Text, is_signed: Term, most: usize) -> Term {
    let [one, two] = [1, 2].map(|count| pool.constant(count, 32));
    let least = pool.ite(is_signed, two, one);
    let is_short = pool.compare(CompareOp::Ult, text.length, least);
    let limit = pool.constant(most as u128, 32);
    let is_long = pool.compare(CompareOp::Ult, limit, text.length);
    let neither = pool.or(is_short, is_long);
    pool.not(neither)
}

/// One bit: whether `unit` is a digit of `radix`; and its value, of eight bits.
fn digit(pool: &mut TermPool, unit: Term, radix: u32) -> (Term, Term) {
    let decimal = radix.min(10);
    let is_decimal = between(pool, unit, u32::from(b'0'), u32::from(b'0') + decimal - 1);
    let zero = pool.constant(u128::from(b'0'), 8);
    let value = pool.binary(BinaryOp::Sub, unit, zero);
    if radix <= 10 {
        return (is_decimal, value);
    }
    // Letters differ from their capitals in one bit.
    let case = pool.constant(0x20, 8);
    let folded = pool.binary(BinaryOp::Or, unit, case);
    let is_letter = between(pool, folded, u32::from(b'a'), u32::from(b'a') + radix - 11);
    let of_a = pool.constant(u128::from(b'a' - 10), 8);
    let of_letter = pool.binary(BinaryOp::Sub, folded, of_a);
    (pool.or(is_decimal, is_letter), pool.ite(is_decimal, value, of_letter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_expr::Assignment;

    fn read(text: &str, format: Format) -> Option<i64> {
        let mut pool = TermPool::new();
        let text = Text::constant(&mut pool, text.as_bytes());
        let number = parsed(&mut pool, &text, format);
        let model = Assignment::new();
        let value = pool.evaluate(number.value, &model) as u64;
        let value = if format.width == 32 { i64::from(value as u32 as i32) } else { value as i64 };
        (pool.evaluate(number.is_valid, &model) == 1).then_some(value)
    }

    #[test]
    fn what_java_reads_is_read_and_nothing_else() {
        let int = Format { radix: 10, width: 32 };
        for text in ["0", "7", "-207", "+15", "2147483647", "-2147483648", "007"] {
            assert_eq!(read(text, int), text.parse::<i32>().ok().map(i64::from), "{text}");
        }
        for text in ["", "-", "+", "1a", " 1", "--1", "2147483648", "1-"] {
            assert_eq!(read(text, int), None, "{text}");
        }
        assert_eq!(read("-BeE", Format { radix: 16, width: 32 }), Some(-0xBEE));
        assert_eq!(read("z", Format { radix: 36, width: 64 }), Some(35));
        assert_eq!(read("9", Format { radix: 8, width: 32 }), None);
        assert_eq!(read("123456789012345", Format { radix: 10, width: 64 }), Some(123_456_789_012_345));
    }
}
