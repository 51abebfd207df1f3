//! From a controlling node to the target: the alternatives, by partial symbolic execution.
//!
//! ```text
//! paper                                       here
//! path expression by node reduction           a walk over blocks, each loop counted on its own
//! A* = 1 + A + … + A^k D[A], sum of products  prefixes shared in a tree; the shortest first
//! execute each product                        execute while walking; a contradiction ends the branch
//! ```
//!
//! Baars et al. (2011), Algorithm 1, steps 2 to 7. Where we deviate, for time (their analysis took up to
//! 32 minutes): the expression is never written down, so no two alternatives repeat a prefix; what does not
//! matter is walked around ([`super::slice`]); alternatives are found in the order of their conditions and
//! cut off at a bound, which is recorded. The loop around the controlling node itself is followed for one
//! exact round more than the others, since what is left of the current round is none.
//!
//! A condition on a destroyed value is dropped and counted: the **approximation level**.

use super::contradiction::{Literal, contradicts, literals};
use super::memory::Memory;
use super::model::{Settings, Structure};
use super::slice::{IRRELEVANT, Place, Slice};
use super::state::{Binding, State};
use super::terms::{Input, Terms};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use trine_base::index::TypedIndex;
use trine_expr::Term;
use trine_ir::analysis::LoopId;
use trine_ir::{Block, Callee, Inst, Op, Terminator, Type, Value};

/// A condition on the way of one or several alternatives.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The condition before it.
    pub parent: Option<u32>,
    /// What must hold.
    pub literals: Vec<Literal>,
    /// A condition was dropped here.
    pub dropped: bool,
    /// The outcome of the controlling node, at the first condition.
    pub first: Option<u32>,
    /// It is one on values that only control flow decides.
    pub flag: bool,
    /// The target is reached.
    pub leaf: bool,
}

/// Which bounds an analysis ran into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoundsHit {
    /// Alternatives were left out because there were more than are kept.
    pub alternatives: bool,
    /// Alternatives were left out because they were too long.
    pub conditions: bool,
    /// The analysis ended because it had looked at as much as it may.
    pub work: bool,
}

impl BoundsHit {
    /// Whether any bound was hit.
    #[must_use]
    pub fn any(self) -> bool {
        self.alternatives || self.conditions || self.work
    }
}

/// The walk from one controlling node.
pub(super) struct Walk<'s> {
    pub structure: &'s Structure,
    pub settings: Settings,
    pub place: &'s Place,
    pub slice: &'s Slice,
    pub terms: &'s mut Terms,
    pub nodes: Vec<Node>,
    pub hit: BoundsHit,
    /// Steps left.
    pub work: u32,
    states: Vec<Option<State>>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
    leaves: u32,
}

/// Blocks on one alternative.
const MOST_BLOCKS: u32 = 400;

impl<'s> Walk<'s> {
    pub(super) fn new(
        structure: &'s Structure,
        settings: Settings,
        (place, slice): (&'s Place, &'s Slice),
        terms: &'s mut Terms,
        work: u32,
    ) -> Self {
        Self {
            structure,
            settings,
            place,
            slice,
            terms,
            nodes: Vec::new(),
            hit: BoundsHit::default(),
            work,
            states: Vec::new(),
            open: BinaryHeap::new(),
            leaves: 0,
        }
    }

    /// Finds the alternatives from the end of `node` to the target.
    pub(super) fn run(&mut self, node: Block) {
        let mut state = State::new(node, self.slice.values as usize);
        let loops = &self.structure.loops;
        let mut around = loops.innermost(node);
        while let Some(id) = around {
            state.arrivals.push((id, -1));
            around = loops.loops()[id].parent;
        }
        self.leave(state, true);
        while let Some(Reverse((_, at))) = self.open.pop() {
            let Some(state) = self.states[at as usize].take() else { continue };
            if self.leaves >= self.settings.most_alternatives {
                self.hit.alternatives = true;
                return;
            }
            if self.work == 0 {
                self.hit.work = true;
                return;
            }
            self.execute(state);
        }
    }

    fn spend(&mut self, steps: u32) {
        self.work = self.work.saturating_sub(steps);
    }

    /// Executes the block that `state` is at the start of.
    fn execute(&mut self, mut state: State) {
        let structure = self.structure;
        self.spend(1);
        for inst in &structure.function.blocks[state.block].insts {
            self.instruction(&mut state, inst);
        }
        self.leave(state, false);
    }

    fn instruction(&mut self, state: &mut State, inst: &Inst) {
        let matters = inst.results.iter().any(|result| self.slice.number[result.position()] != IRRELEVANT);
        match &inst.op {
            Op::Store { ptr, value } => {
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
            Op::Intrinsic(intrinsic, _) if !super::inline::is_value(*intrinsic) => {
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
        let called = super::inline::call(self.structure, self.terms, *callee, &args, count, &state.memory);
        for (&result, term) in inst.results.iter().zip(called.results) {
            self.bind(state, result, term);
        }
        if called.writes {
            state.memory = state.memory.destroyed();
        }
    }

    fn bind(&self, state: &mut State, value: Value, term: Option<Term>) {
        let number = self.slice.number[value.position()];
        if number != IRRELEVANT {
            state.values[number as usize] = term.map_or(Binding::Destroyed, Binding::Term);
        }
    }

    /// The term of `value`: computed on the way, or as it is at the controlling node.
    fn value(&mut self, state: &State, value: Value) -> Option<Term> {
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
                let memory = Memory::default();
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

    /// Leaves the block of `state` by every edge that leads on; `is_node` at the controlling node itself.
    fn leave(&mut self, state: State, is_node: bool) {
        let structure = self.structure;
        let block = state.block;
        let terminator = &structure.function.blocks[block].terminator;
        if !is_node && structure.ways(block) > 0 && !self.slice.branches[block.position()] {
            if let Some(after) = structure.after.immediate_post_dominator(block) {
                self.enter(state, block, after);
            }
            return;
        }
        let edges: Vec<_> = terminator.edges().collect();
        for (position, edge) in edges.iter().enumerate() {
            let position = position as u32;
            let is_target = self.place.edges.contains(&(block, position));
            if !is_target && !self.slice.reaches[edge.block.position()] {
                continue;
            }
            self.spend(1);
            let mut state = state.clone();
            if structure.ways(block) > 0 && !self.condition(&mut state, terminator, position, is_node) {
                continue;
            }
            if is_target {
                self.reached(&state);
            } else {
                let args: Vec<Option<Term>> = edge.args.iter().map(|&arg| self.value(&state, arg)).collect();
                for (&param, term) in structure.function.blocks[edge.block].params.iter().zip(args) {
                    self.bind(&mut state, param, term);
                }
                self.enter(state, block, edge.block);
            }
        }
    }

    /// Adds the condition for leaving by the edge at `position`; whether it can hold.
    fn condition(
        &mut self,
        state: &mut State,
        terminator: &Terminator,
        position: u32,
        is_node: bool,
    ) -> bool {
        let literal = self.way(state, terminator, position);
        let mut node = Node {
            parent: state.tip,
            literals: Vec::new(),
            dropped: literal.is_none() && !is_node,
            first: is_node.then_some(position),
            flag: is_node && self.decides_by_flag(terminator),
            leaf: false,
        };
        if let Some((term, wanted)) = literal {
            let mut all = Vec::new();
            if !literals(&self.terms.pool, term, wanted, &mut all) {
                return false;
            }
            let known = self.path(state.tip).count();
            self.spend((all.len() * (known + all.len()) / 8) as u32);
            for literal in all {
                if self.path(state.tip).any(|known| known == literal) || node.literals.contains(&literal) {
                    continue;
                }
                let known = self.path(state.tip).chain(node.literals.iter().copied());
                if contradicts(&self.terms.pool, known, literal) {
                    return false;
                }
                node.literals.push(literal);
            }
        }
        node.flag |= !is_node && self.is_flag(&node.literals);
        if node.literals.is_empty() && !node.dropped && !is_node {
            return true;
        }
        state.conditions += 1;
        if state.conditions > self.settings.most_conditions {
            self.hit.conditions = true;
            return false;
        }
        self.nodes.push(node);
        state.tip = Some(self.nodes.len() as u32 - 1);
        true
    }

    /// What makes control leave by the edge at `position`; `None` when that is not known.
    fn way(&mut self, state: &State, terminator: &Terminator, position: u32) -> Option<Literal> {
        match terminator {
            Terminator::Branch { cond, .. } => Some((self.value(state, *cond)?, position == 0)),
            Terminator::Switch { value, cases, default, .. } => {
                let value = self.value(state, *value)?;
                let width = self.terms.pool.width(value);
                let is_default = position == *default;
                let mut any = self.terms.pool.boolean(false);
                // To a case: one of its values. To the default: none of the others'.
                for &(case, way) in cases.iter().filter(|case| (case.1 == position) != is_default) {
                    self.spend(1);
                    debug_assert!(way != position || !is_default);
                    let case = self.terms.pool.constant(case, width);
                    let equal = self.terms.pool.equal(value, case);
                    any = self.terms.pool.or(any, equal);
                }
                Some((any, !is_default))
            }
            _ => None,
        }
    }

    /// Whether the branch is on a value that only control flow decides.
    fn decides_by_flag(&self, terminator: &Terminator) -> bool {
        match terminator {
            Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } => {
                self.structure.is_flag(*value)
            }
            _ => false,
        }
    }

    /// Whether the literals are about such values only.
    fn is_flag(&self, literals: &[Literal]) -> bool {
        let roots: Vec<Term> = literals.iter().map(|literal| literal.0).collect();
        let mut variables = self.terms.pool.variables_of(&roots).into_iter();
        !literals.is_empty()
            && variables.all(|variable| match self.terms.inputs()[variable.0 as usize] {
                Input::Register(value) => self.structure.is_flag(value),
                _ => false,
            })
    }

    /// The literals of the alternative that ends in `tip`.
    fn path(&self, tip: Option<u32>) -> impl Iterator<Item = Literal> + '_ {
        let parents = std::iter::successors(tip, |&at| self.nodes[at as usize].parent);
        parents.flat_map(|at| self.nodes[at as usize].literals.iter().copied())
    }

    fn reached(&mut self, state: &State) {
        if let Some(tip) = state.tip {
            self.nodes.push(Node {
                parent: Some(tip),
                literals: Vec::new(),
                dropped: false,
                first: None,
                flag: false,
                leaf: true,
            });
            self.leaves += 1;
        }
    }

    /// Goes from `from` to the start of `to`.
    fn enter(&mut self, mut state: State, from: Block, to: Block) {
        if !self.slice.reaches[to.position()] {
            return;
        }
        if self.place.blocks.contains(&to) {
            return self.reached(&state);
        }
        if !self.count_round(&mut state, from, to) || state.blocks >= MOST_BLOCKS {
            return;
        }
        state.blocks += 1;
        state.block = to;
        let key = state.conditions.saturating_add(self.slice.distance[to.position()]);
        let at = self.states.len() as u32;
        self.states.push(Some(state));
        self.open.push(Reverse((key, at)));
    }

    /// Counts an arrival at the head of a loop; whether another round is followed.
    fn count_round(&mut self, state: &mut State, from: Block, to: Block) -> bool {
        let structure = self.structure;
        let Some(id) = structure.loops.innermost(to).filter(|&id| structure.loops.loops()[id].header == to)
        else {
            return !structure.loops.irreducible_edges().contains(&(from, to));
        };
        let rounds = self.settings.rounds as i32;
        if !structure.loops.contains(id, from) {
            state.arrivals.retain(|arrival| arrival.0 != id);
            state.arrivals.push((id, 0));
            return true;
        }
        let arrivals = match state.arrivals.iter_mut().find(|arrival| arrival.0 == id) {
            Some(arrival) => {
                arrival.1 += 1;
                arrival.1
            }
            None => rounds,
        };
        if arrivals == rounds {
            self.destroy(state, id);
        }
        arrivals <= rounds
    }

    /// `D[A]`: all that the loop defines or writes is unknown.
    fn destroy(&mut self, state: &mut State, id: LoopId) {
        let structure = self.structure;
        for (block, data) in structure.function.blocks.iter_enumerated() {
            if !structure.loops.contains(id, block) {
                continue;
            }
            data.params.iter().for_each(|&param| self.bind(state, param, None));
            for inst in &data.insts {
                inst.results.iter().for_each(|&result| self.bind(state, result, None));
            }
        }
        for &(block, ptr, _) in structure.stores.iter().filter(|store| structure.loops.contains(id, store.0))
        {
            let base = self.base_outside(id, ptr);
            debug_assert!(structure.loops.contains(id, block));
            let base = base.and_then(|base| self.value(state, base));
            state.memory = state.memory.region_destroyed(base);
        }
    }

    /// What the address `ptr` is made from outside of the loop.
    fn base_outside(&self, id: LoopId, mut ptr: Value) -> Option<Value> {
        loop {
            match self.structure.definition(ptr) {
                Some((block, _)) if self.structure.loops.contains(id, block) => {
                    match self.structure.op(ptr) {
                        Some(Op::PtrAdd { base, .. }) => ptr = *base,
                        _ => return None,
                    }
                }
                _ => return Some(ptr),
            }
        }
    }
}
