//! The concolic domain: each value of a run may carry a term over the inputs.
//!
//! The interpreter is the machine's own; this domain gives each result a term where an operand has one. What
//! has no term is concrete: a value that no input influences, or one that terms cannot express. Where the run
//! relied on a concrete value that an input does influence (an address, an amount of a shift), the domain
//! records the **side condition** under which it would rely on it again.
//!
//! Source: Godefroid, Klarlund, Sen, "DART" (PLDI 2005); Sen, Marinov, Agha, "CUTE" (ESEC/FSE 2005).
//! Deviations: loads and stores through unknown indices stay symbolic within their object (a table of its
//! elements); floats and functions of the mathematical library stay terms.
//! A run's path is recorded to its 2,000th branch; behind it nothing gets a term, and the path counts as cut.
//! Which object an address lies in is a condition with as many outcomes as the address has objects, and one more, outside of
//! all: a fault. The condition of a fault is recorded like any other ([`Concolic::ended_in`]), so that its opposite is tried.
//! Not handled: x87 floats; addresses made of numbers, as runs say ([`Concolic::is_imprecise`]).

mod address;
mod copies;
mod images;
mod memory;
mod natives;
mod numbers;
pub(crate) mod shadow;
mod shims;
mod strings;
mod summaries;

pub use memory::{Image, TermMemory};
pub use shadow::Shadow;
pub use summaries::CallSummaries;

use crate::script::Script;
use address::StoreTarget;
use copies::Copy;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use trine_expr::{Assignment, CompareOp, Term, TermPool};
use trine_ir::{BinaryOp, FuncId, Intrinsic, Type};
use trine_machine::domain::{
    Binary, BranchPoint, BytesCompared, Cast, Domain, FloatCompare, IntCompare, MemoryAccess, Operand,
    PtrAdd, Select,
};
use trine_machine::{Effect, FaultKind, Memory};

/// Terms of the pool beyond which results of arithmetic have none: a long loop makes some at every step, and memory
/// is not for one run alone. The run is imprecise then.
const MAX_TERMS: usize = 1_000_000;
/// The same for those that one run adds: some ten milliseconds.
const MAX_TERMS_OF_A_RUN: usize = 100_000;
/// Branches of a run with terms. Later ones are not recorded, so nothing after the last of these gets a term: a loop
/// that goes on for long costs what it costs without terms.
pub(crate) const MAX_BRANCHES: usize = 2_000;

/// Why a side condition was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImplicitKind {
    /// An address stayed inside of its object.
    Bounds,
    /// An address, length or amount had this very value.
    Value,
    /// A divisor was not zero, and the quotient fitted.
    Division,
    /// An amount of a shift was less than the width.
    Shift,
    /// A signed result fitted its type, where the run would have ended otherwise.
    Overflow,
    /// A call that is one term returned, or threw.
    Outcome,
}

/// What the run relied on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImplicitCondition {
    /// Branches with terms before it.
    pub position: u32,
    /// Why.
    pub kind: ImplicitKind,
    /// One bit, true in this run.
    pub constraint: Term,
    /// What else there is, one bit each: of these and the constraint, exactly one holds.
    pub others: Vec<Term>,
}

/// No operand.
const NOTHING: Operand<Shadow> = Operand { bits: 0, shadow: Shadow::NONE };

/// An input of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    /// Argument `index` of call number `call` of a run is this term.
    Argument {
        /// From 0.
        call: usize,
        /// Position among the registers.
        index: usize,
        /// Of the register's width.
        term: Term,
    },
    /// Argument `index` of call number `call` is what these bytes of memory hold at the start.
    Bytes {
        /// From 0.
        call: usize,
        /// Position among the registers.
        index: usize,
        /// Of the lowest byte.
        address: u64,
        /// How many.
        bytes: u32,
    },
    /// These bytes of memory are this term, of a whole number of bytes.
    Memory {
        /// Of the lowest byte.
        address: u64,
        /// The term.
        term: Term,
    },
    /// What hardware puts at this address before its volatile read of this number is this term.
    Register {
        /// The absolute address.
        address: u64,
        /// From 0.
        read: u32,
        /// Of a whole number of bytes.
        term: Term,
    },
    /// The input that a stub hands out under this number is this term.
    Input {
        /// The number.
        number: u32,
        /// The term.
        term: Term,
    },
    /// How many characters the string of the test with this number has is this term.
    Length {
        /// The number.
        number: u32,
        /// The term.
        term: Term,
    },
    /// Result 0 of call number `call` of a function that a stub answers.
    Stub {
        /// The function.
        function: FuncId,
        /// From 0.
        call: u32,
        /// Of the result's width.
        term: Term,
    },
}

/// The concolic domain. Keep one per worker: its pool remembers terms between runs, so that equal
/// computations of different runs are the same terms.
#[derive(Debug)]
pub struct Concolic {
    /// Terms of all runs.
    pub pool: TermPool,
    /// The path that the next runs follow; none for the one that their values say.
    pub script: Option<Script>,
    /// The values of the inputs of this run, for who asks what a term is in it.
    pub values: Assignment,
    /// Functions whose calls are terms; none for those that have all their paths.
    pub summaries: Option<Box<dyn CallSummaries>>,
    /// What stubs hand out, by number.
    inputs: FxHashMap<u32, Term>,
    lengths: FxHashMap<u32, Term>,
    /// What stubs keep, by number.
    kept: FxHashMap<u32, Term>,
    /// What the stub called last gives, by position.
    given: Vec<(usize, Term)>,
    /// Where the lengths of strings lie, with their numbers.
    lengths_at: FxHashMap<u64, u32>,
    /// The depth of the call that is one term, and the term.
    summarised: Option<(u32, Term)>,
    /// Whether there is such a call, for the observer of the same run.
    suspended: Arc<AtomicBool>,
    /// The result of the call that ended last, if it was one.
    result: Option<Term>,
    memory: TermMemory,
    bindings: Vec<Binding>,
    implicit_conditions: Vec<ImplicitCondition>,
    stub_calls: Vec<(FuncId, u32)>,
    /// Terms of arguments that come from memory, by call and position.
    from_memory: Vec<(usize, usize, Term)>,
    /// Calls begun in this run.
    begun: usize,
    /// Whether the last run computed something from inputs that has no term.
    imprecise: bool,
    /// Where the next store may go, if inputs decide.
    place: Option<StoreTarget>,
    /// What the function that runs found in its strings.
    copying: Option<Copy>,
    /// Branches with terms so far; the observer counts.
    position: Arc<AtomicU32>,
    /// Terms of the pool beyond which this run gets no more.
    max_terms: usize,
    registers: Vec<Shadow>,
    /// What the last operation relied on, the first two of it.
    relied_on: [Operand<Shadow>; 2],
    /// Whether that, where it depends on inputs, is a condition of the path: so is a fault of that operation then.
    is_explained: bool,
}

impl Concolic {
    /// A domain without inputs.
    #[must_use]
    pub fn new() -> Self {
        Self {
            pool: TermPool::default(),
            script: None,
            values: Assignment::new(),
            summaries: None,
            inputs: FxHashMap::default(),
            lengths: FxHashMap::default(),
            kept: FxHashMap::default(),
            given: Vec::new(),
            lengths_at: FxHashMap::default(),
            summarised: None,
            suspended: Arc::default(),
            result: None,
            memory: TermMemory::default(),
            bindings: Vec::new(),
            implicit_conditions: Vec::new(),
            stub_calls: Vec::new(),
            from_memory: Vec::new(),
            begun: 0,
            imprecise: false,
            place: None,
            copying: None,
            position: Arc::default(),
            max_terms: 0,
            registers: Vec::new(),
            relied_on: [NOTHING; 2],
            is_explained: true,
        }
    }

    /// Sets the inputs of the next run, which may make several calls.
    pub fn bind(&mut self, bindings: Vec<Binding>) {
        self.bindings = bindings;
        self.memory.clear();
        self.implicit_conditions.clear();
        self.stub_calls.clear();
        self.from_memory.clear();
        self.begun = 0;
        self.imprecise = false;
        (self.relied_on, self.is_explained) = ([NOTHING; 2], true);
        (self.place, self.copying) = (None, None);
        self.forget_stubs();
        self.position.store(0, Ordering::Relaxed);
        self.max_terms = MAX_TERMS.min(self.pool.len() + MAX_TERMS_OF_A_RUN);
        for at in 0..self.bindings.len() {
            if let Binding::Memory { address, term } = self.bindings[at] {
                self.memory.store(address, term, self.pool.width(term) / 8);
            }
        }
        for at in 0..self.bindings.len() {
            if let Binding::Bytes { call, index, address, bytes } = self.bindings[at] {
                // Bytes without a term are padding, which no value depends on.
                let term = self.memory.load(&mut self.pool, address, bytes, 0);
                self.from_memory.extend(term.map(|term| (call, index, term)));
            }
        }
    }

    /// Forgets what stubs handed out and kept, and takes their inputs of the next run.
    fn forget_stubs(&mut self) {
        self.inputs.clear();
        self.lengths.clear();
        self.kept.clear();
        self.given.clear();
        self.lengths_at.clear();
        self.result = None;
        self.end_summary();
        for binding in &self.bindings {
            match *binding {
                Binding::Input { number, term } => drop(self.inputs.insert(number, term)),
                Binding::Length { number, term } => drop(self.lengths.insert(number, term)),
                _ => {}
            }
        }
    }

    /// Whether the last run computed something from its inputs that has no term: then its path says less than
    /// the run depends on.
    #[must_use]
    pub fn is_imprecise(&self) -> bool {
        self.imprecise
    }

    /// The shadow of a result of operands that have terms.
    fn known(&mut self, term: Option<Term>) -> Shadow {
        self.imprecise |= term.is_none();
        term.into()
    }

    /// Whether there are so many terms that no more are made where it can be helped.
    fn is_full(&mut self) -> bool {
        let is_full = self.pool.len() > self.max_terms;
        self.imprecise |= is_full;
        is_full
    }

    /// Whether the path of this run is recorded as far as it will be: terms have no use any more.
    #[inline]
    fn is_over(&self) -> bool {
        self.position.load(Ordering::Relaxed) as usize >= MAX_BRANCHES
    }

    /// Where the observer of the same run counts branches.
    #[must_use]
    pub fn position(&self) -> Arc<AtomicU32> {
        Arc::clone(&self.position)
    }

    /// Set while what happens is no part of the path: a call that is one term.
    #[must_use]
    pub fn suspended(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.suspended)
    }

    /// What the last run relied on, in order.
    #[must_use]
    pub fn implicit_conditions(&self) -> &[ImplicitCondition] {
        &self.implicit_conditions
    }

    /// The operand's term, or the constant it is.
    fn lifted(&mut self, operand: Operand<Shadow>, width: u32) -> Term {
        match operand.shadow.term() {
            Some(term) => term,
            None => self.pool.constant(operand.bits, width),
        }
    }

    fn rely_on(&mut self, kind: ImplicitKind, constraint: Term) {
        let other = self.pool.not(constraint);
        self.rely_on_one_of(kind, constraint, vec![other]);
    }

    /// Of `constraint`, which holds in this run, and `others` exactly one holds for every input.
    fn rely_on_one_of(&mut self, kind: ImplicitKind, constraint: Term, others: Vec<Term>) {
        if !self.pool.is_true(constraint) && !self.is_suspended() {
            let position = self.position.load(Ordering::Relaxed);
            self.implicit_conditions.push(ImplicitCondition { position, kind, constraint, others });
        }
    }

    /// The run has ended with a fault of this kind: adds the condition under which an operation faults, if it has one.
    /// Whether the path now says all that the fault depends on.
    pub fn ended_in(&mut self, fault: &FaultKind) -> bool {
        if self.is_over() {
            return false;
        }
        let [right, left] = self.relied_on;
        let depends = right.shadow != Shadow::NONE || left.shadow != Shadow::NONE;
        let width = [right, left].iter().find_map(|it| it.shadow.term()).map_or(0, |it| self.pool.width(it));
        match fault {
            // Nothing but the way there leads to these.
            FaultKind::Trap | FaultKind::Unreachable | FaultKind::Uncaught => true,
            FaultKind::DivisionByZero | FaultKind::DivisionOverflow | FaultKind::InvalidShift { .. }
                if !depends =>
            {
                true
            }
            FaultKind::DivisionByZero => {
                let (b, zero) = (self.lifted(right, width), self.pool.constant(0, width));
                let is_zero = self.pool.equal(b, zero);
                self.rely_on(ImplicitKind::Division, is_zero);
                true
            }
            FaultKind::DivisionOverflow => {
                let (a, b) = (self.lifted(left, width), self.lifted(right, width));
                let zero = self.pool.constant(0, width);
                let is_zero = self.pool.equal(b, zero);
                let not_zero = self.pool.not(is_zero);
                self.rely_on(ImplicitKind::Division, not_zero);
                let overflows = self.quotient_overflows(a, b);
                self.rely_on(ImplicitKind::Division, overflows);
                true
            }
            FaultKind::InvalidShift { .. } => {
                let (amount, limit) =
                    (self.lifted(right, width), self.pool.constant(u128::from(width), width));
                let fits = self.pool.compare(CompareOp::Ult, amount, limit);
                let exceeds = self.pool.not(fits);
                self.rely_on(ImplicitKind::Shift, exceeds);
                true
            }
            FaultKind::NullDereference { .. }
            | FaultKind::OutOfBounds { .. }
            | FaultKind::UseAfterFree { .. }
            | FaultKind::UseAfterReturn { .. }
            | FaultKind::InvalidPointer { .. }
            | FaultKind::WriteToConstant { .. } => self.is_explained,
            _ => false,
        }
    }

    /// One bit: the least number divided by -1.
    fn quotient_overflows(&mut self, a: Term, b: Term) -> Term {
        let width = self.pool.width(b);
        let least = self.pool.constant(1 << (width - 1), width);
        let minus_one = self.pool.constant(u128::MAX, width);
        let (x, y) = (self.pool.equal(a, least), self.pool.equal(b, minus_one));
        self.pool.and(x, y)
    }

    /// The run relies on the value that `operand` has.
    fn rely_on_value(&mut self, operand: Operand<Shadow>) {
        if let Some(term) = operand.shadow.term() {
            let width = self.pool.width(term);
            let value = self.pool.constant(operand.bits, width);
            let same = self.pool.equal(term, value);
            self.rely_on(ImplicitKind::Value, same);
        }
    }

    /// The signed result fits its type.
    fn rely_on_fitting(&mut self, op: BinaryOp, a: Term, b: Term) {
        let intrinsic = match op {
            BinaryOp::Add => Intrinsic::SAddOverflow,
            BinaryOp::Sub => Intrinsic::SSubOverflow,
            BinaryOp::Mul => Intrinsic::SMulOverflow,
            _ => return,
        };
        match trine_lift::overflow(&mut self.pool, intrinsic, a, b) {
            Some(overflows) => {
                let fits = self.pool.not(overflows);
                self.rely_on(ImplicitKind::Overflow, fits);
            }
            // Products of more than 64 bits.
            None => self.imprecise = true,
        }
    }

    /// Without these, the run would have ended in a fault.
    fn rely_on_definedness(&mut self, op: BinaryOp, a: Term, b: Term) {
        let width = self.pool.width(b);
        match op {
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                let limit = self.pool.constant(u128::from(width), width);
                if !(width as u128).is_power_of_two() || width > 1 {
                    let fits = self.pool.compare(CompareOp::Ult, b, limit);
                    self.rely_on(ImplicitKind::Shift, fits);
                }
            }
            BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem => {
                let zero = self.pool.constant(0, width);
                let is_zero = self.pool.equal(b, zero);
                let not_zero = self.pool.not(is_zero);
                self.rely_on(ImplicitKind::Division, not_zero);
                if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) {
                    let overflows = self.quotient_overflows(a, b);
                    let fits = self.pool.not(overflows);
                    self.rely_on(ImplicitKind::Division, fits);
                }
            }
            BinaryOp::SDivWrap | BinaryOp::SRemWrap => {
                let zero = self.pool.constant(0, width);
                let is_zero = self.pool.equal(b, zero);
                let not_zero = self.pool.not(is_zero);
                self.rely_on(ImplicitKind::Division, not_zero);
            }
            _ => {}
        }
    }
}

impl Default for Concolic {
    fn default() -> Self {
        Self::new()
    }
}

impl Domain for Concolic {
    type Shadow = Shadow;
    const TRACKS: bool = true;

    fn begin(&mut self) {
        self.begun += 1;
    }

    fn argument(&mut self, index: usize, ty: Type, _bits: u128) -> Shadow {
        let current = self.begun.saturating_sub(1);
        let bound = self.bindings.iter().find_map(|binding| match binding {
            Binding::Argument { call, index: at, term } if *call == current && *at == index => Some(*term),
            _ => None,
        });
        if let Some(term) = bound {
            return term.into();
        }
        let loaded = self.from_memory.iter().find(|(call, at, _)| *call == current && *at == index);
        let loaded = loaded.map(|&(_, _, term)| term);
        loaded.map(|term| self.pool.resize(term, ty.bits())).into()
    }

    #[inline]
    fn decide(&mut self, at: &BranchPoint<Shadow>) -> u32 {
        let (Some(script), Some(term)) = (&mut self.script, at.shadow.term()) else { return at.outcome };
        script.outcome(at, self.pool.as_constant(term).is_none())
    }

    fn binary(&mut self, event: &Binary<Shadow>) -> Shadow {
        if self.is_over() {
            return Shadow::NONE;
        }
        if event.a.shadow == Shadow::NONE && event.b.shadow == Shadow::NONE {
            return Shadow::NONE;
        }
        if self.is_full() {
            return Shadow::NONE;
        }
        let width = event.ty.bits();
        let (a, b) = (self.lifted(event.a, width), self.lifted(event.b, width));
        self.rely_on_definedness(event.op, a, b);
        if event.overflow_faults {
            self.rely_on_fitting(event.op, a, b);
        }
        let term = trine_lift::binary(&mut self.pool, event.op, event.ty, a, b);
        self.known(term)
    }

    fn int_compare(&mut self, event: &IntCompare<Shadow>) -> Shadow {
        if self.is_over() {
            return Shadow::NONE;
        }
        if event.a.shadow == Shadow::NONE && event.b.shadow == Shadow::NONE {
            return Shadow::NONE;
        }
        let (a, b) = (self.lifted(event.a, event.width), self.lifted(event.b, event.width));
        trine_lift::int_compare(&mut self.pool, event.predicate, a, b).into()
    }

    fn float_compare(&mut self, event: &FloatCompare<Shadow>) -> Shadow {
        if self.is_over() {
            return Shadow::NONE;
        }
        let known = event.a.shadow != Shadow::NONE || event.b.shadow != Shadow::NONE;
        let Some(format) = trine_lift::format_of(event.ty).filter(|_| known) else {
            self.imprecise |= known;
            return Shadow::NONE;
        };
        let (a, b) = (self.lifted(event.a, format.bits()), self.lifted(event.b, format.bits()));
        trine_lift::float_compare(&mut self.pool, event.predicate, format, a, b).into()
    }

    fn cast(&mut self, event: &Cast<Shadow>) -> Shadow {
        if self.is_over() {
            return Shadow::NONE;
        }
        let Some(term) = event.value.shadow.term() else { return Shadow::NONE };
        if let Some(term) = self.cast_image(event, term) {
            return term.into();
        }
        let term = trine_lift::cast(&mut self.pool, event.op, event.from, event.to, term);
        self.known(term)
    }

    fn select(&mut self, event: &Select<Shadow>) -> Shadow {
        if self.is_over() {
            return Shadow::NONE;
        }
        let Some(condition) = event.cond.shadow.term() else {
            return if event.cond.bits != 0 { event.then.shadow } else { event.otherwise.shadow };
        };
        // Widths are not told but by an arm with a term. Without one, a term of the wrong width would not fit later
        // operations (`isinf` selects among numbers 0 and 1 of 32 bits): rely on the condition instead.
        let arms = [event.then, event.otherwise];
        let known = arms.iter().find_map(|arm| arm.shadow.term()).map(|term| self.pool.width(term));
        let Some(width) = known else {
            self.rely_on_value(event.cond);
            return Shadow::NONE;
        };
        let [then, otherwise] = arms.map(|arm| self.lifted(arm, width));
        self.pool.ite(condition, then, otherwise).into()
    }

    fn ptr_add(&mut self, event: &PtrAdd<Shadow>) -> Shadow {
        if self.is_over() {
            return Shadow::NONE;
        }
        let index_known = event.index.is_some_and(|(index, _)| index.shadow != Shadow::NONE);
        if event.base.shadow == Shadow::NONE && !index_known {
            return Shadow::NONE;
        }
        self.address_of(event).into()
    }

    #[inline]
    fn relies_on(&mut self, operands: &[Operand<Shadow>]) {
        for (at, relied_on) in self.relied_on.iter_mut().enumerate() {
            *relied_on = operands.get(at).copied().unwrap_or(NOTHING);
        }
        self.is_explained = operands.iter().all(|operand| operand.shadow == Shadow::NONE);
    }

    #[inline]
    fn reading(&mut self, address: Operand<Shadow>, size_bytes: u32, memory: &Memory) {
        if address.shadow != Shadow::NONE && !self.is_over() {
            self.rely_on_object(address, u64::from(size_bytes), memory);
        }
    }

    fn register_read(&mut self, address: u64, read: u32, put_bytes: Option<u32>) {
        let bound = self.bindings.iter().find_map(|binding| match binding {
            Binding::Register { address: at, read: number, term } if (*at, *number) == (address, read) => {
                Some(*term)
            }
            _ => None,
        });
        match (bound, put_bytes) {
            (Some(term), Some(bytes)) => {
                let term = self.pool.resize(term, bytes * 8);
                self.memory.store(address, term, bytes);
            }
            // Hardware may give another value than the one that this run found.
            _ => self.imprecise = true,
        }
    }

    fn load(&mut self, event: &MemoryAccess<Shadow>, memory: &Memory) -> Shadow {
        if self.is_over() {
            return Shadow::NONE;
        }
        let bytes = event.bytes;
        if event.ty == Type::Ptr && bytes == 4 {
            return self.load_image(event, memory);
        }
        // Bytes of an address as a number: which, the layout says.
        self.imprecise |= self.memory.image(event.address.bits as u64, bytes) != Image::None;
        let loaded = match event.address.shadow.term() {
            Some(address) => self.load_indexed(address, event, memory),
            None => self.memory.load(&mut self.pool, event.address.bits as u64, bytes, event.value.bits),
        };
        loaded.map(|term| self.pool.resize(term, event.ty.bits())).into()
    }

    fn storing(&mut self, address: Operand<Shadow>, size_bytes: u32, memory: &Memory) {
        if self.is_over() {
            return;
        }
        if address.shadow != Shadow::NONE {
            self.rely_on_object(address, u64::from(size_bytes), memory);
        }
        self.place =
            address.shadow.term().and_then(|term| self.place(term, address.bits as u64, size_bytes, memory));
    }

    fn store(&mut self, event: &MemoryAccess<Shadow>) {
        if self.is_over() {
            return;
        }
        let bytes = event.bytes;
        let address = event.address.bits as u64;
        if event.ty == Type::Ptr && bytes == 4 {
            self.place = None;
            return self.store_image(event);
        }
        if let Some(place) = self.place.take() {
            let value = self.lifted(event.value, event.ty.bits());
            let value = self.pool.resize(value, bytes * 8);
            return self.store_indexed(&place, value, bytes);
        }
        if event.address.shadow != Shadow::NONE {
            self.rely_on_value(event.address);
        }
        match event.value.shadow.term() {
            Some(term) => {
                let term = self.pool.resize(term, bytes * 8);
                self.memory.store(address, term, bytes);
            }
            None => self.memory.concretize(address, u64::from(bytes)),
        }
    }

    fn relies_on_check(&mut self, check: Shadow, holds: bool) {
        if let Some(term) = check.term().filter(|_| !self.is_over()) {
            let constraint = if holds { term } else { self.pool.not(term) };
            self.rely_on(ImplicitKind::Bounds, constraint);
        }
    }

    fn copied(&mut self, to: u64, from: u64, length: u64) {
        self.memory.copy(to, from, length);
    }

    fn overwritten(&mut self, address: u64, length: u64) {
        self.memory.concretize(address, length);
    }

    fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        ty: Type,
        operands: &[Operand<Shadow>],
        _result: u128,
    ) -> Shadow {
        if self.is_over() || operands.iter().all(|operand| operand.shadow == Shadow::NONE) {
            return Shadow::NONE;
        }
        let mut terms = Vec::with_capacity(operands.len());
        for &operand in operands {
            terms.push(self.lifted(operand, ty.bits()));
        }
        let fits = terms.iter().all(|&term| self.pool.width(term) == ty.bits());
        let term = fits.then(|| trine_lift::intrinsic(&mut self.pool, intrinsic, ty, &terms)).flatten();
        self.known(term)
    }

    fn overflow(
        &mut self,
        intrinsic: Intrinsic,
        operands: &[Operand<Shadow>],
        ty: Type,
        _overflow: bool,
    ) -> Shadow {
        let &[a, b] = operands else { return Shadow::NONE };
        if self.is_over() || a.shadow == Shadow::NONE && b.shadow == Shadow::NONE {
            return Shadow::NONE;
        }
        let [a, b] = [a, b].map(|operand| self.lifted(operand, ty.bits()));
        let term = trine_lift::overflow(&mut self.pool, intrinsic, a, b);
        self.known(term)
    }

    fn block(&mut self, intrinsic: Intrinsic, operands: [Operand<Shadow>; 3]) {
        if self.is_over() {
            return;
        }
        let [to, second, length] = operands;
        self.rely_on_value(to);
        self.rely_on_value(length);
        match intrinsic {
            Intrinsic::MemCopy => self.rely_on_value(second),
            _ => self.fill(to.bits as u64, second, length.bits as u64),
        }
    }

    fn shim_called(&mut self, name: &'static str, operands: &[Operand<Shadow>], memory: &Memory) {
        // What memory it reads is not known here.
        self.is_explained = false;
        self.copying = if self.is_over() { None } else { self.copy_begins(name, operands, memory) };
    }

    fn shim(
        &mut self,
        name: &'static str,
        operands: &[Operand<Shadow>],
        result: u128,
        memory: &Memory,
    ) -> Shadow {
        if self.is_over() {
            return Shadow::NONE;
        }
        if let Some(copy) = self.copying.take() {
            self.copy_ended(&copy, memory);
        }
        self.shim_result(name, operands, result, memory).into()
    }

    fn bytes_compared(&mut self, event: &BytesCompared<'_>, memory: &Memory) -> Option<Shadow> {
        Some(self.comparison(event, memory).into())
    }

    fn native(&mut self, operands: &[Operand<Shadow>], effects: &[Effect], memory: &Memory) {
        self.follow(operands, effects, memory);
    }

    fn entered(&mut self, index: usize, ty: Type, _bits: u128) -> Shadow {
        self.given(index, ty).into()
    }

    fn calls(&mut self, function: FuncId, depth: u32, args: &[u64], shadows: &[Shadow], memory: &Memory) {
        self.begins_call(function, depth, args, shadows, memory);
    }

    fn leaves(&mut self, depth: u32) {
        self.ends_call(depth);
    }

    fn gives(&mut self, shadow: Shadow) -> Shadow {
        self.result_of_call(shadow)
    }

    fn stub(&mut self, function: FuncId, index: usize, ty: Type, _result: u128) -> Shadow {
        if let Some(term) = self.given(index, ty) {
            return term.into();
        }
        if index > 0 {
            return Shadow::NONE;
        }
        let call = match self.stub_calls.iter_mut().find(|(known, _)| *known == function) {
            Some((_, calls)) => {
                *calls += 1;
                *calls - 1
            }
            None => {
                self.stub_calls.push((function, 1));
                0
            }
        };
        let bound = self.bindings.iter().find_map(|binding| match binding {
            Binding::Stub { function: f, call: c, term } if *f == function && *c == call => Some(*term),
            _ => None,
        });
        bound.into()
    }

    fn take_registers(&mut self) -> Vec<Shadow> {
        std::mem::take(&mut self.registers)
    }

    fn keep_registers(&mut self, registers: Vec<Shadow>) {
        self.registers = registers;
    }
}
