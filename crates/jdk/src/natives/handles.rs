//! `MethodHandleNatives`: names of members are resolved, and targets of call sites set. Calls are in `invoke.rs`.

use super::Table;
use crate::env::{Answer, Env, int, int_at, long, reference, reference_at, void};
use trine_frontend_jvm::LinkageError;
use trine_frontend_jvm::class::flags;
use trine_frontend_jvm::hierarchy::FieldId;
use trine_machine::Stop;

pub const NAME: &str = "java/lang/invoke/MemberName";
/// Bits of `MemberName.flags`.
const IS_METHOD: u32 = 0x1_0000;
const IS_CONSTRUCTOR: u32 = 0x2_0000;
const IS_FIELD: u32 = 0x4_0000;
const TRUSTED_FINAL: u32 = 0x20_0000;
pub const KIND_SHIFT: u32 = 24;
const PUT_FIELD: u32 = 3;
const INVOKE_VIRTUAL: u32 = 5;
pub const INVOKE_STATIC: u32 = 6;
const INVOKE_SPECIAL: u32 = 7;
pub const NEW_INVOKE_SPECIAL: u32 = 8;
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
    ("java/lang/invoke/MethodHandleNatives.setCallSiteTargetNormal", set_target),
    ("java/lang/invoke/MethodHandleNatives.setCallSiteTargetVolatile", set_target),
    ("java/lang/invoke/MethodHandleNatives.clearCallSiteContext", |_, _| void()),
    ("java/lang/invoke/MethodHandleNatives.getMemberVMInfo", |_, _| reference(0)),
];

/// `(call site, handle)`.
fn set_target(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    env.set(reference_at(args, 0), "java/lang/invoke/CallSite", "target", reference_at(args, 1))?;
    void()
}

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
            let trusted = match env.vm.has_field(&class, "trustedFinal") {
                true => {
                    let offset = env.vm.offset(&class, "trustedFinal")?;
                    env.read(member, offset, 1)? != 0
                }
                false => false,
            };
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
                () => INVOKE_VIRTUAL,
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
        // Whether it is static says the field, whatever was asked for.
        let writes = bits >> KIND_SHIFT & 0xf >= PUT_FIELD;
        let is_static = modifiers & flags::STATIC != 0;
        let kind = 1 + u32::from(is_static) + if writes { 2 } else { 0 };
        let bits = bits & !(0xffff | 0xf << KIND_SHIFT) | kind << KIND_SHIFT | u32::from(modifiers) | trusted;
        env.set_small(name, NAME, "flags", 4, u64::from(bits))?;
        return reference(name);
    }
    // Whether it may fail is said last.
    resolve_method(env, name, bits, int_at(args, args.len().saturating_sub(1)) != 0)
}

/// Class, name and descriptor of the method that a name means; of arrays, those of `Object`.
pub fn method_named(env: &mut Env<'_, '_>, name: u64) -> Result<(String, String, String), Stop> {
    let declaring = env.get(name, NAME, "clazz")?;
    let class = env.name_of_mirror(declaring)?.unwrap_or_default();
    let class = if class.starts_with('[') { "java/lang/Object".to_owned() } else { class };
    let text = env.get(name, NAME, "name")?;
    let text = env.text(text)?;
    let ty = env.get(name, NAME, "type")?;
    let descriptor = type_descriptor(env, ty)?;
    Ok((class, text, descriptor))
}

fn resolve_method(env: &mut Env<'_, '_>, name: u64, bits: u32, speculative: bool) -> Answer {
    let (class, text, descriptor) = method_named(env, name)?;
    if takes_any_types(&class, &text) {
        let modifiers = flags::NATIVE | flags::VARARGS | flags::FINAL;
        let is_static = if text.starts_with("linkTo") { flags::STATIC } else { 0 };
        env.set_small(name, NAME, "flags", 4, u64::from(bits & !0xffff | u32::from(modifiers | is_static)))?;
        return reference(name);
    }
    let wants_static = bits >> KIND_SHIFT & 0xf == INVOKE_STATIC;
    let loaded = env.load(&class)?;
    let found: Result<_, LinkageError> = {
        let hierarchy = env.vm.hierarchy();
        hierarchy.resolve_method(loaded, &text, &descriptor).and_then(|method| {
            let declaring = hierarchy.class(method.class);
            let modifiers = hierarchy.method(method).flags;
            if text == "<init>" && method.class != loaded {
                return Err(LinkageError::NoMethod(format!("{class}.{text}{descriptor}")));
            }
            if (modifiers & flags::STATIC != 0) != wants_static {
                let expected = if wants_static { "static" } else { "non-static" };
                let told = format!("Expected {expected} method '{class}.{text}{descriptor}'");
                return Err(LinkageError::Incompatible(told.replace('/', ".")));
            }
            Ok((declaring.name().to_owned(), modifiers, declaring.is_interface()))
        })
    };
    match found {
        Ok((class, modifiers, of_interface)) => {
            let declaring = env.mirror_of_class(&class)?;
            env.set(name, NAME, "clazz", declaring)?;
            let mut bits = bits;
            if bits >> KIND_SHIFT & 0xf == INVOKE_INTERFACE && !of_interface {
                // A method of `Object`, named by an interface.
                bits = bits & !(0xf << KIND_SHIFT) | INVOKE_VIRTUAL << KIND_SHIFT;
            }
            env.set_small(name, NAME, "flags", 4, u64::from(bits & !0xffff | u32::from(modifiers)))?;
            reference(name)
        }
        Err(_) if speculative => reference(0),
        Err(error) => Err(env.linkage(&error)),
    }
}

/// Whether the method `name` of `class` takes whatever types its caller has, without being a method of that type.
fn takes_any_types(class: &str, name: &str) -> bool {
    let of_handle = matches!(name, "invoke" | "invokeExact" | "invokeBasic") || name.starts_with("linkTo");
    class == "java/lang/invoke/MethodHandle" && of_handle
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
        // Result and parameters, of a reflected method.
        "[Ljava/lang/Object;" => {
            let parts = env.references(ty)?;
            let [result, parameters] = parts[..] else { return Err(no_type("an array of other parts")) };
            let mut descriptor = String::from("(");
            for parameter in env.references(parameters)? {
                descriptor.push_str(&env.descriptor(parameter)?);
            }
            Ok(descriptor + ")" + &env.descriptor(result)?)
        }
        other => Err(no_type(other)),
    }
}

fn no_type(given: &str) -> Stop {
    Stop::Unsupported(format!("a member's type given as `{given}`"))
}

fn offset(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let (field, _) = field(env, reference_at(args, 0))?;
    let offset = env.vm.hierarchy().class(field.class).layout.offset(field.position);
    long(offset.unwrap_or(0) as i64)
}
