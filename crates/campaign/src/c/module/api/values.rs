//! Values that a test makes itself: numbers behind pointers, arrays, functions, and structures that no function makes.

use super::kinds::{Kind, byte, field_name, int, plain_int, spelled};
use super::members::Builder;
use super::{CallRecipe, Gives, Recipe};
use trine_testcase::api::{CallableId, Linkage};
use trine_testcase::objects::{ClassId, ClassUse, MemberKind, ParameterType, Primitive, TypeUse};
use trine_testcase::test_case::PlaceStep;
use trine_testcase::types::{RecordKind, TypeId, TypeKind};

/// Numbers in a structure that the test fills itself.
const MAX_FIELDS: usize = 16;

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
        }
        class
    }

    pub(super) fn array(&mut self, primitive: Primitive, element: Option<TypeId>) -> TypeUse {
        if let Some(element) = element.or_else(|| byte(self.api)) {
            self.module.elements.entry(primitive).or_insert(element);
        }
        TypeUse::Array(Box::new(TypeUse::Primitive(primitive)))
    }

    /// The class of functions of a type, whose constants are those of the program that a test can name.
    pub(super) fn function_class(&mut self, function: TypeId) -> ClassId {
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
                _ => {}
            }
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
