//! Metadata: nodes, and the values that stand in them.
//!
//! Source: LangRef, "Metadata". A specialized node (`!DILocation(line: 1, …)`) is its kind name and its fields as
//! written, so kinds and fields of later LLVM versions are kept without being known here. The typed view of the debug
//! information is [`crate::debug`].

use super::{MetadataId, Operand};

/// A metadata node.
#[derive(Clone, Debug, PartialEq)]
pub struct MetadataNode {
    /// `distinct`: never merged with an equal node.
    pub distinct: bool,
    /// Its contents.
    pub kind: NodeKind,
}

/// The contents of a node.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// `!{ … }`.
    Tuple(Vec<Meta>),
    /// `!DIFile(filename: "a.c", …)`.
    Special {
        /// `DIFile`.
        name: Box<str>,
        /// The fields in order.
        fields: Vec<Field>,
    },
    /// A value alone, `!0 = i32 5` (written by old LLVM versions) or a string.
    Value(Meta),
}

/// One field of a specialized node.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// `line` in `line: 12`; `None` for positional fields (`!DIExpression(DW_OP_deref)`).
    pub key: Option<Box<str>>,
    /// Its value.
    pub value: Meta,
}

/// A value inside a node or a metadata operand.
#[derive(Clone, Debug, PartialEq)]
pub enum Meta {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A plain number.
    Int(i128),
    /// `"text"` or `!"text"`, escapes resolved; bytes that are not UTF-8 become U+FFFD.
    Str(Box<str>),
    /// `!12`.
    Id(MetadataId),
    /// A node written in place, `!DIExpression(…)`.
    Inline(Box<MetadataNode>),
    /// A symbolic constant: `DW_TAG_member`, `FullDebug`, `CSK_MD5`.
    Word(Box<str>),
    /// Symbolic flags joined by `|`: `DIFlagPublic | DIFlagStaticMember`. One flag alone is a [`Meta::Word`].
    Flags(Vec<Box<str>>),
    /// A typed value, `i64 5` or `ptr %x`.
    Value(Box<Operand>),
}

/// The location attached to an instruction.
#[derive(Clone, Debug, PartialEq)]
pub enum DebugLocation {
    /// `!dbg !12`.
    Id(MetadataId),
    /// `!dbg !DILocation(…)`.
    Inline(Box<MetadataNode>),
}

impl MetadataNode {
    /// The kind of a specialized node (`"DIFile"`), or `""` for tuples and values.
    pub fn name(&self) -> &str {
        match &self.kind {
            NodeKind::Special { name, .. } => name,
            _ => "",
        }
    }

    /// The elements of a tuple; empty for everything else.
    pub fn elements(&self) -> &[Meta] {
        match &self.kind {
            NodeKind::Tuple(elements) => elements,
            _ => &[],
        }
    }

    /// The fields of a specialized node; empty for everything else.
    pub fn fields(&self) -> &[Field] {
        match &self.kind {
            NodeKind::Special { fields, .. } => fields,
            _ => &[],
        }
    }

    /// The value of the field `key`.
    pub fn field(&self, key: &str) -> Option<&Meta> {
        self.fields().iter().find(|field| field.key.as_deref() == Some(key)).map(|field| &field.value)
    }

    /// The field `key` as a plain number (`line: 12`); typed values (`extraData: i64 5`) are [`Meta::Value`].
    pub fn int(&self, key: &str) -> Option<i128> {
        match self.field(key)? {
            Meta::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The field `key` as a truth value; absent means `false`.
    pub fn flag(&self, key: &str) -> bool {
        matches!(self.field(key), Some(Meta::Bool(true)))
    }

    /// The field `key` as text.
    pub fn str(&self, key: &str) -> Option<&str> {
        match self.field(key)? {
            Meta::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The field `key` as a symbolic constant.
    pub fn word(&self, key: &str) -> Option<&str> {
        match self.field(key)? {
            Meta::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The field `key` as a numbered node; `None` when absent, `null` or written in place.
    pub fn node(&self, key: &str) -> Option<MetadataId> {
        match self.field(key)? {
            Meta::Id(id) => Some(*id),
            _ => None,
        }
    }

    /// The symbolic flags of the field `key`: none, one or several.
    pub fn flags(&self, key: &str) -> Vec<&str> {
        match self.field(key) {
            Some(Meta::Word(word)) => vec![word],
            Some(Meta::Flags(words)) => words.iter().map(|word| &**word).collect(),
            _ => Vec::new(),
        }
    }
}
