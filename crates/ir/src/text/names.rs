//! Names of operations in the text form, in both directions from one table each.

use crate::ids::ClassId;
use crate::instruction::{AtomicOp, BinaryOp, CastOp, FloatPredicate, IntPredicate, Intrinsic};
use crate::objects::{ObjectOp, RaisedFault};

macro_rules! names {
    ($type:ident { $($variant:ident = $text:literal,)* }) => {
        impl $type {
            /// The name in the text form.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// The operation called `name` in the text form.
            #[must_use]
            pub fn named(name: &str) -> Option<Self> {
                match name { $($text => Some(Self::$variant),)* _ => None }
            }

            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];
        }
    };
}

names!(BinaryOp {
    Add = "add",
    Sub = "sub",
    Mul = "mul",
    UDiv = "udiv",
    SDiv = "sdiv",
    URem = "urem",
    SRem = "srem",
    And = "and",
    Or = "or",
    Xor = "xor",
    Shl = "shl",
    LShr = "lshr",
    AShr = "ashr",
    FAdd = "fadd",
    FSub = "fsub",
    FMul = "fmul",
    FDiv = "fdiv",
    FRem = "frem",
    SDivWrap = "sdiv_wrap",
    SRemWrap = "srem_wrap",
    ShlMask = "shl_mask",
    LShrMask = "lshr_mask",
    AShrMask = "ashr_mask",
});

names!(IntPredicate {
    Eq = "eq",
    Ne = "ne",
    Ugt = "ugt",
    Uge = "uge",
    Ult = "ult",
    Ule = "ule",
    Sgt = "sgt",
    Sge = "sge",
    Slt = "slt",
    Sle = "sle",
});

names!(FloatPredicate {
    False = "false",
    Oeq = "oeq",
    Ogt = "ogt",
    Oge = "oge",
    Olt = "olt",
    Ole = "ole",
    One = "one",
    Ord = "ord",
    Ueq = "ueq",
    Ugt = "ugt",
    Uge = "uge",
    Ult = "ult",
    Ule = "ule",
    Une = "une",
    Uno = "uno",
    True = "true",
});

names!(CastOp {
    Trunc = "trunc",
    ZExt = "zext",
    SExt = "sext",
    FpToUi = "fptoui",
    FpToSi = "fptosi",
    UiToFp = "uitofp",
    SiToFp = "sitofp",
    FpTrunc = "fptrunc",
    FpExt = "fpext",
    PtrToInt = "ptrtoint",
    IntToPtr = "inttoptr",
    Bitcast = "bitcast",
});

names!(AtomicOp {
    Exchange = "exchange",
    Add = "add",
    Sub = "sub",
    And = "and",
    Nand = "nand",
    Or = "or",
    Xor = "xor",
    Max = "max",
    Min = "min",
    UMax = "umax",
    UMin = "umin",
    FAdd = "fadd",
    FSub = "fsub",
});

names!(Intrinsic {
    MemCopy = "mem_copy",
    MemMove = "mem_move",
    MemSet = "mem_set",
    CountOnes = "count_ones",
    LeadingZeros = "leading_zeros",
    TrailingZeros = "trailing_zeros",
    LeadingZerosOfNonzero = "leading_zeros_of_nonzero",
    TrailingZerosOfNonzero = "trailing_zeros_of_nonzero",
    ByteSwap = "byte_swap",
    BitReverse = "bit_reverse",
    FunnelShl = "funnel_shl",
    FunnelShr = "funnel_shr",
    SAddOverflow = "sadd_overflow",
    SSubOverflow = "ssub_overflow",
    SMulOverflow = "smul_overflow",
    UAddOverflow = "uadd_overflow",
    USubOverflow = "usub_overflow",
    UMulOverflow = "umul_overflow",
    SAddSat = "sadd_sat",
    SSubSat = "ssub_sat",
    UAddSat = "uadd_sat",
    USubSat = "usub_sat",
    Abs = "abs",
    SMax = "smax",
    SMin = "smin",
    UMax = "umax",
    UMin = "umin",
    FAbs = "fabs",
    Sqrt = "sqrt",
    Floor = "floor",
    Ceil = "ceil",
    FTrunc = "ftrunc",
    Round = "round",
    RoundEven = "round_even",
    CopySign = "copy_sign",
    FusedMulAdd = "fused_mul_add",
    FMin = "fmin",
    FMax = "fmax",
    FpToSiSat = "fptosi_sat",
    FpToUiSat = "fptoui_sat",
    IsFpClass = "is_fp_class",
    VaStart = "va_start",
    VaEnd = "va_end",
    VaCopy = "va_copy",
    StackSave = "stack_save",
    StackRestore = "stack_restore",
    FrameAddress = "frame_address",
    ObjectSize = "object_size",
    ReturnAddress = "return_address",
    ThreadLocalAddress = "thread_local_address",
    AsLinked = "as_linked",
    Barrier = "barrier",
    LandingPad = "landing_pad",
});

names!(RaisedFault {
    NullDereference = "null_dereference",
    DivisionByZero = "division_by_zero",
    ArrayIndex = "array_index",
    NegativeLength = "negative_length",
    BadCast = "bad_cast",
    BadElement = "bad_element",
    MonitorState = "monitor_state",
    AbstractCall = "abstract_call",
    StackOverflow = "stack_overflow",
    OutOfMemory = "out_of_memory",
});

impl ObjectOp {
    /// The name in the text form.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::New(_) => "new",
            Self::NewArray(_) => "new_array",
            Self::ArrayLength => "array_length",
            Self::ArrayLoad => "array_load",
            Self::ArrayStore => "array_store",
            Self::TypeTest(_) => "type_test",
            Self::CheckCast(_) => "check_cast",
            Self::NullCheck => "null_check",
            Self::ClassOf => "class_of",
            Self::IdentityHash => "identity_hash",
            Self::EnsureInit(_) => "ensure_init",
            Self::Statics(_) => "statics",
            Self::MonitorEnter => "monitor_enter",
            Self::MonitorExit => "monitor_exit",
        }
    }

    /// The operation called `name` in the text form; `class` is for those that name one.
    #[must_use]
    pub fn named(name: &str, class: ClassId) -> Option<Self> {
        let all = [
            Self::New(class),
            Self::NewArray(class),
            Self::ArrayLength,
            Self::ArrayLoad,
            Self::ArrayStore,
            Self::TypeTest(class),
            Self::CheckCast(class),
            Self::NullCheck,
            Self::ClassOf,
            Self::IdentityHash,
            Self::EnsureInit(class),
            Self::Statics(class),
            Self::MonitorEnter,
            Self::MonitorExit,
        ];
        all.into_iter().find(|op| op.name() == name)
    }

    /// Whether the operation called `name` names a class; `None` when there is no such operation.
    pub(super) fn takes_class(name: &str) -> Option<bool> {
        Self::named(name, ClassId(0)).map(|op| op.class().is_some())
    }
}
