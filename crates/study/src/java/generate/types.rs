//! The types of values in generated programs.

/// A type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Int,
    Long,
    Double,
    Float,
    Boolean,
    Char,
    Byte,
    Short,
    Text,
    Ints,
    Longs,
    Strings,
    Shape,
    Color,
    Numbers,
    Table,
    Function,
    Integer,
    Box,
    Object,
    Pair,
    Node,
}

/// A variable that is visible.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub name: String,
    pub ty: Type,
    pub is_final: bool,
}

impl Type {
    /// The types that a program of this release may use, common ones more than once.
    pub fn all(release: u32) -> Vec<Self> {
        let mut all = vec![
            Self::Int,
            Self::Int,
            Self::Int,
            Self::Long,
            Self::Long,
            Self::Double,
            Self::Float,
            Self::Boolean,
            Self::Char,
            Self::Byte,
            Self::Short,
            Self::Text,
            Self::Text,
            Self::Ints,
            Self::Longs,
            Self::Strings,
            Self::Shape,
            Self::Color,
            Self::Numbers,
            Self::Table,
            Self::Function,
            Self::Integer,
            Self::Box,
            Self::Object,
        ];
        if release >= 17 {
            all.extend([Self::Pair, Self::Node]);
        }
        all
    }

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Int => "int",
            Self::Long => "long",
            Self::Double => "double",
            Self::Float => "float",
            Self::Boolean => "boolean",
            Self::Char => "char",
            Self::Byte => "byte",
            Self::Short => "short",
            Self::Text => "String",
            Self::Ints => "int[]",
            Self::Longs => "long[]",
            Self::Strings => "String[]",
            Self::Shape => "Shape",
            Self::Color => "Color",
            Self::Numbers => "List<Integer>",
            Self::Table => "Map<String, Integer>",
            Self::Function => "IntUnaryOperator",
            Self::Integer => "Integer",
            Self::Box => "Box<String>",
            Self::Object => "Object",
            Self::Pair => "Pair",
            Self::Node => "Node",
        }
    }

    /// Whether it is a number, a character or a truth value.
    pub fn is_primitive(self) -> bool {
        self.is_integer() || matches!(self, Self::Double | Self::Float | Self::Boolean)
    }

    /// Whether it is a whole number or a character.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::Int | Self::Long | Self::Char | Self::Byte | Self::Short)
    }
}

/// An expression that prints the value of `expression`, whatever it is.
pub(super) fn printed(ty: Type, expression: &str) -> String {
    match ty {
        Type::Ints | Type::Longs | Type::Strings => format!("Arrays.toString({expression})"),
        Type::Function => format!("({expression}).applyAsInt(5)"),
        Type::Shape => format!("({expression}).title()"),
        Type::Char => format!("(int) {expression}"),
        // Of arrays and closures, the text differs from run to run.
        Type::Object => format!("String.valueOf({expression}).replaceAll(\"[@$].*\", \"@\")"),
        _ => expression.to_owned(),
    }
}
