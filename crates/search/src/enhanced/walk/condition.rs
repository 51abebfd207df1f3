//! The conditions of an alternative: what makes control leave a block by one edge, and whether that can hold
//! together with what was needed before.

use super::Node as Condition;
use super::Walk;
use crate::enhanced::contradiction::{contradicts, literals};
use crate::enhanced::flags::{Cell, Start};
use crate::enhanced::state::State;
use crate::enhanced::terms::Input;
use trine_expr::{Literal, Node, Term};
use trine_ir::Terminator;

impl Walk<'_> {
    /// Adds the condition for leaving by the edge at `position`; whether it can hold.
    pub(super) fn condition(
        &mut self,
        state: &mut State,
        terminator: &Terminator,
        position: u32,
        is_node: bool,
    ) -> bool {
        let literal = self.edge(state, terminator, position);
        let mut node = Condition {
            parent: state.tip,
            literals: Vec::new(),
            dropped: literal.is_none() && !is_node,
            first: is_node.then_some(position),
            flag: is_node && self.decides_by_flag(terminator),
            leaf: false,
        };
        if literal.is_some_and(|literal| !self.require(state.tip, literal, &mut node.literals)) {
            return false;
        }
        node.flag |= !is_node && self.is_flag(&node.literals);
        if node.literals.is_empty() && !node.dropped && !is_node {
            return true;
        }
        state.conditions += 1;
        if state.conditions > self.settings.max_conditions {
            self.hit.conditions = true;
            return false;
        }
        self.nodes.push(node);
        state.tip = Some(self.nodes.len() as u32 - 1);
        true
    }

    /// Adds to `into` what `term` being `wanted` takes beyond the alternative that ends in `tip`; whether it can hold.
    fn require(&mut self, tip: Option<u32>, (term, wanted): Literal, into: &mut Vec<Literal>) -> bool {
        let mut all = Vec::new();
        if !literals(&self.terms.pool, term, wanted, &mut all) {
            return false;
        }
        let known = self.path(tip).count();
        self.spend((all.len() * (known + all.len()) / 8) as u32);
        for literal in all {
            if self.path(tip).any(|known| known == literal) || into.contains(&literal) {
                continue;
            }
            let known = self.path(tip).chain(into.iter().copied());
            if contradicts(&self.terms.pool, known, literal) {
                return false;
            }
            into.push(literal);
        }
        true
    }

    /// What makes control leave by the edge at `position`; `None` when that is not known.
    fn edge(&mut self, state: &State, terminator: &Terminator, position: u32) -> Option<Literal> {
        match terminator {
            Terminator::Branch { cond, .. } => Some((self.value(state, *cond)?, position == 0)),
            Terminator::Switch { value, cases, default, .. } => {
                let value = self.value(state, *value)?;
                let width = self.terms.pool.width(value);
                let is_default = position == *default;
                let mut any = self.terms.pool.boolean(false);
                // To a case: one of its values. To the default: none of the others'.
                for &(case, edge) in cases.iter().filter(|case| (case.1 == position) != is_default) {
                    self.spend(1);
                    debug_assert!(edge != position || !is_default);
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
                self.decided.value(*value)
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
                Input::Register(value) => self.decided.value(value),
                Input::Load { address, .. } => {
                    let cell = self.cell(address);
                    cell.is_some_and(|cell| self.decided.at_end(cell, self.node))
                }
                Input::Global(_) => false,
            })
    }

    /// The cell at `address`, as it is at the controlling node.
    fn cell(&self, address: Term) -> Option<Cell> {
        let (base, offset) = self.terms.decomposed(address);
        let Node::Variable(variable) = self.terms.pool.node(base) else { return None };
        let start = match self.terms.inputs()[variable.0 as usize] {
            Input::Global(global) => Start::Global(global),
            Input::Register(value) => Start::Value(value),
            Input::Load { .. } => return None,
        };
        Some(Cell { start, offset })
    }

    /// The literals of the alternative that ends in `tip`.
    fn path(&self, tip: Option<u32>) -> impl Iterator<Item = Literal> + '_ {
        let parents = std::iter::successors(tip, |&at| self.nodes[at as usize].parent);
        parents.flat_map(|at| self.nodes[at as usize].literals.iter().copied())
    }
}
