//! A program: tables of callables and globals; bodies are lowered on first use.
//!
//! ```text
//! Program ── shared ──> Tables { callables[FuncId], globals[GlobalId] { bytes + relocations }, files }
//!    │                  BodySource (front end)
//!    └─ bodies[FuncId]: OnceLock<Function>, filled by body(id)
//! ```
//!
//! Bodies are by far the largest part, and who has one may hold on to it. So they are never taken out of a program:
//! who works on a part of a program opens it anew ([`Program::reopened`]), and the bodies go when that goes.

use crate::function::Function;
use crate::types::Signature;
use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use trine_base::index::TypedIndex;
use trine_base::{FileId, IndexVec, Span, typed_index};

typed_index! {
    /// A callable of a program.
    pub struct FuncId = "fn"
}
typed_index! {
    /// A global variable of a program.
    pub struct GlobalId = "global"
}

/// Lowers bodies on demand. Implemented by front ends.
pub trait BodySource: Send + Sync {
    /// The body of `function`, verified; called once per function and opening of the program, always with the same result.
    ///
    /// # Errors
    /// When the body cannot be read or uses something not supported.
    fn lower(&self, function: FuncId) -> Result<Function, BodyError>;
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

/// An address of 8 bytes at `offset` in a global's initial content.
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
    Block(FuncId, crate::function::Block),
}

/// Callables and globals of the code under test. Its tables are those of [`Tables`].
pub struct Program {
    tables: Arc<Tables>,
    source: Arc<dyn BodySource>,
    bodies: Vec<OnceLock<Result<Arc<Function>, BodyError>>>,
    /// Values of the bodies lowered so far.
    lowered_values: AtomicUsize,
}

/// What of a program is there from the start.
#[derive(Clone)]
pub struct Tables {
    /// Functions, with or without bodies.
    pub callables: IndexVec<FuncId, Callable>,
    /// Global variables.
    pub globals: IndexVec<GlobalId, Global>,
    /// Paths of source files.
    pub files: IndexVec<FileId, String>,
    /// By symbol name; of several with one name, the first.
    function_names: HashMap<String, FuncId>,
    global_names: HashMap<String, GlobalId>,
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
        let tables = Tables { callables, globals, files, function_names, global_names };
        Self::unopened(Arc::new(tables), source.into())
    }

    /// The same program without a body: both lower what they are asked for, to equal bodies.
    ///
    /// Cost: a word or two for each callable.
    #[must_use]
    pub fn reopened(&self) -> Self {
        Self::unopened(Arc::clone(&self.tables), Arc::clone(&self.source))
    }

    /// The same program, its source files being named as `name` says.
    #[must_use]
    pub fn with_files_named(&self, name: impl FnMut(&mut String)) -> Self {
        let mut tables = Tables::clone(&self.tables);
        tables.files.iter_mut().for_each(name);
        Self::unopened(Arc::new(tables), Arc::clone(&self.source))
    }

    fn unopened(tables: Arc<Tables>, source: Arc<dyn BodySource>) -> Self {
        let bodies = tables.callables.iter().map(|_| OnceLock::new()).collect();
        Self { tables, source, bodies, lowered_values: AtomicUsize::new(0) }
    }

    /// The body of `function`, lowered on first use and kept.
    ///
    /// # Errors
    /// The front end's reason when there is no usable body.
    pub fn body(&self, function: FuncId) -> Result<&Arc<Function>, &BodyError> {
        let lower = || {
            let body = self.source.lower(function)?;
            self.lowered_values.fetch_add(body.values.len(), Ordering::Relaxed);
            Ok(Arc::new(body))
        };
        self.bodies[function.position()].get_or_init(lower).as_ref()
    }

    /// Registers and constants of the bodies lowered so far: a measure of the memory they take.
    #[must_use]
    pub fn lowered_values(&self) -> usize {
        self.lowered_values.load(Ordering::Relaxed)
    }

    /// The same program, but that `functions` are only declared in it.
    #[must_use]
    pub fn without_bodies(&self, functions: &[FuncId]) -> Self {
        let mut tables = Tables::clone(&self.tables);
        for &function in functions {
            tables.callables[function].defined = false;
        }
        Self::unopened(Arc::new(tables), Arc::clone(&self.source))
    }
}

impl Tables {
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
