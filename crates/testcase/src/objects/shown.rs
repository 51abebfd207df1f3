//! What a run of a sequence showed: how it ended, and the material of its assertions.

use super::api::{MemberId, TypeUse};
use super::sequence::{Sequence, StepId};
use crate::leaf::LeafKind;
use serde::{Deserialize, Serialize};

/// How a run of a sequence ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ended {
    /// All steps returned.
    Returned,
    /// A step threw.
    Threw {
        /// Which.
        step: StepId,
        /// The exception's class in class files: `java/lang/IllegalStateException`.
        class: String,
        /// The first of it and its superclasses that a test may name.
        named: String,
        /// The innermost method in progress that is not of the JDK, in class files' terms `com/acme/Account.withdraw(I)Z`; empty
        /// when there is none.
        thrown_in: String,
    },
    /// A step reached a limit.
    Limit {
        /// Which.
        step: StepId,
        /// What limit, for people: `100000 steps`.
        what: String,
    },
    /// A step needs what the machine does not have.
    Unsupported {
        /// Which.
        step: StepId,
        /// What, for people.
        what: String,
    },
}

/// What a run showed of one thing, once all steps were done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expectation {
    /// What was looked at.
    pub shown: Shown,
    /// What it was.
    pub seen: Seen,
}

/// What an expectation looks at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shown {
    /// What a step gave, as it was right after that step.
    Result(StepId),
    /// What this method without parameters gives at the end for what a step gave; it changes nothing.
    Query(StepId, MemberId),
    /// What a static method without parameters gives at the end; it changes nothing.
    StaticQuery(MemberId),
    /// A field at the end.
    Field(StepId, MemberId),
    /// A static field at the end.
    StaticField(MemberId),
    /// The elements of an array at the end.
    Elements(StepId),
}

/// What an expectation saw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Seen {
    /// A primitive value: kind and bits.
    Leaf(LeafKind, u128),
    /// A wrapper of one.
    Boxed(super::Primitive, u128),
    /// Null.
    Null,
    /// The object that an earlier step gave.
    Same(StepId),
    /// A string: UTF-16 units.
    Text(Vec<u16>),
    /// A constant of an enumeration, or another static final field.
    Constant(MemberId),
    /// A class object.
    ClassObject(TypeUse),
    /// An array of these elements, none an array.
    Elements(Vec<Seen>),
    /// Some other object, whose `toString`, declared by its class and the same in every run, gives this.
    Described(Vec<u16>),
    /// Some other object: not null.
    NotNull,
}

/// A finished test.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectTest {
    /// What it does.
    pub sequence: Sequence,
    /// How it ended when it was replayed: as [`Ended::Returned`] or [`Ended::Threw`] by the last step.
    pub ended: Ended,
    /// What to assert, in the order of the steps.
    pub expectations: Vec<Expectation>,
    /// The method it is about: a member of a class under test.
    pub about: MemberId,
}
