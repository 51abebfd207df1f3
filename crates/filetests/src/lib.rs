//! Filetests: small programs that carry their own expectations, and the judge over a run of them.
//!
//! A case is read ([`Case::read`]), run by whoever has the command (`crates/cli/tests/filetests.rs`), and the
//! output folder of the run is held against the expectations ([`judge`]). Grammar and meaning stand in
//! `crates/filetests/README.md`.
//!
//! Looks at results only: the records of a run, and the lines of the case. Knows nothing about how they came to be.

pub mod case;
pub mod command;
pub mod expectation;
pub mod java;
pub mod judge;
pub mod large;

pub use case::{Case, CaseError};
pub use expectation::{Expectation, Item, Status};
pub use java::{JavaCase, JavaItem, JavaOutcome};
pub use judge::{Mismatch, Outcome, judge};
pub use large::Large;

use std::path::{Path, PathBuf};

/// The folder with all cases.
#[must_use]
pub fn cases_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases")
}

/// The folder with the texts that reviewed runs gave.
#[must_use]
pub fn goldens_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("goldens")
}
