//! The test case: skeleton (typed statements) and leaves (primitive values).
//!
//! ```text
//! v0 = object struct point[1]            // struct point p = {0};
//! v0[0].x = leaf0                        // p.x = 3;
//! v0[0].next = null                      //
//! global mode = leaf1                    // mode = FAST;
//! stub read_sensor returns leaf2         // first call returns 7
//! v5 = call area(&v0, leaf3)             // int result = area(&p, 2);
//! ```
//!
//! The skeleton is shared: a search that changes leaves clones a vector of numbers only. What a
//! test *expects* is not part of it: [`Observation`]s are recorded by replaying it.

use crate::api::{CallableId, GlobalVariableId};
use crate::content::Bytes;
use crate::environment::{Content, File, Output, RegisterValue};
use crate::leaf::{Leaf, LeafId};
use crate::types::TypeId;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use trine_base::{IndexVec, typed_index};

typed_index! {
    /// A variable of a skeleton: the position of the statement that defines it.
    #[derive(Serialize, Deserialize)]
    pub struct Variable = "v"
}

/// A test case.
#[derive(Clone, Debug, PartialEq)]
pub struct TestCase {
    /// Its statements.
    pub skeleton: Arc<Skeleton>,
    /// One value per leaf of the skeleton: bits, zero-extended.
    pub leaves: Vec<u128>,
}

/// The statements of a test case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton {
    /// Statements, executed in order.
    pub statements: Vec<Statement>,
    /// What its leaves are.
    pub leaves: IndexVec<LeafId, Leaf>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Statement {
    /// Defines a variable: a fresh object of `count` elements, all bytes zero.
    Object {
        /// Element type.
        ty: TypeId,
        /// Number of elements; `None` declares a plain variable rather than an array.
        count: Option<u32>,
        /// Whether it lies on the heap, where the code under test may free it, instead of in a
        /// variable of the test.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        heap: bool,
        /// A name for the emitted test, from the parameter it is made for.
        name: String,
    },
    /// Writes a primitive value.
    SetLeaf {
        /// Where.
        place: Place,
        /// What.
        leaf: LeafId,
    },
    /// Writes a pointer.
    SetPointer {
        /// Where.
        place: Place,
        /// What.
        value: PointerValue,
    },
    /// The next call of `callable`, an external without a body, returns `value`; calls beyond
    /// the last such statement return zero.
    StubReturn {
        /// The external.
        callable: CallableId,
        /// What it returns.
        value: Argument,
    },
    /// The next call of `callable`, an external without a body, writes this object to where its parameter
    /// points, unless that is null; calls beyond the last such statement write nothing.
    StubWrite {
        /// The external.
        callable: CallableId,
        /// Position of the parameter.
        parameter: u32,
        /// What it writes: an object of the test.
        value: Variable,
    },
    /// What standard input holds.
    StandardInput(Content),
    /// What the code finds at the next path that it names and has not named before; beyond the
    /// last such statement, nothing.
    File(File),
    /// Defines a variable: a stream open for reading and writing, at the start of its content.
    Stream {
        /// What it holds.
        content: Content,
        /// A name for the emitted test, from the parameter it is made for.
        name: String,
    },
    /// The n-th allocation of the code under test, counted from 1, gives null; none does when the
    /// leaf is 0.
    FailAllocation(LeafId),
    /// What the clocks show that the code asks.
    Clock {
        /// Microseconds since 1970 before the first look.
        start: LeafId,
        /// Microseconds by which they advance before each look.
        step: LeafId,
    },
    /// What hardware puts into a register, or memory at a fixed address holds.
    Register(RegisterValue),
    /// What hardware, an interrupt or another thread puts into a volatile object before this volatile read of it. Reads without such a
    /// value find what is held.
    Volatile {
        /// Where: a primitive.
        place: Place,
        /// The read, counted from 0.
        read: u32,
        /// The value.
        value: LeafId,
    },
    /// Defines a variable: the result of a call.
    Call {
        /// Whom.
        callable: CallableId,
        /// One per parameter. Where variable arguments follow, one more: the address of the first of them, in an
        /// array of [`crate::types::VARIABLE_ARGUMENT`].
        args: Vec<Argument>,
    },
}

/// What is passed to a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Argument {
    /// A primitive value.
    Leaf(LeafId),
    /// A pointer.
    Pointer(PointerValue),
    /// The content of an object, by value.
    Object(Variable),
    /// An argument of this type that the test cannot choose: zero bytes.
    Zero(TypeId),
    /// What an earlier call of the test returned, in a register.
    Result(Variable),
    /// What this place holds when the call is made: earlier calls may have written it.
    Held(Place),
}

/// A pointer value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PointerValue {
    /// The null pointer.
    Null,
    /// The address of a place.
    To(Place),
    /// The address of a function.
    Function(CallableId),
    /// A stream.
    Stream(Variable),
}

/// A part of an object or global: a root and the steps down from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The object or global.
    pub root: PlaceRoot,
    /// Steps from the root down.
    pub steps: Vec<PlaceStep>,
}

/// Where a [`Place`] starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PlaceRoot {
    /// An object of the test. If it has a count, the first step is an index.
    Variable(Variable),
    /// A global variable of the code under test.
    Global(GlobalVariableId),
}

/// A step down from an object to its part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PlaceStep {
    /// The n-th field of a record.
    Field(u32),
    /// An element of an array.
    Index(u32),
}

/// What replaying a test case showed: the material of its assertions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// What was looked at.
    pub place: Observed,
    /// What it held.
    pub value: ObservedValue,
}

/// What an [`Observation`] looks at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Observed {
    /// The result of the last call, or the part of it at these steps.
    Result(Vec<PlaceStep>),
    /// What this call, one before the last, returned.
    EarlierResult(Variable),
    /// A part of an object or global after the last call, whose value the call changed.
    Place(Place),
    /// A heap object of the test that the call did not free: the test does.
    Alive(Variable),
    /// A part of the block that the pointer at this place points to; the first step is an index. Without steps, the
    /// block as a whole.
    Behind(Box<Observed>, Vec<PlaceStep>),
    /// How often the stub of an external was called.
    StubCalls(CallableId),
    /// In which order stubs were called: an [`ObservedValue::Text`] of their names, with blanks between.
    StubOrder,
    /// A volatile write to a hardware register, in the order of the writes: an [`ObservedValue::Leaf`]. A write
    /// without an observation wrote something that differs from run to run.
    RegisterWrite {
        /// Position among the volatile writes of the test, from 0.
        position: u32,
        /// The absolute address.
        address: u64,
        /// Number of bytes.
        bytes: u32,
    },
    /// How many volatile writes to hardware registers there were.
    RegisterWrites,
    /// What plain writes left in memory at a fixed address.
    FixedMemory {
        /// The absolute address.
        address: u64,
        /// Number of bytes.
        bytes: u32,
    },
    /// An argument that the stub of an external was given: the call, counted from 0, and the position of the parameter.
    StubArgument(CallableId, u32, u32),
    /// What a file or stream holds after the last call, where the code wrote to it: an [`ObservedValue::Text`] of
    /// all its bytes.
    Written(Output),
}

/// What an [`Observation`] saw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ObservedValue {
    /// A primitive value: kind and bits.
    Leaf(crate::leaf::LeafKind, u128),
    /// A null pointer.
    Null,
    /// A pointer to this place.
    PointsTo(Place),
    /// A pointer to something the test did not make.
    NotNull,
    /// A pointer to this function.
    Function(CallableId),
    /// The bytes of an array of integers, or of structures of integers, of which several changed.
    Bytes(Bytes),
    /// The same of a long array, which a literal cannot show: how many bytes it has, and the digests of its blocks.
    Digests(u64, Vec<u64>),
    /// A block of the call with room for this many bytes.
    Room(u64),
    /// What was there before the call. Stands beside what is checked of a number; alone, the object as a whole.
    Unchanged,
    /// A pointer to a block that the call allocated and nothing that outlives the test points to: the test frees it.
    /// Blocks come before those by way of which they are named.
    /// Stands beside what is checked of the pointer.
    Allocated,
    /// A pointer to readable characters up to a NUL.
    Text(Vec<u8>),
    /// Bytes that hold an address now, which differs from run to run: changed, but not checked.
    Address,
    /// An integer below zero if true, above zero if not, whose magnitude C leaves open: what comparisons of strings give.
    Sign(bool),
}

impl ObservedValue {
    /// Whether a check of it holds where `other` is seen.
    #[must_use]
    pub fn is_shown_by(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Sign(is_negative), Self::Leaf(kind, bits)) => {
                let value = kind.to_int(*bits);
                if *is_negative { value < 0 } else { value > 0 }
            }
            _ => self == other,
        }
    }
}

impl Observation {
    /// Whether a check of it holds where `others` are seen.
    #[must_use]
    pub fn holds_in(&self, others: &[Self]) -> bool {
        others.iter().any(|other| other.place == self.place && self.value.is_shown_by(&other.value))
    }
}

impl TestCase {
    /// The value of `leaf`.
    #[must_use]
    pub fn leaf(&self, leaf: LeafId) -> u128 {
        self.leaves[leaf.0 as usize]
    }

    /// The contents of its inputs, in the order of the statements.
    pub fn contents(&self) -> impl Iterator<Item = Content> + '_ {
        self.skeleton.statements.iter().filter_map(Statement::content)
    }
}

impl Statement {
    /// The bytes that it gives the code to read.
    #[must_use]
    pub fn content(&self) -> Option<Content> {
        match self {
            Self::StandardInput(content)
            | Self::File(File::Exists(content))
            | Self::Stream { content, .. } => Some(*content),
            _ => None,
        }
    }
}

impl Skeleton {
    /// The last call: the one whose behaviour the test is about.
    #[must_use]
    pub fn last_call(&self) -> Option<(CallableId, &[Argument])> {
        self.statements.iter().rev().find_map(|statement| match statement {
            Statement::Call { callable, args } => Some((*callable, args.as_slice())),
            _ => None,
        })
    }
}

impl Place {
    /// The whole of `variable`.
    #[must_use]
    pub fn variable(variable: Variable) -> Self {
        Self { root: PlaceRoot::Variable(variable), steps: Vec::new() }
    }

    /// This place, one step further down.
    #[must_use]
    pub fn step(&self, step: PlaceStep) -> Self {
        let mut place = self.clone();
        place.steps.push(step);
        place
    }
}
