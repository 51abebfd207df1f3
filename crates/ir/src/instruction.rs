//! Instructions and terminators.
//!
//! Semantics follow the LLVM language reference (release 22) for the operations of the same
//! name, with undefined behaviour made explicit: what C leaves undefined either is a fault of
//! the machine (null, bounds, lifetime, division by zero, shift amount) or has the wrapping
//! result (overflow, unless overflow faults are asked for).
//!
//! Steps to add an instruction: a variant of [`Op`] here; `Op::for_each_operand` and `_mut`;
//! its text in `text/`; its rule in the verifier; its arm in the machine's decoder.

use crate::ids::{Block, ClassId, FuncId, SiteId, Value};
use crate::objects::ObjectOp;
use crate::types::Signature;
use std::sync::Arc;
use trine_base::Span;

/// An edge to a block, with a value for each of its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The successor.
    pub block: Block,
    /// One value per parameter of the successor.
    pub args: Vec<Value>,
}

impl Edge {
    /// An edge without arguments.
    #[must_use]
    pub fn to(block: Block) -> Self {
        Self { block, args: Vec::new() }
    }
}

/// An instruction with its results.
#[derive(Clone, Debug, PartialEq)]
pub struct Inst {
    /// Registers it defines, in order; most instructions define one or none.
    pub results: Vec<Value>,
    /// What it does. The width of the operation is the type of its operands or results.
    pub op: Op,
    /// Where it stands in the source.
    pub span: Option<Span>,
}

/// What an instruction does.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// Two operands of the result's type (shift amounts too).
    Binary {
        /// Operation.
        op: BinaryOp,
        /// Signed overflow is undefined in the source (`nsw`): a fault when overflow faults are on.
        no_signed_wrap: bool,
        /// Left operand.
        a: Value,
        /// Right operand.
        b: Value,
    },
    /// Floating-point negation.
    FloatNeg(Value),
    /// Integer or pointer comparison; the result is one bit.
    IntCompare(IntPredicate, Value, Value),
    /// Floating-point comparison; the result is one bit.
    FloatCompare(FloatPredicate, Value, Value),
    /// Conversion to the result's type.
    Cast(CastOp, Value),
    /// `cond ? then : else`.
    Select {
        /// One bit.
        cond: Value,
        /// Result when set.
        then: Value,
        /// Result when clear.
        otherwise: Value,
    },
    /// `base + index * scale + offset`, in bytes; `index` is sign-extended.
    PtrAdd {
        /// Pointer.
        base: Value,
        /// Integer of any width up to 64.
        index: Option<Value>,
        /// Bytes per step of `index`.
        scale: i64,
        /// Bytes.
        offset: i64,
    },
    /// Reads the result's type from memory.
    Load {
        /// Address.
        ptr: Value,
        /// What is read may change on its own (C's `volatile` and `_Atomic`): two loads may read two values.
        volatile: bool,
    },
    /// Writes `value` to memory.
    Store {
        /// Address.
        ptr: Value,
        /// What to write.
        value: Value,
        /// Who writes means to be seen doing so (C's `volatile`): hardware may listen.
        volatile: bool,
    },
    /// A fresh object that lives until the function returns; `count` elements of `size_bytes`.
    StackAlloc {
        /// Element size in bytes.
        size_bytes: u64,
        /// Number of elements; one when absent.
        count: Option<Value>,
        /// Alignment in bytes.
        align_bytes: u32,
    },
    /// Calls a function.
    Call {
        /// Whom.
        callee: Callee,
        /// Arguments; those beyond the fixed parameters are variadic.
        args: Vec<Value>,
    },
    /// An operation on objects; see [`ObjectOp`] for operands and results.
    Object(ObjectOp, Vec<Value>),
    /// An operation the machine performs itself; see [`Intrinsic`] for operands and results.
    Intrinsic(Intrinsic, Vec<Value>),
    /// Reads the old value and writes `old op value`; the result is the old value.
    AtomicUpdate {
        /// Operation.
        op: AtomicOp,
        /// Address.
        ptr: Value,
        /// Operand.
        value: Value,
    },
    /// Writes `replacement` where memory holds `expected`; results: old value, success bit.
    CompareExchange {
        /// Address.
        ptr: Value,
        /// Expected content.
        expected: Value,
        /// New content.
        replacement: Value,
    },
}

/// Whom a call calls.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// A function known by name.
    Direct(FuncId),
    /// A function pointer, called with this signature.
    Indirect(Value, Arc<Signature>),
    /// A virtual method of the first argument's class. Faults: null, a method without body.
    Virtual {
        /// The class whose table says what is called.
        class: ClassId,
        /// Position in the table.
        slot: u32,
        /// The method's type, the object included.
        signature: Arc<Signature>,
    },
    /// A method of an interface that the first argument's class implements. Faults: null, a method without body.
    Interface {
        /// The interface.
        interface: ClassId,
        /// Position among its methods.
        method: u32,
        /// The method's type, the object included.
        signature: Arc<Signature>,
    },
}

/// Operations of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // each but the last is named as in the LLVM language reference
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
    /// As `SDiv`, but the least number by -1 is the least number.
    SDivWrap,
    /// As `SRem`, but the least number by -1 leaves 0.
    SRemWrap,
    /// As `Shl`, the amount modulo the width, which is a power of two.
    ShlMask,
    /// As `LShr`, the amount modulo the width, which is a power of two.
    LShrMask,
    /// As `AShr`, the amount modulo the width, which is a power of two.
    AShrMask,
}

/// Integer predicates; pointers compare unsigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // each is named as in the LLVM language reference
pub enum IntPredicate {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

/// Floating-point predicates: `O` is false when an operand is NaN, `U` is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // each is named as in the LLVM language reference
pub enum FloatPredicate {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    Uno,
    True,
}

/// Conversions. Float to integer out of range gives 0x80… of the width, as x86-64 does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // each is named as in the LLVM language reference
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    FpTrunc,
    FpExt,
    PtrToInt,
    IntToPtr,
    /// Same bits, other type of the same width.
    Bitcast,
}

/// Read-modify-write operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // each is named as in the LLVM language reference
pub enum AtomicOp {
    Exchange,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    FAdd,
    FSub,
}

/// What the machine does itself. `x: T` is an operand of the result's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Intrinsic {
    /// `(dst: ptr, src: ptr, len: int)`: copies bytes between blocks that are the same or do not overlap.
    MemCopy,
    /// `(dst: ptr, src: ptr, len: int)`: copies bytes; overlap is allowed.
    MemMove,
    /// `(dst: ptr, byte: i8, len: int)`.
    MemSet,
    /// `(x) -> x`: number of set bits.
    CountOnes,
    /// `(x) -> x`: leading zeros; the width when `x` is 0.
    LeadingZeros,
    /// `(x) -> x`: trailing zeros; the width when `x` is 0.
    TrailingZeros,
    /// `(x) -> x`: leading zeros; undefined when `x` is 0.
    LeadingZerosOfNonzero,
    /// `(x) -> x`: trailing zeros; undefined when `x` is 0.
    TrailingZerosOfNonzero,
    /// `(x) -> x`.
    ByteSwap,
    /// `(x) -> x`.
    BitReverse,
    /// `(a, b, amount) -> x`: high part of `a:b << amount % width`.
    FunnelShl,
    /// `(a, b, amount) -> x`: low part of `a:b >> amount % width`.
    FunnelShr,
    /// `(a, b) -> (x, overflow: i1)`, signed.
    SAddOverflow,
    /// `(a, b) -> (x, overflow: i1)`, signed.
    SSubOverflow,
    /// `(a, b) -> (x, overflow: i1)`, signed.
    SMulOverflow,
    /// `(a, b) -> (x, overflow: i1)`, unsigned.
    UAddOverflow,
    /// `(a, b) -> (x, overflow: i1)`, unsigned.
    USubOverflow,
    /// `(a, b) -> (x, overflow: i1)`, unsigned.
    UMulOverflow,
    /// `(a, b) -> x`, clamped, signed.
    SAddSat,
    /// `(a, b) -> x`, clamped, signed.
    SSubSat,
    /// `(a, b) -> x`, clamped, unsigned.
    UAddSat,
    /// `(a, b) -> x`, clamped, unsigned.
    USubSat,
    /// `(x) -> x`: absolute value, wrapping.
    Abs,
    /// `(a, b) -> x`, signed.
    SMax,
    /// `(a, b) -> x`, signed.
    SMin,
    /// `(a, b) -> x`, unsigned.
    UMax,
    /// `(a, b) -> x`, unsigned.
    UMin,
    /// `(x) -> x`.
    FAbs,
    /// `(x) -> x`.
    Sqrt,
    /// `(x) -> x`.
    Floor,
    /// `(x) -> x`.
    Ceil,
    /// `(x) -> x`: towards zero.
    FTrunc,
    /// `(x) -> x`: half away from zero.
    Round,
    /// `(x) -> x`: half to even (`rint`, `nearbyint`, `roundeven`).
    RoundEven,
    /// `(magnitude, sign) -> x`.
    CopySign,
    /// `(a, b, c) -> x`: `a * b + c` rounded once.
    FusedMulAdd,
    /// `(a, b) -> x`: the other operand when one is NaN.
    FMin,
    /// `(a, b) -> x`: the other operand when one is NaN.
    FMax,
    /// `(x) -> int`: float to integer, clamped; NaN gives 0; signed.
    FpToSiSat,
    /// `(x) -> int`: float to integer, clamped; NaN gives 0; unsigned.
    FpToUiSat,
    /// `(x: float) -> i1`; second operand: constant mask of LLVM's `llvm.is.fpclass`.
    IsFpClass,
    /// `(list: ptr)`: starts walking the variadic arguments (x86-64 `va_list`, 24 bytes).
    VaStart,
    /// `(list: ptr)`.
    VaEnd,
    /// `(to: ptr, from: ptr)`.
    VaCopy,
    /// `() -> ptr`: the current depth of the stack, for [`Intrinsic::StackRestore`].
    StackSave,
    /// `(depth: ptr)`: ends objects allocated since.
    StackRestore,
    /// `(level: i32) -> ptr`: null.
    FrameAddress,
    /// `(ptr, max: i1, …) -> int`: object size; -1 or 0 when unknown.
    ObjectSize,
    /// `(function: ptr) -> ptr`: null; `__builtin_return_address`.
    ReturnAddress,
    /// `(ptr) -> ptr`: the address of the thread's copy of a thread-local variable.
    ThreadLocalAddress,
    /// `(ptr) -> ptr`: an address as the program was linked here; another link may give another one, as for a weak symbol
    /// that nobody defines.
    AsLinked,
    /// `() -> ()`: what memory holds may be changed here from elsewhere, by a thread or a device: C's fences and
    /// `asm("" ::: "memory")`.
    Barrier,
    /// `(selector types…) -> (ptr, i32)`: what was thrown, in a block reached by unwinding.
    LandingPad,
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Terminator {
    /// To one successor.
    Jump(Edge),
    /// To one of two.
    Branch {
        /// One bit.
        cond: Value,
        /// When set (outcome 0).
        then: Edge,
        /// When clear (outcome 1).
        otherwise: Edge,
        /// Its site.
        site: SiteId,
    },
    /// To the edge of the case that equals `value`, else to the default edge.
    Switch {
        /// Integer.
        value: Value,
        /// Case values with the position of their edge in `edges`; values are distinct.
        cases: Vec<(u128, u32)>,
        /// Distinct successor edges: the outcomes of the site.
        edges: Vec<Edge>,
        /// Position of the default edge.
        default: u32,
        /// Its site.
        site: SiteId,
    },
    /// To the block whose address `target` is (GNU C computed `goto`).
    IndirectJump {
        /// A block address.
        target: Value,
        /// Every block it may be: the outcomes of the site.
        edges: Vec<Edge>,
        /// Its site.
        site: SiteId,
    },
    /// Leaves the function with its results.
    Return(Vec<Value>),
    /// Raises an exception that carries these values, or continues one. It goes to the block's handler, if it has one.
    Throw(Vec<Value>),
    /// Control never comes here; a fault if it does.
    Unreachable,
    /// Ends the test: the program aborted itself (`llvm.trap`).
    Trap,
}

impl Terminator {
    /// Outgoing edges in order; for a site, the position is the outcome.
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        let (two, many): ([Option<&Edge>; 2], &[Edge]) = match self {
            Terminator::Jump(edge) => ([Some(edge), None], &[]),
            Terminator::Branch { then, otherwise, .. } => ([Some(then), Some(otherwise)], &[]),
            Terminator::Switch { edges, .. } | Terminator::IndirectJump { edges, .. } => {
                ([None, None], edges)
            }
            _ => ([None, None], &[]),
        };
        two.into_iter().flatten().chain(many)
    }

    /// Outgoing edges in order, to change.
    pub fn edges_mut(&mut self) -> impl Iterator<Item = &mut Edge> {
        let (two, many): ([Option<&mut Edge>; 2], &mut [Edge]) = match self {
            Terminator::Jump(edge) => ([Some(edge), None], &mut []),
            Terminator::Branch { then, otherwise, .. } => ([Some(then), Some(otherwise)], &mut []),
            Terminator::Switch { edges, .. } | Terminator::IndirectJump { edges, .. } => {
                ([None, None], edges)
            }
            _ => ([None, None], &mut []),
        };
        two.into_iter().flatten().chain(many)
    }

    /// Its site, if control may go several ways.
    #[must_use]
    pub fn site(&self) -> Option<SiteId> {
        match self {
            Terminator::Branch { site, .. }
            | Terminator::Switch { site, .. }
            | Terminator::IndirectJump { site, .. } => Some(*site),
            _ => None,
        }
    }

    /// Calls `visit` with each operand, edge arguments included.
    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut Value)) {
        match self {
            Terminator::Branch { cond: value, .. }
            | Terminator::Switch { value, .. }
            | Terminator::IndirectJump { target: value, .. } => visit(value),
            Terminator::Return(values) | Terminator::Throw(values) => values.iter_mut().for_each(&mut visit),
            Terminator::Jump(_) | Terminator::Unreachable | Terminator::Trap => {}
        }
        for edge in self.edges_mut() {
            edge.args.iter_mut().for_each(&mut visit);
        }
    }

    /// Calls `visit` with each operand, edge arguments included.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Value)) {
        match self {
            Terminator::Branch { cond: value, .. }
            | Terminator::Switch { value, .. }
            | Terminator::IndirectJump { target: value, .. } => visit(*value),
            Terminator::Return(values) | Terminator::Throw(values) => {
                values.iter().copied().for_each(&mut visit)
            }
            Terminator::Jump(_) | Terminator::Unreachable | Terminator::Trap => {}
        }
        for edge in self.edges() {
            edge.args.iter().copied().for_each(&mut visit);
        }
    }
}

impl Op {
    /// Calls `visit` with each operand, in the order of [`Op::for_each_operand_mut`].
    pub fn for_each_operand(&self, mut visit: impl FnMut(Value)) {
        match self {
            Op::Binary { a, b, .. } | Op::IntCompare(_, a, b) | Op::FloatCompare(_, a, b) => {
                visit(*a);
                visit(*b);
            }
            Op::FloatNeg(a) | Op::Cast(_, a) | Op::Load { ptr: a, .. } => visit(*a),
            Op::Select { cond, then, otherwise } => {
                visit(*cond);
                visit(*then);
                visit(*otherwise);
            }
            Op::PtrAdd { base, index, .. } => {
                visit(*base);
                index.iter().copied().for_each(visit);
            }
            Op::Store { ptr, value, .. } | Op::AtomicUpdate { ptr, value, .. } => {
                visit(*ptr);
                visit(*value);
            }
            Op::StackAlloc { count, .. } => count.iter().copied().for_each(visit),
            Op::Call { callee, args } => {
                if let Callee::Indirect(target, _) = callee {
                    visit(*target);
                }
                args.iter().copied().for_each(visit);
            }
            Op::Intrinsic(_, args) | Op::Object(_, args) => args.iter().copied().for_each(visit),
            Op::CompareExchange { ptr, expected, replacement } => {
                visit(*ptr);
                visit(*expected);
                visit(*replacement);
            }
        }
    }

    /// Calls `visit` with each operand, to change.
    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut Value)) {
        match self {
            Op::Binary { a, b, .. } | Op::IntCompare(_, a, b) | Op::FloatCompare(_, a, b) => {
                visit(a);
                visit(b);
            }
            Op::FloatNeg(a) | Op::Cast(_, a) | Op::Load { ptr: a, .. } => visit(a),
            Op::Select { cond, then, otherwise } => {
                visit(cond);
                visit(then);
                visit(otherwise);
            }
            Op::PtrAdd { base, index, .. } => {
                visit(base);
                index.iter_mut().for_each(visit);
            }
            Op::Store { ptr, value, .. } | Op::AtomicUpdate { ptr, value, .. } => {
                visit(ptr);
                visit(value);
            }
            Op::StackAlloc { count, .. } => count.iter_mut().for_each(visit),
            Op::Call { callee, args } => {
                if let Callee::Indirect(target, _) = callee {
                    visit(target);
                }
                args.iter_mut().for_each(visit);
            }
            Op::Intrinsic(_, args) | Op::Object(_, args) => args.iter_mut().for_each(visit),
            Op::CompareExchange { ptr, expected, replacement } => {
                visit(ptr);
                visit(expected);
                visit(replacement);
            }
        }
    }

    /// Whether an exception may come out of the instruction: it calls, or does what can fault.
    #[must_use]
    pub fn can_raise(&self) -> bool {
        !self.is_pure()
    }

    /// Whether the instruction may be dropped when its results are not used: it neither writes,
    /// nor calls, nor can fault. (Loads and divisions can fault.)
    #[must_use]
    pub fn is_pure(&self) -> bool {
        match self {
            Op::Binary { op, no_signed_wrap, .. } => {
                use BinaryOp::{AShr, LShr, SDiv, SDivWrap, SRem, SRemWrap, Shl, UDiv, URem};
                let faults =
                    matches!(op, UDiv | SDiv | URem | SRem | Shl | LShr | AShr | SDivWrap | SRemWrap);
                !no_signed_wrap && !faults
            }
            Op::FloatNeg(_)
            | Op::IntCompare(..)
            | Op::FloatCompare(..)
            | Op::Cast(..)
            | Op::Select { .. }
            | Op::PtrAdd { .. } => true,
            Op::Object(op, _) => op.is_pure(),
            _ => false,
        }
    }
}
