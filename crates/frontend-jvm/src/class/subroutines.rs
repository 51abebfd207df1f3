//! Copies the subroutines of class files up to version 50 to where they are called, so that `jsr` and `ret` are gone.
//!
//! ```text
//!  0 jsr 10        0 aconst_null   stands for the return address
//!  3 return        1 goto 3
//! 10 astore 1      2 return
//! 11 iinc 2 1      3 astore 1
//! 14 ret 1         4 iinc 2 1
//!                  5 goto 2
//! ```
//!
//! The code is copied once for each way of being inside of subroutines, as far as control comes; a way is the list of
//! calls that have not returned. What leaves a subroutine by a jump stays in the copy, which means the same.

use super::{Code, Constant, Handler, Instruction, LocalVariable};
use std::collections::{BTreeMap, BTreeSet};

/// Copies grow as the product of nested calls; no compiler writes what exceeds this.
const MAX_INSTRUCTIONS: usize = 1 << 16;

/// A call of a subroutine: where it begins, and the instruction behind the call.
type Call = (usize, usize);

/// An instruction of a copy.
type Copied = (Vec<Call>, usize);

/// What is wrong with code that no Java compiler writes.
#[derive(Debug, PartialEq, Eq)]
pub struct BadCode(pub String);

/// `code` without subroutines; `None` when it has none.
///
/// # Errors
/// For a return from no subroutine, and for code that becomes too long.
pub fn inlined(code: &Code) -> Result<Option<Code>, BadCode> {
    let has_subroutine =
        |(_, instruction): &(u32, Instruction)| matches!(instruction, Instruction::JumpToSubroutine(_));
    if !code.instructions.iter().any(has_subroutine) {
        return Ok(None);
    }
    let reached = reached(code)?;
    // A call takes two instructions.
    let mut positions: BTreeMap<Copied, u32> = BTreeMap::new();
    let mut next = 0;
    for copied in &reached {
        positions.insert(copied.clone(), next);
        next += if has_subroutine(&code.instructions[copied.1]) { 2 } else { 1 };
    }
    let mut inlined = Code { max_stack: code.max_stack, max_locals: code.max_locals, ..Code::default() };
    for copied in &reached {
        let place = |calls: Vec<Call>, at: usize| positions.get(&(calls, at)).copied().unwrap_or_default();
        copy(code, copied, positions[copied], &place, &mut inlined.instructions)?;
    }
    let end_of = |calls: &Vec<Call>, position: u32| {
        let at = code.instructions.partition_point(|&(other, _)| other < position);
        // The first copied instruction from there on, or the end of this copy.
        let mut behind = positions.range((calls.clone(), at)..);
        behind.next().map_or(next, |(_, &position)| position)
    };
    let ways: BTreeSet<&Vec<Call>> = reached.iter().map(|(calls, _)| calls).collect();
    for calls in ways {
        tables(
            code,
            &mut inlined,
            |position| end_of(calls, position),
            |position| {
                let at = code.index_of(position)?;
                positions.get(&(calls.clone(), at)).copied()
            },
        );
    }
    inlined.lines.sort_unstable();
    Ok(Some(inlined))
}

/// Where control goes from `copied`.
fn successors(code: &Code, (calls, at): &Copied) -> Result<Vec<Copied>, BadCode> {
    let index = |position: u32| {
        code.index_of(position).ok_or_else(|| BadCode("a jump leads between instructions".to_owned()))
    };
    let (_, instruction) = &code.instructions[*at];
    match instruction {
        Instruction::JumpToSubroutine(target) => {
            Ok(vec![(called(calls, index(*target)?, at + 1), index(*target)?)])
        }
        Instruction::ReturnFromSubroutine(_) => {
            let (&(_, behind), outer) = calls.split_last().ok_or_else(no_subroutine)?;
            Ok(vec![(outer.to_vec(), behind)])
        }
        _ => {
            let targets = instruction.targets().map(|target| Ok((calls.clone(), index(target)?)));
            let mut successors: Vec<Copied> = targets.collect::<Result<_, _>>()?;
            if !instruction.ends_block() {
                successors.push((calls.clone(), at + 1));
            }
            Ok(successors)
        }
    }
}

/// The way inside of the subroutine at `start`, called where `calls` have not returned. A subroutine does not call
/// itself: one that is entered again was left by a jump.
fn called(calls: &[Call], start: usize, behind: usize) -> Vec<Call> {
    let left = calls.iter().position(|&(other, _)| other == start).unwrap_or(calls.len());
    let mut calls = calls[..left].to_vec();
    calls.push((start, behind));
    calls
}

fn no_subroutine() -> BadCode {
    BadCode("a return from a subroutine outside of one".to_owned())
}

/// All instructions that control comes to, by way and position.
fn reached(code: &Code) -> Result<BTreeSet<Copied>, BadCode> {
    let mut reached = BTreeSet::new();
    let mut work: Vec<Copied> = vec![(Vec::new(), 0)];
    while let Some(copied) = work.pop() {
        if copied.1 >= code.instructions.len() {
            return Err(BadCode("control runs off the end".to_owned()));
        }
        if reached.contains(&copied) {
            continue;
        }
        if reached.len() >= MAX_INSTRUCTIONS {
            return Err(BadCode("the copies of its subroutines are too long".to_owned()));
        }
        work.extend(successors(code, &copied)?);
        let position = code.instructions[copied.1].0;
        for handler in &code.handlers {
            if (handler.start..handler.end).contains(&position)
                && let Some(target) = code.index_of(handler.target)
            {
                work.push((copied.0.clone(), target));
            }
        }
        reached.insert(copied);
    }
    Ok(reached)
}

/// Adds one instruction of a copy.
fn copy(
    code: &Code,
    copied: &Copied,
    position: u32,
    place: &impl Fn(Vec<Call>, usize) -> u32,
    into: &mut Vec<(u32, Instruction)>,
) -> Result<(), BadCode> {
    let (calls, at) = copied;
    let target = |position: u32| place(calls.clone(), code.index_of(position).unwrap_or_default());
    let mut instruction = code.instructions[*at].1.clone();
    match &mut instruction {
        Instruction::JumpToSubroutine(_) | Instruction::ReturnFromSubroutine(_) => {
            let (calls, at) = successors(code, copied)?.swap_remove(0);
            let mut position = position;
            if matches!(instruction, Instruction::JumpToSubroutine(_)) {
                into.push((position, Instruction::Constant(Constant::Null)));
                position += 1;
            }
            into.push((position, Instruction::Goto(place(calls, at))));
            return Ok(());
        }
        Instruction::Branch(_, to) | Instruction::Goto(to) => *to = target(*to),
        Instruction::Switch { default, cases } => {
            *default = target(*default);
            cases.iter_mut().for_each(|(_, to)| *to = target(*to));
        }
        _ => {}
    }
    into.push((position, instruction));
    Ok(())
}

/// Adds handlers, lines and variables of one copy. `bound` maps positions where ranges begin and end, `exact` those of
/// instructions that were copied.
fn tables(code: &Code, inlined: &mut Code, bound: impl Fn(u32) -> u32, exact: impl Fn(u32) -> Option<u32>) {
    for handler in &code.handlers {
        let (start, end) = (bound(handler.start), bound(handler.end));
        if let (true, Some(target)) = (start < end, exact(handler.target)) {
            inlined.handlers.push(Handler { start, end, target, catches: handler.catches.clone() });
        }
    }
    inlined.lines.extend(code.lines.iter().map(|&(position, line)| (bound(position), line)));
    for variable in &code.variables {
        let (start, end) = (bound(variable.start), bound(variable.end));
        if start < end {
            inlined.variables.push(LocalVariable { start, end, ..variable.clone() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::Kind;

    fn code(instructions: Vec<(u32, Instruction)>) -> Code {
        Code { max_stack: 2, max_locals: 4, instructions, ..Code::default() }
    }

    #[test]
    fn a_subroutine_is_copied_to_each_call_and_returns_behind_it() {
        let twice = code(vec![
            (0, Instruction::JumpToSubroutine(10)),
            (3, Instruction::JumpToSubroutine(10)),
            (6, Instruction::Return(None)),
            (10, Instruction::Store(Kind::Reference, 1)),
            (11, Instruction::Increment(2, 1)),
            (14, Instruction::ReturnFromSubroutine(1)),
        ]);
        let inlined = inlined(&twice).unwrap().unwrap();
        let increments = inlined.instructions.iter().filter(|(_, i)| matches!(i, Instruction::Increment(..)));
        assert_eq!(increments.count(), 2);
        // Control passes both copies and ends.
        let (mut at, mut seen) = (0, Vec::new());
        loop {
            seen.push(inlined.instructions[at].1.clone());
            match inlined.instructions[at].1 {
                Instruction::Goto(target) => at = inlined.index_of(target).unwrap(),
                Instruction::Return(_) => break,
                _ => at += 1,
            }
        }
        assert_eq!(seen.iter().filter(|i| matches!(i, Instruction::Increment(..))).count(), 2);
    }

    #[test]
    fn handlers_guard_each_copy() {
        let mut guarded = code(vec![
            (0, Instruction::JumpToSubroutine(5)),
            (3, Instruction::Return(None)),
            (5, Instruction::Store(Kind::Reference, 1)),
            (6, Instruction::Nop),
            (7, Instruction::ReturnFromSubroutine(1)),
            (9, Instruction::Throw),
        ]);
        guarded.handlers.push(Handler { start: 6, end: 7, target: 9, catches: None });
        let inlined = inlined(&guarded).unwrap().unwrap();
        let [handler] = &inlined.handlers[..] else { panic!("{:?}", inlined.handlers) };
        let guarded = inlined.index_of(handler.start).unwrap();
        assert_eq!(inlined.instructions[guarded].1, Instruction::Nop);
        assert_eq!(handler.end, handler.start + 1);
        let target = inlined.index_of(handler.target).unwrap();
        assert_eq!(inlined.instructions[target].1, Instruction::Throw);
    }

    #[test]
    fn a_return_from_no_subroutine_is_refused_and_code_without_any_is_left_alone() {
        let bad =
            code(vec![(0, Instruction::JumpToSubroutine(3)), (3, Instruction::ReturnFromSubroutine(0))]);
        assert!(inlined(&bad).is_err());
        assert_eq!(inlined(&code(vec![(0, Instruction::Return(None))])), Ok(None));
    }
}
