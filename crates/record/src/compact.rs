//! How the two long parts of a test are written in JSON: one short text per value that is set, and one
//! entry for all leaves of a kind that follow each other.
//!
//! ```text
//! "statements": [{"Object": …}, "v0.1[5].0 = leaf7", "variable3[2] = leaf8", {"Call": …}]
//! "leaf_kinds": [{"kind": {"Int": {"bits": 32, "signed": true}}, "names": ["p->x", "p->y"]}]
//! ```
//!
//! A place is its root and the steps from there: `.1` is the second field, `[5]` the sixth element. Inputs
//! with arrays of structures have thousands of leaves, and written like the other statements
//! each takes 300 bytes instead of 60. Lossless; the long form of a statement is read as well.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use trine_testcase::GlobalVariableId;
use trine_testcase::leaf::{Leaf, LeafId, LeafKind};
use trine_testcase::test_case::{Place, PlaceRoot, PlaceStep, Statement, Variable};

/// Statements.
pub mod statements {
    use super::*;

    #[derive(Serialize)]
    #[serde(untagged)]
    enum Written<'a> {
        Set(String),
        Other(&'a Statement),
    }

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Read {
        Set(String),
        Other(Statement),
    }

    /// Writes `statements`.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(statements: &[Statement], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(statements.iter().map(|statement| match statement {
            Statement::SetLeaf { place, leaf } => Written::Set(format!("{} = {leaf}", place_text(place))),
            other => Written::Other(other),
        }))
    }

    /// Reads statements.
    ///
    /// # Errors
    /// When they are not what [`serialize`] writes.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Statement>, D::Error> {
        let statement = |read| match read {
            Read::Other(statement) => Ok(statement),
            Read::Set(text) => set_leaf(&text)
                .ok_or_else(|| serde::de::Error::custom(format!("`{text}` sets no leaf of a place"))),
        };
        Vec::<Read>::deserialize(deserializer)?.into_iter().map(statement).collect()
    }
}

/// Leaves.
pub mod leaves {
    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Group {
        kind: LeafKind,
        names: Vec<String>,
    }

    /// Writes `leaves`.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(leaves: &[Leaf], serializer: S) -> Result<S::Ok, S::Error> {
        let groups = leaves.chunk_by(|a, b| a.kind == b.kind).map(|group| Group {
            kind: group[0].kind.clone(),
            names: group.iter().map(|leaf| leaf.name.clone()).collect(),
        });
        serializer.collect_seq(groups)
    }

    /// Reads leaves.
    ///
    /// # Errors
    /// When they are not what [`serialize`] writes.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Leaf>, D::Error> {
        let groups = Vec::<Group>::deserialize(deserializer)?.into_iter();
        let leaves = groups.flat_map(|Group { kind, names }| {
            names.into_iter().map(move |name| Leaf { kind: kind.clone(), name })
        });
        Ok(leaves.collect())
    }
}

fn place_text(place: &Place) -> String {
    let mut text = match place.root {
        PlaceRoot::Variable(variable) => variable.to_string(),
        PlaceRoot::Global(variable) => variable.to_string(),
    };
    for step in &place.steps {
        text.push_str(&match step {
            PlaceStep::Field(field) => format!(".{field}"),
            PlaceStep::Index(index) => format!("[{index}]"),
        });
    }
    text
}

fn set_leaf(text: &str) -> Option<Statement> {
    let (place, leaf) = text.split_once(" = leaf")?;
    let root_length = place.find(['.', '[']).unwrap_or(place.len());
    let (root, mut rest) = place.split_at(root_length);
    let root = match root.strip_prefix("variable") {
        Some(number) => PlaceRoot::Global(GlobalVariableId(number.parse().ok()?)),
        None => PlaceRoot::Variable(Variable(root.strip_prefix('v')?.parse().ok()?)),
    };
    let mut steps = Vec::new();
    while let Some(kind) = rest.chars().next() {
        let end = rest[1..].find(['.', '[']).map_or(rest.len(), |end| end + 1);
        let (step, after) = rest.split_at(end);
        steps.push(match kind {
            '.' => PlaceStep::Field(step[1..].parse().ok()?),
            _ => PlaceStep::Index(step[1..].strip_suffix(']')?.parse().ok()?),
        });
        rest = after;
    }
    Some(Statement::SetLeaf { place: Place { root, steps }, leaf: LeafId(leaf.parse().ok()?) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_testcase::TypeId;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Both {
        #[serde(with = "statements")]
        statements: Vec<Statement>,
        #[serde(with = "leaves")]
        leaves: Vec<Leaf>,
    }

    fn set(root: PlaceRoot, steps: &[PlaceStep], leaf: u32) -> Statement {
        Statement::SetLeaf { place: Place { root, steps: steps.to_vec() }, leaf: LeafId(leaf) }
    }

    #[test]
    fn statements_and_leaves_are_read_back() {
        use PlaceStep::{Field, Index};
        let v0 = PlaceRoot::Variable(Variable(0));
        let statements = vec![
            Statement::Object { ty: TypeId(3), count: None, heap: false, name: "s".to_owned() },
            set(v0, &[], 0),
            set(v0, &[Field(1), Index(25), Field(0)], 1),
            set(PlaceRoot::Global(GlobalVariableId(3)), &[Index(2)], 2),
        ];
        let leaf =
            |name: &str, bits| Leaf { kind: LeafKind::Int { bits, signed: true }, name: name.to_owned() };
        let both =
            Both { statements, leaves: vec![leaf("a", 32), leaf("b", 32), leaf("c", 8), leaf("d", 32)] };
        let text = serde_json::to_string(&both).unwrap();
        assert!(text.contains(r#""v0 = leaf0","v0.1[25].0 = leaf1","variable3[2] = leaf2""#), "{text}");
        assert!(text.contains(r#""names":["a","b"]"#), "{text}");
        assert_eq!(serde_json::from_str::<Both>(&text).unwrap(), both);
    }

    #[test]
    fn what_sets_no_leaf_is_refused() {
        for text in
            ["", "v0", "v0 = 3", "w0 = leaf1", "v0.x = leaf1", "v0[1 = leaf1", "v = leaf1", "v0.1 = leafx"]
        {
            assert_eq!(set_leaf(text), None, "{text}");
        }
    }
}
