//! Fields by reflection, where the JDK (22 and later) makes method handles for them: the accessors answer natively.

use super::Native;
use super::reflect::{boxed, illegal, unboxed, widened};
use crate::env::{Answer, Env, int_at, null, reference, reference_at, void};
use trine_frontend_jvm::class::{BaseType, Field, FieldType, flags};
use trine_frontend_jvm::lower::declare;
use trine_machine::Stop;

const ACCESSOR: &str = "jdk/internal/reflect/MethodHandle";
const FACTORY: &str = "jdk/internal/reflect/MethodHandleAccessorFactory.newFieldAccessor(Ljava/lang/reflect/Field;Z)Ljdk/internal/reflect/FieldAccessorImpl;";
const IMPLEMENTATION: &str = "jdk/internal/reflect/FieldAccessorImpl";
const HANDLES: &str = "jdk/internal/reflect/MethodHandleFieldAccessorImpl";
const FIELD: &str = "java/lang/reflect/Field";
/// In the flags of an accessor.
const READ_ONLY: i32 = 0x8000;

const TYPES: [(&str, Option<BaseType>); 9] = [
    ("Boolean", Some(BaseType::Boolean)),
    ("Byte", Some(BaseType::Byte)),
    ("Character", Some(BaseType::Char)),
    ("Short", Some(BaseType::Short)),
    ("Integer", Some(BaseType::Int)),
    ("Long", Some(BaseType::Long)),
    ("Float", Some(BaseType::Float)),
    ("Double", Some(BaseType::Double)),
    ("Object", None),
];

const KINDS: [(&str, BaseType); 8] = [
    ("Boolean", BaseType::Boolean),
    ("Byte", BaseType::Byte),
    ("Char", BaseType::Char),
    ("Short", BaseType::Short),
    ("Int", BaseType::Int),
    ("Long", BaseType::Long),
    ("Float", BaseType::Float),
    ("Double", BaseType::Double),
];

/// Names of the methods that are answered here.
pub fn replaced() -> Vec<String> {
    let mut names = vec![FACTORY.to_owned()];
    for (ty, _) in TYPES {
        let class = format!("{ACCESSOR}{ty}FieldAccessorImpl");
        names.push(format!("{class}.get(Ljava/lang/Object;)Ljava/lang/Object;"));
        names.push(format!("{class}.set(Ljava/lang/Object;Ljava/lang/Object;)V"));
        for (kind, base) in KINDS {
            let letter = FieldType::Base(base);
            names.push(format!("{class}.get{kind}(Ljava/lang/Object;){letter}"));
            names.push(format!("{class}.set{kind}(Ljava/lang/Object;{letter})V"));
        }
    }
    names
}

/// What answers the method `name`, if it is one of an accessor.
pub fn find(name: &str) -> Option<Native> {
    if name == FACTORY {
        return Some(new_accessor);
    }
    let rest = name.strip_prefix(ACCESSOR)?;
    let (_, method) = rest.split_once("FieldAccessorImpl.")?;
    let method = method.split('(').next()?;
    Some(match method {
        "get" => get,
        "set" => set,
        "getBoolean" => |env, args| get_as(env, args, BaseType::Boolean),
        "getByte" => |env, args| get_as(env, args, BaseType::Byte),
        "getChar" => |env, args| get_as(env, args, BaseType::Char),
        "getShort" => |env, args| get_as(env, args, BaseType::Short),
        "getInt" => |env, args| get_as(env, args, BaseType::Int),
        "getLong" => |env, args| get_as(env, args, BaseType::Long),
        "getFloat" => |env, args| get_as(env, args, BaseType::Float),
        "getDouble" => |env, args| get_as(env, args, BaseType::Double),
        "setBoolean" => |env, args| set_as(env, args, BaseType::Boolean),
        "setByte" => |env, args| set_as(env, args, BaseType::Byte),
        "setChar" => |env, args| set_as(env, args, BaseType::Char),
        "setShort" => |env, args| set_as(env, args, BaseType::Short),
        "setInt" => |env, args| set_as(env, args, BaseType::Int),
        "setLong" => |env, args| set_as(env, args, BaseType::Long),
        "setFloat" => |env, args| set_as(env, args, BaseType::Float),
        "setDouble" => |env, args| set_as(env, args, BaseType::Double),
        _ => return None,
    })
}

/// `(field, whether it is read only)`.
fn new_accessor(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let reflected = reference_at(args, 0);
    let (class, field) = declared(env, reflected)?;
    let base = match &field.ty {
        FieldType::Base(base) => Some(*base),
        _ => None,
    };
    let name = TYPES.iter().find(|(_, of)| *of == base).map_or("Object", |(name, _)| name);
    let accessor = env.new_object(&format!("{ACCESSOR}{name}FieldAccessorImpl"))?;
    env.set(accessor, IMPLEMENTATION, "field", reflected)?;
    let bits = if int_at(args, 1) != 0 { READ_ONLY } else { 0 };
    env.set_small(accessor, HANDLES, "fieldFlags", 4, bits as u64)?;
    env.after_initialising(&class, accessor)
}

/// The class and the field that a `java.lang.reflect.Field` stands for.
fn declared(env: &mut Env<'_, '_>, reflected: u64) -> Result<(String, Field), Stop> {
    let mirror = env.get(reflected, FIELD, "clazz")?;
    let class = env.name_of_mirror(mirror)?.unwrap_or_default();
    let slot = env.get_int(reflected, FIELD, "slot")?;
    let field = env.file(&class)?.fields.get(slot as usize).cloned();
    let field = field.ok_or_else(|| Stop::Unsupported("a field of another class file".to_owned()))?;
    Ok((class, field))
}

/// A field of an object, found: where it lies.
struct Place {
    base: u64,
    offset: u64,
    class: String,
    field: Field,
}

impl Place {
    /// `(accessor, object, …)`.
    fn new(env: &mut Env<'_, '_>, args: &[u128]) -> Result<Self, Stop> {
        let reflected = env.get(reference_at(args, 0), IMPLEMENTATION, "field")?;
        let (class, field) = declared(env, reflected)?;
        let slot = env.get_int(reflected, FIELD, "slot")? as usize;
        let loaded = env.load(&class)?;
        let offset = env.vm.hierarchy().class(loaded).layout.offset(slot).unwrap_or(0);
        if field.is(flags::STATIC) {
            let base = env.statics(&class)?;
            return Ok(Self { base, offset, class, field });
        }
        let base = reference_at(args, 1);
        if base == 0 {
            return Err(null());
        }
        let id = env.class_id(&class)?;
        if !env.is_instance(base, id)? {
            let message = format!(
                "Can not get {} field {}.{} on {}",
                field.ty.as_source(),
                class.replace('/', "."),
                field.name,
                env.class_name(base)?.replace('/', ".")
            );
            return Err(illegal(env, &message));
        }
        Ok(Self { base, offset, class, field })
    }

    fn bytes(&self) -> u32 {
        declare::stored(&self.field.ty).store_size_bytes()
    }

    fn mismatch(&self, env: &mut Env<'_, '_>, verb: &str, value: &str) -> Stop {
        let message = format!(
            "Can not {verb} {} field {}.{} to {value}",
            self.field.ty.as_source(),
            self.class.replace('/', "."),
            self.field.name
        );
        illegal(env, &message)
    }

    /// Writes `bits`, unless the field is final.
    fn write(&self, env: &mut Env<'_, '_>, accessor: u64, bits: u64, value: &str) -> Answer {
        if env.get_int(accessor, HANDLES, "fieldFlags")? & READ_ONLY != 0 {
            let kind = if self.field.is(flags::STATIC) { "static final" } else { "final" };
            let message = format!(
                "Can not set {kind} {} field {}.{} to {value}",
                self.field.ty.as_source(),
                self.class.replace('/', "."),
                self.field.name
            );
            return Err(env.throw("java/lang/IllegalAccessException", &message));
        }
        env.write(self.base, self.offset, self.bytes(), bits)?;
        void()
    }
}

fn get(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let place = Place::new(env, args)?;
    let bits = env.read(place.base, place.offset, place.bytes())?;
    match place.field.ty {
        FieldType::Base(base) => boxed(env, base, bits),
        _ => reference(bits),
    }
}

fn set(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let place = Place::new(env, args)?;
    let value = reference_at(args, 2);
    let bits = match &place.field.ty {
        FieldType::Base(base) => unboxed(env, value)?.and_then(|(from, bits)| widened(from, bits, *base)),
        other => {
            let class = env.class_id(&other.class_name().unwrap_or_default())?;
            (value == 0 || env.is_instance(value, class)?).then_some(value)
        }
    };
    let told = if value == 0 { "null value".to_owned() } else { env.class_name(value)?.replace('/', ".") };
    match bits {
        Some(bits) => place.write(env, reference_at(args, 0), bits, &told),
        None => Err(place.mismatch(env, "set", &told)),
    }
}

fn get_as(env: &mut Env<'_, '_>, args: &[u128], to: BaseType) -> Answer {
    let place = Place::new(env, args)?;
    let bits = env.read(place.base, place.offset, place.bytes())?;
    let wide = match place.field.ty {
        FieldType::Base(from) => widened(from, bits, to),
        _ => None,
    };
    match wide {
        Some(bits) => reference(bits),
        None => Err(place.mismatch(env, "get", to.keyword())),
    }
}

fn set_as(env: &mut Env<'_, '_>, args: &[u128], from: BaseType) -> Answer {
    let place = Place::new(env, args)?;
    let bits = match place.field.ty {
        FieldType::Base(to) => widened(from, reference_at(args, 2), to),
        _ => None,
    };
    match bits {
        Some(bits) => place.write(env, reference_at(args, 0), bits, from.keyword()),
        None => Err(place.mismatch(env, "set", from.keyword())),
    }
}
