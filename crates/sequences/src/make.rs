//! Makes values: a call, and all that it needs, as steps at the end of a draft.
//!
//! Source: Fraser and Arcuri, TSE 2013, 4.2.2 (`satisfyParameters`): a parameter is an object that is there already with a
//! probability, rarely null, or made by a random generator, recursively. Deviations: type arguments are chosen when an object is made
//! (from the wanted type, else from bounds, else `Integer`, `String`, `Object`); beyond a depth the cheapest generator is taken; what
//! cannot be made is taken back whole; what a parameter of a variable's type takes often equals a number or string of the sequence.

use crate::check::check_step;
use crate::cluster::{Cluster, Generator, Structure, is_element, is_reifiable, is_wrapper};
use crate::draft::Draft;
use crate::leaves::{random_text, random_value};
use crate::solve::{
    CLASS, PRIMITIVES, STRING, answer_type, bind_rest, class_bindings, class_type, enclosing_type,
    operand_type, plain, wrapper,
};
use trine_base::Stream;
use trine_testcase::objects::types::{OBJECT, is_object};
use trine_testcase::objects::{
    Action, Bindings, ClassUse, MemberId, MemberKind, Operand, Primitive, Reflected, TypeArgument,
    TypeParameter, TypeUse, Visibility,
};

/// A parameter is an object that is there already with this probability (EvoSuite's `object_reuse_probability` is 0.9).
const REUSE: f64 = 0.75;

/// The same for numbers, which mutation can make equal as well.
const REUSE_PRIMITIVE: f64 = 0.15;

/// A parameter of a variable's type is a number or string that the sequence has already with this probability, where it has one that fits.
const EQUAL: f64 = 0.5;

/// Where a class object is wanted, it is of the very class that its type asks for with this probability.
const ASKED: f64 = 0.4;

/// A parameter is null with this probability.
const NULL: f64 = 0.04;

/// A value of a wide type is of a class that the code tests for with this probability.
const TESTED: f64 = 0.3;

/// A deprecated generator is taken so much more rarely than another one: a test that uses it needs to say so.
const DEPRECATED: f64 = 0.1;

/// A call that a mock would answer is taken so much more rarely than the mock itself: what it gives is mostly null.
const ASKS_MOCK: f64 = 0.05;

/// The type of a generic receiver is one that constants and static methods offer with this probability.
const OFFERED: f64 = 0.5;

/// A type argument is an interface that a test can implement with this probability: some code takes its class object, and no other.
const INTERFACE: f64 = 0.05;

/// A method of a mock has an answer with this probability.
const ANSWERED: f64 = 0.8;

/// About so many methods of a mock answer with objects: one for each method of a wide interface would take more steps than a test has,
/// and each is one more that may throw.
const ANSWERING_OBJECTS: f64 = 2.0;

/// Of a class with a constructor without parameters, a mock is made by that one with this probability.
const PLAIN: f64 = 0.5;

/// The package of methods, constructors and fields as objects.
const REFLECTION: &str = "java/lang/reflect/";

/// What may be a class or a member of one is a class with this probability.
const CLASS_AS_ELEMENT: f64 = 0.3;

/// An object is like one that calls in other sequences changed with this probability, where there is such a one.
const GROWN: f64 = 0.3;

/// A type argument is that of such an object with this probability.
const LIKE_GROWN: f64 = 0.5;

/// Arrays that come from a member are drawn with lengths below two to the power of this.
const MAX_MAGNITUDE: u64 = 14;

/// Beyond this depth the cheapest generator is taken.
const MAX_RANDOM_DEPTH: usize = 2;

/// Beyond this depth null is given.
const MAX_DEPTH: usize = 8;

/// A sequence that is made grows no longer than this.
pub const MAX_STEPS: usize = 60;

/// Makes values at random.
#[derive(Debug)]
pub struct Maker<'c, 'a, 'r> {
    /// Who makes what.
    pub cluster: &'c Cluster<'a>,
    /// All its randomness.
    pub rng: &'r mut Stream,
}

impl Maker<'_, '_, '_> {
    /// One of several at random.
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        (!from.is_empty()).then(|| from[self.rng.position(from.len())].clone())
    }

    /// A value of the closed type `wanted`, made by new steps at the end of `draft` if need be.
    pub fn value(&mut self, draft: &mut Draft, wanted: &TypeUse, name: &str, depth: usize) -> Operand {
        if let TypeUse::Primitive(primitive) = wanted {
            if self.rng.chance(REUSE_PRIMITIVE)
                && let Some(step) = self.reuse(draft, wanted)
            {
                return step;
            }
            let kind = primitive.leaf_kind();
            let constants = self.cluster.drawn(self.rng);
            let value = random_value(&kind, constants, self.rng);
            return Operand::Leaf(draft.leaf(kind, name, value));
        }
        if self.rng.chance(REUSE)
            && let Some(step) = self.reuse(draft, wanted)
        {
            return step;
        }
        if self.rng.chance(NULL) {
            return Operand::Null;
        }
        self.fresh(draft, wanted, name, depth)
    }

    /// A value of the type `wanted` that is not null if one can be had.
    pub fn fresh(&mut self, draft: &mut Draft, wanted: &TypeUse, name: &str, depth: usize) -> Operand {
        if depth > MAX_DEPTH || draft.steps.len() >= MAX_STEPS {
            return self.reuse(draft, wanted).unwrap_or(Operand::Null);
        }
        match wanted {
            TypeUse::Primitive(_) | TypeUse::Variable(_) => Operand::Null,
            TypeUse::Array(element) => self.array(draft, wanted, element, name, depth),
            TypeUse::Class(class) => {
                let tested = self.tested(draft, class, wanted, depth);
                let reflected = tested.or_else(|| self.reflected(draft, wanted));
                let plain_value = reflected.or_else(|| self.plain_value(draft, class, wanted, name));
                let grown = plain_value.or_else(|| self.grown(draft, wanted, depth));
                let made = grown.or_else(|| self.made(draft, class, wanted, depth));
                made.or_else(|| self.reuse(draft, wanted)).unwrap_or(Operand::Null)
            }
        }
    }

    /// A step of a type that fits.
    pub fn reuse(&mut self, draft: &Draft, wanted: &TypeUse) -> Option<Operand> {
        let fits = |(at, step): (usize, &trine_testcase::objects::Step)| {
            let ty = step.ty.as_ref()?;
            self.cluster.types.is_subtype(ty, wanted).then_some(Operand::Step(crate::draft::step_id(at)))
        };
        let fitting: Vec<Operand> = draft.steps.iter().enumerate().filter_map(fits).collect();
        self.pick(&fitting)
    }

    /// An object of a class that the code tests for or casts to, where one is a value of a wider type.
    fn tested(
        &mut self,
        draft: &mut Draft,
        class: &ClassUse,
        wanted: &TypeUse,
        depth: usize,
    ) -> Option<Operand> {
        let cluster = self.cluster;
        if cluster.constants.classes.is_empty() || !self.rng.chance(TESTED) {
            return None;
        }
        let is_narrower = |tested: &&TypeUse| {
            let is_other = !matches!(tested, TypeUse::Class(of) if of.name == class.name);
            is_other && cluster.types.is_subtype(tested, wanted)
        };
        let narrower: Vec<TypeUse> = cluster.constants.classes.iter().filter(is_narrower).cloned().collect();
        let of = self.pick(&narrower)?;
        let tested = match &of {
            TypeUse::Class(tested) => tested,
            TypeUse::Array(element) => return Some(self.array(draft, &of, element, "", depth)),
            TypeUse::Primitive(_) | TypeUse::Variable(_) => return None,
        };
        if tested.name == STRING || is_wrapper(&tested.name) {
            return self.plain_value(draft, tested, &of, "");
        }
        self.made(draft, tested, &of, depth)
    }

    /// A string, wrapped number or class object, where one fits.
    fn plain_value(
        &mut self,
        draft: &mut Draft,
        class: &ClassUse,
        wanted: &TypeUse,
        name: &str,
    ) -> Option<Operand> {
        let types = &self.cluster.types;
        if class.name == CLASS {
            return self.class_object(wanted);
        }
        if class.name == OBJECT {
            // An object of any class: those under test and plain objects have generators.
            if self.rng.chance(0.4) {
                return None;
            }
        } else if class.name != STRING
            && !is_wrapper(&class.name)
            && !self.cluster.generators(&class.name).is_empty()
        {
            // `Comparable`, `CharSequence`: strings and numbers are the usual ones.
            if self.rng.chance(0.4) {
                return None;
            }
        }
        let mut fitting = Vec::new();
        if types.is_subtype(&plain(STRING), wanted) {
            fitting.extend([None, None]);
        }
        let wrapped =
            PRIMITIVES.into_iter().filter(|&primitive| types.is_subtype(&plain(wrapper(primitive)), wanted));
        fitting.extend(wrapped.take(4).map(Some));
        Some(match self.pick(&fitting)? {
            None => {
                let constants = self.cluster.drawn(self.rng);
                let units = random_text(constants, self.rng);
                draft.text(name, &units)
            }
            Some(primitive) => {
                let kind = primitive.leaf_kind();
                let constants = self.cluster.drawn(self.rng);
                let value = random_value(&kind, constants, self.rng);
                Operand::Boxed(primitive, draft.leaf(kind, name, value))
            }
        })
    }

    /// A method, constructor or field that is looked up in its class, or a class, where one is wanted as an object.
    fn reflected(&mut self, draft: &mut Draft, wanted: &TypeUse) -> Option<Operand> {
        let TypeUse::Class(class) = wanted else { return None };
        let cluster = self.cluster;
        let known = &cluster.api().reflected;
        if known.is_empty() || !class.name.starts_with(REFLECTION) {
            return None;
        }
        let gives = |lookup: MemberId| cluster.member(lookup).result.as_ref();
        let fits = |one: &&Reflected| {
            gives(one.lookup).is_some_and(|ty| cluster.types.is_subtype(&cluster.types.nameable(ty), wanted))
        };
        let fitting: Vec<&Reflected> = known.iter().filter(fits).collect();
        if fitting.is_empty() || self.rng.chance(CLASS_AS_ELEMENT) {
            return self.class_object(wanted);
        }
        let one = self.pick(&fitting)?;
        let before = draft.steps.len();
        let made = self.looked_up(draft, one);
        if made.is_none() {
            draft.steps.truncate(before);
        }
        made
    }

    fn looked_up(&mut self, draft: &mut Draft, one: &Reflected) -> Option<Operand> {
        let cluster = self.cluster;
        let mut args = Vec::new();
        if let Some(name) = &one.name {
            let units: Vec<u16> = name.encode_utf16().collect();
            args.push(draft.text("name", &units));
        }
        if let Some(parameters) = &one.parameters {
            let elements = parameters.iter().cloned().map(Operand::ClassObject).collect();
            let ty = cluster.member(one.lookup).parameters.last()?.ty.clone();
            args.push(Operand::Step(draft.push(Action::Array { elements }, Some(ty))));
        }
        let receiver = Operand::ClassObject(one.class.clone());
        let TypeUse::Class(of) = operand_type(&cluster.types, draft, &receiver)? else { return None };
        let declared = cluster.member(one.lookup);
        let bindings = class_bindings(&cluster.types, declared, &of)?;
        let ty = cluster.types.project(declared.result.as_ref()?, &bindings, &[]);
        let action = Action::Call { method: one.lookup, receiver: Some(receiver), args };
        let step = draft.push(action, Some(cluster.types.nameable(&ty)));
        check_step(&cluster.types, draft, step.0 as usize).is_ok().then_some(Operand::Step(step))
    }

    fn class_object(&mut self, wanted: &TypeUse) -> Option<Operand> {
        let fitting = self.class_objects(wanted);
        // The class that is asked for comes first: what is made from it by reflection fits the rest of its type.
        if self.rng.chance(ASKED) { fitting.into_iter().next() } else { self.pick(&fitting) }
    }

    /// Class objects that are values of the closed type `wanted`.
    pub fn class_objects(&self, wanted: &TypeUse) -> Vec<Operand> {
        let api = self.cluster.api();
        let types = &self.cluster.types;
        let subjects = api.subjects.iter().map(|&id| plain(&api.classes[id].name));
        let asked = match wanted {
            TypeUse::Class(ClassUse { arguments, .. }) => arguments.first(),
            _ => None,
        };
        let asked = asked.and_then(|argument| match argument {
            TypeArgument::Exactly(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) => {
                Some(ty.clone())
            }
            TypeArgument::Any => None,
        });
        let mined = self.cluster.constants.classes.iter().cloned();
        let usual = [plain(STRING), plain(OBJECT), plain(wrapper(PRIMITIVES[0]))];
        let primitives = PRIMITIVES.into_iter().map(TypeUse::Primitive);
        let arrays =
            [TypeUse::Primitive(PRIMITIVES[0]), plain(STRING)].map(|of| TypeUse::Array(Box::new(of)));
        let usual = usual.into_iter().chain(primitives).chain(arrays);
        let all =
            asked.into_iter().chain(subjects).chain(mined).chain(self.cluster.enumerations()).chain(usual);
        let fits = |of: &TypeUse| {
            is_reifiable(of) && types.is_nameable(of) && types.is_subtype(&class_type(of), wanted)
        };
        all.filter(fits).map(Operand::ClassObject).collect()
    }

    fn array(
        &mut self,
        draft: &mut Draft,
        wanted: &TypeUse,
        element: &TypeUse,
        name: &str,
        depth: usize,
    ) -> Operand {
        if !is_element(element) || !self.cluster.types.is_nameable(element) {
            return self.reuse(draft, wanted).unwrap_or(Operand::Null);
        }
        if let Some(made) = self.array_by_call(draft, wanted, element, depth) {
            return made;
        }
        let length = match depth {
            0..=MAX_RANDOM_DEPTH => self.rng.below(5),
            _ => self.rng.below(2),
        };
        let elements = (0..length).map(|_| self.value(draft, element, name, depth + 1)).collect();
        Operand::Step(draft.push(Action::Array { elements }, Some(wanted.clone())))
    }

    /// An array whose length is one number of the sequence, where the model has a member for that: lengths of all magnitudes are drawn
    /// alike. What is not given is zero.
    fn array_by_call(
        &mut self,
        draft: &mut Draft,
        wanted: &TypeUse,
        element: &TypeUse,
        depth: usize,
    ) -> Option<Operand> {
        let gives = |&maker: &MemberId| self.cluster.member(maker).result.as_ref() == Some(wanted);
        let makers: Vec<MemberId> = self.cluster.array_makers.iter().copied().filter(gives).collect();
        if makers.is_empty() || !self.rng.chance(self.cluster.arrays_by_calls) {
            return None;
        }
        let method = match makers[..] {
            [only] => only,
            _ => self.pick(&makers)?,
        };
        let magnitude = 1u64 << self.rng.below(MAX_MAGNITUDE);
        let length = magnitude + self.rng.below(magnitude);
        let mut args = Vec::new();
        if self.cluster.member(method).parameters.len() > 1 {
            let count = self.rng.below(5);
            let elements = (0..count).map(|_| self.value(draft, element, "", depth + 1)).collect();
            args.push(Operand::Step(draft.push(Action::Array { elements }, Some(wanted.clone()))));
        }
        args.push(Operand::Leaf(draft.leaf(Primitive::Int.leaf_kind(), "count", u128::from(length))));
        Some(Operand::Step(draft.push(Action::Call { method, receiver: None, args }, Some(wanted.clone()))))
    }

    /// An object like one that calls in other sequences made larger or smaller, with those calls.
    fn grown(&mut self, draft: &mut Draft, wanted: &TypeUse, depth: usize) -> Option<Operand> {
        let cluster = self.cluster;
        if cluster.grown.is_empty() || depth > MAX_RANDOM_DEPTH || !self.rng.chance(GROWN) {
            return None;
        }
        let fits = |known: &&Structure| {
            let ty = known.sequence.steps.steps[known.object].ty.as_ref();
            ty.is_some_and(|ty| cluster.types.is_subtype(ty, wanted))
                && draft.steps.len() + known.length() < MAX_STEPS
        };
        let fitting: Vec<&Structure> = cluster.grown.values().flatten().filter(fits).collect();
        // The larger of two: it took more to come to.
        let (one, other) = (self.pick(&fitting)?, self.pick(&fitting)?);
        let known = if one.length() < other.length() { other } else { one };
        Some(Operand::Step(draft.append(&known.sequence, known.object)))
    }

    /// What an object that grew is made of, more often than not where there is one: others of its type may be like it.
    fn argument_of_grown(&mut self) -> Option<TypeUse> {
        let grown = &self.cluster.grown;
        if grown.is_empty() || !self.rng.chance(LIKE_GROWN) {
            return None;
        }
        let all: Vec<&Structure> = grown.values().flatten().collect();
        let known = self.pick(&all)?;
        match &known.sequence.steps.steps[known.object].ty {
            Some(TypeUse::Class(class)) => match class.arguments.first() {
                Some(TypeArgument::Exactly(of)) => Some(of.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// An object of a class, by one of its generators.
    fn made(
        &mut self,
        draft: &mut Draft,
        class: &ClassUse,
        wanted: &TypeUse,
        depth: usize,
    ) -> Option<Operand> {
        let mut generators = self.cluster.generators(&class.name).to_vec();
        if is_object_type(class) {
            generators.retain(|generator| matches!(generator, Generator::New(_)));
        }
        let cost = |generator: &Generator| self.cluster.cost(*generator);
        if depth > MAX_RANDOM_DEPTH {
            generators.sort_by_key(cost);
            generators.truncate(3);
        }
        for _ in 0..4 {
            if generators.is_empty() {
                return None;
            }
            let at = match depth > MAX_RANDOM_DEPTH {
                true => 0,
                false => self.weighted(&generators),
            };
            let generator = generators.remove(at);
            if let Some(operand) = self.by(draft, generator, wanted, depth) {
                return Some(operand);
            }
        }
        None
    }

    /// The position of a generator, cheap ones and those that make objects rather than find them first, deprecated ones last.
    fn weighted(&mut self, generators: &[Generator]) -> usize {
        let weight = |generator: &Generator| {
            let ease = 1.0 / f64::from(2 + self.cluster.cost(*generator));
            let ease = if self.cluster.is_deprecated(*generator) { DEPRECATED * ease } else { ease };
            let ease = if self.cluster.asks_mock(*generator) { ASKS_MOCK * ease } else { ease };
            match generator {
                Generator::New(_) | Generator::Constant(_) => 3.0 * ease,
                Generator::Mock => 0.5 * ease,
                Generator::Call(member) if !self.cluster.member(*member).is_static => 0.4 * ease,
                Generator::Call(_) | Generator::Get(_) => ease,
            }
        };
        let weights: Vec<f64> = generators.iter().map(weight).collect();
        self.drawn(&weights)
    }

    /// A position, drawn with these weights.
    pub fn drawn(&mut self, weights: &[f64]) -> usize {
        let mut drawn = self.rng.unit() * weights.iter().sum::<f64>();
        for (at, weight) in weights.iter().enumerate() {
            drawn -= weight;
            if drawn < 0.0 {
                return at;
            }
        }
        weights.len() - 1
    }

    fn by(
        &mut self,
        draft: &mut Draft,
        generator: Generator,
        wanted: &TypeUse,
        depth: usize,
    ) -> Option<Operand> {
        let before = draft.steps.len();
        let made = match generator {
            Generator::New(member) | Generator::Call(member) => {
                self.call(draft, member, None, Some(wanted), depth + 1).map(Operand::Step)
            }
            Generator::Constant(member) => Some(Operand::Constant(member)),
            Generator::Get(field) => {
                let ty = self.cluster.member(field).result.clone();
                let ty = ty.filter(|ty| self.cluster.types.is_nameable(ty))?;
                Some(Operand::Step(draft.push(Action::Get { field, receiver: None }, Some(ty))))
            }
            Generator::Mock => self.mock(draft, wanted, depth + 1),
        };
        let fits = |operand: &Operand| {
            operand_type(&self.cluster.types, draft, operand)
                .is_some_and(|ty| self.cluster.types.is_subtype(&ty, wanted))
        };
        let made = made.filter(fits);
        if made.is_none() {
            draft.steps.truncate(before);
        }
        made
    }

    /// A call of `member` as a new step at the end of `draft`, on `receiver` or on one that is found or made; `None`, and nothing
    /// added, when it cannot be made.
    pub fn call(
        &mut self,
        draft: &mut Draft,
        member: MemberId,
        receiver: Option<Operand>,
        wanted: Option<&TypeUse>,
        depth: usize,
    ) -> Option<trine_testcase::objects::StepId> {
        let before = draft.steps.len();
        let made = self.try_call(draft, member, receiver, wanted, depth);
        let good = made.filter(|at| check_step(&self.cluster.types, draft, at.0 as usize).is_ok());
        if good.is_none() {
            draft.steps.truncate(before);
        }
        good
    }

    fn try_call(
        &mut self,
        draft: &mut Draft,
        member: MemberId,
        receiver: Option<Operand>,
        wanted: Option<&TypeUse>,
        depth: usize,
    ) -> Option<trine_testcase::objects::StepId> {
        let cluster = self.cluster;
        let declared = cluster.member(member);
        let class = &cluster.api().classes[declared.class];
        if declared.kind == MemberKind::Constructor {
            let mut bindings = cluster.arguments_for(declared.class, wanted);
            self.bind(&class.type_parameters, &mut bindings);
            self.bind(&declared.type_parameters, &mut bindings);
            let exact = |name: &str| matches!(bindings.get(name), Some(TypeArgument::Exactly(_)));
            if !class.type_parameters.iter().all(|parameter| exact(&parameter.name)) {
                return None;
            }
            let arguments = class.type_parameters.iter().map(|parameter| bindings[&parameter.name].clone());
            let of = ClassUse { name: class.name.clone(), arguments: arguments.collect() };
            let outer = match class.is_inner {
                true => Some(self.receiver(draft, &enclosing_type(&cluster.types, member, &of)?, depth)?),
                false => None,
            };
            let args = self.arguments(draft, member, &bindings, depth)?;
            let action = Action::New { constructor: member, outer, args };
            return Some(draft.push(action, Some(TypeUse::Class(of))));
        }
        let receiver = match (declared.is_static, receiver) {
            (true, _) => None,
            (false, Some(receiver)) => Some(receiver),
            (false, None) => {
                let of = self.receiver_type(member, wanted)?;
                Some(self.receiver(draft, &of, depth)?)
            }
        };
        let mut bindings = match &receiver {
            Some(receiver) => match operand_type(&cluster.types, draft, receiver)? {
                TypeUse::Class(of) => class_bindings(&cluster.types, declared, &of)?,
                _ => return None,
            },
            None => Bindings::new(),
        };
        if let (Some(result), Some(wanted)) = (&declared.result, wanted) {
            cluster.types.infer_from_result(result, wanted, &declared.type_parameters, &mut bindings);
        }
        self.bind(&declared.type_parameters, &mut bindings);
        let args = self.arguments(draft, member, &bindings, depth)?;
        let result = declared.result.as_ref();
        let ty = result.map(|result| {
            let gives = cluster.types.project(result, &bindings, &declared.type_parameters);
            cluster.types.nameable(&gives)
        });
        Some(draft.push(Action::Call { method: member, receiver, args }, ty))
    }

    /// The type of an object to call `member` on, so that the call gives a `wanted`.
    fn receiver_type(&mut self, member: MemberId, wanted: Option<&TypeUse>) -> Option<TypeUse> {
        let cluster = self.cluster;
        let declared = cluster.member(member);
        let class = &cluster.api().classes[declared.class];
        if wanted.is_none() && !class.type_parameters.is_empty() && self.rng.chance(OFFERED) {
            // What is there already may be of one type only: a constant, what a static method gives.
            let offered = cluster.offered(&class.name);
            if let Some(of) = self.pick(&offered) {
                return Some(of);
            }
        }
        let mut bindings = Bindings::new();
        if let (Some(result), Some(wanted)) = (&declared.result, wanted) {
            cluster.types.infer_from_result(result, wanted, &class.type_parameters, &mut bindings);
        }
        self.bind(&class.type_parameters, &mut bindings);
        let arguments = class.type_parameters.iter().map(|parameter| bindings.get(&parameter.name).cloned());
        let arguments = arguments.collect::<Option<Vec<_>>>()?;
        Some(TypeUse::Class(ClassUse { name: class.name.clone(), arguments }))
    }

    /// An object to call a method on: not null.
    fn receiver(&mut self, draft: &mut Draft, of: &TypeUse, depth: usize) -> Option<Operand> {
        if self.rng.chance(0.85)
            && let Some(step) = self.reuse(draft, of)
        {
            return Some(step);
        }
        if depth > MAX_DEPTH {
            return self.reuse(draft, of);
        }
        let TypeUse::Class(class) = of else { return None };
        let made = self.made(draft, class, of, depth);
        made.filter(|made| matches!(made, Operand::Step(_) | Operand::Constant(_)))
    }

    /// Operands for the parameters of `member`; `None` when one of them would have to be of a captured type.
    fn arguments(
        &mut self,
        draft: &mut Draft,
        member: MemberId,
        bindings: &Bindings,
        depth: usize,
    ) -> Option<Vec<Operand>> {
        let parameters = &self.cluster.member(member).parameters;
        let mut args = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            let ty = self.cluster.types.accepts(&parameter.ty, bindings)?;
            let is_element = matches!(parameter.ty, TypeUse::Variable(_));
            if is_element && let Some(equal) = self.equal(draft, &ty) {
                args.push(equal);
                continue;
            }
            args.push(self.value(draft, &ty, parameter.name.as_deref().unwrap_or(""), depth));
        }
        Some(args)
    }

    /// Sometimes a wrapped value or string that equals one of the draft: elements and keys are looked up.
    fn equal(&mut self, draft: &mut Draft, wanted: &TypeUse) -> Option<Operand> {
        if !self.rng.chance(EQUAL) {
            return None;
        }
        let types = &self.cluster.types;
        let fits = |operand: &&Operand| {
            operand_type(types, draft, operand).is_some_and(|ty| types.is_subtype(&ty, wanted))
        };
        let fitting: Vec<Operand> = draft.plain_objects().filter(fits).cloned().collect();
        Some(match self.pick(&fitting)? {
            Operand::Boxed(primitive, leaf) => {
                let (leaf, value) = draft.described(leaf);
                let (kind, name) = (leaf.kind.clone(), leaf.name.clone());
                Operand::Boxed(primitive, draft.leaf(kind, &name, value))
            }
            Operand::Text(leaves) => {
                let units = draft.units(&leaves);
                draft.text("", &units)
            }
            other => other,
        })
    }

    /// Chooses type arguments for parameters that nothing has bound yet.
    fn bind(&mut self, parameters: &[TypeParameter], bindings: &mut Bindings) {
        let unbound = parameters.iter().any(|parameter| !bindings.contains_key(&parameter.name));
        if !unbound {
            return;
        }
        let mut choices = self.cluster.usual_arguments();
        let first = self.rng.position(choices.len());
        choices.swap(0, first);
        choices.splice(0..0, self.argument_of_grown());
        if self.rng.chance(INTERFACE) {
            let interfaces = self.cluster.interfaces();
            choices.splice(0..0, self.pick(&interfaces));
        }
        choices.extend(self.cluster.enumerations());
        let api = self.cluster.api();
        let subjects = api.subjects.iter().map(|&id| &api.classes[id]);
        let named = subjects
            .filter(|class| class.visibility != Visibility::Hidden && class.type_parameters.is_empty());
        choices.extend(named.map(|class| plain(&class.name)));
        bind_rest(&self.cluster.types, parameters, bindings, &choices);
        if parameters.iter().any(|parameter| !bindings.contains_key(&parameter.name)) {
            // `T extends Comparable<T>` and the like: a class that is below its own bound.
            let below = self.cluster.below_bounds(parameters);
            let chosen = self.pick(&below);
            let all: Vec<TypeUse> = chosen.into_iter().chain(below).collect();
            bind_rest(&self.cluster.types, parameters, bindings, &all);
        }
    }

    /// An object that the test implements itself.
    pub fn mock(&mut self, draft: &mut Draft, wanted: &TypeUse, depth: usize) -> Option<Operand> {
        let TypeUse::Class(class) = wanted else { return None };
        let id = self.cluster.types.id(&class.name)?;
        let known = &self.cluster.api().classes[id];
        if !known.is_mockable() || is_object(wanted) {
            return None;
        }
        let mut bindings = self.cluster.arguments_for(id, Some(wanted));
        self.bind(&known.type_parameters, &mut bindings);
        let arguments = known.type_parameters.iter().map(|parameter| bindings.get(&parameter.name).cloned());
        let of = ClassUse { name: class.name.clone(), arguments: arguments.collect::<Option<Vec<_>>>()? };
        let answering: Vec<(MemberId, TypeUse)> = self
            .cluster
            .abstracts(&class.name)
            .iter()
            .filter_map(|&method| Some((method, answer_type(&self.cluster.types, method, &of)?)))
            .collect();
        let objects = answering.iter().filter(|(_, ty)| !is_plain(ty)).count();
        let object_share = match depth > MAX_RANDOM_DEPTH + 1 {
            true => 0.0,
            false => ANSWERED.min(ANSWERING_OBJECTS / objects.max(1) as f64),
        };
        let constructed = match &known.open_constructors[..] {
            [] => None,
            _ if known.is_extensible && self.rng.chance(PLAIN) => None,
            constructors => {
                let constructor = self.pick(constructors)?;
                let bindings = self.cluster.types.bindings(&of);
                Some((constructor, self.arguments(draft, constructor, &bindings, depth + 1)?))
            }
        };
        let mut answers = Vec::new();
        for (method, ty) in answering {
            if !self.rng.chance(if is_plain(&ty) { ANSWERED } else { object_share }) {
                continue;
            }
            let count = if self.rng.chance(0.8) { 1 } else { 2 };
            let values = (0..count).map(|_| self.value(draft, &ty, "", depth + 1)).collect();
            answers.push((method, values));
        }
        let step = draft.push(Action::Mock { constructed, answers }, Some(TypeUse::Class(of)));
        check_step(&self.cluster.types, draft, step.0 as usize).is_ok().then_some(Operand::Step(step))
    }
}

/// Whether values of a type take no steps: numbers, strings, and objects of any class.
fn is_plain(ty: &TypeUse) -> bool {
    match ty {
        TypeUse::Primitive(_) => true,
        TypeUse::Class(class) => class.name == STRING || class.name == OBJECT || is_wrapper(&class.name),
        TypeUse::Array(_) | TypeUse::Variable(_) => false,
    }
}

fn is_object_type(class: &ClassUse) -> bool {
    class.name == OBJECT
}
