//! What was said about managed objects so far, and which operations change what they hold. What follows from it stands in `objects.rs`.

use rustc_hash::FxHashMap;
use trine_expr::Term;
use trine_ir::objects::ObjectOp;
use trine_ir::{ClassId, Value};

/// What was said about references.
#[derive(Debug, Default)]
pub(super) struct Objects {
    /// The parameter that is an object for certain.
    pub receiver: Option<Value>,
    /// The objects that hold static fields, by class.
    pub statics: FxHashMap<ClassId, Term>,
    /// Lengths, by array.
    pub lengths: FxHashMap<Term, Term>,
    /// By reference: the classes that it was tested for, with the answers.
    pub tests: FxHashMap<Term, Vec<(ClassId, Term)>>,
}

/// Whether fields or elements may hold something else behind an operation.
pub(super) fn may_change_memory(op: ObjectOp) -> bool {
    match op {
        ObjectOp::ArrayLength
        | ObjectOp::ArrayLoad
        | ObjectOp::TypeTest(_)
        | ObjectOp::CheckCast(_)
        | ObjectOp::NullCheck
        | ObjectOp::ClassOf
        | ObjectOp::IdentityHash
        | ObjectOp::Statics(_) => false,
        // A new object's memory may have been another's; an initialiser, and who had the monitor before, may have done anything.
        ObjectOp::New(_)
        | ObjectOp::NewArray(_)
        | ObjectOp::ArrayStore
        | ObjectOp::EnsureInit(_)
        | ObjectOp::MonitorEnter
        | ObjectOp::MonitorExit => true,
    }
}
