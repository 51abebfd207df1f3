//! The public functions of a C module as an API model with classes, so that the search over call sequences can use them.
//!
//! ```text
//! struct stack *stack_new(size_t)           class `struct stack`: constructor (long)
//! int db_open(const char *, db **out)       class `db`: constructor (String); the object is what *out holds
//! void queue_init(struct queue *q, int n)   class `struct queue`: constructor (int); the test owns the object
//! int stack_push(struct stack *s, int v)    method of `struct stack`: (int) -> int
//! struct node *list_first(struct list *)    method of `struct list` that gives a `struct node`
//! int crc(const uint8_t *data, size_t len)  static method of the module: (byte[]) -> int; the length follows the array
//! void each(struct list *, int (*f)(int))   f: a constant of the class of that function type
//! struct config { int a; char *b; }         nobody makes one: constructor (int, String), the test fills the fields
//! ```
//!
//! Numbers travel as primitives of their width, whatever their sign; what a leaf means is decided where it is passed.
//! A [`Recipe`] says, for each member, what its call in C looks like.
//!
//! Not handled: variable arguments beyond none, streams, pointers to pointers but for out-parameters, unions by value;
//! zero is passed for them.

mod kinds;
mod members;
mod surroundings;
mod values;

use members::Builder;
use std::collections::{BTreeMap, BTreeSet};
use trine_engine::Role;
use trine_ir::Program;
use trine_testcase::api::{ApiModel, CallableId, Linkage};
use trine_testcase::objects::{ClassApi, ClassId, MemberId, Primitive};
use trine_testcase::test_case::PlaceStep;
use trine_testcase::types::TypeId;

/// What tests of a module may call.
#[derive(Debug)]
pub struct ModuleApi {
    /// As classes.
    pub classes: ClassApi,
    /// By member: what it is in C.
    pub recipes: Vec<Recipe>,
    /// For each class, by id: who ends an object of it.
    pub destructors: BTreeMap<ClassId, MemberId>,
    /// By primitive: the element type of arrays of it.
    pub elements: BTreeMap<Primitive, TypeId>,
    /// The type of characters.
    pub character: Option<TypeId>,
    /// Functions that a test calls, in order, with a member for each.
    pub functions: BTreeMap<CallableId, MemberId>,
    /// Classes whose objects come from the module's own functions.
    pub handles: BTreeSet<ClassId>,
    /// Structures that functions take and that nobody makes.
    pub unmade: Vec<String>,
}

/// What a member is in C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// A call.
    Call(CallRecipe),
    /// A structure of the test, with values for these parts.
    Structure(TypeId, Vec<(Vec<PlaceStep>, TypeId)>),
    /// A number of the test that a pointer points to.
    Variable(TypeId),
    /// So many elements that are all zero: room for what a call writes, or data of one kind.
    Zeros(TypeId),
    /// A function.
    Function(CallableId),
    /// The n-th allocation of the test gives null.
    FailAllocation,
    /// The next call of this external, or of a callback that the test brings, returns a number.
    Answer(CallableId),
    /// A number in a structure that the test has in a variable.
    Field(Vec<PlaceStep>, TypeId),
    /// A pointer to bytes or numbers in a structure that the test has in a variable, and the number beside it that says how many there are.
    Buffer(Vec<PlaceStep>, Vec<PlaceStep>, TypeId),
    /// The object that a pointer points to in a structure that the test has in a variable.
    Inner(Vec<PlaceStep>),
    /// Strings and arrays of the test begin so many bytes behind an aligned address.
    Placement,
}

/// A call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallRecipe {
    /// Whom.
    pub callable: CallableId,
    /// What is passed for each parameter.
    pub inputs: Vec<Input>,
    /// What the step gives.
    pub gives: Gives,
    /// The operand that is ended by it.
    pub ends: Option<usize>,
}

/// What is passed for a parameter. Operands are those of the step, the receiver first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// An operand.
    Operand(usize, TypeId),
    /// How many elements an operand has.
    Length(usize, TypeId),
    /// The address of a new structure.
    Own(TypeId),
    /// The address of a pointer that the call sets.
    Out(TypeId),
    /// A structure by value, of operands from this one on.
    Fields(TypeId, usize, Vec<(Vec<PlaceStep>, TypeId)>),
    /// Zero.
    Zero(TypeId),
}

/// What a step gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// Nothing that others use.
    Nothing,
    /// What the call returns.
    Result,
    /// What it leaves in the pointer of this parameter.
    Held(usize),
    /// The structure of this parameter.
    Own(usize),
}

/// Which functions tests may call.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The file under test, as callables name it.
    pub unit: &'a str,
    /// Names that tests may call; all public ones when `None`.
    pub names: Option<&'a BTreeSet<String>>,
    /// Whether tests call what is static, too, and change fields of objects that functions filled: tests of single functions, whose
    /// callers may have left anything there.
    pub with_statics: bool,
    /// Functions that tests do not call: preconditions are stated of them, which no sequence is made to keep.
    pub without: &'a BTreeSet<CallableId>,
    /// What the user says of functions, by name.
    pub roles: &'a BTreeMap<String, Role>,
}

impl Scope<'_> {
    /// Whether tests may call `callable`.
    fn allows(&self, callable: &trine_testcase::Callable) -> bool {
        let is_seen = match callable.linkage {
            Linkage::External => true,
            Linkage::Internal => self.with_statics && callable.unit == self.unit,
            Linkage::Undefined | Linkage::StandIn => false,
        };
        is_seen && callable.name != "main" && self.names.is_none_or(|names| names.contains(&callable.name))
    }
}

impl ModuleApi {
    /// The functions of `api` that `scope` allows.
    #[must_use]
    pub fn new(api: &ApiModel, program: &Program, scope: Scope<'_>) -> Self {
        let mut builder = Builder::new(api, program, scope.roles);
        let allowed: Vec<CallableId> = api
            .callables
            .iter_enumerated()
            .filter(|(id, callable)| {
                scope.allows(callable) && callable.abi.unsupported.is_none() && !scope.without.contains(id)
            })
            .map(|(id, _)| id)
            .collect();
        builder.find_made(&allowed);
        let allowed = match scope.with_statics {
            true => builder.related(&allowed, scope.unit),
            false => allowed,
        };
        builder.find_filled(&allowed);
        for &id in &allowed {
            builder.function(id, api.callables[id].unit == scope.unit);
        }
        if scope.with_statics {
            builder.fields_to_vary();
        }
        builder.make_the_rest();
        builder.surroundings();
        builder.module
    }

    /// The functions of the unit that work on an object which another function makes, told from types and names alone.
    #[must_use]
    pub fn takers(api: &ApiModel, program: &Program, scope: Scope<'_>) -> BTreeSet<CallableId> {
        let mut builder = Builder::new(api, program, scope.roles);
        let callables = api.callables.iter_enumerated();
        let allowed: Vec<CallableId> =
            callables.filter(|(_, callable)| scope.allows(callable)).map(|(id, _)| id).collect();
        builder.find_made(&allowed);
        builder.find_filled(&allowed);
        let own = allowed.into_iter().filter(|&id| api.callables[id].unit == scope.unit);
        own.filter(|&id| builder.takes_what_others_make(id)).collect()
    }

    /// The recipe of a member.
    #[must_use]
    pub fn recipe(&self, member: MemberId) -> &Recipe {
        &self.recipes[member.0 as usize]
    }
}
