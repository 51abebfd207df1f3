//! Integers of a format: `%d %i %u %o %x %X`.
//!
//! `%b` and `%B` are those of newer libraries.

use super::{Directive, Flags, Length, pad_number, sign};

/// Appends `value`, cut to the directive's length.
pub(super) fn format_integer(directive: &Directive, value: u64, output: &mut Vec<u8>) {
    let signed = matches!(directive.conversion, b'd' | b'i');
    let (negative, magnitude) =
        if signed { signed_value(directive, value) } else { (false, unsigned(directive, value)) };
    let mut digits = match directive.conversion {
        b'o' => format!("{magnitude:o}"),
        b'x' => format!("{magnitude:x}"),
        b'X' => format!("{magnitude:X}"),
        b'b' | b'B' => format!("{magnitude:b}"),
        _ => magnitude.to_string(),
    };
    if magnitude == 0 && directive.precision == Some(0) {
        digits.clear();
    }
    let missing = directive.precision.unwrap_or(0).saturating_sub(digits.len());
    digits.insert_str(0, &"0".repeat(missing));
    if directive.conversion == b'o' && directive.flags.alternate && !digits.starts_with('0') {
        digits.insert(0, '0');
    }
    let prefix = if signed { sign(directive.flags, negative) } else { base_prefix(directive, magnitude) };
    let zeros = directive.flags.zero && directive.precision.is_none();
    pad_number(directive, prefix, &digits, zeros, output);
}

fn base_prefix(directive: &Directive, magnitude: u64) -> &'static str {
    let Flags { alternate, .. } = directive.flags;
    match directive.conversion {
        _ if !alternate || magnitude == 0 => "",
        b'x' => "0x",
        b'X' => "0X",
        b'b' => "0b",
        b'B' => "0B",
        _ => "",
    }
}

fn signed_value(directive: &Directive, value: u64) -> (bool, u64) {
    let value = match directive.length {
        Length::Byte => i64::from(value as i8),
        Length::Short => i64::from(value as i16),
        Length::Int => i64::from(value as i32),
        Length::Long | Length::LongDouble => value as i64,
    };
    (value < 0, value.unsigned_abs())
}

fn unsigned(directive: &Directive, value: u64) -> u64 {
    match directive.length {
        Length::Byte => u64::from(value as u8),
        Length::Short => u64::from(value as u16),
        Length::Int => u64::from(value as u32),
        Length::Long | Length::LongDouble => value,
    }
}
