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
    /// How the test ends, where it gets no further.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<EndRecord>,
}

/// How a test ends before what it should have come to, or leaves the way there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndRecord {
    /// The fault that ends it; absent where it ends otherwise, in a call of `exit` for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultRecord>,
    /// The exception by which it leaves the way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raised: Option<RaisedRecord>,
    /// The last condition that it decides: before the end or the exception; of a test that goes on, before what stands there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<DecidedRecord>,
}

/// The fault that ends a test.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultRecord {
    /// What happened, as findings say it: `shift of 32 bits by 38`.
    pub message: String,
    /// Where.
    pub place: SourceSpan,
}

/// An exception that a test meets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RaisedRecord {
    /// Its class, as sources write it.
    pub class: String,
    /// The method, beyond the code of the unit, that raises it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The method of the unit in which it is raised, where that is not the one that it leaves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
    /// The step of a run that ends with it, where what the goal stands in is never called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
}

/// A condition and how a test decided it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecidedRecord {
    /// The function, where that is not the function of the unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// Where.
    pub place: SourceSpan,
    /// The source text.
    pub condition: String,
    /// The parts of the condition and their values.
    pub values: Vec<ValueRecord>,
    /// Number of the evaluation among those that the test makes of the condition, from 1; there is none behind it.
    pub evaluation: u32,
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
    /// What stands here calls this method, or what is made of it here is called.
    Call(String),
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
    /// Whether both the condition and its values are known: of the condition that is to be decided otherwise, or of the last one that the
    /// test decides before it ends.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.condition.is_some() && !self.values.is_empty()
            || self.last_decided().is_some_and(|last| !last.values.is_empty())
    }

    /// The last condition that the test decides, where it ends on its way.
    #[must_use]
    pub fn last_decided(&self) -> Option<&DecidedRecord> {
        self.ended.as_ref()?.last.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_back() {
        for needs in
            [Needed::True, Needed::Case("case 3".to_owned()), Needed::Passing, Needed::Call("g".to_owned())]
        {
            let value = ValueRecord { of: "x".to_owned(), value: "3".to_owned() };
            let place = SourceSpan { file: "f.c".to_owned(), start: (2, 5), end: (2, 10) };
            let fault = FaultRecord { message: "division by zero".to_owned(), place: place.clone() };
            let last =
                DecidedRecord { place, condition: "x".to_owned(), evaluation: 2, ..DecidedRecord::default() };
            let raised = Some(RaisedRecord { class: "E".to_owned(), ..RaisedRecord::default() });
            let ended = Some(EndRecord { fault: Some(fault), raised, last: Some(last) });
            let record = NearestRecord { needs, values: vec![value], ended, ..NearestRecord::default() };
            let text = serde_json::to_string(&record).unwrap();
            assert_eq!(serde_json::from_str::<NearestRecord>(&text).unwrap(), record, "{text}");
        }
    }
}
