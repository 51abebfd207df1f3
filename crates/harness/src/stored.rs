//! What a domain knows about the values that lie in memory.
//!
//! A value is found again where it was stored, as long as nothing has overwritten a byte of it, and
//! moves with copies that contain all of it.
//!
//! Cost: logarithmic in the values known, for each access.

use std::collections::BTreeMap;

/// No value is longer, in bytes.
const LONGEST: u64 = 16;

/// Knowledge about values by the address where they begin.
#[derive(Clone, Debug)]
pub(crate) struct Stored<S> {
    /// Per address of a value: its length in bytes, and what is known.
    values: BTreeMap<u64, (u64, S)>,
}

impl<S> Default for Stored<S> {
    fn default() -> Self {
        Self { values: BTreeMap::new() }
    }
}

impl<S: Copy> Stored<S> {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.values.clear();
    }

    /// A value of `length` bytes (at most 16) was stored; the bytes were forgotten before.
    pub fn insert(&mut self, address: u64, length: u64, known: S) {
        self.values.insert(address, (length, known));
    }

    /// What is known about the value of `length` bytes at `address`.
    pub fn get(&self, address: u64, length: u64) -> Option<S> {
        let stored = self.values.get(&address);
        stored.filter(|(bytes, _)| *bytes == length).map(|&(_, known)| known)
    }

    /// `length` bytes hold something else now.
    pub fn forget(&mut self, address: u64, length: u64) {
        let from = address.saturating_sub(LONGEST - 1);
        let overlapped: Vec<u64> = self
            .values
            .range(from..address.saturating_add(length))
            .filter(|&(&at, &(bytes, _))| at + bytes > address)
            .map(|(&at, _)| at)
            .collect();
        for at in overlapped {
            self.values.remove(&at);
        }
    }

    /// `length` bytes were copied; the ranges may overlap.
    pub fn copy(&mut self, to: u64, from: u64, length: u64) {
        let end = from.saturating_add(length);
        let moved: Vec<_> = self
            .values
            .range(from..end)
            .filter(|&(&at, &(bytes, _))| at + bytes <= end)
            .map(|(&at, &value)| (to.wrapping_add(at - from), value))
            .collect();
        self.forget(to, length);
        self.values.extend(moved);
    }
}

#[cfg(test)]
mod tests {
    use super::Stored;

    #[test]
    fn a_value_is_known_until_one_of_its_bytes_is_overwritten() {
        let mut stored = Stored::default();
        stored.insert(100, 8, 'a');
        stored.insert(108, 4, 'b');
        assert_eq!((stored.get(100, 8), stored.get(100, 4), stored.get(104, 4)), (Some('a'), None, None));
        stored.copy(200, 100, 11);
        assert_eq!((stored.get(200, 8), stored.get(208, 4)), (Some('a'), None));
        stored.forget(107, 1);
        assert_eq!((stored.get(100, 8), stored.get(108, 4)), (None, Some('b')));
    }
}
