//! Who points to an object: a look through all of memory, for the end of a run.

use super::Memory;
use super::object::{DEAD, ObjectId, ObjectKind};
use std::collections::{BTreeMap, BTreeSet};

impl Memory {
    /// Whether `address` is that of a live heap object which the code under test allocated.
    #[must_use]
    pub fn is_heap_block(&self, address: u64) -> bool {
        matches!(self.object(ObjectId::of(address)), Some((_, ObjectKind::Heap)))
            && self.check_free(address).is_ok()
    }

    /// The live objects that hold one of `addresses` in an aligned word, by address. Costs a pass over all of them.
    #[must_use]
    pub fn holders(&self, addresses: &BTreeSet<u64>) -> BTreeMap<u64, BTreeSet<ObjectId>> {
        let mut holders: BTreeMap<u64, BTreeSet<ObjectId>> = BTreeMap::new();
        for (slot, object) in self.objects.iter().enumerate().filter(|(_, object)| object.id != DEAD) {
            let (base, size) = self.extent(slot);
            let bytes = self.slice(base as usize, size as usize).unwrap_or(&[]);
            for word in bytes.as_chunks::<8>().0 {
                let word = u64::from_le_bytes(*word);
                if word != 0 && addresses.contains(&word) {
                    holders.entry(word).or_default().insert(ObjectId(object.id));
                }
            }
        }
        holders
    }
}
