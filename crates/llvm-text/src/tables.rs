//! What names mean in a module: types, symbols, attribute groups. Filled while the headers are read; afterwards only
//! the table of types grows.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::arena::Arena;
use super::ast::{AttributeGroup, NamedStruct, StructId, Symbol, Type, TypeId};

/// Interned types.
#[derive(Debug)]
pub(crate) struct TypeTable {
    types: Arena<Type>,
    ids: Mutex<HashMap<Type, TypeId>>,
}

/// Types every module has, at fixed ids, so that the reader need not look them up.
macro_rules! fixed_types {
    ($($name:ident = $index:literal: $ty:expr,)*) => {
        impl TypeTable {
            $(pub(crate) const $name: TypeId = TypeId($index);)*

            fn fixed() -> Vec<Type> {
                vec![$($ty),*]
            }
        }
    };
}

fixed_types! {
    VOID = 0: Type::Void,
    I1 = 1: Type::Int(1),
    I8 = 2: Type::Int(8),
    I16 = 3: Type::Int(16),
    I32 = 4: Type::Int(32),
    I64 = 5: Type::Int(64),
    I128 = 6: Type::Int(128),
    PTR = 7: Type::Ptr,
    HALF = 8: Type::Half,
    BFLOAT = 9: Type::BFloat,
    FLOAT = 10: Type::Float,
    DOUBLE = 11: Type::Double,
    X86_FP80 = 12: Type::X86Fp80,
    FP128 = 13: Type::Fp128,
    PPC_FP128 = 14: Type::PpcFp128,
    LABEL = 15: Type::Label,
    TOKEN = 16: Type::Token,
    METADATA = 17: Type::Metadata,
}

impl TypeTable {
    fn new() -> Self {
        let table = TypeTable { types: Arena::default(), ids: Mutex::new(HashMap::new()) };
        for ty in Self::fixed() {
            table.intern(ty);
        }
        table
    }

    /// The id of a type, new if it was not seen before.
    pub(crate) fn intern(&self, ty: Type) -> TypeId {
        // A panic while the lock is held cannot leave the map half written.
        let mut ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&id) = ids.get(&ty) {
            return id;
        }
        let id = TypeId::from_index(ids.len());
        self.types.get_or_set(id.index(), ty.clone());
        ids.insert(ty, id);
        id
    }

    /// The type behind an id of this module; `Void` for ids of another.
    pub(crate) fn get(&self, id: TypeId) -> &Type {
        self.types.get(id.index()).unwrap_or(&Type::Void)
    }
}

/// All tables of a module.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) types: TypeTable,
    pub(crate) structs: Vec<NamedStruct>,
    pub(crate) struct_ids: HashMap<Box<str>, StructId>,
    pub(crate) symbols: HashMap<Box<str>, Symbol>,
    pub(crate) groups: HashMap<u32, AttributeGroup>,
}

impl Tables {
    pub(crate) fn new() -> Self {
        Tables {
            types: TypeTable::new(),
            structs: Vec::new(),
            struct_ids: HashMap::new(),
            symbols: HashMap::new(),
            groups: HashMap::new(),
        }
    }

    /// Announces a named struct; its definition comes later.
    pub(crate) fn add_struct(&mut self, name: &str) -> StructId {
        if let Some(&id) = self.struct_ids.get(name) {
            return id;
        }
        let id = StructId::from_index(self.structs.len());
        self.structs.push(NamedStruct { name: name.into(), definition: None });
        self.struct_ids.insert(name.into(), id);
        id
    }

    /// The type, with names looked through: never [`Type::Named`] unless the struct is opaque.
    pub(crate) fn resolved(&self, id: TypeId) -> &Type {
        let mut ty = self.types.get(id);
        // `%a = type %b` chains are legal; a cycle of them is not, hence the bound.
        for _ in 0..16 {
            match ty {
                Type::Named(name) => {
                    match self.structs.get(name.index()).and_then(|named| named.definition) {
                        Some(definition) => ty = self.types.get(definition),
                        None => return ty,
                    }
                }
                _ => return ty,
            }
        }
        ty
    }
}
