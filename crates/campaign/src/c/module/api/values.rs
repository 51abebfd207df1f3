//! Values that a test makes itself: numbers behind pointers, arrays, functions, and structures that no function makes.

use super::kinds::{Kind, byte, field_name, in_words, int, plain_int, spelled};
use super::members::Builder;
use super::{CallRecipe, Gives, Recipe};
use crate::c::module::roles;
use std::collections::btree_map::Entry;
use trine_testcase::api::{CallableId, Linkage};
use trine_testcase::objects::{ClassId, ClassUse, MemberKind, ParameterType, Primitive, TypeUse};
use trine_testcase::test_case::PlaceStep;
use trine_testcase::types::{RecordKind, TypeId, TypeKind};

/// Numbers in a structure that the test fills itself.
const MAX_FIELDS: usize = 16;

/// How many elements an array has.
fn count() -> ParameterType {
    ParameterType { name: Some("count".to_owned()), ty: int() }
}

/// A part of a structure that is no number.
enum Part {
    /// A buffer, and its length with the type of that.
    Buffer(Vec<PlaceStep>, Kind, Vec<PlaceStep>, TypeId),
    /// A pointer to another structure.
    Inner(Vec<PlaceStep>, TypeId),
}

impl Builder<'_> {
    /// The type of values for a kind that is known already.
    pub(super) fn type_of(&self, kind: &Kind) -> Option<TypeUse> {
        match kind {
            Kind::Number(primitive) => Some(TypeUse::Primitive(*primitive)),
            Kind::Text => Some(TypeUse::Class(ClassUse::plain(trine_sequences::solve::STRING))),
            _ => None,
        }
    }

    /// The type of values for a kind, whose class is made if need be.
    pub(super) fn type_for(&mut self, kind: &Kind) -> Option<TypeUse> {
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
    pub(super) fn variable(&mut self, name: &str, ty: TypeId, primitive: Primitive) -> ClassId {
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
            if self.api.types.size_bytes(ty) == 1 {
                let zeros = Recipe::Zeros(ty);
                self.add(class, "zeros", MemberKind::Constructor, true, vec![count()], None, zeros);
            }
        }
        class
    }

    pub(super) fn array(&mut self, primitive: Primitive, element: Option<TypeId>) -> TypeUse {
        let array = TypeUse::Array(Box::new(TypeUse::Primitive(primitive)));
        if let Some(element) = element.or_else(|| byte(self.api))
            && let Entry::Vacant(vacant) = self.module.elements.entry(primitive)
        {
            vacant.insert(element);
            // Room for what a call writes is made of bytes; what takes many numbers works on each of them.
            if self.api.types.size_bytes(element) == 1 {
                let class = self.class("arrays");
                let (result, zeros) = (Some(array.clone()), Recipe::Zeros(element));
                self.add(class, "zeros", MemberKind::Method, true, vec![count()], result, zeros);
            }
        }
        array
    }

    /// The class of functions of a type, whose constants are those of the program that a test can name.
    pub(super) fn function_class(&mut self, function: TypeId) -> ClassId {
        let types = &self.api.types;
        let resolved = types.resolve(function);
        let known = self.functions.get(&resolved).copied();
        let class = known.unwrap_or_else(|| {
            let mut name = in_words(self.api, resolved);
            // Types of one name in two files are two types.
            while self.by_name.contains_key(&name) {
                name.push('\'');
            }
            self.class(&name)
        });
        self.functions.insert(resolved, class);
        let TypeKind::Function { returns, params, variadic } = types.kind(function).clone() else {
            return class;
        };
        if known.is_some() {
            return class;
        }
        let same = |a: TypeId, b: TypeId| types.resolve(a) == types.resolve(b);
        let fits = |id: CallableId, callable: &trine_testcase::Callable| {
            callable.linkage != Linkage::Undefined
                && !self.api.elsewhere.contains(&id)
                && callable.variadic == variadic
                && callable.params.len() == params.len()
                && same(callable.returns, returns)
                && callable.params.iter().zip(&params).all(|(mine, &theirs)| same(mine.ty, theirs))
        };
        let fitting: Vec<CallableId> =
            self.api.callables.iter_enumerated().filter(|(id, c)| fits(*id, c)).map(|(id, _)| id).collect();
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
    pub(super) fn fields(&self, record: TypeId) -> Vec<(Vec<PlaceStep>, TypeId)> {
        let mut fields = Vec::new();
        self.add_fields(record, &mut Vec::new(), &mut fields);
        fields.truncate(MAX_FIELDS);
        fields
    }

    pub(super) fn add_fields(
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
                _ => self.add_alternative(field.ty, steps, out),
            }
            steps.pop();
        }
    }

    /// Of a union its widest number.
    fn add_alternative(
        &self,
        ty: TypeId,
        steps: &mut Vec<PlaceStep>,
        out: &mut Vec<(Vec<PlaceStep>, TypeId)>,
    ) {
        let TypeKind::Record { fields, kind: RecordKind::Union, .. } = self.api.types.kind(ty) else {
            return;
        };
        let size = |ty: TypeId| self.api.types.types[self.api.types.resolve(ty)].size_bytes;
        let numbers = fields
            .iter()
            .enumerate()
            .filter(|(_, field)| matches!(self.kind(field.ty), Kind::Number(_)) && field.bit_width.is_none());
        let widest = numbers.max_by_key(|(at, field)| (size(field.ty), std::cmp::Reverse(*at)));
        if let Some((at, field)) = widest {
            steps.push(PlaceStep::Field(at as u32));
            out.push((steps.clone(), field.ty));
            steps.pop();
        }
    }

    /// Lets tests change numbers in objects that they have in variables of their own and a function filled.
    pub(super) fn fields_to_vary(&mut self) {
        for class in self.module.handles.clone() {
            let is_filled =
                self.module.classes.members.iter().zip(&self.module.recipes).any(|(member, recipe)| {
                    let fills = |recipe: &CallRecipe| matches!(recipe.gives, Gives::Own(_));
                    member.class == class && matches!(recipe, Recipe::Call(recipe) if fills(recipe))
                });
            let record = self.records[&class];
            if !is_filled || !self.is_fillable(record) {
                continue;
            }
            let mut parts = Vec::new();
            self.add_parts(record, &mut Vec::new(), &mut parts);
            parts.truncate(MAX_FIELDS);
            for part in parts {
                self.part_to_vary(class, record, part);
            }
            for (steps, ty) in self.fields(record) {
                let Kind::Number(primitive) = self.kind(ty) else { continue };
                let name = field_name(self.api, record, &steps);
                let result = Some(TypeUse::Primitive(primitive));
                let recipe = Recipe::Field(steps, ty);
                let field = self.add(class, &name, MemberKind::Field, false, Vec::new(), result, recipe);
                self.module.classes.members[field].is_final_or_abstract = false;
            }
        }
    }

    /// The buffers in a structure that have their lengths beside them, and the objects that it points to.
    fn add_parts(&self, record: TypeId, steps: &mut Vec<PlaceStep>, out: &mut Vec<Part>) {
        let TypeKind::Record { fields, kind: RecordKind::Struct, .. } = self.api.types.kind(record) else {
            return;
        };
        for (at, field) in fields.iter().enumerate() {
            steps.push(PlaceStep::Field(at as u32));
            let length = fields.get(at + 1).filter(|next| {
                let is_number = matches!(self.kind(next.ty), Kind::Number(_)) && next.bit_width.is_none();
                is_number && next.name.as_deref().is_some_and(roles::is_length)
            });
            let beside = |next: u32| {
                let mut beside = steps.clone();
                beside.pop();
                beside.push(PlaceStep::Field(next));
                beside
            };
            match (self.kind(field.ty), length) {
                (Kind::Handle(inner), _) => out.push(Part::Inner(steps.clone(), inner)),
                (Kind::Structure(inner), _) => self.add_parts(inner, steps, out),
                (kind @ (Kind::Text | Kind::Data | Kind::Numbers(..)), Some(length)) => {
                    out.push(Part::Buffer(steps.clone(), kind, beside(at as u32 + 1), length.ty));
                }
                _ => {}
            }
            steps.pop();
        }
    }

    /// A member that gives `part` of an object of `class`, or sets it.
    fn part_to_vary(&mut self, class: ClassId, record: TypeId, part: Part) {
        let (name, parameters, result, recipe) = match part {
            Part::Inner(steps, inner) => {
                let inner = self.handle(inner);
                let result = self.plain(inner);
                (field_name(self.api, record, &steps), Vec::new(), Some(result), Recipe::Inner(steps))
            }
            Part::Buffer(steps, kind, length, ty) => {
                let array = match kind {
                    Kind::Numbers(element, primitive) => self.array(primitive, Some(element)),
                    _ => self.array(Primitive::Byte, None),
                };
                let name = field_name(self.api, record, &steps);
                let parameter = ParameterType { name: Some(name.clone()), ty: array };
                (name, vec![parameter], None, Recipe::Buffer(steps, length, ty))
            }
        };
        self.add(class, &name, MemberKind::Method, false, parameters, result, recipe);
    }

    /// Lets tests fill the structures themselves that no function makes.
    pub(super) fn make_the_rest(&mut self) {
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
}
