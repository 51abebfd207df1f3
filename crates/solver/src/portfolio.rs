//! What a portfolio is made of: the layers that are left out, another solver that reads SMT-LIB 2, and a log.
//!
//! This crate starts no process and writes no file; who has both passes them in.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

/// Our own layers, in order.
pub const LAYERS: [&str; 10] = [
    "slicing",
    "cache",
    "equalities",
    "factoring",
    "bounds",
    "enumeration",
    "local",
    "inversion",
    "meeting",
    "bitblast",
];

/// A solver that reads SMT-LIB 2.
pub trait SmtSolver: Debug + Send + Sync {
    /// What evidence calls it.
    fn name(&self) -> &str;
    /// What it prints for `script`.
    ///
    /// # Errors
    /// Why it printed nothing that can be used: it could not be started, or was stopped when `time` was over.
    fn ask(&self, script: &str, time: Duration) -> Result<String, String>;
}

/// A place for the queries that reach the circuits.
pub trait QueryLog: Debug + Send + Sync {
    /// Keeps `script` as `name`; the same name always comes with the same script.
    fn keep(&self, name: &str, script: &str);
}

/// What a portfolio is made of. By default all layers of our own, no other solver, and no log.
#[derive(Clone, Debug, Default)]
pub struct Portfolio {
    /// Names of layers that are left out.
    pub without: Vec<String>,
    /// Asked last.
    pub smt: Option<Arc<dyn SmtSolver>>,
    /// Told of every query that no earlier answer decides, and of every one that circuits are made for.
    pub log: Option<Arc<dyn QueryLog>>,
}
