//! Short sequences over few values, up to a number of them: what a proof that a goal is infeasible must survive.
//!
//! ```text
//! new C(…)  [m1(…)]  m2(…)        every constructor and every method of the classes under test, static methods by themselves
//! ```
//!
//! Arguments are few values of each type: the least, the greatest and those about zero, short texts, constants of enumerations under test,
//! new objects of classes under test that have a constructor without parameters, null. Most errors show in small scopes (Jackson,
//! *Software Abstractions*, 2006); here they would be errors of proofs.

use crate::draft::Draft;
use trine_testcase::objects::{
    Action, ClassApi, ClassId, ClassKind, ClassUse, Member, MemberId, MemberKind, Operand, Primitive,
    Sequence, StepId, TypeUse, Visibility,
};

/// Ways to call the first method of two, at most: it is there for the state that it leaves.
const MAX_FIRST_CALLS: usize = 3;

/// Ways to call one member, at most.
const MAX_CALLS: usize = 200;

/// A value of an argument.
#[derive(Clone, Debug)]
enum Value {
    Bits(Primitive, u128),
    Text(&'static str),
    Constant(MemberId),
    New(MemberId),
    Null,
}

/// A member with its arguments.
type Call = (MemberId, Vec<Value>);

/// At most `most` short sequences over the classes under test of `api`, those with fewer steps first.
#[must_use]
pub fn small_scope(api: &ClassApi, most: usize) -> Vec<Sequence> {
    let maker = Maker { api };
    let classes: Vec<OfClass> = api.subjects.iter().map(|&class| maker.of_class(class)).collect();
    let alone = classes.iter().flat_map(|of| {
        let news = of.news.iter().map(|new| maker.sequence(Some(new), &[]));
        of.statics.iter().map(|call| maker.sequence(None, &[call])).chain(news)
    });
    let called = classes.iter().flat_map(|of| {
        let calls = |new| of.calls.iter().map(move |call| maker.sequence(Some(new), &[call]));
        of.news.iter().flat_map(calls)
    });
    let called_twice = classes.iter().flat_map(|of| {
        let pairs = move |new| {
            of.calls.iter().flat_map(move |last| of.firsts.iter().map(move |first| (new, first, last)))
        };
        of.news.iter().flat_map(pairs).map(|(new, first, last)| maker.sequence(Some(new), &[first, last]))
    });
    alone.chain(called).chain(called_twice).take(most).collect()
}

/// The calls of a class's members.
struct OfClass {
    statics: Vec<Call>,
    /// Of constructors; none where the class has no objects of its own, or only inside of others.
    news: Vec<Call>,
    /// Of the methods of its objects.
    calls: Vec<Call>,
    /// A few of these.
    firsts: Vec<Call>,
}

/// Whether a test may call it.
fn is_callable(member: &Member) -> bool {
    let has_body = member.kind != MemberKind::Method || !member.is_final_or_abstract;
    has_body && member.visibility != Visibility::Hidden
}

#[derive(Clone, Copy)]
struct Maker<'a> {
    api: &'a ClassApi,
}

impl Maker<'_> {
    fn of_class(self, class: ClassId) -> OfClass {
        let calls = |kind: MemberKind, is_static: bool, most: usize| {
            let wanted = |&&id: &&MemberId| {
                let member = &self.api.members[id];
                member.kind == kind && member.is_static == is_static && is_callable(member)
            };
            let members = self.api.classes[class].members.iter().filter(wanted);
            members.flat_map(|&id| self.calls(id, most).into_iter().map(move |args| (id, args))).collect()
        };
        OfClass {
            statics: calls(MemberKind::Method, true, MAX_CALLS),
            news: match self.is_plain(class) {
                true => calls(MemberKind::Constructor, false, MAX_CALLS),
                false => Vec::new(),
            },
            calls: calls(MemberKind::Method, false, MAX_CALLS),
            firsts: calls(MemberKind::Method, false, MAX_FIRST_CALLS),
        }
    }

    /// The arguments of at most `most` calls of `member`, every combination of values where there are no more.
    fn calls(self, member: MemberId, most: usize) -> Vec<Vec<Value>> {
        let parameters = &self.api.members[member].parameters;
        let values: Vec<Vec<Value>> = parameters.iter().map(|parameter| self.values(&parameter.ty)).collect();
        let all = values.iter().fold(1_usize, |all, of| all.saturating_mul(of.len()));
        // Evenly spread over all of them.
        let count = all.min(most);
        let nth = |at: usize| {
            let mut rest = (at as u128 * all as u128 / count as u128) as usize;
            let pick = |of: &Vec<Value>| {
                let value = of[rest % of.len()].clone();
                rest /= of.len();
                value
            };
            values.iter().map(pick).collect()
        };
        (0..count).map(nth).collect()
    }

    /// The few values of a type.
    fn values(self, ty: &TypeUse) -> Vec<Value> {
        match ty {
            TypeUse::Primitive(primitive) => {
                bits(*primitive).into_iter().map(|bits| Value::Bits(*primitive, bits)).collect()
            }
            TypeUse::Class(class) if class.name == "java/lang/String" => {
                vec![Value::Null, Value::Text(""), Value::Text("a"), Value::Text("-1")]
            }
            TypeUse::Class(class) => {
                let subject = self.api.subjects.iter().find(|&&id| self.api.classes[id].name == class.name);
                let members = subject.map_or(&[][..], |&id| &self.api.classes[id].members);
                let value = |&member: &MemberId| {
                    let data = &self.api.members[member];
                    match data.kind {
                        MemberKind::EnumConstant => Some(Value::Constant(member)),
                        MemberKind::Constructor
                            if data.parameters.is_empty()
                                && is_callable(data)
                                && self.is_plain(data.class) =>
                        {
                            Some(Value::New(member))
                        }
                        _ => None,
                    }
                };
                std::iter::once(Value::Null).chain(members.iter().filter_map(value)).collect()
            }
            TypeUse::Array(_) | TypeUse::Variable(_) => vec![Value::Null],
        }
    }

    /// Whether a constructor makes an object of the class without more ado.
    fn is_plain(self, class: ClassId) -> bool {
        let class = &self.api.classes[class];
        let has_objects = matches!(class.kind, ClassKind::Class | ClassKind::Record);
        has_objects && !class.is_abstract && !class.is_inner
    }

    /// A new object, and methods that are called on it; static methods without one.
    fn sequence(self, new: Option<&Call>, calls: &[&Call]) -> Sequence {
        let mut draft = Draft::default();
        let object = new.map(|(constructor, args)| {
            let args = self.operands(&mut draft, args);
            self.object(&mut draft, *constructor, args)
        });
        for (method, args) in calls {
            let args = self.operands(&mut draft, args);
            let action = Action::Call { method: *method, receiver: object.map(Operand::Step), args };
            draft.push(action, self.api.members[*method].result.clone());
        }
        draft.finish()
    }

    fn object(self, draft: &mut Draft, constructor: MemberId, args: Vec<Operand>) -> StepId {
        let class = self.api.members[constructor].class;
        let ty = TypeUse::Class(ClassUse::plain(&self.api.classes[class].name));
        draft.push(Action::New { constructor, outer: None, args }, Some(ty))
    }

    fn operands(self, draft: &mut Draft, values: &[Value]) -> Vec<Operand> {
        let operand = |value: &Value| match value {
            Value::Bits(primitive, bits) => Operand::Leaf(draft.leaf(primitive.leaf_kind(), "", *bits)),
            Value::Text(text) => draft.text("", &text.encode_utf16().collect::<Vec<_>>()),
            Value::Constant(member) => Operand::Constant(*member),
            Value::New(constructor) => Operand::Step(self.object(draft, *constructor, Vec::new())),
            Value::Null => Operand::Null,
        };
        values.iter().map(operand).collect()
    }
}

/// A few values of a primitive type.
fn bits(primitive: Primitive) -> Vec<u128> {
    let signed = |width: u32| {
        let mask = u128::MAX >> (128 - width);
        let least = 1_u128 << (width - 1);
        vec![0, 1, mask, 2, 5, 100, least, least - 1]
    };
    match primitive {
        Primitive::Boolean => vec![0, 1],
        Primitive::Char => vec![0, u128::from(b'a'), u128::from(b'0'), u128::from(u16::MAX)],
        Primitive::Byte => signed(8),
        Primitive::Short => signed(16),
        Primitive::Int => signed(32),
        Primitive::Long => signed(64),
        Primitive::Float => {
            [0.0, 1.0, -1.0, f32::NAN, f32::INFINITY].map(|value| u128::from(value.to_bits())).to_vec()
        }
        Primitive::Double => {
            [0.0, 1.0, -1.0, f64::NAN, f64::INFINITY].map(|value| u128::from(value.to_bits())).to_vec()
        }
    }
}
