//! Types as class files write them (JVMS 4.7.9.1): `Ljava/util/List<+Ljava/lang/Number;>;`, `[I`.

use trine_testcase::objects::{ClassUse, Primitive, TypeArgument, TypeUse};

/// The primitive types with their letters.
const LETTERS: [(char, Primitive); 8] = [
    ('Z', Primitive::Boolean),
    ('B', Primitive::Byte),
    ('C', Primitive::Char),
    ('S', Primitive::Short),
    ('I', Primitive::Int),
    ('J', Primitive::Long),
    ('F', Primitive::Float),
    ('D', Primitive::Double),
];

/// The text of a type.
#[must_use]
pub fn signature(ty: &TypeUse) -> String {
    match ty {
        TypeUse::Primitive(primitive) => LETTERS
            .iter()
            .find(|(_, known)| known == primitive)
            .map_or_else(String::new, |(letter, _)| letter.to_string()),
        TypeUse::Array(element) => format!("[{}", signature(element)),
        TypeUse::Variable(name) => format!("T{name};"),
        TypeUse::Class(class) if class.arguments.is_empty() => format!("L{};", class.name),
        TypeUse::Class(class) => {
            let argument = |argument: &TypeArgument| match argument {
                TypeArgument::Exactly(ty) => signature(ty),
                TypeArgument::Extends(ty) => format!("+{}", signature(ty)),
                TypeArgument::Super(ty) => format!("-{}", signature(ty)),
                TypeArgument::Any => "*".to_owned(),
            };
            format!("L{}<{}>;", class.name, class.arguments.iter().map(argument).collect::<String>())
        }
    }
}

/// The type that a text stands for.
///
/// # Errors
/// When it is none.
pub fn type_of(text: &str) -> Result<TypeUse, String> {
    match read(text) {
        Some((ty, "")) => Ok(ty),
        _ => Err(format!("`{text}` is no type of class files")),
    }
}

/// A type at the start of a text, and what follows.
fn read(text: &str) -> Option<(TypeUse, &str)> {
    let first = text.chars().next()?;
    let rest = &text[first.len_utf8()..];
    match first {
        '[' => read(rest).map(|(element, rest)| (TypeUse::Array(Box::new(element)), rest)),
        'T' => rest.split_once(';').map(|(name, rest)| (TypeUse::Variable(name.to_owned()), rest)),
        'L' => {
            let end = rest.find([';', '<'])?;
            let (name, mut rest) = rest.split_at(end);
            let mut arguments = Vec::new();
            if let Some(mut inside) = rest.strip_prefix('<') {
                while !inside.starts_with('>') {
                    let (argument, after) = read_argument(inside)?;
                    arguments.push(argument);
                    inside = after;
                }
                rest = &inside[1..];
            }
            Some((TypeUse::Class(ClassUse { name: name.to_owned(), arguments }), rest.strip_prefix(';')?))
        }
        letter => {
            let (_, primitive) = LETTERS.iter().find(|(known, _)| *known == letter)?;
            Some((TypeUse::Primitive(*primitive), rest))
        }
    }
}

fn read_argument(text: &str) -> Option<(TypeArgument, &str)> {
    if let Some(rest) = text.strip_prefix('*') {
        return Some((TypeArgument::Any, rest));
    }
    if let Some(bound) = text.strip_prefix('+') {
        return read(bound).map(|(ty, rest)| (TypeArgument::Extends(ty), rest));
    }
    if let Some(bound) = text.strip_prefix('-') {
        return read(bound).map(|(ty, rest)| (TypeArgument::Super(ty), rest));
    }
    read(text).map(|(ty, rest)| (TypeArgument::Exactly(ty), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_written_as_they_are_read() {
        for text in [
            "I",
            "[[J",
            "Ljava/lang/String;",
            "Ljava/util/Map<Ljava/lang/String;+[TT;>;",
            "Ljava/util/List<*>;",
            "LA<-LB;>;",
        ] {
            assert_eq!(signature(&type_of(text).unwrap()), text);
        }
    }

    #[test]
    fn what_is_no_type_is_refused() {
        for text in ["", "X", "[", "Ljava", "II", "LA<", "LA<I"] {
            assert!(type_of(text).is_err(), "{text}");
        }
    }
}
