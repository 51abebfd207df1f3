//! What the finished tests did in the code of a unit: truth vectors of its decisions, and edges of its control-flow graphs.
//!
//! All of it comes from the replay of the finished suite, none from what a search saw on its way. `goals.json` holds it beside the
//! goals of the unit.
//!
//! ```text
//! decision   a && (b || c)          conditions by their order of evaluation, as goals of MC/DC number them
//! vectors    TT- true   test_1      T, F, or - where the condition was not evaluated; outcome; tests
//!            TFF false  test_2
//! graph      blocks with their lines, edges with their labels; for each test the edges that it takes
//! ```

use crate::goal::SourceSpan;
use crate::nearest::NearestRecord;
use crate::sequence::SequenceRecord;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What the finished tests of a unit did in its code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlowRecord {
    /// Decisions of two conditions or more, in source order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<DecisionRecord>,
    /// Control-flow graphs: that of the function, or one of each method.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub graphs: Vec<GraphRecord>,
    /// How near tests came to open goals, by goal, where it is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<NearestRecord>,
    /// Runs over objects that `nearest` names beside the tests: they came nearest to goals, and are no tests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tries: Vec<TryRecord>,
}

/// A run of the search that is no test of the suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TryRecord {
    /// Its name, by which [`NearestRecord::test`] means it.
    pub name: String,
    /// What it does.
    pub sequence: SequenceRecord,
    /// How it ends, for people.
    pub ends: String,
}

/// A decision with the truth vectors that tests showed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionRecord {
    /// Its number, as goals have it.
    pub decision: u32,
    /// Where.
    pub span: SourceSpan,
    /// Its source text, where it is short.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its conditions, by their order of evaluation: the numbers that goals give them.
    pub conditions: Vec<ConditionRecord>,
    /// The distinct vectors, sorted.
    pub vectors: Vec<VectorRecord>,
    /// What is known of the independence of each condition, in the order of `conditions`.
    pub pairs: Vec<PairRecord>,
}

/// A condition of a decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConditionRecord {
    /// Where.
    pub span: SourceSpan,
    /// Its source text, where it is short.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// One way in which a decision was evaluated.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct VectorRecord {
    /// A letter for each condition: `T`, `F`, or `-` where it was not evaluated.
    pub values: String,
    /// The outcome of the decision as written.
    pub outcome: bool,
    /// Tests that showed it, in the order of the suite; none for a vector that is only wanted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<String>,
}

/// The independence of one condition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairRecord {
    /// Positions in the vectors of a pair under masking MC/DC: the decision is true in the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub masking: Option<[u32; 2]>,
    /// The same under unique-cause MC/DC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unique_cause: Option<[u32; 2]>,
    /// Without a pair under the rule of the run: vectors that would complete one with a vector that was seen, at most a few.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wanted: Vec<VectorRecord>,
    /// Without a pair: evaluations that show both values of the condition all the same, where there are such.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub apart: Option<ApartRecord>,
}

/// Evaluations of a decision that show both values of a condition and are no pair.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApartRecord {
    /// Positions in the vectors: half of a pair, and the evaluation that comes nearest to the other half.
    pub seen: [u32; 2],
    /// The other half.
    pub wanted: VectorRecord,
    /// Positions of the conditions that would have to be otherwise in the second.
    pub differing: Vec<u32>,
}

/// A control-flow graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphRecord {
    /// The function or method, as its source names it.
    pub name: String,
    /// The file that lines are of.
    pub file: String,
    /// The blocks; the first is the entry.
    pub blocks: Vec<BlockRecord>,
    /// The edges.
    pub edges: Vec<EdgeRecord>,
    /// The tests that enter it, in the order of the suite.
    pub walks: Vec<WalkRecord>,
}

/// A basic block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockRecord {
    /// First and last line of it; 0 when unknown.
    pub lines: (u32, u32),
    /// How it ends.
    #[serde(default, skip_serializing_if = "BlockEnd::goes_on")]
    pub end: BlockEnd,
    /// The text of the condition that it ends with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// How a block ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlockEnd {
    /// With its edges.
    #[default]
    GoesOn,
    /// It returns.
    Returns,
    /// It throws.
    Throws,
    /// The program ends in it, or control never passes its last call.
    Stops,
}

impl BlockEnd {
    /// Whether it ends with its edges.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        *self == Self::GoesOn
    }
}

/// An edge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EdgeRecord {
    /// Position of the block that it leaves.
    pub from: u32,
    /// Position of the block that it leads to.
    pub to: u32,
    /// `T`, `F`, `case 3`, `default`, the class of an exception; empty where there is no choice.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Whether exceptions take it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub handler: bool,
}

/// What one test does in a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WalkRecord {
    /// Its name.
    pub test: String,
    /// Positions of the edges that it takes, rising. Files have them as ranges, `0-4 7 9-12`.
    #[serde(with = "ranges")]
    pub edges: Vec<u32>,
}

impl FlowRecord {
    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.decisions.is_empty() && self.graphs.is_empty() && self.nearest.is_empty()
    }
}

impl GraphRecord {
    /// The edges that some test takes.
    #[must_use]
    pub fn taken(&self) -> BTreeSet<u32> {
        self.walks.iter().flat_map(|walk| &walk.edges).copied().collect()
    }

    /// The blocks that `walk` comes to.
    #[must_use]
    pub fn blocks_of(&self, walk: &WalkRecord) -> BTreeSet<u32> {
        let ends = walk.edges.iter().filter_map(|&edge| self.edges.get(edge as usize));
        std::iter::once(0).chain(ends.flat_map(|edge| [edge.from, edge.to])).collect()
    }

    /// The blocks that some test comes to.
    #[must_use]
    pub fn entered(&self) -> BTreeSet<u32> {
        self.walks.iter().flat_map(|walk| self.blocks_of(walk)).collect()
    }
}

/// Rising numbers as a text of ranges.
mod ranges {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(numbers: &[u32], serializer: S) -> Result<S::Ok, S::Error> {
        let ranges = numbers.chunk_by(|a, b| a.checked_add(1) == Some(*b)).map(|range| match range {
            [first, .., last] => format!("{first}-{last}"),
            _ => range[0].to_string(),
        });
        serializer.serialize_str(&ranges.collect::<Vec<_>>().join(" "))
    }

    /// Numbers that one range may have: a damaged file costs no memory.
    const MAX_RANGE: u32 = 1 << 20;

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u32>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let mut numbers = Vec::new();
        for range in text.split_whitespace() {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            match (first.parse::<u32>(), last.parse::<u32>()) {
                (Ok(first), Ok(last)) if first <= last && last - first < MAX_RANGE => {
                    numbers.extend(first..=last)
                }
                _ => return Err(serde::de::Error::custom(format!("`{range}` is no range of edges"))),
            }
        }
        Ok(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_test_enters_is_the_entry_and_both_ends_of_its_edges() {
        let edge = |from, to| EdgeRecord { from, to, ..EdgeRecord::default() };
        let walk = |edges: &[u32]| WalkRecord { test: "t".to_owned(), edges: edges.to_vec() };
        let mut graph =
            GraphRecord { edges: vec![edge(0, 1), edge(0, 2), edge(1, 2)], ..GraphRecord::default() };
        assert!(graph.entered().is_empty());
        graph.walks = vec![walk(&[]), walk(&[1])];
        assert_eq!(graph.entered(), [0, 2].into());
        assert_eq!(graph.taken(), [1].into());
    }

    #[test]
    fn a_record_is_read_back() {
        let vector = VectorRecord { values: "T-F".to_owned(), outcome: true, tests: vec!["t".to_owned()] };
        let pair =
            PairRecord { masking: Some([0, 1]), wanted: vec![vector.clone()], ..PairRecord::default() };
        let decision = DecisionRecord {
            conditions: vec![ConditionRecord::default()],
            vectors: vec![vector],
            pairs: vec![pair],
            ..DecisionRecord::default()
        };
        let block = BlockRecord { lines: (3, 4), end: BlockEnd::Returns, text: None };
        let walk = WalkRecord { test: "t".to_owned(), edges: vec![0, 1, 2, 5, 7, 8] };
        let blocks = vec![block, BlockRecord::default()];
        let graph = GraphRecord { blocks, walks: vec![walk], ..GraphRecord::default() };
        let flow = FlowRecord { decisions: vec![decision], graphs: vec![graph], ..FlowRecord::default() };
        let text = serde_json::to_string(&flow).unwrap();
        assert!(text.contains(r#""edges":"0-2 5 7-8""#), "{text}");
        assert_eq!(serde_json::from_str::<FlowRecord>(&text).unwrap(), flow);
        assert_eq!(serde_json::from_str::<FlowRecord>("{}").unwrap(), FlowRecord::default());
        for wrong in ["x", "3-1", "0-4294967295", "1-2-3"] {
            let text = format!(r#"{{"test": "t", "edges": "{wrong}"}}"#);
            assert!(serde_json::from_str::<WalkRecord>(&text).is_err(), "{wrong}");
        }
    }
}
