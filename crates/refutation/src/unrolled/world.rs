//! What holds on all paths to one place: under which condition a run gets there, and what registers and memory hold then.

use super::memory::{Memory, Object, ObjectId};
use trine_expr::{Term, TermPool};
use trine_ir::Value;

/// The state at a place, on all paths that were followed there.
#[derive(Clone, Debug)]
pub(super) struct World {
    /// A run is here if and only if all of these hold.
    pub reach: Vec<Term>,
    /// By value; none where it is not defined yet.
    pub registers: Vec<Option<Term>>,
    pub memory: Memory,
}

impl World {
    /// Adds a condition to those under which runs are here; `false` when there are none such.
    pub fn require(&mut self, pool: &TermPool, condition: Term) -> bool {
        if !pool.is_true(condition) && !self.reach.contains(&condition) {
            self.reach.push(condition);
        }
        !pool.is_false(condition)
    }

    pub fn set(&mut self, value: Value, term: Term) {
        let at = value.0 as usize;
        if self.registers.len() <= at {
            self.registers.resize(at + 1, None);
        }
        self.registers[at] = Some(term);
    }

    /// Both, which no run is in at once.
    pub fn merge(&mut self, pool: &mut TermPool, other: Self, known: impl Fn(ObjectId) -> Object) {
        let guard = merge_reach(pool, &mut self.reach, other.reach);
        let both = self.registers.len().min(other.registers.len());
        self.registers.truncate(both);
        for (mine, other) in self.registers.iter_mut().zip(other.registers) {
            *mine = match (*mine, other) {
                (Some(a), Some(b)) => Some(pool.ite(guard, a, b)),
                // What only one of them has is defined on no path from here.
                _ => None,
            };
        }
        self.memory.merge(pool, guard, other.memory, known);
    }
}

/// Makes `reach` hold where it or `other` does. The condition that tells that it was `reach` where one of them holds.
pub(super) fn merge_reach(pool: &mut TermPool, reach: &mut Vec<Term>, other: Vec<Term>) -> Term {
    let common = reach.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let guard = pool.conjunction(&reach[common..]);
    let others = pool.conjunction(&other[common..]);
    reach.truncate(common);
    let either = pool.or(guard, others);
    if !pool.is_true(either) {
        reach.push(either);
    }
    guard
}
