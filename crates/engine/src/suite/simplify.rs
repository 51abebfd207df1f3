//! Simple values: 0, 1, -1, small numbers and letters wherever the goals allow it.
//!
//! Each leaf of each test of the suite is offered simpler values, simplest first; a value is kept
//! when the test still ends normally and the suite still covers as many goals. Magnitudes that no
//! listed value replaces are halved towards zero while that works.

use trine_testcase::leaf::LeafKind;
use trine_testcase::types::FloatFormat;

/// How complicated a value is to a reader: 0 for the simplest.
#[must_use]
pub fn complexity(kind: &LeafKind, bits: u128, default: u128) -> u64 {
    if bits == default {
        return 0;
    }
    match kind {
        LeafKind::Bool => 1 + bits as u64,
        LeafKind::Float(format) => float_complexity(*format, bits),
        LeafKind::Char { .. } => match u8::try_from(bits) {
            Ok(0) => 1,
            Ok(byte) if byte.is_ascii_lowercase() => 2 + u64::from(byte - b'a'),
            Ok(byte) if byte.is_ascii_graphic() || byte == b' ' => 40 + u64::from(byte),
            _ => 300 + magnitude(kind.to_int(bits)),
        },
        LeafKind::Enum { values, .. } => {
            let value = kind.to_int(bits);
            values
                .iter()
                .position(|&known| known == value)
                .map_or(1000 + magnitude(value), |at| 1 + at as u64)
        }
        LeafKind::Int { .. } => {
            let value = kind.to_int(bits);
            2 * magnitude(value) + u64::from(value < 0)
        }
    }
}

/// Simpler values than `bits` to try, simplest first.
#[must_use]
pub fn simpler(kind: &LeafKind, bits: u128, default: u128) -> Vec<u128> {
    let mut values: Vec<u128> = vec![default];
    match kind {
        LeafKind::Bool => values.extend([0, 1]),
        LeafKind::Float(format) => {
            let number = format.to_f64(bits);
            let rounded =
                [0.0, 1.0, -1.0, 2.0, 0.5, number.trunc(), number.round(), (number * 10.0).round() / 10.0];
            values.extend(rounded.map(|value| format.from_f64(value)));
        }
        LeafKind::Char { .. } => {
            values.extend([0u8, b'a', b'b', b'z', b'A', b'0', b'1', b' '].map(u128::from))
        }
        LeafKind::Enum { values: known, .. } => {
            values.extend(known.iter().map(|&value| kind.from_int(value)))
        }
        LeafKind::Int { .. } => {
            values.extend([0, 1, -1, 2, 3, 4, 5, 10].map(|value| kind.from_int(value)));
            let mut value = kind.to_int(bits);
            for _ in 0..8 {
                value /= 2;
                values.push(kind.from_int(value));
            }
            let value = kind.to_int(bits);
            values.extend([100, 1000, 10_000].map(|unit| kind.from_int(value / unit * unit)));
            values.push(kind.from_int(value.saturating_sub(value.signum())));
        }
    }
    let now = complexity(kind, bits, default);
    values.retain(|&value| value != bits && complexity(kind, value, default) < now);
    values.sort_by_key(|&value| complexity(kind, value, default));
    values.dedup();
    values
}

fn magnitude(value: i128) -> u64 {
    u64::try_from(value.unsigned_abs()).unwrap_or(u64::MAX / 4).min(u64::MAX / 4)
}

fn float_complexity(format: FloatFormat, bits: u128) -> u64 {
    let number = format.to_f64(bits);
    if !number.is_finite() {
        return 1 << 40;
    }
    let integral = number.fract() == 0.0;
    let size = number.abs().min(1e12) as u64;
    let tenths = (number * 10.0).fract() == 0.0;
    let digits = if integral {
        0
    } else if tenths {
        1 << 20
    } else {
        1 << 30
    };
    1 + 2 * size + u64::from(number.is_sign_negative()) + digits
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: LeafKind = LeafKind::Int { bits: 32, signed: true };

    #[test]
    fn simpler_values_are_simpler_and_come_in_order() {
        let values = simpler(&INT, INT.from_int(-77_213), 0);
        let costs: Vec<_> = values.iter().map(|&value| complexity(&INT, value, 0)).collect();
        assert!(costs.is_sorted());
        assert_eq!(values[0], 0);
        assert!(values.contains(&INT.from_int(-77_000)));
        assert!(simpler(&INT, 0, 0).is_empty());
    }
}
