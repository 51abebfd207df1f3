//! Linked modules: the tables of a program's functions and globals, and what each symbol of each module stands for.

use crate::ll::{self, Module, Symbol};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use trine_base::IndexVec;
use trine_ir::{Callable, FuncId, Global, GlobalId};

/// What a symbol of a module stands for in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A function.
    Function(FuncId),
    /// A global, plus bytes.
    Global(GlobalId, i64),
    /// Nobody defines it and nobody needs to: address zero.
    Null,
    /// Not part of the program: intrinsics and the compiler's own bookkeeping.
    Skipped,
}

/// A module and what its symbols stand for.
#[derive(Clone, Debug)]
pub(crate) struct LinkedModule {
    /// The module.
    pub module: Arc<Module>,
    pub(super) functions: Vec<Target>,
    pub(super) globals: Vec<Target>,
    pub(super) aliases: Vec<Target>,
}

/// Modules with their symbols resolved.
#[derive(Clone, Debug, Default)]
pub(crate) struct Linked {
    /// The modules.
    pub units: Vec<LinkedModule>,
    /// Functions of the program.
    pub callables: IndexVec<FuncId, Callable>,
    /// For each, where it is defined or first declared; `None` for library functions that intrinsics call.
    pub functions: IndexVec<FuncId, Option<(usize, ll::FuncId)>>,
    /// Globals of the program.
    pub globals: IndexVec<GlobalId, Global>,
    /// For each, where it is defined or first declared.
    pub variables: IndexVec<GlobalId, (usize, ll::GlobalId)>,
    /// Functions whose type, and globals whose content, is not supported.
    pub unsupported_functions: BTreeMap<FuncId, String>,
    /// Globals whose initial content is not supported, and why.
    pub unsupported_globals: BTreeMap<GlobalId, String>,
    /// Whether thread-local variables are told apart by threads, and a pause lets another thread run.
    pub has_threads: bool,
    /// What to tell the user.
    pub warnings: Vec<String>,
    pub(super) by_name: HashMap<String, FuncId>,
}

impl Linked {
    /// What the target of the modules makes of pointers and arguments.
    pub(crate) fn target(&self) -> trine_ir::DataModel {
        let Some(first) = self.units.first() else { return trine_ir::DataModel::default() };
        let layout = first.module.layout().data();
        trine_ir::DataModel {
            pointer_bytes: layout.pointer_bytes(),
            wide_argument_align: layout.wide_argument_align(),
        }
    }

    /// The same, with modules of which no metadata is remembered.
    pub(crate) fn forgetful(&self) -> Linked {
        let mut linked = self.clone();
        for unit in &mut linked.units {
            unit.module = Arc::new(unit.module.forgetful());
        }
        linked
    }
}

impl LinkedModule {
    /// What a symbol stands for.
    pub(crate) fn target(&self, symbol: Symbol) -> Target {
        let target = match symbol {
            Symbol::Function(id) => self.functions.get(id.index()),
            Symbol::Global(id) => self.globals.get(id.index()),
            Symbol::Alias(id) => self.aliases.get(id.index()),
        };
        target.copied().unwrap_or(Target::Skipped)
    }

    /// What its symbols stand for.
    pub(crate) fn targets(&self) -> impl Iterator<Item = Target> + '_ {
        self.functions.iter().chain(&self.globals).chain(&self.aliases).copied()
    }

    pub(super) fn set(&mut self, symbol: Symbol, target: Target) {
        match symbol {
            Symbol::Function(id) => self.functions[id.index()] = target,
            Symbol::Global(id) => self.globals[id.index()] = target,
            Symbol::Alias(id) => self.aliases[id.index()] = target,
        }
    }
}

impl Linked {
    /// The function of the program with this symbol name.
    pub(crate) fn function_named(&self, name: &str) -> Option<FuncId> {
        self.by_name.get(name).copied()
    }
}
