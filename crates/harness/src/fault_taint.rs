//! What a fault came from: values that the test invented, and whether the code looked at them before.
//!
//! A taint domain. A value read from what a test invented ([`UnconstrainedInput`]) carries the set of the inventions that it
//! was computed from ([`Taint`]); comparisons say which of them the code looked at, and from which side. At a fault,
//! the operand that the failing operation relied on (an address, an index, a divisor, a length) tells whether the
//! code's own checks let it through, or whether it only breaks what nobody stated.
//!
//! ```text
//! if (s->used > 16 - n)  …            used is bounded above on the path that goes on, never below
//! s->bits |= v << s->used             used = -1: nobody looked at that side, so a precondition;
//!                                     used = 40 would have been let through by the check: the code's own
//! ```
//!
//! | a look | says |
//! |---|---|
//! | `x < c`, `x >= c` and the like, c not invented | which side of x the path taken bounds |
//! | unsigned comparison, below c | both sides |
//! | switch, mask, remainder, minimum, maximum | both sides |
//! | `i < x`, i counted by the code | x limits i: a fault at an index that the code counted relies on x |
//! | `p == 0` in the function that fails or in one of its callers | the code knows that p may be null |
//! | `p == 0` where p is null, then a call of a stub | the program may end there: who reports an error seldom returns |
//!
//! Of untyped memory, where a number may as well be a handle's last error, a comparison with 0, 1 or -1 is a look at
//! its sign and none at its size. Comparing two inventions with each other says nothing about either: both may be
//! wrong.
//!
//! Not handled: values that travel through most functions of the library; signs of factors. What is lost this way
//! counts as the code's own.
//!
//! Cost: a map look-up per byte read or written; only runs that showed a new fault are repeated in this domain.

use crate::plan::{Plan, Root, Source};
use std::collections::{BTreeMap, BTreeSet};
use trine_c_library::{MadeOf, made_of, sets_jump};
use trine_ir::{BinaryOp, FuncId, Intrinsic, SiteId, Type};
use trine_machine::Memory;
use trine_machine::domain::{
    Binary, BranchPoint, Cast, Domain, FloatCompare, IntCompare, MemoryAccess, Operand, PtrAdd,
};
use trine_testcase::leaf::mask;

/// How a test came to a value that no caller passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnconstrainedInput {
    /// A pointer, null or not.
    Pointer,
    /// A number that the caller passes, an element of an array of numbers, a number that a stub returns.
    Number,
    /// A field of a structure, or a global: other functions of the program keep it in order.
    State,
    /// Bytes behind a pointer that has no type for them. Read one by one they are data; read as wider values they are
    /// fields that the test cannot know.
    Untyped,
}

/// Inventions told apart in one run; all later ones share the last bit.
const MAX_UNCONSTRAINED_INPUTS: usize = 128;

/// Bytes without a value of their own that are followed in each object of the test.
const MAX_UNWRITTEN_BYTES: u64 = 1 << 14;

/// A value that exceeded so many, one after the other, limits a counter.
const MIN_COUNTED: u32 = 3;

/// A set of inventions: bit `i` is the `i`-th that the run read.
pub type InputSet = u128;

/// What a value was computed from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taint {
    /// It grows with these.
    up: InputSet,
    /// It shrinks as these grow.
    down: InputSet,
    /// Of a pointer: the size of its block was computed from these.
    size: InputSet,
    /// It is an invention itself, not computed from any.
    is_copy: bool,
    /// A function of the library returned it.
    of_library: bool,
}

impl Taint {
    fn all(self) -> InputSet {
        self.up | self.down
    }

    fn of(bit: InputSet) -> Self {
        Self { up: bit, is_copy: true, ..Self::default() }
    }

    fn and(self, other: Self) -> Self {
        Self {
            up: self.up | other.up,
            down: self.down | other.down,
            size: self.size | other.size,
            is_copy: false,
            of_library: self.of_library || other.of_library,
        }
    }

    fn negated(self) -> Self {
        Self { up: self.down, down: self.up, is_copy: false, ..self }
    }
}

/// To which side a failing operand leaves its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundSide {
    /// Too small: before the start, negative.
    Low,
    /// Too large: behind the end.
    High,
}

/// An input of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Met {
    Named(Source),
    /// Part of an object that the test made and gave no value, by address.
    Unwritten(u64),
    /// What a stub returned, by function and number of the answer.
    Answer(FuncId, usize),
}

/// The domain of causes, and what the last run showed.
#[derive(Clone, Debug, Default)]
pub struct FaultTaint {
    /// Inventions in the order in which the run read them.
    met: Vec<Met>,
    pointers: InputSet,
    numbers: InputSet,
    state: InputSet,
    untyped: InputSet,
    /// What stubs answered.
    answers: InputSet,
    answered: usize,
    /// Functions of the C library that are stubs: what they answer comes from the world outside, where all values occur.
    library_stubs: BTreeSet<FuncId>,
    /// Per byte of memory: what lies there.
    bytes: BTreeMap<u64, Byte>,
    /// Per call to make and register: the input that is passed.
    arguments: Vec<Vec<Option<Source>>>,
    begun: usize,
    /// Bounded above, and below, by a comparison for order with what is not invented, on the path that the run took.
    above: InputSet,
    below: InputSet,
    /// Limits of what the code counts: they exceeded several values, one after the other.
    limits: InputSet,
    /// Values that inventions exceeded: how many, one after the other, and the last.
    counted: BTreeMap<InputSet, (u32, u128)>,
    /// Compared for equality with something that the test did not invent.
    equated: InputSet,
    /// Compared with null or zero, by the branches that did; the comparisons since the last branch.
    null_checked: BTreeMap<(FuncId, SiteId), InputSet>,
    /// Branches whose comparison with null says nothing: macros that take a null pointer, whoever uses them.
    tolerant: BTreeSet<(FuncId, SiteId)>,
    null_compared: InputSet,
    /// Compared with null or zero, and found to be it.
    found_null: InputSet,
    /// Found to be null before a function of the program was called that is a stub: that may be how the program ends.
    reported: InputSet,
    /// The operands of the last comparison.
    last_compared: Taint,
    /// Operands of the operation that comes next.
    relied_on: [Taint; 3],
    /// The function of the library that runs.
    library: Option<&'static str>,
    /// Whether the run called `setjmp`.
    sets_jumps: bool,
    registers: Vec<Taint>,
}

/// What lies in a byte.
#[derive(Clone, Copy, Debug)]
enum Byte {
    /// An invention that the run has not read yet.
    Unconstrained(Source, UnconstrainedInput),
    /// Nothing was written to this part of an object of the test.
    Unwritten,
    /// A value of the run.
    Computed(Taint),
}

impl FaultTaint {
    /// Forgets the last run; the next one runs `plan`, whose roots lie at `address`. `unconstrained_inputs` says
    /// what its writes are, one by one. `library_stubs` are stubs of functions of the C library.
    pub fn prepare(
        &mut self,
        plan: &Plan,
        address: impl Fn(Root) -> u64,
        unconstrained_inputs: &[Option<UnconstrainedInput>],
        library_stubs: BTreeSet<FuncId>,
    ) {
        *self = Self { registers: std::mem::take(&mut self.registers), library_stubs, ..Self::default() };
        for (position, object) in plan.objects.iter().enumerate() {
            let at = address(Root::Object(position));
            let end = at + object.size_bytes.min(MAX_UNWRITTEN_BYTES);
            self.bytes.extend((at..end).map(|at| (at, Byte::Unwritten)));
        }
        for (write, unconstrained_input) in plan.writes.iter().zip(unconstrained_inputs) {
            let at = address(write.root);
            let (from, to) =
                (write.offset_bits / 8, (write.offset_bits + u64::from(write.width_bits)).div_ceil(8));
            for offset in from..to {
                match *unconstrained_input {
                    Some(kind) => self.bytes.insert(at + offset, Byte::Unconstrained(write.source, kind)),
                    None => self.bytes.remove(&(at + offset)),
                };
            }
        }
        self.arguments = plan.calls.iter().map(|call| call.sources.clone()).collect();
    }

    /// Whether the null pointer that the failing operation used is the test's, and no function of `stack` ever compared
    /// it with null.
    #[must_use]
    pub fn null_is_unchecked(&self, stack: &[FuncId]) -> bool {
        let pointers = self.relied_on[0].all() | self.relied_on[1].all();
        let pointers = pointers & (self.pointers | self.untyped);
        pointers != 0 && pointers & self.checked_by(stack) == 0
    }

    /// Whether the null pointer that the failing operation used is the test's, and a function of `stack` compared it
    /// with null.
    #[must_use]
    pub fn null_is_checked(&self, stack: &[FuncId]) -> bool {
        let pointers = (self.relied_on[0].all() | self.relied_on[1].all()) & self.pointers;
        pointers != 0 && pointers & self.checked_by(stack) == pointers
    }

    /// Whether the run found a pointer that the failing operation used to be null, and called a stub of the program
    /// before it went on. What reports an error seldom returns (it exits, or jumps), and its stub does.
    #[must_use]
    pub fn null_was_reported(&self) -> bool {
        let used = self.relied_on[0].all() | self.relied_on[1].all();
        used & (self.pointers | self.untyped) & self.reported != 0
    }

    fn checked_by(&self, stack: &[FuncId]) -> InputSet {
        let counts = |at: &(FuncId, SiteId)| stack.contains(&at.0) && !self.tolerant.contains(at);
        self.null_checked.iter().filter(|(at, _)| counts(at)).fold(0, |all, (_, some)| all | some)
    }

    /// Takes back what the branches that are `tolerant` said about pointers.
    pub fn ignore_null_checks(&mut self, tolerant: impl Fn(FuncId, SiteId) -> bool) {
        let at = self.null_checked.keys().copied();
        self.tolerant = at.filter(|&(function, site)| tolerant(function, site)).collect();
    }

    /// Whether the pointer of the failing operation was read from untyped memory, so that its bits are anything.
    #[must_use]
    pub fn relies_on_untyped(&self) -> bool {
        (self.relied_on[0].all() | self.relied_on[1].all()) & self.untyped != 0
    }

    /// Whether the pointer of the failing operation is neither the test's nor what a function of the library returned;
    /// numbers of the test may have been added to it.
    #[must_use]
    pub fn pointer_is_of_nobody(&self) -> bool {
        let pointers = self.relied_on[0].and(self.relied_on[1]);
        pointers.all() & (self.pointers | self.untyped) == 0 && !pointers.of_library
    }

    /// Whether the failing operation went through a pointer that the test chose.
    #[must_use]
    pub fn relies_on_pointer(&self) -> bool {
        self.relied_on[0].all() & self.pointers != 0
    }

    /// Whether the failing operation's address, amount or length, which is wrong to `side`, comes from state or untyped
    /// memory that the code never bounded on that side, or from a number that it never compared for order at all.
    #[must_use]
    pub fn relies_on_unchecked(&self, side: BoundSide) -> bool {
        self.is_unchecked(self.relied_on.iter().fold(Taint::default(), |all, &some| all.and(some)), side)
    }

    /// The same of the amount of a shift.
    #[must_use]
    pub fn amount_is_unchecked(&self, side: BoundSide) -> bool {
        self.is_unchecked(self.relied_on[0], side)
    }

    fn is_unchecked(&self, operand: Taint, side: BoundSide) -> bool {
        let (too_high, too_low) = match side {
            BoundSide::High => (operand.up, operand.down | operand.size),
            BoundSide::Low => (operand.down | operand.size, operand.up),
        };
        let kept = self.state | self.untyped;
        // A size that was computed from pointers of a structure.
        if side == BoundSide::High && operand.size & self.pointers != 0 {
            return true;
        }
        if too_high & kept & !self.above != 0 || too_low & kept & !self.below != 0 {
            return true;
        }
        if (too_high | too_low) & self.numbers & !(self.above | self.below) != 0 {
            return true;
        }
        // An index that the code counted itself, up to a limit that the test invented.
        operand.all() & !self.pointers == 0 && side == BoundSide::High && self.limits & !self.above != 0
    }

    /// Whether the divisor of the failing operation comes from state, or from untyped memory, that the code never compared
    /// with zero or for equality: a bound such as `size > 1` does not ask whether it may be zero.
    #[must_use]
    pub fn relies_on_unchecked_operand(&self) -> bool {
        let kept = self.state | self.untyped;
        let zero_checked = self.null_checked.values().fold(self.null_compared, |all, some| all | some);
        self.relied_on[0].all() & kept & !(self.equated | zero_checked) != 0
    }

    /// Whether the last comparison was of what the test made up, as it is: an argument, a pointer, or anything computed
    /// from state. A failed assertion that ends in such a comparison states a precondition.
    #[must_use]
    pub fn compared_unconstrained_input(&self) -> bool {
        let all = self.last_compared.all();
        all & (self.state | self.untyped | self.pointers) != 0
            || self.last_compared.is_copy && all & self.numbers != 0
    }

    /// Whether the run read what other functions keep in order: state, or pointers in it, or a stub's answer.
    #[must_use]
    pub fn met_state(&self) -> bool {
        self.state | self.untyped | self.answers != 0
    }

    /// Whether neither numbers nor state of the test had a part in the failing operation.
    #[must_use]
    pub fn is_of_data(&self) -> bool {
        let relied_on = self.relied_on.iter().fold(0, |all, some| all | some.all() | some.size);
        relied_on | self.limits == 0 && !self.met_state()
    }

    /// Whether the run compared or read nothing that the test made up.
    #[must_use]
    pub fn met_nothing(&self) -> bool {
        self.above | self.below | self.equated | self.limits | self.state | self.untyped == 0
            && self.null_checked.is_empty()
    }

    /// The function of the library that ran when the run ended.
    #[must_use]
    pub fn library(&self) -> Option<&'static str> {
        self.library
    }

    /// Whether the run called `setjmp`.
    #[must_use]
    pub fn sets_jumps(&self) -> bool {
        self.sets_jumps
    }

    fn unconstrained(&mut self, met: Met, kind: UnconstrainedInput) -> Taint {
        let known = self.met.iter().position(|known| *known == met);
        let position = known.unwrap_or_else(|| {
            self.met.push(met);
            self.met.len() - 1
        });
        let bit = 1 << position.min(MAX_UNCONSTRAINED_INPUTS - 1);
        match kind {
            UnconstrainedInput::Pointer => self.pointers |= bit,
            UnconstrainedInput::Number => self.numbers |= bit,
            UnconstrainedInput::State => self.state |= bit,
            UnconstrainedInput::Untyped => self.untyped |= bit,
        }
        Taint::of(bit)
    }

    fn forget(&mut self, address: u64, length: u64) {
        let known: Vec<u64> =
            self.bytes.range(address..address.saturating_add(length)).map(|(&at, _)| at).collect();
        for at in known {
            self.bytes.remove(&at);
        }
    }

    /// The inventions of a comparison with something that is not invented, and those bits.
    fn compared_with(a: Operand<Taint>, b: Operand<Taint>) -> Option<(Taint, u128)> {
        match (a.shadow.all(), b.shadow.all()) {
            (0, 0) => None,
            (0, _) => Some((b.shadow, a.bits)),
            (_, 0) => Some((a.shadow, b.bits)),
            _ => None,
        }
    }

    fn looked_at(&mut self, all: InputSet) {
        self.above |= all;
        self.below |= all;
        self.equated |= all;
    }

    /// On the path taken, `operand` is below something (`is_above` is false), or above it.
    fn bounded(&mut self, operand: Taint, is_above: bool, except: InputSet) {
        let (above, below) = if is_above { (operand.down, operand.up) } else { (operand.up, operand.down) };
        self.above |= above & !except;
        self.below |= below & !except;
    }
}

impl Domain for FaultTaint {
    type Shadow = Taint;
    const TRACKS: bool = true;

    fn begin(&mut self) {
        self.begun += 1;
    }

    fn argument(&mut self, index: usize, _: Type, _: u128) -> Taint {
        let call = self.begun.checked_sub(1).and_then(|call| self.arguments.get(call));
        match call.and_then(|sources| sources.get(index).copied().flatten()) {
            Some(source @ Source::Pointer { .. }) => {
                self.unconstrained(Met::Named(source), UnconstrainedInput::Pointer)
            }
            Some(source @ Source::Leaf(_)) => {
                self.unconstrained(Met::Named(source), UnconstrainedInput::Number)
            }
            None => Taint::default(),
        }
    }

    fn decide(&mut self, at: &BranchPoint<Taint>) -> u32 {
        self.looked_at(at.shadow.all());
        let compared = std::mem::take(&mut self.null_compared);
        if compared != 0 {
            *self.null_checked.entry((at.function, at.site)).or_default() |= compared;
        }
        at.outcome
    }

    fn relies_on(&mut self, operands: &[Operand<Taint>]) {
        self.relied_on =
            std::array::from_fn(|at| operands.get(at).map_or(Taint::default(), |operand| operand.shadow));
    }

    fn load(&mut self, event: &MemoryAccess<Taint>, _: &Memory) -> Taint {
        let (address, length) = (event.address.bits as u64, u64::from(event.bytes));
        let read: Vec<Byte> =
            self.bytes.range(address..address.saturating_add(length)).map(|(_, &it)| it).collect();
        let mut all: Option<Taint> = None;
        for byte in read {
            let taint = match byte {
                Byte::Computed(taint) => taint,
                Byte::Unwritten if length == 1 => Taint::default(),
                Byte::Unwritten if event.ty == Type::Ptr => {
                    self.unconstrained(Met::Unwritten(address), UnconstrainedInput::Pointer)
                }
                Byte::Unwritten => self.unconstrained(Met::Unwritten(address), UnconstrainedInput::State),
                Byte::Unconstrained(_, UnconstrainedInput::Untyped) if length == 1 => Taint::default(),
                Byte::Unconstrained(source, kind) => self.unconstrained(Met::Named(source), kind),
            };
            all = Some(match all {
                Some(known) if known != taint => known.and(taint),
                _ => taint,
            });
        }
        all.unwrap_or_default()
    }

    fn store(&mut self, event: &MemoryAccess<Taint>) {
        let (address, length) = (event.address.bits as u64, u64::from(event.bytes));
        self.forget(address, length);
        if event.value.shadow != Taint::default() {
            self.bytes.extend((address..address + length).map(|at| (at, Byte::Computed(event.value.shadow))));
        }
    }

    fn copied(&mut self, to: u64, from: u64, length: u64) {
        let moved: Vec<_> = self
            .bytes
            .range(from..from.saturating_add(length))
            .map(|(&at, &byte)| (to.wrapping_add(at - from), byte))
            .collect();
        self.forget(to, length);
        self.bytes.extend(moved);
    }

    fn overwritten(&mut self, address: u64, length: u64) {
        self.forget(address, length);
    }

    fn ptr_add(&mut self, event: &PtrAdd<Taint>) -> Taint {
        let index = event.index.map_or(Taint::default(), |(index, _)| index.shadow);
        let index = if event.scale < 0 { index.negated() } else { index };
        event.base.shadow.and(index)
    }

    fn cast(&mut self, event: &Cast<Taint>) -> Taint {
        event.value.shadow
    }

    fn binary(&mut self, event: &Binary<Taint>) -> Taint {
        if matches!(event.op, BinaryOp::And | BinaryOp::URem | BinaryOp::SRem) && event.b.shadow.all() == 0 {
            self.above |= event.a.shadow.all();
            self.below |= event.a.shadow.all();
        }
        match event.op {
            BinaryOp::Sub => event.a.shadow.and(event.b.shadow.negated()),
            _ => event.a.shadow.and(event.b.shadow),
        }
    }

    fn int_compare(&mut self, event: &IntCompare<Taint>) -> Taint {
        use trine_ir::IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let (a, b) = (event.a, event.b);
        self.last_compared = match (a.shadow.all(), b.shadow.all()) {
            (_, 0) => a.shadow,
            (0, _) => b.shadow,
            _ => a.shadow.and(b.shadow),
        };
        let Some((taint, other)) = Self::compared_with(a, b) else { return Taint::default() };
        // Some bits of an address, as its alignment, say nothing about null.
        if other == 0 && (taint.is_copy || taint.all() & self.pointers == 0) {
            self.null_compared |= taint.all();
            if a.bits == b.bits {
                self.found_null |= taint.all();
            }
        }
        if matches!(event.predicate, Eq | Ne) {
            self.equated |= taint.all();
            if event.result == (event.predicate == Eq) {
                self.above |= taint.all() & !self.untyped;
                self.below |= taint.all() & !self.untyped;
            }
            return Taint::default();
        }
        let is_sign = other <= 1 || other == mask(event.width);
        let except = if is_sign { self.untyped } else { 0 };
        // On the path taken, is the invention the larger one of the two?
        let is_left = a.shadow.all() != 0;
        let left_is_larger = matches!(event.predicate, Sgt | Sge | Ugt | Uge) == event.result;
        let is_above = left_is_larger == is_left;
        self.bounded(taint, is_above, except);
        let is_unsigned = matches!(event.predicate, Ugt | Uge | Ult | Ule);
        debug_assert!(is_unsigned || matches!(event.predicate, Sgt | Sge | Slt | Sle));
        if is_unsigned && !is_above {
            self.below |= taint.all() & !except;
        }
        if is_above && taint.up & !self.pointers != 0 {
            let counted = self.counted.entry(taint.up & !self.pointers).or_default();
            if counted.0 == 0 || counted.1 != other {
                *counted = (counted.0 + 1, other);
            }
            if counted.0 >= MIN_COUNTED {
                self.limits |= taint.up & !self.pointers;
            }
        }
        Taint::default()
    }

    fn float_compare(&mut self, event: &FloatCompare<Taint>) -> Taint {
        self.last_compared = event.a.shadow.and(event.b.shadow);
        if let Some((taint, _)) = Self::compared_with(event.a, event.b) {
            self.looked_at(taint.all());
        }
        Taint::default()
    }

    fn intrinsic(&mut self, op: Intrinsic, _: Type, operands: &[Operand<Taint>], _: u128) -> Taint {
        let all = operands.iter().fold(Taint::default(), |all, operand| all.and(operand.shadow));
        if matches!(op, Intrinsic::SMin | Intrinsic::SMax | Intrinsic::UMin | Intrinsic::UMax) {
            self.above |= all.all();
            self.below |= all.all();
        }
        all
    }

    fn shim_called(&mut self, name: &'static str, operands: &[Operand<Taint>], _: &Memory) {
        self.library = Some(name);
        self.sets_jumps |= sets_jump(name);
        // A text at an address, so many bytes: whichever of them is wrong, it is one of these.
        let all = operands.iter().fold(Taint::default(), |all, operand| all.and(operand.shadow));
        self.relied_on = [all, Taint::default(), Taint::default()];
    }

    fn shim(&mut self, name: &'static str, operands: &[Operand<Taint>], _: u128, _: &Memory) -> Taint {
        self.library = None;
        let all = || operands.iter().fold(Taint::default(), |all, it| all.and(it.shadow));
        match made_of(name) {
            MadeOf::Arguments => all(),
            MadeOf::Block { first_size } => {
                let sizes = operands.iter().skip(first_size);
                let sizes = sizes.fold(Taint::default(), |all, it| all.and(it.shadow));
                Taint { size: sizes.all(), of_library: true, ..Taint::default() }
            }
            MadeOf::Unknown => Taint { of_library: true, ..Taint::default() },
        }
    }

    fn stub_called(&mut self, function: FuncId) {
        if !self.library_stubs.contains(&function) {
            self.reported |= self.found_null;
        }
    }

    fn stub(&mut self, function: FuncId, _: usize, ty: Type, _: u128) -> Taint {
        if self.library_stubs.contains(&function) {
            return Taint::default();
        }
        self.answered += 1;
        let kind = if ty == Type::Ptr { UnconstrainedInput::Pointer } else { UnconstrainedInput::Number };
        let taint = self.unconstrained(Met::Answer(function, self.answered), kind);
        self.answers |= taint.all();
        taint
    }

    fn take_registers(&mut self) -> Vec<Taint> {
        std::mem::take(&mut self.registers)
    }

    fn keep_registers(&mut self, registers: Vec<Taint>) {
        self.registers = registers;
    }
}
