//! Methods of records: what `ObjectMethods` links `toString`, `hashCode` and `equals` to.

use super::assembler::{Assembler, MadeClass, class_type, method_type};
use super::concat;
use super::{Refusal, Site, Target, refused};
use crate::class::{
    ArithmeticOp, BaseType, BranchTest, ClassFile, Constant, FieldAccess, FieldType, HandleKind, Instruction,
    IntTest, InvokeKind, Kind, flags,
};

/// A component: its name, and the field that holds it.
struct Component {
    name: String,
    field: String,
    ty: FieldType,
}

/// A class with the method that the call at `site` stands for. `simple_name` is that of the record.
pub(super) fn made(site: &Site<'_>, simple_name: &str) -> Result<(ClassFile, Target), Refusal> {
    let bad = || refused("a method of a record whose description does not fit together");
    let [Constant::Class(FieldType::Class(record)), Constant::String(names), getters @ ..] =
        &site.bootstrap.arguments[..]
    else {
        return Err(bad());
    };
    let names = String::from_utf16_lossy(names);
    let names: Vec<&str> = if names.is_empty() { Vec::new() } else { names.split(';').collect() };
    let getters: Vec<(String, FieldType)> =
        getters.iter().map(getter).collect::<Option<_>>().ok_or_else(bad)?;
    if names.len() != getters.len() {
        return Err(bad());
    }
    let components: Vec<Component> = names
        .iter()
        .zip(getters)
        .map(|(name, (field, ty))| Component { name: (*name).to_owned(), field, ty })
        .collect();
    let (mut code, slots) = Assembler::new(&site.ty.parameters);
    match (site.name, &slots[..]) {
        ("toString", [_]) => to_string(&mut code, record, simple_name, &components),
        ("hashCode", [_]) => hash_code(&mut code, record, &components),
        ("equals", [_, _]) => equals(&mut code, record, &components),
        _ => return Err(bad()),
    }
    let mut class = MadeClass::new(site.class_name("Record"), Vec::new(), site.caller);
    let target = Target { class: class.name().to_owned(), name: site.name.to_owned(), ty: site.ty.clone() };
    class.method(flags::STATIC, site.name, site.ty.clone(), code);
    Ok((class.finish(), target))
}

fn getter(constant: &Constant) -> Option<(String, FieldType)> {
    match constant {
        Constant::MethodHandle(handle) if handle.kind == HandleKind::GetField => {
            Some((handle.name.clone(), FieldType::parse(&handle.descriptor)?))
        }
        _ => None,
    }
}

/// Pushes a component of the record in the variable `slot`.
fn load(code: &mut Assembler, record: &str, slot: u16, component: &Component) {
    code.load(&class_type(record), slot);
    code.field(FieldAccess::GetField, record, &component.field, &component.ty);
}

fn to_string(code: &mut Assembler, record: &str, simple_name: &str, components: &[Component]) {
    let text = class_type("java/lang/String");
    concat::begin(code);
    code.string(&format!("{simple_name}["));
    concat::append(code, &text);
    for (at, component) in components.iter().enumerate() {
        code.string(&format!("{}{}=", if at > 0 { ", " } else { "" }, component.name));
        concat::append(code, &text);
        load(code, record, 0, component);
        concat::append(code, &component.ty);
    }
    code.string("]");
    concat::append(code, &text);
    concat::end(code);
    code.returns(Some(&text));
}

fn hash_code(code: &mut Assembler, record: &str, components: &[Component]) {
    code.int(0);
    for component in components {
        code.int(31).emit(Instruction::Arithmetic(ArithmeticOp::Multiply, Kind::Int));
        load(code, record, 0, component);
        let (class, parameter) = match &component.ty {
            FieldType::Base(base) => (base.wrapper(), component.ty.to_string()),
            _ => ("java/util/Objects", "Ljava/lang/Object;".to_owned()),
        };
        code.invoke(InvokeKind::Static, class, "hashCode", method_type(&format!("({parameter})I")));
        code.emit(Instruction::Arithmetic(ArithmeticOp::Add, Kind::Int));
    }
    code.emit(Instruction::Return(Some(Kind::Int)));
}

fn equals(code: &mut Assembler, record: &str, components: &[Component]) {
    let this = class_type(record);
    let other = code.local(&this);
    let [same, differs] = [code.new_label(), code.new_label()];
    code.load(&this, 0).load(&this, 1).branch(BranchTest::Same(true), same);
    code.load(&this, 1).emit(Instruction::InstanceOf(this.clone()));
    code.branch(BranchTest::Zero(IntTest::Equal), differs);
    code.load(&this, 1).cast(&this).store(&this, other);
    for component in components {
        load(code, record, 0, component);
        load(code, record, other, component);
        match &component.ty {
            FieldType::Base(base @ (BaseType::Float | BaseType::Double | BaseType::Long)) => {
                let letter = base.letter();
                let ty = method_type(&format!("({letter}{letter})I"));
                code.invoke(InvokeKind::Static, base.wrapper(), "compare", ty);
                code.branch(BranchTest::Zero(IntTest::NotEqual), differs);
            }
            FieldType::Base(_) => {
                code.branch(BranchTest::Ints(IntTest::NotEqual), differs);
            }
            _ => {
                let ty = method_type("(Ljava/lang/Object;Ljava/lang/Object;)Z");
                code.invoke(InvokeKind::Static, "java/util/Objects", "equals", ty);
                code.branch(BranchTest::Zero(IntTest::Equal), differs);
            }
        }
    }
    code.place(same).return_int(1);
    code.place(differs).return_int(0);
}
