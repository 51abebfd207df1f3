//! Byte-addressed memory: a table of objects over one arena.
//!
//! ```text
//! address = slot | generation | offset
//!              |                   |
//!    objects[slot] = { id, base, size, flags }        O(1): id equal? offset + length <= size?
//!                          |                           writable?
//!    bytes: [ stack objects ... | globals | snapshot's heap | heap and inputs of this run ... ]
//!                               +------ restored by reset --+------ dropped by reset ---------
//! ```
//!
//! Every access checks that the object is alive, that the range lies inside it and, for
//! stores, that it may be written: one compare of ids covers null, freed, ended and foreign
//! pointers. Why an access is refused is worked out only afterwards, in `diagnose`.
//!
//! [`Memory::snapshot`] makes the present content the one that [`Memory::reset`] returns to.
//! The first store to an object of the snapshot puts it on a dirty list, so a reset costs what
//! the run touched; objects of more than 16 KiB are tracked by pages of 4 KiB.
//!
//! Bytes never written read as the [`Layout`] says, zero by default: heap and stack objects are
//! filled when they are made. Uninitialised reads are not faults; two runs of different layouts
//! tell what depends on them. A stale pointer is recognised unless its slot was
//! used again a multiple of 1,024 times. Values are little endian.

mod allocate;
mod arena;
mod diagnose;
mod fork;
mod handles;
mod layout;
mod managed;
mod mentions;
pub mod monitor;
pub(crate) mod object;
mod per_thread;
mod placement;
mod range;
mod registers;
mod snapshot;

pub use allocate::AllocationError;
pub use layout::Layout;
pub use object::{ObjectId, ObjectKind, block_address, function_address, function_at};
pub(crate) use per_thread::ThreadStack;

pub use registers::{
    Change, ClearedRegisters, MAX_WRITES, RegisterReads, RegisterWrite, Registers, is_register,
};

use crate::fault::{Access, FaultKind};
use arena::Arena;
use managed::ClassState;
use object::{CONSTANT, Object, SLOT_SHIFT, WRITABLE};
use snapshot::Snapshot;
use std::sync::Arc;

/// The memory of a machine.
#[derive(Clone, Debug)]
pub struct Memory {
    objects: Vec<Object>,
    bytes: Arena,
    /// From here on all bytes of the arena are zero, as the system gave them: large objects of which little is touched cost
    /// little.
    zero_from: u32,
    /// Slots of the stack objects alive, oldest first.
    stack: Vec<u32>,
    /// First free byte of the stack region `0..stack_end`.
    stack_top: u32,
    /// Where the local variables of the thread that runs must end.
    stack_limit: u32,
    stack_end: u32,
    /// First free byte behind the stack region.
    heap_top: u32,
    /// The arena never grows beyond this.
    limit: u32,
    /// The table of objects never grows beyond this.
    max_slots: usize,
    free_stack_slots: Vec<u32>,
    free_heap_slots: Vec<u32>,
    /// Freed blocks of the arena by the logarithm of their size.
    free_blocks: [Vec<u32>; 32],
    /// Whether one of the lists of free slots and blocks may hold something.
    freed: bool,
    snapshot: Snapshot,
    layout: Layout,
    /// In a moved layout, the last slot that was handed out in descending order.
    lowest_slot: usize,
    /// Which of the moved layouts this is.
    variation: u32,
    /// What was done for classes, by number.
    class_states: Vec<ClassState>,
    /// Whether that may differ from the snapshot.
    class_states_changed: bool,
    /// Whether a run may have left what few runs use: states of classes, registers, thread-local variables, images of
    /// pointers.
    seldom_used: bool,
    /// Of a fork: the bytes of the snapshot that it began with.
    shared: Arc<Vec<u8>>,
    /// Where their first byte lies among the places of objects; beyond every place in a memory that is no fork.
    shared_from: u32,
    /// Bytes of shared objects that were copied because they were written.
    owned_bytes: u32,
    registers: Registers,
    /// The number of the thread that runs.
    thread: u32,
    thread_locals: per_thread::ThreadLocals,
    /// Images of pointers, where they have four bytes.
    handles: Option<Box<handles::Handles>>,
}

impl Memory {
    /// The place in the arena of `length` bytes at `address`, if they are inside a live object.
    #[inline(always)]
    fn locate(&self, address: u64, length: u32) -> Option<(usize, &Object)> {
        let object = self.objects.get((address >> SLOT_SHIFT) as usize)?;
        let offset = address as u32;
        let inside = u64::from(offset) + u64::from(length) <= u64::from(object.size);
        if object.id == (address >> 32) as u32 && inside {
            Some((object.base as usize + offset as usize, object))
        } else {
            None
        }
    }

    /// The `N` bytes at `address`; `None` is a fault, see [`Memory::diagnose`].
    #[inline(always)]
    pub(crate) fn load<const N: usize>(&self, address: u64) -> Option<[u8; N]> {
        let (at, _) = self.locate(address, N as u32)?;
        match self.bytes.get(at..at + N) {
            Some(bytes) => bytes.try_into().ok(),
            None => self.shared_slice(at, N)?.try_into().ok(),
        }
    }

    /// Writes `N` bytes at `address`; `None` is a fault, see [`Memory::diagnose`].
    #[inline(always)]
    pub(crate) fn store<const N: usize>(&mut self, address: u64, value: [u8; N]) -> Option<()> {
        let (mut at, object) = self.locate(address, N as u32)?;
        if object.flags & WRITABLE == 0 {
            at = self.unlock(address, N as u32)?;
        }
        let place: &mut [u8; N] = self.bytes.get_mut(at..at + N)?.try_into().ok()?;
        *place = value;
        Some(())
    }

    /// Reads an integer of 1 to 16 bytes.
    ///
    /// # Errors
    /// The fault of the access.
    pub fn read_uint(&self, address: u64, size_bytes: u32) -> Result<u128, FaultKind> {
        let mut buffer = [0; 16];
        let bytes = self.read_bytes(address, u64::from(size_bytes.min(16)))?;
        buffer[..bytes.len()].copy_from_slice(bytes);
        Ok(u128::from_le_bytes(buffer))
    }

    /// Writes the low `size_bytes` (1 to 16) bytes of `value`.
    ///
    /// # Errors
    /// The fault of the access.
    pub fn write_uint(&mut self, address: u64, size_bytes: u32, value: u128) -> Result<(), FaultKind> {
        self.write_bytes(address, &value.to_le_bytes()[..size_bytes.min(16) as usize])
    }

    /// The number of the thread that runs: 0 unless a program has several.
    #[must_use]
    pub fn thread(&self) -> u32 {
        self.thread
    }

    /// Says which thread runs from now on.
    pub fn set_thread(&mut self, thread: u32) {
        self.thread = thread;
    }

    /// The registers: memory at absolute addresses.
    #[must_use]
    pub fn registers(&self) -> &Registers {
        &self.registers
    }

    /// The registers, to prepare what they hold.
    pub fn registers_mut(&mut self) -> &mut Registers {
        self.seldom_used = true;
        &mut self.registers
    }

    /// The size and kind of a live object.
    #[must_use]
    pub fn object(&self, id: ObjectId) -> Option<(u64, ObjectKind)> {
        let object = self.objects.get(id.slot()).filter(|object| object.id == id.0)?;
        Some((u64::from(object.size - self.skew(id.slot())), object.kind))
    }

    /// Whether `address` points into or one past the end of a live object; gives that object
    /// and the offset.
    #[must_use]
    pub fn resolve(&self, address: u64) -> Option<(ObjectId, u64)> {
        let id = ObjectId::of(address);
        let (size, _) = self.object(id)?;
        let offset = u64::from((address as u32).checked_sub(self.skew(id.slot()))?);
        (offset <= size).then_some((id, offset))
    }

    /// Whether `address` lies in an object that no call of the code under test made.
    pub(crate) fn outlives_its_function(&self, address: u64) -> bool {
        let kind = self.object(ObjectId::of(address)).map(|(_, kind)| kind);
        matches!(kind, Some(ObjectKind::Global | ObjectKind::Input | ObjectKind::HeapInput))
    }

    /// Makes an object of the snapshot writable, noting that it will be written; gives the place of `address`.
    #[cold]
    #[inline(never)]
    fn unlock(&mut self, address: u64, length: u32) -> Option<usize> {
        let slot = (address >> SLOT_SHIFT) as usize;
        if self.objects[slot].flags & CONSTANT != 0 {
            return None;
        }
        if self.is_shared(slot) {
            self.own(slot)?;
        } else {
            self.mark_dirty(slot, address as u32, length);
        }
        self.locate(address, length).map(|(at, _)| at)
    }

    /// Why an access to `length` bytes at `address` is refused.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn fault_at(&self, address: u64, length: u64, access: Access) -> FaultKind {
        self.diagnose(address, length, access)
    }
}
