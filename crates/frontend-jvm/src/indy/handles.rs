//! Method handles: constants that are handles or types of methods, computed constants, calls of handles, and dynamic
//! calls by a bootstrap method that has no form of its own here.
//!
//! Everything is left to the JDK's own `java.lang.invoke`: what is made here is the code that asks it, once for each
//! constant or call. Two steps below that are the machine's: `MethodHandle.invokeBasic`, which goes to the entry of the
//! handle's form, and `MethodHandle.linkTo…`, which goes to the member that a `MemberName` means.
//!
//! ```text
//! ldc MethodType (I)V          ──>  invokestatic `trine/MethodType I V`.get()
//! ldc MethodHandle REF_…       ──>  invokestatic `trine/Handle …`.get()
//! ldc Dynamic                  ──>  invokestatic `Outer$$Constant$2 …`.get()
//! invokedynamic by any method  ──>  invokestatic `Outer$$Indy$3_17`.call(…)
//! mh.invokeExact(…)            ──>  invokestatic `trine/MethodHandle … invokeExact`.invokeExact(mh, …)
//! ```
//!
//! What a bootstrap method gave is kept, and so is the `LinkageError` that it ended with (JVMS 5.4.3).

use super::assembler::{Assembler, MadeClass, class_type, method_type};
use super::convert::{convert, wrap};
use super::{Refusal, Site, Target, refused};
use crate::class::{
    ArrayKind, BaseType, Bootstrap, BranchTest, ClassFile, Constant, FieldAccess, FieldType, Instruction,
    IntTest, InvokeKind, MethodHandle, MethodType, StackOp, flags,
};
use crate::hierarchy::{Hierarchy, LinkageError};

const HANDLE: &str = "java/lang/invoke/MethodHandle";
const TYPE: &str = "java/lang/invoke/MethodType";
const SITE: &str = "java/lang/invoke/CallSite";
const NATIVES: &str = "java/lang/invoke/MethodHandleNatives";
const LINKAGE_ERROR: &str = "java/lang/LinkageError";
const GET: &str = "get";
const CALL: &str = "call";

/// A name without the characters that mean something in names of functions and types.
pub(super) fn plain(text: &str) -> String {
    text.replace('/', ".").replace(['(', ')'], " ")
}

fn object() -> FieldType {
    class_type("java/lang/Object")
}

/// The method that gives the type of methods `ty`.
pub(crate) fn method_type_constant(
    hierarchy: &mut Hierarchy,
    ty: &MethodType,
) -> Result<Target, LinkageError> {
    let mut class = MadeClass::new(format!("trine/MethodType {}", plain(&ty.to_string())), Vec::new(), TYPE);
    let target = once(&mut class, &class_type(TYPE), |code| {
        class_object(code, ty.result.as_ref());
        array(code, &class_type("java/lang/Class"), &ty.parameters, |code, ty| class_object(code, Some(ty)));
        let make = "(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/invoke/MethodType;";
        code.invoke(InvokeKind::Static, TYPE, "methodType", method_type(make));
    });
    hierarchy.define(class.finish())?;
    Ok(target)
}

/// The method that gives the handle `handle`, which a constant of the class `caller` names.
pub(crate) fn handle_constant(
    hierarchy: &mut Hierarchy,
    caller: &str,
    handle: &MethodHandle,
) -> Result<Target, Refusal> {
    let MethodHandle { kind, class, name, descriptor, .. } = handle;
    let number = kind.number();
    let made = plain(&format!("{number} {class} {name} {descriptor} in {caller}"));
    let mut made = MadeClass::new(format!("trine/Handle {made}"), Vec::new(), caller);
    let ty = match (MethodType::parse(descriptor), FieldType::parse(descriptor)) {
        (Some(ty), _) => Constant::MethodType(ty),
        (None, Some(ty)) => Constant::Class(ty),
        (None, None) => return Err(refused("a method handle of no type")),
    };
    let target = once(&mut made, &class_type(HANDLE), |code| {
        code.constant(Constant::Class(class_type(caller))).int(number);
        code.constant(Constant::Class(class_type(class))).string(name).constant(ty);
        let link = "(Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/String;Ljava/lang/Object;)Ljava/lang/invoke/MethodHandle;";
        code.invoke(InvokeKind::Static, NATIVES, "linkMethodHandleConstant", method_type(link));
    });
    hierarchy.define(made.finish())?;
    Ok(target)
}

/// The method that gives the constant `name` of the type `ty`, which the bootstrap method at `position` of the class
/// `caller` computes.
pub(crate) fn dynamic_constant(
    hierarchy: &mut Hierarchy,
    caller: &str,
    bootstraps: &[Bootstrap],
    (position, name, ty): (u16, &str, &FieldType),
) -> Result<Target, Refusal> {
    let Some(bootstrap) = bootstraps.get(usize::from(position)) else {
        return Err(refused("a computed constant without a bootstrap method"));
    };
    let made = format!("{caller}$$Constant${position} {} {}", plain(name), plain(&ty.to_string()));
    let mut class = MadeClass::new(made, Vec::new(), caller);
    class.bootstraps(bootstraps);
    let target = once(&mut class, ty, |code| {
        code.constant(Constant::Class(class_type(caller)));
        code.constant(Constant::MethodHandle(bootstrap.method.clone())).string(name);
        class_object(code, Some(ty));
        static_arguments(code, &bootstrap.arguments);
        let link = "(Ljava/lang/Class;Ljava/lang/invoke/MethodHandle;Ljava/lang/String;Ljava/lang/Class;Ljava/lang/Object;)Ljava/lang/Object;";
        code.invoke(InvokeKind::Static, NATIVES, "linkDynamicConstantImpl", method_type(link));
        convert(code, &object(), ty, ty);
    });
    hierarchy.define(class.finish())?;
    Ok(target)
}

/// The class for a dynamic call by any bootstrap method: it asks for the call site once, then calls its target.
pub(super) fn call_site(site: &Site<'_>) -> (ClassFile, Target) {
    let mut class = MadeClass::new(site.class_name("Indy"), Vec::new(), site.caller);
    class.bootstraps(site.bootstraps);
    let made = once(&mut class, &class_type(SITE), |code| {
        code.constant(Constant::MethodHandle(site.bootstrap.method.clone())).string(site.name);
        code.constant(Constant::MethodType(site.ty.clone()));
        static_arguments(code, &site.bootstrap.arguments);
        code.constant(Constant::Class(class_type(site.caller)));
        let make = "(Ljava/lang/invoke/MethodHandle;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/invoke/CallSite;";
        code.invoke(InvokeKind::Static, SITE, "makeSite", method_type(make));
    });
    let target = Target { class: class.name().to_owned(), name: CALL.to_owned(), ty: site.ty.clone() };
    let (mut code, slots) = Assembler::new(&site.ty.parameters);
    code.invoke(InvokeKind::Static, &made.class, &made.name, made.ty);
    code.invoke(InvokeKind::Virtual, SITE, "getTarget", method_type("()Ljava/lang/invoke/MethodHandle;"));
    enter(&mut code, site.ty, &slots);
    class.method(flags::STATIC, CALL, site.ty.clone(), code);
    (class.finish(), target)
}

/// The method for calls of handles by `name`, `invoke` or `invokeExact`, with arguments and a result of these types.
pub(super) fn invoker(
    hierarchy: &mut Hierarchy,
    name: &str,
    ty: &MethodType,
) -> Result<Target, LinkageError> {
    let mut taken = ty.clone();
    taken.parameters.insert(0, class_type(HANDLE));
    let made = format!("trine/MethodHandle {} {name}", plain(&ty.to_string()));
    let mut class = MadeClass::new(made.clone(), Vec::new(), HANDLE);
    let (mut code, slots) = Assembler::new(&taken.parameters);
    let handle = &taken.parameters[0];
    code.load(handle, 0);
    if name == "invokeExact" {
        code.constant(Constant::MethodType(ty.clone()));
        let check = "(Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)V";
        code.invoke(InvokeKind::Static, "java/lang/invoke/Invokers", "checkExactType", method_type(check));
        code.load(handle, 0);
    } else {
        code.constant(Constant::MethodType(ty.clone()));
        let adapt = "(Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;";
        code.invoke(InvokeKind::Virtual, HANDLE, "asType", method_type(adapt));
    }
    enter(&mut code, ty, &slots[1..]);
    class.method(flags::STATIC, name, taken.clone(), code);
    hierarchy.define(class.finish())?;
    Ok(Target { class: made, name: name.to_owned(), ty: taken })
}

/// Calls the handle on the stack with the variables `slots`, and returns what it gives.
fn enter(code: &mut Assembler, ty: &MethodType, slots: &[u16]) {
    for (ty, &slot) in ty.parameters.iter().zip(slots) {
        code.load(ty, slot);
    }
    code.invoke(InvokeKind::Virtual, HANDLE, "invokeBasic", ty.clone());
    if let Some(result) = ty.result.as_ref().filter(|result| result.is_reference()) {
        code.cast(result);
    }
    code.returns(ty.result.as_ref());
}

/// Loads the class object of a type; without one, of `void`.
fn class_object(code: &mut Assembler, ty: Option<&FieldType>) {
    match ty {
        Some(ty) => code.constant(Constant::Class(ty.clone())),
        None => code.field(FieldAccess::GetStatic, "java/lang/Void", "TYPE", &class_type("java/lang/Class")),
    };
}

/// Makes an array of `element` that holds what `load` loads for each of `all`.
fn array<T>(code: &mut Assembler, element: &FieldType, all: &[T], load: impl Fn(&mut Assembler, &T)) {
    code.int(all.len()).emit(Instruction::NewArray(element.clone()));
    for (at, each) in all.iter().enumerate() {
        code.emit(Instruction::Stack(StackOp::Dup)).int(at);
        load(code, each);
        code.emit(Instruction::ArrayStore(ArrayKind::Reference));
    }
}

/// The static arguments of a bootstrap method as the JDK takes them: null for none.
fn static_arguments(code: &mut Assembler, arguments: &[Constant]) {
    if arguments.is_empty() {
        code.constant(Constant::Null);
        return;
    }
    array(code, &object(), arguments, |code, argument| {
        code.constant(argument.clone());
        let base = match argument {
            Constant::Int(_) => Some(BaseType::Int),
            Constant::Long(_) => Some(BaseType::Long),
            Constant::Float(_) => Some(BaseType::Float),
            Constant::Double(_) => Some(BaseType::Double),
            Constant::Dynamic { ty: FieldType::Base(base), .. } => Some(*base),
            _ => None,
        };
        if let Some(base) = base {
            wrap(code, base);
        }
    });
}

/// Adds the static method `get`, which gives what `compute` leaves on the stack, and computes it once:
///
/// ```text
/// static T get() {
///     if (error != null) throw error;
///     if (done) return value;
///     T computed;
///     try { computed = …; } catch (Throwable thrown) {
///         if (thrown instanceof LinkageError) error = thrown;
///         throw thrown;
///     }
///     if (done) return value;            what was computed meanwhile stays
///     done = true;
///     return value = computed;
/// }
/// ```
fn once(class: &mut MadeClass, ty: &FieldType, compute: impl FnOnce(&mut Assembler)) -> Target {
    let throwable = class_type("java/lang/Throwable");
    let boolean = FieldType::Base(BaseType::Boolean);
    let own = class.name().to_owned();
    let field = [("value", ty), ("error", &throwable), ("done", &boolean)];
    for (name, ty) in field {
        class.field(flags::PRIVATE | flags::STATIC, name.to_owned(), ty.clone());
    }
    let (mut code, _) = Assembler::new([]);
    let [no_error, compute_it, start, end, caught, first, other] = [(); 7].map(|()| code.new_label());
    let (computed, thrown) = (code.local(ty), code.local(&throwable));
    let get = |code: &mut Assembler, name: &str, ty: &FieldType| {
        code.field(FieldAccess::GetStatic, &own, name, ty);
    };
    get(&mut code, "error", &throwable);
    code.branch(BranchTest::Null(true), no_error);
    get(&mut code, "error", &throwable);
    code.emit(Instruction::Throw).place(no_error);
    get(&mut code, "done", &boolean);
    code.branch(BranchTest::Zero(IntTest::Equal), compute_it);
    get(&mut code, "value", ty);
    code.returns(Some(ty)).place(compute_it).place(start);
    compute(&mut code);
    code.store(ty, computed).place(end);
    get(&mut code, "done", &boolean);
    code.branch(BranchTest::Zero(IntTest::Equal), first);
    get(&mut code, "value", ty);
    code.returns(Some(ty)).place(first);
    code.load(ty, computed).field(FieldAccess::PutStatic, &own, "value", ty);
    code.int(1).field(FieldAccess::PutStatic, &own, "done", &boolean);
    code.load(ty, computed).returns(Some(ty)).place(caught);
    code.store(&throwable, thrown).load(&throwable, thrown);
    code.emit(Instruction::InstanceOf(class_type(LINKAGE_ERROR)));
    code.branch(BranchTest::Zero(IntTest::Equal), other);
    code.load(&throwable, thrown).field(FieldAccess::PutStatic, &own, "error", &throwable);
    code.place(other).load(&throwable, thrown).emit(Instruction::Throw);
    code.guard(start, end, caught);
    let method = MethodType { parameters: Vec::new(), result: Some(ty.clone()) };
    class.method(flags::STATIC, GET, method.clone(), code);
    Target { class: own, name: GET.to_owned(), ty: method }
}
