//! Forks: memories that begin with one snapshot share its bytes until they write them.
//!
//! ```text
//! places of a fork:   [ stack | its own objects ... limit ) [ bytes of the snapshot, shared, never written )
//! ```
//!
//! An object of the snapshot lies in the shared part until it is written; then it is copied to the fork's own part as a
//! whole, and a reset gives the copy up again. Loads try the fork's own bytes first, so a memory that is no fork
//! pays nothing.
//!
//! Cost of a fork: a copy of the table of objects, 16 bytes for each. Of a read of what is shared: some nanoseconds
//! more. Of a first write: a copy of the object.

use super::Memory;
use super::object::{CONSTANT, DEAD, DIRTY, Object, PAGED, WRITABLE};
use super::snapshot::Snapshot;
use std::sync::Arc;

impl Memory {
    /// A memory with the content that a reset of this one returns to.
    #[must_use]
    pub fn fork(&self) -> Self {
        let shared_end = u64::from(self.limit) + self.snapshot.bytes.len() as u64;
        if self.is_fork() || shared_end > u64::from(u32::MAX) {
            let mut copy = self.clone();
            copy.reset();
            return copy;
        }
        let table = self.snapshot.shared_table(self.limit - self.stack_end);
        Self {
            objects: table.as_ref().clone(),
            bytes: Self::first_arena(self.stack_end, self.limit),
            zero_from: self.stack_end,
            stack: Vec::new(),
            stack_top: self.first_stack_byte(),
            stack_limit: self.stack_end,
            stack_end: self.stack_end,
            heap_top: self.stack_end,
            limit: self.limit,
            max_slots: self.max_slots,
            free_stack_slots: Vec::new(),
            free_heap_slots: Vec::new(),
            free_blocks: Default::default(),
            freed: false,
            snapshot: self.snapshot.of_fork(table, self.stack_end),
            layout: self.layout,
            lowest_slot: self.snapshot.lowest_slot,
            variation: self.variation,
            class_states: self.snapshot.class_states.clone(),
            class_states_changed: false,
            seldom_used: self.seldom_used,
            thread: 0,
            thread_locals: Default::default(),
            registers: self.registers.fresh(),
            handles: self.kept_handles(),
            shared: Arc::clone(&self.snapshot.bytes),
            shared_from: self.limit,
            owned_bytes: 0,
        }
    }

    /// The images of pointers that the snapshot has.
    fn kept_handles(&self) -> Option<Box<super::handles::Handles>> {
        let mut handles = self.handles.clone()?;
        handles.reset();
        Some(handles)
    }

    pub(super) fn is_fork(&self) -> bool {
        self.shared_from != u32::MAX
    }

    /// Whether the object in `slot` lies in the shared part.
    pub(super) fn is_shared(&self, slot: usize) -> bool {
        self.is_fork() && self.objects[slot].id != DEAD && self.extent(slot).0 >= self.shared_from
    }

    /// `length` bytes at `at`, in the memory's own part or in the shared one.
    #[inline]
    pub(super) fn slice(&self, at: usize, length: usize) -> Option<&[u8]> {
        match self.bytes.get(at..at + length) {
            Some(bytes) => Some(bytes),
            None => self.shared_slice(at, length),
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn shared_slice(&self, at: usize, length: usize) -> Option<&[u8]> {
        let at = at.checked_sub(self.shared_from as usize)?;
        self.shared.get(at..at + length)
    }

    /// Copies the shared object in `slot` to the memory's own part; `None` beyond the memory limit.
    #[cold]
    #[inline(never)]
    pub(super) fn own(&mut self, slot: usize) -> Option<()> {
        let (base, size) = self.extent(slot);
        let from = (base - self.shared_from) as usize;
        let to = self.heap_top as usize;
        let top = to + (size as usize).next_multiple_of(16);
        if top > self.limit as usize {
            return None;
        }
        if top > self.bytes.len() {
            self.grow(top, to);
        }
        self.bytes[to..to + size as usize].copy_from_slice(&self.shared[from..from + size as usize]);
        self.heap_top = top as u32;
        self.zero_from = self.zero_from.max(self.heap_top);
        self.owned_bytes += top as u32 - to as u32;
        let object = &mut self.objects[slot];
        object.base = object.base.wrapping_sub(base).wrapping_add(to as u32);
        object.flags = object.flags & !PAGED | DIRTY;
        if object.flags & CONSTANT == 0 {
            object.flags |= WRITABLE;
        }
        self.snapshot.note_dirty(slot);
        Some(())
    }

    /// Copies all that is shared, so that a snapshot of a fork stands by itself.
    pub(super) fn own_everything(&mut self) {
        for slot in 0..self.objects.len() {
            if self.is_shared(slot) {
                // What does not fit any more stays shared with the first snapshot.
                let _ = self.own(slot);
            }
        }
    }
}

impl Snapshot {
    /// The objects as a fork has them, whose shared part begins `shift` bytes behind where they are.
    fn shared_table(&self, shift: u32) -> Arc<Vec<Object>> {
        let shifted = |object: &Object| Object { base: object.base.wrapping_add(shift), ..*object };
        let table = self.shared_table.get_or_init(|| Arc::new(self.objects.iter().map(shifted).collect()));
        Arc::clone(table)
    }
}
