//! Sequences over objects as records: members by name, types as class files write them, values in place.
//!
//! ```text
//! {"new": {"constructor": "com/acme/Account.<init>(Ljava/lang/String;J)V", "args": [{"text": "Ada"}, {"long": "100"}]},
//!  "type": "Lcom/acme/Account;"}
//! ```
//!
//! A record is read back against the API model of the classes as they are then: [`SequenceRecord::test`] says what is missing.

use crate::sequence::types::type_of;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use trine_base::IndexVec;
use trine_testcase::objects::{
    Action, ClassApi, Ended, Expectation, MemberId, ObjectTest, Operand, Primitive, Seen, Sequence, Shown,
    Step, StepId, Steps,
};
use trine_testcase::{Leaf, LeafId, LeafKind};

mod shown;
mod types;
mod values;

pub use shown::number;
pub use types::signature;
pub use values::{SeenRecord, ValueRecord};

/// A finished test over objects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SequenceRecord {
    /// The member that it is about.
    pub about: String,
    /// Its steps; operands name them by position, from 0.
    pub steps: Vec<StepRecord>,
    /// The exception that the last step throws: its class and the class that is asserted, in class files' names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throws: Option<ThrownRecord>,
    /// What is asserted.
    pub expectations: Vec<ExpectationRecord>,
}

/// An exception that ends a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThrownRecord {
    /// Its class.
    pub class: String,
    /// The nearest class above it that a test can name.
    pub named: String,
    /// The method that threw it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub thrown_in: String,
}

/// A step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepRecord {
    /// What is done.
    #[serde(flatten)]
    pub action: ActionRecord,
    /// The type of what it gives, as a signature of class files (JVMS 4.7.9.1).
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub ty: Option<String>,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ActionRecord {
    /// A new object.
    New {
        /// The constructor.
        constructor: String,
        /// The enclosing instance.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outer: Option<ValueRecord>,
        /// Arguments.
        args: Vec<ValueRecord>,
    },
    /// A call.
    Call {
        /// The method.
        method: String,
        /// On what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        receiver: Option<ValueRecord>,
        /// Arguments.
        args: Vec<ValueRecord>,
    },
    /// A new array.
    Array(Vec<ValueRecord>),
    /// The value of a field.
    Get {
        /// The field.
        field: String,
        /// Of what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        receiver: Option<ValueRecord>,
    },
    /// Assigns a field.
    Set {
        /// The field.
        field: String,
        /// Of what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        receiver: Option<ValueRecord>,
        /// The value.
        value: ValueRecord,
    },
    /// Assigns an element of an array.
    SetElement {
        /// The step that made the array.
        array: u32,
        /// The position.
        index: u32,
        /// The value.
        value: ValueRecord,
    },
    /// An object of the test's own, with its answers by method.
    Mock(Vec<(String, Vec<ValueRecord>)>),
    /// The same below a class whose constructor takes arguments.
    Extending {
        /// The constructor.
        constructor: String,
        /// Its arguments.
        args: Vec<ValueRecord>,
        /// Answers by method.
        answers: Vec<(String, Vec<ValueRecord>)>,
    },
}

/// What is asserted of one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpectationRecord {
    /// What is looked at.
    #[serde(flatten)]
    pub shown: ShownRecord,
    /// What it was.
    pub seen: SeenRecord,
}

/// What an assertion looks at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShownRecord {
    /// What a step gave.
    Result(u32),
    /// What a method gives for it.
    Query(u32, String),
    /// What a static method gives.
    StaticQuery(String),
    /// A field of it.
    Field(u32, String),
    /// A static field.
    StaticField(String),
    /// The elements of an array.
    Elements(u32),
}

impl SequenceRecord {
    /// Names of the classes whose members its steps and expectations use.
    #[must_use]
    pub fn classes(&self) -> BTreeSet<String> {
        let mut members: Vec<&str> = Vec::new();
        for step in &self.steps {
            let values: Vec<&ValueRecord> = match &step.action {
                ActionRecord::New { constructor: member, outer: first, args }
                | ActionRecord::Call { method: member, receiver: first, args } => {
                    members.push(member);
                    first.iter().chain(args).collect()
                }
                ActionRecord::Get { field, receiver } => {
                    members.push(field);
                    receiver.iter().collect()
                }
                ActionRecord::Set { field, receiver, value } => {
                    members.push(field);
                    receiver.iter().chain([value]).collect()
                }
                ActionRecord::Array(values) => values.iter().collect(),
                ActionRecord::SetElement { value, .. } => vec![value],
                ActionRecord::Mock(answers) => {
                    members.extend(answers.iter().map(|(method, _)| method.as_str()));
                    answers.iter().flat_map(|(_, values)| values).collect()
                }
                ActionRecord::Extending { constructor, args, answers } => {
                    members.push(constructor);
                    members.extend(answers.iter().map(|(method, _)| method.as_str()));
                    args.iter().chain(answers.iter().flat_map(|(_, values)| values)).collect()
                }
            };
            members.extend(values.into_iter().filter_map(|value| match value {
                ValueRecord::Constant(member) => Some(member.as_str()),
                _ => None,
            }));
        }
        members.extend(self.expectations.iter().filter_map(|expectation| match &expectation.shown {
            ShownRecord::Query(_, member)
            | ShownRecord::StaticQuery(member)
            | ShownRecord::Field(_, member)
            | ShownRecord::StaticField(member) => Some(member.as_str()),
            ShownRecord::Result(_) | ShownRecord::Elements(_) => None,
        }));
        members.into_iter().filter_map(|name| Some(name.split_once('.')?.0.to_owned())).collect()
    }

    /// The record of a finished test.
    #[must_use]
    pub fn of(test: &ObjectTest, api: &ClassApi) -> Self {
        let sequence = &test.sequence;
        let value = |operand: &Operand| ValueRecord::of(operand, sequence, api);
        let values = |operands: &[Operand]| operands.iter().map(value).collect::<Vec<_>>();
        let member = |member: &MemberId| member_name(api, *member);
        let step = |step: &Step| {
            let action = match &step.action {
                Action::New { constructor, outer, args } => ActionRecord::New {
                    constructor: member(constructor),
                    outer: outer.as_ref().map(value),
                    args: values(args),
                },
                Action::Call { method, receiver, args } => ActionRecord::Call {
                    method: member(method),
                    receiver: receiver.as_ref().map(value),
                    args: values(args),
                },
                Action::Array { elements } => ActionRecord::Array(values(elements)),
                Action::Get { field, receiver } => {
                    ActionRecord::Get { field: member(field), receiver: receiver.as_ref().map(value) }
                }
                Action::Set { field, receiver, value: of } => ActionRecord::Set {
                    field: member(field),
                    receiver: receiver.as_ref().map(value),
                    value: value(of),
                },
                Action::SetElement { array, index, value: of } => {
                    ActionRecord::SetElement { array: array.0, index: *index, value: value(of) }
                }
                Action::Mock { constructed, answers } => {
                    let answers = answers.iter().map(|(method, of)| (member(method), values(of))).collect();
                    match constructed {
                        None => ActionRecord::Mock(answers),
                        Some((constructor, args)) => ActionRecord::Extending {
                            constructor: member(constructor),
                            args: values(args),
                            answers,
                        },
                    }
                }
            };
            StepRecord { action, ty: step.ty.as_ref().map(signature) }
        };
        let throws = match &test.ended {
            Ended::Threw { class, named, thrown_in, .. } => Some(ThrownRecord {
                class: class.clone(),
                named: named.clone(),
                thrown_in: thrown_in.clone(),
            }),
            _ => None,
        };
        Self {
            about: member(&test.about),
            steps: sequence.steps.steps.iter().map(step).collect(),
            throws,
            expectations: test
                .expectations
                .iter()
                .map(|expectation| expectation_record(expectation, api))
                .collect(),
        }
    }

    /// The test again.
    ///
    /// # Errors
    /// A sentence about the first thing that `api` does not have, or that no test can hold.
    pub fn test(&self, api: &ClassApi) -> Result<ObjectTest, String> {
        let mut reading = Reading { api, leaves: IndexVec::new(), values: Vec::new() };
        let mut steps = IndexVec::new();
        for step in &self.steps {
            let action = reading.action(&step.action)?;
            let ty = step.ty.as_deref().map(type_of).transpose()?;
            steps.push(Step { action, ty });
        }
        let last = StepId((steps.len() as u32).saturating_sub(1));
        let ended = match &self.throws {
            None => Ended::Returned,
            Some(thrown) => Ended::Threw {
                step: last,
                class: thrown.class.clone(),
                named: thrown.named.clone(),
                thrown_in: thrown.thrown_in.clone(),
            },
        };
        let expectations =
            self.expectations.iter().map(|record| expectation(record, api)).collect::<Result<_, _>>()?;
        let about = member_of(api, &self.about)?;
        let steps = Steps { steps, leaves: reading.leaves };
        let sequence = Sequence { steps: Arc::new(steps), leaves: reading.values };
        let test = ObjectTest { sequence, ended, expectations, about };
        is_ordered(&test).then_some(test).ok_or_else(|| "a step uses one that comes later".to_owned())
    }
}

/// Whether every step uses earlier ones only, and every expectation one that exists.
fn is_ordered(test: &ObjectTest) -> bool {
    let steps = &test.sequence.steps.steps;
    let uses = |step: &Step| -> Vec<StepId> {
        let operands = step.action.operands().into_iter().filter_map(|operand| match operand {
            Operand::Step(step) => Some(*step),
            _ => None,
        });
        let array = match step.action {
            Action::SetElement { array, .. } => Some(array),
            _ => None,
        };
        operands.chain(array).collect()
    };
    let shown = test.expectations.iter().filter_map(|expectation| match expectation.shown {
        Shown::Result(step) | Shown::Query(step, _) | Shown::Field(step, _) | Shown::Elements(step) => {
            Some(step)
        }
        Shown::StaticQuery(_) | Shown::StaticField(_) => None,
    });
    steps.iter_enumerated().all(|(id, step)| uses(step).iter().all(|used| used.0 < id.0))
        && shown.into_iter().all(|step| (step.0 as usize) < steps.len())
}

/// What is read so far.
struct Reading<'a> {
    api: &'a ClassApi,
    leaves: IndexVec<LeafId, Leaf>,
    values: Vec<u128>,
}

impl Reading<'_> {
    fn leaf(&mut self, kind: LeafKind, bits: u128) -> LeafId {
        self.values.push(bits);
        self.leaves.push(Leaf { kind, name: String::new() })
    }

    fn action(&mut self, action: &ActionRecord) -> Result<Action, String> {
        Ok(match action {
            ActionRecord::New { constructor, outer, args } => Action::New {
                constructor: member_of(self.api, constructor)?,
                outer: self.optional(outer.as_ref())?,
                args: self.operands(args)?,
            },
            ActionRecord::Call { method, receiver, args } => Action::Call {
                method: member_of(self.api, method)?,
                receiver: self.optional(receiver.as_ref())?,
                args: self.operands(args)?,
            },
            ActionRecord::Array(elements) => Action::Array { elements: self.operands(elements)? },
            ActionRecord::Get { field, receiver } => Action::Get {
                field: member_of(self.api, field)?,
                receiver: self.optional(receiver.as_ref())?,
            },
            ActionRecord::Set { field, receiver, value } => Action::Set {
                field: member_of(self.api, field)?,
                receiver: self.optional(receiver.as_ref())?,
                value: self.operand(value)?,
            },
            ActionRecord::SetElement { array, index, value } => {
                Action::SetElement { array: StepId(*array), index: *index, value: self.operand(value)? }
            }
            ActionRecord::Mock(answers) => {
                Action::Mock { constructed: None, answers: self.answers(answers)? }
            }
            ActionRecord::Extending { constructor, args, answers } => Action::Mock {
                constructed: Some((member_of(self.api, constructor)?, self.operands(args)?)),
                answers: self.answers(answers)?,
            },
        })
    }

    fn answers(
        &mut self,
        answers: &[(String, Vec<ValueRecord>)],
    ) -> Result<Vec<(MemberId, Vec<Operand>)>, String> {
        let read = |(method, values): &(String, Vec<ValueRecord>)| {
            Ok((member_of(self.api, method)?, self.operands(values)?))
        };
        answers.iter().map(read).collect()
    }

    fn optional(&mut self, value: Option<&ValueRecord>) -> Result<Option<Operand>, String> {
        value.map(|value| self.operand(value)).transpose()
    }

    fn operands(&mut self, values: &[ValueRecord]) -> Result<Vec<Operand>, String> {
        values.iter().map(|value| self.operand(value)).collect()
    }

    fn operand(&mut self, value: &ValueRecord) -> Result<Operand, String> {
        Ok(match value {
            ValueRecord::Boxed(primitive, bits) => {
                Operand::Boxed(*primitive, self.leaf(primitive.leaf_kind(), *bits))
            }
            ValueRecord::Text(text) => {
                let units: Vec<u16> = values::units(text);
                let kind = Primitive::Char.leaf_kind();
                Operand::Text(
                    units.into_iter().map(|unit| self.leaf(kind.clone(), u128::from(unit))).collect(),
                )
            }
            ValueRecord::Leaf(primitive, bits) => Operand::Leaf(self.leaf(primitive.leaf_kind(), *bits)),
            ValueRecord::Step(step) => Operand::Step(StepId(*step)),
            ValueRecord::Constant(member) => Operand::Constant(member_of(self.api, member)?),
            ValueRecord::Class(ty) => Operand::ClassObject(type_of(ty)?),
            ValueRecord::Null => Operand::Null,
        })
    }
}

/// Class, name and descriptor of a member.
fn member_name(api: &ClassApi, member: MemberId) -> String {
    let member = &api.members[member];
    let is_method = member.descriptor.starts_with('(');
    let separator = if is_method { "" } else { ":" };
    format!("{}.{}{separator}{}", api.classes[member.class].name, member.name, member.descriptor)
}

/// The member with this name.
fn member_of(api: &ClassApi, name: &str) -> Result<MemberId, String> {
    let class = name.split_once('.').and_then(|(class, _)| api.class_named(class));
    class
        .and_then(|class| {
            api.classes[class].members.iter().copied().find(|&member| member_name(api, member) == name)
        })
        .ok_or_else(|| format!("there is no {name} any more"))
}

fn expectation_record(expectation: &Expectation, api: &ClassApi) -> ExpectationRecord {
    let member = |member| member_name(api, member);
    let shown = match expectation.shown {
        Shown::Result(step) => ShownRecord::Result(step.0),
        Shown::Query(step, method) => ShownRecord::Query(step.0, member(method)),
        Shown::StaticQuery(method) => ShownRecord::StaticQuery(member(method)),
        Shown::Field(step, field) => ShownRecord::Field(step.0, member(field)),
        Shown::StaticField(field) => ShownRecord::StaticField(member(field)),
        Shown::Elements(step) => ShownRecord::Elements(step.0),
    };
    ExpectationRecord { shown, seen: SeenRecord::of(&expectation.seen, api) }
}

fn expectation(record: &ExpectationRecord, api: &ClassApi) -> Result<Expectation, String> {
    let member = |name: &str| member_of(api, name);
    let shown = match &record.shown {
        ShownRecord::Result(step) => Shown::Result(StepId(*step)),
        ShownRecord::Query(step, method) => Shown::Query(StepId(*step), member(method)?),
        ShownRecord::StaticQuery(method) => Shown::StaticQuery(member(method)?),
        ShownRecord::Field(step, field) => Shown::Field(StepId(*step), member(field)?),
        ShownRecord::StaticField(field) => Shown::StaticField(member(field)?),
        ShownRecord::Elements(step) => Shown::Elements(StepId(*step)),
    };
    Ok(Expectation { shown, seen: seen(&record.seen, api)? })
}

fn seen(record: &SeenRecord, api: &ClassApi) -> Result<Seen, String> {
    Ok(match record {
        SeenRecord::Leaf(primitive, bits) => Seen::Leaf(primitive.leaf_kind(), *bits),
        SeenRecord::Boxed(primitive, bits) => Seen::Boxed(*primitive, *bits),
        SeenRecord::Null => Seen::Null,
        SeenRecord::Same(step) => Seen::Same(StepId(*step)),
        SeenRecord::Text(text) => Seen::Text(values::units(text)),
        SeenRecord::Constant(member) => Seen::Constant(member_of(api, member)?),
        SeenRecord::Class(ty) => Seen::ClassObject(type_of(ty)?),
        SeenRecord::Elements(elements) => {
            Seen::Elements(elements.iter().map(|element| seen(element, api)).collect::<Result<_, _>>()?)
        }
        SeenRecord::Described(text) => Seen::Described(values::units(text)),
        SeenRecord::NotNull => Seen::NotNull,
    })
}

#[cfg(test)]
mod tests;
