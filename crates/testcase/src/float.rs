//! Floating-point formats and their bits.

use serde::{Deserialize, Serialize};

/// A floating-point format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FloatFormat {
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// x87 extended, 80 bits in 16 bytes.
    F80,
}

impl FloatFormat {
    /// The value of `bits` as a double; 80-bit values are rounded, beyond its range to infinity
    /// or zero.
    #[must_use]
    pub fn to_f64(self, bits: u128) -> f64 {
        match self {
            Self::F32 => f64::from(f32::from_bits(bits as u32)),
            Self::F64 => f64::from_bits(bits as u64),
            Self::F80 => f80_to_f64(bits),
        }
    }

    /// The bits of `value`; rounded for binary32, exact for the others.
    #[must_use]
    pub fn from_f64(self, value: f64) -> u128 {
        match self {
            Self::F32 => u128::from((value as f32).to_bits()),
            Self::F64 => u128::from(value.to_bits()),
            Self::F80 => f80_from_f64(value),
        }
    }
}

fn f80_to_f64(bits: u128) -> f64 {
    let mantissa = bits as u64;
    let biased = (bits >> 64 & 0x7fff) as i32;
    let magnitude = if biased == 0x7fff {
        if mantissa << 1 == 0 { f64::INFINITY } else { f64::NAN }
    } else {
        // In two steps, so that subnormal doubles are reached.
        let exponent = (biased - 16383 - 63).clamp(-1200, 1100);
        let half = exponent / 2;
        mantissa as f64 * 2f64.powi(half) * 2f64.powi(exponent - half)
    };
    if bits >> 79 & 1 != 0 { -magnitude } else { magnitude }
}

fn f80_from_f64(value: f64) -> u128 {
    let bits = value.to_bits();
    let sign = u128::from(bits >> 63) << 79;
    let (exponent, fraction) = (u128::from(bits >> 52 & 0x7ff), bits & ((1 << 52) - 1));
    let integer_bit = 1 << 63;
    match exponent {
        0 if fraction == 0 => sign,
        0 => {
            // Subnormal doubles are normal numbers here.
            let shift = fraction.leading_zeros();
            let exponent = u128::from(16383 - 1022 + 11 - shift);
            sign | exponent << 64 | u128::from(fraction << shift)
        }
        0x7ff => sign | 0x7fff << 64 | integer_bit | u128::from(fraction) << 11,
        _ => sign | (exponent + 16383 - 1023) << 64 | integer_bit | u128::from(fraction) << 11,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_survive_the_trip_through_every_format_that_holds_them() {
        for value in [0.0, 1.0, -2.5, 1e-310, 5e-324, 1e300, f64::INFINITY, 0.1] {
            for format in [FloatFormat::F64, FloatFormat::F80] {
                assert_eq!(format.to_f64(format.from_f64(value)), value, "{value} {format:?}");
            }
        }
        assert_eq!(FloatFormat::F32.to_f64(FloatFormat::F32.from_f64(0.5)), 0.5);
        assert!(FloatFormat::F80.to_f64(FloatFormat::F80.from_f64(f64::NAN)).is_nan());
    }
}
