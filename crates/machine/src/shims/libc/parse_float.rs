//! `stdlib.h`, floating-point numbers from text: `strtod`, `strtof`, `strtold`, `atof`.
//!
//! Decimal and hexadecimal numbers are rounded once, to nearest even, by APFloat; results that
//! overflow, or that are both tiny and inexact, set `ERANGE`. `inf`, `infinity`, `nan` and
//! `nan(...)` are read in any case.

use super::parse_integer::{ERANGE, is_space};
use super::text::Text;
use super::{Shim, ShimContext, ShimResult, shim};
use crate::fault::{Returns, Stop};
use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended};
use rustc_apfloat::{Float, Round, Status};
use trine_ir::Type;

pub(super) const SHIMS: &[Shim] = &[
    shim("strtod", |context| strto(context, Type::F64)),
    shim("strtof", |context| strto(context, Type::F32)),
    shim("strtold", |context| strto(context, Type::F80)),
    shim("__isoc23_strtod", |context| strto(context, Type::F64)),
    shim("__isoc23_strtof", |context| strto(context, Type::F32)),
    shim("__isoc23_strtold", |context| strto(context, Type::F80)),
    shim("atof", |context| read_number(context, Type::F64, 0)),
];

/// What a text starts with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Literal {
    /// In the form that APFloat reads, without sign: `12.5e3`, `0x1.8p0`.
    Number(String),
    Infinity,
    /// With the payload of `nan(12)`.
    Nan(u64),
}

/// A floating-point number read from text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FloatText {
    pub negative: bool,
    pub literal: Literal,
    /// Index of the first character behind it.
    pub end: usize,
}

/// `double strtod(const char *text, char **end)`
fn strto(context: &mut ShimContext<'_>, ty: Type) -> ShimResult {
    read_number(context, ty, context.word(1))
}

fn read_number(context: &mut ShimContext<'_>, ty: Type, end_at: u64) -> ShimResult {
    let start = context.word(0);
    let number = parse(&context.text(start))?;
    if end_at != 0 {
        let end = number.as_ref().map_or(0, |number| number.end as u64);
        context.write(end_at, 8, u128::from(start + end))?;
    }
    let Some(number) = number else { return Ok(Returns::one(0)) };
    let (bits, in_range) = value(&number, ty);
    if !in_range {
        context.set_errno(ERANGE)?;
    }
    Ok(Returns::one(bits))
}

/// The bits of the number as a `ty`, and whether it is in that type's range.
pub(super) fn value(number: &FloatText, ty: Type) -> (u128, bool) {
    let width = ty.bits();
    let (magnitude, in_range) = match &number.literal {
        Literal::Number(digits) => match ty {
            Type::F32 => rounded::<Single>(digits),
            Type::F64 => rounded::<Double>(digits),
            _ => rounded::<X87DoubleExtended>(digits),
        },
        Literal::Infinity => (infinity(ty), true),
        Literal::Nan(payload) => (nan(ty, *payload), true),
    };
    (magnitude | u128::from(number.negative) << (width - 1), in_range)
}

fn rounded<F: Float>(digits: &str) -> (u128, bool) {
    let Ok(result) = F::from_str_r(digits, Round::NearestTiesToEven) else { return (0, true) };
    (result.value.to_bits(), !result.status.intersects(Status::OVERFLOW | Status::UNDERFLOW))
}

fn infinity(ty: Type) -> u128 {
    match ty {
        Type::F32 => u128::from(f32::INFINITY.to_bits()),
        Type::F64 => u128::from(f64::INFINITY.to_bits()),
        _ => 0x7FFF << 64 | 1 << 63,
    }
}

/// A quiet NaN. A payload that does not fit is cut.
pub(super) fn nan(ty: Type, payload: u64) -> u128 {
    let quiet = match ty {
        Type::F32 => 22,
        Type::F64 => 51,
        _ => 62,
    };
    infinity(ty) | 1 << quiet | u128::from(payload & ((1 << quiet) - 1))
}

/// The number at the start of `text`, behind white space; `None` if there is none.
pub(super) fn parse(text: &Text<'_>) -> Result<Option<FloatText>, Stop> {
    let mut index = 0;
    while is_space(text.at(index)?) {
        index += 1;
    }
    let sign = text.at(index)?;
    index += usize::from(sign == b'-' || sign == b'+');
    let literal = match text.at(index)? | 0x20 {
        b'i' => infinity_at(text, index)?,
        b'n' => nan_at(text, index)?,
        _ => number_at(text, index)?,
    };
    Ok(literal.map(|(literal, end)| FloatText { negative: sign == b'-', literal, end }))
}

/// Whether `text` goes on with `word` in any case.
fn goes_on(text: &Text<'_>, index: usize, word: &[u8]) -> Result<bool, Stop> {
    for (offset, &expected) in word.iter().enumerate() {
        if !text.at(index + offset)?.eq_ignore_ascii_case(&expected) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn infinity_at(text: &Text<'_>, index: usize) -> Result<Option<(Literal, usize)>, Stop> {
    if !goes_on(text, index, b"inf")? {
        return Ok(None);
    }
    let long = goes_on(text, index + 3, b"inity")?;
    Ok(Some((Literal::Infinity, index + if long { 8 } else { 3 })))
}

fn nan_at(text: &Text<'_>, index: usize) -> Result<Option<(Literal, usize)>, Stop> {
    if !goes_on(text, index, b"nan")? {
        return Ok(None);
    }
    let plain = Some((Literal::Nan(0), index + 3));
    if text.at(index + 3)? != b'(' {
        return Ok(plain);
    }
    let mut end = index + 4;
    while text.at(end)?.is_ascii_alphanumeric() || text.at(end)? == b'_' {
        end += 1;
    }
    if text.at(end)? != b')' {
        return Ok(plain);
    }
    let payload = payload(&text.bytes()[index + 4..end]);
    Ok(Some((Literal::Nan(payload), end + 1)))
}

/// The payload that `nan(digits)` asks for; 0 if that is no number of base 8, 10 or 16.
pub(super) fn payload(digits: &[u8]) -> u64 {
    let digits = std::str::from_utf8(digits).unwrap_or("");
    let (digits, base) = match digits.as_bytes() {
        [b'0', b'x' | b'X', _, ..] => (&digits[2..], 16),
        [b'0', ..] => (digits, 8),
        _ => (digits, 10),
    };
    u64::from_str_radix(digits, base).unwrap_or(0)
}

/// A decimal or hexadecimal number.
fn number_at(text: &Text<'_>, index: usize) -> Result<Option<(Literal, usize)>, Stop> {
    if text.at(index)? == b'0' && text.at(index + 1)? | 0x20 == b'x' {
        let at = text.at(index + 2)?;
        if at.is_ascii_hexdigit() || at == b'.' && text.at(index + 3)?.is_ascii_hexdigit() {
            return mantissa(text, index + 2, 16, b'p');
        }
    }
    mantissa(text, index, 10, b'e')
}

fn mantissa(text: &Text<'_>, start: usize, base: u32, marker: u8) -> Result<Option<(Literal, usize)>, Stop> {
    let mut digits = String::from(if base == 16 { "0x" } else { "" });
    let (mut index, mut any, mut point) = (start, false, false);
    loop {
        let byte = text.at(index)?;
        if byte == b'.' && !point {
            // APFloat wants a digit before the point.
            digits.push_str(if any { "." } else { "0." });
            point = true;
        } else if char::from(byte).is_digit(base) {
            digits.push(char::from(byte));
            any = true;
        } else {
            break;
        }
        index += 1;
    }
    if !any {
        return Ok(None);
    }
    let (exponent, end) = exponent(text, index, marker)?;
    digits.push(char::from(marker));
    digits.push_str(&exponent.to_string());
    Ok(Some((Literal::Number(digits), end)))
}

/// The exponent at `index`, if there is one, cut to what decides.
fn exponent(text: &Text<'_>, index: usize, marker: u8) -> Result<(i32, usize), Stop> {
    if text.at(index)? | 0x20 != marker {
        return Ok((0, index));
    }
    let sign = text.at(index + 1)?;
    let mut at = index + 1 + usize::from(sign == b'-' || sign == b'+');
    if !text.at(at)?.is_ascii_digit() {
        return Ok((0, index));
    }
    let mut value = 0_i32;
    while text.at(at)?.is_ascii_digit() {
        value = (value * 10 + i32::from(text.at(at)? - b'0')).min(99_999);
        at += 1;
    }
    Ok((if sign == b'-' { -value } else { value }, at))
}
