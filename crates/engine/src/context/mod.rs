//! What all techniques share: the evaluator, the archive of what was found, and the shapes in play, which adapt to what runs
//! ask for.

pub(crate) mod adaptation;
pub mod archive;
pub(crate) mod blame;
pub(crate) mod blocks;
pub mod enhancer;
pub mod evaluator;
pub mod lengths;
pub(crate) mod limits;
pub mod news;
pub(crate) mod ownership;
pub mod search;
