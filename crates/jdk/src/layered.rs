//! A map of which the larger part never changes: what a boot left, below what a run adds.
//!
//! A copy costs what was added, since the layer below is shared.

use rustc_hash::FxHashMap;
use std::borrow::Borrow;
use std::hash::Hash;
use std::sync::Arc;

/// A map in two layers. Keys are added, never removed.
#[derive(Clone, Debug)]
pub struct Layered<K, V> {
    below: Arc<FxHashMap<K, V>>,
    above: FxHashMap<K, V>,
}

impl<K, V> Default for Layered<K, V> {
    fn default() -> Self {
        Self { below: Arc::default(), above: FxHashMap::default() }
    }
}

impl<K: Eq + Hash + Clone, V: Clone> Layered<K, V> {
    /// The value of `key`.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        // Most runs add little: an empty map is asked for nothing.
        let added = if self.above.is_empty() { None } else { self.above.get(key) };
        added.or_else(|| self.below.get(key))
    }

    /// Adds `key`.
    pub fn insert(&mut self, key: K, value: V) {
        self.above.insert(key, value);
    }

    /// All of it, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.below.iter().chain(&self.above)
    }

    /// Makes what was added part of what is shared.
    pub fn settle(&mut self) {
        let above = std::mem::take(&mut self.above);
        Arc::make_mut(&mut self.below).extend(above);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_does_not_see_what_is_added_later() {
        let mut map: Layered<String, u32> = Layered::default();
        map.insert("a".to_owned(), 1);
        map.settle();
        let before = map.clone();
        map.insert("b".to_owned(), 2);
        assert_eq!((map.get("a"), map.get("b")), (Some(&1), Some(&2)));
        assert_eq!((before.get("a"), before.get("b")), (Some(&1), None));
        assert_eq!(map.iter().count(), 2);
    }
}
