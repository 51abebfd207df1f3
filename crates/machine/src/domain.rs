//! What a run computes besides values: one interpreter, instantiated per domain.
//!
//! A [`Domain`] attaches a [`Domain::Shadow`] to every register. [`Concrete`] attaches nothing
//! and compiles to nothing; a domain of branch distances attaches a signed distance to
//! booleans; a concolic domain attaches a symbolic term. (The pattern is Owi's and
//! MiniRust's: the semantics are written once.)
//!
//! Every hook receives the operation, widths, operand values and shadows, and the concrete
//! result, and returns the result's shadow; the default of each is "no shadow". Plain moves
//! (block parameters, arguments, results) carry shadows without a hook. Values are bits,
//! zero-extended; shadows of constants are `Shadow::default()`.
//!
//! Memory is the domain's own business: it sees each read and write with address and size.
//! Addresses repeat between runs ([`Domain::begin`]) and, rarely, within one: an object that
//! is allocated is announced by [`Domain::allocated`].

use crate::activation::Activation;
use crate::effects::Effect;
use crate::memory::Memory;
use trine_ir::{BinaryOp, CastOp, ClassId, FloatPredicate, FuncId, IntPredicate, Intrinsic, SiteId, Type};

/// A value with its shadow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Operand<S> {
    /// Bits, zero-extended; the pattern of a float.
    pub bits: u128,
    /// What the domain knows about it.
    pub shadow: S,
}

/// `op(a, b)`, integer or float, of type `ty`.
#[derive(Clone, Copy, Debug)]
pub struct Binary<S> {
    /// Operation.
    pub op: BinaryOp,
    /// Type of the operands and the result.
    pub ty: Type,
    /// Left operand.
    pub a: Operand<S>,
    /// Right operand.
    pub b: Operand<S>,
    /// Bits of the result.
    pub result: u128,
    /// Whether a result that does not fit its signed type would have ended the run.
    pub overflow_faults: bool,
}

/// An integer or pointer comparison.
#[derive(Clone, Copy, Debug)]
pub struct IntCompare<S> {
    /// Predicate.
    pub predicate: IntPredicate,
    /// Width of the operands in bits.
    pub width: u32,
    /// Left operand.
    pub a: Operand<S>,
    /// Right operand.
    pub b: Operand<S>,
    /// Whether it holds.
    pub result: bool,
}

/// A floating-point comparison.
#[derive(Clone, Copy, Debug)]
pub struct FloatCompare<S> {
    /// Predicate.
    pub predicate: FloatPredicate,
    /// Type of the operands.
    pub ty: Type,
    /// Left operand.
    pub a: Operand<S>,
    /// Right operand.
    pub b: Operand<S>,
    /// Whether it holds.
    pub result: bool,
}

/// A conversion.
#[derive(Clone, Copy, Debug)]
pub struct Cast<S> {
    /// Conversion.
    pub op: CastOp,
    /// Type of the operand.
    pub from: Type,
    /// Type of the result.
    pub to: Type,
    /// Operand.
    pub value: Operand<S>,
    /// Bits of the result.
    pub result: u128,
}

/// `cond ? then : otherwise`.
#[derive(Clone, Copy, Debug)]
pub struct Select<S> {
    /// One bit.
    pub cond: Operand<S>,
    /// Result when set.
    pub then: Operand<S>,
    /// Result when clear.
    pub otherwise: Operand<S>,
}

/// `base + index * scale + offset`.
#[derive(Clone, Copy, Debug)]
pub struct PtrAdd<S> {
    /// Pointer.
    pub base: Operand<S>,
    /// Index with its width in bits; sign-extended before use.
    pub index: Option<(Operand<S>, u32)>,
    /// Bytes per step of the index.
    pub scale: i64,
    /// Bytes.
    pub offset: i64,
    /// The address.
    pub result: u64,
}

/// A load or store of one value.
#[derive(Clone, Copy, Debug)]
pub struct MemoryAccess<S> {
    /// The address with its shadow.
    pub address: Operand<S>,
    /// Type of the value.
    pub ty: Type,
    /// Bytes that it covers in memory: those of the type, but that pointers have as many as the target's.
    pub bytes: u32,
    /// The value read (its shadow is the default) or written.
    pub value: Operand<S>,
}

/// Two strings or blocks of memory were compared by a function of the library.
#[derive(Clone, Copy, Debug)]
pub struct BytesCompared<'a> {
    /// The function: `strcmp`, `strncmp`, `strcasecmp`, `strncasecmp`, `strcoll`, `memcmp`, `bcmp`.
    pub name: &'static str,
    /// Where the left bytes lie.
    pub a_address: u64,
    /// Where the right bytes lie.
    pub b_address: u64,
    /// Left bytes. A string goes up to, without, its end, or to the function's limit; where the
    /// comparison ended before, up to the end of its object.
    pub a: &'a [u8],
    /// Right bytes, likewise.
    pub b: &'a [u8],
    /// Bytes that are compared at most; `u64::MAX` for strings of any length.
    pub limit: u64,
    /// What the function returns.
    pub result: i32,
}

/// Control is about to leave a site.
#[derive(Clone, Copy, Debug)]
pub struct BranchPoint<S> {
    /// The function.
    pub function: FuncId,
    /// The site in the function.
    pub site: SiteId,
    /// The call it happens in.
    pub activation: Activation,
    /// The way that the values say.
    pub outcome: u32,
    /// Of what decides: a bit, or the value of a switch.
    pub shadow: S,
}

/// A test whether an object is an instance of a class.
#[derive(Clone, Copy, Debug)]
pub struct TypeTest<S> {
    /// The reference.
    pub object: Operand<S>,
    /// The class asked for.
    pub class: ClassId,
    /// The object's class; `None` for null.
    pub found: Option<ClassId>,
    /// Steps in the hierarchy from the object's class to the one asked for; 0 when it is an instance or null.
    pub steps: u32,
    /// Whether it is one.
    pub result: bool,
}

/// What a run computes besides values. See the module's head.
#[allow(unused_variables)]
pub trait Domain {
    /// What is known about a register's content.
    type Shadow: Copy + Default;
    /// Whether shadows are kept at all; without it no hook is called.
    const TRACKS: bool;

    /// A run begins.
    fn begin(&mut self) {}

    /// The shadow of argument `index` of the run's first call.
    fn argument(&mut self, index: usize, ty: Type, bits: u128) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// The way by which control leaves a site: the one that the values say, unless the domain follows a path of its
    /// own. The way must be one of the site's. What the run computes after another way is what its operations give
    /// for its values: nothing that an input makes it do, but its terms are those of that path.
    #[inline(always)]
    fn decide(&mut self, at: &BranchPoint<Self::Shadow>) -> u32 {
        at.outcome
    }

    /// An operation of two operands (negation of floats is `FSub` from -0).
    fn binary(&mut self, event: &Binary<Self::Shadow>) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// An integer or pointer comparison, also one that a branch was fused with.
    fn int_compare(&mut self, event: &IntCompare<Self::Shadow>) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// A floating-point comparison.
    fn float_compare(&mut self, event: &FloatCompare<Self::Shadow>) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// A conversion.
    fn cast(&mut self, event: &Cast<Self::Shadow>) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// A selection; the default is the shadow of the operand selected.
    fn select(&mut self, event: &Select<Self::Shadow>) -> Self::Shadow {
        if event.cond.bits != 0 { event.then.shadow } else { event.otherwise.shadow }
    }

    /// Pointer arithmetic.
    fn ptr_add(&mut self, event: &PtrAdd<Self::Shadow>) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// What the next operation relies on: the address that it reads or writes; addresses and length of a block; of an
    /// arithmetic operation that has no result, divisor or amount first, and the other operand. When the run ends with
    /// a fault of the code's own instructions, the last of these calls names its cause.
    #[inline(always)]
    fn relies_on(&mut self, operands: &[Operand<Self::Shadow>]) {}

    /// A value of `size_bytes` bytes is about to be read at `address`; the read may be a fault.
    #[inline(always)]
    fn reading(&mut self, address: Operand<Self::Shadow>, size_bytes: u32, memory: &Memory) {}

    /// The run goes on as it does because of a check inside of an operation on objects (an index, a length), which
    /// held or not.
    fn relies_on_check(&mut self, check: Self::Shadow, holds: bool) {}

    /// An object was tested for a class.
    fn type_test(&mut self, event: &TypeTest<Self::Shadow>) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// A read of the hardware register at `address` begins, after `read` volatile ones of that address; hardware
    /// has put `put_bytes` bytes there, an input of the test, or nothing that the test speaks of. Of plain reads, only
    /// those are told that find what nobody spoke of.
    fn register_read(&mut self, address: u64, read: u32, put_bytes: Option<u32>) {}

    /// A value was read from `memory`.
    fn load(&mut self, event: &MemoryAccess<Self::Shadow>, memory: &Memory) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// A value of `size_bytes` bytes is about to be written at `address`; `memory` is as before.
    fn storing(&mut self, address: Operand<Self::Shadow>, size_bytes: u32, memory: &Memory) {}

    /// A value was written.
    fn store(&mut self, event: &MemoryAccess<Self::Shadow>) {}

    /// [`Intrinsic::MemCopy`], [`Intrinsic::MemMove`] or [`Intrinsic::MemSet`] ran with these operands, after [`Domain::copied`] or
    /// [`Domain::overwritten`].
    fn block(&mut self, intrinsic: Intrinsic, operands: [Operand<Self::Shadow>; 3]) {}

    /// `length` bytes were copied; ranges may overlap.
    fn copied(&mut self, to: u64, from: u64, length: u64) {}

    /// `length` bytes were set to one byte, or written by a shim that knows nothing of shadows.
    fn overwritten(&mut self, address: u64, length: u64) {}

    /// A new object of `length` zero bytes; what was known of bytes that lay there before no longer holds.
    fn allocated(&mut self, address: u64, length: u64) {
        self.overwritten(address, length);
    }

    /// A local variable whose size the run computed: the shadow of its address.
    fn sized(&mut self, size: Operand<Self::Shadow>) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// An intrinsic computed `result`, the first of its results.
    fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        ty: Type,
        operands: &[Operand<Self::Shadow>],
        result: u128,
    ) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// An intrinsic of checked arithmetic computed `overflow` as its second result.
    fn overflow(
        &mut self,
        intrinsic: Intrinsic,
        operands: &[Operand<Self::Shadow>],
        ty: Type,
        overflow: bool,
    ) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// A shim is about to run; `memory` is as it finds it.
    fn shim_called(&mut self, name: &'static str, operands: &[Operand<Self::Shadow>], memory: &Memory) {}

    /// A shim computed `result`; `memory` is as it left it.
    fn shim(
        &mut self,
        name: &'static str,
        operands: &[Operand<Self::Shadow>],
        result: u128,
        memory: &Memory,
    ) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// A shim compared bytes; gives the shadow of its result, or `None` to leave that to
    /// [`Domain::shim`].
    fn bytes_compared(&mut self, event: &BytesCompared<'_>, memory: &Memory) -> Option<Self::Shadow> {
        None
    }

    /// A stub was called with these operands; what it did with values. Comes before [`Domain::stub`] and [`Domain::entered`].
    fn native(&mut self, operands: &[Operand<Self::Shadow>], effects: &[Effect], memory: &Memory) {}

    /// A function is entered in place of the stub called last: the shadow of its argument `index`.
    fn entered(&mut self, index: usize, ty: Type, bits: u128) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// The code calls `function`, which has a body, at a nesting depth. `args` and `shadows` begin with its arguments, one slot
    /// each.
    #[inline(always)]
    fn calls(
        &mut self,
        function: FuncId,
        depth: u32,
        args: &[u64],
        shadows: &[Self::Shadow],
        memory: &Memory,
    ) {
    }

    /// The call at this nesting depth ends, by return or throw.
    #[inline(always)]
    fn leaves(&mut self, depth: u32) {}

    /// The call that ended last gives one result: its shadow.
    #[inline(always)]
    fn gives(&mut self, shadow: Self::Shadow) -> Self::Shadow {
        shadow
    }

    /// A stub was called for `function`, whatever it answers.
    fn stub_called(&mut self, function: FuncId) {}

    /// A stub answered for `function` with `result` as result number `index`.
    fn stub(&mut self, function: FuncId, index: usize, ty: Type, result: u128) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// A register file from an earlier run, to spare its allocation.
    fn take_registers(&mut self) -> Vec<Self::Shadow> {
        Vec::new()
    }

    /// Takes the register file back.
    fn keep_registers(&mut self, registers: Vec<Self::Shadow>) {}
}

/// Values only: the fast domain.
#[derive(Clone, Copy, Debug, Default)]
pub struct Concrete;

impl Domain for Concrete {
    type Shadow = ();
    const TRACKS: bool = false;
}
