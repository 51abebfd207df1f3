//! The suite: finished test cases, replayable.

use crate::goal::GoalId;
use crate::sequence::SequenceRecord;
use serde::{Deserialize, Serialize};
use trine_base::IndexVec;
use trine_testcase::RegisterValue;
use trine_testcase::leaf::{Leaf, LeafId};
use trine_testcase::shape::Shape;
use trine_testcase::test_case::{Observation, Skeleton, Statement, TestCase};

/// The finished test cases of a run, by unit in source order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Suite {
    /// Test cases that end normally.
    pub tests: Vec<TestRecord>,
    /// Test cases that crash the code under test, one per finding.
    pub crashes: Vec<TestRecord>,
}

/// A finished test case.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TestRecord {
    /// Its name: an identifier that says what it shows.
    pub name: String,
    /// What it shows, in a sentence.
    pub title: String,
    /// The function under test.
    pub function: String,
    /// The file that defines it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// Statements of the skeleton.
    #[serde(with = "crate::compact::statements")]
    pub statements: Vec<Statement>,
    /// Leaves of the skeleton.
    #[serde(with = "crate::compact::leaves")]
    pub leaf_kinds: Vec<Leaf>,
    /// Their values, as decimal bits.
    #[serde(with = "bits_as_text")]
    pub leaves: Vec<u128>,
    /// Goals that it covers, by itself.
    pub covers: Vec<GoalId>,
    /// What its replay showed.
    pub observations: Vec<Observation>,
    /// How the replay ended, when not by returning: `exits with status 2`.
    pub ending: Option<String>,
    /// Whether it accesses words at places of their objects that words do not have: a sanitizer may stop there.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unaligned: bool,
    /// Why only Trine's machine can run it, when no process can: `trine replay` does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine_only: Option<String>,
    /// The test as a sequence of calls over objects: all of it in languages with classes, which have no statements and leaves; what
    /// these were made from where functions of C make the objects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequence: Option<SequenceRecord>,
    /// Which objects it makes, by the names of the code, where the test makes them: with the names of its leaves, what a later run
    /// begins with that is given this suite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
}

/// Of what is seldom true, nothing is written where it is not.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

impl TestRecord {
    /// The test case.
    #[must_use]
    pub fn test_case(&self) -> TestCase {
        let leaves: IndexVec<LeafId, Leaf> = self.leaf_kinds.iter().cloned().collect();
        let skeleton = Skeleton { statements: self.statements.clone(), leaves };
        TestCase { skeleton: skeleton.into(), leaves: self.leaves.clone() }
    }

    /// The hardware registers and volatile objects that it sets, by name, with the values that they give, read by read.
    #[must_use]
    pub fn registers(&self) -> Vec<(String, Vec<u128>)> {
        let mut given: Vec<(String, Vec<u128>)> = Vec::new();
        for statement in &self.statements {
            let (Statement::Register(RegisterValue { value, .. }) | Statement::Volatile { value, .. }) =
                statement
            else {
                continue;
            };
            let at = value.0 as usize;
            let (Some(leaf), Some(&bits)) = (self.leaf_kinds.get(at), self.leaves.get(at)) else { continue };
            let name = leaf.name.split('#').next().unwrap_or_default();
            match given.iter_mut().find(|(known, _)| known == name) {
                Some((_, values)) => values.push(bits),
                None => given.push((name.to_owned(), vec![bits])),
            }
        }
        given
    }
}

/// JSON has no 128-bit integers: values are written as decimal strings.
mod bits_as_text {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub fn serialize<S: Serializer>(values: &[u128], serializer: S) -> Result<S::Ok, S::Error> {
        values.iter().map(u128::to_string).collect::<Vec<_>>().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u128>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}
