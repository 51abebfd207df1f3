//! What a finished unit hands out.

use trine_record::{Finding, GoalRecord, Reach, TestRecord, UnitRecord};

/// A finished unit.
#[derive(Clone, Debug)]
pub struct UnitOutcome {
    /// Counts and status.
    pub record: UnitRecord,
    /// Evidence for every goal.
    pub goals: Vec<GoalRecord>,
    /// Tests that end normally.
    pub tests: Vec<TestRecord>,
    /// Tests that crash the code under test, one per finding.
    pub crashes: Vec<TestRecord>,
    /// The findings.
    pub findings: Vec<Finding>,
    /// Who may call its function.
    pub reach: Reach,
}
