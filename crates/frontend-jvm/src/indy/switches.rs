//! Pattern switches: what `SwitchBootstraps` links. The position of the first label that fits, from a given one on.

use super::assembler::{Assembler, Label, MadeClass, class_type, method_type};
use super::{Refusal, Site, Target, refused};
use crate::class::{
    BranchTest, ClassFile, Constant, FieldAccess, FieldType, Instruction, IntTest, InvokeKind, flags,
};
use crate::hierarchy::Hierarchy;

const SWITCH: &str = "select";

/// A class with the method that the switch at `site` is.
pub(super) fn made(hierarchy: &mut Hierarchy, site: &Site<'_>) -> Result<(ClassFile, Target), Refusal> {
    let [selector @ (FieldType::Class(_) | FieldType::Array(_)), _] = &site.ty.parameters[..] else {
        return Err(refused("a switch over patterns of a primitive type"));
    };
    let labels = &site.bootstrap.arguments;
    let (mut code, _) = Assembler::new(&site.ty.parameters);
    let starts: Vec<Label> = labels.iter().map(|_| code.new_label()).collect();
    let (none, is_null) = (code.new_label(), code.new_label());
    code.load(selector, 0).branch(BranchTest::Null(true), is_null);
    code.load(&site.ty.parameters[1], 1).switch(&starts, none);
    for (at, label) in labels.iter().enumerate() {
        code.place(starts[at]);
        let next = starts.get(at + 1).copied().unwrap_or(none);
        if test(&mut code, hierarchy, site, label, next)? {
            code.return_int(at as i32);
        } else {
            code.jump(next);
        }
    }
    code.place(none).return_int(labels.len() as i32);
    code.place(is_null).return_int(-1);
    let mut class = MadeClass::new(site.class_name("Switch"), Vec::new(), site.caller);
    let target = Target { class: class.name().to_owned(), name: SWITCH.to_owned(), ty: site.ty.clone() };
    class.method(flags::STATIC, SWITCH, site.ty.clone(), code);
    Ok((class.finish(), target))
}

/// Goes to `next` unless the value fits `label`; `false` when it never does.
fn test(
    code: &mut Assembler,
    hierarchy: &mut Hierarchy,
    site: &Site<'_>,
    label: &Constant,
    next: Label,
) -> Result<bool, Refusal> {
    let selector = &site.ty.parameters[0];
    match (label, site.bootstrap.method.name.as_str()) {
        (Constant::Class(ty), _) if ty.is_reference() => {
            code.load(selector, 0).emit(Instruction::InstanceOf(ty.clone()));
            code.branch(BranchTest::Zero(IntTest::Equal), next);
        }
        (Constant::String(name), "enumSwitch") => {
            let FieldType::Class(class) = selector else { return Err(refused("a switch over an array")) };
            return Ok(enum_test(code, hierarchy, selector, class, &String::from_utf16_lossy(name), next));
        }
        (Constant::String(_), _) => {
            code.constant(label.clone()).load(selector, 0);
            code.invoke(
                InvokeKind::Virtual,
                "java/lang/String",
                "equals",
                method_type("(Ljava/lang/Object;)Z"),
            );
            code.branch(BranchTest::Zero(IntTest::Equal), next);
        }
        (Constant::Int(value), _) => number_test(code, selector, *value, next),
        (Constant::Dynamic { .. }, _) => {
            let (class, name) =
                enum_label(site, label).ok_or_else(|| refused("a switch with a label that is computed"))?;
            return Ok(enum_test(code, hierarchy, selector, &class, &name, next));
        }
        _ => return Err(refused("a switch with a label of an unknown kind")),
    }
    Ok(true)
}

/// The value is a number, or a character, that equals `value`.
fn number_test(code: &mut Assembler, selector: &FieldType, value: i32, next: Label) {
    let [is_other, compare] = [code.new_label(), code.new_label()];
    let [number, character] = ["java/lang/Number", "java/lang/Character"].map(class_type);
    code.load(selector, 0).emit(Instruction::InstanceOf(number.clone()));
    code.branch(BranchTest::Zero(IntTest::Equal), is_other);
    code.load(selector, 0).cast(&number);
    code.invoke(InvokeKind::Virtual, "java/lang/Number", "intValue", method_type("()I")).jump(compare);
    code.place(is_other);
    code.load(selector, 0).emit(Instruction::InstanceOf(character.clone()));
    code.branch(BranchTest::Zero(IntTest::Equal), next);
    code.load(selector, 0).cast(&character);
    code.invoke(InvokeKind::Virtual, "java/lang/Character", "charValue", method_type("()C"));
    code.place(compare).constant(Constant::Int(value)).branch(BranchTest::Ints(IntTest::NotEqual), next);
}

/// The value is the constant `name` of the enumeration `class`; `false` when there is none.
fn enum_test(
    code: &mut Assembler,
    hierarchy: &mut Hierarchy,
    selector: &FieldType,
    class: &str,
    name: &str,
    next: Label,
) -> bool {
    let ty = class_type(class);
    let descriptor = ty.to_string();
    let found = hierarchy.load(class).and_then(|id| hierarchy.resolve_field(id, name, &descriptor));
    if found.is_err() {
        return false;
    }
    code.load(selector, 0).field(FieldAccess::GetStatic, class, name, &ty);
    code.branch(BranchTest::Same(false), next);
    true
}

/// The class and the name of the enumeration constant that a computed label describes:
/// `EnumDesc.of(ClassDesc.of("a.B"), "NAME")`.
fn enum_label(site: &Site<'_>, label: &Constant) -> Option<(String, String)> {
    let [class, Constant::String(name)] = call_of(site, label, "java/lang/Enum$EnumDesc")? else {
        return None;
    };
    let [Constant::String(class)] = call_of(site, class, "java/lang/constant/ClassDesc")? else {
        return None;
    };
    let [class, name] = [class, name].map(|text| String::from_utf16_lossy(text));
    Some((class.replace('.', "/"), name))
}

/// The arguments of the call of `owner.of` that a constant computed by `ConstantBootstraps.invoke` makes.
fn call_of<'a>(site: &'a Site<'_>, constant: &Constant, owner: &str) -> Option<&'a [Constant]> {
    let Constant::Dynamic { bootstrap, .. } = constant else { return None };
    let bootstrap = site.bootstraps.get(usize::from(*bootstrap))?;
    let [Constant::MethodHandle(called), arguments @ ..] = &bootstrap.arguments[..] else { return None };
    let is_call = bootstrap.method.class == "java/lang/invoke/ConstantBootstraps"
        && bootstrap.method.name == "invoke"
        && called.class == owner
        && called.name == "of";
    is_call.then_some(arguments)
}
