//! The language seam of the search: what the inputs of a test are made of, and the trait by which a language makes and changes them.
//!
//! A [`Shape`] says which objects a test makes and how its pointers connect them; a [`ShapeEntry`] is one that was built and
//! compiled. Which shapes there are, which a run asks for and how it may end is for the language to say ([`Language`], [`Shapes`]);
//! that of C is `inputs-c`. The techniques that search for values and shapes know this crate only, and are handed the language by
//! the campaign.
//!
//! Knows nothing about any one language, and nothing about goals, archives, budgets.

pub mod entry;
pub mod environment;
pub mod language;
pub mod pairs;
pub mod slot;

pub use entry::{NamedPlace, ShapeEntry};
pub use language::{Language, Shapes, TracedRun, UnitSite};
pub use slot::{Slot, SlotKind};
pub use trine_testcase::shape;
pub use trine_testcase::shape::{
    AccessPath, EARLIER, EnvironmentShape, FileShape, LengthUnit, PointerShape, RegisterShape, Shape,
    ShapeLimits,
};
