//! Sequences of calls that reach goals: how they are made, changed, and chosen.
//!
//! ```text
//! ClassApi --> cluster (who makes a type, who changes it) --> operators --> sequence --Runner--> Evaluation
//!                                                                 ^                                 |
//!                                                                 +--- search: archive of goals <---+
//! ```
//!
//! Knows neither solver, engine nor language: whoever runs sequences implements [`Runner`].

pub mod evaluation;

pub use evaluation::{Evaluation, GoalId, Runner};
