//! Mocks: classes whose methods are answered by whoever runs a test.
//!
//! ```text
//! final class Shop$$Mock$0 extends Object implements Price<String> {
//!     Shop$$Mock$0() { super(); }
//!     public native int of(String item);                        answered by the test
//!     public synthetic int of(Object item) { return of((String) item); }
//! }
//! ```
//!
//! They declare what `javac` makes of the class that a source writes: where type arguments change what a method takes or gives, the
//! method of the source and a bridge to it. Code that asks for the methods of a mock sees the difference, and so does one that hands in
//! something else than the type argument says.

use super::assembler::{Assembler, MadeClass, class_type, method_type};
use crate::class::{FieldType, InvokeKind, Method, MethodType, flags};
use crate::hierarchy::{ClassId, Hierarchy, LinkageError};
use std::collections::{BTreeMap, BTreeSet};

/// What a source declares in place of a method with this name and descriptor: its descriptor there.
pub type Written<'a> = dyn FnMut(&str, &str) -> String + 'a;

/// The type of an abstract method as a source declares it for the mock, and its own.
type Answered = (MethodType, MethodType);

/// Defines the class `name`, which implements the interface `of` or extends the class `of`, whose constructor with the descriptor
/// `constructor` its own one calls with what it takes itself. What is abstract there, and the methods
/// `also` (name and descriptor), are natives of it, as `written` has them in a source.
///
/// # Errors
/// When `of`, or a class above it, cannot be loaded.
pub fn mock_class(
    hierarchy: &mut Hierarchy,
    name: &str,
    (of, constructor): (&str, &str),
    also: &[(String, String)],
    written: &mut Written<'_>,
) -> Result<ClassId, LinkageError> {
    let loaded = hierarchy.load(of)?;
    let is_interface = hierarchy.class(loaded).is_interface();
    let interfaces = if is_interface { vec![of.to_owned()] } else { Vec::new() };
    let mut class = MadeClass::new(name.to_owned(), interfaces, of);
    let above = if is_interface { "java/lang/Object" } else { of };
    class.extend(above);
    let this = class_type(name);
    let constructor = method_type(constructor);
    let (mut code, slots) = Assembler::new(std::iter::once(&this).chain(&constructor.parameters));
    code.load(&this, slots[0]);
    for (parameter, &slot) in constructor.parameters.iter().zip(&slots[1..]) {
        code.load(parameter, slot);
    }
    code.invoke(InvokeKind::Special, above, "<init>", constructor.clone());
    code.returns(None);
    class.method(flags::PUBLIC, "<init>", constructor, code);
    let mut answered: BTreeSet<(String, String)> = abstract_methods(hierarchy, loaded)?;
    answered.extend(also.iter().cloned());
    // Methods that one of a source stands for, by its name and parameters.
    let mut declared: BTreeMap<(String, Vec<FieldType>), Vec<Answered>> = BTreeMap::new();
    for (name, descriptor) in answered {
        let (own, of_source) = (method_type(&descriptor), method_type(&written(&name, &descriptor)));
        declared.entry((name, of_source.parameters.clone())).or_default().push((of_source, own));
    }
    for ((method, parameters), all) in declared {
        let is_narrow = |(ty, _): &&Answered| ty.result.as_ref() != Some(&object());
        let result = all.iter().find(is_narrow).or(all.first()).and_then(|(ty, _)| ty.result.clone());
        let ty = MethodType { parameters, result };
        class.native(flags::PUBLIC, &method, ty.clone());
        for (_, own) in all.into_iter().filter(|(_, own)| *own != ty) {
            let code = bridge(name, &method, &ty, &own);
            class.method(flags::PUBLIC | flags::BRIDGE | flags::SYNTHETIC, &method, own, code);
        }
    }
    hierarchy.define(class.finish())
}

fn object() -> FieldType {
    class_type("java/lang/Object")
}

/// The code of the method `method` of the type `own`, which calls that of the type `ty`.
fn bridge(class: &str, method: &str, ty: &MethodType, own: &MethodType) -> Assembler {
    let this = class_type(class);
    let (mut code, slots) = Assembler::new(std::iter::once(&this).chain(&own.parameters));
    code.load(&this, slots[0]);
    for ((given, taken), &slot) in own.parameters.iter().zip(&ty.parameters).zip(&slots[1..]) {
        code.load(given, slot);
        if given != taken {
            code.cast(taken);
        }
    }
    code.invoke(InvokeKind::Virtual, class, method, ty.clone());
    code.returns(own.result.as_ref());
    code
}

/// Names and descriptors of the methods that a class must declare to extend or implement `of`.
fn abstract_methods(
    hierarchy: &mut Hierarchy,
    of: ClassId,
) -> Result<BTreeSet<(String, String)>, LinkageError> {
    let signature = |method: &Method| (method.name.clone(), method.ty.descriptor());
    let class = hierarchy.class(of);
    if !class.is_interface() {
        let entries = class.dispatch.vtable.iter();
        let is_abstract = |method: &&Method| method.is(flags::ABSTRACT);
        return Ok(entries
            .map(|entry| hierarchy.method(entry.method))
            .filter(is_abstract)
            .map(signature)
            .collect());
    }
    let object = hierarchy.load("java/lang/Object")?;
    let interfaces: Vec<ClassId> =
        std::iter::once(of).chain(hierarchy.class(of).all_interfaces.iter().copied()).collect();
    let mut found = BTreeSet::new();
    for interface in interfaces {
        for method in hierarchy.interface_methods(interface) {
            let (name, descriptor) = signature(hierarchy.method(method));
            let of_object = hierarchy.class(object).file.method(&name, &descriptor).is_some();
            let resolved = hierarchy.resolve_method(of, &name, &descriptor)?;
            if !of_object && hierarchy.method(resolved).is(flags::ABSTRACT) {
                found.insert((name, descriptor));
            }
        }
    }
    Ok(found)
}
