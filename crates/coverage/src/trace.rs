//! What one or several executions did in the function under test.

use crate::independence::VectorSet;
use std::ops::Range;

/// Edges taken, regions executed and decision vectors evaluated, in one function.
///
/// Edges are numbered by site and outcome within the function: `first_edge[site] + outcome`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// Bit per edge.
    pub edges: BitSet,
    /// Bit per region.
    pub regions: BitSet,
    /// Vectors per decision.
    pub vectors: Vec<VectorSet>,
}

/// A set of small numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BitSet {
    words: Vec<u64>,
}

impl Trace {
    /// An empty trace of a function with this many edges, regions and decisions.
    #[must_use]
    pub fn new(edges: usize, regions: usize, decisions: usize) -> Self {
        Self {
            edges: BitSet::new(edges),
            regions: BitSet::new(regions),
            vectors: vec![VectorSet::default(); decisions],
        }
    }

    /// Forgets all; keeps its memory.
    pub fn clear(&mut self) {
        self.edges.clear();
        self.regions.clear();
        self.vectors.iter_mut().for_each(VectorSet::clear);
    }

    /// Whether nothing was done: no edge was taken, and no region executed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty() && self.regions.is_empty()
    }

    /// Whether `other` did anything that this trace lacks.
    #[must_use]
    pub fn lacks(&self, other: &Trace) -> bool {
        let lacks_vector = |(mine, theirs): (&VectorSet, &VectorSet)| {
            theirs.as_slice().iter().any(|vector| mine.as_slice().binary_search(vector).is_err())
        };
        self.edges.lacks(&other.edges)
            || self.regions.lacks(&other.regions)
            || self.vectors.iter().zip(&other.vectors).any(lacks_vector)
    }

    /// Adds what `other` did; whether anything was new.
    pub fn merge(&mut self, other: &Trace) -> bool {
        let mut new = self.edges.merge(&other.edges) | self.regions.merge(&other.regions);
        for (mine, theirs) in self.vectors.iter_mut().zip(&other.vectors) {
            for &vector in theirs.as_slice() {
                new |= mine.insert(vector);
            }
        }
        new
    }
}

impl BitSet {
    /// The empty set of numbers below `len`.
    #[must_use]
    pub fn new(len: usize) -> Self {
        Self { words: vec![0; len.div_ceil(64)] }
    }

    /// Whether `number` is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, number: usize) -> bool {
        self.words.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 != 0)
    }

    /// Whether any of `numbers` is in the set.
    #[inline]
    #[must_use]
    pub fn contains_any(&self, numbers: Range<usize>) -> bool {
        if numbers.is_empty() {
            return false;
        }
        let (first, last) = (numbers.start / 64, (numbers.end - 1) / 64);
        let from = u64::MAX << (numbers.start % 64);
        let to = u64::MAX >> (63 - (numbers.end - 1) % 64);
        (first..=last).any(|at| {
            let mut word = self.words.get(at).copied().unwrap_or(0);
            if at == first {
                word &= from;
            }
            if at == last {
                word &= to;
            }
            word != 0
        })
    }

    /// Adds `number`, which must be below the set's length.
    #[inline]
    pub fn insert(&mut self, number: usize) {
        if let Some(word) = self.words.get_mut(number / 64) {
            *word |= 1 << (number % 64);
        }
    }

    /// Whether there is no number in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Removes all numbers.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Whether `other` has a number that this set lacks.
    #[must_use]
    pub fn lacks(&self, other: &BitSet) -> bool {
        self.words.iter().zip(&other.words).any(|(mine, theirs)| theirs & !mine != 0)
    }

    /// Adds the numbers of `other`; whether any was new.
    pub fn merge(&mut self, other: &BitSet) -> bool {
        let mut new = false;
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            new |= theirs & !*mine != 0;
            *mine |= theirs;
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_a_number_when_one_of_its_numbers_is_there() {
        let mut set = BitSet::new(200);
        [3, 64, 190].into_iter().for_each(|number| set.insert(number));
        for start in 0..200 {
            for end in start..200 {
                let expected = (start..end).any(|number| set.contains(number));
                assert_eq!(set.contains_any(start..end), expected, "{start}..{end}");
            }
        }
    }
}
