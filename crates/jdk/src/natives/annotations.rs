//! Annotations: reflection reads them itself from the bytes of their attributes, with what their numbers stand for.

use super::Table;
use super::class::file_of;
use crate::env::{Answer, Env, int, int_at, long, reference, reference_at};
use std::sync::Arc;
use trine_frontend_jvm::class::{ClassFile, FieldType, Place};
use trine_machine::Stop;

const POOL: &str = "jdk/internal/reflect/ConstantPool";

pub const TABLE: Table = &[
    ("java/lang/Class.getConstantPool", |env, args| {
        let pool = env.new_object(POOL)?;
        env.set(pool, POOL, "constantPoolOop", reference_at(args, 0))?;
        reference(pool)
    }),
    ("java/lang/Class.getRawAnnotations", |env, args| of_class(env, args, "RuntimeVisibleAnnotations")),
    ("java/lang/Class.getRawTypeAnnotations", |env, args| {
        of_class(env, args, "RuntimeVisibleTypeAnnotations")
    }),
    ("java/lang/reflect/Executable.getTypeAnnotationBytes0", |env, args| of_member(env, args, Place::Method)),
    ("java/lang/reflect/Field.getTypeAnnotationBytes0", |env, args| of_member(env, args, Place::Field)),
    ("jdk/internal/reflect/ConstantPool.getUTF8At0", |env, args| {
        let text = entry(env, args, ClassFile::pool_text)?;
        reference(env.intern(&text)?)
    }),
    ("jdk/internal/reflect/ConstantPool.getIntAt0", |env, args| int(number(env, args)? as i32)),
    ("jdk/internal/reflect/ConstantPool.getFloatAt0", |env, args| int(number(env, args)? as i32)),
    ("jdk/internal/reflect/ConstantPool.getLongAt0", |env, args| long(number(env, args)? as i64)),
    ("jdk/internal/reflect/ConstantPool.getDoubleAt0", |env, args| long(number(env, args)? as i64)),
];

/// `(pool, class object, number)`: what the entry of that number is.
fn entry<T>(
    env: &mut Env<'_, '_>,
    args: &[u128],
    read: fn(&ClassFile, usize) -> Option<T>,
) -> Result<T, Stop> {
    let file = file_of(env, &args[1..])?;
    let found = file.and_then(|file| read(&file, usize::try_from(int_at(args, 2)).ok()?));
    match found {
        Some(found) => Ok(found),
        None => Err(env.throw("java/lang/IllegalArgumentException", "Wrong type at constant pool index")),
    }
}

fn number(env: &mut Env<'_, '_>, args: &[u128]) -> Result<u64, Stop> {
    entry(env, args, ClassFile::pool_bits)
}

/// The attribute `name` at `place`, as an array; null without one.
pub fn attribute(
    env: &mut Env<'_, '_>,
    file: &Arc<ClassFile>,
    place: Place,
    name: &str,
) -> Result<u64, Stop> {
    let raw = file.raw();
    match raw.as_ref().and_then(|raw| raw.attribute(place, name)) {
        Some(bytes) => env.new_bytes(bytes),
        None => Ok(0),
    }
}

fn of_class(env: &mut Env<'_, '_>, args: &[u128], name: &str) -> Answer {
    match file_of(env, args)? {
        Some(file) => reference(attribute(env, &file, Place::Class, name)?),
        None => reference(0),
    }
}

/// Annotations of types in the member that is the first argument.
fn of_member(env: &mut Env<'_, '_>, args: &[u128], place: fn(usize) -> Place) -> Answer {
    let member = reference_at(args, 0);
    let class = env.class_name(member)?.to_owned();
    let mirror = env.get(member, &class, "clazz")?;
    let slot = env.get_int(member, &class, "slot")?;
    match file_of(env, &[u128::from(mirror)])? {
        Some(file) => {
            reference(attribute(env, &file, place(slot as usize), "RuntimeVisibleTypeAnnotations")?)
        }
        None => reference(0),
    }
}

/// Writes attributes at `place` of the class of `mirror` into fields of `object`: names of fields and attributes.
pub fn write(
    env: &mut Env<'_, '_>,
    object: u64,
    (class, mirror): (&str, u64),
    place: Place,
    names: &[(&str, &str)],
) -> Result<(), Stop> {
    let Some(FieldType::Class(name)) = FieldType::parse(&env.descriptor(mirror)?) else { return Ok(()) };
    let file = env.file(&name)?;
    let Some(raw) = file.raw() else { return Ok(()) };
    for (field, name) in names {
        if let Some(bytes) = raw.attribute(place, name) {
            let array = env.new_bytes(bytes)?;
            env.set(object, class, field, array)?;
        }
    }
    Ok(())
}
