//! The code that computes what a conditional jump tests: where it begins, and what leads there.
//!
//! Compilers write the operands of a jump right in front of it. They begin at the last place where the operand stack is as high as behind the
//! jump, and from where control comes to the jump whatever it does on its way:
//!
//! ```text
//! if (p && (a && b) == c)     iload a; ifeq L1; iload b; ifeq L1; iconst_1; goto L2; L1: iconst_0; L2: iload c; if_icmpne ELSE
//!                             ^ the operands of the last jump begin here: inside of them lies a decision of its own
//! ```
//!
//! Where a line begins there, it is another statement, for `javac` gives lines to statements and calls only. A call of a static method without arguments is its own first
//! instruction, so that its line says nothing.

use crate::class::{BranchTest, Code, Instruction, InvokeKind, Kind, flags};
use crate::cover::filter::Subject;
use crate::lower::{Frame, Frames, kind_of, stretches};
use std::collections::BTreeMap;

/// The operands of all conditional jumps of a method, and what leads where.
pub struct Operands {
    /// By jump: where its operands begin.
    starts: BTreeMap<usize, usize>,
    /// By beginning: the jump behind the longest operands that begin there.
    outermost: BTreeMap<usize, usize>,
    /// By jump: where it leads, past unconditional jumps.
    sides: BTreeMap<usize, [usize; 2]>,
    /// By instruction: what leads to it, past unconditional jumps.
    before: Vec<Vec<usize>>,
    /// By instruction: entries on the operand stack before it.
    depths: Vec<Option<usize>>,
}

impl Operands {
    /// Those of the jumps for which `is_condition` holds; `None` for code that no verifier accepts.
    pub fn new(subject: Subject<'_>, code: &Code, is_condition: &dyn Fn(usize) -> bool) -> Option<Self> {
        let count = code.instructions.len();
        let depths = depths(subject, code)?;
        let mut all = Self {
            starts: BTreeMap::new(),
            outermost: BTreeMap::new(),
            sides: BTreeMap::new(),
            before: vec![Vec::new(); count],
            depths,
        };
        for (index, (_, instruction)) in code.instructions.iter().enumerate() {
            if matches!(instruction, Instruction::Goto(_)) {
                continue;
            }
            let falls = (!instruction.ends_block()).then_some(index + 1);
            let targets = instruction.targets().filter_map(|position| code.index_of(position));
            let mut leads: Vec<usize> =
                falls.into_iter().chain(targets).filter_map(|to| followed(code, to)).collect();
            if let (Instruction::Branch(..), &[falls, jumps]) = (instruction, &leads[..]) {
                all.sides.insert(index, [falls, jumps]);
            }
            leads.sort_unstable();
            leads.dedup();
            leads.into_iter().for_each(|to| all.before[to].push(index));
        }
        let targets = targets(code);
        for index in (0..count).filter(|&index| is_condition(index) && all.sides.contains_key(&index)) {
            if let Some(start) = start(code, &all.depths, &targets, index) {
                all.starts.insert(index, start);
                // Later jumps with the same beginning have the operands of earlier ones inside of theirs.
                all.outermost.insert(start, index);
            }
        }
        Some(all)
    }

    /// Whether the operands of the jump are known.
    pub fn has(&self, jump: usize) -> bool {
        self.starts.contains_key(&jump)
    }

    /// Where the operands of the jump begin.
    pub fn start(&self, jump: usize) -> usize {
        self.starts.get(&jump).copied().unwrap_or(jump)
    }

    /// Where the jump leads: when it falls through, and when it jumps.
    pub fn sides(&self, jump: usize) -> [usize; 2] {
        self.sides.get(&jump).copied().unwrap_or([jump; 2])
    }

    /// The jump that belongs to the decision of `members`, one of which leads to `exit`; `None` when there begins something else.
    pub fn joins(&self, code: &Code, members: &[usize], exit: usize) -> Option<usize> {
        let &jump = self.outermost.get(&exit)?;
        let (first, last) = (*members.first()?, *members.last()?);
        let height = |jump: usize| self.depths[self.start(jump)];
        let is_new = jump > last && exit > last;
        let is_entered_from_here = self.before[exit].iter().all(|from| members.contains(from));
        let same_height = height(jump) == height(first);
        (is_new && is_entered_from_here && same_height && !begins_statement(code, self.start(first), exit))
            .then_some(jump)
    }
}

/// Whether a statement begins at `place`, other than that of `first`.
fn begins_statement(code: &Code, first: usize, place: usize) -> bool {
    let (position, instruction) = &code.instructions[place];
    let Some(&(_, line)) = code.lines.iter().rev().find(|(start, _)| start == position) else { return false };
    let is_bare_call = matches!(instruction, Instruction::Invoke { kind: InvokeKind::Static, ty, .. } if ty.parameters.is_empty());
    !is_bare_call && code.line_at(code.instructions[first].0) != Some(line)
}

/// The instruction that control comes to from `index`, past unconditional jumps; `None` behind the end, or in a circle.
fn followed(code: &Code, mut index: usize) -> Option<usize> {
    for _ in 0..code.instructions.len() {
        match code.instructions.get(index)?.1 {
            Instruction::Goto(target) => index = code.index_of(target)?,
            Instruction::Nop => index += 1,
            _ => return Some(index),
        }
    }
    None
}

/// Entries on the operand stack before each instruction; `None` for code that is never reached.
fn depths(subject: Subject<'_>, code: &Code) -> Option<Vec<Option<usize>>> {
    let receiver = (!subject.method.is(flags::STATIC)).then_some(Kind::Reference);
    let parameters: Vec<Kind> =
        receiver.into_iter().chain(subject.method.ty.parameters.iter().map(kind_of)).collect();
    let stretches = stretches(code);
    let frames = Frames::new(code, &stretches, Frame::at_entry(&parameters, code.max_locals)).ok()?;
    let mut depths = vec![None; code.instructions.len()];
    for (stretch, frame) in stretches.iter().zip(&frames.frames) {
        let Some(mut frame) = frame.clone() else { continue };
        let span = stretch.start..stretch.end;
        for (depth, (_, instruction)) in depths[span.clone()].iter_mut().zip(&code.instructions[span]) {
            *depth = Some(frame.stack.len());
            frame.step(instruction).ok()?;
        }
    }
    Some(depths)
}

/// Values that a test takes from the operand stack.
fn taken(test: BranchTest) -> usize {
    match test {
        BranchTest::Zero(_) | BranchTest::Null(_) => 1,
        BranchTest::Ints(_) | BranchTest::Same(_) => 2,
    }
}

/// By instruction: the first and the last one that jump there.
fn targets(code: &Code) -> Vec<Option<(usize, usize)>> {
    let mut targets: Vec<Option<(usize, usize)>> = vec![None; code.instructions.len()];
    for (index, (_, instruction)) in code.instructions.iter().enumerate() {
        for target in instruction.targets().filter_map(|position| code.index_of(position)) {
            let known = targets[target].get_or_insert((index, index));
            *known = (known.0.min(index), known.1.max(index));
        }
    }
    for handler in code.handlers.iter().filter_map(|handler| code.index_of(handler.target)) {
        targets[handler] = Some((0, usize::MAX));
    }
    targets
}

/// Where the operands of `jump` begin.
fn start(
    code: &Code,
    depths: &[Option<usize>],
    targets: &[Option<(usize, usize)>],
    jump: usize,
) -> Option<usize> {
    let Instruction::Branch(test, _) = &code.instructions[jump].1 else { return None };
    let height = depths[jump]?.checked_sub(taken(*test))?;
    // What lies between a beginning and the jump: the farthest that it jumps forwards, and where it is jumped to from.
    let (mut farthest, mut nearest) = (0, usize::MAX);
    let mut at = jump;
    loop {
        let instruction = &code.instructions[at].1;
        if at < jump {
            let leaves = matches!(instruction, Instruction::Return(_) | Instruction::Throw);
            if leaves || depths[at]? < height {
                return None;
            }
            for target in instruction.targets().filter_map(|position| code.index_of(position)) {
                farthest = farthest.max(target);
                nearest = nearest.min(target);
            }
        }
        let is_whole = depths[at] == Some(height) && at < jump && farthest <= jump && nearest > at;
        if is_whole && entered_only_at(targets, at, jump) {
            return Some(with_increments(code, targets, at));
        }
        at = at.checked_sub(1)?;
    }
}

/// Whether no jump from elsewhere leads between `from` and `to`.
fn entered_only_at(targets: &[Option<(usize, usize)>], from: usize, to: usize) -> bool {
    targets[from + 1..=to].iter().flatten().all(|&(first, last)| from <= first && last < to)
}

/// Variables are increased before they are read: `++i < 3`.
fn with_increments(code: &Code, targets: &[Option<(usize, usize)>], mut start: usize) -> usize {
    let begins_line = |index: usize| code.lines.iter().any(|(at, _)| *at == code.instructions[index].0);
    while start > 0
        && targets[start].is_none()
        && !begins_line(start)
        && matches!(code.instructions[start - 1].1, Instruction::Increment(..))
    {
        start -= 1;
    }
    start
}
