//! Classes that the JDK makes while a program runs: dynamic proxies, and constructors that deserialisation calls.
//!
//! ```text
//! final class $Proxy extends Proxy implements I {
//!     static final Method m0 = I.class.getMethod("f", int.class);
//!     $Proxy(InvocationHandler h) { super(h); }
//!     public int f(int a) throws E {
//!         try { return (Integer) h.invoke(this, m0, new Object[] {a}); }
//!         catch (RuntimeException | Error | E e) { throw e; }
//!         catch (Throwable e) { throw new UndeclaredThrowableException(e); }
//!     }
//! }
//! ```
//!
//! As `java.lang.reflect.ProxyGenerator` does it. Deviations: of methods with one name and parameters but several
//! results each stands by itself; exceptions are those that the first interface with a method declares.

use super::assembler::{Assembler, MadeClass, class_type, method_type};
use super::convert::{convert, wrap};
use crate::class::{
    ArrayKind, BranchTest, Constant, FieldAccess, FieldType, Instruction, IntTest, InvokeKind, Kind, Method,
    MethodType, StackOp, flags,
};
use crate::hierarchy::{Hierarchy, LinkageError};

const PROXY: &str = "java/lang/reflect/Proxy";
const HANDLER: &str = "java/lang/reflect/InvocationHandler";
const METHOD: &str = "java/lang/reflect/Method";
const OBJECT: &str = "java/lang/Object";

/// Makes the class `name` of proxies for `interfaces`, unless there is one of that name.
///
/// # Errors
/// When an interface cannot be loaded.
pub fn define_proxy(
    hierarchy: &mut Hierarchy,
    name: &str,
    interfaces: &[String],
) -> Result<(), LinkageError> {
    let methods = methods_of(hierarchy, interfaces)?;
    let mut class = MadeClass::new(name.to_owned(), interfaces.to_vec(), PROXY);
    class.extend(PROXY);
    let constructor = method_type(&format!("(L{HANDLER};)V"));
    let this = class_type(name);
    let handler = class_type(HANDLER);
    let (mut code, slots) = Assembler::new([&this, &handler]);
    code.load(&this, slots[0]).load(&handler, slots[1]);
    code.invoke(InvokeKind::Special, PROXY, "<init>", constructor.clone()).returns(None);
    class.method(flags::PUBLIC, "<init>", constructor, code);
    let (mut initialiser, _) = Assembler::new([]);
    for (at, (declaring, method)) in methods.iter().enumerate() {
        let field = format!("m{at}");
        class.field(flags::PRIVATE | flags::STATIC | flags::FINAL, field.clone(), class_type(METHOD));
        look_up(&mut initialiser, declaring, method);
        initialiser.field(FieldAccess::PutStatic, name, &field, &class_type(METHOD));
        let code = forward(name, &field, method);
        class.method(flags::PUBLIC | flags::FINAL, &method.name, method.ty.clone(), code);
    }
    initialiser.returns(None);
    class.method(flags::STATIC, "<clinit>", method_type("()V"), initialiser);
    hierarchy.define(class.finish()).map(|_| ())
}

/// The methods that a proxy answers, with the class or interface that declares each.
fn methods_of(
    hierarchy: &mut Hierarchy,
    interfaces: &[String],
) -> Result<Vec<(String, Method)>, LinkageError> {
    let mut declaring = vec![hierarchy.load(OBJECT)?];
    for interface in interfaces {
        let id = hierarchy.load(interface)?;
        declaring.push(id);
        declaring.extend(hierarchy.class(id).all_interfaces.iter().copied());
    }
    let mut found: Vec<(String, Method)> = Vec::new();
    for id in declaring {
        let file = &hierarchy.class(id).file;
        for method in &file.methods {
            let is_answered = match file.name.as_str() {
                OBJECT => matches!(method.name.as_str(), "hashCode" | "equals" | "toString"),
                _ => method.is(flags::PUBLIC) && !method.is(flags::STATIC) && !method.name.starts_with('<'),
            };
            let is_known = found.iter().any(|(_, known)| known.name == method.name && known.ty == method.ty);
            if is_answered && !is_known {
                found.push((file.name.clone(), method.clone()));
            }
        }
    }
    Ok(found)
}

/// Leaves the object of `method` on the stack.
fn look_up(code: &mut Assembler, declaring: &str, method: &Method) {
    code.constant(Constant::Class(class_type(declaring))).string(&method.name);
    let class = class_type("java/lang/Class");
    code.int(method.ty.parameters.len()).emit(Instruction::NewArray(class));
    for (at, parameter) in method.ty.parameters.iter().enumerate() {
        code.emit(Instruction::Stack(StackOp::Dup)).int(at).constant(Constant::Class(parameter.clone()));
        code.emit(Instruction::ArrayStore(ArrayKind::Reference));
    }
    let ty = method_type(&format!("(Ljava/lang/String;[Ljava/lang/Class;)L{METHOD};"));
    code.invoke(InvokeKind::Virtual, "java/lang/Class", "getMethod", ty);
}

/// The body of a method of a proxy.
fn forward(name: &str, field: &str, method: &Method) -> Assembler {
    let (this, object, thrown) = (class_type(name), class_type(OBJECT), class_type("java/lang/Throwable"));
    let types: Vec<FieldType> =
        std::iter::once(this.clone()).chain(method.ty.parameters.iter().cloned()).collect();
    let (mut code, slots) = Assembler::new(&types);
    let [start, end, caught] = [code.new_label(), code.new_label(), code.new_label()];
    code.place(start).load(&this, 0).field(FieldAccess::GetField, PROXY, "h", &class_type(HANDLER));
    code.load(&this, 0).field(FieldAccess::GetStatic, name, field, &class_type(METHOD));
    if method.ty.parameters.is_empty() {
        code.constant(Constant::Null);
    } else {
        code.int(method.ty.parameters.len()).emit(Instruction::NewArray(object.clone()));
    }
    for (at, (ty, &slot)) in method.ty.parameters.iter().zip(&slots[1..]).enumerate() {
        code.emit(Instruction::Stack(StackOp::Dup)).int(at).load(ty, slot);
        if let FieldType::Base(base) = ty {
            wrap(&mut code, *base);
        }
        code.emit(Instruction::ArrayStore(ArrayKind::Reference));
    }
    let ty = method_type(&format!("(L{OBJECT};L{METHOD};[L{OBJECT};)L{OBJECT};"));
    code.invoke(InvokeKind::Interface, HANDLER, "invoke", ty);
    match &method.ty.result {
        None => {
            code.emit(Instruction::Stack(StackOp::Pop));
        }
        Some(FieldType::Base(base)) => {
            let held = class_type(base.wrapper());
            convert(&mut code, &held, &FieldType::Base(*base), &object);
        }
        Some(ty) => {
            code.cast(ty);
        }
    }
    code.place(end).returns(method.ty.result.as_ref());
    rethrow(&mut code, (start, end, caught), &method.exceptions, &thrown);
    code
}

/// Throws on what a method may throw, and the rest inside of another exception.
fn rethrow(
    code: &mut Assembler,
    (start, end, caught): (super::assembler::Label, super::assembler::Label, super::assembler::Label),
    exceptions: &[String],
    thrown: &FieldType,
) {
    const WRAPPER: &str = "java/lang/reflect/UndeclaredThrowableException";
    code.guard(start, end, caught);
    let slot = code.local(thrown);
    let passes = code.new_label();
    code.place(caught).store(thrown, slot);
    let declared = exceptions.iter().map(String::as_str);
    for class in ["java/lang/RuntimeException", "java/lang/Error"].into_iter().chain(declared) {
        code.load(thrown, slot).emit(Instruction::InstanceOf(class_type(class)));
        code.branch(BranchTest::Zero(IntTest::NotEqual), passes);
    }
    code.emit(Instruction::New(WRAPPER.to_owned())).emit(Instruction::Stack(StackOp::Dup));
    code.load(thrown, slot);
    code.invoke(InvokeKind::Special, WRAPPER, "<init>", method_type("(Ljava/lang/Throwable;)V"));
    code.emit(Instruction::Throw).place(passes).load(thrown, slot).emit(Instruction::Throw);
}

/// Makes a class whose static method `make()Object` gives a new object of `class` on which the constructor without
/// parameters of `above`, a class above it, was called; gives its name.
///
/// # Errors
/// When a class cannot be loaded.
pub fn define_maker(hierarchy: &mut Hierarchy, class: &str, above: &str) -> Result<String, LinkageError> {
    let name = format!("trine/Maker {} {}", class.replace('/', "."), above.replace('/', "."));
    let mut made = MadeClass::new(name.clone(), Vec::new(), class);
    let (mut code, _) = Assembler::new([]);
    code.emit(Instruction::New(class.to_owned())).emit(Instruction::Stack(StackOp::Dup));
    code.invoke(InvokeKind::Special, above, "<init>", method_type("()V"));
    code.emit(Instruction::Return(Some(Kind::Reference)));
    let ty = MethodType { parameters: Vec::new(), result: Some(class_type(OBJECT)) };
    made.method(flags::PUBLIC | flags::STATIC, "make", ty, code);
    hierarchy.define(made.finish())?;
    Ok(name)
}

/// Makes a class whose static method `urls(String[])Enumeration` gives the addresses with these texts; gives its name.
///
/// # Errors
/// When the class library lacks a class for it.
pub fn define_urls(hierarchy: &mut Hierarchy) -> Result<String, LinkageError> {
    const NAME: &str = "trine/Urls";
    const VECTOR: &str = "java/util/Vector";
    const URL: &str = "java/net/URL";
    let mut made = MadeClass::new(NAME.to_owned(), Vec::new(), OBJECT);
    let texts = class_type("[Ljava/lang/String;");
    let (int, vector) = (FieldType::Base(crate::class::BaseType::Int), class_type(VECTOR));
    let (mut code, _) = Assembler::new([&texts]);
    let (all, at) = (code.local(&vector), code.local(&int));
    let [next, full] = [code.new_label(), code.new_label()];
    code.emit(Instruction::New(VECTOR.to_owned())).emit(Instruction::Stack(StackOp::Dup));
    code.invoke(InvokeKind::Special, VECTOR, "<init>", method_type("()V")).store(&vector, all);
    code.int(0).store(&int, at).place(next).load(&int, at).load(&texts, 0).emit(Instruction::ArrayLength);
    code.branch(BranchTest::Ints(IntTest::GreaterOrEqual), full).load(&vector, all);
    code.emit(Instruction::New(URL.to_owned())).emit(Instruction::Stack(StackOp::Dup));
    code.load(&texts, 0).load(&int, at).emit(Instruction::ArrayLoad(ArrayKind::Reference));
    code.invoke(InvokeKind::Special, URL, "<init>", method_type("(Ljava/lang/String;)V"));
    code.invoke(InvokeKind::Virtual, VECTOR, "addElement", method_type("(Ljava/lang/Object;)V"));
    code.emit(Instruction::Increment(at, 1)).jump(next).place(full).load(&vector, all);
    let list = method_type("()Ljava/util/Enumeration;");
    code.invoke(InvokeKind::Virtual, VECTOR, "elements", list);
    code.emit(Instruction::Return(Some(Kind::Reference)));
    let ty = method_type("([Ljava/lang/String;)Ljava/util/Enumeration;");
    made.method(flags::PUBLIC | flags::STATIC, "urls", ty, code);
    hierarchy.define(made.finish())?;
    Ok(NAME.to_owned())
}

/// Makes a class with static methods for what natives of JDK 11 do that is easier said in Java; gives its name.
///
/// ```text
/// static Object run(PrivilegedAction a) { return a.run(); }
/// static Object run(PrivilegedExceptionAction a) {
///     try { return a.run(); }
///     catch (RuntimeException e) { throw e; }
///     catch (Exception e) { throw new PrivilegedActionException(e); }
/// }
/// static Properties fill(Properties p, String[] all) {
///     for (int i = 0; i < all.length; i += 2) p.setProperty(all[i], all[i + 1]);
///     return p;
/// }
/// ```
///
/// # Errors
/// When the class library lacks a class for it.
pub fn define_older(hierarchy: &mut Hierarchy) -> Result<&'static str, LinkageError> {
    const NAME: &str = "trine/Older";
    let mut made = MadeClass::new(NAME.to_owned(), Vec::new(), OBJECT);
    for (action, wraps) in
        [("java/security/PrivilegedAction", false), ("java/security/PrivilegedExceptionAction", true)]
    {
        let ty = class_type(action);
        let (mut code, _) = Assembler::new([&ty]);
        let [start, end, caught] = [code.new_label(), code.new_label(), code.new_label()];
        code.place(start).load(&ty, 0);
        code.invoke(InvokeKind::Interface, action, "run", method_type("()Ljava/lang/Object;"));
        code.place(end).returns(Some(&class_type(OBJECT)));
        if wraps {
            wrap_checked(&mut code, (start, end, caught));
        }
        let ty = method_type(&format!("(L{action};)L{OBJECT};"));
        made.method(flags::PUBLIC | flags::STATIC, "run", ty, code);
    }
    let (properties, texts) = (class_type("java/util/Properties"), class_type("[Ljava/lang/String;"));
    let (mut code, slots) = Assembler::new([&properties, &texts]);
    let int = FieldType::Base(crate::class::BaseType::Int);
    let at = code.local(&int);
    let [next, done] = [code.new_label(), code.new_label()];
    code.int(0).store(&int, at).place(next).load(&int, at).load(&texts, slots[1]);
    code.emit(Instruction::ArrayLength).branch(BranchTest::Ints(IntTest::GreaterOrEqual), done);
    code.load(&properties, slots[0]);
    for _ in 0..2 {
        code.load(&texts, slots[1]).load(&int, at).emit(Instruction::ArrayLoad(ArrayKind::Reference));
        code.emit(Instruction::Increment(at, 1));
    }
    let put = method_type("(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;");
    code.invoke(InvokeKind::Virtual, "java/util/Properties", "setProperty", put);
    code.emit(Instruction::Stack(StackOp::Pop)).jump(next).place(done);
    code.load(&properties, slots[0]).returns(Some(&properties));
    let ty = method_type("(Ljava/util/Properties;[Ljava/lang/String;)Ljava/util/Properties;");
    made.method(flags::PUBLIC | flags::STATIC, "fill", ty, code);
    hierarchy.define(made.finish())?;
    Ok(NAME)
}

/// Throws on what is no checked exception, and others inside of a `PrivilegedActionException`.
fn wrap_checked(
    code: &mut Assembler,
    (start, end, caught): (super::assembler::Label, super::assembler::Label, super::assembler::Label),
) {
    const WRAPPER: &str = "java/security/PrivilegedActionException";
    let (thrown, exception) = (class_type("java/lang/Throwable"), class_type("java/lang/Exception"));
    code.guard(start, end, caught);
    let slot = code.local(&thrown);
    let (passes, wraps) = (code.new_label(), code.new_label());
    code.place(caught).store(&thrown, slot);
    code.load(&thrown, slot).emit(Instruction::InstanceOf(exception.clone()));
    code.branch(BranchTest::Zero(IntTest::Equal), passes);
    code.load(&thrown, slot).emit(Instruction::InstanceOf(class_type("java/lang/RuntimeException")));
    code.branch(BranchTest::Zero(IntTest::Equal), wraps);
    code.place(passes).load(&thrown, slot).emit(Instruction::Throw);
    code.place(wraps).emit(Instruction::New(WRAPPER.to_owned())).emit(Instruction::Stack(StackOp::Dup));
    code.load(&thrown, slot).cast(&exception);
    code.invoke(InvokeKind::Special, WRAPPER, "<init>", method_type("(Ljava/lang/Exception;)V"));
    code.emit(Instruction::Throw);
}
