//! What every other crate of Trine may use: typed indices, source spans, seeded
//! random streams, budgets, fingerprints and the names that were probably meant. Knows no domain: nothing of
//! programs, goals or tests.

pub mod at_work;
pub mod budget;
pub mod fingerprint;
pub mod index;
pub mod nearest;
pub mod rng;
pub mod span;

pub use at_work::AtWork;
pub use budget::Budget;
pub use fingerprint::{Fingerprint, Fingerprinter};
pub use index::IndexVec;
pub use nearest::nearest;
pub use rng::Stream;
pub use span::{FileId, Position, Span};
