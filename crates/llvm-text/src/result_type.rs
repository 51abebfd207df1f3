//! The type of what an instruction defines.
//!
//! Source: LangRef, the "Semantics" of each instruction. `Ok(None)` means it defines nothing.

use super::ast::{Op, Operand, TerminatorKind, Type, TypeId};
use super::tables::{Tables, TypeTable};

/// The result of an instruction; `Err` says why an index path leads nowhere.
pub(crate) fn of_instruction(tables: &Tables, op: &Op) -> Result<Option<TypeId>, String> {
    Ok(Some(match op {
        Op::FNeg { operand, .. } | Op::Freeze { operand } => operand.ty,
        Op::Binary { lhs, .. } => lhs.ty,
        Op::ICmp { lhs, .. } | Op::FCmp { lhs, .. } => like(tables, lhs.ty, TypeTable::I1),
        Op::Cast { to, .. } => *to,
        Op::GetElementPtr(gep) => {
            let vector =
                std::iter::once(&gep.base).chain(&gep.indices).find(|operand| is_vector(tables, operand));
            vector.map_or(TypeTable::PTR, |operand| like(tables, operand.ty, TypeTable::PTR))
        }
        Op::Alloca { .. } => TypeTable::PTR,
        Op::Load(load) => load.ty,
        Op::CmpXchg(cmpxchg) => pair(tables, cmpxchg.new.ty),
        Op::AtomicRmw(rmw) => rmw.value.ty,
        Op::Phi { ty, .. } | Op::VaArg { ty, .. } | Op::LandingPad { ty, .. } => *ty,
        Op::Select { on_true, .. } => on_true.ty,
        Op::Call(call) => return Ok((call.result != TypeTable::VOID).then_some(call.result)),
        Op::CatchPad { .. } | Op::CleanupPad { .. } => TypeTable::TOKEN,
        Op::ExtractValue { aggregate, indices } => field(tables, aggregate.ty, indices)?,
        Op::InsertValue { aggregate, .. } => aggregate.ty,
        Op::ExtractElement { vector, .. } => element(tables, vector.ty)?,
        Op::InsertElement { vector, .. } => vector.ty,
        Op::ShuffleVector { lhs, mask, .. } => like(tables, mask.ty, element(tables, lhs.ty)?),
        Op::Store(_) | Op::Fence { .. } | Op::Debug(_) => return Ok(None),
    }))
}

/// The result of a terminator.
pub(crate) fn of_terminator(kind: &TerminatorKind) -> Option<TypeId> {
    match kind {
        TerminatorKind::Invoke { call, .. } | TerminatorKind::CallBr { call, .. } => {
            (call.result != TypeTable::VOID).then_some(call.result)
        }
        TerminatorKind::CatchSwitch { .. } => Some(TypeTable::TOKEN),
        _ => None,
    }
}

fn is_vector(tables: &Tables, operand: &Operand) -> bool {
    matches!(tables.resolved(operand.ty), Type::Vector { .. })
}

/// `element`, or a vector of it as long as `shape` when that is a vector.
fn like(tables: &Tables, shape: TypeId, element: TypeId) -> TypeId {
    match *tables.resolved(shape) {
        Type::Vector { len, scalable, .. } => tables.types.intern(Type::Vector { element, len, scalable }),
        _ => element,
    }
}

/// `{ T, i1 }`.
fn pair(tables: &Tables, first: TypeId) -> TypeId {
    tables.types.intern(Type::Struct { fields: [first, TypeTable::I1].into(), packed: false })
}

fn element(tables: &Tables, ty: TypeId) -> Result<TypeId, String> {
    match *tables.resolved(ty) {
        Type::Vector { element, .. } => Ok(element),
        _ => Err("this operand must be a vector".into()),
    }
}

/// The type at the end of a path of field numbers.
fn field(tables: &Tables, aggregate: TypeId, path: &[u32]) -> Result<TypeId, String> {
    path.iter().try_fold(aggregate, |ty, &index| match tables.resolved(ty) {
        Type::Struct { fields, .. } if (index as usize) < fields.len() => Ok(fields[index as usize]),
        Type::Array { element, len } if u64::from(index) < *len => Ok(*element),
        _ => Err(format!("there is no field {index} here")),
    })
}
