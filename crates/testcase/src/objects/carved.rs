//! Calls that a test made, as they were seen in a run of it.
//!
//! ```text
//! Account a = new Account("Ada");      call 0: Account.<init>(Text "Ada")
//! a.deposit(30);                       call 1: Account.deposit on Call(0), (Primitive 30)
//! ```

use super::api::{Primitive, TypeUse};

/// A call.
#[derive(Clone, Debug, PartialEq)]
pub struct CarvedCall {
    /// The class that declares the method, in class files' terms.
    pub class: String,
    /// The method; `<init>` for a new object.
    pub name: String,
    /// Its descriptor (JVMS 4.3).
    pub descriptor: String,
    /// On what; `None` for static methods and new objects.
    pub receiver: Option<CarvedValue>,
    /// One for each parameter of the descriptor.
    pub args: Vec<CarvedValue>,
    /// Whether an exception came out of it.
    pub threw: bool,
}

/// A value that was handed in.
#[derive(Clone, Debug, PartialEq)]
pub enum CarvedValue {
    /// A primitive value and its bits, zero-extended.
    Primitive(Primitive, u128),
    /// A primitive value in its wrapper.
    Boxed(Primitive, u128),
    /// No object.
    Null,
    /// A string: UTF-16 units.
    Text(Vec<u16>),
    /// A class object.
    ClassObject(TypeUse),
    /// What the static field of this class and name holds.
    Constant(String, String),
    /// What the call of this number gave.
    Call(usize),
    /// An array of this type, as its elements were when it was handed in.
    Array(TypeUse, Vec<CarvedValue>),
    /// An object that no call gave: one of a class of the tests, a lambda.
    Unknown,
}
