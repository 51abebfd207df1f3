//! Natives of JDK 11 that later releases do not have, or have in Java.

use super::{Table, system};
use crate::env::{Answer, Env, boolean, int_at, reference_at, void};
use trine_frontend_jvm::define_older;
use trine_frontend_jvm::lower::declare;
use trine_ir::FuncId;
use trine_ir::objects::ELEMENTS_OFFSET;
use trine_machine::Stop;

const ACTION: &str = "java/security/PrivilegedAction";
const THROWING: &str = "java/security/PrivilegedExceptionAction";

pub const TABLE: Table = &[
    ("java/security/AccessController.doPrivileged(Ljava/security/PrivilegedAction;)Ljava/lang/Object;", act),
    (
        "java/security/AccessController.doPrivileged(Ljava/security/PrivilegedAction;Ljava/security/AccessControlContext;)Ljava/lang/Object;",
        act,
    ),
    (
        "java/security/AccessController.doPrivileged(Ljava/security/PrivilegedExceptionAction;)Ljava/lang/Object;",
        act_throwing,
    ),
    (
        "java/security/AccessController.doPrivileged(Ljava/security/PrivilegedExceptionAction;Ljava/security/AccessControlContext;)Ljava/lang/Object;",
        act_throwing,
    ),
    ("java/lang/System.initProperties", properties),
    ("java/lang/StringCoding.err", |_, _| void()),
    ("java/lang/ClassLoader.findBuiltinLib", |_, _| crate::env::reference(0)),
    ("jdk/internal/platform/cgroupv1/Metrics.isUseContainerSupport", |_, _| boolean(false)),
    // `(bytes, position, numbers, position, count)`, the bytes of each number big-endian.
    ("java/io/ObjectInputStream.bytesToFloats", |env, args| swapped(env, args, 4, false)),
    ("java/io/ObjectInputStream.bytesToDoubles", |env, args| swapped(env, args, 8, false)),
    ("java/io/ObjectOutputStream.floatsToBytes", |env, args| swapped(env, args, 4, true)),
    ("java/io/ObjectOutputStream.doublesToBytes", |env, args| swapped(env, args, 8, true)),
];

/// The static method `name` of the class that is made for this release.
fn made(env: &mut Env<'_, '_>, name: &str, descriptor: &str) -> Result<FuncId, Stop> {
    let found = {
        let mut hierarchy = env.vm.hierarchy();
        define_older(&mut hierarchy)
            .and_then(|class| hierarchy.load(class))
            .and_then(|class| hierarchy.resolve_method(class, name, descriptor))
            .map(|method| declare::function(&hierarchy, &env.vm.program, method))
    };
    found.map_err(|error| env.linkage(&error))
}

fn act(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let function = made(env, "run", &format!("(L{ACTION};)Ljava/lang/Object;"))?;
    env.enter(function, &[reference_at(args, 0)])
}

fn act_throwing(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let function = made(env, "run", &format!("(L{THROWING};)Ljava/lang/Object;"))?;
    env.enter(function, &[reference_at(args, 0)])
}

/// `(properties)`: fills them with what the machine and the platform say.
fn properties(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let release = env.vm.release;
    let mut all = system::properties_of_vm(env);
    all.extend([
        ("java.specification.name", "Java Platform API Specification".to_owned()),
        ("java.specification.vendor", "Oracle Corporation".to_owned()),
        ("java.specification.version", release.to_string()),
        ("java.class.version", format!("{}.0", 44 + release)),
        ("java.vendor", "Trine".to_owned()),
        ("java.vendor.url", "https://java.oracle.com/".to_owned()),
        ("java.vendor.url.bug", "https://bugreport.java.com/bugreport/".to_owned()),
        ("user.timezone", String::new()),
    ]);
    let mut strings = Vec::new();
    for (name, value) in all {
        strings.extend([env.intern_text(name)?, env.intern_text(&value)?]);
    }
    for (name, value) in system::PLATFORM {
        let name = match name {
            "display_language" => "user.language".to_owned(),
            "display_country" => "user.country".to_owned(),
            // Names of properties have points, and `_` where those of `SystemProps` have a letter of their own.
            "native_encoding" | "stdin_encoding" | "stdout_encoding" | "stderr_encoding" => continue,
            "java_io_tmpdir" => "java.io.tmpdir".to_owned(),
            _ => name.replace('_', "."),
        };
        strings.extend([env.intern_text(&name)?, env.intern_text(value)?]);
    }
    let strings = env.new_references("[Ljava/lang/String;", &strings)?;
    let ty = "(Ljava/util/Properties;[Ljava/lang/String;)Ljava/util/Properties;";
    let function = made(env, "fill", ty)?;
    env.enter(function, &[reference_at(args, 0), strings])
}

/// Copies numbers of `size` bytes between two arrays, the bytes of each in the other order; `to_bytes` says which of both has bytes.
fn swapped(env: &mut Env<'_, '_>, args: &[u128], size: u64, to_bytes: bool) -> Answer {
    let scale = |of_bytes: bool| if of_bytes { 1 } else { size };
    let from = reference_at(args, 0) + ELEMENTS_OFFSET + int_at(args, 1) as u64 * scale(!to_bytes);
    let to = reference_at(args, 2) + ELEMENTS_OFFSET + int_at(args, 3) as u64 * scale(to_bytes);
    let length = int_at(args, 4) as u64 * size;
    let mut bytes = env.memory().read_bytes(from, length)?.to_vec();
    bytes.chunks_exact_mut(size as usize).for_each(<[u8]>::reverse);
    env.memory().write_bytes(to, &bytes)?;
    void()
}
