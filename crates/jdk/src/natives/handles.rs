//! `MethodHandleNatives`: names of members are resolved, so that handles of fields (`VarHandle`) can be made.
//!
//! Method handles that are called are not supported: nothing makes the code that they would run.

use super::Table;
use crate::env::{Answer, Env, int, int_at, long, reference, reference_at, void};
use trine_frontend_jvm::LinkageError;
use trine_frontend_jvm::class::flags;
use trine_frontend_jvm::hierarchy::FieldId;
use trine_machine::Stop;

const NAME: &str = "java/lang/invoke/MemberName";
/// Bits of `MemberName.flags`.
const IS_METHOD: u32 = 0x1_0000;
const IS_CONSTRUCTOR: u32 = 0x2_0000;
const IS_FIELD: u32 = 0x4_0000;
const TRUSTED_FINAL: u32 = 0x20_0000;
const KIND_SHIFT: u32 = 24;
const INVOKE_STATIC: u32 = 6;
const INVOKE_SPECIAL: u32 = 7;
const NEW_INVOKE_SPECIAL: u32 = 8;
const INVOKE_INTERFACE: u32 = 9;

pub const TABLE: Table = &[
    ("java/lang/invoke/MethodHandleNatives.init", init),
    ("java/lang/invoke/MethodHandleNatives.resolve", resolve),
    ("java/lang/invoke/MethodHandleNatives.expand", |_, _| void()),
    ("java/lang/invoke/MethodHandleNatives.getNamedCon", |_, _| int(0)),
    ("java/lang/invoke/MethodHandleNatives.objectFieldOffset", offset),
    ("java/lang/invoke/MethodHandleNatives.staticFieldOffset", offset),
    ("java/lang/invoke/MethodHandleNatives.staticFieldBase", |env, args| {
        let (field, _) = field(env, reference_at(args, 0))?;
        let class = env.vm.hierarchy().class(field.class).name().to_owned();
        let statics = env.statics(&class)?;
        if env.needs_initialising(&class)? {
            env.write_constants(&class)?;
        }
        reference(statics)
    }),
];

/// `(name, reflected member)`.
fn init(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let (name, member) = (reference_at(args, 0), reference_at(args, 1));
    let class = env.class_name(member)?.to_owned();
    let declaring = env.get(member, &class, "clazz")?;
    env.set(name, NAME, "clazz", declaring)?;
    let modifiers = env.get_int(member, &class, "modifiers")? as u32;
    let is_static = modifiers & u32::from(flags::STATIC) != 0;
    let bits = match class.as_str() {
        "java/lang/reflect/Field" => {
            let kind = if is_static { 2 } else { 1 };
            let offset = env.vm.offset(&class, "trustedFinal")?;
            let trusted = env.read(member, offset, 1)? != 0;
            IS_FIELD | kind << KIND_SHIFT | if trusted { TRUSTED_FINAL } else { 0 }
        }
        "java/lang/reflect/Constructor" => IS_CONSTRUCTOR | NEW_INVOKE_SPECIAL << KIND_SHIFT,
        _ => {
            let descriptor = env.descriptor(declaring)?;
            let of_interface = env.modifiers(&descriptor)? & flags::INTERFACE != 0;
            let kind = match () {
                () if is_static => INVOKE_STATIC,
                () if of_interface => INVOKE_INTERFACE,
                () if modifiers & u32::from(flags::PRIVATE) != 0 => INVOKE_SPECIAL,
                () => 5,
            };
            IS_METHOD | kind << KIND_SHIFT
        }
    };
    env.set_small(name, NAME, "flags", 4, u64::from(bits | modifiers & 0xffff))?;
    void()
}

/// The field that a name means, with its flags.
fn field(env: &mut Env<'_, '_>, name: u64) -> Result<(FieldId, u16), Stop> {
    let declaring = env.get(name, NAME, "clazz")?;
    let class = env.name_of_mirror(declaring)?.unwrap_or_default();
    let text = env.get(name, NAME, "name")?;
    let text = env.text(text)?;
    let ty = env.get(name, NAME, "type")?;
    let descriptor = match env.class_name(ty)? {
        "java/lang/String" => env.text(ty)?,
        _ => env.descriptor(ty)?.to_string(),
    };
    let loaded = env.load(&class)?;
    let found = {
        let hierarchy = env.vm.hierarchy();
        let found = hierarchy.resolve_field(loaded, &text, &descriptor);
        found.map(|field| (field, hierarchy.field(field).flags))
    };
    found.map_err(|error| env.linkage(&error))
}

/// `(name, caller, lookup mode, whether failure gives null)`: completes the name.
fn resolve(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let name = reference_at(args, 0);
    let bits = env.get_int(name, NAME, "flags")? as u32;
    if bits & IS_FIELD != 0 {
        let (field, modifiers) = field(env, name)?;
        let (class, trusted) = {
            let hierarchy = env.vm.hierarchy();
            let class = hierarchy.class(field.class);
            let is_record = class.file.attributes.record.is_some();
            let is_final = modifiers & flags::FINAL != 0;
            (class.name().to_owned(), is_final && (modifiers & flags::STATIC != 0 || is_record))
        };
        let declaring = env.mirror_of_class(&class)?;
        env.set(name, NAME, "clazz", declaring)?;
        let trusted = if trusted { TRUSTED_FINAL } else { 0 };
        let bits = bits & !0xffff | u32::from(modifiers) | trusted;
        env.set_small(name, NAME, "flags", 4, u64::from(bits))?;
        return reference(name);
    }
    resolve_method(env, name, bits, int_at(args, 3) != 0)
}

fn resolve_method(env: &mut Env<'_, '_>, name: u64, bits: u32, speculative: bool) -> Answer {
    let declaring = env.get(name, NAME, "clazz")?;
    let class = env.name_of_mirror(declaring)?.unwrap_or_default();
    let class = if class.starts_with('[') { "java/lang/Object".to_owned() } else { class };
    let text = env.get(name, NAME, "name")?;
    let text = env.text(text)?;
    let ty = env.get(name, NAME, "type")?;
    let descriptor = type_descriptor(env, ty)?;
    let loaded = env.load(&class)?;
    let found: Result<_, LinkageError> = {
        let hierarchy = env.vm.hierarchy();
        hierarchy.resolve_method(loaded, &text, &descriptor).map(|method| {
            let class = hierarchy.class(method.class).name().to_owned();
            (class, hierarchy.method(method).flags)
        })
    };
    match found {
        Ok((class, modifiers)) => {
            let declaring = env.mirror_of_class(&class)?;
            env.set(name, NAME, "clazz", declaring)?;
            env.set_small(name, NAME, "flags", 4, u64::from(bits & !0xffff | u32::from(modifiers)))?;
            reference(name)
        }
        Err(_) if speculative => reference(0),
        Err(error) => Err(env.linkage(&error)),
    }
}

/// The descriptor of a `MethodType`, or of what a name has in its place.
fn type_descriptor(env: &mut Env<'_, '_>, ty: u64) -> Result<String, Stop> {
    const TYPE: &str = "java/lang/invoke/MethodType";
    match env.class_name(ty)? {
        "java/lang/String" => env.text(ty),
        TYPE => {
            let parameters = env.get(ty, TYPE, "ptypes")?;
            let result = env.get(ty, TYPE, "rtype")?;
            let mut descriptor = String::from("(");
            for parameter in env.references(parameters)? {
                descriptor.push_str(&env.descriptor(parameter)?);
            }
            Ok(descriptor + ")" + &env.descriptor(result)?)
        }
        other => Err(Stop::Unsupported(format!("a member's type given as `{other}`"))),
    }
}

fn offset(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let (field, _) = field(env, reference_at(args, 0))?;
    let offset = env.vm.hierarchy().class(field.class).layout.offset(field.position);
    long(offset.unwrap_or(0) as i64)
}
