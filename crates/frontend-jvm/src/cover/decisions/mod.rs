//! Decisions of the source, rebuilt from the conditional jumps that a compiler made of them.
//!
//! `&&`, `||`, `!` and a `?:` that is branched on leave no trace in bytecode but jumps. A condition is a jump; a decision is a group of jumps
//! that is entered at its first one and left to two places only:
//!
//! ```text
//! if (a && (b || c)) x(); else y();     iload a; ifeq Y     a: false leads to Y, true on to b
//!                                       iload b; ifne X     b: true leads to X, false on to c
//!                                       iload c; ifeq Y     c: false leads to Y, true to X
//! ```
//!
//! A jump belongs to the decision of another one when that one leads straight to the code that computes its operands
//! ([`operands`]), and nothing else does. From each first jump the largest such group with two successors out is taken. The place that the last jump
//! falls through to is where the decision is true, unless that jump goes backwards (the end of a loop): this is how `javac` and ECJ write all of `if`,
//! loops and `?:`. Where 1 and 0 are made of it, it is true at the 1 (ECJ writes that of `a || b` last). For `assert` it is the other way round.
//!
//! A `?:` that is not branched on is no decision: its condition is one, and so is each of its sides.
//!
//! What bytecode does not hold: whether `!(a <= 0)` or `a > 0` was written, so that a comparison counts as true on the side on which it helps
//! its decision to be true; and whether two `if`s without `else` inside of one another stood on one line, which are then read as `&&`. Jumps in code
//! that was added by the compiler are no conditions ([`super::filter`]); copies of a `finally` block are one decision. ECJ gives a line to
//! each operand that begins one, as if it were a statement: a decision on several lines is one for each of them there.
//!
//! Cost: for each jump the length of its operands, and the size of its group squared.

mod operands;
mod text;

use super::filter::{Filtered, Subject};
use super::nodes::Nodes;
use crate::class::{Code, Constant, Instruction};
use operands::Operands;
use std::collections::BTreeMap;
use trine_base::{FileId, Span};

/// Conditions of a decision at most: evaluations are kept as bits of a word.
const MAX_CONDITIONS: usize = 64;

/// A decision of two or more conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Its conditions, in the order in which they are evaluated.
    pub conditions: Vec<Condition>,
    /// Which condition follows which, and how the decision comes out.
    pub shape: trine_ir::Decision,
}

/// A condition: a conditional jump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Index of the jump in the code.
    pub index: usize,
    /// Positions in bytes of the jump and of its copies.
    pub jumps: Vec<u32>,
    /// The value that it has when it jumps.
    pub when_jumping: bool,
    /// Its line, where the class file has it.
    pub line: Option<u16>,
    /// What it tests, as far as the bytecode tells.
    pub text: String,
    /// What holds when it is false.
    pub opposite: String,
}

/// The conditions of a method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// Decisions of several conditions, by the place of their first one.
    pub decisions: Vec<Decision>,
    /// Conditions that are decisions by themselves.
    pub singles: Vec<Condition>,
}

/// A group of jumps with two successors out.
struct Group {
    members: Vec<usize>,
    /// Where it is true, and where it is false.
    exits: [usize; 2],
}

/// The decisions of a method.
#[must_use]
pub fn rebuilt(subject: Subject<'_>, nodes: &Nodes<'_>, filtered: &Filtered) -> Rebuilt {
    let code = nodes.code;
    let is_condition = |index: usize| is_jump(code, index) && !filtered.ignored[index];
    if !(0..code.instructions.len()).any(is_condition) {
        return Rebuilt::default();
    }
    let Some(operands) = Operands::new(subject, code, &is_condition) else { return Rebuilt::default() };
    let mut taken = vec![false; code.instructions.len()];
    let Rebuilt { mut decisions, mut singles } = Rebuilt::default();
    let mut copies = Vec::new();
    for index in 0..code.instructions.len() {
        if !operands.has(index) || taken[index] {
            continue;
        }
        let group = grown(code, filtered, &operands, index);
        group.members.iter().for_each(|&member| taken[member] = true);
        let mut decision = written(subject, code, &operands, &group);
        if group.members.len() < 2 {
            singles.append(&mut decision.conditions);
            continue;
        }
        let originals: Vec<usize> =
            group.members.iter().map(|&member| filtered.representative(member)).collect();
        match originals == group.members {
            true => decisions.push(decision),
            false => copies.push((originals, decision)),
        }
    }
    for (originals, copy) in copies {
        let is_original = |decision: &&mut Decision| {
            decision.conditions.iter().map(|condition| condition.index).eq(originals.iter().copied())
                && decision.shape.next == copy.shape.next
        };
        if let Some(original) = decisions.iter_mut().find(is_original) {
            for (condition, copied) in original.conditions.iter_mut().zip(copy.conditions) {
                condition.jumps.extend(copied.jumps);
            }
        }
    }
    Rebuilt { decisions, singles }
}

fn is_jump(code: &Code, index: usize) -> bool {
    matches!(code.instructions[index].1, Instruction::Branch(..))
}

/// The largest group with two successors out that begins with the jump `first`.
fn grown(code: &Code, filtered: &Filtered, operands: &Operands, first: usize) -> Group {
    let mut members = vec![first];
    let mut best = (1, exits(operands, &members));
    while members.len() < MAX_CONDITIONS {
        let joins = |&exit: &usize| operands.joins(code, &members, exit);
        let Some(next) = exits(operands, &members).iter().find_map(joins) else { break };
        members.push(next);
        let now = exits(operands, &members);
        if now.len() == 2 {
            best = (members.len(), now);
        }
    }
    members.truncate(best.0);
    let last = members[members.len() - 1];
    let [falls, jumps] = operands.sides(last);
    let is_backward = code.instructions[last].1.targets().any(|target| target <= code.instructions[last].0);
    let mut holds = if is_backward { jumps } else { falls };
    if is_assertion(code, filtered, operands, first, falls) {
        holds = jumps;
    }
    if let Some(&true_value) = best.1.iter().find(|&&exit| is_value(code, exit, 1))
        && best.1.iter().any(|&exit| is_value(code, exit, 0))
    {
        holds = true_value;
    }
    let other = best.1.into_iter().find(|&exit| exit != holds).unwrap_or(holds);
    Group { members, exits: [holds, other] }
}

/// Whether a value is made of a decision at `exit`: no line begins there, as one would at a `return`.
fn is_value(code: &Code, exit: usize, value: i32) -> bool {
    let (position, instruction) = &code.instructions[exit];
    let begins_line = code.lines.iter().any(|(start, _)| start == position);
    *instruction == Instruction::Constant(Constant::Int(value)) && !begins_line
}

/// Whether the decision is that of an `assert`, which throws where the code falls through.
fn is_assertion(code: &Code, filtered: &Filtered, operands: &Operands, first: usize, falls: usize) -> bool {
    let makes_error =
        matches!(&code.instructions[falls].1, Instruction::New(class) if class == "java/lang/AssertionError");
    let before = operands.start(first).checked_sub(1);
    makes_error && before.is_some_and(|before| is_jump(code, before) && filtered.ignored[before])
}

/// The places that members lead to and that are no member, by position.
fn exits(operands: &Operands, members: &[usize]) -> Vec<usize> {
    let mut exits: Vec<usize> = members.iter().flat_map(|&member| operands.sides(member)).collect();
    exits.sort_unstable();
    exits.dedup();
    let is_member = |exit: usize| members.iter().skip(1).any(|&member| operands.start(member) == exit);
    exits.retain(|&exit| !is_member(exit));
    exits
}

/// The decision that a group is.
fn written(subject: Subject<'_>, code: &Code, operands: &Operands, group: &Group) -> Decision {
    let nodes = Diagram::new(operands, group);
    let mut when_jumping = Vec::with_capacity(group.members.len());
    let mut conditions = Vec::with_capacity(group.members.len());
    for (at, &index) in group.members.iter().enumerate() {
        let operand = text::Operand::new(subject, operands.start(index), index);
        let jumps_when_true = match operand.is_boolean(code) {
            Some(value) => value,
            None => nodes.helps_by_jumping(at),
        };
        when_jumping.push(jumps_when_true);
        let (position, _) = code.instructions[index];
        let text = |jumps: bool| operand.text(code, jumps);
        conditions.push(Condition {
            index,
            jumps: vec![position],
            when_jumping: jumps_when_true,
            line: code.line_at(code.instructions[operands.start(index)].0),
            text: text(jumps_when_true),
            opposite: text(!jumps_when_true),
        });
    }
    let mut next = Vec::with_capacity(conditions.len());
    let mut negated = Vec::with_capacity(conditions.len());
    for (at, &jumps) in when_jumping.iter().enumerate() {
        let [falls, leaps] = nodes.successors[at];
        let [holds, fails] = if jumps { [leaps, falls] } else { [falls, leaps] };
        let following = |successor: Successor| match successor {
            Successor::Condition(at) => u16::try_from(at).ok(),
            Successor::End(_) => None,
        };
        next.push([following(holds), following(fails)]);
        negated.push(holds == Successor::End(false) || fails == Successor::End(true));
    }
    let line = conditions.first().and_then(|condition| condition.line).map_or(0, u32::from);
    let span = Span::new(FileId(0), (line, 1), (line, 1));
    let shape =
        trine_ir::Decision { span, expansion: None, conditions: Vec::new(), next, negated, twins_before: 0 };
    Decision { conditions, shape }
}

/// Where one side of a condition leads inside of its decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Successor {
    Condition(usize),
    End(bool),
}

/// A decision as a diagram of jumps: for each, where it leads when it falls through, and when it jumps.
struct Diagram {
    successors: Vec<[Successor; 2]>,
}

impl Diagram {
    fn new(operands: &Operands, group: &Group) -> Self {
        let successor = |exit: usize| {
            let member = group.members.iter().position(|&member| operands.start(member) == exit);
            match member {
                Some(at) if at > 0 => Successor::Condition(at),
                _ => Successor::End(exit == group.exits[0]),
            }
        };
        Self {
            successors: group.members.iter().map(|&member| operands.sides(member).map(successor)).collect(),
        }
    }

    /// Whether the decision is true wherever it is when falling through, if the condition at `at` jumps instead. Where neither side
    /// is better, as at the condition of `?:`, falling through is true: so compilers write it.
    fn helps_by_jumping(&self, at: usize) -> bool {
        let [falls, jumps] = self.successors[at];
        let mut known = BTreeMap::new();
        self.implies(falls, jumps, &mut known) && !self.implies(jumps, falls, &mut known)
    }

    /// Whether all later conditions that make the decision true from `a` make it true from `b`.
    fn implies(
        &self,
        a: Successor,
        b: Successor,
        known: &mut BTreeMap<(Successor, Successor), bool>,
    ) -> bool {
        if a == b || a == Successor::End(false) || b == Successor::End(true) {
            return true;
        }
        if let Some(&known) = known.get(&(a, b)) {
            return known;
        }
        let first = match (a, b) {
            (Successor::Condition(a), Successor::Condition(b)) => a.min(b),
            (Successor::Condition(at), Successor::End(_)) | (Successor::End(_), Successor::Condition(at)) => {
                at
            }
            (Successor::End(_), Successor::End(_)) => return false,
        };
        let side = |successor: Successor, side: usize| match successor {
            Successor::Condition(at) if at == first => self.successors[at][side],
            other => other,
        };
        let implied = (0..2).all(|at| self.implies(side(a, at), side(b, at), known));
        known.insert((a, b), implied);
        implied
    }
}
