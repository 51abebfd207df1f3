//! Constants that instructions load, fields begin with, and bootstrap methods are given.

use super::descriptor::{FieldType, MethodType};

/// A constant.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// An `int`, and what is smaller.
    Int(i32),
    /// A `long`.
    Long(i64),
    /// A `float`.
    Float(f32),
    /// A `double`.
    Double(f64),
    /// A string as UTF-16 units: class files can hold halves of pairs, which no Rust string can.
    String(Vec<u16>),
    /// A class, interface or array.
    Class(FieldType),
    /// A type of methods.
    MethodType(MethodType),
    /// A handle of a field or method.
    MethodHandle(MethodHandle),
    /// A constant that a bootstrap method computes when it is first used.
    Dynamic {
        /// Position of the bootstrap method in the class.
        bootstrap: u16,
        /// Name that it is given.
        name: String,
        /// Type of the constant.
        ty: FieldType,
    },
    /// The null reference.
    Null,
}

/// What a method handle does with its member (JVMS 5.4.3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandleKind {
    /// Reads a field.
    GetField,
    /// Reads a static field.
    GetStatic,
    /// Writes a field.
    PutField,
    /// Writes a static field.
    PutStatic,
    /// Calls a method by the class of the receiver.
    InvokeVirtual,
    /// Calls a static method.
    InvokeStatic,
    /// Calls just this method.
    InvokeSpecial,
    /// Makes an object and calls its constructor.
    NewInvokeSpecial,
    /// Calls a method of an interface.
    InvokeInterface,
}

impl HandleKind {
    /// Its number in class files (JVMS 4.4.8).
    #[must_use]
    pub fn number(self) -> usize {
        match self {
            Self::GetField => 1,
            Self::GetStatic => 2,
            Self::PutField => 3,
            Self::PutStatic => 4,
            Self::InvokeVirtual => 5,
            Self::InvokeStatic => 6,
            Self::InvokeSpecial => 7,
            Self::NewInvokeSpecial => 8,
            Self::InvokeInterface => 9,
        }
    }
}

/// A handle of a field or method.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MethodHandle {
    /// What it does.
    pub kind: HandleKind,
    /// Class of the member.
    pub class: String,
    /// Name of the member.
    pub name: String,
    /// Descriptor of the member, of a field for the first four kinds.
    pub descriptor: String,
    /// Whether the class is an interface.
    pub is_interface: bool,
}
