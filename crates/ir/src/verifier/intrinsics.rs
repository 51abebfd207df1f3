//! Invariant 5 for intrinsics: their operand and result types, as documented at [`Intrinsic`].

use crate::instruction::Intrinsic;
use crate::types::Type;

/// Whether `intrinsic` takes operands of types `args` to `results`.
pub(super) fn fits(intrinsic: Intrinsic, args: &[Type], results: &[Type]) -> bool {
    use Intrinsic::{
        Abs, AsLinked, Barrier, BitReverse, ByteSwap, Ceil, CopySign, CountOnes, FAbs, FMax, FMin, FTrunc,
        Floor, FpToSiSat, FpToUiSat, FrameAddress, FunnelShl, FunnelShr, FusedMulAdd, IsFpClass, LandingPad,
        LeadingZeros, LeadingZerosOfNonzero, MemCopy, MemMove, MemSet, ObjectSize, ReturnAddress, Round,
        RoundEven, SAddOverflow, SAddSat, SMax, SMin, SMulOverflow, SSubOverflow, SSubSat, Sqrt,
        StackRestore, StackSave, ThreadLocalAddress, TrailingZeros, TrailingZerosOfNonzero, UAddOverflow,
        UAddSat, UMax, UMin, UMulOverflow, USubOverflow, USubSat, VaCopy, VaEnd, VaStart,
    };
    // `count` operands of the one result's type, which is of a kind.
    let same = |count: usize, kind: fn(Type) -> bool| {
        args.len() == count && matches!(results, [ty] if kind(*ty) && args.iter().all(|arg| arg == ty))
    };
    match intrinsic {
        MemCopy | MemMove => matches!(args, [Type::Ptr, Type::Ptr, Type::Int(_)]) && results.is_empty(),
        MemSet => matches!(args, [Type::Ptr, Type::Int(8), Type::Int(_)]) && results.is_empty(),
        CountOnes
        | LeadingZeros
        | TrailingZeros
        | LeadingZerosOfNonzero
        | TrailingZerosOfNonzero
        | ByteSwap
        | BitReverse
        | Abs => same(1, Type::is_int),
        SAddSat | SSubSat | UAddSat | USubSat | SMax | SMin | UMax | UMin => same(2, Type::is_int),
        FunnelShl | FunnelShr => same(3, Type::is_int),
        SAddOverflow | SSubOverflow | SMulOverflow | UAddOverflow | USubOverflow | UMulOverflow => {
            matches!((args, results), ([a, b], [r, Type::BOOL]) if a == b && a == r && a.is_int())
        }
        FAbs | Sqrt | Floor | Ceil | FTrunc | Round | RoundEven => same(1, Type::is_float),
        CopySign | FMin | FMax => same(2, Type::is_float),
        FusedMulAdd => same(3, Type::is_float),
        FpToSiSat | FpToUiSat => matches!((args, results), ([a], [Type::Int(_)]) if a.is_float()),
        IsFpClass => matches!((args, results), ([a, Type::Int(_)], [Type::BOOL]) if a.is_float()),
        VaStart | VaEnd | StackRestore => matches!((args, results), ([Type::Ptr], [])),
        VaCopy => matches!((args, results), ([Type::Ptr, Type::Ptr], [])),
        StackSave => matches!((args, results), ([], [Type::Ptr])),
        Barrier => args.is_empty() && results.is_empty(),
        FrameAddress | ReturnAddress => matches!((args, results), ([_], [Type::Ptr])),
        ThreadLocalAddress | AsLinked => matches!((args, results), ([Type::Ptr], [Type::Ptr])),
        ObjectSize => matches!((args, results), ([Type::Ptr, ..], [Type::Int(_)])),
        LandingPad => true,
    }
}
