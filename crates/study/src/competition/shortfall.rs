//! Why branches of a class stay uncovered, by category.

use serde::{Deserialize, Serialize};
use trine_record::{GoalRecord, UnitRecord, UnitStatus};

/// Branches that a suite misses, by how near it comes to them. Each is in one category.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Shortfall {
    /// Why the class has no tests at all.
    pub no_test: Option<String>,
    /// Covered during the search, by tests that do not hold.
    pub unstable: u32,
    /// In methods that no test enters.
    pub never_entered: u32,
    /// On lines that a test comes to: only the other outcome was seen.
    pub other_outcome: u32,
    /// On lines that no test comes to, in methods that are entered.
    pub line_not_reached: u32,
    /// Methods that no test enters.
    pub methods: Vec<String>,
    /// Tests that were taken out natively, by reason.
    pub taken_out: Vec<String>,
}

impl Shortfall {
    /// What the record of a class and its goals say.
    pub fn new(unit: Option<&UnitRecord>, goals: &[GoalRecord], taken_out: Vec<String>) -> Self {
        let mut shortfall = Self { taken_out, ..Self::default() };
        let Some(unit) = unit else {
            shortfall.no_test = Some("the command left no record".to_owned());
            return shortfall;
        };
        if let UnitStatus::Unsupported { reason } = &unit.status {
            shortfall.no_test = Some(reason.clone());
            return shortfall;
        }
        if unit.tests == 0 {
            shortfall.no_test = Some("no test was found that holds".to_owned());
        }
        let unstable = |goal: &&GoalRecord| matches!(&goal.status, trine_record::GoalStatus::Unknown { reason } if reason.starts_with("only by tests"));
        shortfall.unstable = goals.iter().filter(unstable).count() as u32;
        for class in &unit.classes {
            let mut in_methods = 0;
            for method in &class.methods {
                if method.counters.instruction.covered == 0 && method.counters.instruction.missed > 0 {
                    in_methods += method.counters.branch.missed;
                    shortfall.methods.push(method.name.clone());
                }
            }
            shortfall.never_entered += in_methods;
            let reached = class.lines.iter().filter(|line| line.instruction.covered > 0);
            let on_reached: u32 = reached.map(|line| line.branch.missed).sum();
            shortfall.other_outcome += on_reached;
            let rest = class.total.branch.missed.saturating_sub(in_methods + on_reached);
            shortfall.line_not_reached += rest;
        }
        shortfall
    }
}
