//! Calls of `VarHandle`'s access methods, which take whatever types the caller has.
//!
//! Every class of handles has a static method for each kind of access, such as
//! `VarHandleInts$FieldInstanceReadWrite.compareAndSet(VarHandle, Object, int, int)`. A call becomes one of a method made
//! for its types that asks for the class of the handle and calls that method:
//!
//! ```text
//! static boolean compareAndSet(VarHandle handle, Object o, int a, int b) {
//!     handle = handle.asDirect();
//!     if (handle instanceof VarHandleInts.FieldInstanceReadWrite)
//!         return VarHandleInts.FieldInstanceReadWrite.compareAndSet(handle, o, a, b);
//!     …
//!     throw new WrongMethodTypeException();
//! }
//! ```

use super::assembler::{Assembler, MadeClass, class_type, method_type};
use super::{Refusal, Target, refused};
use crate::class::{BranchTest, FieldType, Instruction, IntTest, InvokeKind, MethodType, StackOp, flags};
use crate::hierarchy::Hierarchy;

const HANDLE: &str = "java/lang/invoke/VarHandle";
const WRONG_TYPE: &str = "java/lang/invoke/WrongMethodTypeException";

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
    if !matches!(class, HANDLE | "java/lang/invoke/MethodHandle") {
        return false;
    }
    let Ok(id) = hierarchy.load(class) else { return false };
    let mut methods = hierarchy.class(id).file.methods.iter();
    methods.any(|method| method.name == name && method.is(flags::NATIVE) && method.is(flags::VARARGS))
}

/// The static method for the call of `name` with `ty` on an object of `class`; the object is its first argument.
///
/// # Errors
/// For method handles, which are not supported.
pub(crate) fn link(
    hierarchy: &mut Hierarchy,
    class: &str,
    name: &str,
    ty: &MethodType,
) -> Result<Target, Refusal> {
    if class != HANDLE {
        return Err(refused(&format!("a call by `MethodHandle.{name}`")));
    }
    let handle = class_type(HANDLE);
    let mut taken = ty.clone();
    taken.parameters.insert(0, handle.clone());
    // A function's name ends where its first parenthesis begins.
    let made = format!("trine/VarHandle {}", ty.to_string().replace('/', ".").replace(['(', ')'], " "));
    let class_name = format!("{made} {name}");
    let target = Target { class: class_name.clone(), name: name.to_owned(), ty: taken.clone() };
    let (mut code, slots) = Assembler::new(&taken.parameters);
    direct(&mut code, hierarchy, &handle);
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
    code.emit(Instruction::New(WRONG_TYPE.to_owned())).emit(Instruction::Stack(StackOp::Dup));
    code.invoke(InvokeKind::Special, WRONG_TYPE, "<init>", method_type("()V")).emit(Instruction::Throw);
    let mut made = MadeClass::new(class_name, Vec::new(), HANDLE);
    made.method(flags::STATIC, name, taken, code);
    hierarchy.define(made.finish())?;
    Ok(target)
}

/// Replaces a handle that stands for another one by that.
fn direct(code: &mut Assembler, hierarchy: &mut Hierarchy, handle: &FieldType) {
    let ty = method_type(&format!("(){handle}"));
    let known = hierarchy.load(HANDLE).is_ok_and(|id| {
        let file = &hierarchy.class(id).file;
        file.method("asDirect", &ty.descriptor()).is_some()
    });
    if known {
        code.load(handle, 0).invoke(InvokeKind::Virtual, HANDLE, "asDirect", ty).store(handle, 0);
    }
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
