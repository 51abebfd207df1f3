//! `java.lang.Class` and `ClassLoader`: what class files say of a class. Members are in `members.rs`.

use super::Table;
use crate::env::{Answer, Env, boolean, int, int_at, null, reference, reference_at};
use std::sync::Arc;
use trine_frontend_jvm::class::{BaseType, ClassFile, FieldType, InnerClass, flags};
use trine_machine::Stop;

/// What stands in the names of hidden classes, and in no others.
pub const HIDDEN: &str = "+0x";

pub const TABLE: Table = &[
    ("java/lang/Class.getPrimitiveClass", primitive_class),
    ("java/lang/Class.desiredAssertionStatus0", |_, _| boolean(false)),
    ("java/lang/Class.forName0", for_name),
    // An instance method in release 11, and static later.
    ("java/lang/ClassLoader.findBootstrapClass", |env, args| {
        find(env, args, args.len().saturating_sub(1), true)
    }),
    ("java/lang/ClassLoader.findLoadedClass0", |env, args| find(env, args, 1, false)),
    ("jdk/internal/loader/BootLoader.getSystemPackageLocation", |_, _| reference(0)),
    ("jdk/internal/loader/NativeLibraries.findBuiltinLib", |_, _| reference(0)),
    ("java/lang/ClassLoader.retrieveDirectives", |env, _| {
        let directives = env.new_object("java/lang/AssertionStatusDirectives")?;
        reference(directives)
    }),
    ("java/lang/Class.isInstance", is_instance),
    ("java/lang/Class.isAssignableFrom", is_assignable_from),
    ("java/lang/Class.isInterface", |env, args| {
        let descriptor = env.descriptor(reference_at(args, 0))?;
        let is_class = descriptor.starts_with('L');
        boolean(is_class && env.modifiers(&descriptor)? & flags::INTERFACE != 0)
    }),
    ("java/lang/Class.isArray", |env, args| boolean(env.descriptor(reference_at(args, 0))?.starts_with('['))),
    ("java/lang/Class.isPrimitive", |env, args| boolean(env.descriptor(reference_at(args, 0))?.len() == 1)),
    ("java/lang/Class.isHidden", |env, args| {
        let descriptor = env.descriptor(reference_at(args, 0))?;
        boolean(descriptor.starts_with('L') && descriptor.contains(HIDDEN))
    }),
    ("java/lang/Class.initClassName", init_name),
    ("java/lang/Class.getModifiers", |env, args| {
        let descriptor = env.descriptor(reference_at(args, 0))?;
        int(i32::from(env.modifiers(&descriptor)?))
    }),
    ("jdk/internal/reflect/Reflection.getClassAccessFlags", |env, args| {
        int(file_of(env, args)?.map_or(0x411, |file| i32::from(file.flags & !flags::SYNCHRONIZED)))
    }),
    ("java/lang/Class.getClassAccessFlagsRaw0", |env, args| {
        int(file_of(env, args)?.map_or(0, |file| i32::from(file.flags)))
    }),
    ("java/lang/Class.getClassFileVersion0", |env, args| {
        int(file_of(env, args)?.map_or(0, |file| i32::from(file.major)))
    }),
    ("java/lang/Class.getSuperclass", superclass),
    ("java/lang/Class.getInterfaces0", interfaces),
    ("java/lang/Class.getSigners", |_, _| reference(0)),
    ("java/lang/Class.getProtectionDomain0", |_, _| reference(0)),
    ("java/lang/Class.isRecord0", |env, args| {
        boolean(file_of(env, args)?.is_some_and(|file| file.attributes.record.is_some()))
    }),
    ("java/lang/Class.getGenericSignature0", |env, args| {
        let signature = file_of(env, args)?.and_then(|file| file.attributes.signature.clone());
        optional_text(env, signature)
    }),
    ("java/lang/Class.getSimpleBinaryName0", |env, args| {
        let simple = inner_of(env, args)?.and_then(|inner| inner.simple_name);
        optional_text(env, simple)
    }),
    ("java/lang/Class.getDeclaringClass0", |env, args| {
        let outer = inner_of(env, args)?.and_then(|inner| inner.outer);
        optional_class(env, outer.as_deref())
    }),
    ("java/lang/Class.getEnclosingMethod0", enclosing_method),
    ("java/lang/Class.getDeclaredClasses0", declared_classes),
    ("java/lang/Class.getNestHost0", nest_host),
    ("java/lang/Class.getNestMembers0", nest_members),
    ("java/lang/Class.getPermittedSubclasses0", permitted),
    ("jdk/internal/reflect/Reflection.areNestMates", |env, args| {
        let mut host = |position: usize| {
            let file = file_of(env, &args[position..])?;
            Ok::<_, Stop>(file.map(|file| host_of(&file)))
        };
        boolean(host(0)? == host(1)?)
    }),
    ("jdk/internal/misc/VM.isSupportedModuleDescriptor", |_, _| boolean(true)),
];

/// The class file behind the class object that is the first argument; none for arrays and primitive types.
pub fn file_of(env: &mut Env<'_, '_>, args: &[u128]) -> Result<Option<Arc<ClassFile>>, Stop> {
    let name = env.name_of_mirror(reference_at(args, 0))?;
    match name.filter(|name| !name.starts_with('[')) {
        Some(name) => env.file(&name).map(Some),
        None => Ok(None),
    }
}

fn inner_of(env: &mut Env<'_, '_>, args: &[u128]) -> Result<Option<InnerClass>, Stop> {
    let file = file_of(env, args)?;
    Ok(file
        .and_then(|file| file.attributes.inner_classes.iter().find(|inner| inner.name == file.name).cloned()))
}

pub fn optional_text(env: &mut Env<'_, '_>, text: Option<String>) -> Answer {
    match text {
        Some(text) => reference(env.intern_text(&text)?),
        None => reference(0),
    }
}

fn optional_class(env: &mut Env<'_, '_>, name: Option<&str>) -> Answer {
    match name {
        Some(name) => reference(env.mirror_of_class(name)?),
        None => reference(0),
    }
}

fn classes(env: &mut Env<'_, '_>, names: &[String]) -> Answer {
    let mirrors: Vec<u64> = names.iter().map(|name| env.mirror_of_class(name)).collect::<Result<_, _>>()?;
    reference(env.new_references("[Ljava/lang/Class;", &mirrors)?)
}

fn primitive_class(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let name = env.text(reference_at(args, 0))?;
    let base = BaseType::ALL.into_iter().find(|base| base.keyword() == name);
    let descriptor = base.map_or_else(|| "V".to_owned(), |base| FieldType::Base(base).to_string());
    reference(env.mirror(&descriptor)?)
}

/// `(name, initialize, loader, caller)`: the name with dots.
fn for_name(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let string = reference_at(args, 0);
    if string == 0 {
        return Err(null());
    }
    let text = env.text(string)?;
    let name = text.replace('.', "/");
    let found = FieldType::of_class_name(&name).filter(|_| !text.contains('/'));
    let element = found.as_ref().and_then(element_class);
    let is_there = match (&found, element) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some(_), Some(element)) => exists(env, element)?,
    };
    if !is_there {
        return Err(env.throw("java/lang/ClassNotFoundException", &text));
    }
    let mirror = env.mirror_of_class(&name)?;
    if int_at(args, 1) != 0 { env.after_initialising(&name, mirror) } else { reference(mirror) }
}

fn element_class(ty: &FieldType) -> Option<&str> {
    match ty {
        FieldType::Base(_) => None,
        FieldType::Class(name) => Some(name),
        FieldType::Array(element) => element_class(element),
    }
}

/// Whether there is a class `name`; what is wrong with one that is there is thrown.
pub fn exists(env: &mut Env<'_, '_>, name: &str) -> Result<bool, Stop> {
    let loaded = env.vm.hierarchy().load(name);
    match loaded {
        Ok(_) => Ok(true),
        Err(trine_frontend_jvm::LinkageError::NoClass(missing)) if missing == name => Ok(false),
        Err(error) => Err(env.linkage(&error)),
    }
}

/// A class by the name that the argument at `position` has, or null; of the JDK only where `boot` says so.
fn find(env: &mut Env<'_, '_>, args: &[u128], position: usize, boot: bool) -> Answer {
    let name = env.text(reference_at(args, position))?.replace('.', "/");
    if FieldType::of_class_name(&name).is_none() || !exists(env, &name)? {
        return reference(0);
    }
    if env.is_of_class_path(&name)? == boot {
        return reference(0);
    }
    reference(env.mirror_of_class(&name)?)
}

fn is_instance(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let name = env.name_of_mirror(reference_at(args, 0))?;
    let Some(name) = name else { return boolean(false) };
    let class = env.class_id(&name)?;
    boolean(env.is_instance(reference_at(args, 1), class)?)
}

fn is_assignable_from(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let (above, below) = (reference_at(args, 0), reference_at(args, 1));
    if below == 0 {
        return Err(null());
    }
    if above == below {
        return boolean(true);
    }
    let (Some(above), Some(below)) = (env.name_of_mirror(above)?, env.name_of_mirror(below)?) else {
        return boolean(false);
    };
    let (above, below) = (env.class_id(&above)?, env.class_id(&below)?);
    boolean(env.vm.program_is_subclass(below, above))
}

fn init_name(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let mirror = reference_at(args, 0);
    let name = match FieldType::parse(&env.descriptor(mirror)?) {
        None => "void".to_owned(),
        Some(FieldType::Base(base)) => base.keyword().to_owned(),
        Some(other) => {
            let name = other.class_name().unwrap_or_default();
            let (plain, hidden) = name.find(HIDDEN).map_or((&*name, ""), |at| name.split_at(at));
            plain.replace('/', ".") + &hidden.replace('+', "/")
        }
    };
    let string = env.intern_text(&name)?;
    env.set(mirror, "java/lang/Class", "name", string)?;
    reference(string)
}

fn superclass(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let superclass = match env.name_of_mirror(reference_at(args, 0))? {
        Some(name) => env.superclass(&name)?,
        None => None,
    };
    optional_class(env, superclass.as_deref())
}

fn interfaces(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let is_array = env.descriptor(reference_at(args, 0))?.starts_with('[');
    let names = match file_of(env, args)? {
        Some(file) => file.interfaces.clone(),
        None if is_array => ["java/lang/Cloneable", "java/io/Serializable"].map(str::to_owned).into(),
        None => Vec::new(),
    };
    classes(env, &names)
}

/// Class, name and descriptor of the method that encloses a local class; the last two may be null.
fn enclosing_method(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let enclosing = file_of(env, args)?.and_then(|file| file.attributes.enclosing.clone());
    let Some((class, method)) = enclosing else { return reference(0) };
    let class = env.mirror_of_class(&class)?;
    let mut parts = [class, 0, 0];
    if let Some((name, descriptor)) = method {
        (parts[1], parts[2]) = (env.intern_text(&name)?, env.intern_text(&descriptor)?);
    }
    reference(env.new_references("[Ljava/lang/Object;", &parts)?)
}

fn declared_classes(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let names: Vec<String> = file_of(env, args)?.map_or_else(Vec::new, |file| {
        let inner = file.attributes.inner_classes.iter();
        inner
            .filter(|inner| inner.outer.as_ref() == Some(&file.name))
            .map(|inner| inner.name.clone())
            .collect()
    });
    classes(env, &names)
}

fn host_of(file: &ClassFile) -> String {
    file.attributes.nest_host.clone().unwrap_or_else(|| file.name.clone())
}

fn nest_host(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    match file_of(env, args)? {
        Some(file) => reference(env.mirror_of_class(&host_of(&file))?),
        None => reference(reference_at(args, 0)),
    }
}

fn nest_members(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let Some(file) = file_of(env, args)? else {
        return reference(env.new_references("[Ljava/lang/Class;", &[reference_at(args, 0)])?);
    };
    let host = env.file(&host_of(&file))?;
    let mut names = vec![host.name.clone()];
    names.extend(host.attributes.nest_members.iter().cloned());
    classes(env, &names)
}

fn permitted(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    match file_of(env, args)?.and_then(|file| file.attributes.permitted_subclasses.clone()) {
        Some(names) => classes(env, &names),
        None => reference(0),
    }
}
