//! `stdlib.h`, integers from text: `strtol` and its family, `atoi` and its family.
//!
//! As glibc: `atoi` is `strtol` cut to an `int`; a `0x` without a hexadecimal digit behind it is
//! a zero followed by an `x`; an impossible base gives `EINVAL` and leaves the end alone; no
//! digits at all leave `errno` alone. The `__isoc23_` names, which newer headers redirect to,
//! also know `0b`.

use super::text::Text;
use super::{Shim, ShimContext, ShimResult, int, shim, word};
use crate::fault::Stop;

pub(super) const SHIMS: &[Shim] = &[
    shim("strtol", |context| strto(context, true, false)),
    shim("strtoll", |context| strto(context, true, false)),
    shim("strtoq", |context| strto(context, true, false)),
    shim("strtoimax", |context| strto(context, true, false)),
    shim("strtoul", |context| strto(context, false, false)),
    shim("strtoull", |context| strto(context, false, false)),
    shim("strtouq", |context| strto(context, false, false)),
    shim("strtoumax", |context| strto(context, false, false)),
    shim("__strtol_internal", |context| strto(context, true, false)),
    shim("__strtoul_internal", |context| strto(context, false, false)),
    shim("__isoc23_strtol", |context| strto(context, true, true)),
    shim("__isoc23_strtoll", |context| strto(context, true, true)),
    shim("__isoc23_strtoimax", |context| strto(context, true, true)),
    shim("__isoc23_strtoul", |context| strto(context, false, true)),
    shim("__isoc23_strtoull", |context| strto(context, false, true)),
    shim("__isoc23_strtoumax", |context| strto(context, false, true)),
    shim("atoi", |context| int(decimal(context)? as i32)),
    shim("atol", |context| word(decimal(context)?)),
    shim("atoll", |context| word(decimal(context)?)),
];

/// `errno` for results out of range.
pub(super) const ERANGE: i32 = 34;
const EINVAL: i32 = 22;

/// An integer read from text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Integer {
    pub negative: bool,
    /// The absolute value, at most `u64::MAX`.
    pub magnitude: u64,
    /// Whether the absolute value is larger than that.
    pub overflow: bool,
    /// Index of the first character behind it.
    pub end: usize,
}

/// Whether C's `isspace` holds.
pub(super) fn is_space(byte: u8) -> bool {
    byte == b' ' || (9..=13).contains(&byte)
}

/// The integer at the start of `text`, behind white space; `None` if there is none.
pub(super) fn parse(text: &Text<'_>, base: u32, binary: bool) -> Result<Option<Integer>, Stop> {
    let mut index = 0;
    while is_space(text.at(index)?) {
        index += 1;
    }
    let sign = text.at(index)?;
    index += usize::from(sign == b'-' || sign == b'+');
    let (base, digits) = prefix(text, index, base, binary)?;
    let mut number = Integer { negative: sign == b'-', magnitude: 0, overflow: false, end: digits };
    while let Some(digit) = char::from(text.at(number.end)?).to_digit(base) {
        let next = number.magnitude.checked_mul(u64::from(base));
        match next.and_then(|tens| tens.checked_add(u64::from(digit))) {
            Some(value) => number.magnitude = value,
            None => number.overflow = true,
        }
        number.end += 1;
    }
    Ok((number.end > digits).then_some(number))
}

/// The base, 0 resolved, and where the digits start.
fn prefix(text: &Text<'_>, index: usize, base: u32, binary: bool) -> Result<(u32, usize), Stop> {
    if !matches!(base, 0 | 2 | 16) || text.at(index)? != b'0' {
        return Ok((if base == 0 { 10 } else { base }, index));
    }
    let named = match text.at(index + 1)? {
        b'x' | b'X' if base != 2 => 16,
        b'b' | b'B' if base != 16 && binary => 2,
        _ => 0,
    };
    if named != 0 && char::from(text.at(index + 2)?).is_digit(named) {
        return Ok((named, index + 2));
    }
    Ok((if base == 0 { 8 } else { base }, index))
}

/// `long strtol(const char *text, char **end, int base)`
fn strto(context: &mut ShimContext<'_>, signed: bool, binary: bool) -> ShimResult {
    let (start, end_at, base) = (context.word(0), context.word(1), context.int(2));
    if base < 0 || base == 1 || base > 36 {
        context.set_errno(EINVAL)?;
        return word(0);
    }
    let number = parse(&context.text(start), base as u32, binary)?;
    if end_at != 0 {
        let end = number.map_or(0, |number| number.end as u64);
        context.write_pointer(end_at, start + end)?;
    }
    let Some(number) = number else { return word(0) };
    let (value, fits) = if signed { signed_value(&number) } else { unsigned_value(&number) };
    let (value, fits) =
        if context.word_bytes() == 4 { narrowed(&number, signed, (value, fits)) } else { (value, fits) };
    if !fits {
        context.set_errno(ERANGE)?;
    }
    word(value)
}

/// The same where `long` has four bytes.
fn narrowed(number: &Integer, signed: bool, (value, fits): (u64, bool)) -> (u64, bool) {
    let (low, high) = match (signed, number.negative) {
        (true, true) => (i64::from(i32::MIN), 0),
        (true, false) => (0, i64::from(i32::MAX)),
        (false, true) => (-i64::from(u32::MAX), 0),
        (false, false) => (0, i64::from(u32::MAX)),
    };
    let exact = i64::try_from(number.magnitude).ok().map(|size| if number.negative { -size } else { size });
    match exact.filter(|exact| fits && (low..=high).contains(exact)) {
        Some(_) => (value & u64::from(u32::MAX), true),
        None if signed && number.negative => (u64::from(i32::MIN as u32), false),
        None if signed => (i32::MAX as u64, false),
        None => (u64::from(u32::MAX), false),
    }
}

/// The nearest `long`, and whether it is the number itself.
pub(super) fn signed_value(number: &Integer) -> (u64, bool) {
    let limit = if number.negative { 1 << 63 } else { i64::MAX as u64 };
    let fits = !number.overflow && number.magnitude <= limit;
    let magnitude = if fits { number.magnitude } else { limit };
    (if number.negative { magnitude.wrapping_neg() } else { magnitude }, fits)
}

/// The `unsigned long`, negated where there is a sign; the largest when it does not fit.
pub(super) fn unsigned_value(number: &Integer) -> (u64, bool) {
    match (number.overflow, number.negative) {
        (true, _) => (u64::MAX, false),
        (false, true) => (number.magnitude.wrapping_neg(), true),
        (false, false) => (number.magnitude, true),
    }
}

/// `long atol(const char *text)`
fn decimal(context: &mut ShimContext<'_>) -> Result<u64, Stop> {
    let Some(number) = parse(&context.text(context.word(0)), 10, false)? else { return Ok(0) };
    let (value, fits) = signed_value(&number);
    if !fits {
        context.set_errno(ERANGE)?;
    }
    Ok(value)
}
