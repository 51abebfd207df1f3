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
mod domain;
mod images;
mod libc;
mod memory;
mod natives;
mod reliance;
pub(crate) mod shadow;
mod summaries;

pub use memory::{Image, TermMemory};
pub use shadow::Shadow;
pub use summaries::CallSummaries;

use crate::script::Script;
use address::StoreTarget;
use libc::Copy;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use trine_expr::{Assignment, Term, TermPool};
use trine_ir::FuncId;
use trine_machine::domain::Operand;

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
}

impl Default for Concolic {
    fn default() -> Self {
        Self::new()
    }
}
