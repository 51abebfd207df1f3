//! A program: tables of callables and globals; bodies are lowered on first use.
//!
//! ```text
//! Program { callables[FuncId] ── body(id) ──> OnceLock<Function>  <── BodySource (front end)
//!           globals[GlobalId] { bytes + relocations } }
//! ```

use crate::function::Function;
use crate::types::Signature;
use std::collections::HashMap;
use std::fmt;
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
    /// The body of `function`, verified; called once per function.
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

/// Callables and globals of the code under test.
pub struct Program {
    /// Functions, with or without bodies.
    pub callables: IndexVec<FuncId, Callable>,
    /// Global variables.
    pub globals: IndexVec<GlobalId, Global>,
    /// Paths of source files.
    pub files: IndexVec<FileId, String>,
    source: Box<dyn BodySource>,
    bodies: Vec<OnceLock<Result<Arc<Function>, BodyError>>>,
    /// By symbol name; of several with one name, the first.
    function_names: HashMap<String, FuncId>,
    global_names: HashMap<String, GlobalId>,
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
        let bodies = callables.iter().map(|_| OnceLock::new()).collect();
        let mut function_names = HashMap::with_capacity(callables.len());
        for (id, callable) in callables.iter_enumerated() {
            function_names.entry(callable.name.clone()).or_insert(id);
        }
        let mut global_names = HashMap::with_capacity(globals.len());
        for (id, global) in globals.iter_enumerated() {
            global_names.entry(global.name.clone()).or_insert(id);
        }
        Self { callables, globals, files, source, bodies, function_names, global_names }
    }

    /// The body of `function`, lowered on first use and kept.
    ///
    /// # Errors
    /// The front end's reason when there is no usable body.
    pub fn body(&self, function: FuncId) -> Result<&Arc<Function>, &BodyError> {
        self.bodies[function.position()].get_or_init(|| self.source.lower(function).map(Arc::new)).as_ref()
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
