//! Invariant 5 for operations on objects: their operand and result types, as documented at [`ObjectOp`].

use crate::objects::ObjectOp;
use crate::types::Type;

/// Whether `op` takes operands of types `args` to `results`.
pub(super) fn fits(op: ObjectOp, args: &[Type], results: &[Type]) -> bool {
    const INT: Type = Type::Int(32);
    match op {
        ObjectOp::New(_) | ObjectOp::Statics(_) => args.is_empty() && results == [Type::Ptr],
        ObjectOp::NewArray(_) => args == [INT] && results == [Type::Ptr],
        ObjectOp::ArrayLength | ObjectOp::ClassOf | ObjectOp::IdentityHash => {
            args == [Type::Ptr] && results == [INT]
        }
        ObjectOp::ArrayLoad => args == [Type::Ptr, INT] && matches!(results, [ty] if is_element(*ty)),
        ObjectOp::ArrayStore => matches!(args, [Type::Ptr, INT, ty] if is_element(*ty)) && results.is_empty(),
        ObjectOp::TypeTest(_) => args == [Type::Ptr] && results == [Type::BOOL],
        ObjectOp::CheckCast(_) | ObjectOp::NullCheck | ObjectOp::MonitorEnter | ObjectOp::MonitorExit => {
            args == [Type::Ptr] && results.is_empty()
        }
        ObjectOp::EnsureInit(_) => args.is_empty() && results.is_empty(),
    }
}

/// Whether arrays hold values of this type.
pub(super) fn is_element(ty: Type) -> bool {
    matches!(ty, Type::Int(8 | 16 | 32 | 64) | Type::F32 | Type::F64 | Type::Ptr)
}
