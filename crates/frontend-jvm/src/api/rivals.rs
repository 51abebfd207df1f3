//! Overloads of the JDK that a model leaves out, and that a call which passes `null` or a lambda could mean as well.
//!
//! A class that implements `Collection` of Java 8 has one method `toArray` with a parameter; since Java 11 the interface has another, and
//! `toArray(null)` is ambiguous for whoever compiles with a newer JDK, though not with `--release 8`. So the JDK's own class files are
//! asked here, whatever release tests are written for.

use super::library::Library;
use crate::class::{ClassFile, FieldType, Method, flags};
use std::sync::Arc;

/// Whether a class of the JDK above `file`, or `file` itself, has another method than `method` that could be meant where `null` or a lambda
/// is passed (JLS 15.12.2.5: another one is not less specific).
pub(super) fn has_rivals(library: &Library<'_>, file: &ClassFile, method: &Method) -> bool {
    if method.name == "<init>" || !method.ty.parameters.iter().any(is_reference) {
        return false;
    }
    let above = above(library, file);
    let overridden = |other: &Method| {
        // A method that overrides another with other parameters, for type variables, comes with a bridge.
        above.iter().flat_map(|file| &file.methods).any(|bridge| {
            bridge.is(flags::SYNTHETIC)
                && bridge.name == other.name
                && bridge.ty.parameters == other.ty.parameters
        })
    };
    above.iter().filter(|file| file.module.is_some()).flat_map(|file| &file.methods).any(|other| {
        other.name == method.name
            && !other.is(flags::PRIVATE | flags::SYNTHETIC)
            && may_be_meant(library, &method.ty.parameters, &other.ty.parameters)
            && !overridden(other)
    })
}

/// `file` and all above it; those of the JDK as the JDK has them.
fn above(library: &Library<'_>, file: &ClassFile) -> Vec<Arc<ClassFile>> {
    let mut found: Vec<Arc<ClassFile>> = Vec::new();
    let mut names = vec![file.name.clone()];
    let mut next = 0;
    while let Some(name) = names.get(next).cloned() {
        next += 1;
        let Ok(file) = library.newest(&name) else { continue };
        for above in file.superclass.iter().chain(&file.interfaces) {
            if !names.contains(above) {
                names.push(above.clone());
            }
        }
        found.push(file);
    }
    found
}

/// Whether arguments for `own` could be meant for `theirs`, and `own` are not the more specific ones.
fn may_be_meant(library: &Library<'_>, own: &[FieldType], theirs: &[FieldType]) -> bool {
    own.len() == theirs.len()
        && own.iter().zip(theirs).all(|(own, theirs)| is_reference(own) == is_reference(theirs))
        && !own.iter().zip(theirs).all(|(own, theirs)| is_below(library, own, theirs))
}

fn is_reference(ty: &FieldType) -> bool {
    !matches!(ty, FieldType::Base(_))
}

fn is_below(library: &Library<'_>, own: &FieldType, theirs: &FieldType) -> bool {
    match (own, theirs) {
        (_, FieldType::Class(theirs)) if theirs == "java/lang/Object" => true,
        (FieldType::Class(own), FieldType::Class(theirs)) => {
            own == theirs
                || library
                    .newest(own)
                    .is_ok_and(|file| above(library, &file).iter().any(|above| above.name == *theirs))
        }
        (FieldType::Array(own), FieldType::Array(theirs)) if is_reference(own) => {
            is_below(library, own, theirs)
        }
        _ => own == theirs,
    }
}
