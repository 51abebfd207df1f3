//! Shapes: which objects a test makes, before any value is chosen.
//!
//! A pointer is a choice: null, a fresh object of some length, where another pointer points, a function. A [`Shape`]
//! records the choices that differ from the defaults, keyed by the access path as a programmer writes it
//! (`p->next`, `read_sensor()#2`). What language the path is written in does not matter here, but for what owns an
//! object ([`owner_key`]). Techniques change shapes when executions ask for it: an input object that was read past its end
//! grows, a null pointer that was compared becomes an object, two pointers that were compared become one.
//!
//! Names are all that a shape knows its parts by, so that one is good for a later revision of the code, too.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What separates the name of a parameter from the number of an earlier call.
pub const EARLIER: char = '@';

/// How a programmer reaches a part of the input: `p->next`.
pub type AccessPath = Arc<str>;

/// The choices of a test's objects.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Shape {
    /// Choices that differ from the default, by access path.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub pointers: BTreeMap<String, PointerShape>,
    /// Number of return values given to the stub of an external, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub stub_returns: BTreeMap<String, u32>,
    /// What stubs write to where a parameter points: by name of the external and position of the
    /// parameter, the number of calls that do and of elements that each writes.
    #[serde(with = "as_list", skip_serializing_if = "BTreeMap::is_empty")]
    pub stub_writes: BTreeMap<(String, u32), (u32, u32)>,
    /// Leaves that say how long an object is: per leaf, the pointer to the object and the unit.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub lengths: BTreeMap<String, (String, LengthUnit)>,
    /// Calls of the function before the one that the test is about.
    #[serde(skip_serializing_if = "is_default")]
    pub earlier_calls: u32,
    /// What there is to read, and what fails.
    #[serde(skip_serializing_if = "is_default")]
    pub environment: EnvironmentShape,
    /// Pointers whose objects the code frees, by [`owner_key`]: those lie on the heap.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub heap: BTreeSet<String>,
}

/// What a pointer points to, or another choice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum PointerShape {
    /// Nothing.
    Null,
    /// A fresh object of this many elements; of a flexible array member, so many elements; of a
    /// stream, so many characters.
    Fresh(u32),
    /// The n-th function of a fitting type.
    Function(u32),
    /// Where the pointer at this path, an earlier one, points.
    Same(AccessPath),
    /// The part of an earlier object, or of a global, at this path.
    Place(AccessPath),
    /// One past the last element of the object that the pointer at this path points to.
    End(AccessPath),
    /// The n-th member of a union.
    Member(u32),
}

/// What a length counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum LengthUnit {
    /// Elements.
    Elements,
    /// Bytes.
    Bytes,
    /// Elements without the last: characters before the NUL.
    Characters,
}

/// The environment's choices.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct EnvironmentShape {
    /// Leaves for standard input; without, it is empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<u32>,
    /// What the code finds at the paths that it names, in their order; nothing beyond.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileShape>,
    /// Whether contents have as many bytes as leaves, instead of ending at their first NUL.
    #[serde(skip_serializing_if = "is_default")]
    pub exact: bool,
    /// Whether a leaf says which allocation fails.
    #[serde(skip_serializing_if = "is_default")]
    pub allocations_fail: bool,
    /// Whether leaves say what clocks show.
    #[serde(skip_serializing_if = "is_default")]
    pub clock: bool,
    /// Hardware registers whose values are leaves, by absolute address.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub registers: BTreeMap<u64, RegisterShape>,
    /// How many values volatile objects have beyond their first, by access path.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub volatile: BTreeMap<String, u32>,
}

/// The leaves of a hardware register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RegisterShape {
    /// Bytes of a volatile read.
    pub bytes: u32,
    /// Volatile reads that each have a value of their own.
    pub reads: u32,
    /// Bytes that are there from the start, for plain reads; 0 for none.
    pub plain_bytes: u32,
}

/// What the code finds at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FileShape {
    /// Nothing.
    Missing,
    /// Nothing that may be opened.
    Denied,
    /// A file that takes no bytes.
    Full,
    /// A file of this many leaves.
    Exists(u32),
}

/// Limits of what a shape may hold.
#[derive(Clone, Copy, Debug)]
pub struct ShapeLimits {
    /// Elements of one array.
    pub elements: u32,
    /// Bytes of memory without a type.
    pub memory_bytes: u32,
    /// Leaves of one test.
    pub leaves: usize,
    /// Levels of pointers that are not null by default.
    pub depth: u32,
    /// Return values given to one stub.
    pub stub_returns: u32,
    /// They grow by multiples of this.
    pub stub_returns_at_once: u32,
}

impl Default for ShapeLimits {
    fn default() -> Self {
        Self {
            elements: 256,
            memory_bytes: 16_384,
            leaves: 2048,
            depth: 2,
            stub_returns: 8,
            stub_returns_at_once: 1,
        }
    }
}

/// What pointers that own their objects alike have in common: `list->next->next` is freed if
/// `list->next` is, and `names[3]` if `names[0]` is.
#[must_use]
pub fn owner_key(path: &str) -> String {
    let last = path.rfind("->").map_or(path.trim_start_matches('*'), |at| &path[at..]);
    let mut key: String = path.chars().take_while(|&c| c == '*').collect();
    let mut is_number = false;
    for c in last.chars() {
        // Elements, calls of a stub, earlier calls.
        is_number = matches!(c, '[' | '#' | EARLIER) || is_number && c.is_ascii_digit();
        if !is_number || c == '[' {
            key.push(c);
        }
    }
    key
}

impl Shape {
    /// Whether the object made for the pointer at `path` lies on the heap.
    #[must_use]
    pub fn is_on_heap(&self, path: &str) -> bool {
        !self.heap.is_empty() && self.heap.contains(&owner_key(path))
    }

    /// Whether two pointers point to an object that the code frees, by one of them at least.
    #[must_use]
    pub fn shares_freed_objects(&self) -> bool {
        let is_shared = |(path, choice): (&String, &PointerShape)| {
            let target = match choice {
                PointerShape::Same(target) | PointerShape::Place(target) | PointerShape::End(target) => {
                    target
                }
                _ => return false,
            };
            self.is_on_heap(path) || self.is_on_heap(target)
        };
        self.pointers.iter().any(is_shared)
    }

    /// This shape with another choice at `path`.
    #[must_use]
    pub fn with(&self, path: &str, choice: PointerShape) -> Self {
        let mut shape = self.clone();
        shape.pointers.insert(path.to_owned(), choice);
        shape
    }

    /// Whether `other` makes the same objects; what is known of lengths and of the heap aside.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        self.pointers == other.pointers
            && self.stub_returns == other.stub_returns
            && self.stub_writes == other.stub_writes
            && self.environment == other.environment
            && self.earlier_calls == other.earlier_calls
    }
}

/// Whether nothing was chosen.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// JSON has texts for keys alone: a map with others is written as a list of pairs.
mod as_list {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::collections::BTreeMap;

    pub fn serialize<K: Serialize, V: Serialize, S: Serializer>(
        map: &BTreeMap<K, V>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(map)
    }

    pub fn deserialize<'de, K, V, D>(deserializer: D) -> Result<BTreeMap<K, V>, D::Error>
    where
        K: Deserialize<'de> + Ord,
        V: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        Ok(Vec::<(K, V)>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::owner_key;

    #[test]
    fn nodes_and_elements_are_owned_alike() {
        assert_eq!(owner_key("list->next->next"), owner_key("list->next"));
        assert_eq!(owner_key("v->names[3]"), owner_key("v->names[0]"));
        assert_eq!(owner_key("get()#2"), owner_key("get()#1"));
        assert_eq!(owner_key("list@2"), "list");
        assert_ne!(owner_key("list->name"), owner_key("list->next"));
        assert_ne!(owner_key("v->names[0]"), owner_key("v->names"));
        assert_ne!(owner_key("*v->names"), owner_key("v->names"));
    }
}
