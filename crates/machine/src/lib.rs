//! The machine: executes the IR of the code under test.
//!
//! ```text
//! Program --decode on first call--> Code (register bytecode)          crate::code
//! args ---> Machine::run<Domain, Observer> --> RunOutcome             crate::machine
//!             | step: one flat match                                  crate::step
//!             | memory: objects, snapshot, reset                      crate::memory
//!             | shims: libraries, by topic; stubs for the rest       crate::shims
//!             +--> Observer: branches with their operands, calls, ... crate::observer
//!             +--> Domain: shadows beside values                      crate::domain
//! ```
//!
//! One interpreter serves every domain: [`Concrete`] keeps values only and compiles to a plain
//! loop; other domains attach a shadow to each register. On a verified program `step` never
//! panics; every run ends with a typed [`TerminationReason`].
//!
//! Knows nothing of goals, test cases, search, solvers or front ends.

mod activation;
mod code;
pub mod config;
mod constructed;
pub mod domain;
mod execute;
pub mod fault;
pub mod float80;
pub mod machine;
pub mod memory;
pub mod observer;
pub mod shims;
pub mod state_view;
mod step;
mod substitute;
mod threads;

pub use activation::Activation;
pub use code::{EdgeMap, EdgeOrigin};
pub use config::Config;
pub use constructed::constructed;
pub use domain::{Concrete, Domain};
pub use fault::{
    Access, Fault, FaultKind, Location, Returns, RunOutcome, Stop, Switch, TerminationReason, Unsupported,
};
pub use machine::{Caller, LoadError, Machine, NoStubs, StubHandler};
pub use memory::{AllocationError, Layout, Memory, ObjectId, ObjectKind};
pub use observer::{AllocationKind, Both, BranchEvent, Ignore, Observer, Predicate};
pub use state_view::StateView;
pub use substitute::Substituted;
