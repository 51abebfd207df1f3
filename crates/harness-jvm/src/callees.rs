//! Members of the API model as the machine knows them: functions of methods, places of fields. Each is looked up once.

use crate::Bits;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use trine_frontend_jvm::class::{BaseType, Constant, FieldType, MethodType, flags};
use trine_frontend_jvm::lower::{declare, runtime};
use trine_ir::{FuncId, Type};
use trine_jdk::vm::Vm;
use trine_machine::Stop;
use trine_testcase::objects::{ClassApi, MemberId, MemberKind, TypeArgument, TypeUse};

/// A constructor or method.
#[derive(Clone, Debug)]
pub(crate) struct Callee {
    /// What is entered: gives the bits of the result, or the new object.
    pub adapter: FuncId,
    /// Parameters, the enclosing instance of inner classes included, without the receiver.
    pub parameters: Vec<FieldType>,
    /// What it gives; `None` for `void`. Of constructors: the class.
    pub result: Option<FieldType>,
}

/// A field.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The class that declares it.
    pub class: String,
    /// Offset in the object, or in what holds the static fields of the class.
    pub offset: u64,
    /// Its type.
    pub ty: FieldType,
    pub is_static: bool,
    /// Its value where compilers copy it to where it is used, so that the class is not initialised.
    pub constant: Option<Constant>,
}

/// What was looked up so far.
#[derive(Debug, Default)]
pub(crate) struct Callees {
    callees: FxHashMap<MemberId, Rc<Callee>>,
    places: FxHashMap<MemberId, Rc<Place>>,
    boxes: FxHashMap<&'static str, FuncId>,
    named: FxHashMap<String, FuncId>,
}

impl Callees {
    /// The constructor or method `member`.
    pub fn callee(&mut self, api: &ClassApi, vm: &Vm, member: MemberId) -> Result<Rc<Callee>, Stop> {
        if let Some(known) = self.callees.get(&member) {
            return Ok(Rc::clone(known));
        }
        let declared = &api.members[member];
        let class = &api.classes[declared.class].name;
        let no_type = || Stop::Unsupported(format!("the descriptor of `{}`", api.member_text(member)));
        let ty = MethodType::parse(&declared.descriptor).ok_or_else(no_type)?;
        let is_constructor = declared.kind == MemberKind::Constructor;
        let receiver = !declared.is_static && !is_constructor;
        let name = format!("{class}.{}{}", declared.name, declared.descriptor);
        let callee = Rc::new(Callee {
            adapter: adapter(vm, &name, receiver, &ty.parameters),
            result: if is_constructor { Some(FieldType::Class(class.clone())) } else { ty.result },
            parameters: ty.parameters,
        });
        self.callees.insert(member, Rc::clone(&callee));
        Ok(callee)
    }

    /// The field `member`.
    pub fn place(&mut self, api: &ClassApi, vm: &Vm, member: MemberId) -> Result<Rc<Place>, Stop> {
        if let Some(known) = self.places.get(&member) {
            return Ok(Rc::clone(known));
        }
        let declared = &api.members[member];
        let class = &api.classes[declared.class].name;
        let missing = || Stop::Unsupported(format!("the field `{}`", api.member_text(member)));
        let mut hierarchy = vm.hierarchy();
        let loaded = hierarchy.load(class).map_err(|_| missing())?;
        let loaded = hierarchy.class(loaded);
        let position = loaded.file.fields.iter().position(|field| field.name == declared.name);
        let position = position.ok_or_else(missing)?;
        let field = &loaded.file.fields[position];
        let is_copied = field.is(flags::STATIC) && field.is(flags::FINAL);
        let place = Rc::new(Place {
            class: class.clone(),
            offset: loaded.layout.offset(position).ok_or_else(missing)?,
            ty: field.ty.clone(),
            is_static: field.is(flags::STATIC),
            constant: field.constant.clone().filter(|_| is_copied),
        });
        drop(hierarchy);
        self.places.insert(member, Rc::clone(&place));
        Ok(place)
    }

    /// What wraps a primitive value: `Integer.valueOf`.
    pub fn boxes(&mut self, vm: &Vm, base: BaseType) -> FuncId {
        let class = base.wrapper();
        *self.boxes.entry(class).or_insert_with(|| {
            let parameter = FieldType::Base(base);
            let name = format!("{class}.valueOf({parameter})L{class};");
            adapter(vm, &name, false, &[parameter])
        })
    }

    /// The adapter of the method with this name in class files, which has these parameters.
    pub fn named(&mut self, vm: &Vm, name: &str, receiver: bool, parameters: &[FieldType]) -> FuncId {
        if let Some(&known) = self.named.get(name) {
            return known;
        }
        let made = adapter(vm, name, receiver, parameters);
        self.named.insert(name.to_owned(), made);
        made
    }
}

fn adapter(vm: &Vm, name: &str, receiver: bool, parameters: &[FieldType]) -> FuncId {
    let receiver = receiver.then_some(Type::Ptr);
    let params: Vec<Type> = receiver.into_iter().chain(parameters.iter().map(declare::register_of)).collect();
    runtime::declare(&vm.program, &format!("step:{name}"), &params, Some(Type::Int(64)), true)
}

/// The loop over steps, and the two that it asks.
pub(crate) fn script(vm: &Vm) -> [FuncId; 3] {
    let bits = Some(Type::Int(64));
    let asked = runtime::declare(&vm.program, "next", &[Type::Int(64)], bits, false);
    let threw = runtime::declare(&vm.program, "threw", &[Type::Ptr], None, false);
    [runtime::declare(&vm.program, "script", &[], None, true), asked, threw]
}

/// A type of the API model without its type arguments.
pub(crate) fn erased(ty: &TypeUse) -> FieldType {
    match ty {
        TypeUse::Primitive(primitive) => FieldType::Base((*primitive).into()),
        TypeUse::Class(class) => FieldType::Class(class.name.clone()),
        TypeUse::Array(element) => FieldType::Array(Box::new(erased(element))),
        TypeUse::Variable(_) => FieldType::Class("java/lang/Object".to_owned()),
    }
}

/// A type of class files as one of the API model: classes without type arguments.
pub(crate) fn as_use(ty: &FieldType) -> TypeUse {
    match ty {
        FieldType::Base(base) => TypeUse::Primitive((*base).into()),
        FieldType::Class(name) => TypeUse::Class(trine_testcase::objects::ClassUse {
            name: name.clone(),
            arguments: Vec::<TypeArgument>::new(),
        }),
        FieldType::Array(element) => TypeUse::Array(Box::new(as_use(element))),
    }
}

/// What the memory holds of a value of the type `ty`: how many bytes, and how they are read into a register.
pub(crate) fn stored_bytes(ty: &FieldType) -> u32 {
    declare::stored(ty).store_size_bytes()
}

/// Bits from memory as a register has them: what is smaller than an `int` is one.
pub(crate) fn widened(ty: &FieldType, bits: u64) -> Bits {
    match ty {
        FieldType::Base(BaseType::Byte) => u64::from(bits as u8 as i8 as i32 as u32),
        FieldType::Base(BaseType::Short) => u64::from(bits as u16 as i16 as i32 as u32),
        _ => bits,
    }
}
