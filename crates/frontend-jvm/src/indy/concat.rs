//! Concatenation of strings: what `StringConcatFactory` links.
//!
//! The method made appends every piece to a `StringBuilder`, in order.

use super::assembler::{Assembler, MadeClass, method_type};
use super::{Refusal, Site, Target, refused};
use crate::class::{BaseType, ClassFile, Constant, FieldType, Instruction, InvokeKind, StackOp, flags};

const BUILDER: &str = "java/lang/StringBuilder";
const CONCAT: &str = "concat";
/// In a recipe: the next argument, and the next constant.
const ARGUMENT: u16 = 1;
const CONSTANT: u16 = 2;

/// A class with the method that the concatenation at `site` is.
pub(super) fn made(site: &Site<'_>) -> Result<(ClassFile, Target), Refusal> {
    let bad = || refused("a concatenation whose recipe does not fit its arguments");
    let (recipe, constants): (Vec<u16>, &[Constant]) = match &site.bootstrap.arguments[..] {
        [Constant::String(recipe), constants @ ..] => (recipe.clone(), constants),
        [] => (vec![ARGUMENT; site.ty.parameters.len()], &[]),
        _ => return Err(bad()),
    };
    let (mut code, slots) = Assembler::new(&site.ty.parameters);
    begin(&mut code);
    let mut arguments = site.ty.parameters.iter().zip(slots);
    let mut constants = constants.iter();
    let mut text = Vec::new();
    for unit in recipe {
        if !matches!(unit, ARGUMENT | CONSTANT) {
            text.push(unit);
            continue;
        }
        append_text(&mut code, &mut text);
        if unit == ARGUMENT {
            let (ty, slot) = arguments.next().ok_or_else(bad)?;
            code.load(ty, slot);
            append(&mut code, ty);
        } else {
            let constant = constants.next().ok_or_else(bad)?;
            code.constant(constant.clone());
            append(&mut code, &type_of(constant));
        }
    }
    append_text(&mut code, &mut text);
    if arguments.next().is_some() {
        return Err(bad());
    }
    end(&mut code);
    code.returns(site.ty.result.as_ref());
    let mut class = MadeClass::new(site.class_name("Concat"), Vec::new(), site.caller);
    class.bootstraps(site.bootstraps);
    let target = Target { class: class.name().to_owned(), name: CONCAT.to_owned(), ty: site.ty.clone() };
    class.method(flags::STATIC, CONCAT, site.ty.clone(), code);
    Ok((class.finish(), target))
}

/// Pushes a new builder.
pub(super) fn begin(code: &mut Assembler) {
    code.emit(Instruction::New(BUILDER.to_owned())).emit(Instruction::Stack(StackOp::Dup));
    code.invoke(InvokeKind::Special, BUILDER, "<init>", method_type("()V"));
}

/// Appends the value on the stack to the builder below it.
pub(super) fn append(code: &mut Assembler, ty: &FieldType) {
    let parameter = match ty {
        FieldType::Base(BaseType::Byte | BaseType::Short) => "I".to_owned(),
        FieldType::Class(name) if name == "java/lang/String" => ty.to_string(),
        FieldType::Base(_) => ty.to_string(),
        _ => "Ljava/lang/Object;".to_owned(),
    };
    let ty = method_type(&format!("({parameter})L{BUILDER};"));
    code.invoke(InvokeKind::Virtual, BUILDER, "append", ty);
}

/// The builder on the stack becomes its string.
pub(super) fn end(code: &mut Assembler) {
    code.invoke(InvokeKind::Virtual, BUILDER, "toString", method_type("()Ljava/lang/String;"));
}

fn append_text(code: &mut Assembler, text: &mut Vec<u16>) {
    if !text.is_empty() {
        code.constant(Constant::String(std::mem::take(text)));
        append(code, &FieldType::Class("java/lang/String".to_owned()));
    }
}

fn type_of(constant: &Constant) -> FieldType {
    match constant {
        Constant::Int(_) => FieldType::Base(BaseType::Int),
        Constant::Long(_) => FieldType::Base(BaseType::Long),
        Constant::Float(_) => FieldType::Base(BaseType::Float),
        Constant::Double(_) => FieldType::Base(BaseType::Double),
        Constant::String(_) => FieldType::Class("java/lang/String".to_owned()),
        Constant::Dynamic { ty, .. } => ty.clone(),
        _ => FieldType::Class("java/lang/Object".to_owned()),
    }
}
