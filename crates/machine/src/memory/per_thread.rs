//! What each thread has for itself: local variables, and copies of thread-local ones.
//!
//! ```text
//! arena:  [ stack of the first thread | globals | heap ... [ stack of thread 1 ] ... [ stack of thread 2 ] ... ]
//! ```
//!
//! The first thread's local variables lie in the stack region, those of another in a block of the heap that it gets with
//! its first local variable and gives back at its end. Of a thread-local variable the first thread has the object that
//! the program was loaded with; another thread gets a copy of what that held in the snapshot when it first asks.
//!
//! Cost: nothing for programs of one thread; for others a lookup in a map for each use of a thread-local variable.

use super::Memory;
use super::allocate::AllocationError;
use super::object::{ObjectId, ObjectKind, SLOT_SHIFT};
use std::collections::BTreeMap;

/// Bytes of a thread's local variables: what Rust's standard library asks for.
const THREAD_STACK_BYTES: u32 = 2 << 20;

/// Addresses of copies of thread-local variables, by thread and address of the first thread's.
pub(super) type ThreadLocals = BTreeMap<(u32, u64), u64>;

/// The local variables of a thread.
#[derive(Clone, Debug)]
pub(crate) struct ThreadStack {
    slots: Vec<u32>,
    top: u32,
    limit: u32,
}

impl ThreadStack {
    /// Of a thread that has no region yet.
    pub const NEW: Self = Self { slots: Vec::new(), top: u32::MAX, limit: 0 };
}

impl Memory {
    /// Goes on with the local variables of another thread; gives those of the present one.
    pub(crate) fn replace_stack(&mut self, next: ThreadStack) -> ThreadStack {
        ThreadStack {
            slots: std::mem::replace(&mut self.stack, next.slots),
            top: std::mem::replace(&mut self.stack_top, next.top),
            limit: std::mem::replace(&mut self.stack_limit, next.limit),
        }
    }

    /// Ends what the present thread has for itself.
    pub(crate) fn end_thread(&mut self) {
        self.end_stack(0);
        if self.stack_limit > self.stack_end {
            self.give_block(self.stack_limit - THREAD_STACK_BYTES, THREAD_STACK_BYTES);
        }
        let thread = self.thread;
        let copies: Vec<(u32, u64)> =
            self.thread_locals.range((thread, 0)..=(thread, u64::MAX)).map(|(&key, _)| key).collect();
        for key in copies {
            if let Some(copy) = self.thread_locals.remove(&key) {
                // It is alive unless the program freed it, which was a fault.
                let _ = self.free(copy);
            }
        }
    }

    /// A region for the local variables of the present thread, if it has none; `None` when its stack is full.
    #[cold]
    #[inline(never)]
    pub(super) fn begin_stack(&mut self) -> Option<u32> {
        if self.stack_top != u32::MAX {
            return None;
        }
        let base = self.block(THREAD_STACK_BYTES).ok()?;
        (self.stack_top, self.stack_limit) = (base, base + THREAD_STACK_BYTES);
        Some(base)
    }

    /// The address of the present thread's copy of the thread-local variable at `address`.
    ///
    /// # Errors
    /// When the memory limit does not allow another copy.
    pub(crate) fn thread_local(&mut self, address: u64) -> Result<u64, AllocationError> {
        if self.thread == 0 {
            return Ok(address);
        }
        let offset = self.resolve(address).map_or(0, |(_, offset)| offset);
        let start = address - offset;
        if let Some(&copy) = self.thread_locals.get(&(self.thread, start)) {
            return Ok(copy + offset);
        }
        // An address of nothing stays what it is: accesses through it fault.
        let Some((size, _)) = self.object(ObjectId::of(address)) else { return Ok(address) };
        let content = self.content_at_snapshot((address >> SLOT_SHIFT) as usize);
        let copy = self.place_object(size, ObjectKind::Heap, 0)?;
        if let Some(content) = content {
            // The object was just made that large.
            let _ = self.write_bytes(copy, &content);
        }
        self.thread_locals.insert((self.thread, start), copy);
        self.seldom_used = true;
        Ok(copy + offset)
    }

    /// What the object in `slot` held in the snapshot; `None` for a later one.
    fn content_at_snapshot(&self, slot: usize) -> Option<Vec<u8>> {
        let object = self.snapshot.objects.get(slot)?;
        let skew = self.skew(slot);
        let (base, size) = (object.base + skew, object.size - skew);
        let (bytes, from) = match self.is_fork() {
            true => (&self.shared, self.shared_from),
            false => (&self.snapshot.bytes, self.stack_end),
        };
        let at = base.checked_sub(from)? as usize;
        bytes.get(at..at + size as usize).map(<[u8]>::to_vec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> Memory {
        Memory::new(1 << 16, 16 << 20)
    }

    #[test]
    fn local_variables_of_threads_end_one_by_one() {
        let mut memory = memory();
        let first = memory.allocate_stack(8).unwrap();
        let main = memory.replace_stack(ThreadStack::NEW);
        let other = memory.allocate_stack(8).unwrap();
        memory.write_uint(other, 8, 7).unwrap();
        let waiting = memory.replace_stack(main);
        memory.end_stack(0);
        assert!(memory.read_uint(first, 8).is_err());
        let main = memory.replace_stack(waiting);
        assert_eq!(memory.read_uint(other, 8), Ok(7));
        memory.end_thread();
        assert!(memory.read_uint(other, 8).is_err());
        memory.replace_stack(main);
        assert!(memory.allocate_stack(8).is_some());
    }

    #[test]
    fn regions_of_ended_threads_are_used_again() {
        let mut memory = memory();
        memory.snapshot();
        let main = memory.replace_stack(ThreadStack::NEW);
        for _ in 0..100 {
            assert!(memory.allocate_stack(64).is_some());
            memory.end_thread();
            memory.replace_stack(ThreadStack::NEW);
        }
        memory.replace_stack(main);
        memory.reset();
        assert!(memory.allocate_stack(1 << 16).is_some());
        assert!(memory.allocate_stack(1).is_none());
    }

    #[test]
    fn a_thread_has_a_copy_of_what_its_variable_held_at_first() {
        let mut memory = memory();
        let variable = memory.allocate_input(8).unwrap();
        memory.write_uint(variable, 8, 5).unwrap();
        memory.snapshot();
        memory.write_uint(variable, 8, 6).unwrap();
        assert_eq!(memory.thread_local(variable), Ok(variable));
        memory.set_thread(1);
        let copy = memory.thread_local(variable + 4).unwrap() - 4;
        assert_ne!(copy, variable);
        assert_eq!(memory.read_uint(copy, 8), Ok(5));
        assert_eq!(memory.thread_local(variable), Ok(copy));
        memory.end_thread();
        assert!(memory.read_uint(copy, 8).is_err());
        memory.set_thread(0);
        assert_eq!(memory.read_uint(variable, 8), Ok(6));
        memory.reset();
        let mut fork = memory.fork();
        fork.set_thread(2);
        let copy = fork.thread_local(variable).unwrap();
        assert_eq!(fork.read_uint(copy, 8), Ok(5));
    }
}
