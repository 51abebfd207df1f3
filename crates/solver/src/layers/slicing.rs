//! Independent constraints are separate queries (KLEE: Cadar, Dunbar, Engler, OSDI 2008, section 3.3).
//!
//! Two constraints belong together when they share a variable, directly or through others. A slice that
//! the hint satisfies keeps the hint's values and is not asked about: of a path condition whose last
//! branch was flipped, only the slice of that branch is left.
//!
//! Which variables a constraint has is worked out once. Cost of a query: one look-up and one evaluation a
//! constraint, and nearly linear time to join variables (a forest with path halving).

use crate::query::{Answer, Chain, Layer, Limits, Query, Unknown};
use rustc_hash::FxHashMap;
use trine_base::index::TypedIndex;
use trine_expr::{Assignment, Term, TermPool, VariableId};

/// Effort of a constraint that is evaluated, of one that is asked about, and of a slice however short: of what has no
/// price of its own in the layers below.
const EVALUATION_EFFORT: u64 = 2;
const CONSTRAINT_EFFORT: u64 = 20;
const SLICE_EFFORT: u64 = 250;

/// Splits constraints by the variables they share.
#[derive(Clone, Debug, Default)]
pub struct Slicing {
    /// Variables of every constraint seen, ascending.
    supports: FxHashMap<Term, Box<[VariableId]>>,
    forest: Forest,
}

impl Layer for Slicing {
    fn name(&self) -> &'static str {
        "slicing"
    }

    fn solve(&mut self, pool: &mut TermPool, query: &Query, limits: &Limits, rest: &mut Chain<'_>) -> Answer {
        if query.constraints.iter().any(|&constraint| pool.is_false(constraint)) {
            return Answer::Unsatisfiable;
        }
        rest.charge(EVALUATION_EFFORT * query.constraints.len() as u64);
        let mut model = query.hint.clone();
        for slice in self.violated(pool, query) {
            let variables = self.variables_of(&slice);
            if !rest.charge(SLICE_EFFORT + CONSTRAINT_EFFORT * slice.len() as u64) {
                return Answer::Unknown(Unknown::EffortLimit);
            }
            let slice = Query { constraints: slice, hint: query.hint.clone() };
            match rest.solve(pool, &slice, limits) {
                Answer::Satisfiable(found) => copy(&variables, &found, &mut model),
                other => return other,
            }
        }
        Answer::Satisfiable(model)
    }
}

impl Slicing {
    /// The slices that the hint does not satisfy, in the order of the first constraint that it does not.
    fn violated(&mut self, pool: &TermPool, query: &Query) -> Vec<Vec<Term>> {
        let homes = self.homes(pool, &query.constraints);
        let mut asked: Vec<u32> = Vec::new();
        for (&constraint, &home) in query.constraints.iter().zip(&homes) {
            if !asked.contains(&home) && !pool.all_hold(&[constraint], &query.hint) {
                asked.push(home);
            }
        }
        let slice = |&home: &u32| {
            let all = query.constraints.iter().zip(&homes);
            all.filter(|&(_, other)| *other == home).map(|(&constraint, _)| constraint).collect()
        };
        asked.iter().map(slice).collect()
    }

    /// For each constraint a number that it shares with those of its slice.
    fn homes(&mut self, pool: &TermPool, constraints: &[Term]) -> Vec<u32> {
        self.forest.clear(pool.variables().len());
        let mut homes = Vec::with_capacity(constraints.len());
        for &constraint in constraints {
            let support = self
                .supports
                .entry(constraint)
                .or_insert_with(|| pool.variables_of(&[constraint]).into_boxed_slice());
            let first = support.first().map_or(NO_VARIABLE, |variable| variable.0);
            support.iter().skip(1).for_each(|other| self.forest.join(first, other.0));
            homes.push(first);
        }
        homes.iter_mut().for_each(|home| *home = self.forest.root(*home));
        homes
    }

    /// The variables of `slice`; they may be named more than once.
    fn variables_of(&self, slice: &[Term]) -> Vec<VariableId> {
        slice.iter().filter_map(|constraint| self.supports.get(constraint)).flatten().copied().collect()
    }
}

fn copy(variables: &[VariableId], from: &Assignment, to: &mut Assignment) {
    variables.iter().for_each(|&variable| to.set(variable, from.get(variable)));
}

/// The home of constraints without variables.
const NO_VARIABLE: u32 = u32::MAX;

/// Disjoint sets of variables.
#[derive(Clone, Debug, Default)]
struct Forest {
    parents: Vec<u32>,
    /// Variables that are not by themselves: few, where a program has a hundred thousand inputs.
    joined: Vec<u32>,
}

impl Forest {
    /// Each of `count` variables by itself.
    fn clear(&mut self, count: usize) {
        for at in self.joined.drain(..) {
            self.parents[at as usize] = at;
        }
        let known = self.parents.len();
        self.parents.extend((known..count).map(|at| VariableId::from_position(at).0));
    }

    fn root(&mut self, mut at: u32) -> u32 {
        while let Some(&parent) = self.parents.get(at as usize) {
            if parent == at {
                break;
            }
            let above = self.parents[parent as usize];
            self.parents[at as usize] = above;
            at = above;
        }
        at
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.parents[a.max(b) as usize] = a.min(b);
            self.joined.push(a.max(b));
        }
    }
}
