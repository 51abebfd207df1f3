//! What a function takes its untyped pointers to point to.
//!
//! A callback's `void *data` is nearly always one structure, and the body says which:
//!
//! ```text
//! struct state *s = data;              %1 = load %data.addr; store %1, %s         #dbg_declare(%s, struct state *)
//! ((struct state *)data)->count        %1 = load %data.addr; getelementptr %struct.state, %1, 0, 2
//! ```
//!
//! Only structures, unions and numbers of more than a byte are told, and only where all of the body that says
//! something says the same; else the memory stays bytes. A guess changes what tests make for the pointer, never
//! how it travels.
//!
//! Not handled: pointers that are only passed on; those that travel in memory, but for members of structures
//! ([`super::members`]).
//! Cost: reads the body of each function with an untyped pointer once.

use super::types::Types;
use crate::ll::{
    Body, DebugRecordKind, FuncId, GetElementPtr, LocalId, Meta, MetadataId, Module, Op, Operand, Type,
    TypeId as LlTypeId, Value,
};
use std::collections::{HashMap, HashSet};
use trine_testcase::{TypeId, TypeKind, TypeTable};

/// What `function` of `module`, which is unit `unit`, takes the pointer in each of `registers` to point to.
pub(super) fn pointees<'m>(
    types: &mut Types<'m>,
    unit: usize,
    module: &'m Module,
    function: FuncId,
    registers: &[u32],
) -> HashMap<u32, TypeId> {
    let Ok(Some(body)) = module.body(function) else { return HashMap::new() };
    let mut casts = Casts { types, unit, module, body: &body };
    let found = registers.iter().map(|&register| (register, casts.pointee(register)));
    found.filter_map(|(register, ty)| Some((register, ty?))).collect()
}

struct Casts<'c, 'm> {
    types: &'c mut Types<'m>,
    unit: usize,
    module: &'m Module,
    body: &'c Body,
}

impl Casts<'_, '_> {
    /// The one type that the pointer in `register` is used as.
    fn pointee(&mut self, register: u32) -> Option<TypeId> {
        let (values, copies) = self.aliases(LocalId(register));
        let is_value =
            |operand: &Operand| matches!(operand.value, Value::Local(local) if values.contains(&local));
        let mut found: Option<TypeId> = None;
        for instruction in self.body.blocks.iter().flat_map(|block| &block.instructions) {
            let used_as = match &instruction.op {
                Op::Store(store) if is_value(&store.value) => match store.pointer.value {
                    Value::Local(place) if !copies.contains(&place) => self.variable(place),
                    _ => continue,
                },
                Op::GetElementPtr(gep) if is_value(&gep.base) => self.walked(gep),
                _ => continue,
            };
            let used_as = used_as.filter(|&ty| is_informative(&self.types.table, ty))?;
            match found {
                Some(known) if self.types.table.resolve(known) != self.types.table.resolve(used_as) => {
                    return None;
                }
                _ => found = Some(used_as),
            }
        }
        found
    }

    /// The values that are `param`, and the places that hold it as it came.
    fn aliases(&self, param: LocalId) -> (HashSet<LocalId>, HashSet<LocalId>) {
        let (mut values, mut copies) = (HashSet::from([param]), HashSet::new());
        for instruction in self.body.blocks.iter().flat_map(|block| &block.instructions) {
            match (&instruction.op, instruction.result) {
                (Op::Store(store), _) if store.value.value == Value::Local(param) => {
                    if let Value::Local(place) = store.pointer.value {
                        copies.insert(place);
                    }
                }
                (Op::Load(load), Some(result)) => {
                    if matches!(load.pointer.value, Value::Local(place) if copies.contains(&place)) {
                        values.insert(result);
                    }
                }
                _ => {}
            }
        }
        (values, copies)
    }

    /// What the pointer variable at `place` points to.
    fn variable(&mut self, place: LocalId) -> Option<TypeId> {
        let records = self.body.blocks.iter().flat_map(|block| &block.instructions);
        let mut declared = records.filter_map(|instruction| match &instruction.op {
            Op::Debug(record) if record.kind == DebugRecordKind::Declare => {
                match record.operands.as_slice() {
                    [Meta::Value(at), Meta::Id(variable), ..] if at.value == Value::Local(place) => {
                        Some(*variable)
                    }
                    _ => None,
                }
            }
            _ => None,
        });
        pointee_of_variable(self.types, self.unit, self.module, declared.next()?)
    }

    /// The structure that `gep` walks.
    fn walked(&mut self, gep: &GetElementPtr) -> Option<TypeId> {
        structure(self.types, self.unit, self.module, gep.source)
    }
}

/// What the variable that node `variable` of `module` describes points to.
pub(super) fn pointee_of_variable(
    types: &mut Types<'_>,
    unit: usize,
    module: &Module,
    variable: MetadataId,
) -> Option<TypeId> {
    let node = module.metadata(variable).ok()?;
    let ty = types.of(unit, module, node.node("type"));
    match types.table.kind(ty) {
        TypeKind::Pointer(target) => Some(*target),
        _ => None,
    }
}

/// The type of the source behind the LLVM structure `source` of `module`.
pub(super) fn structure<'m>(
    types: &mut Types<'m>,
    unit: usize,
    module: &'m Module,
    source: LlTypeId,
) -> Option<TypeId> {
    let Type::Named(id) = module.ty(source) else { return None };
    let node = types.of_structure(unit, module, &module.named_struct(*id).name)?;
    Some(types.of(unit, module, Some(node)))
}

/// Whether a test can make something better of it than bytes.
pub(super) fn is_informative(table: &TypeTable, ty: TypeId) -> bool {
    match table.kind(ty) {
        TypeKind::Record { complete, .. } => *complete,
        TypeKind::Int { .. } | TypeKind::Enum { .. } | TypeKind::Float { .. } | TypeKind::Pointer(_) => {
            table.size_bytes(ty) > 1
        }
        _ => false,
    }
}
