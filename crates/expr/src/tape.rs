//! Terms compiled for repeated evaluation: their graph in topological order, with dense registers.
//!
//! ```text
//! (and (= (+ x y) 3) (< x 5))      slots: 0 x   1 y   2 (+ 0 1)   3 3   4 (= 2 3)   5 5   6 (< 0 5)   7 (and 4 6)
//! ```
//!
//! A local search changes one variable thousands of times; [`Tape::update`] recomputes only what
//! depends on it.

use crate::evaluate::Assignment;
use crate::node::{Node, Term, VariableId};
use crate::pool::TermPool;
use rustc_hash::FxHashMap;

/// The graph of some terms in topological order.
#[derive(Debug)]
pub struct Tape<'p> {
    pool: &'p TermPool,
    terms: Vec<Term>,
    slot_of: FxHashMap<Term, u32>,
    roots: Vec<u32>,
    values: Vec<u128>,
    /// Per slot: the slots that use it, ascending.
    users: Vec<Vec<u32>>,
}

impl<'p> Tape<'p> {
    /// The graph below `roots`.
    #[must_use]
    pub fn new(pool: &'p TermPool, roots: &[Term]) -> Self {
        let terms = pool.graph(roots);
        let slot_of: FxHashMap<_, _> =
            terms.iter().enumerate().map(|(slot, &term)| (term, slot as u32)).collect();
        let roots = roots.iter().map(|root| slot_of[root]).collect();
        let values = vec![0; terms.len()];
        Self { pool, terms, slot_of, roots, values, users: Vec::new() }
    }

    /// The terms of the graph, children first.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Evaluates everything; the values of the roots.
    pub fn evaluate(&mut self, assignment: &Assignment) -> Vec<u128> {
        for slot in 0..self.terms.len() {
            self.values[slot] = self.compute(slot, assignment);
        }
        self.roots.iter().map(|&root| self.values[root as usize]).collect()
    }

    /// The value of `term`, a part of the graph, after the last evaluation.
    #[must_use]
    pub fn value(&self, term: Term) -> u128 {
        self.slot_of.get(&term).map_or(0, |&slot| self.values[slot as usize])
    }

    /// Recomputes what depends on `variable`, whose value in `assignment` is new.
    pub fn update(&mut self, variable: VariableId, assignment: &Assignment) {
        if self.users.is_empty() {
            self.users = self.find_users();
        }
        let Some(&start) = self.slot_of.get(&self.pool.term_of(variable)) else { return };
        // Slots are in topological order: a queue that is drained in ascending order sees every
        // slot after all that it depends on.
        let mut queue = std::collections::BTreeSet::from([start]);
        while let Some(slot) = queue.pop_first() {
            let new = self.compute(slot as usize, assignment);
            if self.values[slot as usize] != new {
                self.values[slot as usize] = new;
                queue.extend(&self.users[slot as usize]);
            }
        }
    }

    fn compute(&self, slot: usize, assignment: &Assignment) -> u128 {
        let term = self.terms[slot];
        let value = |child: Term| self.values[self.slot_of[&child] as usize];
        self.pool.value_of(self.pool.node(term), self.pool.width(term), assignment, value)
    }

    fn find_users(&self) -> Vec<Vec<u32>> {
        let mut users = vec![Vec::new(); self.terms.len()];
        for (slot, &term) in self.terms.iter().enumerate() {
            let node = self.pool.node(term);
            let mut add = |child: Term| users[self.slot_of[&child] as usize].push(slot as u32);
            node.for_each_child(&mut add);
            if let Node::Lookup(_, table) = node {
                self.pool.table(table).iter().copied().for_each(add);
            }
        }
        users
    }
}
