//! Objects as they lie in memory: their classes, what they hold, digests of all that can be reached.
//!
//! A digest numbers objects in the order in which they are met, so that it does not depend on addresses: two runs whose objects hold
//! the same and refer to each other in the same way have equal digests. What a class of the JDK only remembers for speed (the hash of
//! a string, the views of a map) is left out, since a query that fills it in changes nothing that can be seen.

use rustc_hash::FxHashMap;
use std::rc::Rc;
use trine_frontend_jvm::class::flags;
use trine_frontend_jvm::container::Symbols;
use trine_ir::objects::{ELEMENTS_OFFSET, LENGTH_OFFSET};
use trine_ir::{ClassId, ClassKind, Type};
use trine_jdk::env::Env;
use trine_machine::Stop;
use trine_testcase::objects::TypeUse;

/// Objects that a digest looks at, at most; what is behind them is left out.
const MAX_OBJECTS: usize = 20_000;

/// Fields that remember what was computed, of classes of the JDK.
const CACHES: &[(&str, &[&str])] = &[
    ("java/util/AbstractMap", &["keySet", "values"]),
    ("java/util/HashMap", &["entrySet"]),
    ("java/util/TreeMap", &["entrySet", "navigableKeySet", "descendingMap"]),
    ("java/util/concurrent/ConcurrentHashMap", &["keySet", "values", "entrySet"]),
    ("java/util/EnumMap", &["entrySet"]),
    ("java/util/Collections$UnmodifiableMap", &["keySet", "entrySet", "values"]),
    ("java/util/Collections$SynchronizedMap", &["keySet", "entrySet", "values"]),
    (
        "java/math/BigInteger",
        &[
            "bitCountPlusOne",
            "bitLengthPlusOne",
            "lowestSetBitPlusTwo",
            "firstNonzeroIntNumPlusTwo",
            "stringCache",
        ],
    ),
    ("java/math/BigDecimal", &["stringCache", "precision", "intVal"]),
    ("java/lang/AbstractStringBuilder", &["toStringCache"]),
    ("java/lang/StringBuffer", &["toStringCache"]),
    ("java/lang/Throwable", &["stackTrace", "backtrace", "depth"]),
];

/// Objects that are one thing each, whatever they hold.
const ATOMS: [&str; 6] = [
    "java/lang/Class",
    "java/lang/ClassLoader",
    "java/lang/Module",
    "java/lang/Thread",
    "java/lang/ThreadGroup",
    "java/lang/ref/ReferenceQueue",
];

/// Fields of the JDK that refer to where the static fields of a class are, which is no object: for reflection, method handles, and variable
/// handles, by the end of the name of the class.
const STATIC_BASES: [(&str, &str); 3] = [
    ("jdk/internal/reflect/UnsafeStaticFieldAccessorImpl", "base"),
    ("java/lang/invoke/DirectMethodHandle$StaticAccessor", "staticBase"),
    ("$FieldStaticReadOnly", "base"),
];

/// How the instances of a class, or its static fields, are read.
#[derive(Debug)]
enum Shape {
    /// Looked at no further.
    Atom,
    /// A string: its units.
    Text,
    /// Fields: offset, bytes, whether it is a reference.
    Fields(Vec<(u64, u32, bool)>),
    /// An array of elements of so many bytes, references or not.
    Array(u64, bool),
}

/// Reads objects; remembers what classes look like.
#[derive(Debug, Default)]
pub(crate) struct Heap {
    shapes: FxHashMap<ClassId, Rc<Shape>>,
    /// Of each class that the class path has and that has static fields: those.
    statics: FxHashMap<ClassId, Rc<Shape>>,
    /// Classes of the program that were looked at for static fields.
    known_classes: usize,
    /// Those of them that come from the class path.
    own: Vec<ClassId>,
}

/// A digest being taken.
#[derive(Debug, Default)]
struct Digest {
    hash: u64,
    numbers: FxHashMap<u64, u32>,
    waiting: Vec<u64>,
}

impl Digest {
    fn add(&mut self, word: u64) {
        self.hash = (self.hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    /// Adds a reference: which of the objects it is.
    fn refer(&mut self, object: u64) {
        if object == 0 {
            return self.add(0);
        }
        let next = self.numbers.len() as u32 + 1;
        let number = *self.numbers.entry(object).or_insert(next);
        if number == next && self.numbers.len() <= MAX_OBJECTS {
            self.waiting.push(object);
        }
        self.add(u64::from(number));
    }
}

impl Heap {
    /// A digest of all that can be reached from `roots`, and from the static fields of `classes`.
    pub fn digest(&mut self, env: &mut Env<'_, '_>, roots: &[u64], classes: &[ClassId]) -> Result<u64, Stop> {
        let mut digest = Digest::default();
        roots.iter().for_each(|&root| digest.refer(root));
        for class in classes {
            let bytes = u64::from(env.vm.program.classes[*class].static_bytes);
            let object = env.memory().statics(class.0, bytes).ok_or(Stop::MemoryLimit)?;
            if let Some(Shape::Fields(fields)) = self.statics.get(class).map(|shape| &**shape) {
                add_fields(env, &mut digest, object, fields)?;
            }
        }
        while let Some(object) = digest.waiting.pop() {
            self.add(env, &mut digest, object)?;
        }
        Ok(digest.hash)
    }

    /// A digest of what can be reached from `roots`, and how many objects that are; more than `most` where there are more.
    pub fn digest_of_few(
        &mut self,
        env: &mut Env<'_, '_>,
        roots: &[u64],
        most: usize,
    ) -> Result<(u64, usize), Stop> {
        let mut digest = Digest::default();
        roots.iter().for_each(|&root| digest.refer(root));
        while let Some(object) = digest.waiting.pop().filter(|_| digest.numbers.len() <= most) {
            self.add(env, &mut digest, object)?;
        }
        Ok((digest.hash, digest.numbers.len()))
    }

    /// References in static fields of `classes`, in order, and a digest of what their other static fields hold.
    pub fn static_fields(&self, env: &mut Env<'_, '_>, classes: &[ClassId]) -> Result<(Vec<u64>, u64), Stop> {
        let mut digest = Digest::default();
        let mut references = Vec::new();
        for class in classes {
            let bytes = u64::from(env.vm.program.classes[*class].static_bytes);
            let object = env.memory().statics(class.0, bytes).ok_or(Stop::MemoryLimit)?;
            let Some(Shape::Fields(fields)) = self.statics.get(class).map(|shape| &**shape) else { continue };
            for &(offset, bytes, is_reference) in fields {
                let bits = env.read(object, offset, bytes)?;
                if is_reference { references.push(bits) } else { digest.add(bits) }
            }
        }
        Ok((references, digest.hash))
    }

    fn add(&mut self, env: &mut Env<'_, '_>, digest: &mut Digest, object: u64) -> Result<(), Stop> {
        let class = env.class_of(object)?;
        if env.vm.program.classes.get(class).is_none() {
            return Err(Stop::Unsupported("an object without a class".to_owned()));
        }
        digest.add(u64::from(class.0));
        let shape = self.shape(env, class);
        match &*shape {
            Shape::Atom => digest.add(object),
            Shape::Text => {
                let units = env.units(object)?;
                digest.add(units.len() as u64);
                units.iter().for_each(|&unit| digest.add(u64::from(unit)));
            }
            Shape::Fields(fields) => add_fields(env, digest, object, fields)?,
            Shape::Array(bytes, of_references) => {
                let length = env.read(object, LENGTH_OFFSET, 4)?;
                digest.add(length);
                if *of_references {
                    for at in 0..length.min(MAX_OBJECTS as u64) {
                        digest.refer(env.read(object, ELEMENTS_OFFSET + 8 * at, 8)?);
                    }
                } else if let Ok(content) = env.memory().read_bytes(object + ELEMENTS_OFFSET, length * bytes)
                {
                    for part in content.chunks(8) {
                        let mut word = [0; 8];
                        word[..part.len()].copy_from_slice(part);
                        digest.add(u64::from_le_bytes(word));
                    }
                }
            }
        }
        Ok(())
    }

    fn shape(&mut self, env: &mut Env<'_, '_>, class: ClassId) -> Rc<Shape> {
        if let Some(known) = self.shapes.get(&class) {
            return Rc::clone(known);
        }
        let shape = Rc::new(shape_of(env, class));
        self.shapes.insert(class, Rc::clone(&shape));
        shape
    }

    /// Classes of the class path that have static fields and whose initialisation was begun.
    pub fn initialised(&mut self, env: &mut Env<'_, '_>) -> Result<Vec<ClassId>, Stop> {
        let known = env.vm.program.classes.len();
        for position in self.known_classes..known {
            let class = ClassId(position as u32);
            let declared = &env.vm.program.classes[class];
            let has_statics = declared.static_bytes > 0 && !matches!(declared.kind, ClassKind::Array { .. });
            let name = declared.name.clone();
            if has_statics && env.is_of_class_path(&name)? {
                self.own.push(class);
                self.statics.insert(class, Rc::new(static_shape(env, &name)?));
            }
        }
        self.known_classes = known;
        Ok(self.own.iter().copied().filter(|class| env.memory().class_begun(class.0)).collect())
    }
}

/// Whether a step whose type is `ty` gives an object.
pub(crate) fn gives_object(ty: Option<&TypeUse>) -> bool {
    matches!(ty, Some(TypeUse::Class(_) | TypeUse::Array(_) | TypeUse::Variable(_)))
}

fn add_fields(
    env: &Env<'_, '_>,
    digest: &mut Digest,
    object: u64,
    fields: &[(u64, u32, bool)],
) -> Result<(), Stop> {
    for &(offset, bytes, is_reference) in fields {
        let bits = env.read(object, offset, bytes)?;
        if is_reference { digest.refer(bits) } else { digest.add(bits) }
    }
    Ok(())
}

fn shape_of(env: &Env<'_, '_>, class: ClassId) -> Shape {
    let classes = &env.vm.program.classes;
    let declared = &classes[class];
    if declared.name == "java/lang/String" {
        return Shape::Text;
    }
    if let ClassKind::Array { element, .. } = declared.kind {
        return Shape::Array(u64::from(element.store_size_bytes()), element == Type::Ptr);
    }
    let mut fields = Vec::new();
    let mut next = Some(class);
    while let Some(id) = next {
        let class = &classes[id];
        if ATOMS.contains(&&*class.name) {
            return Shape::Atom;
        }
        let caches =
            CACHES.iter().find(|(name, _)| *name == &*class.name).map_or(&[][..], |(_, caches)| caches);
        let is_of_statics = |field: &str| {
            let is_it = |of: &(&str, &str)| class.name.ends_with(of.0) && field == of.1;
            class.name.starts_with('j') && STATIC_BASES.iter().any(is_it)
        };
        let is_seen = |field: &str| !caches.contains(&field) && !is_of_statics(field);
        let seen = class.fields.iter().filter(|field| is_seen(&field.name));
        fields.extend(
            seen.map(|field| (u64::from(field.offset), field.ty.store_size_bytes(), field.ty == Type::Ptr)),
        );
        next = class.superclass;
    }
    Shape::Fields(fields)
}

fn static_shape(env: &mut Env<'_, '_>, name: &str) -> Result<Shape, Stop> {
    let loaded = env.load(name)?;
    let hierarchy = env.vm.hierarchy();
    let class = hierarchy.class(loaded);
    let fields = class.layout.statics.iter().map(|placed| {
        let field = &class.file.fields[placed.position];
        (placed.offset, crate::callees::stored_bytes(&field.ty), field.ty.is_reference())
    });
    Ok(Shape::Fields(fields.collect()))
}

/// The first of the class `name` and its superclasses that a test in `package` may name.
pub(crate) fn nameable(
    env: &mut Env<'_, '_>,
    name: &str,
    package: &str,
    symbols: Option<&Symbols>,
) -> Result<String, Stop> {
    let mut next = Some(name.to_owned());
    while let Some(class) = next {
        let is_newer = symbols.is_some_and(|symbols| class.starts_with("java/") && !symbols.has(&class));
        if !is_newer && is_nameable(env, &class, package)? {
            return Ok(class);
        }
        next = env.file(&class)?.superclass.clone();
    }
    Ok("java/lang/Object".to_owned())
}

/// Whether a test in `package` (`com/acme`) may name the class `name`.
fn is_nameable(env: &mut Env<'_, '_>, name: &str, package: &str) -> Result<bool, Stop> {
    let file = env.file(name)?;
    let is_exported = name.starts_with("java/") || name.starts_with("javax/");
    if file.is_made() || (file.module.is_some() && !is_exported) {
        return Ok(false);
    }
    let visible =
        |flags: u16| flags & flags::PUBLIC != 0 || (file.package() == package && flags & flags::PRIVATE == 0);
    // A class without an entry of its own is no nested one.
    let Some(inner) = file.attributes.inner_classes.iter().find(|inner| inner.name == name).cloned() else {
        return Ok(visible(file.flags) && file.attributes.enclosing.is_none());
    };
    let (Some(outer), Some(_)) = (inner.outer, inner.simple_name) else { return Ok(false) };
    Ok(visible(inner.flags) && is_nameable(env, &outer, package)?)
}
