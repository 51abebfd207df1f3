//! Objects that a test implements itself: lambdas for functional interfaces, anonymous classes for everything else.
//!
//! A lambda gives one answer to every call. More than one answer takes a counter, and with it an anonymous class.

use super::expression::{Context, Expression, Refusal};
use super::hierarchy::{as_super, member_type, mentions};
use super::overload::{Static, erased};
use super::titles::simple_name;
use super::variables::decapitalized;
use super::{Mocks, literal, mockito, thrown};
use trine_testcase::objects::{
    Action, ClassApi, ClassKind, ClassUse, Member, MemberId, MemberKind, ObjectTest, Operand, StepId,
    TypeArgument, TypeUse, Types,
};

/// Whether a step makes what can be written as a lambda.
#[must_use]
pub fn is_function(api: &ClassApi, test: &ObjectTest, step: StepId) -> bool {
    let step = &test.sequence.steps.steps[step];
    let (Action::Mock { answers, .. }, Some(TypeUse::Class(class))) = (&step.action, &step.ty) else {
        return false;
    };
    let Some(class) = api.class_named(&class.name).map(|id| &api.classes[id]) else { return false };
    let Some(method) = class.functional else { return false };
    class.kind == ClassKind::Interface
        && api.members[method].type_parameters.is_empty()
        && answers.iter().all(|(member, values)| *member == method && values.len() <= 1)
}

/// Whether step `by` takes a lambda in place of step `used`: the type it asks for is the interface, with nothing left to infer.
#[must_use]
pub fn may_take_function(api: &ClassApi, test: &ObjectTest, by: StepId, used: StepId) -> bool {
    let wanted = Operand::Step(used);
    match &test.sequence.steps.steps[by].action {
        Action::New { constructor: member, args, .. } | Action::Call { method: member, args, .. } => {
            let member = &api.members[*member];
            let Some(position) = args.iter().position(|arg| *arg == wanted) else { return false };
            let Some(parameter) = member.parameters.get(position) else { return false };
            let is_inferred = mentions(&parameter.ty, &member.type_parameters)
                || (member.kind == MemberKind::Constructor
                    && mentions(&parameter.ty, &api.classes[member.class].type_parameters));
            let TypeUse::Class(class) = &parameter.ty else { return false };
            !is_inferred
                && api.class_named(&class.name).is_some_and(|id| api.classes[id].functional.is_some())
        }
        _ => false,
    }
}

impl Context<'_, '_> {
    /// The object that step `step` makes.
    pub(super) fn mock(
        &mut self,
        step: StepId,
        constructed: Option<&(MemberId, Vec<Operand>)>,
        answers: &[(MemberId, Vec<Operand>)],
    ) -> Result<Expression, Refusal> {
        let (api, test) = (self.api, self.test);
        let Some(TypeUse::Class(class)) = &test.sequence.steps.steps[step].ty else {
            return Err(format!("step {step} implements something that is no class"));
        };
        let Some(id) = api.class_named(&class.name) else {
            return Err(format!("nothing is known of {}, which a test would have to implement", class.name));
        };
        if is_function(api, test, step)
            && let Some(method) = api.classes[id].functional
        {
            let text =
                self.lambda(&api.members[method], answers.iter().flat_map(|(_, values)| values).next())?;
            return Ok(Expression { text, ty: Static::Function, is_compound: true });
        }
        if self.is_mockito(step) {
            return self.mockito_object(step);
        }
        let on = exact(class);
        let mut methods = Types::new(api).abstract_methods(id);
        for (member, values) in answers {
            if !values.is_empty() && !methods.contains(member) {
                methods.push(*member);
            }
        }
        let constructors = api.classes[id].members.iter().map(|&member| &api.members[member]);
        for constructor in constructors
            .filter(|member| member.kind == MemberKind::Constructor && member.parameters.is_empty())
        {
            self.thrown.extend(thrown::declared(api, constructor));
        }
        let args = match constructed {
            Some((constructor, args)) => {
                self.arguments(*constructor, (Some(&TypeUse::Class(on.clone())), None), Some(id), args)?
            }
            None => String::new(),
        };
        let mut bodies = Vec::new();
        let mut counters: Vec<String> = Vec::new();
        for method in methods {
            let values =
                answers.iter().find(|(member, _)| *member == method).map_or(&[][..], |(_, values)| values);
            let counter = (values.len() > 1).then(|| counter_name(&api.members[method].name, &counters));
            counters.extend(counter.clone());
            bodies.push(self.method(&api.members[method], &on, values, counter.as_deref())?);
        }
        let fields: String = counters.iter().map(|counter| format!("    private int {counter};\n")).collect();
        let fields = if fields.is_empty() { fields } else { format!("{fields}\n") };
        let text = format!("new {}({args}) {{\n{fields}{}}}", self.names.class_use(&on), bodies.join("\n"));
        Ok(Expression::simple(text, Static::Is(TypeUse::Class(class.clone()))))
    }

    /// Whether Mockito makes the object of `step`.
    pub(super) fn is_mockito(&self, step: StepId) -> bool {
        self.mocks == Mocks::Mockito
            && !is_function(self.api, self.test, step)
            && mockito::applies(self.api, self.test, step)
    }

    /// `(left, right) -> 0`.
    fn lambda(&mut self, method: &Member, answer: Option<&Operand>) -> Result<String, Refusal> {
        let parameters = self.parameter_names(method);
        let head = match parameters.as_slice() {
            [single] => single.clone(),
            several => format!("({})", several.join(", ")),
        };
        Ok(match &method.result {
            None => format!("{head} -> {{}}"),
            Some(result) => format!("{head} -> {}", self.answer(result, answer)?),
        })
    }

    /// Names for the parameters of a method: its own, or after their types.
    fn parameter_names(&mut self, method: &Member) -> Vec<String> {
        let wanted = |ty: &TypeUse| match ty {
            TypeUse::Class(class) => decapitalized(simple_name(&class.name.replace(['/', '$'], "."))),
            TypeUse::Array(_) => "values".to_owned(),
            TypeUse::Primitive(_) | TypeUse::Variable(_) => "value".to_owned(),
        };
        let names: Vec<String> = method
            .parameters
            .iter()
            .map(|parameter| parameter.name.clone().unwrap_or_else(|| wanted(&parameter.ty)))
            .collect();
        names.iter().map(|name| self.variables.take(name)).collect()
    }

    /// What a call gives: the answer, or nothing in its type.
    fn answer(&mut self, result: &TypeUse, answer: Option<&Operand>) -> Result<String, Refusal> {
        match (answer, result) {
            (Some(answer), _) => self.assigned(answer),
            (None, TypeUse::Primitive(primitive)) => Ok(literal::plain(*primitive, 0)),
            (None, _) => Ok("null".to_owned()),
        }
    }

    /// An overriding method, indented for the body of a class.
    fn method(
        &mut self,
        method: &Member,
        on: &ClassUse,
        values: &[Operand],
        counter: Option<&str>,
    ) -> Result<String, Refusal> {
        self.uses_deprecated |= method.is_deprecated;
        let head = match is_erased(self.api, method, on) {
            true => self.erased_head(method),
            false => self.generic_head(method, on),
        };
        let body = self.method_body(method, values, counter)?;
        Ok(format!("    @Override\n{head} {{\n{body}    }}\n"))
    }

    /// The head of an overriding method, with the types that it has in a class that implements `on`: raw ones where the declaration has
    /// some, since `List` and `List<?>` are not the same.
    fn generic_head(&mut self, method: &Member, on: &ClassUse) -> String {
        let on = TypeUse::Class(on.clone());
        self.names.set_type_variables(
            method.type_parameters.iter().map(|parameter| parameter.name.clone()).collect(),
        );
        let api = self.api;
        self.names.set_raw(method.is_raw);
        let in_terms_of = |context: &mut Self, ty: &TypeUse| {
            let ty = member_type(api, method, Some(&on), ty);
            context.names.ty(&ty)
        };
        let result = method.result.as_ref().map_or_else(|| "void".to_owned(), |ty| in_terms_of(self, ty));
        let names = self.parameter_names(method);
        let mut parameters = Vec::new();
        for (at, (parameter, name)) in method.parameters.iter().zip(&names).enumerate() {
            let mut ty = in_terms_of(self, &parameter.ty);
            if method.is_varargs && at + 1 == method.parameters.len() {
                ty = format!("{}...", ty.trim_end_matches("[]"));
            }
            parameters.push(format!("{ty} {name}"));
        }
        let mut generics = Vec::new();
        for parameter in &method.type_parameters {
            let bounds: Vec<String> = parameter.bounds.iter().map(|bound| in_terms_of(self, bound)).collect();
            let extends =
                if bounds.is_empty() { String::new() } else { format!(" extends {}", bounds.join(" & ")) };
            generics.push(format!("{}{extends}", parameter.name));
        }
        self.names.set_type_variables(Vec::new());
        self.names.set_raw(false);
        let raw = if method.is_raw { "    @SuppressWarnings(\"rawtypes\")\n" } else { "" };
        let generics =
            if generics.is_empty() { String::new() } else { format!("<{}> ", generics.join(", ")) };
        format!("{raw}    public {generics}{result} {}({})", method.name, parameters.join(", "))
    }

    /// The head of a method that overrides whatever the type arguments are: without any (JLS 8.4.2).
    fn erased_head(&mut self, method: &Member) -> String {
        let names = self.parameter_names(method);
        let mut parameters = Vec::new();
        for (at, (parameter, name)) in method.parameters.iter().zip(&names).enumerate() {
            let mut ty = self.erased_type(&erased(self.api, method, &parameter.ty));
            if method.is_varargs && at + 1 == names.len() {
                ty = format!("{}...", ty.trim_end_matches("[]"));
            }
            parameters.push(format!("{ty} {name}"));
        }
        let result = method.result.as_ref().map(|result| erased(self.api, method, result));
        let result = result.map_or_else(|| "void".to_owned(), |result| self.erased_type(&result));
        format!(
            "    @SuppressWarnings({{\"rawtypes\", \"unchecked\"}})\n    public {result} {}({})",
            method.name,
            parameters.join(", ")
        )
    }

    fn method_body(
        &mut self,
        method: &Member,
        values: &[Operand],
        counter: Option<&str>,
    ) -> Result<String, Refusal> {
        let Some(result) = &method.result else { return Ok(String::new()) };
        let Some(counter) = counter else {
            return Ok(format!("        return {};\n", self.answer(result, values.first())?));
        };
        let mut body = format!("        switch ({counter}++) {{\n");
        for (at, value) in values.iter().enumerate() {
            let label = if at + 1 == values.len() { "default:".to_owned() } else { format!("case {at}:") };
            body.push_str(&format!(
                "            {label}\n                return {};\n",
                self.assigned(value)?
            ));
        }
        body.push_str("        }\n");
        Ok(body)
    }
}

/// Whether nothing but its erasure overrides a method in a class that implements `on`: the types between them leave out type arguments. They
/// have wildcards here, as no supertype of a source has (JLS 8.1.5).
fn is_erased(api: &ClassApi, method: &Member, on: &ClassUse) -> bool {
    let receiver = as_super(api, on, method.class);
    receiver.is_some_and(|receiver| receiver.arguments.contains(&TypeArgument::Any))
}

/// A name for the field that counts the calls of `method`, which overloads of it have not `taken` yet.
fn counter_name(method: &str, taken: &[String]) -> String {
    let plain = format!("{method}Calls");
    let numbered = (2..).map(|number| format!("{plain}{number}"));
    std::iter::once(plain.clone()).chain(numbered).find(|name| !taken.contains(name)).unwrap_or(plain)
}

/// The class with every wildcard replaced by what it stands for: what a class can implement.
fn exact(class: &ClassUse) -> ClassUse {
    let arguments = class
        .arguments
        .iter()
        .map(|argument| match argument {
            TypeArgument::Exactly(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) => {
                TypeArgument::Exactly(ty.clone())
            }
            TypeArgument::Any => TypeArgument::Exactly(TypeUse::Class(ClassUse::plain("java/lang/Object"))),
        })
        .collect();
    ClassUse { name: class.name.clone(), arguments }
}
