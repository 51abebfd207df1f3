//! Mocks: classes whose methods are answered by whoever runs a test.
//!
//! ```text
//! final class Shop$$Mock$0 extends Object implements Price {
//!     Shop$$Mock$0() { super(); }
//!     public native int of(String item);          answered by the test
//! }
//! ```

use super::assembler::{Assembler, MadeClass, class_type, method_type};
use crate::class::{InvokeKind, Method, flags};
use crate::hierarchy::{ClassId, Hierarchy, LinkageError};
use std::collections::BTreeSet;

/// Defines the class `name`, which implements the interface `of` or extends the class `of`. What is abstract there, and the methods
/// `also` (name and descriptor), are natives of it.
///
/// # Errors
/// When `of`, or a class above it, cannot be loaded.
pub fn mock_class(
    hierarchy: &mut Hierarchy,
    name: &str,
    of: &str,
    also: &[(String, String)],
) -> Result<ClassId, LinkageError> {
    let loaded = hierarchy.load(of)?;
    let is_interface = hierarchy.class(loaded).is_interface();
    let interfaces = if is_interface { vec![of.to_owned()] } else { Vec::new() };
    let mut class = MadeClass::new(name.to_owned(), interfaces, of);
    let above = if is_interface { "java/lang/Object" } else { of };
    class.extend(above);
    let this = class_type(name);
    let (mut code, slots) = Assembler::new([&this]);
    code.load(&this, slots[0]).invoke(InvokeKind::Special, above, "<init>", method_type("()V"));
    code.returns(None);
    class.method(flags::PUBLIC, "<init>", method_type("()V"), code);
    let mut answered: BTreeSet<(String, String)> = abstract_methods(hierarchy, loaded)?;
    answered.extend(also.iter().cloned());
    for (name, descriptor) in answered {
        class.native(flags::PUBLIC, &name, method_type(&descriptor));
    }
    hierarchy.define(class.finish())
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
