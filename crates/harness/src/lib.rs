//! Test cases in the machine: set up, run, look at what came out.
//!
//! A skeleton is compiled once into a [`Plan`]: objects to make, bytes to write, arguments to
//! pass. Running a test case is then a reset, a few stores and the call; a search that changes
//! leaves only pays nothing for the skeleton.
//!
//! Knows nothing about goals, fitness or how test cases are chosen.

pub mod environment;
pub mod fault_taint;
pub mod layout;
pub mod observe;
pub mod openness;
pub mod plan;
pub mod provenance;
pub mod run;
pub mod source_taint;
mod stored;
pub mod stream;
pub mod stubs;
pub mod variable_arguments;

pub use environment::{Environment, UnmetRequests};
pub use fault_taint::{BoundSide, FaultTaint, Invented, StubFacts, UnconstrainedInput};
pub use openness::{OpenBranches, OpenChoices, is_undefined_behavior};
pub use plan::{Plan, PlanError, Root, Source};
pub use provenance::Provenances;
pub use run::{Ending, Harness, RunResult, STEP_LIMIT};
pub use source_taint::{Comparison, Pointer, SourceTaint};
pub use stream::InputStream;
pub use stubs::OutputWanted;
pub use variable_arguments::ArgumentRead;
