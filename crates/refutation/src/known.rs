//! What is known of a function before its ways are looked at: invariants of the code around it, as conditions on registers.
//!
//! ```text
//! p = this.peeked       p is one of 0, 1, …, 17: the nest of the class writes nothing else
//! ```
//!
//! A register keeps what it can hold wherever it is used, so it becomes an axiom of the variable that stands for it; what is known
//! where a block begins holds for ways that start there. A block that no run enters ends a way.

use super::state::{State, Terms};
use super::trail::{Known, Source};
use trine_expr::{CompareOp, Node, Term};
use trine_invariants::Abstract;
use trine_ir::{Block, Function, Value};

impl Terms<'_> {
    /// The term stands for `value`: what this can hold becomes an axiom.
    pub(super) fn note_known(&mut self, value: Value, term: Term) {
        let Some(known) = &self.known else { return };
        let Some(known) = known.facts.value(value).cloned() else { return };
        let Node::Variable(variable) = self.pool.node(term) else { return };
        let Some(mut holds) = self.holds(term, &known) else { return };
        if let Some(&before) = self.axioms.get(&variable) {
            holds = self.pool.and(before, holds);
        }
        self.axioms.insert(variable, holds);
    }

    /// Adds to `state` what is known where `block` begins, from where on a way is looked at.
    pub(super) fn begin_at(&mut self, function: &Function, block: Block, state: &mut State) {
        let Some(known) = &self.known else { return };
        if !known.facts.is_entered(block) {
            return;
        }
        let at: Vec<(Value, Abstract)> =
            known.facts.at(block).into_iter().map(|(value, known)| (value, known.clone())).collect();
        for (value, known) in at {
            let term = self.value(function, state, value);
            if let Some(holds) = self.holds(term, &known) {
                state.trail.push(Known { term: Some(holds), source: Source::Edge });
            }
        }
    }

    /// Whether it is known that no run enters `block`.
    pub(super) fn is_never_entered(&self, block: Block) -> bool {
        self.known.as_ref().is_some_and(|known| !known.facts.is_entered(block))
    }

    /// That `term` holds one of `known`; `None` where that says nothing.
    fn holds(&mut self, term: Term, known: &Abstract) -> Option<Term> {
        let width = self.pool.width(term);
        let mask = u128::MAX >> (128 - width.min(128));
        let constant =
            |terms: &mut Self, value: i64| terms.pool.constant(i128::from(value) as u128 & mask, width);
        match known {
            Abstract::Listed(values) => {
                let mut any = self.pool.boolean(false);
                for &value in values {
                    let value = constant(self, value);
                    let equal = self.pool.equal(term, value);
                    any = self.pool.or(any, equal);
                }
                Some(any)
            }
            &Abstract::Range(low, high) => {
                let (low, high) = (constant(self, low), constant(self, high));
                let is_below = self.pool.compare(CompareOp::Slt, term, low);
                let is_above = self.pool.compare(CompareOp::Slt, high, term);
                let (not_below, not_above) = (self.pool.not(is_below), self.pool.not(is_above));
                Some(self.pool.and(not_below, not_above))
            }
            Abstract::Reference { null: false, .. } => Some(self.is_not_zero(term)),
            Abstract::Reference { object: false, .. } => {
                let is_there = self.is_not_zero(term);
                Some(self.pool.not(is_there))
            }
            Abstract::Nothing => Some(self.pool.boolean(false)),
            Abstract::Reference { .. } | Abstract::Anything => None,
        }
    }
}
