//! Variables of the source.

use super::{DebugNode, number, text, words};
use crate::ast::{Meta, MetadataId, MetadataNode};
use crate::error::ReadError;
use crate::module::Module;

/// A local variable or parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DILocalVariable {
    /// Name.
    pub name: Box<str>,
    /// Which parameter, from 1; 0 for variables.
    pub arg: u32,
    /// The block or function it lies in.
    pub scope: Option<MetadataId>,
    /// File.
    pub file: Option<MetadataId>,
    /// Line.
    pub line: u32,
    /// Type.
    pub ty: Option<MetadataId>,
    /// `DIFlagArtificial` for parameters nobody wrote.
    pub flags: Vec<Box<str>>,
}

impl DebugNode for DILocalVariable {
    fn accepts(kind: &str) -> bool {
        kind == "DILocalVariable"
    }

    fn from_node(_: &Module, node: &MetadataNode) -> Result<Self, ReadError> {
        Ok(DILocalVariable {
            name: text(node, "name"),
            arg: number(node, "arg"),
            scope: node.node("scope"),
            file: node.node("file"),
            line: number(node, "line"),
            ty: node.node("type"),
            flags: words(node, "flags"),
        })
    }
}

/// A global or `static` variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DIGlobalVariable {
    /// Name in the source; empty for string literals.
    pub name: Box<str>,
    /// Name of the symbol, when it differs.
    pub linkage_name: Box<str>,
    /// The unit, or the function of a `static` local.
    pub scope: Option<MetadataId>,
    /// File.
    pub file: Option<MetadataId>,
    /// Line.
    pub line: u32,
    /// Type.
    pub ty: Option<MetadataId>,
    /// Not visible outside its file or function.
    pub is_local: bool,
    /// Defined rather than declared.
    pub is_definition: bool,
}

impl DebugNode for DIGlobalVariable {
    fn accepts(kind: &str) -> bool {
        kind == "DIGlobalVariable"
    }

    fn from_node(_: &Module, node: &MetadataNode) -> Result<Self, ReadError> {
        Ok(DIGlobalVariable {
            name: text(node, "name"),
            linkage_name: text(node, "linkageName"),
            scope: node.node("scope"),
            file: node.node("file"),
            line: number(node, "line"),
            ty: node.node("type"),
            is_local: node.flag("isLocal"),
            is_definition: node.flag("isDefinition"),
        })
    }
}

/// A global variable and how to find it: what `!dbg` of a global refers to.
#[derive(Clone, Debug, PartialEq)]
pub struct DIGlobalVariableExpression {
    /// The [`DIGlobalVariable`].
    pub variable: Option<MetadataId>,
    /// A `DIExpression`, numbered or in place.
    pub expression: Option<Meta>,
}

impl DebugNode for DIGlobalVariableExpression {
    fn accepts(kind: &str) -> bool {
        kind == "DIGlobalVariableExpression"
    }

    fn from_node(_: &Module, node: &MetadataNode) -> Result<Self, ReadError> {
        Ok(DIGlobalVariableExpression { variable: node.node("var"), expression: node.field("expr").cloned() })
    }
}
