//! Objects that Mockito makes, for projects that use it, in place of anonymous classes in the test.
//!
//! ```text
//! Clock clock = mock(Clock.class);
//! when(clock.now()).thenReturn(5L, 7L);
//! ```
//!
//! Answers must be those of the anonymous class, which ran in our machine: methods with a body keep it, a method without an answer gives zero
//! or `null`, and the last answer is given ever after. Mockito by itself gives empty collections and the like, so such methods are told to
//! give `null`. What Mockito cannot be told that way stays an anonymous class: methods with parameters of variable number or with type
//! parameters of their own, those of `Object`, and methods that the test cannot name.

use super::expression::{Context, Expression, Refusal};
use super::hierarchy::{is_exact, lineage, member_type, mentions};
use super::overload::Static;
use super::{literal, thrown};
use trine_testcase::objects::{
    Action, ClassApi, ClassId, ClassUse, Ended, Member, MemberId, MemberKind, ObjectTest, Operand, Primitive,
    StepId, TypeArgument, TypeUse, Types, Visibility,
};

/// The class of Mockito whose static methods tests call.
const MOCKITO: &str = "org.mockito.Mockito";
/// The class of what stands for any argument.
const MATCHERS: &str = "org.mockito.ArgumentMatchers";

/// A method of a mock, and what it gives, one call after the other.
#[derive(Debug)]
struct Stub {
    method: MemberId,
    /// `None` for the zero or `null` that Mockito would not give by itself.
    values: Option<Vec<Operand>>,
}

/// Whether Mockito can make the object of `step`, which is no lambda, with the answers that it gives.
#[must_use]
pub fn applies(api: &ClassApi, test: &ObjectTest, step: StepId) -> bool {
    let Some((id, on)) = mocked(api, test, step) else { return false };
    let is_thrower = matches!(test.ended, Ended::Threw { step: thrower, .. } if thrower == step);
    let class = &api.classes[id];
    let all = Types::new(api).abstract_methods(id);
    let is_of_object = |member: &MemberId| {
        matches!(api.members[*member].name.as_str(), "equals" | "hashCode" | "toString" | "finalize")
    };
    !is_thrower
        && !class.is_inner
        && class.visibility != Visibility::Hidden
        && !all.iter().any(is_of_object)
        && stubs(api, test, step, id).iter().all(|stub| {
            let method = &api.members[stub.method];
            let named = TypeUse::Class(on.clone());
            let types = method.parameters.iter().map(|parameter| &parameter.ty);
            method.visibility != Visibility::Hidden
                && !is_of_object(&stub.method)
                && !method.is_varargs
                && method.type_parameters.is_empty()
                && types.map(|ty| member_type(api, method, Some(&named), ty)).all(|ty| is_closed(&ty))
        })
}

/// The class that the step stands in for, and how it is named.
fn mocked<'a>(api: &ClassApi, test: &'a ObjectTest, step: StepId) -> Option<(ClassId, &'a ClassUse)> {
    let here = &test.sequence.steps.steps[step];
    let (Action::Mock { constructed: None, .. }, Some(TypeUse::Class(class))) = (&here.action, &here.ty)
    else {
        return None;
    };
    Some((api.class_named(&class.name)?, class))
}

/// What Mockito must be told.
fn stubs(api: &ClassApi, test: &ObjectTest, step: StepId, class: ClassId) -> Vec<Stub> {
    let Action::Mock { answers, .. } = &test.sequence.steps.steps[step].action else { return Vec::new() };
    let mut methods = Types::new(api).abstract_methods(class);
    let further = answers.iter().filter(|(_, values)| !values.is_empty()).map(|(member, _)| *member);
    for member in further {
        if !methods.contains(&member) {
            methods.push(member);
        }
    }
    let told = methods.into_iter().filter_map(|method| {
        let result = api.members[method].result.as_ref()?;
        let values = answers.iter().find(|(member, _)| *member == method).map(|(_, values)| values.clone());
        let is_filled = is_filled(&api.members[method], result);
        let is_told = |values: &Vec<Operand>| {
            let is_zero = |value: &Operand| match value {
                Operand::Leaf(leaf) => test.sequence.leaf(*leaf) == 0,
                value => *value == Operand::Null,
            };
            !values.is_empty()
                && (is_filled || !values.iter().all(is_zero) || !api.members[method].is_final_or_abstract)
        };
        match values.filter(is_told) {
            Some(values) => Some(Stub { method, values: Some(values) }),
            None => is_filled.then_some(Stub { method, values: None }),
        }
    });
    told.collect()
}

/// Whether Mockito gives something else than zero or `null` by itself (`ReturnsEmptyValues`).
fn is_filled(method: &Member, result: &TypeUse) -> bool {
    const FILLED: [&str; 5] =
        ["java/util/", "java/util/stream/", "java/lang/Iterable", "java/time/Duration", "java/time/Period"];
    match result {
        TypeUse::Class(class) => FILLED.iter().any(|start| class.name.starts_with(start)),
        TypeUse::Primitive(_) => method.name == "compareTo" && method.parameters.len() == 1,
        _ => false,
    }
}

/// Whether a type can be written as the argument of a method's type parameter: it names no type variable.
fn is_closed(ty: &TypeUse) -> bool {
    match ty {
        TypeUse::Primitive(_) => true,
        TypeUse::Variable(_) => false,
        TypeUse::Array(element) => is_closed(element),
        TypeUse::Class(class) => class.arguments.iter().all(|argument| match argument {
            TypeArgument::Any => true,
            TypeArgument::Exactly(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) => is_closed(ty),
        }),
    }
}

/// Whether all methods of an interface are abstract, those above it included.
fn is_bodiless(api: &ClassApi, class: ClassId) -> bool {
    api.classes[class].kind.is_interface()
        && lineage(api, class).into_iter().filter(|&above| api.classes[above].kind.is_interface()).all(
            |above| {
                let mut methods = api.classes[above].members.iter().map(|&member| &api.members[member]);
                methods.all(|method| {
                    method.kind != MemberKind::Method || method.is_static || method.is_final_or_abstract
                })
            },
        )
}

impl Context<'_, '_> {
    /// `mock(Clock.class)`.
    pub(super) fn mockito_object(&mut self, step: StepId) -> Result<Expression, Refusal> {
        let (api, test) = (self.api, self.test);
        let Some((id, class)) = mocked(api, test, step) else {
            return Err(format!("step {step} implements something that nothing is known of"));
        };
        let mock = self.names.static_method(MOCKITO, "mock");
        let name = self.names.class(&class.name);
        let settings = match api.classes[id].kind {
            _ if is_bodiless(api, id) => String::new(),
            kind if kind.is_interface() => {
                format!(", {}", self.names.static_method(MOCKITO, "CALLS_REAL_METHODS"))
            }
            _ => format!(
                ", {}().useConstructor().defaultAnswer({})",
                self.names.static_method(MOCKITO, "withSettings"),
                self.names.static_method(MOCKITO, "CALLS_REAL_METHODS")
            ),
        };
        let ty = Static::Is(TypeUse::Class(class.clone()));
        Ok(Expression::simple(format!("{mock}({name}.class{settings})"), ty))
    }

    /// The statements that tell the mock of `step`, which is called `name`, what to give.
    pub(super) fn mockito_stubs(&mut self, step: StepId, name: &str) -> Result<Vec<String>, Refusal> {
        let (api, test) = (self.api, self.test);
        let Some((id, class)) = mocked(api, test, step) else { return Ok(Vec::new()) };
        let on = TypeUse::Class(class.clone());
        let mut statements = Vec::new();
        for Stub { method, values } in stubs(api, test, step, id) {
            let member = &api.members[method];
            let Some(result) = &member.result else { continue };
            let result = member_type(api, member, Some(&on), result);
            self.uses_deprecated |= member.is_deprecated;
            self.thrown.extend(thrown::declared(api, member));
            let arguments = self.any_arguments(id, member, &on)?;
            let mut given = Vec::new();
            for value in values.iter().flatten() {
                given.push(self.operand(value)?.text);
            }
            if values.is_none() {
                given.push(match &result {
                    TypeUse::Primitive(primitive) => literal::plain(*primitive, 0),
                    _ => "null".to_owned(),
                });
            }
            // The last answer is given ever after.
            while matches!(given.as_slice(), [.., before, last] if before == last) {
                given.pop();
            }
            let are_numbers = values.iter().flatten().all(|value| matches!(value, Operand::Leaf(_)));
            let groups = if are_numbers { vec![given.join(", ")] } else { given };
            statements.push(if member.is_final_or_abstract && is_exact(&result) {
                let answers: String = groups.iter().map(|group| format!(".thenReturn({group})")).collect();
                let when = self.names.static_method(MOCKITO, "when");
                format!("{when}({name}.{}({arguments})){answers};", member.name)
            } else {
                self.names.static_method(MOCKITO, "doReturn");
                let answers: Vec<String> = groups.iter().map(|group| format!("doReturn({group})")).collect();
                format!("{}.when({name}).{}({arguments});", answers.join("."), member.name)
            });
        }
        Ok(statements)
    }

    /// `anyInt(), any()`: what stands for any arguments of a method.
    fn any_arguments(&mut self, class: ClassId, method: &Member, on: &TypeUse) -> Result<String, Refusal> {
        let api = self.api;
        let is_overloaded = method.has_rivals
            || lineage(api, class).into_iter().flat_map(|above| &api.classes[above].members).any(|&other| {
                let other = &api.members[other];
                other.name == method.name
                    && other.parameters.len() == method.parameters.len()
                    && other.descriptor != method.descriptor
            });
        let mut arguments = Vec::new();
        for parameter in &method.parameters {
            let ty = member_type(api, method, Some(on), &parameter.ty);
            arguments.push(match &ty {
                TypeUse::Primitive(primitive) => {
                    format!("{}()", self.names.static_method(MOCKITO, any_of(*primitive)))
                }
                _ if mentions(&ty, &method.type_parameters) => {
                    return Err(format!("{} takes arguments that Mockito cannot be told of", method.name));
                }
                _ if is_overloaded => {
                    let (matchers, ty) = (self.names.top_level(MATCHERS), self.names.ty(&ty));
                    format!("{matchers}.<{ty}>any()")
                }
                _ => format!("{}()", self.names.static_method(MOCKITO, "any")),
            });
        }
        Ok(arguments.join(", "))
    }
}

/// The method that stands for any value of a primitive type.
fn any_of(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Boolean => "anyBoolean",
        Primitive::Byte => "anyByte",
        Primitive::Char => "anyChar",
        Primitive::Short => "anyShort",
        Primitive::Int => "anyInt",
        Primitive::Long => "anyLong",
        Primitive::Float => "anyFloat",
        Primitive::Double => "anyDouble",
    }
}
