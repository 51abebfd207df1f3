//! Types of the source, from debug information, each node once.
//!
//! A node gets its id before its parts are looked at, so that types may refer to themselves through pointers.
//! With a [`Home`], types of other units are translated to what its source file knows.
//!
//! Source: LangRef, "Specialized Metadata Nodes"; the encodings of DWARF 5, 7.8. Sizes are in bits there.
//! Not handled: vectors, `_Float16`, `__float128`, references and classes of C++: [`TypeKind::Unsupported`].
//! Cost: linear in the nodes reached.

use super::guesses::{Guess, guesses};
use super::home::Home;
use crate::ll::{FuncId, Meta, MetadataId, MetadataNode, Module};
use std::collections::{HashMap, HashSet};
use trine_testcase::{Enumerator, Field, FloatFormat, RecordKind, TypeId, TypeKind, TypeTable};

/// What a type is that tests cannot make a value of.
pub(crate) const VECTOR: &str = "vector type";

/// Builds the type table.
#[derive(Debug, Default)]
pub(crate) struct Types<'m> {
    /// The types so far.
    pub table: TypeTable,
    pub(super) home: Option<Home<'m>>,
    known: HashMap<(usize, MetadataId), TypeId>,
    /// By unit: what its calls say of functions that it only declares.
    guesses: HashMap<usize, HashMap<FuncId, Guess>>,
    /// By unit: its types by name.
    names: HashMap<usize, Home<'m>>,
    shared: HashMap<String, TypeId>,
    /// Records of other units that the home's source file need not know.
    pub foreign_records: HashSet<TypeId>,
}

impl<'m> Types<'m> {
    /// Types as the source file behind `home` spells them.
    pub(crate) fn at(home: Home<'m>) -> Self {
        Self { home: Some(home), ..Self::default() }
    }

    /// What the calls of unit `unit`, which is `module`, say of `function`, which it only declares.
    pub(crate) fn guess(&mut self, unit: usize, module: &Module, function: FuncId) -> Guess {
        if self.is_foreign(unit) {
            // The types would have to be spelled in the terms of another source file.
            return Guess::default();
        }
        if !self.guesses.contains_key(&unit) {
            let found = guesses(self, unit, module);
            self.guesses.insert(unit, found);
        }
        self.guesses.get(&unit).and_then(|known| known.get(&function)).cloned().unwrap_or_default()
    }

    /// The type of unit `unit`, which is `module`, after which clang named an LLVM structure.
    pub(crate) fn of_structure(&mut self, unit: usize, module: &'m Module, name: &str) -> Option<MetadataId> {
        match &self.home {
            Some(home) if home.unit == unit => home.of_structure(name),
            _ => self.names.entry(unit).or_insert_with(|| Home::new(unit, module)).of_structure(name),
        }
    }

    /// The type of node `id` of unit `unit`, which is `module`; `None` is `void`.
    pub(crate) fn of(&mut self, unit: usize, module: &Module, id: Option<MetadataId>) -> TypeId {
        let Some(id) = id else { return self.shared("void", TypeKind::Void, 0) };
        if let Some(known) = self.known.get(&(unit, id)) {
            return *known;
        }
        let Ok(node) = module.metadata(id) else {
            return self.unsupported("type that the debug information does not describe");
        };
        if self.is_foreign(unit)
            && let Some(found) = self.translated(unit, module, id, node)
        {
            self.known.insert((unit, id), found);
            return found;
        }
        let size_bytes = node.int("size").and_then(|bits| u64::try_from(bits).ok()).unwrap_or(0) / 8;
        let new = self.table.add(TypeKind::Unsupported("type in terms of itself".into()), size_bytes);
        self.known.insert((unit, id), new);
        let mut reader = Reader { types: self, unit, module };
        let kind = reader.kind(node);
        if let TypeKind::Alias { target, .. } | TypeKind::Qualified { target, .. } = kind {
            self.table.types[new].size_bytes = self.table.types[target].size_bytes;
        }
        if matches!(kind, TypeKind::Record { .. }) && self.is_foreign(unit) {
            self.foreign_records.insert(new);
        }
        self.table.types[new].kind = kind;
        new
    }

    /// Whether `unit` is another than the one that types are spelled for.
    fn is_foreign(&self, unit: usize) -> bool {
        self.home.as_ref().is_some_and(|home| home.unit != unit)
    }

    /// A type of another unit as the home's source file knows it: by its name, if it has one there; typedefs that
    /// it does not have are looked through, its unknown enumerations are integers.
    fn translated(
        &mut self,
        unit: usize,
        module: &Module,
        id: MetadataId,
        node: &MetadataNode,
    ) -> Option<TypeId> {
        let home = self.home.as_ref()?;
        if let Some(same) = home.counterpart(node) {
            let (unit, module) = (home.unit, home.module);
            return Some(self.of(unit, module, Some(same)));
        }
        match node.word("tag")? {
            "DW_TAG_typedef" => {
                // A typedef may lead back to itself through a pointer to a function.
                let untyped = self.untyped_pointer();
                self.known.insert((unit, id), untyped);
                Some(self.of(unit, module, node.node("baseType")))
            }
            "DW_TAG_enumeration_type" => {
                let base = node.node("baseType");
                let int = |types: &mut Self| {
                    types.shared("int", TypeKind::Int { name: "int".into(), signed: true }, 4)
                };
                Some(if base.is_some() { self.of(unit, module, base) } else { int(self) })
            }
            _ => None,
        }
    }

    fn untyped_pointer(&mut self) -> TypeId {
        let void = self.shared("void", TypeKind::Void, 0);
        let bytes = self.table.pointer_bytes();
        self.shared("void *", TypeKind::Pointer(void), bytes)
    }

    /// What a pointer of another unit points to: a record that the home's source file does not know is incomplete.
    fn foreign_pointee(&mut self, unit: usize, module: &Module, id: Option<MetadataId>) -> TypeId {
        let home = self.home.as_ref();
        let plain = id.and_then(|id| through_names(module, id));
        let unknown = plain.filter(|node| {
            let is_record = matches!(node.word("tag"), Some("DW_TAG_structure_type" | "DW_TAG_union_type"));
            is_record && home.is_none_or(|home| home.counterpart(node).is_none())
        });
        let Some(node) = unknown else { return self.of(unit, module, id) };
        let Some(tag) = node.str("name").filter(|tag| !tag.is_empty()) else {
            return self.shared("void", TypeKind::Void, 0);
        };
        let (kind, word) = match node.word("tag") {
            Some("DW_TAG_union_type") => (RecordKind::Union, "union"),
            _ => (RecordKind::Struct, "struct"),
        };
        let record =
            TypeKind::Record { kind, tag: Some(tag.to_owned()), fields: Vec::new(), complete: false };
        self.shared(&format!("{word} {tag}"), record, 0)
    }

    /// A type that many places share, by its spelling.
    pub(crate) fn shared(&mut self, spelling: &str, kind: TypeKind, size_bytes: u64) -> TypeId {
        if let Some(known) = self.shared.get(spelling) {
            return *known;
        }
        let new = self.table.add(kind, size_bytes);
        self.shared.insert(spelling.to_owned(), new);
        new
    }

    /// A type that a test cannot make a value of.
    pub(crate) fn unsupported(&mut self, what: &str) -> TypeId {
        self.shared(&format!("unsupported {what}"), TypeKind::Unsupported(what.to_owned()), 0)
    }
}

/// The node behind typedefs and qualifiers, unless there are too many to be true.
fn through_names(module: &Module, id: MetadataId) -> Option<&MetadataNode> {
    let mut node = module.metadata(id).ok()?;
    for _ in 0..64 {
        match node.word("tag") {
            Some("DW_TAG_typedef" | "DW_TAG_const_type" | "DW_TAG_volatile_type") => {
                node = module.metadata(node.node("baseType")?).ok()?;
            }
            _ => return Some(node),
        }
    }
    None
}

struct Reader<'a, 'm> {
    types: &'a mut Types<'m>,
    unit: usize,
    module: &'a Module,
}

impl Reader<'_, '_> {
    fn kind(&mut self, node: &MetadataNode) -> TypeKind {
        match node.name() {
            "DIBasicType" => basic(node),
            "DIDerivedType" => self.derived(node),
            "DICompositeType" => self.composite(node),
            "DISubroutineType" => self.function(node),
            other => TypeKind::Unsupported(format!("type described by `{other}`")),
        }
    }

    fn of(&mut self, id: Option<MetadataId>) -> TypeId {
        self.types.of(self.unit, self.module, id)
    }

    fn base(&mut self, node: &MetadataNode) -> TypeId {
        self.of(node.node("baseType"))
    }

    fn derived(&mut self, node: &MetadataNode) -> TypeKind {
        let qualifier = match node.word("tag").unwrap_or_default() {
            "DW_TAG_pointer_type" if self.types.is_foreign(self.unit) => {
                let target = node.node("baseType");
                return TypeKind::Pointer(self.types.foreign_pointee(self.unit, self.module, target));
            }
            "DW_TAG_pointer_type" => return TypeKind::Pointer(self.base(node)),
            "DW_TAG_typedef" => {
                let name = node.str("name").unwrap_or_default().to_owned();
                return TypeKind::Alias { name, target: self.base(node) };
            }
            "DW_TAG_const_type" => "const",
            "DW_TAG_volatile_type" => "volatile",
            "DW_TAG_restrict_type" => "restrict",
            "DW_TAG_atomic_type" => "_Atomic",
            other => return TypeKind::Unsupported(format!("type with tag `{other}`")),
        };
        TypeKind::Qualified { target: self.base(node), qualifier }
    }

    fn composite(&mut self, node: &MetadataNode) -> TypeKind {
        let tag = node.str("name").filter(|name| !name.is_empty()).map(str::to_owned);
        match node.word("tag").unwrap_or_default() {
            "DW_TAG_structure_type" => self.record(node, RecordKind::Struct, tag),
            "DW_TAG_union_type" => self.record(node, RecordKind::Union, tag),
            "DW_TAG_enumeration_type" => self.enumeration(node, tag),
            "DW_TAG_array_type" if node.flags("flags").contains(&"DIFlagVector") => {
                TypeKind::Unsupported(VECTOR.into())
            }
            "DW_TAG_array_type" => self.array(node),
            other => TypeKind::Unsupported(format!("type with tag `{other}`")),
        }
    }

    fn record(&mut self, node: &MetadataNode, kind: RecordKind, tag: Option<String>) -> TypeKind {
        let complete = !node.flags("flags").contains(&"DIFlagFwdDecl");
        let mut fields = Vec::new();
        for id in self.elements(node, "elements") {
            let Ok(member) = self.module.metadata(id) else { continue };
            if member.word("tag") == Some("DW_TAG_member") {
                fields.push(self.field(member));
            }
        }
        TypeKind::Record { kind, tag, fields, complete }
    }

    fn field(&mut self, member: &MetadataNode) -> Field {
        let bits = |key| member.int(key).unwrap_or(0);
        let is_bit_field = member.flags("flags").contains(&"DIFlagBitField");
        Field {
            name: member.str("name").filter(|name| !name.is_empty()).map(str::to_owned),
            ty: self.base(member),
            offset_bits: bits("offset") as u64,
            bit_width: is_bit_field.then_some(bits("size") as u32),
            points_to: None,
        }
    }

    fn enumeration(&mut self, node: &MetadataNode, tag: Option<String>) -> TypeKind {
        let base = node.node("baseType").and_then(|base| self.module.metadata(base).ok());
        let unsigned =
            base.is_some_and(|base| base.word("encoding").is_some_and(|word| word.contains("unsigned")));
        let mut enumerators = Vec::new();
        for id in self.elements(node, "elements") {
            let Ok(enumerator) = self.module.metadata(id) else { continue };
            let name = enumerator.str("name").unwrap_or_default().to_owned();
            enumerators.push(Enumerator { name, value: enumerator.int("value").unwrap_or(0) });
        }
        TypeKind::Enum { tag, signed: !unsigned, enumerators }
    }

    /// `int a[2][3]` is one node with two ranges; ours are arrays of arrays.
    fn array(&mut self, node: &MetadataNode) -> TypeKind {
        let mut lengths: Vec<Option<u64>> = Vec::new();
        for id in self.elements(node, "elements") {
            let count = self.module.metadata(id).ok().and_then(|range| range.int("count"));
            lengths.push(count.and_then(|count| u64::try_from(count).ok()));
        }
        let mut element = self.base(node);
        let outermost = lengths.first().copied().flatten();
        for length in lengths.iter().skip(1).rev() {
            let size = self.types.table.size_bytes(element) * length.unwrap_or(0);
            element = self.types.table.add(TypeKind::Array { element, length: *length }, size);
        }
        TypeKind::Array { element, length: outermost }
    }

    fn function(&mut self, node: &MetadataNode) -> TypeKind {
        let mut parts = self.subroutine(node).into_iter();
        let returns = self.of(parts.next().flatten());
        let mut params: Vec<Option<MetadataId>> = parts.collect();
        let variadic = params.last() == Some(&None);
        if variadic {
            params.pop();
        }
        let params = params.into_iter().map(|param| self.of(param)).collect();
        TypeKind::Function { returns, params, variadic }
    }

    /// The result and parameter types of a function type; `None` is `void` first and `...` last.
    fn subroutine(&self, node: &MetadataNode) -> Vec<Option<MetadataId>> {
        let Some(types) = node.field("types").and_then(|types| self.tuple(types)) else { return Vec::new() };
        types.elements().iter().map(|part| if let Meta::Id(id) = part { Some(*id) } else { None }).collect()
    }

    fn elements(&self, node: &MetadataNode, key: &str) -> Vec<MetadataId> {
        let Some(tuple) = node.field(key).and_then(|tuple| self.tuple(tuple)) else { return Vec::new() };
        tuple
            .elements()
            .iter()
            .filter_map(|part| if let Meta::Id(id) = part { Some(*id) } else { None })
            .collect()
    }

    fn tuple<'n>(&'n self, meta: &'n Meta) -> Option<&'n MetadataNode> {
        match meta {
            Meta::Id(id) => self.module.metadata(*id).ok(),
            Meta::Inline(node) => Some(node),
            _ => None,
        }
    }
}

fn basic(node: &MetadataNode) -> TypeKind {
    let name = node.str("name").unwrap_or_default().to_owned();
    let bits = node.int("size").unwrap_or(0);
    match node.word("encoding").unwrap_or_default() {
        "DW_ATE_boolean" => TypeKind::Bool,
        "DW_ATE_signed_char" => TypeKind::Char { name, signed: true },
        "DW_ATE_unsigned_char" => TypeKind::Char { name, signed: false },
        "DW_ATE_UTF" => TypeKind::Char { name, signed: false },
        "DW_ATE_signed" => TypeKind::Int { name, signed: true },
        "DW_ATE_unsigned" => TypeKind::Int { name, signed: false },
        "DW_ATE_float" => match float_format(&name, bits) {
            Some(format) => TypeKind::Float { name, format },
            None => TypeKind::Unsupported(format!("floating-point type `{name}`")),
        },
        "DW_ATE_complex_float" => complex(bits),
        other => TypeKind::Unsupported(format!("type `{name}` with encoding `{other}`")),
    }
}

fn float_format(name: &str, bits: i128) -> Option<FloatFormat> {
    match (bits, name) {
        (32, _) => Some(FloatFormat::F32),
        (64, _) => Some(FloatFormat::F64),
        // 96 on i386.
        (96 | 128, "long double") => Some(FloatFormat::F80),
        _ => None,
    }
}

/// The node names a complex type only `complex`.
fn complex(bits: i128) -> TypeKind {
    let (part, format) = match bits {
        64 => ("float", FloatFormat::F32),
        128 => ("double", FloatFormat::F64),
        256 => ("long double", FloatFormat::F80),
        _ => return TypeKind::Unsupported(format!("complex type of {bits} bits")),
    };
    TypeKind::Complex { name: format!("_Complex {part}"), format }
}
