//! Snapshot and reset: a run's traces in memory are undone at the cost of what it touched.

use super::Memory;
use super::managed::ClassState;
use super::object::{BASE, CONSTANT, DIRTY, Object, PAGED, WRITABLE};
use super::placement::STACK_FLOOR;
use std::sync::{Arc, OnceLock};

const PAGE_BITS: u32 = 12;
/// Objects of the snapshot above this size are tracked by pages.
const PAGED_FROM: u32 = 16 << 10;
/// Bytes beyond the snapshot that are kept for the next run; what a run took beyond them is given back.
const KEPT_BYTES: usize = 16 << 20;
/// Slots that are kept, likewise.
const KEPT_SLOTS: usize = 1 << 16;

/// What [`Memory::reset`] returns to.
#[derive(Clone, Debug, Default)]
pub(super) struct Snapshot {
    pub(super) objects: Arc<Vec<Object>>,
    /// The arena from the end of the stack region on.
    pub(super) bytes: Arc<Vec<u8>>,
    heap_top: u32,
    pub(super) lowest_slot: usize,
    pub(super) class_states: Vec<ClassState>,
    /// The objects as forks have them, made for the first of these.
    pub(super) shared_table: OnceLock<Arc<Vec<Object>>>,
    /// Slots whose objects were written or freed since.
    dirty: Vec<u32>,
    /// One bit per page of `bytes`, and the pages whose bit is set.
    page_bits: Vec<u64>,
    dirty_pages: Vec<u32>,
}

impl Snapshot {
    /// The snapshot that a fork returns to: all objects of `table`, in the shared part.
    pub(super) fn of_fork(&self, table: Arc<Vec<Object>>, heap_top: u32) -> Self {
        Self {
            objects: table,
            heap_top,
            lowest_slot: self.lowest_slot,
            class_states: self.class_states.clone(),
            ..Self::default()
        }
    }

    /// Notes that the object in `slot` differs.
    pub(super) fn note_dirty(&mut self, slot: usize) {
        self.dirty.push(slot as u32);
    }
}

impl Memory {
    /// Makes the present content the one that [`Memory::reset`] returns to. Local variables
    /// end. Costs a copy of all objects.
    pub fn snapshot(&mut self) {
        self.end_stack(0);
        self.own_everything();
        for object in &mut self.objects {
            object.flags &= !(DIRTY | PAGED | WRITABLE);
            object.flags |= BASE;
            if object.size > PAGED_FROM && object.flags & CONSTANT == 0 {
                object.flags |= PAGED;
            }
        }
        let end = self.bytes.len().min(self.heap_top as usize);
        let bytes = self.bytes[self.stack_end as usize..end].to_vec();
        let pages = (bytes.len() >> PAGE_BITS) + 1;
        self.snapshot = Snapshot {
            objects: Arc::new(self.objects.clone()),
            bytes: Arc::new(bytes),
            shared_table: OnceLock::new(),
            heap_top: self.heap_top,
            lowest_slot: self.lowest_slot,
            class_states: self.class_states.clone(),
            dirty: Vec::new(),
            page_bits: vec![0; pages.div_ceil(64)],
            dirty_pages: Vec::new(),
        };
        self.class_states_changed = false;
        self.owned_bytes = 0;
        if let Some(handles) = &mut self.handles {
            handles.keep();
        }
        self.forget_free();
    }

    /// Returns to the snapshot. Costs what was written since, and nothing per object allocated.
    pub fn reset(&mut self) {
        self.objects.truncate(self.snapshot.objects.len());
        let handed_out = self.lowest_slot..self.snapshot.lowest_slot;
        self.objects[handed_out.clone()].copy_from_slice(&self.snapshot.objects[handed_out]);
        self.lowest_slot = self.snapshot.lowest_slot;
        while let Some(slot) = self.snapshot.dirty.pop() {
            let object = self.snapshot.objects[slot as usize];
            self.objects[slot as usize] = object;
            if object.flags & PAGED == 0 && !self.is_shared(slot as usize) {
                let (base, size) = self.extent(slot as usize);
                self.restore(base - self.stack_end, size);
            }
        }
        while let Some(page) = self.snapshot.dirty_pages.pop() {
            self.snapshot.page_bits[page as usize / 64] &= !(1 << (page % 64));
            let start = page << PAGE_BITS;
            let length = (1 << PAGE_BITS).min(self.snapshot.bytes.len() as u32 - start);
            self.restore(start, length);
        }
        self.heap_top = self.snapshot.heap_top;
        self.owned_bytes = 0;
        self.stack_top = self.first_stack_byte();
        self.stack_limit = self.stack_end;
        self.stack.clear();
        // A run may have been cut off in another thread.
        self.thread = 0;
        if self.seldom_used {
            self.reset_seldom_used();
        }
        self.forget_free();
        self.give_back();
    }

    /// Returns to the snapshot what few runs use.
    #[cold]
    #[inline(never)]
    fn reset_seldom_used(&mut self) {
        self.thread_locals.clear();
        if std::mem::take(&mut self.class_states_changed) {
            self.class_states.clone_from(&self.snapshot.class_states);
        }
        self.registers.clear();
        if let Some(handles) = &mut self.handles {
            handles.reset();
        }
        // Any run may make an image of a pointer.
        self.seldom_used = self.handles.is_some();
    }

    /// Where the first stack object lies.
    pub(super) fn first_stack_byte(&self) -> u32 {
        if self.layout.moved { STACK_FLOOR } else { 0 }
    }

    /// Bytes by which the arena has grown since the snapshot.
    #[must_use]
    pub fn grown_bytes(&self) -> u64 {
        u64::from(self.heap_top - self.snapshot.heap_top - self.owned_bytes)
    }

    /// Gives back what a run took that was much larger than most.
    fn give_back(&mut self) {
        let kept = self.stack_end as usize..self.heap_top as usize;
        if self.zero_from as usize > kept.end + KEPT_BYTES {
            let length = self.bytes.len();
            self.bytes = self.bytes.resized(length, kept.start..kept.end.min(length));
            self.zero_from = self.heap_top;
        }
        let slots = self.snapshot.objects.len() + KEPT_SLOTS;
        if self.objects.capacity() > 2 * slots {
            self.objects.shrink_to(slots);
            self.free_heap_slots.shrink_to(KEPT_SLOTS);
            self.free_blocks.iter_mut().for_each(|blocks| blocks.shrink_to(KEPT_SLOTS));
        }
    }

    fn restore(&mut self, start: u32, length: u32) {
        let from = start as usize..(start + length) as usize;
        let to = from.start + self.stack_end as usize..from.end + self.stack_end as usize;
        self.bytes[to].copy_from_slice(&self.snapshot.bytes[from]);
    }

    fn forget_free(&mut self) {
        if !self.freed {
            return;
        }
        self.freed = false;
        self.free_stack_slots.clear();
        self.free_heap_slots.clear();
        self.free_blocks.iter_mut().for_each(Vec::clear);
    }

    /// Notes a write of `length` bytes at `offset` of the object in `slot`.
    pub(super) fn mark_dirty(&mut self, slot: usize, offset: u32, length: u32) {
        let object = &mut self.objects[slot];
        if object.flags & PAGED == 0 {
            object.flags |= WRITABLE | DIRTY;
            self.snapshot.dirty.push(slot as u32);
            return;
        }
        let start = object.base + offset - self.stack_end;
        let last = (start + length.max(1) - 1) >> PAGE_BITS;
        for page in start >> PAGE_BITS..=last {
            let word = &mut self.snapshot.page_bits[page as usize / 64];
            if *word & 1 << (page % 64) == 0 {
                *word |= 1 << (page % 64);
                self.snapshot.dirty_pages.push(page);
            }
        }
    }

    /// Notes that the object of the snapshot in `slot` ends.
    pub(super) fn mark_freed(&mut self, slot: usize) {
        if self.objects[slot].flags & DIRTY == 0 {
            self.snapshot.dirty.push(slot as u32);
        }
    }
}
