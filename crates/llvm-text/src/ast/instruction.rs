//! Instructions and terminators, one variant per LangRef instruction.
//!
//! An instruction carries its result, its location in the source (`!dbg`) and its line in the `.ll` text; other
//! attachments (`!tbaa`, `!prof`, `!range`, …) are skipped. Large operands are boxed, so that an [`Op`] stays small.
//!
//! Steps to add an instruction: a variant here, its result type in `ll/result_type.rs`, its reader in `ll/read/`.

use super::{
    ArithFlags, AtomicOrdering, AtomicRmwOp, BinaryOp, BlockId, CastOp, DebugLocation, FastMath,
    FloatPredicate, FunctionAttrs, GepFlags, IntPredicate, LocalId, Meta, Operand, ParamAttrs, TypeId, Value,
};

/// An instruction that does not end its block, or a debug record.
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    /// What it defines; `None` for `void` calls, stores, fences and debug records.
    pub result: Option<LocalId>,
    /// What it does.
    pub op: Op,
    /// `!dbg`.
    pub dbg: Option<DebugLocation>,
    /// Line in the `.ll` file, from 1.
    pub line: u32,
}

impl Instruction {
    /// Whether this is a debug record (`#dbg_…`), which is not an instruction for LLVM.
    pub fn is_debug_record(&self) -> bool {
        matches!(self.op, Op::Debug(_))
    }
}

/// What an instruction does.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// `fneg`.
    FNeg {
        /// Fast-math flags.
        fast_math: FastMath,
        /// The operand.
        operand: Operand,
    },
    /// `add` to `frem`; both operands have the type of `lhs`.
    Binary {
        /// Which operator.
        op: BinaryOp,
        /// Poison flags of integer operators.
        flags: ArithFlags,
        /// Flags of floating-point operators.
        fast_math: FastMath,
        /// Left operand.
        lhs: Operand,
        /// Right operand, of the same type.
        rhs: Value,
    },
    /// `icmp`.
    ICmp {
        /// The condition.
        predicate: IntPredicate,
        /// `samesign`.
        samesign: bool,
        /// Left operand.
        lhs: Operand,
        /// Right operand, of the same type.
        rhs: Value,
    },
    /// `fcmp`.
    FCmp {
        /// The condition.
        predicate: FloatPredicate,
        /// Fast-math flags.
        fast_math: FastMath,
        /// Left operand.
        lhs: Operand,
        /// Right operand, of the same type.
        rhs: Value,
    },
    /// A conversion, `zext` to `addrspacecast`.
    Cast {
        /// Which conversion.
        op: CastOp,
        /// `nneg`, `nuw`, `nsw`.
        flags: ArithFlags,
        /// The operand.
        operand: Operand,
        /// The type converted to.
        to: TypeId,
    },
    /// `getelementptr`.
    GetElementPtr(Box<GetElementPtr>),
    /// `alloca`.
    Alloca {
        /// Type of one element.
        ty: TypeId,
        /// Number of elements; `None` means 1.
        count: Option<Operand>,
        /// Alignment in bytes; `None` means that of the type.
        align: Option<u32>,
        /// `inalloca`.
        inalloca: bool,
    },
    /// `load`.
    Load(Box<Load>),
    /// `store`.
    Store(Box<Store>),
    /// `fence`.
    Fence {
        /// Ordering.
        ordering: AtomicOrdering,
    },
    /// `cmpxchg`: yields `{ T, i1 }`.
    CmpXchg(Box<CmpXchg>),
    /// `atomicrmw`: yields the old value.
    AtomicRmw(Box<AtomicRmw>),
    /// `phi`.
    Phi {
        /// Type of the result.
        ty: TypeId,
        /// Value by predecessor.
        incoming: Vec<(Value, BlockId)>,
    },
    /// `select`.
    Select {
        /// `i1` or a vector of them.
        condition: Operand,
        /// Where the condition holds.
        on_true: Operand,
        /// Elsewhere.
        on_false: Operand,
        /// Fast-math flags.
        fast_math: FastMath,
    },
    /// `call`.
    Call(Box<Call>),
    /// `va_arg`.
    VaArg {
        /// Pointer to the `va_list`.
        list: Operand,
        /// Type of the argument.
        ty: TypeId,
    },
    /// `landingpad`.
    LandingPad {
        /// Type of the result, normally `{ ptr, i32 }`.
        ty: TypeId,
        /// `cleanup`.
        cleanup: bool,
        /// `catch` and `filter` clauses in order.
        clauses: Vec<LandingPadClause>,
    },
    /// `catchpad within %x [ … ]`.
    CatchPad {
        /// The catchswitch.
        within: Value,
        /// Arguments of the personality.
        args: Vec<Operand>,
    },
    /// `cleanuppad within %x [ … ]`.
    CleanupPad {
        /// The parent pad or `none`.
        within: Value,
        /// Arguments of the personality.
        args: Vec<Operand>,
    },
    /// `freeze`.
    Freeze {
        /// The operand.
        operand: Operand,
    },
    /// `extractvalue`.
    ExtractValue {
        /// A struct or array.
        aggregate: Operand,
        /// Path of field numbers.
        indices: Vec<u32>,
    },
    /// `insertvalue`.
    InsertValue {
        /// A struct or array.
        aggregate: Operand,
        /// What to put in.
        element: Operand,
        /// Path of field numbers.
        indices: Vec<u32>,
    },
    /// `extractelement`.
    ExtractElement {
        /// The vector.
        vector: Operand,
        /// Lane.
        index: Operand,
    },
    /// `insertelement`.
    InsertElement {
        /// The vector.
        vector: Operand,
        /// What to put in.
        element: Operand,
        /// Lane.
        index: Operand,
    },
    /// `shufflevector`.
    ShuffleVector {
        /// First vector.
        lhs: Operand,
        /// Second vector, of the same type.
        rhs: Operand,
        /// A constant vector of `i32`: lanes of `lhs`, then of `rhs`.
        mask: Operand,
    },
    /// `#dbg_declare(…)` and its kin; also the older `call void @llvm.dbg.declare(metadata …)`.
    Debug(Box<DebugRecord>),
}

/// `getelementptr inbounds T, ptr %base, i64 %i, …`.
#[derive(Clone, Debug, PartialEq)]
pub struct GetElementPtr {
    /// `inbounds`, `nuw`, `nusw`.
    pub flags: GepFlags,
    /// The type the indices walk.
    pub source: TypeId,
    /// A pointer, or a vector of them.
    pub base: Operand,
    /// The indices; the first steps over whole `source` elements.
    pub indices: Vec<Operand>,
}

/// `load T, ptr %p`.
#[derive(Clone, Debug, PartialEq)]
pub struct Load {
    /// Type loaded.
    pub ty: TypeId,
    /// Address.
    pub pointer: Operand,
    /// `volatile`.
    pub volatile: bool,
    /// Ordering of an atomic load.
    pub atomic: Option<AtomicOrdering>,
    /// Alignment in bytes; `None` means that of the type.
    pub align: Option<u32>,
}

/// `store T %v, ptr %p`.
#[derive(Clone, Debug, PartialEq)]
pub struct Store {
    /// What is stored.
    pub value: Operand,
    /// Address.
    pub pointer: Operand,
    /// `volatile`.
    pub volatile: bool,
    /// Ordering of an atomic store.
    pub atomic: Option<AtomicOrdering>,
    /// Alignment in bytes; `None` means that of the type.
    pub align: Option<u32>,
}

/// `cmpxchg ptr %p, T %expected, T %new success failure`.
#[derive(Clone, Debug, PartialEq)]
pub struct CmpXchg {
    /// Address.
    pub pointer: Operand,
    /// Value compared with.
    pub expected: Operand,
    /// Value stored on success.
    pub new: Operand,
    /// Ordering on success.
    pub success: AtomicOrdering,
    /// Ordering on failure.
    pub failure: AtomicOrdering,
    /// `weak`: may fail spuriously.
    pub weak: bool,
    /// `volatile`.
    pub volatile: bool,
}

/// `atomicrmw op ptr %p, T %v ordering`.
#[derive(Clone, Debug, PartialEq)]
pub struct AtomicRmw {
    /// Which operation.
    pub op: AtomicRmwOp,
    /// Address.
    pub pointer: Operand,
    /// Right operand of the operation.
    pub value: Operand,
    /// Ordering.
    pub ordering: AtomicOrdering,
    /// `volatile`.
    pub volatile: bool,
}

/// How a call may reuse its caller's frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TailKind {
    /// Nothing written.
    #[default]
    None,
    /// `tail`.
    Tail,
    /// `musttail`.
    MustTail,
    /// `notail`.
    NoTail,
}

/// The common part of `call`, `invoke` and `callbr`.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// `tail`, `musttail`, `notail`.
    pub tail: TailKind,
    /// Fast-math flags.
    pub fast_math: FastMath,
    /// Calling convention keyword; `None` for the C convention.
    pub calling_convention: Option<Box<str>>,
    /// Result type.
    pub result: TypeId,
    /// Attributes of the result.
    pub result_attrs: ParamAttrs,
    /// The callee's function type: as written when the text gives it (variadic callees), else made from the arguments.
    pub function_type: TypeId,
    /// Who is called.
    pub callee: Callee,
    /// The arguments.
    pub args: Vec<Argument>,
    /// Attributes at the call, those of its groups included (the callee's own are in [`Function`](super::Function)).
    pub attrs: FunctionAttrs,
    /// `[ "deopt"(…) ]`.
    pub bundles: Vec<OperandBundle>,
}

/// Who is called.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// `@f`, or an alias, or through a local or constant pointer.
    Value(Value),
    /// Inline assembly.
    Asm(Box<InlineAsm>),
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// The value.
    pub operand: Operand,
    /// Attributes at the call.
    pub attrs: ParamAttrs,
}

/// `"tag"(operands)` at a call.
#[derive(Clone, Debug, PartialEq)]
pub struct OperandBundle {
    /// The tag.
    pub tag: Box<str>,
    /// The operands.
    pub operands: Vec<Operand>,
}

/// `asm sideeffect "code", "constraints"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineAsm {
    /// The template.
    pub code: Box<str>,
    /// Operand constraints.
    pub constraints: Box<str>,
    /// `sideeffect`.
    pub side_effect: bool,
}

/// A clause of a `landingpad`.
#[derive(Clone, Debug, PartialEq)]
pub enum LandingPadClause {
    /// `catch T v`.
    Catch(Operand),
    /// `filter [n x T] v`.
    Filter(Operand),
}

/// Which debug record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DebugRecordKind {
    /// The variable lives at this address.
    Declare,
    /// The variable has this value from here on.
    Value,
    /// As `Value`, linked to a store.
    Assign,
    /// A source label.
    Label,
    /// A record of a later LLVM version.
    Other,
}

/// `#dbg_declare(ptr %x, !12, !DIExpression(), !13)`.
#[derive(Clone, Debug, PartialEq)]
pub struct DebugRecord {
    /// Which.
    pub kind: DebugRecordKind,
    /// Everything in the parentheses, in order: for `Declare` and `Value` the location operand, the variable
    /// (a `DILocalVariable`), the expression and, in the new form, the `DILocation`.
    pub operands: Vec<Meta>,
}

/// The end of a block.
#[derive(Clone, Debug, PartialEq)]
pub struct Terminator {
    /// The result of an `invoke`, `callbr` or `catchswitch`.
    pub result: Option<LocalId>,
    /// How it ends.
    pub kind: TerminatorKind,
    /// `!dbg`.
    pub dbg: Option<DebugLocation>,
    /// Line in the `.ll` file, from 1.
    pub line: u32,
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq)]
pub enum TerminatorKind {
    /// `ret T v`, or `ret void` as `None`.
    Ret(Option<Operand>),
    /// `br label %bb`.
    Br(BlockId),
    /// `br i1 %c, label %a, label %b`.
    CondBr {
        /// Of type `i1`.
        condition: Operand,
        /// Where the condition holds.
        on_true: BlockId,
        /// Elsewhere.
        on_false: BlockId,
    },
    /// `switch`.
    Switch {
        /// The integer looked at.
        scrutinee: Operand,
        /// Where no case fits.
        default: BlockId,
        /// Case values, truncated to the width of the scrutinee, and their targets.
        cases: Vec<(u128, BlockId)>,
    },
    /// `indirectbr`.
    IndirectBr {
        /// A `blockaddress` value.
        address: Operand,
        /// Where it may lead.
        targets: Vec<BlockId>,
    },
    /// `invoke`.
    Invoke {
        /// The call.
        call: Box<Call>,
        /// Where it returns.
        normal: BlockId,
        /// Where it unwinds.
        unwind: BlockId,
    },
    /// `callbr`: assembly that may jump.
    CallBr {
        /// The call.
        call: Box<Call>,
        /// Where it falls through.
        fallthrough: BlockId,
        /// Where it may jump.
        indirect: Vec<BlockId>,
    },
    /// `resume`: goes on unwinding.
    Resume(Operand),
    /// `unreachable`.
    Unreachable,
    /// `catchswitch within %x [ … ] unwind …`.
    CatchSwitch {
        /// The parent pad or `none`.
        within: Value,
        /// The catch pads.
        handlers: Vec<BlockId>,
        /// Where it unwinds; `None` to the caller.
        unwind: Option<BlockId>,
    },
    /// `catchret from %x to label %bb`.
    CatchRet {
        /// The pad.
        from: Value,
        /// The target.
        to: BlockId,
    },
    /// `cleanupret from %x unwind …`.
    CleanupRet {
        /// The pad.
        from: Value,
        /// Where it unwinds; `None` to the caller.
        unwind: Option<BlockId>,
    },
}

impl TerminatorKind {
    /// Calls `visit` on every block this terminator may lead to, in the order of the text, to change it.
    pub(crate) fn for_each_target_mut(&mut self, mut visit: impl FnMut(&mut BlockId)) {
        match self {
            TerminatorKind::Ret(_) | TerminatorKind::Resume(_) | TerminatorKind::Unreachable => {}
            TerminatorKind::Br(to) | TerminatorKind::CatchRet { to, .. } => visit(to),
            TerminatorKind::CondBr { on_true, on_false, .. } => {
                visit(on_true);
                visit(on_false);
            }
            TerminatorKind::Switch { default, cases, .. } => {
                visit(default);
                cases.iter_mut().for_each(|(_, to)| visit(to));
            }
            TerminatorKind::IndirectBr { targets, .. } => targets.iter_mut().for_each(visit),
            TerminatorKind::Invoke { normal, unwind, .. } => {
                visit(normal);
                visit(unwind);
            }
            TerminatorKind::CallBr { fallthrough, indirect, .. } => {
                visit(fallthrough);
                indirect.iter_mut().for_each(visit);
            }
            TerminatorKind::CatchSwitch { handlers, unwind, .. } => {
                handlers.iter_mut().for_each(&mut visit);
                unwind.iter_mut().for_each(visit);
            }
            TerminatorKind::CleanupRet { unwind, .. } => unwind.iter_mut().for_each(visit),
        }
    }
}
