//! What was tried in a unit, by technique and by goal.

use crate::goal::GoalId;
use serde::{Deserialize, Serialize};

/// What one technique did in a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TechniqueRecord {
    /// Its name.
    pub name: String,
    /// How often it had its turn.
    pub turns: u64,
    /// Evaluations that it spent.
    pub evaluations: u64,
    /// Wall-clock time.
    pub milliseconds: u64,
    /// Goals that its runs were the first to cover.
    pub goals: u64,
    /// Positions in the progress of the unit at which it was at work.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub progress: Vec<u32>,
}

/// A mutant that the suite was run against.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MutantRecord {
    /// The line that it changes.
    pub line: u32,
    /// What it changes: `the comparison becomes <=`.
    pub change: String,
    /// The test that notices it; absent where it is alive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub killed_by: Option<String>,
}

/// What tests that the user wrote cover of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnTestsRecord {
    /// Test methods of the classes that mention the unit.
    pub tests: usize,
    /// Those that passed in the machine.
    pub passed: usize,
    /// Goals that these cover.
    pub goals: usize,
    /// Those that did not pass, or were not run: what they cover is not counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_counted: Vec<NotCountedRecord>,
}

/// A test of the user's whose coverage is not counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotCountedRecord {
    /// Class and method.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// What was tried for one goal that is open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TriedRecord {
    /// The goal.
    pub goal: GoalId,
    /// Searches that were aimed at it.
    pub attempts: u64,
    /// Evaluations that they made.
    pub evaluations: u64,
    /// The nearest that they came: branches to the goal, and the branch distance at the last of them, as text. These runs need not be
    /// tests of the suite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<(u32, String)>,
    /// Queries of a proof that nothing leads to it, which was not found; absent where none was looked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof_queries: Option<u64>,
}
