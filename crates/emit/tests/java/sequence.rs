//! Sequences, written call by call.

use super::model::{member, ty};
use std::sync::Arc;
use trine_testcase::objects::{
    Action, ClassApi, ClassUse, Ended, Expectation, MemberId, MemberKind, ObjectTest, Operand, Primitive,
    Seen, Sequence, Shown, Step, StepId, Steps, TypeUse,
};
use trine_testcase::{Leaf, LeafId};

/// A sequence that grows.
pub struct Growing<'a> {
    api: &'a ClassApi,
    steps: Steps,
    leaves: Vec<u128>,
    expectations: Vec<Expectation>,
    threw: Option<String>,
}

impl<'a> Growing<'a> {
    pub fn new(api: &'a ClassApi) -> Self {
        Self { api, steps: Steps::default(), leaves: Vec::new(), expectations: Vec::new(), threw: None }
    }

    pub fn leaf(&mut self, primitive: Primitive, bits: u128) -> LeafId {
        self.leaves.push(bits);
        self.steps.leaves.push(Leaf { kind: primitive.leaf_kind(), name: String::new() })
    }

    pub fn value(&mut self, primitive: Primitive, bits: u128) -> Operand {
        Operand::Leaf(self.leaf(primitive, bits))
    }

    pub fn int(&mut self, value: i32) -> Operand {
        self.value(Primitive::Int, u128::from(value as u32))
    }

    pub fn long(&mut self, value: i64) -> Operand {
        self.value(Primitive::Long, u128::from(value as u64))
    }

    pub fn boxed(&mut self, value: i32) -> Operand {
        Operand::Boxed(Primitive::Int, self.leaf(Primitive::Int, u128::from(value as u32)))
    }

    pub fn text(&mut self, text: &str) -> Operand {
        Operand::Text(text.encode_utf16().map(|unit| self.leaf(Primitive::Char, u128::from(unit))).collect())
    }

    pub fn member(&self, path: &str) -> MemberId {
        let (path, count) =
            path.split_once('/').map_or((path, None), |(path, count)| (path, count.parse().ok()));
        let (class, name) = path.split_once('.').expect("class.member");
        member(self.api, class, if name == "new" { "<init>" } else { name }, count)
    }

    /// The method with one parameter of this type.
    pub fn overload(&self, class: &str, name: &str, parameter: &str) -> MemberId {
        let wanted = ty(parameter, &[]);
        let found = self.api.members.iter_enumerated().find(|(_, member)| {
            self.api.classes[member.class].name.ends_with(class)
                && member.name == name
                && member.parameters[0].ty == wanted
        });
        found.map_or_else(|| panic!("no {class}.{name}({parameter})"), |(id, _)| id)
    }

    pub fn push(&mut self, action: Action, of_type: Option<&str>) -> StepId {
        self.steps.steps.push(Step { action, ty: of_type.map(|text| ty(text, &[])) })
    }

    /// `new`, by class and constructor `Box.new`; the type is the class, or the one given.
    pub fn new_as(&mut self, path: &str, args: Vec<Operand>, of_type: Option<&str>) -> StepId {
        let constructor = self.member(path);
        let class = self.api.classes[self.api.members[constructor].class].name.clone();
        let ty = of_type.map_or_else(|| TypeUse::Class(ClassUse::plain(&class)), |text| ty(text, &[]));
        self.steps.steps.push(Step { action: Action::New { constructor, outer: None, args }, ty: Some(ty) })
    }

    pub fn create(&mut self, path: &str, args: Vec<Operand>) -> StepId {
        self.new_as(path, args, None)
    }

    /// A call; the type is the method's result, or the one given.
    pub fn call_as(
        &mut self,
        on: Option<StepId>,
        path: &str,
        args: Vec<Operand>,
        of_type: Option<&str>,
    ) -> StepId {
        let method = self.member(path);
        let result = self.api.members[method].result.clone();
        let ty = of_type.map(|text| ty(text, &[])).or(result);
        self.steps
            .steps
            .push(Step { action: Action::Call { method, receiver: on.map(Operand::Step), args }, ty })
    }

    pub fn call(&mut self, on: StepId, path: &str, args: Vec<Operand>) -> StepId {
        self.call_as(Some(on), path, args, None)
    }

    pub fn call_static(&mut self, path: &str, args: Vec<Operand>) -> StepId {
        self.call_as(None, path, args, None)
    }

    pub fn array(&mut self, of_type: &str, elements: Vec<Operand>) -> StepId {
        self.push(Action::Array { elements }, Some(of_type))
    }

    pub fn mock(&mut self, of_type: &str, answers: Vec<(&str, Vec<Operand>)>) -> StepId {
        let answers = answers.into_iter().map(|(path, values)| (self.member(path), values)).collect();
        self.push(Action::Mock { constructed: None, answers }, Some(of_type))
    }

    pub fn result(&mut self, step: StepId, seen: Seen) {
        self.expectations.push(Expectation { shown: Shown::Result(step), seen });
    }

    pub fn query(&mut self, step: StepId, path: &str, seen: Seen) {
        let member = self.member(path);
        let shown = match (self.api.members[member].kind, self.api.members[member].is_static) {
            (MemberKind::Method, false) => Shown::Query(step, member),
            (MemberKind::Method, true) => Shown::StaticQuery(member),
            (_, false) => Shown::Field(step, member),
            (_, true) => Shown::StaticField(member),
        };
        self.expectations.push(Expectation { shown, seen });
    }

    pub fn expect(&mut self, shown: Shown, seen: Seen) {
        self.expectations.push(Expectation { shown, seen });
    }

    /// The last step throws this.
    pub fn throws(&mut self, class: &str) {
        self.threw = Some(class.to_owned());
    }

    pub fn test(self, about: &str) -> ObjectTest {
        let about = self.member(about);
        let last = StepId(self.steps.steps.len() as u32 - 1);
        let ended = self.threw.map_or(Ended::Returned, |class| Ended::Threw {
            step: last,
            class: class.clone(),
            named: class,
            thrown_in: String::new(),
        });
        let sequence = Sequence { steps: Arc::new(self.steps), leaves: self.leaves };
        ObjectTest { sequence, ended, expectations: self.expectations, about }
    }
}

/// What was seen: an `int`.
pub fn seen_int(value: i32) -> Seen {
    Seen::Leaf(Primitive::Int.leaf_kind(), u128::from(value as u32))
}

pub fn seen(primitive: Primitive, bits: u128) -> Seen {
    Seen::Leaf(primitive.leaf_kind(), bits)
}

pub fn seen_long(value: i64) -> Seen {
    seen(Primitive::Long, u128::from(value as u64))
}

pub fn seen_bool(value: bool) -> Seen {
    seen(Primitive::Boolean, u128::from(value))
}

pub fn seen_double(value: f64) -> Seen {
    seen(Primitive::Double, u128::from(value.to_bits()))
}

pub fn seen_text(text: &str) -> Seen {
    Seen::Text(text.encode_utf16().collect())
}

pub fn described(text: &str) -> Seen {
    Seen::Described(text.encode_utf16().collect())
}
