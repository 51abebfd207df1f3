//! The values that a leaf may take, where it may not take all of its type: an interval, both ends in it.
//!
//! Two maps lead from any value of the type into the interval, and leave what lies in it alone:
//!
//! ```text
//! 10..=13       …  8   9 | 10  11  12  13 | 14  15  …
//! nearest()       10  10 | 10  11  12  13 | 13  13        steps stop at an end
//! folded()        12  13 | 10  11  12  13 | 10  11        random values spread over all of it
//! ```
//!
//! Floats: the ends are finite; a NaN goes to the value nearest to 0, an infinity to an end.

use crate::float::FloatFormat;
use crate::leaf::LeafKind;
use serde::{Deserialize, Serialize};
use std::fmt;

/// An interval that is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeafRange {
    /// Of integers, characters, booleans and enumerations.
    Int {
        /// Smallest.
        low: i128,
        /// Largest.
        high: i128,
    },
    /// Of floating-point numbers, finite.
    Float {
        /// Smallest.
        low: f64,
        /// Largest.
        high: f64,
    },
}

impl LeafRange {
    /// The values in both; `None` when there is none, or the two are of different kinds.
    #[must_use]
    pub fn intersection(self, other: Self) -> Option<Self> {
        let both = match (self, other) {
            (Self::Int { low: a, high: b }, Self::Int { low: c, high: d }) => {
                Self::Int { low: a.max(c), high: b.min(d) }
            }
            (Self::Float { low: a, high: b }, Self::Float { low: c, high: d }) => {
                Self::Float { low: a.max(c), high: b.min(d) }
            }
            _ => return None,
        };
        (!both.is_empty()).then_some(both)
    }

    /// Whether there is no value in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        match self {
            Self::Int { low, high } => low > high,
            Self::Float { low, high } => low > high,
        }
    }

    /// Whether `bits` of a leaf of `kind` lie in it.
    #[must_use]
    pub fn holds(self, kind: &LeafKind, bits: u128) -> bool {
        match (self, kind) {
            (Self::Float { low, high }, LeafKind::Float(format)) => {
                (low..=high).contains(&format.to_f64(bits))
            }
            (Self::Int { low, high }, _) => (low..=high).contains(&kind.to_int(bits)),
            _ => true,
        }
    }

    /// The value of the interval that is nearest to `bits`.
    #[must_use]
    pub fn nearest(self, kind: &LeafKind, bits: u128) -> u128 {
        if self.holds(kind, bits) {
            return bits;
        }
        match (self, kind) {
            (Self::Float { low, high }, LeafKind::Float(format)) => {
                let value = format.to_f64(bits);
                let value = if value.is_nan() { 0.0 } else { value };
                rounded_into(*format, value.clamp(low, high), low, high)
            }
            (Self::Int { low, high }, _) => kind.from_int(kind.to_int(bits).clamp(low, high)),
            _ => bits,
        }
    }

    /// `bits`, or a value of the interval in its place: values outside are spread over it evenly.
    #[must_use]
    pub fn folded(self, kind: &LeafKind, bits: u128) -> u128 {
        if self.holds(kind, bits) {
            return bits;
        }
        match (self, kind) {
            (Self::Float { low, high }, LeafKind::Float(format)) => {
                let folded = low + (format.to_f64(bits) - low).rem_euclid(high - low);
                if !folded.is_finite() {
                    return self.nearest(kind, bits);
                }
                rounded_into(*format, folded.clamp(low, high), low, high)
            }
            (Self::Int { low, high }, _) => {
                let count = high.wrapping_sub(low).wrapping_add(1) as u128;
                // All 2^128 values: nothing lies outside.
                let offset = (kind.to_int(bits) as u128).wrapping_sub(low as u128);
                let offset = if kind.to_int(bits) < low {
                    // Count down from the upper end.
                    let below = (low as u128).wrapping_sub(kind.to_int(bits) as u128);
                    count.wrapping_sub(below.checked_rem(count).unwrap_or(0)).checked_rem(count).unwrap_or(0)
                } else {
                    offset.checked_rem(count).unwrap_or(0)
                };
                kind.from_int(low.wrapping_add(offset as i128))
            }
            _ => bits,
        }
    }

    /// Number of values; `None` for floats and where it exceeds `u64`.
    #[must_use]
    pub fn count(self) -> Option<u64> {
        match self {
            Self::Int { low, high } => {
                high.checked_sub(low).and_then(|count| u64::try_from(count).ok()?.checked_add(1))
            }
            Self::Float { .. } => None,
        }
    }
}

/// `value`, which lies between the ends, in `format`: rounding must not lead out.
fn rounded_into(format: FloatFormat, value: f64, low: f64, high: f64) -> u128 {
    let bits = format.from_f64(value);
    let FloatFormat::F32 = format else { return bits };
    let single = f32::from_bits(bits as u32);
    let inside = match () {
        () if f64::from(single) > high => single.next_down(),
        () if f64::from(single) < low => single.next_up(),
        () => single,
    };
    u128::from(inside.to_bits())
}

impl fmt::Display for LeafRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int { low, high } if low == high => write!(f, "{low}"),
            Self::Int { low, high } => write!(f, "{low}..={high}"),
            Self::Float { low, high } if low == high => write!(f, "{low:?}"),
            Self::Float { low, high } => write!(f, "{low:?}..={high:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_maps_lead_into_the_interval_and_leave_its_values_alone() {
        for signed in [true, false] {
            let kind = LeafKind::Int { bits: 8, signed };
            let (lowest, highest) = kind.int_range();
            for (low, high) in
                [(lowest, highest), (3, 3), (2, 9), (lowest, 5), (100, highest), (lowest, lowest)]
            {
                let range = LeafRange::Int { low, high };
                for bits in 0..256 {
                    for mapped in [range.nearest(&kind, bits), range.folded(&kind, bits)] {
                        assert!(range.holds(&kind, mapped), "{bits} to {mapped} of {range}");
                        assert!(!range.holds(&kind, bits) || mapped == bits);
                    }
                }
            }
        }
    }

    #[test]
    fn folding_reaches_every_value_equally_often() {
        let kind = LeafKind::Int { bits: 8, signed: false };
        let range = LeafRange::Int { low: 10, high: 13 };
        let mut hits = [0; 4];
        (0..256).for_each(|bits| hits[range.folded(&kind, bits) as usize - 10] += 1);
        assert_eq!(hits, [64; 4]);
        let wide = LeafKind::Int { bits: 128, signed: true };
        let half = LeafRange::Int { low: i128::MIN, high: -1 };
        assert!(half.holds(&wide, half.folded(&wide, 77)));
    }

    #[test]
    fn floats_are_folded_without_leaving_by_rounding() {
        for format in [FloatFormat::F32, FloatFormat::F64, FloatFormat::F80] {
            let kind = LeafKind::Float(format);
            for (low, high) in [(-1.5, 1.5), (0.1, 0.3), (0.1, 0.1 + 1e-7), (-1e300, 1e300)] {
                let range = LeafRange::Float { low, high };
                for value in [0.0, 1.5, -7.25, 1e9, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.1, 0.3] {
                    let bits = format.from_f64(value);
                    for mapped in [range.nearest(&kind, bits), range.folded(&kind, bits)] {
                        let (is_single, wide) = (format == FloatFormat::F32, high > 1e30);
                        let got = format.to_f64(mapped);
                        assert!(
                            range.holds(&kind, mapped) || is_single && wide,
                            "{value} to {got} of {range}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn ranges_print_as_they_are_written() {
        let both = LeafRange::Int { low: 0, high: 9 }.intersection(LeafRange::Int { low: 5, high: 20 });
        assert_eq!(both.map(|range| range.to_string()), Some("5..=9".to_owned()));
        assert_eq!(LeafRange::Float { low: -1.5, high: 2.0 }.to_string(), "-1.5..=2.0");
        let none = LeafRange::Int { low: 0, high: 3 }.intersection(LeafRange::Int { low: 5, high: 20 });
        assert_eq!(none, None);
        assert_eq!(LeafRange::Int { low: -1, high: 2 }.count(), Some(4));
    }
}
