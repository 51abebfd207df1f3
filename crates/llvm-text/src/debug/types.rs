//! Types of the source. Sizes, offsets and alignments are in bits, as DWARF has them.

use super::{DebugNode, nodes, number, text, word, words};
use crate::ast::{Meta, MetadataId, MetadataNode};
use crate::error::ReadError;
use crate::module::Module;

/// Any type.
#[derive(Clone, Debug, PartialEq)]
pub enum DIType {
    /// `int`, `f64`.
    Basic(DIBasicType),
    /// A pointer, typedef, qualifier or member.
    Derived(DIDerivedType),
    /// A struct, union, enumeration or array.
    Composite(DICompositeType),
    /// A function type.
    Subroutine(DISubroutineType),
}

impl DebugNode for DIType {
    fn accepts(kind: &str) -> bool {
        DIBasicType::accepts(kind)
            || DIDerivedType::accepts(kind)
            || DICompositeType::accepts(kind)
            || DISubroutineType::accepts(kind)
    }

    fn from_node(module: &Module, node: &MetadataNode) -> Result<Self, ReadError> {
        Ok(match node.name() {
            "DIDerivedType" => DIType::Derived(DIDerivedType::from_node(module, node)?),
            "DICompositeType" => DIType::Composite(DICompositeType::from_node(module, node)?),
            "DISubroutineType" => DIType::Subroutine(DISubroutineType::from_node(module, node)?),
            _ => DIType::Basic(DIBasicType::from_node(module, node)?),
        })
    }
}

/// A type without parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DIBasicType {
    /// `DW_TAG_unspecified_type` for `void`-like types, else empty.
    pub tag: Box<str>,
    /// Name in the source, `unsigned int`.
    pub name: Box<str>,
    /// Size in bits.
    pub size: u64,
    /// `DW_ATE_signed`, `DW_ATE_unsigned_char`, `DW_ATE_boolean`, `DW_ATE_float`, …
    pub encoding: Box<str>,
}

impl DebugNode for DIBasicType {
    fn accepts(kind: &str) -> bool {
        kind == "DIBasicType"
    }

    fn from_node(_: &Module, node: &MetadataNode) -> Result<Self, ReadError> {
        Ok(DIBasicType {
            tag: word(node, "tag"),
            name: text(node, "name"),
            size: number(node, "size"),
            encoding: word(node, "encoding"),
        })
    }
}

/// A type made from one other type, or a member of a composite one.
#[derive(Clone, Debug, PartialEq)]
pub struct DIDerivedType {
    /// `DW_TAG_pointer_type`, `DW_TAG_typedef`, `DW_TAG_const_type`, `DW_TAG_member`, …
    pub tag: Box<str>,
    /// Name of the typedef or member.
    pub name: Box<str>,
    /// What a member belongs to.
    pub scope: Option<MetadataId>,
    /// File.
    pub file: Option<MetadataId>,
    /// Line.
    pub line: u32,
    /// The other type; `None` is `void`.
    pub base_type: Option<MetadataId>,
    /// Size in bits; of a bitfield, its width.
    pub size: u64,
    /// Alignment in bits, when forced.
    pub align: u32,
    /// Offset of a member in bits.
    pub offset: u64,
    /// `DIFlagBitField`, `DIFlagStaticMember`, `DIFlagPublic`, …
    pub flags: Vec<Box<str>>,
    /// The storage offset of a bitfield, the discriminant of a variant.
    pub extra_data: Option<Meta>,
}

impl DIDerivedType {
    /// Whether this member is a bitfield.
    pub fn is_bitfield(&self) -> bool {
        self.flags.iter().any(|flag| &**flag == "DIFlagBitField")
    }
}

impl DebugNode for DIDerivedType {
    fn accepts(kind: &str) -> bool {
        kind == "DIDerivedType"
    }

    fn from_node(_: &Module, node: &MetadataNode) -> Result<Self, ReadError> {
        Ok(DIDerivedType {
            tag: word(node, "tag"),
            name: text(node, "name"),
            scope: node.node("scope"),
            file: node.node("file"),
            line: number(node, "line"),
            base_type: node.node("baseType"),
            size: number(node, "size"),
            align: number(node, "align"),
            offset: number(node, "offset"),
            flags: words(node, "flags"),
            extra_data: node.field("extraData").cloned(),
        })
    }
}

/// A type made of parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DICompositeType {
    /// `DW_TAG_structure_type`, `DW_TAG_union_type`, `DW_TAG_enumeration_type`, `DW_TAG_array_type`,
    /// `DW_TAG_variant_part`, …
    pub tag: Box<str>,
    /// Name, empty when it has none.
    pub name: Box<str>,
    /// What it is declared in.
    pub scope: Option<MetadataId>,
    /// File.
    pub file: Option<MetadataId>,
    /// Line.
    pub line: u32,
    /// Element type of an array, representation of an enumeration.
    pub base_type: Option<MetadataId>,
    /// Size in bits.
    pub size: u64,
    /// Alignment in bits, when given.
    pub align: u32,
    /// Members, enumerators, or the subranges of an array.
    pub elements: Vec<MetadataId>,
    /// `DIFlagVector`, `DIFlagFwdDecl` (declared only), …
    pub flags: Vec<Box<str>>,
    /// A name unique in the program.
    pub identifier: Box<str>,
    /// Generic arguments.
    pub template_params: Vec<MetadataId>,
    /// The member that tells the variants of a `DW_TAG_variant_part` apart.
    pub discriminator: Option<MetadataId>,
}

impl DICompositeType {
    /// Whether it is declared but not defined.
    pub fn is_declaration(&self) -> bool {
        self.flags.iter().any(|flag| &**flag == "DIFlagFwdDecl")
    }

    /// Whether this array is a vector.
    pub fn is_vector(&self) -> bool {
        self.flags.iter().any(|flag| &**flag == "DIFlagVector")
    }
}

impl DebugNode for DICompositeType {
    fn accepts(kind: &str) -> bool {
        kind == "DICompositeType"
    }

    fn from_node(module: &Module, node: &MetadataNode) -> Result<Self, ReadError> {
        Ok(DICompositeType {
            tag: word(node, "tag"),
            name: text(node, "name"),
            scope: node.node("scope"),
            file: node.node("file"),
            line: number(node, "line"),
            base_type: node.node("baseType"),
            size: number(node, "size"),
            align: number(node, "align"),
            elements: nodes(module, node, "elements")?,
            flags: words(node, "flags"),
            identifier: text(node, "identifier"),
            template_params: nodes(module, node, "templateParams")?,
            discriminator: node.node("discriminator"),
        })
    }
}

/// A function type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DISubroutineType {
    /// The result, then the parameters; `None` is `void` first and `...` last.
    pub types: Vec<Option<MetadataId>>,
}

impl DebugNode for DISubroutineType {
    fn accepts(kind: &str) -> bool {
        kind == "DISubroutineType"
    }

    fn from_node(module: &Module, node: &MetadataNode) -> Result<Self, ReadError> {
        Ok(DISubroutineType { types: module.node_list(node.node("types"))? })
    }
}

/// A bound of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// A number; a count of -1 means unknown (`int d[]`).
    Number(i128),
    /// A variable or expression: variable-length arrays.
    MetadataNode(MetadataId),
}

/// The extent of one dimension of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DISubrange {
    /// Number of elements.
    pub count: Option<Bound>,
    /// First index, 0 in C and Rust.
    pub lower_bound: Option<Bound>,
    /// Last index.
    pub upper_bound: Option<Bound>,
}

impl DebugNode for DISubrange {
    fn accepts(kind: &str) -> bool {
        kind == "DISubrange"
    }

    fn from_node(_: &Module, node: &MetadataNode) -> Result<Self, ReadError> {
        let bound = |key: &str| match node.field(key)? {
            Meta::Int(value) => Some(Bound::Number(*value)),
            Meta::Id(id) => Some(Bound::MetadataNode(*id)),
            _ => None,
        };
        Ok(DISubrange {
            count: bound("count"),
            lower_bound: bound("lowerBound"),
            upper_bound: bound("upperBound"),
        })
    }
}

/// A constant of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DIEnumerator {
    /// Name.
    pub name: Box<str>,
    /// Value.
    pub value: i128,
    /// Whether the enumeration is unsigned.
    pub is_unsigned: bool,
}

impl DebugNode for DIEnumerator {
    fn accepts(kind: &str) -> bool {
        kind == "DIEnumerator"
    }

    fn from_node(_: &Module, node: &MetadataNode) -> Result<Self, ReadError> {
        Ok(DIEnumerator {
            name: text(node, "name"),
            value: number(node, "value"),
            is_unsigned: node.flag("isUnsigned"),
        })
    }
}

/// A generic argument that is a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DITemplateTypeParameter {
    /// Name, `T`.
    pub name: Box<str>,
    /// Its type.
    pub ty: Option<MetadataId>,
}

impl DebugNode for DITemplateTypeParameter {
    fn accepts(kind: &str) -> bool {
        kind == "DITemplateTypeParameter"
    }

    fn from_node(_: &Module, node: &MetadataNode) -> Result<Self, ReadError> {
        Ok(DITemplateTypeParameter { name: text(node, "name"), ty: node.node("type") })
    }
}
