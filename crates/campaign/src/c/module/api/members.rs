//! The functions of a module as members of classes: who makes an object, who works on one, who ends it.

use super::kinds::{Kind, character, int, is_buffer, is_constant_text, kind_of, record_name};
use super::{CallRecipe, Gives, Input, ModuleApi, Recipe};
use crate::c::module::roles;
use std::collections::{BTreeMap, BTreeSet};
use trine_engine::Role;
use trine_ir::Program;
use trine_record::sequence::signature;
use trine_testcase::api::{ApiModel, CallableId};
use trine_testcase::objects::types::OBJECT;
use trine_testcase::objects::{
    ClassApi, ClassId, ClassType, ClassUse, Member, MemberId, MemberKind, ParameterType, Primitive, TypeUse,
};
use trine_testcase::types::{TypeId, TypeKind};

/// Functions of other files that tests of one file call, where they are all that work on its structures.
const MAX_RELATED: usize = 40;

pub(super) struct Builder<'a> {
    pub(super) api: &'a ApiModel,
    pub(super) program: &'a Program,
    pub(super) module: ModuleApi,
    pub(super) by_name: BTreeMap<String, ClassId>,
    /// Classes of functions, by their types.
    pub(super) functions: BTreeMap<TypeId, ClassId>,
    /// Types of the structures behind classes.
    pub(super) records: BTreeMap<ClassId, TypeId>,
    /// Structures that functions return or give by way of a pointer, without being given one.
    pub(super) made: BTreeSet<String>,
    /// Structures that a function fills whose name says nothing but that.
    pub(super) filled: BTreeSet<String>,
    /// Structures that nothing else makes, and that a function fills whose name may say so.
    pub(super) opened: BTreeSet<String>,
    pub(super) own: ClassId,
    pub(super) others: ClassId,
    pub(super) roles: &'a BTreeMap<String, Role>,
}

impl<'a> Builder<'a> {
    /// What a type is to a test.
    pub(super) fn kind(&self, ty: TypeId) -> Kind {
        kind_of(self.api, ty)
    }

    pub(super) fn new(api: &'a ApiModel, program: &'a Program, roles: &'a BTreeMap<String, Role>) -> Self {
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
            functions: BTreeMap::new(),
            records: BTreeMap::new(),
            made: BTreeSet::new(),
            filled: BTreeSet::new(),
            opened: BTreeSet::new(),
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

    pub(super) fn class(&mut self, name: &str) -> ClassId {
        if let Some(&known) = self.by_name.get(name) {
            return known;
        }
        let id = self
            .module
            .classes
            .classes
            .push(ClassType { source_name: name.to_owned(), ..ClassType::named(name) });
        self.by_name.insert(name.to_owned(), id);
        id
    }

    pub(super) fn plain(&self, class: ClassId) -> TypeUse {
        TypeUse::Class(ClassUse::plain(&self.module.classes.classes[class].name))
    }

    /// The class of the structure type `record`.
    pub(super) fn handle(&mut self, record: TypeId) -> ClassId {
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

    /// Finds the structures that functions make by their types alone.
    pub(super) fn find_made(&mut self, allowed: &[CallableId]) {
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
        }
    }

    /// Finds the structures that functions fill, by the names of these; those that functions make are known.
    pub(super) fn find_filled(&mut self, allowed: &[CallableId]) {
        for &id in allowed {
            let first = self.api.callables[id].params.first().map(|param| self.kind(param.ty));
            if let Some(Kind::Handle(record)) = first
                && self.fills(id, record, false)
                && self.is_fillable(record)
            {
                self.filled.insert(record_name(self.api, record));
            }
        }
        for &id in allowed {
            let first = self.api.callables[id].params.first().map(|param| self.kind(param.ty));
            if let Some(Kind::Handle(record)) = first
                && self.is_initialiser(id, record, 0)
            {
                self.opened.insert(record_name(self.api, record));
            }
        }
    }

    /// Of `allowed`, the functions of `unit`, and those of other files that work on the structures which these take or give; only those
    /// that make such structures, where there are many.
    pub(super) fn related(&self, allowed: &[CallableId], unit: &str) -> Vec<CallableId> {
        let is_own = |id: CallableId| self.api.callables[id].unit == unit;
        let own = allowed.iter().copied().filter(|&id| is_own(id));
        let records: BTreeSet<String> = own.flat_map(|id| self.records_of(id)).collect();
        let others = allowed.iter().copied().filter(|&id| !is_own(id));
        let is_related = |&id: &CallableId| self.records_of(id).iter().any(|record| records.contains(record));
        let mut related: BTreeSet<CallableId> = others.filter(is_related).collect();
        if related.len() > MAX_RELATED {
            related.retain(|&id| self.makes(id) || self.ends(id));
        }
        allowed.iter().copied().filter(|id| is_own(*id) || related.contains(id)).collect()
    }

    /// Whether a function takes an object alone and ends it, by its name.
    fn ends(&self, id: CallableId) -> bool {
        let callable = &self.api.callables[id];
        let is_handle = matches!(&callable.params[..], [one] if matches!(self.kind(one.ty), Kind::Handle(_)));
        is_handle && self.says(&callable.name, Role::Ends, || roles::ends(&callable.name, true))
    }

    /// Whether a function gives an object without being given one, or fills one by its name.
    fn makes(&self, id: CallableId) -> bool {
        let callable = &self.api.callables[id];
        let takes_none = !callable.params.iter().any(|param| matches!(self.kind(param.ty), Kind::Handle(_)));
        let fills = |record| self.fills(id, record, false);
        let first = callable.params.first().map(|param| self.kind(param.ty));
        takes_none || matches!(first, Some(Kind::Handle(record)) if fills(record))
    }

    /// The structures that a function takes or gives by their addresses.
    fn records_of(&self, id: CallableId) -> Vec<String> {
        let callable = &self.api.callables[id];
        let types = callable.params.iter().map(|param| param.ty).chain([callable.returns]);
        let record = |ty| match self.kind(ty) {
            Kind::Handle(record) | Kind::OutHandle(record, _) => Some(record_name(self.api, record)),
            _ => None,
        };
        types.filter_map(record).collect()
    }

    /// Whether a function takes an object that another one makes or fills.
    pub(super) fn takes_what_others_make(&self, id: CallableId) -> bool {
        let callable = &self.api.callables[id];
        let kinds = callable.params.iter().map(|param| self.kind(param.ty));
        kinds.enumerate().any(|(at, kind)| {
            let Kind::Handle(record) = kind else { return false };
            !self.is_initialiser(id, record, at) && self.is_made(record)
        })
    }

    /// Whether a function makes or fills structures of this type.
    fn is_made(&self, record: TypeId) -> bool {
        let name = record_name(self.api, record);
        self.made.contains(&name) || self.filled.contains(&name) || self.opened.contains(&name)
    }

    /// Whether a function fills its first object, by what the user says or its name does; `is_only_maker` when nothing else makes one.
    fn fills(&self, id: CallableId, record: TypeId, is_only_maker: bool) -> bool {
        let callable = &self.api.callables[id];
        self.says(&callable.name, Role::Fills, || {
            let structure = record_name(self.api, record);
            let own = roles::without_words_of(&callable.name, &structure);
            roles::initialises(&own, is_only_maker) && !self.is_context(callable, &structure)
        })
    }

    /// Whether `structure` is what a function works in, not what it fills: others make it, and the function takes another structure, or its
    /// name says that it fills a part (`luaS_init` the strings of a `struct lua_State`).
    fn is_context(&self, callable: &trine_testcase::Callable, structure: &str) -> bool {
        let kinds = callable.params.iter().map(|param| self.kind(param.ty));
        let mut records = kinds.filter_map(|kind| match kind {
            Kind::Handle(record) => Some(record_name(self.api, record)),
            _ => None,
        });
        self.made.contains(structure)
            && (records.any(|record| record != structure)
                || !roles::says_only_that_it_fills(&roles::without_words_of(&callable.name, structure)))
    }

    /// Whether a test can have a variable of the structure, which functions may change.
    pub(super) fn is_fillable(&self, record: TypeId) -> bool {
        matches!(self.api.types.kind(record), TypeKind::Record { complete: true, .. })
            && !self.api.types.is_const(record)
    }

    pub(super) fn function(&mut self, id: CallableId, is_own: bool) {
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
                    self.note_destructor(class, member, record);
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

    /// Notes that `member` ends objects of `class`: the first that does so, or the first whose name says nothing else (`lua_close` rather
    /// than `luaE_freeCI`, both of a `struct lua_State`).
    fn note_destructor(&mut self, class: ClassId, member: MemberId, record: TypeId) {
        let structure = record_name(self.api, record);
        let says_only_that = |member: MemberId| {
            let name = &self.module.classes.members[member].name;
            roles::says_only_that_it_ends(&roles::without_words_of(name, &structure))
        };
        let is_better = |&known: &MemberId| says_only_that(member) && !says_only_that(known);
        if self.module.destructors.get(&class).is_none_or(is_better) {
            self.module.destructors.insert(class, member);
        }
    }

    pub(super) fn note(&mut self, id: CallableId, member: MemberId) {
        self.module.functions.entry(id).or_insert(member);
    }

    /// Whether a function has a role: by what the user says, else by `guess`.
    pub(super) fn says(&self, name: &str, role: Role, guess: impl Fn() -> bool) -> bool {
        self.roles.get(name).map_or_else(guess, |stated| *stated == role)
    }

    /// Whether the function fills the structure that its parameter at `position` points to.
    pub(super) fn is_initialiser(&self, id: CallableId, record: TypeId, position: usize) -> bool {
        let name = record_name(self.api, record);
        let is_only_maker = !self.made.contains(&name) && !self.filled.contains(&name);
        let callable = &self.api.callables[id];
        position == 0
            && self.is_fillable(record)
            && self.fills(id, record, is_only_maker)
            && (self.roles.contains_key(&callable.name)
                || !matches!(self.kind(callable.returns), Kind::Handle(_)))
    }

    pub(super) fn static_member(
        &mut self,
        id: CallableId,
        class: ClassId,
        kinds: &[Kind],
        ends: Option<usize>,
    ) -> MemberId {
        self.member_of(id, class, MemberKind::Method, kinds, None, None, ends)
    }

    /// A constructor of `made`, or a method of the class of `receiver`; `own` and `ends` are positions of parameters.
    pub(super) fn member(
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
    pub(super) fn member_of(
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
                && (!is_constant_text(api, callable.params[at - 1].ty)
                    || roles::is_length_of(&parameter.name, &callable.params[at - 1].name))
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
    pub(super) fn add(
        &mut self,
        class: ClassId,
        name: &str,
        kind: MemberKind,
        is_static: bool,
        parameters: Vec<ParameterType>,
        result: Option<TypeUse>,
        recipe: Recipe,
    ) -> MemberId {
        // Members are told apart by names and types alone, so that records of tests can be read when the code has changed.
        let others = self.module.classes.classes[class].members.iter();
        let others = others.filter(|&&other| self.module.classes.members[other].name == name).count();
        let descriptor = match kind {
            MemberKind::Field => String::new(),
            _ => format!("({})", parameters.iter().map(|one| signature(&one.ty)).collect::<String>()),
        };
        let descriptor = if others == 0 { descriptor } else { format!("{descriptor}{}", others + 1) };
        let member = Member {
            is_static: is_static && kind != MemberKind::Constructor,
            is_final_or_abstract: kind == MemberKind::Field,
            parameters,
            result,
            ..Member::named(kind, name, &descriptor)
        };
        self.module.recipes.push(recipe);
        self.module.classes.add_member(class, member)
    }
}
