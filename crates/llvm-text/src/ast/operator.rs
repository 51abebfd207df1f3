//! Operators, predicates, flags and orderings, under LLVM's names.

macro_rules! keywords {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $(#[doc = concat!("`", $word, "`.")] $(#[$vdoc])* $variant,)*
        }

        impl $name {
            /// Reads LLVM's keyword.
            pub fn from_keyword(word: &str) -> Option<Self> {
                Some(match word {
                    $($word => $name::$variant,)*
                    _ => return None,
                })
            }

            /// LLVM's keyword.
            pub fn keyword(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }
        }
    };
}

keywords!(
    /// A binary operator.
    BinaryOp {
        Add = "add",
        Sub = "sub",
        Mul = "mul",
        UDiv = "udiv",
        SDiv = "sdiv",
        URem = "urem",
        SRem = "srem",
        Shl = "shl",
        LShr = "lshr",
        AShr = "ashr",
        And = "and",
        Or = "or",
        Xor = "xor",
        FAdd = "fadd",
        FSub = "fsub",
        FMul = "fmul",
        FDiv = "fdiv",
        FRem = "frem",
    }
);

keywords!(
    /// A conversion.
    CastOp {
        Trunc = "trunc",
        ZExt = "zext",
        SExt = "sext",
        FpTrunc = "fptrunc",
        FpExt = "fpext",
        FpToUi = "fptoui",
        FpToSi = "fptosi",
        UiToFp = "uitofp",
        SiToFp = "sitofp",
        PtrToInt = "ptrtoint",
        PtrToAddr = "ptrtoaddr",
        IntToPtr = "inttoptr",
        BitCast = "bitcast",
        AddrSpaceCast = "addrspacecast",
    }
);

keywords!(
    /// The condition of an `icmp`.
    IntPredicate {
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
    }
);

keywords!(
    /// The condition of an `fcmp`: `o…` ordered (false on NaN), `u…` unordered (true on NaN).
    FloatPredicate {
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
    }
);

keywords!(
    /// The memory ordering of an atomic operation.
    AtomicOrdering {
        Unordered = "unordered",
        Monotonic = "monotonic",
        Acquire = "acquire",
        Release = "release",
        AcqRel = "acq_rel",
        SeqCst = "seq_cst",
    }
);

keywords!(
    /// The operation of an `atomicrmw`.
    AtomicRmwOp {
        Xchg = "xchg",
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
        FMax = "fmax",
        FMin = "fmin",
        FMaximum = "fmaximum",
        FMinimum = "fminimum",
        UIncWrap = "uinc_wrap",
        UDecWrap = "udec_wrap",
        USubCond = "usub_cond",
        USubSat = "usub_sat",
    }
);

/// Flags of integer operations and conversions that make some results poison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ArithFlags {
    /// `nsw`: no signed wrap.
    pub nsw: bool,
    /// `nuw`: no unsigned wrap.
    pub nuw: bool,
    /// `exact`: no bits shifted out, no remainder.
    pub exact: bool,
    /// `disjoint`: no bit is set in both operands of an `or`.
    pub disjoint: bool,
    /// `nneg`: the operand of a `zext` or `uitofp` is not negative.
    pub nneg: bool,
    /// `samesign`: both operands of an `icmp` have the same sign.
    pub samesign: bool,
}

/// Flags of a `getelementptr`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GepFlags {
    /// `inbounds`.
    pub inbounds: bool,
    /// `nuw`.
    pub nuw: bool,
    /// `nusw` (implied by `inbounds`).
    pub nusw: bool,
}

/// Fast-math flags of a floating-point operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FastMath {
    /// `nnan`: no NaN in or out.
    pub nnan: bool,
    /// `ninf`: no infinity in or out.
    pub ninf: bool,
    /// `nsz`: the sign of zero does not matter.
    pub nsz: bool,
    /// `arcp`: a reciprocal may be used.
    pub arcp: bool,
    /// `contract`: operations may be fused.
    pub contract: bool,
    /// `afn`: functions may be approximated.
    pub afn: bool,
    /// `reassoc`: operations may be reassociated.
    pub reassoc: bool,
}
