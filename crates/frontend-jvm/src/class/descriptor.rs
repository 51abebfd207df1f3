//! Types of fields and methods, read from their descriptors (JVMS 4.3).

use std::fmt;
use trine_testcase::objects::Primitive;

/// A primitive type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BaseType {
    /// `boolean`, one byte, 0 or 1.
    Boolean,
    /// `byte`, 8 bits, signed.
    Byte,
    /// `char`, 16 bits, unsigned.
    Char,
    /// `short`, 16 bits, signed.
    Short,
    /// `int`, 32 bits, signed.
    Int,
    /// `long`, 64 bits, signed.
    Long,
    /// `float`, IEEE 754 binary32.
    Float,
    /// `double`, IEEE 754 binary64.
    Double,
}

impl BaseType {
    /// All primitive types.
    pub const ALL: [Self; 8] = [
        Self::Boolean,
        Self::Byte,
        Self::Char,
        Self::Short,
        Self::Int,
        Self::Long,
        Self::Float,
        Self::Double,
    ];

    /// The letter that stands for it in descriptors.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Boolean => 'Z',
            Self::Byte => 'B',
            Self::Char => 'C',
            Self::Short => 'S',
            Self::Int => 'I',
            Self::Long => 'J',
            Self::Float => 'F',
            Self::Double => 'D',
        }
    }

    /// The keyword of the language.
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

    /// The class whose objects hold its values.
    #[must_use]
    pub fn wrapper(self) -> &'static str {
        match self {
            Self::Boolean => "java/lang/Boolean",
            Self::Byte => "java/lang/Byte",
            Self::Char => "java/lang/Character",
            Self::Short => "java/lang/Short",
            Self::Int => "java/lang/Integer",
            Self::Long => "java/lang/Long",
            Self::Float => "java/lang/Float",
            Self::Double => "java/lang/Double",
        }
    }

    /// The type whose values objects of the class `name` hold.
    #[must_use]
    pub fn of_wrapper(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|base| base.wrapper() == name)
    }

    /// Bytes that a field or an element of an array takes.
    #[must_use]
    pub fn size_bytes(self) -> u64 {
        match self {
            Self::Boolean | Self::Byte => 1,
            Self::Char | Self::Short => 2,
            Self::Int | Self::Float => 4,
            Self::Long | Self::Double => 8,
        }
    }
}

impl From<BaseType> for Primitive {
    fn from(base: BaseType) -> Self {
        match base {
            BaseType::Boolean => Self::Boolean,
            BaseType::Byte => Self::Byte,
            BaseType::Char => Self::Char,
            BaseType::Short => Self::Short,
            BaseType::Int => Self::Int,
            BaseType::Long => Self::Long,
            BaseType::Float => Self::Float,
            BaseType::Double => Self::Double,
        }
    }
}

impl From<Primitive> for BaseType {
    fn from(primitive: Primitive) -> Self {
        match primitive {
            Primitive::Boolean => Self::Boolean,
            Primitive::Byte => Self::Byte,
            Primitive::Char => Self::Char,
            Primitive::Short => Self::Short,
            Primitive::Int => Self::Int,
            Primitive::Long => Self::Long,
            Primitive::Float => Self::Float,
            Primitive::Double => Self::Double,
        }
    }
}

/// The type of a field, a parameter or an element.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FieldType {
    /// A primitive type.
    Base(BaseType),
    /// A class or interface by its internal name.
    Class(String),
    /// An array of elements of this type.
    Array(Box<FieldType>),
}

/// No array has more dimensions (JVMS 4.3.2).
const MAX_DIMENSIONS: usize = 255;

impl FieldType {
    /// The type that all of `text` stands for: `[Ljava/lang/String;`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (ty, rest) = Self::parse_prefix(text)?;
        rest.is_empty().then_some(ty)
    }

    /// The type of a class or array by the name that the constant pool has for it: `java/lang/String`, `[I`.
    #[must_use]
    pub fn of_class_name(name: &str) -> Option<Self> {
        match name.starts_with('[') {
            true => Self::parse(name),
            false => (!name.is_empty()).then(|| Self::Class(name.to_owned())),
        }
    }

    /// The type at the start of `text`, and what follows it.
    fn parse_prefix(text: &str) -> Option<(Self, &str)> {
        let dimensions = text.len() - text.trim_start_matches('[').len();
        if dimensions > MAX_DIMENSIONS {
            return None;
        }
        let text = &text[dimensions..];
        let letter = text.chars().next()?;
        let (element, rest) = match letter {
            'L' => {
                let (name, rest) = text[1..].split_once(';')?;
                (!name.is_empty()).then(|| (Self::Class(name.to_owned()), rest))?
            }
            _ => {
                let base = BaseType::ALL.into_iter().find(|base| base.letter() == letter)?;
                (Self::Base(base), &text[1..])
            }
        };
        Some(((0..dimensions).fold(element, |ty, _| Self::Array(Box::new(ty))), rest))
    }

    /// Whether it is a class or an array.
    #[must_use]
    pub fn is_reference(&self) -> bool {
        !matches!(self, Self::Base(_))
    }

    /// Words of the operand stack or of local variables: two for `long` and `double`.
    #[must_use]
    pub fn slots(&self) -> u16 {
        match self {
            Self::Base(BaseType::Long | BaseType::Double) => 2,
            _ => 1,
        }
    }

    /// As it is written in Java source: `java.lang.String[]`, `int`.
    #[must_use]
    pub fn as_source(&self) -> String {
        match self {
            Self::Base(base) => base.keyword().to_owned(),
            Self::Class(name) => name.replace('/', "."),
            Self::Array(element) => format!("{}[]", element.as_source()),
        }
    }

    /// The name that the constant pool has for a class or array: `java/lang/String`, `[I`; `None` for primitive types.
    #[must_use]
    pub fn class_name(&self) -> Option<String> {
        match self {
            Self::Base(_) => None,
            Self::Class(name) => Some(name.clone()),
            Self::Array(_) => Some(self.to_string()),
        }
    }
}

/// Writes the descriptor.
impl fmt::Display for FieldType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base(base) => write!(f, "{}", base.letter()),
            Self::Class(name) => write!(f, "L{name};"),
            Self::Array(element) => write!(f, "[{element}"),
        }
    }
}

/// Parameters and result of a method.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodType {
    /// Parameters, without the receiver.
    pub parameters: Vec<FieldType>,
    /// Result; `None` for `void`.
    pub result: Option<FieldType>,
}

impl MethodType {
    /// The type that `text` stands for: `(I[J)V`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut rest = text.strip_prefix('(')?;
        let mut parameters = Vec::new();
        while !rest.starts_with(')') {
            let (parameter, behind) = FieldType::parse_prefix(rest)?;
            parameters.push(parameter);
            rest = behind;
        }
        let result = match &rest[1..] {
            "V" => None,
            result => Some(FieldType::parse(result)?),
        };
        Some(Self { parameters, result })
    }

    /// The descriptor.
    #[must_use]
    pub fn descriptor(&self) -> String {
        self.to_string()
    }

    /// Words that the arguments take, without the receiver.
    #[must_use]
    pub fn argument_slots(&self) -> u16 {
        self.parameters.iter().map(FieldType::slots).fold(0, u16::saturating_add)
    }
}

/// Writes the descriptor.
impl fmt::Display for MethodType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for parameter in &self.parameters {
            write!(f, "{parameter}")?;
        }
        match &self.result {
            Some(result) => write!(f, "){result}"),
            None => f.write_str(")V"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_written_as_they_are_read() {
        for text in ["()V", "(IJ)D", "([[Ljava/lang/String;Z)[I", "(BCSF)Ljava/util/Map$Entry;"] {
            assert_eq!(MethodType::parse(text).unwrap().descriptor(), text);
        }
    }

    #[test]
    fn what_is_no_descriptor_is_refused() {
        for text in ["", "(", "()", "I", "(V)V", "(L;)V", "(Lx)V", "([)V", "()VV", "()II", "é"] {
            assert_eq!(MethodType::parse(text), None, "{text}");
        }
        let deep = format!("{}I", "[".repeat(256));
        assert_eq!(FieldType::parse(&deep), None);
        assert!(FieldType::parse(&deep[1..]).is_some());
    }

    #[test]
    fn long_and_double_take_two_slots() {
        assert_eq!(MethodType::parse("(IJLx;D[D)V").unwrap().argument_slots(), 7);
    }

    #[test]
    fn arrays_are_named_by_their_descriptor_and_classes_by_name() {
        assert_eq!(FieldType::of_class_name("[I").unwrap().class_name().unwrap(), "[I");
        assert_eq!(FieldType::of_class_name("a/B").unwrap().class_name().unwrap(), "a/B");
        assert_eq!(FieldType::of_class_name("[a/B"), None);
    }
}
