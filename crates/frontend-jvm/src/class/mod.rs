//! A class file in our own terms: owned, resolved against its constant pool, instructions reduced to few kinds.
//!
//! The bytes are read by a crate; what it yields is checked and resolved here, so that nothing above sees indices of
//! a constant pool. The structure is read at once, the code of a method when it is asked for ([`ClassFile::code`]).
//!
//! Names are internal: `java/util/Map$Entry`. Source: The Java Virtual Machine Specification, Java SE 25, chapter 4.

mod annotations;
mod code;
mod constant;
mod decode;
mod descriptor;
mod hidden;
mod instruction;
mod raw;
mod read;
mod services;
mod source;
mod subroutines;

pub use annotations::Annotations;
pub use code::{Code, Handler, LocalVariable};
pub use constant::{Constant, HandleKind, MethodHandle};
pub use descriptor::{BaseType, FieldType, MethodType};
pub use hidden::{renamed, with_string};
pub use instruction::{
    ArithmeticOp, ArrayKind, BranchTest, Comparison, FieldAccess, Instruction, IntTest, InvokeKind, Kind,
    ShiftOp, StackOp,
};

pub use raw::{Place, Raw};

pub use services::Services;
pub(crate) use source::Source;
pub use subroutines::{BadCode, inlined};

use std::sync::Arc;

/// Access flags of classes, fields and methods (JVMS 4.1, 4.5, 4.6); some bits mean different things by place.
pub mod flags {
    /// Visible everywhere.
    pub const PUBLIC: u16 = 0x0001;
    /// Visible in its nest only.
    pub const PRIVATE: u16 = 0x0002;
    /// Visible in its package and in subclasses.
    pub const PROTECTED: u16 = 0x0004;
    /// Belongs to the class, not to its instances.
    pub const STATIC: u16 = 0x0008;
    /// Not extended, overridden or assigned again.
    pub const FINAL: u16 = 0x0010;
    /// Of a method: locks its receiver or class.
    pub const SYNCHRONIZED: u16 = 0x0020;
    /// Of a method: made by the compiler to bridge generic types.
    pub const BRIDGE: u16 = 0x0040;
    /// Of a field: ordered with other volatile accesses.
    pub const VOLATILE: u16 = 0x0040;
    /// Of a field: not written to streams with its object.
    pub const TRANSIENT: u16 = 0x0080;
    /// Of a method: takes a variable number of arguments.
    pub const VARARGS: u16 = 0x0080;
    /// Of a method: implemented outside of Java.
    pub const NATIVE: u16 = 0x0100;
    /// Of a class: an interface.
    pub const INTERFACE: u16 = 0x0200;
    /// Without an implementation, or not to be instantiated.
    pub const ABSTRACT: u16 = 0x0400;
    /// Not in the source.
    pub const SYNTHETIC: u16 = 0x1000;
    /// Of a class: an annotation.
    pub const ANNOTATION: u16 = 0x2000;
    /// Of a class or field: an enumeration or its constant.
    pub const ENUM: u16 = 0x4000;
    /// Of a class: the description of a module.
    pub const MODULE: u16 = 0x8000;
}

/// The newest major version of class files that is read: Java 25.
pub const NEWEST_MAJOR: u16 = 69;

/// A class file.
#[derive(Clone, Debug)]
pub struct ClassFile {
    /// The bytes it was read from, for the code of its methods.
    pub(crate) bytes: Source,
    /// Where it was found, for messages.
    pub(crate) origin: String,
    /// The module of a JDK that it belongs to; `None` for classes of the class path.
    pub module: Option<String>,
    /// The code of each method, of a class that no file holds.
    pub(crate) made: Option<Arc<[Option<Code>]>>,
    /// Major version: 52 for Java 8, 61 for Java 17.
    pub major: u16,
    /// Access flags.
    pub flags: u16,
    /// Its own name.
    pub name: String,
    /// Its superclass; `None` for `java/lang/Object` and modules only.
    pub superclass: Option<String>,
    /// Interfaces it names itself.
    pub interfaces: Vec<String>,
    /// Fields, in order.
    pub fields: Vec<Field>,
    /// Methods, in order.
    pub methods: Vec<Method>,
    /// Attributes of the class.
    pub attributes: ClassAttributes,
}

/// What the attributes of a class say.
#[derive(Clone, Debug, Default)]
pub struct ClassAttributes {
    /// Name of the source file, without a folder.
    pub source_file: Option<String>,
    /// Generic signature (JVMS 4.7.9.1).
    pub signature: Option<String>,
    /// The class whose nest it belongs to, if not its own.
    pub nest_host: Option<String>,
    /// Members of its nest.
    pub nest_members: Vec<String>,
    /// Classes that may extend it, where it is sealed.
    pub permitted_subclasses: Option<Vec<String>>,
    /// Components, where it is a record.
    pub record: Option<Vec<RecordComponent>>,
    /// Nested classes that it is, has or mentions.
    pub inner_classes: Vec<InnerClass>,
    /// The class, and the method by name and descriptor, that encloses a local or anonymous class.
    pub enclosing: Option<(String, Option<(String, String)>)>,
    /// Bootstrap methods of its dynamic calls and constants.
    pub bootstraps: Vec<Bootstrap>,
    /// Whether it is meant not to be used any more.
    pub is_deprecated: bool,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Access flags.
    pub flags: u16,
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: FieldType,
    /// Generic signature.
    pub signature: Option<String>,
    /// Value of a constant static field.
    pub constant: Option<Constant>,
    /// Whether it is meant not to be used any more.
    pub is_deprecated: bool,
}

/// A method.
#[derive(Clone, Debug)]
pub struct Method {
    /// Access flags.
    pub flags: u16,
    /// Its name; `<init>` for constructors, `<clinit>` for the initialiser of the class.
    pub name: String,
    /// Parameters and result.
    pub ty: MethodType,
    /// Generic signature.
    pub signature: Option<String>,
    /// Exceptions that it declares.
    pub exceptions: Vec<String>,
    /// Names of its parameters, where they are recorded.
    pub parameters: Vec<Option<String>>,
    /// Whether it has code.
    pub has_code: bool,
    /// Whether it is meant not to be used any more.
    pub is_deprecated: bool,
}

impl Field {
    /// Whether the flag `flag` of [`flags`] is set.
    #[must_use]
    pub fn is(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }
}

impl Method {
    /// Whether the flag `flag` of [`flags`] is set.
    #[must_use]
    pub fn is(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }
}

/// A component of a record.
#[derive(Clone, Debug)]
pub struct RecordComponent {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: FieldType,
    /// Generic signature.
    pub signature: Option<String>,
}

/// A nested class, as an attribute of any class that mentions it says.
#[derive(Clone, Debug)]
pub struct InnerClass {
    /// Its name.
    pub name: String,
    /// The class that it is a member of.
    pub outer: Option<String>,
    /// Its simple name; `None` for anonymous classes.
    pub simple_name: Option<String>,
    /// Access flags as the source has them.
    pub flags: u16,
}

/// A bootstrap method with its static arguments.
#[derive(Clone, Debug)]
pub struct Bootstrap {
    /// The method that is called to link.
    pub method: MethodHandle,
    /// Its static arguments.
    pub arguments: Vec<Constant>,
}

impl ClassFile {
    /// Whether the flag `flag` of [`flags`] is set.
    #[must_use]
    pub fn is(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    /// Whether both were read from the same bytes.
    #[must_use]
    pub fn has_bytes_of(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }

    /// The name of the class in a class file.
    #[must_use]
    pub fn name_in(bytes: &[u8]) -> Option<String> {
        read::structure(bytes).ok().map(|file| file.name)
    }

    /// Whether no file holds it: it was made for a dynamic call.
    #[must_use]
    pub fn is_made(&self) -> bool {
        self.made.is_some()
    }

    /// The package: `java/util`; empty for the unnamed one.
    #[must_use]
    pub fn package(&self) -> &str {
        self.name.rsplit_once('/').map_or("", |(package, _)| package)
    }

    /// The position of the method `name` with `descriptor`.
    #[must_use]
    pub fn method(&self, name: &str, descriptor: &str) -> Option<usize> {
        self.methods.iter().position(|method| method.name == name && method.ty.descriptor() == descriptor)
    }
}
