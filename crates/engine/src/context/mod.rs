//! What all techniques share: the evaluator, the archive of what was found, and the shapes in play, which adapt to what runs
//! ask for.

pub(crate) mod adaptation;
pub mod archive;
pub(crate) mod blocks;
pub mod edge_novelty;
pub mod effort;
pub mod enhancer;
pub mod evaluator;
pub(crate) mod fault_classification;
pub mod fitness_trace;
pub mod lengths;
pub(crate) mod limits;
pub(crate) mod ownership;
pub mod search;
