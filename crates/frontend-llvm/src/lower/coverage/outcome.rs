//! The outcome of a decision when it ends at one of its conditions.
//!
//! Clang's mapping says which condition comes next, but not what the decision is at the end: below a negated group it
//! is the opposite of the last condition's value. The body knows, until its instrumentation is dropped:
//!
//! ```text
//! b0: branch a, b1, b3(true)                  !(a && b) || c     a false ─► b3: v = true
//! b1: branch b, b2, b3(true)                                     b false ─► b3: v = true
//! b2: branch c, b3(c), b3(c)                                     c true  ─► b3: v = c = true
//! b3(v): note of decision 0; branch v, …
//! ```
//!
//! From an edge where the decision ends, control is followed with what is known of values there (the condition, then
//! block parameters) up to the note; the outcome is the truth of the value that the note is about.
//!
//! Source: own, after what clang 19 and 22 write. The condition of a `?:` has two notes, one in each arm: its outcome
//! includes a negation around the whole decision, which then is the opposite for all conditions.
//! Not handled: a way to the note that depends on something else than the condition; a constant condition that ends the
//! decision (`0 && a`) and whose place is not known better than by its count.
//! Cost: linear in the length of the way.

use crate::lower::body::Evaluated;
use std::collections::{HashMap, HashSet};
use trine_ir::passes::truth::Facts;
use trine_ir::{Block, CastOp, Function, Op, Terminator, Type, Value};

/// Where a side of a condition shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// When this edge of a block's terminator is taken.
    Edge(Block, u32),
    /// When this block is executed.
    Block(Block),
}

/// Whether the decision whose notes are `notes` has the opposite outcome of the condition's value when it ends
/// there; `ends` are the places `[when true, when false]` where it does. `None`: cannot be told.
pub(super) fn negated(
    function: &Function,
    facts: &Facts,
    notes: &[Evaluated],
    ends: [&[Start]; 2],
) -> Option<bool> {
    let mut negated = None;
    for (starts, value) in ends.into_iter().zip([true, false]) {
        for start in starts {
            let found = value ^ OutcomePath::outcome_from(function, facts, notes, *start)?;
            if *negated.get_or_insert(found) != found {
                return None;
            }
        }
    }
    Some(negated.unwrap_or(false))
}

/// The number of ways through a decision, which is that of its bits; `next` as in the mapping.
pub(super) fn ways_through(next: &[(Option<u16>, Option<u16>)]) -> u32 {
    let mut reached = vec![0u32; next.len()];
    let mut ends = 0u32;
    // Conditions in an order in which each comes after those that lead to it.
    let mut order = Vec::new();
    let mut open: Vec<(u16, bool)> = vec![(0, false)];
    let mut seen = HashSet::new();
    while let Some((position, done)) = open.pop() {
        let Some((on_true, on_false)) = next.get(usize::from(position)) else { continue };
        if done {
            order.push(position);
        } else if seen.insert(position) {
            open.push((position, true));
            open.extend(on_true.iter().chain(on_false).map(|next| (*next, false)));
        }
    }
    if let Some(first) = reached.first_mut() {
        *first = 1;
    }
    for position in order.into_iter().rev() {
        let (on_true, on_false) = next[usize::from(position)];
        let paths = reached[usize::from(position)];
        for to in [on_true, on_false] {
            match to.and_then(|to| reached.get_mut(usize::from(to))) {
                Some(count) => *count = count.saturating_add(paths),
                None => ends = ends.saturating_add(paths),
            }
        }
    }
    ends
}

/// One way from the end of a condition, and what is known on it.
struct OutcomePath<'a> {
    function: &'a Function,
    facts: &'a Facts,
    block: Block,
    /// Truths by the roots of values.
    known: HashMap<Value, bool>,
}

impl<'a> OutcomePath<'a> {
    fn outcome_from(
        function: &'a Function,
        facts: &'a Facts,
        notes: &[Evaluated],
        start: Start,
    ) -> Option<bool> {
        let (block, edge) = match start {
            Start::Block(block) => (block, None),
            Start::Edge(block, edge) => (block, Some(edge)),
        };
        let mut path = Self { function, facts, block, known: HashMap::new() };
        if let Some(edge) = edge {
            path.learn(edge);
            // An operand that was folded away leaves no phi: the note then precedes the branch.
            let here = notes.iter().find(|note| note.block == block).and_then(|note| noted(function, note));
            if let Some(outcome) = here.and_then(|value| path.truth(value)) {
                return Some(outcome);
            }
            path.pass(edge)?;
        }
        path.outcome(notes)
    }

    /// What taking `edge` says of the branch's condition.
    fn learn(&mut self, edge: u32) {
        if let Terminator::Branch { cond, .. } = self.function.blocks[self.block].terminator {
            let truth = self.facts.trace(self.function, cond);
            self.known.insert(truth.root, (edge == 0) ^ truth.negated);
        }
    }

    /// Goes over `edge` of the current block.
    fn pass(&mut self, edge: u32) -> Option<()> {
        let edge = self.function.blocks[self.block].terminator.edges().nth(edge as usize)?;
        let params = &self.function.blocks[edge.block].params;
        let values: Vec<Option<bool>> = edge.args.iter().map(|arg| self.truth(*arg)).collect();
        for (param, value) in params.iter().zip(values) {
            match value {
                Some(value) => self.known.insert(*param, value),
                None => self.known.remove(param),
            };
        }
        self.block = edge.block;
        Some(())
    }

    fn truth(&self, value: Value) -> Option<bool> {
        let truth = self.facts.trace(self.function, value);
        let root = self.function.constant_bits(truth.root).map(|bits| bits != 0);
        root.or_else(|| self.known.get(&truth.root).copied()).map(|root| root ^ truth.negated)
    }

    /// Follows control to a note; the truth of its value.
    fn outcome(mut self, notes: &[Evaluated]) -> Option<bool> {
        let mut seen = HashSet::new();
        while seen.insert(self.block) {
            if let Some(note) = notes.iter().find(|note| note.block == self.block) {
                return match *notes {
                    // The condition of a `?:` has no value: there is a note in each of its arms, the first one first.
                    [a, b] => Some(note.block == a.block.min(b.block)),
                    _ => self.truth(noted(self.function, note)?),
                };
            }
            let edge = match self.function.blocks[self.block].terminator {
                Terminator::Jump(_) => 0,
                Terminator::Branch { cond, .. } => u32::from(!self.truth(cond)?),
                _ => return None,
            };
            self.pass(edge)?;
        }
        None
    }
}

/// The value that a note is about: the operator's phi, or, where an operand was folded away, the truth value used
/// next.
fn noted(function: &Function, note: &Evaluated) -> Option<Value> {
    let is_bool = |value: &Value| function.type_of(*value) == Type::BOOL;
    let block = &function.blocks[note.block];
    let mut params = block.params.iter().copied().filter(is_bool);
    if let (Some(only), None) = (params.next(), params.next()) {
        return Some(only);
    }
    let Some(behind) = block.insts.get(note.position) else {
        return match block.terminator {
            Terminator::Branch { cond, .. } => Some(cond),
            _ => None,
        };
    };
    match behind.op {
        Op::Cast(CastOp::ZExt, value) | Op::Binary { a: value, .. } => Some(value).filter(is_bool),
        _ => None,
    }
}
