//! The typed view of debug information: what `-g` says about files, functions, variables and types.
//!
//! Each `DI…` struct holds the fields of the specialized node of the same name that a front end needs; the rest is
//! reached through [`Module::metadata`]. Read one with [`Module::debug`]; walk from an instruction to its source with
//! [`Module::frames`].
//!
//! ```text
//!  DILocation ─scope─► DILexicalBlock ─scope─► DISubprogram ─file─► DIFile
//!      └─inlinedAt─► DILocation (the call) ─scope─► …
//! ```
//!
//! Source: LangRef, "Specialized Metadata Nodes". An absent or `null` field is `None`, 0, empty or `false`, as in LLVM.
//!
//! Steps to add a node: a struct and its [`DebugNode`] implementation in `debug/scope.rs`, `debug/types.rs` or
//! `debug/variable.rs`, and its name in the list below.

mod frames;
mod scope;
mod types;
mod variable;

pub use frames::Frame;
pub use scope::{
    DICompileUnit, DIFile, DILexicalBlock, DILexicalBlockFile, DILocation, DINamespace, DISubprogram,
};
pub use types::{
    Bound, DIBasicType, DICompositeType, DIDerivedType, DIEnumerator, DISubrange, DISubroutineType,
    DITemplateTypeParameter, DIType,
};
pub use variable::{DIGlobalVariable, DIGlobalVariableExpression, DILocalVariable};

use super::ast::{Meta, MetadataId, MetadataNode};
use super::error::ReadError;
use super::module::Module;

/// A specialized node with a typed view.
pub trait DebugNode: Sized {
    /// Whether nodes of this kind name (`DIFile`) are read by this type.
    fn accepts(kind: &str) -> bool;

    /// Takes the fields out of a node of an accepted kind; `module` resolves lists.
    ///
    /// # Errors
    /// When a list the node refers to cannot be read.
    fn from_node(module: &Module, node: &MetadataNode) -> Result<Self, ReadError>;
}

impl Module {
    /// Reads the node `id` as a `DI…` type.
    ///
    /// # Errors
    /// When there is no such node, it cannot be read, or it is of another kind.
    pub fn debug<T: DebugNode>(&self, id: MetadataId) -> Result<T, ReadError> {
        let node = self.metadata(id)?;
        if !T::accepts(node.name()) {
            let found = if node.name().is_empty() { "a plain node" } else { node.name() };
            let wanted = std::any::type_name::<T>().rsplit("::").next().unwrap_or_default();
            return Err(self.node_fault(id, format!("{id} must be a {wanted}, but is {found}")));
        }
        T::from_node(self, node)
    }

    /// The elements of the tuple `id`, `None` where it holds `null` or no numbered node; empty when there is no tuple.
    ///
    /// # Errors
    /// When the tuple cannot be read.
    pub fn node_list(&self, id: Option<MetadataId>) -> Result<Vec<Option<MetadataId>>, ReadError> {
        let Some(id) = id else { return Ok(Vec::new()) };
        let element = |element: &Meta| if let Meta::Id(id) = element { Some(*id) } else { None };
        Ok(self.metadata(id)?.elements().iter().map(element).collect())
    }
}

/// The field `key` as a number of this width; 0 when absent or out of range.
fn number<T: TryFrom<i128> + Default>(node: &MetadataNode, key: &str) -> T {
    node.int(key).and_then(|value| T::try_from(value).ok()).unwrap_or_default()
}

fn text(node: &MetadataNode, key: &str) -> Box<str> {
    node.str(key).unwrap_or_default().into()
}

fn word(node: &MetadataNode, key: &str) -> Box<str> {
    node.word(key).unwrap_or_default().into()
}

fn words(node: &MetadataNode, key: &str) -> Vec<Box<str>> {
    node.flags(key).into_iter().map(Into::into).collect()
}

/// The numbered nodes of the list in the field `key`.
fn nodes(module: &Module, node: &MetadataNode, key: &str) -> Result<Vec<MetadataId>, ReadError> {
    Ok(module.node_list(node.node(key))?.into_iter().flatten().collect())
}
