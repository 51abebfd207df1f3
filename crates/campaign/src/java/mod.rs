//! Tests for Java classes: from a class path to suites that were replayed in order, and confirmed natively.
//!
//! ```text
//! class path --classes--> units (a class with its nested ones) --unit--> goals, search, archive
//!     archive --suite--> few short tests, replayed in one machine in order --> what is claimed
//! ```
//!
//! A unit has a machine of its own, so that what one class does cannot reach another, and results do not depend on workers.

mod again;
mod changed;
mod classes;
mod clock;
pub mod closed;
mod confirm;
mod dependence;
mod dependencies;
mod doubts;
mod effect;
mod effective;
mod findings;
mod finished;
mod flow;
mod framework_run;
pub mod infeasible;
mod judge;
mod leaning;
mod literals;
mod lost;
mod missing;
mod natively;
pub mod nearest;
mod noticing;
mod orders;
mod outcome;
mod own_runs;
mod own_tests;
mod pairs;
pub mod path_records;
mod paths;
mod prepared;
pub mod record;
pub mod replay;
mod reproduce;
mod runner;
mod searching;
mod sources;
mod spare;
mod subjects;
mod suite;
mod telling;
mod thrown;
pub mod together;
mod tries;
mod unit;
mod vectors;
mod workers;
mod worlds;
mod written;

pub use changed::keep_changed;
pub use classes::{ClassFailure, Classes, Named};
pub use confirm::ClassVerdict;
pub use dependencies::Dependencies;
pub use effect::Effect;
pub use effective::{Assertions, DEFAULT_MUTANTS};
pub use findings::ClassFinding;
pub use own_tests::OwnTests;
pub use pairs::Pair;
pub use paths::PathSettings;
pub use sources::SourceFolders;
pub use subjects::{Subject, subjects};
pub use unit::{ClassOutcome, GoalOutcome};
pub use workers::{Finished, outcome, run};

pub use trine_emit::junit::{Framework, Mocks};
pub use trine_frontend_jvm::cover::Criterion;
pub use trine_sequences::Algorithm;
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
    /// Folders of the class path whose classes are meant where no class is named; all of it where there is none.
    pub own: Vec<PathBuf>,
    /// Libraries that only tests use: their JUnit is preferred to ours.
    pub test_libraries: Vec<PathBuf>,
    /// Folders and jars with the user's own tests: only tests that add to their coverage are kept.
    pub seeds: Vec<PathBuf>,
    /// Folder of sources that tests are written to as well: names that are taken there are not used.
    pub tests_into: Option<PathBuf>,
    /// Folders in which sources are looked for first.
    pub sources: Vec<PathBuf>,
    /// What is to be covered.
    pub criterion: Criterion,
    /// Whether exceptions out of public methods are goals, too.
    pub exceptions: bool,
    /// Per class.
    pub budget: Budget,
    /// What searches.
    pub algorithm: Algorithm,
    /// What proposes tests.
    pub strategy: Strategy,
    /// How paths are enumerated, where tests are made path by path and not by search.
    pub paths: Option<PathSettings>,
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
    /// What stands for objects that tests implement.
    pub mocks: Mocks,
    /// Release of Java that tests are written for.
    pub release: u32,
    /// Which assertions tests have.
    pub assertions: Assertions,
    /// Mutants of a class that the tests are run against, at most.
    pub max_mutants: usize,
    /// Whether tests are added for faults in covered code that no other test notices.
    pub tells_values: bool,
    /// Whether tests are compiled and run natively.
    pub native: bool,
}

impl Settings {
    /// How tests are written.
    #[must_use]
    pub fn emission(&self) -> trine_emit::junit::Options {
        trine_emit::junit::Options {
            framework: self.framework,
            mocks: self.mocks,
            release: self.release,
            ..trine_emit::junit::Options::default()
        }
    }

    /// How tests are written that show findings.
    #[must_use]
    pub fn reproduction(&self) -> trine_emit::junit::Options {
        trine_emit::junit::Options {
            suffix: "ReproducerTest",
            timeout_seconds: Some(reproduce::SECONDS),
            ..self.emission()
        }
    }
}
