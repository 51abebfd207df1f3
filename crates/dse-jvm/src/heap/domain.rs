//! The domain of the machine that knows of references where they come from, and of other values which fields they were read from.
//!
//! ```text
//! new Order(customer); order.ship(null)
//!      operand 0 of step 0 ──store──> field ──load──> the same      operand 1 of step 1 ── == null ──> decided a branch
//! ```

use super::facts::{Fact, FactId, Facts, NOTHING};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::sync::Arc;
use trine_base::index::TypedIndex;
use trine_dse::BranchOutcome;
use trine_ir::{FuncId, IntPredicate, Intrinsic, Program, Type};
use trine_machine::domain::{
    Binary, BranchPoint, Cast, Domain, FloatCompare, IntCompare, MemoryAccess, Operand, PtrAdd, TypeTest,
};
use trine_machine::{Effect, Memory, Origin};

/// What decided before a branch without facts of its own, at most: answers of methods, made by their control flow.
const WINDOW: usize = 3;

/// Times that one way of a branch is noted in a run: the first ones, and the last.
const MAX_TIMES: usize = 3;

/// Copies of blocks of one run that are noted.
const MAX_COPIES: usize = 4096;

/// Bytes of a block whose facts move with it.
const MAX_BLOCK: u64 = 4096;

/// What is known of the content of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shadow {
    /// Of the value; of the object, where the value is an address in one.
    fact: FactId,
    /// The object that an address points into; 0 for other values.
    object: u64,
}

impl Default for Shadow {
    fn default() -> Self {
        Self { fact: NOTHING, object: 0 }
    }
}

impl From<FactId> for Shadow {
    fn from(fact: FactId) -> Self {
        Self { fact, object: 0 }
    }
}

/// When, and by what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decision {
    /// The step that was executed.
    pub step: u32,
    /// What was compared, the last first.
    pub facts: Vec<FactId>,
}

/// A write to an object that was there before the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Written {
    pub step: u32,
    pub object: u64,
    pub offset: u64,
}

/// A block that was copied.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copied {
    pub to: u64,
    pub from: u64,
    pub length: u64,
}

/// The domain.
#[derive(Debug)]
pub(super) struct HeapDomain {
    pub facts: Facts,
    /// What branches of the code under test depended on.
    pub decisions: FxHashMap<BranchOutcome, Vec<Decision>>,
    /// What steps wrote.
    pub written: FxHashSet<Written>,
    /// Outcomes of branches of the code under test, in the order in which they were first taken.
    pub order: Vec<BranchOutcome>,
    /// Blocks that were copied, in order.
    pub copies: Vec<Copied>,
    /// By address: what is known of the value there.
    memory: FxHashMap<u64, FactId>,
    /// Objects that the present step made.
    made: FxHashSet<u64>,
    /// The present step.
    step: u32,
    /// What the stub called last gives, by position.
    given: Vec<(usize, Origin)>,
    /// What decided last, with the number of the call that it happened in.
    recent: VecDeque<(FactId, u64)>,
    program: Arc<Program>,
    names: Arc<FxHashSet<String>>,
    is_unit: Vec<Option<bool>>,
    registers: Vec<Shadow>,
}

impl HeapDomain {
    /// For tests of the functions with these names.
    pub fn new(program: Arc<Program>, names: Arc<FxHashSet<String>>) -> Self {
        Self {
            facts: Facts::default(),
            decisions: FxHashMap::default(),
            written: FxHashSet::default(),
            order: Vec::new(),
            copies: Vec::new(),
            memory: FxHashMap::default(),
            made: FxHashSet::default(),
            step: 0,
            given: Vec::new(),
            recent: VecDeque::new(),
            program,
            names,
            is_unit: Vec::new(),
            registers: Vec::new(),
        }
    }

    /// Forgets the last run.
    pub fn clear(&mut self) {
        self.facts.clear();
        self.decisions.clear();
        self.written.clear();
        self.order.clear();
        self.copies.clear();
        self.memory.clear();
        self.made.clear();
        self.step = 0;
        self.given.clear();
        self.recent.clear();
    }

    fn is_unit(&mut self, function: FuncId) -> bool {
        let position = function.position();
        if self.is_unit.len() <= position {
            self.is_unit.resize(position + 256, None);
        }
        let (program, names) = (&self.program, &self.names);
        *self.is_unit[position].get_or_insert_with(|| names.contains(&program.callables[function].name))
    }

    /// The fact of a value that was moved without the machine.
    fn moved(&mut self, origin: Origin, operands: &[Operand<Shadow>]) -> FactId {
        match origin {
            Origin::Kept(step) => self.facts.add(Fact::Given(step)),
            Origin::Argument(at) => operands.get(at).map_or(NOTHING, |operand| operand.shadow.fact),
            Origin::Memory { address, .. } => self.memory.get(&address).copied().unwrap_or(NOTHING),
            Origin::Concrete | Origin::Input { .. } | Origin::Length(_) => NOTHING,
        }
    }

    fn set(&mut self, address: u64, fact: FactId) {
        match fact {
            NOTHING => self.memory.remove(&address),
            fact => self.memory.insert(address, fact),
        };
    }

    fn number_compared(&mut self, a: Shadow, b: Shadow) -> Shadow {
        self.facts.both(a.fact, b.fact).into()
    }
}

impl Domain for HeapDomain {
    type Shadow = Shadow;
    const TRACKS: bool = true;

    fn decide(&mut self, at: &BranchPoint<Shadow>) -> u32 {
        let BranchPoint { function, site, outcome, activation, shadow } = *at;
        if self.is_unit(function) {
            let facts = match shadow.fact {
                NOTHING => {
                    let of_callees = self.recent.iter().rev().filter(|(_, call)| *call > activation.number);
                    of_callees.map(|&(fact, _)| fact).collect()
                }
                fact => vec![fact],
            };
            let taken = BranchOutcome { function, site, outcome };
            let decisions = self.decisions.entry(taken).or_default();
            if decisions.is_empty() {
                self.order.push(taken);
            }
            if !facts.is_empty() {
                decisions.truncate(MAX_TIMES - 1);
                decisions.push(Decision { step: self.step, facts });
            }
        }
        if shadow.fact != NOTHING {
            if self.recent.len() == WINDOW {
                self.recent.pop_front();
            }
            self.recent.push_back((shadow.fact, activation.number));
        }
        outcome
    }

    fn binary(&mut self, event: &Binary<Shadow>) -> Shadow {
        self.facts.both(event.a.shadow.fact, event.b.shadow.fact).into()
    }

    fn int_compare(&mut self, event: &IntCompare<Shadow>) -> Shadow {
        let (a, b) = (event.a, event.b);
        if a.shadow.fact == NOTHING && b.shadow.fact == NOTHING {
            return Shadow::default();
        }
        let is_equality = matches!(event.predicate, IntPredicate::Eq | IntPredicate::Ne);
        let are_references = self.facts.is_reference(a.shadow.fact) || self.facts.is_reference(b.shadow.fact);
        if !(is_equality && are_references) {
            return self.number_compared(a.shadow, b.shadow);
        }
        let holds = a.bits == b.bits;
        let is_null = |side: &Operand<Shadow>| side.bits == 0 && side.shadow.fact == NOTHING;
        let fact = match (is_null(&a), is_null(&b)) {
            (true, _) => Fact::Null { of: b.shadow.fact, holds },
            (_, true) => Fact::Null { of: a.shadow.fact, holds },
            _ => Fact::Same { a: a.shadow.fact, b: b.shadow.fact, holds },
        };
        self.facts.add(fact).into()
    }

    fn float_compare(&mut self, event: &FloatCompare<Shadow>) -> Shadow {
        self.number_compared(event.a.shadow, event.b.shadow)
    }

    fn cast(&mut self, event: &Cast<Shadow>) -> Shadow {
        event.value.shadow.fact.into()
    }

    fn ptr_add(&mut self, event: &PtrAdd<Shadow>) -> Shadow {
        let Shadow { fact, object } = event.base.shadow;
        Shadow { fact, object: if object == 0 { event.base.bits as u64 } else { object } }
    }

    fn type_test(&mut self, event: &TypeTest<Shadow>) -> Shadow {
        match event.object.shadow.fact {
            NOTHING => Shadow::default(),
            of => self.facts.add(Fact::IsA { of, class: event.class, holds: event.result }).into(),
        }
    }

    fn load(&mut self, event: &MemoryAccess<Shadow>, _memory: &Memory) -> Shadow {
        let address = event.address.bits as u64;
        if let Some(&known) = self.memory.get(&address) {
            return known.into();
        }
        let Shadow { fact: of, object } = event.address.shadow;
        if object == 0 {
            return Shadow::default();
        }
        let is_reference = event.ty == Type::Ptr;
        let fact = self.facts.add(Fact::Field { object, offset: address - object, of, is_reference });
        self.set(address, fact);
        fact.into()
    }

    fn store(&mut self, event: &MemoryAccess<Shadow>) {
        let address = event.address.bits as u64;
        let stored = event.value.shadow.fact;
        let is_of_test = matches!(self.facts.get(stored), Fact::Operand { .. } | Fact::Given(_));
        self.set(address, if is_of_test { stored } else { NOTHING });
        let object = event.address.shadow.object;
        if object != 0 && !self.made.contains(&object) {
            self.written.insert(Written { step: self.step, object, offset: address - object });
        }
    }

    fn copied(&mut self, to: u64, from: u64, length: u64) {
        if self.copies.len() < MAX_COPIES {
            self.copies.push(Copied { to, from, length });
        }
        if length > MAX_BLOCK || self.memory.is_empty() {
            return;
        }
        let facts: Vec<FactId> = (0..length)
            .step_by(4)
            .map(|at| self.memory.get(&(from + at)).copied().unwrap_or(NOTHING))
            .collect();
        for (at, fact) in (0..).step_by(4).zip(facts) {
            let is_of_test = matches!(self.facts.get(fact), Fact::Operand { .. } | Fact::Given(_));
            self.set(to + at, if is_of_test { fact } else { NOTHING });
        }
    }

    fn allocated(&mut self, address: u64, _length: u64) {
        self.made.insert(address);
    }

    fn intrinsic(
        &mut self,
        _intrinsic: Intrinsic,
        _ty: Type,
        operands: &[Operand<Shadow>],
        _result: u128,
    ) -> Shadow {
        let known = operands.iter().map(|operand| operand.shadow.fact);
        known.fold(NOTHING, |a, b| self.facts.both(a, b)).into()
    }

    fn native(&mut self, operands: &[Operand<Shadow>], effects: &[Effect], _memory: &Memory) {
        self.given.clear();
        for effect in effects {
            match *effect {
                Effect::Copied { to, from, length } => self.copied(to, from, length),
                Effect::Stored { address, origin, .. } => {
                    let fact = self.moved(origin, operands);
                    self.set(address, fact);
                }
                Effect::Keeps { number, .. } => {
                    self.step = number + 1;
                    self.made.clear();
                }
                Effect::Gives { index, origin } => self.given.push((index, origin)),
                Effect::Overwritten { .. } => {}
            }
        }
    }

    fn entered(&mut self, index: usize, ty: Type, _bits: u128) -> Shadow {
        let is_given = ty == Type::Ptr && self.given.iter().any(|&(at, _)| at == index);
        if !is_given {
            return Shadow::default();
        }
        let step = self.step;
        self.facts.add(Fact::Operand { step, position: index }).into()
    }

    fn stub(&mut self, _function: FuncId, index: usize, ty: Type, _result: u128) -> Shadow {
        let given = self.given.iter().find(|&&(at, _)| at == index).map(|&(_, origin)| origin);
        match given.filter(|_| ty == Type::Ptr) {
            Some(Origin::Kept(step)) => self.facts.add(Fact::Given(step)).into(),
            _ => Shadow::default(),
        }
    }

    fn take_registers(&mut self) -> Vec<Shadow> {
        std::mem::take(&mut self.registers)
    }

    fn keep_registers(&mut self, registers: Vec<Shadow>) {
        self.registers = registers;
    }
}
