//! Floating-point numbers of a format: `%f %e %g %a` and their capital forms.

use super::decimal::Decimal;
use super::{Directive, pad_number, sign};

/// What kind of value a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Finite,
    Infinite,
    Nan,
}

/// A number to print: `mantissa * 2^exponent`.
#[derive(Clone, Copy, Debug)]
pub(super) struct FloatValue {
    negative: bool,
    kind: Kind,
    mantissa: u64,
    exponent: i32,
    /// Bits of the mantissa behind the first hexadecimal digit.
    fraction_bits: u32,
}

impl FloatValue {
    pub fn of_double(value: f64) -> Self {
        let bits = value.to_bits();
        let (biased, fraction) = ((bits >> 52 & 0x7FF) as i32, bits & ((1 << 52) - 1));
        let kind = match (biased, fraction) {
            (0x7FF, 0) => Kind::Infinite,
            (0x7FF, _) => Kind::Nan,
            _ => Kind::Finite,
        };
        let mantissa = if biased == 0 { fraction } else { fraction | 1 << 52 };
        Self { negative: bits >> 63 != 0, kind, mantissa, exponent: biased.max(1) - 1075, fraction_bits: 52 }
    }

    pub fn of_extended(bits: u128) -> Self {
        let (biased, mantissa) = ((bits >> 64 & 0x7FFF) as i32, bits as u64);
        let kind = match (biased, mantissa << 1) {
            (0x7FFF, 0) => Kind::Infinite,
            (0x7FFF, _) => Kind::Nan,
            _ => Kind::Finite,
        };
        let negative = bits >> 79 & 1 != 0;
        Self { negative, kind, mantissa, exponent: biased.max(1) - 16_446, fraction_bits: 60 }
    }
}

/// Appends `value`.
pub(super) fn format_float(directive: &Directive, value: FloatValue, output: &mut Vec<u8>) {
    let upper = directive.conversion.is_ascii_uppercase();
    let body = match value.kind {
        Kind::Infinite => "inf".to_owned(),
        Kind::Nan => "nan".to_owned(),
        Kind::Finite => match directive.conversion | 0x20 {
            b'f' => fixed(directive, &value),
            b'e' => scientific(directive, &value),
            b'g' => general(directive, &value),
            _ => hexadecimal(directive, &value),
        },
    };
    let body = if upper { body.to_ascii_uppercase() } else { body };
    let finite = value.kind == Kind::Finite;
    let sign = sign(directive.flags, value.negative);
    let (prefix, digits) = match directive.conversion {
        b'a' | b'A' if finite => (format!("{sign}{}", &body[..2]), &body[2..]),
        _ => (sign.to_owned(), body.as_str()),
    };
    pad_number(directive, &prefix, digits, directive.flags.zero && finite, output);
}

/// `ddd.ddd`
fn fixed(directive: &Directive, value: &FloatValue) -> String {
    let places = directive.precision.unwrap_or(6) as i64;
    let decimal = Decimal::exact(value.mantissa, value.exponent);
    let kept = decimal.point + places;
    positional(&decimal.rounded(kept), places, directive.flags.alternate)
}

fn positional(decimal: &Decimal, places: i64, keep_point: bool) -> String {
    let mut text = String::new();
    if decimal.point <= 0 {
        text.push('0');
    }
    text.extend((0..decimal.point).map(|index| decimal.digit(index)));
    if places > 0 || keep_point {
        text.push('.');
    }
    text.extend((decimal.point..decimal.point + places).map(|index| decimal.digit(index)));
    text
}

/// `d.ddde+dd`
fn scientific(directive: &Directive, value: &FloatValue) -> String {
    let places = directive.precision.unwrap_or(6) as i64;
    let decimal = Decimal::exact(value.mantissa, value.exponent).rounded(places + 1);
    with_exponent(&decimal, places, directive.flags.alternate)
}

fn with_exponent(decimal: &Decimal, places: i64, keep_point: bool) -> String {
    let mut text = String::from(decimal.digit(0));
    if places > 0 || keep_point {
        text.push('.');
    }
    text.extend((1..=places).map(|index| decimal.digit(index)));
    let exponent = decimal.exponent();
    text.push_str(&format!("e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.unsigned_abs()));
    text
}

/// The shorter of both; without zeros at the end unless `#` asks for them.
fn general(directive: &Directive, value: &FloatValue) -> String {
    let precision = directive.precision.unwrap_or(6).max(1) as i64;
    let decimal = Decimal::exact(value.mantissa, value.exponent).rounded(precision);
    let exponent = decimal.exponent();
    let keep = directive.flags.alternate;
    let significant = if keep { precision } else { (decimal.digits.len() as i64).max(1) };
    if exponent < -4 || exponent >= precision {
        return with_exponent(&decimal, significant - 1, keep);
    }
    let places = significant - 1 - exponent;
    positional(&decimal, places.max(0), keep)
}

/// `0xh.hhhp+d`: a `double` starts with 1, a `long double` with its first four bits.
fn hexadecimal(directive: &Directive, value: &FloatValue) -> String {
    let digits = value.fraction_bits / 4;
    let mut mantissa = value.mantissa;
    let mut exponent = if mantissa == 0 { 0 } else { value.exponent + value.fraction_bits as i32 };
    let places = match directive.precision {
        Some(precision) => precision,
        None => {
            let zeros = (mantissa.trailing_zeros() / 4).min(digits);
            (digits - zeros) as usize
        }
    };
    let mut text = String::from("0x");
    if places < digits as usize {
        let dropped = 4 * (digits - places as u32);
        let (kept, carried) = round_bits(mantissa, dropped);
        mantissa = kept;
        if carried {
            exponent += 4;
        }
    }
    let first = mantissa >> value.fraction_bits;
    text.push_str(&format!("{first:x}"));
    if places > 0 || directive.flags.alternate {
        text.push('.');
    }
    let fraction = mantissa & ((1 << value.fraction_bits) - 1);
    let fraction = format!("{fraction:0width$x}", width = digits as usize);
    text.extend(fraction.chars().chain(std::iter::repeat('0')).take(places));
    text.push_str(&format!("p{}{}", if exponent < 0 { '-' } else { '+' }, exponent.unsigned_abs()));
    text
}

/// Rounds away the low `dropped` bits, ties to even; whether the result left the 64 bits and
/// was shifted by one digit.
fn round_bits(mantissa: u64, dropped: u32) -> (u64, bool) {
    let unit = 1_u128 << dropped;
    let (kept, rest) = (u128::from(mantissa) / unit, u128::from(mantissa) % unit);
    let up = rest > unit / 2 || rest == unit / 2 && kept % 2 == 1;
    let rounded = (kept + u128::from(up)) * unit;
    if rounded >> 64 != 0 { ((rounded >> 4) as u64, true) } else { (rounded as u64, false) }
}
