//! `unwind.h`: a panic is raised, and the machine's handlers catch it.
//!
//! rustc's landing pads want the exception's object and a number that says which clause of theirs matched; Rust looks at
//! the object alone. The personality function is never called: each landing pad of Rust takes every exception, either to
//! clean up and resume, or for good. A panic that nobody catches leaves the outermost function and ends the run.
//!
//! Source: Itanium C++ ABI, "Exception Handling", level 1. A walk over the calls sees none: backtraces are empty.

use trine_machine::Returns;
use trine_machine::Stop;
use trine_machine::shims::{Shim, ShimContext, ShimResult};

pub(crate) const SHIMS: &[Shim] = &[
    Shim { name: "_Unwind_RaiseException", run: raise },
    Shim { name: "_Unwind_DeleteException", run: delete },
    Shim { name: "_Unwind_Backtrace", run: |_| Ok(Returns::one(u128::from(END_OF_STACK))) },
];

const END_OF_STACK: u32 = 5;
/// What `_Unwind_DeleteException` tells the exception's own function: somebody else caught it.
const FOREIGN_EXCEPTION_CAUGHT: u128 = 1;

/// `_Unwind_Reason_Code _Unwind_RaiseException(struct _Unwind_Exception *exception)`
fn raise(context: &mut ShimContext<'_>) -> ShimResult {
    // The second value is the number of a `catch` clause that takes everything.
    Err(Stop::Throw(vec![context.bits(0), 1]))
}

/// `void _Unwind_DeleteException(struct _Unwind_Exception *exception)`
fn delete(context: &mut ShimContext<'_>) -> ShimResult {
    let exception = context.word(0);
    let cleanup = context.read(exception.wrapping_add(8), 8)? as u64;
    if cleanup != 0 {
        let arguments = [
            (trine_ir::Type::Int(32), FOREIGN_EXCEPTION_CAUGHT),
            (trine_ir::Type::Ptr, u128::from(exception)),
        ];
        context.call_back(cleanup, &arguments)?;
    }
    Ok(Returns::none())
}
