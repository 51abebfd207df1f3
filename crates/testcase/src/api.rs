//! The API model: what a test may call and set, with source-level types.

pub use crate::abi::{CallAbi, Passing, Piece, Returning};
use crate::registers::RegisterMap;
use crate::stored::Stores;
use crate::types::{TypeId, TypeTable};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use trine_base::{IndexVec, Span, typed_index};

typed_index! {
    /// A callable of an API model.
    #[derive(Serialize, Deserialize)]
    pub struct CallableId = "callable"
}
typed_index! {
    /// A global variable of an API model.
    #[derive(Serialize, Deserialize)]
    pub struct GlobalVariableId = "variable"
}

/// The status with which the program ends where a stub is called of a function that never returns.
pub const NO_RETURN_STATUS: i32 = 86;

/// How a test ends that calls the stub of `function`, which never returns, in words.
#[must_use]
pub fn ends_in(function: &str) -> String {
    format!("{ENDS_IN}{function}`, which never returns")
}

/// Whether `ending` is what [`ends_in`] says.
#[must_use]
pub fn is_end_in_stub(ending: &str) -> bool {
    ending.starts_with(ENDS_IN)
}

const ENDS_IN: &str = "ends in `";

/// What a test may use.
#[derive(Clone, Debug, Default)]
pub struct ApiModel {
    /// Types.
    pub types: TypeTable,
    /// Functions defined in the units under test, and externals that need a stub.
    pub callables: IndexVec<CallableId, Callable>,
    /// Functions of other files that the unit under test does not declare: a test that calls one declares it.
    pub elsewhere: BTreeSet<CallableId>,
    /// Global variables that a test can name.
    pub globals: IndexVec<GlobalVariableId, GlobalVariable>,
    /// Functions that the user wants replaced by stubs, although they have a body or the C library has them.
    pub stubs: BTreeMap<CallableId, RequestedStub>,
    /// Names of hardware registers, and how they behave.
    pub registers: RegisterMap,
    /// What the units store in members and variables.
    pub stores: Stores,
}

/// How the stub of a function answers that the user wants replaced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestedStub {
    /// Bits that it returns beyond the values that a test sets.
    pub default: u128,
    /// Whether the units under test define the function.
    pub replaces_body: bool,
}

/// Who sees a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    /// The whole program.
    External,
    /// Its file only (`static`).
    Internal,
    /// Declared in the unit, defined elsewhere.
    Undefined,
    /// Nobody but the test: it stands in for a callback.
    StandIn,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Callable {
    /// Name in the source.
    pub name: String,
    /// Name in the program's symbol table (differs for file-local functions of linked units).
    pub symbol: String,
    /// Parameters. For an undefined function without debug information they are what its calls
    /// pass, at the level of the calling convention.
    pub params: Vec<Parameter>,
    /// Result type.
    pub returns: TypeId,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// Whether it is declared never to return (`noreturn`).
    pub no_return: bool,
    /// Who sees it.
    pub linkage: Linkage,
    /// Path of the unit that defines it.
    pub unit: String,
    /// Where it is defined.
    pub span: Option<Span>,
    /// How its parameters and result travel in the registers of the program's function.
    pub abi: CallAbi,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Name; empty when the source gives none.
    pub name: String,
    /// Type.
    pub ty: TypeId,
    /// What the body takes it to point to, where the type of a pointer does not say.
    pub points_to: Option<TypeId>,
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct GlobalVariable {
    /// Name in the source.
    pub name: String,
    /// Name in the program's symbol table.
    pub symbol: String,
    /// Type.
    pub ty: TypeId,
    /// Who sees it.
    pub linkage: Linkage,
    /// Path of the unit that defines it.
    pub unit: String,
    /// Whether C must reach it through its address: what is declared is a structure that we do not know, and `ty` are
    /// its bytes.
    pub seen_as_bytes: bool,
}

impl ApiModel {
    /// The callable named `name` in the source.
    #[must_use]
    pub fn callable_named(&self, name: &str) -> Option<CallableId> {
        self.callables.iter_enumerated().find(|(_, callable)| callable.name == name).map(|(id, _)| id)
    }
}
