//! What is known on the way: registers, memory and conditions as terms; all else is a free variable.
//!
//! Two loads of one address give one value as long as nothing was stored or called between them, unless what they
//! read is volatile. A volatile or atomic read, and a barrier, end that for all of memory. A store ends it for all addresses
//! that may be the same: those with another base, unless both bases are variables that the program defines, which lie
//! apart.

use rustc_hash::FxHashMap;
use trine_base::index::TypedIndex;
use trine_expr::{BinaryOp, Node, Term, TermPool};
use trine_ir::program::Global;
use trine_ir::{Constant, Function, GlobalId, Inst, Intrinsic, Op, Program, SiteId, Type, Value, ValueKind};
use trine_lift as lift;

/// Terms over all that a way may start from.
#[derive(Default)]
pub(super) struct Terms {
    pub pool: TermPool,
    /// Registers defined before the way began.
    outer: FxHashMap<Value, Term>,
    globals: FxHashMap<GlobalId, Term>,
    /// Addresses of functions and blocks.
    addresses: Vec<(Constant, Term)>,
    /// Globals that this program alone defines, so that no other has a byte in common with them.
    own: Vec<bool>,
}

/// One way, so far.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    registers: FxHashMap<Value, Term>,
    memory: Vec<Cell>,
    /// Under which control came this way.
    pub conditions: Vec<Term>,
    /// The outcomes of the sites on it.
    pub branches: Vec<(SiteId, u32)>,
}

/// What memory holds at an address.
#[derive(Clone, Copy, Debug)]
struct Cell {
    base: Term,
    offset: i64,
    width: u32,
    value: Term,
}

impl Cell {
    fn bytes(&self) -> i64 {
        i64::from(self.width.div_ceil(8))
    }

    /// Whether the two certainly have no byte in common.
    fn is_apart(&self, other: &Self, terms: &Terms) -> bool {
        if self.base == other.base {
            return self.offset.saturating_add(self.bytes()) <= other.offset
                || other.offset.saturating_add(other.bytes()) <= self.offset;
        }
        let is_own =
            |base: Term| terms.globals.iter().any(|(id, &global)| global == base && terms.is_own(*id));
        is_own(self.base) && is_own(other.base)
    }
}

impl Terms {
    pub fn new(program: &Program) -> Self {
        let is_own = |global: &Global| !global.undefined && !global.weak && global.size_bytes > 0;
        Self { own: program.globals.iter().map(is_own).collect(), ..Self::default() }
    }

    fn is_own(&self, global: GlobalId) -> bool {
        self.own.get(global.position()).copied().unwrap_or(false)
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

    fn fresh(&mut self, ty: Type) -> Term {
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
                    let any = self.fresh(data.ty);
                    self.outer.insert(value, any);
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
                let base = match self.globals.get(&global) {
                    Some(&base) => base,
                    None => {
                        let base = self.fresh(Type::Ptr);
                        self.globals.insert(global, base);
                        base
                    }
                };
                self.displaced(base, offset)
            }
            Constant::Function(_) | Constant::BlockAddress(..) => {
                if let Some(&(_, known)) = self.addresses.iter().find(|(address, _)| *address == constant) {
                    return known;
                }
                let any = self.fresh(ty);
                self.addresses.push((constant, any));
                any
            }
        }
    }

    fn displaced(&mut self, base: Term, offset: i64) -> Term {
        let offset = self.pool.constant(u128::from(offset as u64), Type::Ptr.bits());
        self.pool.binary(BinaryOp::Add, base, offset)
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
                    state.memory.clear();
                } else {
                    let address = self.value(function, state, *ptr);
                    first = Some(self.load(state, address, ty));
                }
            }
            Op::Store { ptr, value, .. } => {
                let (address, stored) =
                    (self.value(function, state, *ptr), self.value(function, state, *value));
                self.store(state, address, stored);
            }
            Op::Call { .. } | Op::AtomicUpdate { .. } | Op::CompareExchange { .. } => state.memory.clear(),
            Op::Object(op, _) if !op.is_pure() => state.memory.clear(),
            Op::Intrinsic(intrinsic, _) if writes_memory(*intrinsic) => state.memory.clear(),
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
                    first = self.computed(function, op, function.type_of(result), state);
                }
            }
        }
        for (&result, known) in
            inst.results.iter().zip([first, second].into_iter().chain(std::iter::repeat(None)))
        {
            let ty = function.type_of(result);
            let term = known.unwrap_or_else(|| self.fresh(ty));
            state.registers.insert(result, term);
        }
    }

    /// The result of an operation on registers alone.
    fn computed(&mut self, function: &Function, op: &Op, ty: Type, state: &State) -> Option<Term> {
        match *op {
            Op::Binary { op, a, b, .. } => {
                let (a, b) = (self.value(function, state, a), self.value(function, state, b));
                lift::binary(&mut self.pool, op, ty, a, b)
            }
            Op::FloatNeg(a) => {
                let (format, a) = (lift::format_of(ty)?, self.value(function, state, a));
                Some(self.pool.float_neg(format, a))
            }
            Op::IntCompare(predicate, a, b) => {
                let (a, b) = (self.value(function, state, a), self.value(function, state, b));
                Some(lift::int_compare(&mut self.pool, predicate, a, b))
            }
            Op::FloatCompare(predicate, a, b) => {
                let format = lift::format_of(function.type_of(a))?;
                let (a, b) = (self.value(function, state, a), self.value(function, state, b));
                Some(lift::float_compare(&mut self.pool, predicate, format, a, b))
            }
            Op::Cast(op, a) => {
                let (from, a) = (function.type_of(a), self.value(function, state, a));
                lift::cast(&mut self.pool, op, from, ty, a)
            }
            Op::Select { cond, then, otherwise } => {
                let [cond, then, otherwise] =
                    [cond, then, otherwise].map(|value| self.value(function, state, value));
                Some(self.pool.ite(cond, then, otherwise))
            }
            Op::PtrAdd { base, index, scale, offset } => {
                let mut address = self.value(function, state, base);
                if let Some(index) = index {
                    let index = self.value(function, state, index);
                    let steps = self.pool.sign_extend(index, Type::Ptr.bits());
                    let scale = self.pool.constant(u128::from(scale as u64), Type::Ptr.bits());
                    let bytes = self.pool.binary(BinaryOp::Mul, steps, scale);
                    address = self.pool.binary(BinaryOp::Add, address, bytes);
                }
                Some(self.displaced(address, offset))
            }
            // A fresh object somewhere.
            _ => None,
        }
    }

    fn load(&mut self, state: &mut State, address: Term, ty: Type) -> Term {
        let (base, offset) = self.split(address);
        let width = ty.bits();
        let is_same = |cell: &&Cell| (cell.base, cell.offset, cell.width) == (base, offset, width);
        if let Some(cell) = state.memory.iter().find(is_same) {
            return cell.value;
        }
        let value = self.fresh(ty);
        state.memory.push(Cell { base, offset, width, value });
        value
    }

    fn store(&mut self, state: &mut State, address: Term, value: Term) {
        let (base, offset) = self.split(address);
        let cell = Cell { base, offset, width: self.pool.width(value), value };
        state.memory.retain(|other| cell.is_apart(other, self));
        // What a load of a part of a byte gives is not said by its bits alone.
        if cell.width.is_multiple_of(8) {
            state.memory.push(cell);
        }
    }

    /// `address` as a term plus a constant.
    fn split(&self, address: Term) -> (Term, i64) {
        if let Node::Binary(BinaryOp::Add, a, b) = self.pool.node(address) {
            match (self.pool.as_constant(a), self.pool.as_constant(b)) {
                (_, Some(offset)) => return (a, offset as i64),
                (Some(offset), _) => return (b, offset as i64),
                _ => {}
            }
        }
        (address, 0)
    }
}

impl State {
    /// Gives the parameters of a block their values.
    pub fn bind(&mut self, params: &[Value], values: Vec<Term>) {
        self.registers.extend(params.iter().copied().zip(values));
    }
}

/// Whether an intrinsic may change what memory holds.
fn writes_memory(intrinsic: Intrinsic) -> bool {
    use Intrinsic as I;
    matches!(
        intrinsic,
        I::MemCopy
            | I::MemSet
            | I::VaStart
            | I::VaEnd
            | I::VaCopy
            | I::StackRestore
            | I::LandingPad
            | I::Barrier
    )
}
