//! Which technique works on which goal next: the engine.
//!
//! Goal by goal on a shared archive: random values first, then alternating variables on each open
//! goal; shapes of inputs change when executions ask for it. What was found is minimised, made
//! simple, replayed from scratch (the one judge) and handed out as records.
//!
//! Knows nothing about terminals and files.

pub mod context;
mod executed;
pub mod memory_limit;
mod mutants;
pub mod options;
pub mod own_tests;
pub mod policy;
pub mod schedule;
pub mod scope;
pub mod sources;
pub mod suite;
pub mod techniques;
pub mod unit;

/// Faults that a test of several calls met.
pub mod faults {
    pub use crate::context::evaluator::FaultClassification;
    pub use crate::context::fault_classification::classify_in_sequence;
    pub use crate::suite::findings::{Shown, finding};
}

/// What the solver is made of, and may be given.
pub mod solving {
    pub use crate::techniques::symbolic::leaves::{LeafSolver, LeafStatistics, OtherPath};
    pub use trine_dse::Seen;
    pub use trine_solver::{LAYERS, Portfolio, QueryLog, SmtSolver};
}

pub use memory_limit::WorkerMemory;
pub use options::PathwiseOptions;
pub use options::{Algorithm, Assertions, Options, PublicFunctions, Role, Strategy};
pub use own_tests::OwnTests;
pub use scope::{ProgramGoals, ProgramScope};
pub use sources::Sources;
pub use trine_search::{FitnessKind, LineSearch};
pub use unit::attempt::{Attempt, BranchSettings, LeafRunner, Precision, Variables};
pub use unit::branch_search::BranchSearch;
pub use unit::fitness_functions::FitnessFunctions;
pub use unit::nearest::NearRuns;
pub use unit::{Remade, UnitContext, UnitOutcome};
