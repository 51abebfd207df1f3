//! From a shape to the skeleton of a test of a C function.
//!
//! A [`Shape`] records which choices differ from the defaults, keyed by the access path as a C programmer writes it
//! (`p->next`, `argv[1]`, `read_sensor()#2`); [`build`] turns it into a skeleton.
//!
//! ```text
//! int sum(struct list *l)     {}                        -> l = &fresh{ value = leaf0, next = null }
//!                             {"l->next": Fresh(1)}     -> one element more
//!                             {"l->next": Same("l")}    -> a cycle
//! ```

mod builder;
mod callbacks;
pub mod environment;
mod fill;
pub mod kinds;
mod outputs;
mod variable_arguments;

pub use builder::{Built, GlobalInput, build};
pub use callbacks::Callbacks;
pub use kinds::compatible;

pub use trine_inputs::{
    AccessPath, EARLIER, EnvironmentShape, FileShape, NamedPlace, PointerShape, RegisterShape, Shape,
    ShapeLimits, Slot, SlotKind,
};
