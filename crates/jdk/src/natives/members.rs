//! Fields, methods, constructors and record components as objects of `java.lang.reflect`.
//!
//! The slot of a member is its position in the class file. Annotations are kept as bytes, which
//! `java.lang.reflect` reads.

use super::class::file_of;
use super::{Table, annotations};
use crate::env::{Answer, Env, int_at, reference, reference_at};
use trine_frontend_jvm::class::{ClassFile, FieldType, Method, Place, flags};
use trine_machine::Stop;

pub const TABLE: Table = &[
    ("java/lang/Class.getDeclaredFields0", fields),
    ("java/lang/Class.getDeclaredMethods0", methods),
    ("java/lang/Class.getDeclaredConstructors0", constructors),
    ("java/lang/Class.getRecordComponents0", components),
    ("java/lang/reflect/Executable.getParameters0", parameters),
];

/// Fields of `java.lang.reflect` that hold annotations, with the attributes that they come from.
const ANNOTATIONS: [(&str, &str); 3] = [
    ("annotations", "RuntimeVisibleAnnotations"),
    ("parameterAnnotations", "RuntimeVisibleParameterAnnotations"),
    ("annotationDefault", "AnnotationDefault"),
];

fn fields(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    const FIELD: &str = "java/lang/reflect/Field";
    let public_only = int_at(args, 1) != 0;
    let mut made = Vec::new();
    let file = file_of(env, args)?;
    note(env, file.as_deref());
    for (slot, field) in file.iter().flat_map(|file| file.fields.iter().enumerate()) {
        if public_only && !field.is(flags::PUBLIC) {
            continue;
        }
        let object = env.new_object(FIELD)?;
        env.set(object, FIELD, "clazz", reference_at(args, 0))?;
        env.set_small(object, FIELD, "slot", 4, slot as u64)?;
        let name = env.intern_text(&field.name)?;
        env.set(object, FIELD, "name", name)?;
        let ty = env.mirror_of(&field.ty)?;
        env.set(object, FIELD, "type", ty)?;
        env.set_small(object, FIELD, "modifiers", 4, u64::from(field.flags))?;
        let trusted = field.is(flags::FINAL)
            && (field.is(flags::STATIC)
                || file.as_ref().is_some_and(|file| file.attributes.record.is_some()));
        if env.vm.has_field(FIELD, "trustedFinal") {
            env.set_small(object, FIELD, "trustedFinal", 1, u64::from(trusted))?;
        }
        set_signature(env, object, FIELD, field.signature.clone())?;
        let of = (FIELD, reference_at(args, 0));
        annotations::write(env, object, of, Place::Field(slot), &ANNOTATIONS[..1])?;
        made.push(object);
    }
    reference(env.new_references("[Ljava/lang/reflect/Field;", &made)?)
}

/// Notes whose members are asked for: tools that add members of their own to classes may be seen by that.
fn note(env: &mut Env<'_, '_>, file: Option<&ClassFile>) {
    if let Some(file) = file.filter(|file| file.module.is_none()) {
        env.vm.state.reflected.insert(file.name.clone());
    }
}

fn set_signature(env: &mut Env<'_, '_>, object: u64, class: &str, text: Option<String>) -> Result<(), Stop> {
    if let Some(text) = text {
        let signature = env.intern_text(&text)?;
        env.set(object, class, "signature", signature)?;
    }
    Ok(())
}

/// What methods and constructors have in common.
fn executable(
    env: &mut Env<'_, '_>,
    args: &[u128],
    class: &str,
    (slot, method): (usize, &Method),
) -> Result<u64, Stop> {
    let object = env.new_object(class)?;
    env.set(object, class, "clazz", reference_at(args, 0))?;
    env.set_small(object, class, "slot", 4, slot as u64)?;
    let parameters = env.mirrors_of(&method.ty.parameters)?;
    env.set(object, class, "parameterTypes", parameters)?;
    let exceptions: Vec<FieldType> = method.exceptions.iter().cloned().map(FieldType::Class).collect();
    let exceptions = env.mirrors_of(&exceptions)?;
    env.set(object, class, "exceptionTypes", exceptions)?;
    env.set_small(object, class, "modifiers", 4, u64::from(method.flags))?;
    set_signature(env, object, class, method.signature.clone())?;
    let count = if method.name == "<init>" { 2 } else { 3 };
    let of = (class, reference_at(args, 0));
    annotations::write(env, object, of, Place::Method(slot), &ANNOTATIONS[..count])?;
    Ok(object)
}

/// The constructor with `descriptor` of the class of `mirror`.
pub fn constructor(env: &mut Env<'_, '_>, mirror: u64, descriptor: &str) -> Result<Option<u64>, Stop> {
    let args = [u128::from(mirror)];
    let file = file_of(env, &args)?;
    let slot = file.as_ref().and_then(|file| Some((file.method("<init>", descriptor)?, file)));
    let Some((slot, file)) = slot else { return Ok(None) };
    executable(env, &args, "java/lang/reflect/Constructor", (slot, &file.methods[slot])).map(Some)
}

fn methods(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    const METHOD: &str = "java/lang/reflect/Method";
    let public_only = int_at(args, 1) != 0;
    let mut made = Vec::new();
    let file = file_of(env, args)?;
    note(env, file.as_deref());
    for (slot, method) in file.iter().flat_map(|file| file.methods.iter().enumerate()) {
        if method.name.starts_with('<') || public_only && !method.is(flags::PUBLIC) {
            continue;
        }
        let object = executable(env, args, METHOD, (slot, method))?;
        let name = env.intern_text(&method.name)?;
        env.set(object, METHOD, "name", name)?;
        let result = match &method.ty.result {
            Some(ty) => env.mirror_of(ty)?,
            None => env.mirror("V")?,
        };
        env.set(object, METHOD, "returnType", result)?;
        made.push(object);
    }
    reference(env.new_references("[Ljava/lang/reflect/Method;", &made)?)
}

fn constructors(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
    let public_only = int_at(args, 1) != 0;
    let mut made = Vec::new();
    let file = file_of(env, args)?;
    for (slot, method) in file.iter().flat_map(|file| file.methods.iter().enumerate()) {
        if method.name != "<init>" || public_only && !method.is(flags::PUBLIC) {
            continue;
        }
        made.push(executable(env, args, CONSTRUCTOR, (slot, method))?);
    }
    reference(env.new_references("[Ljava/lang/reflect/Constructor;", &made)?)
}

fn components(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    const COMPONENT: &str = "java/lang/reflect/RecordComponent";
    let file = file_of(env, args)?;
    let components = file.as_ref().and_then(|file| file.attributes.record.clone()).unwrap_or_default();
    let mut made = Vec::new();
    for (position, component) in components.into_iter().enumerate() {
        let object = env.new_object(COMPONENT)?;
        env.set(object, COMPONENT, "clazz", reference_at(args, 0))?;
        let name = env.intern_text(&component.name)?;
        env.set(object, COMPONENT, "name", name)?;
        let ty = env.mirror_of(&component.ty)?;
        env.set(object, COMPONENT, "type", ty)?;
        set_signature(env, object, COMPONENT, component.signature)?;
        let names = [ANNOTATIONS[0], ("typeAnnotations", "RuntimeVisibleTypeAnnotations")];
        let of = (COMPONENT, reference_at(args, 0));
        annotations::write(env, object, of, Place::Component(position), &names)?;
        if let Some(file) = &file
            && let Some(accessor) = accessor(env, args, file, &component.name, &component.ty)?
        {
            env.set(object, COMPONENT, "accessor", accessor)?;
        }
        made.push(object);
    }
    reference(env.new_references("[Ljava/lang/reflect/RecordComponent;", &made)?)
}

/// The method that reads a component of a record.
fn accessor(
    env: &mut Env<'_, '_>,
    args: &[u128],
    file: &ClassFile,
    name: &str,
    ty: &FieldType,
) -> Result<Option<u64>, Stop> {
    const METHOD: &str = "java/lang/reflect/Method";
    let Some(slot) = file.method(name, &format!("(){ty}")) else { return Ok(None) };
    let object = executable(env, args, METHOD, (slot, &file.methods[slot]))?;
    let name = env.intern_text(name)?;
    env.set(object, METHOD, "name", name)?;
    let result = env.mirror_of(ty)?;
    env.set(object, METHOD, "returnType", result)?;
    Ok(Some(object))
}

/// Parameters with names, where the class file has them.
fn parameters(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    const PARAMETER: &str = "java/lang/reflect/Parameter";
    let executable = reference_at(args, 0);
    let class = env.class_name(executable)?.to_owned();
    let declaring = env.get(executable, &class, "clazz")?;
    let slot = env.get_int(executable, &class, "slot")?;
    let file = file_of(env, &[u128::from(declaring)])?;
    let names =
        file.as_ref().and_then(|file| file.methods.get(slot as usize)).map(|method| &method.parameters);
    let Some(names) = names.filter(|names| !names.is_empty()) else { return reference(0) };
    let mut made = Vec::new();
    for (index, name) in names.clone().into_iter().enumerate() {
        let object = env.new_object(PARAMETER)?;
        if let Some(name) = name {
            let name = env.intern_text(&name)?;
            env.set(object, PARAMETER, "name", name)?;
        }
        env.set(object, PARAMETER, "executable", executable)?;
        env.set_small(object, PARAMETER, "index", 4, index as u64)?;
        made.push(object);
    }
    reference(env.new_references("[Ljava/lang/reflect/Parameter;", &made)?)
}
