//! Functions that the runtime answers: the objects of constants, and errors of linkage. Their names say what is asked.
//!
//! | name | what it gives |
//! |---|---|
//! | `trine.java.string:TEXT` | the interned string; a lone surrogate is written `\uD800`, a backslash twice |
//! | `trine.java.class:DESCRIPTOR` | the class object of `Ljava/lang/String;`, `[I`, `I` or `V` |
//! | `trine.java.unsupported:WHAT` | ends the run |
//! | `trine.java.handle:METHOD(TYPES)` | calls by `MethodHandle.invokeBasic` or `linkTo…`, for arguments and results of each type |
//! | `trine.java.linkage:CLASS:MESSAGE` | throws an error of this class |
//!
//! A name is found again by every body that needs the same, so a program has each once, in the order of lowering.

use crate::class::MethodType;
use crate::hierarchy::LinkageError;
use std::fmt::Write;
use trine_ir::program::Tables;
use trine_ir::{Callable, FuncId, Param, Signature, Type};

/// What all names of such functions, and of bodies that no class file has, begin with.
pub const PREFIX: &str = "trine.java.";

/// Declares a function of the runtime; `defined` where its body is [made](super::synthetic).
pub fn declare(tables: &Tables, name: &str, params: &[Type], returns: Option<Type>, defined: bool) -> FuncId {
    tables.declare(callable(name, params, returns, defined))
}

/// What a program says of a function of the runtime.
#[must_use]
pub fn callable(name: &str, params: &[Type], returns: Option<Type>, defined: bool) -> Callable {
    Callable {
        name: format!("{PREFIX}{name}"),
        signature: Signature {
            params: params.iter().copied().map(Param::from).collect(),
            returns: returns.into_iter().collect(),
            variadic: false,
        },
        defined,
        no_return: false,
        external: true,
        weak: false,
    }
}

/// The function that gives the string of these UTF-16 units.
pub fn string(tables: &Tables, units: &[u16]) -> FuncId {
    declare(tables, &format!("string:{}", escaped(units)), &[], Some(Type::Ptr), false)
}

/// The function that gives the class object of the type `descriptor`.
pub fn class_object(tables: &Tables, descriptor: &str) -> FuncId {
    declare(tables, &format!("class:{descriptor}"), &[], Some(Type::Ptr), false)
}

/// The function that calls by the method `name` of `MethodHandle`, with registers of these types.
pub fn handle(tables: &Tables, name: &str, params: &[Type], returns: Option<Type>) -> FuncId {
    let types: Vec<String> = params.iter().chain(&returns).map(ToString::to_string).collect();
    let result = if returns.is_some() { "value" } else { "nothing" };
    declare(tables, &format!("handle:{name}({}){result}", types.join(",")), params, returns, false)
}

/// The function that ends the run because of `what`.
pub fn unsupported(tables: &Tables, what: &str) -> FuncId {
    declare(tables, &format!("unsupported:{what}"), &[], None, false)
}

/// The function that throws `error`.
pub fn linkage(tables: &Tables, error: &LinkageError) -> FuncId {
    let (class, message) = thrown(error);
    declare(tables, &format!("linkage:{class}:{message}"), &[], None, false)
}

/// The class and message of what Java throws for `error`.
#[must_use]
pub fn thrown(error: &LinkageError) -> (&'static str, String) {
    match error {
        LinkageError::NoClass(name) => ("java/lang/NoClassDefFoundError", name.clone()),
        LinkageError::Circular(name) => ("java/lang/ClassCircularityError", name.clone()),
        LinkageError::Incompatible(what) => ("java/lang/IncompatibleClassChangeError", what.clone()),
        LinkageError::Damaged(what) => ("java/lang/ClassFormatError", what.clone()),
        LinkageError::NoField(field) => {
            let name = field.rsplit_once(':').map_or(&**field, |(name, _)| name);
            let name = name.rsplit_once('.').map_or(name, |(_, name)| name);
            ("java/lang/NoSuchFieldError", name.to_owned())
        }
        LinkageError::NoMethod(method) => ("java/lang/NoSuchMethodError", as_source(method)),
    }
}

/// `'int p.C.name(java.lang.String)'` for `p/C.name(Ljava/lang/String;)I`, as the JDK words it.
fn as_source(method: &str) -> String {
    let split = method.find('(').map(|at| method.split_at(at));
    let parsed = split.and_then(|(name, descriptor)| Some((name, MethodType::parse(descriptor)?)));
    let Some((name, ty)) = parsed else { return format!("'{method}'") };
    let parameters: Vec<String> = ty.parameters.iter().map(crate::class::FieldType::as_source).collect();
    let result = ty.result.as_ref().map_or_else(|| "void".to_owned(), crate::class::FieldType::as_source);
    format!("'{result} {}({})'", name.replace('/', "."), parameters.join(", "))
}

/// Text for UTF-16 units that need not be pairs.
#[must_use]
pub fn escaped(units: &[u16]) -> String {
    let mut text = String::with_capacity(units.len());
    for unit in char::decode_utf16(units.iter().copied()) {
        match unit {
            Ok('\\') => text.push_str("\\\\"),
            Ok(character) => text.push(character),
            Err(lone) => {
                // Writing to a string cannot fail.
                let _ = write!(text, "\\u{:04X}", lone.unpaired_surrogate());
            }
        }
    }
    text
}

/// The UTF-16 units that [`escaped`] wrote.
#[must_use]
pub fn unescaped(text: &str) -> Vec<u16> {
    let mut units = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        units.extend(rest[..at].encode_utf16());
        rest = &rest[at + 1..];
        let digits = rest.strip_prefix('u').and_then(|rest| rest.get(..4));
        if let Some(unit) = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()) {
            units.push(unit);
            rest = &rest[5..];
        } else {
            units.push(u16::from(b'\\'));
            rest = rest.strip_prefix('\\').unwrap_or(rest);
        }
    }
    units.extend(rest.encode_utf16());
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sequence_of_units_has_a_name_of_its_own() {
        let all: [&[u16]; 6] = [
            &[],
            &[0x41, 0x5c],
            &[0x5c, 0x75, 0x44, 0x38, 0x30, 0x30],
            &[0xd800],
            &[0xd83d, 0xde00],
            &[0xde00, 0xd83d, 0x0a],
        ];
        for units in all {
            assert_eq!(unescaped(&escaped(units)), units);
        }
        assert_ne!(escaped(all[2]), escaped(all[3]));
    }

    #[test]
    fn a_missing_method_is_worded_as_the_jdk_does() {
        let (class, message) = thrown(&LinkageError::NoMethod("p/C.f([ILjava/lang/String;)V".to_owned()));
        assert_eq!(class, "java/lang/NoSuchMethodError");
        assert_eq!(message, "'void p.C.f(int[], java.lang.String)'");
    }
}
