//! C literals: a leaf's bits as the reader of a test would write them.
//!
//! Integers are decimal, big unsigned patterns hexadecimal, extremes by their names in
//! `limits.h`, enumerators by name, characters in quotes. Floating-point literals read back to
//! exactly the same value: the shortest decimal that does so, or a hexadecimal one.

use trine_testcase::{FloatFormat, LeafKind, TypeId, TypeKind, TypeTable};

/// The literal for `bits`, a value of a place of type `ty` (unknown for arguments beyond the
/// fixed parameters) and kind `kind`.
#[must_use]
pub fn leaf(types: &TypeTable, ty: Option<TypeId>, kind: &LeafKind, bits: u128) -> String {
    let Some(ty) = ty else { return untyped(kind, bits) };
    match types.kind(ty) {
        TypeKind::Enum { enumerators, .. } => {
            let value = kind.to_int(bits);
            match enumerators.iter().find(|enumerator| enumerator.value == value) {
                Some(enumerator) => enumerator.name.clone(),
                None => integer(kind, bits, ""),
            }
        }
        TypeKind::Bool => boolean(bits),
        TypeKind::Char { name, .. } if name == "char" => character(kind, bits),
        TypeKind::Char { name, .. } | TypeKind::Int { name, .. } => integer(kind, bits, name),
        TypeKind::Pointer(_) if bits == 0 => "NULL".to_owned(),
        TypeKind::Pointer(_) => format!("(void *){bits:#x}"),
        _ => untyped(kind, bits),
    }
}

/// The literal for `bits` where only the kind is known: its type must be that of the value.
fn untyped(kind: &LeafKind, bits: u128) -> String {
    match kind {
        LeafKind::Bool => boolean(bits),
        LeafKind::Char { .. } => character(kind, bits),
        LeafKind::Float(format) => float(*format, bits),
        LeafKind::Int { bits: 64, signed } => {
            let text = integer(kind, bits, "long");
            match (text.ends_with('L') || text.contains('_') || text.contains('('), signed) {
                (true, _) => text,
                (false, true) => format!("{text}L"),
                (false, false) => format!("{}UL", text.trim_end_matches('U')),
            }
        }
        LeafKind::Int { .. } | LeafKind::Enum { .. } => integer(kind, bits, ""),
    }
}

/// `true` or `false`.
fn boolean(bits: u128) -> String {
    if bits & 1 == 1 { "true".to_owned() } else { "false".to_owned() }
}

/// An integer literal for a place whose type is spelled `type_name`.
///
/// Small values carry no suffix: the place converts them.
#[must_use]
pub fn integer(kind: &LeafKind, bits: u128, type_name: &str) -> String {
    let width = kind.bits();
    if kind.is_signed() {
        return signed(kind.to_int(bits), width, type_name);
    }
    unsigned(bits, width, type_name)
}

fn signed(value: i128, width: u32, type_name: &str) -> String {
    let long_long = type_name.contains("long long");
    let extreme = match (width, value) {
        (32, v) if v == i128::from(i32::MIN) => "INT_MIN",
        (32, v) if v == i128::from(i32::MAX) => "INT_MAX",
        (64, v) if v == i128::from(i64::MIN) && long_long => "LLONG_MIN",
        (64, v) if v == i128::from(i64::MAX) && long_long => "LLONG_MAX",
        (64, v) if v == i128::from(i64::MIN) => "LONG_MIN",
        (64, v) if v == i128::from(i64::MAX) => "LONG_MAX",
        _ => "",
    };
    if !extreme.is_empty() {
        return extreme.to_owned();
    }
    if i32::try_from(value).is_ok_and(|small| small != i32::MIN) {
        return value.to_string();
    }
    let suffix = if long_long { "LL" } else { "L" };
    match i64::try_from(value) {
        Ok(i64::MIN) => "LONG_MIN".to_owned(),
        Ok(value) => format!("{value}{suffix}"),
        Err(_) => format!("(__int128){}", halves(value as u128)),
    }
}

fn unsigned(value: u128, width: u32, type_name: &str) -> String {
    let long_long = type_name.contains("long long");
    match (width, value) {
        (32, v) if v == u128::from(u32::MAX) => return "UINT_MAX".to_owned(),
        (64, v) if v == u128::from(u64::MAX) && long_long => return "ULLONG_MAX".to_owned(),
        (64, v) if v == u128::from(u64::MAX) => return "ULONG_MAX".to_owned(),
        _ => {}
    }
    let suffix = match value {
        0..=0x7fff_ffff => "",
        0x8000_0000..=0xffff_ffff => "U",
        _ if long_long => "ULL",
        _ => "UL",
    };
    if value > u128::from(u64::MAX) {
        return halves(value);
    }
    let is_pattern = value >= 0x1_0000 && !value.is_multiple_of(1000);
    if is_pattern { format!("{value:#x}{suffix}") } else { format!("{value}{suffix}") }
}

/// An `unsigned __int128` from its halves.
fn halves(value: u128) -> String {
    let (high, low) = ((value >> 64) as u64, value as u64);
    format!("((unsigned __int128){high:#x}UL << 64 | {low:#x}UL)")
}

/// A character in quotes where it can be written so, else its number.
#[must_use]
pub fn character(kind: &LeafKind, bits: u128) -> String {
    let value = kind.to_int(bits);
    match u8::try_from(value).ok().and_then(escape_in('\'')) {
        Some(text) => format!("'{text}'"),
        None => integer(kind, bits, ""),
    }
}

/// The escape of a byte between quotes `quote`; `None` where only its number is clear.
fn escape_in(quote: char) -> impl Fn(u8) -> Option<String> {
    move |byte| {
        let text = match byte {
            0 => "\\0",
            b'\n' => "\\n",
            b'\t' => "\\t",
            b'\r' => "\\r",
            7 => "\\a",
            8 => "\\b",
            11 => "\\v",
            12 => "\\f",
            b'\\' => "\\\\",
            0x20..=0x7e if char::from(byte) == quote => return Some(format!("\\{quote}")),
            0x20..=0x7e => return Some(char::from(byte).to_string()),
            _ => return None,
        };
        Some(text.to_owned())
    }
}

/// A string literal of `bytes`, without the NUL that C adds.
#[must_use]
pub fn string(bytes: &[u8]) -> String {
    let escape = escape_in('"');
    let mut text = String::from("\"");
    for &byte in bytes {
        // Three octal digits never swallow what follows; `\?` keeps trigraphs away.
        match byte {
            b'?' if text.ends_with('?') => text.push_str("\\?"),
            0 => text.push_str("\\000"),
            _ => text.push_str(&escape(byte).unwrap_or_else(|| format!("\\{byte:03o}"))),
        }
    }
    text.push('"');
    text
}

/// A floating-point literal that reads back to exactly `bits`.
#[must_use]
pub fn float(format: FloatFormat, bits: u128) -> String {
    match format {
        FloatFormat::F32 => {
            let value = f32::from_bits(bits as u32);
            special(value.is_nan(), value.is_infinite(), value.is_sign_negative())
                .unwrap_or_else(|| format!("{value:?}f"))
        }
        FloatFormat::F64 => {
            let value = f64::from_bits(bits as u64);
            special(value.is_nan(), value.is_infinite(), value.is_sign_negative())
                .unwrap_or_else(|| format!("{value:?}"))
        }
        FloatFormat::F80 => extended(bits),
    }
}

fn special(nan: bool, infinite: bool, negative: bool) -> Option<String> {
    let text = match (nan, infinite, negative) {
        (true, _, _) => "NAN",
        (_, true, true) => "-INFINITY",
        (_, true, false) => "INFINITY",
        _ => return None,
    };
    Some(text.to_owned())
}

/// An x87 extended value: 1 bit sign, 15 bits exponent (bias 16383), 64 bits with the leading 1.
fn extended(bits: u128) -> String {
    let (sign, exponent, mantissa) = (bits >> 79 & 1 == 1, (bits >> 64 & 0x7fff) as i32, bits as u64);
    let minus = if sign { "-" } else { "" };
    if exponent == 0x7fff {
        let is_nan = mantissa << 1 != 0;
        return special(is_nan, !is_nan, sign).unwrap_or_default();
    }
    if mantissa == 0 {
        return format!("{minus}0.0L");
    }
    // Dropping trailing zeros keeps simple values exact as decimals.
    let zeros = mantissa.trailing_zeros();
    let (odd, power) = (mantissa >> zeros, exponent.max(1) - 16383 - 63 + zeros as i32);
    if (-10..=30).contains(&power) && odd < 1 << 20 {
        let value = odd as f64 * f64::powi(2.0, power);
        if value < 1e5 || power >= 0 {
            return format!("{minus}{value:?}L");
        }
    }
    format!("{minus}{odd:#x}p{power}L")
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_testcase::Enumerator;

    fn int(bits: u32, signed: bool) -> LeafKind {
        LeafKind::Int { bits, signed }
    }

    #[test]
    fn integers_are_decimal_with_the_suffix_they_need() {
        let show = |width, signed, value: i128, name| {
            let kind = int(width, signed);
            integer(&kind, kind.from_int(value), name)
        };
        assert_eq!(show(32, true, 3, "int"), "3");
        assert_eq!(show(32, true, -1, "int"), "-1");
        assert_eq!(show(32, true, i128::from(i32::MIN), "int"), "INT_MIN");
        assert_eq!(show(16, true, -32768, "short"), "-32768");
        assert_eq!(show(64, true, 3_000_000_000, "long"), "3000000000L");
        assert_eq!(show(64, true, i128::from(i64::MIN), "long long"), "LLONG_MIN");
        assert_eq!(show(64, true, i128::from(i32::MIN), "long"), "-2147483648L");
        assert_eq!(show(32, false, 7, "unsigned int"), "7");
        assert_eq!(show(32, false, 0xdead_beef, "unsigned int"), "0xdeadbeefU");
        assert_eq!(show(32, false, 4_000_000_000, "unsigned int"), "4000000000U");
        assert_eq!(show(32, false, 0xffff_ffff, "unsigned int"), "UINT_MAX");
        assert_eq!(show(64, false, 1 << 63, "unsigned long long"), "0x8000000000000000ULL");
        assert_eq!(show(128, true, -2, "__int128"), "-2");
        assert_eq!(show(128, false, 1 << 64, ""), "((unsigned __int128)0x1UL << 64 | 0x0UL)");
    }

    #[test]
    fn characters_and_strings_are_escaped() {
        let char8 = LeafKind::Char { bits: 8, signed: true };
        assert_eq!(character(&char8, 0x61), "'a'");
        assert_eq!(character(&char8, 0x27), "'\\''");
        assert_eq!(character(&char8, 0x22), "'\"'");
        assert_eq!(character(&char8, 0), "'\\0'");
        assert_eq!(character(&char8, 0xff), "-1");
        assert_eq!(string(b"a\"b\\\n\x01" as &[u8]), "\"a\\\"b\\\\\\n\\001\"");
        assert_eq!(string(b"\xff1??="), "\"\\3771?\\?=\"");
    }

    #[test]
    fn floats_read_back_exactly() {
        let double = |value: f64| float(FloatFormat::F64, u128::from(value.to_bits()));
        assert_eq!(double(1.0), "1.0");
        assert_eq!(double(0.1), "0.1");
        assert_eq!(double(-0.0), "-0.0");
        assert_eq!(double(1e300), "1e300");
        assert_eq!(double(f64::NAN), "NAN");
        assert_eq!(double(f64::NEG_INFINITY), "-INFINITY");
        assert_eq!(float(FloatFormat::F32, u128::from(0.1f32.to_bits())), "0.1f");
        assert_eq!(float(FloatFormat::F80, 0x3fff << 64 | 1 << 63), "1.0L");
        assert_eq!(float(FloatFormat::F80, 0xc000 << 64 | 0xa << 60), "-2.5L");
        assert_eq!(float(FloatFormat::F80, 0x3fff << 64 | 1 << 63 | 1), "0x8000000000000001p-63L");
        assert_eq!(float(FloatFormat::F80, 0x7fff << 64 | 1 << 63), "INFINITY");
    }

    #[test]
    fn enumerators_and_booleans_go_by_name() {
        let mut types = TypeTable::default();
        let enumerators = vec![Enumerator { name: "RED".into(), value: 2 }];
        let light = types.add(TypeKind::Enum { tag: None, signed: false, enumerators }, 4);
        let kind = LeafKind::Enum { bits: 32, signed: false, values: vec![2] };
        assert_eq!(leaf(&types, Some(light), &kind, 2), "RED");
        assert_eq!(leaf(&types, Some(light), &kind, 9), "9");
        let boolean = types.add(TypeKind::Bool, 1);
        assert_eq!(leaf(&types, Some(boolean), &LeafKind::Bool, 1), "true");
        assert_eq!(leaf(&types, None, &int(64, true), 3), "3L");
    }
}
