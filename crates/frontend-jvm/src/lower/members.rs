//! Fields, calls, allocation and type tests.
//!
//! A null reference needs no test of its own in a field access, a virtual call or an array operation: these fault, and
//! the fault is raised as an exception. Where an instruction would not touch the object, a check stands before it.

use super::body::Builder;
use super::declare;
use super::frames::kind_of;
use super::refused::{Refused, unsupported};
use super::{register, runtime};
use crate::class::{
    BaseType, Constant, FieldAccess, FieldType, Instruction, InvokeKind, Kind, MethodType, flags,
};
use crate::hierarchy::{ClassId as LoadedId, MethodId};
use crate::indy;
use crate::indy::polymorphic::Linked;
use std::sync::Arc;
use trine_ir::objects::ObjectOp;
use trine_ir::{Callee, CastOp, Op, Type, Value};

const INT: Type = Type::Int(32);

impl Builder<'_> {
    /// Adds an instruction that names a class or a member.
    pub(super) fn member(&mut self, instruction: &Instruction) -> Result<(), Refused> {
        use Instruction as I;
        match instruction {
            I::Field { access, class, name, ty } => self.field(*access, class, name, ty),
            I::Invoke { kind, class, name, ty, .. } => self.invoke(*kind, class, name, ty),
            I::New(class) => {
                let loaded = self.hierarchy.load(class)?;
                self.ensure_initialised(loaded);
                let class = declare::class(self.hierarchy, self.tables, loaded);
                let object = self.emit(Op::Object(ObjectOp::New(class), Vec::new()), Type::Ptr);
                self.push(object, Kind::Reference);
                Ok(())
            }
            I::NewArray(element) => {
                let class = declare::array(self.hierarchy, self.tables, element)?;
                let length = self.pop()?;
                let array = self.emit(Op::Object(ObjectOp::NewArray(class), vec![length]), Type::Ptr);
                self.push(array, Kind::Reference);
                Ok(())
            }
            I::CheckCast(ty) => {
                let class = declare::reference_type(self.hierarchy, self.tables, ty)?;
                let object = self.pop()?;
                self.emit_effect(Op::Object(ObjectOp::CheckCast(class), vec![object]));
                self.push(object, Kind::Reference);
                Ok(())
            }
            I::InstanceOf(ty) => {
                let class = declare::reference_type(self.hierarchy, self.tables, ty)?;
                let object = self.pop()?;
                let is = self.emit(Op::Object(ObjectOp::TypeTest(class), vec![object]), Type::BOOL);
                let is = self.emit(Op::Cast(CastOp::ZExt, is), INT);
                self.push(is, Kind::Int);
                Ok(())
            }
            I::MonitorEnter | I::MonitorExit => {
                let enters = matches!(instruction, I::MonitorEnter);
                let op = if enters { ObjectOp::MonitorEnter } else { ObjectOp::MonitorExit };
                let object = self.pop()?;
                self.emit_effect(Op::Object(op, vec![object]));
                Ok(())
            }
            I::NewMultiArray(ty, lengths) => {
                let made = indy::multi_array::maker(self.hierarchy, ty, usize::from(*lengths))?;
                self.invoke(InvokeKind::Static, &made.class, &made.name, &made.ty)
            }
            I::InvokeDynamic { bootstrap, name, ty } => self.invoke_dynamic(*bootstrap, name, ty),
            _ => Err(unsupported("an instruction of no known kind")),
        }
    }

    /// Initialises a class before its first use, unless running this method shows that it was begun.
    fn ensure_initialised(&mut self, loaded: LoadedId) {
        // Of an interface, only its own methods show that.
        let is_above = self.hierarchy.is_subclass(self.method.class, loaded);
        if is_above && (loaded == self.method.class || !self.hierarchy.class(loaded).is_interface()) {
            return;
        }
        let needs = |class: LoadedId| self.hierarchy.class(class).file.method("<clinit>", "()V").is_some();
        let above = std::iter::successors(Some(loaded), |&class| self.hierarchy.class(class).superclass);
        let interfaces = &self.hierarchy.class(loaded).all_interfaces;
        if above.chain(interfaces.iter().copied()).any(needs) {
            let class = declare::class(self.hierarchy, self.tables, loaded);
            self.emit_effect(Op::Object(ObjectOp::EnsureInit(class), Vec::new()));
        }
    }

    fn field(&mut self, access: FieldAccess, class: &str, name: &str, ty: &FieldType) -> Result<(), Refused> {
        let loaded = self.hierarchy.load(class)?;
        let field = self.hierarchy.resolve_field(loaded, name, &ty.to_string())?;
        let is_static = matches!(access, FieldAccess::GetStatic | FieldAccess::PutStatic);
        if self.hierarchy.field(field).is(flags::STATIC) != is_static {
            return Err(unsupported(&format!(
                "an access to `{class}.{name}` that disagrees whether it is static"
            )));
        }
        // No initialiser writes a constant: it is part of the field.
        if let (FieldAccess::GetStatic, Some(constant)) =
            (access, self.hierarchy.field(field).constant.clone())
        {
            return self.load_constant(&constant);
        }
        let offset = self.hierarchy.class(field.class).layout.offset(field.position).unwrap_or_default();
        let writes = matches!(access, FieldAccess::PutField | FieldAccess::PutStatic);
        let value = if writes { Some(self.pop()?) } else { None };
        let object = if is_static { self.statics(field.class) } else { self.pop()? };
        let ptr =
            self.emit(Op::PtrAdd { base: object, index: None, scale: 0, offset: offset as i64 }, Type::Ptr);
        let stored = declare::stored(ty);
        if let Some(value) = value {
            let is_smaller = stored != register(kind_of(ty));
            let value = if is_smaller { self.emit(Op::Cast(CastOp::Trunc, value), stored) } else { value };
            self.emit_effect(Op::Store { ptr, value, volatile: false });
        } else {
            let volatile = self.hierarchy.field(field).is(flags::VOLATILE);
            let loaded = self.emit(Op::Load { ptr, volatile }, stored);
            let value = self.extended(loaded, ty);
            if is_static {
                self.tell_constant(field, value);
            }
            self.push(value, kind_of(ty));
        }
        Ok(())
    }

    /// The object that holds the static fields of a class, initialised first.
    fn statics(&mut self, class: LoadedId) -> Value {
        self.ensure_initialised(class);
        let class = declare::class(self.hierarchy, self.tables, class);
        self.emit(Op::Object(ObjectOp::Statics(class), Vec::new()), Type::Ptr)
    }

    /// A value read from a field of the type `ty`, as the operand stack holds it.
    fn extended(&mut self, loaded: Value, ty: &FieldType) -> Value {
        let extension = match ty {
            FieldType::Base(BaseType::Boolean | BaseType::Char) => CastOp::ZExt,
            FieldType::Base(BaseType::Byte | BaseType::Short) => CastOp::SExt,
            _ => return loaded,
        };
        self.emit(Op::Cast(extension, loaded), INT)
    }

    fn invoke(&mut self, kind: InvokeKind, class: &str, name: &str, ty: &MethodType) -> Result<(), Refused> {
        let may_be_polymorphic = matches!(kind, InvokeKind::Virtual | InvokeKind::Static);
        if may_be_polymorphic && indy::polymorphic::is_polymorphic(self.hierarchy, class, name) {
            return self.invoke_polymorphic(kind, class, name, ty);
        }
        let is_array = class.starts_with('[');
        let loaded = self.hierarchy.load(if is_array { "java/lang/Object" } else { class })?;
        let method = self.hierarchy.resolve_method(loaded, name, &ty.descriptor())?;
        let method = if kind == InvokeKind::Special { self.special(method, loaded) } else { method };
        let declared = self.hierarchy.method(method);
        if declared.is(flags::STATIC) != (kind == InvokeKind::Static) {
            return Err(unsupported(&format!(
                "a call of `{class}.{name}` that disagrees whether it is static"
            )));
        }
        let has_receiver = kind != InvokeKind::Static;
        let args = self.pop_many(ty.parameters.len() + usize::from(has_receiver))?;
        let callee = match kind {
            InvokeKind::Static => {
                self.ensure_initialised(method.class);
                Callee::Direct(declare::function(self.hierarchy, self.tables, method))
            }
            InvokeKind::Special => self.direct(method, args[0]),
            InvokeKind::Virtual | InvokeKind::Interface => self.selected(loaded, method, args[0])?,
        };
        let told = self.tell_call(method, kind, ty, &args);
        let first = args.first().copied();
        let op = Op::Call { callee, args };
        let value = match &ty.result {
            Some(result) => {
                let kind = kind_of(result);
                let value = self.emit(op, register(kind));
                self.push(value, kind);
                Some(value)
            }
            None => {
                self.emit_effect(op);
                None
            }
        };
        if told {
            let made =
                first.filter(|_| name == "<init>").map(|object| (object, FieldType::Class(class.to_owned())));
            self.tell_result(value.zip(ty.result.clone()).or(made));
        }
        Ok(())
    }

    /// A call of a method that takes whatever types the caller has.
    fn invoke_polymorphic(
        &mut self,
        kind: InvokeKind,
        class: &str,
        name: &str,
        ty: &MethodType,
    ) -> Result<(), Refused> {
        if let Linked::Made(made) = indy::polymorphic::link(self.hierarchy, class, name, ty)? {
            let receiver = self.stack.len().checked_sub(ty.parameters.len() + 1);
            if let Some(&(receiver, Kind::Reference)) = receiver.and_then(|at| self.stack.get(at)) {
                self.emit_effect(Op::Object(ObjectOp::NullCheck, vec![receiver]));
            }
            return self.invoke(InvokeKind::Static, &made.class, &made.name, &made.ty);
        }
        let receiver = (kind == InvokeKind::Virtual).then_some(Type::Ptr);
        let args = self.pop_many(ty.parameters.len() + receiver.iter().len())?;
        let params: Vec<Type> =
            receiver.into_iter().chain(ty.parameters.iter().map(declare::register_of)).collect();
        let result = ty.result.as_ref().map(declare::register_of);
        let function = runtime::handle(self.tables, name, &params, result);
        let op = Op::Call { callee: Callee::Direct(function), args };
        match &ty.result {
            Some(result) => {
                let kind = kind_of(result);
                let value = self.emit(op, register(kind));
                self.push(value, kind);
            }
            None => self.emit_effect(op),
        }
        Ok(())
    }

    /// A constant that is computed when it is first used: a call of the method that is made for it.
    pub(super) fn computed_constant(&mut self, constant: &Constant) -> Result<(), Refused> {
        let file = Arc::clone(&self.hierarchy.class(self.method.class).file);
        // What is made for a class stands for it.
        let host = file.attributes.nest_host.as_ref().filter(|_| file.is_made());
        let caller = host.unwrap_or(&file.name);
        let made = match constant {
            Constant::MethodType(ty) => indy::handles::method_type_constant(self.hierarchy, ty)?,
            Constant::MethodHandle(handle) => indy::handles::handle_constant(self.hierarchy, caller, handle)?,
            Constant::Dynamic { bootstrap, name, ty } => indy::handles::dynamic_constant(
                self.hierarchy,
                caller,
                &file.attributes.bootstraps,
                (*bootstrap, name, ty),
            )?,
            _ => return Err(unsupported("a constant of no known kind")),
        };
        self.invoke(InvokeKind::Static, &made.class, &made.name, &made.ty)
    }

    /// A dynamic call: one of the method that is made for it.
    fn invoke_dynamic(&mut self, bootstrap: u16, name: &str, ty: &MethodType) -> Result<(), Refused> {
        let caller = Arc::clone(&self.hierarchy.class(self.method.class).file);
        let bootstraps = &caller.attributes.bootstraps;
        let bootstrap = bootstraps.get(usize::from(bootstrap));
        let bootstrap = bootstrap.ok_or_else(|| unsupported("a dynamic call without a bootstrap method"))?;
        let place = (self.method.position, self.position());
        let made = indy::link(
            self.hierarchy,
            &indy::Site { caller: &caller.name, place, name, ty, bootstrap, bootstraps },
        )?;
        self.invoke(InvokeKind::Static, &made.class, &made.name, &made.ty)
    }

    /// The method that `invokespecial` runs: a call of a method above runs that of the superclass (JVMS 6.5).
    fn special(&self, method: MethodId, named: LoadedId) -> MethodId {
        let here = self.hierarchy.class(self.method.class);
        let declared = self.hierarchy.method(method);
        let is_above = declared.name != "<init>"
            && named != self.method.class
            && !self.hierarchy.class(named).is_interface()
            && self.hierarchy.is_subclass(self.method.class, named);
        let Some(superclass) = here.superclass.filter(|_| is_above) else { return method };
        let found = self.hierarchy.resolve_method(superclass, &declared.name, &declared.ty.descriptor());
        found.unwrap_or(method)
    }

    /// A call of just this method, on an object that is not null.
    fn direct(&mut self, method: MethodId, receiver: Value) -> Callee {
        self.emit_effect(Op::Object(ObjectOp::NullCheck, vec![receiver]));
        Callee::Direct(declare::function(self.hierarchy, self.tables, method))
    }

    /// A call of what the class of the receiver has for `method`, named by the class or interface `named`.
    fn selected(&mut self, named: LoadedId, method: MethodId, receiver: Value) -> Result<Callee, Refused> {
        let declared = self.hierarchy.method(method);
        if declared.is(flags::PRIVATE) || declared.is(flags::FINAL) {
            return Ok(self.direct(method, receiver));
        }
        let (name, descriptor) = (declared.name.clone(), declared.ty.descriptor());
        let signature = Arc::new(declare::signature_of(self.hierarchy, method));
        let of_interface = self.hierarchy.class(method.class).is_interface();
        if of_interface && self.hierarchy.class(named).is_interface() {
            let position = self.hierarchy.interface_methods(method.class).position(|other| other == method);
            let method_number = position.ok_or_else(|| unsupported("a call of an interface's own method"))?;
            let interface = declare::class(self.hierarchy, self.tables, method.class);
            return Ok(Callee::Interface { interface, method: method_number as u32, signature });
        }
        // A method that an interface names may be one of `Object`.
        let owner = if self.hierarchy.class(named).is_interface() { method.class } else { named };
        let slot = self.hierarchy.class(owner).dispatch.slot(&name, &descriptor);
        let slot =
            slot.ok_or_else(|| unsupported(&format!("a call of `{name}{descriptor}` without a slot")))?;
        let class = declare::class(self.hierarchy, self.tables, owner);
        Ok(Callee::Virtual { class, slot: slot as u32, signature })
    }
}
