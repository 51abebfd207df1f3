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
//! | switch, a case | both sides |
//! | switch, the default | that it is none of the cases |
//! | mask, remainder | the result is within bounds, x is what it was |
//! | minimum, maximum with what is not invented | the side that it cuts |
//! | `i < x`, i counted by the code | x limits i: a fault at an index that the code counted relies on x; x is not bounded by that |
//! | `p == 0` in the function that fails or in one of its callers | the code knows that p may be null |
//! | `p == 0` where p is null, then a call of a stub | the program may end there: who reports an error seldom returns |
//!
//! Some values are nobody's: no program makes them, whatever the code looked at ([`FaultTaint::relies_on_nobodys`]).
//! A value that is read with another type than the test wrote it with (a pointer from numbers or bytes, a part of a number,
//! an integer from a float); a member that the unit itself keeps within what it stores
//! ([`UnconstrainedInput::Kept`]); a count that a stub answered for a buffer, above the size that it was given; another answer than
//! the stub gave to the same numbers before.
//! Memory whose address a stub was given may have been written by it: what the code reads there afterwards is marked as well. A null
//! pointer that a variable of the program has from the start is the test's: another function would have set it.
//!
//! Of untyped memory, where a number may as well be a handle's last error, a comparison with 0, 1 or -1 is a look at
//! its sign and none at its size. Comparing two inventions with each other says nothing about either: both may be
//! wrong.
//!
//! Not handled: values that travel through most functions of the library; signs of factors. What is lost this way
//! counts as the code's own, assertions aside.
//!
//! Cost: a map look-up per byte read or written; only runs that showed a new fault are repeated in this domain.

use crate::plan::{Plan, Register, Root, Source};
use std::collections::{BTreeMap, BTreeSet};
use trine_c_library::{MadeOf, format_position, made_of, sets_jump, takes_argument_list_of_format};
use trine_ir::{BinaryOp, FuncId, Intrinsic, SiteId, Type};
use trine_machine::domain::{
    Binary, BranchPoint, Cast, Domain, FloatCompare, IntCompare, MemoryAccess, Operand, PtrAdd,
};
use trine_machine::{Effect, Memory};
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
    /// A member or variable that the unit keeps in order itself, with a value that it never stores.
    Kept,
    /// A number that came from outside of the program: a stub wrote it.
    Outside,
    /// A byte of a string, a buffer, a file.
    Data,
}

/// A value that the test wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invented {
    /// How the test came to it.
    pub kind: UnconstrainedInput,
    /// Whether it is a floating-point number.
    pub is_float: bool,
}

/// Inventions told apart in one run; all later ones share the last bit, and count as never looked at.
const MAX_UNCONSTRAINED_INPUTS: usize = 128;

/// The width of what is added to addresses as it is.
const ADDRESS_BITS: u32 = 64;

/// Bytes without a value of their own that are followed in each object of the test.
const MAX_UNWRITTEN_BYTES: u64 = 1 << 14;

/// The last second of the year 9999.
const LAST_SECOND: u128 = 253_402_300_799;

/// A value that exceeded so many, one after the other, limits a counter.
const MIN_COUNTED: u32 = 3;

/// Values that some inventions were compared with for order: more make no difference.
const MAX_ORDERS: usize = 16;

/// The values that some inventions were compared with for order.
#[derive(Clone, Debug, Default)]
struct Orders {
    others: Vec<Order>,
    last: Option<u128>,
    /// How far the last lay from the one before.
    step: Option<u128>,
}

/// One of these values.
#[derive(Clone, Copy, Debug)]
struct Order {
    other: u128,
    /// What that bounded above, and below.
    above: InputSet,
    below: InputSet,
    /// It came one step before or behind others: `i < n`, of an `i` that goes up by one or by eight, says how often a loop ran and
    /// asks nothing of `n`.
    is_count: bool,
}

impl Orders {
    fn note(&mut self, other: u128, above: InputSet, below: InputSet) {
        let is_known = self.others.iter().any(|known| known.other == other);
        let step = self.last.map(|last| other.wrapping_sub(last));
        // A step of one, or the same step twice.
        let is_count = step == Some(1) || step == Some(u128::MAX) || step.is_some() && step == self.step;
        if !is_known && self.others.len() < MAX_ORDERS {
            if let (true, Some(last), Some(step)) = (is_count, self.last, step) {
                let before = [last, last.wrapping_sub(step)];
                let mut counted = self.others.iter_mut().filter(|known| before.contains(&known.other));
                counted.by_ref().for_each(|known| known.is_count = true);
            }
            self.others.push(Order { other, above: 0, below: 0, is_count });
        }
        if step != Some(0) {
            self.step = step;
        }
        self.last = Some(other);
        if let Some(known) = self.others.iter_mut().find(|known| known.other == other) {
            known.above |= above;
            known.below |= below;
        }
    }
}

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
    /// It is one, or what one operation with a constant makes of it: `n + 1`, `n & 31`.
    is_near: bool,
    /// Inputs that have a part in it which the code itself keeps within bounds: masks, remainders.
    masked: InputSet,
    /// Inputs that chose it from a table of the code's.
    chosen_by: InputSet,
    /// A function of the library returned it.
    of_library: bool,
    /// Bytes of the test have a part in it, or chose it from a table.
    of_data: bool,
    /// It lay where a stub, given its address, may have put another.
    is_handed: bool,
}

impl Taint {
    fn all(self) -> InputSet {
        self.up | self.down
    }

    fn of(bit: InputSet) -> Self {
        Self { up: bit, is_copy: true, is_near: true, ..Self::default() }
    }

    fn and(self, other: Self) -> Self {
        Self {
            up: self.up | other.up,
            down: self.down | other.down,
            size: self.size | other.size,
            masked: self.masked | other.masked,
            chosen_by: self.chosen_by | other.chosen_by,
            is_copy: false,
            is_near: false,
            of_library: self.of_library || other.of_library,
            of_data: self.of_data || other.of_data,
            is_handed: self.is_handed || other.is_handed,
        }
    }

    fn negated(self) -> Self {
        Self { up: self.down, down: self.up, is_copy: false, is_near: false, ..self }
    }

    /// The part of it that the code cuts out: small, whatever it was.
    fn cut(self) -> Self {
        let is_near = self.is_copy;
        Self { masked: self.masked | self.all(), up: 0, down: 0, is_copy: false, is_near, ..self }
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
    /// The same, read with another type.
    Misread(Source),
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
    /// Numbers that are arguments of the function under test.
    scalars: InputSet,
    state: InputSet,
    untyped: InputSet,
    /// What no program makes.
    nobodys: InputSet,
    /// What stubs wrote.
    outside: InputSet,
    /// What stubs answered.
    answers: InputSet,
    answered: usize,
    /// Functions of the C library that are stubs: what they answer comes from the world outside, where all values occur.
    library_stubs: BTreeSet<FuncId>,
    /// What is known of the others.
    stubs: StubFacts,
    /// What the stub that runs was given: values, and where the objects end that they point to.
    given: Vec<(u64, u64)>,
    /// Where it wrote.
    written_by_stub: Vec<(u64, u64)>,
    is_in_stub: bool,
    /// Whether the run called a stub whose name says that it reports an error.
    reported_error: bool,
    odd_time: bool,
    /// Whether a comparison looked at a value that no program makes.
    decided_by_nobodys: bool,
    /// Per byte of memory: what lies there.
    bytes: BTreeMap<u64, Byte>,
    /// Where variables of the program lie, from the lowest address up: first byte and end.
    variables: Vec<(u64, u64)>,
    /// The first bytes of those that were written by whole blocks.
    rewritten: BTreeSet<u64>,
    /// Per call to make and register: the input that is passed.
    arguments: Vec<Vec<Option<Source>>>,
    /// Likewise: where the part of a structure lies that is passed in it, and how many bytes it has.
    pieces: Vec<Vec<Option<(u64, u32)>>>,
    begun: usize,
    /// Bounded above, and below, by a comparison for order with what is not invented, on the path that the run took.
    above: InputSet,
    below: InputSet,
    /// What stubs answer, by what they were given: numbers alone; none where they contradicted themselves.
    answers_to: BTreeMap<(FuncId, Vec<u64>), Option<u128>>,
    /// What inventions were compared with for order, by the inventions.
    orders: BTreeMap<InputSet, Orders>,
    /// Limits of what the code counts: they exceeded several values, one after the other.
    limits: InputSet,
    /// Values that inventions exceeded: how many, one after the other, and the last.
    counted: BTreeMap<InputSet, (u32, (u128, u128))>,
    /// Compared for equality with something that the test did not invent.
    equated: InputSet,
    /// What switches, and branches on a bit, decided about, by the way that they took.
    decided: BTreeMap<(FuncId, SiteId, u32), InputSet>,
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
    /// Whether the test passed its format, and the code what it asks for.
    format_is_passed: bool,
    /// Whether the run called `setjmp`.
    sets_jumps: bool,
    registers: Vec<Taint>,
}

/// A value that the test wrote, where it lies.
#[derive(Clone, Copy, Debug)]
struct Written {
    source: Source,
    value: Invented,
    /// Its first byte, and how many; none of a bit-field.
    extent: Option<(u64, u64)>,
}

impl Written {
    /// Whether reading `length` bytes from `address` as a `ty` takes it for something else.
    fn is_misread(&self, address: u64, length: u64, ty: Type) -> bool {
        use UnconstrainedInput::{Data, Pointer, Untyped};
        let Some((start, bytes)) = self.extent else { return ty == Type::Ptr };
        match (ty == Type::Ptr, self.value.kind) {
            // Whatever lies in memory that has no type was read so before.
            (_, Untyped) => false,
            (true, Pointer) => start != address,
            (true, _) | (false, Pointer) => true,
            (false, Data) => false,
            (false, _) => {
                // A structure in a register covers several members, all of them whole.
                let is_cut = start < address || start + bytes > address + length;
                let is_narrow = is_cut && length > 1;
                is_narrow || self.value.is_float && bytes == length && matches!(ty, Type::Int(_))
            }
        }
    }
}

/// What is known of the functions of the program that are stubs.
#[derive(Clone, Debug, Default)]
pub struct StubFacts {
    /// Registers of pointers that they may write through, each with the size of what it points to.
    pub outputs: BTreeMap<FuncId, Vec<(u32, u64)>>,
    /// Those whose names say that they report an error or end the program.
    pub reporters: BTreeSet<FuncId>,
    /// The function that says the time in seconds since 1970.
    pub clock: Option<FuncId>,
}

/// What lies in a byte.
#[derive(Clone, Copy, Debug)]
enum Byte {
    /// An invention that the run has not read yet.
    Unconstrained(Written),
    /// Nothing was written to this part of an object of the test.
    Unwritten,
    /// A value of the run.
    Computed(Taint),
    /// Part of a pointer that the run wrote to a variable of the program, and nothing that the test invented had a part in it.
    Stored,
}

impl FaultTaint {
    /// Forgets the last run; the next one runs `plan`, whose roots lie at `address`, and the variables of the program at
    /// `variables` (first byte and end). `invented` says what its writes are, one by one. `library_stubs` are stubs of functions of
    /// the C library, `stubs` of the program's.
    pub fn prepare(
        &mut self,
        plan: &Plan,
        address: impl Fn(Root) -> u64,
        mut variables: Vec<(u64, u64)>,
        invented: &[Option<Invented>],
        library_stubs: BTreeSet<FuncId>,
        stubs: StubFacts,
    ) {
        let registers = std::mem::take(&mut self.registers);
        variables.sort_unstable();
        *self = Self { registers, variables, library_stubs, stubs, ..Self::default() };
        for (position, object) in plan.objects.iter().enumerate() {
            let at = address(Root::Object(position));
            let end = at + object.size_bytes.min(MAX_UNWRITTEN_BYTES);
            self.bytes.extend((at..end).map(|at| (at, Byte::Unwritten)));
        }
        for (write, invented) in plan.writes.iter().zip(invented) {
            let at = address(write.root);
            let (from, to) =
                (write.offset_bits / 8, (write.offset_bits + u64::from(write.width_bits)).div_ceil(8));
            let is_whole = write.offset_bits.is_multiple_of(8) && write.width_bits.is_multiple_of(8);
            let extent = is_whole.then_some((at + from, to - from));
            for offset in from..to {
                match *invented {
                    Some(value) => {
                        let written = Written { source: write.source, value, extent };
                        self.bytes.insert(at + offset, Byte::Unconstrained(written))
                    }
                    None => self.bytes.remove(&(at + offset)),
                };
            }
        }
        self.arguments = plan.calls.iter().map(|call| call.sources.clone()).collect();
        let piece = |register: &Register| match *register {
            Register::Load { object, offset_bytes, size_bytes } => {
                Some((address(Root::Object(object)) + u64::from(offset_bytes), size_bytes))
            }
            Register::Scalar(_) => None,
        };
        self.pieces = plan.calls.iter().map(|call| call.registers.iter().map(piece).collect()).collect();
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

    /// Whether the failing operation relies on a value that no program makes.
    #[must_use]
    pub fn relies_on_nobodys(&self) -> bool {
        let relied_on = self.relied_on.iter().fold(0, |all, some| all | some.all() | some.size);
        relied_on & self.nobodys != 0
    }

    /// Whether the run went its way because of a value that no program makes.
    #[must_use]
    pub fn was_decided_by_nobodys(&self) -> bool {
        self.decided_by_nobodys
    }

    /// Whether the pointer of the failing operation was read from what the test wrote as something else.
    #[must_use]
    pub fn relies_on_misread(&self) -> bool {
        let relied_on = self.relied_on.iter().fold(0, |all, some| all | some.all());
        relied_on & self.nobodys & self.untyped != 0
    }

    /// Whether the failing operation relies on memory that a stub, given its address, may have written otherwise. What the
    /// library gave is as the library gave it.
    #[must_use]
    pub fn relies_on_handed(&self) -> bool {
        self.relied_on.iter().any(|some| some.is_handed && !some.of_library)
    }

    /// Whether a stub was called whose name says that it reports an error or ends the program.
    #[must_use]
    pub fn error_was_reported(&self) -> bool {
        self.reported_error
    }

    /// Whether the clock showed a time that none shows, before 1970 or after the year 9999.
    #[must_use]
    pub fn time_was_odd(&self) -> bool {
        self.odd_time
    }

    fn checked_by(&self, stack: &[FuncId]) -> InputSet {
        let counts = |at: &(FuncId, SiteId)| stack.contains(&at.0) && !self.tolerant.contains(at);
        let checked = self.null_checked.iter().filter(|(at, _)| counts(at));
        checked.fold(0, |all, (_, some)| all | some) & !self.shared()
    }

    /// The bit of all inputs that the run read when there was none left for each alone: which of them the code looked at, nobody
    /// knows.
    fn shared(&self) -> InputSet {
        if self.met.len() < MAX_UNCONSTRAINED_INPUTS { 0 } else { 1 << (MAX_UNCONSTRAINED_INPUTS - 1) }
    }

    /// Compared for equality with something that the test did not invent.
    fn equated(&self) -> InputSet {
        self.equated & !self.shared()
    }

    /// Takes back what the branches that are `tolerant` said about pointers.
    pub fn ignore_null_checks(&mut self, tolerant: impl Fn(FuncId, SiteId) -> bool) {
        let at = self.null_checked.keys().copied();
        self.tolerant = at.filter(|&(function, site)| tolerant(function, site)).collect();
    }

    /// Takes in what switches said about the values that they were given: which one it is, unless `is_default` says that
    /// the run took a way for all others.
    pub fn take_in_switches(&mut self, is_default: impl Fn(FuncId, SiteId, u32) -> bool) {
        for ((function, site, outcome), decided) in std::mem::take(&mut self.decided) {
            match is_default(function, site, outcome) {
                true => self.equated |= decided,
                false => self.looked_at(decided),
            }
        }
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

    /// Whether the failing operation relies on what a number or state of the test chose from a table of the code's, and the
    /// code never looked at that number.
    #[must_use]
    pub fn relies_on_unchecked_choice(&self) -> bool {
        let chosen_by = self.relied_on.iter().fold(0, |all, some| all | some.chosen_by);
        let (above, below) = self.bounds(false);
        chosen_by & !(above | below | self.equated()) != 0
    }

    /// Whether the copy that failed was given two pointers that the test chose apart: they may lead to one object.
    #[must_use]
    pub fn copies_between_pointers(&self) -> bool {
        // Of a function of the library the first operand stands for all.
        let at = usize::from(self.library.is_some());
        let [first, second] = [at, at + 1].map(|at| self.relied_on[at].all() & self.pointers);
        first != 0 && second != 0 && first & second == 0
    }

    /// Whether the failing operation, which is wrong to `side`, relies on how far two pointers lie apart of which a stub of the
    /// program gave one, and the code never bounded that on this side: they may not even lead into the same object.
    #[must_use]
    pub fn relies_on_given_distance(&self, side: BoundSide) -> bool {
        let given = self.pointers & self.answers;
        let (above, below) = self.bounds(false);
        let bounded = if side == BoundSide::High { above } else { below };
        let is_distance = |taint: &Taint| {
            taint.up & self.pointers != 0
                && taint.down & self.pointers != 0
                && taint.all() & given & !bounded != 0
        };
        self.relied_on.iter().any(is_distance)
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
            BoundSide::High => (operand.up, operand.down),
            BoundSide::Low => (operand.down, operand.up),
        };
        let (above, below) = self.bounds(false);
        let kept = self.state | self.untyped | self.numbers;
        // A size that was computed from pointers of a structure.
        if side == BoundSide::High && operand.size & self.pointers != 0 {
            return true;
        }
        if too_high & kept & !above != 0 || too_low & kept & !below != 0 {
            return true;
        }
        let (sized_above, sized_below) = self.bounds(true);
        let unsized_by = match side {
            BoundSide::High => !sized_below,
            BoundSide::Low => !sized_above,
        };
        if operand.size & kept & unsized_by != 0 {
            return true;
        }
        // An index that the code counted itself, up to a limit that the test invented.
        operand.all() & !self.pointers == 0 && self.limits & !above != 0
    }

    /// Whether the divisor of the failing operation comes from state, from untyped memory or from numbers that callers
    /// pass, and the code never compared it with zero or for equality: a bound such as `size > 1` does not ask whether
    /// it may be zero.
    #[must_use]
    pub fn relies_on_unchecked_operand(&self) -> bool {
        let passed = self.numbers & !self.outside & !self.answers;
        let kept = self.state | self.untyped | passed;
        let zero_checked = self.null_checked.values().fold(self.null_compared, |all, some| all | some);
        let divisor = self.relied_on[0].all() | self.relied_on[0].masked;
        divisor & kept & !(self.equated() | zero_checked & !self.shared()) != 0
    }

    /// Whether the failing division relies on inventions that were never compared for equality, nor bounded by more than
    /// their sign.
    #[must_use]
    pub fn relies_on_unbounded_numbers(&self) -> bool {
        let relied_on = self.relied_on.iter().fold(0, |all, some| all | some.all());
        let (above, below) = self.bounds(true);
        relied_on & !((above & below) | self.equated()) != 0
    }

    /// Whether the last comparison was of what the test made up, as it is or one step from it: an argument, a pointer, or anything
    /// computed from state. A failed assertion that ends in such a comparison states a precondition.
    #[must_use]
    pub fn compared_unconstrained_input(&self) -> bool {
        let all = self.last_compared.all() | self.last_compared.masked;
        all & (self.state | self.untyped | self.pointers | self.nobodys) != 0
            || self.last_compared.is_near && all & self.numbers != 0
            || self.last_compared.of_data
    }

    /// Whether the last comparison related several inputs to each other, or may have been of what was computed from elements of
    /// arrays or answers (in functions of the library, as logarithms, where from is lost): what an assertion about those says is for
    /// callers to keep.
    #[must_use]
    pub fn compared_several_inputs(&self) -> bool {
        let all = self.last_compared.all() | self.last_compared.masked;
        match all.count_ones() {
            0 => self.numbers & !self.scalars != 0,
            1 => all & !self.scalars != 0,
            _ => true,
        }
    }

    /// Whether the run read what other functions keep in order: state, or pointers in it, or a stub's answer.
    #[must_use]
    pub fn met_state(&self) -> bool {
        self.state | self.untyped | self.answers != 0
    }

    /// Whether neither numbers nor state of the test had a part in the failing operation.
    #[must_use]
    pub fn is_of_data(&self) -> bool {
        let relied_on = self.relied_on.iter().fold(0, |all, some| all | some.all() | some.size | some.masked);
        relied_on | self.limits == 0 && !self.met_state()
    }

    /// Whether the run compared or read nothing that the test made up.
    #[must_use]
    pub fn met_nothing(&self) -> bool {
        self.above | self.below | self.equated | self.limits | self.state | self.untyped == 0
            && self.orders.is_empty()
            && self.null_checked.is_empty()
    }

    /// The function of the library that ran when the run ended.
    #[must_use]
    pub fn library(&self) -> Option<&'static str> {
        self.library
    }

    /// Whether the format of the library's function that ran when the run ended is the test's, and its arguments are the code's:
    /// they fit the formats that callers pass.
    #[must_use]
    pub fn format_was_passed(&self) -> bool {
        self.library.is_some() && self.format_is_passed
    }

    /// Whether the run called `setjmp`.
    #[must_use]
    pub fn sets_jumps(&self) -> bool {
        self.sets_jumps
    }

    fn unconstrained(&mut self, met: Met, kind: UnconstrainedInput) -> Taint {
        if kind == UnconstrainedInput::Data {
            return Taint { of_data: true, is_copy: true, ..Taint::default() };
        }
        let known = self.met.iter().position(|known| *known == met);
        // Of a run that ends at a limit there may be millions: those that share a bit need not be told apart.
        let position = known.unwrap_or(self.met.len()).min(MAX_UNCONSTRAINED_INPUTS - 1);
        if self.met.len() < MAX_UNCONSTRAINED_INPUTS && known.is_none() {
            self.met.push(met);
        }
        let bit = 1 << position;
        match kind {
            UnconstrainedInput::Pointer => self.pointers |= bit,
            UnconstrainedInput::Number => self.numbers |= bit,
            UnconstrainedInput::State => self.state |= bit,
            UnconstrainedInput::Untyped => self.untyped |= bit,
            UnconstrainedInput::Kept => {
                self.state |= bit;
                self.nobodys |= bit;
            }
            UnconstrainedInput::Outside => {
                self.numbers |= bit;
                self.outside |= bit;
            }
            UnconstrainedInput::Data => {}
        }
        Taint::of(bit)
    }

    /// A value that is read as what it is not.
    fn misread(&mut self, source: Source) -> Taint {
        let taint = self.unconstrained(Met::Misread(source), UnconstrainedInput::Untyped);
        self.nobodys |= taint.all();
        taint
    }

    /// What the stub `function` was given the address of, it may have written.
    fn hand(&mut self, function: FuncId) {
        let outputs = self.stubs.outputs.get(&function).cloned().unwrap_or_default();
        for (register, _) in outputs {
            let Some(&(from, end)) = self.given.get(register as usize) else { continue };
            for at in from..end.min(from.saturating_add(MAX_UNWRITTEN_BYTES)) {
                if self.written_by_stub.iter().any(|&(to, length)| at >= to && at - to < length) {
                    continue;
                }
                let computed = match self.bytes.get(&at) {
                    Some(Byte::Computed(taint)) => *taint,
                    Some(Byte::Stored) | None => Taint::default(),
                    // What the test put there is the test's.
                    Some(Byte::Unconstrained(_) | Byte::Unwritten) => continue,
                };
                self.bytes.insert(at, Byte::Computed(Taint { is_handed: true, ..computed }));
            }
        }
    }

    /// Whether the stub `function` answered `count` for a buffer that is smaller.
    fn exceeds_buffer(&self, function: FuncId, count: u128) -> bool {
        let outputs = self.stubs.outputs.get(&function).map_or(&[][..], Vec::as_slice);
        let buffers = outputs.iter().filter(|(_, element_bytes)| *element_bytes == 1);
        let mut sizes = buffers.filter_map(|(register, _)| {
            let (buffer, _) = self.given.get(*register as usize)?;
            let (size, _) = self.given.get(*register as usize + 1)?;
            (*buffer != 0).then_some(*size)
        });
        sizes.any(|size| u128::from(size) < count)
    }

    /// Whether the stub `function` was asked the same before, of numbers alone, and answered otherwise.
    fn contradicts(&mut self, function: FuncId, answer: u128) -> bool {
        // What points to no object ends where it is.
        let numbers = self.given.iter().filter(|(value, end)| value == end);
        let numbers: Vec<u64> = numbers.map(|(value, _)| *value).collect();
        if numbers.is_empty()
            || numbers.len() < self.given.len()
            || self.answers_to.len() >= MAX_ORDERS * MAX_ORDERS
        {
            return false;
        }
        let first = self.answers_to.entry((function, numbers)).or_insert(Some(answer));
        // Once it has contradicted itself, no answer is to be relied on.
        *first = first.filter(|first| *first == answer);
        first.is_none()
    }

    /// What a `ty` at `address` was computed from; none where nothing is known to lie there.
    fn read(&mut self, address: u64, length: u64, ty: Type) -> Option<Taint> {
        let read: Vec<Byte> =
            self.bytes.range(address..address.saturating_add(length)).map(|(_, &it)| it).collect();
        let mut all: Option<Taint> = None;
        for byte in read {
            let taint = match byte {
                Byte::Computed(taint) => taint,
                Byte::Stored => continue,
                Byte::Unwritten if length == 1 => Taint::default(),
                Byte::Unwritten if ty == Type::Ptr => {
                    self.unconstrained(Met::Unwritten(address), UnconstrainedInput::Pointer)
                }
                Byte::Unwritten => self.unconstrained(Met::Unwritten(address), UnconstrainedInput::State),
                Byte::Unconstrained(written) if written.is_misread(address, length, ty) => {
                    self.misread(written.source)
                }
                Byte::Unconstrained(Written {
                    value: Invented { kind: UnconstrainedInput::Untyped, .. },
                    ..
                }) if length == 1 => Taint::default(),
                Byte::Unconstrained(written) => {
                    self.unconstrained(Met::Named(written.source), written.value.kind)
                }
            };
            all = Some(match all {
                Some(known) if known != taint => known.and(taint),
                _ => taint,
            });
        }
        all
    }

    fn forget(&mut self, address: u64, length: u64) {
        let known: Vec<u64> =
            self.bytes.range(address..address.saturating_add(length)).map(|(&at, _)| at).collect();
        for at in known {
            self.bytes.remove(&at);
        }
    }

    /// Whether at `address` in a variable of the program lies what lay there before the run.
    fn is_from_the_start(&self, address: u64) -> bool {
        self.variable_at(address).is_some_and(|start| !self.rewritten.contains(&start))
            && !self.bytes.contains_key(&address)
    }

    /// Where the variable of the program begins that `address` lies in.
    fn variable_at(&self, address: u64) -> Option<u64> {
        let behind = self.variables.partition_point(|&(start, _)| start <= address).checked_sub(1)?;
        let (start, end) = self.variables[behind];
        (address < end).then_some(start)
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

    /// On the path taken, `operand` is below `other` (`is_above` is false), or above it.
    fn bounded(&mut self, operand: Taint, other: u128, is_above: bool, except: InputSet) {
        let (above, below) = if is_above { (operand.down, operand.up) } else { (operand.up, operand.down) };
        self.orders.entry(operand.all()).or_default().note(other, above & !except, below & !except);
    }

    /// What the code bounded above, and below, on the path that the run took; of sizes of blocks, where `of_size`, a look at the sign
    /// says nothing.
    fn bounds(&self, of_size: bool) -> (InputSet, InputSet) {
        let all = self.orders.values().flat_map(|orders| &orders.others);
        let checked = all.filter(|order| !order.is_count && (!of_size || order.other > 1));
        let (above, below) = checked
            .fold((self.above, self.below), |(up, down), order| (up | order.above, down | order.below));
        (above & !self.shared(), below & !self.shared())
    }
}

impl Domain for FaultTaint {
    type Shadow = Taint;
    const TRACKS: bool = true;

    fn begin(&mut self) {
        self.begun += 1;
    }

    fn argument(&mut self, index: usize, ty: Type, _: u128) -> Taint {
        let call = self.begun.checked_sub(1);
        let sources = call.and_then(|call| self.arguments.get(call));
        let pieces = call.and_then(|call| self.pieces.get(call));
        if let Some((address, bytes)) = pieces.and_then(|pieces| pieces.get(index).copied().flatten()) {
            return self.read(address, u64::from(bytes), ty).unwrap_or_default();
        }
        match sources.and_then(|sources| sources.get(index).copied().flatten()) {
            Some(source @ Source::Pointer { .. }) => {
                self.unconstrained(Met::Named(source), UnconstrainedInput::Pointer)
            }
            Some(source @ Source::Leaf(_)) => {
                let taint = self.unconstrained(Met::Named(source), UnconstrainedInput::Number);
                self.scalars |= taint.all();
                taint
            }
            None => Taint::default(),
        }
    }

    fn decide(&mut self, at: &BranchPoint<Taint>) -> u32 {
        if at.shadow != Taint::default() {
            self.last_compared = at.shadow;
        }
        if at.shadow.all() != 0 {
            *self.decided.entry((at.function, at.site, at.outcome)).or_default() |= at.shadow.all();
        }
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
        let address = event.address.bits as u64;
        let all = self.read(address, u64::from(event.bytes), event.ty);
        // A table that data, or what nobody makes, chose from.
        let chooser = event.address.shadow;
        let chosen = chooser.all() & self.nobodys & !self.pointers & !self.untyped;
        match all {
            None if event.ty == Type::Ptr && event.value.bits == 0 && self.is_from_the_start(address) => {
                self.unconstrained(Met::Unwritten(address), UnconstrainedInput::Pointer)
            }
            None => Taint {
                up: chosen,
                down: chosen,
                chosen_by: (chooser.all() | chooser.masked) & (self.numbers | self.state) & !self.pointers,
                of_data: chooser.of_data,
                ..Taint::default()
            },
            Some(all) => all,
        }
    }

    fn store(&mut self, event: &MemoryAccess<Taint>) {
        let (address, length) = (event.address.bits as u64, u64::from(event.bytes));
        self.forget(address, length);
        if event.value.shadow != Taint::default() {
            self.bytes.extend((address..address + length).map(|at| (at, Byte::Computed(event.value.shadow))));
        } else if event.ty == Type::Ptr && self.variable_at(address).is_some() {
            self.bytes.extend((address..address + length).map(|at| (at, Byte::Stored)));
        }
    }

    fn copied(&mut self, to: u64, from: u64, length: u64) {
        let moved: Vec<_> = self
            .bytes
            .range(from..from.saturating_add(length))
            .map(|(&at, &byte)| (to.wrapping_add(at - from), byte))
            .collect();
        self.forget(to, length);
        self.rewritten.extend(self.variable_at(to));
        let there = to.wrapping_sub(from);
        let moved = moved.into_iter().map(|(at, byte)| match byte {
            Byte::Unconstrained(mut written) => {
                written.extent = written.extent.map(|(start, bytes)| (start.wrapping_add(there), bytes));
                (at, Byte::Unconstrained(written))
            }
            byte => (at, byte),
        });
        self.bytes.extend(moved);
        if self.is_in_stub {
            self.written_by_stub.push((to, length));
        }
    }

    fn overwritten(&mut self, address: u64, length: u64) {
        self.forget(address, length);
        self.rewritten.extend(self.variable_at(address));
    }

    fn sized(&mut self, size: Operand<Taint>) -> Taint {
        Taint { size: size.shadow.all(), ..Taint::default() }
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
        let is_sign_set = event.ty.bits() > 0 && event.b.bits >> (event.ty.bits() - 1) & 1 != 0;
        let cuts = match event.op {
            BinaryOp::URem | BinaryOp::SRem => true,
            // A mask of high bits aligns.
            BinaryOp::And => !is_sign_set,
            _ => false,
        };
        if cuts && event.b.shadow.all() == 0 {
            return event.a.shadow.cut();
        }
        let both = match event.op {
            BinaryOp::Sub => event.a.shadow.and(event.b.shadow.negated()),
            _ => event.a.shadow.and(event.b.shadow),
        };
        let is_known = |operand: Operand<Taint>| operand.shadow == Taint::default();
        let is_near =
            event.a.shadow.is_copy && is_known(event.b) || is_known(event.a) && event.b.shadow.is_copy;
        Taint { is_near, ..both }
    }

    fn int_compare(&mut self, event: &IntCompare<Taint>) -> Taint {
        use trine_ir::IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let (a, b) = (event.a, event.b);
        let is_near = a.shadow.is_near && b.shadow.is_near;
        let takes_part = |taint: Taint| taint.all() | taint.masked != 0;
        self.last_compared = match (takes_part(a.shadow), takes_part(b.shadow)) {
            (true, true) => Taint { is_near, ..a.shadow.and(b.shadow) },
            (true, false) => a.shadow,
            (false, true) => b.shadow,
            (false, false) => a.shadow.and(b.shadow),
        };
        self.decided_by_nobodys |= (a.shadow.all() | b.shadow.all()) & self.nobodys != 0;
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
            // What was computed from an invention and is equal to something may have come there by wrapping around.
            if event.result == (event.predicate == Eq) && taint.is_copy {
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
        // Without a sign nothing is too low: what leads below an object wrapped around, and is too high.
        let is_unsigned = matches!(event.predicate, Uge | Ugt | Ule | Ult);
        let says_nothing = is_above && is_unsigned && (event.width == ADDRESS_BITS || other <= 1);
        self.bounded(taint, other, is_above, if says_nothing { InputSet::MAX } else { except });
        debug_assert!(matches!(event.predicate, Ugt | Uge | Ult | Ule | Sgt | Sge | Slt | Sle));
        if is_above && taint.up & !self.pointers != 0 {
            let counted = self.counted.entry(taint.up & !self.pointers).or_default();
            // What was compared changes, on whichever side the code counts.
            let pair = (a.bits, b.bits);
            if counted.0 == 0 || counted.1 != pair {
                *counted = (counted.0 + 1, pair);
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
        let is_with_known = operands.iter().any(|operand| operand.shadow.all() == 0);
        match op {
            Intrinsic::SMin | Intrinsic::UMin if is_with_known => {
                self.above |= all.all();
                self.below |= if op == Intrinsic::UMin { all.all() } else { 0 };
            }
            Intrinsic::SMax | Intrinsic::UMax if is_with_known => self.below |= all.all(),
            _ => {}
        }
        all
    }

    fn shim_called(&mut self, name: &'static str, operands: &[Operand<Taint>], _: &Memory) {
        self.library = Some(name);
        self.sets_jumps |= sets_jump(name);
        self.format_is_passed = format_position(name).is_some_and(|at| {
            let format = operands.get(at).map_or(0, |operand| operand.shadow.all());
            format & self.pointers != 0 && operands.len() > at + 1
        });
        // A text at an address, so many bytes: whichever of them is wrong, it is one of these.
        let all = operands.iter().fold(Taint::default(), |all, operand| all.and(operand.shadow));
        let operand = |at: usize| operands.get(at).map_or(Taint::default(), |operand| operand.shadow);
        self.relied_on = [all, operand(0), operand(1)];
    }

    fn shim(&mut self, name: &'static str, operands: &[Operand<Taint>], result: u128, _: &Memory) -> Taint {
        self.library = None;
        let is_passed = std::mem::take(&mut self.format_is_passed) || takes_argument_list_of_format(name);
        let format = operands.iter().find(|operand| operand.shadow.all() & self.pointers != 0);
        if let (true, Some(format)) = (is_passed && result as u32 == u32::MAX, format) {
            // What the library makes of a format that is none.
            let met = Met::Unwritten(format.bits as u64);
            let taint = self.unconstrained(met, UnconstrainedInput::Kept);
            return Taint { of_library: true, ..taint };
        }
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

    fn native(&mut self, operands: &[Operand<Taint>], _: &[Effect], memory: &Memory) {
        let end = |at: u64| {
            let (object, offset) = memory.resolve(at)?;
            let (size, _) = memory.object(object)?;
            Some(at - offset + size)
        };
        self.given.clear();
        self.given.extend(operands.iter().map(|operand| {
            let at = operand.bits as u64;
            (at, end(at).unwrap_or(at))
        }));
        self.written_by_stub.clear();
        self.is_in_stub = true;
    }

    fn stub_called(&mut self, function: FuncId) {
        self.is_in_stub = false;
        if !self.library_stubs.contains(&function) {
            self.reported |= self.found_null;
            self.reported_error |= self.stubs.reporters.contains(&function);
            self.hand(function);
        }
    }

    fn stub(&mut self, function: FuncId, _: usize, ty: Type, result: u128) -> Taint {
        if self.library_stubs.contains(&function) {
            // -1 is how the clock fails.
            let is_odd = result > LAST_SECOND && result != mask(64);
            self.odd_time |= self.stubs.clock == Some(function) && is_odd;
            return Taint::default();
        }
        self.answered += 1;
        let kind = if ty == Type::Ptr { UnconstrainedInput::Pointer } else { UnconstrainedInput::Number };
        let taint = self.unconstrained(Met::Answer(function, self.answered), kind);
        self.answers |= taint.all();
        if ty != Type::Ptr && (self.exceeds_buffer(function, result) || self.contradicts(function, result)) {
            self.nobodys |= taint.all();
        }
        taint
    }

    fn take_registers(&mut self) -> Vec<Taint> {
        std::mem::take(&mut self.registers)
    }

    fn keep_registers(&mut self, registers: Vec<Taint>) {
        self.registers = registers;
    }
}
