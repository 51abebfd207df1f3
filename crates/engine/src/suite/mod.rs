//! From archived tests to a finished suite: shorter, simpler, minimal, named, with findings and proofs.

pub(crate) mod effects;
pub mod exhaust;
pub mod findings;
pub mod finish;
pub mod keeps;
pub mod minimise;
pub mod name;
pub(crate) mod reasons;
pub(crate) mod run_proof;
pub mod shorten;
pub mod simplify;
