//! What of a class nobody outside of its source file can change: fields that only its own code writes, and methods that only its own
//! code calls.
//!
//! A compiler makes a class file of each class in a source file; those of one outermost class are its *nest* (JVMS 5.4.4; before Java
//! 11 only the names say so). A private field is written by the nest alone, as is a final one, by the constructors of its class
//! (JVMS 6.5, `putfield`). A private method is called by the nest alone, unless a method handle leads to it, or a stream that
//! objects are read from; and so is a method of a class that nobody outside can name, where it overrides none that others can name.
//!
//! Not seen: reflection from outside, streams made by hand, native code. A nest that uses reflection on fields, field updaters or
//! variable handles itself, has native methods, or subroutines in its code, has nothing closed.

use crate::class::{
    BaseType, ClassFile, Constant, FieldAccess, FieldType, HandleKind, Instruction, InvokeKind, flags,
};
use crate::hierarchy::{ClassId, FieldId, Hierarchy, MethodId};
use crate::lower::declare;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use trine_ir::Type;

/// Classes of a nest, at most.
const MAX_CLASSES: usize = 200;
/// How deep classes are nested, at most.
const MAX_DEPTH: usize = 32;

/// Classes by which code writes fields that it does not name.
const WRITERS: [&str; 9] = [
    "java/lang/reflect/Field",
    "java/lang/reflect/AccessibleObject",
    "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
    "java/util/concurrent/atomic/AtomicLongFieldUpdater",
    "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
    "java/lang/invoke/VarHandle",
    "java/lang/invoke/MethodHandles$Lookup",
    "sun/misc/Unsafe",
    "jdk/internal/misc/Unsafe",
];

/// Methods that are called when objects are written to streams and read from them.
const OF_STREAMS: [&str; 5] =
    ["readObject", "readObjectNoData", "writeObject", "readResolve", "writeReplace"];

/// The code of the classes of a source file, and what it alone decides.
#[derive(Clone, Debug, Default)]
pub struct Nest {
    /// All its methods with code.
    pub methods: Vec<NestMethod>,
    /// Fields that only these write.
    pub fields: Vec<NestField>,
}

/// A method of a nest.
#[derive(Clone, Debug)]
pub struct NestMethod {
    /// Which.
    pub method: MethodId,
    /// Whether only methods of the nest call it.
    pub is_closed: bool,
    /// Whether it is called on an object.
    pub has_receiver: bool,
    /// Of a constructor: the number of its class.
    pub makes: Option<u32>,
    /// The fields that it accesses, by the column that the access has in the program.
    pub accesses: BTreeMap<u32, u32>,
    /// The methods that a call may select where no other can be, by the column of the call.
    pub targets: BTreeMap<u32, Vec<MethodId>>,
    /// Least and greatest value of each parameter whose type is smaller than the register that has it, the receiver counted.
    pub params: Vec<Option<(i64, i64)>>,
}

/// A field that only the nest writes.
#[derive(Clone, Debug)]
pub struct NestField {
    /// Its name.
    pub name: String,
    /// The number of its class; `None` for static fields.
    pub owner: Option<u32>,
    /// Its type in memory.
    pub ty: Type,
    /// Whether objects that are read from a stream may come without it.
    pub may_be_unwritten: bool,
}

/// The nest of `class`; `None` where something of it cannot be read, or writes fields that it does not name.
#[must_use]
pub fn nest(hierarchy: &mut Hierarchy, class: &str) -> Option<Nest> {
    let classes = classes(hierarchy, class)?;
    let mut reader = Reader::new(hierarchy, classes)?;
    reader.calls()?;
    reader.fields();
    Some(reader.nest())
}

/// The classes of the nest of `class`, the outermost one first.
fn classes(hierarchy: &mut Hierarchy, class: &str) -> Option<Vec<ClassId>> {
    let mut top = hierarchy.load(class).ok()?;
    for _ in 0..MAX_DEPTH {
        let file = &hierarchy.class(top).file;
        let Some(outer) = outer(file) else { break };
        top = hierarchy.load(&outer).ok()?;
    }
    let prefix = format!("{}$", hierarchy.class(top).name());
    let mut found = vec![top];
    let mut next = 0;
    while let Some(&id) = found.get(next) {
        next += 1;
        let file = Arc::clone(&hierarchy.class(id).file);
        let inner = file.attributes.inner_classes.iter().map(|inner| &inner.name);
        let names: BTreeSet<&String> = inner.chain(&file.attributes.nest_members).collect();
        for name in names.into_iter().filter(|name| name.starts_with(&prefix)) {
            let id = hierarchy.load(name).ok()?;
            if !found.contains(&id) {
                found.push(id);
            }
        }
        if found.len() > MAX_CLASSES {
            return None;
        }
    }
    Some(found)
}

/// The class that another stands in.
fn outer(file: &ClassFile) -> Option<String> {
    if let Some((outer, _)) = &file.attributes.enclosing {
        return Some(outer.clone());
    }
    file.attributes.inner_classes.iter().find(|inner| inner.name == file.name)?.outer.clone()
}

/// Whether its own entry says that nobody outside of the source file can name it: it is private, local or anonymous.
fn is_private(file: &ClassFile) -> bool {
    let own = file.attributes.inner_classes.iter().find(|inner| inner.name == file.name);
    own.is_some_and(|own| own.flags & flags::PRIVATE != 0 || own.outer.is_none())
}

struct Reader<'h> {
    hierarchy: &'h mut Hierarchy,
    classes: Vec<ClassId>,
    /// Of those, the ones that nobody outside can name, nor one that extends them.
    hidden: BTreeSet<ClassId>,
    /// Fields that handles write.
    handled_fields: BTreeSet<FieldId>,
    /// Methods that handles lead to.
    handled: BTreeSet<MethodId>,
    /// Methods that some instruction of the nest names, or may select.
    called: BTreeSet<MethodId>,
    /// The fields that are accessed, by method and column.
    accesses: BTreeMap<MethodId, BTreeMap<u32, FieldId>>,
    /// The methods that a call may select, by method and column.
    targets: BTreeMap<MethodId, BTreeMap<u32, Vec<MethodId>>>,
    numbers: BTreeMap<FieldId, u32>,
    fields: Vec<NestField>,
}

impl<'h> Reader<'h> {
    fn new(hierarchy: &'h mut Hierarchy, classes: Vec<ClassId>) -> Option<Self> {
        let mut private = BTreeSet::new();
        for &id in &classes {
            let mut file = Arc::clone(&hierarchy.class(id).file);
            for _ in 0..MAX_DEPTH {
                if is_private(&file) {
                    private.insert(id);
                    break;
                }
                let Some(outer) = outer(&file) else { break };
                let outer = hierarchy.load(&outer).ok()?;
                file = Arc::clone(&hierarchy.class(outer).file);
            }
        }
        let is_extended_in_sight = |id: ClassId| {
            { classes.iter() }.any(|&other| hierarchy.is_subclass(other, id) && !private.contains(&other))
        };
        let hidden = private.iter().copied().filter(|&id| !is_extended_in_sight(id)).collect();
        Some(Self {
            hierarchy,
            classes,
            hidden,
            handled_fields: BTreeSet::new(),
            handled: BTreeSet::new(),
            called: BTreeSet::new(),
            accesses: BTreeMap::new(),
            targets: BTreeMap::new(),
            numbers: BTreeMap::new(),
            fields: Vec::new(),
        })
    }

    fn methods(&self) -> Vec<MethodId> {
        let of = |&class: &ClassId| {
            let count = self.hierarchy.class(class).file.methods.len();
            (0..count).map(move |position| MethodId { class, position })
        };
        self.classes.iter().flat_map(of).collect()
    }

    /// Reads the code of all methods.
    fn calls(&mut self) -> Option<()> {
        for id in self.methods() {
            let file = Arc::clone(&self.hierarchy.class(id.class).file);
            if file.methods[id.position].is(flags::NATIVE) {
                return None;
            }
            let Some(code) = file.code(id.position).ok()? else { continue };
            for (position, instruction) in &code.instructions {
                self.instruction(id, position + 1, instruction)?;
            }
        }
        let files: Vec<Arc<ClassFile>> =
            self.classes.iter().map(|&class| Arc::clone(&self.hierarchy.class(class).file)).collect();
        for file in files {
            let arguments = file.attributes.bootstraps.iter().flat_map(|bootstrap| &bootstrap.arguments);
            arguments.for_each(|constant| self.constant(constant));
        }
        Some(())
    }

    fn constant(&mut self, constant: &Constant) {
        let Constant::MethodHandle(handle) = constant else { return };
        let Ok(class) = self.hierarchy.load(&handle.class) else { return };
        match handle.kind {
            HandleKind::GetField | HandleKind::GetStatic => {}
            HandleKind::PutField | HandleKind::PutStatic => {
                let field = self.hierarchy.resolve_field(class, &handle.name, &handle.descriptor);
                self.handled_fields.extend(field);
            }
            _ => {
                let method = self.hierarchy.resolve_method(class, &handle.name, &handle.descriptor);
                self.handled.extend(method);
                // It may select one that overrides it.
                let is_meant = |&id: &MethodId| {
                    let method = self.hierarchy.method(id);
                    method.name == handle.name && method.ty.descriptor() == handle.descriptor
                };
                let meant: Vec<MethodId> = self.methods().into_iter().filter(is_meant).collect();
                self.handled.extend(meant);
            }
        }
    }

    /// Notes what an instruction of `method` accesses and calls; `None` where it may write fields that it does not name.
    fn instruction(&mut self, method: MethodId, column: u32, instruction: &Instruction) -> Option<()> {
        match instruction {
            Instruction::JumpToSubroutine(_) => return None,
            Instruction::Constant(constant) => self.constant(constant),
            Instruction::Field { access, class, name, ty } => {
                let class = self.hierarchy.load(class).ok()?;
                let field = self.hierarchy.resolve_field(class, name, &ty.to_string()).ok()?;
                let is_constant = self.hierarchy.field(field).constant.is_some();
                if self.classes.contains(&field.class) && !(is_constant && *access == FieldAccess::GetStatic)
                {
                    self.accesses.entry(method).or_default().insert(column, field);
                }
            }
            Instruction::Invoke { kind, class, name, ty, .. } => {
                if WRITERS.contains(&class.as_str()) {
                    return None;
                }
                if class.starts_with('[') {
                    return Some(());
                }
                // What is not there throws when it is called.
                let Ok(named) = self.hierarchy.load(class) else { return Some(()) };
                let descriptor = ty.descriptor();
                let Ok(called) = self.hierarchy.resolve_method(named, name, &descriptor) else {
                    return Some(());
                };
                self.called.insert(called);
                let declared = self.hierarchy.method(called);
                let is_selected = !declared.is(flags::PRIVATE) && !declared.is(flags::FINAL);
                if *kind == InvokeKind::Virtual
                    && is_selected
                    && self.hierarchy.class(named).file.is(flags::FINAL)
                {
                    // Nothing extends it.
                    let selected = self.hierarchy.select(named, name, &descriptor);
                    self.called.extend(selected);
                    self.targets.entry(method).or_default().insert(column, selected.into_iter().collect());
                    return Some(());
                }
                if *kind == InvokeKind::Virtual && is_selected && self.hidden.contains(&named) {
                    let below: Vec<ClassId> = { self.classes.iter().copied() }
                        .filter(|&class| self.hierarchy.is_subclass(class, named))
                        .filter(|&class| !self.hierarchy.class(class).file.is(flags::ABSTRACT))
                        .collect();
                    let selected: BTreeSet<Option<MethodId>> =
                        below.iter().map(|&class| self.hierarchy.select(class, name, &descriptor)).collect();
                    let is_own = |of: &MethodId| self.classes.contains(&of.class);
                    let own: Vec<MethodId> = selected.iter().flatten().copied().filter(is_own).collect();
                    self.called.extend(&own);
                    if own.len() == selected.len() {
                        self.targets.entry(method).or_default().insert(column, own);
                    } else {
                        self.handled.extend(own);
                    }
                }
            }
            _ => {}
        }
        Some(())
    }

    /// Numbers the fields that only the nest writes.
    fn fields(&mut self) {
        for (number, class) in (0..).zip(self.classes.clone()) {
            let file = Arc::clone(&self.hierarchy.class(class).file);
            let of_streams = self.read_from_streams(&file, class);
            for (position, field) in file.fields.iter().enumerate() {
                let id = FieldId { class, position };
                let is_closed =
                    field.is(flags::PRIVATE) || field.is(flags::FINAL) || self.hidden.contains(&class);
                if !is_closed || field.constant.is_some() || self.handled_fields.contains(&id) {
                    continue;
                }
                let is_static = field.is(flags::STATIC);
                self.numbers.insert(id, self.fields.len() as u32);
                self.fields.push(NestField {
                    name: field.name.clone(),
                    owner: (!is_static).then_some(number),
                    ty: declare::stored(&field.ty),
                    may_be_unwritten: match of_streams {
                        Streams::None => false,
                        Streams::Written => field.is(flags::TRANSIENT),
                        Streams::Unknown => true,
                    },
                });
            }
        }
    }

    /// What becomes of the fields of an object that is read from a stream.
    fn read_from_streams(&mut self, file: &ClassFile, class: ClassId) -> Streams {
        let is_a = |hierarchy: &mut Hierarchy, name: &str| {
            hierarchy.load(name).is_ok_and(|above| hierarchy.is_subclass(class, above))
        };
        if !is_a(self.hierarchy, "java/io/Serializable") || is_a(self.hierarchy, "java/lang/Enum") {
            return Streams::None;
        }
        if is_a(self.hierarchy, "java/lang/Record") {
            return Streams::None;
        }
        let reads_fields = |instruction: &Instruction| {
            matches!(instruction, Instruction::Invoke { class, name, .. }
                if class == "java/io/ObjectInputStream" && name == "defaultReadObject")
        };
        let own = file.method("readObject", "(Ljava/io/ObjectInputStream;)V");
        let is_read = own.is_none_or(|position| {
            let code = file.code(position).ok().flatten();
            code.is_some_and(|code| {
                code.instructions.iter().any(|(_, instruction)| reads_fields(instruction))
            })
        });
        let names_fields = file.fields.iter().any(|field| field.name == "serialPersistentFields");
        if is_read && !names_fields { Streams::Written } else { Streams::Unknown }
    }

    /// Whether only methods of the nest call `id`.
    fn is_closed(&self, id: MethodId) -> bool {
        let class = self.hierarchy.class(id.class);
        let method = self.hierarchy.method(id);
        let is_known = self.called.contains(&id)
            && !self.handled.contains(&id)
            && method.name != "<clinit>"
            && !OF_STREAMS.contains(&&*method.name);
        let is_accessor =
            method.is(flags::SYNTHETIC) && method.is(flags::STATIC) && method.name.starts_with("access$");
        if !is_known || class.is_interface() {
            return false;
        }
        if method.is(flags::PRIVATE) || is_accessor {
            return true;
        }
        if !self.hidden.contains(&id.class) {
            return false;
        }
        if method.name == "<init>" || method.is(flags::STATIC) {
            return true;
        }
        // Others may call it by the name of a type above, of its class or of one that inherits it.
        let descriptor = method.ty.descriptor();
        let below = self.classes.iter().filter(|&&class| self.hierarchy.is_subclass(class, id.class));
        let above = below.flat_map(|&class| {
            let chain = std::iter::successors(Some(class), |&class| self.hierarchy.class(class).superclass);
            chain.chain(self.hierarchy.class(class).all_interfaces.iter().copied())
        });
        { above }.all(|above| {
            self.hidden.contains(&above) && !self.hierarchy.class(above).is_interface()
                || self.hierarchy.class(above).file.method(&method.name, &descriptor).is_none()
        })
    }

    fn nest(self) -> Nest {
        let mut methods = Vec::new();
        for id in self.methods() {
            let method = self.hierarchy.method(id);
            if !method.has_code {
                continue;
            }
            let accesses = self.accesses.get(&id).into_iter().flatten();
            let targets = self.targets.get(&id).into_iter().flatten();
            let receiver = (!method.is(flags::STATIC)).then_some(None);
            methods.push(NestMethod {
                method: id,
                is_closed: self.is_closed(id),
                has_receiver: !method.is(flags::STATIC),
                makes: (method.name == "<init>").then(|| self.number(id.class)).flatten(),
                accesses: accesses
                    .filter_map(|(&column, field)| Some((column, *self.numbers.get(field)?)))
                    .collect(),
                targets: targets.map(|(&column, all)| (column, all.clone())).collect(),
                params: receiver.into_iter().chain(method.ty.parameters.iter().map(limits)).collect(),
            });
        }
        Nest { methods, fields: self.fields }
    }

    fn number(&self, class: ClassId) -> Option<u32> {
        self.classes.iter().position(|&other| other == class).map(|number| number as u32)
    }
}

/// What becomes of the fields of an object that is read from a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Streams {
    /// No object is read from one without a constructor.
    None,
    /// They are as they were written, but for transient ones.
    Written,
    /// That is not known.
    Unknown,
}

/// The least and the greatest value of a type that is smaller than the register it is held in.
fn limits(ty: &FieldType) -> Option<(i64, i64)> {
    match ty {
        FieldType::Base(BaseType::Boolean) => Some((0, 1)),
        FieldType::Base(BaseType::Byte) => Some((i8::MIN.into(), i8::MAX.into())),
        FieldType::Base(BaseType::Short) => Some((i16::MIN.into(), i16::MAX.into())),
        FieldType::Base(BaseType::Char) => Some((0, u16::MAX.into())),
        _ => None,
    }
}
