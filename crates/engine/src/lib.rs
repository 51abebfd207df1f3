//! Which technique works on which goal next: the engine.
//!
//! Goal by goal on a shared archive: random values first, then alternating variables on each open
//! goal; shapes of inputs change when executions ask for it. What was found is minimised, made
//! simple, replayed from scratch (the one judge) and handed out as records.
//!
//! Knows nothing about terminals and files.

mod adaptation;
mod allocation_failures;
pub mod archive;
mod blame;
mod blocks;
mod checks;
pub mod clock;
mod command_lines;
pub mod directed;
mod effects;
pub mod enhancer;
pub mod evaluator;
pub mod exhaust;
pub mod findings;
pub mod finish;
pub mod lengths;
mod limits;
mod long_texts;
pub mod memory;
pub mod minimise;
mod mutation;
pub mod name;
pub mod news;
pub mod options;
mod ownership;
pub mod pathwise;
mod pursuit;
mod rotation;
mod run_proof;
pub mod scope;
pub mod session;
mod shares;
pub mod shorten;
pub mod simplify;
pub mod sources;
pub mod streams;
pub mod symbolic;
pub mod unit;
mod variable_arguments;
mod variation;

/// What the solver is made of, and may be given.
pub mod solving {
    pub use trine_solver::{LAYERS, Portfolio, QueryLog, SmtSolver};
}

pub use memory::Memory;
pub use options::{Algorithm, Options, Strategy};
pub use pathwise::PathwiseOptions;
pub use scope::{ProgramGoals, ProgramScope};
pub use sources::Sources;
pub use trine_inputs_c::Preconditions;
pub use trine_search::{FitnessKind, LineSearch};
pub use unit::attempt::{Attempt, BranchSettings, Precision};
pub use unit::branch_search::BranchSearch;
pub use unit::{UnitContext, UnitOutcome};
