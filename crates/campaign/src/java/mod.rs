//! Tests for Java classes: from a class path to suites that were replayed in order, and confirmed natively.
//!
//! ```text
//! class path --classes--> units (a class with its nested ones) --unit--> goals, search, archive
//!     archive --suite--> few short tests, replayed in one machine in order --> what is claimed
//! ```
//!
//! A unit has a machine of its own, so that what one class does cannot reach another, and results do not depend on workers.

mod classes;
mod confirm;
pub mod record;
mod runner;
mod suite;
mod unit;
mod workers;

pub use classes::{ClassFailure, Classes, Named};
pub use confirm::ClassVerdict;
pub use unit::{ClassOutcome, GoalOutcome};
pub use workers::run;

pub use trine_emit::junit::Framework;
pub use trine_frontend_jvm::cover::Criterion;
pub use trine_sequences::search::Strategy;

use std::path::PathBuf;
use trine_base::Budget;

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Folder of the JDK.
    pub jdk: PathBuf,
    /// Folders and jars with classes.
    pub class_path: Vec<PathBuf>,
    /// What is to be covered.
    pub criterion: Criterion,
    /// Per class.
    pub budget: Budget,
    /// What proposes tests.
    pub strategy: Strategy,
    /// Seed of all randomness.
    pub seed: u64,
    /// Workers.
    pub jobs: usize,
    /// Instructions that a test may take.
    pub steps: u64,
    /// Bytes that the objects of a test may take.
    pub memory_bytes: u64,
    /// What runs the tests.
    pub framework: Framework,
    /// Release of Java that tests are written for.
    pub release: u32,
    /// Whether tests are compiled and run natively.
    pub native: bool,
}

impl Settings {
    /// How tests are written.
    #[must_use]
    pub fn emission(&self) -> trine_emit::junit::Options {
        trine_emit::junit::Options {
            framework: self.framework,
            release: self.release,
            ..trine_emit::junit::Options::default()
        }
    }
}
