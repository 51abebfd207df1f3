//! Expressions: what the value of a step or operand is in a source.

use super::hierarchy::{STRING, as_called, lineage, member_type, mentions};
use super::literal::{self, plain, primitive_of, typed};
use super::names::Names;
use super::overload::{Static, as_passed, erased, has_erasure_of, is_ambiguous};
use super::plan::{Plan, all_zero, index, is_generic_array, is_unchecked_array};
use super::titles::simple_name;
use super::variables::Variables;
use super::{Framework, Mocks, thrown};
use std::collections::BTreeSet;
use trine_testcase::objects::{
    Action, ClassApi, ClassId, ClassUse, MemberId, MemberKind, ObjectTest, Operand, StepId, TypeArgument,
    TypeUse, Visibility,
};

/// Why a test cannot be written.
pub type Refusal = String;

/// An expression.
#[derive(Clone, Debug)]
pub struct Expression {
    /// What is written.
    pub text: String,
    /// What a compiler knows of it.
    pub ty: Static,
    /// Whether it takes parentheses before something is called on it, and after a cast.
    pub is_compound: bool,
}

impl Expression {
    /// Something that needs no parentheses.
    #[must_use]
    pub fn simple(text: String, ty: Static) -> Self {
        Self { text, ty, is_compound: false }
    }

    /// As what a method is called on.
    #[must_use]
    pub fn as_receiver(&self) -> String {
        if self.is_compound { format!("({})", self.text) } else { self.text.clone() }
    }
}

/// What writing one test needs, and what it finds out on the way.
#[derive(Debug)]
pub struct Context<'a, 'n> {
    /// The classes.
    pub api: &'a ClassApi,
    /// The file's names.
    pub names: &'n mut Names<'a>,
    /// The test.
    pub test: &'a ObjectTest,
    /// What is inlined.
    pub plan: Plan,
    /// What it is written for.
    pub framework: Framework,
    /// What stands for objects that the test implements.
    pub mocks: Mocks,
    /// The release of Java.
    pub release: u32,
    /// Local names.
    pub variables: Variables,
    /// By step: its variable, once it is declared.
    pub named: Vec<Option<String>>,
    /// Checked exceptions that calls declare.
    pub thrown: BTreeSet<String>,
    /// Whether something deprecated is used.
    pub uses_deprecated: bool,
}

impl Context<'_, '_> {
    /// The value of an operand, where it is passed.
    pub fn operand(&mut self, operand: &Operand) -> Result<Expression, Refusal> {
        let sequence = &self.test.sequence;
        Ok(match operand {
            Operand::Leaf(leaf) => {
                let Some(primitive) = primitive_of(&sequence.steps.leaves[*leaf].kind) else {
                    return Err("a value has a type that Java does not have".to_owned());
                };
                literal_expression(typed(primitive, sequence.leaf(*leaf)), TypeUse::Primitive(primitive))
            }
            Operand::Boxed(primitive, leaf) => {
                literal_expression(typed(*primitive, sequence.leaf(*leaf)), TypeUse::Primitive(*primitive))
            }
            Operand::Text(leaves) => {
                let text = sequence.text(leaves);
                self.string(&text)?
            }
            Operand::Step(step) => self.value(*step)?,
            Operand::Constant(member) => self.constant(*member)?,
            Operand::ClassObject(ty) => self.class_object(ty),
            Operand::Null => Expression::simple("null".to_owned(), Static::Null),
        })
    }

    /// The value of an operand, where it is assigned or returned: numbers fit without casts there.
    pub fn assigned(&mut self, operand: &Operand) -> Result<String, Refusal> {
        let sequence = &self.test.sequence;
        if let Operand::Leaf(leaf) = operand
            && let Some(primitive) = primitive_of(&sequence.steps.leaves[*leaf].kind)
        {
            return Ok(plain(primitive, sequence.leaf(*leaf)));
        }
        Ok(self.operand(operand)?.text)
    }

    /// A string.
    pub fn string(&mut self, units: &[u16]) -> Result<Expression, Refusal> {
        let text = literal::string(units, self.release);
        if text.text.len() > 20_000 {
            return Err(format!("a string of {} characters is too long for a source", units.len()));
        }
        if text.needs_collections {
            self.names.top_level("java.util.Collections");
        }
        let ty = Static::Is(TypeUse::Class(ClassUse::plain(STRING)));
        Ok(Expression {
            is_compound: text.text.contains("\" + ") || text.text.contains(") + "),
            text: text.text,
            ty,
        })
    }

    /// `Color.RED`.
    pub fn constant(&mut self, member: MemberId) -> Result<Expression, Refusal> {
        let constant = &self.api.members[member];
        self.uses_deprecated |= constant.is_deprecated;
        let class = self.class_of_static(member)?;
        let ty = match (&constant.result, constant.kind) {
            (Some(ty), _) => ty.clone(),
            (None, _) => TypeUse::Class(ClassUse::plain(&self.api.classes[constant.class].name)),
        };
        Ok(Expression::simple(format!("{class}.{}", constant.name), Static::Is(ty)))
    }

    /// `String.class`.
    pub fn class_object(&mut self, ty: &TypeUse) -> Expression {
        let text = format!("{}.class", self.erased_type(ty));
        let argument = TypeArgument::Exactly(ty.clone());
        let class = ClassUse { name: "java/lang/Class".to_owned(), arguments: vec![argument] };
        Expression::simple(text, Static::Is(TypeUse::Class(class)))
    }

    /// A type without type arguments.
    pub fn erased_type(&mut self, ty: &TypeUse) -> String {
        match ty {
            TypeUse::Class(class) => self.names.class(&class.name),
            TypeUse::Array(element) => format!("{}[]", self.erased_type(element)),
            other => self.names.ty(other),
        }
    }

    /// The value of a step: its variable, or what it does where it is inlined.
    pub fn value(&mut self, step: StepId) -> Result<Expression, Refusal> {
        if let Some(name) = &self.named[index(step)] {
            let ty = self.test.sequence.steps.steps[step].ty.clone();
            return Ok(Expression::simple(name.clone(), ty.map_or(Static::Null, Static::Is)));
        }
        if !self.plan.is_inline(step) {
            return Err(format!("step {step} is used before it has a value"));
        }
        self.action(step)
    }

    /// What a step does, as an expression; assignments too.
    pub fn action(&mut self, step: StepId) -> Result<Expression, Refusal> {
        let (api, test) = (self.api, self.test);
        let ty = test.sequence.steps.steps[step].ty.clone().map_or(Static::Null, Static::Is);
        let text = match &test.sequence.steps.steps[step].action {
            Action::New { constructor, outer, args } => {
                let made = test.sequence.steps.steps[step].ty.as_ref();
                self.creation(*constructor, made, outer.as_ref(), args)?
            }
            Action::Call { method, args, .. } if self.is_copy_of_nothing(*method, args) => {
                let Some(TypeUse::Array(element)) = &test.sequence.steps.steps[step].ty else {
                    return Err(format!("step {step} copies an array, and its type is none"));
                };
                let count = args.last().map(|count| self.operand(count)).transpose()?;
                let element = self.unbounded(element);
                format!("new {element}[{}]", count.map_or_else(String::new, |count| count.text))
            }
            Action::Call { method, receiver, args } => {
                self.note(*method);
                let (on, class, prefix) = self.qualifier(*method, receiver.as_ref())?;
                let made = test.sequence.steps.steps[step].ty.as_ref();
                let arguments = self.arguments(*method, (on.as_ref(), made), class, args)?;
                format!("{prefix}.{}({arguments})", api.members[*method].name)
            }
            Action::Array { .. } => self.array(step)?,
            Action::Get { field, receiver } => self.field(*field, receiver.as_ref())?,
            Action::Set { field, receiver, value } => {
                let place = self.field(*field, receiver.as_ref())?;
                format!("{place} = {}", self.assigned(value)?)
            }
            Action::SetElement { array, index, value } => {
                let array = self.value(*array)?.as_receiver();
                format!("{array}[{index}] = {}", self.assigned(value)?)
            }
            Action::Mock { constructed, answers } => return self.mock(step, constructed.as_ref(), answers),
        };
        Ok(Expression::simple(text, ty))
    }

    /// Whether the call gives an array of zeros: what it copies is made here, and has no elements.
    fn is_copy_of_nothing(&self, method: MemberId, args: &[Operand]) -> bool {
        let member = &self.api.members[method];
        let Some(Operand::Step(first)) = args.first() else { return false };
        let is_made = matches!(
            &self.test.sequence.steps.steps[*first].action,
            Action::Array { elements } if elements.is_empty()
        );
        is_made
            && self.plan.is_inline(*first)
            && member.name == "copyOf"
            && self.api.classes[member.class].name == "java/util/Arrays"
    }

    /// Remembers what using a member means for the test method.
    fn note(&mut self, member: MemberId) {
        let member = &self.api.members[member];
        self.uses_deprecated |= member.is_deprecated;
        self.thrown.extend(thrown::declared(self.api, member));
    }

    /// `account.balance`, `Account.count`.
    pub fn field(&mut self, field: MemberId, receiver: Option<&Operand>) -> Result<String, Refusal> {
        self.note(field);
        let (_, _, prefix) = self.qualifier(field, receiver)?;
        Ok(format!("{prefix}.{}", self.api.members[field].name))
    }

    /// What a member is used on: its type, its class, and what stands before the dot.
    fn qualifier(
        &mut self,
        member: MemberId,
        receiver: Option<&Operand>,
    ) -> Result<(Option<TypeUse>, Option<ClassId>, String), Refusal> {
        let Some(receiver) = receiver else {
            return Ok((None, Some(self.api.members[member].class), self.class_of_static(member)?));
        };
        let receiver = self.operand(receiver)?;
        let ty = match &receiver.ty {
            Static::Is(ty) => Some(ty.clone()),
            Static::Null | Static::Function => None,
        };
        let class = match &ty {
            Some(TypeUse::Class(class)) => self.api.class_named(&class.name),
            _ => None,
        };
        Ok((ty, class, receiver.as_receiver()))
    }

    /// The class by which a static member is named: its own, or one below it that a test may name.
    fn class_of_static(&mut self, member: MemberId) -> Result<String, Refusal> {
        let api = self.api;
        let class = api.members[member].class;
        let is_named = |class: ClassId| api.classes[class].visibility != Visibility::Hidden;
        let below = || {
            api.subjects
                .iter()
                .copied()
                .find(|&subject| is_named(subject) && lineage(api, subject).contains(&class))
        };
        match Some(class).filter(|&class| is_named(class)).or_else(below) {
            Some(class) => Ok(self.names.class(&api.classes[class].name)),
            None => Err(format!("no test can name the class of {}", api.member_text(member))),
        }
    }

    /// `new Account("Ada", 100)`, `outer.new Inner(5)`; `made` is the type of the object.
    fn creation(
        &mut self,
        constructor: MemberId,
        made: Option<&TypeUse>,
        outer: Option<&Operand>,
        args: &[Operand],
    ) -> Result<String, Refusal> {
        self.note(constructor);
        let api = self.api;
        let id = api.members[constructor].class;
        let class = &api.classes[id];
        // Parameters of the classes around an inner one come first, and are not its own.
        let around = class.enclosing.filter(|_| class.is_inner);
        let around = around.map_or(0, |outer| api.classes[outer].type_parameters.len());
        let diamond = if class.type_parameters.len() <= around { "" } else { "<>" };
        let (prefix, name) = match outer {
            Some(outer) => (
                format!("{}.", self.operand(outer)?.as_receiver()),
                simple_name(&class.source_name).to_owned(),
            ),
            None => (String::new(), self.names.class(&class.name)),
        };
        let arguments = self.arguments(constructor, (made, None), Some(id), args)?;
        Ok(format!("{prefix}new {name}{diamond}({arguments})"))
    }

    /// The arguments of a call on `on` that gives `made`, with the casts that it takes.
    pub(super) fn arguments(
        &mut self,
        member: MemberId,
        (on, made): (Option<&TypeUse>, Option<&TypeUse>),
        class: Option<ClassId>,
        args: &[Operand],
    ) -> Result<String, Refusal> {
        let method = &self.api.members[member];
        if method.is_varargs
            && let Some((Operand::Step(last), before)) = args.split_last()
            && self.plan.is_inline(*last)
            && let Action::Array { elements } = &self.test.sequence.steps.steps[*last].action
        {
            let all: Vec<Operand> = before.iter().chain(elements).cloned().collect();
            let spread = self.expressions(&all)?;
            let types: Vec<Static> = spread.iter().map(|argument| argument.ty.clone()).collect();
            let is_plain = match &spread[before.len()..] {
                [single] => matches!(single.ty, Static::Is(TypeUse::Primitive(_) | TypeUse::Class(_))),
                _ => true,
            };
            // An array that the compiler makes for `List<? extends E>...` is unchecked, one of `List<?>` is not.
            let is_checked = !method.parameters.last().is_some_and(|last| is_generic_array(&last.ty));
            if is_plain && is_checked && !is_ambiguous(self.api, member, class, &types, true) {
                return Ok(joined(&spread));
            }
        }
        let mut arguments = self.expressions(args)?;
        let types: Vec<Static> = arguments.iter().map(|argument| argument.ty.clone()).collect();
        let is_null_array = method.is_varargs && types.last() == Some(&Static::Null);
        let is_ambiguous = is_ambiguous(self.api, member, class, &types, false);
        for (at, (argument, parameter)) in arguments.iter_mut().zip(&method.parameters).enumerate() {
            let is_last = at + 1 == types.len();
            let declared = member_type(self.api, method, on, &parameter.ty);
            // `(Class<?>) null` would leave open what the result tells, and `(Object) 0` what other arguments tell.
            let declared = as_called(method, made, &declared);
            let declared = as_passed(method, &types, &declared);
            let wanted = erased(self.api, method, &declared);
            // An array of another type could be meant as the only element.
            let is_inexact = is_last
                && method.is_varargs
                && matches!(argument.ty, Static::Is(TypeUse::Array(_)))
                && !mentions(&parameter.ty, &method.type_parameters);
            let may_differ = is_ambiguous || is_inexact;
            let is_exact = matches!(&argument.ty, Static::Is(ty) if has_erasure_of(ty, &wanted));
            if (may_differ && !is_exact) || (is_last && is_null_array) {
                argument.text = format!("({}) {}", self.names.ty(&wanted), argument.as_receiver());
                argument.is_compound = true;
            }
        }
        Ok(joined(&arguments))
    }

    fn expressions(&mut self, operands: &[Operand]) -> Result<Vec<Expression>, Refusal> {
        operands.iter().map(|operand| self.operand(operand)).collect()
    }

    /// `new int[] {1, 2}`, `new int[8]`.
    fn array(&mut self, step: StepId) -> Result<String, Refusal> {
        let test = self.test;
        let Some(ty @ TypeUse::Array(element)) = &test.sequence.steps.steps[step].ty else {
            return Err(format!("step {step} makes an array, and its type is none"));
        };
        let Action::Array { elements } = &test.sequence.steps.steps[step].action else {
            return Err("not an array".to_owned());
        };
        let text = match is_unchecked_array(self.api, ty) {
            true => format!("({}) new {}", self.names.ty(ty), self.unbounded(ty)),
            // `? extends Object` is `?`, and only that may be written here.
            false => format!("new {}", self.unbounded(ty)),
        };
        if elements.is_empty() || (elements.len() > 1 && all_zero(test, elements)) {
            let (base, dimensions) = innermost(element);
            let base = self.unbounded(base);
            let cast =
                text.strip_suffix(&format!("new {}", self.unbounded(ty))).unwrap_or_default().to_owned();
            return Ok(format!("{cast}new {base}[{}]{}", elements.len(), "[]".repeat(dimensions)));
        }
        let of_arrays = is_array_of_arrays(Some(ty));
        Ok(format!("{text} {}", self.elements(elements, of_arrays)?))
    }

    /// `{1, 2}`; arrays inside of it likewise, where its elements are declared as arrays.
    pub fn elements(&mut self, elements: &[Operand], of_arrays: bool) -> Result<String, Refusal> {
        let mut texts = Vec::new();
        for element in elements {
            texts.push(match element {
                Operand::Step(step) if of_arrays && self.plan.is_inline(*step) => {
                    let step = &self.test.sequence.steps.steps[*step];
                    match &step.action {
                        Action::Array { elements } => {
                            self.elements(elements, is_array_of_arrays(step.ty.as_ref()))?
                        }
                        _ => self.assigned(element)?,
                    }
                }
                Operand::Leaf(leaf) => {
                    let sequence = &self.test.sequence;
                    match primitive_of(&sequence.steps.leaves[*leaf].kind) {
                        Some(primitive) => literal::element(primitive, sequence.leaf(*leaf)),
                        None => self.assigned(element)?,
                    }
                }
                other => self.assigned(other)?,
            });
        }
        Ok(format!("{{{}}}", texts.join(", ")))
    }

    /// The type with `?` for all type arguments: what an array may be made of.
    pub fn unbounded(&mut self, ty: &TypeUse) -> String {
        match ty {
            TypeUse::Array(element) => format!("{}[]", self.unbounded(element)),
            TypeUse::Class(class) => {
                let unknown = class.arguments.iter().map(|_| TypeArgument::Any).collect();
                self.names.class_use(&ClassUse { name: class.name.clone(), arguments: unknown })
            }
            other => self.names.ty(other),
        }
    }

    /// The type of a variable for what a step gives: the nearest one that a test may name.
    pub fn declared_type(&mut self, step: StepId) -> Result<String, Refusal> {
        let (api, test) = (self.api, self.test);
        let Some(ty) = &test.sequence.steps.steps[step].ty else {
            return Err(format!("step {step} gives nothing"));
        };
        if let Action::New { constructor, outer: Some(Operand::Step(outer)), .. } =
            &test.sequence.steps.steps[step].action
            && let Some(TypeUse::Class(outer)) = &test.sequence.steps.steps[*outer].ty
            && !outer.arguments.is_empty()
            && matches!(ty, TypeUse::Class(class) if class.arguments.is_empty())
        {
            let inner = simple_name(&api.classes[api.members[*constructor].class].source_name);
            return Ok(format!("{}.{inner}", self.names.class_use(outer)));
        }
        if let TypeUse::Class(class) = ty
            && let Some(id) = api.class_named(&class.name)
            && api.classes[id].visibility == Visibility::Hidden
        {
            let named = lineage(api, id)
                .into_iter()
                .find(|&above| api.classes[above].visibility != Visibility::Hidden);
            let name = named.map_or("java/lang/Object", |named| api.classes[named].name.as_str()).to_owned();
            return Ok(self.names.class_use(&ClassUse::plain(&name)));
        }
        Ok(self.names.ty(ty))
    }

    /// A query without arguments, on the value of a step: what it is written as, and its type.
    pub fn query(&mut self, step: Option<StepId>, member: MemberId) -> Result<Expression, Refusal> {
        let receiver = step.map(Operand::Step);
        let (on, _, prefix) = self.qualifier(member, receiver.as_ref())?;
        self.note(member);
        let declared = &self.api.members[member];
        let parentheses = if declared.kind == MemberKind::Method { "()" } else { "" };
        let ty = declared.result.as_ref().map(|result| member_type(self.api, declared, on.as_ref(), result));
        Ok(Expression::simple(
            format!("{prefix}.{}{parentheses}", declared.name),
            ty.map_or(Static::Null, Static::Is),
        ))
    }
}

/// A literal; negative numbers and casts are compound.
fn literal_expression(text: String, ty: TypeUse) -> Expression {
    Expression { is_compound: text.starts_with(['-', '(']), text, ty: Static::Is(ty) }
}

fn joined(arguments: &[Expression]) -> String {
    arguments.iter().map(|argument| argument.text.as_str()).collect::<Vec<_>>().join(", ")
}

/// Whether a type is that of an array whose elements are declared as arrays: only these may be written without their type.
#[must_use]
pub fn is_array_of_arrays(ty: Option<&TypeUse>) -> bool {
    matches!(ty, Some(TypeUse::Array(element)) if matches!(**element, TypeUse::Array(_)))
}

/// What arrays of arrays hold in the end, and how many dimensions are above it.
fn innermost(ty: &TypeUse) -> (&TypeUse, usize) {
    match ty {
        TypeUse::Array(element) => {
            let (base, dimensions) = innermost(element);
            (base, dimensions + 1)
        }
        other => (other, 0),
    }
}
