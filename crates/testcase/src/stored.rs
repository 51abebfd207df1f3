//! What the units under test themselves store in a member of a structure or in a variable.
//!
//! A member that every function of its file sets to a constant, to a part cut out by a mask, or to itself plus something small,
//! is kept in order by that file: a test that puts another value there makes a state that no program has.
//!
//! Not handled: bit-fields, elements of arrays, members that are written through their address.

use crate::types::TypeId;
use std::collections::{BTreeMap, BTreeSet};

/// All stores to one member or variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stored {
    /// Whether each of them stores what the code bounds itself, and they are more than one and the same constant.
    pub is_kept: bool,
    /// Constants that are stored, as bits of the member's width.
    pub constants: BTreeSet<u128>,
    /// The largest value that the code lets through where it cuts values out: 0 to this are stored.
    pub most: Option<u128>,
}

impl Stored {
    /// Whether one of the stores is known to store `bits`.
    #[must_use]
    pub fn may_be(&self, bits: u128) -> bool {
        self.constants.contains(&bits) || self.most.is_some_and(|most| bits <= most)
    }
}

/// The stores of a program.
#[derive(Clone, Debug, Default)]
pub struct Stores {
    /// By structure or union, and offset of the member in bits.
    pub members: BTreeMap<(TypeId, u64), Stored>,
    /// By symbol of the variable.
    pub variables: BTreeMap<String, Stored>,
}
