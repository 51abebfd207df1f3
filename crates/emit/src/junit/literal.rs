//! Literals of Java: what a leaf's bits are in a source, read back to the same value by every compiler and encoding.
//!
//! Everything beyond ASCII is a unicode escape, because nobody knows in which encoding a project compiles its tests.

use trine_testcase::objects::Primitive;
use trine_testcase::{FloatFormat, LeafKind};

/// From this length on a run of one character is written as a repetition.
const LONG_RUN: usize = 24;

/// The primitive type of a leaf; `None` for kinds that Java does not have.
#[must_use]
pub fn primitive_of(kind: &LeafKind) -> Option<Primitive> {
    Some(match kind {
        LeafKind::Bool => Primitive::Boolean,
        LeafKind::Char { bits: 16, .. } => Primitive::Char,
        LeafKind::Int { bits: 8, .. } => Primitive::Byte,
        LeafKind::Int { bits: 16, .. } => Primitive::Short,
        LeafKind::Int { bits: 32, .. } => Primitive::Int,
        LeafKind::Int { bits: 64, .. } => Primitive::Long,
        LeafKind::Float(FloatFormat::F32) => Primitive::Float,
        LeafKind::Float(FloatFormat::F64) => Primitive::Double,
        _ => return None,
    })
}

/// An expression of exactly this type: with the cast that `byte` and `short` need.
#[must_use]
pub fn typed(ty: Primitive, bits: u128) -> String {
    let text = plain(ty, bits);
    match ty {
        Primitive::Byte | Primitive::Short if !text.contains('.') => format!("({ty}) {text}"),
        _ => text,
    }
}

/// An expression that may be assigned to a variable of this type, or compared with a value of it.
#[must_use]
pub fn plain(ty: Primitive, bits: u128) -> String {
    let value = ty.leaf_kind().to_int(bits);
    match ty {
        Primitive::Boolean => if bits & 1 == 1 { "true" } else { "false" }.to_owned(),
        Primitive::Char => format!("'{}'", escaped(bits as u16, '\'')),
        Primitive::Byte => extreme(value, "Byte", i128::from(i8::MIN), i128::from(i8::MAX), ""),
        Primitive::Short => extreme(value, "Short", i128::from(i16::MIN), i128::from(i16::MAX), ""),
        Primitive::Int => extreme(value, "Integer", i128::from(i32::MIN), i128::from(i32::MAX), ""),
        Primitive::Long => extreme(value, "Long", i128::from(i64::MIN), i128::from(i64::MAX), "L"),
        Primitive::Float => float(bits as u32),
        Primitive::Double => double(bits as u64),
    }
}

/// An element of an array: what the ends of the range of a `byte` are called says nothing there.
#[must_use]
pub fn element(ty: Primitive, bits: u128) -> String {
    match ty {
        Primitive::Byte => ty.leaf_kind().to_int(bits).to_string(),
        _ => plain(ty, bits),
    }
}

/// An integer, by name where it is an end of its range.
fn extreme(value: i128, wrapper: &str, least: i128, most: i128, suffix: &str) -> String {
    match value {
        _ if value == least => format!("{wrapper}.MIN_VALUE"),
        _ if value == most => format!("{wrapper}.MAX_VALUE"),
        _ => format!("{value}{suffix}"),
    }
}

/// A `float`: the shortest decimal that reads back to the same bits, constants of `Float` by name.
fn float(bits: u32) -> String {
    let value = f32::from_bits(bits);
    if value.is_nan() {
        let usual = bits == 0x7fc0_0000;
        return if usual { "Float.NaN".to_owned() } else { format!("Float.intBitsToFloat({bits:#x})") };
    }
    named_float("Float", f64::from(value), value.abs() == f32::MAX, bits & 0x7fff_ffff == 1)
        .unwrap_or_else(|| format!("{}f", decimal(&format!("{value:?}"))))
}

/// A `double`, likewise.
fn double(bits: u64) -> String {
    let value = f64::from_bits(bits);
    if value.is_nan() {
        let usual = bits == 0x7ff8_0000_0000_0000;
        return if usual { "Double.NaN".to_owned() } else { format!("Double.longBitsToDouble({bits:#x}L)") };
    }
    named_float("Double", value, value.abs() == f64::MAX, bits & (u64::MAX >> 1) == 1)
        .unwrap_or_else(|| decimal(&format!("{value:?}")))
}

/// Infinities and the ends of the range.
fn named_float(wrapper: &str, value: f64, is_largest: bool, is_smallest: bool) -> Option<String> {
    let sign = if value < 0.0 { "-" } else { "" };
    let name = match value {
        f64::INFINITY => "POSITIVE_INFINITY",
        f64::NEG_INFINITY => return Some(format!("{wrapper}.NEGATIVE_INFINITY")),
        _ if is_largest => "MAX_VALUE",
        _ if is_smallest => "MIN_VALUE",
        _ => return None,
    };
    Some(format!("{sign}{wrapper}.{name}"))
}

/// Rust's `1e300` the way Java prints it: `1.0E300`.
fn decimal(text: &str) -> String {
    match text.split_once('e') {
        Some((digits, exponent)) if digits.contains('.') => format!("{digits}E{exponent}"),
        Some((digits, exponent)) => format!("{digits}.0E{exponent}"),
        None => text.to_owned(),
    }
}

/// A string of these UTF-16 units; `release` says whether `String.repeat` is there.
#[must_use]
pub fn string(units: &[u16], release: u32) -> Text {
    let Some((start, length)) = longest_run(units).filter(|&(_, length)| length >= LONG_RUN) else {
        return Text { text: quoted(units), is_literal: true, needs_collections: false };
    };
    let one = quoted(&units[start..=start]);
    let repeated = match release {
        ..11 => format!("String.join(\"\", Collections.nCopies({length}, {one}))"),
        _ => format!("{one}.repeat({length})"),
    };
    let mut parts = Vec::new();
    let (before, after) = (&units[..start], &units[start + length..]);
    if !before.is_empty() {
        parts.push(string(before, release).text);
    }
    parts.push(repeated);
    if !after.is_empty() {
        parts.push(string(after, release).text);
    }
    Text { text: parts.join(" + "), is_literal: false, needs_collections: release < 11 }
}

/// A string expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// What is written.
    pub text: String,
    /// Whether it is one literal.
    pub is_literal: bool,
    /// Whether it uses `java.util.Collections`.
    pub needs_collections: bool,
}

/// Where the longest run of one unit begins, and its length; the first of equals.
fn longest_run(units: &[u16]) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize)> = None;
    let mut start = 0;
    for end in 1..=units.len() {
        if end == units.len() || units[end] != units[start] {
            if best.is_none_or(|(_, length)| end - start > length) {
                best = Some((start, end - start));
            }
            start = end;
        }
    }
    best
}

/// A string literal.
fn quoted(units: &[u16]) -> String {
    let inner: String = units.iter().map(|&unit| escaped(unit, '"')).collect();
    format!("\"{inner}\"")
}

/// A unit inside of quotes of this kind.
fn escaped(unit: u16, quote: char) -> String {
    match char::from_u32(u32::from(unit)) {
        Some('\n') => "\\n".to_owned(),
        Some('\r') => "\\r".to_owned(),
        Some('\t') => "\\t".to_owned(),
        Some('\u{8}') => "\\b".to_owned(),
        Some('\u{c}') => "\\f".to_owned(),
        Some('\\') => "\\\\".to_owned(),
        Some(c) if c == quote => format!("\\{c}"),
        Some(c @ ' '..='~') => c.to_string(),
        _ => format!("\\u{unit:04x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        string(&text.encode_utf16().collect::<Vec<_>>(), 17).text
    }

    #[test]
    fn integers_carry_what_their_type_needs() {
        assert_eq!(typed(Primitive::Int, 5), "5");
        assert_eq!(typed(Primitive::Int, 0x8000_0000), "Integer.MIN_VALUE");
        assert_eq!(typed(Primitive::Long, u128::from(u64::MAX)), "-1L");
        assert_eq!(typed(Primitive::Long, 1 << 63), "Long.MIN_VALUE");
        assert_eq!(typed(Primitive::Byte, 0xfe), "(byte) -2");
        assert_eq!(typed(Primitive::Byte, 0x80), "Byte.MIN_VALUE");
        assert_eq!(plain(Primitive::Short, 7), "7");
        assert_eq!(typed(Primitive::Boolean, 1), "true");
    }

    #[test]
    fn floating_point_numbers_read_back_to_the_same_bits() {
        assert_eq!(typed(Primitive::Double, u128::from(0.5f64.to_bits())), "0.5");
        assert_eq!(typed(Primitive::Double, u128::from((-0.0f64).to_bits())), "-0.0");
        assert_eq!(typed(Primitive::Double, u128::from(1e300f64.to_bits())), "1.0E300");
        assert_eq!(typed(Primitive::Double, u128::from(1.5e-7f64.to_bits())), "1.5E-7");
        assert_eq!(typed(Primitive::Double, u128::from(f64::NAN.to_bits())), "Double.NaN");
        assert_eq!(typed(Primitive::Double, 1), "Double.MIN_VALUE");
        assert_eq!(typed(Primitive::Float, u128::from(0.1f32.to_bits())), "0.1f");
        assert_eq!(typed(Primitive::Float, u128::from((-f32::MAX).to_bits())), "-Float.MAX_VALUE");
        assert_eq!(typed(Primitive::Float, 0xffc0_0000), "Float.intBitsToFloat(0xffc00000)");
    }

    #[test]
    fn characters_are_escaped_where_needed() {
        assert_eq!(typed(Primitive::Char, u128::from(b'a')), "'a'");
        assert_eq!(typed(Primitive::Char, u128::from(b'\'')), "'\\''");
        assert_eq!(typed(Primitive::Char, u128::from(b'"')), "'\"'");
        assert_eq!(typed(Primitive::Char, 0), "'\\u0000'");
        assert_eq!(of("a\"b\\\n\t\u{e9}"), "\"a\\\"b\\\\\\n\\t\\u00e9\"");
        assert_eq!(string(&[0xd800], 17).text, "\"\\ud800\"");
    }

    #[test]
    fn long_runs_are_repetitions() {
        let text = format!("<{}>", "a".repeat(300));
        assert_eq!(of(&text), "\"<\" + \"a\".repeat(300) + \">\"");
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(
            string(&units, 8).text,
            "\"<\" + String.join(\"\", Collections.nCopies(300, \"a\")) + \">\""
        );
    }
}
