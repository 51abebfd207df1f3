//! Typed indices: a newtype over `u32` per table, printed as it is read back
//! (`block3`, `v7`), and a vector that can only be indexed by its own kind.
//!
//! The idea is Cranelift's entity maps; ours is a plain `Vec` with a phantom key.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A typed position in an [`IndexVec`].
pub trait TypedIndex: Copy + Eq + Ord + std::hash::Hash + fmt::Debug + fmt::Display {
    /// The index at position `position`; panics beyond `u32::MAX`, which no table reaches.
    fn from_position(position: usize) -> Self;
    /// The position in its table.
    fn position(self) -> usize;
}

/// Declares a typed index: `typed_index!(/// doc \n pub struct Block = "block");`
#[macro_export]
macro_rules! typed_index {
    ($(#[$meta:meta])* $vis:vis struct $name:ident = $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $name(pub u32);

        impl $crate::index::TypedIndex for $name {
            #[inline]
            fn from_position(position: usize) -> Self {
                Self(u32::try_from(position).expect("a table stays below 2^32 entries"))
            }
            #[inline]
            fn position(self) -> usize {
                self.0 as usize
            }
        }
        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(self, f)
            }
        }
    };
}

/// A vector indexed by `I` only.
#[derive(Clone, PartialEq, Eq)]
pub struct IndexVec<I, T> {
    items: Vec<T>,
    key: PhantomData<fn(I) -> I>,
}

impl<I: TypedIndex, T> IndexVec<I, T> {
    /// An empty table.
    #[must_use]
    pub fn new() -> Self {
        Self::from_vec(Vec::new())
    }

    /// A table over `items`, in order.
    #[must_use]
    pub fn from_vec(items: Vec<T>) -> Self {
        Self { items, key: PhantomData }
    }

    /// Appends `item` and returns its index.
    pub fn push(&mut self, item: T) -> I {
        let index = self.next_index();
        self.items.push(item);
        index
    }

    /// The index the next [`push`](Self::push) will return.
    #[must_use]
    pub fn next_index(&self) -> I {
        I::from_position(self.items.len())
    }

    /// Number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The entry at `index`, if it exists.
    #[must_use]
    pub fn get(&self, index: I) -> Option<&T> {
        self.items.get(index.position())
    }

    /// The entry at `index`, if it exists, to change.
    pub fn get_mut(&mut self, index: I) -> Option<&mut T> {
        self.items.get_mut(index.position())
    }

    /// Entries in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// Entries in order, to change.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// Indices in order.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::from_position)
    }

    /// Indices with their entries, in order.
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(i, t)| (I::from_position(i), t))
    }

    /// The entries as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }

    /// The entries as a vector.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.items
    }
}

impl<I: TypedIndex, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: TypedIndex, T> Index<I> for IndexVec<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, index: I) -> &T {
        &self.items[index.position()]
    }
}

impl<I: TypedIndex, T> IndexMut<I> for IndexVec<I, T> {
    #[inline]
    fn index_mut(&mut self, index: I) -> &mut T {
        &mut self.items[index.position()]
    }
}

impl<I: TypedIndex, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(items: A) -> Self {
        Self::from_vec(items.into_iter().collect())
    }
}

impl<'a, I: TypedIndex, T> IntoIterator for &'a IndexVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<I, T: fmt::Debug> fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}
