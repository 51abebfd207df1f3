//! Whether reflection may open a member: modules of the JDK keep what they do not export from code of the class path.
//!
//! All classes belong to one module here, so that the JDK's own code would open everything. From release 16 on the JVM does not: a class
//! of the class path may make a member of the JDK accessible only if it is public, or protected and static and inherited, in a public
//! class of an exported package. Which packages a module exports is taken from their names: `java`, `javax` and `org` are, others
//! are not; `sun.misc` and `sun.reflect` are open to all.

use super::Table;
use crate::env::{Answer, Env, boolean, int_at, reference_at};
use trine_frontend_jvm::class::flags;
use trine_machine::Stop;

/// The first release whose modules are closed to code that reflects.
const CLOSED_SINCE: u32 = 16;

pub const REPLACED: Table = &[(
    "java/lang/reflect/AccessibleObject.checkCanSetAccessible(Ljava/lang/Class;Ljava/lang/Class;Z)Z",
    check,
)];

/// `(member, caller, class of the member, whether to throw)`.
fn check(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    if may_open(env, args)? {
        return boolean(true);
    }
    if int_at(args, 3) == 0 {
        return boolean(false);
    }
    let class = class_at(env, args, 2)?.replace('/', ".");
    let package = class.rsplit_once('.').map_or("", |(package, _)| package).to_owned();
    let text = format!(
        "Unable to make a member of {class} accessible: its module does not \"opens {package}\" to unnamed module"
    );
    Err(env.throw("java/lang/reflect/InaccessibleObjectException", &text))
}

fn class_at(env: &mut Env<'_, '_>, args: &[u128], position: usize) -> Result<String, Stop> {
    match reference_at(args, position) {
        0 => Ok(String::new()),
        mirror => Ok(env.name_of_mirror(mirror)?.unwrap_or_default()),
    }
}

fn may_open(env: &mut Env<'_, '_>, args: &[u128]) -> Result<bool, Stop> {
    if env.vm.release < CLOSED_SINCE {
        return Ok(true);
    }
    let (caller, class) = (class_at(env, args, 1)?, class_at(env, args, 2)?);
    let is_closed = |name: &str| !name.is_empty() && !name.starts_with('[');
    if !is_closed(&caller) || !is_closed(&class) {
        return Ok(true);
    }
    if !env.is_of_class_path(&caller)? || env.is_of_class_path(&class)? {
        return Ok(true);
    }
    if ["sun/misc/", "sun/reflect/"].iter().any(|open| class.starts_with(open)) {
        return Ok(true);
    }
    let is_exported = ["java/", "javax/", "org/"].iter().any(|exported| class.starts_with(exported));
    let descriptor = crate::mirrors::descriptor_of(&class);
    if !is_exported || env.modifiers(&descriptor)? & flags::PUBLIC == 0 {
        return Ok(false);
    }
    let member = reference_at(args, 0);
    let of = env.class_name(member)?.to_owned();
    let modifiers = env.get_int(member, &of, "modifiers")? as u16;
    let has = |flag: u16| modifiers & flag != 0;
    if has(flags::PROTECTED) && has(flags::STATIC) {
        let (sub, sup) = (env.class_id(&caller)?, env.class_id(&class)?);
        return Ok(env.vm.program_is_subclass(sub, sup));
    }
    Ok(has(flags::PUBLIC))
}
