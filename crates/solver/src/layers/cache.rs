//! Earlier answers (KLEE's counterexample cache: OSDI 2008, section 3.3).
//!
//! A model that satisfied other constraints may satisfy these too: the latest ones are tried by
//! evaluation. What was refuted once refutes every query that contains it.

use crate::query::{Answer, Chain, Layer, Limits, Query};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use trine_expr::{Assignment, Term, TermPool, VariableId};

/// Models tried for one query.
const MODELS: usize = 12;
/// Refuted sets kept; one more, and all are forgotten.
const REFUTED: usize = 8192;

/// The values of a query's own variables.
type SparseModel = Box<[(VariableId, u128)]>;

/// Remembers models and refutations.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    /// Refuted, or the values of the query's own variables: those of all inputs would take the memory.
    answers: FxHashMap<Vec<Term>, Option<SparseModel>>,
    models: VecDeque<Assignment>,
    unsatisfiable: UnsatisfiableSets,
}

/// Sorted sets by their last term, which every superset has too; each with a signature of 64 bits: a subset's bits are
/// among its superset's.
#[derive(Clone, Debug, Default)]
struct UnsatisfiableSets {
    by_last: FxHashMap<Term, Vec<(u64, Vec<Term>)>>,
    count: usize,
}

impl Layer for Cache {
    fn name(&self) -> &'static str {
        "cache"
    }

    fn solve(&mut self, pool: &mut TermPool, query: &Query, limits: &Limits, rest: &mut Chain<'_>) -> Answer {
        let mut set = query.constraints.clone();
        set.sort_unstable();
        set.dedup();
        if let Some(answer) = self.answers.get(&set) {
            return match answer {
                None => Answer::Unsatisfiable,
                Some(values) => {
                    let mut model = query.hint.clone();
                    values.iter().for_each(|&(variable, value)| model.set(variable, value));
                    Answer::Satisfiable(model)
                }
            };
        }
        if self.unsatisfiable.has_subset_of(&set) {
            return Answer::Unsatisfiable;
        }
        if let Some(model) = self.models.iter().find(|model| query.holds(pool, model)) {
            return Answer::Satisfiable(model.clone());
        }
        let answer = rest.solve(pool, query, limits);
        self.keep(pool, set, &answer);
        answer
    }
}

impl Cache {
    fn keep(&mut self, pool: &TermPool, set: Vec<Term>, answer: &Answer) {
        let kept = match answer {
            Answer::Satisfiable(model) => {
                self.models.push_front(model.clone());
                self.models.truncate(MODELS);
                let variables = pool.variables_of(&set).into_iter();
                Some(variables.map(|variable| (variable, model.get(variable))).collect())
            }
            Answer::Unsatisfiable => {
                self.unsatisfiable.insert(&set);
                None
            }
            // Another time there may be more of it.
            Answer::Unknown(_) => return,
        };
        self.answers.insert(set, kept);
    }
}

impl UnsatisfiableSets {
    fn has_subset_of(&self, set: &[Term]) -> bool {
        let signature = signature(set);
        let is_subset = |(bits, known): &(u64, Vec<Term>)| bits & !signature == 0 && is_subset(known, set);
        set.iter().filter_map(|last| self.by_last.get(last)).flatten().any(is_subset)
    }

    fn insert(&mut self, set: &[Term]) {
        if self.count == REFUTED {
            *self = Self::default();
        }
        if let Some(&last) = set.last() {
            self.by_last.entry(last).or_default().push((signature(set), set.to_vec()));
            self.count += 1;
        }
    }
}

fn signature(set: &[Term]) -> u64 {
    set.iter().fold(0, |bits, term| bits | 1 << (u64::from(term.0).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58))
}

/// Whether every element of `small` is in `large`; both sorted.
fn is_subset(small: &[Term], large: &[Term]) -> bool {
    let mut rest = large.iter();
    small.iter().all(|term| rest.any(|other| other == term))
}
