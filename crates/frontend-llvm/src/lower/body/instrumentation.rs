//! Clang's instrumentation in a body: read for the coverage model, then left out.
//!
//! ```text
//! %3 = zext i1 %c to i64                           branch %c, T, J
//! call @llvm.instrprof.increment.step(… %3)   ──►  T: counter  ── jump ──►  J(p): …
//! %p = select i1 %c, i32 1, i32 0                     with 1                with 0 from the branch
//! ```
//!
//! Clang hides a `?:` of constants behind a `select`; its counter shows that it is a decision of the source, so it
//! becomes a branch again. The bookkeeping of MC/DC (a slot per decision) vanishes.
//!
//! Source: LangRef, "llvm.instrprof.*"; what clang 19 and 22 write at `-O0`.
//! Not handled: counter steps that are no conditions: the counter then counts nothing, its regions stay unmatched.

use super::{Lowerer, Lowering};
use crate::ll::{self, Argument, Constant, LocalId, LocalName, Operand};
use crate::lower::linked::LinkedModule;
use trine_base::Span;
use trine_ir::{Block, CastOp, Edge, Op, SiteKind, Terminator, Value};

/// Where a body's counters are incremented.
#[derive(Clone, Debug, Default)]
pub(crate) struct Increments {
    /// The function's name in the profile, when it has counters.
    pub profile_name: Option<Vec<u8>>,
    /// Structural hash of the function.
    pub hash: u64,
    /// Block and counter.
    pub at: Vec<(Block, u32)>,
    /// Where a decision of several conditions has been evaluated.
    pub evaluated: Vec<Evaluated>,
}

/// A place where clang notes the outcome of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Evaluated {
    /// The decision, by the position of its bitmap.
    pub bitmap_index: u32,
    /// The block.
    pub block: Block,
    /// The number of its instructions before the note.
    pub position: usize,
}

/// A branch that stood for a counter step: the arm taken when the condition holds, and the block behind.
#[derive(Clone, Copy, Debug)]
pub(super) struct HiddenBranch {
    arm: Block,
    from: Block,
    join: Block,
}

impl Lowerer<'_> {
    /// Reads a call of an `llvm.instrprof` intrinsic; `base` is its name without the prefix `llvm.`.
    pub(super) fn instrumentation(&mut self, base: &str, args: &[Argument]) -> Lowering<()> {
        match base.strip_prefix("instrprof.") {
            Some("increment" | "cover" | "increment.step" | "mcdc.tvbitmap.update") => {}
            _ => return Ok(()),
        }
        let int = |position: usize| args.get(position).and_then(|arg| int(&arg.operand));
        if base.ends_with("mcdc.tvbitmap.update") {
            let (block, position) = (self.block, self.function.blocks[self.block].insts.len());
            let evaluated = int(2).map(|index| Evaluated { bitmap_index: index as u32, block, position });
            self.increments.evaluated.extend(evaluated);
            return Ok(());
        }
        let (Some(hash), Some(counter)) = (int(1), int(3)) else { return Ok(()) };
        if self.increments.profile_name.is_none() {
            self.increments.profile_name =
                args.first().and_then(|name| profile_name(self.unit, &name.operand));
            self.increments.hash = hash as u64;
        }
        let counter = counter as u32;
        match args.get(4).filter(|_| base.ends_with("step")) {
            None => self.increments.at.push((self.block, counter)),
            Some(step) => self.counter_step(&step.operand, counter)?,
        }
        Ok(())
    }

    fn counter_step(&mut self, step: &Operand, counter: u32) -> Lowering<()> {
        if int(step) == Some(1) {
            self.increments.at.push((self.block, counter));
            return Ok(());
        }
        let step = self.scalar(step)?;
        if let Some((cond, span)) = self.widened_condition(step) {
            self.span = span;
            let branch = self.hidden_branch(cond);
            self.increments.at.push((branch.arm, counter));
            self.step_conditions.insert(cond, branch);
        }
        Ok(())
    }

    /// The condition that `step` is the widened value of, and where it stands.
    fn widened_condition(&self, step: Value) -> Option<(Value, Option<Span>)> {
        let insts = &self.function.blocks[self.block].insts;
        let widening = insts.iter().rev().find(|inst| inst.results == [step])?;
        match widening.op {
            Op::Cast(CastOp::ZExt, cond) if self.function.type_of(cond).bits() == 1 => {
                Some((cond, widening.span))
            }
            _ => None,
        }
    }

    fn hidden_branch(&mut self, cond: Value) -> HiddenBranch {
        let from = self.block;
        let (arm, join) = (self.new_block(), self.new_block());
        let site = self.new_site(SiteKind::Branch);
        let (then, otherwise) = (Edge::to(arm), Edge::to(join));
        self.terminate(from, Terminator::Branch { cond, then, otherwise, site });
        self.terminate(arm, Terminator::Jump(Edge::to(join)));
        self.block = join;
        HiddenBranch { arm, from, join }
    }

    /// A `select` by the condition of the hidden branch just passed: block parameters of the block behind it.
    pub(super) fn hidden_select(
        &mut self,
        cond: Value,
        then: &[Value],
        otherwise: &[Value],
    ) -> Option<Vec<Value>> {
        let branch = *self.step_conditions.get(&cond)?;
        let known = |value: &Value| self.function.constant(*value).is_some();
        if branch.join != self.block || !then.iter().chain(otherwise).all(known) {
            return None;
        }
        let params: Vec<Value> =
            then.iter().map(|value| self.function.new_value(self.function.type_of(*value))).collect();
        self.function.blocks[branch.join].params.extend(&params);
        let join = branch.join;
        for (block, values) in [(branch.arm, then), (branch.from, otherwise)] {
            let edges = self.function.blocks[block].terminator.edges_mut();
            edges.filter(|edge| edge.block == join).for_each(|edge| edge.args.extend(values));
        }
        Some(params)
    }

    /// Remembers the stack slots that only the bookkeeping of MC/DC uses.
    pub(super) fn note_slot(&mut self, slot: LocalId) {
        if let LocalName::Name(name) = &self.body.local(slot).name
            && name.starts_with("mcdc.addr")
        {
            self.mcdc_slots.insert(slot);
        }
    }

    /// Whether a load or store concerns such a slot.
    pub(super) fn is_dropped_slot(&self, pointer: &Operand) -> bool {
        matches!(&pointer.value, ll::Value::Local(slot) if self.mcdc_slots.contains(slot))
    }
}

fn int(operand: &Operand) -> Option<u128> {
    match operand.value {
        ll::Value::Constant(Constant::Int(bits)) => Some(bits),
        _ => None,
    }
}

/// The bytes of `@__profn_f`, behind the first operand of a counter.
fn profile_name(unit: &LinkedModule, operand: &Operand) -> Option<Vec<u8>> {
    let ll::Value::Constant(Constant::Symbol(ll::Symbol::Global(global))) = operand.value else {
        return None;
    };
    let initializer = unit.module.initializer(global).ok()??;
    match initializer.value {
        Constant::Bytes(bytes) => Some(bytes.into_vec()),
        _ => None,
    }
}
