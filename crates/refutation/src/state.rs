//! What is known on the way: registers, memory and conditions as terms; all else is a free variable.
//!
//! What memory is known to hold stands in `memory.rs`, what passed operations tell in `facts.rs`.

use super::managed::{Objects, may_change_memory};
use super::memory::{Globals, Memory, Pointer, content};
use super::roots::{Effect, Root, Roots, writes_memory};
use super::surroundings::Surroundings;
use super::trail::{Fact, Known, Source, Trail};
use rustc_hash::FxHashMap;
use trine_expr::{BinaryOp, Node, Term, TermPool, VariableId};
use trine_ir::{Callee, Constant, FuncId, Function, Inst, Intrinsic, Op, Program, Type, Value, ValueKind};
use trine_lift as lift;

/// Terms over all that a way may start from.
pub(super) struct Terms<'s> {
    pub pool: TermPool,
    pub(super) program: &'s Program,
    roots: Roots,
    globals: Globals,
    /// What the functions called may write.
    effects: FxHashMap<FuncId, Effect>,
    /// Registers defined before the way began.
    outer: FxHashMap<Value, Term>,
    /// Addresses of variables, functions and blocks.
    addresses: Vec<(Constant, Term)>,
    /// What holds for a free variable.
    pub(super) axioms: FxHashMap<VariableId, Term>,
    /// What is known by the code around the function.
    pub(super) known: Option<Surroundings>,
    /// What is known of managed objects for ever, where the function works on such.
    pub(super) objects: Option<Objects>,
}

/// One way, so far.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    registers: FxHashMap<Value, Term>,
    /// Of calculated pointers, the pointer that the calculation began with, and the bytes from there.
    displaced: FxHashMap<Value, (Term, Term)>,
    memory: Memory,
    /// What came one after the other on this way.
    pub trail: Trail,
}

impl<'s> Terms<'s> {
    pub fn new(program: &'s Program, function: &Function) -> Self {
        Self {
            pool: TermPool::default(),
            program,
            roots: Roots::new(function),
            globals: Globals::new(program),
            effects: FxHashMap::default(),
            outer: FxHashMap::default(),
            addresses: Vec::new(),
            axioms: FxHashMap::default(),
            known: None,
            objects: None,
        }
    }

    /// `conditions`, and what holds for the free variables in them.
    pub fn with_axioms(&self, mut conditions: Vec<Term>) -> Vec<Term> {
        let variables = self.pool.variables_of(&conditions);
        conditions.extend(variables.iter().filter_map(|variable| self.axioms.get(variable)));
        conditions
    }

    /// A new variable that is an address of something.
    pub(super) fn fresh_address(&mut self) -> Term {
        let address = self.fresh(Type::Ptr);
        let null = self.pool.constant(0, Type::Ptr.bits());
        let is_null = self.pool.equal(address, null);
        if let Node::Variable(variable) = self.pool.node(address) {
            let holds = self.pool.not(is_null);
            self.axioms.insert(variable, holds);
        }
        address
    }

    /// Which zero is the larger, or the smaller, of a positive and a negative one is open.
    fn with_open_zero(&mut self, ty: Type, known: Option<Term>, operands: &[Term]) -> Option<Term> {
        let (&[a, b], known) = (operands, known?) else { return None };
        let below = ty.bits() - 1;
        let zero = self.pool.constant(0, below);
        let [of_a, of_b] = [a, b].map(|term| self.pool.extract(term, 0, below));
        let (a_is_zero, b_is_zero) = (self.pool.equal(of_a, zero), self.pool.equal(of_b, zero));
        let same = self.pool.equal(a, b);
        let differ = self.pool.not(same);
        let both = self.pool.and(a_is_zero, b_is_zero);
        let is_open = self.pool.and(both, differ);
        let sign = self.fresh(Type::BOOL);
        let some_zero = self.pool.concat(sign, zero);
        Some(self.pool.ite(is_open, some_zero, known))
    }

    pub(super) fn fresh(&mut self, ty: Type) -> Term {
        self.pool.variable("any", ty.bits())
    }

    /// The value of a register or constant.
    pub fn value(&mut self, function: &Function, state: &State, value: Value) -> Term {
        if let Some(&known) = state.registers.get(&value) {
            return known;
        }
        let data = &function.values[value];
        match data.kind {
            ValueKind::Constant(constant) => self.constant(constant, data.ty),
            ValueKind::Defined => match self.outer.get(&value) {
                Some(&known) => known,
                None => {
                    let is_receiver =
                        self.objects.as_ref().is_some_and(|known| known.receiver == Some(value));
                    let is_there = is_receiver || self.roots.size_of(value).is_some();
                    let any = if is_there { self.fresh_address() } else { self.fresh(data.ty) };
                    self.outer.insert(value, any);
                    self.note_known(value, any);
                    any
                }
            },
        }
    }

    fn constant(&mut self, constant: Constant, ty: Type) -> Term {
        match constant {
            Constant::Bits(bits) => self.pool.constant(bits, ty.bits()),
            Constant::Undef => self.fresh(ty),
            Constant::Global(global, offset) => {
                let base = self.address_of(Constant::Global(global, 0), ty);
                self.displaced(base, offset)
            }
            Constant::Function(_) | Constant::BlockAddress(..) => self.address_of(constant, ty),
        }
    }

    fn address_of(&mut self, constant: Constant, ty: Type) -> Term {
        if let Some(&(_, known)) = self.addresses.iter().find(|(address, _)| *address == constant) {
            return known;
        }
        let is_there = match constant {
            Constant::Global(global, _) => !self.program.globals[global].weak,
            Constant::Function(function) => !self.program.callables[function].weak,
            _ => false,
        };
        let address = if is_there { self.fresh_address() } else { self.fresh(ty) };
        self.addresses.push((constant, address));
        address
    }

    fn displaced(&mut self, base: Term, offset: i64) -> Term {
        let offset = self.pool.constant(u128::from(offset as u64), Type::Ptr.bits());
        self.pool.binary(BinaryOp::Add, base, offset)
    }

    /// The pointer in a register or constant, and what it points into.
    pub fn pointer(&mut self, function: &Function, state: &State, value: Value) -> Pointer {
        let address = self.value(function, state, value);
        let root = self.roots.of(function, value);
        let is_private = root.is_some_and(|root| self.roots.is_private(root));
        let zero = self.pool.constant(0, Type::Ptr.bits());
        let (mut base, mut offset) = (address, zero);
        let mut size_bytes = None;
        if let Some(&known) = state.displaced.get(&value) {
            (base, offset) = known;
        }
        match root {
            Some(Root::Global(global)) => {
                base = self.address_of(Constant::Global(global, 0), Type::Ptr);
                offset = match (state.displaced.get(&value), function.values[value].kind) {
                    (Some(&(_, offset)), _) => offset,
                    (None, ValueKind::Constant(Constant::Global(_, offset))) => {
                        self.pool.constant(u128::from(offset as u64), Type::Ptr.bits())
                    }
                    (None, _) => self.pool.binary(BinaryOp::Sub, address, base),
                };
                size_bytes = self.globals.size_of(self.program, global);
            }
            Some(Root::Slot(slot)) if slot == value || state.displaced.contains_key(&value) => {
                size_bytes = self.roots.size_of(slot);
            }
            Some(Root::Slot(_)) | None => {}
        }
        Pointer { base, offset, root, is_private, address, size_bytes }
    }

    fn effect_of(&mut self, callee: &Callee) -> Effect {
        let Callee::Direct(callee) = *callee else { return Effect::Anything };
        // What stands behind a name may be native, or not be there yet.
        if self.objects.is_some() {
            return Effect::Anything;
        }
        self.effects.entry(callee).or_insert_with(|| Effect::of(self.program, callee)).clone()
    }

    /// What holds behind operations that did nothing undefined is added to the way. Whether that can be.
    pub fn pass(&self, facts: Vec<(Term, Fact)>, state: &mut State) -> bool {
        for (term, fact) in facts {
            if self.pool.is_false(term) {
                return false;
            }
            if !self.pool.is_true(term) {
                state.trail.push(Known { term: Some(term), source: Source::Fact(fact) });
            }
        }
        true
    }

    /// Executes `inst` in `state`.
    pub fn execute(&mut self, function: &Function, inst: &Inst, state: &mut State) {
        let mut first = None;
        let mut second = None;
        match &inst.op {
            Op::Load { ptr, volatile } => {
                let ty = function.type_of(inst.results[0]);
                if *volatile {
                    // Whoever changes it may have changed all else before.
                    state.memory.forget_shared(&self.globals);
                } else {
                    let pointer = self.pointer(function, state, *ptr);
                    first = Some(self.load(state, &pointer, ty));
                }
            }
            Op::Store { ptr, value, .. } => {
                let pointer = self.pointer(function, state, *ptr);
                let stored = self.value(function, state, *value);
                state.memory.store(&self.pool, &pointer, stored, &self.globals);
            }
            Op::Call { callee, .. } => {
                let effect = self.effect_of(callee);
                state.memory.forget_effect(&effect, &self.globals);
            }
            Op::AtomicUpdate { ptr, .. } | Op::CompareExchange { ptr, .. } => {
                let pointer = self.pointer(function, state, *ptr);
                state.memory.forget_object(&pointer, &self.globals);
                state.memory.forget_shared(&self.globals);
            }
            Op::Object(op, operands) if self.objects.is_some() => {
                if may_change_memory(*op) {
                    state.memory.forget_shared(&self.globals);
                }
                let operands: Vec<Term> =
                    operands.iter().map(|&value| self.value(function, state, value)).collect();
                first = self.of_object(*op, &operands);
            }
            Op::Object(op, _) if !op.is_pure() => state.memory.forget_shared(&self.globals),
            Op::Intrinsic(Intrinsic::MemCopy | Intrinsic::MemMove | Intrinsic::MemSet, args) => {
                let pointer = self.pointer(function, state, args[0]);
                state.memory.forget_object(&pointer, &self.globals);
            }
            Op::Intrinsic(intrinsic, _) if writes_memory(*intrinsic) => {
                state.memory.forget_shared(&self.globals);
            }
            Op::StackAlloc { .. } => first = Some(self.fresh_address()),
            Op::Intrinsic(intrinsic, args) => {
                let operands: Vec<Term> =
                    args.iter().map(|&value| self.value(function, state, value)).collect();
                if let Some(&result) = inst.results.first() {
                    let ty = function.type_of(result);
                    first = lift::intrinsic(&mut self.pool, *intrinsic, ty, &operands);
                    if matches!(intrinsic, Intrinsic::FMin | Intrinsic::FMax) {
                        first = self.with_open_zero(ty, first, &operands);
                    }
                }
                if let ([_, _], &[a, b]) = (&inst.results[..], &operands[..]) {
                    second = lift::overflow(&mut self.pool, *intrinsic, a, b);
                }
            }
            op => {
                if let Some(&result) = inst.results.first() {
                    let mut operands = Vec::new();
                    op.for_each_operand(|value| operands.push(value));
                    let operands: Vec<Term> =
                        operands.into_iter().map(|value| self.value(function, state, value)).collect();
                    let ty = function.type_of(result);
                    first = computed(&mut self.pool, function, op, ty, &operands);
                }
            }
        }
        for (&result, known) in
            inst.results.iter().zip([first, second].into_iter().chain(std::iter::repeat(None)))
        {
            let ty = function.type_of(result);
            let term = known.unwrap_or_else(|| self.fresh(ty));
            self.note_known(result, term);
            state.registers.insert(result, term);
            self.note_displacement(function, inst, result, state);
        }
    }

    /// Notes where the calculation of a pointer began.
    fn note_displacement(&mut self, function: &Function, inst: &Inst, result: Value, state: &mut State) {
        let Op::PtrAdd { base, index, scale, offset } = inst.op else { return };
        let from = self.pointer(function, state, base);
        let bytes = self.bytes(function, state, (index, scale, offset));
        let bytes = self.pool.binary(BinaryOp::Add, from.offset, bytes);
        state.displaced.insert(result, (from.base, bytes));
    }

    /// `index * scale + offset`.
    fn bytes(
        &mut self,
        function: &Function,
        state: &State,
        (index, scale, offset): (Option<Value>, i64, i64),
    ) -> Term {
        let index = index.map(|index| self.value(function, state, index));
        displacement(&mut self.pool, index, scale, offset)
    }

    fn load(&mut self, state: &mut State, pointer: &Pointer, ty: Type) -> Term {
        let width = ty.bits();
        if let Some(known) = state.memory.known(&self.pool, pointer, width) {
            return known;
        }
        let value = self.content(pointer, ty).unwrap_or_else(|| self.fresh(ty));
        state.memory.read(&self.pool, pointer, value);
        value
    }

    /// What stands there in a constant.
    fn content(&mut self, pointer: &Pointer, ty: Type) -> Option<Term> {
        let Some(Root::Global(global)) = pointer.root else { return None };
        if !self.globals.is_constant(global) {
            return None;
        }
        let global = &self.program.globals[global];
        let (known, condition) = content(&mut self.pool, global, pointer.offset, ty.bits())?;
        let Some(condition) = condition else { return Some(known) };
        let any = self.fresh(ty);
        Some(self.pool.ite(condition, known, any))
    }
}

/// The result of an operation on registers alone, of type `ty`; `None` where it has no term.
pub(super) fn computed(
    pool: &mut TermPool,
    function: &Function,
    op: &Op,
    ty: Type,
    operands: &[Term],
) -> Option<Term> {
    match (op, operands) {
        (Op::Binary { op, .. }, &[a, b]) => lift::binary(pool, *op, ty, a, b),
        (Op::FloatNeg(_), &[a]) => Some(pool.float_neg(lift::format_of(ty)?, a)),
        (Op::IntCompare(predicate, ..), &[a, b]) => Some(lift::int_compare(pool, *predicate, a, b)),
        (Op::FloatCompare(predicate, of, _), &[a, b]) => {
            let format = lift::format_of(function.type_of(*of))?;
            Some(lift::float_compare(pool, *predicate, format, a, b))
        }
        (Op::Cast(op, of), &[a]) => lift::cast(pool, *op, function.type_of(*of), ty, a),
        (Op::Select { .. }, &[cond, then, otherwise]) => Some(pool.ite(cond, then, otherwise)),
        (&Op::PtrAdd { scale, offset, .. }, &[base, ref index @ ..]) => {
            let mut address = base;
            if let Some(&index) = index.first() {
                let steps = displacement(pool, Some(index), scale, 0);
                address = pool.binary(BinaryOp::Add, address, steps);
            }
            let offset = pool.constant(u128::from(offset as u64), Type::Ptr.bits());
            Some(pool.binary(BinaryOp::Add, address, offset))
        }
        _ => None,
    }
}

/// `index * scale + offset`, in bytes.
fn displacement(pool: &mut TermPool, index: Option<Term>, scale: i64, offset: i64) -> Term {
    let offset = pool.constant(u128::from(offset as u64), Type::Ptr.bits());
    let Some(index) = index else { return offset };
    let steps = pool.sign_extend(index, Type::Ptr.bits());
    let scale = pool.constant(u128::from(scale as u64), Type::Ptr.bits());
    let steps = pool.binary(BinaryOp::Mul, steps, scale);
    pool.binary(BinaryOp::Add, steps, offset)
}

impl State {
    /// The state in which a handler is entered: what memory holds is not known, since what threw may have written before.
    pub fn thrown(&self) -> Self {
        let (registers, displaced) = (self.registers.clone(), self.displaced.clone());
        Self { registers, displaced, memory: Memory::default(), trail: self.trail.clone() }
    }

    /// Gives the parameters of a block their values.
    pub fn bind(&mut self, params: &[Value], values: Vec<Term>) {
        self.registers.extend(params.iter().copied().zip(values));
    }
}
