//! As what the variable arguments of a test were read.
//!
//! A `va_list` of a test walks over an array of [`trine_testcase::VARIABLE_ARGUMENT`] unions. What each of them is,
//! only the code knows: the type of the load with which it takes one, or the conversion of a format of the library.
//! Not handled: structures and `long double`, which take several of the 8-byte places.

use crate::plan::{Plan, Root};
use crate::run::Harness;
use crate::source_taint::SourceTaint;
use trine_ir::Type;
use trine_machine::shims::ArgumentKind;

/// A variable argument that a run read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArgumentRead {
    /// Position in the plan of the object that holds the arguments.
    pub object: usize,
    /// Position of the argument in it.
    pub index: u64,
    /// As what it was read.
    pub kind: ArgumentKind,
}

impl Harness<'_> {
    /// The variable arguments that the last run, of `plan` in the domain `source_taint`, read: each once, as what it was
    /// read first.
    #[must_use]
    pub fn arguments_read(&self, plan: &Plan, source_taint: &SourceTaint) -> Vec<ArgumentRead> {
        let by_code =
            source_taint.arguments_read.iter().filter_map(|&(address, ty)| Some((address, kind(ty)?)));
        let by_library = self.requests().arguments.iter().copied();
        let bytes = u64::from(self.program().target.pointer_bytes);
        let mut found: Vec<ArgumentRead> = Vec::new();
        for (address, kind) in by_code.chain(by_library) {
            let Some((Root::Object(object), offset)) = self.place_of(address) else { continue };
            let index = offset / bytes;
            let is_known = found.iter().any(|read| read.object == object && read.index == index);
            if plan.objects[object].of_argument_list && !is_known {
                found.push(ArgumentRead { object, index, kind });
            }
        }
        found
    }
}

/// What a load of type `ty` takes from a `va_list`.
fn kind(ty: Type) -> Option<ArgumentKind> {
    match ty {
        Type::Ptr => Some(ArgumentKind::Pointer),
        Type::F64 => Some(ArgumentKind::Double),
        Type::Int(32) => Some(ArgumentKind::Int),
        Type::Int(64) => Some(ArgumentKind::Long),
        _ => None,
    }
}
