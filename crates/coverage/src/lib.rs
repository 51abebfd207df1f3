//! Goals of every criterion, from one coverage structure, and the judge's records.
//!
//! Criterion in, goals out ([`CoverageStructure::new`]); evaluations in, covered goals out
//! ([`CoverageStructure::covered`]). Independence goals of MC/DC need two evaluations, which may
//! come from two tests: they are answered over the union of what a set of tests did.
//!
//! ```text
//! machine --branch, region events--> TraceRecorder --> Trace --covered--> goals
//!                                    (one function)    edges, regions, vectors
//! ```
//!
//! Knows nothing about search, solvers or how tests are made.

pub mod independence;
pub mod merged;
pub mod observer;
pub mod recorder;
pub mod structure;
pub mod target;
pub mod trace;

pub use independence::{IndependencePair, Vector, VectorSet};
pub use merged::{Members, Merged};
pub use recorder::TraceRecorder;
pub use structure::{CoverageStructure, Goal, GoalState, VectorPath};
pub use target::{PathStep, Target};
pub use trace::Trace;
