//! What the functions of a unit take the untyped pointers in structures to point to.
//!
//! A handle hides its state behind a `void *`, or behind a structure that nobody defines, and every function casts it
//! to the same type:
//!
//! ```text
//! struct engine *e = (struct engine *)s->state;
//!         %p = getelementptr %struct.stream, %s, 0, 1;  %v = load ptr, %p;  store %v, %e    #dbg_declare(%e, struct engine *)
//! ```
//!
//! As for parameters ([`super::casts`]), only structures, unions and numbers of more than a byte are told, and only
//! where all functions that say something say the same; a copy into another `void *` says nothing.
//!
//! Not handled: members reached through arrays or other members at once; casts in other units of a program.
//! Cost: reads each body of the unit once.

use super::casts::{is_informative, pointee_of_variable, structure};
use super::types::Types;
use crate::ll::{
    Body, Constant, DebugRecordKind, GetElementPtr, LocalId, Meta, MetadataId, Module, Op, Operand, Type,
    TypeId as LlTypeId, Value,
};
use crate::lower::types::field_offset;
use std::collections::{BTreeMap, HashMap};
use trine_testcase::{TypeId, TypeKind};

/// A member: its structure, and where it lies in it, in bits.
type Member = (TypeId, u64);

/// Notes in the structures of `types` what the functions of `module`, which is unit `unit`, take their untyped
/// pointers to point to.
pub(super) fn note<'m>(types: &mut Types<'m>, unit: usize, module: &'m Module) {
    let mut members = Members { types, unit, module, found: BTreeMap::new() };
    for (id, function) in module.function_ids() {
        if function.is_definition
            && let Ok(Some(body)) = module.body(id)
        {
            members.read(&body);
        }
    }
    let Members { types, found, .. } = members;
    for ((record, offset), points_to) in found {
        if let TypeKind::Record { fields, .. } = &mut types.table.types[record].kind {
            let member = fields.iter_mut().find(|field| field.offset_bits == offset);
            member.into_iter().for_each(|field| field.points_to = points_to);
        }
    }
}

struct Members<'t, 'm> {
    types: &'t mut Types<'m>,
    unit: usize,
    module: &'m Module,
    /// What each is used as; `None` where uses differ.
    found: BTreeMap<Member, Option<TypeId>>,
}

/// What registers of a body hold.
#[derive(Default)]
struct Registers {
    /// Addresses of members: the structure, and the member's number.
    addresses: HashMap<LocalId, (LlTypeId, u64)>,
    /// Untyped pointers out of members.
    values: HashMap<LocalId, Member>,
    /// Variables of the source, by where they lie.
    variables: HashMap<LocalId, MetadataId>,
}

impl Members<'_, '_> {
    /// Unoptimized code defines registers before it uses them, line by line.
    fn read(&mut self, body: &Body) {
        let mut registers = Registers::default();
        for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
            match (&instruction.op, instruction.result) {
                (Op::Debug(record), _) if record.kind == DebugRecordKind::Declare => {
                    if let [Meta::Value(at), Meta::Id(variable), ..] = record.operands.as_slice()
                        && let Value::Local(place) = at.value
                    {
                        registers.variables.insert(place, *variable);
                    }
                }
                (Op::GetElementPtr(gep), result) => {
                    if let Some(member) = local(&gep.base).and_then(|base| registers.values.get(&base)) {
                        let used_as = structure(self.types, self.unit, self.module, gep.source);
                        self.use_as(*member, used_as);
                    }
                    if let (Some(result), Some(address)) = (result, Self::address(gep)) {
                        registers.addresses.insert(result, address);
                    }
                }
                (Op::Load(load), Some(result)) if matches!(self.module.ty(load.ty), Type::Ptr) => {
                    let address = local(&load.pointer).and_then(|at| registers.addresses.get(&at));
                    if let Some(member) = address.and_then(|&address| self.untyped_member(address)) {
                        registers.values.insert(result, member);
                    }
                }
                (Op::Store(store), _) => {
                    let value = local(&store.value).and_then(|value| registers.values.get(&value));
                    let variable = local(&store.pointer).and_then(|at| registers.variables.get(&at));
                    if let (Some(&member), Some(&variable)) = (value, variable) {
                        let used_as = pointee_of_variable(self.types, self.unit, self.module, variable);
                        self.use_as(member, used_as);
                    }
                }
                _ => {}
            }
        }
    }

    /// The member whose address `gep` takes.
    fn address(gep: &GetElementPtr) -> Option<(LlTypeId, u64)> {
        let constant = |operand: &Operand| match operand.value {
            Value::Constant(Constant::Int(number)) => u64::try_from(number).ok(),
            _ => None,
        };
        match gep.indices.iter().map(constant).collect::<Option<Vec<_>>>()?.as_slice() {
            [0, member] => Some((gep.source, *member)),
            _ => None,
        }
    }

    /// The member at an address, if it is a pointer whose type does not say to what.
    fn untyped_member(&mut self, (source, number): (LlTypeId, u64)) -> Option<Member> {
        let record = structure(self.types, self.unit, self.module, source)?;
        let record = self.types.table.resolve(record);
        let offset = 8 * field_offset(self.module, source, number).ok()?;
        let TypeKind::Record { fields, .. } = &self.types.table.types[record].kind else { return None };
        let field = fields.iter().find(|field| field.offset_bits == offset && field.bit_width.is_none())?;
        let TypeKind::Pointer(target) = *self.types.table.kind(field.ty) else { return None };
        let target = self.types.table.kind(target);
        matches!(target, TypeKind::Void | TypeKind::Record { complete: false, .. })
            .then_some((record, offset))
    }

    fn use_as(&mut self, member: Member, used_as: Option<TypeId>) {
        let table = &self.types.table;
        if used_as.is_some_and(|ty| matches!(table.kind(ty), TypeKind::Void)) {
            return;
        }
        let told = used_as.map(|ty| table.resolve(ty)).filter(|&ty| is_informative(table, ty));
        let known = self.found.entry(member).or_insert(told);
        if *known != told {
            *known = None;
        }
    }
}

fn local(operand: &Operand) -> Option<LocalId> {
    match operand.value {
        Value::Local(local) => Some(local),
        _ => None,
    }
}
