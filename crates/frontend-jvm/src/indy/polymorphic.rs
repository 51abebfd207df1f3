//! Calls of methods that take whatever types the caller has: those of `MethodHandle`, and `VarHandle`'s access methods.
//!
//! `MethodHandle.invoke` and `invokeExact` become calls of a method made for their types ([`super::handles`]);
//! `invokeBasic` and `linkTo…`, which the JDK's own code calls, are answered by the runtime.
//!
//! Every class of handles has a static method for each kind of access, such as
//! `VarHandleInts$FieldInstanceReadWrite.compareAndSet(VarHandle, Object, int, int)`. A call becomes one of a method made
//! for its types that asks for the class of the handle and calls that method:
//!
//! ```text
//! static boolean compareAndSet(VarHandle handle, Object o, int a, int b) {
//!     if (handle instanceof VarHandleInts.FieldInstanceReadWrite)
//!         return VarHandleInts.FieldInstanceReadWrite.compareAndSet(handle, o, a, b);
//!     …
//!     return handle.toMethodHandle(AccessMode.COMPARE_AND_SET).invoke(o, a, b);
//! }
//! ```
//!
//! The last line is for arguments that have to be converted first, for what a handle does not allow, and for handles
//! that stand for others.
//!
//! Not checked: `withInvokeExactBehavior`.

use super::Target;
use super::assembler::{Assembler, MadeClass, class_type, method_type};
use crate::class::{
    BranchTest, FieldAccess, FieldType, Instruction, IntTest, InvokeKind, MethodType, StackOp, flags,
};
use crate::hierarchy::{Hierarchy, LinkageError};

const HANDLE: &str = "java/lang/invoke/MethodHandle";
const VAR_HANDLE: &str = "java/lang/invoke/VarHandle";
const MODE: &str = "java/lang/invoke/VarHandle$AccessMode";

const VALUES: [&str; 10] =
    ["References", "Objects", "Ints", "Longs", "Booleans", "Bytes", "Shorts", "Chars", "Floats", "Doubles"];
const PLACES: [&str; 5] = [
    "FieldInstanceReadWrite",
    "FieldInstanceReadOnly",
    "FieldStaticReadWrite",
    "FieldStaticReadOnly",
    "Array",
];
const VIEWS: [&str; 6] = ["Shorts", "Chars", "Ints", "Longs", "Floats", "Doubles"];

/// Whether a call of `name` in `class` takes whatever types the caller has (JVMS 2.9.3).
pub(crate) fn is_polymorphic(hierarchy: &mut Hierarchy, class: &str, name: &str) -> bool {
    if !matches!(class, HANDLE | VAR_HANDLE) {
        return false;
    }
    let Ok(id) = hierarchy.load(class) else { return false };
    let mut methods = hierarchy.class(id).file.methods.iter();
    methods.any(|method| method.name == name && method.is(flags::NATIVE) && method.is(flags::VARARGS))
}

/// What a call is linked to.
pub(crate) enum Linked {
    /// A static method made for its types; the object is the first argument.
    Made(Target),
    /// The runtime goes to what the arguments say.
    Runtime,
}

/// What the call of `name` with `ty` on an object of `class` is linked to.
pub(crate) fn link(
    hierarchy: &mut Hierarchy,
    class: &str,
    name: &str,
    ty: &MethodType,
) -> Result<Linked, LinkageError> {
    if class != HANDLE {
        return Ok(Linked::Made(access(hierarchy, name, ty)?));
    }
    Ok(match name {
        "invoke" | "invokeExact" => Linked::Made(super::handles::invoker(hierarchy, name, ty)?),
        _ => Linked::Runtime,
    })
}

/// The static method for the access `name` with `ty` by a `VarHandle`, which is its first argument.
fn access(hierarchy: &mut Hierarchy, name: &str, ty: &MethodType) -> Result<Target, LinkageError> {
    let handle = class_type(VAR_HANDLE);
    let mut taken = ty.clone();
    taken.parameters.insert(0, handle.clone());
    let class_name = format!("trine/VarHandle {} {name}", super::handles::plain(&ty.to_string()));
    let target = Target { class: class_name.clone(), name: name.to_owned(), ty: taken.clone() };
    let (mut code, slots) = Assembler::new(&taken.parameters);
    for candidate in candidates() {
        let Some(method) = accepting(hierarchy, &candidate, name, &taken) else { continue };
        let next = code.new_label();
        let own = class_type(&candidate);
        code.load(&handle, 0).emit(Instruction::InstanceOf(own));
        code.branch(BranchTest::Zero(IntTest::Equal), next);
        for (ty, &slot) in taken.parameters.iter().zip(&slots) {
            code.load(ty, slot);
        }
        let result = method.result.clone();
        code.invoke(InvokeKind::Static, &candidate, name, method);
        match (&result, &ty.result) {
            (Some(from), None) => {
                let op = if from.slots() == 2 { StackOp::Pop2 } else { StackOp::Pop };
                code.emit(Instruction::Stack(op));
            }
            (_, Some(to)) if to.is_reference() => {
                code.cast(to);
            }
            _ => {}
        }
        code.returns(ty.result.as_ref()).place(next);
    }
    let to_handle = "(Ljava/lang/invoke/VarHandle$AccessMode;)Ljava/lang/invoke/MethodHandle;";
    code.load(&handle, 0).field(FieldAccess::GetStatic, MODE, &constant_name(name), &class_type(MODE));
    code.invoke(InvokeKind::Virtual, VAR_HANDLE, "toMethodHandle", method_type(to_handle));
    for (ty, &slot) in taken.parameters.iter().zip(&slots).skip(1) {
        code.load(ty, slot);
    }
    code.invoke(InvokeKind::Virtual, HANDLE, "invoke", ty.clone()).returns(ty.result.as_ref());
    let mut made = MadeClass::new(class_name, Vec::new(), VAR_HANDLE);
    made.method(flags::STATIC, name, taken, code);
    hierarchy.define(made.finish())?;
    Ok(target)
}

/// `COMPARE_AND_SET` for `compareAndSet`.
fn constant_name(name: &str) -> String {
    let mut constant = String::with_capacity(name.len() + 6);
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            constant.push('_');
        }
        constant.push(letter.to_ascii_uppercase());
    }
    constant
}

/// The classes of handles, by name.
fn candidates() -> impl Iterator<Item = String> {
    let of_values =
        VALUES.iter().flat_map(|value| PLACES.iter().map(move |place| format!("{value}${place}")));
    let of_bytes = VIEWS.iter().flat_map(|view| {
        ["ArrayHandle", "ByteBufferHandle"].map(|holder| format!("ByteArrayAs{view}${holder}"))
    });
    of_values.chain(of_bytes).map(|name| format!("java/lang/invoke/VarHandle{name}"))
}

/// The type of the static method `name` of `class` that accepts the arguments of `taken` and gives what it wants.
fn accepting(hierarchy: &mut Hierarchy, class: &str, name: &str, taken: &MethodType) -> Option<MethodType> {
    let id = hierarchy.load(class).ok()?;
    let fits = |wanted: &FieldType, given: &FieldType| match (wanted, given) {
        (FieldType::Base(wanted), FieldType::Base(given)) => wanted == given,
        (wanted, given) => wanted.is_reference() == given.is_reference(),
    };
    let accepts = |ty: &MethodType| {
        let result = match (&ty.result, &taken.result) {
            (_, None) => true,
            (Some(given), Some(wanted)) => fits(wanted, given),
            (None, Some(_)) => false,
        };
        let count = ty.parameters.len() == taken.parameters.len();
        result
            && count
            && ty.parameters.iter().zip(&taken.parameters).all(|(wanted, given)| fits(wanted, given))
    };
    let methods = &hierarchy.class(id).file.methods;
    let found = methods.iter().find(|method| {
        method.name == name && method.is(flags::STATIC) && method.has_code && accepts(&method.ty)
    });
    found.map(|method| method.ty.clone())
}
