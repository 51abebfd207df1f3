//! Lengths: integers that say how long an object of the test is.
//!
//! `sum(values, n)` reads past the end of any array when `n` promises more than there is, and no
//! test should. Which integer is whose length is stated by the user or found by experiment (see
//! `engine/src/context/lengths.rs`); what is stated comes first. A stated length has one value in each shape. A
//! found one may be smaller, and a value beyond it is taken modulo the length plus one.

pub use crate::shape::LengthUnit;
use crate::shape::PointerShape;
use crate::slot::{Slot, SlotKind};
use trine_testcase::leaf::LeafKind;

/// A leaf that says how long what a pointer points to is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthPair {
    /// Position of the leaf.
    pub leaf: usize,
    /// Position of the pointer among the slots.
    pub slot: usize,
    /// What it counts.
    pub unit: LengthUnit,
    /// Whether the user says so; found by experiment otherwise.
    pub stated: bool,
}

/// The length of what `slot` points to, in `unit`; 0 where it points to nothing of its own.
#[must_use]
pub fn length(slot: &Slot, unit: LengthUnit) -> u64 {
    let PointerShape::Fresh(count) = slot.chosen else { return 0 };
    let count = u64::from(count);
    match unit {
        LengthUnit::Elements => count,
        LengthUnit::Bytes => count * element_bytes(slot),
        LengthUnit::Characters => count.saturating_sub(1),
    }
}

/// Fewest elements that `slot` must point to for a length of at least `low`.
#[must_use]
pub fn fewest_elements(slot: &Slot, unit: LengthUnit, low: u32) -> u32 {
    match unit {
        _ if low == 0 => 0,
        LengthUnit::Elements => low,
        LengthUnit::Bytes => low.div_ceil(u32::try_from(element_bytes(slot)).unwrap_or(u32::MAX).max(1)),
        LengthUnit::Characters => low.saturating_add(1),
    }
}

fn element_bytes(slot: &Slot) -> u64 {
    match slot.kind {
        SlotKind::Object { element_bytes, .. } | SlotKind::Tail { element_bytes, .. } => element_bytes,
        _ => 1,
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
    fn a_length_in_bytes_or_without_the_last_asks_for_as_many_elements_as_hold_it() {
        let slot = Slot {
            path: "p".to_owned(),
            kind: SlotKind::Object { element_bytes: 4, most: 32 },
            chosen: PointerShape::Fresh(3),
            natural: PointerShape::Fresh(1),
            pointee: trine_testcase::TypeId(0),
            source: None,
        };
        let units = [LengthUnit::Elements, LengthUnit::Bytes, LengthUnit::Characters];
        assert_eq!(units.map(|unit| length(&slot, unit)), [3, 12, 2]);
        assert_eq!(units.map(|unit| fewest_elements(&slot, unit, 5)), [5, 2, 6]);
        assert_eq!(units.map(|unit| fewest_elements(&slot, unit, 0)), [0, 0, 0]);
    }

    #[test]
    fn lengths_beyond_the_object_wrap_and_others_stay() {
        let int = LeafKind::Int { bits: 32, signed: true };
        let fit = |value: i128| int.to_int(fitted(&int, int.from_int(value), 4));
        assert_eq!([fit(-1), fit(0), fit(4), fit(5), fit(1000)], [-1, 0, 4, 0, 0]);
        assert_eq!(fit(9), 4);
    }
}
