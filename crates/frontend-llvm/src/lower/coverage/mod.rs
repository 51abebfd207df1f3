//! The coverage model of a lowered body: clang's regions, conditions and decisions, found again in our blocks and edges.
//!
//! [`records`] reads the mapping of a module when it is loaded; [`model`] matches one function's part to its body,
//! through the flow algebra of [`crate::covmap::flow`]; [`outcome`] finds
//! what a decision is when it ends at a condition.

mod marker;
mod model;
mod outcome;
mod records;

pub(crate) use model::annotate;
pub(crate) use records::{Mapping, read};
