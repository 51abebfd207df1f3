//! Values in records: numbers as text in their own notation, strings as JSON strings where they are valid Unicode.

use super::member_name;
use super::types::signature;
use serde::{Deserialize, Serialize};
use trine_testcase::objects::{ClassApi, Operand, Primitive, Seen, Sequence};
use trine_testcase::{FloatFormat, LeafKind};

/// A value that a step uses. Bits of primitive values are decimal text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ValueRecord {
    /// A primitive value: type and bits.
    Leaf(Primitive, #[serde(with = "decimal")] u128),
    /// One in its wrapper.
    Boxed(Primitive, #[serde(with = "decimal")] u128),
    /// A string.
    Text(Text),
    /// What an earlier step gave.
    Step(u32),
    /// A constant, by its member.
    Constant(String),
    /// A class object, by its type.
    Class(String),
    /// Null.
    Null,
}

/// What was seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeenRecord {
    /// A primitive value: type and bits.
    Leaf(Primitive, #[serde(with = "decimal")] u128),
    /// One in its wrapper.
    Boxed(Primitive, #[serde(with = "decimal")] u128),
    /// Null.
    Null,
    /// What a step gave.
    Same(u32),
    /// A string.
    Text(Text),
    /// A constant, by its member.
    Constant(String),
    /// A class object, by its type.
    Class(String),
    /// An array of these.
    Elements(Vec<SeenRecord>),
    /// An object whose `toString` gives this.
    Described(Text),
    /// Some other object.
    NotNull,
}

/// A string of UTF-16 units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Text {
    /// As text.
    Valid(String),
    /// Unit by unit, because a surrogate stands alone in it.
    Units(Vec<u16>),
}

impl Text {
    fn of(units: &[u16]) -> Self {
        String::from_utf16(units).map_or_else(|_| Self::Units(units.to_vec()), Self::Valid)
    }
}

/// The units of a text.
#[must_use]
pub fn units(text: &Text) -> Vec<u16> {
    match text {
        Text::Valid(text) => text.encode_utf16().collect(),
        Text::Units(units) => units.clone(),
    }
}

impl ValueRecord {
    /// The record of an operand.
    #[must_use]
    pub fn of(operand: &Operand, sequence: &Sequence, api: &ClassApi) -> Self {
        match operand {
            Operand::Leaf(leaf) => {
                Self::Leaf(primitive_of(&sequence.steps.leaves[*leaf].kind), sequence.leaf(*leaf))
            }
            Operand::Boxed(primitive, leaf) => Self::Boxed(*primitive, sequence.leaf(*leaf)),
            Operand::Text(leaves) => Self::Text(Text::of(&sequence.text(leaves))),
            Operand::Step(step) => Self::Step(step.0),
            Operand::Constant(member) => Self::Constant(member_name(api, *member)),
            Operand::ClassObject(ty) => Self::Class(signature(ty)),
            Operand::Null => Self::Null,
        }
    }
}

impl SeenRecord {
    /// The record of what was seen.
    #[must_use]
    pub fn of(seen: &Seen, api: &ClassApi) -> Self {
        match seen {
            Seen::Leaf(kind, bits) => Self::Leaf(primitive_of(kind), *bits),
            Seen::Boxed(primitive, bits) => Self::Boxed(*primitive, *bits),
            Seen::Null => Self::Null,
            Seen::Same(step) => Self::Same(step.0),
            Seen::Text(units) => Self::Text(Text::of(units)),
            Seen::Constant(member) => Self::Constant(member_name(api, *member)),
            Seen::ClassObject(ty) => Self::Class(signature(ty)),
            Seen::Elements(elements) => {
                Self::Elements(elements.iter().map(|element| Self::of(element, api)).collect())
            }
            Seen::Described(units) => Self::Described(Text::of(units)),
            Seen::NotNull => Self::NotNull,
        }
    }
}

/// The primitive type of a leaf. Sequences over objects have no other kinds.
fn primitive_of(kind: &LeafKind) -> Primitive {
    match kind {
        LeafKind::Bool => Primitive::Boolean,
        LeafKind::Char { .. } => Primitive::Char,
        LeafKind::Float(FloatFormat::F32) => Primitive::Float,
        LeafKind::Float(_) => Primitive::Double,
        LeafKind::Int { bits: 8, .. } => Primitive::Byte,
        LeafKind::Int { bits: 16, .. } => Primitive::Short,
        LeafKind::Int { bits: 64, .. } => Primitive::Long,
        LeafKind::Int { .. } | LeafKind::Enum { .. } => Primitive::Int,
    }
}

/// JSON has no 128-bit integers.
mod decimal {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(value: &u128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
