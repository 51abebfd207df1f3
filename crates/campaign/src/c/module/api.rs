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

use super::roles;
use std::collections::{BTreeMap, BTreeSet};
use trine_engine::Role;
use trine_ir::{Op, Program};
use trine_testcase::api::{ApiModel, CallableId, Linkage};
use trine_testcase::objects::types::OBJECT;
use trine_testcase::objects::{
    ClassApi, ClassId, ClassKind, ClassType, ClassUse, Member, MemberId, MemberKind, ParameterType,
    Primitive, TypeUse, Visibility,
};
use trine_testcase::test_case::PlaceStep;
use trine_testcase::types::{RecordKind, TypeId, TypeKind};
use trine_testcase::{FloatFormat, LeafKind};

/// Functions of the C library that allocate.
const ALLOCATORS: [&str; 7] =
    ["malloc", "calloc", "realloc", "strdup", "strndup", "reallocarray", "aligned_alloc"];

/// Numbers in a structure that the test fills itself.
const MAX_FIELDS: usize = 16;

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
    /// A function.
    Function(CallableId),
    /// The n-th allocation of the test gives null.
    FailAllocation,
    /// The next call of this external, or of a callback that the test brings, returns a number.
    Answer(CallableId),
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

/// What a parameter or result is to a test.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Number(Primitive),
    Text,
    Numbers(TypeId, Primitive),
    Handle(TypeId),
    OutHandle(TypeId, TypeId),
    Data,
    Function(TypeId),
    Structure(TypeId),
    Other,
}

/// Which functions tests may call.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The file under test, as callables name it.
    pub unit: &'a str,
    /// Names that tests may call; all public ones when `None`.
    pub names: Option<&'a BTreeSet<String>>,
    /// Whether tests call what is static, too.
    pub with_statics: bool,
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
            .filter(|(_, callable)| scope.allows(callable) && callable.abi.unsupported.is_none())
            .map(|(id, _)| id)
            .collect();
        builder.find_makers(&allowed);
        for &id in &allowed {
            builder.function(id, api.callables[id].unit == scope.unit);
        }
        builder.make_the_rest();
        builder.surroundings();
        builder.module
    }

    /// The recipe of a member.
    #[must_use]
    pub fn recipe(&self, member: MemberId) -> &Recipe {
        &self.recipes[member.0 as usize]
    }
}

struct Builder<'a> {
    api: &'a ApiModel,
    program: &'a Program,
    module: ModuleApi,
    by_name: BTreeMap<String, ClassId>,
    /// Types of the structures behind classes.
    records: BTreeMap<ClassId, TypeId>,
    /// Structures that functions return or give by way of a pointer, without being given one.
    made: BTreeSet<String>,
    /// Structures that a function fills whose name says nothing but that.
    filled: BTreeSet<String>,
    own: ClassId,
    others: ClassId,
    roles: &'a BTreeMap<String, Role>,
}

impl<'a> Builder<'a> {
    fn new(api: &'a ApiModel, program: &'a Program, roles: &'a BTreeMap<String, Role>) -> Self {
        let module = ModuleApi {
            classes: ClassApi::default(),
            recipes: Vec::new(),
            destructors: BTreeMap::new(),
            elements: BTreeMap::new(),
            character: None,
            functions: BTreeMap::new(),
            handles: BTreeSet::new(),
            unmade: Vec::new(),
        };
        let mut builder = Self {
            api,
            program,
            module,
            by_name: BTreeMap::new(),
            records: BTreeMap::new(),
            made: BTreeSet::new(),
            filled: BTreeSet::new(),
            own: ClassId(0),
            others: ClassId(0),
            roles,
        };
        builder.class(OBJECT);
        builder.class(trine_sequences::solve::STRING);
        builder.own = builder.class("module");
        builder.others = builder.class("other files");
        builder.module.classes.subjects.push(builder.own);
        builder.module.character = character(api);
        builder
    }

    fn class(&mut self, name: &str) -> ClassId {
        if let Some(&known) = self.by_name.get(name) {
            return known;
        }
        let id = self.module.classes.classes.push(ClassType {
            name: name.to_owned(),
            source_name: name.to_owned(),
            kind: ClassKind::Class,
            is_abstract: false,
            is_inner: false,
            enclosing: None,
            is_extensible: false,
            visibility: Visibility::Everywhere,
            type_parameters: Vec::new(),
            supertypes: Vec::new(),
            members: Vec::new(),
            functional: None,
        });
        self.by_name.insert(name.to_owned(), id);
        id
    }

    fn plain(&self, class: ClassId) -> TypeUse {
        TypeUse::Class(ClassUse::plain(&self.module.classes.classes[class].name))
    }

    /// The class of the structure type `record`.
    fn handle(&mut self, record: TypeId) -> ClassId {
        let class = self.class(&record_name(self.api, record));
        // The best of its appearances: its definition, and what a test may write to.
        let worth = |ty| {
            let is_complete = matches!(self.api.types.kind(ty), TypeKind::Record { complete: true, .. });
            2 * u32::from(is_complete) + u32::from(!self.api.types.is_const(ty))
        };
        let known = self.records.get(&class).copied();
        if known.is_none_or(|known| worth(record) > worth(known)) {
            self.records.insert(class, record);
        }
        if self.module.handles.insert(class) {
            self.module.classes.subjects.push(class);
        }
        class
    }

    fn kind(&self, ty: TypeId) -> Kind {
        let types = &self.api.types;
        if let Some(kind) = types.leaf_kind(ty, None) {
            return primitive(&kind).map_or(Kind::Other, Kind::Number);
        }
        let pointee = match types.kind(ty) {
            TypeKind::Pointer(pointee) if !types.is_argument_list(ty) => *pointee,
            TypeKind::Record { kind: RecordKind::Struct, complete: true, .. } => return Kind::Structure(ty),
            _ => return Kind::Other,
        };
        if let Some(kind) = types.leaf_kind(pointee, None) {
            return match (types.kind(pointee), primitive(&kind)) {
                (TypeKind::Char { name, .. }, _) if name == "char" => Kind::Text,
                (_, Some(primitive)) => Kind::Numbers(pointee, primitive),
                (_, None) => Kind::Other,
            };
        }
        match types.kind(pointee) {
            TypeKind::Function { .. } => Kind::Function(pointee),
            TypeKind::Void => Kind::Data,
            TypeKind::Record { tag, .. } if tag.as_deref() == Some("_IO_FILE") => Kind::Other,
            TypeKind::Record { .. } => Kind::Handle(pointee),
            TypeKind::Pointer(inner) => match types.kind(*inner) {
                TypeKind::Record { .. } => Kind::OutHandle(*inner, pointee),
                _ => Kind::Other,
            },
            _ => Kind::Other,
        }
    }

    /// Finds the structures that functions make by their types alone.
    fn find_makers(&mut self, allowed: &[CallableId]) {
        for &id in allowed {
            let callable = &self.api.callables[id];
            let kinds: Vec<Kind> = callable.params.iter().map(|param| self.kind(param.ty)).collect();
            let takes = |api: &ApiModel, name: &str| {
                kinds.iter().any(|kind| matches!(kind, Kind::Handle(ty) if record_name(api, *ty) == name))
            };
            let mut given = Vec::new();
            if let Kind::Handle(record) = self.kind(callable.returns) {
                given.push(record);
            }
            given.extend(kinds.iter().filter_map(|kind| match kind {
                Kind::OutHandle(record, _) => Some(*record),
                _ => None,
            }));
            for record in given {
                let name = record_name(self.api, record);
                if !takes(self.api, &name) {
                    self.made.insert(name);
                }
            }
            if let Some(Kind::Handle(record)) = kinds.first()
                && self.says(&callable.name, Role::Fills, || roles::initialises(&callable.name, false))
                && self.is_fillable(*record)
            {
                self.filled.insert(record_name(self.api, *record));
            }
        }
    }

    /// Whether a test can have a variable of the structure, which functions may change.
    fn is_fillable(&self, record: TypeId) -> bool {
        matches!(self.api.types.kind(record), TypeKind::Record { complete: true, .. })
            && !self.api.types.is_const(record)
    }

    fn function(&mut self, id: CallableId, is_own: bool) {
        let callable = &self.api.callables[id];
        let kinds: Vec<Kind> = callable.params.iter().map(|param| self.kind(param.ty)).collect();
        let handles: Vec<usize> =
            (0..kinds.len()).filter(|&at| matches!(kinds[at], Kind::Handle(_))).collect();
        let home = if is_own { self.own } else { self.others };
        let others_than_handle =
            kinds.iter().any(|kind| matches!(kind, Kind::Number(_) | Kind::Text | Kind::OutHandle(..)));
        let ends = !handles.is_empty()
            && self.says(&callable.name, Role::Ends, || {
                handles.len() == 1
                    && !others_than_handle
                    && !matches!(self.kind(callable.returns), Kind::Handle(_))
                    && roles::ends(&callable.name, kinds.len() == 1)
            });
        if let (Some(&first), false) = (handles.first(), ends)
            && let Kind::Handle(record) = kinds[first]
            && self.is_initialiser(id, record, first)
        {
            let class = self.handle(record);
            let member = self.member(id, Some(class), &kinds, None, Some(first), None);
            self.note(id, member);
            return;
        }
        match handles.first() {
            Some(&first) => {
                let Kind::Handle(record) = kinds[first] else { return };
                let class = self.handle(record);
                let member = self.member(id, None, &kinds, Some((first, class)), None, ends.then_some(first));
                self.note(id, member);
                if ends && kinds.len() == 1 {
                    self.module.destructors.entry(class).or_insert(member);
                }
                if handles.iter().any(|&at| self.is_compared_with_null(id, at)) {
                    self.static_member(id, home, &kinds, ends.then_some(first));
                }
            }
            None => {
                let made = match self.kind(callable.returns) {
                    Kind::Handle(record) => Some(record),
                    _ => kinds.iter().find_map(|kind| match kind {
                        Kind::OutHandle(record, _) => Some(*record),
                        _ => None,
                    }),
                };
                let makes = self.says(&callable.name, Role::Makes, || true);
                let member = match made.filter(|_| makes) {
                    Some(record) => {
                        let class = self.handle(record);
                        self.member(id, Some(class), &kinds, None, None, None)
                    }
                    None => self.static_member(id, home, &kinds, None),
                };
                self.note(id, member);
            }
        }
    }

    fn note(&mut self, id: CallableId, member: MemberId) {
        self.module.functions.entry(id).or_insert(member);
    }

    /// Whether a function has a role: by what the user says, else by `guess`.
    fn says(&self, name: &str, role: Role, guess: impl Fn() -> bool) -> bool {
        self.roles.get(name).map_or_else(guess, |stated| *stated == role)
    }

    /// Whether the function fills the structure that its parameter at `position` points to.
    fn is_initialiser(&self, id: CallableId, record: TypeId, position: usize) -> bool {
        let name = record_name(self.api, record);
        let is_only_maker = !self.made.contains(&name) && !self.filled.contains(&name);
        let callable = &self.api.callables[id];
        position == 0
            && self.is_fillable(record)
            && self.says(&callable.name, Role::Fills, || {
                roles::initialises(&callable.name, is_only_maker)
                    && !matches!(self.kind(callable.returns), Kind::Handle(_))
            })
    }

    fn static_member(
        &mut self,
        id: CallableId,
        class: ClassId,
        kinds: &[Kind],
        ends: Option<usize>,
    ) -> MemberId {
        self.member_of(id, class, MemberKind::Method, kinds, None, None, ends)
    }

    /// A constructor of `made`, or a method of the class of `receiver`; `own` and `ends` are positions of parameters.
    fn member(
        &mut self,
        id: CallableId,
        made: Option<ClassId>,
        kinds: &[Kind],
        receiver: Option<(usize, ClassId)>,
        own: Option<usize>,
        ends: Option<usize>,
    ) -> MemberId {
        let kind = if made.is_some() { MemberKind::Constructor } else { MemberKind::Method };
        let class = made.or(receiver.map(|(_, class)| class)).unwrap_or(self.own);
        self.member_of(id, class, kind, kinds, receiver.map(|(at, _)| at), own, ends)
    }

    #[allow(clippy::too_many_arguments)]
    fn member_of(
        &mut self,
        id: CallableId,
        class: ClassId,
        kind: MemberKind,
        kinds: &[Kind],
        receiver: Option<usize>,
        own: Option<usize>,
        ends: Option<usize>,
    ) -> MemberId {
        let api = self.api;
        let callable = &api.callables[id];
        let mut parameters = Vec::new();
        let mut inputs = Vec::new();
        let first = usize::from(receiver.is_some());
        let mut gives = Gives::Nothing;
        let mut result = None;
        for (at, (parameter, kind_of)) in callable.params.iter().zip(kinds).enumerate() {
            if receiver == Some(at) {
                inputs.push(Input::Operand(0, parameter.ty));
                continue;
            }
            if own == Some(at) {
                let Kind::Handle(record) = kind_of else { continue };
                inputs.push(Input::Own(*record));
                gives = Gives::Own(at);
                continue;
            }
            if let Kind::OutHandle(record, pointer) = kind_of {
                inputs.push(Input::Out(*pointer));
                if gives == Gives::Nothing {
                    gives = Gives::Held(at);
                    let class = self.handle(*record);
                    result = Some(self.plain(class));
                }
                continue;
            }
            if matches!(kind_of, Kind::Number(_))
                && at > 0
                && roles::is_length(&parameter.name)
                && is_buffer(&kinds[at - 1])
                && let Some(Input::Operand(of, _)) = inputs.last()
            {
                inputs.push(Input::Length(*of, parameter.ty));
                continue;
            }
            let position = first + parameters.len();
            if let Kind::Structure(ty) = kind_of {
                let fields = self.fields(*ty);
                for (_, ty) in &fields {
                    let kind = self.kind(*ty);
                    let ty = self.type_for(&kind).unwrap_or_else(int);
                    parameters.push(ParameterType { name: Some(parameter.name.clone()), ty });
                }
                inputs.push(Input::Fields(*ty, position, fields));
                continue;
            }
            let next_is_length =
                callable.params.get(at + 1).zip(kinds.get(at + 1)).is_some_and(|(next, kind)| {
                    matches!(kind, Kind::Number(_)) && roles::is_length(&next.name)
                });
            let ty = match kind_of {
                Kind::Data if next_is_length => Some(self.array(Primitive::Byte, None)),
                Kind::Numbers(element, primitive) if next_is_length => {
                    Some(self.array(*primitive, Some(*element)))
                }
                kind => self.type_for(kind),
            };
            match ty {
                Some(ty) => {
                    parameters.push(ParameterType { name: Some(parameter.name.clone()), ty });
                    inputs.push(Input::Operand(position, parameter.ty));
                }
                None => inputs.push(Input::Zero(parameter.ty)),
            }
        }
        if gives == Gives::Nothing && kind == MemberKind::Method {
            let returned = self.kind(callable.returns);
            // Characters and numbers that a call points to are its own: passed back, they may overlap with what it writes.
            let is_inner = matches!(returned, Kind::Text | Kind::Numbers(..));
            result = if is_inner { None } else { self.type_for(&returned) };
            if result.is_some() {
                gives = Gives::Result;
            }
        } else if gives == Gives::Nothing {
            gives = Gives::Result;
        }
        let operand = |at: usize| match inputs.get(at) {
            Some(Input::Operand(operand, _)) => Some(*operand),
            _ => None,
        };
        let ends = ends.and_then(operand);
        let recipe = Recipe::Call(CallRecipe { callable: id, inputs, gives, ends });
        let result = result.filter(|_| kind == MemberKind::Method);
        self.add(class, &callable.name, kind, receiver.is_none(), parameters, result, recipe)
    }

    #[allow(clippy::too_many_arguments)]
    fn add(
        &mut self,
        class: ClassId,
        name: &str,
        kind: MemberKind,
        is_static: bool,
        parameters: Vec<ParameterType>,
        result: Option<TypeUse>,
        recipe: Recipe,
    ) -> MemberId {
        let member = self.module.classes.members.push(Member {
            class,
            kind,
            name: name.to_owned(),
            descriptor: self.module.recipes.len().to_string(),
            is_static: is_static && kind != MemberKind::Constructor,
            is_final_or_abstract: kind == MemberKind::Field,
            visibility: Visibility::Everywhere,
            type_parameters: Vec::new(),
            parameters,
            is_varargs: false,
            result,
            throws: Vec::new(),
            is_deprecated: false,
        });
        self.module.recipes.push(recipe);
        self.module.classes.classes[class].members.push(member);
        member
    }

    /// The type of values for a kind that is known already.
    fn type_of(&self, kind: &Kind) -> Option<TypeUse> {
        match kind {
            Kind::Number(primitive) => Some(TypeUse::Primitive(*primitive)),
            Kind::Text => Some(TypeUse::Class(ClassUse::plain(trine_sequences::solve::STRING))),
            _ => None,
        }
    }

    /// The type of values for a kind, whose class is made if need be.
    fn type_for(&mut self, kind: &Kind) -> Option<TypeUse> {
        let class = match kind {
            Kind::Number(_) | Kind::Text => return self.type_of(kind),
            Kind::Handle(record) => self.handle(*record),
            Kind::Data => {
                let ty = plain_int(self.api)?;
                self.variable("void *", ty, Primitive::Int)
            }
            Kind::Numbers(element, primitive) => {
                let spelled = format!("{} *", spelled(self.api, *element));
                self.variable(&spelled, *element, *primitive)
            }
            Kind::Function(function) => self.function_class(*function),
            Kind::OutHandle(..) | Kind::Structure(_) | Kind::Other => return None,
        };
        Some(self.plain(class))
    }

    /// A class of pointers to one number.
    fn variable(&mut self, name: &str, ty: TypeId, primitive: Primitive) -> ClassId {
        let class = self.class(name);
        if self.module.classes.classes[class].members.is_empty() {
            let parameter =
                ParameterType { name: Some("value".to_owned()), ty: TypeUse::Primitive(primitive) };
            self.add(
                class,
                "variable",
                MemberKind::Constructor,
                true,
                vec![parameter],
                None,
                Recipe::Variable(ty),
            );
        }
        class
    }

    fn array(&mut self, primitive: Primitive, element: Option<TypeId>) -> TypeUse {
        if let Some(element) = element.or_else(|| byte(self.api)) {
            self.module.elements.entry(primitive).or_insert(element);
        }
        TypeUse::Array(Box::new(TypeUse::Primitive(primitive)))
    }

    /// The class of functions of a type, whose constants are those of the program that a test can name.
    fn function_class(&mut self, function: TypeId) -> ClassId {
        let types = &self.api.types;
        let name = format!("function {}", types.resolve(function).0);
        let known = self.by_name.contains_key(&name);
        let class = self.class(&name);
        let TypeKind::Function { returns, params, variadic } = types.kind(function).clone() else {
            return class;
        };
        if known {
            return class;
        }
        let same = |a: TypeId, b: TypeId| types.resolve(a) == types.resolve(b);
        let fits = |callable: &trine_testcase::Callable| {
            callable.linkage != Linkage::Undefined
                && callable.variadic == variadic
                && callable.params.len() == params.len()
                && same(callable.returns, returns)
                && callable.params.iter().zip(&params).all(|(mine, &theirs)| same(mine.ty, theirs))
        };
        let fitting: Vec<CallableId> =
            self.api.callables.iter_enumerated().filter(|(_, c)| fits(c)).map(|(id, _)| id).collect();
        let ty = self.plain(class);
        for id in fitting {
            let name = self.api.callables[id].name.clone();
            self.add(
                class,
                &name,
                MemberKind::Field,
                true,
                Vec::new(),
                Some(ty.clone()),
                Recipe::Function(id),
            );
        }
        class
    }

    /// The numbers, strings and callbacks in a structure.
    fn fields(&self, record: TypeId) -> Vec<(Vec<PlaceStep>, TypeId)> {
        let mut fields = Vec::new();
        self.add_fields(record, &mut Vec::new(), &mut fields);
        fields.truncate(MAX_FIELDS);
        fields
    }

    fn add_fields(
        &self,
        record: TypeId,
        steps: &mut Vec<PlaceStep>,
        out: &mut Vec<(Vec<PlaceStep>, TypeId)>,
    ) {
        let TypeKind::Record { fields, kind: RecordKind::Struct, .. } = self.api.types.kind(record) else {
            return;
        };
        for (at, field) in fields.iter().enumerate() {
            if field.bit_width.is_some() {
                continue;
            }
            steps.push(PlaceStep::Field(at as u32));
            match self.kind(field.ty) {
                Kind::Number(_) | Kind::Text | Kind::Function(_) | Kind::Data => {
                    out.push((steps.clone(), field.ty))
                }
                Kind::Structure(inner) => self.add_fields(inner, steps, out),
                _ => {}
            }
            steps.pop();
        }
    }

    /// Lets tests fill the structures themselves that no function makes.
    fn make_the_rest(&mut self) {
        for class in self.module.handles.clone() {
            let model = &self.module.classes;
            let ty = self.plain(class);
            let is_made = model.members.iter().any(|member| {
                member.class == class && member.kind == MemberKind::Constructor
                    || member.result.as_ref() == Some(&ty)
            });
            if is_made {
                continue;
            }
            let record = self.records[&class];
            if !matches!(
                self.api.types.kind(record),
                TypeKind::Record { complete: true, kind: RecordKind::Struct, .. }
            ) {
                self.module.unmade.push(self.module.classes.classes[class].name.clone());
                continue;
            }
            let fields = self.fields(record);
            let mut parameters = Vec::with_capacity(fields.len());
            for (steps, ty) in &fields {
                let name = Some(field_name(self.api, record, steps));
                let kind = self.kind(*ty);
                parameters.push(ParameterType { name, ty: self.type_for(&kind).unwrap_or_else(int) });
            }
            let recipe = Recipe::Structure(record, fields);
            self.add(class, "structure", MemberKind::Constructor, true, parameters, None, recipe);
        }
    }

    /// Lets tests decide what the module asks of its surroundings: memory, and functions that the test stands in for.
    fn surroundings(&mut self) {
        if self.module.functions.is_empty() {
            return;
        }
        let own = self.own;
        let allocates = ALLOCATORS.iter().any(|name| self.program.function_named(name).is_some());
        if allocates {
            let number = ParameterType { name: Some("number".to_owned()), ty: int() };
            self.add(
                own,
                "allocation fails",
                MemberKind::Method,
                true,
                vec![number],
                None,
                Recipe::FailAllocation,
            );
        }
        let answers = |(id, callable): (CallableId, &trine_testcase::Callable)| {
            let is_stub = match callable.linkage {
                Linkage::StandIn => true,
                Linkage::Undefined => {
                    !callable.symbol.starts_with("llvm.")
                        && (trine_machine::shims::lookup(&callable.symbol).is_none()
                            || self.api.stubs.contains_key(&id)
                            || trine_c_library::CONTROLLED.contains(&callable.symbol.as_str()))
                }
                _ => false,
            };
            match self.kind(callable.returns) {
                Kind::Number(primitive)
                    if is_stub && self.program.function_named(&callable.symbol).is_some() =>
                {
                    Some((id, primitive))
                }
                _ => None,
            }
        };
        let answering: Vec<_> = self.api.callables.iter_enumerated().filter_map(answers).collect();
        for (id, primitive) in answering {
            let name = format!("{} answers", self.api.callables[id].name);
            let number = ParameterType { name: Some("answer".to_owned()), ty: TypeUse::Primitive(primitive) };
            self.add(own, &name, MemberKind::Method, true, vec![number], None, Recipe::Answer(id));
        }
    }

    /// Whether the body compares the parameter at `position` with the null pointer: then it may be one.
    fn is_compared_with_null(&self, id: CallableId, position: usize) -> bool {
        let callable = &self.api.callables[id];
        let Some(trine_testcase::Passing::Direct(register)) = callable.abi.params.get(position) else {
            return false;
        };
        let Some(function) = self.program.function_named(&callable.symbol) else { return false };
        let Ok(body) = self.program.body(function) else { return false };
        let Some(&parameter) =
            body.blocks.iter().next().and_then(|entry| entry.params.get(*register as usize))
        else {
            return false;
        };
        let is_null = |value: trine_ir::Value| body.constant_bits(value) == Some(0);
        let insts = body.blocks.iter().flat_map(|block| &block.insts);
        let mut comparisons = insts.filter_map(|inst| match inst.op {
            Op::IntCompare(_, a, b) => Some((a, b)),
            _ => None,
        });
        comparisons.any(|(a, b)| a == parameter && is_null(b) || b == parameter && is_null(a))
    }
}

fn int() -> TypeUse {
    TypeUse::Primitive(Primitive::Int)
}

fn is_buffer(kind: &Kind) -> bool {
    matches!(kind, Kind::Text | Kind::Numbers(..) | Kind::Data)
}

/// The primitive that a number of this kind travels as.
fn primitive(kind: &LeafKind) -> Option<Primitive> {
    Some(match kind {
        LeafKind::Bool => Primitive::Boolean,
        LeafKind::Float(FloatFormat::F32) => Primitive::Float,
        LeafKind::Float(FloatFormat::F64) => Primitive::Double,
        LeafKind::Float(FloatFormat::F80) => return None,
        kind => match kind.bits() {
            8 => Primitive::Byte,
            16 => Primitive::Short,
            32 => Primitive::Int,
            64 => Primitive::Long,
            _ => return None,
        },
    })
}

/// A name for a structure type, the same for all its appearances.
fn record_name(api: &ApiModel, record: TypeId) -> String {
    if let TypeKind::Record { tag: Some(tag), .. } = api.types.kind(record) {
        return format!("struct {tag}");
    }
    spelled(api, record)
}

/// A type as a message names it: by its typedef, or its number.
fn spelled(api: &ApiModel, mut ty: TypeId) -> String {
    loop {
        match &api.types.types[ty].kind {
            TypeKind::Alias { name, .. } => return name.clone(),
            TypeKind::Qualified { target, .. } => ty = *target,
            TypeKind::Int { name, .. } | TypeKind::Char { name, .. } | TypeKind::Float { name, .. } => {
                return name.clone();
            }
            TypeKind::Bool => return "_Bool".to_owned(),
            TypeKind::Enum { tag: Some(tag), .. } => return format!("enum {tag}"),
            _ => return format!("type {}", ty.0),
        }
    }
}

fn field_name(api: &ApiModel, mut record: TypeId, steps: &[PlaceStep]) -> String {
    let mut name = String::new();
    for step in steps {
        if let (PlaceStep::Field(at), TypeKind::Record { fields, .. }) = (step, api.types.kind(record))
            && let Some(field) = fields.get(*at as usize)
        {
            if let Some(part) = &field.name {
                name.push_str(if name.is_empty() { "" } else { "." });
                name.push_str(part);
            }
            record = field.ty;
        }
    }
    name
}

fn character(api: &ApiModel) -> Option<TypeId> {
    find(api, |kind, size| matches!(kind, TypeKind::Char { name, .. } if name == "char") && size == 1)
}

fn byte(api: &ApiModel) -> Option<TypeId> {
    let unsigned = find(api, |kind, size| matches!(kind, TypeKind::Char { signed: false, .. }) && size == 1);
    unsigned.or_else(|| character(api))
}

fn plain_int(api: &ApiModel) -> Option<TypeId> {
    find(api, |kind, size| matches!(kind, TypeKind::Int { signed: true, .. }) && size == 4)
}

fn find(api: &ApiModel, wanted: impl Fn(&TypeKind, u64) -> bool) -> Option<TypeId> {
    let types = &api.types.types;
    types.iter_enumerated().find(|(_, ty)| wanted(&ty.kind, ty.size_bytes)).map(|(id, _)| id)
}
