//! The bytecode: 16 bytes per operation, operands are slots of the frame.
//!
//! A slot is 64 bits; values of more bits take two, low half first. Narrow integers are kept
//! zero-extended. Constants have slots too, filled when the frame is entered, except where an
//! operation carries an immediate. Operations of the hot path have variants of their own;
//! everything else is a [`SlowOp`].

use trine_ir::{Block, CastOp, FloatPredicate, FuncId, IntPredicate, SiteId, Type};

/// A position in a frame.
pub(crate) type Slot = u16;

/// An integer comparison as data: no branch decides between the ten predicates.
///
/// Bits 0..3 tell the result for greater, less, equal; bit 7 tells a signed comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IntTest {
    bits: u8,
    pub width: u8,
}

impl IntTest {
    pub fn new(predicate: IntPredicate, width: u32) -> Self {
        use IntPredicate as P;
        let bits = match predicate {
            P::Eq => 0b100,
            P::Ne => 0b011,
            P::Ugt => 0b001,
            P::Uge => 0b101,
            P::Ult => 0b010,
            P::Ule => 0b110,
            P::Sgt => 0x81,
            P::Sge => 0x85,
            P::Slt => 0x82,
            P::Sle => 0x86,
        };
        Self { bits, width: width as u8 }
    }

    /// 0 if it holds for `a` and `b`, zero-extended from `width` bits; otherwise 1: the outcome of a branch on it, computed
    /// without a truth value between, which costs some 5 % of a loop.
    #[inline(always)]
    pub fn outcome(self, a: u64, b: u64) -> u32 {
        // Flipping the sign bits makes signed order the unsigned order.
        let flip = u64::from(self.bits >> 7) << (self.width.wrapping_sub(1) & 63);
        let index = u32::from(a ^ flip < b ^ flip) + 2 * u32::from(a == b);
        u32::from(!self.bits) >> index & 1
    }

    pub fn predicate(self) -> IntPredicate {
        use IntPredicate as P;
        match self.bits {
            0b100 => P::Eq,
            0b011 => P::Ne,
            0b001 => P::Ugt,
            0b101 => P::Uge,
            0b010 => P::Ult,
            0b110 => P::Ule,
            0x81 => P::Sgt,
            0x85 => P::Sge,
            0x82 => P::Slt,
            _ => P::Sle,
        }
    }
}

/// A comparison of `f32` or `f64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FloatTest {
    pub predicate: FloatPredicate,
    pub single: bool,
}

/// Where a jump leads, and the instructions of the block it leaves.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(8))]
pub(crate) struct Go {
    pub target: u32,
    pub weight: u32,
}

/// A call and its callee.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(8))]
pub(crate) struct DirectCall {
    pub call: u32,
    pub callee: FuncId,
}

/// How a call finds its callee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Select {
    /// As its [`CallSite`](super::CallSite) says.
    Site,
    /// A method in the receiver's class.
    Virtual,
    /// A method of an interface in the receiver's class.
    Interface,
}

/// One operation. `width` is in bits, at most 64; `target`s are positions in the code.
///
/// The layout is fixed so that fields of one kind lie at one place, and the step loop reads
/// them all before it knows which it needs: a byte at 1, slots at 2, 4 and 6, numbers at 8 and
/// 12. Numbers that would lie at 4 are made 64 bits wide for that reason.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub(crate) enum Op {
    Move {
        dst: Slot,
        src: Slot,
    },
    Move2 {
        dst: Slot,
        src: Slot,
        dst2: Slot,
        src2: Slot,
    },
    Jump {
        go: Go,
    },
    MoveJump {
        dst: Slot,
        src: Slot,
        go: Go,
    },
    Move2Jump {
        dst: Slot,
        src: Slot,
        dst2: Slot,
        src2: Slot,
        weight: u16,
        target: u32,
    },
    Branch {
        cond: Slot,
        branch: u64,
    },
    BranchInt {
        a: Slot,
        b: Slot,
        test: IntTest,
        branch: u32,
    },
    BranchIntImm {
        a: Slot,
        test: IntTest,
        branch: u32,
        imm: u32,
    },
    BranchFloat {
        a: Slot,
        b: Slot,
        test: FloatTest,
        branch: u32,
    },
    Switch {
        width: u8,
        value: Slot,
        switch: u64,
    },
    IndirectJump {
        target: Slot,
        switch: u64,
    },
    Unreachable,
    Trap,
    Return0 {
        weight: u64,
    },
    Return1 {
        src: Slot,
        weight: u64,
    },
    Return {
        returns: u64,
    },
    Throw {
        returns: u64,
    },
    /// A call whose callee depends on the run: `pointer` is a function's address or a receiver, `index` a slot of its
    /// class or the number of a cache.
    Call {
        select: Select,
        pointer: Slot,
        index: u32,
        call: u32,
    },
    // `CallDirect`: the arguments fit.
    CallDirect {
        direct: DirectCall,
    },

    Add {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    AddImm {
        width: u8,
        dst: Slot,
        a: Slot,
        imm: i32,
    },
    Sub {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Mul {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    And {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Or {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Xor {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Shl {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    LShr {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    AShr {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    UDiv {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    SDiv {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    URem {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    SRem {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    FAdd {
        single: bool,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    FSub {
        single: bool,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    FMul {
        single: bool,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    FDiv {
        single: bool,
        dst: Slot,
        a: Slot,
        b: Slot,
    },

    CompareInt {
        dst: Slot,
        a: Slot,
        b: Slot,
        test: IntTest,
    },
    CompareFloat {
        dst: Slot,
        a: Slot,
        b: Slot,
        test: FloatTest,
    },
    Select {
        dst: Slot,
        cond: Slot,
        then: Slot,
        otherwise: Slot,
    },
    ZExt {
        dst: Slot,
        src: Slot,
        from: u8,
        to: u8,
    },
    SExt {
        dst: Slot,
        src: Slot,
        from: u8,
        to: u8,
    },
    Trunc {
        dst: Slot,
        src: Slot,
        from: u8,
        to: u8,
    },
    Cast {
        dst: Slot,
        src: Slot,
        from: Type,
        to: Type,
        op: CastOp,
    },

    PtrAdd {
        dst: Slot,
        base: Slot,
        offset: i64,
    },
    PtrAddIndex {
        width: u8,
        dst: Slot,
        base: Slot,
        index: Slot,
        scale: i32,
        offset: i32,
    },
    Load8 {
        dst: Slot,
        base: Slot,
        offset: i32,
        ty: Type,
    },
    Load16 {
        dst: Slot,
        base: Slot,
        offset: i32,
        ty: Type,
    },
    Load32 {
        dst: Slot,
        base: Slot,
        offset: i32,
        ty: Type,
    },
    Load64 {
        dst: Slot,
        base: Slot,
        offset: i32,
        ty: Type,
    },
    Load8Index {
        dst: Slot,
        at: Indexed,
    },
    Load16Index {
        dst: Slot,
        at: Indexed,
    },
    Load32Index {
        dst: Slot,
        at: Indexed,
    },
    Load64Index {
        dst: Slot,
        at: Indexed,
    },
    Store8 {
        src: Slot,
        base: Slot,
        offset: i32,
        ty: Type,
    },
    Store16 {
        src: Slot,
        base: Slot,
        offset: i32,
        ty: Type,
    },
    Store32 {
        src: Slot,
        base: Slot,
        offset: i32,
        ty: Type,
    },
    Store64 {
        src: Slot,
        base: Slot,
        offset: i32,
        ty: Type,
    },
    Store8Index {
        src: Slot,
        at: Indexed,
    },
    Store16Index {
        src: Slot,
        at: Indexed,
    },
    Store32Index {
        src: Slot,
        at: Indexed,
    },
    Store64Index {
        src: Slot,
        at: Indexed,
    },
    StackAlloc {
        dst: Slot,
        size: u64,
    },

    New {
        dst: Slot,
        class: u32,
        size: u32,
    },
    ArrayLoad8 {
        dst: Slot,
        array: Slot,
        index: Slot,
        ty: Type,
    },
    ArrayLoad16 {
        dst: Slot,
        array: Slot,
        index: Slot,
        ty: Type,
    },
    ArrayLoad32 {
        dst: Slot,
        array: Slot,
        index: Slot,
        ty: Type,
    },
    ArrayLoad64 {
        dst: Slot,
        array: Slot,
        index: Slot,
        ty: Type,
    },
    ArrayStore8 {
        src: Slot,
        array: Slot,
        index: Slot,
        ty: Type,
    },
    ArrayStore16 {
        src: Slot,
        array: Slot,
        index: Slot,
        ty: Type,
    },
    ArrayStore32 {
        src: Slot,
        array: Slot,
        index: Slot,
        ty: Type,
    },
    ArrayStore64 {
        src: Slot,
        array: Slot,
        index: Slot,
        ty: Type,
    },
    TypeTest {
        dst: Slot,
        src: Slot,
        class: u32,
    },
    CheckCast {
        src: Slot,
        class: u32,
    },
    NullCheck {
        src: Slot,
    },
    Statics {
        dst: Slot,
        class: u32,
        size: u32,
    },
    EnsureInit {
        class: u32,
    },
    SDivWrap {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    SRemWrap {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    ShlMask {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    LShrMask {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    AShrMask {
        width: u8,
        dst: Slot,
        a: Slot,
        b: Slot,
    },

    /// What was thrown, at the entry of a handler.
    Caught {
        dst: Slot,
        ty: Type,
        index: u32,
    },

    Slow {
        slow: u64,
    },
}

const _: () = assert!(size_of::<Op>() == 16);

impl Op {
    /// The register and type of a load or store.
    pub fn accessed(&self) -> Option<(Slot, Type)> {
        match *self {
            Op::Load8 { dst: slot, ty, .. }
            | Op::Load16 { dst: slot, ty, .. }
            | Op::Load32 { dst: slot, ty, .. }
            | Op::Load64 { dst: slot, ty, .. }
            | Op::Store8 { src: slot, ty, .. }
            | Op::Store16 { src: slot, ty, .. }
            | Op::Store32 { src: slot, ty, .. }
            | Op::Store64 { src: slot, ty, .. }
            | Op::ArrayLoad8 { dst: slot, ty, .. }
            | Op::ArrayLoad16 { dst: slot, ty, .. }
            | Op::ArrayLoad32 { dst: slot, ty, .. }
            | Op::ArrayLoad64 { dst: slot, ty, .. }
            | Op::ArrayStore8 { src: slot, ty, .. }
            | Op::ArrayStore16 { src: slot, ty, .. }
            | Op::ArrayStore32 { src: slot, ty, .. }
            | Op::ArrayStore64 { src: slot, ty, .. } => Some((slot, ty)),
            Op::Load8Index { dst: slot, at }
            | Op::Load16Index { dst: slot, at }
            | Op::Load32Index { dst: slot, at }
            | Op::Load64Index { dst: slot, at }
            | Op::Store8Index { src: slot, at }
            | Op::Store16Index { src: slot, at }
            | Op::Store32Index { src: slot, at }
            | Op::Store64Index { src: slot, at } => Some((slot, at.ty())),
            _ => None,
        }
    }
}

/// `base + index * scale + offset`, with the type that is loaded or stored there.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(2))]
pub(crate) struct Indexed {
    pub base: Slot,
    pub index: Slot,
    pub offset: i32,
    pub scale: i16,
    pub width: u8,
    ty: u8,
}

impl Indexed {
    pub fn new(base: Slot, index: Slot, width: u8, scale: i16, offset: i32, ty: Type) -> Self {
        // Only types that a plain load covers come here.
        let ty = match ty {
            Type::Int(bits) => bits,
            Type::F32 => 200,
            Type::F64 => 201,
            Type::F80 => 202,
            Type::Ptr => 203,
        };
        Self { base, index, offset, scale, width, ty }
    }

    pub fn ty(self) -> Type {
        match self.ty {
            200 => Type::F32,
            201 => Type::F64,
            202 => Type::F80,
            203 => Type::Ptr,
            bits => Type::Int(bits),
        }
    }
}

/// A register with its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Register {
    pub slot: Slot,
    pub ty: Type,
}

/// An operation off the hot path: the IR's own, with registers in the order of
/// `Op::for_each_operand`.
#[derive(Clone, Debug)]
pub(crate) struct SlowOp {
    pub op: trine_ir::Op,
    pub results: Box<[Register]>,
    pub operands: Box<[Register]>,
}

/// A two-way branch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BranchRecord {
    /// Where outcome 0 and 1 go.
    pub targets: [u32; 2],
    /// Instructions of the block.
    pub weight: u32,
    pub first_edge: u32,
    pub function: FuncId,
    pub site: SiteId,
    /// The block that ends in the branch.
    pub block: Block,
    /// The list of regions, plus one, of the block whose branch this copies; see `tail`.
    pub arrive: u32,
}

/// A switch or computed jump.
#[derive(Clone, Debug)]
pub(crate) struct SwitchRecord {
    pub branch: BranchRecord,
    /// Where each outcome goes.
    pub targets: Box<[u32]>,
    pub lookup: Lookup,
    /// Where the value is found when it takes two slots.
    pub wide: bool,
}

/// From a switch's value to its outcome.
#[derive(Clone, Debug)]
pub(crate) enum Lookup {
    /// Outcome of `first + position`.
    Dense { first: u64, outcomes: Box<[u32]>, default: u32 },
    /// Sorted by value.
    Sorted { cases: Box<[(u128, u32)]>, default: u32 },
}

impl Lookup {
    /// The outcome for the value `high:low`.
    #[inline(always)]
    pub fn outcome(&self, low: u64, high: u64) -> u32 {
        match self {
            Lookup::Dense { first, outcomes, default } => {
                let position = if high == 0 { low.wrapping_sub(*first) } else { u64::MAX };
                outcomes.get(position as usize).copied().unwrap_or(*default)
            }
            Lookup::Sorted { cases, default } => {
                let value = u128::from(high) << 64 | u128::from(low);
                let found = cases.binary_search_by_key(&value, |case| case.0);
                found.map_or(*default, |position| cases[position].1)
            }
        }
    }
}

/// A return of several values, or a throw.
#[derive(Clone, Debug)]
pub(crate) struct ReturnRecord {
    pub values: Box<[Register]>,
    pub slots: Box<[Slot]>,
    pub weight: u32,
    /// For a throw: where the handler in the same function is entered.
    pub unwind: u32,
}
