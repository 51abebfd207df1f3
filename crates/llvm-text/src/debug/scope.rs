//! Locations and the scopes they lie in.

use super::{DebugNode, nodes, number, text, word, words};
use crate::ast::{MetadataId, MetadataNode};
use crate::error::ReadError;
use crate::module::Module;

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DILocation {
    /// Line, from 1; 0 for code the compiler made up.
    pub line: u32,
    /// Column, from 1; 0 when unknown.
    pub column: u32,
    /// The block or function it lies in.
    pub scope: Option<MetadataId>,
    /// The call it was inlined at, a [`DILocation`].
    pub inlined_at: Option<MetadataId>,
    /// Made by the compiler.
    pub is_implicit_code: bool,
}

impl DILocation {
    /// Takes the fields out of a `DILocation` node, numbered or in place.
    pub fn of(node: &MetadataNode) -> DILocation {
        DILocation {
            line: number(node, "line"),
            column: number(node, "column"),
            scope: node.node("scope"),
            inlined_at: node.node("inlinedAt"),
            is_implicit_code: node.flag("isImplicitCode"),
        }
    }
}

impl DebugNode for DILocation {
    fn accepts(kind: &str) -> bool {
        kind == "DILocation"
    }

    fn from_node(_: &Module, node: &MetadataNode) -> Result<Self, ReadError> {
        Ok(DILocation::of(node))
    }
}

/// A function in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DISubprogram {
    /// Name in the source, without scopes.
    pub name: Box<str>,
    /// Name of the symbol, when it differs.
    pub linkage_name: Box<str>,
    /// What it is declared in.
    pub scope: Option<MetadataId>,
    /// Its file.
    pub file: Option<MetadataId>,
    /// Line of its name.
    pub line: u32,
    /// Line of its body.
    pub scope_line: u32,
    /// Its [`DISubroutineType`](super::DISubroutineType).
    pub ty: Option<MetadataId>,
    /// Its compile unit; absent for declarations.
    pub unit: Option<MetadataId>,
    /// The declaration this defines.
    pub declaration: Option<MetadataId>,
    /// Generic arguments.
    pub template_params: Vec<MetadataId>,
    /// Variables and labels kept.
    pub retained_nodes: Option<MetadataId>,
    /// `DIFlag…`.
    pub flags: Vec<Box<str>>,
    /// `DISPFlag…`: `DISPFlagDefinition`, `DISPFlagLocalToUnit`, `DISPFlagOptimized`.
    pub sp_flags: Vec<Box<str>>,
}

impl DebugNode for DISubprogram {
    fn accepts(kind: &str) -> bool {
        kind == "DISubprogram"
    }

    fn from_node(module: &Module, node: &MetadataNode) -> Result<Self, ReadError> {
        Ok(DISubprogram {
            name: text(node, "name"),
            linkage_name: text(node, "linkageName"),
            scope: node.node("scope"),
            file: node.node("file"),
            line: number(node, "line"),
            scope_line: number(node, "scopeLine"),
            ty: node.node("type"),
            unit: node.node("unit"),
            declaration: node.node("declaration"),
            template_params: nodes(module, node, "templateParams")?,
            retained_nodes: node.node("retainedNodes"),
            flags: words(node, "flags"),
            sp_flags: words(node, "spFlags"),
        })
    }
}

/// A `{ … }` in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DILexicalBlock {
    /// The block or function around it.
    pub scope: Option<MetadataId>,
    /// Its file.
    pub file: Option<MetadataId>,
    /// Line.
    pub line: u32,
    /// Column.
    pub column: u32,
}

impl DebugNode for DILexicalBlock {
    fn accepts(kind: &str) -> bool {
        kind == "DILexicalBlock"
    }

    fn from_node(_: &Module, node: &MetadataNode) -> Result<Self, ReadError> {
        Ok(DILexicalBlock {
            scope: node.node("scope"),
            file: node.node("file"),
            line: number(node, "line"),
            column: number(node, "column"),
        })
    }
}

/// A change of file, or another copy of a block, inside a scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DILexicalBlockFile {
    /// The scope around it.
    pub scope: Option<MetadataId>,
    /// The file from here on.
    pub file: Option<MetadataId>,
    /// Which copy.
    pub discriminator: u32,
}

impl DebugNode for DILexicalBlockFile {
    fn accepts(kind: &str) -> bool {
        kind == "DILexicalBlockFile"
    }

    fn from_node(_: &Module, node: &MetadataNode) -> Result<Self, ReadError> {
        Ok(DILexicalBlockFile {
            scope: node.node("scope"),
            file: node.node("file"),
            discriminator: number(node, "discriminator"),
        })
    }
}

/// A namespace or Rust module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DINamespace {
    /// Name.
    pub name: Box<str>,
    /// What it lies in.
    pub scope: Option<MetadataId>,
}

impl DebugNode for DINamespace {
    fn accepts(kind: &str) -> bool {
        kind == "DINamespace"
    }

    fn from_node(_: &Module, node: &MetadataNode) -> Result<Self, ReadError> {
        Ok(DINamespace { name: text(node, "name"), scope: node.node("scope") })
    }
}

/// A source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DIFile {
    /// Name as given to the compiler.
    pub filename: Box<str>,
    /// What a relative name is relative to.
    pub directory: Box<str>,
    /// `CSK_MD5` and so on; empty when there is none.
    pub checksum_kind: Box<str>,
    /// Checksum in hexadecimal.
    pub checksum: Box<str>,
}

impl DIFile {
    /// The path of the file, absolute when the compiler said enough.
    pub fn path(&self) -> std::path::PathBuf {
        std::path::Path::new(&*self.directory).join(&*self.filename)
    }
}

impl DebugNode for DIFile {
    fn accepts(kind: &str) -> bool {
        kind == "DIFile"
    }

    fn from_node(_: &Module, node: &MetadataNode) -> Result<Self, ReadError> {
        Ok(DIFile {
            filename: text(node, "filename"),
            directory: text(node, "directory"),
            checksum_kind: word(node, "checksumkind"),
            checksum: text(node, "checksum"),
        })
    }
}

/// What one run of the compiler compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DICompileUnit {
    /// `DW_LANG_C11`, `DW_LANG_Rust`.
    pub language: Box<str>,
    /// The main file.
    pub file: Option<MetadataId>,
    /// Name and version of the compiler.
    pub producer: Box<str>,
    /// Whether optimizations were on.
    pub is_optimized: bool,
    /// `FullDebug`, `LineTablesOnly`.
    pub emission_kind: Box<str>,
    /// Enumerations kept.
    pub enums: Vec<MetadataId>,
    /// Types kept.
    pub retained_types: Vec<MetadataId>,
    /// [`DIGlobalVariableExpression`](super::DIGlobalVariableExpression)s.
    pub globals: Vec<MetadataId>,
}

impl DebugNode for DICompileUnit {
    fn accepts(kind: &str) -> bool {
        kind == "DICompileUnit"
    }

    fn from_node(module: &Module, node: &MetadataNode) -> Result<Self, ReadError> {
        let language = if node.field("language").is_some() { "language" } else { "sourceLanguageName" };
        Ok(DICompileUnit {
            language: word(node, language),
            file: node.node("file"),
            producer: text(node, "producer"),
            is_optimized: node.flag("isOptimized"),
            emission_kind: word(node, "emissionKind"),
            enums: nodes(module, node, "enums")?,
            retained_types: nodes(module, node, "retainedTypes")?,
            globals: nodes(module, node, "globals")?,
        })
    }
}
