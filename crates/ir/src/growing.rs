//! A table that grows while others read it: entries keep their number and their place.
//!
//! The entries that were there from the start are shared by all copies of the table; those that came later belong to
//! one copy alone.
//!
//! ```text
//! base (shared): 0 … n-1     grown: chunks of 64, 128, 256, … entries, each made when it is needed
//! ```

use std::fmt;
use std::ops::{Index, IndexMut};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use trine_base::IndexVec;
use trine_base::index::TypedIndex;

const FIRST_BITS: u32 = 6;
const CHUNKS: usize = 26;

/// Entries numbered from 0, each set once and never moved.
pub(crate) struct Slots<T> {
    chunks: [OnceLock<Box<[OnceLock<T>]>>; CHUNKS],
}

impl<T> Slots<T> {
    pub fn new() -> Self {
        Self { chunks: std::array::from_fn(|_| OnceLock::new()) }
    }

    /// The place of entry `position`.
    pub fn slot(&self, position: usize) -> &OnceLock<T> {
        let (chunk, offset) = place(position);
        let size = 1usize << (FIRST_BITS as usize + chunk);
        let chunk = self.chunks[chunk].get_or_init(|| (0..size).map(|_| OnceLock::new()).collect());
        &chunk[offset]
    }

    /// Entry `position`, if it was set.
    pub fn get(&self, position: usize) -> Option<&T> {
        let (chunk, offset) = place(position);
        self.chunks.get(chunk)?.get()?.get(offset)?.get()
    }
}

fn place(position: usize) -> (usize, usize) {
    let shifted = position + (1 << FIRST_BITS);
    let chunk = (usize::BITS - 1 - shifted.leading_zeros() - FIRST_BITS) as usize;
    (chunk, shifted - (1 << (FIRST_BITS as usize + chunk)))
}

/// A table that grows. See the module's head.
pub struct Growing<I, T> {
    base: Arc<IndexVec<I, T>>,
    grown: Slots<T>,
    /// Entries in all, those of the base included.
    length: AtomicUsize,
    adding: Mutex<()>,
}

impl<I: TypedIndex, T> Growing<I, T> {
    /// A table of these entries.
    #[must_use]
    pub fn new(base: IndexVec<I, T>) -> Self {
        Self::over(Arc::new(base))
    }

    fn over(base: Arc<IndexVec<I, T>>) -> Self {
        let length = AtomicUsize::new(base.len());
        Self { base, grown: Slots::new(), length, adding: Mutex::new(()) }
    }

    /// The table as it was at the start; shares those entries.
    #[must_use]
    pub fn at_start(&self) -> Self {
        Self::over(Arc::clone(&self.base))
    }

    /// Adds an entry and returns its number.
    pub fn add(&self, entry: T) -> I {
        self.add_with(|_| entry)
    }

    /// Adds the entry that `make` makes for its number.
    pub fn add_with(&self, make: impl FnOnce(I) -> T) -> I {
        let _adding = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
        let position = self.length.load(Ordering::Relaxed);
        let id = I::from_position(position);
        let _ = self.grown.slot(position - self.base.len()).set(make(id));
        self.length.store(position + 1, Ordering::Release);
        id
    }

    /// Number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.length.load(Ordering::Acquire)
    }

    /// Number of entries that were there from the start.
    #[must_use]
    pub fn len_at_start(&self) -> usize {
        self.base.len()
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entry with this number.
    #[inline]
    #[must_use]
    pub fn get(&self, id: I) -> Option<&T> {
        match self.base.get(id) {
            Some(entry) => Some(entry),
            None => self.grown.get(id.position().checked_sub(self.base.len())?),
        }
    }

    /// Entries in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &T> + DoubleEndedIterator + Clone {
        (0..self.len()).map(|position| &self[I::from_position(position)])
    }

    /// Numbers of the entries.
    pub fn indices(&self) -> impl ExactSizeIterator<Item = I> + DoubleEndedIterator + use<I, T> {
        (0..self.len()).map(I::from_position)
    }

    /// Entries in order, with their numbers.
    pub fn iter_enumerated(&self) -> impl ExactSizeIterator<Item = (I, &T)> + DoubleEndedIterator + Clone {
        (0..self.len()).map(|position| (I::from_position(position), &self[I::from_position(position)]))
    }
}

impl<I: TypedIndex, T: Clone> Growing<I, T> {
    /// A table of equal entries, all of them there from the start.
    #[must_use]
    pub fn copied(&self) -> Self {
        Self::new(self.iter().cloned().collect())
    }

    /// The entry with this number, to change; only of a table that shares nothing.
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        Arc::make_mut(&mut self.base).get_mut(id)
    }
}

impl<I: TypedIndex, T> Index<I> for Growing<I, T> {
    type Output = T;

    #[inline]
    fn index(&self, id: I) -> &T {
        match self.get(id) {
            Some(entry) => entry,
            None => panic!("no entry {} in a table of {}", id.position(), self.len()),
        }
    }
}

impl<I: TypedIndex, T: Clone> IndexMut<I> for Growing<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut Arc::make_mut(&mut self.base)[id]
    }
}

impl<I: TypedIndex, T: fmt::Debug> fmt::Debug for Growing<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::FuncId;

    #[test]
    fn entries_keep_their_number_and_copies_do_not_see_each_other_grow() {
        let table: Growing<FuncId, usize> = Growing::new((0..3).collect());
        let copy = table.at_start();
        for number in 3..1000 {
            assert_eq!(table.add(number), FuncId(number as u32));
        }
        assert_eq!((table.len(), copy.len()), (1000, 3));
        assert!(table.iter_enumerated().all(|(id, &entry)| id.position() == entry));
        assert_eq!(copy.get(FuncId(3)), None);
        assert_eq!(copy.add(77), FuncId(3));
        assert_eq!((table[FuncId(3)], copy[FuncId(3)]), (3, 77));
    }

    #[test]
    fn chunks_follow_each_other_without_gap() {
        let mut expected = (0, 0);
        for position in 0..100_000 {
            let (chunk, offset) = place(position);
            assert_eq!((chunk, offset), expected);
            expected = if offset + 1 == 64 << chunk { (chunk + 1, 0) } else { (chunk, offset + 1) };
        }
    }
}
