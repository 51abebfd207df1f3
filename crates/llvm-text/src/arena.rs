//! A table that grows while references into it stay valid and that many threads may read.
//!
//! Bodies are read on demand, through a shared [`Module`](super::Module), and bring types the headers did not have; so
//! the table of types must grow behind `&self`. Segments double in size and are never moved:
//!
//! ```text
//!  segment 0: 64 slots │ segment 1: 128 slots │ segment 2: 256 slots │ …
//! ```
//!
//! Cost: `get` is two loads; memory is at most twice what is used.

use std::sync::OnceLock;

const FIRST: usize = 64;
const SEGMENTS: usize = 27;

type Segment<T> = Box<[OnceLock<T>]>;

/// A table of at most 2^32 slots, each written once.
#[derive(Debug)]
pub(crate) struct Arena<T> {
    segments: [OnceLock<Segment<T>>; SEGMENTS],
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Arena { segments: [const { OnceLock::new() }; SEGMENTS] }
    }
}

/// Segment and offset of a slot.
fn place(index: usize) -> (usize, usize) {
    let shifted = index + FIRST;
    let segment = (shifted.ilog2() - FIRST.ilog2()) as usize;
    (segment, shifted - (FIRST << segment))
}

impl<T> Arena<T> {
    /// The value in a slot, if it was written.
    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        let (segment, offset) = place(index);
        self.segments.get(segment)?.get()?.get(offset)?.get()
    }

    /// Writes a slot unless it was written before, and returns what stands there.
    pub(crate) fn get_or_set(&self, index: usize, value: T) -> Option<&T> {
        let (segment, offset) = place(index);
        let slots = self
            .segments
            .get(segment)?
            .get_or_init(|| std::iter::repeat_with(OnceLock::new).take(FIRST << segment).collect());
        Some(slots.get(offset)?.get_or_init(|| value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_keep_their_first_value() {
        let arena = Arena::default();
        for index in 0..1000 {
            assert_eq!(arena.get(index), None);
            arena.get_or_set(index, index * 2);
            arena.get_or_set(index, 7);
        }
        for index in 0..1000 {
            assert_eq!(arena.get(index), Some(&(index * 2)));
        }
    }

    #[test]
    fn segments_meet_without_gap_or_overlap() {
        assert_eq!(
            [place(0), place(63), place(64), place(191), place(192)],
            [(0, 0), (0, 63), (1, 0), (1, 127), (2, 0)]
        );
    }
}
