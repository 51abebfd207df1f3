//! Textual modules in, a program and its API model out.

use crate::api;
use crate::ll::{Module, ReadError};
use crate::lower::coverage;
use crate::lower::initializer;
use crate::lower::link::{self, Linked};
use crate::lower::source::Bodies;
use crate::lower::spans::FileTable;
use std::sync::Arc;
use thiserror::Error;
use trine_ir::{FuncId, Program};
use trine_testcase::{ApiModel, CallableId, TypeKind};

/// Modules linked to a program, with what a test may use.
#[derive(Debug)]
pub struct Unit {
    /// Callables, globals and files; bodies are lowered on first use.
    pub program: Program,
    /// Functions, types and global variables as the source declares them.
    pub api: ApiModel,
    /// What the user should know: things that are left out, or differ from what a linker would do.
    pub warnings: Vec<String>,
}

/// Why modules could not be loaded: the user's input is at fault.
#[derive(Debug, Error)]
pub enum LoadError {
    /// A module is not LLVM IR that we can read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A module is for another machine.
    #[error(
        "{file}: the module is for `{triple}`; only x86-64 Linux is supported; compile it with `--target=x86_64-linux-gnu`"
    )]
    Target {
        /// The module.
        file: String,
        /// Its target triple.
        triple: String,
    },
}

impl Unit {
    /// The function of the program that a callable of the API model is.
    #[must_use]
    pub fn function(&self, callable: CallableId) -> Option<FuncId> {
        self.program.function_named(&self.api.callables[callable].symbol)
    }
}

/// Links modules, given as `(name, text)`, to a program.
///
/// # Errors
/// When a text is not LLVM IR at its top level, or for another machine. Bodies are read on first use: what is wrong
/// with one of them is reported then, and concerns it alone.
pub fn load(modules: Vec<(String, String)>) -> Result<Unit, LoadError> {
    let mut read = Vec::new();
    for (name, text) in modules {
        let module = Module::parse(text, name)?;
        check_target(&module)?;
        read.push(module);
    }
    let mut linked = link::link(read);
    initializer::fill(&mut linked);
    note_constructors(&mut linked);
    let mut files = FileTable::default();
    let mut mappings = Vec::new();
    for unit in &linked.units {
        files.add_module(&unit.module);
        let mapping = coverage::read(&unit.module, &mut linked.warnings);
        for path in mapping.iter().flat_map(|mapping| &mapping.files) {
            files.add(path);
        }
        mappings.push(mapping);
    }
    let mut api = api::model(&linked, &files);
    // Tests of `void *` fill bytes, whether the sources name a type for them or not.
    api.types.add(TypeKind::Char { name: "unsigned char".to_owned(), signed: false }, 1);
    let warnings = std::mem::take(&mut linked.warnings);
    let (callables, globals, paths) =
        (linked.callables.clone(), linked.globals.clone(), files.paths().clone());
    let bodies = Bodies { linked: Arc::new(linked), files, mappings };
    let program = Program::new(callables, globals, paths, Box::new(bodies));
    Ok(Unit { program, api, warnings })
}

fn check_target(module: &Module) -> Result<(), LoadError> {
    match module.triple() {
        Some(triple) if !triple.starts_with("x86_64") => {
            Err(LoadError::Target { file: module.name().to_owned(), triple: triple.to_owned() })
        }
        _ => Ok(()),
    }
}

/// Constructors would run before `main`; ours do not.
fn note_constructors(linked: &mut Linked) {
    for unit in &linked.units {
        let has = unit.module.globals().iter().any(|global| &*global.name == "llvm.global_ctors");
        if has {
            linked.warnings.push(format!(
                "{}: functions with `__attribute__((constructor))` are not run before a test; \
                 call them yourself if the code relies on them",
                unit.module.name()
            ));
        }
    }
}
