//! What the registers of one function can hold at each of its blocks, given what its parameters can and what its surroundings say of
//! fields and calls.
//!
//! A forward data-flow analysis over SSA form: a register has one value for all its uses, made smaller where a condition or an
//! operation that a run passed says more. Where ways meet, only what all of them say stays. Values of loops are widened.

use crate::values::{Abstract, negated, swapped};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use trine_base::{IndexVec, Span};
use trine_ir::analysis::Cfg;
use trine_ir::objects::ObjectOp;
use trine_ir::{
    BinaryOp, Block, Callee, CastOp, Edge, Function, Inst, IntPredicate, Intrinsic, Op, Terminator, Type,
    Value, ValueKind,
};

/// Times that a block is looked at before its values are widened.
const VISITS: u32 = 6;
/// Blocks looked at for one function, at most.
const MAX_BLOCKS: usize = 40_000;
/// Casts and conditions that a condition is followed through.
const MAX_DEPTH: usize = 8;

/// What is known of registers at a place, beyond what holds of them everywhere.
pub(crate) type Narrowed = FxHashMap<Value, Abstract>;

/// What lies around a function.
pub(crate) trait Surroundings {
    /// What a read at this place can give, if more is known than its type.
    fn loaded(&mut self, at: Option<Span>, ty: Type) -> Option<Abstract>;

    /// A write at this place of what has type `ty`.
    fn stored(&mut self, at: Option<Span>, value: &Abstract, ty: Type);

    /// What a call can give, [`Abstract::Anything`] if that is nothing; `None` when it does not come back.
    fn called(
        &mut self,
        at: Option<Span>,
        callee: &Callee,
        args: &[Abstract],
        ty: Option<Type>,
    ) -> Option<Abstract>;
}

/// What is known of a function.
#[derive(Clone, Debug)]
pub struct Facts {
    /// What each register can hold, wherever it is used.
    pub(crate) values: IndexVec<Value, Abstract>,
    /// What more is known where a block begins; `None` for blocks that no run enters.
    pub(crate) entries: IndexVec<Block, Option<Narrowed>>,
    /// What it returns; `None` when it does not come back.
    pub(crate) returned: Option<Abstract>,
}

impl Facts {
    /// Of a function that no run enters.
    pub(crate) fn unreached(function: &Function) -> Self {
        Self {
            values: IndexVec::from_vec(vec![Abstract::Nothing; function.values.len()]),
            entries: IndexVec::from_vec(vec![None; function.blocks.len()]),
            returned: None,
        }
    }

    /// What `value` can hold where it is used.
    #[must_use]
    pub fn value(&self, value: Value) -> Option<&Abstract> {
        self.values.get(value)
    }

    /// What more is known of registers where `block` begins, by rising number.
    #[must_use]
    pub fn at(&self, block: Block) -> Vec<(Value, &Abstract)> {
        let mut known: Vec<(Value, &Abstract)> =
            self.entries[block].iter().flatten().map(|(&value, known)| (value, known)).collect();
        known.sort_unstable_by_key(|known| known.0);
        known
    }

    /// Whether a run may enter `block`.
    #[must_use]
    pub fn is_entered(&self, block: Block) -> bool {
        self.entries[block].is_some()
    }
}

/// An analysis of one function.
pub(crate) struct Flow<'f, S> {
    function: &'f Function,
    around: &'f mut S,
    facts: Facts,
    definitions: IndexVec<Value, Option<&'f Op>>,
    visits: IndexVec<Block, u32>,
    thresholds: Vec<i64>,
    waiting: BTreeSet<(u32, Block)>,
    order: IndexVec<Block, u32>,
    /// By register: the blocks that look at it.
    readers: IndexVec<Value, Vec<Block>>,
}

/// What is known of `function` where its parameters hold `params`; `None` when that takes too long.
pub(crate) fn facts<S: Surroundings>(
    function: &Function,
    params: &[Abstract],
    around: &mut S,
) -> Option<Facts> {
    let mut definitions: IndexVec<Value, Option<&Op>> = IndexVec::from_vec(vec![None; function.values.len()]);
    let mut thresholds = vec![-1, 0, 1];
    for data in &function.blocks {
        for inst in &data.insts {
            for &result in &inst.results {
                definitions[result] = Some(&inst.op);
            }
        }
    }
    let start = |data: &trine_ir::function::ValueData| match data.kind {
        ValueKind::Constant(trine_ir::Constant::Bits(bits)) => Abstract::constant(data.ty, bits),
        ValueKind::Constant(_) => Abstract::any(data.ty),
        ValueKind::Defined => Abstract::Nothing,
    };
    let values: Vec<Abstract> = function.values.iter().map(start).collect();
    thresholds.extend(values.iter().filter_map(Abstract::single).flat_map(|at| [at.saturating_sub(1), at]));
    thresholds.sort_unstable();
    thresholds.dedup();
    let cfg = Cfg::new(function);
    let mut order = IndexVec::from_vec(vec![u32::MAX; function.blocks.len()]);
    for (position, &block) in cfg.reverse_postorder().iter().enumerate() {
        order[block] = position as u32;
    }
    let mut flow = Flow {
        function,
        around,
        facts: Facts {
            values: IndexVec::from_vec(values),
            entries: IndexVec::from_vec(vec![None; function.blocks.len()]),
            returned: None,
        },
        definitions,
        visits: IndexVec::from_vec(vec![0; function.blocks.len()]),
        thresholds,
        waiting: BTreeSet::new(),
        order,
        readers: IndexVec::from_vec(vec![Vec::new(); function.values.len()]),
    };
    flow.note_readers();
    flow.enter(Function::ENTRY, params.to_vec(), Narrowed::default());
    let mut looked_at = 0;
    while let Some((_, block)) = flow.waiting.pop_first() {
        looked_at += 1;
        if looked_at > MAX_BLOCKS {
            return None;
        }
        flow.block(block);
    }
    Some(flow.facts)
}

impl<S: Surroundings> Flow<'_, S> {
    /// What `value` can hold here.
    fn value(&self, known: &Narrowed, value: Value) -> Abstract {
        known.get(&value).unwrap_or(&self.facts.values[value]).clone()
    }

    fn note_readers(&mut self) {
        for (block, data) in self.function.blocks.iter_enumerated() {
            let mut read = Vec::new();
            for inst in &data.insts {
                inst.op.for_each_operand(|value| read.push(value));
            }
            data.for_each_leaving_operand(|value| read.push(value));
            let mut seen = BTreeSet::new();
            while let Some(value) = read.pop() {
                if seen.insert(value) {
                    self.readers[value].push(block);
                    // Conditions are followed to what they compare.
                    if let Some(op) = self.definitions[value] {
                        op.for_each_operand(|operand| read.push(operand));
                    }
                }
            }
        }
    }

    /// `value` can hold more than before.
    fn grown(&mut self, value: Value) {
        let Self { facts, readers, waiting, order, .. } = self;
        let entered = readers[value].iter().filter(|&&block| facts.entries[block].is_some());
        waiting.extend(entered.map(|&block| (order[block], block)));
    }

    /// A way leads into `block`, whose parameters hold `values` then.
    fn enter(&mut self, block: Block, values: Vec<Abstract>, mut known: Narrowed) {
        let params = self.function.blocks[block].params.clone();
        let is_loop = self.visits[block] > VISITS;
        let mut changed = self.facts.entries[block].is_none();
        for (&param, value) in params.iter().zip(values) {
            known.remove(&param);
            let before = &self.facts.values[param];
            let mut after = before.join(&value);
            if after == *before {
                continue;
            }
            if is_loop {
                after = before.widened(&after, self.function.type_of(param), &self.thresholds);
            }
            self.facts.values[param] = after;
            self.grown(param);
            changed = true;
        }
        let entry = &mut self.facts.entries[block];
        let joined = match entry.as_ref() {
            None => known,
            Some(before) => {
                let both = |(value, known_before): (&Value, &Abstract)| {
                    // What one way says nothing of is not known: it may grow without a look at that way.
                    let joined = known_before.join(known.get(value)?);
                    let ty = self.function.type_of(*value);
                    let widened = is_loop.then(|| known_before.widened(&joined, ty, &self.thresholds));
                    Some((*value, widened.unwrap_or(joined)))
                };
                before.iter().filter_map(both).collect()
            }
        };
        changed |= entry.as_ref() != Some(&joined);
        *entry = Some(joined);
        if changed {
            self.waiting.insert((self.order[block], block));
        }
    }

    fn block(&mut self, block: Block) {
        self.visits[block] += 1;
        let Some(entry) = self.facts.entries[block].clone() else { return };
        let function = self.function;
        let data = &function.blocks[block];
        if let Some(edge) = &data.unwind {
            let (thrown, _) = function.handler_params(edge);
            let thrown = thrown.iter().map(|&value| match function.type_of(value) {
                Type::Ptr => Abstract::OBJECT,
                ty => Abstract::any(ty),
            });
            let passed = edge.args.iter().map(|&value| self.value(&entry, value));
            let values = thrown.chain(passed).collect();
            self.enter(edge.block, values, entry.clone());
        }
        let mut known = entry;
        for inst in &data.insts {
            if self.inst(inst, &mut known).is_none() {
                return;
            }
        }
        match &data.terminator {
            Terminator::Jump(edge) => self.follow(edge, known),
            Terminator::Branch { cond, then, otherwise, .. } => {
                for (edge, truth) in [(then, 1), (otherwise, 0)] {
                    let mut known = known.clone();
                    if self.narrow(&mut known, *cond, &Abstract::Listed(vec![truth]), MAX_DEPTH) {
                        self.follow(edge, known);
                    }
                }
            }
            Terminator::Switch { value, cases, edges, default, .. } => {
                let ty = function.type_of(*value);
                let of_case = |bits: u128| Abstract::constant(ty, bits);
                for (position, edge) in edges.iter().enumerate() {
                    let cases_here = cases.iter().filter(|case| case.1 as usize == position);
                    let mut wanted =
                        cases_here.fold(Abstract::Nothing, |all, case| all.join(&of_case(case.0)));
                    if position == *default as usize {
                        let now = self.value(&known, *value);
                        let rest = { cases.iter() }
                            .filter(|case| case.1 != *default)
                            .fold(now, |rest, case| rest.restricted(IntPredicate::Ne, &of_case(case.0)));
                        wanted = wanted.join(&rest);
                    }
                    let mut known = known.clone();
                    if self.narrow(&mut known, *value, &wanted, MAX_DEPTH) {
                        self.follow(edge, known);
                    }
                }
            }
            Terminator::IndirectJump { edges, .. } => {
                for edge in edges {
                    self.follow(edge, known.clone());
                }
            }
            Terminator::Return(values) => {
                let value = values.first().map_or(Abstract::Anything, |&value| self.value(&known, value));
                let returned = &mut self.facts.returned;
                *returned = Some(returned.as_ref().map_or(value.clone(), |before| before.join(&value)));
            }
            Terminator::Throw(_) | Terminator::Unreachable | Terminator::Trap => {}
        }
    }

    fn follow(&mut self, edge: &Edge, known: Narrowed) {
        let values: Vec<Abstract> = edge.args.iter().map(|&value| self.value(&known, value)).collect();
        // What a register can hold may be nothing yet.
        if values.iter().any(Abstract::is_nothing) {
            return;
        }
        self.enter(edge.block, values, known);
    }

    /// Passes an instruction; `None` when no run does.
    fn inst(&mut self, inst: &Inst, known: &mut Narrowed) -> Option<()> {
        let function = self.function;
        let mut first = None;
        match &inst.op {
            Op::Load { ptr, .. } => {
                self.accessed(known, *ptr)?;
                first = self.around.loaded(inst.span, function.type_of(*inst.results.first()?));
            }
            Op::Store { ptr, value, .. } => {
                self.accessed(known, *ptr)?;
                let stored = self.value(known, *value);
                self.around.stored(inst.span, &stored, function.type_of(*value));
            }
            Op::Call { callee, args } => {
                if matches!(callee, Callee::Virtual { .. } | Callee::Interface { .. }) {
                    self.is_object(known, *args.first()?)?;
                }
                let args: Vec<Abstract> = args.iter().map(|&value| self.value(known, value)).collect();
                let ty = inst.results.first().map(|&result| function.type_of(result));
                first = Some(self.around.called(inst.span, callee, &args, ty)?);
            }
            Op::Object(op, operands) => first = self.object(known, *op, operands)?,
            Op::Intrinsic(op, operands) => {
                let operands: Vec<Abstract> =
                    operands.iter().map(|&value| self.value(known, value)).collect();
                let ty = inst.results.first().map(|&result| function.type_of(result));
                first = ty.and_then(|ty| intrinsic(*op, ty, &operands));
            }
            op => {
                let ty = inst.results.first().map(|&result| function.type_of(result));
                first = ty.and_then(|ty| self.computed(known, op, ty));
            }
        }
        let firsts = std::iter::once(first).chain(std::iter::repeat(None));
        for (&result, value) in inst.results.iter().zip(firsts) {
            known.remove(&result);
            let ty = function.type_of(result);
            let value = value.unwrap_or_else(|| Abstract::any(ty)).meet(&Abstract::any(ty));
            if value.is_nothing() {
                return None;
            }
            let joined = self.facts.values[result].join(&value);
            if joined != self.facts.values[result] {
                self.facts.values[result] = joined.clone();
                self.grown(result);
            }
            // What it holds this time is what the way so far says.
            if value != joined {
                known.insert(result, value);
            }
        }
        Some(())
    }

    /// What an operation on registers alone gives.
    fn computed(&self, known: &Narrowed, op: &Op, ty: Type) -> Option<Abstract> {
        let value = |value: Value| self.value(known, value);
        Some(match *op {
            Op::Binary { op, a, b, .. } => Abstract::binary(op, ty, &value(a), &value(b)),
            Op::IntCompare(predicate, a, b) => Abstract::compared(predicate, &value(a), &value(b)),
            Op::Cast(op, of) => value(of).cast(op, self.function.type_of(of), ty),
            Op::Select { cond, then, otherwise } => match value(cond).single() {
                Some(0) => value(otherwise),
                Some(_) => value(then),
                None => value(then).join(&value(otherwise)),
            },
            // An address in an object, or of one.
            Op::PtrAdd { base, .. } => value(base),
            _ => return None,
        })
    }

    /// The result of an operation on objects; the outer `None` when no run passes it.
    #[allow(clippy::option_option)] // "nobody passes it" and "nothing more than its type" are two things
    fn object(&self, known: &mut Narrowed, op: ObjectOp, operands: &[Value]) -> Option<Option<Abstract>> {
        let object = operands.first().copied();
        match (op, object) {
            (ObjectOp::New(_) | ObjectOp::NewArray(_) | ObjectOp::Statics(_), _) => {
                return Some(Some(Abstract::OBJECT));
            }
            (ObjectOp::ArrayLength, Some(array)) => {
                self.is_object(known, array)?;
                return Some(Some(
                    Abstract::any(Type::Int(32)).restricted(IntPredicate::Sge, &Abstract::Listed(vec![0])),
                ));
            }
            (
                ObjectOp::ArrayLoad
                | ObjectOp::ArrayStore
                | ObjectOp::NullCheck
                | ObjectOp::ClassOf
                | ObjectOp::MonitorEnter
                | ObjectOp::MonitorExit,
                Some(object),
            ) => self.is_object(known, object)?,
            (ObjectOp::TypeTest(_), Some(object)) if self.value(known, object) == Abstract::NULL => {
                return Some(Some(Abstract::Listed(vec![0])));
            }
            _ => {}
        }
        Some(None)
    }

    /// Memory was accessed: what the address lies in is an object.
    fn accessed(&self, known: &mut Narrowed, pointer: Value) -> Option<()> {
        match self.definitions[pointer] {
            Some(&Op::PtrAdd { base, .. }) => self.is_object(known, base),
            _ => self.is_object(known, pointer),
        }
    }

    fn is_object(&self, known: &mut Narrowed, value: Value) -> Option<()> {
        self.narrow(known, value, &Abstract::OBJECT, MAX_DEPTH).then_some(())
    }

    /// `value` holds one of `wanted`, and what it was made of what that takes; `false` when it cannot.
    fn narrow(&self, known: &mut Narrowed, value: Value, wanted: &Abstract, depth: usize) -> bool {
        let before = self.value(known, value);
        let after = before.meet(wanted);
        if after.is_nothing() {
            return false;
        }
        let Some(op) = self.definitions[value] else {
            // Kept even where it says nothing yet: the register may hold more later.
            known.insert(value, after);
            return true;
        };
        let truth = (self.function.type_of(value) == Type::BOOL).then(|| after.single()).flatten();
        known.insert(value, after.clone());
        if depth == 0 {
            return true;
        }
        match (op, truth) {
            (&Op::IntCompare(predicate, a, b), Some(truth)) => {
                let predicate = if truth == 0 { negated(predicate) } else { predicate };
                let left = self.value(known, a).restricted(predicate, &self.value(known, b));
                if !self.narrow(known, a, &left, depth - 1) {
                    return false;
                }
                let right = self.value(known, b).restricted(swapped(predicate), &left);
                self.narrow(known, b, &right, depth - 1)
            }
            (Op::Object(ObjectOp::TypeTest(_), operands), Some(1)) => operands
                .first()
                .is_none_or(|&object| self.narrow(known, object, &Abstract::OBJECT, depth - 1)),
            (&Op::Binary { op: BinaryOp::And, a, b, .. }, Some(1))
            | (&Op::Binary { op: BinaryOp::Or, a, b, .. }, Some(0)) => {
                self.narrow(known, a, &after, depth - 1) && self.narrow(known, b, &after, depth - 1)
            }
            // Both keep the number: from one bit, of a number that is not negative, or with its sign.
            (&Op::Cast(CastOp::ZExt, of), _) if self.is_kept(known, of) => {
                self.narrow(known, of, &after, depth - 1)
            }
            (&Op::Cast(CastOp::SExt, of), _) if self.function.type_of(of) != Type::BOOL => {
                self.narrow(known, of, &after, depth - 1)
            }
            _ => true,
        }
    }

    /// Whether no value of it changes when it is extended without its sign.
    fn is_kept(&self, known: &Narrowed, value: Value) -> bool {
        self.value(known, value).limits().is_some_and(|(low, _)| low >= 0)
    }
}

/// What an operation of the machine gives.
fn intrinsic(op: Intrinsic, ty: Type, operands: &[Abstract]) -> Option<Abstract> {
    let limits: Option<Vec<(i64, i64)>> = operands.iter().map(Abstract::limits).collect();
    let range = |low: i64, high: i64| {
        let at_least = Abstract::any(ty).restricted(IntPredicate::Sge, &Abstract::Listed(vec![low]));
        at_least.restricted(IntPredicate::Sle, &Abstract::Listed(vec![high]))
    };
    match (op, limits.as_deref()) {
        (Intrinsic::CountOnes | Intrinsic::LeadingZeros | Intrinsic::TrailingZeros, _) => {
            Some(range(0, i64::from(ty.bits())))
        }
        (Intrinsic::SMax, Some(&[(a, b), (c, d)])) => Some(range(a.max(c), b.max(d))),
        (Intrinsic::SMin, Some(&[(a, b), (c, d)])) => Some(range(a.min(c), b.min(d))),
        _ => None,
    }
}
