//! The API model of classes: what a test may call, with types as the source has them.

use super::Sequence;
use serde::{Deserialize, Serialize};
use std::fmt;
use trine_base::{IndexVec, typed_index};

typed_index! {
    /// A class of an API model.
    #[derive(Serialize, Deserialize)]
    pub struct ClassId = "class"
}

typed_index! {
    /// A constructor, method or field of an API model.
    #[derive(Serialize, Deserialize)]
    pub struct MemberId = "member"
}

/// What tests may use: the classes under test, and those that their calls need.
#[derive(Clone, Debug, Default)]
pub struct ClassApi {
    /// Classes, those that types only mention included, which have no members then; ids follow the order in which they were found, which depends on nothing but the class path.
    pub classes: IndexVec<ClassId, ClassType>,
    /// Their members, those of one class together and in the order of its class file.
    pub members: IndexVec<MemberId, Member>,
    /// The class under test, and its nested classes.
    pub subjects: Vec<ClassId>,
    /// The package that tests are written in: `com.acme`; empty for the unnamed one.
    pub package: String,
    /// How tests serialize objects, where the classes under test take part in that.
    pub serialization: Option<Serialization>,
    /// Methods, constructors and fields that tests look up, where something takes such objects.
    pub reflected: Vec<Reflected>,
}

/// A class, interface, enumeration or record.
#[derive(Clone, Debug)]
pub struct ClassType {
    /// Its name in class files: `java/util/Map$Entry`.
    pub name: String,
    /// Its name in sources, with its package: `java.util.Map.Entry`.
    pub source_name: String,
    /// What it is.
    pub kind: ClassKind,
    /// Whether it has no instances of its own.
    pub is_abstract: bool,
    /// Whether instances have an enclosing instance, which constructors take as their first argument.
    pub is_inner: bool,
    /// The class that it is nested in.
    pub enclosing: Option<ClassId>,
    /// Whether a test may extend or implement it, so that a [mock](super::Action::Mock) can stand for it: neither final nor sealed,
    /// every abstract method of it visible, and where it is a class, with a visible constructor without parameters.
    pub is_extensible: bool,
    /// Constructors with parameters by which a test may extend it, where it is an abstract class that is open in the same way.
    pub open_constructors: Vec<MemberId>,
    /// Whether a test in [`ClassApi::package`] may name it.
    pub visibility: Visibility,
    /// Its type parameters.
    pub type_parameters: Vec<TypeParameter>,
    /// Its superclass and interfaces, in terms of its type parameters.
    pub supertypes: Vec<ClassUse>,
    /// Its members: those that it declares itself.
    pub members: Vec<MemberId>,
    /// The method that a lambda implements, where it is a functional interface; it may be inherited.
    pub functional: Option<MemberId>,
}

/// What a class is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    /// A class.
    Class,
    /// An interface.
    Interface,
    /// An enumeration.
    Enum,
    /// A record.
    Record,
    /// An annotation.
    Annotation,
}

impl ClassKind {
    /// Whether classes implement it: an interface, annotations among them.
    #[must_use]
    pub fn is_interface(self) -> bool {
        matches!(self, Self::Interface | Self::Annotation)
    }
}

/// Who may name a class or member, as far as tests are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Visibility {
    /// Everybody.
    Everywhere,
    /// Tests in the package of the class: not private.
    Package,
    /// Nobody but its own source.
    Hidden,
}

/// How a test writes an object to bytes and reads it back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Serialization {
    /// Constructor of what takes the bytes.
    pub sink: MemberId,
    /// Constructor of what writes objects to it.
    pub output: MemberId,
    /// Method that writes one.
    pub write: MemberId,
    /// Method of the sink that gives the bytes.
    pub content: MemberId,
    /// Constructor of what gives bytes.
    pub source: MemberId,
    /// Constructor of what reads objects from it.
    pub input: MemberId,
    /// Method that reads one.
    pub read: MemberId,
    /// The type of objects that can be written.
    pub serializable: ClassId,
    /// Members of the classes under test that are called then, and as a rule by nothing else.
    pub hooks: Vec<MemberId>,
}

impl Serialization {
    /// Whether a sequence reads an object back.
    #[must_use]
    pub fn is_used_by(&self, sequence: &Sequence) -> bool {
        sequence.members().any(|member| member == self.read)
    }
}

/// A method, constructor or field that a test looks up in its class: `String.class.getMethod("concat", String.class)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reflected {
    /// Its class.
    pub class: TypeUse,
    /// Its name; `None` for constructors.
    pub name: Option<String>,
    /// Its parameters, erased; `None` for fields.
    pub parameters: Option<Vec<TypeUse>>,
    /// The method of `Class` that finds it.
    pub lookup: MemberId,
}

/// A type parameter of a class or method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeParameter {
    /// Its name: `T`.
    pub name: String,
    /// What arguments must extend; `Object` is left out.
    pub bounds: Vec<TypeUse>,
}

/// A constructor, method or field.
#[derive(Clone, Debug)]
pub struct Member {
    /// The class that declares it.
    pub class: ClassId,
    /// What it is.
    pub kind: MemberKind,
    /// Its name; that of constructors is `<init>`.
    pub name: String,
    /// Its descriptor (JVMS 4.3): with class and name, what identifies it.
    pub descriptor: String,
    /// Whether it has no receiver.
    pub is_static: bool,
    /// Whether it is a method without a body, or a field that cannot be assigned.
    pub is_final_or_abstract: bool,
    /// Whether tests may use it.
    pub visibility: Visibility,
    /// Type parameters of its own.
    pub type_parameters: Vec<TypeParameter>,
    /// Parameters, without the enclosing instance of inner classes and what compilers add.
    pub parameters: Vec<ParameterType>,
    /// Whether the last parameter takes any number of arguments.
    pub is_varargs: bool,
    /// What it gives: the type of a field, the result of a method; `None` for `void` and for constructors.
    pub result: Option<TypeUse>,
    /// Checked exceptions that it declares.
    pub throws: Vec<TypeUse>,
    /// Whether `null` or a lambda could be meant for another method of its name: one of the JDK that the model leaves out.
    pub has_rivals: bool,
    /// Whether it is meant not to be used any more.
    pub is_deprecated: bool,
    /// Whether its declaration leaves out type arguments of a parameter or a bound, which the types here have as wildcards.
    pub is_raw: bool,
}

/// What a member is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemberKind {
    /// A constructor.
    Constructor,
    /// A method.
    Method,
    /// A field.
    Field,
    /// A constant of an enumeration: a static field that is never null.
    EnumConstant,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct ParameterType {
    /// Its name, where class file or debug information have one.
    pub name: Option<String>,
    /// Its type.
    pub ty: TypeUse,
}

/// A primitive type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Primitive {
    /// 0 or 1.
    Boolean,
    /// 8 bits, signed.
    Byte,
    /// 16 bits, unsigned.
    Char,
    /// 16 bits, signed.
    Short,
    /// 32 bits, signed.
    Int,
    /// 64 bits, signed.
    Long,
    /// IEEE 754 binary32.
    Float,
    /// IEEE 754 binary64.
    Double,
}

/// A type as a source writes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TypeUse {
    /// A primitive type.
    Primitive(Primitive),
    /// A class.
    Class(ClassUse),
    /// An array of elements of this type.
    Array(Box<TypeUse>),
    /// A type parameter that is in scope. Steps of a sequence have none: they are chosen.
    Variable(String),
}

/// A class with type arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ClassUse {
    /// Its name in class files: classes that no API model holds may be mentioned.
    pub name: String,
    /// As many as it has type parameters, or none where it has none or is raw.
    pub arguments: Vec<TypeArgument>,
}

/// A type argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TypeArgument {
    /// This type.
    Exactly(TypeUse),
    /// `? extends`.
    Extends(TypeUse),
    /// `? super`.
    Super(TypeUse),
    /// `?`.
    Any,
}

impl ClassUse {
    /// A class without type arguments.
    #[must_use]
    pub fn plain(name: &str) -> Self {
        Self { name: name.to_owned(), arguments: Vec::new() }
    }
}

impl ClassType {
    /// Whether a [mock](super::Action::Mock) can stand for it: by itself, or made by a constructor with parameters.
    #[must_use]
    pub fn is_mockable(&self) -> bool {
        self.is_abstract && (self.is_extensible || !self.open_constructors.is_empty())
    }

    /// A class that every test may name: of the top level, without type parameters, supertypes and members, and not abstract.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            source_name: name.replace(['/', '$'], "."),
            kind: ClassKind::Class,
            is_abstract: false,
            is_inner: false,
            enclosing: None,
            is_extensible: false,
            open_constructors: Vec::new(),
            visibility: Visibility::Everywhere,
            type_parameters: Vec::new(),
            supertypes: Vec::new(),
            members: Vec::new(),
            functional: None,
        }
    }
}

impl Member {
    /// A member that every test may use: of instances, without parameters, result and exceptions. Its class is what
    /// [`ClassApi::add_member`] says.
    #[must_use]
    pub fn named(kind: MemberKind, name: &str, descriptor: &str) -> Self {
        Self {
            class: ClassId(0),
            kind,
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
            is_static: false,
            is_final_or_abstract: false,
            visibility: Visibility::Everywhere,
            type_parameters: Vec::new(),
            parameters: Vec::new(),
            is_varargs: false,
            result: None,
            throws: Vec::new(),
            has_rivals: false,
            is_deprecated: false,
            is_raw: false,
        }
    }
}

impl ClassApi {
    /// Adds `member` to those that `class` declares.
    pub fn add_member(&mut self, class: ClassId, member: Member) -> MemberId {
        let id = self.members.push(Member { class, ..member });
        self.classes[class].members.push(id);
        id
    }

    /// The class with this name in class files.
    #[must_use]
    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.classes.iter_enumerated().find_map(|(id, class)| (class.name == name).then_some(id))
    }

    /// `com.acme.Account#withdraw(I)Z`, for messages.
    #[must_use]
    pub fn member_text(&self, member: MemberId) -> String {
        let member = &self.members[member];
        format!("{}#{}{}", self.classes[member.class].source_name, member.name, member.descriptor)
    }
}

impl Primitive {
    /// The keyword of Java.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Byte => "byte",
            Self::Char => "char",
            Self::Short => "short",
            Self::Int => "int",
            Self::Long => "long",
            Self::Float => "float",
            Self::Double => "double",
        }
    }

    /// The values of a leaf of this type.
    #[must_use]
    pub fn leaf_kind(self) -> crate::LeafKind {
        use crate::{FloatFormat, LeafKind};
        match self {
            Self::Boolean => LeafKind::Bool,
            Self::Char => LeafKind::Char { bits: 16, signed: false },
            Self::Byte => LeafKind::Int { bits: 8, signed: true },
            Self::Short => LeafKind::Int { bits: 16, signed: true },
            Self::Int => LeafKind::Int { bits: 32, signed: true },
            Self::Long => LeafKind::Int { bits: 64, signed: true },
            Self::Float => LeafKind::Float(FloatFormat::F32),
            Self::Double => LeafKind::Float(FloatFormat::F64),
        }
    }
}

impl fmt::Display for Primitive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.keyword())
    }
}
