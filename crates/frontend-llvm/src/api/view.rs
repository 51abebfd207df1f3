//! The API model as a test of one source file sees a linked program.
//!
//! ```text
//!              defined in the file   declared in it   neither
//!  function    yes, own              yes              only when nobody defines it: it needs a stub
//!  variable    yes                   yes              when it is external and its type can be spelled: under a
//!                                                     name of our own, which the test declares
//!  static of another file: never, a test cannot name it
//! ```
//!
//! A variable of a structure type that the file does not know in full is left out.
//! Cost: linear in the symbols of the program.

use super::home::Home;
use super::types::Types;
use super::{callables, elsewhere, globals, members, stores};
use crate::load::View;
use crate::lower::linked::{Linked, Target};
use crate::lower::spans::FileTable;
use crate::lower::types as ll_types;
use std::collections::BTreeSet;
use std::path::Path;
use trine_base::IndexVec;
use trine_ir::{FuncId, GlobalId};
use trine_testcase::{ApiModel, CallableId, GlobalVariable, GlobalVariableId, Linkage, TypeId, TypeKind};

/// The program as object `unit` sees it in a test program made of `members`.
pub(crate) fn view(linked: &Linked, files: &FileTable, unit: usize, members: &BTreeSet<usize>) -> View {
    let home = &linked.units[unit];
    let mut builder = Builder {
        linked,
        unit,
        types: Types::at(Home::new(unit, &home.module)),
        declared: Mentioned::default(),
        mentioned: Mentioned::default(),
        names: BTreeSet::new(),
    };
    builder.types.table.is_narrow = linked.target().pointer_bytes == 4;
    builder.declared.add(home.targets());
    for &member in members {
        builder.mentioned.add(linked.units[member].targets());
    }
    let mut api = ApiModel::default();
    let own = builder.callables(files, &mut api.callables);
    let undeclared = builder.variables(&mut api.globals);
    members::note(&mut builder.types, unit, &home.module);
    api.stores = stores::stores(&mut builder.types, linked, std::iter::once(unit));
    api.elsewhere = builder.elsewhere(files, members, &mut api.callables);
    api.types = builder.types.table;
    View { api, own, undeclared }
}

/// What some units refer to.
#[derive(Debug, Default)]
struct Mentioned {
    functions: BTreeSet<FuncId>,
    globals: BTreeSet<GlobalId>,
}

impl Mentioned {
    fn add(&mut self, targets: impl Iterator<Item = Target>) {
        for target in targets {
            match target {
                Target::Function(id) => drop(self.functions.insert(id)),
                Target::Global(id, _) => drop(self.globals.insert(id)),
                Target::Null | Target::Skipped => {}
            }
        }
    }
}

struct Builder<'a> {
    linked: &'a Linked,
    unit: usize,
    types: Types<'a>,
    /// By the unit itself.
    declared: Mentioned,
    /// By any object of the test program.
    mentioned: Mentioned,
    /// Names of functions and variables so far.
    names: BTreeSet<String>,
}

impl Builder<'_> {
    /// Adds the functions; those that the unit defines.
    fn callables(
        &mut self,
        files: &FileTable,
        out: &mut IndexVec<CallableId, trine_testcase::Callable>,
    ) -> Vec<CallableId> {
        let mut own = Vec::new();
        for (id, callable) in self.linked.callables.iter_enumerated() {
            let is_missing = !callable.defined && self.mentioned.functions.contains(&id);
            if !is_missing && !self.declared.functions.contains(&id) {
                continue;
            }
            let Some(described) = callables::callable(self.linked, files, &mut self.types, id) else {
                continue;
            };
            self.names.insert(described.name.clone());
            let new = out.push(described);
            let is_here = self.linked.functions[id].is_some_and(|(unit, _)| unit == self.unit);
            if is_here && callable.defined {
                own.push(new);
            }
        }
        own
    }

    /// Adds functions of other files that the unit does not declare and that make or take its objects, last of all: nothing that the unit
    /// has gets another number by them.
    fn elsewhere(
        &mut self,
        files: &FileTable,
        members: &BTreeSet<usize>,
        out: &mut IndexVec<CallableId, trine_testcase::Callable>,
    ) -> BTreeSet<CallableId> {
        let mut added = BTreeSet::new();
        for id in elsewhere::functions(self.linked, self.unit, members) {
            if self.declared.functions.contains(&id) {
                continue;
            }
            let Some(described) = callables::callable(self.linked, files, &mut self.types, id) else {
                continue;
            };
            let spelled = |param: &trine_testcase::Parameter| self.is_spelled_anywhere(param.ty);
            if described.params.iter().all(spelled)
                && !described.variadic
                && self.names.insert(described.name.clone())
            {
                added.insert(out.push(described));
            }
        }
        added
    }

    /// Adds the variables; those that the unit does not declare.
    fn variables(
        &mut self,
        out: &mut IndexVec<GlobalVariableId, GlobalVariable>,
    ) -> Vec<(GlobalVariableId, String)> {
        let (declared, others): (Vec<GlobalId>, Vec<GlobalId>) =
            self.mentioned.globals.iter().partition(|id| self.declared.globals.contains(id));
        for id in declared {
            if let Some(variable) = globals::variable(self.linked, &mut self.types, id)
                && self.is_complete_here(id)
            {
                self.names.insert(variable.name.clone());
                out.push(variable);
            }
        }
        let mut undeclared = Vec::new();
        for id in others {
            let Some(variable) = globals::variable(self.linked, &mut self.types, id) else { continue };
            if variable.linkage != Linkage::Internal && self.is_spelled_anywhere(variable.ty) {
                let name = self.name_of_our_own(&variable);
                let linked_as = variable.name.clone();
                undeclared.push((out.push(GlobalVariable { name, ..variable }), linked_as));
            }
        }
        undeclared
    }

    /// Whether the unit's own declaration says how many bytes a variable has, arrays of open length included.
    fn is_complete_here(&self, id: GlobalId) -> bool {
        let home = &self.linked.units[self.unit].module;
        let (unit, source) = self.linked.variables[id];
        let name = &self.linked.units[unit].module.global(source).name;
        let Some(crate::ll::Symbol::Global(own)) = home.symbol(name) else { return true };
        ll_types::size_bytes(home, home.global(own).ty).is_ok()
    }

    /// Whether every source file can declare a variable of this type: no structure by value but the unit's own.
    fn is_spelled_anywhere(&self, ty: TypeId) -> bool {
        let types = &self.types.table;
        match types.kind(ty) {
            TypeKind::Array { element, .. } => self.is_spelled_anywhere(*element),
            TypeKind::Record { complete, .. } => {
                *complete && !self.types.foreign_records.contains(&types.resolve(ty))
            }
            TypeKind::Void | TypeKind::Unsupported(_) | TypeKind::Function { .. } => false,
            TypeKind::Pointer(target) => match types.kind(*target) {
                TypeKind::Unsupported(_) => false,
                TypeKind::Pointer(_) | TypeKind::Array { .. } => self.is_spelled_anywhere(*target),
                _ => true,
            },
            _ => true,
        }
    }

    /// `level_of_sensor` for the variable `level` of `sensor.c`.
    fn name_of_our_own(&mut self, variable: &GlobalVariable) -> String {
        let stem = Path::new(&variable.unit).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let stem: String = stem.unwrap_or_default();
        let legal = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let base: String = format!("{}_of_{stem}", variable.name).chars().map(legal).collect();
        let numbered = (2..).map(|number| format!("{base}_{number}"));
        let mut free =
            std::iter::once(base.clone()).chain(numbered).filter(|name| !self.names.contains(name));
        let name = free.next().unwrap_or_else(|| base.clone());
        drop(free);
        self.names.insert(name.clone());
        name
    }
}
