//! Shapes: which objects a test of a C function makes, before any value is chosen.
//!
//! A pointer is a choice: null, a fresh object of some length, a function. A [`Shape`] records
//! the choices that differ from the defaults, keyed by the access path as a C programmer writes
//! it (`p->next`, `argv[1]`, `read_sensor()#2`); [`build`] turns it into a skeleton. The engine
//! changes shapes when executions ask for it: an input object that was read past its end grows, a
//! stub that was called gets a return value of its own.
//!
//! ```text
//! int sum(struct list *l)     {}                    -> l = &fresh{ value = leaf0, next = null }
//!                             {"l->next": Fresh(1)} -> one element more
//! ```
//!
//! Not handled yet: aliases between pointers, pairing of pointers with length parameters.

mod builder;

pub use builder::{Built, GlobalInput, Slot, SlotKind, build};

use std::collections::BTreeMap;

/// The choices of a test's objects.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    /// Choices for pointers that differ from the default, by access path.
    pub pointers: BTreeMap<String, PointerShape>,
    /// Number of return values given to the stub of an external, by name.
    pub stub_returns: BTreeMap<String, u32>,
}

/// What a pointer points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PointerShape {
    /// Nothing.
    Null,
    /// A fresh object of this many elements.
    Fresh(u32),
    /// The n-th function of a fitting type.
    Function(u32),
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
}

impl Default for ShapeLimits {
    fn default() -> Self {
        Self { elements: 256, memory_bytes: 16_384, leaves: 2048, depth: 2, stub_returns: 8 }
    }
}
