//! A sequence: steps that make objects and call their methods, and the primitive values in them.

use super::api::{MemberId, Primitive, TypeUse};
use crate::leaf::{Leaf, LeafId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use trine_base::{IndexVec, typed_index};

typed_index! {
    /// A step of a sequence, and what it gives.
    #[derive(Serialize, Deserialize)]
    pub struct StepId = "s"
}

/// A test case over objects.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequence {
    /// Its steps.
    pub steps: Arc<Steps>,
    /// One value per leaf of the steps: bits, zero-extended.
    pub leaves: Vec<u128>,
}

/// The skeleton of a sequence. Every [`Operand::Step`] names an earlier step that gives a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Steps {
    /// Executed in order; an exception ends the sequence.
    pub steps: IndexVec<StepId, Step>,
    /// What its leaves are. Each is used in one place.
    pub leaves: IndexVec<LeafId, Leaf>,
}

/// A step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Step {
    /// What is done.
    pub action: Action,
    /// The type of what it gives, all type parameters chosen: `List<String>`. `None` when it gives nothing.
    pub ty: Option<TypeUse>,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Action {
    /// A new object.
    New {
        /// By which constructor.
        constructor: MemberId,
        /// The enclosing instance, of inner classes.
        outer: Option<Operand>,
        /// One per parameter; those of a variable-arity parameter are one array operand.
        args: Vec<Operand>,
    },
    /// The result of a method.
    Call {
        /// Which.
        method: MemberId,
        /// On what; `None` for static methods.
        receiver: Option<Operand>,
        /// One per parameter.
        args: Vec<Operand>,
    },
    /// A new array with these elements.
    Array {
        /// Elements, as many as the array has.
        elements: Vec<Operand>,
    },
    /// The value of a field.
    Get {
        /// Which.
        field: MemberId,
        /// Of what; `None` for static fields.
        receiver: Option<Operand>,
    },
    /// Assigns a field.
    Set {
        /// Which.
        field: MemberId,
        /// Of what; `None` for static fields.
        receiver: Option<Operand>,
        /// The value.
        value: Operand,
    },
    /// Assigns an element of an array.
    SetElement {
        /// The array.
        array: StepId,
        /// The position; within the array's bounds.
        index: u32,
        /// The value.
        value: Operand,
    },
    /// An object that implements an interface, or extends an abstract class: the n-th call of a method gives its n-th answer, later calls
    /// the last one. Methods without an answer give zero, false, null.
    Mock {
        /// The constructor of the abstract class, and its arguments; `None` for the one without parameters, and for interfaces.
        constructed: Option<(MemberId, Vec<Operand>)>,
        /// Answers, in the order of the members.
        answers: Vec<(MemberId, Vec<Operand>)>,
    },
}

/// A value that a step uses.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Operand {
    /// A primitive value.
    Leaf(LeafId),
    /// A primitive value in its wrapper: where an `Object` or `Integer` is wanted.
    Boxed(Primitive, LeafId),
    /// A string; its characters are leaves of 16 bits.
    Text(Vec<LeafId>),
    /// What an earlier step gave.
    Step(StepId),
    /// The value of a constant: of an enumeration, or a static final field.
    Constant(MemberId),
    /// A class object: `String.class`.
    ClassObject(TypeUse),
    /// Null, of the type that the place asks for.
    Null,
}

impl Sequence {
    /// The members that its steps use, constants among their operands included.
    pub fn members(&self) -> impl Iterator<Item = MemberId> {
        self.steps.steps.iter().flat_map(|step| {
            let constants = step.action.operands().into_iter().filter_map(|operand| match operand {
                Operand::Constant(member) => Some(*member),
                _ => None,
            });
            step.action.member().into_iter().chain(constants)
        })
    }

    /// The value of `leaf`.
    #[must_use]
    pub fn leaf(&self, leaf: LeafId) -> u128 {
        self.leaves[leaf.0 as usize]
    }

    /// The text of a string operand: UTF-16 units.
    #[must_use]
    pub fn text(&self, leaves: &[LeafId]) -> Vec<u16> {
        leaves.iter().map(|&leaf| self.leaf(leaf) as u16).collect()
    }
}

impl Action {
    /// What it uses, in the order of evaluation.
    pub fn operands(&self) -> Vec<&Operand> {
        match self {
            Self::New { outer, args, .. } => outer.iter().chain(args).collect(),
            Self::Call { receiver, args, .. } => receiver.iter().chain(args).collect(),
            Self::Array { elements } => elements.iter().collect(),
            Self::Get { receiver, .. } => receiver.iter().collect(),
            Self::Set { receiver, value, .. } => receiver.iter().chain([value]).collect(),
            Self::SetElement { value, .. } => vec![value],
            Self::Mock { constructed, answers } => {
                constructed.iter().chain(answers).flat_map(|(_, values)| values).collect()
            }
        }
    }

    /// The same, to be changed.
    pub fn operands_mut(&mut self) -> Vec<&mut Operand> {
        match self {
            Self::New { outer, args, .. } => outer.iter_mut().chain(args).collect(),
            Self::Call { receiver, args, .. } => receiver.iter_mut().chain(args).collect(),
            Self::Array { elements } => elements.iter_mut().collect(),
            Self::Get { receiver, .. } => receiver.iter_mut().collect(),
            Self::Set { receiver, value, .. } => receiver.iter_mut().chain([value]).collect(),
            Self::SetElement { value, .. } => vec![value],
            Self::Mock { constructed, answers } => {
                constructed.iter_mut().chain(answers).flat_map(|(_, values)| values).collect()
            }
        }
    }

    /// The constructor, method or field that it uses.
    #[must_use]
    pub fn member(&self) -> Option<MemberId> {
        match self {
            Self::New { constructor: member, .. }
            | Self::Call { method: member, .. }
            | Self::Get { field: member, .. }
            | Self::Set { field: member, .. } => Some(*member),
            Self::Array { .. } | Self::SetElement { .. } | Self::Mock { .. } => None,
        }
    }
}
