//! Closures: what `LambdaMetafactory` makes of lambda expressions and method references.
//!
//! ```text
//! final class Outer$$Lambda$3_17 implements Function {
//!     private final int arg0;                                   what the lambda captured
//!     static Function make(int arg0) { … }                      what the invokedynamic calls
//!     public Object apply(Object x) { return Outer.lambda$0(arg0, (String) x); }
//! }
//! ```
//!
//! One that captures nothing is made once and kept in a static field.

use super::assembler::{Assembler, MadeClass, class_type, method_type};
use super::convert::{convert, wrap};
use super::{Refusal, Site, Target, refused};
use crate::class::{
    ClassFile, Constant, FieldAccess, FieldType, HandleKind, Instruction, InvokeKind, MethodHandle,
    MethodType, StackOp, flags,
};

const MAKE: &str = "make";
const INSTANCE: &str = "INSTANCE";
const SERIALIZABLE: &str = "java/io/Serializable";

/// What a bootstrap of closures is asked for.
struct Request<'a> {
    site: &'a Site<'a>,
    /// The interface, and others that the closure implements.
    interfaces: Vec<String>,
    /// The type of the interface's method, and further types under which it is called.
    erased: Vec<MethodType>,
    /// What the closure calls.
    body: &'a MethodHandle,
    /// Parameters of the body, the receiver of an instance method included.
    body_parameters: Vec<FieldType>,
    /// The type of the method as the program knows it.
    known: &'a MethodType,
    serializable: bool,
}

/// The class of the closures of `site`, and the method that makes one.
pub(super) fn made(site: &Site<'_>) -> Result<(ClassFile, Target), Refusal> {
    let request = Request::new(site)?;
    let class = MadeClass::new(site.class_name("Lambda"), request.interfaces.clone(), site.caller);
    let target = Target { class: class.name().to_owned(), name: MAKE.to_owned(), ty: site.ty.clone() };
    Ok((request.class(class), target))
}

impl<'a> Request<'a> {
    fn new(site: &'a Site<'a>) -> Result<Self, Refusal> {
        let bad = || refused("a closure whose description does not fit together");
        let (Some(FieldType::Class(interface)), [erased, body, known, more @ ..]) =
            (&site.ty.result, &site.bootstrap.arguments[..])
        else {
            return Err(bad());
        };
        let (Constant::MethodType(erased), Constant::MethodHandle(body), Constant::MethodType(known)) =
            (erased, body, known)
        else {
            return Err(bad());
        };
        let receiver = match body.kind {
            HandleKind::InvokeStatic | HandleKind::NewInvokeSpecial => None,
            HandleKind::InvokeVirtual | HandleKind::InvokeSpecial | HandleKind::InvokeInterface => {
                Some(class_type(&body.class))
            }
            _ => return Err(refused("a closure over a field")),
        };
        let body_type = MethodType::parse(&body.descriptor).ok_or_else(bad)?;
        let mut request = Self {
            site,
            interfaces: vec![interface.clone()],
            erased: vec![erased.clone()],
            body,
            body_parameters: receiver.into_iter().chain(body_type.parameters).collect(),
            known,
            serializable: false,
        };
        request.read_more(more).ok_or_else(bad)?;
        let taken = site.ty.parameters.len() + known.parameters.len();
        let fits = |ty: &MethodType| ty.parameters.len() == known.parameters.len();
        let fits = request.body_parameters.len() == taken && request.erased.iter().all(fits);
        if fits { Ok(request) } else { Err(bad()) }
    }

    /// What `altMetafactory` is given in addition: flags, then marker interfaces and bridges with their numbers.
    fn read_more(&mut self, more: &[Constant]) -> Option<()> {
        let mut more = more.iter();
        let Some(first) = more.next() else { return Some(()) };
        let int = |constant: &Constant| match constant {
            Constant::Int(value) => Some(*value),
            _ => None,
        };
        let wanted = int(first)?;
        if wanted & 2 != 0 {
            for _ in 0..int(more.next()?)? {
                let Constant::Class(FieldType::Class(name)) = more.next()? else { return None };
                self.interfaces.push(name.clone());
            }
        }
        if wanted & 4 != 0 {
            for _ in 0..int(more.next()?)? {
                let Constant::MethodType(ty) = more.next()? else { return None };
                self.erased.push(ty.clone());
            }
        }
        if wanted & 1 != 0 {
            self.serializable = true;
            self.interfaces.push(SERIALIZABLE.to_owned());
        }
        let mut seen = Vec::new();
        self.interfaces.retain(|name| {
            let is_new = !seen.contains(name);
            seen.push(name.clone());
            is_new
        });
        Some(())
    }

    fn class(&self, mut class: MadeClass) -> ClassFile {
        let captured = &self.site.ty.parameters;
        for (at, ty) in captured.iter().enumerate() {
            class.field(flags::PRIVATE | flags::FINAL, format!("arg{at}"), ty.clone());
        }
        self.constructor(&mut class);
        self.maker(&mut class);
        for ty in &self.erased {
            self.method(&mut class, ty);
        }
        if self.serializable {
            self.write_replace(&mut class);
        }
        class.finish()
    }

    fn constructor(&self, class: &mut MadeClass) {
        let this = class_type(class.name());
        let captured = &self.site.ty.parameters;
        let (mut code, slots) = Assembler::new(std::iter::once(&this).chain(captured));
        code.load(&this, 0).invoke(InvokeKind::Special, "java/lang/Object", "<init>", method_type("()V"));
        for (at, (ty, &slot)) in captured.iter().zip(&slots[1..]).enumerate() {
            code.load(&this, 0).load(ty, slot);
            code.field(FieldAccess::PutField, class.name(), &format!("arg{at}"), ty);
        }
        code.returns(None);
        class.method(flags::PRIVATE, "<init>", self.constructor_type(), code);
    }

    fn constructor_type(&self) -> MethodType {
        MethodType { parameters: self.site.ty.parameters.clone(), result: None }
    }

    /// The static method that the call is linked to.
    fn maker(&self, class: &mut MadeClass) {
        let name = class.name().to_owned();
        let captured = &self.site.ty.parameters;
        let new = |code: &mut Assembler, slots: &[u16]| {
            code.emit(Instruction::New(name.clone())).emit(Instruction::Stack(StackOp::Dup));
            for (ty, &slot) in captured.iter().zip(slots) {
                code.load(ty, slot);
            }
            code.invoke(InvokeKind::Special, &name, "<init>", self.constructor_type());
        };
        let this = class_type(&name);
        let (mut code, slots) = Assembler::new(captured);
        if captured.is_empty() {
            class.field(flags::PRIVATE | flags::STATIC | flags::FINAL, INSTANCE.to_owned(), this.clone());
            let (mut begin, _) = Assembler::new([]);
            new(&mut begin, &[]);
            begin.field(FieldAccess::PutStatic, &name, INSTANCE, &this).returns(None);
            class.method(flags::STATIC, "<clinit>", method_type("()V"), begin);
            code.field(FieldAccess::GetStatic, &name, INSTANCE, &this);
        } else {
            new(&mut code, &slots);
        }
        code.returns(Some(&this));
        class.method(flags::STATIC | flags::SYNTHETIC, MAKE, self.site.ty.clone(), code);
    }

    /// The method of the interface, called with the types of `erased`.
    fn method(&self, class: &mut MadeClass, erased: &MethodType) {
        let this = class_type(class.name());
        let (mut code, slots) = Assembler::new(std::iter::once(&this).chain(&erased.parameters));
        let creates = self.body.kind == HandleKind::NewInvokeSpecial;
        if creates {
            code.emit(Instruction::New(self.body.class.clone())).emit(Instruction::Stack(StackOp::Dup));
        }
        let captured = &self.site.ty.parameters;
        for (at, (ty, wanted)) in captured.iter().zip(&self.body_parameters).enumerate() {
            code.load(&this, 0).field(FieldAccess::GetField, class.name(), &format!("arg{at}"), ty);
            convert(&mut code, ty, wanted, ty);
        }
        let wanted = &self.body_parameters[captured.len()..];
        for (at, (ty, wanted)) in erased.parameters.iter().zip(wanted).enumerate() {
            code.load(ty, slots[at + 1]);
            convert(&mut code, ty, wanted, &self.known.parameters[at]);
        }
        let body_type = method_type(&self.body.descriptor);
        let result = if creates { Some(class_type(&self.body.class)) } else { body_type.result.clone() };
        code.invoke(invoke_kind(self.body), &self.body.class, &self.body.name, body_type);
        match (&result, &erased.result) {
            (Some(from), Some(to)) => convert(&mut code, from, to, to),
            (Some(from), None) => {
                let op = if from.slots() == 2 { StackOp::Pop2 } else { StackOp::Pop };
                code.emit(Instruction::Stack(op));
            }
            _ => {}
        }
        code.returns(erased.result.as_ref());
        class.method(flags::PUBLIC, self.site.name, erased.clone(), code);
    }

    /// `writeReplace`, which says how to make the closure again.
    fn write_replace(&self, class: &mut MadeClass) {
        const FORM: &str = "java/lang/invoke/SerializedLambda";
        let this = class_type(class.name());
        let (mut code, _) = Assembler::new([&this]);
        code.emit(Instruction::New(FORM.to_owned())).emit(Instruction::Stack(StackOp::Dup));
        code.constant(Constant::Class(class_type(self.site.caller)));
        code.string(&self.interfaces[0]).string(self.site.name).string(&self.erased[0].descriptor());
        code.int(self.body.kind.number());
        code.string(&self.body.class).string(&self.body.name).string(&self.body.descriptor);
        code.string(&self.known.descriptor());
        let object = class_type("java/lang/Object");
        code.int(self.site.ty.parameters.len()).emit(Instruction::NewArray(object.clone()));
        for (at, ty) in self.site.ty.parameters.iter().enumerate() {
            code.emit(Instruction::Stack(StackOp::Dup)).int(at).load(&this, 0);
            code.field(FieldAccess::GetField, class.name(), &format!("arg{at}"), ty);
            if let FieldType::Base(base) = ty {
                wrap(&mut code, *base);
            }
            code.emit(Instruction::ArrayStore(crate::class::ArrayKind::Reference));
        }
        let text = "Ljava/lang/String;";
        let ty =
            format!("(Ljava/lang/Class;{text}{text}{text}I{text}{text}{text}{text}[Ljava/lang/Object;)V");
        code.invoke(InvokeKind::Special, FORM, "<init>", method_type(&ty)).returns(Some(&object));
        let ty = MethodType { parameters: Vec::new(), result: Some(object) };
        class.method(flags::PRIVATE | flags::FINAL, "writeReplace", ty, code);
    }
}

fn invoke_kind(handle: &MethodHandle) -> InvokeKind {
    match handle.kind {
        HandleKind::InvokeStatic => InvokeKind::Static,
        HandleKind::InvokeInterface => InvokeKind::Interface,
        HandleKind::InvokeSpecial | HandleKind::NewInvokeSpecial => InvokeKind::Special,
        _ => InvokeKind::Virtual,
    }
}
