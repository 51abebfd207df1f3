//! Models and refutations of terms.

pub mod circuit;
pub mod sat;
