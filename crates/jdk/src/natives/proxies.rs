//! Classes that a program makes while it runs: dynamic proxies, constructors for deserialisation, bytes of class files.
//!
//! A hidden class is named after its bytes and how many there were of them before, so that a later run finds what an earlier
//! one of the same program made.
//!
//! A proxy's class is named by a number that follows from its interfaces, so that its name does not depend on which
//! other proxies were made before.

use super::class::{HIDDEN, exists};
use super::{Table, members};
use crate::env::{Answer, Env, boolean, int_at, null, reference, reference_at};
use trine_frontend_jvm::class::{ClassFile, FieldType, flags, renamed, with_string};
use trine_frontend_jvm::{Found, define_maker, define_proxy};
use trine_ir::Type;
use trine_machine::Stop;

const PROXY: &str = "java/lang/reflect/Proxy";

pub const TABLE: Table = &[
    ("java/lang/ClassLoader.defineClass1", |env, args| define(env, args, 1, 2)),
    ("java/lang/ClassLoader.defineClass0", define_for_lookup),
    ("jdk/internal/misc/Unsafe.defineAnonymousClass0", define_anonymous),
    ("java/lang/ClassLoader.defineClass2", |_, _| {
        Err(Stop::Unsupported("classes from buffers made at run time".to_owned()))
    }),
    ("java/io/ObjectStreamClass.hasStaticInitializer", |env, args| {
        let file = super::class::file_of(env, args)?;
        boolean(file.is_some_and(|file| file.method("<clinit>", "()V").is_some()))
    }),
];

pub const REPLACED: Table = &[
    // On 17 with the class that asks, on later releases without.
    (
        "java/lang/reflect/Proxy.getProxyConstructor(Ljava/lang/Class;Ljava/lang/ClassLoader;[Ljava/lang/Class;)Ljava/lang/reflect/Constructor;",
        |env, args| proxy_constructor(env, reference_at(args, 2)),
    ),
    (
        "java/lang/reflect/Proxy.getProxyConstructor(Ljava/lang/ClassLoader;[Ljava/lang/Class;)Ljava/lang/reflect/Constructor;",
        |env, args| proxy_constructor(env, reference_at(args, 1)),
    ),
    ("java/lang/reflect/Proxy$ProxyBuilder.isProxyClass(Ljava/lang/Class;)Z", |env, args| {
        let file = super::class::file_of(env, args)?;
        boolean(file.is_some_and(|file| file.is_made() && file.superclass.as_deref() == Some(PROXY)))
    }),
    (
        "jdk/internal/reflect/ReflectionFactory.generateConstructor(Ljava/lang/Class;Ljava/lang/reflect/Constructor;)Ljava/lang/reflect/Constructor;",
        deserialising_constructor,
    ),
];

/// The constructor of the class of proxies for an array of interfaces.
fn proxy_constructor(env: &mut Env<'_, '_>, array: u64) -> Answer {
    if array == 0 {
        return Err(null());
    }
    let mut interfaces: Vec<String> = Vec::new();
    for mirror in env.references(array)? {
        let name = env.name_of_mirror(mirror)?.unwrap_or_default();
        let told = FieldType::parse(&env.descriptor(mirror)?).map_or_else(String::new, |ty| ty.as_source());
        let is_interface = exists(env, &name)? && env.file(&name)?.is(flags::INTERFACE);
        let wrong = match is_interface {
            false => Some(format!("{told} is not an interface")),
            true => interfaces.contains(&name).then(|| format!("repeated interface: {told}")),
        };
        if let Some(message) = wrong {
            return Err(env.throw("java/lang/IllegalArgumentException", &message));
        }
        interfaces.push(name);
    }
    let name = proxy_name(env, &interfaces)?;
    let made = define_proxy(&mut env.vm.hierarchy(), &name, &interfaces);
    if let Err(error) = made {
        return Err(env.linkage(&error));
    }
    let mirror = env.mirror_of_class(&name)?;
    let loader = env.vm.state.loader;
    env.set(mirror, "java/lang/Class", "classLoader", loader)?;
    let Some(constructor) = members::constructor(env, mirror, "(Ljava/lang/reflect/InvocationHandler;)V")?
    else {
        return Err(Stop::Unsupported("a proxy without a constructor".to_owned()));
    };
    env.set_small(constructor, "java/lang/reflect/AccessibleObject", "override", 1, 1)?;
    reference(constructor)
}

/// The name of the class of proxies for `interfaces`: in the package of one that is not public.
fn proxy_name(env: &mut Env<'_, '_>, interfaces: &[String]) -> Result<String, Stop> {
    let mut package = "jdk/proxy1".to_owned();
    for name in interfaces {
        let modifiers = env.modifiers(&format!("L{name};"))?;
        if modifiers & flags::PUBLIC == 0 {
            package = env.file(name)?.package().to_owned();
        }
    }
    let hash = hash_of(interfaces.join(",").bytes());
    let dot = if package.is_empty() { "" } else { "/" };
    Ok(format!("{package}{dot}$Proxy{hash}"))
}

/// FNV-1a (Fowler, Noll, Vo), 64 bits.
fn hash_of(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// `(factory, class, constructor of a class above it)`: a constructor that runs the latter on a new object of the class.
fn deserialising_constructor(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
    let class = env.name_of_mirror(reference_at(args, 1))?.unwrap_or_default();
    let called = reference_at(args, 2);
    let above = env.get(called, CONSTRUCTOR, "clazz")?;
    let name = env.name_of_mirror(above)?.unwrap_or_default();
    if env.get(called, CONSTRUCTOR, "parameterTypes")? != 0 {
        let parameters = env.get(called, CONSTRUCTOR, "parameterTypes")?;
        if env.length(parameters)? != 0 {
            return Err(Stop::Unsupported("a constructor with parameters for deserialisation".to_owned()));
        }
    }
    let Some(constructor) = members::constructor(env, above, "()V")? else { return reference(0) };
    env.set_small(constructor, "java/lang/reflect/AccessibleObject", "override", 1, 1)?;
    // One is given, because the JDK makes none for constructors of abstract classes.
    const OLD: &str = "jdk/internal/reflect/NativeConstructorAccessorImpl";
    const NEW: &str = "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor";
    let (accessor, field) = if env.vm.has_field(NEW, "ctor") { (NEW, "ctor") } else { (OLD, "c") };
    let calls = env.new_object(accessor)?;
    env.set(calls, accessor, field, constructor)?;
    env.set(constructor, CONSTRUCTOR, "constructorAccessor", calls)?;
    env.vm.state.makers.insert(constructor, (class, name));
    reference(constructor)
}

/// Goes on with what a constructor for deserialisation does, if `constructor` is one.
pub fn deserialise(env: &mut Env<'_, '_>, constructor: u64) -> Option<Answer> {
    let (class, above) = env.vm.state.makers.get(&constructor).cloned()?;
    let made = define_maker(&mut env.vm.hierarchy(), &class, &above);
    Some(match made {
        Ok(maker) => {
            let name = format!("reflect:{maker}.make()Ljava/lang/Object;");
            let function = env.made(&name, &[], Some(Type::Ptr));
            env.enter(function, &[])
        }
        Err(error) => Err(env.linkage(&error)),
    })
}

/// A class from bytes: the position of its name among the arguments, and that of the array with first byte and count.
fn define(env: &mut Env<'_, '_>, args: &[u128], name: usize, array: usize) -> Answer {
    let bytes = env.bytes(reference_at(args, array), int_at(args, array + 1), int_at(args, array + 2))?;
    let told = reference_at(args, name);
    let name = if told == 0 { None } else { Some(env.text(told)?.replace('.', "/")) };
    let Some(name) = name.or_else(|| ClassFile::name_in(&bytes)) else {
        return Err(env.throw("java/lang/ClassFormatError", "Truncated class file"));
    };
    let found = Found { bytes: bytes.into(), origin: "bytes of the program".to_owned(), module: None };
    let file = match ClassFile::read(&name, found) {
        Ok(file) => file,
        Err(error) => return Err(env.throw("java/lang/ClassFormatError", &error.to_string())),
    };
    if exists(env, &name)? {
        let known = env.file(&name)?;
        if !known.has_bytes_of(&file) {
            return Err(Stop::Unsupported(format!("a second class `{name}`, from another loader")));
        }
    } else {
        let defined = env.vm.hierarchy().redefine(file);
        if let Err(error) = defined {
            return Err(env.linkage(&error));
        }
    }
    let mirror = env.mirror_of_class(&name)?;
    let loader = reference_at(args, 0);
    env.set(mirror, "java/lang/Class", "classLoader", loader)?;
    reference(mirror)
}

/// `(loader, class of the lookup, name, bytes, first, count, domain, initialise, flags, data)`.
fn define_for_lookup(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    const IN_NEST: i32 = 1;
    const IS_HIDDEN: i32 = 2;
    let (loader, lookup) = (reference_at(args, 0), reference_at(args, 1));
    let (initialise, flags, data) = (int_at(args, 7) != 0, int_at(args, 8), reference_at(args, 9));
    if flags & IS_HIDDEN == 0 {
        return define(env, args, 2, 3);
    }
    let bytes = env.bytes(reference_at(args, 3), int_at(args, 4), int_at(args, 5))?;
    let host = env.name_of_mirror(lookup)?.unwrap_or_default();
    let name = hidden(env, &bytes, &host, flags & IN_NEST != 0, &[])?;
    let mirror = env.mirror_of_class(&name)?;
    env.set(mirror, "java/lang/Class", "classLoader", loader)?;
    env.set(mirror, "java/lang/Class", "classData", data)?;
    if initialise { env.after_initialising(&name, mirror) } else { reference(mirror) }
}

/// `(unsafe, host, bytes, patches)`, in release 11: a class without a name in the nest of its host. A patch is the object that stands for
/// the string at its position in the constant pool.
fn define_anonymous(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let host = env.name_of_mirror(reference_at(args, 1))?.unwrap_or_default();
    let length = env.length(reference_at(args, 2))? as i32;
    let bytes = env.bytes(reference_at(args, 2), 0, length)?;
    let patches = match reference_at(args, 3) {
        0 => Vec::new(),
        patches => env.references(patches)?,
    };
    let patches: Vec<(usize, u64)> =
        patches.into_iter().enumerate().filter(|(_, object)| *object != 0).collect();
    let name = hidden(env, &bytes, &host, true, &patches)?;
    reference(env.mirror_of_class(&name)?)
}

/// The text that stands for the patch at `entry` of the constant pool of the class `name`.
fn patch(name: &str, entry: usize) -> String {
    format!("{name} patch {entry}")
}

/// Makes a class of bytes that is found by no name, and gives the one that it has here. `patches` are objects in place of strings.
fn hidden(
    env: &mut Env<'_, '_>,
    bytes: &[u8],
    host: &str,
    in_nest: bool,
    patches: &[(usize, u64)],
) -> Result<String, Stop> {
    let Some(told) = ClassFile::name_in(bytes) else {
        return Err(env.throw("java/lang/ClassFormatError", "Truncated class file"));
    };
    let hash = hash_of(host.bytes().chain(bytes.iter().copied()));
    let count = env.vm.state.hidden.entry(hash).or_default();
    let name = match std::mem::replace(count, *count + 1) {
        0 => format!("{told}{HIDDEN}{hash:016x}"),
        others => format!("{told}{HIDDEN}{hash:016x}_{others}"),
    };
    for &(entry, object) in patches {
        let units: Vec<u16> = patch(&name, entry).encode_utf16().collect();
        env.vm.state.strings.insert(units, object);
    }
    if exists(env, &name)? {
        return Ok(name);
    }
    let mut named = renamed(bytes, &name);
    for &(entry, _) in patches {
        named = named.and_then(|bytes| with_string(&bytes, entry, &patch(&name, entry)));
    }
    let Some(named) = named else {
        return Err(env.throw("java/lang/ClassFormatError", "no room for the name of a hidden class"));
    };
    let module = env.file(host)?.module.clone();
    let found = Found { bytes: named.into(), origin: "bytes of the program".to_owned(), module };
    let mut file = match ClassFile::read(&name, found) {
        Ok(file) => file,
        Err(error) => return Err(env.throw("java/lang/ClassFormatError", &error.to_string())),
    };
    if in_nest {
        let nest = env.file(host)?.attributes.nest_host.clone();
        file.attributes.nest_host = Some(nest.unwrap_or_else(|| host.to_owned()));
    }
    let defined = env.vm.hierarchy().redefine(file);
    match defined {
        Ok(_) => Ok(name),
        Err(error) => Err(env.linkage(&error)),
    }
}
