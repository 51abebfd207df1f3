//! Lengths: integers that say how long an object of the test is.
//!
//! `sum(values, n)` reads past the end of any array when `n` promises more than there is, and no
//! test should. Which integer is whose length is found by experiment (see `engine::session`); here
//! is what a pair means: a value beyond the length is taken modulo the length plus one.

use super::{Slot, SlotKind};
use crate::shape::PointerShape;
use trine_testcase::leaf::LeafKind;

/// What a length counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// Elements.
    Elements,
    /// Bytes.
    Bytes,
    /// Elements without the last: characters before the NUL.
    Characters,
}

/// The length of what `slot` points to, in `unit`; 0 where it points to nothing of its own.
#[must_use]
pub fn length(slot: &Slot, unit: Unit) -> u64 {
    let (
        SlotKind::Object { element_bytes, .. } | SlotKind::Tail { element_bytes, .. },
        PointerShape::Fresh(count),
    ) = (slot.kind, &slot.chosen)
    else {
        return 0;
    };
    let count = u64::from(*count);
    match unit {
        Unit::Elements => count,
        Unit::Bytes => count * element_bytes,
        Unit::Characters => count.saturating_sub(1),
    }
}

/// `bits` of a leaf of this kind, made to fit `length`; negative numbers are no lengths but may
/// matter, and stay.
#[must_use]
pub fn fitted(kind: &LeafKind, bits: u128, length: u64) -> u128 {
    let value = kind.to_int(bits);
    if value <= i128::from(length) { bits } else { kind.from_int(value % (i128::from(length) + 1)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_beyond_the_object_wrap_and_others_stay() {
        let int = LeafKind::Int { bits: 32, signed: true };
        let fit = |value: i128| int.to_int(fitted(&int, int.from_int(value), 4));
        assert_eq!([fit(-1), fit(0), fit(4), fit(5), fit(1000)], [-1, 0, 4, 0, 0]);
        assert_eq!(fit(9), 4);
    }
}
