//! Goals and their status.

use crate::proof::Proof;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use trine_base::typed_index;

typed_index! {
    /// A goal of one unit, in source order.
    #[derive(Default, Serialize, Deserialize)]
    pub struct GoalId = "goal"
}

/// A coverage criterion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Criterion {
    /// Every source region is executed.
    Statement,
    /// Every condition and switch case goes both ways: what `llvm-cov` counts as branches.
    Branch,
    /// Every condition of every decision is true once and false once.
    Condition,
    /// Every condition and every decision is true once and false once.
    ConditionDecision,
    /// Every condition is shown to affect its decision's outcome independently, and every
    /// condition and decision takes both outcomes.
    Mcdc,
}

/// Which pairs of evaluations count as an independence pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum McdcVariant {
    /// The condition differs, the outcome differs, and in both evaluations the condition alone
    /// decides given the others (Chilenski 2001, masking MC/DC).
    #[default]
    Masking,
    /// The condition and the outcome differ, and every other condition evaluated in both is equal;
    /// conditions that short-circuit evaluation left out are free. This is `llvm-cov`'s rule.
    UniqueCause,
}

/// What a goal asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum GoalKind {
    /// The region is executed.
    Statement {
        /// Position of the region in the function.
        region: u32,
    },
    /// The condition (or switch case) takes this outcome.
    Condition {
        /// Position of the condition in the function.
        condition: u32,
        /// Which way.
        outcome: bool,
    },
    /// The decision takes this outcome.
    Decision {
        /// Position of the decision in the function.
        decision: u32,
        /// Which way.
        outcome: bool,
    },
    /// The instruction is left this way: what JaCoCo counts as branches.
    Branch {
        /// Number of the instruction with branches in the unit.
        instruction: u32,
        /// Which of its branches, from 0.
        branch: u32,
    },
    /// The condition is shown to affect its decision independently.
    Independence {
        /// Position of the decision in the function.
        decision: u32,
        /// Position of the condition in the decision.
        condition: u32,
    },
    /// A method throws an exception, which no structure tells of: a run showed it.
    Exception {
        /// Number of the exception in the unit.
        exception: u32,
    },
}

/// A stretch of a source file, by path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SourceSpan {
    /// Path of the file.
    pub file: String,
    /// First line and column, from 1.
    pub start: (u32, u32),
    /// Line and column after the last character.
    pub end: (u32, u32),
}

/// A goal with its status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalRecord {
    /// Its id in the unit.
    pub id: GoalId,
    /// What it asks for.
    #[serde(flatten)]
    pub goal: GoalKind,
    /// Where.
    pub span: SourceSpan,
    /// The source text of the condition or decision, where it fits on one line.
    pub text: Option<String>,
    /// The decision it belongs to (its position in the function), for conditions of one. What it asks for may
    /// name a decision too, so that this one has another name in the file.
    #[serde(rename = "in_decision")]
    pub decision: Option<u32>,
    /// Where it stands.
    pub status: GoalStatus,
}

/// How a goal ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "status")]
pub enum GoalStatus {
    /// Covered: these tests of the finished suite were replayed and cover it (a pair for
    /// independence goals).
    Covered {
        /// Names of the tests.
        tests: Vec<String>,
    },
    /// Proved infeasible.
    Infeasible(Proof),
    /// Not covered and not proved infeasible.
    Unknown {
        /// Why it is still open.
        reason: String,
    },
}

impl Criterion {
    /// All criteria.
    pub const ALL: [Criterion; 5] =
        [Self::Statement, Self::Branch, Self::Condition, Self::ConditionDecision, Self::Mcdc];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Statement => "statement",
            Self::Branch => "branch",
            Self::Condition => "condition",
            Self::ConditionDecision => "condition-decision",
            Self::Mcdc => "mcdc",
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Criterion {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|criterion| criterion.name() == text)
            .ok_or_else(|| format!("`{text}` is no criterion: use {}", Self::ALL.map(Self::name).join(", ")))
    }
}

impl GoalStatus {
    /// Whether the goal is covered.
    #[must_use]
    pub fn is_covered(&self) -> bool {
        matches!(self, Self::Covered { .. })
    }

    /// Whether the goal is proved infeasible.
    #[must_use]
    pub fn is_infeasible(&self) -> bool {
        matches!(self, Self::Infeasible { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_of_every_kind_are_read_back() {
        for goal in [
            GoalKind::Statement { region: 3 },
            GoalKind::Condition { condition: 1, outcome: true },
            GoalKind::Decision { decision: 2, outcome: false },
            GoalKind::Branch { instruction: 3, branch: 1 },
            GoalKind::Independence { decision: 2, condition: 1 },
            GoalKind::Exception { exception: 0 },
        ] {
            let status = GoalStatus::Covered { tests: vec!["t".to_owned()] };
            let record = GoalRecord {
                id: GoalId(0),
                goal,
                span: SourceSpan::default(),
                text: None,
                decision: Some(2),
                status,
            };
            let text = serde_json::to_string(&record).unwrap();
            assert_eq!(serde_json::from_str::<GoalRecord>(&text).unwrap(), record);
        }
    }
}
