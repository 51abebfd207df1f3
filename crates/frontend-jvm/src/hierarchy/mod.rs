//! Classes as they relate to each other: superclasses, interfaces, layout of fields, and which method a call selects.
//!
//! A [`Hierarchy`] loads a class, and the classes above it, when it is first asked for, and keeps it. Ids are given in
//! the order of loading, so that who asks in a fixed order gets fixed ids. Nothing is initialised here and no code is
//! read. Source: The Java Virtual Machine Specification, Java SE 25, 5.3 to 5.4.
//!
//! Deviations: one class loader, so that a name is a class; access checks are not made, since compilers made them.

mod dispatch;
mod layout;
mod member;
mod resolution;
mod subtypes;

pub use dispatch::{Dispatch, VtableEntry};
pub use layout::{HEADER_BYTES, Layout, PlacedField};
pub use member::{FieldId, MethodId};

use crate::class::{ClassFile, flags};
use crate::container::ClassPath;
use crate::error::JvmError;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use trine_base::{IndexVec, typed_index};

typed_index! {
    /// A class or interface of a hierarchy; arrays have none.
    pub struct ClassId = "class"
}

/// A class with what follows from the classes above it.
#[derive(Debug)]
pub struct Class {
    /// What its file says.
    pub file: Arc<ClassFile>,
    /// The superclass; `None` for `java/lang/Object`.
    pub superclass: Option<ClassId>,
    /// Interfaces that it names itself.
    pub interfaces: Vec<ClassId>,
    /// All interfaces that it is an instance of, each once, those nearer to it first.
    pub all_interfaces: Vec<ClassId>,
    /// Superclasses between it and `java/lang/Object`, this one included: the length of the chain.
    pub depth: usize,
    /// Where its instance fields lie.
    pub layout: Layout,
    /// The methods that calls on its instances select.
    pub dispatch: Dispatch,
}

impl Class {
    /// Its internal name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.file.name
    }

    /// Whether it is an interface.
    #[must_use]
    pub fn is_interface(&self) -> bool {
        self.file.is(flags::INTERFACE)
    }
}

/// Why a class cannot be used, as the exception that Java would throw at the place of its use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkageError {
    /// `NoClassDefFoundError`: no container has it.
    NoClass(String),
    /// `ClassCircularityError`: it would be its own superclass or interface.
    Circular(String),
    /// `IncompatibleClassChangeError`: a class where an interface must be, or the other way round.
    Incompatible(String),
    /// `ClassFormatError` and its like: the file is damaged; the whole message.
    Damaged(String),
    /// `NoSuchFieldError`: class, name and descriptor.
    NoField(String),
    /// `NoSuchMethodError`: class, name and descriptor.
    NoMethod(String),
}

impl std::fmt::Display for LinkageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoClass(name) => write!(f, "class `{name}` is not on the class path"),
            Self::Circular(name) => write!(f, "class `{name}` is above itself"),
            Self::Incompatible(what) | Self::Damaged(what) => f.write_str(what),
            Self::NoField(field) => write!(f, "there is no field `{field}`"),
            Self::NoMethod(method) => write!(f, "there is no method `{method}`"),
        }
    }
}

impl std::error::Error for LinkageError {}

impl From<JvmError> for LinkageError {
    fn from(error: JvmError) -> Self {
        Self::Damaged(error.to_string())
    }
}

/// The classes loaded so far.
#[derive(Debug)]
pub struct Hierarchy {
    path: ClassPath,
    classes: IndexVec<ClassId, Class>,
    /// What asking for a name came to; a failure stays one (JVMS 5.4.3).
    by_name: HashMap<String, Result<ClassId, LinkageError>>,
    /// Names being loaded now, to notice circles.
    loading: Vec<String>,
    /// Methods whose code is not used, because the runtime does what they do.
    replaced: HashSet<String>,
    /// Classes whose code tells which probes of the coverage it passes.
    probed: HashSet<String>,
    /// Classes whose code tells of its calls.
    carved: HashSet<String>,
}

impl Hierarchy {
    /// No class yet, from the classes that `path` has.
    #[must_use]
    pub fn new(path: ClassPath) -> Self {
        Self {
            path,
            classes: IndexVec::new(),
            by_name: HashMap::new(),
            loading: Vec::new(),
            replaced: HashSet::new(),
            probed: HashSet::new(),
            carved: HashSet::new(),
        }
    }

    /// Names methods, as `java/lang/Thread.yield()V`, whose code is not used: they are declared as natives are.
    pub fn replace(&mut self, methods: impl IntoIterator<Item = String>) {
        self.replaced.extend(methods);
    }

    /// Whether the code of the method with this name is not used.
    #[must_use]
    pub fn is_replaced(&self, name: &str) -> bool {
        self.replaced.contains(name)
    }

    /// Names classes, as `com/acme/Account`, whose methods tell which probes ([`crate::cover`]) they pass. To be said before
    /// any of them is lowered.
    pub fn probe(&mut self, classes: impl IntoIterator<Item = String>) {
        self.probed.extend(classes);
    }

    /// Whether methods of the class with this name tell which probes they pass.
    #[must_use]
    pub fn is_probed(&self, class: &str) -> bool {
        self.probed.contains(class)
    }

    /// Names classes whose methods tell of the calls that they make of other classes ([`crate::lower::carve`]). To be said before any of
    /// them is lowered.
    pub fn carve(&mut self, classes: impl IntoIterator<Item = String>) {
        self.carved.extend(classes);
    }

    /// Whether methods of the class with this name tell of their calls.
    #[must_use]
    pub fn is_carved(&self, class: &str) -> bool {
        self.carved.contains(class)
    }

    /// Where the classes come from.
    #[must_use]
    pub fn path(&self) -> &ClassPath {
        &self.path
    }

    /// The class with the id `id`.
    #[must_use]
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id]
    }

    /// Classes loaded so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether no class is loaded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// The class `name`, loaded with all above it if need be.
    ///
    /// # Errors
    /// When it, or one above it, is missing or damaged; asking again gives the same error.
    pub fn load(&mut self, name: &str) -> Result<ClassId, LinkageError> {
        if let Some(known) = self.by_name.get(name) {
            return known.clone();
        }
        if self.loading.iter().any(|loading| loading == name) {
            return Err(LinkageError::Circular(name.to_owned()));
        }
        self.loading.push(name.to_owned());
        let loaded = self.read(name);
        self.loading.pop();
        self.by_name.insert(name.to_owned(), loaded.clone());
        loaded
    }

    fn read(&mut self, name: &str) -> Result<ClassId, LinkageError> {
        let found = self.path.find_class(name)?.ok_or_else(|| LinkageError::NoClass(name.to_owned()))?;
        self.link(ClassFile::read(name, found)?)
    }

    /// Adds a class that no file holds, unless there is one with its name.
    ///
    /// # Errors
    /// When a class above it is missing or damaged.
    pub fn define(&mut self, file: ClassFile) -> Result<ClassId, LinkageError> {
        let name = file.name.clone();
        if let Some(known) = self.by_name.get(&name) {
            return known.clone();
        }
        let linked = self.link(file);
        self.by_name.insert(name, linked.clone());
        linked
    }

    /// Adds a class that a program brings while it runs, though its name may have been asked for before in vain.
    ///
    /// # Errors
    /// When a class above it is missing or damaged.
    pub fn redefine(&mut self, file: ClassFile) -> Result<ClassId, LinkageError> {
        if let Some(Err(_)) = self.by_name.get(&file.name) {
            self.by_name.remove(&file.name);
        }
        self.define(file)
    }

    fn link(&mut self, file: ClassFile) -> Result<ClassId, LinkageError> {
        let file = Arc::new(file);
        let name = file.name.as_str();
        let superclass = file.superclass.as_deref().map(|above| self.load(above)).transpose()?;
        if let Some(above) = superclass
            && self.classes[above].is_interface()
        {
            return Err(LinkageError::Incompatible(format!("`{name}` extends an interface")));
        }
        if superclass.is_none() && name != "java/lang/Object" {
            return Err(LinkageError::Incompatible(format!("`{name}` has no superclass")));
        }
        let mut interfaces = Vec::with_capacity(file.interfaces.len());
        for interface in &file.interfaces {
            let id = self.load(interface)?;
            if !self.classes[id].is_interface() {
                return Err(LinkageError::Incompatible(format!(
                    "`{name}` implements the class `{interface}`"
                )));
            }
            interfaces.push(id);
        }
        let layout = Layout::new(&file, superclass.map(|above| &self.classes[above].layout));
        let mut class = Class {
            depth: superclass.map_or(0, |above| self.classes[above].depth + 1),
            all_interfaces: self.all_interfaces(superclass, &interfaces),
            file,
            superclass,
            interfaces,
            layout,
            dispatch: Dispatch::default(),
        };
        let id = self.classes.next_index();
        class.dispatch = Dispatch::new(self, id, &class);
        self.classes.push(class);
        Ok(id)
    }

    /// The interfaces of a class that names `own` and extends `superclass`.
    fn all_interfaces(&self, superclass: Option<ClassId>, own: &[ClassId]) -> Vec<ClassId> {
        let mut all: Vec<ClassId> = Vec::new();
        let inherited = superclass.map_or(&[][..], |above| &self.classes[above].all_interfaces);
        let of_own =
            own.iter().flat_map(|&id| std::iter::once(id).chain(self.classes[id].all_interfaces.clone()));
        for id in of_own.chain(inherited.iter().copied()) {
            if !all.contains(&id) {
                all.push(id);
            }
        }
        all
    }
}
