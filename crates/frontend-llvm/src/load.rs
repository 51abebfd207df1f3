//! Textual modules in, a program and API models out.
//!
//! ```text
//!  text ──Object::read──► Object ──┐
//!  text ──Object::read──► Object ──┼─link──► LinkedObjects ── program: one, bodies on demand
//!  text ──Object::read──► Object ──┘                └──────── view(unit): the API model as seen from one source file
//! ```
//!
//! An object is read once and may be linked into any number of programs. [`load`] does all of it for a few
//! modules that are looked at as one.

use crate::api;
use crate::closure::Symbols;
use crate::constructors;
use crate::ll::{Module, ReadError, TextSource};
use crate::lower::coverage::{self, Mapping};
use crate::lower::initializer;
use crate::lower::link;
use crate::lower::linked::Linked;
use crate::lower::source::{Bodies, REMEMBERED_NODES};
use crate::lower::spans::{self, FileTable};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use thiserror::Error;
use trine_ir::{FuncId, Program};
use trine_testcase::{ApiModel, CallableId, GlobalVariableId, TypeKind};

/// A module that was read, with all that is needed to link it.
#[derive(Debug)]
pub struct Object {
    pub(crate) module: Arc<Module>,
    pub(crate) mapping: Option<Arc<Mapping>>,
    /// Source files that it names, its own first.
    files: Vec<String>,
    /// The first of them in the debug information.
    source: Option<String>,
    symbols: Symbols,
    warnings: Vec<String>,
}

impl Object {
    /// Reads a module; `name` stands for it in messages.
    ///
    /// # Errors
    /// When the text is not LLVM IR at its top level, or for another machine.
    pub fn read(name: impl Into<String>, text: String) -> Result<Self, LoadError> {
        Self::read_from(name, Arc::new(Arc::<str>::from(text)))
    }

    /// The same for a text that is not held in memory, but fetched when something is read of it.
    ///
    /// # Errors
    /// As [`read`](Self::read), and when there is no text.
    pub fn read_from(name: impl Into<String>, source: Arc<dyn TextSource>) -> Result<Self, LoadError> {
        let module = Module::parse_from(source, name)?;
        check_target(&module)?;
        let mut warnings = Vec::new();
        let mapping = coverage::read(&module, &mut warnings).map(Arc::new);
        let mut files = spans::source_files(&module);
        let source = files.first().cloned();
        files.extend(mapping.iter().flat_map(|mapping| mapping.files.iter().cloned()));
        let symbols = Symbols::of(&module);
        Ok(Self { module: Arc::new(module), mapping, files, source, symbols, warnings })
    }

    /// What it defines and what it uses.
    #[must_use]
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// The path of the file that it was compiled from; none without debug information.
    #[must_use]
    pub fn source_file(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// Whether clang's coverage mapping is in it, which goals are made of.
    #[must_use]
    pub fn has_coverage_mapping(&self) -> bool {
        self.mapping.is_some()
    }

    /// Whether any function has a body here.
    #[must_use]
    pub fn defines_functions(&self) -> bool {
        self.module.defines_functions()
    }

    /// Bytes of its text.
    #[must_use]
    pub fn size_bytes(&self) -> usize {
        self.module.size_bytes()
    }
}

/// Objects linked to a program.
#[derive(Debug)]
pub struct LinkedObjects {
    /// Callables, globals and files; bodies are lowered on first use.
    pub program: Program,
    /// Functions that run before `main`, in their order.
    pub constructors: Vec<FuncId>,
    /// What the user should know: things that are left out, or differ from what a linker would do.
    pub warnings: Vec<String>,
    /// The program as its source files see it.
    pub views: Views,
}

/// A linked program, to be looked at from its source files.
#[derive(Debug)]
pub struct Views {
    linked: Arc<Linked>,
    files: FileTable,
    root: String,
    stand_ins: Vec<trine_ir::Callable>,
}

/// A linked program as a test of one of its source files sees it.
#[derive(Debug)]
pub struct View {
    /// What the file declares, with the types it knows; and what else its program leaves undefined.
    pub api: ApiModel,
    /// The functions that the file defines.
    pub own: Vec<CallableId>,
    /// Variables of other files that the file does not declare. The API model has them under names of our own; here
    /// is the name in the object files, by which a test declares them.
    pub undeclared: Vec<(GlobalVariableId, String)>,
}

/// Links objects. `resolution` says whose definition each object means, for symbols that several define. Files below
/// the folder `root` are named from there.
#[must_use]
pub fn link(
    objects: &[Arc<Object>],
    resolution: &BTreeMap<String, BTreeMap<usize, usize>>,
    root: &str,
) -> LinkedObjects {
    let modules = objects.iter().map(|object| Arc::clone(&object.module)).collect();
    let mut linked = link::link(modules, resolution);
    initializer::fill(&mut linked);
    let mut files = FileTable::default();
    for object in objects {
        for path in &object.files {
            files.add(path);
        }
        linked.warnings.extend(object.warnings.iter().cloned());
    }
    let constructors = constructors::of(&mut linked);
    let warnings = std::mem::take(&mut linked.warnings);
    let (mut callables, globals) = (linked.callables.clone(), linked.globals.clone());
    let stand_ins = api::stand_ins::functions(&api::model(&linked, &files));
    for function in &stand_ins {
        callables.push(function.clone());
    }
    let paths = files.paths().iter().map(|path| from_root(path, root)).collect();
    let mappings = objects.iter().map(|object| object.mapping.clone()).collect();
    let linked = Arc::new(linked);
    let bodies = Bodies::new(&linked, files.clone(), mappings, REMEMBERED_NODES);
    let target = linked.target();
    let program = Program::new(callables, globals, paths, Box::new(bodies)).for_target(target);
    let views = Views { linked, files, root: root.to_owned(), stand_ins };
    LinkedObjects { program, constructors, warnings, views }
}

/// Links objects to a program that is executed as it is: nobody looks at its API, and each of its threads has
/// thread-local variables of its own.
#[must_use]
pub fn executable(objects: &[Arc<Object>]) -> Program {
    let modules = objects.iter().map(|object| Arc::clone(&object.module)).collect();
    let mut linked = link::link(modules, &BTreeMap::new());
    initializer::fill(&mut linked);
    let mut files = FileTable::default();
    for path in objects.iter().flat_map(|object| &object.files) {
        files.add(path);
    }
    linked.has_threads = true;
    let (callables, globals) = (linked.callables.clone(), linked.globals.clone());
    let (paths, target) = (files.paths().clone(), linked.target());
    let mappings = objects.iter().map(|object| object.mapping.clone()).collect();
    let bodies = Bodies::new(&Arc::new(linked), files, mappings, REMEMBERED_NODES);
    Program::new(callables, globals, paths, Box::new(bodies)).for_target(target)
}

/// `path` without the folder `root` it starts with.
fn from_root(path: &str, root: &str) -> String {
    let below = path.strip_prefix(root).filter(|_| !root.is_empty()).and_then(|rest| rest.strip_prefix('/'));
    below.unwrap_or(path).to_owned()
}

impl Views {
    /// The program as a test of object `unit` sees it, when the test is linked with the objects in `members` only.
    #[must_use]
    pub fn view(&self, unit: usize, members: &BTreeSet<usize>) -> View {
        let mut view = api::view(&self.linked, &self.files, unit, members);
        add_byte(&mut view.api);
        api::stand_ins::add(&mut view.api, &self.stand_ins);
        for callable in view.api.callables.iter_mut() {
            callable.unit = from_root(&callable.unit, &self.root);
        }
        for global in view.api.globals.iter_mut() {
            global.unit = from_root(&global.unit, &self.root);
        }
        view
    }

    fn model(&self) -> ApiModel {
        let mut model = api::model(&self.linked, &self.files);
        add_byte(&mut model);
        api::stand_ins::add(&mut model, &self.stand_ins);
        model
    }
}

/// Tests of `void *` fill bytes, whether the sources name a type for them or not.
fn add_byte(api: &mut ApiModel) {
    api.types.add(TypeKind::Char { name: "unsigned char".to_owned(), signed: false }, 1);
}

/// Modules linked to a program, with what a test may use.
#[derive(Debug)]
pub struct LinkedProgram {
    /// Callables, globals and files; bodies are lowered on first use.
    pub program: Program,
    /// Functions, types and global variables as the source declares them.
    pub api: ApiModel,
    /// Functions that run before `main`, in their order.
    pub constructors: Vec<FuncId>,
    /// What the user should know: things that are left out, or differ from what a linker would do.
    pub warnings: Vec<String>,
}

impl LinkedProgram {
    /// The function of the program that a callable of the API model is.
    #[must_use]
    pub fn function(&self, callable: CallableId) -> Option<FuncId> {
        self.program.function_named(&self.api.callables[callable].symbol)
    }
}

/// Links modules, given as `(name, text)`, to a program that is looked at as a whole.
///
/// # Errors
/// When a text is not LLVM IR at its top level, or for another machine. Bodies are read on first use: what is wrong
/// with one of them is reported then, and concerns it alone.
pub fn load(modules: Vec<(String, String)>) -> Result<LinkedProgram, LoadError> {
    let mut objects = Vec::new();
    for (name, text) in modules {
        objects.push(Arc::new(Object::read(name, text)?));
    }
    let linked = link(&objects, &BTreeMap::new(), "");
    let api = linked.views.model();
    let LinkedObjects { program, constructors, warnings, .. } = linked;
    Ok(LinkedProgram { program, api, constructors, warnings })
}

/// Why modules could not be loaded: the user's input is at fault.
#[derive(Debug, Error)]
pub enum LoadError {
    /// A module is not LLVM IR that we can read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A module is for another machine.
    #[error(
        "{file}: the module is for `{triple}`; supported are x86-64, i386 and 32-bit ARM, little-endian: compile it for one of these, \
         for example with `--target=x86_64-linux-gnu`"
    )]
    Target {
        /// The module.
        file: String,
        /// Its target triple.
        triple: String,
    },
}

fn check_target(module: &Module) -> Result<(), LoadError> {
    match module.triple() {
        Some(triple) if !is_supported(triple, module) => {
            Err(LoadError::Target { file: module.name().to_owned(), triple: triple.to_owned() })
        }
        _ => Ok(()),
    }
}

/// Whether programs for `triple` can be run: little-endian, with pointers of 8 bytes on x86-64, and of 4 elsewhere.
fn is_supported(triple: &str, module: &Module) -> bool {
    let data = module.layout().data();
    let machine = triple.split('-').next().unwrap_or_default();
    // x32 has the processor of one and the pointers of the other.
    let pointer_bytes = match machine {
        "x86_64" => 8,
        "i386" | "i486" | "i586" | "i686" => 4,
        _ if machine.starts_with("arm") || machine.starts_with("thumb") => 4,
        _ => return false,
    };
    data.little_endian() && data.pointer_bytes() == pointer_bytes
}
