//! Structures that functions give and take by their addresses, by the names that the debug information has for them.
//!
//! ```text
//! lua_State *luaL_newstate (void)                     gives `lua_State`, takes nothing
//! lua_State *lua_newstate (lua_Alloc f, void *ud)     gives one, but asks for a function
//! int lua_gettop (lua_State *L)                       takes one
//! ```

use crate::ll::{FuncId, Meta, MetadataId, Module};

/// Qualifiers and aliases of a type that are looked through.
const MAX_LEVELS: usize = 16;

/// Structures that a function gives and takes pointers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Signature<'m> {
    /// The structure whose address it returns.
    pub gives: Option<&'m str>,
    /// By parameter: the structure whose address it takes.
    pub takes: Vec<Option<&'m str>>,
    /// Whether it takes the address of a function.
    pub asks_for_function: bool,
}

impl<'m> Signature<'m> {
    /// That of a function with debug information.
    pub fn of(module: &'m Module, function: FuncId) -> Option<Self> {
        let node = module.metadata(module.function(function).dbg?).ok()?;
        let ty = module.metadata(node.node("type")?).ok()?;
        let types = module.metadata(ty.node("types")?).ok()?;
        let pointees = types.elements().iter().map(|element| match element {
            Meta::Id(id) => pointee(module, *id),
            _ => None,
        });
        let pointees: Vec<Option<Pointee<'m>>> = pointees.collect();
        let record = |one: &Option<Pointee<'m>>| match one {
            Some(Pointee::Record(name)) => Some(*name),
            _ => None,
        };
        let (first, params) = pointees.split_first()?;
        Some(Self {
            gives: record(first),
            takes: params.iter().map(record).collect(),
            asks_for_function: params.iter().any(|one| matches!(one, Some(Pointee::Function))),
        })
    }

    /// Whether it gives an object of its own: it takes none of that structure.
    pub fn makes(&self) -> Option<&'m str> {
        self.gives.filter(|given| !self.takes.contains(&Some(given)))
    }
}

/// What a pointer points to.
enum Pointee<'m> {
    Record(&'m str),
    Function,
}

fn pointee(module: &Module, id: MetadataId) -> Option<Pointee<'_>> {
    let (mut id, mut is_pointer, mut alias) = (id, false, None);
    for _ in 0..MAX_LEVELS {
        let node = module.metadata(id).ok()?;
        match (node.name(), node.word("tag")) {
            ("DICompositeType", Some("DW_TAG_structure_type")) if is_pointer => {
                return node.str("name").or(alias).map(Pointee::Record);
            }
            ("DISubroutineType", _) if is_pointer => return Some(Pointee::Function),
            ("DIDerivedType", Some("DW_TAG_pointer_type")) if !is_pointer => is_pointer = true,
            ("DIDerivedType", Some("DW_TAG_typedef")) if is_pointer => alias = node.str("name").or(alias),
            ("DIDerivedType", Some("DW_TAG_typedef" | "DW_TAG_const_type")) => {}
            _ => return None,
        }
        id = node.node("baseType")?;
    }
    None
}
