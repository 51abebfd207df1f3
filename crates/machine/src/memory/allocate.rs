//! Making and ending objects.
//!
//! Stack objects lie in a region of their own and are dropped together when their function
//! returns. Other objects are cut from the end of the arena, in blocks of powers of two that
//! are used again after `free`.

use super::Layout;
use super::Memory;
use super::arena::Arena;
use super::object::{
    BASE, CONSTANT, DEAD, FIRST_GENERATION, GENERATION_BITS, MAX_OBJECT_BYTES, MAX_SLOTS, Object, ObjectId,
    ObjectKind, SLOT_SHIFT, WRITABLE,
};
use super::placement::STACK_FLOOR;
use crate::fault::{FaultKind, Stop};

/// Bytes behind the stack for which the arena of a memory has room before it grows.
const FIRST_BYTES: usize = 16 << 20;

/// The memory limit does not allow the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the memory limit does not allow an object of this size")]
pub struct AllocationError;

impl From<AllocationError> for Stop {
    fn from(_: AllocationError) -> Self {
        Stop::MemoryLimit
    }
}

impl Memory {
    /// Memory without objects: `stack_bytes` for local variables, `limit_bytes` for the rest.
    #[must_use]
    pub fn new(stack_bytes: u32, limit_bytes: u64) -> Self {
        Self::with_layout(stack_bytes, limit_bytes, Layout::default())
    }

    /// The same, with what C leaves open decided by `layout`.
    #[must_use]
    pub fn with_layout(stack_bytes: u32, limit_bytes: u64, layout: Layout) -> Self {
        let stack_end = stack_bytes.min(1 << 30);
        let limit = (limit_bytes + u64::from(stack_end)).min(u64::from(u32::MAX)) as u32;
        let objects = layout.first_slots();
        // The table takes no more than the bytes do.
        let max_slots = objects.len() + limit as usize / size_of::<Object>();
        Self {
            max_slots: max_slots.min(MAX_SLOTS),
            lowest_slot: objects.len(),
            objects,
            layout,
            variation: 0,
            class_states: Vec::new(),
            class_states_changed: false,
            seldom_used: false,
            shared: std::sync::Arc::default(),
            shared_from: u32::MAX,
            owned_bytes: 0,
            registers: super::Registers::default(),
            thread: 0,
            thread_locals: Default::default(),
            handles: None,
            bytes: Self::first_arena(stack_end, limit),
            zero_from: stack_end,
            stack: Vec::new(),
            stack_top: if layout.moved { STACK_FLOOR } else { 0 },
            stack_limit: stack_end,
            stack_end,
            heap_top: stack_end,
            limit,
            free_stack_slots: Vec::new(),
            free_heap_slots: Vec::new(),
            free_blocks: Default::default(),
            freed: false,
            snapshot: super::snapshot::Snapshot::default(),
        }
    }

    /// The arena that a memory begins with: its stack, and room for what most programs take.
    pub(super) fn first_arena(stack_end: u32, limit: u32) -> Arena {
        Arena::zeroed((stack_end as usize + FIRST_BYTES).min(limit as usize))
    }

    /// An object of the test's input: reads past its end are reported with `input` set, so
    /// that the test can be tried again with a larger one. Zeroed.
    ///
    /// # Errors
    /// When the memory limit does not allow it.
    pub fn allocate_input(&mut self, size_bytes: u64) -> Result<u64, AllocationError> {
        self.allocate(size_bytes, ObjectKind::Input)
    }

    /// The same for an object whose address is a multiple of `align_bytes`; in a moved layout, of
    /// no more than that.
    ///
    /// # Errors
    /// When the memory limit does not allow it.
    pub fn allocate_aligned_input(
        &mut self,
        size_bytes: u64,
        align_bytes: u64,
    ) -> Result<u64, AllocationError> {
        self.place_object(size_bytes, ObjectKind::Input, Self::loosely_aligned(align_bytes))
    }

    /// An input object on the heap: [`Memory::free`] ends it. Zeroed.
    ///
    /// # Errors
    /// When the memory limit does not allow it.
    pub fn allocate_heap_input(&mut self, size_bytes: u64) -> Result<u64, AllocationError> {
        self.allocate(size_bytes, ObjectKind::HeapInput)
    }

    /// A heap object that holds what was never written; lives until [`Memory::free`].
    ///
    /// # Errors
    /// When the memory limit does not allow it.
    pub fn allocate_heap(&mut self, size_bytes: u64) -> Result<u64, AllocationError> {
        let address = self.allocate(size_bytes, ObjectKind::Heap)?;
        if self.layout.fill != 0 {
            // The object was just made that large.
            let _ = self.fill(address, self.layout.fill, size_bytes);
        }
        Ok(address)
    }

    /// A global, zeroed. Constant only after [`Memory::seal`].
    pub(crate) fn allocate_global(
        &mut self,
        size_bytes: u64,
        kind: ObjectKind,
    ) -> Result<u64, AllocationError> {
        self.allocate(size_bytes, kind)
    }

    /// Forbids writing to the object at `address`.
    pub(crate) fn seal(&mut self, address: u64) {
        let object = &mut self.objects[(address >> SLOT_SHIFT) as usize];
        object.flags = object.flags & !WRITABLE | CONSTANT;
    }

    /// A local variable, never written; `None` when the stack is full. Ends with [`Memory::end_stack`].
    pub(crate) fn allocate_stack(&mut self, size_bytes: u64) -> Option<u64> {
        let mut base = self.stack_top;
        let size = u32::try_from(size_bytes).ok()?;
        let top = match base.checked_add(size) {
            Some(top) if top <= self.stack_limit => top,
            _ => {
                base = self.begin_stack()?;
                base.checked_add(size).filter(|&top| top <= self.stack_limit)?
            }
        };
        let slot = match self.free_stack_slots.pop() {
            Some(slot) => slot as usize,
            None => self.new_slot(ObjectKind::Stack)?,
        };
        self.bytes[base as usize..top as usize].fill(self.layout.fill);
        self.stack_top = top;
        self.stack.push(slot as u32);
        self.objects[slot].flags = 0;
        Some(self.occupy(slot, base, size))
    }

    /// How many stack objects are alive: the mark for [`Memory::end_stack`].
    #[inline(always)]
    pub(crate) fn stack_mark(&self) -> u32 {
        self.stack.len() as u32
    }

    /// Ends the stack objects made since `mark` was taken.
    #[inline(never)]
    pub(crate) fn end_stack(&mut self, mark: u32) {
        while self.stack.len() > mark as usize {
            let Some(slot) = self.stack.pop() else { return };
            self.objects[slot as usize].id = DEAD;
            self.stack_top = self.extent(slot as usize).0;
            self.free_stack_slots.push(slot);
            self.freed = true;
        }
    }

    /// Ends a heap object. Freeing null does nothing; an input object is on the heap only if the test
    /// says so, because emitted tests make the others as variables.
    ///
    /// # Errors
    /// `DoubleFree` or `InvalidFree`.
    pub fn free(&mut self, address: u64) -> Result<(), FaultKind> {
        if address == 0 {
            return Ok(());
        }
        self.check_free(address)?;
        let slot = (address >> SLOT_SHIFT) as usize;
        if self.objects[slot].flags & BASE != 0 {
            // Its slot and bytes must be there again after a reset: neither is used again.
            self.mark_freed(slot);
        } else {
            let (base, size) = self.extent(slot);
            self.give_block(base, size);
            self.free_heap_slots.push(slot as u32);
        }
        self.objects[slot].id = DEAD;
        self.objects[slot].kind = ObjectKind::Heap;
        Ok(())
    }

    /// Whether the object at `address` may be freed.
    ///
    /// # Errors
    /// `DoubleFree` or `InvalidFree`.
    pub fn check_free(&self, address: u64) -> Result<(), FaultKind> {
        let slot = (address >> SLOT_SHIFT) as usize;
        let live = self.objects.get(slot).is_some_and(|object| {
            self.start_of(slot, object.id) == address
                && matches!(object.kind, ObjectKind::Heap | ObjectKind::HeapInput)
        });
        if !live {
            return Err(self.diagnose_free(address));
        }
        Ok(())
    }

    /// An object of `size_bytes` zero bytes.
    pub(super) fn allocate_zeroed(
        &mut self,
        size_bytes: u64,
        kind: ObjectKind,
    ) -> Result<u64, AllocationError> {
        self.allocate(size_bytes, kind)
    }

    fn allocate(&mut self, size_bytes: u64, kind: ObjectKind) -> Result<u64, AllocationError> {
        self.place_object(size_bytes, kind, 0)
    }

    pub(super) fn place_object(
        &mut self,
        size_bytes: u64,
        kind: ObjectKind,
        alignment: u8,
    ) -> Result<u64, AllocationError> {
        if size_bytes > MAX_OBJECT_BYTES {
            return Err(AllocationError);
        }
        let size = size_bytes as u32;
        let base = self.block(size)?;
        let slot = match self.free_heap_slots.pop() {
            Some(slot) => slot as usize,
            None => self.new_slot(kind).ok_or(AllocationError)?,
        };
        self.objects[slot].kind = kind;
        self.objects[slot].flags = alignment;
        Ok(self.occupy(slot, base, size))
    }

    /// Lets the block of `size` bytes at `base` be used again.
    pub(super) fn give_block(&mut self, base: u32, size: u32) {
        self.free_blocks[block_class(size) as usize].push(base);
        self.freed = true;
    }

    /// A zeroed block of at least `size` bytes.
    pub(super) fn block(&mut self, size: u32) -> Result<u32, AllocationError> {
        let class = block_class(size);
        let base = match self.free_blocks[class as usize].pop() {
            Some(base) => base,
            None => {
                let base = self.heap_top;
                // The last block may be cut short, so that one large object can use what is left.
                let top = u64::from(base) + (1u64 << class);
                let top = top.min(u64::from(self.limit)) as u32;
                if top < base || top - base < size {
                    return Err(AllocationError);
                }
                self.heap_top = top;
                base
            }
        };
        let end = base as usize + size as usize;
        if end > self.bytes.len() {
            self.grow(end, base as usize);
        }
        self.clear(base as usize, end);
        Ok(base)
    }

    /// Makes the bytes from `base` to `end`, which are cut from the arena for an object, zero.
    #[inline]
    pub(super) fn clear(&mut self, base: usize, end: usize) {
        let used = (self.zero_from as usize).min(end);
        if base < used {
            self.bytes[base..used].fill(0);
        }
        self.zero_from = self.zero_from.max(end as u32);
    }

    /// The address of the first byte of the object `id` in `slot`.
    fn start_of(&self, slot: usize, id: u32) -> u64 {
        (u64::from(id) << 32) + u64::from(self.skew(slot))
    }

    fn new_slot(&mut self, kind: ObjectKind) -> Option<usize> {
        if let Some(slot) = self.descending_slot() {
            self.objects[slot].kind = kind;
            return Some(slot);
        }
        let slot = self.objects.len();
        if slot >= self.max_slots {
            return None;
        }
        let generation = FIRST_GENERATION - 1;
        self.objects.push(Object { id: DEAD, base: 0, size: 0, generation, kind, flags: 0 });
        Some(slot)
    }

    /// Puts a new generation into `slot` and returns its address.
    fn occupy(&mut self, slot: usize, base: u32, size: u32) -> u64 {
        let skew = self.skew(slot);
        let object = &mut self.objects[slot];
        object.generation = (object.generation + 1) & ((1 << GENERATION_BITS) - 1);
        let id = ObjectId::new(slot, object.generation);
        let flags = WRITABLE | object.flags;
        *object = Object { id: id.0, base: base - skew, size: size + skew, flags, ..*object };
        id.address() + u64::from(skew)
    }
}

/// The logarithm of the block size for objects of `size` bytes; at least 16 bytes.
fn block_class(size: u32) -> u32 {
    size.max(16).next_power_of_two().trailing_zeros()
}
