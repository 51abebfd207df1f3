//! Numbers made of several bytes: fields of records and packets that are read as bytes.
//!
//! ```text
//! leaves   ... 0x00 0x01 ...        a field of 2 bytes, 256; wanted: 3, distance 253
//! steps        along one byte only: 0x00 0x00 is worse, 0x02 0x01 is worse
//! leap     ... 0x03 0x00 ...        256 - 253, with the borrow
//! ```
//!
//! Groups of 2, 4 and 8 bytes, at multiples of their size from the start of the bytes, in both
//! orders. At most 28 groups per 16 bytes, each of 4 moves.

use trine_testcase::LeafKind;

/// Leaves that may be one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The first of them.
    pub first: usize,
    /// How many.
    pub size: usize,
    /// Whether the first is the most significant.
    pub big_endian: bool,
}

/// The groups among leaves of these kinds, smaller ones first.
#[must_use]
pub fn groups(kinds: &[LeafKind]) -> Vec<Group> {
    let is_byte = |kind: &LeafKind| {
        matches!(kind, LeafKind::Int { bits: 8, signed: false } | LeafKind::Char { bits: 8, signed: false })
    };
    let mut groups = Vec::new();
    for size in [2, 4, 8] {
        let mut from = 0;
        while from < kinds.len() {
            let length = kinds[from..].iter().take_while(|kind| is_byte(kind)).count();
            for first in (from..from + length).step_by(size).filter(|first| first + size <= from + length) {
                groups.extend([false, true].map(|big_endian| Group { first, size, big_endian }));
            }
            from += length + 1;
        }
    }
    groups
}

impl Group {
    /// The number that `leaves` hold here.
    #[must_use]
    pub fn read(self, leaves: &[u128]) -> u128 {
        let bytes = &leaves[self.first..self.first + self.size];
        let digit = |number: u128, &byte: &u128| number << 8 | byte & 0xff;
        if self.big_endian { bytes.iter().fold(0, digit) } else { bytes.iter().rev().fold(0, digit) }
    }

    /// Makes `leaves` hold `number` here, cut to the size.
    pub fn write(self, leaves: &mut [u128], number: u128) {
        for (position, leaf) in leaves[self.first..self.first + self.size].iter_mut().enumerate() {
            let place = if self.big_endian { self.size - 1 - position } else { position };
            *leaf = number >> (8 * place) & 0xff;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_written_in_both_orders() {
        let mut leaves = vec![9, 0, 1, 9];
        let little = Group { first: 1, size: 2, big_endian: false };
        assert_eq!(little.read(&leaves), 256);
        little.write(&mut leaves, 256 - 253);
        assert_eq!(leaves, [9, 3, 0, 9]);
        assert_eq!(Group { big_endian: true, ..little }.read(&leaves), 0x300);
    }

    #[test]
    fn groups_lie_at_multiples_of_their_size_within_bytes() {
        let byte = LeafKind::Int { bits: 8, signed: false };
        let kinds = [vec![LeafKind::Bool], vec![byte; 5]].concat();
        let little: Vec<_> = groups(&kinds).into_iter().filter(|group| !group.big_endian).collect();
        let places: Vec<_> = little.iter().map(|group| (group.first, group.size)).collect();
        assert_eq!(places, [(1, 2), (3, 2), (1, 4)]);
    }
}
