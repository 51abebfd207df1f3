//! How near the finished tests came to an open goal: the condition at which the nearest one went another way, and the values there.
//!
//! All of it comes from a replay of the tests, none from what a search saw on its way. Numbers of `of` and `value` are as a reader of the
//! source would write them; pointers have no values that mean anything, so that it is said whether they are null and how far apart they lie.

use crate::goal::{GoalId, SourceSpan};
use serde::{Deserialize, Serialize};

/// The nearest that a test came to a goal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NearestRecord {
    /// The goal.
    pub goal: GoalId,
    /// The test; one of the reproducers of crashes where these came nearest.
    pub test: String,
    /// The function or method in which it went another way, where that is not the function of the unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// Where.
    pub place: SourceSpan,
    /// The source text of the condition there, as far as it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// What has to come about there.
    pub needs: Needed,
    /// The parts of the condition and their values, in the evaluation that came nearest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<ValueRecord>,
    /// Number of that evaluation among those that the test makes of the condition, from 1; 0 when it makes none.
    #[serde(default)]
    pub evaluation: u32,
    /// Branch distance to what is needed, as text; absent where the test makes no evaluation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<String>,
    /// Branches between this condition and the goal.
    pub approach_level: u32,
}

/// What has to come about where the nearest test went another way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", content = "label")]
pub enum Needed {
    /// The condition is true.
    #[default]
    True,
    /// The condition is false.
    False,
    /// The switch goes this way: `case 3`, `default`.
    Case(String),
    /// Something throws an exception.
    Exception,
    /// The test gets past what stands here: it ends here, or leaves by an exception.
    Passing,
}

/// A part of a condition and what it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueRecord {
    /// The part, as the source has it.
    pub of: String,
    /// Its value.
    pub value: String,
}

impl NearestRecord {
    /// Whether both the condition and its values are known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.condition.is_some() && !self.values.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_back() {
        for needs in [Needed::True, Needed::False, Needed::Case("case 3".to_owned()), Needed::Passing] {
            let value = ValueRecord { of: "x".to_owned(), value: "3".to_owned() };
            let record = NearestRecord { needs, values: vec![value], ..NearestRecord::default() };
            let text = serde_json::to_string(&record).unwrap();
            assert_eq!(serde_json::from_str::<NearestRecord>(&text).unwrap(), record, "{text}");
        }
    }
}
