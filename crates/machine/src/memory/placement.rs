//! Where objects lie under a [`Layout`]: the order of their slots, and how far in they begin.

use super::Memory;
use super::layout::Layout;
use super::object::{DEAD, FIRST_GENERATION, LOOSE_SHIFT, Object, ObjectKind};

/// Slots that a moved layout hands out from the last to the first.
pub(super) const DESCENDING_SLOTS: usize = 4096;
/// Moved stack objects start here, so that their bases stay positive.
pub(super) const STACK_FLOOR: u32 = 4096;

impl Layout {
    /// The slots that exist before any object does.
    pub(super) fn first_slots(self) -> Vec<Object> {
        let dead = Object {
            id: DEAD,
            base: 0,
            size: 0,
            generation: FIRST_GENERATION - 1,
            kind: ObjectKind::Global,
            flags: 0,
        };
        vec![dead; if self.moved { DESCENDING_SLOTS } else { 1 }]
    }
}

impl Memory {
    /// Moves the objects of later runs by other distances; those of the snapshot stay where they
    /// are. Nothing changes in a layout that is not moved. Call it right after a reset.
    pub fn vary(&mut self, variation: u32) {
        self.variation = variation;
    }

    /// How far the object in `slot` lies from the offset 0 of its addresses, in bytes: a multiple
    /// of 16 below [`STACK_FLOOR`].
    #[inline]
    pub(super) fn skew(&self, slot: usize) -> u32 {
        if !self.layout.moved {
            return 0;
        }
        let variation = if slot < self.snapshot.lowest_slot { self.variation } else { 0 };
        // Multiplicative hashing (Knuth, TAOCP 3, 6.4); the upper bits are the good ones.
        let hash = (slot as u32).wrapping_add(variation.wrapping_mul(0x0001_0003)).wrapping_mul(0x9E37_79B1);
        let align = 1 << (self.objects[slot].flags >> LOOSE_SHIFT) >> 1;
        // An odd multiple of 1, 2, 4 or 8 more: aligned to that, and to nothing beyond. Which one decides how the members
        // and the ends of the object are aligned.
        let odd = 8u32.checked_div(align).map_or(0, |places| 2 * (hash >> 20 & (places - 1)) + 1);
        16 * (hash >> 24).clamp(1, 250) + align * odd
    }

    /// The flags of an object that is aligned to `align_bytes` and need not be to more.
    pub(super) fn loosely_aligned(align_bytes: u64) -> u8 {
        match align_bytes {
            1 | 2 | 4 | 8 => (align_bytes.trailing_zeros() as u8 + 1) << LOOSE_SHIFT,
            _ => 0,
        }
    }

    /// First byte in the arena and size in bytes of the object in `slot`.
    pub(super) fn extent(&self, slot: usize) -> (u32, u32) {
        let (object, skew) = (&self.objects[slot], self.skew(slot));
        (object.base + skew, object.size - skew)
    }

    /// The next slot of the descending order, while there is one.
    pub(super) fn descending_slot(&mut self) -> Option<usize> {
        let slot = self.lowest_slot.checked_sub(1).filter(|&slot| slot > 0)?;
        self.lowest_slot = slot;
        Some(slot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVED: Layout = Layout { moved: true, fill: 0xA5 };

    fn memory(layout: Layout) -> Memory {
        Memory::with_layout(1 << 16, 1 << 20, layout)
    }

    #[test]
    fn moved_objects_lie_the_other_way_round_and_hold_the_same() {
        let mut usual = memory(Layout::default());
        let mut moved = memory(MOVED);
        let both = [&mut usual, &mut moved].map(|memory| {
            let [a, b] = [24, 8].map(|size| memory.allocate_heap(size).unwrap());
            memory.write_uint(a + 20, 4, 7).unwrap();
            assert_eq!(memory.read_uint(a + 20, 4).unwrap(), 7);
            assert!(memory.read_uint(a + 21, 4).is_err());
            assert_eq!(memory.resolve(a + 24).map(|(_, offset)| offset), Some(24));
            assert_eq!(memory.resolve(a + 25), None);
            (a, b)
        });
        assert!(both[0].0 < both[0].1 && both[1].0 > both[1].1);
        assert_ne!(both[0].1 - both[0].0, both[1].0 - both[1].1);
        assert_eq!((both[1].0 % 16, both[1].1 % 16), (0, 0));
    }

    #[test]
    fn variations_move_what_a_run_makes_and_nothing_else() {
        let mut memory = memory(MOVED);
        let global = memory.allocate_input(4).unwrap();
        memory.snapshot();
        let mut starts: Vec<u64> = (0..8)
            .map(|variation| {
                memory.reset();
                memory.vary(variation);
                assert!(memory.read_uint(global, 4).is_ok());
                let start = memory.allocate_heap(8).unwrap();
                memory.write_uint(start, 8, 1).unwrap();
                start
            })
            .collect();
        starts.sort_unstable();
        starts.dedup();
        assert!(starts.len() >= 7, "{starts:x?}");
    }

    #[test]
    fn moved_inputs_are_aligned_as_their_type_asks_and_not_more() {
        for align in [1, 2, 4, 8] {
            let mut memory = memory(MOVED);
            let input = memory.allocate_aligned_input(24, align).unwrap();
            assert_eq!(input % 16 % (2 * align), align);
            memory.write_uint(input + 23, 1, 7).unwrap();
            assert!(memory.read_uint(input + 24, 1).is_err());
            assert_eq!(memory.resolve(input + 8).map(|(_, offset)| offset), Some(8));
        }
        assert_eq!(memory(Layout::default()).allocate_aligned_input(3, 1).unwrap() % 16, 0);
    }

    #[test]
    fn moved_inputs_take_every_place_that_their_alignment_leaves() {
        for align in [1, 2, 4, 8] {
            let mut memory = memory(MOVED);
            memory.snapshot();
            let starts: std::collections::BTreeSet<u64> = (0..64)
                .map(|variation| {
                    memory.reset();
                    memory.vary(variation);
                    memory.allocate_aligned_input(24, align).unwrap() % 16
                })
                .collect();
            let all = (0..16).filter(|start| start % (2 * align) == align).collect();
            assert_eq!(starts, all, "{align}");
        }
    }

    #[test]
    fn moved_memory_is_reset_and_freed_like_any_other() {
        let mut memory = memory(MOVED);
        let global = memory.allocate_input(4).unwrap();
        memory.write_uint(global, 4, 1).unwrap();
        memory.snapshot();
        let first = memory.allocate_heap(40).unwrap();
        for _ in 0..3 {
            memory.write_uint(global, 4, 2).unwrap();
            memory.reset();
            assert_eq!(memory.read_uint(global, 4).unwrap(), 1);
            assert!(memory.read_uint(first, 1).is_err());
            let again = memory.allocate_heap(40).unwrap();
            assert_eq!(again, first);
            assert_eq!(memory.read_uint(again, 1).unwrap(), 0xA5);
            memory.free(again).unwrap();
            assert!(memory.free(again).is_err());
        }
    }
}
