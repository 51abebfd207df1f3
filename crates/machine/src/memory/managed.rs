//! Managed objects in memory: made by moving the end of the arena, never freed one by one, dropped by a reset.
//!
//! Each is an object of the table like any other, so its size and liveness are checked on each access. Also which
//! classes were initialised and where their static fields lie is kept here, because a reset has to undo it.

use super::Memory;
use super::object::{FIRST_GENERATION, MAX_OBJECT_BYTES, Object, ObjectId, ObjectKind, SLOT_SHIFT, WRITABLE};
use trine_ir::objects::ELEMENTS_OFFSET;

/// What was done for a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ClassState {
    /// Whether its initialisation was begun.
    begun: bool,
    /// The object that holds its static fields; 0 before it is first asked for.
    statics: u64,
}

impl Memory {
    /// A new object of `size` bytes, all zero but for the class in its header; `None` beyond the memory limit.
    ///
    /// [`Stop::MemoryLimit`](crate::Stop::MemoryLimit) is what to say then.
    #[inline]
    pub fn allocate_managed(&mut self, size: u64, class: u32) -> Option<u64> {
        if self.layout.moved || size > MAX_OBJECT_BYTES {
            return self.allocate_managed_slowly(size, class);
        }
        let (base, slot) = (self.heap_top as usize, self.objects.len());
        let end = base + (size as usize).next_multiple_of(16);
        if end > self.limit as usize || slot >= self.max_slots {
            return None;
        }
        if end > self.bytes.len() {
            self.grow(end, base);
        }
        self.clear(base, end);
        if let Some(header) = self.bytes[base..end].first_chunk_mut::<4>() {
            *header = class.to_le_bytes();
        }
        self.heap_top = end as u32;
        let id = ObjectId::new(slot, FIRST_GENERATION);
        self.objects.push(Object {
            id: id.0,
            base: base as u32,
            size: size as u32,
            generation: FIRST_GENERATION,
            kind: ObjectKind::Managed,
            flags: WRITABLE,
        });
        Some(id.address())
    }

    /// Makes the arena reach to `end` at least; what is added is zero. Nothing is alive from `live` on.
    #[cold]
    #[inline(never)]
    pub(super) fn grow(&mut self, end: usize, live: usize) {
        // There are enough bytes for more objects of this size, because what is alive is copied each time. What is shared
        // with other forks lies behind the limit.
        let live = live.min(self.bytes.len());
        self.bytes = self.bytes.resized((4 * end).min(self.limit as usize).max(end), 0..live);
        self.zero_from = self.zero_from.min(live as u32);
    }

    #[cold]
    fn allocate_managed_slowly(&mut self, size: u64, class: u32) -> Option<u64> {
        let address = self.allocate_zeroed(size, ObjectKind::Managed).ok()?;
        self.write_uint(address, 4, u128::from(class)).ok()?;
        Some(address)
    }

    /// The `N` bytes of element `index` of the array at `array`; `None` outside of it.
    #[inline(always)]
    pub(crate) fn element<const N: usize>(&self, array: u64, index: u32) -> Option<[u8; N]> {
        let (at, _) = self.locate_element::<N>(array, index)?;
        match self.bytes.get(at..at + N) {
            Some(bytes) => bytes.try_into().ok(),
            None => self.shared_slice(at, N)?.try_into().ok(),
        }
    }

    /// Writes element `index` of the array at `array`; `None` outside of it.
    #[inline(always)]
    pub(crate) fn set_element<const N: usize>(
        &mut self,
        array: u64,
        index: u32,
        value: [u8; N],
    ) -> Option<()> {
        let (mut at, object) = self.locate_element::<N>(array, index)?;
        if object.flags & WRITABLE == 0 {
            let offset = array + ELEMENTS_OFFSET + u64::from(index) * N as u64;
            at = self.unlock(offset, N as u32)?;
        }
        let place: &mut [u8; N] = self.bytes.get_mut(at..at + N)?.try_into().ok()?;
        *place = value;
        Some(())
    }

    /// The element's place in the arena. An array ends with its last element, so its size is the check.
    #[inline(always)]
    fn locate_element<const N: usize>(&self, array: u64, index: u32) -> Option<(usize, &Object)> {
        let object = self.objects.get((array >> SLOT_SHIFT) as usize)?;
        let offset = u64::from(array as u32) + ELEMENTS_OFFSET + u64::from(index) * N as u64;
        let inside = offset + N as u64 <= u64::from(object.size);
        if object.id == (array >> 32) as u32 && inside {
            Some((object.base as usize + offset as usize, object))
        } else {
            None
        }
    }

    /// Whether the initialisation of class number `class` was begun.
    #[inline(always)]
    #[must_use]
    pub fn class_begun(&self, class: u32) -> bool {
        self.class_states.get(class as usize).is_some_and(|state| state.begun)
    }

    /// Notes that the initialisation of a class begins.
    pub fn begin_class(&mut self, class: u32) {
        self.class_state(class).begun = true;
    }

    /// Makes class number `class` one whose initialisation was not begun.
    pub fn forget_class(&mut self, class: u32) {
        self.class_state(class).begun = false;
    }

    /// The object that holds the static fields of class number `class`: `size` bytes, zero when it is first asked
    /// for; `None` beyond the memory limit.
    #[inline]
    pub fn statics(&mut self, class: u32, size: u64) -> Option<u64> {
        match self.class_states.get(class as usize) {
            Some(state) if state.statics != 0 => Some(state.statics),
            _ => {
                let address = self.allocate_zeroed(size, ObjectKind::Managed).ok()?;
                self.class_state(class).statics = address;
                Some(address)
            }
        }
    }

    fn class_state(&mut self, class: u32) -> &mut ClassState {
        if self.class_states.len() <= class as usize {
            self.class_states.resize(class as usize + 1, ClassState::default());
        }
        self.class_states_changed = true;
        self.seldom_used = true;
        &mut self.class_states[class as usize]
    }
}
