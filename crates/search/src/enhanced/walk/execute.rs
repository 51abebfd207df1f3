//! Partial symbolic execution of one block on the way: what its instructions compute and write.
//!
//! Only what the slice says matters is computed. What is not computed on the way is read where the run left the
//! way: from the registers at the controlling node.

use super::Walk;
use crate::enhanced::inline;
use crate::enhanced::slice::IRRELEVANT;
use crate::enhanced::state::{Binding, State};
use crate::enhanced::terms::Input;
use crate::enhanced::write_log::WriteLog;
use trine_base::index::TypedIndex;
use trine_expr::Term;
use trine_ir::{Callee, Inst, Op, Type, Value};

impl Walk<'_> {
    pub(super) fn instruction(&mut self, state: &mut State, inst: &Inst) {
        let matters = inst.results.iter().any(|result| self.slice.number[result.position()] != IRRELEVANT);
        match &inst.op {
            Op::Store { ptr, value, .. } => {
                let number = self.slice.number[ptr.position()];
                if number != IRRELEVANT || self.structure.function.constant(*ptr).is_some() {
                    self.spend(1);
                    let (address, term) = (self.value(state, *ptr), self.value(state, *value));
                    let ty = self.structure.function.type_of(*value);
                    state.memory = state.memory.stored(address, term, ty);
                }
            }
            Op::Call { callee, args } => self.call(state, inst, callee, args),
            Op::AtomicUpdate { .. } | Op::CompareExchange { .. } => {
                state.memory = state.memory.destroyed();
                inst.results.iter().for_each(|&result| self.bind(state, result, None));
            }
            Op::Object(op, _) if !op.is_pure() => {
                state.memory = state.memory.destroyed();
                inst.results.iter().for_each(|&result| self.bind(state, result, None));
            }
            Op::Intrinsic(intrinsic, _) if !inline::is_value(*intrinsic) => {
                state.memory = state.memory.destroyed();
                inst.results.iter().for_each(|&result| self.bind(state, result, None));
            }
            _ if matters => {
                self.spend(1);
                let mut operands = Vec::new();
                inst.op.for_each_operand(|operand| operands.push(self.value(state, operand)));
                let function = &self.structure.function;
                let results = self.terms.results(function, inst, &operands, &state.memory);
                for (&result, term) in inst.results.iter().zip(results) {
                    self.bind(state, result, term);
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, state: &mut State, inst: &Inst, callee: &Callee, args: &[Value]) {
        let Callee::Direct(callee) = callee else {
            state.memory = state.memory.destroyed();
            return inst.results.iter().for_each(|&result| self.bind(state, result, None));
        };
        self.spend(10);
        let args: Vec<Option<Term>> = args.iter().map(|&arg| self.value(state, arg)).collect();
        let count = inst.results.len();
        let called = inline::call(self.structure, self.terms, *callee, &args, count, &state.memory);
        for (&result, term) in inst.results.iter().zip(called.results) {
            self.bind(state, result, term);
        }
        if called.writes {
            state.memory = state.memory.destroyed();
        }
    }

    pub(super) fn bind(&self, state: &mut State, value: Value, term: Option<Term>) {
        let number = self.slice.number[value.position()];
        if number != IRRELEVANT {
            state.values[number as usize] = term.map_or(Binding::Destroyed, Binding::Term);
        }
    }

    /// The term of `value`: computed on the way, or as it is at the controlling node.
    pub(super) fn value(&mut self, state: &State, value: Value) -> Option<Term> {
        let function = &self.structure.function;
        let ty = function.type_of(value);
        if let Some(constant) = function.constant(value) {
            return self.terms.constant(constant, ty);
        }
        let number = self.slice.number[value.position()];
        let known = state.values.get(number as usize).copied().unwrap_or_default();
        match known {
            Binding::Term(term) => Some(term),
            Binding::Destroyed => None,
            Binding::AtNode => self.at_node(value, ty),
        }
    }

    /// A value defined before the controlling node: its register. Booleans, choices and addresses are
    /// computed anew: they have gradients then, and the machine folds many of them into their users. In SSA
    /// form that gives the same value, as what they are computed from is alive wherever they are.
    fn at_node(&mut self, value: Value, ty: Type) -> Option<Term> {
        let structure = self.structure;
        if let Some((block, Some(position))) = structure.definition(value) {
            let inst = &structure.function.blocks[block].insts[position as usize];
            let is_bool = |operand: &Value| structure.function.type_of(*operand) == Type::BOOL;
            let is_recomputed = match &inst.op {
                Op::IntCompare(..) | Op::FloatCompare(..) | Op::PtrAdd { .. } | Op::Select { .. } => true,
                Op::Binary { .. } => ty == Type::BOOL,
                Op::Cast(_, operand) => is_bool(operand),
                _ => false,
            };
            if is_recomputed {
                let mut operands = Vec::new();
                inst.op.for_each_operand(|operand| operands.push(operand));
                let operands: Vec<Option<Term>> =
                    operands.into_iter().map(|operand| self.defined(operand)).collect();
                let memory = WriteLog::default();
                return self.terms.results(&structure.function, inst, &operands, &memory).pop()?;
            }
        }
        self.terms.input(Input::Register(value), ty.bits())
    }

    fn defined(&mut self, value: Value) -> Option<Term> {
        let ty = self.structure.function.type_of(value);
        match self.structure.function.constant(value) {
            Some(constant) => self.terms.constant(constant, ty),
            None => self.at_node(value, ty),
        }
    }
}
