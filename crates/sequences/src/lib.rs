//! Sequences of calls that reach goals: how they are made, changed, and chosen.
//!
//! ```text
//! ClassApi --> cluster (who makes a type, who changes it) --> operators --> sequence --Runner--> Evaluation
//!                                                                 ^                                 |
//!                                                                 +--- search: archive of goals <---+
//! ```
//!
//! Knows neither solver, engine nor language: whoever runs sequences implements [`Runner`].

pub mod carve;
pub mod changes;
pub mod check;
pub mod cluster;
pub mod draft;
pub mod evaluation;
pub mod leaves;
pub mod make;
pub mod minimize;
pub mod neighbours;
pub mod operators;
pub mod pattern;
pub mod placement;
mod round_trip;
pub mod search;
pub mod shapes;
pub mod siblings;
pub mod small_scope;
pub mod solve;
mod used;

pub use check::check;
pub use cluster::Cluster;
pub use evaluation::{
    BY_CHANCE, Change, Elsewhere, Entrances, Evaluation, GoalId, HiddenId, Hint, Hints, Request, Runner,
    Solved, Wanted,
};
pub use minimize::minimize;
pub use operators::Operators;
pub use search::{Algorithm, GoalNode, Options, search};
