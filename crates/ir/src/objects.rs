//! Managed objects: the class table, and the operations that only managed languages have.
//!
//! ```text
//! object   +0 class (u32)   +4 lock (u32)   +8 fields, those of the superclass first
//! array    +0 class (u32)   +4 lock (u32)   +8 length (u32)   +16 elements
//! ```
//!
//! A reference is a pointer to the first byte of an object, or null. Objects lie in the machine's byte-addressed
//! memory like any other, so fields are read and written by ordinary loads and stores, and a null reference faults
//! there. A language may raise such faults as exceptions: see [`Raiser`].
//!
//! Classes are numbered so that a class follows its superclass and its interfaces.

pub use crate::ids::ClassId;
use crate::ids::FuncId;
use crate::types::Type;
use trine_base::IndexVec;

/// Bytes in front of an object's first field.
pub const HEADER_BYTES: u64 = 8;
/// Where the lock is kept: how often the object's monitor was entered.
pub const LOCK_OFFSET: u64 = 4;
/// Where an array's length is kept.
pub const LENGTH_OFFSET: u64 = 8;
/// Where an array's first element lies.
pub const ELEMENTS_OFFSET: u64 = 16;
/// The most superclasses and interfaces that are walked, in case a table was not verified.
const MAX_DEPTH: usize = 1 << 12;

/// A class, an interface, or a type of arrays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Its name, unique in the program.
    pub name: String,
    /// What its objects look like.
    pub kind: ClassKind,
    /// The class that it extends; of an interface, the class of which all its instances are.
    pub superclass: Option<ClassId>,
    /// The interfaces that it names itself; for an interface those that it extends.
    pub interfaces: Vec<ClassId>,
    /// Its own fields; those of the superclass lie in front of them.
    pub fields: Vec<Field>,
    /// The function of each virtual method; `None` where it is abstract. A subclass keeps the positions.
    /// For an interface: its methods, with the function of a default method.
    pub vtable: Vec<Option<FuncId>>,
    /// For each interface that the class implements: the function of each of the interface's methods.
    pub itables: Vec<(ClassId, Vec<Option<FuncId>>)>,
    /// Bytes of the object that holds its static fields.
    pub static_bytes: u32,
    /// Runs before the class is used for the first time.
    pub initialiser: Option<FuncId>,
}

/// What the objects of a class look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    /// Objects of this many bytes, header included.
    Instance {
        /// Bytes.
        size_bytes: u32,
    },
    /// No objects of its own.
    Interface,
    /// Arrays.
    Array {
        /// Type of an element, of 1, 2, 4 or 8 bytes.
        element: Type,
        /// For references: the class of what may be stored.
        class: Option<ClassId>,
    },
}

/// A field of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Bytes from the object's start.
    pub offset: u32,
}

/// A fault that is raised as an exception: the machine calls a function that makes the exception and throws it, as if
/// the operation that faulted were that call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raiser {
    /// Which.
    pub fault: RaisedFault,
    /// The function. Its parameters receive what [`RaisedFault`] says of the fault, as far as it has some.
    pub function: FuncId,
}

/// Faults that a language may raise as exceptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RaisedFault {
    /// Access through null. Nothing more.
    NullDereference,
    /// Integer division by zero. Nothing more.
    DivisionByZero,
    /// An index outside of an array: index, length.
    ArrayIndex,
    /// An array of negative length: length.
    NegativeLength,
    /// An object that is no instance of the class wanted: object, class.
    BadCast,
    /// A reference that an array may not hold: reference, array.
    BadElement,
    /// A monitor left that was not entered: object.
    MonitorState,
    /// Call of a method without body: object.
    AbstractCall,
    /// Too many nested calls. Nothing more.
    StackOverflow,
    /// No memory for a new object. Nothing more.
    OutOfMemory,
}

/// An operation on objects. Operands in the order in which the text form has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectOp {
    /// `() -> ptr`: a new object of a class, its fields zero.
    New(ClassId),
    /// `(length: i32) -> ptr`: a new array of a class, its elements zero. Faults: negative length.
    NewArray(ClassId),
    /// `(array: ptr) -> i32`. Faults: null.
    ArrayLength,
    /// `(array: ptr, index: i32) -> element`. Faults: null, index.
    ArrayLoad,
    /// `(array: ptr, index: i32, element)`. Faults: null, index, and references that the array may not hold.
    ArrayStore,
    /// `(object: ptr) -> i1`: whether it is an instance of the class; null is not.
    TypeTest(ClassId),
    /// `(object: ptr)`. Faults: neither null nor an instance of the class.
    CheckCast(ClassId),
    /// `(object: ptr)`. Faults: null.
    NullCheck,
    /// `(object: ptr) -> i32`: the number of its class. Faults: null.
    ClassOf,
    /// `(object: ptr) -> i32`: a number that stays the same while the object lives; 0 for null.
    IdentityHash,
    /// `()`: initialises a class, superclasses first, unless that was begun before.
    EnsureInit(ClassId),
    /// `() -> ptr`: the object that holds the static fields of a class, its bytes zero at first.
    Statics(ClassId),
    /// `(object: ptr)`. Faults: null.
    MonitorEnter,
    /// `(object: ptr)`. Faults: null, a monitor that was not entered.
    MonitorExit,
}

impl ObjectOp {
    /// The class that it names.
    #[must_use]
    pub fn class(self) -> Option<ClassId> {
        match self {
            Self::New(class)
            | Self::NewArray(class)
            | Self::TypeTest(class)
            | Self::CheckCast(class)
            | Self::EnsureInit(class)
            | Self::Statics(class) => Some(class),
            _ => None,
        }
    }

    /// Whether it may be dropped when its result is not used.
    #[must_use]
    pub fn is_pure(self) -> bool {
        matches!(self, Self::TypeTest(_) | Self::IdentityHash | Self::Statics(_))
    }
}

impl ClassKind {
    /// Bytes of an element of an array.
    #[must_use]
    pub fn element_bytes(self) -> Option<u32> {
        match self {
            Self::Array { element, .. } => Some(element.store_size_bytes()),
            _ => None,
        }
    }
}

/// What can be asked of a table of classes.
pub trait Classes {
    /// The class.
    fn class(&self, id: ClassId) -> Option<&Class>;

    /// Whether every instance of `sub` is one of `class`. Arrays of references are as their elements are.
    fn is_subclass(&self, sub: ClassId, class: ClassId) -> bool {
        self.supertypes(sub).contains(&class) || self.is_covariant(sub, class)
    }

    /// Whether both are arrays of references and the elements of `sub` are elements of `class`.
    fn is_covariant(&self, sub: ClassId, class: ClassId) -> bool {
        let element = |id| match self.class(id)?.kind {
            ClassKind::Array { class, .. } => class,
            _ => None,
        };
        match (element(sub), element(class)) {
            (Some(sub), Some(class)) => self.is_subclass(sub, class),
            _ => false,
        }
    }

    /// `id`, its superclasses, and all interfaces of these; each once, in order of number.
    fn supertypes(&self, id: ClassId) -> Vec<ClassId> {
        let mut found = vec![id];
        let mut next = 0;
        while let Some(&id) = found.get(next) {
            next += 1;
            let Some(class) = self.class(id).filter(|_| next < MAX_DEPTH) else { continue };
            for &above in class.superclass.iter().chain(&class.interfaces) {
                if !found.contains(&above) {
                    found.push(above);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// Steps in the hierarchy from `class` to `wanted`, which is no class above it: up to the nearest supertype of
    /// both, and down again.
    fn steps_between(&self, class: ClassId, wanted: ClassId) -> u32 {
        let (from, to) = (self.heights(class), self.heights(wanted));
        let shared = from
            .iter()
            .filter_map(|(id, up)| to.iter().find(|(other, _)| other == id).map(|(_, down)| up + down));
        // Without a common supertype: over a root above all.
        let apart = |heights: &[(ClassId, u32)]| heights.iter().map(|entry| entry.1).max().unwrap_or(0) + 1;
        shared.min().unwrap_or_else(|| apart(&from) + apart(&to))
    }

    /// All supertypes of `id` with how many steps above it they are at least.
    fn heights(&self, id: ClassId) -> Vec<(ClassId, u32)> {
        let mut found = vec![(id, 0)];
        let mut next = 0;
        while let Some(&(id, height)) = found.get(next) {
            next += 1;
            let Some(class) = self.class(id).filter(|_| next < MAX_DEPTH) else { continue };
            for &above in class.superclass.iter().chain(&class.interfaces) {
                if found.iter().all(|entry| entry.0 != above) {
                    found.push((above, height + 1));
                }
            }
        }
        found
    }
}

impl Classes for IndexVec<ClassId, Class> {
    fn class(&self, id: ClassId) -> Option<&Class> {
        self.get(id)
    }
}

impl Class {
    /// A class of this name and kind without anything.
    #[must_use]
    pub fn new(name: &str, kind: ClassKind) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            superclass: None,
            interfaces: Vec::new(),
            fields: Vec::new(),
            vtable: Vec::new(),
            itables: Vec::new(),
            static_bytes: 0,
            initialiser: None,
        }
    }

    /// The function of method `method` of interface `interface`, if the class has one.
    #[must_use]
    pub fn interface_method(&self, interface: ClassId, method: u32) -> Option<FuncId> {
        let (_, functions) = self.itables.iter().find(|(id, _)| *id == interface)?;
        functions.get(method as usize).copied().flatten()
    }
}
