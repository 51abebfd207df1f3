//! Leaves: the primitive values of a test case, as bit patterns with a kind.
//!
//! A value is the bits of the type, zero-extended to 128: `-1` of 32 bits is `0xffff_ffff`.
//! The kind says how bits are read as a number, which values are legal, and how they print.

use crate::float::FloatFormat;
use serde::{Deserialize, Serialize};
use trine_base::typed_index;

typed_index! {
    /// A leaf of a skeleton.
    #[derive(Serialize, Deserialize)]
    pub struct LeafId = "leaf"
}

/// The slot of a primitive value in a skeleton.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Leaf {
    /// What values it takes.
    pub kind: LeafKind,
    /// What it is called in messages: `a`, `p->next.x`, `buffer[3]`.
    pub name: String,
}

/// What values a leaf takes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LeafKind {
    /// An integer of 1 to 128 bits.
    Int {
        /// Width.
        bits: u32,
        /// Two's complement.
        signed: bool,
    },
    /// 0 or 1.
    Bool,
    /// A character of 8 to 32 bits.
    Char {
        /// Width.
        bits: u32,
        /// Two's complement.
        signed: bool,
    },
    /// One of an enumeration's values; any other value of the width is legal too, but unusual.
    Enum {
        /// Width.
        bits: u32,
        /// Two's complement.
        signed: bool,
        /// The enumerators' values, in source order.
        values: Vec<i128>,
    },
    /// A floating-point number.
    Float(FloatFormat),
}

impl LeafKind {
    /// Width in bits.
    #[must_use]
    pub fn bits(&self) -> u32 {
        match self {
            Self::Int { bits, .. } | Self::Char { bits, .. } | Self::Enum { bits, .. } => *bits,
            Self::Bool => 1,
            Self::Float(FloatFormat::F32) => 32,
            Self::Float(FloatFormat::F64) => 64,
            Self::Float(FloatFormat::F80) => 80,
        }
    }

    /// Whether the bits are read as two's complement.
    #[must_use]
    pub fn is_signed(&self) -> bool {
        matches!(
            self,
            Self::Int { signed: true, .. }
                | Self::Char { signed: true, .. }
                | Self::Enum { signed: true, .. }
        )
    }

    /// Whether the value is a floating-point number.
    #[must_use]
    pub fn is_float(&self) -> bool {
        matches!(self, Self::Float(_))
    }

    /// The integer that `bits` stand for. Meaningless for floats.
    #[must_use]
    pub fn to_int(&self, bits: u128) -> i128 {
        let width = self.bits();
        if width >= 128 || !self.is_signed() {
            return bits as i128;
        }
        let shift = 128 - width;
        ((bits << shift) as i128) >> shift
    }

    /// The bits of `value`, wrapped to the width.
    #[must_use]
    pub fn from_int(&self, value: i128) -> u128 {
        match self {
            Self::Bool => u128::from(value != 0),
            _ => value as u128 & mask(self.bits()),
        }
    }

    /// Smallest and largest integer. For unsigned 128-bit leaves the largest is clamped to
    /// `i128::MAX`.
    #[must_use]
    pub fn int_range(&self) -> (i128, i128) {
        let width = self.bits();
        match (self.is_signed(), width) {
            (true, 128..) => (i128::MIN, i128::MAX),
            (true, _) => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
            (false, 127..) => (0, i128::MAX),
            (false, _) => (0, (1 << width) - 1),
        }
    }
}

/// The lowest `bits` bits set.
#[must_use]
pub fn mask(bits: u32) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_survive_the_trip_through_bits() {
        let byte = LeafKind::Int { bits: 8, signed: true };
        assert_eq!(byte.from_int(-1), 0xff);
        assert_eq!(byte.to_int(0xff), -1);
        assert_eq!(byte.int_range(), (-128, 127));
        let wide = LeafKind::Int { bits: 128, signed: true };
        assert_eq!(wide.to_int(wide.from_int(i128::MIN)), i128::MIN);
        assert_eq!(LeafKind::Bool.from_int(7), 1);
    }
}
