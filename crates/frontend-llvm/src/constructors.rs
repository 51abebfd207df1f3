//! Functions that run before `main`: those that `llvm.global_ctors` lists, by priority.
//!
//! Source: LangRef, "The llvm.global_ctors Global Variable". Of the same priority, those of earlier modules go first.

use crate::ll::{Constant, Symbol, TypedConstant};
use crate::lower::constant::{self, Scalar};
use crate::lower::linked::{Linked, LinkedModule, Target};
use trine_ir::FuncId;

/// The constructors of the program in their order. Entries that name no function of it are a warning.
pub(crate) fn of(linked: &mut Linked) -> Vec<FuncId> {
    let mut found = Vec::new();
    let mut unread = Vec::new();
    for unit in &linked.units {
        let Some(Symbol::Global(list)) = unit.module.symbol("llvm.global_ctors") else { continue };
        let entries = match unit.module.initializer(list) {
            Ok(Some(TypedConstant { value: Constant::Array(entries), .. })) => entries,
            _ => Vec::new(),
        };
        let read: Option<Vec<(u128, FuncId)>> = entries.iter().map(|entry| read(unit, entry)).collect();
        match read {
            Some(read) if !read.is_empty() => found.extend(read),
            _ => unread.push(unit.module.name().to_owned()),
        }
    }
    linked.warnings.extend(unread.into_iter().map(|name| {
        format!("{name}: its list of constructors cannot be read, and none of them is run before a test")
    }));
    found.sort_by_key(|(priority, _)| *priority);
    found.into_iter().map(|(_, function)| function).collect()
}

fn read(unit: &LinkedModule, entry: &TypedConstant) -> Option<(u128, FuncId)> {
    let Constant::Struct(parts) = &entry.value else { return None };
    let (priority, function) = (parts.first()?, parts.get(1)?);
    let Scalar::Bits(priority) = constant::scalar(unit, priority.ty, &priority.value).ok()? else {
        return None;
    };
    match constant::address(unit, function)? {
        Target::Function(function) => Some((priority, function)),
        _ => None,
    }
}
