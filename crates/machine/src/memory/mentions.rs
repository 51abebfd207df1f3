//! Who points to an object: a look through all of memory, for the end of a run.

use super::Memory;
use super::object::{DEAD, Object, ObjectId, ObjectKind};

impl Memory {
    /// Whether `address` is that of a live heap object which the code under test allocated.
    #[must_use]
    pub fn is_heap_block(&self, address: u64) -> bool {
        matches!(self.object(ObjectId::of(address)), Some((_, ObjectKind::Heap)))
            && self.check_free(address).is_ok()
    }

    /// How many aligned words of live objects hold `address`. Costs a pass over all of them.
    #[must_use]
    pub fn mentions(&self, address: u64) -> usize {
        let word = address.to_le_bytes();
        let live = self.objects.iter().enumerate().filter(|(_, object)| object.id != DEAD);
        let count = |(slot, _): (usize, &Object)| {
            let (base, size) = self.extent(slot);
            let bytes = self.bytes.get(base as usize..(base + size) as usize).unwrap_or(&[]);
            bytes.chunks_exact(8).filter(|chunk| **chunk == word).count()
        };
        live.map(count).sum()
    }
}
