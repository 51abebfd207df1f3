//! The arena: the bytes of a memory, mapped from the system as pages of zeros that cost nothing until they are touched.
//!
//! A memory reserves megabytes for its stack and touches a few kilobytes of them. From an allocator that keeps what was freed,
//! each new memory would get pages that were used before and have to clear them all: with an arena of 12 MiB that took
//! more than a third of the time of short searches, which make some machines each.

use memmap2::MmapMut;
use std::ops::{Deref, DerefMut, Range};

/// Bytes that are copied, or left out because they are zero, together.
const PAGE_BYTES: usize = 4 << 10;

/// Bytes of a memory, as many as were asked for.
#[derive(Debug)]
pub(super) struct Arena(MmapMut);

impl Arena {
    /// So many zeros.
    ///
    /// Ends the process, as any allocation does, when the system has no memory left.
    pub fn zeroed(length: usize) -> Self {
        match MmapMut::map_anon(length) {
            Ok(map) => Self(map),
            Err(_) => std::alloc::handle_alloc_error(
                std::alloc::Layout::array::<u8>(length).unwrap_or(std::alloc::Layout::new::<u8>()),
            ),
        }
    }

    /// So many bytes: at the places in `kept` those that are there, zeros elsewhere.
    pub fn resized(&self, length: usize, kept: Range<usize>) -> Self {
        let mut other = Self::zeroed(length);
        for start in kept.clone().step_by(PAGE_BYTES) {
            let page = start..(start + PAGE_BYTES).min(kept.end);
            // Writing zeros would make the system give a page for them.
            if has_bits(&self[page.clone()]) {
                other[page.clone()].copy_from_slice(&self[page]);
            }
        }
        other
    }
}

/// Whether any byte is not zero: all are read, many at a time, which is faster than to stop at the first.
fn has_bits(bytes: &[u8]) -> bool {
    bytes.iter().fold(0, |all, byte| all | byte) != 0
}

impl Clone for Arena {
    fn clone(&self) -> Self {
        self.resized(self.len(), 0..self.len())
    }
}

impl Deref for Arena {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Arena {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resized_arena_keeps_what_it_is_told_to_and_is_zero_elsewhere() {
        let mut arena = Arena::zeroed(3 * PAGE_BYTES);
        arena[5] = 1;
        arena[PAGE_BYTES + 1] = 2;
        arena[2 * PAGE_BYTES + 2] = 3;
        let other = arena.resized(4 * PAGE_BYTES, 3..2 * PAGE_BYTES + 2);
        let set: Vec<(usize, u8)> =
            (0..other.len()).filter(|&at| other[at] != 0).map(|at| (at, other[at])).collect();
        assert_eq!(set, [(5, 1), (PAGE_BYTES + 1, 2)]);
        assert_eq!(&*arena.clone(), &*arena);
    }
}
