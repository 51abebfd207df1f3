//! The API model from debug information: what a test may call and set, with the types of the source.
//!
//! ```text
//!  DISubprogram ── types ──► Callable { params, returns }      LLVM function ──► CallAbi (which registers)
//!  DIGlobalVariable ───────► GlobalVariable
//!  DIBasicType, DIDerivedType, DICompositeType, … ──► TypeTable, each node once
//! ```
//!
//! Externals without debug information get the types of their LLVM declaration.
//!
//! Source: LangRef, "Specialized Metadata Nodes"; DWARF 5, chapter 5.
//! Not handled: languages other than C; vector types (a test cannot make a value of one).

mod abi;
mod callables;
mod casts;
mod declared;
mod elsewhere;
mod globals;
mod guesses;
mod home;
mod members;
pub(crate) mod stand_ins;
mod stores;
mod types;
mod view;

pub(crate) use view::view;

use crate::lower::linked::Linked;
use crate::lower::spans::FileTable;
use trine_testcase::ApiModel;

/// The API model of linked modules.
pub(crate) fn model(linked: &Linked, files: &FileTable) -> ApiModel {
    let mut types = types::Types::default();
    types.table.is_narrow = linked.target().pointer_bytes == 4;
    let callables = linked.callables.indices();
    let callables = callables.filter_map(|id| callables::callable(linked, files, &mut types, id)).collect();
    let globals = linked.globals.indices();
    let globals = globals.filter_map(|id| globals::variable(linked, &mut types, id)).collect();
    linked.units.iter().enumerate().for_each(|(unit, one)| members::note(&mut types, unit, &one.module));
    let stores = stores::stores(&mut types, linked, 0..linked.units.len());
    ApiModel { types: types.table, callables, globals, stores, ..ApiModel::default() }
}
