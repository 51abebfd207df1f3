//! All short sequences over few values: what a proof that a goal is infeasible must survive.
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

/// Short sequences, those with fewer steps first.
#[derive(Debug)]
pub struct SmallScope {
    /// The sequences.
    pub sequences: Vec<Sequence>,
    /// Whether they are all that there are.
    pub is_whole: bool,
}

/// A value of an argument.
#[derive(Clone, Debug)]
enum Value {
    Bits(Primitive, u128),
    Text(&'static str),
    Constant(MemberId),
    New(MemberId),
    Null,
}

/// At most `most` short sequences over the classes under test of `api`.
#[must_use]
pub fn small_scope(api: &ClassApi, most: usize) -> SmallScope {
    let mut maker = Maker { api, is_whole: true };
    let (mut one, mut two, mut three) = (Vec::new(), Vec::new(), Vec::new());
    for &class in &api.subjects {
        let of_kind = |kind: MemberKind, is_static: bool| {
            let members = api.classes[class].members.iter().copied();
            members.filter(move |&member| {
                let data = &api.members[member];
                data.kind == kind && data.is_static == is_static && is_callable(data)
            })
        };
        for method in of_kind(MemberKind::Method, true) {
            let calls = maker.calls(method, MAX_CALLS);
            one.extend(calls.into_iter().map(|args| maker.sequence(None, &[(method, args)])));
        }
        let is_made =
            api.classes[class].kind == ClassKind::Class || api.classes[class].kind == ClassKind::Record;
        if !is_made || api.classes[class].is_abstract || api.classes[class].is_inner {
            maker.is_whole &= !is_made;
            continue;
        }
        let methods: Vec<MemberId> = of_kind(MemberKind::Method, false).collect();
        for constructor in of_kind(MemberKind::Constructor, false) {
            for args in maker.calls(constructor, MAX_CALLS) {
                let new = Some((class, constructor, args));
                one.push(maker.sequence(new.clone(), &[]));
                for &last in &methods {
                    for last_args in maker.calls(last, MAX_CALLS) {
                        if two.len() >= most {
                            maker.is_whole = false;
                            break;
                        }
                        two.push(maker.sequence(new.clone(), &[(last, last_args.clone())]));
                        for &first in &methods {
                            if three.len() >= most {
                                maker.is_whole = false;
                                break;
                            }
                            for first_args in maker.calls(first, MAX_FIRST_CALLS) {
                                let calls = [(first, first_args), (last, last_args.clone())];
                                three.push(maker.sequence(new.clone(), &calls));
                            }
                        }
                    }
                }
            }
        }
    }
    one.append(&mut two);
    one.append(&mut three);
    let is_whole = maker.is_whole && one.len() <= most;
    one.truncate(most);
    SmallScope { sequences: one, is_whole }
}

/// Whether a test may call it.
fn is_callable(member: &Member) -> bool {
    let has_body = member.kind != MemberKind::Method || !member.is_final_or_abstract;
    has_body && member.visibility != Visibility::Hidden
}

struct Maker<'a> {
    api: &'a ClassApi,
    is_whole: bool,
}

impl Maker<'_> {
    /// The arguments of at most `most` calls of `member`, every combination of values where there are no more.
    fn calls(&mut self, member: MemberId, most: usize) -> Vec<Vec<Value>> {
        let parameters = &self.api.members[member].parameters;
        let values: Vec<Vec<Value>> = parameters.iter().map(|parameter| self.values(&parameter.ty)).collect();
        let all = values.iter().fold(1_usize, |all, of| all.saturating_mul(of.len()));
        if all > most {
            self.is_whole = false;
        }
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
    fn values(&self, ty: &TypeUse) -> Vec<Value> {
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
    fn is_plain(&self, class: ClassId) -> bool {
        let class = &self.api.classes[class];
        !class.is_abstract && !class.is_inner && class.kind != ClassKind::Enum
    }

    fn sequence(
        &self,
        new: Option<(ClassId, MemberId, Vec<Value>)>,
        calls: &[(MemberId, Vec<Value>)],
    ) -> Sequence {
        let mut draft = Draft::default();
        let object = new.map(|(class, constructor, args)| {
            let args = self.operands(&mut draft, &args);
            self.object(&mut draft, class, constructor, args)
        });
        for (method, args) in calls {
            let args = self.operands(&mut draft, args);
            let member = &self.api.members[*method];
            let receiver = object.filter(|_| !member.is_static).map(Operand::Step);
            draft.push(Action::Call { method: *method, receiver, args }, member.result.clone());
        }
        draft.finish()
    }

    fn object(&self, draft: &mut Draft, class: ClassId, constructor: MemberId, args: Vec<Operand>) -> StepId {
        let ty = ClassUse { name: self.api.classes[class].name.clone(), arguments: Vec::new() };
        draft.push(Action::New { constructor, outer: None, args }, Some(TypeUse::Class(ty)))
    }

    fn operands(&self, draft: &mut Draft, values: &[Value]) -> Vec<Operand> {
        let operand = |value: &Value| match value {
            Value::Bits(primitive, bits) => Operand::Leaf(draft.leaf(primitive.leaf_kind(), "", *bits)),
            Value::Text(text) => draft.text("", &text.encode_utf16().collect::<Vec<_>>()),
            Value::Constant(member) => Operand::Constant(*member),
            Value::New(constructor) => {
                let class = self.api.members[*constructor].class;
                Operand::Step(self.object(draft, class, *constructor, Vec::new()))
            }
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
