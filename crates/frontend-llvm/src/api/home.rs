//! The types that a source file knows by name, for spelling the types of other files in its terms.
//!
//! The debug information of a unit describes the types that its functions and variables use. A type of another unit
//! with the same tag, typedef or basic name is the same type to C's programmers; so is taken the home's own node.
//! Deviation from C, where compatibility goes by structure: a record must also have the same size.
//! Cost: one pass over the lines of the module's text.

use crate::ll::{MetadataId, MetadataNode, Module};
use std::collections::HashMap;

/// The unit that types are spelled for.
#[derive(Debug)]
pub(crate) struct Home<'m> {
    /// Its number.
    pub unit: usize,
    /// Its module.
    pub module: &'m Module,
    named: HashMap<(&'m str, &'m str), MetadataId>,
}

impl<'m> Home<'m> {
    /// The types that `module`, which is unit `unit`, names at file scope.
    pub(crate) fn new(unit: usize, module: &'m Module) -> Self {
        let described = ["!DIBasicType(", "!DICompositeType(", "tag: DW_TAG_typedef"];
        let mut named = HashMap::new();
        // A text that cannot be had any more names nothing.
        let text = module.text().unwrap_or_else(|_| "".into());
        for line in text.lines() {
            if !line.starts_with('!') || !described.iter().any(|part| line.contains(part)) {
                continue;
            }
            let number = line[1..].split(' ').next().and_then(|number| number.parse().ok());
            let Some(Ok(node)) = number.map(|number| module.metadata(MetadataId(number))) else { continue };
            if let (Some(key), Some(number)) = (key(node), number)
                && !node.flags("flags").contains(&"DIFlagFwdDecl")
                && !is_local(module, node)
            {
                named.entry(key).or_insert(MetadataId(number));
            }
        }
        Self { unit, module, named }
    }

    /// The type after which clang named an LLVM structure: `struct.point`, `union.value`, with a tag or a typedef.
    pub(crate) fn of_structure(&self, name: &str) -> Option<MetadataId> {
        let (word, name) = name.split_once('.')?;
        let tag = match word {
            "struct" => "DW_TAG_structure_type",
            "union" => "DW_TAG_union_type",
            _ => return None,
        };
        self.named.get(&(tag, name)).or_else(|| self.named.get(&("DW_TAG_typedef", name))).copied()
    }

    /// The home's node for the type of another unit that `node` describes.
    pub(crate) fn counterpart(&self, node: &MetadataNode) -> Option<MetadataId> {
        let id = *self.named.get(&key(node)?)?;
        let own = self.module.metadata(id).ok()?;
        (own.int("size") == node.int("size")).then_some(id)
    }
}

/// What kind of type a node describes, and its name.
fn key(node: &MetadataNode) -> Option<(&str, &str)> {
    let kind = match node.name() {
        "DIBasicType" => "basic",
        _ => node.word("tag")?,
    };
    Some((kind, node.str("name").filter(|name| !name.is_empty())?))
}

/// Whether a type is declared inside a function.
fn is_local(module: &Module, node: &MetadataNode) -> bool {
    let scope = node.node("scope").and_then(|scope| module.metadata(scope).ok());
    scope.is_some_and(|scope| matches!(scope.name(), "DISubprogram" | "DILexicalBlock"))
}
