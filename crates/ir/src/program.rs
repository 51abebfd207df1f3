//! A program: tables of callables, globals and classes; bodies are lowered on first use.
//!
//! ```text
//! Program ── shared ──> Tables { callables[FuncId], globals[GlobalId] { bytes + relocations }, classes[ClassId], files }
//!    │                  BodySource (front end)
//!    └─ bodies[FuncId]: OnceLock<Function>, filled by body(id)
//! ```
//!
//! A program may grow: lowering a body may add the functions and classes that it names. What is added goes behind what
//! was there from the start and belongs to one opening of the program. Who works on a unit works alone on an
//! opening, and lowers bodies in an order that depends on the unit only; so do the numbers of what is added.
//!
//! Bodies are by far the largest part, and who has one may hold on to it. So they are never taken out of a program:
//! who works on a part of a program opens it anew ([`Program::reopened`]), and the bodies go when that goes.

use crate::function::Function;
use crate::growing::{Growing, Slots};
use crate::ids::{ClassId, FuncId, GlobalId};
use crate::objects::{Class, ClassKind, Classes, RaisedFault, Raiser};
use crate::types::Signature;
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::ops::Deref;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use trine_base::index::TypedIndex;
use trine_base::{FileId, IndexVec, Span};

/// Lowers bodies on demand. Implemented by front ends.
pub trait BodySource: Send + Sync {
    /// The body of `function`, verified; called once per function and opening of the program, always with the same result.
    ///
    /// # Errors
    /// When the body cannot be read or uses something not supported.
    fn lower(&self, function: FuncId) -> Result<Function, BodyError>;

    /// The same for languages whose programs grow: the body may name functions and classes that it adds to `tables`
    /// ([`Tables::declare`], [`Tables::declare_class`]), and `function` may be one added before.
    ///
    /// # Errors
    /// As [`BodySource::lower`].
    fn lower_growing(&self, function: FuncId, tables: &Tables) -> Result<Function, BodyError> {
        let _ = tables;
        self.lower(function)
    }
}

/// Why a function has no body to run: a limit of the tool or a broken input, never a panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyError {
    /// What is not supported, or wrong: "inline assembly".
    pub what: String,
    /// Where in the source.
    pub span: Option<Span>,
}

impl fmt::Display for BodyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        match &self.span {
            Some(span) => write!(f, " at line {}", span.start),
            None => Ok(()),
        }
    }
}

impl std::error::Error for BodyError {}

/// What a target makes of pointers and of arguments in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DataModel {
    /// Bytes of a pointer in memory, 8 or 4. In registers pointers have 64 bits whatever the target.
    pub pointer_bytes: u32,
    /// What the address of a variable argument of eight bytes is a multiple of: 8, or 4 on i386.
    pub wide_argument_align: u32,
}

impl Default for DataModel {
    /// That of x86-64.
    fn default() -> Self {
        Self { pointer_bytes: 8, wide_argument_align: 8 }
    }
}

/// A function of a program, with or without a body.
#[derive(Clone, Debug)]
pub struct Callable {
    /// Symbol name, unique in the program (file-local symbols of linked units are renamed).
    pub name: String,
    /// Parameters and results.
    pub signature: Signature,
    /// Whether a front end can supply a body.
    pub defined: bool,
    /// Whether calls never return.
    pub no_return: bool,
    /// Whether the symbol is visible outside its file.
    pub external: bool,
    /// Whether another definition may take its place when the program is linked.
    pub weak: bool,
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct Global {
    /// Symbol name, unique in the program.
    pub name: String,
    /// Size in bytes.
    pub size_bytes: u64,
    /// Alignment in bytes.
    pub align_bytes: u32,
    /// Initial content: `size_bytes` bytes, or empty for all zero.
    pub bytes: Vec<u8>,
    /// Addresses inside the initial content.
    pub relocations: Vec<Relocation>,
    /// Writing to it is a fault.
    pub constant: bool,
    /// Declared but not defined in the program.
    pub undefined: bool,
    /// Whether another definition may take its place when the program is linked.
    pub weak: bool,
}

/// An address, as many bytes as pointers have, at `offset` in a global's initial content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// Where it is written.
    pub offset: u64,
    /// What it is the address of.
    pub target: RelocationTarget,
}

/// What an address in an initialiser points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelocationTarget {
    /// A global, plus bytes.
    Global(GlobalId, i64),
    /// A function.
    Function(FuncId),
    /// A block of a function: its position in the lowered body's address table.
    Block(FuncId, crate::ids::Block),
}

/// Callables and globals of the code under test. Its tables are those of [`Tables`].
pub struct Program {
    tables: Tables,
    source: Arc<dyn BodySource>,
    bodies: Vec<OnceLock<Body>>,
    /// Those of functions that were added later.
    grown_bodies: Slots<Body>,
    /// Values of the bodies lowered so far.
    lowered_values: AtomicUsize,
}

type Body = Result<Arc<Function>, BodyError>;

/// What a program consists of. Functions and classes may be added while it runs; what is added belongs to this
/// opening of the program alone.
pub struct Tables {
    /// Functions, with or without bodies.
    pub callables: Growing<FuncId, Callable>,
    /// Global variables.
    pub globals: Arc<IndexVec<GlobalId, Global>>,
    /// Classes of managed objects.
    pub classes: Growing<ClassId, Class>,
    /// Faults that are raised as exceptions.
    pub raisers: Arc<[Raiser]>,
    /// What the target makes of pointers and of arguments.
    pub target: DataModel,
    /// Paths of source files.
    pub files: Arc<IndexVec<FileId, String>>,
    /// By symbol name; of several with one name, the first.
    function_names: Arc<HashMap<String, FuncId>>,
    global_names: Arc<HashMap<String, GlobalId>>,
    class_names: Arc<HashMap<String, ClassId>>,
    /// Names of what was added.
    added: Mutex<Added>,
}

#[derive(Default)]
struct Added {
    functions: HashMap<String, FuncId>,
    classes: HashMap<String, ClassId>,
}

impl Deref for Program {
    type Target = Tables;

    fn deref(&self) -> &Tables {
        &self.tables
    }
}

impl Program {
    /// A program whose bodies `source` supplies.
    #[must_use]
    pub fn new(
        callables: IndexVec<FuncId, Callable>,
        globals: IndexVec<GlobalId, Global>,
        files: IndexVec<FileId, String>,
        source: Box<dyn BodySource>,
    ) -> Self {
        let mut function_names = HashMap::with_capacity(callables.len());
        for (id, callable) in callables.iter_enumerated() {
            function_names.entry(callable.name.clone()).or_insert(id);
        }
        let mut global_names = HashMap::with_capacity(globals.len());
        for (id, global) in globals.iter_enumerated() {
            global_names.entry(global.name.clone()).or_insert(id);
        }
        let tables = Tables {
            callables: Growing::new(callables),
            globals: Arc::new(globals),
            classes: Growing::new(IndexVec::new()),
            raisers: Arc::default(),
            target: DataModel::default(),
            files: Arc::new(files),
            function_names: Arc::new(function_names),
            global_names: Arc::new(global_names),
            class_names: Arc::default(),
            added: Mutex::default(),
        };
        Self::unopened(tables, source.into())
    }

    /// The same program with these classes, and faults that are raised as exceptions.
    #[must_use]
    pub fn with_objects(&self, classes: IndexVec<ClassId, Class>, raisers: Vec<Raiser>) -> Self {
        let mut tables = self.tables.at_start();
        let mut names = HashMap::with_capacity(classes.len());
        for (id, class) in classes.iter_enumerated() {
            names.entry(class.name.clone()).or_insert(id);
        }
        tables.class_names = Arc::new(names);
        tables.classes = Growing::new(classes);
        tables.raisers = raisers.into();
        Self::unopened(tables, Arc::clone(&self.source))
    }

    /// The same program for a target of this data model.
    #[must_use]
    pub fn for_target(mut self, target: DataModel) -> Self {
        self.tables.target = target;
        self
    }

    /// The same program without a body and without what was added to its tables: both lower what they are asked for,
    /// in the same order to equal bodies.
    ///
    /// Cost: a word or two for each callable.
    #[must_use]
    pub fn reopened(&self) -> Self {
        Self::unopened(self.tables.at_start(), Arc::clone(&self.source))
    }

    /// The program as it is now, what was added to its tables included, with bodies from `source`.
    #[must_use]
    pub fn with_source(&self, source: Box<dyn BodySource>) -> Self {
        let mut tables = self.tables.at_start();
        if self.callables.len() > tables.callables.len() {
            tables.callables = self.callables.copied();
        }
        if self.classes.len() > tables.classes.len() {
            tables.classes = self.classes.copied();
        }
        Self::unopened(tables, source.into())
    }

    /// The same program, its variables beginning with other content.
    #[must_use]
    pub fn with_globals(&self, globals: IndexVec<GlobalId, Global>) -> Self {
        let mut tables = self.tables.at_start();
        tables.globals = Arc::new(globals);
        Self::unopened(tables, Arc::clone(&self.source))
    }

    /// The same program, its source files being named as `name` says.
    #[must_use]
    pub fn with_files_named(&self, name: impl FnMut(&mut String)) -> Self {
        let mut tables = self.tables.at_start();
        Arc::make_mut(&mut tables.files).iter_mut().for_each(name);
        Self::unopened(tables, Arc::clone(&self.source))
    }

    fn unopened(tables: Tables, source: Arc<dyn BodySource>) -> Self {
        let bodies = tables.callables.iter().map(|_| OnceLock::new()).collect();
        Self { tables, source, bodies, grown_bodies: Slots::new(), lowered_values: AtomicUsize::new(0) }
    }

    /// The body of `function`, lowered on first use and kept.
    ///
    /// # Errors
    /// The front end's reason when there is no usable body.
    pub fn body(&self, function: FuncId) -> Result<&Arc<Function>, &BodyError> {
        let lower = || {
            let body = self.source.lower_growing(function, &self.tables)?;
            self.lowered_values.fetch_add(body.values.len(), Ordering::Relaxed);
            Ok(Arc::new(body))
        };
        let place = match self.bodies.get(function.position()) {
            Some(place) => place,
            None => self.grown_bodies.slot(function.position() - self.bodies.len()),
        };
        place.get_or_init(lower).as_ref()
    }

    /// Registers and constants of the bodies lowered so far: a measure of the memory they take.
    #[must_use]
    pub fn lowered_values(&self) -> usize {
        self.lowered_values.load(Ordering::Relaxed)
    }

    /// The same program, but that `functions` are only declared in it.
    #[must_use]
    pub fn without_bodies(&self, functions: &[FuncId]) -> Self {
        let mut tables = self.tables.at_start();
        tables.callables = tables.callables.copied();
        for &function in functions {
            tables.callables[function].defined = false;
        }
        Self::unopened(tables, Arc::clone(&self.source))
    }
}

impl Classes for Tables {
    fn class(&self, id: ClassId) -> Option<&Class> {
        self.classes.get(id)
    }
}

impl Tables {
    /// The tables without what was added.
    fn at_start(&self) -> Self {
        Self {
            callables: self.callables.at_start(),
            globals: Arc::clone(&self.globals),
            classes: self.classes.at_start(),
            raisers: Arc::clone(&self.raisers),
            target: self.target,
            files: Arc::clone(&self.files),
            function_names: Arc::clone(&self.function_names),
            global_names: Arc::clone(&self.global_names),
            class_names: Arc::clone(&self.class_names),
            added: Mutex::default(),
        }
    }

    /// The function with the name of `callable`, added as `callable` if there is none.
    pub fn declare(&self, callable: Callable) -> FuncId {
        if let Some(&known) = self.function_names.get(&callable.name) {
            return known;
        }
        let mut added = self.added.lock().unwrap_or_else(PoisonError::into_inner);
        let name = callable.name.clone();
        *added.functions.entry(name).or_insert_with(|| self.callables.add(callable))
    }

    /// The class with the name of `class`, added as `class` if there is none. Its superclass and interfaces must have
    /// been declared.
    pub fn declare_class(&self, class: Class) -> ClassId {
        if let Some(&known) = self.class_names.get(&class.name) {
            return known;
        }
        let mut added = self.added.lock().unwrap_or_else(PoisonError::into_inner);
        let name = class.name.clone();
        *added.classes.entry(name).or_insert_with(|| self.classes.add(class))
    }

    /// The class named `name`.
    #[must_use]
    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        let added = || self.added.lock().unwrap_or_else(PoisonError::into_inner).classes.get(name).copied();
        self.class_names.get(name).copied().or_else(added)
    }

    /// The function that raises `fault` as an exception, if one does.
    #[must_use]
    pub fn raiser(&self, fault: RaisedFault) -> Option<FuncId> {
        self.raisers.iter().find(|raiser| raiser.fault == fault).map(|raiser| raiser.function)
    }

    /// The functions that a virtual or interface call may enter, by the classes known: those of `class` and of its
    /// subclasses.
    #[must_use]
    pub fn overriders(&self, class: ClassId, method: u32) -> BTreeSet<FuncId> {
        let is_interface =
            matches!(self.classes.get(class).map(|class| class.kind), Some(ClassKind::Interface));
        let of = |(id, candidate): (ClassId, &Class)| {
            if is_interface {
                return candidate.interface_method(class, method);
            }
            if candidate.kind == ClassKind::Interface {
                return None;
            }
            let own = candidate.vtable.get(method as usize).copied().flatten();
            own.filter(|_| self.is_subclass(id, class))
        };
        self.classes.iter_enumerated().filter_map(of).collect()
    }

    /// The callable named `name` when the program was made.
    #[must_use]
    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        self.function_names.get(name).copied()
    }

    /// The global named `name` when the program was made.
    #[must_use]
    pub fn global_named(&self, name: &str) -> Option<GlobalId> {
        self.global_names.get(name).copied()
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program")
            .field("callables", &self.callables.len())
            .field("globals", &self.globals.len())
            .finish_non_exhaustive()
    }
}
