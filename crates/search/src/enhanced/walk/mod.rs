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

mod condition;
mod execute;
mod iterations;

use super::flags::Decided;
use super::model::{Settings, Structure};
use super::slice::{Slice, SliceTarget};
use super::state::State;
use super::terms::Terms;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use trine_base::index::TypedIndex;
use trine_expr::{Literal, Term};
use trine_ir::{Block, Function};

/// A condition on the way of one or several alternatives.
#[derive(Clone, Debug)]
pub(in crate::enhanced) struct Node {
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
pub(in crate::enhanced) struct Walk<'s> {
    pub structure: &'s Structure,
    /// What control flow decides.
    pub decided: &'s Decided,
    pub settings: Settings,
    pub place: &'s SliceTarget,
    pub slice: &'s Slice,
    pub terms: &'s mut Terms,
    pub nodes: Vec<Node>,
    /// The controlling node.
    pub node: Block,
    pub hit: BoundsHit,
    /// Steps left.
    pub work: u32,
    states: Vec<Option<State>>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
    leaves: u32,
}

/// Blocks on one alternative.
const MAX_BLOCKS: u32 = 400;

impl<'s> Walk<'s> {
    pub(in crate::enhanced) fn new(
        (structure, decided): (&'s Structure, &'s Decided),
        settings: Settings,
        (place, slice): (&'s SliceTarget, &'s Slice),
        terms: &'s mut Terms,
        work: u32,
    ) -> Self {
        Self {
            structure,
            decided,
            settings,
            place,
            slice,
            terms,
            nodes: Vec::new(),
            node: Function::ENTRY,
            hit: BoundsHit::default(),
            work,
            states: Vec::new(),
            open: BinaryHeap::new(),
            leaves: 0,
        }
    }

    /// Finds the alternatives from the end of `node` to the target.
    pub(in crate::enhanced) fn run(&mut self, node: Block) {
        self.node = node;
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
            if self.leaves >= self.settings.max_alternatives {
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

    /// Leaves the block of `state` by every edge that leads on; `is_node` at the controlling node itself.
    fn leave(&mut self, state: State, is_node: bool) {
        let structure = self.structure;
        let block = state.block;
        let terminator = &structure.function.blocks[block].terminator;
        if !is_node && structure.edges_out(block) > 0 && !self.slice.branches[block.position()] {
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
            if structure.edges_out(block) > 0 && !self.condition(&mut state, terminator, position, is_node) {
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
        if !self.count_iteration(&mut state, from, to) || state.blocks >= MAX_BLOCKS {
            return;
        }
        state.blocks += 1;
        state.block = to;
        let key = state.conditions.saturating_add(self.slice.distance[to.position()]);
        let at = self.states.len() as u32;
        self.states.push(Some(state));
        self.open.push(Reverse((key, at)));
    }
}
