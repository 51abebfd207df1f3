//! Independent constraints are separate questions (KLEE: Cadar, Dunbar, Engler, OSDI 2008, section 3.3).
//!
//! Two constraints belong together when they share a variable, directly or through others. A slice that
//! the hint satisfies keeps the hint's values and is not asked about: of a path condition whose last
//! branch was flipped, only the slice of that branch is left.

use crate::query::{Answer, Chain, Layer, Limits, Query};
use rustc_hash::FxHashMap;
use trine_expr::{Assignment, Term, TermPool, VariableId};

/// Splits constraints by the variables they share.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slicing;

impl Layer for Slicing {
    fn name(&self) -> &'static str {
        "slicing"
    }

    fn solve(&mut self, pool: &mut TermPool, query: &Query, limits: &Limits, rest: &mut Chain<'_>) -> Answer {
        let mut model = query.hint.clone();
        for (constraints, variables) in slices(pool, &query.constraints) {
            if constraints.iter().any(|&constraint| pool.is_false(constraint)) {
                return Answer::Unsatisfiable;
            }
            let slice = Query { constraints, hint: query.hint.clone() };
            if slice.holds(pool, &query.hint) {
                continue;
            }
            match rest.solve(pool, &slice, limits) {
                Answer::Satisfiable(found) => copy(&variables, &found, &mut model),
                other => return other,
            }
        }
        Answer::Satisfiable(model)
    }
}

fn copy(variables: &[VariableId], from: &Assignment, to: &mut Assignment) {
    variables.iter().for_each(|&variable| to.set(variable, from.get(variable)));
}

/// Groups of constraints with their variables, in the order of their first constraint.
fn slices(pool: &TermPool, constraints: &[Term]) -> Vec<(Vec<Term>, Vec<VariableId>)> {
    let mut slices: Vec<Option<(Vec<Term>, Vec<VariableId>)>> = Vec::new();
    let mut slice_of: FxHashMap<VariableId, usize> = FxHashMap::default();
    for &constraint in constraints {
        if pool.is_true(constraint) {
            continue;
        }
        let variables = pool.variables_of(&[constraint]);
        let mut touched: Vec<usize> = variables.iter().filter_map(|v| slice_of.get(v).copied()).collect();
        touched.sort_unstable();
        touched.dedup();
        let home = touched.first().copied().unwrap_or_else(|| {
            slices.push(Some((Vec::new(), Vec::new())));
            slices.len() - 1
        });
        let mut joined = slices[home].take().unwrap_or_default();
        for &other in touched.iter().skip(1) {
            if let Some((more, others)) = slices[other].take() {
                joined.0.extend(more);
                joined.1.extend(others);
            }
        }
        joined.0.push(constraint);
        joined.1.extend(variables);
        joined.1.sort_unstable();
        joined.1.dedup();
        joined.1.iter().for_each(|&variable| {
            slice_of.insert(variable, home);
        });
        slices[home] = Some(joined);
    }
    slices.into_iter().flatten().collect()
}
