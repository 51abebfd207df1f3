//! Operands: the edges of each type, and random values, as C constants.

use super::types::{CType, Kind};
use trine_base::Stream;

/// Random values per type, besides the edges.
const RANDOM: usize = 6;

/// The operands of type `of`, as C constant expressions.
pub fn values(of: CType, seed: u64) -> Vec<String> {
    let mut random = Stream::new(seed, of.name);
    match of.kind {
        Kind::Bool => vec!["0".to_owned(), "1".to_owned()],
        Kind::Signed(bits) | Kind::Unsigned(bits) => {
            integers(bits, &mut random).into_iter().map(|value| integer(of, value)).collect()
        }
        Kind::Float(precision) => floats(precision, &mut random),
    }
}

/// Bit patterns of `bits` bits: small ones, those around the signed and unsigned limits, patterns.
fn integers(bits: u32, random: &mut Stream) -> Vec<u128> {
    let mask = u128::MAX >> (128 - bits);
    let top = 1u128 << (bits - 1);
    let alternating = 0x5555_5555_5555_5555_5555_5555_5555_5555u128;
    let half = (1u128 << (bits / 2)) - 1;
    let mut values = vec![
        0,
        1,
        2,
        3,
        7,
        10,
        top - 1,
        top,
        top + 1,
        mask,
        mask - 1,
        alternating,
        !alternating,
        half,
        half + 1,
    ];
    // Random bits, then random bits of random length: small values are as likely as large ones.
    for round in 0..RANDOM {
        let value = u128::from(random.bits()) << 64 | u128::from(random.bits());
        let length = if round % 2 == 0 { bits } else { random.below(u64::from(bits)) as u32 + 1 };
        values.push(value & (u128::MAX >> (128 - length)));
    }
    values.into_iter().map(|value| value & mask).collect()
}

fn integer(of: CType, value: u128) -> String {
    let (high, low) = ((value >> 64) as u64, value as u64);
    if high == 0 {
        return format!("({}){low:#x}ul", of.c);
    }
    format!("({})((unsigned __int128){high:#x}ul << 64 | {low:#x}ul)", of.c)
}

/// Zeros, ones, halves, infinities, NaN, the largest, the smallest normal and subnormal numbers, neighbors of
/// powers of two up to the integer limits, and random ones.
fn floats(precision: u32, random: &mut Stream) -> Vec<String> {
    let (suffix, name) = match precision {
        24 => ("f", "FLT"),
        53 => ("", "DBL"),
        _ => ("L", "LDBL"),
    };
    let mut values =
        ["0.0", "-0.0", "1.0", "-1.0", "0.5", "-0.5", "1.5", "2.5", "-2.5", "3.0", "10.0", "0.1"]
            .map(|value| format!("{value}{suffix}"))
            .to_vec();
    values.extend(
        ["MAX", "MIN", "EPSILON", "TRUE_MIN"].map(|limit| format!("__{name}_{}__", limit_name(limit))),
    );
    values.push(format!("-__{name}_MAX__"));
    values.extend(["__builtin_inf()", "-__builtin_inf()", "__builtin_nan(\"\")"].map(str::to_owned));
    for power in [7, 8, 15, 16, 23, 24, 31, 32, 53, 63, 64] {
        values.push(format!("0x1p{power}{suffix}"));
        values.push(format!("-0x1p{power}{suffix}"));
        values.push(format!("0x1.fffffep{}{suffix}", power - 1));
    }
    for _ in 0..RANDOM * 2 {
        let sign = if random.chance(0.5) { "-" } else { "" };
        let exponent = random.below(140) as i64 - 70;
        let mantissa = random.bits() >> (64 - (precision - 1)) << (64 - (precision - 1));
        values.push(format!("{sign}0x1.{mantissa:016x}p{exponent}{suffix}"));
    }
    values
}

/// How clang spells the limit in its predefined macros.
fn limit_name(limit: &str) -> &str {
    if limit == "TRUE_MIN" { "DENORM_MIN" } else { limit }
}
