//! What constraints say outright is put into the others.
//!
//! `x = 5` puts 5 in place of `x`, for all such `x` at once; `x = y` puts the older variable in place of the younger; `f(x) = 5` puts 5 in place of
//! `f(x)` in the other constraints; a constraint that stands inside of another one is true there. Repeated until nothing
//! changes.
//!
//! Cost: linear in the terms of all constraints for each round, of which there are few.

use crate::query::{Answer, Chain, Layer, Limits, Query, Unknown};
use rustc_hash::FxHashMap;
use trine_expr::{CompareOp, Node, Term, TermPool, UnaryOp};

/// Rounds of substitution.
const MAX_ITERATIONS: usize = 8;

/// Effort of looking at a term in a round.
const TERM_EFFORT: u64 = 20;

/// Substitutes equalities.
#[derive(Clone, Copy, Debug, Default)]
pub struct Equalities;

impl Layer for Equalities {
    fn name(&self) -> &'static str {
        "equalities"
    }

    fn solve(&mut self, pool: &mut TermPool, query: &Query, limits: &Limits, rest: &mut Chain<'_>) -> Answer {
        let mut constraints = conjuncts(pool, &query.constraints);
        // Variables that were replaced, with their terms, oldest first.
        let mut gone: Vec<(Term, Term)> = Vec::new();
        for _ in 0..MAX_ITERATIONS {
            if limits.is_late() {
                return Answer::Unknown(Unknown::TimedOut);
            }
            let Some(next) = self.round(pool, &constraints, &mut gone, rest) else { break };
            constraints = conjuncts(pool, &next);
        }
        if constraints.iter().any(|&constraint| pool.is_false(constraint)) {
            return Answer::Unsatisfiable;
        }
        let answer = if constraints.is_empty() {
            Answer::Satisfiable(query.hint.clone())
        } else {
            rest.solve(pool, &Query { constraints, hint: query.hint.clone() }, limits)
        };
        let Answer::Satisfiable(mut model) = answer else { return answer };
        for (variable, term) in gone.into_iter().rev() {
            if let Node::Variable(id) = pool.node(variable) {
                let value = pool.evaluate(term, &model);
                model.set(id, value);
            }
        }
        Answer::Satisfiable(model)
    }
}

impl Equalities {
    /// The constraints after one round, or `None` when nothing changed.
    fn round(
        self,
        pool: &mut TermPool,
        constraints: &[Term],
        gone: &mut Vec<(Term, Term)>,
        rest: &mut Chain<'_>,
    ) -> Option<Vec<Term>> {
        let found = definitions(pool, constraints);
        if !found.is_empty() {
            // Of two constants the first one stays; the constraint of the other says then that they are equal.
            let replacements: FxHashMap<Term, Term> = found.iter().rev().copied().collect();
            gone.extend(found);
            let new = pool.replaced(constraints, &replacements);
            rest.charge(TERM_EFFORT * new.len() as u64);
            return Some(constraints.iter().map(|constraint| new[constraint]).collect());
        }
        // What is asserted is true wherever else it stands.
        let mut known: FxHashMap<Term, Term> = FxHashMap::default();
        for &constraint in constraints {
            let (atom, value) = match pool.node(constraint) {
                Node::Unary(UnaryOp::Not, atom) => (atom, false),
                _ => (constraint, true),
            };
            if let (true, Some((term, constant))) = (value, constant_of(pool, atom)) {
                known.insert(term, constant);
            }
            let value = pool.boolean(value);
            known.insert(atom, value);
        }
        let mut new = pool.replaced(constraints, &known);
        rest.charge(TERM_EFFORT * new.len() as u64);
        let next: Vec<Term> =
            constraints.iter().map(|&constraint| put_into(pool, constraint, &known, &mut new)).collect();
        (next != constraints).then_some(next)
    }
}

/// `constraint` over the `new` versions of what it is made of. It is not put into itself: the term that it says is a
/// constant stays, over the new versions of its own parts.
fn put_into(
    pool: &mut TermPool,
    constraint: Term,
    known: &FxHashMap<Term, Term>,
    new: &mut FxHashMap<Term, Term>,
) -> Term {
    let (atom, is_negated) = match pool.node(constraint) {
        Node::Unary(UnaryOp::Not, atom) => (atom, true),
        _ => (constraint, false),
    };
    let said =
        constant_of(pool, atom).filter(|(term, constant)| !is_negated && known.get(term) == Some(constant));
    let others = said.map(|(term, _)| {
        let own = pool.rebuilt(term, new);
        (term, new.insert(term, own))
    });
    let own = pool.rebuilt(atom, new);
    if let Some((term, Some(replacement))) = others {
        new.insert(term, replacement);
    }
    if is_negated { pool.not(own) } else { own }
}

/// The term that `atom` says is a constant, and the constant.
fn constant_of(pool: &TermPool, atom: Term) -> Option<(Term, Term)> {
    let Node::Compare(CompareOp::Eq, a, b) = pool.node(atom) else { return None };
    match (pool.as_constant(a), pool.as_constant(b)) {
        (None, Some(_)) => Some((a, b)),
        (Some(_), None) => Some((b, a)),
        _ => None,
    }
}

/// Variables with what the constraints say they are: all that are constants, which are in each other's way nowhere; without any, the first
/// that is another term.
fn definitions(pool: &mut TermPool, constraints: &[Term]) -> Vec<(Term, Term)> {
    let constants: Vec<(Term, Term)> =
        constraints.iter().filter_map(|&constraint| fixed(pool, constraint)).collect();
    match constants.is_empty() {
        true => constraints.iter().find_map(|&constraint| definition(pool, constraint)).into_iter().collect(),
        false => constants,
    }
}

/// A variable with the constant that `constraint` says it is.
fn fixed(pool: &mut TermPool, constraint: Term) -> Option<(Term, Term)> {
    match pool.node(constraint) {
        // One bit that must be one, or zero.
        Node::Variable(_) => Some((constraint, pool.boolean(true))),
        Node::Unary(UnaryOp::Not, atom) if matches!(pool.node(atom), Node::Variable(_)) => {
            Some((atom, pool.boolean(false)))
        }
        _ => constant_of(pool, constraint)
            .filter(|&(variable, _)| matches!(pool.node(variable), Node::Variable(_))),
    }
}

/// A variable with the term that `constraint` says it is, which does not contain it.
fn definition(pool: &TermPool, constraint: Term) -> Option<(Term, Term)> {
    let Node::Compare(CompareOp::Eq, a, b) = pool.node(constraint) else { return None };
    [(b, a), (a, b)].into_iter().find(|&(variable, term)| {
        let Node::Variable(id) = pool.node(variable) else { return false };
        !pool.variables_of(&[term]).contains(&id)
    })
}

/// The parts of conjunctions, without those that are true and without repetitions.
fn conjuncts(pool: &TermPool, constraints: &[Term]) -> Vec<Term> {
    let mut open: Vec<Term> = constraints.iter().rev().copied().collect();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut parts = Vec::new();
    while let Some(term) = open.pop() {
        match pool.node(term) {
            Node::Binary(trine_expr::BinaryOp::And, a, b) if pool.width(term) == 1 => open.extend([b, a]),
            _ if pool.is_true(term) => {}
            _ if seen.insert(term) => parts.push(term),
            _ => {}
        }
    }
    parts
}
