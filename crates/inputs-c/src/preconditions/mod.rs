//! What the callers of a function guarantee, as the user states it: ranges of values, pointers that are never (or
//! always) null, lengths that belong to pointers.
//!
//! Preconditions are built into the inputs instead of rejecting those that break them. A range belongs to a leaf of
//! a shape, and the one place where test cases run and are kept (the evaluator of the engine) maps every value into it;
//! a pointer that is never null is made to point to something when a shape is built ([`crate::shapes`]).
//! Nothing that searches, simplifies or enumerates can leave them.
//!
//! Not handled: ranges of what lies below the depth limit of shapes, and of elements beyond the limit of leaves,
//! which are zero; the NUL that ends a text.

pub mod path;
mod range_text;
pub mod resolve;

pub use path::AccessPath;

use std::fmt;
use trine_inputs::pairs::LengthUnit;
use trine_testcase::LeafRange;
use trine_testcase::leaf::Leaf;

/// Preconditions of one function. They do not contradict each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preconditions {
    ranges: Vec<(AccessPath, LeafRange)>,
    pointers: Vec<(AccessPath, Nullness)>,
    lengths: Vec<StatedLength>,
}

/// That an integer says how long what a pointer points to is.
#[derive(Clone, Debug, PartialEq)]
pub struct StatedLength {
    /// The integer.
    pub length: AccessPath,
    /// The pointer.
    pub pointer: AccessPath,
    /// What the integer counts.
    pub unit: LengthUnit,
}

impl fmt::Display for StatedLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { length, pointer, unit } = self;
        match unit {
            LengthUnit::Elements => write!(f, "`{length}` is the length of `{pointer}`"),
            LengthUnit::Bytes => write!(f, "`{length}` is the length of `{pointer}` in bytes"),
            LengthUnit::Characters => write!(f, "`{length}` is the length of `{pointer}` minus one"),
        }
    }
}

/// What is known of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nullness {
    /// It is never null.
    NonNull,
    /// It is always null.
    Null,
}

/// What is wrong with a precondition, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// What is wrong.
    pub what: String,
    /// The next step.
    pub help: String,
}

impl Mistake {
    pub(crate) fn new(what: impl Into<String>, help: impl Into<String>) -> Self {
        Self { what: what.into(), help: help.into() }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl Preconditions {
    /// No preconditions.
    pub const NONE: &'static Self = &Self { ranges: Vec::new(), pointers: Vec::new(), lengths: Vec::new() };

    /// Whether nothing is stated.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self == Self::NONE
    }

    /// Adds that what `path` names is in `range`.
    ///
    /// # Errors
    /// When another range of the same value does not overlap.
    pub fn add_range(&mut self, path: AccessPath, range: LeafRange) -> Result<(), Mistake> {
        let same = self.ranges.iter().filter(|(known, _)| known.meets(&path));
        for (known, other) in same {
            if other.intersection(range).is_none() {
                return Err(Mistake::new(
                    format!("`{path}` is in {range}, but `{known}` is in {other}: no value is in both"),
                    "remove one of them, or let them overlap",
                ));
            }
        }
        self.ranges.push((path, range));
        self.check_lengths()
    }

    /// Adds that the pointer `path` is never, or always, null.
    ///
    /// # Errors
    /// When the opposite was stated.
    pub fn add_pointer(&mut self, path: AccessPath, nullness: Nullness) -> Result<(), Mistake> {
        if self.pointers.iter().any(|(known, other)| known.meets(&path) && *other != nullness) {
            return Err(Mistake::new(
                format!("`{path}` is stated to be never null and to be always null"),
                "remove it from `non-null` or from `null`",
            ));
        }
        self.pointers.push((path, nullness));
        self.check_lengths()
    }

    /// Adds that an integer says how long what a pointer points to is.
    ///
    /// # Errors
    /// When it belongs to another pointer already.
    pub fn add_length(&mut self, stated: StatedLength) -> Result<(), Mistake> {
        let StatedLength { length, pointer, .. } = &stated;
        if let Some(known) = self.lengths.iter().find(|known| known.length.meets(length)) {
            let other = &known.pointer;
            return Err(Mistake::new(
                format!("`{length}` is stated to be the length of `{other}` and of `{pointer}`"),
                "keep one of them",
            ));
        }
        self.lengths.push(stated);
        self.check_lengths()
    }

    /// A length is not negative, and that of a null pointer is 0.
    fn check_lengths(&self) -> Result<(), Mistake> {
        for StatedLength { length, pointer, .. } in &self.lengths {
            let is_null =
                self.pointers.iter().any(|(path, known)| path.meets(pointer) && *known == Nullness::Null);
            for (path, range) in self.ranges.iter().filter(|(path, _)| path.meets(length)) {
                let LeafRange::Int { low, high } = *range else { continue };
                if high < 0 || (is_null && low > 0) {
                    let null = if is_null && low > 0 { ", which is always null" } else { "" };
                    return Err(Mistake::new(
                        format!("`{length}` is the length of `{pointer}`{null}, but `{path}` is in {range}"),
                        "let the range hold 0 or more, or remove one of them",
                    ));
                }
            }
        }
        Ok(())
    }

    /// The values that `leaf` may take; `None` for all of its type.
    #[must_use]
    pub fn range_of(&self, leaf: &Leaf) -> Option<LeafRange> {
        if self.ranges.is_empty() {
            return None;
        }
        let part = AccessPath::of_part(&leaf.name)?;
        let ranges = self.ranges.iter().filter(|(path, _)| path.meets(&part)).map(|(_, range)| *range);
        // Ranges of one value overlap: the intersection exists.
        ranges.reduce(|a, b| a.intersection(b).unwrap_or(a))
    }

    /// What is known of the pointer that a shape calls `name`.
    #[must_use]
    pub fn nullness_of(&self, name: &str) -> Option<Nullness> {
        if self.pointers.is_empty() {
            return None;
        }
        let part = AccessPath::of_part(name)?;
        self.pointers.iter().find(|(path, _)| path.meets(&part)).map(|(_, nullness)| *nullness)
    }

    /// Lengths and the pointers they belong to.
    #[must_use]
    pub fn lengths(&self) -> &[StatedLength] {
        &self.lengths
    }

    /// What is stated of the leaf `name` as a length.
    #[must_use]
    pub fn length_named(&self, name: &str) -> Option<&StatedLength> {
        self.lengths.iter().find(|stated| stated.length.names(name))
    }

    /// The least that the lengths of the pointer that a shape calls `name` may be, as their ranges say, with what they
    /// count.
    pub fn least_lengths(&self, name: &str) -> impl Iterator<Item = (LengthUnit, u32)> {
        let of_pointer = self.lengths.iter().filter(move |stated| stated.pointer.names(name));
        let least = |range: &LeafRange| match range {
            LeafRange::Int { low, .. } => u32::try_from(*low).ok(),
            LeafRange::Float { .. } => None,
        };
        of_pointer.flat_map(move |stated| {
            let ranges = self.ranges.iter().filter(|(path, _)| path.meets(&stated.length));
            ranges.filter_map(move |(_, range)| Some((stated.unit, least(range)?)))
        })
    }

    /// Each precondition in a sentence.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let ranges = self.ranges.iter().map(|(path, range)| format!("`{path}` is in {range}"));
        let pointers = self.pointers.iter().map(|(path, nullness)| match nullness {
            Nullness::NonNull => format!("`{path}` is never null"),
            Nullness::Null => format!("`{path}` is null"),
        });
        let lengths = self.lengths.iter().map(StatedLength::to_string);
        pointers.chain(lengths).chain(ranges).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_testcase::leaf::LeafKind;

    fn path(text: &str) -> AccessPath {
        AccessPath::parse(text).unwrap()
    }

    #[test]
    fn ranges_of_one_value_are_intersected_and_must_overlap() {
        let mut preconditions = Preconditions::default();
        preconditions.add_range(path("p->x"), LeafRange::Int { low: 0, high: 9 }).unwrap();
        preconditions.add_range(path("p[0].x"), LeafRange::Int { low: 5, high: 20 }).unwrap();
        let refused = preconditions.add_range(path("p[].x"), LeafRange::Int { low: 30, high: 40 });
        assert!(refused.unwrap_err().what.contains("no value is in both"));
        let kind = LeafKind::Int { bits: 32, signed: true };
        let of = |name: &str| preconditions.range_of(&Leaf { kind: kind.clone(), name: name.to_owned() });
        assert_eq!(of("p->x"), Some(LeafRange::Int { low: 5, high: 9 }));
        assert_eq!(of("p[1].x"), Some(LeafRange::Int { low: 0, high: 9 }));
        assert_eq!(of("p->y"), None);
    }

    fn length(length: &str, pointer: &str) -> StatedLength {
        StatedLength { length: path(length), pointer: path(pointer), unit: LengthUnit::Elements }
    }

    #[test]
    fn a_length_is_not_negative_and_that_of_nothing_is_zero() {
        let mut preconditions = Preconditions::default();
        preconditions.add_length(length("n", "p")).unwrap();
        let refused = preconditions.add_range(path("n"), LeafRange::Int { low: -5, high: -1 });
        assert!(refused.unwrap_err().what.contains("is the length of `p`, but `n` is in"));
        let mut preconditions = Preconditions::default();
        preconditions.add_pointer(path("p"), Nullness::Null).unwrap();
        preconditions.add_range(path("n"), LeafRange::Int { low: 1, high: 9 }).unwrap();
        let refused = preconditions.add_length(length("n", "p"));
        assert!(refused.unwrap_err().what.contains("always null"));
    }

    #[test]
    fn a_pointer_is_not_null_and_null() {
        let mut preconditions = Preconditions::default();
        preconditions.add_pointer(path("p"), Nullness::NonNull).unwrap();
        assert!(preconditions.add_pointer(path("p"), Nullness::Null).is_err());
        assert_eq!(preconditions.nullness_of("p"), Some(Nullness::NonNull));
        assert_eq!(preconditions.nullness_of("p->next"), None);
        assert_eq!(preconditions.sentences(), ["`p` is never null"]);
    }
}
