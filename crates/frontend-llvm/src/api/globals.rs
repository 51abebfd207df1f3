//! Global variables of the API model: those a test can name.

use super::callables::unit_path;
use super::types::Types;
use crate::ll::{self, MetadataNode, Module};
use crate::lower::linked::Linked;
use trine_ir::GlobalId;
use trine_testcase::{GlobalVariable, Linkage};

/// The variable for `id`; `None` for literals, statics of functions and what only the compiler knows.
pub(super) fn variable(linked: &Linked, types: &mut Types<'_>, id: GlobalId) -> Option<GlobalVariable> {
    let (unit, source) = linked.variables[id];
    let module = &linked.units[unit].module;
    let global = module.global(source);
    let node = global.dbg.iter().find_map(|dbg| described(module, *dbg));
    let local = matches!(global.linkage, ll::Linkage::Internal | ll::Linkage::Private);
    let (name, ty, seen_as_bytes) = match node {
        Some(node) if is_file_scope(module, node) => {
            (node.str("name")?.to_owned(), types.of(unit, module, node.node("type")), false)
        }
        None if !local => {
            let known = types.of_object(module, global.ty);
            let ty = known.unwrap_or_else(|| types.bytes_of_object(module, global.ty));
            (global.name.to_string(), ty, known.is_none())
        }
        _ => return None,
    };
    let linkage = match (global.has_initializer, local) {
        (false, _) => Linkage::Undefined,
        (true, false) => Linkage::External,
        (true, true) => Linkage::Internal,
    };
    let symbol = linked.globals[id].name.clone();
    Some(GlobalVariable { name, symbol, ty, linkage, unit: unit_path(module), seen_as_bytes })
}

/// The `DIGlobalVariable` of an expression.
pub(super) fn described(module: &Module, expression: ll::MetadataId) -> Option<&MetadataNode> {
    let node = module.metadata(expression).ok()?;
    match node.name() {
        "DIGlobalVariable" => Some(node),
        _ => module.metadata(node.node("var")?).ok(),
    }
}

/// Whether the variable is declared outside functions; literals have no scope.
fn is_file_scope(module: &Module, variable: &MetadataNode) -> bool {
    let scope = variable.node("scope").and_then(|scope| module.metadata(scope).ok());
    scope.is_some_and(|scope| matches!(scope.name(), "DICompileUnit" | "DIFile"))
}
